"""What a seat may not know is nowhere: not in the document, not in the page's memory, not in the socket's messages."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest

from heliodor.games import get_game
from heliodor.protocol.changes import apply_changes
from tests.page import hands
from tests.page.browsing import Server, Visitor
from tests.page.conftest import Visit
from tests.page.memory import views_in_memory

pytestmark = pytest.mark.page


def secrets_in(view: dict[str, Any]) -> list[Any]:
    """Return the parts of a view that its seat may not know."""
    seat = view["seat"]
    if view["game"] == "luz":  # L3: the values of one's own cards, and the cards aside.
        own = [slot["card"] for slot in view["hands"][seat] if slot["card"] and not slot["played"]]
        return own + [card for card in view["aside"] if card]
    if view["game"] == "gnomes":  # Hands, except cards that were taken from the open ones.
        others = [place for other, place in enumerate(view["places"]) if other != seat]
        return [card for place in others for card in place["hand"][place["num_known"] :] if card]
    return [hand for other, hand in enumerate(view["hands"]) if other != seat and hand is not None]


def views_in_frames(visitor: Visitor) -> Iterator[dict[str, Any]]:
    """Yield every view that the socket has received: snapshots, updates and previews."""
    view: dict[str, Any] = {}
    for frame in visitor.frames:
        if frame["type"] == "snapshot" and frame["view"]:
            view = copy.deepcopy(frame["view"])
        elif frame["type"] == "update":
            apply_changes(view, copy.deepcopy(frame["changes"]))
        elif frame["type"] == "previewed":
            yield frame["view"]
        if view:
            yield view


def events_of(visitor: Visitor) -> list[dict[str, Any]]:
    return [event for frame in visitor.frames for event in frame.get("events", [])]


@pytest.mark.parametrize("game", ["nizam", "pearl", "gnomes", "luz"])
def test_two_browsers_keep_from_each_other_what_is_secret(game: str, server: Server, visit: Visit) -> None:
    host = visit(server.url, speed="fast")
    hands.make_table(host.page, game, "friends", 3)
    hands.seat_bot(host.page, 2)
    hands.submit(host.page)
    friend = visit(hands.invitation(host.page))
    friend.page.locator("form .btn.primary").click()
    host.page.locator("[data-start]:not([disabled])").click()
    visitors = (host, friend)
    for visitor in visitors:
        visitor.page.locator(".game").wait_for()
    decided = {visitor: 0 for visitor in visitors}
    while min(decided.values()) < 6:  # Betting, the first tricks; draws, shifts, curses.
        for visitor in visitors:
            decided[visitor] += hands.decide(visitor, game)
    told_by_seat = {}
    for seat, visitor in enumerate(visitors):
        sent = list(views_in_frames(visitor))
        assert len(sent) > 10
        held = views_in_memory(visitor.page)
        assert held, "the page shows something"
        for view in sent + held:
            assert view["seat"] == seat
            assert secrets_in(view) == []
        own_events = get_game(game).story.OWN_EVENTS
        told = [event for event in events_of(visitor) if event["key"] in own_events]
        told_by_seat[seat] = told
        for event in told:
            tells = any(isinstance(fact, str) for fact in event.get("facts", {}).values())
            assert tells == (event["seat"] == seat), event
    assert game == "luz" or all(told_by_seat.values()), (
        "somebody has drawn, and only the others were not shown the cards"
    )


def test_own_cards_of_luz_are_shown_nowhere(server: Server, visit: Visit) -> None:
    alone = visit(server.url)
    page = alone.page
    hands.make_table(page, "luz", "bots", 4)
    page.locator("summary").click()
    page.locator("[role=group][aria-label='Deduction aid']").get_by_role("button", name="off").click()
    hands.submit(page)
    for _ in range(8):
        page.locator(".status:not(.wait)").wait_for()
        own = page.locator(".backs")
        # Nothing but the picture of the back, the slot's number and words without a value.
        assert own.inner_text().strip() == ""
        for html in own.locator(".mine").all():
            text = html.evaluate("element => element.outerHTML")
            numbers = re.findall(r"\d+", re.sub(r'data-slot="\d+"|"mine:\d+"|card \d+ of \d+', "", text))
            assert numbers == [], text
        hands.decide(alone, "luz")
    for view in views_in_frames(alone):
        assert secrets_in(view) == []


def test_a_spectator_sees_nobodys_cards(server: Server, visit: Visit) -> None:
    host = visit(server.url)
    hands.make_table(host.page, "luz", "bots", 3)
    hands.submit(host.page)
    host.page.locator(".status:not(.wait)").wait_for()
    host.page.locator("[data-panel=menu]").click()
    guest = visit(host.page.locator("dialog label input[readonly]").input_value())
    host.page.keyboard.press("Escape")
    guest.page.locator(".game").wait_for()
    decided = 0
    while decided < 6:
        decided += hands.decide(host, "luz")
    for view in [*views_in_frames(guest), *views_in_memory(guest.page)]:
        assert view["seat"] == -1
        assert [slot["card"] for hand in view["hands"] for slot in hand if slot["card"] and not slot["played"]] == []
    assert guest.page.locator(".cell b").count() == 0, "no face of a hand is shown"
