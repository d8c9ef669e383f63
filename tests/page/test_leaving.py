"""Leaving a screen before it has loaded: what arrives later belongs to nobody, and changes nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.page.browsing import Server
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

GO = "(address) => { history.pushState(null, '', address); dispatchEvent(new PopStateEvent('popstate')); }"


@pytest.mark.parametrize(
    ("screen", "late"),
    [("/puzzles/nizam", re.compile(r"/api/puzzles/nizam")), ("/check/none", re.compile(r"/assets/check-"))],
    ids=["puzzle", "check of a deal"],
)
def test_what_arrives_after_leaving_changes_nothing(
    screen: str, late: re.Pattern[str], server: Server, visit: Visit
) -> None:
    page = visit(server.url).page
    page.locator("[data-play]").first.wait_for()
    held: list[Route] = []
    page.route(late, lambda route: held.append(route))
    with page.expect_request(late):
        page.evaluate(GO, screen)
    page.go_back()
    page.locator("[data-play]").first.wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for route in held:
        with page.expect_response(late):
            route.continue_()
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "undefined" in url or "/record" in url]
    expect(page).to_have_url(f"{server.url}/")
