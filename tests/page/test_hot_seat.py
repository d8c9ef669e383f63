"""Several people at one device: nothing secret is in the page while it is passed on."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page import hands
from tests.page.browsing import Server, Visitor
from tests.page.conftest import Visit
from tests.page.memory import document_and_storage, seats_of_views, strings_in_memory

pytestmark = pytest.mark.page

ROOM = -1  # The seat in a spectator's view.
COLLECTIONS = 20


def sit_down(server: Server, visit: Visit, game: str, players: int, **settings: Any) -> Visitor:
    device = visit(server.url, speed="fast", fresh=True, **settings)
    hands.make_table(device.page, game, "device", players)
    hands.submit(device.page)
    device.page.locator("[data-look]").wait_for()
    return device


def seat_behind_curtain(page: Page) -> int:
    return int(page.locator("[data-look]").get_attribute("data-look") or ROOM)


def show(page: Page) -> int:
    """Hold the button for as long as it asks, and read what has happened; return whose cards are shown."""
    seat = seat_behind_curtain(page)
    hands.hold(page.locator("[data-look]"))
    if page.locator("dialog [data-recap]").count():
        page.locator("[data-recap]").click()
    page.locator(".status:not(.wait)").wait_for()
    return seat


def decide_until_the_curtain(device: Visitor, game: str) -> int:
    """Make all decisions of this person; return how many there were."""
    decisions = 0
    while not device.page.locator("[data-look]").count():
        decisions += hands.decide(device, game)
    return decisions


def last_view(visitor: Visitor) -> dict[str, Any]:
    return next(frame for frame in reversed(visitor.frames) if frame["type"] == "snapshot")


def assert_only_the_room_is_held(page: Page) -> None:
    """Garbage is not always collected at once; a view that is left after some seconds is still referenced."""
    held: list[int] = []
    for _ in range(COLLECTIONS):
        held = [seat for seat in seats_of_views(page) if seat != ROOM]
        if not held:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"views of seats {held} are in memory under the curtain")


def assert_nothing_secret(device: Visitor) -> None:
    """The last message had a spectator's view, and no view of a seat is left in the page's memory."""
    device.page.locator("[data-look]").wait_for()
    assert last_view(device)["seat"] == ROOM
    assert_only_the_room_is_held(device.page)


def hidden_faces(snapshot: dict[str, Any]) -> set[str]:
    """Return the cards of Luz that are in hands and can be seen by this seat only."""
    return {slot["card"] for hand in snapshot["view"]["hands"] for slot in hand if slot["card"] and not slot["played"]}


def test_three_people_play_luz_behind_a_curtain(server: Server, visit: Visit) -> None:
    device = sit_down(server, visit, "luz", 3)
    page = device.page
    at_first = strings_in_memory(page)  # Nobody has looked yet; names in the program may read like cards.
    decisions = 0
    for turn in range(8):  # All bets, and the first tricks of the deal.
        page.locator("[data-curtain]").wait_for()
        assert_nothing_secret(device)
        assert hidden_faces(last_view(device)) == set()
        # Faces of hands, own backs and the side panel are not in the document at all.
        assert page.locator(".cell, .mine, .side").count() == 0
        seat = show(page)
        seen = last_view(device)
        assert seen["seat"] == seat
        assert page.locator(".cell").count() == len(hidden_faces(seen))
        decisions += decide_until_the_curtain(device, "luz")
        if turn in (1, 6):
            assert hidden_faces(seen) - at_first, "the check below would prove nothing"
            on_the_table = {play["card"] for play in last_view(device)["view"]["trick"]["plays"]}
            secret = hidden_faces(seen) - at_first - on_the_table
            left = {text for text in strings_in_memory(page) if text in secret or '"card":"' in text}
            assert left == set(), "cards that stayed in memory"
    assert decisions >= 8  # The player who takes a trick leads the next one, without a curtain.


def test_what_has_happened_is_shown_again_at_the_table(server: Server, visit: Visit) -> None:
    device = sit_down(server, visit, "luz", 3)
    page = device.page
    show(page)
    decide_until_the_curtain(device, "luz")
    hands.hold(page.locator("[data-look]"))
    page.locator("[data-retell]").click()
    page.locator(".game[data-animating] .opp.pointed-at").wait_for()
    assert "bets on" in page.locator(".status .sentence").inner_text()
    page.keyboard.press("Escape")
    page.locator(".status:not(.wait)").wait_for()


@pytest.mark.parametrize("game", ["gnomes", "pearl"])
def test_three_people_play_on_one_device(game: str, server: Server, visit: Visit) -> None:
    device = sit_down(server, visit, game, 3)
    for _ in range(6):
        assert_nothing_secret(device)
        assert device.page.locator("[data-card], .hcard").count() == 0
        seat = show(device.page)
        assert seat in seats_of_views(device.page)
        assert device.page.locator("[data-card], .hcard").count() >= 1
        assert decide_until_the_curtain(device, game) >= 1


@pytest.mark.parametrize("way", ["hidden tab", "reload", "back", "nobody there"])
def test_the_curtain_falls_when_the_page_is_left(way: str, server: Server, visit: Visit) -> None:
    device = sit_down(server, visit, "luz", 3)
    page = device.page
    if way == "nobody there":
        page.clock.install()
    show(page)
    page.locator(".mine").first.wait_for()
    if way == "hidden tab":
        page.evaluate(
            "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )
    elif way == "reload":
        page.reload()
    elif way == "back":
        page.go_back()
        page.locator(".seatlist").wait_for()
        assert_only_the_room_is_held(page)
        page.go_forward()
    else:
        page.clock.fast_forward(91_000)
        page.clock.run_for(2_000)
    page.locator("[data-curtain]").wait_for()
    assert_nothing_secret(device)
    assert page.locator(".cell, .mine, .side").count() == 0


@pytest.mark.parametrize(("game", "thing"), [("luz", "[data-slot]"), ("pearl", ".hcard"), ("gnomes", "[data-card]")])
def test_what_is_explained_when_the_table_is_left_does_not_stay_in_memory(
    game: str, thing: str, server: Server, visit: Visit
) -> None:
    device = sit_down(server, visit, game, 3)
    page = device.page
    seat = show(page)
    card = page.locator(thing).first
    card.focus()
    card.press("F1")
    page.locator("#explanation[role=dialog]").wait_for()
    assert seat in seats_of_views(page)
    page.go_back()
    page.locator(".seatlist").wait_for()
    assert_only_the_room_is_held(page)


def test_the_board_of_nizam_stays_while_the_hand_is_covered(server: Server, visit: Visit) -> None:
    device = sit_down(server, visit, "nizam", 2)
    page = device.page
    for _ in range(2):
        assert page.locator(".tile[role=gridcell]").count() == 25
        assert page.locator(".hcard").count() == 0
        assert last_view(device)["view"]["hands"] == [None, None]
        assert_nothing_secret(device)
        show(page)
        assert page.locator(".hcard").count() >= 3
        decide_until_the_curtain(device, "nizam")


def test_one_person_alone_has_no_curtain(server: Server, visit: Visit) -> None:
    """With one person and bots there is nobody to hide from."""
    device = visit(server.url)
    hands.make_table(device.page, "luz", "device", 3)
    hands.seat_bot(device.page, 1)
    hands.seat_bot(device.page, 2)
    hands.submit(device.page)
    device.page.locator(".status:not(.wait)").wait_for()
    assert device.page.locator("[data-look]").count() == 0


def test_a_private_note_goes_with_its_seat(server: Server, visit: Visit) -> None:
    device = sit_down(server, visit, "luz", 3)
    page = device.page
    show(page)
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog textarea").fill("the third is a seven")
    page.locator("dialog textarea").blur()
    page.keyboard.press("Escape")
    decide_until_the_curtain(device, "luz")
    assert "seven" not in document_and_storage(page)
    show(page)
    page.get_by_role("button", name="Menu").click()
    assert page.locator("dialog textarea").input_value() == ""
