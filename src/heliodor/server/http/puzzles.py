"""Puzzles: the next one, plans, answers."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from heliodor.protocol.http import PuzzleAnswer, PuzzleInfo, PuzzleTried, PuzzleVerdict
from heliodor.server import puzzles
from heliodor.server.http.endpoint import Call, Endpoint
from heliodor.server.refusal import Refusal
from heliodor.server.thinkers import Busy, Waiting

T = TypeVar("T")


async def next_puzzle(call: Call) -> PuzzleInfo:
    """Return the next puzzle for this person."""
    return await puzzles.next_puzzle(call.site, call.me.id, call.part("game"))


async def one_puzzle(call: Call) -> PuzzleInfo:
    """Return a certain puzzle."""
    return await puzzles.one_puzzle(call.site, call.me.id, call.part("game"), call.part("puzzle"))


async def try_puzzle(call: Call) -> PuzzleTried:
    """Try a plan."""
    _count_thought(call)
    return await puzzles.try_answer(call.site, call.part("game"), call.part("puzzle"), call.body)


async def answer_puzzle(call: Call) -> PuzzleVerdict:
    """Judge an answer."""
    _count_thought(call)
    return await _thought(puzzles.answer(call.site, call.me.id, call.part("game"), call.part("puzzle"), call.body))


async def show_puzzle(call: Call) -> PuzzleVerdict:
    """Show the solution."""
    _count_thought(call)
    return await _thought(puzzles.show(call.site, call.me.id, call.part("game"), call.part("puzzle")))


def _count_thought(call: Call) -> None:
    if not call.site.limits.allows("think", call.me.id):
        raise Refusal("slow_down", "too many requests; wait a little", status=429)


async def _thought(work: Awaitable[T]) -> T:
    try:
        return await work
    except Waiting:
        raise Refusal("one_hint", "the bots are still working on your last question", status=409) from None
    except Busy:
        text = "too many people are asking the bots for advice; try again soon"
        raise Refusal("busy", text, status=503) from None


ENDPOINTS = (
    Endpoint("GET", "/api/puzzles/{game}", "The next puzzle near your rating.", next_puzzle, PuzzleInfo),
    Endpoint("GET", "/api/puzzles/{game}/{puzzle}", "A certain puzzle.", one_puzzle, PuzzleInfo),
    Endpoint(
        "POST",
        "/api/puzzles/{game}/{puzzle}/try",
        "Try actions on a puzzle, up to the first card that would be revealed.",
        try_puzzle,
        PuzzleTried,
        takes=PuzzleAnswer,
    ),
    Endpoint(
        "POST",
        "/api/puzzles/{game}/{puzzle}/answer",
        "Answer a puzzle; the first answer changes your puzzle rating.",
        answer_puzzle,
        PuzzleVerdict,
        takes=PuzzleAnswer,
        effect="own",
    ),
    Endpoint(
        "POST",
        "/api/puzzles/{game}/{puzzle}/show",
        "Show the solution of a puzzle; it counts as a wrong answer, unless you have answered before.",
        show_puzzle,
        PuzzleVerdict,
        effect="own",
    ),
)
