"""Luz: ten tricks with yellow as trump, a bet on how many you take, and a hand whose values only the others see.

docs/rules/luz.md numbers the rules. Where the printed book is silent, we chose:

* L2: hands lie red, yellow, green, blue, purple, low to high within a colour; slots keep their numbers.
* L3: until the deal is over, a spectator sees only the colours and the order of every hand.
* L4: the box does not limit the bets, unless the option `bead_supply` says so.
* L8: if seats are tied before deal 4, the first of them clockwise from the first-player marker begins.
* L9: if deal 4 does not break a tie either, the same order decides; so there is always one winner.

A card is 12 × colour + value − 1. Everyone has seen the played cards, so the record keeps the values of played slots:
they narrow down what the unplayed slots between them can be. Views do not show them again (L3).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

import numpy as np

from heliodor.core.bits import bit, count_bits, lowest_bit
from heliodor.core.deck import NO_CARD, UNKNOWN, deck_fields, hide_deck, open_deck, shuffle_deck, take_card
from heliodor.core.jit import rule
from heliodor.core.rng import next_keyed_word, random_below, rekey_from_player
from heliodor.core.state import state_type

# --- Components ---------------------------------------------------------------------------------------------------

MAX_SEATS = 5
NUM_COLOURS = 5  # Red, yellow, green, blue, purple.
NUM_VALUES = 12
NUM_CARDS = NUM_COLOURS * NUM_VALUES
TRUMP = 1  # Yellow.
HAND_SIZE = 10  # Also the number of tricks in a deal.
NUM_DEALS = 4
BEADS_IN_BOX = 15
HIGHEST_VALUE = np.array([0, 0, 0, 8, 10, 12], np.int64)  # [players] -> value: ten cards more than are dealt.

EXACT_POINTS = 10  # L7: times the number of the deal, for a bet met without the safety bead.
SAFE_POINTS = 5  # L7: times the number of the deal, for a bet met with it.
MISS_POINTS = 5  # L7: lost for each trick above or below the bet.

# --- Phases and actions -------------------------------------------------------------------------------------------


class Phase(IntEnum):
    """Where in a deal the match is."""

    BETTING = 0
    PLAYING = 1
    OVER = 2


BID_0 = 0  # Then 22 bids: 0, 0 with the safety bead, 1, 1 with it, …, 10 with it.
PLAY_0 = BID_0 + 2 * (HAND_SIZE + 1)  # Then 10 slots to play from.
NUM_ACTIONS = PLAY_0 + HAND_SIZE

ALL_SLOTS = (1 << HAND_SIZE) - 1
ALL_VALUES = (1 << NUM_VALUES) - 1

NO_BID = -1
NO_COLOUR = -1
NO_SEAT = -1

# --- State --------------------------------------------------------------------------------------------------------

STATE = state_type(
    [
        *deck_fields(NUM_CARDS),
        ("players", np.int8),
        ("first", np.int8),  # Seat that deals deal 1 (L1).
        ("box_beads", np.int8),  # L4: bet beads in the box, 0 when they do not limit the bets.
        ("phase", np.int8),  # Phase.
        ("deal", np.int8),  # Number of the deal, 1 to 4.
        ("turn", np.int8),  # Seat to act.
        ("leader", np.int8),  # Seat that opened the bets, or leads the trick.
        ("led", np.int8),  # Colour of the trick, or NO_COLOUR while no card lies in it.
        ("trick", np.int8, (MAX_SEATS,)),  # [seat] -> card in the current trick, or NO_CARD.
        ("last_trick", np.int8, (MAX_SEATS,)),  # [seat] -> card in the trick that was taken last, or NO_CARD.
        ("last_leader", np.int8),  # Seat that led that trick, or NO_SEAT.
        ("last_winner", np.int8),  # Seat that took it, or NO_SEAT.
        ("hand", np.int8, (MAX_SEATS, HAND_SIZE)),  # [seat, slot] -> card, played ones too; or UNKNOWN.
        ("past_hand", np.int8, (MAX_SEATS, HAND_SIZE)),  # The same for the last finished deal, or NO_CARD.
        ("unplayed", np.int16, (MAX_SEATS,)),  # [seat] -> set of slots.
        ("slots_of", np.int16, (MAX_SEATS, NUM_COLOURS)),  # [seat, colour] -> set of slots, played ones too.
        ("opener", np.int8, (NUM_DEALS,)),  # [deal − 1] -> seat that bets first, or NO_SEAT.
        ("bid", np.int8, (NUM_DEALS, MAX_SEATS)),  # [deal − 1, seat] -> bet beads, or NO_BID.
        ("safety", np.int8, (NUM_DEALS, MAX_SEATS)),  # [deal − 1, seat] -> 1 with the safety bead.
        ("tricks", np.int8, (NUM_DEALS, MAX_SEATS)),  # [deal − 1, seat] -> tricks taken.
        ("points", np.int16, (NUM_DEALS, MAX_SEATS)),  # [deal − 1, seat] -> points of a finished deal.
        ("score", np.int16, (MAX_SEATS,)),  # [seat] -> points of all finished deals.
    ]
)

# --- Set-up -------------------------------------------------------------------------------------------------------


def configure(state: np.record, options: Mapping[str, bool | int | str]) -> None:
    """Write checked options into a blank state. Changes `state`."""
    state.players = options["players"]
    state.box_beads = BEADS_IN_BOX if options["bead_supply"] == "box" else 0


@rule
def set_up(state, first):
    """L1, L2: deal deal 1; `first` is the dealer, −1 a random one. Changes `state`."""
    state.deck_pos = len(state.deck)
    state.hand[:, :] = NO_CARD
    state.past_hand[:, :] = NO_CARD
    state.trick[:] = NO_CARD
    state.last_trick[:] = NO_CARD
    state.last_leader = NO_SEAT
    state.last_winner = NO_SEAT
    state.opener[:] = NO_SEAT
    state.bid[:, :] = NO_BID
    _deal_cards(state)
    if first < 0:
        first = int(next_keyed_word(state) % np.uint64(state.players))
    state.first = first
    state.deal = 1
    _open_bets(state)


@rule
def _deal_cards(state):
    """L2: shuffle; ten cards to each, sorted; the last ten stay aside. Changes `state`."""
    highest = int(HIGHEST_VALUE[state.players])
    if open_deck(state, NUM_COLOURS * highest):
        place = int(state.deck_pos)
        for colour in range(NUM_COLOURS):
            for value in range(highest):
                state.deck[place] = NUM_VALUES * colour + value
                place += 1
        shuffle_deck(state)
    for seat in range(int(state.players)):
        # Taking the lowest card out of a set, again and again, sorts it.
        cards = _take_ten(state)
        state.slots_of[seat, :] = 0
        for slot in range(HAND_SIZE):
            card = lowest_bit(cards)
            cards &= cards - 1
            state.hand[seat, slot] = card
            state.slots_of[seat, card // NUM_VALUES] |= bit(slot)
        state.unplayed[seat] = ALL_SLOTS
    # The ten cards aside are out of the game: nothing is drawn in this deal.
    state.deck_pos = len(state.deck)


@rule
def _take_ten(state):
    """Return the next ten cards of the deck as a set. Changes `state`."""
    cards = 0
    for _ in range(HAND_SIZE):
        cards |= bit(int(take_card(state)))
    return cards


@rule
def _open_bets(state):
    """L4: the first player of the deal bets first. Changes `state`."""
    opener = _first_player(state)
    state.opener[state.deal - 1] = opener
    state.leader = opener
    state.turn = opener
    state.led = NO_COLOUR
    state.phase = Phase.BETTING


@rule
def _first_player(state):
    """L2, L8: the seat with the marker; in deal 4 the most points, a tie going clockwise from the marker."""
    best = marker_of(state)
    if state.deal == NUM_DEALS:
        seat = best
        for _ in range(int(state.players) - 1):
            seat = left_of(state, seat)
            if state.score[seat] > state.score[best]:
                best = seat
    return best


# --- Questions ----------------------------------------------------------------------------------------------------


@rule
def to_act(state):
    """Return the seat that decides next, or −1 when the match is over."""
    return -1 if state.phase == Phase.OVER else int(state.turn)


@rule
def legal_actions(state):
    """Return the set of legal actions; empty when the match is over."""
    if state.phase == Phase.PLAYING:
        return _legal_plays(state)
    if state.phase == Phase.BETTING:
        return _legal_bids(state)
    return 0


@rule
def is_over(state):
    """Return whether the match is over."""
    return state.phase == Phase.OVER


@rule
def score_of(state, seat):
    """Return the seat's points."""
    return int(state.score[seat])


