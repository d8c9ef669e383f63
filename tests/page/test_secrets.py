"""A hidden card's value is nowhere: not in the document, not in what the socket brings."""

from __future__ import annotations

import re

import pytest

from tests.page import hands
from tests.page.browsing import Server
from tests.page.conftest import Visit

pytestmark = pytest.mark.page


def test_own_cards_of_luz_are_told_nowhere(server: Server, visit: Visit) -> None:
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
            numbers = re.findall(r"\d+", re.sub(r'data-slot="\d+"|card \d+ of \d+', "", text))
            assert numbers == [], text
        hands.decide(alone, "luz")
    for frame in alone.frames:
        if frame["type"] == "snapshot" and frame["view"]:
            assert all(slot["card"] is None for slot in frame["view"]["hands"][frame["seat"]])
            assert all(card is None for card in frame["view"]["aside"])
        if frame["type"] == "update":
            mine = [value for path, value in frame["changes"].items() if path.startswith("hands/0")]
            assert not re.search(r'"card": *"', str(mine).replace("'", '"'))
            assert not any(path.startswith("aside") for path in frame["changes"])
