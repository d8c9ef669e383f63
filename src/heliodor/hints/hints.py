"""Hints: the best few actions of a position, their expected results, and the reasons."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heliodor.core.contract import Event, Game, States
from heliodor.core.errors import BadOption
from heliodor.hints.outlook import (
    DEFAULT_LEVEL,
    WORLDS,
    Candidate,
    bounded_share,
    check_level,
    consider,
    forecast,
    share_of_win,
)
from heliodor.hints.position import Position, check_hints

DEFAULT_COUNT = 3


class Hint(msgspec.Struct, frozen=True):
    """A recommended action."""

    actions: list[str]  # To be played in this order: one action, or those of a whole turn.
    value: float  # What the bot maximises: its expected reward, from 0 to 1.
    share: float | None  # Expected share of the win; None where the bot does not look that far.
    is_certain: bool  # The action ends the match in every possible world: `share` is exact.
    # Expected lead over the best other player, in the parts of a score; for a player alone the score, for an action
    # with a price its points.
    lead: list[float]
    reasons: list[Event]  # Why; {0} in a sentence stands for the player on seat 0.


def give_hints(
    game: Game,
    states: States,
    index: int = 0,
    *,
    level: str = DEFAULT_LEVEL,
    count: int = DEFAULT_COUNT,
    seed: int = 0,
) -> list[Hint]:
    """Return the best few actions of the seat to act, best first, using only what that seat knows.

    `level` sets the effort. The same position, level and seed give the same hints.
    """
    check_level(level)
    check_hints(game)
    if count < 1:
        raise BadOption(f"the number of hints is 1 or more, not {count}")
    position = Position(game, states, index, seed)
    return make_hints(position, consider(position, level).candidates, level, count)


def make_hints(position: Position, candidates: Sequence[Candidate], level: str, count: int) -> list[Hint]:
    """Return hints for the first of some candidates."""
    chosen = candidates[:count]
    shares: list[float | None] = [None] * len(chosen)
    certain = [False] * len(chosen)
    if prices := position.advice.prices(position):
        leads = [[float(prices.points[candidate.steps[0]])] for candidate in chosen]
        if prices.wins is not None:
            shares = [bounded_share(float(prices.wins[candidate.steps[0]])) for candidate in chosen]
    else:
        expected = [forecast(position, candidate.steps, WORLDS[level]) for candidate in chosen]
        shares = [
            share_of_win(position, chosen[0].value - candidate.value, own, expected[0])
            for candidate, own in zip(chosen, expected, strict=True)
        ]
        certain = [share is not None and own.end is not None for share, own in zip(shares, expected, strict=True)]
        leads = [[float(part) for part in one.leads.mean(axis=0)] for one in expected]
    hints = []
    for (steps, value), lead, share, is_certain in zip(chosen, leads, shares, certain, strict=True):
        others = [other.steps for other in candidates if other.steps != steps]
        hints.append(
            Hint(
                actions=position.texts(steps),
                value=value,
                share=share,
                is_certain=is_certain,
                lead=lead,
                reasons=position.advice.explain(position, steps, others),
            )
        )
    return hints