@rule
def winners(state):
    """L9: the most points, then the most in deal 4, then the first clockwise from the marker: exactly one."""
    best = marker_of(state)
    seat = best
    for _ in range(int(state.players) - 1):
        seat = left_of(state, seat)
        ahead = int(state.score[seat]) - int(state.score[best])
        ahead_in_last_deal = int(state.points[NUM_DEALS - 1, seat]) - int(state.points[NUM_DEALS - 1, best])
        if ahead > 0 or (ahead == 0 and ahead_in_last_deal > 0):
            best = seat
    return bit(best)


@rule
def left_of(state, seat):
    """G1: return the next seat clockwise."""
    seat += 1
    return 0 if seat == state.players else seat


@rule
def marker_of(state):
    """L8: return the seat that has the first-player marker in this deal."""
    return (int(state.first) + int(state.deal)) % int(state.players)


@rule
def beads_left(state):
    """L4: return the highest bet that the beads still allow."""
    if state.box_beads == 0:
        return HAND_SIZE
    left = int(state.box_beads)
    for seat in range(int(state.players)):
        left -= max(0, int(state.bid[state.deal - 1, seat]))
    return min(HAND_SIZE, left)


@rule
def winning_seat(state):
    """L6: return the seat that is winning the current trick; NO_SEAT while it is empty."""
    best_seat = NO_SEAT
    best_strength = -1
    for seat in range(int(state.players)):
        strength = _strength(int(state.trick[seat]), int(state.led))
        if strength > best_strength:
            best_strength = strength
            best_seat = seat
    return best_seat


