"""What every bot with a brain does, tested with Nizam and Pearl of the East."""

from __future__ import annotations

import math

import numpy as np
import pytest

from heliodor import get_game
from heliodor.bots import BOT_NAMES, LEVELS, get_bot, search_kernels
from heliodor.bots.brain_bots import SearchBot, brain_of, pick_move
from heliodor.bots.brains.shifting import SHIFT_BITS
from heliodor.bots.search import MoveValue, Search, search_in_threads
from heliodor.bots.strength import Strength
from heliodor.core.shifting.rules import SIDE
from tests.bots.shifting_turns import another_world, draw_hand, hidden, new_states, play_steps

GAME_IDS = ("nizam", "pearl")
BOTS_AT_TABLE = ("greedy", "novice", "casual", "skilled", "random")


def generator(seed: int):
    return np.array([seed], np.uint64)


def play_match(game, bots, seed: int, **options):
    """Return the final state of a match between bots that see only what they may."""
    states = new_states(game, len(bots), seed, **options)
    gens = [generator(1000 * seed + seat) for seat in range(len(bots))]
    while not game.kernels.is_over(states, 0):
        seat = game.kernels.to_act(states, 0)
        legal = game.kernels.legal_actions(states, 0)
        play_steps(game, states, bots[seat].choose(hidden(game, states), 0, legal, gens[seat]))
    return states


def positions(game, players: int, seed: int, count: int):
    """Yield the positions of a match between greedy players before each of its first `count` decisions."""
    states = new_states(game, players, seed)
    greedy = get_bot("greedy", game)
    for _ in range(count):
        if game.kernels.is_over(states, 0):
            return
        yield states.copy()
        play_steps(game, states, greedy.choose(states, 0, 0, generator(seed)))


def win_share(game, name: str, other: str, num_deals: int) -> float:
    """Return the share of two-player matches that a bot wins; each deal is played from both seats."""
    bots = (get_bot(name, game), get_bot(other, game))
    won = 0.0
    for seed in range(num_deals):
        for seat in (0, 1):
            winners = game.winners(play_match(game, (bots[seat], bots[1 - seat]), seed), 0)
            won += (seat in winners) / len(winners)
    return won / (2 * num_deals)


@pytest.mark.parametrize(
    ("game_id", "players", "options"),
    [
        ("nizam", 1, {"solo_hand_limit": 8}),
        ("nizam", 1, {"solo_hand_limit": 9}),
        *[("nizam", players, {}) for players in (2, 3, 4, 5)],
        *[("pearl", players, {}) for players in (2, 3, 4, 5)],
        ("pearl", 2, {"stall_limit": 1}),
        ("pearl", 3, {"stall_limit": 7}),
    ],
)
def test_bots_play_legally_to_the_end(game_id, players, options, scale):
    game = get_game(game_id)
    for seed in range(scale(5)):
        names = [BOTS_AT_TABLE[(seed + seat) % len(BOTS_AT_TABLE)] for seat in range(players)]
        bots = [get_bot(name, game) for name in names]
        assert game.kernels.is_over(play_match(game, bots, seed, **options), 0)


@pytest.mark.parametrize("game_id", GAME_IDS)
@pytest.mark.parametrize("name", [*BOT_NAMES, "plain:50"])
def test_a_choice_depends_only_on_what_the_seat_knows(game_id, name):
    game = get_game(game_id)
    bot = get_bot(name, game)
    for seed, states in enumerate(positions(game, 3, seed=7, count=6)):
        other = another_world(game, states, seed)
        assert other.tobytes() != states.tobytes()
        chosen = [bot.choose(hidden(game, world), 0, 0, generator(seed)) for world in (states, other, states)]
        assert chosen[0] == chosen[1] == chosen[2]


@pytest.mark.parametrize("game_id", GAME_IDS)
@pytest.mark.parametrize("name", BOT_NAMES)
def test_bots_finish_a_turn_that_has_begun(game_id, name):
    game = get_game(game_id)
    bot = get_bot(name, game)
    rng = generator(3)
    for states in positions(game, 2, seed=5, count=8):
        # Play some random steps of the turn, such as half a payment.
        for _ in range(4):
            legal = game.kernels.legal_actions(states, 0)
            turn = states[0].turn
            play_steps(game, states, bot.choose(hidden(game, states), 0, legal, rng))
            if game.kernels.is_over(states, 0) or states[0].turn != turn:
                break
            game.kernels.apply_action(states, 0, game.kernels.random_action(states, 0, rng))
            if game.kernels.is_over(states, 0):
                break


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_choice_leaves_the_state_alone(game_id):
    game = get_game(game_id)
    states = hidden(game, new_states(game, 2, 1))
    before = states.tobytes()
    for name in BOT_NAMES:
        get_bot(name, game).choose(states, 0, 0, generator(1))
        assert states.tobytes() == before


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_bot_with_a_brain_beats_one_without(game_id, scale):
    game = get_game(game_id)
    assert win_share(game, "greedy", "random", max(3, scale(10))) >= 0.9
    assert win_share(game, "expert", "greedy", max(3, scale(6))) >= 0.75


def test_solo_experts_score_more_than_greedy_ones(scale):
    game = get_game("nizam")
    seeds = range(max(3, scale(6)))
    scores = [
        sum(int(play_match(game, [get_bot(name, game)], seed)[0].score[0]) for seed in seeds)
        for name in ("expert", "greedy")
    ]
    assert scores[0] >= 1.2 * scores[1]


# --- The search itself --------------------------------------------------------------------------------------------


