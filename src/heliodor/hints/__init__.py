"""Hints and analysis: what a bot would do in a seat, what it expects of that, and why, in words."""

from heliodor.hints.analysis import Analysis, analyse
from heliodor.hints.hints import Hint, give_hints
from heliodor.hints.position import entrances, load_kernels

__all__ = ["Analysis", "Hint", "analyse", "entrances", "give_hints", "load_kernels"]
