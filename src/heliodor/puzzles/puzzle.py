"""A puzzle: the record of a match up to a decision, a question, its proof and how hard it is."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from heliodor.core.errors import BadRecord
from heliodor.core.record import FORMAT, Record
from heliodor.games import get_game
from heliodor.hints import Position
from heliodor.match import Match
from heliodor.puzzles.contract import Answer, Facts, Kind, Proof, Verdict, kinds_of

ID_LENGTH = 8  # Hexadecimal digits.


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """One puzzle, as a file of puzzles holds it."""

    id: str  # From the position and the question.
    game: str
    kind: str
    version: int  # Of the game's rules.
    options: dict[str, Any]  # As in a record.
    first: int
    shuffles: list[str]  # As in a record, the cards of each separated by spaces.
    actions: list[str]  # Up to the decision.
    facts: Facts  # What is asked.
    proof: Proof
    solved: dict[str, float]  # By level: the share of its attempts that were right.
    rating: float  # How hard it is, on the scale of openskill: 25 is a newcomer's.
    source: int = 0  # Number of the match it was found in.

    @property
    def solution(self) -> Answer:
        """One right answer."""
        return self.proof.solution


def puzzle_id(game: str, actions: list[str], shuffles: list[str], kind: str, facts: Facts) -> str:
    """Return a short id; the same position and question give the same one."""
    text = msgspec.json.encode([game, actions, shuffles, kind, facts])
    return hashlib.blake2b(text, digest_size=ID_LENGTH // 2).hexdigest()


def match_of(puzzle: Puzzle) -> Match:
    """Return the match at the decision, replayed by the rules; raise BadRecord if the puzzle deviates from them."""
    match = Match.from_record(
        Record(
            format=FORMAT,
            game=puzzle.game,
            version=puzzle.version,
            options=puzzle.options,
            first=puzzle.first,
            shuffles=[shuffle.split() for shuffle in puzzle.shuffles],
            actions=puzzle.actions,
        )
    )
    if match.over:
        raise BadRecord(f"puzzle {puzzle.id} asks about a match that is over")
    return match


def kind_of(puzzle: Puzzle) -> Kind:
    """Return the kind of a puzzle."""
    kinds = kinds_of(get_game(puzzle.game))
    if puzzle.kind not in kinds:
        raise BadRecord(f"puzzle {puzzle.id} is of an unknown kind, {puzzle.kind!r}")
    return kinds[puzzle.kind]


def position_of(puzzle: Puzzle) -> Position:
    """Return the decision as its seat sees it."""
    match = match_of(puzzle)
    return Position(match.game, match.states)


def judge(puzzle: Puzzle, position: Position, answer: Answer) -> Verdict:
    """Judge an answer; raise BadAction or BadOption if it is not one."""
    return kind_of(puzzle).judge(position, puzzle.facts, puzzle.solution, answer)
