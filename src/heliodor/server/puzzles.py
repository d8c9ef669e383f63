"""Puzzles for people: the next one near their rating, plans tried on it, and answers judged.

The server keeps no state of a puzzle between requests: the page sends its actions from the position on. Everything is
computed from what the seat knows.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from heliodor.core.contract import OFF, Event, Game, OptionValue, States
from heliodor.core.errors import BadAction
from heliodor.core.shown import Shown
from heliodor.games import game_ids, get_game
from heliodor.hints import Position
from heliodor.match import Match
from heliodor.protocol.http import PuzzleAnswer, PuzzleInfo, PuzzleScore, PuzzleSolution, PuzzleTried, PuzzleVerdict
from heliodor.protocol.messages import EventInfo
from heliodor.puzzles import Answer, Kind, Puzzle, Verdict, position_of, shipped_set
from heliodor.puzzles.contract import read_steps
from heliodor.puzzles.puzzle import judge, kind_of, match_of
from heliodor.puzzles.rating import PUZZLE_SIGMA, shown_rating
from heliodor.puzzles.sets import has_shipped_set
from heliodor.server.plans import refusal_of, try_plan
from heliodor.server.refusal import Refusal, not_found
from heliodor.server.site import Site
from heliodor.store import puzzles as puzzle_store
from heliodor.store.rows import PuzzleRatingRow

NEAR = 12  # The next puzzle is one of this many that are nearest to the person's rating.
LEAST_ANSWERS = 10  # Before the share of people who solved a puzzle is shown.
POSITIONS_KEPT = 256  # Replaying a record takes a few milliseconds.


class _Shown(NamedTuple):
    """A puzzle with its position and the settings of the table that shows it."""

    puzzle: Puzzle
    kind: Kind
    position: Position
    shown: Shown
    aid: str


def puzzles_of(game_id: str) -> Sequence[Puzzle]:
    """Return the puzzles of a game; refuse a game without any."""
    if game_id not in game_ids() or not has_shipped_set(game_id):
        raise not_found("game")
    return shipped_set(game_id)


async def next_puzzle(site: Site, person: str, game_id: str) -> PuzzleInfo:
    """Return a puzzle near the person's rating that they have not answered; if there is none, an old one."""
    puzzles = puzzles_of(game_id)
    rating = await site.store.read(puzzle_store.rating_of, person, game_id)
    done = await site.store.read(puzzle_store.answered, person, game_id)
    new = [puzzle for puzzle in puzzles if puzzle.id not in done]
    if new:
        near = sorted(new, key=lambda puzzle: (abs(puzzle.rating - rating.mu), puzzle.id))[:NEAR]
        return await _describe(site, random.choice(near), rating, is_new=True)
    oldest = min(puzzles, key=lambda puzzle: (done[puzzle.id], puzzle.id))
    return await _describe(site, oldest, rating, is_new=False)


async def one_puzzle(site: Site, person: str, game_id: str, puzzle_id: str) -> PuzzleInfo:
    """Return a certain puzzle: the page was reloaded, or somebody has shared its address."""
    puzzle = _find(game_id, puzzle_id)
    rating = await site.store.read(puzzle_store.rating_of, person, game_id)
    done = await site.store.read(puzzle_store.answered, person, game_id)
    return await _describe(site, puzzle, rating, is_new=puzzle.id not in done)


async def question_of(site: Site, game_id: str, puzzle_id: str) -> tuple[EventInfo, int | None]:
    """Return the question of a puzzle, and how many per cent of people were right at once, as in PuzzleInfo."""
    found = await _ready(site, _find(game_id, puzzle_id))
    question = _info(found, found.kind.question(found.position, found.puzzle.facts))
    return question, _share(*await site.store.read(puzzle_store.shares, game_id, puzzle_id))


async def try_answer(site: Site, game_id: str, puzzle_id: str, wanted: PuzzleAnswer) -> PuzzleTried:
    """Return the result of a plan, as far as it can be known."""
    found = await _ready(site, _find(game_id, puzzle_id))
    position = found.position
    tried = try_plan(position.game, position.hidden, position.seat, wanted.actions)
    return PuzzleTried(
        played=tried.played,
        wall=tried.wall,
        refused=None if tried.refusal is None else tried.refusal.reason,
        view=_view(found, tried.hidden),
    )


async def answer(site: Site, person: str, game_id: str, puzzle_id: str, wanted: PuzzleAnswer) -> PuzzleVerdict:
    """Judge an answer; the first one to a puzzle changes the person's rating."""
    found = await _ready(site, _find(game_id, puzzle_id))
    given = Answer(actions=wanted.actions, values=sorted(set(wanted.values)))
    try:
        if found.kind.means == "actions" and not found.kind.is_whole(
            found.position, read_steps(found.position, given.actions)
        ):
            return await _unfinished(site, person, found, wanted)
        verdict = await site.thinkers.consider(person, lambda: judge(found.puzzle, found.position, given))
    except BadAction as error:
        raise refusal_of(error) from None
    return await _count(site, person, found, verdict, given, given if verdict.right else None)


async def show(site: Site, person: str, game_id: str, puzzle_id: str) -> PuzzleVerdict:
    """Return the solution; if the person has not answered yet, this counts as a wrong answer."""
    found = await _ready(site, _find(game_id, puzzle_id))
    solution = found.puzzle.solution
    verdict = await site.thinkers.consider(person, lambda: judge(found.puzzle, found.position, solution))
    wrong = Verdict(False, verdict.said)
    return await _count(site, person, found, wrong, solution, solution)


