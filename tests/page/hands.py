"""Plays each game through the page as a person does: the page highlights what can be done."""

from __future__ import annotations

import asyncio
import random
import re
import threading
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from heliodor.bots import levels_of
from heliodor.client import Client
from heliodor.games import get_game
from tests.page.browsing import Server, Visitor
from tests.server.harness import play_on

Press = Callable[[Locator], None]


def click(target: Locator) -> None:
    target.click()


def tap(target: Locator) -> None:
    target.tap()


def hold(target: Locator) -> None:
    """Hold the button of a curtain for as long as it asks."""
    target.hover()
    target.page.mouse.down()
    target.wait_for(state="detached")
    target.page.mouse.up()


def by_keys(target: Locator) -> None:
    """Reach something by Tab alone, and press Enter on it."""
    walk_to(target)
    target.page.keyboard.press("Enter")


# How many presses of Tab lead from the focus to the target, in document order; negative: backwards.
_STEPS = """target => {
  const stops = [...(document.querySelector('dialog[open]') ?? document).querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex]')].filter((each) =>
    each.tabIndex >= 0 && !each.disabled && each.checkVisibility({visibilityProperty: true}));
  const here = stops.indexOf(document.activeElement);
  return here < 0 ? 1 : stops.indexOf(target) - here;
}"""
MOST_STEPS = 150


def walk_to(target: Locator) -> None:
    """Press Tab until the focus is on something; fails if Tab does not lead there.

    The board of Nizam and Pearl of the East is one stop: within it, arrows lead to the handles.
    """
    target.wait_for()
    place = target.get_attribute("data-at")
    if place is not None and target.get_attribute("tabindex") == "-1":
        walk_to(target.page.locator(".board [data-at][tabindex='0']"))
        _walk_over_board(target.page, place)
        return
    keyboard, element = target.page.keyboard, target.element_handle()
    taken = 0
    while not element.evaluate("each => each === document.activeElement"):
        steps = int(element.evaluate(_STEPS)) or 1
        for _ in range(abs(steps)):
            keyboard.press("Tab" if steps > 0 else "Shift+Tab")
        taken += abs(steps)
        assert taken < MOST_STEPS, f"Tab does not lead to {target}"


def _walk_over_board(page: Page, there: str) -> None:
    for _ in range(MOST_STEPS):
        here = str(page.evaluate("document.activeElement.dataset.at"))
        if here == there:
            return
        page.keyboard.press(_arrow(here, there))
    raise AssertionError(f"arrows do not lead to {there}")


def _arrow(here: str, there: str) -> str:
    """Return the next arrow: out of a handle into the board, over the cells, and out to the other handle."""
    row, column = map(int, here.split("-"))
    to_row, to_column = map(int, there.split("-"))
    edges = (0, 6)
    if row in edges and row != to_row:
        return "ArrowDown" if row == 0 else "ArrowUp"
    if column in edges and column != to_column:
        return "ArrowRight" if column == 0 else "ArrowLeft"
    goes_sideways = column != to_column and (to_column not in edges or row == to_row)
    if goes_sideways:
        return "ArrowLeft" if to_column < column else "ArrowRight"
    return "ArrowUp" if to_row < row else "ArrowDown"


# --- Set-up --------------------------------------------------------------------------------------------------------


# A link that is in the page already: the next screen is shown without loading the page again.
_FOLLOW = """path => {
  const link = document.createElement('a');
  link.href = path;
  document.body.append(link);
  link.click();
  link.remove();
}"""


def make_table(page: Page, game: str, way: str, players: int) -> None:
    """Make a table with the form; `way` is who sits in the other seats: `friends`, `device` or weak `bots`."""
    page.evaluate(_FOLLOW, f"/new/{game}#{way}")
    page.wait_for_url(f"**/new/{game}#{way}")
    page.locator(".seatlist").wait_for()
    page.locator(".choice").first.get_by_role("button", name=str(players), exact=True).click()
    if way == "bots" and players > 1:
        page.locator(".choice").nth(1).get_by_role("button").first.click()


# What the form of a new table has chosen for a person's first table, where that is not what the server has by itself.
_CHOSEN: dict[str, dict[str, Any]] = {
    "gnomes": {"options": {"quick_start": True}},
    "luz": {"settings": {"talk": "phrases", "game": {"aid": "ranges"}}},
}


