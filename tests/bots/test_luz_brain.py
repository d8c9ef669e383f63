from __future__ import annotations

import random
from collections import Counter

import msgspec
import numpy as np
import pytest

from heliodor import get_game
from heliodor.bots import get_bot, search_kernels
from heliodor.bots.brain_bots import GreedyBot, SearchBot
from heliodor.bots.brains.luz import brain
from heliodor.bots.brains.luz import desk as luz_desk
from heliodor.core.bits import members
from heliodor.core.jit import entrance
from heliodor.core.kernels import OK
from heliodor.games.luz import rules
from heliodor.games.luz.rules import HAND_SIZE, PLAY_0, Phase, points_for
from tests.games.luz.worlds import own_hands

GAME = get_game("luz")
KERNELS = GAME.kernels
WORDS, INTS, FLOATS = np.dtype(np.uint64), np.dtype(np.int64), np.dtype(np.float64)
PLAYERS = (3, 4, 5)


@entrance(rules.STATE, FLOATS, owner="bots/luz")
def rate_state(states, rewards):
    """Write the rewards of a state."""
    brain.rate(states[0], rewards)


@entrance(rules.STATE, int, WORDS, owner="bots/luz")
def fill_own_hand(states, seat, gen):
    """Return a possible hand of the seat, as a set of cards."""
    desk = brain.new_desk()
    brain.lay_out(states[0], desk)
    brain.fill_hand(desk, seat, brain.CARDS, gen)
    return desk[brain.CARDS + seat]


@entrance(rules.STATE, int, WORDS, owner="bots/luz")
def imagine(states, seat, gen):
    """Fill a hidden state with a possible world."""
    brain.imagine(states[0], seat, gen)


@entrance(rules.STATE, int, FLOATS, owner="bots/luz")
def weigh_world(states, seat, likelihood):
    """Write how well the others' bets agree with the seat's hand."""
    desk = brain.new_desk()
    brain.lay_out(states[0], desk)
    likelihood[0] = brain.bet_likelihood(desk, seat)


@entrance(rules.STATE, INTS, owner="bots/luz")
def lay_out(states, desk):
    """Write a deal onto a desk."""
    brain.lay_out(states[0], desk)


@entrance(INTS, int, owner="bots/luz")
def play_card(desk, card):
    """Play a card on a desk and return the set of cards that may follow it."""
    luz_desk.fast_play_card(desk, card)
    return luz_desk.fast_legal_cards(desk, luz_desk.CARDS)


@entrance(INTS, int, owner="bots/luz")
def quick_card(desk, cards):
    """Return the one of these cards that the quick policy plays."""
    return luz_desk.quick_card(desk, cards)


def likelihood_of(states, seat: int) -> float:
    likelihood = np.zeros(1)
    weigh_world(states, seat, likelihood)
    return float(likelihood[0])


def patient_bot(name: str) -> GreedyBot | SearchBot:
    """Return a bot that ignores the clock, so that it chooses the same on a busy machine."""
    bot = get_bot(name, GAME)
    if isinstance(bot, SearchBot):
        bot.strength = msgspec.structs.replace(bot.strength, seconds=3600.0)
    return bot


def new_states(players: int, seed: int, bead_supply: str = "unlimited"):
    states = GAME.new_states(1, {"players": players, "bead_supply": bead_supply})
    KERNELS.seed(states, 0, seed, 0)
    KERNELS.set_up(states, 0, -1)
    return states


def play_randomly(states, rng: random.Random, until) -> None:
    """Play random actions until a condition holds; bets are near the average."""
    while not until(states[0]):
        legal = members(int(KERNELS.legal_actions(states, 0)))
        if states[0].phase == Phase.BETTING:
            legal = [action for action in legal if action <= 11]
        assert KERNELS.step(states, 0, rng.choice(legal)) == OK


def cards_left(state) -> int:
    return int(state.unplayed[int(state.turn)]).bit_count()


def ending(players: int, seed: int, tricks: int, deal: int = 1):
    """Return a position of a deal in which the seat to act has `tricks` cards left."""
    states = new_states(players, seed)
    play_randomly(
        states,
        random.Random(seed),
        lambda s: s.deal == deal and s.phase == Phase.PLAYING and cards_left(s) == tricks,
    )
    play_randomly(states, random.Random(seed), lambda s: seed % players == 0 or s.led != rules.NO_COLOUR)
    return states