@rule
def _strength(card, led):
    """L6: any yellow card beats all others, then the led colour counts; −1 for a card that cannot win."""
    colour = card // NUM_VALUES
    if colour == TRUMP:
        return NUM_CARDS + card
    return card if colour == led else -1


@rule
def points_for(deal, bid, safety, tricks):
    """L7: return the points for a bet in deal 1 to 4."""
    if safety and (tricks == bid or tricks == bid + 1):
        return SAFE_POINTS * deal
    if not safety and tricks == bid:
        return EXACT_POINTS * deal
    return -MISS_POINTS * abs(tricks - bid)


# --- Actions ------------------------------------------------------------------------------------------------------


@rule
def apply_action(state, action):
    """Play a legal action; nothing is checked. Changes `state`."""
    if action < PLAY_0:
        _bid(state, action - BID_0)
        return
    _play(state, action - PLAY_0)
    if state.turn == state.leader:  # All have played to the trick.
        _end_trick(state)
        if state.unplayed[state.turn] == 0:
            _end_deal(state)


@rule
def _legal_bids(state):
    """L4: as many bet beads as there are, each number with and without the safety bead."""
    return (bit(2 * (beads_left(state) + 1)) - 1) << BID_0


@rule
def _bid(state, bid):
    """L4: take bet beads and perhaps the safety bead; after the last bet the first trick is led. Changes `state`."""
    deal = int(state.deal) - 1
    seat = int(state.turn)
    state.bid[deal, seat] = bid // 2
    state.safety[deal, seat] = bid % 2
    state.turn = left_of(state, seat)
    if state.turn == state.leader:
        state.phase = Phase.PLAYING


@rule
def _legal_plays(state):
    """L5: a seat with the led colour must play it; a seat without it, or that leads, may play any card."""
    slots = int(state.unplayed[state.turn])
    if state.led != NO_COLOUR:
        following = slots & int(state.slots_of[state.turn, state.led])
        if following != 0:
            slots = following
    return slots << PLAY_0


@rule
def _play(state, slot):
    """L5: play the card in a slot; the first one of a trick gives its colour. Changes `state`."""
    seat = int(state.turn)
    card = int(state.hand[seat, slot])
    state.unplayed[seat] ^= bit(slot)
    state.trick[seat] = card
    if state.led == NO_COLOUR:
        state.led = card // NUM_VALUES
    state.turn = left_of(state, seat)


# --- Ends ---------------------------------------------------------------------------------------------------------


@rule
def _end_trick(state):
    """L5, L6: the winning seat takes the trick and leads the next. Changes `state`."""
    winner = winning_seat(state)
    state.tricks[state.deal - 1, winner] += 1
    state.last_leader = state.leader
    state.last_winner = winner
    for seat in range(int(state.players)):
        state.last_trick[seat] = state.trick[seat]
        state.trick[seat] = NO_CARD
    state.led = NO_COLOUR
    state.leader = winner
    state.turn = winner


