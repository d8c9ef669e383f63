"""The coach asks before a mistake is played, and the rules open beside the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page import hands
from tests.page.browsing import Server
from tests.page.conftest import Visit
from tests.page.test_goal import BOARD, sit_down
from tests.page.test_screens import CUT, violations

pytestmark = pytest.mark.page


def test_the_coach_is_chosen_for_a_quick_start_asks_and_lets_the_player_decide(server: Server, visit: Visit) -> None:
    page = visit(server.url, size="phone", language="uk").page
    page.locator("[data-choose=luz]").tap()
    page.locator("dialog .sw").tap()
    page.locator("[data-play-chosen]").tap()
    bet = page.locator("[data-bet]")
    bet.wait_for()
    page.locator(".game:not([data-animating])").wait_for()
    ply = page.locator(".game").get_attribute("data-ply")
    more = page.locator(".bet .step button").last
    while more.get_attribute("aria-disabled") != "true":
        more.tap()  # All tricks are never taken.
    bet.tap()
    card = page.locator("[data-coach]")
    card.wait_for()
    expect(card.locator("[data-take-back]")).to_be_focused()
    assert violations(page) == []
    assert page.evaluate(CUT) == []
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert page.locator(".game").get_attribute("data-ply") == ply, "nothing has been played"
    page.locator(".bet .step button").first.tap()
    bet.tap()
    card.locator("[data-show-better]").tap()
    page.locator(".hintcard").wait_for()
    bet.tap()  # The same again: it is played.
    expect(page.locator(".game")).not_to_have_attribute("data-ply", str(ply))


@pytest.mark.parametrize(("size", "game", "language"), [("laptop", "nizam", "ru"), ("phone", "pearl", "en")])
def test_the_rules_open_beside_the_table_at_the_rule_of_a_refusal(
    size: str, game: str, language: str, server: Server, visit: Visit
) -> None:
    page = sit_down(visit, server, game, size=size, language=language).page
    board = page.evaluate(BOARD)
    hands.by_keys(page.locator("[data-end]"))  # Nothing has been shifted: the rules do not allow it.
    link = page.locator(".refusal a")
    rule = str(link.get_attribute("href")).partition("#")[2]
    hands.by_keys(link)
    marked = page.locator("[data-rules] li.now")
    expect(marked).to_have_id(rule)
    expect(marked).to_be_in_viewport()
    assert page.locator("[data-rules] img").first.evaluate("each => each.complete")
    assert violations(page) == []
    if size == "laptop":
        assert page.evaluate(BOARD) == board, "the board is in its place, and can be played"
        page.locator("[data-draw]").click()
        expect(page.locator("[data-rules]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-rules]")).to_have_count(0)
    hands.by_keys(page.locator("[data-panel=goal]"))
    hands.by_keys(page.locator(f"a[href='/rules/{game}']"))
    expect(page.locator("[data-rules] article h2").first).to_be_visible()
    page.locator("[data-close-rules], dialog h2 button").click()
    expect(page.locator("[data-rules]")).to_have_count(0)
