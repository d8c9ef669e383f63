"""Playing by keys alone, from the first screen to the end of a match."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page import hands
from tests.page.browsing import Server
from tests.page.conftest import Visit
from tests.page.test_people import post

pytestmark = pytest.mark.page

BY_KEYS = 12  # Decisions: more than a deal of Luz has, so that its result is closed by keys, too.
ARROWS = {"<": "ArrowLeft", ">": "ArrowRight", "^": "ArrowUp", "v": "ArrowDown"}
# There is no pointer: an event from one would be a fault of the test.
NO_POINTER = "addEventListener('pointerdown', () => { throw new Error('a pointer was used') }, {capture: true})"


@pytest.mark.parametrize("game", ["luz", "nizam", "pearl", "gnomes"])
def test_a_match_is_played_by_keys_alone_from_its_form_to_its_rematch(game: str, server: Server, visit: Visit) -> None:
    """Decisions of every kind; then a bot takes over, since the rest is the same again."""
    visitor = visit(f"{server.url}/new/{game}#bots")
    page = visitor.page
    page.add_init_script(NO_POINTER)
    page.reload()
    # The shortest matches; Nizam alone is a different game.
    players = {"luz": 3, "nizam": 2, "pearl": 2, "gnomes": 6}[game]
    hands.by_keys(page.locator(".choice").first.get_by_role("button", name=str(players), exact=True))
    hands.by_keys(page.locator(".choice").nth(1).get_by_role("button").first)
    if game == "pearl":
        hands.by_keys(page.locator("summary"))
        stall = page.get_by_label("Turns without a task that end the match")
        hands.walk_to(stall)
        page.keyboard.press("Control+a")
        page.keyboard.type("12")
    hands.by_keys(page.locator("form .btn.primary"))
    page.locator(".game").wait_for()
    if game == "pearl":  # It is short.
        hands.play_to_the_end([visitor], game, press=hands.by_keys)
    else:
        decided = 0
        while decided < BY_KEYS:
            assert not hands.is_over(page)
            decided += hands.decide(visitor, game, hands.by_keys)
        post(page, f"tables/{page.url.rpartition('/')[2]}/leave")
        hands.watch_to_the_end(visitor, hands.by_keys)
    assert page.locator(".end ol li").count() == players
    hands.walk_to(page.locator("[data-rematch]"))


def test_a_match_is_two_keys_away_from_home(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    hands.by_keys(page.locator("[data-play=nizam]"))
    page.locator(".status:not(.wait)").wait_for()


@pytest.mark.parametrize("game", ["nizam", "pearl"])
def test_the_board_is_walked_and_shifted_by_arrows(game: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url)
    page = visitor.page
    page.locator(f"[data-play={game}]").click()
    page.locator(".status:not(.wait)").wait_for()
    while not page.locator("[data-pay=one]").count():
        hands.decide(visitor, game)
    name = str(page.locator("[data-pay=one]").first.get_attribute("data-shift"))
    hands.walk_to(page.locator("[role=gridcell][tabindex='0']"))
    assert focused(page) == "C3"
    for _ in range(2):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    assert focused(page) == "A1"
    for _ in range(max("12345".find(name[0]), 0)):
        page.keyboard.press("ArrowDown")
    for _ in range(max("abcde".find(name[0]), 0)):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+" + ARROWS[name[1]])
    page.locator(".chip.pre").wait_for()
    page.locator(".tile.ghost").first.wait_for()
    page.keyboard.press("Enter")
    page.locator(".chip:not(.pre)").wait_for()
    page.keyboard.press("Backspace")
    page.locator(".chip").wait_for(state="detached")
    # What a reader of the screen asks for: legal shifts, lines, the last move.
    spoken = page.locator("main > [aria-live]")
    said = [spoken.inner_text()]
    for key in "plm":
        page.keyboard.press(key)
        expect(spoken).not_to_have_text(said[-1])
        said.append(spoken.inner_text())
    assert len(set(said[1:])) == 3
    assert "" not in said[1:]


@pytest.mark.parametrize("game", ["nizam", "pearl"])
def test_the_board_is_one_stop_and_arrows_lead_round_its_handles(game: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url)
    page = visitor.page
    page.locator(f"[data-play={game}]").click()
    page.locator(".status:not(.wait)").wait_for()
    while not page.locator("[data-pay=one]").count():
        hands.decide(visitor, game)
    assert page.locator(".board [data-at]").count() == 45
    assert page.locator(".board [data-at][tabindex='0']").count() == 1
    hands.walk_to(page.locator("[data-at='3-3']"))
    walked = [("ArrowUp", 3, "c^"), ("ArrowRight", 3, "1>"), ("ArrowDown", 5, "ev"), ("ArrowLeft", 5, "5<")]
    for key, times, shift in [*walked, ("ArrowUp", 5, "a^")]:
        for _ in range(times):
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.shift") == shift
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.at ?? null") is None, "Tab leaves the board"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.dataset.shift") == "a^"
    # Space or Enter on a handle tries its shift, and a second press adds it.
    name = str(page.locator("[data-pay=one]").first.get_attribute("data-shift"))
    hands.walk_to(page.locator(f"[data-shift='{name}']"))
    page.keyboard.press("Space")
    page.locator(".tile.ghost").first.wait_for()
    page.keyboard.press("Enter")
    page.locator(".chip:not(.pre)").wait_for()


def focused(page: Page) -> str:
    """Return the coordinates of the cell that has the focus."""
    label: str = page.evaluate("document.activeElement.getAttribute('aria-label')")
    return label[:2]


def test_a_curtain_is_opened_by_a_held_key(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    page.clock.install()
    hands.make_table(page, "luz", "device", 3)
    hands.submit(page)
    hands.walk_to(page.locator("[data-look]"))
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)
    page.keyboard.press("Enter")  # A short press shows nothing, whatever time passes afterwards.
    page.clock.run_for(700)
    assert page.locator("[data-curtain]").count() == 1
    page.clock.resume()
    page.keyboard.down("Enter")
    page.locator("[data-curtain]").wait_for(state="detached")
    page.keyboard.up("Enter")
    hands.by_keys(page.locator("[data-recap]"))
    page.locator(".mine").first.wait_for()


def test_a_dialog_keeps_the_focus_and_gives_it_back(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    page.locator("[data-play=gnomes]").click()
    page.locator(".status:not(.wait)").wait_for()
    hands.by_keys(page.locator("[data-panel=menu]"))
    page.locator("dialog").wait_for()
    inside = (
        "document.activeElement === document.body || document.querySelector('dialog').contains(document.activeElement)"
    )
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate(inside)
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert page.evaluate("document.activeElement.dataset.panel") == "menu"
