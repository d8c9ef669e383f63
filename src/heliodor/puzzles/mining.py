"""Mining: finished matches are searched for positions that make puzzles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from heliodor.hints import Position
from heliodor.hints.analysis import decisions_of
from heliodor.match import Match
from heliodor.puzzles.contract import Facts, Kind, kinds_of
from heliodor.puzzles.puzzle import Puzzle, puzzle_id
from heliodor.puzzles.rating import attempts, is_about_skill, rate


def mine(matches: Iterable[tuple[int, Match]], kinds: Collection[str] = ()) -> Iterator[tuple[int, list[Puzzle]]]:
    """Yield the number of each match, and the puzzles found in it; without `kinds`, of all kinds."""
    for number, match in matches:
        chosen = [kind for kind in kinds_of(match.game).values() if not kinds or kind.id in kinds]
        yield number, _mine_match(number, match, chosen)


def _mine_match(number: int, match: Match, kinds: list[Kind]) -> list[Puzzle]:
    found: list[Puzzle] = []
    next_ply = dict.fromkeys((kind.id for kind in kinds), 0)
    for decision in decisions_of(match):
        open_kinds = [kind for kind in kinds if decision.ply >= next_ply[kind.id]]
        if not open_kinds:
            continue
        position = Position(match.game, decision.before)
        if position.is_forced():
            continue
        if puzzle := _first_puzzle(open_kinds, position, match, decision.ply, number):
            found.append(puzzle)
            next_ply[puzzle.kind] = decision.ply + kinds_of(match.game)[puzzle.kind].apart
    return found


def _first_puzzle(kinds: list[Kind], position: Position, match: Match, ply: int, number: int) -> Puzzle | None:
    """Return the first puzzle that a position makes: it is asked about once."""
    for kind in kinds:
        for facts in kind.find(position):
            if puzzle := _make(kind, position, facts, match, ply, number):
                return puzzle
    return None


def _make(kind: Kind, position: Position, facts: Facts, match: Match, ply: int, number: int) -> Puzzle | None:
    """Return the puzzle if the question can be proved and stronger levels answer it better."""
    proof = kind.prove(position, facts)
    if proof is None or proof.margin < kind.least_margin:
        return None
    verdict = kind.judge(position, facts, proof.solution, proof.solution)
    if not verdict.right or not verdict.said:
        return None
    solved = attempts(kind, position, facts, proof.solution)
    if not is_about_skill(solved):
        return None
    record = match.at(ply).record()
    shuffles = [" ".join(shuffle) for shuffle in record.shuffles]
    return Puzzle(
        id=puzzle_id(match.game.id, record.actions, shuffles, kind.id, facts),
        game=match.game.id,
        kind=kind.id,
        version=record.version,
        options=record.options,
        first=record.first,
        shuffles=shuffles,
        actions=record.actions,
        facts=facts,
        proof=proof,
        solved=solved,
        rating=rate(solved),
        source=number,
    )
