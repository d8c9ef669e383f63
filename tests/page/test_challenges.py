"""A challenge in the page: sent after a match, taken by another person, compared."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page import hands
from tests.page.browsing import Server
from tests.page.conftest import Visit
from tests.page.test_fair import ask, looks_right_everywhere

pytestmark = pytest.mark.page


def test_a_challenge_is_sent_taken_and_compared(server: Server, visit: Visit) -> None:
    olha = visit(server.url, size="phone", language="uk")
    page = olha.page
    ask(olha, server, "me", {"name": "Olha"})
    table = ask(olha, server, "tables", {"game": "nizam", "seats": [{"kind": "me"}]})["id"]
    ask(olha, server, f"tables/{table}/start")
    page.goto(f"{server.url}/t/{table}")
    hands.play_on_without_the_page(olha, server)
    page.locator("[data-challenge]").click()
    page.locator("[data-challenge=played]").wait_for()
    expect(page.locator(".results li")).to_have_count(1)
    looks_right_everywhere(olha, "[data-challenge=played]")
    link = page.url

    ihor = visit(link, size="desktop", language="ru")
    other = ihor.page
    other.locator("[data-challenge=new]").wait_for()
    expect(other.locator("h1")).to_contain_text("Olha")
    expect(other.locator(".results")).to_have_count(0)
    looks_right_everywhere(ihor, "[data-challenge=new]")
    other.locator("[data-play-challenge]").click()
    other.wait_for_url("**/t/**")
    hands.decide(ihor, "nizam")
    hands.play_on_without_the_page(ihor, server)
    other.locator("[data-compare]").click()
    other.locator("[data-challenge=played]").wait_for()
    expect(other.locator(".results li")).to_have_count(2)
    looks_right_everywhere(ihor, "[data-challenge=played]")
