"""The server decides who I am, whatever this browser has stored; and a deal that others play is marked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page import hands
from tests.page.browsing import Server
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

POST = """async ([path, body]) => (await fetch(`/api/${path}`, {
  method: 'POST',
  headers: body ? {'content-type': 'application/json'} : {},
  body: body && JSON.stringify(body),
})).json()"""


def post(page: Page, path: str, body: object = None) -> Any:
    """Send a request to the API as the person of this page."""
    return page.evaluate(POST, [path, body])


def save_name(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.url}/settings")
    page.locator("form input").fill(name)
    page.locator("form .btn.primary").click()
    expect(page.locator("form .btn.primary")).to_have_text("Saved")


def play_now(page: Page, game: str) -> None:
    page.locator(f"[data-play={game}]").click()
    page.locator(".game").wait_for()


def test_after_the_code_a_reload_shows_my_tables_and_play_now_keeps_my_name(server: Server, visit: Visit) -> None:
    old = visit(server.url).page
    save_name(old, server, "Olha")
    old.goto(server.url)
    play_now(old, "nizam")
    code = post(old, "me/code")["code"]
    visitor = visit(f"{server.url}/settings")
    page = visitor.page
    page.locator("[data-code]").fill(code.lower())
    page.locator("[data-use-code]").click()
    expect(page.locator("form input")).to_have_value("Olha")
    page.goto(server.url)
    expect(page.locator(".turn")).to_have_count(1)
    page.reload()
    expect(page.locator(".turn")).to_have_count(1)
    play_now(page, "gnomes")
    assert page.evaluate("fetch('/api/me').then((answer) => answer.json())")["name"] == "Olha"


def test_a_cleared_browser_that_has_its_cookie_is_still_me(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    save_name(page, server, "Olha")
    page.goto(server.url)
    play_now(page, "nizam")
    page.evaluate("localStorage.clear()")
    page.goto(server.url)
    expect(page.locator(".turn")).to_have_count(1)
    play_now(page, "gnomes")
    assert page.evaluate("fetch('/api/me').then((answer) => answer.json())")["name"] == "Olha"
    page.goto(f"{server.url}/new/luz#friends")
    expect(page.locator("form input").first).to_have_value("Olha")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "There is no such code."), ("uk", "Такого коду немає."), ("ru", "Такого кода нет.")],
)
def test_a_wrong_code_is_called_a_wrong_code(language: str, sentence: str, server: Server, visit: Visit) -> None:
    visitor = visit(f"{server.url}/settings", language=language)
    visitor.excuses.append("status of 404")  # The browser itself notes the refusal.
    visitor.page.locator("[data-code]").fill("AAAAA-BBBBB-CCCCC-DDDDD")
    visitor.page.locator("[data-use-code]").click()
    expect(visitor.page.locator(".note.bad")).to_have_text(sentence)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_deal_that_many_tables_play_is_marked_in_lobby_and_board_and_at_the_end(
    size: str, server: Server, visit: Visit
) -> None:
    page = visit(server.url, size=size).page
    post(page, "me", {"name": "Olha"})
    deal = post(page, "deals", {"game": "nizam", "options": {"players": 2}})["id"]
    table = post(page, "tables", {"game": "nizam", "seats": [{"kind": "me"}, {"kind": "open"}], "deal": deal})["id"]
    page.goto(f"{server.url}/t/{table}")
    expect(page.locator("[data-known-deal]")).to_contain_text("Known deal")
    page.locator("li .btn").filter(has_text="Give to a bot").click()
    page.locator("[data-start]").click()
    page.locator(".game").wait_for()
    expect(page.locator("[data-known-deal]")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    hands.click(page.locator("[data-panel=menu]"))
    page.locator("[data-offer=stop]").click()
    page.locator("[data-offer-sure]").click()  # It asks first.
    expect(page.locator(".end [data-known-deal]")).to_be_visible()


def test_a_deal_that_many_tables_play_can_be_watched_by_somebody_new(server: Server, visit: Visit) -> None:
    player = visit(server.url).page
    post(player, "me", {"name": "Olha"})
    deal = post(player, "deals", {"game": "nizam", "options": {"players": 1}})["id"]
    table = post(player, "tables", {"game": "nizam", "seats": [{"kind": "me"}], "deal": deal})
    post(player, f"tables/{table['id']}/start")
    watcher = visit(f"{server.url}/watch/{table['id']}#{table['watch_token']}").page
    watcher.locator(".game").wait_for()
    # From now on the server knows that they have seen it.
    known = watcher.evaluate("(id) => fetch(`/api/deals/${id}`).then((answer) => answer.json())", deal)["known"]
    assert known


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "This name looks like a bot’s. Please choose another one."),
        ("uk", "Це ім’я схоже на ім’я бота. Оберіть, будь ласка, інше."),
        ("ru", "Это имя похоже на имя бота. Выберите, пожалуйста, другое."),
    ],
)
def test_a_refused_name_comes_with_the_reason_in_the_language_of_the_reader(
    language: str, sentence: str, server: Server, visit: Visit
) -> None:
    visitor = visit(f"{server.url}/settings", language=language)
    visitor.excuses.append("status of 422")  # The browser itself notes the refusal.
    field = visitor.page.locator("form input")
    expect(field).to_have_attribute("maxlength", "24")
    expect(visitor.page.locator("form .hint")).to_contain_text("24")
    field.fill("Skilled bot")
    visitor.page.locator("form .btn.primary").click()
    expect(visitor.page.locator(".note.bad")).to_have_text(sentence)
