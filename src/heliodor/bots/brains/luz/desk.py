"""Playouts of a deal of Luz on a *desk*: a few sets of cards in an array of ints.

Every seat sees all hands except its own, of which it sees only the colours and the order. So a seat treats each of its
cards as one in the middle of its range (a *belief*), and the quick policy chooses by beliefs: playouts then meet bets
about as often as real play does. Hands are sorted, so the third belief of a seat stands for its third card.
"""

from __future__ import annotations

import numpy as np

from heliodor.core.bits import bit, count_bits, lowest_bit, nth_bit
from heliodor.core.deck import NO_CARD, UNKNOWN
from heliodor.core.jit import rule
from heliodor.core.rng import random_below
from heliodor.games.luz.rules import (
    ALL_VALUES,
    HAND_SIZE,
    HIGHEST_VALUE,
    MAX_SEATS,
    NO_BID,
    NO_COLOUR,
    NO_SEAT,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_VALUES,
    TRUMP,
    Phase,
)

# --- The desk -----------------------------------------------------------------------------------------------------

# Arguments are np.int64: each other type, literals included, would be compiled separately.
CARDS = 0  # + seat: set of the cards in hand; empty while they are not known.
BELIEFS = int(MAX_SEATS)  # + seat: set of the cards their owner believes them to be.
GONE = 2 * MAX_SEATS  # + seat: set of the cards played when the desk was laid out,
UNPLAYED = GONE + MAX_SEATS  # and set of the slots not played then.
SLOTS_OF = UNPLAYED + MAX_SEATS  # + NUM_COLOURS × seat + colour: set of slots, played ones too.
TRICKS = SLOTS_OF + MAX_SEATS * NUM_COLOURS  # + seat: tricks taken.
TARGETS = TRICKS + MAX_SEATS  # + seat: tricks aimed at.
BETS = TARGETS + MAX_SEATS  # + seat: twice the bet beads, and one for the safety bead; or NO_BID.
PLAYERS = BETS + MAX_SEATS
TURN = PLAYERS + 1  # Seat to play.
LEADER = TURN + 1
FOLLOWING = LEADER + 1  # Set of all cards of the led colour; empty while none is led.
TAKER = FOLLOWING + 1  # Seat that is winning the trick,
BEATING = TAKER + 1  # and the set of cards that would beat its card; all cards while the trick is empty.
STEADY = BEATING + 1  # Seat that makes no random plays and cares only about its own bet, or NO_SEAT.
LEAD_HIGHER = STEADY + 1  # What counts for a lead, in tenths of a value: each higher card that others hold,
LEAD_TRUMP = LEAD_HIGHER + 1  # and that it is a trump.
DESK_SIZE = LEAD_TRUMP + 1

TENTHS = 10
HIGHER_WORTH = 80  # Of the quick policy, in tenths of a value.
TRUMP_WORTH = 120

SURPRISE = 4  # One play in four is random, to avoid overfitting to our own policy.
ALL_TRICKS = HAND_SIZE  # Target of a seat that has not bet: as many tricks as it can.
ALL_CARDS = (1 << NUM_CARDS) - 1