def against_bots(game: str, players: int) -> dict[str, Any]:
    """Return a table of one person and weak bots as `make_table` would make it, for `visit(url, table=...)`."""
    bot = {"kind": "bot", "level": levels_of(get_game(game))[0]}
    return {"game": game, "seats": [{"kind": "me"}, *[bot] * (players - 1)], **_CHOSEN.get(game, {})}


def start_table(page: Page, url: str, table: dict[str, Any]) -> str:
    """Make and start a table for a new person, without loading the page; return its address."""

    def post(path: str, body: object = None) -> Any:
        answer = page.context.request.post(f"{url}/api/{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    post("me", {})
    made = post("tables", table)["id"]
    post(f"tables/{made}/start")
    return f"{url}/t/{made}"


def seat_bot(page: Page, seat: int, level: int = 0) -> None:
    """Put a bot on a seat; `level` counts the strengths from the weakest."""
    page.locator(".seatlist select").nth(seat - 1).select_option("bot")
    page.locator(".choice").nth(1).get_by_role("button").nth(level).click()


def submit(page: Page) -> None:
    page.locator("form .btn.primary").click()
    page.wait_for_url(re.compile("/t/"))


def invitation(page: Page) -> str:
    """Return the link that a host sends to friends."""
    return page.locator(".invite input").input_value()


SHIFTING = "[data-task], [data-pass], [data-draw][aria-disabled=false], [data-pay=one], [data-pay=three]"
OFFERS = {  # What is highlighted when there is something to decide.
    "luz": "[data-bet], [data-slot][aria-disabled=false]",
    "nizam": SHIFTING,
    "pearl": SHIFTING,
    "gnomes": (
        "[data-take][aria-disabled=false], [data-card][aria-disabled=false], [data-skip],"
        " [data-confirm][aria-disabled=false]"
    ),
    "pebbles": "[data-action]",
}


# --- One decision --------------------------------------------------------------------------------------------------


def is_my_turn(page: Page) -> bool:
    return page.locator(".status:not(.wait)").count() > 0


def until_my_turn(page: Page, game: str) -> None:
    """Wait until the others have played what they play before this person's next decision, and all of it is shown."""
    page.wait_for_function(_MY_TURN, arg=OFFERS[game])


def is_over(page: Page) -> bool:
    return page.locator(".end").count() > 0 and not page.locator("dialog [data-next]").count()


# Everything that decides what to do next, at one moment: separate questions could be answered at different moments.
_MOMENT = """offers => {
  const has = (what) => document.querySelector(what) !== null;
  return {
    next: has('dialog [data-next]'),
    mine: has('.status:not(.wait)'),
    over: has('.end'),
    moves: has('.game[data-animating]'),
    offers: has(offers),
    ply: document.querySelector('.game')?.dataset.ply ?? null,
  };
}"""
_MY_TURN = """offers => document.querySelector('.status:not(.wait)') && document.querySelector(offers)
  && !document.querySelector('.game[data-animating]')"""
A_MOMENT = 30  # Milliseconds until the page is checked again.


def decide(visitor: Visitor, game: str, press: Press = click, *, goes_on: bool = True) -> bool:
    """Make one decision, if it is this person's turn: choose, confirm, and wait until the server has answered.

    Return whether there was one to make. The result of a deal is closed, unless the test waits for it: `goes_on`.
    """
    page = visitor.page
    now = page.evaluate(_MOMENT, OFFERS[game])
    if now["next"]:
        if goes_on:
            press(page.locator("dialog [data-next]"))
        return False
    if now["moves"]:  # A test may look at the table between an animation and the decision after it.
        _hurry(page, press)
        return False
    # The page decides by itself if there is no choice.
    if not now["mine"] or now["over"] or not now["offers"]:
        page.wait_for_timeout(A_MOMENT)
        return False
    hands = {"luz": _luz, "nizam": _shifting, "pearl": _shifting, "gnomes": _gnomes, "pebbles": _plain}
    hands[game](page, press)
    page.wait_for_function(
        "before => !document.querySelector('.game') || document.querySelector('.game').dataset.ply !== before",
        arg=now["ply"],
    )
    return True


def _hurry(page: Page, press: Press) -> None:
    """Show the end of an animation, by Escape or by a finger that comes down on the table.

    It is not a whole click: a dialog that opens at this moment, with the result of a deal, would be in its way.
    """
    if press is by_keys:
        page.keyboard.press("Escape")
    else:
        page.evaluate(
            "document.querySelector('.game')?.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))"
        )


def confirm(page: Page, press: Press = click) -> None:
    """Press the button that plays the chosen action."""
    press(page.locator("[data-confirm][aria-disabled=false]"))


def _luz(page: Page, press: Press) -> None:
    if not page.locator("[data-bet], [data-slot].lift").count():
        press(page.locator("[data-slot][aria-disabled=false]").first)
    confirm(page, press)


def _shifting(page: Page, press: Press) -> None:
    if page.locator("[data-task]").count():
        press(page.locator("[data-task]").first)
        confirm(page, press)
    elif page.locator("[data-pass]").count():
        press(page.locator("[data-pass]"))
    elif page.locator("[data-draw][aria-disabled=false]").count() and page.locator("[data-pay=one]").count() < 3:
        press(page.locator("[data-draw]"))
    elif page.locator("[data-pay=one]").count():
        shift = page.locator("[data-pay=one]").first
        name = shift.get_attribute("data-shift")
        press(shift)
        _add_to_plan(page, name, press)
    elif page.locator("[data-draw][aria-disabled=false]").count():
        press(page.locator("[data-draw]"))
    else:
        shift = page.locator("[data-pay=three]").first
        name = shift.get_attribute("data-shift")
        press(shift)
        for _ in range(3):
            press(page.locator("[data-pay-with]").first)
        _add_to_plan(page, name, press)


def _add_to_plan(page: Page, name: str | None, press: Press) -> None:
    """The first tap shows, the second adds, and the turn is sent."""
    handle = page.locator(f'[data-shift="{name}"][aria-pressed=true]')
    handle.wait_for()
    page.locator(".tile.ghost").first.wait_for()
    press(handle)
    page.locator(".chip:not(.pre)").wait_for()
    press(page.locator("[data-end]"))


def _gnomes(page: Page, press: Press) -> None:
    takes, cards = page.locator("[data-take][aria-disabled=false]"), page.locator("[data-card][aria-disabled=false]")
    if takes.count() or page.locator("[data-skip]").count():
        if not page.locator("[data-confirm][aria-disabled=false]").count():
            press(takes.first if takes.count() else page.locator("[data-skip]"))
    elif cards.count():
        if not page.locator("[data-card][aria-pressed=true]").count():
            press(cards.first)
        page.locator("[data-card][aria-pressed=true]").wait_for()
        for more in ("[data-target]", "[data-fog]"):
            if page.locator(more).count():
                press(page.locator(more).first)
    confirm(page, press)


def _plain(page: Page, press: Press) -> None:
    """On the plain board: choose the first action in the first turns, then by turns another one."""
    if page.locator("[data-action][aria-pressed=true]").count():
        return confirm(page, press)
    actions = page.locator("[data-action]")
    ply = int(page.locator(".game").get_attribute("data-ply") or 0)
    place = 0 if ply < 4 else ply % min(3, actions.count())
    if press is by_keys:  # All actions are one stop; arrows lead from one to the next.
        walk_to(page.locator("[data-action][tabindex='0']"))
        page.keyboard.press("Home")
        for _ in range(place):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    else:
        press(actions.nth(place))
    return confirm(page, press)


def play_to_the_end(visitors: list[Visitor], game: str, most: int = 5000, press: Press = click) -> None:
    """Let everybody decide in turn until the match is over for all."""
    for _ in range(most):
        for visitor in visitors:
            decide(visitor, game, press)
        if all(is_over(visitor.page) for visitor in visitors):
            return
    raise AssertionError(f"the match of {game} does not end")


def watch_to_the_end(visitor: Visitor, press: Press = click) -> None:
    """Look on until the match is over, without deciding anything; results of deals are closed."""
    page = visitor.page
    while not is_over(page):
        if page.locator("dialog [data-next]").count():
            press(page.locator("dialog [data-next]"))
        else:
            page.wait_for_timeout(A_MOMENT)


def play_on_without_the_page(visitor: Visitor, server: Server) -> None:
    """Let the Python client play the rest of the match for the person whose page shows it; then show its end."""
    page = visitor.page
    place = page.url
    table = place.partition("/t/")[2].partition("#")[0]
    cookies = page.context.cookies(server.url)
    person = Client(server.url, "; ".join(f"{cookie.get('name')}={cookie.get('value')}" for cookie in cookies))

    async def play() -> None:
        async with person.open(table) as live:
            await play_on(live, random.Random(1))

    page.goto(f"{server.url}/healthz")
    # In a thread: Playwright has an event loop in this one.
    playing = threading.Thread(target=lambda: asyncio.run(play()))
    playing.start()
    playing.join()
    page.goto(place)
