"""The game of a package, without a line of TypeScript: drawn, played by buttons, told in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import pebbles
from tests.page import hands
from tests.page.browsing import Server, Visitor, alter_snapshots
from tests.page.conftest import Visit
from tests.page.test_screens import CUT, violations

pytestmark = pytest.mark.page

SMALL = """() => [...document.querySelectorAll('button, a.btn, input')].filter((each) => {
  const {width, height} = each.getBoundingClientRect();
  return each.checkVisibility({visibilityProperty: true}) && width && (width < 44 || height < 44);
}).map((each) => each.outerHTML.slice(0, 100))"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the package of the game is installed."""
    folder = tmp_path_factory.mktemp("pebbles")
    started = Server(folder, environment=pebbles.environment(folder / "site-packages"))
    started.start()
    yield started
    started.kill()


def play_now(visitor: Visitor, press: hands.Press = hands.click) -> Page:
    """Begin a match against a bot from the home page."""
    page = visitor.page
    press(page.locator("[data-play=pebbles]"))
    page.locator("[data-drawing]").wait_for()
    return page


def my_turn(page: Page) -> None:
    page.locator(".game:not([data-animating]) .status:not(.wait)").wait_for()


def drawing(page: Page) -> str:
    return page.locator("[data-drawing]").inner_text()


@pytest.mark.parametrize(
    ("size", "language", "press", "words"),
    [
        ("desktop", "en", hands.click, ["Pebbles", "bag ", "Take", "draws", "The match is over"]),
        ("phone", "uk", hands.tap, ["Камінці", "торбинка ", "Взяти", "тягне", "Гру закінчено"]),
        ("desktop", "ru", hands.by_keys, ["Камешки", "мешок ", "Взять", "тянет", "Игра окончена"]),
    ],
)
def test_a_person_plays_a_whole_match(
    size: str, language: str, press: hands.Press, words: list[str], server: Server, visit: Visit
) -> None:
    title, bag, take, draws, over = words
    visitor = visit(server.url, size=size, language=language)
    page = visitor.page
    expect(page.locator(".g").last.locator("h2")).to_contain_text(title)
    play_now(visitor, press)
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("[data-drawing]")).to_contain_text(bag)
    name = page.locator(".player .nm").last.inner_text().split("·")[0].strip()
    expect(page.locator("[data-drawing]")).to_contain_text(name)
    my_turn(page)
    expect(page.locator("[data-action]").first).to_have_text(take)
    expect(page.locator("[data-hint]")).to_have_count(0)  # It has none, so none are offered.
    hands.play_to_the_end([visitor], "pebbles", press=press)
    expect(page.locator(".game:not([data-animating])")).to_be_attached()
    log = page.locator(".side .log")
    if size == "phone":
        expect(page.locator(".latest li").first).to_contain_text(over)
    else:
        expect(log).to_contain_text(over)
        expect(log).to_contain_text(draws)
    assert page.locator(".end ol li b").count() == 2
    assert page.locator(".end ol li.won").count() >= 1
    assert drawing(page).count("=") == 2, "all hands are open at the end"


def test_one_tap_chooses_and_the_button_or_a_second_tap_plays(server: Server, visit: Visit) -> None:
    page = play_now(visit(server.url))
    my_turn(page)
    before = page.locator(".game").get_attribute("data-ply") or ""
    page.locator("[data-action=pass]").click()
    expect(page.locator("[data-action=pass]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-confirm]")).to_have_text("Pass")
    page.keyboard.press("Escape")
    expect(page.locator("[data-confirm]")).to_have_attribute("aria-disabled", "true")
    assert page.locator(".game").get_attribute("data-ply") == before
    page.locator("[data-action=take]").dblclick()
    expect(page.locator(".game")).not_to_have_attribute("data-ply", before)


def test_the_drawing_is_what_the_seat_knows(server: Server, visit: Visit) -> None:
    visitor = visit(server.url)
    page = play_now(visitor)
    my_turn(page)
    assert drawing(page).count("=") == 1  # The reader's hand.
    assert "●" in drawing(page)
    menu = page.locator("[data-panel=menu]")
    menu.click()
    watch = page.locator("dialog input[readonly]").input_value()
    watcher = visit(watch).page
    expect(watcher.locator("[data-drawing]")).to_contain_text("●")
    assert "=" not in drawing(watcher)
    assert watcher.locator("[data-action]").count() == 0


def test_two_people_share_a_device_with_a_curtain_between_them(server: Server, visit: Visit) -> None:
    page = visit(server.url, size="phone").page
    hands.make_table(page, "pebbles", "device", 2)
    hands.submit(page)
    for _ in range(2):
        page.locator("[data-look]").wait_for()
        assert page.locator("[data-drawing]").count() == 0
        hands.hold(page.locator("[data-look]"))
        page.locator("[data-recap]").click()
        my_turn(page)
        assert drawing(page).count("=") == 1
        page.locator("[data-action=take]").tap()
        hands.confirm(page, hands.tap)
    page.locator("[data-look]").wait_for()
    hands.hold(page.locator("[data-look]"))
    expect(page.locator("dialog .log")).to_contain_text("draws a pebble")