IN_COLOUR = np.array([ALL_VALUES << (NUM_VALUES * colour) for colour in range(NUM_COLOURS)])  # [colour] -> cards.
TRUMPS = ALL_VALUES << (NUM_VALUES * TRUMP)
OF_VALUE = sum(1 << (NUM_VALUES * colour) for colour in range(NUM_COLOURS))  # << value: that value in every colour.
# [players] -> set of all cards.
DECKS = np.array([((1 << int(highest)) - 1) * OF_VALUE for highest in HIGHEST_VALUE])
# L6: [card] -> set of the cards that beat it when it is winning the trick: the higher ones of its colour, and trumps.
BEATERS = np.array(
    [
        (ALL_VALUES << (NUM_VALUES * (card // NUM_VALUES))) & ~((2 << card) - 1)
        | (0 if card // NUM_VALUES == TRUMP else TRUMPS)
        for card in range(NUM_CARDS)
    ]
)


@rule
def new_desk():
    """Return an empty desk."""
    return np.empty(DESK_SIZE, np.int64)


@rule
def copy_desk(desk, other):
    """Copy the other desk. Changes `desk`."""
    for i in range(DESK_SIZE):
        desk[i] = other[i]


@rule
def lay_out(state, desk):
    """Write the deal onto the desk, without beliefs; a hand with unknown cards stays empty. Changes `desk`."""
    players = int(state.players)
    deal = int(state.deal) - 1
    for seat in range(players):
        unplayed = int(state.unplayed[seat])
        held = 0
        gone = 0
        is_known = True
        for slot in range(HAND_SIZE):
            card = int(state.hand[seat, slot])
            if (unplayed >> slot) & 1 == 0:
                gone |= bit(card)
            elif card == UNKNOWN:
                is_known = False
            else:
                held |= bit(card)
        desk[CARDS + seat] = held if is_known else 0
        desk[GONE + seat] = gone
        desk[UNPLAYED + seat] = unplayed
        for colour in range(NUM_COLOURS):
            desk[SLOTS_OF + NUM_COLOURS * seat + colour] = int(state.slots_of[seat, colour])
        desk[TRICKS + seat] = int(state.tricks[deal, seat])
        bid = int(state.bid[deal, seat])
        desk[TARGETS + seat] = bid if bid != NO_BID else ALL_TRICKS
        desk[BETS + seat] = 2 * bid + int(state.safety[deal, seat]) if bid != NO_BID else NO_BID
    desk[PLAYERS] = players
    desk[TURN] = int(state.turn) if state.phase == Phase.PLAYING else int(state.leader)
    desk[LEADER] = int(state.leader)
    desk[STEADY] = NO_SEAT
    desk[LEAD_HIGHER] = HIGHER_WORTH
    desk[LEAD_TRUMP] = TRUMP_WORTH
    desk[FOLLOWING] = 0
    desk[BEATING] = ALL_CARDS
    if state.led != NO_COLOUR:
        desk[FOLLOWING] = IN_COLOUR[state.led]
        seat = int(state.leader)
        while state.trick[seat] != NO_CARD:
            fast_take(desk, seat, int(state.trick[seat]))
            seat = next_seat(desk, seat)
            if seat == state.leader:
                break


@rule
def next_seat(desk, seat):
    """G1: return the next seat clockwise."""
    return seat + 1 if seat + 1 < desk[PLAYERS] else 0


@rule
def fast_take(desk, seat, card):
    """Fast copy of `rules.winning_seat` (L6): update who is winning the trick after a card. Changes `desk`."""
    if (desk[BEATING] >> card) & 1:
        desk[BEATING] = BEATERS[card]
        desk[TAKER] = seat


# --- Possible hands -----------------------------------------------------------------------------------------------


@rule
def unseen_by(desk, seat):
    """Return the set of cards that the seat does not see: its own, and those aside."""
    seen = 0
    for other in range(desk[PLAYERS]):
        seen |= desk[GONE + other]
        if other != seat:
            seen |= desk[CARDS + other]
    return DECKS[desk[PLAYERS]] & ~seen


@rule
def fill_hand(desk, seat, where, gen):
    """Write possible cards for the seat's unplayed slots. Changes `desk` and `gen`.

    `where` is CARDS for a uniformly random hand, or BELIEFS for cards in the middle of their ranges. Played cards of a
    colour split the others into stretches with separate ranges.
    """
    unseen = unseen_by(desk, seat)
    unplayed = desk[UNPLAYED + seat]
    gone = desk[GONE + seat]
    hand = 0
    for colour in range(NUM_COLOURS):
        slots = desk[SLOTS_OF + NUM_COLOURS * seat + colour]
        gone_here = gone & IN_COLOUR[colour]
        fitting = unseen & IN_COLOUR[colour]
        while slots & unplayed != 0:
            # The unplayed slots below the lowest played one: their cards must be lower than its card.
            played = slots & ~unplayed
            count = count_bits(slots & ((played & -played) - 1) if played != 0 else slots)
            slots &= ~((played & -played) | ((played & -played) - 1)) if played != 0 else 0
            below = fitting & ((gone_here & -gone_here) - 1) if played != 0 else fitting
            if count > 0:
                hand |= _some_of(below, count, where == CARDS, gen)
            fitting &= ~below
            gone_here &= gone_here - 1
    desk[where + seat] = hand


@rule
def _some_of(cards, count, at_random, gen):
    """Return `count` of the cards: random ones, or the middle ones of `count` equal parts. Changes `gen`."""
    left = count_bits(cards)
    chosen = 0
    if at_random:
        while count > 0:
            if random_below(gen, left) < count:
                chosen |= cards & -cards
                count -= 1
            cards &= cards - 1
            left -= 1
        return chosen
    skipped = 0
    for i in range(count):
        while skipped < (2 * i + 1) * left // (2 * count):
            cards &= cards - 1
            skipped += 1
        chosen |= cards & -cards
    return chosen


@rule
def believe(desk, gen):
    """Write all beliefs; every hand must be known. Changes `desk`."""
    for seat in range(desk[PLAYERS]):
        fill_hand(desk, seat, BELIEFS, gen)


# --- The quick policy ---------------------------------------------------------------------------------------------


@rule
def fast_legal_cards(desk, where):
    """Fast copy of `rules.legal_actions` (L5): return the set of cards that may be played.

    `where` is CARDS for the true cards, or BELIEFS for what their owner believes.
    """
    cards = desk[where + desk[TURN]]
    following = cards & desk[FOLLOWING]
    return following if following != 0 else cards


@rule
def highest_bit(numbers):
    """Return the largest number of a set of values that is not empty."""
    numbers |= numbers >> 1
    numbers |= numbers >> 2
    numbers |= numbers >> 4
    numbers |= numbers >> 8
    return count_bits(numbers) - 1


@rule
def weakest_of(cards):
    """Return the card of the lowest value, a trump only if all cards are trumps."""
    plain = cards & ~TRUMPS
    if plain == 0:
        return lowest_bit(cards)
    return lowest_bit(plain & (OF_VALUE << lowest_bit(_values_of(plain))))


@rule
def strongest_of(cards):
    """Return the highest trump, or else the card of the highest value."""
    if cards & TRUMPS != 0:
        cards &= TRUMPS
    return lowest_bit(cards & (OF_VALUE << highest_bit(_values_of(cards))))


@rule
def _values_of(cards):
    """Return the set of values − 1 of some cards, whatever their colour."""
    values = 0
    for _ in range(NUM_COLOURS):
        values |= cards
        cards >>= NUM_VALUES
    return values & ALL_VALUES


@rule
def tricks_to_spare(desk, seat):
    """Return how many more tricks the seat can take and still meet its bet; below 0 if it has too many."""
    bet = desk[BETS + seat]
    return desk[TARGETS + seat] + (bet & 1 if bet != NO_BID else 0) - desk[TRICKS + seat]


@rule
def quick_card(desk, cards):
    """Return the best immediate card among some of the seat's beliefs.

    A seat that needs tricks leads the most likely winner and takes tricks as cheaply as is safe. A seat that needs none
    leads the most likely loser and discards the highest card that does not win. A seat that needs tricks but can wait
    lets another seat take a trick that breaks its bet: few bets on no tricks survive that.
    """
    seat = desk[TURN]
    others = 0
    has_victim = False
    for other in range(desk[PLAYERS]):
        if other != seat:
            others |= desk[CARDS + other]
            has_victim |= tricks_to_spare(desk, other) == 0
    needed = desk[TARGETS + seat] - desk[TRICKS + seat]
    wants = needed > 0
    can_wait = seat != desk[STEADY] and needed < count_bits(desk[CARDS + seat])
    if desk[FOLLOWING] == 0:
        return _quick_lead(desk, cards, others, wants and not (can_wait and has_victim))
    is_last = next_seat(desk, seat) == desk[LEADER]
    winners = cards & desk[BEATING]
    if wants:
        if winners == 0:
            return weakest_of(cards)
        if can_wait and winners != cards and tricks_to_spare(desk, desk[TAKER]) <= 0:
            return weakest_of(cards & ~winners)
        # Later seats may still beat a card of the led colour, so play the highest; of trumps the lowest is enough.
        return weakest_of(winners) if is_last or winners & ~TRUMPS == 0 else strongest_of(winners & ~TRUMPS)
    if winners != cards:
        return strongest_of(cards & ~winners)
    # The seat must take the trick: the last seat can discard its highest card, others hope to be beaten.
    return strongest_of(cards) if is_last else weakest_of(cards)


@rule
def _quick_lead(desk, cards, others, wants):
    """Return the lead that is most likely to win, or to lose if the seat wants no trick."""
    best = 0
    best_worth = -1_000_000
    for colour in range(NUM_COLOURS):
        values = (cards >> (NUM_VALUES * colour)) & ALL_VALUES
        if values == 0:
            continue
        value = highest_bit(values) if wants else lowest_bit(values)
        higher = count_bits(((others >> (NUM_VALUES * colour)) & ALL_VALUES) >> value)
        worth = desk[LEAD_HIGHER] * higher - TENTHS * value
        if wants:
            worth = -worth
        if colour == TRUMP and (higher > 0 or not wants):
            worth -= desk[LEAD_TRUMP]
        if worth > best_worth:
            best_worth = worth
            best = NUM_VALUES * colour + value
    return best


@rule
def play_believed(desk, believed):
    """Play the true card behind this belief of the seat. Changes `desk`."""
    seat = desk[TURN]
    place = count_bits(desk[BELIEFS + seat] & (bit(believed) - 1))
    desk[BELIEFS + seat] ^= bit(believed)
    fast_play_card(desk, nth_bit(desk[CARDS + seat], place))


@rule
def fast_play_card(desk, card):
    """Fast copy of `rules.apply_action` (L5, L6): play a card; the last one ends the trick. Changes `desk`."""
    seat = desk[TURN]
    desk[CARDS + seat] ^= bit(card)
    if desk[FOLLOWING] == 0:
        desk[FOLLOWING] = IN_COLOUR[card // NUM_VALUES]
    fast_take(desk, seat, card)
    seat = next_seat(desk, seat)
    if seat == desk[LEADER]:
        seat = desk[TAKER]
        desk[TRICKS + seat] += 1
        desk[LEADER] = seat
        desk[FOLLOWING] = 0
        desk[BEATING] = ALL_CARDS
    desk[TURN] = seat


@rule
def play_tricks(desk, gen):
    """Play the deal to its end by the quick policy, with some random plays. Changes `desk` and `gen`."""
    while desk[CARDS + desk[TURN]] != 0:
        cards = fast_legal_cards(desk, BELIEFS)
        if cards & (cards - 1) == 0:
            card = lowest_bit(cards)
        elif desk[TURN] != desk[STEADY] and random_below(gen, SURPRISE) == 0:
            card = nth_bit(cards, int(random_below(gen, count_bits(cards))))
        else:
            card = quick_card(desk, cards)
        play_believed(desk, card)
