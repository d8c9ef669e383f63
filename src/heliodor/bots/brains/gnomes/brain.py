"""The bots' knowledge of Speedy Gnomes.

Every turn takes one card and plays one, and the deck shrinks by one card per turn. So the number of turns of each
player, and the last player, are known from the beginning. Turns are scarce, cards are not. Worth is measured in gems
laid: a turn that lays none must cost the others more than one. Fogs decide at the end, when nobody can drive them off
any more. So a player keeps fogs, and a wind and a cave against the fogs and cave-ins of the others.
"""

from __future__ import annotations

import numpy as np

from heliodor.bots.brains.gnomes import duel
from heliodor.bots.brains.gnomes import worths as many
from heliodor.bots.brains.gnomes.chances import INPUTS as INPUTS
from heliodor.bots.brains.gnomes.chances import first_model as first_model
from heliodor.bots.brains.gnomes.chances import progress_of as progress_of
from heliodor.bots.brains.gnomes.chances import rate, rate_by
from heliodor.bots.brains.gnomes.chances import write_inputs as write_inputs
from heliodor.bots.brains.gnomes.table import ALL_COLOURS, ZERO, lines_of, turns_to_come
from heliodor.bots.brains.gnomes.traits import CHARACTERS as CHARACTERS
from heliodor.bots.brains.gnomes.traits import mark
from heliodor.bots.brains.values import Worth
from heliodor.bots.strength import Strength
from heliodor.core.bits import bit, has_bit, lowest_bit
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
    GEM_KINDS,
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
    fogs_for,
    held_kinds,
    legal_targets,
    playable_kinds,
)

MAX_MOVES = 24  # Four curses before five players each, and two more cards.
LISTED_MOVES = 8
ORDINARY_GEMS = GEM_KINDS & ~(1 << DIAMOND)
TREE_DEPTH = 6
PLAYOUT_TURNS = 18  # Of all players together, in whole rounds: three rounds of six players, nine of two.
FIRST_LOOK = 0.5  # With two players: share of the reward that comes from rating the position before the playout.

STRENGTHS = {
    "novice": Strength(rounds=16, softness=0.05, seconds=0.03),
    "casual": Strength(rounds=50, softness=0.02, seconds=0.04),
    "skilled": Strength(rounds=250, softness=0.01, seconds=0.25),
    "expert": Strength(rounds=800, softness=0.0, seconds=1.2, exploration=0.3, trust=2),
    "master": Strength(rounds=8000, softness=0.0, seconds=1.4, exploration=0.3, trust=2),
}

# A move is one step, or a card and its target. Steps are counted from 1, six bits each, the first one lowest.
STEP_BITS = 6
STEP_MASK = (1 << STEP_BITS) - 1
# While moves are sorted, their worth is in the bits above them.
WORTH_BITS = 2 * STEP_BITS
MOVE_MASK = (1 << WORTH_BITS) - 1
WORTH_UNIT = 1000.0

# --- Moves ----------------------------------------------------------------------------------------------------------


@rule
def start_worths(is_duel):
    """Return the worths that come with the brain; `is_duel` for those of two players."""
    return duel.START if is_duel else many.START


@rule
def rank_moves(state, is_duel, worths, moves):
    """Write the possible moves with their worth, the best first; `is_duel` if the worths are those of two players.

    Returns how many there are. Changes `moves`.
    """
    seat = int(state.turn)
    lines = lines_of(state, seat, ALL_COLOURS)
    held = held_kinds(state)
    playable = playable_kinds(state)
    turns = turns_to_come(state, seat)
    if state.phase == Phase.TAKING:
        return _rank_takes(state, is_duel, worths, lines, held, playable, turns, moves)
    return _rank_plays(state, is_duel, worths, lines, held, playable, turns, moves)


@rule
def _card_worth(state, is_duel, worths, kind, held, num_gems, playable, lines, turns):
    """Return the value of holding a card, given the gems and other kinds in hand."""
    if is_duel:
        their_lines = lines_of(state, 1 - int(state.turn), ALL_COLOURS) if kind > DIAMOND else ZERO
        return duel.card_worth(worths, state, kind, held, num_gems, playable, lines, their_lines, turns)
    return many.card_worth(worths, kind, held, playable, lines, turns)


