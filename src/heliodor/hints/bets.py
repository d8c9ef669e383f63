"""Luz: what a player could have known at a bet, and the expected result of each bet."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from heliodor.core.errors import HeliodorError
from heliodor.games.luz.words import COLOUR_NAMES
from heliodor.hints.outlook import is_bet, odds_of_bets
from heliodor.hints.position import Position
from heliodor.hints.reasons.luz import hand_ranges
from heliodor.match import Match


class SlotRange(msgspec.Struct, frozen=True):
    """Possible values of a player's own card in Luz."""

    slot: int  # Counted from 1.
    colour: str
    values: list[int]


class BetChance(msgspec.Struct, frozen=True):
    """What could be known about one bet."""

    bid: int
    safety: bool
    met: float  # Share of the possible hands that meet it.
    points: float  # Mean.


class BetKnowledge(msgspec.Struct, frozen=True):
    """What could be known at a bet."""

    hand: list[SlotRange]
    bets: list[BetChance]  # Every legal bet.
    tricks: float  # Mean tricks when playing to win every trick.


def bet_knowledge(position: Position) -> BetKnowledge:
    """Return what the seat to bet can know."""
    odds = odds_of_bets(position)
    bets = [
        BetChance(bet // 2, bool(bet % 2), float(odds.met[bet]), float(odds.points[bet]))
        for bet in range(len(odds.met))
        if not math.isnan(odds.met[bet])
    ]
    hand = [SlotRange(slot, COLOUR_NAMES[colour], values) for slot, colour, values in hand_ranges(position)]
    return BetKnowledge(hand, bets, float(np.arange(len(odds.taken)) @ odds.taken))


def position_of_bet(match: Match, seat: int, deal: int) -> Position:
    """Return the position of a seat's bet in a deal, counted from 1, as the seat saw it then.

    Raises HeliodorError if that deal is not over yet, or there was no such bet.
    """
    if match.game.id != "luz":
        raise HeliodorError("only Luz has bets")
    if not match.over and deal >= int(match.states[0].deal):
        raise HeliodorError(f"deal {deal} is not over yet")
    for ply, states in enumerate(match.positions()):
        if states[0].deal == deal and match.game.kernels.to_act(states, 0) == seat:
            position = Position(match.game, states, seed=ply)
            if is_bet(position):
                return position
    raise HeliodorError(f"seat {seat} made no bet in deal {deal}")
