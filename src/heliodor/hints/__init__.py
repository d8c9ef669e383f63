"""Hints and analysis: what a bot would do in a seat, the expected result, and the reasons in words."""

from heliodor.hints.analysis import Analysis, Study, analyse
from heliodor.hints.chances import Chances, chances
from heliodor.hints.coach import Question, question
from heliodor.hints.contract import Advice, Prices, advice_of
from heliodor.hints.hints import Hint, give_hints
from heliodor.hints.outlook import DEFAULT_LEVEL
from heliodor.hints.position import Position, entrances, has_hints, load_kernels

__all__ = [
    "DEFAULT_LEVEL",
    "Advice",
    "Analysis",
    "Chances",
    "Hint",
    "Position",
    "Prices",
    "Question",
    "Study",
    "advice_of",
    "analyse",
    "chances",
    "entrances",
    "give_hints",
    "has_hints",
    "load_kernels",
    "question",
]
