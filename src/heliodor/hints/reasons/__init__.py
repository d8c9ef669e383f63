"""Why an action: for each game a module that asks the rules what it brings. Sentences are made of keys and facts."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from heliodor.core.contract import Event
from heliodor.hints.position import Position, Steps


def explain(position: Position, steps: Steps, others: Sequence[Steps]) -> list[Event]:
    """Return what speaks for some steps (or against them), the most important first; `others` could be played, too.

    All is computed from the hidden record, or from worlds imagined from it.
    """
    module = importlib.import_module(f"heliodor.hints.reasons.{position.game.id}")
    reasons: list[Event] = module.explain(position, steps, others)
    return reasons