def hidden_from_mover(states):
    hidden = states.copy()
    KERNELS.hide(hidden, 0, int(KERNELS.to_act(states, 0)))
    return hidden


def weighed(hidden, rounds: int = 5000) -> dict[int, float]:
    seat = int(hidden[0].turn)
    found = search_kernels(GAME).weighed_moves(hidden, 0, seat, np.array([1], np.uint64), rounds)
    return {value.move: value.mean for value in found}


# --- The last tricks ----------------------------------------------------------------------------------------------


def best_for_all(states) -> list[float]:
    """Return the rewards if all see all cards and choose what is best for themselves, using only the rules."""
    state = states[0]
    if all(int(unplayed).bit_count() <= 1 for unplayed in state.unplayed[: int(state.players)]):
        return rewards_of_last_trick(states)
    seat = int(state.turn)
    best: list[float] = []
    for action in members(int(KERNELS.legal_actions(states, 0))):
        after = states.copy()
        assert KERNELS.step(after, 0, action) == OK
        rewards = best_for_all(after)
        if not best or rewards[seat] > best[seat]:
            best = rewards
    return best


def rewards_of_last_trick(states) -> list[float]:
    """Play the last card of each seat and rate the deal."""
    played = states.copy()
    deal = int(states[0].deal)
    while int(played[0].deal) == deal and played[0].phase == Phase.PLAYING:
        (action,) = members(int(KERNELS.legal_actions(played, 0)))
        assert KERNELS.step(played, 0, action) == OK
    ended = states.copy()
    ended[0].tricks[:] = played[0].tricks
    rewards = np.zeros(8)
    rate_state(ended, rewards)
    return [float(reward) for reward in rewards[: int(states[0].players)]]


@pytest.mark.parametrize(("players", "tricks"), [(3, 1), (3, 2), (4, 2), (5, 2), (3, 3)])
@pytest.mark.parametrize("deal", [1, 4])
def test_the_last_tricks_have_the_values_of_brute_force(players, tricks, deal, scale):
    for seed in range(scale(3)):
        states = ending(players, seed, tricks, deal)
        hidden = hidden_from_mover(states)
        seat = int(states[0].turn)
        expected: Counter[int] = Counter()
        weights = 0.0
        for hand in own_hands(hidden[0], seat):
            world = states.copy()
            world[0].hand[seat, :] = hand
            weight = likelihood_of(world, seat)
            weights += weight
            for action in members(int(KERNELS.legal_actions(world, 0))):
                after = world.copy()
                if tricks == 1:
                    expected[action] += weight * rewards_of_last_trick(after)[seat]
                else:
                    KERNELS.step(after, 0, action)
                    expected[action] += weight * best_for_all(after)[seat]
        found = weighed(hidden)
        assert found.keys() == expected.keys()
        for action, value in found.items():
            assert value == pytest.approx(expected[action] / weights)


# --- Imagined hands -----------------------------------------------------------------------------------------------


def chi_square(seen: Counter[tuple[int, ...]], expected: dict[tuple[int, ...], float]) -> float:
    """Return how far counts are from the expected ones, in standard deviations of the chi-square distribution."""
    statistic = sum((seen[hand] - number) ** 2 / number for hand, number in expected.items())
    freedom = len(expected) - 1
    return (statistic - freedom) / (2 * freedom) ** 0.5


def test_each_possible_hand_is_dealt_equally_often():
    states = ending(4, 0, 4)
    hidden = hidden_from_mover(states)
    seat = int(states[0].turn)
    unplayed = [slot for slot in range(HAND_SIZE) if int(states[0].unplayed[seat]) >> slot & 1]
    hands = {tuple(hand[slot] for slot in unplayed) for hand in own_hands(hidden[0], seat)}
    assert 10 <= len(hands) <= 200
    gen = np.array([7], np.uint64)
    per_hand = 60
    seen = Counter(tuple(members(fill_own_hand(hidden, seat, gen))) for _ in range(per_hand * len(hands)))
    assert seen.keys() <= hands
    assert chi_square(seen, dict.fromkeys(hands, per_hand)) < 4.5


