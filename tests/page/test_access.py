"""Every screen for everybody: axe in all themes, keyboard only, nothing cut on a small phone in any language."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.page import hands
from tests.page.browsing import Server
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

SCREENS = ["/", "/new/luz#friends", "/rules/nizam#N8", "/settings"]
GAMES = ["luz", "nizam", "pearl", "gnomes"]

# Text that does not fit its box, or a page that is wider than the screen.
CUT = """() => {
  const cut = [];
  if (document.documentElement.scrollWidth > innerWidth + 1)
    cut.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('.sr, svg, [hidden], .chips, .log, .scroll, dialog, pre, select, input')) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join('');
    if (!text || !box.width || style.visibility === 'hidden' || style.clipPath !== 'none') continue;
    if (style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) cut.push(`cut: ${text}`);
    if (box.right > innerWidth + 1 || box.left < -1) cut.push(`outside: ${text}`);
  }
  return cut;
}"""


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]


def deal(page: Page, game: str) -> None:
    page.locator(f"[data-play={game}]").click()
    page.locator(".status:not(.wait)").wait_for()
    page.wait_for_timeout(300)


@pytest.mark.parametrize("theme", ["night", "noon", "contrast"])
def test_axe_finds_nothing(theme: str, server: Server, visit: Visit) -> None:
    found: list[str] = []
    for size in ("phone", "desktop"):
        visitor = visit(server.url, size=size, theme=theme)
        for screen in SCREENS:
            visitor.page.goto(server.url + screen)
            visitor.page.locator("h1").first.wait_for()
            found += [f"{size} {screen} {each}" for each in violations(visitor.page)]
        for game in GAMES:
            visitor.page.goto(server.url)
            deal(visitor.page, game)
            found += [f"{size} {game} {each}" for each in violations(visitor.page)]
        hands.make_table(visitor.page, "luz", "device", 3)
        hands.submit(visitor.page)
        visitor.page.locator("[data-curtain]").wait_for()
        found += [f"{size} curtain {each}" for each in violations(visitor.page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_no_text_is_cut_on_a_small_phone(language: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size="phone", language=language)
    page = visitor.page
    found: list[str] = []
    for screen in SCREENS:
        page.goto(server.url + screen)
        page.locator("h1").first.wait_for()
        page.wait_for_timeout(200)
        found += [f"{screen} {each}" for each in page.evaluate(CUT)]
    for game in GAMES:
        page.goto(server.url)
        deal(page, game)
        found += [f"{game} {each}" for each in page.evaluate(CUT)]
        hands.decide(visitor, game, hands.tap, needs_two_taps=True)
        page.locator(".status:not(.wait)").wait_for()
        page.wait_for_timeout(300)
        found += [f"{game} later {each}" for each in page.evaluate(CUT)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_the_table_fits_a_phone_and_is_played_by_touch(game: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size="phone")
    page = visitor.page
    deal(page, game)
    assert page.evaluate("document.documentElement.scrollHeight") <= 741
    for _ in range(3):
        hands.decide(visitor, game, hands.tap, needs_two_taps=True)
        page.locator(".status:not(.wait)").wait_for()
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a, select, input')]
          .filter((each) => each.offsetParent && !each.closest('.sr, .sw, .ten'))
          .map((each) => [each.getBoundingClientRect(), each.outerHTML.slice(0, 90)])
          .filter(([box]) => box.width && (box.width < 43.5 || box.height < 43.5)).map(([, html]) => html)"""
    )
    assert small == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_keys_alone(game: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url)
    page = visitor.page
    walk_to(page, f"[data-play={game}]")
    page.keyboard.press("Enter")
    page.locator(".status:not(.wait)").wait_for()
    if game in ("nizam", "pearl"):
        shift_by_keys(page)
    else:
        walk_to(page, {"luz": "[data-bet]", "gnomes": "[data-take=deck]"}[game])
        page.keyboard.press("Enter")
    most = 1500 if game == "luz" else 12  # One whole match; of the others as much as shows every kind of decision.
    for _ in range(most):
        if hands.is_over(page):
            break
        hands.decide(visitor, game, hands.press_enter)
    assert game != "luz" or hands.is_over(page)


def walk_to(page: Page, wanted: str) -> None:
    """Press Tab until the focus is there: what cannot be reached so cannot be played."""
    page.locator(wanted).first.wait_for()
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"Tab does not lead to {wanted}")


def shift_by_keys(page: Page) -> None:
    """Arrows walk on the board, Shift and an arrow tries a shift, Enter plans it, Backspace takes it back."""
    walk_to(page, "[role=gridcell]")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.getAttribute('aria-label').slice(0, 2)") == "B3"
    legal = page.locator("[data-pay=one]").first
    if legal.count():
        name = str(legal.get_attribute("data-shift"))
        row, column = ("12345".find(name[0]), "abcde".find(name[0]))
        for _ in range(4):
            page.keyboard.press("ArrowUp")
            page.keyboard.press("ArrowLeft")
        for _ in range(max(row, 0)):
            page.keyboard.press("ArrowDown")
        for _ in range(max(column, 0)):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+" + {"<": "ArrowLeft", ">": "ArrowRight", "^": "ArrowUp", "v": "ArrowDown"}[name[1]])
        page.locator(".chip.pre").wait_for()
        page.keyboard.press("Enter")
        page.locator(".chip:not(.pre)").wait_for()
        page.keyboard.press("Backspace")
        page.locator(".chip").wait_for(state="detached")
