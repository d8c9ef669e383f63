"""The coach: it asks before a decision is carried out that gives away too much.

Its numbers are those of hints and analysis: it names the best hint, and what a decision gives away is what an analysis
of the match would say. From where on it asks is up to each game (`Advice.questioned_from`): docs/analysis.md has the
measurements.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heliodor.core.contract import Game, States
from heliodor.core.errors import BadAction
from heliodor.core.replay import try_action
from heliodor.hints.analysis import CERTAIN_ERRORS, given_away
from heliodor.hints.hints import Hint, make_hints
from heliodor.hints.outlook import DEFAULT_LEVEL, check_level, consider
from heliodor.hints.position import Position, check_hints


class Question(msgspec.Struct, frozen=True):
    """What the coach has to say about a decision that was not played yet."""

    given_away: float  # Of the reward, from 0 to 1; more than the game's `questioned_from`.
    points: float | None  # The same in points, where these are what counts: for an action with a price, or alone.
    better: Hint  # What the bot would play; reasons that speak for both decisions come last.


def question(
    game: Game, states: States, actions: Sequence[str], index: int = 0, *, level: str = DEFAULT_LEVEL, seed: int = 0
) -> Question | None:
    """Return what speaks against some actions of the seat to act, or None; only what that seat knows is used.

    Nothing is said about a turn that is not finished, and about actions that are not legal: the rules refuse them.
    """
    check_level(level)
    check_hints(game)
    position = Position(game, states, index, seed)
    steps = _steps_of(position, actions)
    if steps is None or position.is_forced():
        return None
    considered = consider(position, level)
    candidates = considered.candidates
    loss, error, lead = given_away(position, considered, steps, level)
    if loss <= position.advice.questioned_from or loss < CERTAIN_ERRORS * error:
        return None
    better = make_hints(position, candidates, level, 1)[0]
    also = [
        (reason.key, reason.facts) for reason in position.advice.explain(position, steps, [c.steps for c in candidates])
    ]
    reasons = sorted(better.reasons, key=lambda reason: (reason.key, reason.facts) in also)
    prices = position.advice.prices(position)
    is_about_points = position.players == 1 or (prices is not None and prices.wins is None)
    return Question(
        given_away=loss,
        points=lead[0] if is_about_points else None,
        better=msgspec.structs.replace(better, reasons=reasons),
    )


def _steps_of(position: Position, actions: Sequence[str]) -> list[int] | None:
    """Return the steps of a whole decision; None if it is not legal, or the turn goes on after it.

    All but the last of the actions reveal nothing, so one imagined world is as good as another.
    """
    steps: list[int] = []
    for world, _gen in position.worlds(1):
        after = world.copy()
        try:
            for text in actions:
                if position.game.kernels.to_act(world, 0) != position.seat:
                    return None
                steps += try_action(position.game, world, after, text)
                position.game.kernels.copy(world, 0, after, 0)
        except BadAction:
            return None
        if position.advice.is_mid_turn(world):
            return None
    return steps
