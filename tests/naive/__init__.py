"""A slow, obvious, pure-Python reading of the rules, for tests to compare the engine with.

Nothing here imports the engine: every module is written from the rules and the record format
alone, so that an error must be made twice to go unnoticed.
"""

from .gnomes import NaiveGnomes
from .luz import NaiveLuz
from .nizam import NaiveNizam
from .pearl import NaivePearl

NaiveGame = NaiveNizam | NaivePearl | NaiveGnomes | NaiveLuz

GAMES: dict[str, type[NaiveGame]] = {
    "nizam": NaiveNizam,
    "pearl": NaivePearl,
    "gnomes": NaiveGnomes,
    "luz": NaiveLuz,
}

__all__ = ["GAMES", "NaiveGame", "NaiveGnomes", "NaiveLuz", "NaiveNizam", "NaivePearl"]
