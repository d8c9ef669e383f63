"""Fair play among people, as the page shows it: bots that cover for people, clocks, hints, and seeds."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.browsing import LOCALES, SIZES, Server, Visitor, resize, use_language
from tests.page.conftest import Visit
from tests.page.test_screens import CUT, violations

pytestmark = pytest.mark.page

# Axe looks at the first two: names and contrast are the same in every language.
EACH = pytest.mark.parametrize(("size", "language"), [("phone", "uk"), ("desktop", "ru"), ("phone", "en")])


def ask(visitor: Visitor, server: Server, path: str, body: Any = None) -> Any:
    """Send a POST request as this visitor."""
    answer = visitor.page.request.post(f"{server.url}/api/{path}", data={} if body is None else body)
    assert answer.ok, answer.text()
    return answer.json()


def table_of_two(host: Visitor, guest: Visitor, server: Server, game: str, **settings: Any) -> str:
    """Let two people sit down and start; both are shown the table."""
    for visitor, name in ((host, "Olha"), (guest, "Ihor")):
        ask(visitor, server, "me", {"name": name})
    seats = [{"kind": "me"}, {"kind": "open"}]
    info = ask(host, server, "tables", {"game": game, "seats": seats, "settings": settings})
    ask(guest, server, f"tables/{info['id']}/join", {"token": info["join_token"]})
    ask(host, server, f"tables/{info['id']}/start")
    for visitor in (host, guest):
        visitor.page.goto(f"{server.url}/t/{info['id']}")
        visitor.page.locator(".game").wait_for()
    return str(info["id"])


def whose_turn(*visitors: Visitor) -> Visitor:
    """Return the visitor whose turn it is."""
    for visitor in visitors:
        visitor.page.locator(".game:not([data-animating]) .status").wait_for()
    return next(each for each in visitors if each.page.locator(".status:not(.wait)").count())


def log_of(visitor: Visitor) -> Locator:
    return visitor.page.locator(".side .log")


def looks_right(visitor: Visitor, *, axe: bool = True) -> None:
    """Check that axe finds nothing; no text is cut off and nothing scrolls sideways, also at the other size."""
    page = visitor.page
    assert not axe or violations(page) == []
    size = page.viewport_size
    assert size is not None
    for width, height in (SIZES["phone"], SIZES["desktop"], (size["width"], size["height"])):
        resize(page, width, height)
        assert page.evaluate(CUT) == [], width


def looks_right_everywhere(visitor: Visitor, ready: str, *, folds: bool = False) -> None:
    """Check a screen on phone and desktop in all three languages, in one visit; `ready` is what it shows when ready."""
    page = visitor.page
    size = page.viewport_size
    assert size is not None
    before = page.evaluate("document.documentElement.lang")
    for language in sorted(LOCALES, key=lambda each: each == before):  # The visitor's own comes last.
        use_language(page, language)
        page.locator(ready).first.wait_for()
        if folds:
            page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        for width, height in (SIZES["phone"], SIZES["desktop"]):
            resize(page, width, height)
            assert violations(page) == [], (language, width)
            assert page.evaluate(CUT) == [], (language, width)
    resize(page, size["width"], size["height"])


@EACH
def test_a_lasting_banner_tells_that_a_bot_plays_for_me_and_gives_the_seat_back(
    size: str, language: str, server: Server, visit: Visit
) -> None:
    host, guest = visit(server.url, size=size, language=language), visit(server.url)
    table = table_of_two(host, guest, server, "gnomes")
    words = {"en": "A bot plays for you.", "uk": "За вас грає бот.", "ru": "За вас играет бот."}
    banner = host.page.locator(".cover")
    assert banner.count() == 0
    ask(host, server, f"tables/{table}/leave")
    expect(banner).to_contain_text(words[language])
    looks_right(host, axe=language != "en")
    host.page.reload()  # It lasts.
    expect(banner).to_contain_text(words[language])
    box = banner.locator("button").bounding_box()
    assert box is not None and box["height"] >= 44
    expect(guest.page.locator(".tag", has_text="bot plays")).to_be_visible()
    expect(log_of(guest)).to_contain_text("A bot plays for Olha now.")
    banner.locator("button").click()
    banner.wait_for(state="detached")
    expect(log_of(guest)).to_contain_text("Olha is back and plays again.")
    guest.page.reload()
    expect(log_of(guest)).to_contain_text("A bot plays for Olha now.")
    expect(log_of(guest)).to_contain_text("Olha is back and plays again.")


@EACH
def test_where_hints_are_off_the_button_says_why(size: str, language: str, server: Server, visit: Visit) -> None:
    host, guest = visit(server.url, size=size, language=language), visit(server.url, size=size, language=language)
    table_of_two(host, guest, server, "nizam")
    acting = whose_turn(host, guest)
    button = acting.page.locator("[data-hint]")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    why = {
        "en": "There are no hints at this table: the host has not allowed them.",
        "uk": "За цим столом підказок немає: господар їх не дозволив.",
        "ru": "За этим столом подсказок нет: хозяин их не разрешил.",
    }
    expect(acting.page.locator("[data-reason=hints_off]")).to_contain_text(why[language])
    looks_right(acting, axe=language != "en")


def test_where_the_host_allows_hints_everybody_reads_in_the_log_who_took_one(server: Server, visit: Visit) -> None:
    host, guest = visit(server.url), visit(server.url, language="uk")
    table_of_two(host, guest, server, "nizam", hints="open")
    acting = whose_turn(host, guest)
    acting.page.locator("[data-hint]").click()
    acting.page.locator(".hintcard .act").wait_for()
    expect(log_of(host)).to_contain_text("has taken a hint.")
    expect(log_of(guest)).to_contain_text("бере підказку.")


def test_the_host_chooses_hints_and_the_lobby_tells_the_terms(server: Server, visit: Visit) -> None:
    host = visit(f"{server.url}/new/nizam#friends", size="phone")
    page = host.page
    page.locator("summary").click()
    group = page.get_by_role("group", name="Hints")
    expect(group.get_by_role("button", name="none")).to_have_attribute("aria-pressed", "true")
    group.get_by_role("button", name="allowed").click()
    expect(page.get_by_text("With hints the match is not rated.")).to_be_visible()
    looks_right(host)
    page.locator("button.big").click()
    terms = page.locator(".terms")
    expect(terms).to_contain_text("Hints: allowed")
    expect(terms).to_contain_text("not rated")


def test_a_newcomer_is_offered_hints_in_every_game(server: Server, visit: Visit) -> None:
    for game in ("nizam", "pearl", "gnomes", "luz"):
        alone = visit(server.url)
        alone.page.locator(f"[data-play={game}]").click()
        alone.page.locator(".status:not(.wait)").wait_for()
        expect(alone.page.locator("[data-hint]")).to_have_attribute("aria-disabled", "false")
        alone.page.close()


def test_pins_are_typed_hidden(server: Server, visit: Visit) -> None:
    page = visit(f"{server.url}/new/luz#device").page
    pins = page.locator("input.pin")
    pins.first.wait_for()
    for pin in pins.all():
        expect(pin).to_have_attribute("type", "password")
        expect(pin).to_have_attribute("inputmode", "numeric")


# --- Clocks ---------------------------------------------------------------------------------------------------------

WAITS = {"en": "the clock waits another", "uk": "годинник чекає ще", "ru": "часы ждут ещё"}
PASSED = "([since, ms]) => Date.now() > since + ms"


@EACH
def test_a_players_own_clock_is_always_in_sight_and_waits_for_a_lost_connection(
    size: str, language: str, server: Server, visit: Visit
) -> None:
    host, guest = visit(server.url, size=size, language=language), visit(server.url, size=size, language=language)
    table_of_two(host, guest, server, "gnomes", clock={"kind": "bank", "seconds": 300})
    acting = whose_turn(host, guest)
    other = guest if acting is host else host
    for visitor in (acting, other):
        own = 0 if visitor is host else 1
        expect(visitor.page.locator(f".status [data-clock='{own}']")).to_be_visible()
    looks_right(other, axe=language != "en")
    seat = 0 if acting is host else 1
    acting.page.goto(f"{server.url}/settings")
    status = other.page.locator(".status")
    expect(status).to_contain_text(WAITS[language])
    shown = other.page.locator(f".status [data-clock='{seat}']").inner_text()
    sentence = other.page.locator(".status .sentence").inner_text()
    expect(other.page.locator(".status .sentence")).not_to_have_text(sentence)  # The allowance runs,
    assert other.page.locator(f".status [data-clock='{seat}']").inner_text() == shown  # the clock does not.
    looks_right(other, axe=language != "en")


def test_clocks_stand_still_while_the_page_is_disconnected(own_server: Server, visit: Visit) -> None:
    host, guest = visit(own_server.url), visit(own_server.url)
    table_of_two(host, guest, own_server, "gnomes", clock={"kind": "bank", "seconds": 300})
    acting = whose_turn(host, guest)
    clock = acting.page.locator(".status [data-clock]").first
    running = clock.inner_text()
    expect(clock).not_to_have_text(running)
    own_server.kill()
    acting.page.locator(".notices .lost").wait_for()
    shown, since = clock.inner_text(), acting.page.evaluate("Date.now()")
    acting.page.wait_for_function(PASSED, arg=[since, 2500])
    assert clock.inner_text() == shown
    own_server.start()
    acting.page.locator(".notices .lost").wait_for(state="detached")


@EACH
def test_the_menu_tells_what_is_left_of_the_allowance_and_the_grace(
    size: str, language: str, server: Server, visit: Visit
) -> None:
    host, guest = visit(server.url, size=size, language=language), visit(server.url)
    table_of_two(host, guest, server, "gnomes", clock={"kind": "bank", "seconds": 300})
    host.page.locator("[data-panel=menu]").click()
    told = host.page.locator("dialog .fair").first
    expect(told).to_contain_text(re.compile(r"\b(2:00|1:\d\d)\b"))  # Some went before the page was connected.
    expect(told).to_contain_text({"en": "grace", "uk": "відстрочка", "ru": "отсрочка"}[language])
    looks_right(host, axe=language != "en")


# --- Seeds ----------------------------------------------------------------------------------------------------------


def requests_of(visitor: Visitor) -> list[tuple[str, dict[str, Any]]]:
    """Return a list that collects the POST requests of a page: path and body."""
    sent: list[tuple[str, dict[str, Any]]] = []
    visitor.page.on(
        "request",
        lambda request: (
            request.method == "POST" and sent.append((request.url.partition("/api/")[2], request.post_data_json or {}))
        ),
    )
    return sent


@EACH
def test_the_lobby_shows_the_commitment_and_then_every_browser_adds_its_seed(
    size: str, language: str, server: Server, visit: Visit
) -> None:
    host = visit(f"{server.url}/new/gnomes#friends", size=size, language=language)
    sent = requests_of(host)
    host.page.locator(".choice").first.get_by_role("button", name="2", exact=True).click()
    host.page.locator("button.big").click()
    shown = host.page.locator("[data-commitment]")
    expect(shown).to_have_text(re.compile("^[0-9a-f]{64}$"))
    count = {"en": "1 of 1", "uk": "1 з 1", "ru": "1 из 1"}[language]
    expect(host.page.locator(".lobby .fair")).to_contain_text(count)
    making = next(body for path, body in sent if path == "tables")
    [giving] = [body for path, body in sent if path.endswith("/join")]
    assert "seed" not in making and giving["commitment"] == shown.inner_text()
    looks_right(host, axe=language != "en")
    kept = json.loads(host.page.evaluate("localStorage.getItem('heliodor.seeds')"))
    assert list(kept.values()) == [{"seed": giving["seed"], "commitment": giving["commitment"]}]


@EACH
def test_after_a_match_and_its_rematch_the_browser_finds_its_own_seed_in_the_record(
    size: str, language: str, server: Server, visit: Visit
) -> None:
    alone = visit(server.url, size=size, language=language)
    page, sent = alone.page, requests_of(alone)
    page.locator("[data-play=nizam]").click()
    told = {"en": "your random number was used", "uk": "ваше випадкове число", "ru": "ваше случайное число"}
    seeds = set()
    for _ in range(2):
        page.locator(".game").wait_for()
        table = page.url.rpartition("/")[2].partition("#")[0]
        # Bots play it to its end.
        ask(alone, server, f"tables/{table}/leave")
        line = page.locator("[data-seeds=used]")
        line.wait_for(timeout=120_000)
        expect(line).to_contain_text(told[language])
        looks_right(alone, axe=language != "en")
        [giving] = [body for path, body in sent if path == f"tables/{table}/join"]
        seeds.add(giving["seed"])
        page.locator("[data-rematch]").click()
        page.wait_for_url(lambda url, table=table: table not in url)  # type: ignore[misc]
    assert len(seeds) == 2
    # To start at once takes one request more: make, give the seed, start.
    first = [path.rpartition("/")[2] for path, _body in sent if path.startswith("tables")][:3]
    assert first == ["tables", "join", "start"]


def test_a_seed_that_was_not_used_is_reported_loudly(server: Server, visit: Visit) -> None:
    alone = visit(server.url, size="phone")
    page = alone.page
    page.locator("[data-play=nizam]").click()
    page.locator(".game").wait_for()
    table = page.url.rpartition("/")[2].partition("#")[0]
    page.evaluate(
        """table => {
      const kept = JSON.parse(localStorage.getItem('heliodor.seeds'));
      kept[table].seed = 'ab'.repeat(32);
      localStorage.setItem('heliodor.seeds', JSON.stringify(kept));
    }""",
        table,
    )
    ask(alone, server, f"tables/{table}/leave")
    page.locator("[data-seeds=missing]").wait_for(timeout=120_000)
    looks_right(alone)
