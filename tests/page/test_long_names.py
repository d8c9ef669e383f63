"""The longest names, without a space, and very long words: everything stays on the screen of a small phone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from heliodor.client import Client
from tests.page.browsing import Server, resize
from tests.page.conftest import Visit
from tests.page.test_people import post
from tests.page.test_screens import CUT

pytestmark = pytest.mark.page

WIDTHS = (360, 375)
PLAYERS = {"nizam": 3, "pearl": 5, "gnomes": 6, "luz": 5}


def long_name(number: int) -> str:
    """Return a name of 24 wide letters."""
    return "Wm" * 11 + "MW"[number % 2] + "ABCDEF"[number]


def ask(person: Client, path: str, body: object = None) -> Any:
    """Send a request to the API as a person without a browser."""
    _status, answer, cookie = person._exchange("POST", f"/api/{path}", body and json.dumps(body).encode())
    if cookie is not None:
        person.cookie = cookie.partition(";")[0]
    return json.loads(answer)


def table_of_long_names(page: Page, server: Server, game: str, start: bool) -> str:
    post(page, "me", {"name": long_name(0)})
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in range(PLAYERS[game] - 1))]
    table = post(page, "tables", {"game": game, "seats": seats, "settings": {"public": True}})
    for number in range(1, PLAYERS[game]):
        person = Client(server.url)
        ask(person, "me", {"name": long_name(number)})
        ask(person, f"tables/{table['id']}/join", {"token": table["join_token"]})
    if start:
        post(page, f"tables/{table['id']}/start")
    return str(table["id"])


def out_of_sight(page: Page) -> list[str]:
    found: list[str] = []
    for width in WIDTHS:  # Not as a mobile device, which would scale a wide page down.
        resize(page, width, 740)
        found += [f"{width}: {each}" for each in page.evaluate(CUT)]
    return found


@pytest.mark.parametrize("game", list(PLAYERS))
def test_long_names_stay_on_the_screen_at_the_table(game: str, server: Server, visit: Visit) -> None:
    page = visit(server.url, size="desktop").page
    table = table_of_long_names(page, server, game, start=True)
    page.goto(f"{server.url}/t/{table}")
    page.locator(".game:not([data-animating])").wait_for()
    assert not out_of_sight(page)


# Elements whose text is wider than they are, though nothing hides it.
SPILLED = (
    """elements => elements.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.innerText)"""
)


def test_long_names_stay_inside_the_status_and_the_buttons_of_the_menu(server: Server, visit: Visit) -> None:
    host, spectator = visit(server.url, size="phone"), visit(server.url, size="phone", language="uk")
    host.excuses.append("409")
    page, guest = host.page, Client(server.url)
    post(page, "me", {"name": "W" * 24})
    ask(guest, "me", {"name": "M" * 24})
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = post(page, "tables", {"game": "nizam", "seats": seats, "settings": {"public": True}})
    ask(guest, f"tables/{table['id']}/join", {"token": table["join_token"]})
    post(page, f"tables/{table['id']}/start")
    for each in (page, spectator.page):
        each.goto(f"{server.url}/t/{table['id']}")
        each.locator(".game:not([data-animating])").wait_for()
    assert spectator.page.locator(".status").evaluate_all(SPILLED) == []
    page.get_by_role("button", name="Menu").click()
    button = page.locator("dialog[open] .btn:not([data-mute])").filter(has_text="MMM")
    expect(button).to_be_visible()
    assert button.evaluate_all(SPILLED) == []
    button.click()
    # The refusal does not stay behind the menu: in a rated match the guest has a fair time to come.
    expect(page.locator("[data-reason=away_briefly]")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_long_names_stay_on_the_screen_in_lobby_and_list(server: Server, visit: Visit) -> None:
    page = visit(server.url, size="desktop").page
    table = table_of_long_names(page, server, "gnomes", start=False)
    page.goto(f"{server.url}/t/{table}")
    expect(page.locator("li .nm")).to_have_count(6)
    assert not out_of_sight(page)
    page.goto(server.url)
    page.locator("summary").filter(has_text="Open tables").click()
    page.locator(".tables [data-host]").first.wait_for()
    assert not out_of_sight(page)


def test_words_without_end_and_offers_stay_on_the_screen(server: Server, visit: Visit) -> None:
    page, friend = visit(server.url, size="desktop").page, visit(server.url, size="desktop").page
    for number, each in enumerate((page, friend)):
        post(each, "me", {"name": long_name(number)})
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = post(page, "tables", {"game": "nizam", "seats": seats})
    post(friend, f"tables/{table['id']}/join", {"token": table["join_token"]})
    post(page, f"tables/{table['id']}/start")
    for each in (page, friend):
        each.goto(f"{server.url}/t/{table['id']}")
        each.locator(".game").wait_for()
    friend.locator("[data-panel=talk]").click()
    friend.locator("dialog form input").fill("W" * 300)
    friend.locator("dialog form .btn").click()
    friend.locator("dialog .log li").wait_for()
    assert not out_of_sight(friend)
    page.locator(".said").wait_for()
    assert not out_of_sight(page)
    friend.keyboard.press("Escape")
    friend.locator("[data-panel=menu]").click()
    friend.get_by_role("button", name="Offer a pause").click()
    page.locator("[data-offered=pause]").wait_for()
    assert not out_of_sight(page)
    assert not out_of_sight(friend)
