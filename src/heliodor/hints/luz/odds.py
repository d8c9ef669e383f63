"""What can be known about a bet in Luz: how often each bet would be met, over the possible hands."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from heliodor.bots.brains.luz import brain
from heliodor.bots.brains.luz.rewards import fast_winner
from heliodor.bots.search import FLOATS, MAX_SEATS, WORDS
from heliodor.core.jit import entrance
from heliodor.games.luz import rules

NUM_BETS = 2 * (rules.HAND_SIZE + 1)  # As actions: 0, 0 with the safety bead, 1, …


@cache
def bet_odds() -> Any:
    """bet_odds(states, i, scratch, seat, gen, worlds, met, points, wins, taken): how often each bet is met, and more.

    The state is hidden from the seat, which is to bet; `scratch` is one state for sampling. In each world all seats
    that have not bet aim at the tricks they take when all play to win; then the seat aims at each number of tricks in
    turn. A bet with the safety bead is credited with the better of its two aims. `taken` counts how often the seat
    takes each number when playing to win; `wins` is how often the seat wins the match with a bet, if this is the last
    deal. Bets that the beads do not allow are left unchanged.
    """

    @entrance(rules.STATE, int, rules.STATE, int, WORDS, int, FLOATS, FLOATS, FLOATS, FLOATS, owner="hints/luz")
    def bet_odds(states, i, scratch, seat, gen, worlds, met, points, wins, taken):
        state = states[i]
        deal = int(state.deal)
        players = int(state.players)
        highest = rules.beads_left(state)
        world = brain.new_desk()
        desk = brain.new_desk()
        scored = np.zeros(MAX_SEATS, np.int64)
        # [aim, kind, what]: of the bet aimed at, of that with the safety bead, of one less with it; met, points, wins.
        sums = np.zeros((rules.HAND_SIZE + 1, 3, 3), np.float64)
        for _ in range(worlds):
            scratch[0] = state
            brain.imagine(scratch[0], seat, gen)
            brain.lay_out(scratch[0], world)
            world[brain.STEADY] = seat
            brain.believe(world, gen)
            brain.copy_desk(desk, world)
            desk[brain.TARGETS + seat] = brain.ALL_TRICKS
            brain.play_tricks(desk, gen)
            taken[desk[brain.TRICKS + seat]] += 1.0 / worlds
            for other in range(players):
                if state.bid[deal - 1, other] == rules.NO_BID:
                    world[brain.TARGETS + other] = desk[brain.TRICKS + other]
            for aim in range(highest + 1):
                brain.copy_desk(desk, world)
                desk[brain.TARGETS + seat] = aim
                brain.play_tricks(desk, gen)
                for other in range(players):
                    safety = int(state.safety[deal - 1, other])
                    target, tricks = world[brain.TARGETS + other], desk[brain.TRICKS + other]
                    scored[other] = rules.points_for(deal, target, safety, tricks)
                for kind in range(3):
                    gained = rules.points_for(deal, aim - kind // 2, kind > 0, desk[brain.TRICKS + seat])
                    sums[aim, kind, 0] += 1 if gained > 0 else 0
                    sums[aim, kind, 1] += gained
                    scored[seat] = gained
                    if deal == rules.NUM_DEALS and fast_winner(state, scored) == seat:
                        sums[aim, kind, 2] += 1
        for bid in range(highest + 1):
            met[2 * bid] = sums[bid, 0, 0] / worlds
            points[2 * bid] = sums[bid, 0, 1] / worlds
            wins[2 * bid] = sums[bid, 0, 2] / worlds
            safe_met = sums[bid, 1, 0]
            safe_points = sums[bid, 1, 1]
            safe_wins = sums[bid, 1, 2]
            if bid < highest and sums[bid + 1, 2, 1] > safe_points:
                safe_met = sums[bid + 1, 2, 0]
                safe_points = sums[bid + 1, 2, 1]
            met[2 * bid + 1] = safe_met / worlds
            points[2 * bid + 1] = safe_points / worlds
            wins[2 * bid + 1] = max(safe_wins, sums[bid + 1, 2, 2] if bid < highest else 0.0) / worlds

    return bet_odds


@cache
def points_of_deal() -> Any:
    """points_of_deal(states, i, points): write the points of each seat's bet with the tricks taken."""

    @entrance(rules.STATE, int, FLOATS, owner="hints/luz")
    def points_of_deal(states, i, points):
        state = states[i]
        deal = int(state.deal) - 1
        for seat in range(int(state.players)):
            bid, safety = int(state.bid[deal, seat]), int(state.safety[deal, seat])
            points[seat] = rules.points_for(deal + 1, bid, safety, int(state.tricks[deal, seat]))

    return points_of_deal
