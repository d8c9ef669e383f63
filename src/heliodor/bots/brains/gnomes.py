"""What the bots know of Speedy Gnomes.

Every turn takes one card and plays one, and the deck shrinks by one card a turn: so it is known from the beginning
who plays how often and who plays last. Turns are what is scarce, not cards. A gem laid is the measure of all worth:
a turn that lays none has to cost the others more than that. Fogs decide at the end, when nobody drives them off any
more; so they are kept, and so are a wind and a cave against what the others keep.
"""

from __future__ import annotations

import math

import numpy as np

from heliodor.bots.brains import gnomes_duel as duel
from heliodor.bots.brains import gnomes_worths as many
from heliodor.bots.brains.gnomes_table import (
    ALL_COLOURS,
    COLOUR_LINES,
    LINE_BITS,
    LINE_MASK,
    ZERO,
    gems_of,
    has_cave_in,
    lateness,
    lines_of,
    turns_to_come,
)
from heliodor.bots.strength import Strength
from heliodor.core.bits import bit, count_bits, has_bit, lowest_bit
from heliodor.core.deck import NO_CARD, UNKNOWN, deck_size
from heliodor.core.jit import rule
from heliodor.core.rng import random_below
from heliodor.games.gnomes import rules
from heliodor.games.gnomes.cards import (
    CAVE,
    CAVE_IN,
    COPIES,
    CURSE_KINDS,
    DIAMOND,
    FOG_0,
    GEM_KINDS,
    LIFTED_BY,
    NUM_COLOURS,
    NUM_KINDS,
    WIND_0,
)
from heliodor.games.gnomes.rules import (
    CARD_0,
    DRIVE_0,
    NUM_OPEN,
    PASS,
    SKIP,
    TAKE_DECK,
    TAKE_OPEN_0,
    TARGET_0,
    Phase,
    colours_that_count,
    fogs_for,
    held_kinds,
    legal_targets,
    playable_kinds,
)
from heliodor.games.gnomes.split import COUNT_BITS, LARGEST_SET, SIXES_SHIFT

MAX_MOVES = 24  # Four curses before five players each, and two more cards.
LISTED_MOVES = 8
TREE_DEPTH = 6
PLAYOUT_TURNS = 18  # Of all together, in whole rounds: three of six players, nine of two.
FIRST_LOOK = 0.5  # With two players so much of a reward is what the position is worth before a playout.

STRENGTHS = {
    "novice": Strength(rounds=16, softness=0.05, seconds=0.03),
    "casual": Strength(rounds=50, softness=0.02, seconds=0.04),
    "skilled": Strength(rounds=250, softness=0.01, seconds=0.25),
    "expert": Strength(rounds=800, softness=0.0, seconds=1.2, exploration=0.3, trust=2),
}

# A move is one step, or a card and what it is aimed at. Steps are counted from 1, six bits each, the first one lowest.
STEP_BITS = 6
STEP_MASK = (1 << STEP_BITS) - 1
# While moves are put in order, their worth stands above them.
WORTH_BITS = 2 * STEP_BITS
MOVE_MASK = (1 << WORTH_BITS) - 1
WORTH_UNIT = 1000.0

# --- How a match stands, in logarithms of the chance to win ---------------------------------------------------------

# [cards of a set] -> worth in gems: what is nearly a set of six can become one.
SET_WORTH = np.array([0.0, 0.5, 1.1, 1.9, 2.9, 4.2, 6.5])

# What a seat has, and what it is worth: fitted (conditional logit) to how matches ended. With two players those were
# 5372, begun by the quick policy with odd worths, so that one had more gems and the other more winds, and from some
# turn on played to their end by a search of 200 rounds: in matches of the quick policy alone gems seem to be all that
# counts, since it plays the end badly. With more they were 2000 of four and of six, by an earlier quick policy, one
# move in twelve random; there the following was set by hand: "no cave", too rare late in a match to be fitted, and the
# fogs and cave-ins in hand of more than four players, which the fit made slightly negative.
# [two, up to four, more players] -> the worth at any time, and what is added towards the end, times the lateness.
NUM_FEATURES = 15
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

# --- Moves ----------------------------------------------------------------------------------------------------------


@rule
def rank_moves(state, moves):
    """Write the possible moves with their worth, the best first; return how many. Changes `moves`."""
    seat = int(state.turn)
    lines = lines_of(state, seat, ALL_COLOURS)
    held = held_kinds(state)
    playable = playable_kinds(state)
    turns = turns_to_come(state, seat)
    if state.phase == Phase.TAKING:
        return _rank_takes(state, lines, held, playable, turns, moves)
    return _rank_plays(state, lines, held, playable, turns, moves)