def test_hands_are_imagined_in_proportion_to_their_likelihood_given_the_bets():
    states = ending(4, 0, 4)
    seat = int(states[0].turn)
    for other in range(4):
        states[0].bid[0, other] = 3
    hidden = hidden_from_mover(states)
    weights = {}
    for hand in own_hands(hidden[0], seat):
        world = states.copy()
        world[0].hand[seat, :] = hand
        weights[hand] = likelihood_of(world, seat)
    assert max(weights.values()) > 1.3 * min(weights.values())
    times = 500 * len(weights)
    gen = np.array([7], np.uint64)
    seen: Counter[tuple[int, ...]] = Counter()
    world = hidden.copy()
    for _ in range(times):
        world[:] = hidden
        imagine(world, seat, gen)
        seen[tuple(world[0].hand[seat].tolist())] += 1
    total = sum(weights.values())
    assert chi_square(seen, {hand: times * weight / total for hand, weight in weights.items()}) < 4.5
    assert chi_square(seen, dict.fromkeys(weights, 500)) > 4.5  # And not uniformly.


def test_low_bets_of_the_others_make_high_cards_in_hand_likely():
    totals = []
    for bid in (1, 3):
        states = new_states(4, 3)
        for _ in range(3):
            KERNELS.step(states, 0, 2 * bid)
        hidden = hidden_from_mover(states)
        seat = int(states[0].turn)
        gen = np.array([1], np.uint64)
        total = 0
        for _ in range(300):
            world = hidden.copy()
            imagine(world, seat, gen)
            total += sum(int(card) % 12 for card in world[0].hand[seat])
        totals.append(total / 300)
    assert totals[0] > totals[1] + 3.0


@pytest.mark.parametrize("players", PLAYERS)
def test_a_deal_on_the_desk_follows_the_rules(players, scale):
    for seed in range(scale(5)):
        rng = random.Random(seed)
        states = new_states(players, seed)
        stop = iter(range(players + rng.randrange(20)))
        play_randomly(states, rng, lambda s, stop=stop: next(stop, None) is None)
        desk = np.zeros(luz_desk.DESK_SIZE, np.int64)
        lay_out(states, desk)
        deal = int(states[0].deal)
        while True:
            seat = int(states[0].turn)
            slot = rng.choice(members(int(KERNELS.legal_actions(states, 0)))) - PLAY_0
            may_follow = play_card(desk, int(states[0].hand[seat, slot]))
            assert KERNELS.step(states, 0, PLAY_0 + slot) == OK
            if states[0].deal != deal:
                break
            seat = int(states[0].turn)
            assert desk[luz_desk.TURN] == seat
            legal = [action - PLAY_0 for action in members(int(KERNELS.legal_actions(states, 0)))]
            assert members(may_follow) == [int(states[0].hand[seat, slot]) for slot in legal]
        tricks = desk[luz_desk.TRICKS : luz_desk.TRICKS + players]
        assert tricks.tolist() == states[0].tricks[deal - 1, :players].tolist()


# --- The quick policy ---------------------------------------------------------------------------------------------

LOW, MIDDLE, HIGH = 0, 3, 7  # Cards of one colour.


def card_of_first_seat(targets: list[int], bets: list[int], middle_lies: bool = False, steady: int = -1) -> int:
    """Return which of LOW and HIGH seat 0 plays by the quick policy, before or after MIDDLE has been played.

    No seat has a trick; seat 1 has played MIDDLE if it lies there, seat 2 something lower.
    """
    desk = np.zeros(luz_desk.DESK_SIZE, np.int64)
    desk[luz_desk.PLAYERS] = 3
    desk[luz_desk.LEADER] = 1 if middle_lies else 0
    desk[luz_desk.STEADY] = steady
    desk[luz_desk.CARDS] = desk[luz_desk.BELIEFS] = 1 << LOW | 1 << HIGH
    desk[luz_desk.BEATING] = luz_desk.BEATERS[MIDDLE] if middle_lies else luz_desk.ALL_CARDS
    desk[luz_desk.FOLLOWING] = luz_desk.IN_COLOUR[0] if middle_lies else 0
    desk[luz_desk.TAKER] = 1
    desk[luz_desk.TARGETS : luz_desk.TARGETS + 3] = targets
    desk[luz_desk.BETS : luz_desk.BETS + 3] = bets
    return int(quick_card(desk, int(desk[luz_desk.CARDS])))