@rule
def _play_worth(state, is_duel, worths, kind, aim, lines, is_blocked, turns, strongest):
    """Return the value of playing a card, with its target or fog if it needs one."""
    if is_duel:
        if kind >= DIAMOND:
            return duel.gem_worth(worths, lines, kind)
        if kind >= WIND_0:
            return duel.lift_worth(worths, state, aim, is_blocked, turns)
        return duel.cave_worth(worths, turns) if kind == CAVE else duel.curse_worth(worths, state, kind, aim, turns)
    if kind >= DIAMOND:
        return many.gem_worth(worths, lines, kind)
    if kind >= WIND_0:
        return many.lift_worth(worths, state, aim, is_blocked)
    return many.cave_worth(worths, state) if kind == CAVE else many.curse_worth(worths, state, kind, aim, strongest)


@rule
def _gems_in_hand(state):
    """Return how many gems the seat in turn holds."""
    count = ZERO
    for place in range(int(state.hand_size[state.turn])):
        if state.hand[state.turn, place] >= DIAMOND:
            count += 1
    return count


@rule
def _rank_takes(state, is_duel, worths, lines, held, playable, turns, moves):
    """S3: the deck or one of the open cards, equal ones once; S9: none if there are none. Changes `moves`."""
    num_gems = _gems_in_hand(state) if is_duel else ZERO
    count = ZERO
    seen = ZERO
    for slot in range(-1, NUM_OPEN):
        if slot < 0:
            if deck_size(state) == 0:
                continue
            worth = worths[duel.TAKE_FROM_DECK if is_duel else many.TAKE_FROM_DECK]
        else:
            kind = int(state.open_cards[slot])
            if kind == NO_CARD or has_bit(seen, kind):
                continue
            seen |= bit(kind)
            worth = _card_worth(state, is_duel, worths, kind, held, num_gems, playable, lines, turns)
        count = _add(moves, count, (TAKE_OPEN_0 + slot if slot >= 0 else TAKE_DECK) + 1, worth)
    if count == 0:
        moves[0] = SKIP + 1
        return 1
    return count


@rule
def _rank_plays(state, is_duel, worths, lines, held, playable, turns, moves):
    """S4, S5: a card with its target, or the target of the card that has left the hand. Changes `moves`."""
    is_aiming = state.phase != Phase.PLAYING
    kinds = bit(int(state.pending)) if is_aiming else held & playable
    is_dropping = kinds == 0
    is_blocked = held & playable & GEM_KINDS == 0
    if is_dropping:
        kinds = held
        if held == 0:
            moves[0] = PASS + 1
            return 1
        if held & ORDINARY_GEMS != 0:
            kinds &= ~bit(DIAMOND)  # S8, S10: it stands for any of these gems, and no fog hides it.
    strongest = many.strongest_other(state) if not is_duel and kinds & CURSE_KINDS != 0 else -1
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
                worth = -_card_worth(state, is_duel, worths, kind, ZERO, ZERO, playable, lines, turns)
            else:
                worth = _play_worth(state, is_duel, worths, kind, aim, lines, is_blocked, turns, strongest)
            move = first_aim + aim
            if not is_aiming:
                move = move << STEP_BITS | (CARD_0 + kind + 1)
            count = _add(moves, count, move, worth)
    return count


@rule
def _add(moves, count, move, worth):
    """Insert a move into the sorted list; return the new length. Changes `moves`."""
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
    """Return the move that is worth most.

    It uses the worths of a larger table with two players, too. Those for two are better against a search, but they keep
    few winds, and a player who lays fogs at random wins too often against them.
    """
    moves = np.empty(MAX_MOVES, np.int64)
    rank_moves(state, False, start_worths(False), moves)
    return moves[0] & MOVE_MASK


