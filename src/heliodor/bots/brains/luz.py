"""What the bots know of Luz.

Every seat sees all hands but its own, and of its own the colours and the order. So a seat takes each card of its own
for one in the middle of what it can be (a *belief*), and the quick policy plays by beliefs: playouts then meet bets
about as often as real play does. A deal is played out on a *desk*, an array of ints beside the state.

Bets are weighed by playouts that aim at them, plays by the tree, and the last tricks by all worlds and all lines.
"""

from __future__ import annotations

import numpy as np

from heliodor.bots.strength import Strength
from heliodor.core.bits import bit, count_bits, lowest_bit, nth_bit
from heliodor.core.deck import NO_CARD, UNKNOWN
from heliodor.core.jit import rule
from heliodor.core.rng import random_below
from heliodor.games.luz import rules
from heliodor.games.luz.rules import (
    BID_0,
    HAND_SIZE,
    HIGHEST_VALUE,
    MAX_SEATS,
    NO_BID,
    NO_COLOUR,
    NO_SEAT,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_DEALS,
    NUM_VALUES,
    PLAY_0,
    TRUMP,
    Phase,
    left_of,
    marker_of,
    points_for,
)

MAX_MOVES = 2 * (HAND_SIZE + 1)
TREE_DEPTH = 40

STRENGTHS = {
    "novice": Strength(rounds=40, softness=0.05, seconds=0.03),
    "casual": Strength(rounds=200, softness=0.0, seconds=0.04),
    "skilled": Strength(rounds=1500, softness=0.0, seconds=0.25),
    "expert": Strength(rounds=8000, softness=0.0, seconds=1.2),
}

# --- The desk -----------------------------------------------------------------------------------------------------

CARDS = 0  # + HAND_SIZE × seat + slot: the card, or UNKNOWN.
BELIEFS = CARDS + MAX_SEATS * HAND_SIZE  # Likewise: the card that its owner takes it for.
SLOTS_OF = BELIEFS + MAX_SEATS * HAND_SIZE  # + NUM_COLOURS × seat + colour: set of slots, played ones too.
UNPLAYED = SLOTS_OF + MAX_SEATS * NUM_COLOURS  # + seat: set of slots.
HELD = UNPLAYED + MAX_SEATS  # + seat: set of the unplayed cards,
GONE = HELD + MAX_SEATS  # and of the played ones.
TRICKS = GONE + MAX_SEATS  # + seat: tricks taken.
TARGETS = TRICKS + MAX_SEATS  # + seat: tricks aimed at.
PLAYERS = TARGETS + MAX_SEATS
TURN = PLAYERS + 1  # Seat to play.
LEADER = TURN + 1
LED = LEADER + 1  # Colour of the trick, or NO_COLOUR.
TAKER = LED + 1  # Seat that takes the trick as it lies,
TAKING = TAKER + 1  # and the strength of its card; −1 while no card lies there.
STEADY = TAKING + 1  # Seat that always plays by the quick policy, or NO_SEAT.
DESK_SIZE = STEADY + 1

SURPRISE = 4  # One play in so many is a random one: who counts on a policy is lost against another.
# [players] -> set of all cards.
DECKS = np.array(
    [
        sum(((1 << int(highest)) - 1) << (NUM_VALUES * colour) for colour in range(NUM_COLOURS))
        for highest in HIGHEST_VALUE
    ]
)
ALL_TRICKS = HAND_SIZE  # Aim of a seat that has not bet: as many as it can.


@rule
def new_desk():
    """Return an empty desk."""
    return np.empty(DESK_SIZE, np.int64)


