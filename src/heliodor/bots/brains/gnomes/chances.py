"""The standing in a match of Speedy Gnomes: each seat's chance to win; at the end, the winners."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heliodor.bots.brains.gnomes.table import (
    ALL_COLOURS,
    COLOUR_LINES,
    END_TURNS,
    FOG_COLOURS,
    LINE_BITS,
    LINE_MASK,
    ZERO,
    gems_of,
    has_cave_in,
    lateness,
    lines_of,
    turns_to_come,
)
from heliodor.bots.brains.values import share_out, value_model, value_of
from heliodor.core.bits import bit, count_bits, has_bit
from heliodor.core.jit import rule
from heliodor.games.gnomes import rules
from heliodor.games.gnomes.cards import CAVE_IN, DIAMOND, FOG_0, LIFTED_BY, NUM_COLOURS, WIND_0
from heliodor.games.gnomes.rules import Phase, colours_that_count
from heliodor.games.gnomes.split import COUNT_BITS, LARGEST_SET, SIXES_SHIFT

# [cards of a set] -> worth in gems: a set that is nearly full can become a set of six.
SET_WORTH = np.array([0.0, 0.5, 1.1, 1.9, 2.9, 4.2, 6.5])

# The worth of what a seat has, fitted (conditional logit) to the results of matches.
# Two players: 5372 matches. The quick policy began them with distorted worths, so that one player had more gems and the
# other more winds; a search of 200 rounds played them to the end. The quick policy plays the end badly: in its own
# matches only gems seem to count.
# More players: 2000 matches of four and 2000 of six, by an earlier quick policy with one random move in twelve. Set by
# hand: "no cave", which is too rare late in a match to be fitted; and fogs and cave-ins in hand with more than four
# players, which the fit made slightly negative.
# The inputs behind "curses without an answer" came later; only training gives them a worth.
INPUTS = (
    "sets of gems that count",
    "gems that count",
    "hidden gems",
    "sets with hidden gems, more than without",
    "no cave",
    "a cave-in",
    "gems in hand, as many as there are turns",
    "a cave in hand",
    "winds in hand",
    "fogs in hand",
    "cave-ins in hand",
    "curses",
    "place in the round",
    "turns to come",
    "curses without an answer",
    "diamonds",
    "diamonds in hand",
    "last in the round",
    "gems that one fog can hide from the seats that play after its last turn, share",
    "gems in hand, last turn",
    "winds in hand, last turn",
    "fogs in hand, last turn",
)
NUM_INPUTS = len(INPUTS)
NUM_FITTED = 15  # Of these by hand.
# [two, up to four, more players] -> the worth in logarithms of the chance to win, and what is added to it towards the
# end, times the lateness.
#   sets   gems hidden  hidden   no cave-  hand: a               cave-        place in     curses without
#  shown  shown   gems    sets  cave    in  gems  cave winds  fogs   ins curses  round turns    an answer
VALUES = np.array(
    [
        [
            [0.01, 0.11, 0.05, 0.08, -0.03, -0.29, 0.11, 0.09, 0.23, 0.16, 0.28, -0.2, 0.25, 0.16, -0.1],
            [0.02, 0.22, 0.15, -0.03, -5.26, 1.74, 0.03, -0.41, -0.21, 1.3, -0.04, 0.89, 0.69, 1.79, -2.74],
        ],
        [
            [0.1, 0.09, 0.15, 0.11, -0.4, -0.4, 0.13, 0.28, 0.1, 0.0, 0.01, -0.15, 0.44, 0.13, 0.0],
            [0.3, -0.08, -0.1, 0.23, -3.5, 0.45, -0.1, -0.11, 0.02, 0.06, 0.04, -0.47, 0.01, 1.03, 0.0],
        ],
        [
            [0.41, -0.02, -0.09, 0.73, 0.0, -0.68, 0.1, 0.27, 0.04, 0.0, 0.0, -0.12, 0.27, 0.14, 0.0],
            [0.52, -0.29, -0.27, 0.05, -5.0, 0.05, -0.13, -0.32, -0.03, 0.01, 0.0, -0.03, -0.02, 0.66, 0.0],
        ],
    ]
)


MODELS = VALUES.reshape(len(VALUES), -1)  # As weights.


@rule
def part_lines(state, seat, colours, in_colour):
    """Write the lines of each of these colours separately. Changes `in_colour`."""
    for colour in range(NUM_COLOURS):
        in_colour[colour] = lines_of(state, seat, colours & bit(colour))


@rule
def heaps_of(in_colour, whole):
    """Return the lines if the gems of the `whole` colours are heaped by colour and all others by shape."""
    lines = ZERO
    for colour in range(NUM_COLOURS):
        lines += in_colour[colour] & (COLOUR_LINES if has_bit(whole, colour) else ~COLOUR_LINES)
    return lines


@rule
def sets_worth(state, seat, colours):
    """Return the approximate worth of the best split of the gems of these colours.

    Tries only the splits in which each colour is one heap, or all its gems lie on the heaps of their shapes.
    """
    in_colour = np.empty(NUM_COLOURS, np.int64)
    part_lines(state, seat, colours, in_colour)
    best = 0.0
    for whole in range(1 << NUM_COLOURS):
        lines = heaps_of(in_colour, whole)
        worth = 0.0
        fullest = 0
        while lines != 0:
            count = lines & LINE_MASK
            rest = count % LARGEST_SET
            worth += SET_WORTH[LARGEST_SET] * (count // LARGEST_SET) + SET_WORTH[rest]
            fullest = max(fullest, rest)
            lines >>= LINE_BITS
        # The diamonds go where they gain most.
        with_diamonds = min(fullest + int(state.gems[seat, 0]), LARGEST_SET)
        best = max(best, worth + SET_WORTH[with_diamonds] - SET_WORTH[fullest])
    return best


@rule
def score_bounds(state, seat):
    """Return a lower and an upper bound of a seat's score, packed as in the rules (S11)."""
    diamonds = int(state.gems[seat, 0])
    in_colour = np.empty(NUM_COLOURS, np.int64)
    part_lines(state, seat, colours_that_count(state, seat), in_colour)
    least = ZERO
    most = ZERO
    for whole in range(1 << NUM_COLOURS):
        lines = heaps_of(in_colour, whole)
        score = ZERO
        fullest = ZERO
        total = diamonds
        while lines != 0:
            count = lines & LINE_MASK
            score += fast_heap_score(count)
            fullest = max(fullest, count % LARGEST_SET)
            total += count
            lines >>= LINE_BITS
        least = max(least, score - fast_heap_score(fullest) + fast_heap_score(fullest + diamonds))
        most = fast_heap_score(total)
    return least, most