@rule
def _end_deal(state):
    """L1, L7: score the bets; the hands are now open to all; deal again, or end after deal 4. Changes `state`."""
    deal = int(state.deal) - 1
    for seat in range(int(state.players)):
        points = points_for(
            deal + 1, int(state.bid[deal, seat]), int(state.safety[deal, seat]), int(state.tricks[deal, seat])
        )
        state.points[deal, seat] = points
        state.score[seat] += points
        for slot in range(HAND_SIZE):
            state.past_hand[seat, slot] = state.hand[seat, slot]
    if state.deal == NUM_DEALS:
        state.phase = Phase.OVER
        return
    state.deal += 1
    _deal_cards(state)
    _open_bets(state)


# --- Knowledge ----------------------------------------------------------------------------------------------------


@rule
def hide(state, seat):
    """L3: overwrite the values of the seat's unplayed cards, for a spectator (−1) those of all. Changes `state`."""
    hide_deck(state)
    for owner in range(int(state.players)):
        if owner == seat or seat < 0:
            for slot in range(HAND_SIZE):
                if (int(state.unplayed[owner]) >> slot) & 1:
                    state.hand[owner, slot] = UNKNOWN


@rule
def cards_in_play(state):
    """Return the set of all cards for this number of players."""
    values = bit(HIGHEST_VALUE[state.players]) - 1
    cards = 0
    for colour in range(NUM_COLOURS):
        cards |= values << (NUM_VALUES * colour)
    return cards


@rule
def unseen_cards(state):
    """Return the set of cards that are in no known slot; if nothing is hidden, these are the ten aside."""
    unseen = cards_in_play(state)
    for seat in range(int(state.players)):
        for slot in range(HAND_SIZE):
            if state.hand[seat, slot] != UNKNOWN:
                unseen &= ~bit(int(state.hand[seat, slot]))
    return unseen


@rule
def possible_values(state, seat, slot):
    """Return the set of values − 1 that the card in a slot can have, given what its owner knows.

    The record must be hidden from that seat. Between two known cards of a colour lie k unknown ones, and m
    unseen values fit there: the j-th unknown card (from 0) has one of the m − k + 1 values from the j-th on.
    """
    card = int(state.hand[seat, slot])
    if card != UNKNOWN:
        return bit(card % NUM_VALUES)
    colour = _colour_of(state, seat, slot)
    start = slot
    while start > 0 and _is_unknown(state, seat, start - 1, colour):
        start -= 1
    end = slot + 1
    while end < HAND_SIZE and _is_unknown(state, seat, end, colour):
        end += 1
    fitting = _values_of(unseen_cards(state), colour) & _values_between(state, seat, start, end, colour)
    for _ in range(slot - start):
        fitting &= fitting - 1
    possible = 0
    for _ in range(count_bits(fitting) - (end - slot) + 1):
        possible |= fitting & -fitting
        fitting &= fitting - 1
    return possible


@rule
def _values_of(cards, colour):
    """Return the set of values − 1 that a set of cards has in a colour."""
    return (cards >> (NUM_VALUES * colour)) & ALL_VALUES


@rule
def _colour_of(state, seat, slot):
    """Return the colour of a slot, which everyone sees."""
    for colour in range(NUM_COLOURS):
        if (int(state.slots_of[seat, colour]) >> slot) & 1:
            return colour
    return NO_COLOUR


@rule
def _is_unknown(state, seat, slot, colour):
    """Return whether a slot is of the colour and its value is not known."""
    return (int(state.slots_of[seat, colour]) >> slot) & 1 == 1 and state.hand[seat, slot] == UNKNOWN


@rule
def _values_between(state, seat, start, end, colour):
    """Return the set of values − 1 between the known neighbours of slots start to end − 1 in their colour."""
    low = 0
    if start > 0 and int(state.hand[seat, start - 1]) // NUM_VALUES == colour:
        low = int(state.hand[seat, start - 1]) % NUM_VALUES + 1
    high = NUM_VALUES
    if end < HAND_SIZE and int(state.hand[seat, end]) // NUM_VALUES == colour:
        high = int(state.hand[seat, end]) % NUM_VALUES
    return bit(high) - bit(low)


