"""Several people at one device: nothing secret is in the page while it is passed on."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page import hands
from tests.page.browsing import Server, Visitor
from tests.page.conftest import Visit

pytestmark = pytest.mark.page


def show(page: Page, seat: int) -> None:
    """Hold the button for as long as it asks."""
    button = page.locator(f"[data-look='{seat}']")
    button.hover()
    page.mouse.down()
    page.locator("[data-curtain]").wait_for(state="detached")
    page.mouse.up()


def last_view(visitor: Visitor) -> dict[str, Any]:
    return next(frame for frame in reversed(visitor.frames) if frame["type"] == "snapshot")


def assert_nothing_secret(visitor: Visitor) -> None:
    snapshot = last_view(visitor)
    assert snapshot["seat"] == -1
    assert all(slot["card"] is None for hand in snapshot["view"]["hands"] for slot in hand if not slot["played"])
    # Faces of hands, own backs and the side panel are not in the document at all.
    assert visitor.page.locator(".cell, .mine, .side").count() == 0


def test_three_people_play_luz_behind_a_curtain(server: Server, visit: Visit) -> None:
    device = visit(server.url)
    page = device.page
    hands.make_table(page, "luz", "device", 3)
    hands.submit(page)
    decisions = 0
    for _ in range(12):  # All bets, and the first tricks of the deal.
        page.locator("[data-curtain]").wait_for()
        page.wait_for_timeout(50)
        assert_nothing_secret(device)
        seat = int(page.locator("[data-curtain]").get_attribute("data-curtain") or -1)
        show(page, seat)
        page.locator("[data-recap]").click()
        assert last_view(device)["seat"] == seat
        for _ in range(600):
            if page.locator("[data-curtain]").count():
                break
            if hands.is_my_turn(page):
                hands.decide(device, "luz")
                decisions += 1
            else:
                page.wait_for_timeout(30)
    assert decisions >= 12


def test_the_curtain_falls_when_the_page_is_left(server: Server, visit: Visit) -> None:
    device = visit(server.url)
    page = device.page
    hands.make_table(page, "luz", "device", 3)
    hands.submit(page)
    page.locator("[data-curtain]").wait_for()
    show(page, int(page.locator("[data-curtain]").get_attribute("data-curtain") or -1))
    page.locator("[data-recap]").click()
    page.locator(".mine").first.wait_for()
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    page.locator("[data-curtain]").wait_for()
    assert_nothing_secret(device)


def test_the_board_of_nizam_stays_while_the_hand_is_covered(server: Server, visit: Visit) -> None:
    device = visit(server.url)
    page = device.page
    hands.make_table(page, "nizam", "device", 2)
    hands.submit(page)
    page.locator("[data-look]").wait_for()
    assert page.locator(".tile[role=gridcell]").count() == 25
    assert page.locator(".hcard").count() == 0
    assert last_view(device)["view"]["hands"] == [None, None]
