"""The board of the day in the page: playing it, the result, the text to share, and the cards of the home page."""

from __future__ import annotations

import json
import sqlite3
import time
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page import hands
from tests.page.browsing import Server, use_language
from tests.page.conftest import Visit
from tests.page.test_fair import looks_right, looks_right_everywhere

pytestmark = pytest.mark.page

WORDS = {"en": "Today’s board", "uk": "Поле дня", "ru": "Поле дня"}


def with_players(page: Page, count: int) -> None:
    """Let many others have played: their results come with the server's own answer."""

    def answer(route: Route) -> None:
        info: dict[str, Any] = route.fetch().json()
        board = info["board"]
        if board["counts"] is not None:
            others = [{"score": score, "people": count // 20} for score in range(20, 60, 2)]
            mine = [each for each in board["counts"] if each["score"] not in range(20, 60, 2)]
            board["counts"] = sorted(others + mine, key=lambda each: each["score"])
            board["players"] = sum(each["people"] for each in board["counts"])
            board["expert"] = 74
        info["streak"], info["longest"] = 6, 11
        route.fulfill(json=info)

    page.route("**/api/daily", answer)


@pytest.mark.parametrize(("size", "language"), [("phone", "uk"), ("desktop", "ru"), ("phone", "en")])
def test_the_board_of_the_day_from_home_to_its_result(size: str, language: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size=size, language=language)
    page = visitor.page
    card = page.locator("[data-today=board]")
    expect(card).to_contain_text(WORDS[language])
    expect(page.locator("[data-today=puzzle]")).to_be_visible()
    looks_right(visitor, axe=language != "en")
    card.locator("a").click()
    page.locator("[data-daily=new]").wait_for()
    expect(page.locator("[data-today=puzzle]")).to_be_visible()
    looks_right(visitor, axe=False)
    page.locator("[data-play-board]").click()
    page.wait_for_url("**/t/**")
    first = page.url
    if (size, language) != ("phone", "uk"):  # Once it is played by hand.
        hands.decide(visitor, "nizam")
        hands.play_on_without_the_page(visitor, server)
    while not page.locator("[data-compare]").count():
        hands.decide(visitor, "nizam")
    page.locator("[data-compare]").click()
    page.locator("[data-daily=played]").wait_for()
    score = page.locator("[data-score]").inner_text()
    # Fewer than twenty have played: no distribution.
    expect(page.locator("[data-few]")).to_be_visible()
    looks_right(visitor, axe=language != "en")
    with_players(page, 400)
    page.reload()
    expect(page.locator(".hist")).to_be_visible()
    assert score in (page.locator(".hist").get_attribute("aria-label") or "")
    if language == "en":
        looks_right_everywhere(visitor, ".hist")
    # The text to share has no card and no move, and can be copied without a share menu.
    text = page.locator("[data-share-text]").inner_text()
    assert text.startswith("Heliodor · ") and score in text and any(bar in text for bar in "▁▂▃▄▅▆▇█")
    assert not any(sign in text for sign in "<>^←→↑↓")
    page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text }")
    page.locator("[data-copy]").click()
    page.wait_for_function("window.copied !== undefined")
    assert page.evaluate("window.copied") == text
    # Again for practice, at another table.
    page.locator("[data-play-board]").click()
    page.wait_for_url("**/t/**")
    assert page.url != first
    page.unroute_all()
    page.goto(server.url)
    expect(page.locator("[data-today=board]")).to_contain_text(score)


def yesterday_was_today(server: Server) -> None:
    """Let everything of today have been yesterday, when the expert bot is through."""
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as store:
        while store.execute("SELECT 1 FROM daily WHERE kind = 'board' AND expert_score IS NULL").fetchone():
            time.sleep(0.1)
        store.execute("DELETE FROM daily WHERE day < ?", (datetime.now(UTC).date().isoformat(),))
        store.execute("UPDATE daily SET day = date(day, '-1 day')")
    store.close()


def test_the_best_line_of_yesterday_is_drawn_turn_by_turn(server: Server, visit: Visit) -> None:
    visitor = visit(f"{server.url}/daily", size="phone", language="uk")
    page = visitor.page
    expect(page.locator("[data-earlier]")).to_have_count(0)
    page.locator("[data-play-board]").click()
    page.wait_for_url("**/t/**")
    hands.decide(visitor, "nizam")
    hands.play_on_without_the_page(visitor, server)
    while not page.locator("[data-compare]").count():
        hands.decide(visitor, "nizam")
    page.locator("[data-compare]").click()
    page.locator("[data-daily=played]").wait_for()
    expect(page.locator("[data-line]")).to_have_count(0)  # Not on its own day.
    yesterday_was_today(server)
    page.reload()
    line = page.locator("[data-earlier] .line")
    picture = line.get_by_role("img")
    expect(line).to_have_attribute("data-line", "0")
    dealt = picture.get_attribute("aria-label")
    best = int(page.locator("[data-earlier] p b").first.inner_text())
    page.locator("[data-line-back]").dispatch_event("click")  # There is nothing before it.
    expect(line).to_have_attribute("data-line", "0")
    boards, steps = {dealt}, 0
    while page.locator("[data-line-on]").get_attribute("aria-disabled") == "false":
        page.locator("[data-line-on]").click()
        steps += 1
        expect(line).to_have_attribute("data-line", str(steps))
        boards.add(picture.get_attribute("aria-label"))
    assert steps > 3 and len(boards) > 3
    expect(line.locator("small")).to_contain_text(str(best))  # The last turn has the whole score.
    # Runs that score are outlined on the board; the cards that pay are seen under it.
    while not line.locator(".run").count():
        page.locator("[data-line-back]").click()
    expect(line.locator(".trace")).to_be_visible()
    for language, words in {"ru": "Ход", "en": "Turn", "uk": "Хід"}.items():
        use_language(page, language)
        expect(line).to_have_attribute("data-line", "0")  # The page is a new one.
        page.locator("[data-line-on]").click()
        expect(line.locator("small")).to_contain_text(f"{words} 1")
    looks_right_everywhere(visitor, "[data-earlier] .line")


def test_a_person_who_has_only_seen_the_cards_practises(server: Server, visit: Visit) -> None:
    visitor = visit(server.url)
    page = visitor.page

    def seen(route: Route) -> None:
        info = json.loads(route.fetch().text())
        info["board"] |= {"state": "practice", "counts": [], "expert": 70}
        route.fulfill(json=info)

    page.route("**/api/daily", seen)
    page.goto(f"{server.url}/daily")
    page.locator("[data-daily=practice]").wait_for()
    expect(page.locator(".hero .tag")).to_have_text("practice")
    expect(page.locator("[data-share]")).to_have_count(0)
    looks_right(visitor, axe=False)