@rule
def _card_worth(state, kind, held, num_gems, playable, lines, turns):
    """Return what it is worth to the seat in turn to hold a card, with so many gems and other kinds in hand."""
    if state.players == 2:
        their_lines = lines_of(state, 1 - int(state.turn), ALL_COLOURS) if kind > DIAMOND else ZERO
        return duel.card_worth(state, kind, held, num_gems, playable, lines, their_lines, turns)
    return many.card_worth(kind, held, playable, lines, turns)


@rule
def _play_worth(state, kind, aim, lines, is_blocked, turns, strongest):
    """Return what it is worth to play a card: with its target or its fog, where it needs one."""
    if state.players == 2:
        if kind >= DIAMOND:
            return duel.gem_worth(lines, kind)
        if kind >= WIND_0:
            return duel.lift_worth(state, aim, is_blocked, turns)
        return duel.cave_worth(turns) if kind == CAVE else duel.curse_worth(state, kind, aim, turns)
    if kind >= DIAMOND:
        return many.gem_worth(lines, kind)
    if kind >= WIND_0:
        return many.lift_worth(state, aim, is_blocked)
    return many.cave_worth(state) if kind == CAVE else many.curse_worth(state, kind, aim, strongest)


@rule
def _gems_in_hand(state):
    """Return how many gems the seat in turn holds."""
    count = ZERO
    for place in range(int(state.hand_size[state.turn])):
        if state.hand[state.turn, place] >= DIAMOND:
            count += 1
    return count


@rule
def _rank_takes(state, lines, held, playable, turns, moves):
    """S3: the deck or one of the open cards, like ones once; S9: none if there are none. Changes `moves`."""
    num_gems = _gems_in_hand(state)
    count = ZERO
    seen = ZERO
    for slot in range(-1, NUM_OPEN):
        if slot < 0:
            if deck_size(state) == 0:
                continue
            worth = duel.TAKE_FROM_DECK if state.players == 2 else many.TAKE_FROM_DECK
        else:
            kind = int(state.open_cards[slot])
            if kind == NO_CARD or has_bit(seen, kind):
                continue
            seen |= bit(kind)
            worth = _card_worth(state, kind, held, num_gems, playable, lines, turns)
        count = _add(moves, count, (TAKE_OPEN_0 + slot if slot >= 0 else TAKE_DECK) + 1, worth)
    if count == 0:
        moves[0] = SKIP + 1
        return 1
    return count


@rule
def _rank_plays(state, lines, held, playable, turns, moves):
    """S4, S5: a card with its aim, or the aim of the card that has left the hand. Changes `moves`."""
    is_aiming = state.phase != Phase.PLAYING
    kinds = bit(int(state.pending)) if is_aiming else held & playable
    is_dropping = kinds == 0
    is_blocked = held & playable & GEM_KINDS == 0
    if is_dropping:
        kinds = held
        if held == 0:
            moves[0] = PASS + 1
            return 1
    strongest = many.strongest_other(state) if kinds & CURSE_KINDS != 0 else -1
    count = ZERO
    while kinds != 0:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        aims = 1  # None.
        first_aim = 0
        if not is_dropping and CAVE_IN <= kind < WIND_0:
            aims = legal_targets(state)
            first_aim = TARGET_0 + 1
        elif not is_dropping and WIND_0 <= kind < DIAMOND:
            aims = fogs_for(state, kind)
            first_aim = DRIVE_0 + 1
        while aims != 0:
            aim = lowest_bit(aims)
            aims &= aims - 1
            if is_dropping:
                worth = -_card_worth(state, kind, ZERO, ZERO, playable, lines, turns)
            else:
                worth = _play_worth(state, kind, aim, lines, is_blocked, turns, strongest)
            move = first_aim + aim
            if not is_aiming:
                move = move << STEP_BITS | (CARD_0 + kind + 1)
            count = _add(moves, count, move, worth)
    return count


@rule
def _add(moves, count, move, worth):
    """Put a move into its place among those found so far; return how many there are now. Changes `moves`."""
    code = (int(WORTH_UNIT * worth) << WORTH_BITS) | move
    place = count
    while place > 0 and moves[place - 1] < code:
        moves[place] = moves[place - 1]
        place -= 1
    moves[place] = code
    return count + 1


# --- The quick policy -----------------------------------------------------------------------------------------------


@rule
def greedy_move(state, gen):
    """Return the quick policy's move."""
    moves = np.empty(MAX_MOVES, np.int64)
    rank_moves(state, moves)
    return moves[0] & MOVE_MASK