def test_a_finished_match_is_looked_back_at_and_its_record_is_there(server: Server, visit: Visit) -> None:
    visitor = visit(server.url)
    page = play_now(visitor)
    hands.play_to_the_end([visitor], "pebbles")
    table = page.url.rsplit("/", 1)[1]
    record = page.request.get(f"{server.url}/api/tables/{table}/record").json()
    assert record["game"] == "pebbles" and record["result"]
    page.goto(f"{server.url}/replay/{table}#0")
    expect(page.locator("[data-drawing]")).to_contain_text("bag 10")
    assert drawing(page).count("=") == 2
    page.locator("[data-step-on]").click()
    expect(page.locator(".told")).to_contain_text(re.compile("draws|passes|lays down"))


def test_a_match_goes_on_when_the_server_was_killed(tmp_path: Path, visit: Visit) -> None:
    own = Server(tmp_path, environment=pebbles.environment(tmp_path / "site-packages"))
    own.start()
    try:
        visitor = visit(own.url)
        page = play_now(visitor)
        my_turn(page)
        hands.decide(visitor, "pebbles")
        my_turn(page)
        before = drawing(page)
        own.kill()
        page.locator(".notices .lost").wait_for()
        own.start()
        page.locator(".notices .lost").wait_for(state="detached")
        assert drawing(page) == before
        hands.play_to_the_end([visitor], "pebbles")
    finally:
        own.kill()


def test_its_rules_and_options_are_in_its_own_words(server: Server, visit: Visit) -> None:
    page = visit(f"{server.url}/rules/pebbles#B4", language="uk").page
    expect(page.locator("article h1")).to_have_text("Камінці")
    expect(page.locator("#B4")).to_contain_text("Обміняти")
    expect(page.locator("#B4")).to_be_in_viewport()
    page.goto(f"{server.url}/new/pebbles#friends")
    page.locator("summary").click()
    limit = page.locator(".field-label", has_text="Межа")
    expect(limit.locator("a")).to_have_text("B6")
    expect(page.get_by_text("Підказки", exact=True)).to_have_count(0)
    page.get_by_role("button", name="15", exact=True).click()
    hands.submit(page)
    expect(page.locator("main")).to_contain_text("Межа: 15")


@pytest.mark.parametrize(("size", "language"), [("phone", "en"), ("phone", "uk"), ("phone", "ru"), ("desktop", "en")])
def test_nothing_is_cut_or_small_and_axe_finds_nothing(size: str, language: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size=size, language=language)
    page = visitor.page

    def faults() -> list[str]:
        cut: list[str] = page.evaluate(CUT) if size == "phone" else []
        return cut + (violations(page) if language == "en" else [])

    page.locator("[data-play=pebbles]").wait_for()
    found = {"home": faults()}
    play_now(visitor)
    my_turn(page)
    found["turn"] = faults() + page.evaluate(SMALL)
    page.locator("[data-action=take]").click()
    found["chosen"] = faults()
    hands.play_to_the_end([visitor], "pebbles")
    found["over"] = faults()
    page.goto(f"{server.url}/rules/pebbles")
    page.locator("article h2").first.wait_for()
    found["rules"] = faults()
    assert {screen: each for screen, each in found.items() if each} == {}


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_sixty_actions_leave_the_drawing_and_the_button_in_sight(size: str, server: Server, visit: Visit) -> None:
    page = visit(server.url, size=size).page
    alter_snapshots(page, _with_many_actions)
    page.locator("[data-play=pebbles]").click()
    my_turn(page)
    page.reload()  # If the bot began, the turn came with an update, which nobody alters.
    my_turn(page)
    assert page.locator("[data-action]").count() >= 60
    for part in ("[data-drawing]", "[data-search]", "[data-confirm]"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("[data-search]").fill("swap 57")
    expect(page.locator("[data-action]")).to_have_count(1)
    page.locator("[data-action='swap 57']").click()
    expect(page.locator("[data-confirm]")).to_have_text("Swap 57")
    assert violations(page) == []


def _with_many_actions(snapshot: dict[str, Any]) -> None:
    """Add actions to what a seat is sent, as a larger game would have them."""
    if snapshot["view"] and snapshot["view"]["legal"]:
        more = [f"swap {number}" for number in range(20, 80)]
        snapshot["view"]["legal"] += more
        for board in snapshot["plain"].values():
            board["choices"] += [{"text": text} for text in more]
