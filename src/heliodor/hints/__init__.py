"""Hints and analysis: what a bot would do in a seat, the expected result, and the reasons in words."""

from heliodor.hints.analysis import Analysis, analyse
from heliodor.hints.bets import BetKnowledge, bet_knowledge, position_of_bet
from heliodor.hints.hints import Hint, give_hints
from heliodor.hints.outlook import DEFAULT_LEVEL
from heliodor.hints.position import Position, entrances, has_hints, load_kernels

__all__ = [
    "DEFAULT_LEVEL",
    "Analysis",
    "BetKnowledge",
    "Hint",
    "Position",
    "analyse",
    "bet_knowledge",
    "entrances",
    "give_hints",
    "has_hints",
    "load_kernels",
    "position_of_bet",
]
