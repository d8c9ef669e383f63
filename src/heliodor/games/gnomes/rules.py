"""Speedy Gnomes: take a card, play a card; gather sets of gems in your cave, and fight curses with winds.

docs/rules/gnomes.md numbers the rules. Where the printed leaflet is silent, we chose:

* S4: a player with a cave and no cave-in may not lay another cave; a player without one may play curses and winds.
* S4: one wind drives off one fog, of the player's choice.
* S5: a card is dropped only if none can be played; with an empty hand the player passes.
* S7: several curses of one kind may lie before a player. Lifting one of them lifts the oldest.
* S8: no fog hides a diamond; a cave-in stops it like every gem.
* S9: a round ends when it is the first player's turn again.
* Knowledge: everyone knows a card that was taken from the open ones, until a card of its kind is played from that
  hand: the others cannot tell whether it was the open one or a secret one of the same kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

import numpy as np

from heliodor.core.bits import bit, has_bit
from heliodor.core.deck import (
    NO_CARD,
    UNKNOWN,
    deck_fields,
    deck_size,
    hide_deck,
    imagine_chance,
    open_deck,
    shuffle_deck,
    take_card,
)
from heliodor.core.jit import rule
from heliodor.core.rng import next_keyed_word
from heliodor.core.state import state_type
from heliodor.games.gnomes.cards import (
    CAVE,
    CAVE_IN,
    COPIES,
    CURSE_KINDS,
    DECK_NAMES,
    DIAMOND,
    FOG_0,
    GEM_KINDS,
    LIFTED_BY,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_FOGS,
    NUM_KINDS,
    NUM_LAID_KINDS,
    STOPPED_BY,
    WIND_0,
    gem_of,
)
from heliodor.games.gnomes.split import WORK_SIZE, best_heaps, best_split, quick_split, split_bound

# --- Components ---------------------------------------------------------------------------------------------------

MAX_SEATS = 6
MAX_CURSES = MAX_SEATS - 1  # S7.
NUM_OPEN = 3
HAND_AT_START = 5
MAX_HAND = HAND_AT_START + 1  # Between taking and playing.
NO_SEAT = -1

FIRST_OF_COLOUR = np.array([gem_of(colour, 0) for colour in range(NUM_COLOURS)], np.int8)  # [colour] -> its first kind.

# --- Phases and actions -------------------------------------------------------------------------------------------


class Phase(IntEnum):
    """Where in a turn the match is."""

    TAKING = 0
    PLAYING = 1
    AIMING = 2  # A curse has left the hand; next comes its target.
    DRIVING = 3  # A wind has left the hand; next comes the fog that it drives off.
    OVER = 4


TAKE_DECK = 0
TAKE_OPEN_0 = 1  # Then three open cards.
SKIP = TAKE_OPEN_0 + NUM_OPEN  # S9: take none.
PASS = SKIP + 1
CARD_0 = PASS + 1  # Then 27 kinds: lay it, begin a curse or a wind with it, or drop it if nothing can be played.
TARGET_0 = CARD_0 + NUM_KINDS  # Then six seats.
DRIVE_0 = TARGET_0 + MAX_SEATS  # Then three fogs to drive off.
NUM_ACTIONS = DRIVE_0 + NUM_FOGS

TAKE_DECK_BIT = 1 << TAKE_DECK
SKIP_BIT = 1 << SKIP
PASS_BIT = 1 << PASS
CAVE_BIT = 1 << CAVE

# --- State --------------------------------------------------------------------------------------------------------

# A hand has two parts, each ascending: first the cards that everyone saw being taken, then the secret ones.
STATE = state_type(
    [
        *deck_fields(NUM_CARDS),
        ("players", np.int8),
        ("first", np.int8),  # Seat that started (S1).
        ("deck_option", np.int8),  # Index into DECK_NAMES.
        ("quick_start", np.int8),  # S2: 1 if a cave lies before each player from the start.
        ("full_last_round", np.int8),  # S9: 1 if a whole round follows the one in which the deck ran out.
        ("turn", np.int8),  # Seat whose turn it is.
        ("phase", np.int8),  # Phase.
        ("pending", np.int8),  # AIMING, DRIVING: the card between hand and table; else NO_CARD.
        ("round_number", np.int8),  # Counted from 1; a round begins with the first player.
        ("rounds_left", np.int8),  # S9: the current one included, once the deck is empty; before that 0.
        ("open_cards", np.int8, (NUM_OPEN,)),  # [slot] -> kind or NO_CARD.
        ("hand", np.int8, (MAX_SEATS, MAX_HAND)),  # [seat, place] -> known kinds, secret ones or UNKNOWN, NO_CARD.
        ("hand_size", np.int8, (MAX_SEATS,)),  # [seat] -> number of cards.
        ("num_known", np.int8, (MAX_SEATS,)),  # [seat] -> how many of them everyone knows.
        ("caves", np.int8, (MAX_SEATS,)),  # [seat] -> 1 if a cave lies before that player, else 0.
        ("gems", np.int8, (MAX_SEATS, NUM_LAID_KINDS)),  # [seat, kind − DIAMOND] -> number laid.
        ("curses", np.int8, (MAX_SEATS, MAX_CURSES)),  # [seat, place] -> kind, the oldest first, or NO_CARD.
        ("cursed_by", np.int8, (MAX_SEATS, MAX_CURSES)),  # [seat, place] -> the seat that laid that curse, or NO_SEAT.
        ("num_curses", np.int8, (MAX_SEATS,)),  # [seat] -> number of curses before that player.
        ("discard", np.int8, (NUM_KINDS,)),  # [kind] -> number of cards on the discard pile.
    ]
)

# --- Set-up -------------------------------------------------------------------------------------------------------


def configure(state: np.record, options: Mapping[str, bool | int | str]) -> None:
    """Write checked options into a blank state. Changes `state`."""
    state.players = options["players"]
    state.deck_option = DECK_NAMES.index(str(options["deck"]))
    state.quick_start = options["quick_start"]
    state.full_last_round = options["last_round"] == "full"


@rule
def set_up(state, first):
    """S1, S2: shuffle, deal five cards to each, open three; −1 as `first` is a random seat. Changes `state`."""
    state.open_cards[:] = NO_CARD
    state.hand[:, :] = NO_CARD
    state.curses[:, :] = NO_CARD
    state.cursed_by[:, :] = NO_SEAT
    state.pending = NO_CARD

    # S2: the caves of a quick start are laid before the rest is shuffled.
    caves_laid = num_players(state) if state.quick_start else 0
    for seat in range(caves_laid):
        state.caves[seat] = 1
    state.deck_pos = len(state.deck)
    if open_deck(state, NUM_CARDS - caves_laid):
        place = int(state.deck_pos)
        for kind in range(NUM_KINDS):
            for _ in range(int(COPIES[state.deck_option, kind]) - (caves_laid if kind == CAVE else 0)):
                state.deck[place] = kind
                place += 1
        shuffle_deck(state)

    # S1: five cards to each player, three open ones.
    for seat in range(num_players(state)):
        for _ in range(HAND_AT_START):
            _add_to_hand(state, seat, take_card(state))
    for slot in range(NUM_OPEN):
        state.open_cards[slot] = take_card(state)
    if first < 0:
        first = int(next_keyed_word(state) % np.uint64(state.players))
    state.first = first
    state.turn = first
    state.round_number = 1
    state.phase = Phase.TAKING


# --- Questions ----------------------------------------------------------------------------------------------------


@rule
def num_players(state):
    """Return the number of players as an int64: functions that take a seat are then compiled for one type only."""
    return np.int64(state.players)


@rule
def to_act(state):
    """Return the seat that decides next, or −1 when the match is over."""
    return -1 if state.phase == Phase.OVER else int(state.turn)


@rule
def legal_actions(state):
    """Return the set of legal actions; empty when the match is over."""
    if state.phase == Phase.TAKING:
        return _legal_take(state)
    if state.phase == Phase.PLAYING:
        return _legal_play(state)
    if state.phase == Phase.AIMING:
        return legal_targets(state) << TARGET_0
    if state.phase == Phase.DRIVING:
        return fogs_for(state, int(state.pending)) << DRIVE_0
    return 0


@rule
def is_over(state):
    """Return whether the match is over."""
    return state.phase == Phase.OVER


@rule
def score_of(state, seat):
    """S10: the best split of the gems that count, packed so that a greater number is a better split (S11)."""
    return best_split(state.gems[seat], colours_that_count(state, seat), np.empty(WORK_SIZE, np.int32))


@rule
def heaps_of(state, seat, heaps):
    """S10: write the heaps of the best split, see `best_heaps`; return the score. Changes `heaps`."""
    work = np.empty(WORK_SIZE, np.int32)
    score = best_split(state.gems[seat], colours_that_count(state, seat), work)
    best_heaps(work, heaps)
    return score


@rule
def colours_that_count(state, seat):
    """S10: the set of colours that no fog before the player hides; a cave-in does not affect scoring."""
    hidden = 0
    for place in range(int(state.num_curses[seat])):
        if state.curses[seat, place] != CAVE_IN:
            hidden |= int(STOPPED_BY[state.curses[seat, place]])
    colours = 0
    for colour in range(NUM_COLOURS):
        if not has_bit(hidden, FIRST_OF_COLOUR[colour]):
            colours |= bit(colour)
    return colours


@rule
def winners(state):
    """S11, G4: the best split wins; tied players share the win."""
    # Finding the best split takes long, so seats that cannot reach a split of another seat are left out before that.
    players = num_players(state)
    leader, reached = 0, -1
    for seat in range(players):
        score = quick_split(state.gems[seat], colours_that_count(state, seat))
        if score > reached:
            leader, reached = seat, score
    able = 0
    for seat in range(players):
        if split_bound(state.gems[seat], colours_that_count(state, seat)) >= reached:
            able |= bit(seat)
    if able == bit(leader):
        return able
    work = np.empty(WORK_SIZE, np.int32)
    won, best = 0, reached
    for step in range(players):
        seat = (leader + step) % players
        colours = colours_that_count(state, seat)
        bound = split_bound(state.gems[seat], colours)
        if not has_bit(able, seat) or bound < best:
            continue
        score = quick_split(state.gems[seat], colours)
        if score < bound:
            score = best_split(state.gems[seat], colours, work)
        if score > best:
            best = score
            won = bit(seat)
        elif score == best:
            won |= bit(seat)
    return won


# --- Actions ------------------------------------------------------------------------------------------------------


@rule
def apply_action(state, action):
    """Play a legal action; nothing is checked. Changes `state`."""
    if action <= SKIP:
        _take(state, action)
    elif action == PASS:
        _end_turn(state)
    elif action < TARGET_0:
        _play(state, action - CARD_0)
    elif action < DRIVE_0:
        _curse(state, action - TARGET_0)
    else:
        _drive_off(state, action - DRIVE_0)


# Taking a card.


@rule
def _legal_take(state):
    """S3: the deck or an open card; S9: while the deck is empty an open card or none."""
    legal = TAKE_DECK_BIT if deck_size(state) > 0 else SKIP_BIT
    for slot in range(NUM_OPEN):
        if state.open_cards[slot] != NO_CARD:
            legal |= bit(TAKE_OPEN_0 + slot)
    return legal


@rule
def _take(state, action):
    """S3, S9: take a card or none; an open card stays known to everyone. Changes `state`."""
    seat = np.int64(state.turn)
    if action == TAKE_DECK:
        _add_to_hand(state, seat, take_card(state))
    elif action != SKIP:
        slot = action - TAKE_OPEN_0
        card = state.open_cards[slot]
        _add_to_hand(state, seat, card)
        _make_known(state, seat, card)
        state.open_cards[slot] = take_card(state) if deck_size(state) > 0 else NO_CARD
    # S9: taking the last card of the deck starts the last rounds.
    if state.rounds_left == 0 and deck_size(state) == 0:
        state.rounds_left = 2 if state.full_last_round else 1
    state.phase = Phase.PLAYING


@rule
def _add_to_hand(state, seat, card):
    """Put a card into its place among the secret ones of a hand. Changes `state`."""
    hand = state.hand[seat]
    place = int(state.hand_size[seat])
    while place > state.num_known[seat] and hand[place - 1] > card:
        hand[place] = hand[place - 1]
        place -= 1
    hand[place] = card
    state.hand_size[seat] += 1


@rule
def _make_known(state, seat, card):
    """Move a secret card of a hand into its place among those that everyone knows. Changes `state`."""
    hand = state.hand[seat]
    num_known = int(state.num_known[seat])
    place = num_known
    while hand[place] != card:
        place += 1
    while place > num_known or (place > 0 and hand[place - 1] > card):
        hand[place] = hand[place - 1]
        place -= 1
    hand[place] = card
    state.num_known[seat] += 1


# Playing a card.


@rule
def held_kinds(state):
    """Return the set of kinds in the hand of the seat in turn, as far as they are known."""
    held = 0
    for place in range(int(state.hand_size[state.turn])):
        card = int(state.hand[state.turn, place])
        if card != UNKNOWN:
            held |= bit(card)
    return held


@rule
def playable_kinds(state):
    """S4: the set of kinds that the seat in turn could play now, whether or not it holds them."""
    seat = int(state.turn)
    stopped = 0
    playable = 0
    for place in range(int(state.num_curses[seat])):
        stopped |= int(STOPPED_BY[state.curses[seat, place]])
        playable |= int(LIFTED_BY[state.curses[seat, place]])
    if state.caves[seat] > 0:
        playable |= GEM_KINDS & ~stopped
    else:
        playable |= CAVE_BIT
    if legal_targets(state) != 0:
        playable |= CURSE_KINDS
    return playable


@rule
def _legal_play(state):
    """S4: a card that can be played must be; S5: if none can, any card is dropped; with an empty hand, pass."""
    held = held_kinds(state)
    if held == 0:
        return PASS_BIT
    playable = held & playable_kinds(state)
    return (playable if playable != 0 else held) << CARD_0


@rule
def _play(state, kind):
    """S4–S6: lay a card, begin a curse or a wind, or drop a card that cannot be played. Changes `state`."""
    seat = np.int64(state.turn)
    _remove_from_hand(state, seat, kind)
    if not has_bit(playable_kinds(state), kind):
        state.discard[kind] += 1  # S5.
        _end_turn(state)
    elif kind >= DIAMOND:
        state.gems[seat, kind - DIAMOND] += 1
        _end_turn(state)
    elif kind == CAVE:
        _lay_cave(state, seat)
        _end_turn(state)
    else:
        state.pending = kind
        state.phase = Phase.DRIVING if kind >= WIND_0 else Phase.AIMING


@rule
def _remove_from_hand(state, seat, kind):
    """Take a card of that kind out of a hand, a known one if there is one. Changes `state`."""
    hand = state.hand[seat]
    place = 0
    while hand[place] != kind:
        place += 1
    if place < state.num_known[seat]:
        state.num_known[seat] -= 1
    last = int(state.hand_size[seat]) - 1
    while place < last:
        hand[place] = hand[place + 1]
        place += 1
    hand[last] = NO_CARD
    state.hand_size[seat] = last


@rule
def _lay_cave(state, seat):
    """S6: if a cave-in lies here, it and this cave are discarded; else the cave is laid. Changes `state`."""
    place = _place_of_curse(state, seat, CAVE_IN)
    if place < state.num_curses[seat]:
        _lift_curse(state, seat, place)
        state.discard[CAVE] += 1
    else:
        state.caves[seat] = 1


@rule
def _place_of_curse(state, seat, kind):
    """Return the place of the oldest curse of that kind, or the number of curses if there is none."""
    place = 0
    while place < state.num_curses[seat] and state.curses[seat, place] != kind:
        place += 1
    return place


@rule
def _lift_curse(state, seat, place):
    """Discard the curse at that place; the newer ones move up. Changes `state`."""
    state.discard[state.curses[seat, place]] += 1
    last = int(state.num_curses[seat]) - 1
    while place < last:
        state.curses[seat, place] = state.curses[seat, place + 1]
        state.cursed_by[seat, place] = state.cursed_by[seat, place + 1]
        place += 1
    state.curses[seat, last] = NO_CARD
    state.cursed_by[seat, last] = NO_SEAT
    state.num_curses[seat] = last


# Cursing another player.


@rule
def legal_targets(state):
    """S4, S7: the set of other seats with fewer curses before them than they have opponents."""
    targets = 0
    players = num_players(state)
    for seat in range(players):
        if state.num_curses[seat] < players - 1 and seat != state.turn:
            targets |= bit(seat)
    return targets


@rule
def _curse(state, target):
    """S4: lay the pending curse before another player. Changes `state`."""
    place = int(state.num_curses[target])
    state.curses[target, place] = state.pending
    state.cursed_by[target, place] = state.turn
    state.num_curses[target] = place + 1
    _end_turn(state)


# Driving off a fog.


@rule
def fogs_for(state, wind):
    """S4: the set of fogs before the seat in turn that this kind of wind can drive off, counted from 0."""
    fogs = 0
    for place in range(int(state.num_curses[state.turn])):
        curse = int(state.curses[state.turn, place])
        if has_bit(int(LIFTED_BY[curse]), wind):
            fogs |= bit(curse - FOG_0)
    return fogs


@rule
def _drive_off(state, fog):
    """S4: the pending wind and one fog go to the discard pile. Changes `state`."""
    seat = np.int64(state.turn)
    state.discard[state.pending] += 1
    _lift_curse(state, seat, _place_of_curse(state, seat, FOG_0 + fog))
    _end_turn(state)


# --- Ends ---------------------------------------------------------------------------------------------------------


@rule
def _end_turn(state):
    """S9: the next seat takes a card; the match ends with the last round. Changes `state`."""
    state.pending = NO_CARD
    state.phase = Phase.TAKING
    seat = int(state.turn) + 1
    state.turn = 0 if seat == state.players else seat
    if state.turn != state.first:
        return
    if state.rounds_left == 1:
        state.phase = Phase.OVER
    else:
        state.round_number += 1
    if state.rounds_left > 0:
        state.rounds_left -= 1


# --- Knowledge ----------------------------------------------------------------------------------------------------


@rule
def hide(state, seat):
    """Overwrite what the seat may not know: the deck, others' secret cards; −1 is a spectator. Changes `state`."""
    hide_deck(state)
    for other in range(num_players(state)):
        if other != seat:
            for place in range(int(state.num_known[other]), int(state.hand_size[other])):
                state.hand[other, place] = UNKNOWN


