"""Tables of days: deadlines on the reader's clock, vacations, and tables that end because nobody comes back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from heliodor.store import open_engine, transaction
from heliodor.store.schema import matches
from tests.page import hands
from tests.page.browsing import Server, Visitor
from tests.page.conftest import Visit
from tests.page.test_fair import looks_right_everywhere
from tests.page.test_own_page import open_folds, seat_two
from tests.page.test_people import post
from tests.page.test_screens import violations

pytestmark = pytest.mark.page

DAYS = {"clock": {"kind": "days", "days": 2}}
DAY = 86_400_000


@contextmanager
def time_zone(page: Page, zone: str) -> Iterator[None]:
    """Give the page another time zone. Its session ends with it: pages are used again by other tests."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTimezoneOverride", {"timezoneId": zone})
    try:
        yield
    finally:
        session.send("Emulation.setTimezoneOverride", {"timezoneId": ""})
        session.detach()


def two_people(server: Server, visit: Visit, size: str, language: str) -> tuple[Visitor, Page, str]:
    """Return the player to act, the page of the other one, and their table of days."""
    visitors = [visit(server.url, size=size, language=language), visit(server.url)]
    pages = [visitor.page for visitor in visitors]
    for page, name in zip(pages, ("Оленка", "Ihor"), strict=True):
        post(page, "me", {"name": name})
    while True:  # The deal says who begins.
        table = seat_two(*pages, "nizam", DAYS)
        found = pages[0].evaluate(f"fetch('/api/tables/{table}').then((answer) => answer.json())")
        if found["seats"][found["to_act"]]["yours"]:
            return visitors[0], pages[1], table


def announce_ends(server: Server, tables: list[str], expires_at: int) -> None:
    """Announce the end of tables, as a server does that starts again after a long time."""
    server.kill()
    engine = open_engine(server.database)
    with transaction(engine) as connection:
        changed = update(matches).where(matches.c.id.in_(tables))
        connection.execute(changed.values(expires_at=expires_at, revision=matches.c.revision + 1))
    engine.dispose()
    server.start()


@pytest.mark.parametrize(("size", "language"), [("phone", "uk"), ("desktop", "en"), ("phone", "ru")])
def test_a_vacation_from_the_table_stops_the_clock_and_the_other_player_sees_it(
    size: str, language: str, server: Server, visit: Visit
) -> None:
    visitor, other, table = two_people(server, visit, size, language)
    page = visitor.page
    with time_zone(page, "Asia/Tokyo"):
        for each in (page, other):
            each.goto(f"{server.url}/t/{table}")
            each.locator(".game").wait_for()
        # The same moment, on two clocks.
        moments = [each.locator("[data-deadline]").inner_text() for each in (page, other)]
        assert moments[0][-5:] != moments[1][-5:] and all(":" in moment for moment in moments)
    hands.click(page.locator("[data-panel=menu]"))
    page.locator("dialog summary").click()
    page.locator("[data-vacation-days]").fill("3")
    hands.by_keys(page.locator("[data-begin-vacation]"))
    page.locator("[data-vacation-box=on]").wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-rests]").wait_for()
    other.locator("[data-rests]").wait_for()
    assert not page.locator("[data-rests]").inner_text().endswith("..")
    if size == "phone":  # In all languages, on a desktop, too.
        looks_right_everywhere(visitor, "[data-rests]")
    expect(other.locator("[data-vacation]").first).to_contain_text("on vacation until")
    page.goto(f"{server.url}/me")
    expect(page.locator("[data-running] [data-vacation]")).to_have_count(1)
    open_folds(page)
    page.locator("[data-end-vacation]").click()
    page.locator("[data-vacation-box=off]").wait_for()
    expect(page.locator("[data-running] [data-vacation]")).to_have_count(0)
    expect(other.locator("[data-rests]")).to_have_count(0)


def test_a_table_that_would_end_is_announced_and_opening_it_keeps_it(own_server: Server, visit: Visit) -> None:
    server = own_server
    visitor, other, table = two_people(server, visit, "phone", "uk")
    page = visitor.page
    lobby = post(page, "tables", {"game": "nizam", "seats": [{"kind": "me"}, {"kind": "open"}]})["id"]
    for each in (page, other):
        each.goto(f"{server.url}/healthz")
    announce_ends(server, [table, lobby], int(1000 * time.time()) + 5 * DAY)
    for each, count in ((page, 2), (other, 1)):
        each.goto(f"{server.url}/me")
        expect(each.locator("[data-running] [data-expiry]")).to_have_count(count)
        assert violations(each) == []
    page.goto(server.url)
    expect(page.locator(".cont [data-expiry]").first).to_be_visible()
    for address, opened in ((table, other), (lobby, page)):
        opened.goto(f"{server.url}/t/{address}")
        opened.locator("[data-kept-table]").wait_for()
        assert ".." not in opened.locator("[data-kept-table]").inner_text()
    page.goto(f"{server.url}/me")
    expect(page.locator(f"[data-running] a[href='/t/{lobby}']")).to_have_count(1)
    expect(page.locator("[data-running] [data-expiry]")).to_have_count(0)
