"""A review in a browser: moments, views, the curve, decisions and what would have been better; record files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from heliodor.match import Match
from tests.hints.positions import bot_match
from tests.page.browsing import Server, paint
from tests.page.conftest import Visit
from tests.page.hands import A_MOMENT, click
from tests.page.test_fair import ask, looks_right_everywhere

pytestmark = pytest.mark.page


def drop(page: Page, server: Server, match: Match, folder: Path) -> None:
    """Choose the record of a match as a file."""
    path = folder / "match.jsonl"
    path.unlink(missing_ok=True)
    match.save(path)
    page.goto(f"{server.url}/replay")
    page.locator("[data-record-file]").set_input_files(path)
    expect(page.locator("[data-replay='0']")).to_be_attached()


def check(page: Page) -> None:
    paint(page)
    assert Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def open_details(page: Page) -> None:
    """Open the details, unless they are beside the board already."""
    button = page.locator("[data-details]")
    if button.get_attribute("aria-expanded") == "false":
        click(button)


@pytest.mark.parametrize(("size", "language"), [("phone", "uk"), ("desktop", "ru")])
def test_a_match_is_reviewed(size: str, language: str, server: Server, visit: Visit, tmp_path: Path) -> None:
    match = bot_match("nizam", 2, 4, "random", "greedy")
    visitor = visit(f"{server.url}/replay", size, language)
    page = visitor.page
    expect(page.locator("[data-record-file]")).to_be_attached()
    check(page)
    drop(page, server, match, tmp_path)
    expect(page.locator("[data-details]")).to_have_attribute("aria-expanded", str(size == "desktop").lower())
    # Steps by action and by turn, with buttons and keys; the address follows.
    click(page.locator("[data-step-on]"))
    expect(page.locator("[data-replay='1']")).to_be_attached()
    page.keyboard.press("End")
    expect(page.locator(f"[data-replay='{match.ply}']")).to_be_attached()
    expect(page).to_have_url(re.compile(f"#{match.ply}$"))
    click(page.locator("[data-turn-back]"))
    expect(page.locator(f"[data-replay='{match.ply}']")).to_have_count(0)
    # The curve is a slider that tells the chances.
    curve = page.locator("[data-curve]")
    curve.press("Home")
    expect(page.locator("[data-replay='0']")).to_be_attached()
    assert re.search(r"\d+ %.*\d+ %", curve.get_attribute("aria-valuetext") or "")
    curve.press("ArrowRight")
    expect(page.locator("[data-replay='0']")).to_have_count(0)
    # A decision that gave something away, and what would have been better, on the board and back.
    open_details(page)
    for _ in range(5):
        if page.locator("[data-show-better]").count():
            break
        was = page.locator("[data-replay]").get_attribute("data-replay")
        curve.press("ArrowRight")
        expect(page.locator(f"[data-replay='{was}']")).to_have_count(0)
        expect(page.locator("[data-quality]")).to_be_visible()
        expect(page.locator("[data-decision]")).to_be_visible()
    check(page)
    click(page.locator("[data-show-better]").first)
    expect(page.locator(".replaying.pre")).to_be_attached()
    click(page.locator("[data-show-played]").first)
    expect(page.locator(".replaying.pre")).to_have_count(0)
    # As one seat saw it: fetched from the server, and part of the address.
    open_details(page)  # On a phone they have made room for the board.
    page.locator("[data-view]").select_option("1")
    expect(page.locator("[data-viewer='1']")).to_be_attached()
    expect(page).to_have_url(re.compile(r"#\d+\.1$"))
    page.reload()
    expect(page.locator("[data-viewer='1']")).to_be_attached()
    open_details(page)
    page.locator("[data-view]").select_option("all")
    expect(page.locator("[data-viewer='1']")).to_have_count(0)
    page.goto(f"{page.url.partition('#')[0]}#2")
    expect(page.locator("[data-replay='2']")).to_be_attached()
    if size == "phone":
        looks_right_everywhere(visitor, "[data-replay='2']")


def test_of_a_stopped_match_all_is_open_and_nothing_analysed(server: Server, visit: Visit) -> None:
    visitor = visit(server.url, "phone", "uk")
    page = visitor.page
    ask(visitor, server, "me", {"name": "Olha"})
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = ask(visitor, server, "tables", {"game": "gnomes", "seats": seats})["id"]
    ask(visitor, server, f"tables/{table}/start")
    page.goto(f"{server.url}/t/{table}")
    click(page.locator("[data-panel=menu]"))
    page.locator("[data-offer=stop]").click()
    page.locator("[data-offer-sure]").click()
    page.locator(".end").wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    stranger = visit(server.url, "desktop", "ru")
    stranger.excuses.append("404")  # The table itself is not a stranger's.
    sentences = {page: "Цю партію зупинили до кінця", stranger.page: "Эту партию остановили до конца"}
    for reader, sentence in sentences.items():
        reader.goto(f"{server.url}/replay/{table}#0")
        # All cards are open, for everybody.
        expect(reader.locator("[data-replay='0'][data-viewer='-2']")).to_be_attached()
        expect(reader.locator("[data-curve], [data-play-on]")).to_have_count(0)
        open_details(reader)
        expect(reader.locator(".details .what").first).to_contain_text(sentence)
        for seat in ("0", "1"):
            reader.locator("[data-view]").select_option(seat)
            expect(reader.locator(f"[data-viewer='{seat}']")).to_be_attached()
        check(reader)
    assert not [url for url in asked if url.endswith("/analysis")]
    refused = page.request.get(f"{server.url}/api/reviews/{table}/analysis")
    assert not refused.ok and "not_over" in refused.text()


def test_what_could_be_known_at_a_bet_stands_beside_what_it_was(server: Server, visit: Visit, tmp_path: Path) -> None:
    page = visit(f"{server.url}/replay", "phone", "en").page
    drop(page, server, bot_match("luz", 3, 2, "random"), tmp_path)
    click(page.locator("[data-step-on]"))
    open_details(page)
    expect(page.locator("[data-known] .ranges li")).to_have_count(10)
    expect(page.locator("[data-luck], [data-curve]").first).to_be_attached()
    check(page)


def worst(page: Page, server: Server, verb: str) -> int:
    """Return the ply after the worst decision for which something else that begins with this verb was better."""
    review = page.url.rpartition("/")[2].partition("#")[0]
    found: dict[str, Any] = {"done": 0, "total": 0}
    while not found["total"] or found["done"] != found["total"]:
        page.wait_for_timeout(A_MOMENT)
        found = page.request.get(f"{server.url}/api/reviews/{review}/analysis").json()
    slips = [
        each
        for each in found["analysis"]["decisions"]
        if each["rating"] == "mistake" and each["best"]["actions"][0].startswith(verb)
    ]
    slip = max(slips, key=lambda each: float(each["given_away"]))
    return int(slip["ply"]) + len(slip["actions"])


@pytest.mark.parametrize(
    ("game", "players", "verb", "size", "language", "title"),
    [
        ("luz", 3, "play", "phone", "uk", "Лише показано, не зіграно:"),
        ("luz", 3, "play", "desktop", "en", "Only shown, not played:"),
        ("pearl", 2, "draw", "laptop", "ru", "Только показано, не сыграно:"),
    ],
)
def test_a_better_move_that_would_reveal_a_card_is_pointed_at(
    game: str,
    players: int,
    verb: str,
    size: str,
    language: str,
    title: str,
    server: Server,
    visit: Visit,
    tmp_path: Path,
) -> None:
    page = visit(f"{server.url}/replay", size, language).page
    drop(page, server, bot_match(game, players, 3, "random"), tmp_path)
    ply = worst(page, server, verb)
    page.goto(f"{page.url.partition('#')[0]}#{ply}")
    expect(page.locator(f"[data-replay='{ply}']")).to_be_attached()
    open_details(page)
    click(page.locator("[data-show-better]").first)
    expect(page.locator(".told")).to_contain_text(title)
    pointed = page.locator(".replaying .hinted")
    expect(pointed).to_have_count(1)
    expect(pointed).to_be_in_viewport(ratio=1)
    box, bar = pointed.bounding_box(), page.locator(".steps-bar").bounding_box()
    assert box and bar and box["y"] + box["height"] <= bar["y"], "nothing lies over it"
    # Nobody here is "you": the record came as a file.
    assert not page.locator(".game").get_by_text(re.compile(r"· (ви|you|вы)$")).count()
    check(page)


@pytest.mark.parametrize(("game", "size"), [("nizam", "laptop"), ("pearl", "desktop")])
def test_the_board_of_a_seat_lies_between_the_status_and_the_curve(
    game: str, size: str, server: Server, visit: Visit, tmp_path: Path
) -> None:
    page = visit(f"{server.url}/replay", size, "en").page
    drop(page, server, bot_match(game, 5, 3, "greedy"), tmp_path)
    for seat in ("all", "1"):
        page.locator("[data-view]").select_option(seat)
        expect(page.locator(f"[data-viewer='{-2 if seat == 'all' else seat}']")).to_be_attached()
        tops, bottoms = (
            page.locator(".handle").evaluate_all(f"all => all.map(each => each.getBoundingClientRect().{side})")
            for side in ("top", "bottom")
        )
        status, bar = page.locator(".status").bounding_box(), page.locator(".steps-bar").bounding_box()
        assert status and bar
        assert min(tops) >= status["y"] + status["height"]
        assert max(bottoms) <= bar["y"]
        expect(page.locator(".player").first.locator(".open-hand")).to_be_visible()
        assert not page.locator("[data-draw], .plan").count()


def test_a_damaged_file_is_refused_in_one_sentence(server: Server, visit: Visit, tmp_path: Path) -> None:
    visitor = visit(f"{server.url}/replay", "phone", "uk")
    page = visitor.page
    path = tmp_path / "damaged.json"
    path.write_text('{"format": "heliodor", "game": "chess"}')
    page.locator("[data-record-file]").set_input_files(path)
    expect(page.locator("[role=alert]")).to_have_text("Це не запис партії, зіграної за правилами.")
    expect(page.locator("[data-record-file]")).to_be_attached()
    visitor.faults = [fault for fault in visitor.faults if "422" not in fault]  # The browser notes the refusal.
