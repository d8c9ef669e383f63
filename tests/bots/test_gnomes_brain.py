from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from heliodor import get_game
from heliodor.bots import get_bot
from heliodor.bots.brain_bots import SearchBot, move_steps
from heliodor.bots.brains.gnomes import brain
from heliodor.bots.registry import search_kernels
from heliodor.bots.strength import Strength
from heliodor.core.jit import entrance
from heliodor.games.gnomes import rules
from heliodor.games.gnomes.cards import CARD_CODES, CAVE, CAVE_IN, COPIES, DIAMOND, FOG_0, GEM_0, NUM_KINDS, WIND_0
from heliodor.games.gnomes.rules import (
    CARD_0,
    DRIVE_0,
    HAND_AT_START,
    MAX_HAND,
    TAKE_DECK,
    TAKE_OPEN_0,
    TARGET_0,
    Phase,
)
from tests.bots.shifting_turns import another_world, hidden, new_states, play_steps

GAME = get_game("gnomes")
OPTIONS = [
    {},
    {"deck": "six_shapes"},
    {"quick_start": True},
    {"last_round": "full"},
    {"deck": "six_shapes", "quick_start": True, "last_round": "full"},
]
WORDS, INTS, FLOATS = np.dtype(np.uint64), np.dtype(np.int64), np.dtype(np.float64)


@entrance(rules.STATE, INTS, owner="bots/gnomes")
def list_moves(states, moves):
    """Write the candidate moves."""
    return brain.list_moves(states[0], moves)


@entrance(rules.STATE, int, owner="bots/gnomes")
def turns_to_come(states, seat):
    """Return how many turns a seat has left."""
    return brain.turns_to_come(states[0], seat)


@entrance(rules.STATE, FLOATS, owner="bots/gnomes")
def rate(states, rewards):
    """Write the rewards of a state."""
    brain.rate(states[0], rewards)


@entrance(rules.STATE, FLOATS, FLOATS, owner="bots/gnomes")
def first_look(states, rewards, part):
    """Rate a position before it is played out; write the share of that rating in the reward."""
    part[0] = brain.first_look(states[0], rewards)


@entrance(rules.STATE, int, WORDS, owner="bots/gnomes")
def imagine(states, seat, gen):
    """Fill a hidden state with a possible world."""
    brain.imagine(states[0], seat, gen)


@entrance(rules.STATE, WORDS, owner="bots/gnomes")
def play_out(states, gen):
    """Play on as a round of search does."""
    brain.play_out(states[0], gen)


def gen(seed: int = 1):
    return np.array([seed], np.uint64)


def quick_search(rounds: int = 30) -> SearchBot:
    """Return a search that is fast enough to play whole matches and ignores the clock."""
    return SearchBot(GAME, search_kernels(GAME), "quick", Strength(rounds=rounds, softness=0.0, seconds=60.0))


def position(players: int = 2, hand: str = "", cards_open: str = "", seed: int = 1):
    """Return a new match, with these cards in the hand of seat 0, which is in turn, and these cards open, if given."""
    states = new_states(GAME, players, seed)
    state = states[0]
    if hand:
        kinds = sorted(CARD_CODES.index(code) for code in hand.split())
        state.hand[0, :] = rules.NO_CARD
        state.hand[0, : len(kinds)] = kinds
        state.hand_size[0] = len(kinds)
        state.phase = Phase.PLAYING if len(kinds) == MAX_HAND else Phase.TAKING
    if cards_open:
        state.open_cards[:] = [CARD_CODES.index(code) for code in cards_open.split()]
    return states


def lay_curse(states, seat: int, *kinds: int) -> None:
    state = states[0]
    for kind in kinds:
        place = int(state.num_curses[seat])
        state.curses[seat, place] = kind
        state.cursed_by[seat, place] = (seat + 1) % int(state.players)
        state.num_curses[seat] += 1


def greedy_steps(states) -> list[int]:
    return get_bot("greedy", GAME).choose(states, 0, int(GAME.kernels.legal_actions(states, 0)), gen())


