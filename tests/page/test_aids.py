"""Aids at every table: keys, what has happened since your last turn, refusals that cover nothing."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.page import hands
from tests.page.browsing import SIZES, Server, Visitor, paint, resize
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

SIZES.setdefault("large", (1920, 1080))
SETS = [("nizam", "phone", "uk"), ("pearl", "desktop", "ru"), ("gnomes", "phone", "ru"), ("luz", "large", "en")]
MINE = ".game:not([data-animating]) .status:not(.wait)"


def at_my_turn(
    server: Server, visit: Visit, game: str, size: str, language: str, rounds: int = 0, **settings: str
) -> Visitor:
    visitor = visit(server.url, size=size, language=language, table=hands.against_bots(game, 4), **settings)
    visitor.page.locator(MINE).wait_for()
    for _ in range(rounds):
        hands.decide(visitor, game, hands.tap if size == "phone" else hands.click)
        visitor.page.locator(MINE).wait_for()
    return visitor


@pytest.mark.parametrize(("game", "size", "language"), SETS)
def test_the_board_is_the_first_stop_and_keys_play(
    game: str, size: str, language: str, server: Server, visit: Visit
) -> None:
    page = at_my_turn(server, visit, game, size, language).page
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.hasAttribute('data-to-board')")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.closest('.stage') !== null")
    page.keyboard.press("?")
    listed = page.locator("dialog kbd").all_inner_texts()
    assert {"E", "H", "S", "?", "F1"} <= set(listed)
    before = page.locator(".game").get_attribute("data-ply")
    page.keyboard.press("d")  # Keys play nothing behind a dialog.
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert page.locator(".game").get_attribute("data-ply") == before
    page.keyboard.press("e" if game == "luz" else "d")
    page.wait_for_function("before => document.querySelector('.game').dataset.ply !== before", arg=before)


@pytest.mark.parametrize(("game", "size", "language"), SETS)
def test_what_the_others_did_is_shown_until_the_board_is_touched(
    game: str, size: str, language: str, server: Server, visit: Visit
) -> None:
    visitor = at_my_turn(server, visit, game, size, language, rounds=1, speed="fast")
    page = visitor.page
    lines = page.locator("[data-since]:visible")
    while not lines.count():
        hands.decide(visitor, game, hands.tap if size == "phone" else hands.click)
        page.locator(MINE).wait_for()
    if size == "phone":
        assert lines.count() <= 2
    over = page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth, document.body.scrollHeight - innerHeight]"
    )
    assert max(over) <= 1
    paint(page)
    assert Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"] == []
    lines.first.focus()
    page.keyboard.press("Enter")
    page.locator(".game[data-animating]").wait_for()  # It is shown again.
    page.locator(MINE).wait_for()
    expect(lines.first).to_be_focused()
    page.locator(".stage").dispatch_event("click")
    expect(lines).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "size"), [("nizam", "phone"), ("gnomes", "phone"), ("nizam", "desktop"), ("pearl", "desktop")]
)
def test_a_refusal_covers_no_prompt_and_leaves_with_the_next_legal_tap(
    game: str, size: str, server: Server, visit: Visit
) -> None:
    page = at_my_turn(server, visit, game, size, "uk").page
    refused_by(page, game)
    box, status = page.locator(".refusal").bounding_box(), page.locator(".status").bounding_box()
    assert box is not None
    assert status is not None
    assert box["y"] + box["height"] <= status["y"] or box["y"] >= status["y"] + status["height"]
    legal = {
        "nizam": "[data-pay=one], [data-pay=three], button.corner",
        "gnomes": "[data-take=deck]",
        "pearl": "button.corner",
    }
    page.locator(legal[game]).first.click()
    expect(page.locator(".refusal")).to_have_count(0)


def refused_by(page: Page, game: str) -> None:
    """Touch something that is not allowed now."""
    if game == "gnomes":
        page.locator("[data-card]").first.click(force=True)  # A turn begins with taking a card.
    else:
        page.keyboard.press("e")  # There is nothing to end yet.
    page.locator(".refusal").wait_for()


def test_what_was_said_before_i_came_does_not_pop_up_as_new(server: Server, visit: Visit) -> None:
    host = visit(server.url)
    hands.make_table(host.page, "nizam", "friends", 2)
    hands.submit(host.page)
    friend = visit(hands.invitation(host.page)).page
    friend.locator("form .btn.primary").click()
    host.page.locator("[data-start]:not([disabled])").click()
    for page in (host.page, friend):
        page.locator(".game").wait_for()
    host.page.locator("[data-panel=talk]").click()
    host.page.locator("[data-phrase]").first.click()
    friend.locator(".note.said").wait_for()
    friend.reload()
    friend.locator(".game .status").wait_for()
    assert friend.locator(".note.said, .unread").count() == 0
    host.page.locator("[data-phrase]").nth(1).click()
    expect(friend.locator(".note.said")).to_have_count(1)


def test_the_end_sheet_leaves_the_log_free_and_start_covers_nothing(server: Server, visit: Visit) -> None:
    visitor = at_my_turn(server, visit, "nizam", "desktop", "en")
    page = visitor.page
    resize(page, 1280, 800)
    page.locator("[data-panel=menu]").click()
    page.locator("[data-offer=stop]").click()
    assert page.locator(".end").count() == 0  # It asks first.
    page.locator("[data-offer-sure]").click()
    end, log = page.locator(".end").bounding_box(), page.locator(".side").bounding_box()
    assert end is not None
    assert log is not None
    assert end["x"] + end["width"] <= log["x"]
    resize(page, 360, 740)
    page.goto(f"{server.url}/new/nizam#friends")
    more, start = page.locator("summary").bounding_box(), page.locator("form .btn.primary").bounding_box()
    assert more is not None
    assert start is not None
    assert more["y"] + more["height"] <= start["y"]