@rule
def playout_turns(state):
    """Return how many turns a playout has. After whole rounds nobody has had a turn more than others."""
    players = int(state.players)
    return PLAYOUT_TURNS // players * players


@rule
def play_out(state, gen):
    """Play on by the quick policy for some rounds, to the end of a turn. Changes `state`."""
    _play_turns(state, playout_turns(state))


@rule
def _play_turns(state, turns):
    """Play the turn to its end, and so many more, by the quick policy. Changes `state`."""
    moves = np.empty(MAX_MOVES, np.int64)
    while state.phase != Phase.OVER:
        if state.phase == Phase.TAKING:
            if turns == 0:
                return
            turns -= 1
        rank_moves(state, moves)
        play_move(state, moves[0] & MOVE_MASK)


# --- How a match stands ---------------------------------------------------------------------------------------------


@rule
def part_lines(state, seat, colours, in_colour):
    """Write the lines of each of these colours by itself. Changes `in_colour`."""
    for colour in range(NUM_COLOURS):
        in_colour[colour] = lines_of(state, seat, colours & bit(colour))


@rule
def heaps_of(in_colour, whole):
    """Return the lines in which the gems of the `whole` colours lie on heaps of their own, others on their shapes'."""
    lines = ZERO
    for colour in range(NUM_COLOURS):
        lines += in_colour[colour] & (COLOUR_LINES if has_bit(whole, colour) else ~COLOUR_LINES)
    return lines


