"""Fair play among people, as the page shows it: who is covered by a bot, clocks, hints, and seeds."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.browsing import Server, Visitor
from tests.page.conftest import Visit
from tests.page.test_screens import CUT, violations

pytestmark = pytest.mark.page

BOTH = pytest.mark.parametrize(
    ("size", "language"), [("phone", "uk"), ("phone", "ru"), ("phone", "en"), ("desktop", "en"), ("desktop", "uk")]
)


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
    """Return the one whose turn it is."""
    for visitor in visitors:
        visitor.page.locator(".game:not([data-animating]) .status").wait_for()
    return next(each for each in visitors if each.page.locator(".status:not(.wait)").count())


def log_of(visitor: Visitor) -> Locator:
    return visitor.page.locator(".side .log")


def looks_right(visitor: Visitor) -> None:
    """See that axe finds nothing, that nothing is cut, and that the page does not scroll sideways."""
    assert violations(visitor.page) == []
    assert visitor.page.evaluate(CUT) == []


@BOTH
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
    looks_right(host)
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


@BOTH
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
    looks_right(acting)


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
