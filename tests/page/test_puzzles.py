"""Puzzles in a browser: answers are made as at a table, judged with the reason, and axe finds nothing."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from heliodor.games import GAME_IDS
from heliodor.puzzles import Puzzle, shipped_set
from tests.page.browsing import Server, paint
from tests.page.conftest import Visit
from tests.page.hands import click

pytestmark = pytest.mark.page

# A size and a language for each game: the languages are spread.
PLACES = dict(zip(GAME_IDS, (("phone", "uk"), ("desktop", "ru"), ("phone", "ru"), ("desktop", "en")), strict=True))


def simple(game: str) -> Puzzle:
    """Return a puzzle whose solution takes few taps."""
    kind = {"pearl": "tasks", "luz": "values"}.get(game)
    puzzles = [puzzle for puzzle in shipped_set(game) if kind in (None, puzzle.kind)]
    if game == "gnomes":
        return next(puzzle for puzzle in puzzles if puzzle.solution.actions[0].startswith("lay"))
    unpaid = [puzzle for puzzle in puzzles if ":" not in "".join(puzzle.solution.actions)]
    return min(unpaid, key=lambda puzzle: (len(puzzle.solution.actions), puzzle.id))


def answer(page: Page, puzzle: Puzzle) -> None:
    """Make the solution on the board."""
    for value in puzzle.solution.values:
        click(page.locator(f"[data-value='{value}']"))
    if puzzle.solution.values:
        click(page.locator("[data-check]"))
        return
    for action in puzzle.solution.actions:
        verb, _, what = action.partition(" ")
        if verb == "lay":
            click(page.locator(f".hand [data-card='{what}']").first)
            click(page.locator("[data-confirm]"))
        elif verb == "done":
            click(page.locator("[data-end]"))
        elif verb == "task":
            break  # The page lays a single task itself, and asks for the order of several.
        else:
            click(page.locator(f"[data-shift='{action}']"))
            click(page.locator(f"[data-shift='{action}']"))


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_puzzle_is_answered_on_its_board(game: str, server: Server, visit: Visit) -> None:
    size, language = PLACES[game]
    puzzle = simple(game)
    visitor = visit(f"{server.url}/puzzles/{game}#{puzzle.id}", size, language)
    page = visitor.page
    expect(page.locator(f"[data-puzzle='{puzzle.id}']")).to_be_visible()
    paint(page)
    assert Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    handles = page.locator(".handle.left, .handle.right")  # The question beside the board does not squeeze them.
    assert len(set(handles.evaluate_all("all => all.map((one) => Math.round(one.offsetHeight))"))) <= 1
    answer(page, puzzle)
    if game == "pearl":
        for _ in range(len(puzzle.solution.actions)):
            if page.locator("[data-verdict]").count():
                break
            page.wait_for_timeout(300)
            task = page.locator("[data-task]:not([aria-disabled='true'])")
            if task.count():
                click(task.first)
                click(page.locator("[data-confirm]"))
    expect(page.locator("[data-verdict='right']")).to_be_visible()
    assert re.search(r"\d", page.locator("[data-rating]").inner_text())
    click(page.locator("[data-play-on]"))  # A private table against bots, with what was answered.
    page.locator("[data-practice]").wait_for()
    expect(page.locator(".game")).to_have_attribute("data-ply", re.compile(r"[1-9]"))
    page.goto(f"{server.url}/puzzles/{game}")
    expect(page.locator(f"[data-puzzle]:not([data-puzzle='{puzzle.id}'])")).to_be_visible()
    if game == GAME_IDS[0]:  # A wrong answer is amber; the solution is shown after a warning, and counts as wrong.
        before = page.locator("[data-rating]").inner_text()
        click(page.locator("[data-draw]"))
        expect(page.locator("[data-verdict='wrong']")).to_be_visible()
        assert page.locator("[data-rating]").inner_text() < before
        click(page.locator("[data-show]"))
        expect(page.locator("[data-verdict='shown']")).to_be_visible()
        ply = page.locator(".game").get_attribute("data-ply")
        click(page.locator("[data-play-on]"))  # From the question, because the answer was not mine.
        page.locator("[data-practice]").wait_for()
        asked = page.locator(".game").get_attribute("data-ply")
        assert ply is not None
        assert asked is not None
        assert int(asked) < int(ply)
        expect(page.locator(".status:not(.wait)")).to_be_visible()