def listed(states) -> list[list[int]]:
    """Return the steps of the candidate moves."""
    moves = np.zeros(brain.MAX_MOVES, np.int64)
    count = list_moves(states, moves)
    return [move_steps(search_kernels(GAME), states, 0, int(move)) for move in moves[:count]]


def play_match(bots, seed: int, check=lambda states: None, **options) -> list[int]:
    """Play a match to the end and return the winners; every step must be legal."""
    states = new_states(GAME, len(bots), seed, **options)
    gens = [gen(100 * seed + seat) for seat in range(len(bots))]
    while (seat := int(GAME.kernels.to_act(states, 0))) >= 0:
        check(states)
        view = hidden(GAME, states)
        play_steps(GAME, states, bots[seat].choose(view, 0, int(GAME.kernels.legal_actions(view, 0)), gens[seat]))
    return GAME.winners(states, 0)


# --- The quick policy -----------------------------------------------------------------------------------------------


def test_s5_a_diamond_is_not_dropped_while_there_is_an_ordinary_gem():
    # Six cards and no cave: one of them must go. A diamond stands for any gem, so it is never the one.
    diamond = CARD_0 + CARD_CODES.index("D")
    for players in (2, 4):
        states = position(players, hand="D Ro Rs Rt Ho Ss")
        assert [diamond] not in listed(states) and len(listed(states)) == 5
        steps = quick_search().choose(hidden(GAME, states), 0, int(GAME.kernels.legal_actions(states, 0)), gen())
        assert steps != [diamond]
        assert listed(position(players, hand="D D D D D D")) == [[diamond]]


def test_greedy_takes_a_cave_if_there_is_none_before_it():
    assert greedy_steps(position(hand="Ro Ro Ro Ro Ro", cards_open="Rs C D")) == [TAKE_OPEN_0 + 1]


def test_greedy_takes_the_wind_that_drives_off_its_fog_and_the_gem_that_goes_with_the_others():
    states = position(hand="Ro Ro Ho Ho C", cards_open="WB K WR")
    states[0].caves[0] = 1
    lay_curse(states, 0, FOG_0)  # Orange: red or yellow wind.
    assert greedy_steps(states) == [TAKE_OPEN_0 + 2]
    states = position(hand="Ro Ro Ho Ho C", cards_open="St Rt Hs")
    states[0].caves[0] = 1
    states[0].gems[0, GEM_0 - DIAMOND] = 4
    assert greedy_steps(states) == [TAKE_OPEN_0 + 1]


def test_greedy_takes_from_the_deck_rather_than_one_more_of_what_it_has():
    states = position(hand="C WR Ro Ho So", cards_open="C C WR")
    states[0].caves[0] = 1
    assert greedy_steps(states) == [TAKE_DECK]


def test_greedy_gathers_two_sorts_of_wind_which_are_an_answer_to_every_fog():
    states = position(6, hand="C WR Ro Ho So", cards_open="WR WY K")
    states[0].caves[0] = 1
    assert greedy_steps(states) == [TAKE_OPEN_0 + 1]
    states = position(6, hand="C WR WY Ho So", cards_open="WR WB C")
    states[0].caves[0] = 1
    assert greedy_steps(states) == [TAKE_DECK]


@pytest.mark.parametrize("players", [2, 3])
def test_greedy_lays_a_cave_first_and_lifts_a_cave_in(players):
    states = position(players, hand="C WR Ro Ho So FO")
    assert greedy_steps(states) == [CARD_0 + CAVE]
    states[0].caves[0] = 1
    assert greedy_steps(states)[0] >= CARD_0 + GEM_0
    lay_curse(states, 0, CAVE_IN)
    assert greedy_steps(states) == [CARD_0 + CAVE]


def test_greedy_curses_the_strongest_with_its_last_card():
    states = position(players=4, hand="FO FO FO FO FO FO")
    state = states[0]
    state.deck_pos = len(state.deck)
    state.rounds_left = 1
    for seat, count in ((1, 2), (2, 5), (3, 1)):
        state.gems[seat, GEM_0 - DIAMOND] = count
    assert greedy_steps(states) == [CARD_0 + FOG_0, TARGET_0 + 2]


