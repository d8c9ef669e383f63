"""Reasons for an action: one module per game asks the rules for its effects. Sentences are made of keys and facts."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from heliodor.core.contract import Event
from heliodor.hints.position import Position, Steps


def explain(position: Position, steps: Steps, others: Sequence[Steps]) -> list[Event]:
    """Return the arguments for some steps (or against them), most important first; `others` are the alternatives.

    Everything is computed from the hidden record, or from worlds sampled from it.
    """
    module = importlib.import_module(f"heliodor.hints.reasons.{position.game.id}")
    reasons: list[Event] = module.explain(position, steps, others)
    return reasons