@pytest.mark.parametrize("middle_lies", [False, True])
def test_a_seat_that_can_wait_leaves_a_trick_to_a_seat_whose_bet_it_breaks(middle_lies):
    assert card_of_first_seat([1, 0, 2], [2, 0, 4], middle_lies) == LOW
    assert card_of_first_seat([1, 0, 2], [2, 1, 4], middle_lies) == HIGH  # The safety bead: no harm.
    assert card_of_first_seat([1, 1, 2], [2, 2, 4], middle_lies) == HIGH  # It wants the trick.
    assert card_of_first_seat([2, 0, 2], [4, 0, 4], middle_lies) == HIGH  # Both tricks are needed.
    assert card_of_first_seat([1, 0, 2], [2, 0, 4], middle_lies, steady=0) == HIGH  # Cares only about its own bet.


# --- Bets ---------------------------------------------------------------------------------------------------------


def test_a_hand_of_the_highest_cards_bets_high_and_one_of_the_lowest_bets_low():
    states = new_states(3, 1)
    state = states[0]
    seat = int(state.turn)
    suits = [[12 * colour + value for value in range(8)] for colour in range(5)]
    strong = sorted(suits[1] + suits[0][6:])
    weak = sorted(suits[2][:5] + suits[3][:5])
    rest = sorted({card for suit in suits for card in suit} - set(strong) - set(weak))
    for owner, hand in ((seat, strong), ((seat + 1) % 3, weak), ((seat + 2) % 3, sorted(rest[:10]))):
        state.hand[owner, :] = hand
        for colour in range(5):
            state.slots_of[owner, colour] = sum(1 << slot for slot in range(10) if hand[slot] // 12 == colour)
    bids = weighed(hidden_from_mover(states))
    assert max(bids, key=bids.get) // 2 >= 7
    state.turn = (seat + 1) % 3
    bids = weighed(hidden_from_mover(states))
    assert max(bids, key=bids.get) // 2 <= 1


@pytest.mark.parametrize("players", PLAYERS)
def test_bets_stay_within_the_beads_that_are_left(players):
    for seed in range(5):
        states = new_states(players, seed, "box")
        first = int(states[0].turn)
        KERNELS.step(states, 0, 2 * 9)
        KERNELS.step(states, 0, 2 * (seed + 1))
        assert int(states[0].turn) != first
        legal = int(KERNELS.legal_actions(states, 0))
        for bot in ("greedy", "casual"):
            steps = patient_bot(bot).choose(hidden_from_mover(states), 0, legal, np.array([seed], np.uint64))
            assert legal >> steps[0] & 1


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("bead_supply", ["unlimited", "box"])
def test_the_tree_decides_the_bets_of_the_last_deal_if_there_are_enough_rounds(players, bead_supply):
    states = new_states(players, 2, bead_supply)
    play_randomly(states, random.Random(2), lambda s: s.deal == rules.NUM_DEALS)
    for beads in (0, 9, 4):  # Two are left in the box.
        hidden = hidden_from_mover(states)
        legal = int(KERNELS.legal_actions(states, 0))
        assert weighed(hidden, 300)
        assert not weighed(hidden, 5000)
        found = [value.move for value in patient_bot("expert").evaluate(hidden, 0, np.array([1], np.uint64))]
        assert len(set(found)) == len(found) >= 4
        assert all(legal >> move & 1 for move in found)
        KERNELS.step(states, 0, 2 * beads)


# --- Rewards ------------------------------------------------------------------------------------------------------


def rewards_for(deal: int, scores: list[int], bids: list[int], tricks: list[int]) -> list[float]:
    states = new_states(3, 1)
    state = states[0]
    state.deal = deal
    state.score[:3] = scores
    state.bid[deal - 1, :3] = bids
    state.tricks[deal - 1, :3] = tricks
    rewards = np.zeros(8)
    rate_state(states, rewards)
    assert np.all((rewards >= 0) & (rewards <= 1))
    return [float(reward) for reward in rewards[:3]]


def test_rewards_grow_with_the_points_of_the_deal():
    met, missed, missed_by_two = rewards_for(2, [0, 0, 0], [3, 3, 2], [3, 4, 4])
    assert met > missed > missed_by_two
    assert met > rewards_for(2, [0, 0, 0], [3, 4, 3], [3, 4, 3])[0]  # It is better if the others miss their bets.


def test_in_the_last_deal_the_win_counts():
    behind, ahead, _ = rewards_for(4, [0, 60, 0], [3, 3, 2], [3, 5, 2])
    assert ahead > 0.8 > 0.3 > behind  # 40 against 50 points.
    assert points_for(4, 3, 0, 3) == 40
    won, lost, _ = rewards_for(4, [15, 60, 0], [3, 3, 2], [3, 5, 2])
    assert won > 0.8 > 0.3 > lost


@pytest.mark.parametrize("players", PLAYERS)
def test_l09_the_winner_of_the_last_deal_is_the_one_of_the_rules(players, scale):
    for seed in range(scale(60)):
        rng = random.Random(seed)
        states = new_states(players, seed)
        play_randomly(states, rng, lambda state: state.phase == Phase.OVER)
        points = states[0].points[3, :players].copy()
        states[0].score[:players] = [rng.choice((0, 0, 10)) for _ in range(players)]  # Often equal.
        (winner,) = GAME.winners(states, 0)
        states[0].score[:players] -= points  # As before the last deal was scored.
        rewards = np.zeros(8)
        rate_state(states, rewards)
        assert int(rewards[:players].argmax()) == winner


# --- The bots -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "novice", "skilled"])
@pytest.mark.parametrize("players", PLAYERS)
def test_the_choice_depends_on_nothing_hidden(name, players, scale):
    """With other values in its hand that it cannot tell from the true ones, and other keys, a bot chooses the same."""
    bot = patient_bot(name)
    rng = random.Random(players)
    for seed in range(scale(4)):
        states = new_states(players, seed)
        stop = rng.randrange(0, 2 * players + players * 9)
        played = iter(range(stop))
        play_randomly(states, rng, lambda s, played=played: next(played, None) is None)
        seat = int(KERNELS.to_act(states, 0))
        hidden = hidden_from_mover(states)
        other = states.copy()
        other[0].hand[seat, :] = rng.choice(sorted(own_hands(hidden[0], seat)))
        KERNELS.seed(other, 0, seed + 100, 3)
        legal = int(KERNELS.legal_actions(states, 0))
        chosen = bot.choose(hidden, 0, legal, np.array([seed], np.uint64))
        assert chosen == bot.choose(hidden_from_mover(other), 0, legal, np.array([seed], np.uint64))
        assert hidden.tobytes() == hidden_from_mover(states).tobytes()  # And the record is unchanged.


@pytest.mark.parametrize("bead_supply", ["unlimited", "box"])
@pytest.mark.parametrize("players", PLAYERS)
def test_the_bots_play_legally_to_the_end_and_the_same_again(players, bead_supply):
    names = ["novice", "greedy", "casual", "greedy", "novice"][:players]
    assert play_match(names, 3, bead_supply) == play_match(names, 3, bead_supply)


def test_greedy_beats_random_play(scale):
    deals = scale(10)
    won = sum(
        play_match(["greedy" if seat == own else "random" for seat in range(3)], seed)[0] == own
        for seed in range(deals)
        for own in range(3)
    )
    assert won >= 0.8 * 3 * deals  # Measured: 96 %.


def play_match(names: list[str], seed: int, bead_supply: str = "unlimited") -> tuple[int, list[int]]:
    """Return the winner of a match between bots, and all actions."""
    bots = [patient_bot(name) for name in names]
    gens = [np.array([100 * seed + seat], np.uint64) for seat in range(len(names))]
    states = new_states(len(names), seed, bead_supply)
    actions = []
    while (seat := int(KERNELS.to_act(states, 0))) >= 0:
        legal = int(KERNELS.legal_actions(states, 0))
        for step in bots[seat].choose(hidden_from_mover(states), 0, legal, gens[seat]):
            assert legal >> step & 1
            assert KERNELS.step(states, 0, step) == OK
            actions.append(step)
    return GAME.winners(states, 0)[0], actions


def test_the_last_card_needs_no_search():
    states = ending(4, 2, 1)
    slot = int(states[0].unplayed[int(states[0].turn)]).bit_length() - 1
    for name in ("greedy", "novice", "skilled"):
        chosen = patient_bot(name).choose(hidden_from_mover(states), 0, 0, np.array([1], np.uint64))
        assert chosen == [PLAY_0 + slot]