def search_of(nodes: int, exploration: float = 0.5) -> Search:
    game = get_game("nizam")
    states = hidden(game, new_states(game, 2, 11))
    kernels = search_kernels(game)
    seat = int(game.kernels.to_act(states, 0))
    moves = kernels.root_moves(states, 0, seat, 3, generator(1))
    assert len(moves) > 2
    return Search(kernels.with_brain, states, 0, seat, nodes, exploration, moves)


def test_every_round_is_a_visit_and_values_are_rewards():
    search = search_of(nodes=1000)
    assert search.run(generator(1), 500) == 500
    values = search.moves()
    assert sum(value.visits for value in values) == 500
    assert all(0.0 <= value.mean <= 1.0 for value in values)
    assert [value.visits for value in values] == sorted((value.visits for value in values), reverse=True)


def test_a_search_can_be_continued():
    whole, halves = search_of(1000), search_of(1000)
    whole.run(generator(1), 400)
    gen = generator(1)
    halves.run(gen, 150)
    halves.run(gen, 250)
    assert whole.moves() == halves.moves()


def test_a_full_pool_stops_the_growth_and_not_the_search():
    search = search_of(nodes=3)  # The root and two moves.
    search.run(generator(1), 100)
    assert len(search.moves()) == 2
    assert sum(value.visits for value in search.moves()) == 100


def test_the_clock_stops_a_search():
    search = search_of(nodes=100)
    assert search.run(generator(1), 1_000_000, seconds=0.01) < 1_000_000


@pytest.mark.parametrize("trees", [2, 3, 5])
def test_the_number_of_threads_makes_no_difference(trees):
    game = get_game("nizam")
    states = hidden(game, new_states(game, 2, 11))
    found = []
    for threads in (1, 2, 3, 8):
        strength = Strength(rounds=601, softness=0.0, seconds=9.0, insight=4, trees=trees, threads=threads)
        found.append(SearchBot(game, search_kernels(game), "many", strength).evaluate(states, 0, generator(4)))
    assert found[0] == found[1] == found[2] == found[3]
    assert sum(value.visits for value in found[0]) == 601


def test_trees_are_different_and_add_up():
    one, other = search_of(1000), search_of(1000)
    summed = search_in_threads([one, other], [generator(1), generator(2)], 200, None, threads=1)
    found = [{value.move: value for value in search.moves()} for search in (one, other)]
    assert found[0] != found[1]
    for value in summed:
        parts = [values[value.move] for values in found if value.move in values]
        assert value.visits == sum(part.visits for part in parts)
        assert value.mean == pytest.approx(sum(part.mean * part.visits for part in parts) / value.visits)


def test_moves_with_the_same_result_have_the_same_value():
    # Two rows are shifted, in either order: the worlds are the same for both moves, and so are the rewards.
    game = get_game("nizam")
    states = new_states(game, 2, 11)
    draw_hand(states, 20)
    hand = states[0].hand[states[0].turn]
    paid = [row for row in range(SIDE) if hand[states[0].board[SIDE * row]] > 1][:2]  # Their left ends are matched.
    one, other = (1 + row for row in paid)
    moves = np.array([one | other << SHIFT_BITS, other | one << SHIFT_BITS], np.int64)
    search = Search(search_kernels(game).with_brain, hidden(game, states), 0, int(states[0].turn), 10, 0.5, moves)
    search.run(generator(1), 40)
    first, second = search.moves()
    assert first.visits == second.visits == 20
    assert first.mean == second.mean


def test_a_narrow_search_tries_only_the_first_moves():
    game = get_game("nizam")
    states = hidden(game, new_states(game, 2, 11))
    listed = [int(move) for move in search_kernels(game).root_moves(states, 0, 0, 4, generator(1))]
    strength = Strength(rounds=50, softness=0.0, seconds=9.0, insight=4, width=2)
    bot = SearchBot(game, search_kernels(game), "narrow", strength)
    assert {value.move for value in bot.evaluate(states, 0, generator(1))} == set(listed[:2])


def test_the_only_move_is_not_searched():
    game = get_game("nizam")
    states = new_states(game, 2, 11)
    states[0].discard += states[0].hand.sum(axis=0, dtype=np.int8)
    states[0].hand[:] = 0  # Nothing to pay with: draw.
    states[0].hand_size[:] = 0
    bot = get_bot("expert", game)
    assert isinstance(bot, SearchBot)
    assert [value.visits for value in bot.evaluate(states, 0, generator(1))] == [1]


def test_the_best_of_the_well_visited_moves_is_picked():
    values = [MoveValue(7, 100, 0.5), MoveValue(8, 50, 0.6), MoveValue(9, 9, 0.9)]
    assert pick_move(values, 0.0, generator(1)) == 8  # 9 was hardly visited.


def test_a_soft_choice_takes_worse_moves_less_often():
    values = [MoveValue(1, 50, 0.5), MoveValue(2, 50, 0.6), MoveValue(3, 50, 0.1)]
    gen = generator(1)
    picked = [pick_move(values, 0.1, gen) for _ in range(3000)]
    share = picked.count(2) / len(picked)
    expected = 1 / (1 + math.exp(-1) + math.exp(-5))
    assert abs(share - expected) < 0.04
    assert picked.count(1) > picked.count(3)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_levels_think_longer_and_longer_within_their_limits(game_id):
    strengths = brain_of(get_game(game_id)).STRENGTHS
    assert tuple(strengths) == LEVELS
    rounds = [strength.rounds for strength in strengths.values()]
    assert rounds == sorted(set(rounds))
    limits = [0.05, 0.05, 0.3, 1.5, 1.5]  # CPU seconds for a decision.
    assert all(strength.seconds < limit for strength, limit in zip(strengths.values(), limits, strict=True))