async def answered_match(site: Site, person: str, game_id: str, puzzle_id: str) -> Match:
    """Return the match of a puzzle up to its position; refuse one that the person has not answered yet.

    Otherwise hints at the table where it goes on would tell the answer.
    """
    puzzle = _find(game_id, puzzle_id)
    if puzzle.id not in await site.store.read(puzzle_store.answered, person, game_id):
        raise Refusal("puzzle_unanswered", "answer the puzzle first")
    await site.preparation.ready(get_game(game_id))
    return match_of(puzzle)


# --- Parts --------------------------------------------------------------------------------------------------------


async def _count(
    site: Site, person: str, found: _Shown, verdict: Verdict, given: Answer, solution: Answer | None
) -> PuzzleVerdict:
    """Save an answer and say what it is worth."""
    puzzle = found.puzzle
    before = await site.store.read(puzzle_store.rating_of, person, puzzle.game)
    difficulty = (puzzle.rating, PUZZLE_SIGMA)
    after, counted = await site.store.write(
        puzzle_store.answer, person, puzzle.game, puzzle.id, difficulty, verdict.right, site.now()
    )
    return PuzzleVerdict(
        whole=True,
        right=verdict.right,
        said=[_info(found, event) for event in verdict.said],
        counted=counted,
        change=shown_rating(after.mu) - shown_rating(before.mu) if counted else 0,
        score=_score(after),
        view=_view_after(found, given.actions),
        solution=None if solution is None else PuzzleSolution(actions=solution.actions, values=solution.values),
    )


async def _unfinished(site: Site, person: str, found: _Shown, wanted: PuzzleAnswer) -> PuzzleVerdict:
    rating = await site.store.read(puzzle_store.rating_of, person, found.puzzle.game)
    return PuzzleVerdict(
        whole=False,
        right=False,
        said=[],
        counted=False,
        change=0,
        score=_score(rating),
        view=_view_after(found, wanted.actions),
        solution=None,
    )


async def _describe(site: Site, puzzle: Puzzle, rating: PuzzleRatingRow, is_new: bool) -> PuzzleInfo:
    found = await _ready(site, puzzle)
    answers, right = await site.store.read(puzzle_store.shares, puzzle.game, puzzle.id)
    position, game = found.position, found.position.game
    aid = None
    if game.aid is not None and found.aid != OFF:
        aid = game.aid.work_out(position.hidden, 0, position.seat, found.aid)
    return PuzzleInfo(
        id=puzzle.id,
        game=puzzle.game,
        kind=puzzle.kind,
        question=_info(found, found.kind.question(position, puzzle.facts)),
        choices=found.kind.choices(position, puzzle.facts),
        rating=shown_rating(puzzle.rating),
        solved=_share(answers, right),
        is_new=is_new,
        options=puzzle.options,
        settings=_settings(game, found.kind),
        seat=position.seat,
        ply=len(puzzle.actions),
        view=_view(found, position.hidden),
        aid=aid,
        score=_score(rating),
    )


def _find(game_id: str, puzzle_id: str) -> Puzzle:
    for puzzle in puzzles_of(game_id):
        if puzzle.id == puzzle_id:
            return puzzle
    raise not_found("puzzle")


async def _ready(site: Site, puzzle: Puzzle) -> _Shown:
    """Return a puzzle with its position; waits until the game's code is compiled."""
    game = get_game(puzzle.game)
    await site.preparation.ready(game)
    await site.preparation.ready(game, "hints")
    return _position(puzzle.game, puzzle.id)


@lru_cache(POSITIONS_KEPT)
def _position(game_id: str, puzzle_id: str) -> _Shown:
    puzzle = _find(game_id, puzzle_id)
    position, kind = position_of(puzzle), kind_of(puzzle)
    settings = _settings(position.game, kind)
    names = {option.name for option in position.game.display.SETTINGS} if position.game.display else set()
    shown = Shown(position.game, position.game.check_display({n: v for n, v in settings.items() if n in names}))
    aid = OFF if position.game.aid is None else str(settings[position.game.aid.SETTING.name])
    return _Shown(puzzle, kind, position, shown, aid)


def _settings(game: Game, kind: Kind) -> dict[str, OptionValue]:
    return game.check_table_settings(kind.settings)


def _view(found: _Shown, hidden: States) -> Any:
    return found.shown.view(hidden, 0, found.position.seat)


def _view_after(found: _Shown, actions: Sequence[str]) -> Any:
    """Return what the seat sees after some actions, up to the first card that would be revealed."""
    position = found.position
    return _view(found, try_plan(position.game, position.hidden, position.seat, actions).hidden)


def _info(found: _Shown, event: Event) -> EventInfo:
    return EventInfo(key=event.key, seat=event.seat, facts=event.facts, ply=len(found.puzzle.actions))


def _share(answers: int, right: int) -> int | None:
    return round(100 * right / answers) if answers >= LEAST_ANSWERS else None


def _score(row: PuzzleRatingRow) -> PuzzleScore:
    return PuzzleScore(rating=shown_rating(row.mu), answered=row.answered, streak=row.streak)
