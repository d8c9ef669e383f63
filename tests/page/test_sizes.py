"""A phone by touch, a tablet and a desktop: the table fits, and its parts can be hit."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from heliodor.core.shifting.notation import KIND_CODES
from tests.page import hands
from tests.page.browsing import SIZES, Server, Visitor, alter_snapshots, resize
from tests.page.conftest import Visit
from tests.page.test_screens import CUT

pytestmark = pytest.mark.page

GAMES = ["nizam", "pearl", "gnomes", "luz"]
USUAL = {"nizam": 3, "pearl": 3, "gnomes": 4, "luz": 4}  # Players.
# Targets for a finger have 44 pixels each way. The target of a switch is its whole line. Ten backs are narrower only
# during bets, when none of them can be played.
SMALL = """() => [...document.querySelectorAll('button, a, select, input')]
  .filter((each) => each.checkVisibility() && !each.closest('.sr, .sw, .ten'))
  .map((each) => [each.getBoundingClientRect(), each.outerHTML.slice(0, 90)])
  .filter(([box]) => box.width && (box.width < 43.5 || box.height < 43.5)).map(([, html]) => html)"""


def sticking_out(page: Page) -> list[int]:
    """Return by how many pixels the table is wider and higher than the screen."""
    over: list[int] = page.evaluate(
        """() => {
          const page = document.documentElement;
          return [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight].map((by) => Math.max(0, by - 1));
        }"""
    )
    return over


# Highlighted targets that lie under something else, which a finger would hit instead.
COVERED = """offers => [...document.querySelectorAll(offers)].filter((each) => {
  const box = each.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return each.checkVisibility() && !each.contains(hit);
}).map((each) => each.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_is_played_by_touch(game: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size="phone")
    page = visitor.page
    page.locator(f"[data-play={game}]").tap()
    page.locator(".status:not(.wait)").wait_for()
    for _ in range(5):
        assert sticking_out(page) == [0, 0]
        assert page.evaluate(SMALL) == []
        hands.decide(visitor, game, hands.tap)
        page.locator(".status:not(.wait)").wait_for()


@pytest.mark.parametrize(
    ("game", "players", "language"), [("nizam", 5, "uk"), ("pearl", 5, "ru"), ("gnomes", 6, "ru"), ("luz", 5, "uk")]
)
def test_a_full_table_fits_a_phone(game: str, players: int, language: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size="phone", language=language, table=hands.against_bots(game, players))
    visitor.page.locator(".game").wait_for()
    decisions = 0
    while decisions < 6:
        if hands.is_my_turn(visitor.page):
            decisions += 1
            assert sticking_out(visitor.page) == [0, 0]
            assert visitor.page.evaluate(COVERED, hands.OFFERS[game]) == []
        hands.decide(visitor, game, hands.tap)


def curse_everybody(snapshot: dict[str, Any]) -> None:
    """Lay two curses and gems before everybody: the market never has less room."""
    for place in snapshot["view"]["places"]:
        place["curses"] = [{"card": card, "by": 0, "lifted_by": []} for card in ("K", "FO")]
        place["gems"] = ["Ro", "Ro", "Ho"]
        place["sets"] = [{"shares": "o", "cards": place["gems"]}]


def play_until_others_have_played(visitor: Visitor, game: str) -> None:
    """Play against bots until the page tells what they did since the last turn."""
    page = visitor.page
    page.locator(".game").wait_for()
    while not page.locator(".since").count():
        hands.decide(visitor, game, hands.tap)


def test_what_the_others_did_leaves_the_open_cards_in_reach(server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size="phone", language="ru", table=hands.against_bots("gnomes", 6))
    page = visitor.page
    play_until_others_have_played(visitor, "gnomes")
    alter_snapshots(page, curse_everybody)
    page.reload()
    page.locator(".since").wait_for()
    page.locator("[data-take][aria-disabled=false]").first.wait_for()
    assert page.evaluate(COVERED, hands.OFFERS["gnomes"]) == []


def test_eight_piles_of_cards_are_as_wide_as_a_small_phone(server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size="phone", table=hands.against_bots("nizam", 2))
    page = visitor.page
    hands.until_my_turn(page, "nizam")

    def many_cards(message: dict[str, Any]) -> None:
        view = message["view"]
        view["hands"][view["seat"]] = "".join(4 * kind for kind in KIND_CODES)

    alter_snapshots(page, many_cards)
    page.reload()
    page.locator(".hand .hcard").nth(7).wait_for()
    assert page.evaluate(CUT) == []
    assert sticking_out(page) == [0, 0]


def test_three_tasks_of_one_turn_fit_the_line_of_that_turn(server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size="phone", language="ru", table=hands.against_bots("pearl", 5))
    page = visitor.page
    play_until_others_have_played(visitor, "pearl")
    page.locator(".since .told").evaluate_all(
        "lines => lines.forEach((line) => { line.innerHTML = '<span>аметист, бирюза и изумруд</span><b>+3</b>'; })"
    )
    assert sticking_out(page) == [0, 0]


@pytest.mark.parametrize("game", GAMES)
def test_a_larger_screen_shows_the_whole_table(game: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, table=hands.against_bots(game, USUAL[game]))
    page = visitor.page
    for _ in range(3):
        page.locator(".status:not(.wait)").wait_for()
        for size in ("tablet", "desktop"):
            resize(page, *SIZES[size])
            assert sticking_out(page) == [0, 0], size
            board = page.locator("main.stage").bounding_box()
            assert board is not None
            assert board["width"] <= SIZES[size][0]
            assert page.locator(".side").is_visible() or page.locator(".only-phone").last.is_visible()
        hands.decide(visitor, game)


def test_a_line_is_dragged_by_a_finger(server: Server, visit: Visit) -> None:
    """Locked to the axis; under half a cell it snaps back, beyond that it is tried."""
    visitor = visit(server.url, size="phone", table=hands.against_bots("nizam", 3))
    page = visitor.page
    page.locator(".status:not(.wait)").wait_for()
    while not page.locator("[data-pay=one]").count():
        hands.decide(visitor, "nizam", hands.tap)
        page.locator(".status:not(.wait)").wait_for()
    shift = str(page.locator("[data-pay=one]").first.get_attribute("data-shift"))
    middle = 5 * "12345".find(shift[0]) + 2 if shift[0] in "12345" else 10 + "abcde".find(shift[0])
    box = page.locator("[role=gridcell]").nth(middle).bounding_box()
    assert box is not None
    way = {"<": (-1, 0), ">": (1, 0), "^": (0, -1), "v": (0, 1)}[shift[1]]
    drag(page, box, way, 0.3)
    assert page.locator(".chip.pre").count() == 0
    drag(page, box, way, 0.9)
    page.locator(".chip.pre").wait_for()
    assert page.locator("[data-shift][aria-pressed=true]").get_attribute("data-shift") == shift


def drag(page: Page, box: dict[str, float], way: tuple[int, int], cells: float) -> None:
    """Draw a finger over the board, by a part of a cell."""
    session = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(kind: str, part: float) -> None:
        by = part * box["width"]
        points = [] if kind == "touchEnd" else [{"x": x + by * way[0], "y": y + by * way[1]}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for step in range(1, 6):
        touch("touchMove", cells * step / 5)
    touch("touchEnd", 0)
    session.detach()