@rule
def fast_heap_score(count):
    """Fast copy of `rules.score_of` (S10, S11) for one heap: packed sets of six, and one of the rest."""
    rest = count % LARGEST_SET
    return (count // LARGEST_SET << SIXES_SHIFT) + (1 << COUNT_BITS * (rest - 1) if rest > 0 else 0)


@rule
def fast_winners(state):
    """Fast copy of `rules.winners` (S11): computes the best split only for seats that may have won."""
    players = int(state.players)
    least = ZERO
    for seat in range(players):
        least = max(least, score_bounds(state, seat)[0])
    contenders = ZERO
    for seat in range(players):
        if score_bounds(state, seat)[1] >= least:
            contenders |= bit(seat)
    if contenders & (contenders - 1) == 0:
        return contenders
    won = ZERO
    best = ZERO
    for seat in range(players):
        if has_bit(contenders, seat):
            score = int(rules.score_of(state, seat))
            if score > best or won == 0:
                best = score
                won = ZERO
            if score == best:
                won |= bit(seat)
    return won


@rule
def _write_fitted(state, seat, inputs):
    """Write the inputs of VALUES, the first of INPUTS. Changes `inputs`."""
    for i in range(NUM_FITTED):
        inputs[i] = 0.0
    shown = colours_that_count(state, seat)
    for i in range(2 if shown != ALL_COLOURS else 1):
        inputs[3 * i] = sets_worth(state, seat, ALL_COLOURS if i else shown)
        inputs[1 + i] = gems_of(state, seat, ALL_COLOURS & ~shown if i else shown)
    if shown != ALL_COLOURS:
        inputs[3] -= inputs[0]
    inputs[1] += int(state.gems[seat, 0])
    inputs[4] = 1 - int(state.caves[seat])
    inputs[5] = 1 if has_cave_in(state, seat) else 0
    held = ZERO
    for place in range(int(state.hand_size[seat])):
        kind = int(state.hand[seat, place])
        held |= bit(kind)
        if kind >= DIAMOND:
            inputs[6] += 1
        elif kind >= WIND_0:
            inputs[8] += 1
        elif kind >= FOG_0:
            inputs[9] += 1
        elif kind == CAVE_IN:
            inputs[10] += 1
        else:
            inputs[7] = 1
    inputs[11] = int(state.num_curses[seat])
    for place in range(int(state.num_curses[seat])):
        if held & int(LIFTED_BY[state.curses[seat, place]]) == 0:
            inputs[14] += 1
    inputs[12] = (seat - int(state.first)) % int(state.players)
    inputs[13] = turns_to_come(state, seat)
    inputs[6] = min(inputs[6], inputs[13])


@rule
def write_inputs(state, seat, inputs):
    """Write what a seat has, in the order of INPUTS. Changes `inputs`."""
    _write_fitted(state, seat, inputs)
    players = int(state.players)
    place_in_round = (seat - int(state.first)) % players
    diamonds = ZERO
    for place in range(int(state.hand_size[seat])):
        diamonds += 1 if state.hand[seat, place] == DIAMOND else 0
    inputs[15] = int(state.gems[seat, 0])
    inputs[16] = diamonds
    inputs[17] = 1 if place_in_round == players - 1 else 0
    shown = colours_that_count(state, seat)
    most = ZERO
    for fog in range(len(FOG_COLOURS)):
        most = max(most, gems_of(state, seat, shown & FOG_COLOURS[fog]))
    # S9: in the last round the seats behind this one can still curse it when it has no turn left to answer.
    inputs[18] = most * (players - 1 - place_in_round) / players
    is_last_turn = inputs[13] <= END_TURNS
    inputs[19] = inputs[6] if is_last_turn else 0.0
    inputs[20] = inputs[8] if is_last_turn else 0.0
    inputs[21] = inputs[9] if is_last_turn else 0.0


@rule
def progress_of(state, seat):
    """Return how late it is for a seat: near 0 at the beginning, 1 in its last turn, and more when that is over."""
    return lateness(turns_to_come(state, seat))


write_chances = value_model(progress_of, write_inputs, NUM_INPUTS)


@rule
def rate_by(state, weights, rewards):
    """Set each seat's reward: the share of the win at the end, before that the chance to win by the weights.

    Changes `rewards`.
    """
    if state.phase == Phase.OVER:
        _share_win(state, rewards)
    else:
        write_chances(state, weights, rewards)


@rule
def rate(state, rewards):
    """Set each seat's reward as `rate_by` does, by the model that comes with the brain. Changes `rewards`."""
    if state.phase == Phase.OVER:
        _share_win(state, rewards)
        return
    players = int(state.players)
    weights = MODELS[(players - 1) // 2]
    inputs = np.empty(NUM_FITTED)
    for seat in range(players):
        _write_fitted(state, seat, inputs)
        rewards[seat] = value_of(inputs, lateness(inputs[13]), weights)
    share_out(rewards, players)


@rule
def _share_win(state, rewards):
    """Share the win of a finished match. Changes `rewards`."""
    won = fast_winners(state)
    for seat in range(int(state.players)):
        rewards[seat] = has_bit(won, seat) / count_bits(won)


def first_model(worths: Sequence[float], players: int) -> tuple[list[float], list[float]]:
    """Return the model that a fit begins with, whatever the worths of the policy: its first and last numbers."""
    early, late = VALUES[(players - 1) // 2].tolist()
    rest = [0.0] * (NUM_INPUTS - NUM_FITTED)
    return [*early, *rest], [*late, *rest]