@rule
def lay_out(state, desk):
    """Write the deal onto the desk, without beliefs. Changes `desk`."""
    players = int(state.players)
    deal = int(state.deal) - 1
    desk[PLAYERS] = players
    for seat in range(players):
        unplayed = int(state.unplayed[seat])
        held = 0
        gone = 0
        for slot in range(HAND_SIZE):
            card = int(state.hand[seat, slot])
            desk[CARDS + HAND_SIZE * seat + slot] = card
            if (unplayed >> slot) & 1 == 0:
                gone |= bit(card)
            elif card != UNKNOWN:
                held |= bit(card)
        desk[HELD + seat] = held
        desk[GONE + seat] = gone
        desk[UNPLAYED + seat] = unplayed
        for colour in range(NUM_COLOURS):
            desk[SLOTS_OF + NUM_COLOURS * seat + colour] = int(state.slots_of[seat, colour])
        desk[TRICKS + seat] = int(state.tricks[deal, seat])
        desk[TARGETS + seat] = int(state.bid[deal, seat]) if state.bid[deal, seat] != NO_BID else ALL_TRICKS
    desk[TURN] = int(state.turn) if state.phase == Phase.PLAYING else int(state.leader)
    desk[LEADER] = int(state.leader)
    desk[LED] = int(state.led)
    desk[STEADY] = NO_SEAT
    desk[TAKING] = -1
    for seat in range(players):
        if state.trick[seat] != NO_CARD:
            strength = strength_of(int(state.trick[seat]), desk[LED])
            if strength > desk[TAKING]:
                desk[TAKING] = strength
                desk[TAKER] = seat


@rule
def copy_desk(desk, other):
    """Write what is on the other desk. Changes `desk`."""
    for i in range(DESK_SIZE):
        desk[i] = other[i]


@rule
def strength_of(card, led):
    """L6: return what a card is worth in a trick: any yellow card beats all others; −1 for what cannot win."""
    colour = card // NUM_VALUES
    if colour == TRUMP:
        return NUM_CARDS + card
    return card if colour == led else -1


@rule
def unseen_by(desk, seat):
    """Return the set of cards that the seat does not see: its own and those aside."""
    unseen = DECKS[desk[PLAYERS]]
    for other in range(desk[PLAYERS]):
        unseen &= ~desk[GONE + other]
        if other != seat:
            unseen &= ~desk[HELD + other]
    return unseen


@rule
def fill_hand(desk, seat, where, gen):
    """Write possible cards for the seat's unplayed slots. Changes `desk` and `gen`.

    `where` is CARDS for random ones, each hand as likely, or BELIEFS for those in the middle of what can be.
    Played cards of a colour part the others into stretches with ranges of their own.
    """
    unseen = unseen_by(desk, seat)
    unplayed = desk[UNPLAYED + seat]
    for colour in range(NUM_COLOURS):
        slots = desk[SLOTS_OF + NUM_COLOURS * seat + colour]
        if slots & unplayed == 0:
            continue
        start = lowest_bit(slots)
        end = start + count_bits(slots)
        low = NUM_VALUES * colour
        while start < end:
            stop = start
            while stop < end and (unplayed >> stop) & 1:
                stop += 1
            high = desk[CARDS + HAND_SIZE * seat + stop] if stop < end else NUM_VALUES * (colour + 1)
            if stop > start:
                fitting = unseen & (bit(high) - bit(low))
                _fill_stretch(desk, where + HAND_SIZE * seat + start, stop - start, fitting, where == CARDS, gen)
            low = high + 1
            start = stop + 1
    if where == CARDS:
        held = 0
        for slot in range(HAND_SIZE):
            if (unplayed >> slot) & 1:
                held |= bit(desk[CARDS + HAND_SIZE * seat + slot])
        desk[HELD + seat] = held


@rule
def _fill_stretch(desk, place, count, fitting, at_random, gen):
    left = count_bits(fitting)
    if at_random:
        while count > 0:
            if random_below(gen, left) < count:
                desk[place] = lowest_bit(fitting)
                place += 1
                count -= 1
            fitting &= fitting - 1
            left -= 1
        return
    skipped = 0
    for i in range(count):
        # The middle of the i-th of `count` equal parts.
        while skipped < (2 * i + 1) * left // (2 * count):
            fitting &= fitting - 1
            skipped += 1
        desk[place + i] = lowest_bit(fitting)


# --- The quick policy ---------------------------------------------------------------------------------------------


@rule
def legal_slots(desk):
    """L5: return the set of slots that may be played."""
    seat = desk[TURN]
    slots = desk[UNPLAYED + seat]
    if desk[LED] != NO_COLOUR:
        following = slots & desk[SLOTS_OF + NUM_COLOURS * seat + desk[LED]]
        if following != 0:
            return following
    return slots