def test_greedy_drives_off_the_fog_that_hides_most_in_its_last_turn():
    states = position(players=3, hand="WR Ho Ho Ho Ho Ho")
    state = states[0]
    state.caves[0] = 1
    state.deck_pos = len(state.deck)
    state.rounds_left = 1
    state.gems[0, GEM_0 - DIAMOND] = 1
    state.gems[0, GEM_0 - DIAMOND + 12] = 5  # Sapphires: under the purple fog, not under the orange one.
    lay_curse(states, 0, FOG_0, FOG_0 + 2)
    assert greedy_steps(states) == [CARD_0 + WIND_0, DRIVE_0 + 2]


# --- What is best between two players -------------------------------------------------------------------------------


def test_of_two_equal_gems_the_better_one_is_what_the_opponent_gathers():
    states = position(hand="C WR Ro Ho So", cards_open="Rs Hs C")
    states[0].caves[:2] = 1
    states[0].gems[1, GEM_0 - DIAMOND + 6] = 4  # Heliodors.
    assert listed(states)[0] == [TAKE_OPEN_0 + 1]
    states[0].gems[0, GEM_0 - DIAMOND] = 5  # Completing one's own set of rubies is worth more than spoiling another's.
    assert listed(states)[0] == [TAKE_OPEN_0]


def test_a_cave_in_is_laid_early_and_a_fog_in_the_last_turn():
    states = position(hand="K FO Ro Ho So WR")
    state = states[0]
    state.caves[:2] = 1
    state.gems[1, GEM_0 - DIAMOND] = 6
    assert listed(states)[0] == [CARD_0 + CAVE_IN, TARGET_0 + 1]
    state.deck_pos = len(state.deck)
    state.rounds_left = 2
    assert listed(states)[0][0] >= CARD_0 + GEM_0  # The cave-in would keep the fog away.
    state.rounds_left = 1
    assert listed(states)[0] == [CARD_0 + FOG_0, TARGET_0 + 1]


def test_a_fog_is_worth_most_towards_the_end():
    states = position(hand="C WR Ro Ho So", cards_open="FO Rs Hs")
    state = states[0]
    state.caves[:2] = 1
    assert listed(states)[0] != [TAKE_OPEN_0]
    state.deck_pos = len(state.deck) - 4
    assert listed(states)[0] == [TAKE_OPEN_0]


# --- Moves ----------------------------------------------------------------------------------------------------------


def test_a_curse_that_does_no_harm_is_not_considered():
    states = position(players=3, hand="K K K FO Ro Ro")
    state = states[0]
    state.caves[:3] = 1
    state.deck_pos = len(state.deck)
    state.rounds_left = 1
    state.first = 1
    state.turn = 0  # The last turn of the match: nobody plays after it.
    state.gems[1, GEM_0 - DIAMOND] = 3
    assert sorted(listed(states)) == [[CARD_0 + FOG_0, TARGET_0 + 1], [CARD_0 + GEM_0]]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_moves_are_legal_and_none_is_listed_twice(players):
    def check(states):
        found = listed(states)
        assert 0 < len(found) <= brain.LISTED_MOVES
        assert len({tuple(steps) for steps in found}) == len(found)
        for steps in found:
            play_steps(GAME, states.copy(), steps)

    play_match([get_bot("random", GAME)] * players, 3, check)


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("last_round", ["finish", "full"])
def test_s09_the_turns_left_are_known_from_the_beginning(players, last_round):
    turns = []  # For each moment: what was predicted, and whose turn it was.

    def check(states):
        if states[0].phase in (Phase.TAKING, Phase.PLAYING):
            foretold = [turns_to_come(states, seat) for seat in range(players)]
            turns.append((foretold, int(states[0].turn), states[0].phase == Phase.TAKING))

    play_match([get_bot("random", GAME)] * players, 5, check, last_round=last_round)
    left = [0] * players
    for foretold, seat, is_beginning in reversed(turns):
        if not is_beginning:
            left[seat] += 1
        assert foretold == left


# --- Imagined worlds ------------------------------------------------------------------------------------------------


