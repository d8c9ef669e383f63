"""Exact solution of the last tricks of a deal of Luz."""

from __future__ import annotations

import numpy as np

from heliodor.bots.brains.luz.bets import bet_likelihood
from heliodor.bots.brains.luz.desk import (
    BETS,
    CARDS,
    DESK_SIZE,
    IN_COLOUR,
    PLAYERS,
    SLOTS_OF,
    TRICKS,
    TURN,
    UNPLAYED,
    copy_desk,
    fast_legal_cards,
    fast_play_card,
    lay_out,
    new_desk,
    unseen_by,
)
from heliodor.bots.brains.luz.rewards import rate_points
from heliodor.core.bits import bit, lowest_bit
from heliodor.core.jit import rule
from heliodor.games.luz import rules
from heliodor.games.luz.rules import HAND_SIZE, MAX_SEATS, NUM_COLOURS, PLAY_0, points_for

LAST_TRICKS = 3  # Number of tricks that are solved exactly.
MAX_PLAYS = LAST_TRICKS * MAX_SEATS + 1


@rule
def solve(state, desks, untried, points, weights, results):
    """Write into results[0] each seat's reward if all play their best (max^n) and see all cards.

    The position is on desks[0], the position one play later on desks[1], and so on. Changes everything except `state`
    and desks[0].
    """
    players = desks[0, PLAYERS]
    level = 0
    is_new = True
    while True:
        desk = desks[level]
        if is_new:
            results[level, :] = -1.0
            untried[level] = fast_legal_cards(desk, CARDS)
            if untried[level] == 0:
                for seat in range(players):
                    bet = desk[BETS + seat]
                    points[seat] = points_for(int(state.deal), bet // 2, bet % 2, desk[TRICKS + seat])
                rate_points(state, points, weights, results[level])
        is_new = untried[level] != 0
        if is_new:
            copy_desk(desks[level + 1], desk)
            fast_play_card(desks[level + 1], lowest_bit(untried[level]))
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
def weigh_last_plays(state, seat, weights, moves, values):
    """Write the legal plays and their mean rewards over all possible hands; return how many. Changes `moves`, `values`.

    A hand is weighted by its agreement with the others' bets.
    """
    desk = new_desk()
    lay_out(state, desk)
    desks = np.empty((MAX_PLAYS, DESK_SIZE), np.int64)
    untried_plays = np.empty(MAX_PLAYS, np.int64)
    points = np.empty(MAX_SEATS, np.int64)
    results = np.empty((MAX_PLAYS, MAX_SEATS), np.float64)
    ranges = np.zeros(LAST_TRICKS, np.int64)  # [slot] -> set of the cards it can hold,
    untried = np.zeros(LAST_TRICKS, np.int64)  # those not yet tried with the present cards in the slots before,
    cards = np.zeros(LAST_TRICKS, np.int64)  # and the card being tried.
    own = np.zeros(LAST_TRICKS, np.int64)  # [move] -> the slot it plays from.
    unseen = unseen_by(desk, seat)
    legal = int(rules.legal_actions(state)) >> PLAY_0
    num_own = 0
    count = 0
    for slot in range(HAND_SIZE):
        if (desk[UNPLAYED + seat] >> slot) & 1:
            ranges[num_own] = unseen & _cards_that_fit(state, desk, seat, slot)
            if (legal >> slot) & 1:
                moves[count] = PLAY_0 + slot
                values[count] = 0.0
                own[count] = num_own
                count += 1
            num_own += 1
    total = 0.0
    place = 0
    untried[0] = ranges[0]
    while place >= 0:
        if untried[place] == 0:
            place -= 1
            continue
        cards[place] = lowest_bit(untried[place])
        untried[place] &= untried[place] - 1
        if place + 1 < num_own:
            # Slots are sorted, so the next card must be higher.
            place += 1
            untried[place] = ranges[place] & ~(bit(cards[place - 1] + 1) - 1)
            continue
        desk[CARDS + seat] = 0
        for i in range(num_own):
            desk[CARDS + seat] |= bit(cards[i])
        weight = bet_likelihood(desk, seat)
        total += weight
        for i in range(count):
            copy_desk(desks[0], desk)
            fast_play_card(desks[0], cards[own[i]])
            solve(state, desks, untried_plays, points, weights, results)
            values[i] += weight * results[0, seat]
    for i in range(count):
        values[i] /= total
    return count


@rule
def _cards_that_fit(state, desk, seat, slot):
    """Return the set of cards of the slot's colour that lie between the played ones of that colour beside it."""
    fitting = 0
    for colour in range(NUM_COLOURS):
        slots = desk[SLOTS_OF + NUM_COLOURS * seat + colour]
        if (slots >> slot) & 1:
            fitting = IN_COLOUR[colour]
            for other in range(HAND_SIZE):
                if ((slots & ~desk[UNPLAYED + seat]) >> other) & 1:
                    below = bit(int(state.hand[seat, other])) - 1
                    fitting &= below if other > slot else ~below
    return fitting
