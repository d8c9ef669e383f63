"""Luz: what a player could have known when a bet was made, and what was to be expected of each bet."""

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
    """What a card of one's own in Luz can be."""

    slot: int  # Counted from 1.
    colour: str
    values: list[int]


class BetChance(msgspec.Struct, frozen=True):
    """What could be known of one bet."""

    bid: int
    safety: bool
    met: float  # Share of the possible hands with which it is met.
    points: float  # On average.


class BetKnowledge(msgspec.Struct, frozen=True):
    """What could be known when a bet was made."""

    hand: list[SlotRange]
    bets: list[BetChance]  # Every bet that was allowed.
    tricks: float  # Taken on average by who takes what there is to take.


def bet_knowledge(position: Position) -> BetKnowledge:
    """Return what the seat, which is to bet, can know."""
    odds = odds_of_bets(position)
    bets = [
        BetChance(bet // 2, bool(bet % 2), float(odds.met[bet]), float(odds.points[bet]))
        for bet in range(len(odds.met))
        if not math.isnan(odds.met[bet])
    ]
    hand = [SlotRange(slot, COLOUR_NAMES[colour], values) for slot, colour, values in hand_ranges(position)]
    return BetKnowledge(hand, bets, float(np.arange(len(odds.taken)) @ odds.taken))


def position_of_bet(match: Match, seat: int, deal: int) -> Position:
    """Return the decision in which a seat made its bet of a deal, counted from 1, as the seat saw it then.

    Raises HeliodorError if that deal is not over yet, or there was no such bet.
    """
    if match.game.id != "luz":
        raise HeliodorError("only in Luz are there bets")
    if not match.over and deal >= int(match.states[0].deal):
        raise HeliodorError(f"deal {deal} is not over yet")
    for ply, states in enumerate(match.positions()):
        if states[0].deal == deal and match.game.kernels.to_act(states, 0) == seat:
            position = Position(match.game, states, seed=ply)
            if is_bet(position):
                return position
    raise HeliodorError(f"seat {seat} made no bet in deal {deal}")