def cards_of(state) -> list[int]:
    """Return every card of a state that is not in the deck."""
    players = int(state.players)
    cards = [kind for kind, count in enumerate(state.discard) for _ in range(int(count))]
    for seat in range(players):
        cards += [int(kind) for kind in state.hand[seat, : int(state.hand_size[seat])]]
        cards += [int(kind) for kind in state.curses[seat, : int(state.num_curses[seat])]]
        cards += [CAVE] * int(state.caves[seat])
        cards += [DIAMOND + cell for cell, count in enumerate(state.gems[seat]) for _ in range(int(count))]
    cards += [int(kind) for kind in state.open_cards if kind >= 0]
    return cards + ([int(state.pending)] if state.pending >= 0 else [])


@pytest.mark.parametrize("players", [2, 6])
def test_an_imagined_world_is_one_that_the_seat_cannot_tell_from_the_true_one(players):
    source = gen(3)

    def check(states):
        seat = int(GAME.kernels.to_act(states, 0))
        before = hidden(GAME, states)
        world = before.copy()
        imagine(world, seat, source)
        state = world[0]
        drawn = [int(kind) for kind in state.deck[int(state.deck_pos) :] if kind >= 0]
        assert len(drawn) >= min(len(state.deck) - int(state.deck_pos), brain.PLAYOUT_TURNS // players * players)
        counts = Counter(cards_of(state) + drawn)
        assert all(0 <= kind < NUM_KINDS and count <= COPIES[0, kind] for kind, count in counts.items())
        GAME.kernels.hide(world, 0, seat)
        assert world.tobytes() == before.tobytes()

    play_match([get_bot("random", GAME)] * players, 4, check)


def test_unseen_cards_are_imagined_in_proportion_to_their_number():
    before = hidden(GAME, position(players=3, seed=6))
    seat = int(GAME.kernels.to_act(before, 0))
    seen = Counter(kind for kind in cards_of(before[0]) if kind >= 0)
    unseen = {kind: int(COPIES[0, kind]) - seen[kind] for kind in range(NUM_KINDS) if COPIES[0, kind] > seen[kind]}
    source = gen(5)
    hands, tops = Counter(), Counter()
    times = 4000
    for _ in range(times):
        world = before.copy()
        imagine(world, seat, source)
        tops[int(world[0].deck[int(world[0].deck_pos)])] += 1
        hands.update(int(kind) for kind in world[0].hand[(seat + 1) % 3, :HAND_AT_START])
    for found in (hands, tops):
        number = sum(found.values())
        expected = {kind: number * count / sum(unseen.values()) for kind, count in unseen.items()}
        statistic = sum((found[kind] - mean) ** 2 / mean for kind, mean in expected.items())
        freedom = len(expected) - 1
        assert statistic < freedom + 4.5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(("players", "rounds"), [(2, 9), (3, 6), (4, 4), (5, 3), (6, 3)])
def test_a_playout_has_whole_rounds_and_stops_between_turns(players, rounds):
    for seed in range(20):
        states = position(players=players, seed=seed)
        before = int(states[0].deck_pos)
        first = int(states[0].turn)
        play_out(states, gen(seed))
        assert states[0].deck_pos - before == rounds * players
        assert states[0].phase == Phase.TAKING
        assert states[0].turn == first


# --- The levels -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", range(2, 7))
def test_bots_play_legally_to_the_end(players, options, scale):
    for seed in range(scale(2)):
        bots = [get_bot("greedy", GAME), quick_search(10)] * 3
        assert play_match(bots[:players], seed, **options)


@pytest.mark.parametrize("level", list(brain.STRENGTHS))
def test_every_level_finds_a_move_at_once_and_in_the_middle_of_a_play(level):
    bot = get_bot(level, GAME)
    states = position(players=3, hand="K FO WR Ro Ro Ro")
    play_steps(GAME, states, [CARD_0 + CAVE_IN])
    (step,) = bot.choose(hidden(GAME, states), 0, int(GAME.kernels.legal_actions(states, 0)), gen())
    assert step in (TARGET_0 + 1, TARGET_0 + 2)


@pytest.mark.parametrize("players", [2, 5])
def test_other_hidden_cards_do_not_change_a_choice(players, scale):
    bots = [get_bot("greedy", GAME), quick_search()]
    seen = [0]

    def check(states):
        if seen[0] % 7 == 0:
            other = another_world(GAME, states, seed=seen[0])
            legal = int(GAME.kernels.legal_actions(states, 0))
            for bot in bots:
                steps = bot.choose(hidden(GAME, states), 0, legal, gen(seen[0]))
                assert steps == bot.choose(hidden(GAME, other), 0, legal, gen(seen[0]))
        seen[0] += 1

    for seed in range(scale(3)):
        play_match([get_bot("random", GAME)] * players, seed, check)


def test_the_same_seed_gives_the_same_choice():
    states = hidden(GAME, position(players=4, seed=9))
    chosen = [quick_search(200).evaluate(states, 0, gen(4)) for _ in range(2)]
    assert chosen[0] == chosen[1]


def test_greedy_beats_random(scale):
    wins = games = 0
    for seed in range(scale(60)):
        for seat in range(2):
            bots = [get_bot("random", GAME)] * 2
            bots[seat] = get_bot("greedy", GAME)
            won = play_match(bots, seed)
            wins += (seat in won) / len(won)
            games += 1
    assert wins > 0.8 * games


# --- Rewards --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
def test_rewards_are_shares_of_the_win_that_grow_with_the_gems(players):
    states = position(players=players, seed=2)
    state = states[0]
    state.caves[:players] = 1
    before = np.zeros(8)
    rate(states, before)
    state.gems[0, GEM_0 - DIAMOND] = 5
    after = np.zeros(8)
    rate(states, after)
    assert before[:players].sum() == pytest.approx(1.0)
    assert after[:players].sum() == pytest.approx(1.0)
    assert after[0] > before[0]


def test_with_two_players_a_curse_weighs_more_if_nothing_in_hand_lifts_it():
    shares = []
    for hand in ("WB Ro Ho So C", "WR Ro Ho So C"):  # The red wind drives off the orange fog, the blue one does not.
        states = position(hand=hand)
        state = states[0]
        state.caves[:2] = 1
        state.gems[:2, GEM_0 - DIAMOND] = 6
        state.deck_pos = len(state.deck) - 2
        lay_curse(states, 0, FOG_0)
        rewards = np.zeros(8)
        rate(states, rewards)
        shares.append(rewards[0])
    assert shares[0] < 0.5 * shares[1]


def test_a_first_look_is_at_the_end_of_the_turn_and_only_with_two_players():
    part, rewards, expected = np.zeros(1), np.zeros(8), np.zeros(8)
    for players in (2, 3):
        states = position(players, hand="C WR Ro Ho So FO")
        before = states.copy()
        first_look(states, rewards, part)
        if players == 2:
            assert part[0] == brain.FIRST_LOOK
            assert states[0].phase == Phase.TAKING
            assert states[0].turn == 1
            rate(states, expected)
            assert rewards.tolist() == expected.tolist()
        else:
            assert part[0] == 0.0
            assert states.tobytes() == before.tobytes()


@pytest.mark.parametrize("players", range(2, 7))
def test_s11_rewards_at_the_end_are_those_of_the_winners_by_the_rules(players, scale):
    for seed in range(scale(20)):
        ends = []
        bots = [get_bot("random" if (seed + seat) % 3 == 0 else "greedy", GAME) for seat in range(players)]
        deck = "six_shapes" if seed % 2 else "three_shapes"
        play_match(bots, seed, lambda states, ends=ends: ends.append(states.copy()), deck=deck)
        for states in ends[:: 3 * players] + ends[-1:]:  # As if the match ended there.
            states[0].phase = Phase.OVER
            rewards = np.zeros(8)
            rate(states, rewards)
            winners = GAME.winners(states, 0)
            assert rewards[:players].tolist() == [(seat in winners) / len(winners) for seat in range(players)]


def test_at_the_end_the_winners_share_the_reward():
    states = position(players=3)
    state = states[0]
    state.phase = Phase.OVER
    state.gems[0, GEM_0 - DIAMOND] = state.gems[2, GEM_0 - DIAMOND + 6] = 3
    state.gems[1, GEM_0 - DIAMOND + 12] = 2
    rewards = np.zeros(8)
    rate(states, rewards)
    assert list(rewards[:3]) == [0.5, 0.0, 0.5]
