"""What a player could have known at a bet in Luz, and the expected result of each bet."""

from __future__ import annotations

import math
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from heliodor.core.bits import members
from heliodor.core.contract import States
from heliodor.games.luz.questions import possible_values
from heliodor.games.luz.rules import HAND_SIZE, NUM_COLOURS, Phase
from heliodor.games.luz.words import COLOUR_NAMES
from heliodor.hints.luz.odds import NUM_BETS, bet_odds
from heliodor.hints.position import Position

BET_WORLDS = 1000
BETS_SHOWN = 5


class BetOdds(NamedTuple):
    """What can be known of every bet, by action."""

    met: NDArray[np.float64]  # How often it is met; NaN where the beads do not allow it.
    points: NDArray[np.float64]  # Expected points.
    wins: NDArray[np.float64]  # How often the seat wins the match with it; only in the last deal.
    taken: NDArray[np.float64]  # [tricks] -> how often that many are taken when playing to win.


class SlotRange(msgspec.Struct, frozen=True):
    """Possible values of a player's own card."""

    slot: int  # Counted from 1.
    colour: str
    values: list[int]


class BetChance(msgspec.Struct, frozen=True):
    """What could be known about one bet."""

    bid: int
    safety: bool  # With the safety bead.
    met: float  # The share of the possible hands that meet it, from 0 to 1.
    points: float  # Mean.


class BetKnowledge(msgspec.Struct, frozen=True):
    """What could be known at a bet."""

    hand: list[SlotRange]  # Every value that each of the seat's cards could have.
    bets: list[BetChance]  # Every legal bet.
    tricks: float  # Mean tricks when playing to win every trick.


def is_bet(position: Position) -> bool:
    """Return whether this is a bet; playouts cannot start before all have bet."""
    return bool(position.hidden[0].phase == Phase.BETTING)


def odds_of_bets(position: Position, worlds: int = BET_WORLDS) -> BetOdds:
    """Return what the seat can know of each bet; it is to bet now."""
    if ("bets", worlds) not in position.memory:
        position.memory["bets", worlds] = _odds_of_bets(position, worlds)
    found: BetOdds = position.memory["bets", worlds]
    return found


def _odds_of_bets(position: Position, worlds: int) -> BetOdds:
    met, points, wins = (np.full(NUM_BETS, math.nan) for _ in range(3))
    taken = np.zeros(HAND_SIZE + 1)
    scratch, gen = position.hidden.copy(), position.generator("bets")
    bet_odds()(position.hidden, 0, scratch, position.seat, gen, worlds, met, points, wins, taken)
    return BetOdds(met, points, wins, taken)


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


def draw_bet(known: BetKnowledge) -> str:
    """Return what could be known at a bet: the hand as ranges, and the bets with the most points."""
    colours: dict[str, list[str]] = {}
    for slot in known.hand:
        first, last = slot.values[0], slot.values[-1]
        colours.setdefault(slot.colour, []).append(str(first) if first == last else f"{first}–{last}")
    hand = "; ".join(f"{colour} {', '.join(ranges)}" for colour, ranges in colours.items())
    likely = sorted(known.bets, key=lambda chance: -chance.points)[:BETS_SHOWN]
    bets = ", ".join(
        f"{chance.bid}{'+' if chance.safety else ''} {chance.met:.0%} ({chance.points:+.1f})".replace("-", "−")
        for chance in likely
    )
    return f"[dim]hand: {hand}; about {known.tricks:.1f} tricks to take\nmet (points): {bets}[/]"


def hand_ranges(position: Position) -> list[tuple[int, int, list[int]]]:
    """Return the seat's unplayed slots, counted from 1, with their colours and what their values can be."""
    found = []
    for slot in range(HAND_SIZE):
        if int(position.hidden[0].unplayed[position.seat]) >> slot & 1:
            values = members(int(possible_values(position.hidden, 0, position.seat, slot)))
            colour = colour_of(position.hidden, position.seat, slot)
            found.append((slot + 1, colour, [value + 1 for value in values]))
    return found


def colour_of(states: States, seat: int, slot: int) -> int:
    """Return the colour of a slot, which is public."""
    return next(colour for colour in range(NUM_COLOURS) if int(states[0].slots_of[seat, colour]) >> slot & 1)