@rule
def sets_worth(state, seat, colours):
    """Return about what the best split of the gems of these colours is worth.

    Tried are the splits in which each colour is a heap, or its gems all lie on the heaps of their shapes.
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
        # The diamonds go where most is to be gained.
        with_diamonds = min(fullest + int(state.gems[seat, 0]), LARGEST_SET)
        best = max(best, worth + SET_WORTH[with_diamonds] - SET_WORTH[fullest])
    return best


@rule
def score_bounds(state, seat):
    """Return two scores as the rules pack them: one that a seat has at least, and one that it has at most (S11)."""
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
            score += sets_score(count)
            fullest = max(fullest, count % LARGEST_SET)
            total += count
            lines >>= LINE_BITS
        least = max(least, score - sets_score(fullest) + sets_score(fullest + diamonds))
        most = sets_score(total)
    return least, most


@rule
def sets_score(count):
    """S10, S11: return the score of one heap: sets of six and one of the rest, packed as the rules do it."""
    rest = count % LARGEST_SET
    return (count // LARGEST_SET << SIXES_SHIFT) + (1 << COUNT_BITS * (rest - 1) if rest > 0 else 0)


@rule
def winners(state):
    """S11: return the set of winners, as the rules have it; the best split is found only for those who may have won."""
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
def features_of(state, seat, out):
    """Write what a seat has, in the order of VALUES. Changes `out`."""
    for i in range(NUM_FEATURES):
        out[i] = 0.0
    shown = colours_that_count(state, seat)
    for i in range(2 if shown != ALL_COLOURS else 1):
        out[3 * i] = sets_worth(state, seat, ALL_COLOURS if i else shown)
        out[1 + i] = gems_of(state, seat, ALL_COLOURS & ~shown if i else shown)
    if shown != ALL_COLOURS:
        out[3] -= out[0]
    out[1] += int(state.gems[seat, 0])
    out[4] = 1 - int(state.caves[seat])
    out[5] = 1 if has_cave_in(state, seat) else 0
    held = ZERO
    for place in range(int(state.hand_size[seat])):
        kind = int(state.hand[seat, place])
        held |= bit(kind)
        if kind >= DIAMOND:
            out[6] += 1
        elif kind >= WIND_0:
            out[8] += 1
        elif kind >= FOG_0:
            out[9] += 1
        elif kind == CAVE_IN:
            out[10] += 1
        else:
            out[7] = 1
    out[11] = int(state.num_curses[seat])
    for place in range(int(state.num_curses[seat])):
        if held & int(LIFTED_BY[state.curses[seat, place]]) == 0:
            out[14] += 1
    out[12] = (seat - int(state.first)) % int(state.players)
    out[13] = turns_to_come(state, seat)
    out[6] = min(out[6], out[13])


@rule
def rate(state, rewards):
    """Set each seat's reward: the share of the win at the end, before that the chance of it. Changes `rewards`."""
    players = int(state.players)
    if state.phase == Phase.OVER:
        won = winners(state)
        for seat in range(players):
            rewards[seat] = has_bit(won, seat) / count_bits(won)
        return
    weights = VALUES[(players - 1) // 2]
    features = np.empty(NUM_FEATURES)
    for seat in range(players):
        features_of(state, seat, features)
        late = lateness(features[13])
        rewards[seat] = 0.0
        for i in range(NUM_FEATURES):
            rewards[seat] += features[i] * (weights[0, i] + late * weights[1, i])
    best = -1.0e9
    for seat in range(players):
        best = max(best, rewards[seat])
    total = 0.0
    for seat in range(players):
        rewards[seat] = math.exp(rewards[seat] - best)
        total += rewards[seat]
    for seat in range(players):
        rewards[seat] /= total


@rule
def first_look(state, rewards):
    """With two players rate a position at the end of the turn; return what part of the reward that is. Changes both."""
    if state.players != 2 or state.phase == Phase.OVER:
        return 0.0
    _play_turns(state, ZERO)
    rate(state, rewards)
    return FIRST_LOOK


# --- What the search asks -------------------------------------------------------------------------------------------


@rule
def imagine(state, seat, gen):
    """Fill a hidden state with a possible world; of the deck only as much as can be drawn in it. Changes both."""
    unseen = np.empty(NUM_KINDS, np.int64)
    count_unseen(state, unseen)
    left = ZERO
    for kind in range(NUM_KINDS):
        left += unseen[kind]
    for other in range(int(state.players)):
        if other == seat:
            continue
        # The secret part of a hand is sorted, so it is drawn as numbers of kinds.
        place = int(state.num_known[other])
        size = int(state.hand_size[other])
        while place < size:
            kind = draw_unseen(unseen, left, gen)
            left -= 1
            to = place
            while to > state.num_known[other] and state.hand[other, to - 1] > kind:
                state.hand[other, to] = state.hand[other, to - 1]
                to -= 1
            state.hand[other, to] = kind
            place += 1
    # Each card drawn in the tree takes a choice, and each turn of a playout draws one at most.
    place = int(state.deck_pos)
    end = min(len(state.deck), place + TREE_DEPTH + playout_turns(state))
    while place < end:
        state.deck[place] = draw_unseen(unseen, left, gen)
        left -= 1
        place += 1


@rule
def count_unseen(state, unseen):
    """Write how many cards of each kind the holder of a hidden state does not see. Changes `unseen`."""
    for kind in range(NUM_KINDS):
        unseen[kind] = int(COPIES[state.deck_option, kind]) - int(state.discard[kind])
    if state.pending != NO_CARD:
        unseen[state.pending] -= 1
    for slot in range(NUM_OPEN):
        if state.open_cards[slot] != NO_CARD:
            unseen[state.open_cards[slot]] -= 1
    for seat in range(int(state.players)):
        unseen[CAVE] -= int(state.caves[seat])
        for place in range(int(state.hand_size[seat])):
            if state.hand[seat, place] != UNKNOWN:
                unseen[state.hand[seat, place]] -= 1
        for place in range(int(state.num_curses[seat])):
            unseen[state.curses[seat, place]] -= 1
        for cell in range(NUM_KINDS - DIAMOND):
            unseen[DIAMOND + cell] -= int(state.gems[seat, cell])


@rule
def draw_unseen(unseen, left, gen):
    """Draw one of so many unseen cards and return its kind. Changes `unseen` and `gen`."""
    drawn = random_below(gen, left)
    kind = 0
    while drawn >= unseen[kind]:
        drawn -= unseen[kind]
        kind += 1
    unseen[kind] -= 1
    return kind


@rule
def list_root_moves(state, moves, insight):
    """Write the choices worth a thought at the root: the same as below it. Changes `moves`."""
    return list_moves(state, moves)


@rule
def list_moves(state, moves):
    """Write the moves worth a thought, best first, and return how many. Changes `moves`."""
    count = min(rank_moves(state, moves), LISTED_MOVES)
    # A curse that does no harm is laid only if nothing else can be played.
    while count > 1 and moves[count - 1] >> WORTH_BITS == 0:
        count -= 1
    for i in range(count):
        moves[i] &= MOVE_MASK
    return count


@rule
def play_move(state, move):
    """Play a move. Changes `state`."""
    while move != 0:
        rules.apply_action(state, (move & STEP_MASK) - 1)
        move >>= STEP_BITS


@rule
def steps_of(state, move, steps):
    """Write the steps of a move and return how many. Changes `steps`."""
    count = 0
    while move != 0:
        steps[count] = (move & STEP_MASK) - 1
        count += 1
        move >>= STEP_BITS
    return count