@rule
def determinize(state, seat, gen):
    """Fill a hidden state with a world that is consistent with what the seat knows, uniformly. Changes both."""
    unseen = unseen_cards(state)
    for colour in range(NUM_COLOURS):
        if seat >= 0:
            _imagine_own_hand(state, seat, colour, _values_of(unseen, colour), gen)
            continue
        # For a spectator, deal the values of a colour at random until every hand is in order (rejection sampling);
        # so all worlds in which the hands are in order are equally likely.
        next_slots, num_unknown, owners, left = _places_of(state, colour)
        for _ in range(MAX_TRIES):
            if _deal_out_colour(state, colour, next_slots, num_unknown, owners, left, gen):
                break
    rekey_from_player(state, gen)


@rule
def _imagine_own_hand(state, seat, colour, unseen, gen):
    """Fill the seat's unknown slots of a colour; the values left over lie aside. Changes `state` and `gen`.

    Known cards of the colour split the unknown ones into stretches with separate ranges, so every stretch
    gets a random subset of the unseen values of its range, in order (selection sampling).
    """
    for start in range(HAND_SIZE):
        if not _is_unknown(state, seat, start, colour):
            continue
        end = start + 1
        while end < HAND_SIZE and _is_unknown(state, seat, end, colour):
            end += 1
        fitting = unseen & _values_between(state, seat, start, end, colour)
        left = count_bits(fitting)
        slot = start
        while slot < end:
            if random_below(gen, left) < end - slot:
                state.hand[seat, slot] = NUM_VALUES * colour + lowest_bit(fitting)
                slot += 1
            fitting &= fitting - 1
            left -= 1


# A spectator needs a handful of tries for a colour on average, and 7560 in the worst position that a search has found.
# So only a record that no match can lead to reaches this bound (otherwise the odds are e⁻¹³²).
MAX_TRIES = 1_000_000

# Small numbers packed into one int, by seat or by value: four bits each.
NIBBLE = 4
NIBBLE_MASK = 15


@rule
def _places_of(state, colour):
    """Return where the values of a colour can lie for a spectator.

    Four numbers: by seat, the slot where the colour begins; by seat, how many of its slots are unknown, and after the
    last seat how many of its cards lie aside; by value, 1 + the seat that has played it, or 0; the number of unseen
    values.
    """
    next_slots = 0
    num_unknown = 0
    owners = 0
    num_aside = int(HIGHEST_VALUE[state.players])
    num_unseen = num_aside
    for seat in range(int(state.players)):
        slots = int(state.slots_of[seat, colour])
        if slots != 0:
            next_slots |= lowest_bit(slots) << (NIBBLE * seat)
        for slot in range(HAND_SIZE):
            if (slots >> slot) & 1:
                num_aside -= 1
                if (int(state.unplayed[seat]) >> slot) & 1:
                    num_unknown += 1 << (NIBBLE * seat)
                else:
                    num_unseen -= 1
                    owners |= (seat + 1) << (NIBBLE * (int(state.hand[seat, slot]) % NUM_VALUES))
    return next_slots, num_unknown | (num_aside << (NIBBLE * int(state.players))), owners, num_unseen


@rule
def _deal_out_colour(state, colour, next_slots, num_unknown, owners, left, gen):
    """Deal the unseen values, the lowest first, to the unknown slots of the hands. Changes `state` and `gen`.

    Returns whether every hand is in order; stops at the first value that breaks the order of a hand.
    """
    players = int(state.players)
    for value in range(int(HIGHEST_VALUE[players])):
        owner = ((owners >> (NIBBLE * value)) & NIBBLE_MASK) - 1
        was_played = owner != NO_SEAT
        if not was_played:
            # Every empty slot and every place aside is equally likely.
            drawn = random_below(gen, left)
            left -= 1
            owner = 0
            while drawn >= (num_unknown >> (NIBBLE * owner)) & NIBBLE_MASK:
                drawn -= (num_unknown >> (NIBBLE * owner)) & NIBBLE_MASK
                owner += 1
            num_unknown -= 1 << (NIBBLE * owner)
            if owner == players:
                continue
        # The value must go into the hand's next slot: a played value into a played slot, an unseen one into another.
        slot = (next_slots >> (NIBBLE * owner)) & NIBBLE_MASK
        next_slots += 1 << (NIBBLE * owner)
        slot_was_played = (int(state.unplayed[owner]) >> slot) & 1 == 0
        if was_played != slot_was_played:
            return False
        if not was_played:
            state.hand[owner, slot] = NUM_VALUES * colour + value
    return True