@rule
def playout_turns(state):
    """Return the number of turns of a playout, in whole rounds, so that nobody has an extra turn."""
    players = int(state.players)
    return PLAYOUT_TURNS // players * players


@rule
def play_out(state, gen):
    """Play on by the quick policy for some rounds, to the end of a turn. Changes `state`."""
    _play_turns(state, playout_turns(state), start_worths(state.players == 2))


@rule
def _play_turns(state, turns, worths):
    """Play the turn to its end, and this many more, by the quick policy with these worths. Changes `state`."""
    moves = np.empty(MAX_MOVES, np.int64)
    while state.phase != Phase.OVER:
        if state.phase == Phase.TAKING:
            if turns == 0:
                return
            turns -= 1
        rank_moves(state, state.players == 2, worths, moves)
        play_move(state, moves[0] & MOVE_MASK)


@rule
def first_look(state, rewards):
    """With two players, rate the position at the end of the turn; return its share of the reward. Changes both."""
    if state.players != 2 or state.phase == Phase.OVER:
        return 0.0
    _play_turns(state, ZERO, start_worths(True))
    rate(state, rewards)
    return FIRST_LOOK


# --- The same by trained weights --------------------------------------------------------------------------------------


def first_worths(players: int) -> dict[str, Worth]:
    """Return the worths that training begins with."""
    return duel.WORTHS if players == 2 else many.WORTHS


@rule
def policy_move(state, gen, weights):
    """Return the quick policy's move by these weights, of which the worths are the first."""
    moves = np.empty(MAX_MOVES, np.int64)
    rank_moves(state, state.players == 2, weights, moves)
    return moves[0] & MOVE_MASK


@rule
def play_out_by(state, gen, weights):
    """Play on as `play_out` does. Changes `state`."""
    _play_turns(state, playout_turns(state), weights)


@rule
def first_look_by(state, weights, rewards):
    """Take a first look as `first_look` does; return its share of the reward. Changes both."""
    if state.players != 2 or state.phase == Phase.OVER:
        return 0.0
    _play_turns(state, ZERO, weights)
    rate_by(state, weights, rewards)
    return FIRST_LOOK


# --- What the search asks -------------------------------------------------------------------------------------------


@rule
def imagine(state, seat, gen):
    """Fill a hidden state with a possible world, but only the part of the deck that can be drawn. Changes both."""
    unseen = np.empty(NUM_KINDS, np.int64)
    count_unseen(state, unseen)
    left = ZERO
    for kind in range(NUM_KINDS):
        left += unseen[kind]
    for other in range(int(state.players)):
        if other == seat:
            continue
        # The secret part of a hand is sorted: insert each drawn card at its place.
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
    # At most one card is drawn per move in the tree, and per turn of a playout.
    place = int(state.deck_pos)
    end = min(len(state.deck), place + TREE_DEPTH + playout_turns(state))
    while place < end:
        state.deck[place] = draw_unseen(unseen, left, gen)
        left -= 1
        place += 1


@rule
def count_unseen(state, unseen):
    """Write how many cards of each kind the seat of a hidden state does not see. Changes `unseen`."""
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
    """Draw one of the `left` unseen cards and return its kind. Changes `unseen` and `gen`."""
    drawn = random_below(gen, left)
    kind = 0
    while drawn >= unseen[kind]:
        drawn -= unseen[kind]
        kind += 1
    unseen[kind] -= 1
    return kind


@rule
def list_root_moves(state, moves, insight):
    """Write the candidate moves at the root: the same as below it. Changes `moves`."""
    return list_moves(state, moves)


@rule
def list_moves(state, moves):
    """Write the candidate moves, best first, and return how many. Changes `moves`."""
    is_duel = state.players == 2
    count = min(rank_moves(state, is_duel, start_worths(is_duel), moves), LISTED_MOVES)
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


@rule
def traits_of(state, move, traits):
    """Write how bold, careful and mean a move is, in hundredths; return 3. Changes `traits`."""
    return mark(state, (move & STEP_MASK) - 1, (move >> STEP_BITS) - 1, traits)