@rule
def determinize(state, seat, gen):
    """Fill a hidden state with a world that is consistent with what the seat knows. Changes `state` and `gen`."""
    # Lay the cards that the seat has not seen into the deck, with room for the hidden hands on top.
    hidden_in_hands = 0
    for other in range(num_players(state)):
        if other != seat:
            hidden_in_hands += int(state.hand_size[other]) - int(state.num_known[other])
    place = int(state.deck_pos) - hidden_in_hands
    state.deck_pos = place
    for kind in range(NUM_KINDS):
        for _ in range(int(COPIES[state.deck_option, kind]) - _num_seen(state, kind)):
            state.deck[place] = kind
            place += 1
    imagine_chance(state, gen)

    # Deal the secret part of every other hand.
    for other in range(num_players(state)):
        if other != seat:
            size = int(state.hand_size[other])
            state.hand_size[other] = state.num_known[other]
            while state.hand_size[other] < size:
                _add_to_hand(state, other, take_card(state))


@rule
def _num_seen(state, kind):
    """Return how many cards of a kind the seat of a hidden state sees, wherever they lie."""
    seen = int(state.discard[kind]) + (1 if state.pending == kind else 0)
    for slot in range(NUM_OPEN):
        seen += 1 if state.open_cards[slot] == kind else 0
    for seat in range(num_players(state)):
        for place in range(int(state.hand_size[seat])):
            seen += 1 if state.hand[seat, place] == kind else 0
        if kind >= DIAMOND:
            seen += int(state.gems[seat, kind - DIAMOND])
        elif kind == CAVE:
            seen += int(state.caves[seat])
        else:
            for place in range(int(state.num_curses[seat])):
                seen += 1 if state.curses[seat, place] == kind else 0
    return seen
