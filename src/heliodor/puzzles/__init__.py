"""Puzzles: positions of bot matches with one clearly best decision, its proof, and how hard it is."""

from heliodor.puzzles.contract import Answer, Kind, Proof, Verdict, has_puzzles, kinds_of
from heliodor.puzzles.mining import mine
from heliodor.puzzles.proof import check_proof
from heliodor.puzzles.puzzle import Puzzle, position_of
from heliodor.puzzles.sets import read_set, shipped_set, write_set

__all__ = [
    "Answer",
    "Kind",
    "Proof",
    "Puzzle",
    "Verdict",
    "check_proof",
    "has_puzzles",
    "kinds_of",
    "mine",
    "position_of",
    "read_set",
    "shipped_set",
    "write_set",
]
