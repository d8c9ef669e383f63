"""A report about another player, from the menu of the table; and what a banned person reads."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from heliodor.server.administration import caller, orders
from heliodor.store import open_engine, reports
from tests.page import hands
from tests.page.browsing import Server
from tests.page.conftest import Visit
from tests.page.test_people import post
from tests.page.test_screens import CUT, violations

pytestmark = pytest.mark.page


def table_of_two(server: Server, visit: Visit, size: str, language: str) -> tuple[Page, Page]:
    """Return the pages of two people at a table that has begun."""
    olha, ihor = visit(server.url, size=size, language=language).page, visit(server.url).page
    post(olha, "me", {"name": "Olha"})
    post(ihor, "me", {"name": "Ihor"})
    table = post(olha, "tables", {"game": "nizam", "seats": [{"kind": "me"}, {"kind": "open"}]})
    post(ihor, f"tables/{table['id']}/join", {"token": table["join_token"]})
    post(olha, f"tables/{table['id']}/start")
    for page in (olha, ihor):
        page.goto(f"{server.url}/t/{table['id']}")
        page.locator(".game").wait_for()
    return olha, ihor


@pytest.mark.parametrize(("size", "language"), [("phone", "en"), ("phone", "uk"), ("phone", "ru"), ("desktop", "en")])
def test_a_player_is_reported_from_the_menu(size: str, language: str, server: Server, visit: Visit) -> None:
    page, _other = table_of_two(server, visit, size, language)
    press = hands.tap if size == "phone" else hands.click
    press(page.locator("[data-panel=menu]"))
    press(page.locator("[data-report]"))
    page.locator("[data-send-report]").wait_for()
    expect(page.locator("dialog .who")).to_have_text("Ihor")
    assert language != "en" or violations(page) == []
    assert page.evaluate(CUT) == []
    press(page.locator("dialog .choice button").nth(2))
    page.locator("dialog textarea").fill("He looks at my cards")
    press(page.locator("[data-send-report]"))
    page.locator("[data-report-sent]").wait_for()
    assert language != "en" or violations(page) == []
    engine = open_engine(server.database)
    with engine.connect() as connection:
        (found,) = reports.list_reports(connection, 1)  # The latest.
    engine.dispose()
    assert (found.kind, found.text, found.seat) == ("play", "He looks at my cards", 1)


def test_against_bots_there_is_nobody_to_report(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    page.locator("[data-play=nizam]").click()
    page.locator(".game").wait_for()
    hands.click(page.locator("[data-panel=menu]"))
    page.locator("dialog textarea").wait_for()
    expect(page.locator("[data-report]")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The host of this server has banned you until January 31, 2999: Insults"),
        ("uk", "Господар цього сервера заблокував вас до 31 січня 2999 р.: Insults"),
        ("ru", "Хозяин этого сервера заблокировал вас до 31 января 2999 г.: Insults"),
    ],
)
def test_a_banned_person_reads_why_and_until_when(language: str, sentence: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size="phone", language=language)
    page = visitor.page
    person = post(page, "me", {"name": "Olha"})["id"]
    noon = 32_474_779_200_000  # 31 January 2999, by UTC.
    caller.carry_out(server.database, orders.Ban(who=person, reason="Insults", until=noon))
    page.reload()
    expect(page.locator("[data-banned]")).to_have_text(sentence)
    assert page.evaluate(CUT) == []
    visitor.excuses.append("status of 403")  # The browser itself notes the refusal.
    page.locator("[data-play=nizam]").click()
    expect(page.locator(".note.bad[role=alert]:not([data-banned])")).to_be_visible()
    assert language != "en" or violations(page) == []