@rule
def quick_slot(desk, slots):
    """Return which of some slots looks best at once, by what the seat sees and believes.

    Who needs tricks leads what most likely wins and takes tricks as cheaply as is safe; who needs none leads what most
    likely loses, and gets rid of the highest card that does not win.
    """
    seat = desk[TURN]
    wants = desk[TARGETS + seat] > desk[TRICKS + seat]
    if desk[LED] == NO_COLOUR:
        return _quick_lead(desk, seat, slots, wants)
    next_seat = seat + 1 if seat + 1 < desk[PLAYERS] else 0
    is_last = next_seat == desk[LEADER]
    best = 0
    best_worth = -1_000_000
    while slots != 0:
        slot = lowest_bit(slots)
        slots &= slots - 1
        card = desk[BELIEFS + HAND_SIZE * seat + slot]
        strength = strength_of(card, desk[LED])
        power = card % NUM_VALUES + (NUM_VALUES if card // NUM_VALUES == TRUMP else 0)
        wins = strength > desk[TAKING]
        if wants:
            # A winner as cheap as is safe, else the weakest card.
            if not wins:
                worth = -power
            elif is_last or strength >= NUM_CARDS:
                worth = 1000 - power
            else:
                worth = 1000 + power
        elif wins:
            # It must be taken, or may be: the last one can throw in its highest, others hope to be beaten.
            worth = -1000 + (power if is_last else -power)
        else:
            worth = power
        if worth > best_worth:
            best_worth = worth
            best = slot
    return best


@rule
def _quick_lead(desk, seat, slots, wants):
    others = 0
    for other in range(desk[PLAYERS]):
        if other != seat:
            others |= desk[HELD + other]
    best = 0
    best_worth = -1_000_000
    while slots != 0:
        slot = lowest_bit(slots)
        slots &= slots - 1
        card = desk[BELIEFS + HAND_SIZE * seat + slot]
        colour = card // NUM_VALUES
        in_colour = (others >> (NUM_VALUES * colour)) & rules.ALL_VALUES
        higher = count_bits(in_colour >> (card % NUM_VALUES))
        worth = -8 * higher + card % NUM_VALUES - (12 if colour == TRUMP and higher > 0 else 0)
        if not wants:
            worth = 8 * higher - card % NUM_VALUES - (12 if colour == TRUMP else 0)
        if worth > best_worth:
            best_worth = worth
            best = slot
    return best


@rule
def play_slot(desk, slot):
    """Play a card; the last one of a trick gives it to its taker. Changes `desk`."""
    seat = desk[TURN]
    card = desk[CARDS + HAND_SIZE * seat + slot]
    desk[UNPLAYED + seat] ^= bit(slot)
    desk[HELD + seat] &= ~bit(card)
    desk[GONE + seat] |= bit(card)
    if desk[LED] == NO_COLOUR:
        desk[LED] = card // NUM_VALUES
    strength = strength_of(card, desk[LED])
    if strength > desk[TAKING]:
        desk[TAKING] = strength
        desk[TAKER] = seat
    seat += 1
    if seat == desk[PLAYERS]:
        seat = 0
    if seat == desk[LEADER]:
        seat = desk[TAKER]
        desk[TRICKS + seat] += 1
        desk[LEADER] = seat
        desk[LED] = NO_COLOUR
        desk[TAKING] = -1
    desk[TURN] = seat


@rule
def play_tricks(desk, gen):
    """Play the deal to its end by the quick policy, with some random plays. Changes `desk` and `gen`."""
    while desk[UNPLAYED + desk[TURN]] != 0:
        slots = legal_slots(desk)
        if slots & (slots - 1) == 0:
            slot = lowest_bit(slots)
        elif desk[TURN] != desk[STEADY] and random_below(gen, SURPRISE) == 0:
            slot = nth_bit(slots, random_below(gen, count_bits(slots)))
        else:
            slot = quick_slot(desk, slots)
        play_slot(desk, slot)


@rule
def believe(desk, gen):
    """Write all beliefs; no card may be unknown. Changes `desk`."""
    for seat in range(desk[PLAYERS]):
        fill_hand(desk, seat, BELIEFS, gen)


@rule
def quick_play(state, gen):
    """Return the play that brings most points in a few playouts. Changes `gen`."""
    hidden = new_desk()
    lay_out(state, hidden)
    seat = hidden[TURN]
    hidden[STEADY] = seat
    deal = int(state.deal)
    legal = legal_slots(hidden)
    if legal & (legal - 1) == 0:
        return PLAY_0 + lowest_bit(legal)
    world = new_desk()
    desk = new_desk()
    sums = np.zeros(HAND_SIZE, np.int64)
    for _ in range(QUICK_PLAYOUTS):
        copy_desk(world, hidden)
        fill_hand(world, seat, CARDS, gen)
        believe(world, gen)
        slots = legal
        while slots != 0:
            slot = lowest_bit(slots)
            slots &= slots - 1
            copy_desk(desk, world)
            play_slot(desk, slot)
            play_tricks(desk, gen)
            sums[slot] += points_for(
                deal, int(state.bid[deal - 1, seat]), int(state.safety[deal - 1, seat]), desk[TRICKS + seat]
            )
    best = lowest_bit(legal)
    for slot in range(HAND_SIZE):
        if (legal >> slot) & 1 and sums[slot] > sums[best]:
            best = slot
    return PLAY_0 + best


@rule
def greedy_move(state, gen):
    """Return the best bet or play by a few playouts. Changes `gen`."""
    if state.phase == Phase.PLAYING:
        return quick_play(state, gen)
    moves = np.empty(MAX_MOVES, np.int64)
    values = np.empty(MAX_MOVES, np.float64)
    best = 0
    for i in range(weigh_bets(state, int(state.turn), gen, QUICK_WORLDS, moves, values)):
        if values[i] > values[best]:
            best = i
    return moves[best]


@rule
def play_out(state, gen):
    """Play the deal to its end by the quick policy and write down the tricks. Changes `state`."""
    desk = new_desk()
    lay_out(state, desk)
    believe(desk, gen)
    play_tricks(desk, gen)
    for seat in range(int(state.players)):
        state.tricks[state.deal - 1, seat] = desk[TRICKS + seat]


# --- Rewards ------------------------------------------------------------------------------------------------------

OTHERS_WEIGHT = 0.5  # What the others gain on average, against what one gains oneself.
LEAST_POINTS = -25.0  # In deals before the last: this or less is reward 0, and a bet met against none met is near 1.
WIN_WEIGHT = 0.8  # In the last deal; the rest is for the lead.
LEAD_RANGE = 120.0


@rule
def rate_points(state, points, rewards):
    """Set each seat's reward for what it gets in this deal. Changes `rewards`."""
    players = int(state.players)
    deal = int(state.deal)
    total = 0.0
    for seat in range(players):
        total += points[seat]
    if deal < NUM_DEALS:
        reach = rules.EXACT_POINTS * deal + OTHERS_WEIGHT * 10.0 - LEAST_POINTS
        for seat in range(players):
            gain = points[seat] - OTHERS_WEIGHT * (total - points[seat]) / (players - 1)
            rewards[seat] = min(1.0, max(0.0, (gain - LEAST_POINTS) / reach))
        return
    # L9: the most points, then the most in this deal, then the first clockwise from the marker.
    best = marker_of(state)
    seat = best
    for _ in range(players - 1):
        seat = left_of(state, seat)
        ahead = int(state.score[seat]) + points[seat] - int(state.score[best]) - points[best]
        if ahead > 0 or (ahead == 0 and points[seat] > points[best]):
            best = seat
    second = -1_000_000
    for seat in range(players):
        if seat != best:
            second = max(second, int(state.score[seat]) + points[seat])
    most = int(state.score[best]) + points[best]
    for seat in range(players):
        lead = int(state.score[seat]) + points[seat] - (second if seat == best else most)
        rewards[seat] = (1.0 - WIN_WEIGHT) * min(1.0, max(0.0, 0.5 + lead / LEAD_RANGE))
    rewards[best] += WIN_WEIGHT


@rule
def rate(state, rewards):
    """Set each seat's reward for the tricks of this deal. Changes `rewards`."""
    deal = int(state.deal)
    points = np.empty(MAX_SEATS, np.int64)
    for seat in range(int(state.players)):
        points[seat] = points_for(
            deal, int(state.bid[deal - 1, seat]), int(state.safety[deal - 1, seat]), int(state.tricks[deal - 1, seat])
        )
    rate_points(state, points, rewards)


# --- Bets ---------------------------------------------------------------------------------------------------------

QUICK_WORLDS = 64  # For a bet of the quick policy.
LOOK_WORLDS = 16  # To find the mean.
QUICK_PLAYOUTS = 12  # For each play of the quick policy's.
AIMS = 5  # Bets that the playouts aim at.


@rule
def weigh_bets(state, seat, gen, worlds, moves, values):
    """Write the bets worth a thought and their mean rewards, and return how many. Changes `moves`, `values`, `gen`.

    In each world all who have not bet first take what they can: so many they aim at. Then the seat aims at each of the
    bets around its mean in turn, since who aims at a number of tricks takes it more often than who does not.
    """
    players = int(state.players)
    deal = int(state.deal)
    highest = rules.beads_left(state)
    hidden = new_desk()
    lay_out(state, hidden)
    hidden[STEADY] = seat
    world = new_desk()
    desk = new_desk()
    points = np.zeros(MAX_SEATS, np.int64)
    rewards = np.zeros(MAX_SEATS, np.float64)
    # [aim, 0]: rewards of the bet aimed at, [aim, 1]: with the safety bead, [aim, 2]: one less with the safety bead.
    sums = np.zeros((HAND_SIZE + 1, 3), np.float64)
    tricks = 0
    low = 0
    high = -1
    for i in range(worlds + LOOK_WORLDS):
        if i == LOOK_WORLDS:
            low = max(0, min((2 * tricks + i) // (2 * i) - AIMS // 2, highest - AIMS + 1))
            high = min(highest, low + AIMS - 1)
        copy_desk(world, hidden)
        fill_hand(world, seat, CARDS, gen)
        believe(world, gen)
        for aim in range(low - 1, high + 1):
            copy_desk(desk, world)
            desk[TARGETS + seat] = ALL_TRICKS if aim < low else aim
            play_tricks(desk, gen)
            if aim < low:
                tricks += desk[TRICKS + seat]
                for other in range(players):
                    if state.bid[deal - 1, other] == NO_BID:
                        world[TARGETS + other] = desk[TRICKS + other]
                continue
            for other in range(players):
                safety = int(state.safety[deal - 1, other])
                points[other] = points_for(deal, world[TARGETS + other], safety, desk[TRICKS + other])
            for kind in range(3):
                points[seat] = points_for(deal, aim - kind // 2, kind > 0, desk[TRICKS + seat])
                rate_points(state, points, rewards)
                sums[aim, kind] += rewards[seat]
    count = 0
    for bid in range(low, high + 1):
        moves[count] = BID_0 + 2 * bid
        values[count] = sums[bid, 0] / worlds
        moves[count + 1] = BID_0 + 2 * bid + 1
        values[count + 1] = max(sums[bid, 1], sums[bid + 1, 2] if bid < high else 0.0) / worlds
        count += 2
    return count


# --- The last tricks ----------------------------------------------------------------------------------------------

LAST_TRICKS = 3  # So many are played out in every way,
LEAST_ROUNDS = 1000  # by who thinks so hard.
MAX_LAST_PLAYS = LAST_TRICKS * MAX_SEATS + 1


@rule
def solve(state, desks, untried, points, results):
    """Write into results[0] what each seat gets when all choose what is best for them (max^n), all cards open.

    The position is on desks[0], and a play later on desks[1], and so on. Changes all but `state` and desks[0].
    """
    players = desks[0, PLAYERS]
    level = 0
    is_new = True
    while True:
        desk = desks[level]
        if is_new:
            results[level, :] = -1.0
            untried[level] = legal_slots(desk)
            if untried[level] == 0:
                deal = int(state.deal)
                for seat in range(players):
                    bid = int(state.bid[deal - 1, seat])
                    points[seat] = points_for(deal, bid, int(state.safety[deal - 1, seat]), desk[TRICKS + seat])
                rate_points(state, points, results[level])
        is_new = untried[level] != 0
        if is_new:
            copy_desk(desks[level + 1], desk)
            play_slot(desks[level + 1], lowest_bit(untried[level]))
            untried[level] &= untried[level] - 1
            level += 1
            continue
        if level == 0:
            return
        level -= 1
        chooser = desks[level, TURN]
        if results[level + 1, chooser] > results[level, chooser]:
            for seat in range(players):
                results[level, seat] = results[level + 1, seat]


@rule
def weigh_last_plays(state, seat, moves, values):
    """Write the legal plays and their mean rewards over all hands the seat can have; return how many. Changes both."""
    desk = new_desk()
    lay_out(state, desk)
    desks = np.empty((MAX_LAST_PLAYS, DESK_SIZE), np.int64)
    untried_plays = np.empty(MAX_LAST_PLAYS, np.int64)
    points = np.empty(MAX_SEATS, np.int64)
    results = np.empty((MAX_LAST_PLAYS, MAX_SEATS), np.float64)
    own = np.zeros(LAST_TRICKS, np.int64)  # The unplayed slots, first to last,
    ranges = np.zeros(LAST_TRICKS, np.int64)  # the cards that they can be,
    untried = np.zeros(LAST_TRICKS, np.int64)  # and those that have not been tried after the cards before.
    num_own = 0
    for slot in range(HAND_SIZE):
        if (int(state.unplayed[seat]) >> slot) & 1:
            for colour in range(NUM_COLOURS):
                if (int(state.slots_of[seat, colour]) >> slot) & 1:
                    ranges[num_own] = rules.possible_values(state, seat, slot) << (NUM_VALUES * colour)
            own[num_own] = slot
            num_own += 1
    count = 0
    slots = legal_slots(desk)
    while slots != 0:
        moves[count] = PLAY_0 + lowest_bit(slots)
        values[count] = 0.0
        slots &= slots - 1
        count += 1
    worlds = 0
    place = 0
    untried[0] = ranges[0]
    while place >= 0:
        if untried[place] == 0:
            place -= 1
            continue
        card = lowest_bit(untried[place])
        untried[place] &= untried[place] - 1
        desk[CARDS + HAND_SIZE * seat + own[place]] = card
        if place + 1 < num_own:
            # Slots are sorted: the next card is a higher one.
            place += 1
            untried[place] = ranges[place] & ~(bit(card + 1) - 1)
            continue
        desk[HELD + seat] = 0
        for i in range(num_own):
            desk[HELD + seat] |= bit(desk[CARDS + HAND_SIZE * seat + own[i]])
        worlds += 1
        for i in range(count):
            copy_desk(desks[0], desk)
            play_slot(desks[0], moves[i] - PLAY_0)
            solve(state, desks, untried_plays, points, results)
            values[i] += results[0, seat]
    for i in range(count):
        values[i] /= worlds
    return count


# --- What the search asks -----------------------------------------------------------------------------------------


@rule
def weigh(state, seat, gen, rounds, moves, values):
    """Write the moves of a bet or of the last tricks with their mean rewards and return how many; else return 0."""
    if state.phase == Phase.BETTING:
        return weigh_bets(state, seat, gen, max(QUICK_WORLDS, rounds // AIMS), moves, values)
    if count_bits(int(state.unplayed[seat])) <= (LAST_TRICKS if rounds >= LEAST_ROUNDS else 1):
        return weigh_last_plays(state, seat, moves, values)
    return 0


@rule
def imagine(state, seat, gen):
    """Fill a hidden state with a possible world. Changes `state` and `gen`."""
    rules.determinize(state, seat, gen)


@rule
def list_moves(state, moves):
    """Write the legal plays and return how many; none when the last trick plays itself. Changes `moves`."""
    if state.phase != Phase.PLAYING or count_bits(int(state.unplayed[state.turn])) <= 1:
        return 0
    legal = rules.legal_actions(state)
    count = 0
    while legal != 0:
        moves[count] = lowest_bit(legal)
        legal &= legal - 1
        count += 1
    return count


@rule
def play_move(state, move):
    """Play a card as the rules have it (L5, L6), but for the last one, which the tree leaves. Changes `state`."""
    seat = int(state.turn)
    card = int(state.hand[seat, move - PLAY_0])
    state.unplayed[seat] ^= bit(move - PLAY_0)
    state.trick[seat] = card
    if state.led == NO_COLOUR:
        state.led = card // NUM_VALUES
    state.turn = left_of(state, seat)
    if state.turn == state.leader:
        winner = rules.winning_seat(state)
        state.tricks[state.deal - 1, winner] += 1
        for other in range(int(state.players)):
            state.trick[other] = NO_CARD
        state.led = NO_COLOUR
        state.leader = winner
        state.turn = winner


@rule
def steps_of(state, move, steps):
    """Write the step that a move is. Changes `steps`."""
    steps[0] = move
    return 1
