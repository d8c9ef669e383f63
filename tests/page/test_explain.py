"""Everything on a table is explained: by hovering, a long press, a tap, and by keys."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.page import hands
from tests.page.browsing import Server, Visitor
from tests.page.conftest import Visit
from tests.page.test_screens import CUT, violations

pytestmark = pytest.mark.page

# Selectors of everything on a board: cards, counters, badges, chips, tasks, curses, beads.
PARTS = {
    "nizam": [".tile", ".handle", ".corner", ".player", ".pts", ".player .meta > span"],
    "pearl": [".tile", ".handle", ".corner", ".player", ".pts", ".player .meta > span", ".task"],
    "gnomes": [".gc:not(span)", ".gp", ".set", ".curse", ".cv", ".known", ".gp .meta > span", ".steps"],
    "luz": [
        ".mine",
        ".cell",
        ".face",
        ".mini",
        ".led:not(.none)",
        ".trump",
        ".wb",
        ".pt",
        ".fp",
        ".dial",
        ".hi",
        ".pen",
    ],
}
# Parts of a board that are not explained, neither themselves nor as a part of something explained.
UNEXPLAINED = """parts => [...document.querySelectorAll(parts.map((part) => `.game ${part}`).join())]
  .filter((each) => each.checkVisibility() && !each.closest('[data-explain], .ghost'))
  .map((each) => each.outerHTML.slice(0, 120))"""
# Explains one thing after another, and returns the faults: no text, outside the screen, or over the thing itself.
EXPLAIN_ALL = """async () => {
  const settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const wrong = [], kinds = new Set();
  for (const thing of [...document.querySelectorAll('.game [data-explain]')].filter((each) => each.checkVisibility())) {
    const key = thing.dataset.explain;
    if (!thing.isConnected || kinds.has(key)) continue;
    thing.dispatchEvent(new KeyboardEvent('keydown', {key: 'F1', bubbles: true}));
    await settled();
    const told = document.querySelector('#explanation');
    if (told?.dataset.explains !== key) { wrong.push(`${key}: not explained`); continue; }
    kinds.add(key);
    if (!told.querySelector('h2').innerText.trim() || !told.querySelector('p')?.innerText.trim())
      wrong.push(`${key}: says nothing`);
    if (/undefined|NaN|null/.test(told.innerText)) wrong.push(`${key}: ${told.innerText}`);
    const [a, b] = [told.getBoundingClientRect(), thing.getBoundingClientRect()];
    if (a.left < 0 || a.top < 0 || a.right > innerWidth || a.bottom > innerHeight)
      wrong.push(`${key}: leaves the screen`);
    if (a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1)
      wrong.push(`${key}: covers what it explains`);
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}));
    await settled();
    if (document.querySelector('#explanation.ex')) wrong.push(`${key}: stays`);
  }
  return {wrong, kinds: [...new Set([...kinds].map((key) => key.split(':')[0]))]};
}"""
KINDS = {
    "nizam": {"gem", "card", "handle", "deck", "discard", "emptied", "turn", "player", "score", "hand"},
    "pearl": {"gem", "card", "handle", "deck", "discard", "stall", "to-win", "player", "score", "hand", "task"},
    "gnomes": {"card", "deck", "discard", "player", "cave", "hand", "step", "set", "curse"},
    "luz": {"card", "mine", "bet", "score", "player", "trump", "aid", "notes", "marker"},
}


def settle(page: Page) -> None:
    page.locator(".status:not(.wait)").wait_for()
    page.locator(".game:not([data-animating])").wait_for()


def sit_down(visitor: Visitor, game: str) -> Page:
    page = visitor.page
    page.locator(f"[data-play={game}]").click()
    settle(page)
    return page


def hold(target: Locator) -> None:
    """Hold a finger on something for longer than a tap."""
    page = target.page
    box = target.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.locator("#explanation.kept").wait_for()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


@pytest.mark.parametrize(("size", "language"), [("phone", "uk"), ("tablet", "ru"), ("desktop", "en")])
@pytest.mark.parametrize("game", list(PARTS))
def test_every_thing_on_a_board_is_explained(game: str, size: str, language: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size=size, language=language)
    page = sit_down(visitor, game)
    found: list[str] = []
    kinds: set[str] = set()
    while not found and not kinds >= KINDS[game]:
        if not hands.is_my_turn(page) or page.locator(".game[data-animating], dialog").count():
            hands.decide(visitor, game)
            continue
        found += page.evaluate(UNEXPLAINED, PARTS[game])
        told: dict[str, Any] = page.evaluate(EXPLAIN_ALL)
        found += told["wrong"]
        kinds |= set(told["kinds"])
        hands.decide(visitor, game)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("game", list(PARTS))
def test_axe_finds_nothing_while_something_is_explained(game: str, size: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size=size, language="uk")
    page = sit_down(visitor, game)
    thing = page.locator(".game [data-explain][tabindex='0']:not([role=gridcell]):visible").first
    thing.focus()
    page.keyboard.press("Enter")
    page.locator("#explanation.kept").wait_for()
    assert violations(page) == []
    assert page.evaluate(CUT) == []
    page.keyboard.press("Escape")
    page.locator("#explanation").wait_for(state="detached")
    page.locator("[data-panel=menu]").focus()
    hands.walk_to(page.locator(".game [data-explain][tabindex='0']:visible").first)
    page.locator("#explanation.ex").wait_for()
    assert violations(page) == []


@pytest.mark.parametrize(
    ("game", "move"), [("nizam", "[data-pay=three]"), ("gnomes", "[data-take=deck]"), ("luz", "[data-slot]")]
)
def test_a_long_press_explains_a_move_and_does_not_make_it(game: str, move: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size="phone")
    page = sit_down(visitor, game)
    before = page.locator(".game").get_attribute("data-ply")
    hold(page.locator(move).first)
    assert page.locator("#explanation").get_attribute("role") == "dialog"
    assert page.locator("[aria-pressed=true][data-shift], [data-slot].lift, .chip").count() == 0
    # A tap beside it closes it, and is nothing else.
    page.locator(move).last.tap(force=True)
    page.locator("#explanation").wait_for(state="detached")
    assert page.locator("[aria-pressed=true][data-shift], [data-slot].lift, .chip").count() == 0
    assert page.locator(".game").get_attribute("data-ply") == before


def test_a_long_press_on_the_board_is_not_a_drag(server: Server, visit: Visit) -> None:
    page = sit_down(visit(server.url, size="phone"), "nizam")
    tile = page.locator("[role=gridcell]").nth(12)
    hold(tile)
    assert "gem:" in str(page.locator("#explanation").get_attribute("data-explains"))
    assert tile.evaluate("each => each.style.transform") == ""
    page.locator("#explanation [data-close]").tap()
    page.locator("#explanation").wait_for(state="detached")


def test_what_the_pointer_rests_on_is_explained_with_its_rule(server: Server, visit: Visit) -> None:
    page = sit_down(visit(server.url), "nizam")
    page.locator("[data-explain=emptied]").hover()
    told = page.locator("#explanation.ex")
    told.wait_for()
    assert told.get_attribute("role") == "tooltip"
    assert page.locator("[data-explain=emptied]").get_attribute("aria-describedby") == "explanation"
    link = told.locator("a", has_text="N16")
    link.hover()  # The pointer comes over without losing it.
    link.click()
    page.locator("[data-rules] li.now", has_text="N16").wait_for()


def test_by_keys_an_explanation_is_opened_read_and_closed(server: Server, visit: Visit) -> None:
    page = sit_down(visit(server.url), "pearl")
    first = page.locator(".task[tabindex='0']:visible").first
    hands.walk_to(first)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    told = page.locator("#explanation.kept")
    told.wait_for()
    assert page.evaluate("document.activeElement.matches('[data-close]')")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('#explanation a')")
    page.keyboard.press("Escape")
    told.wait_for(state="detached")
    assert page.evaluate("document.activeElement.dataset.explain").startswith("task:")


def test_a_panel_in_gnomes_is_a_button_only_while_a_curse_is_aimed(server: Server, visit: Visit) -> None:
    visitor = visit(server.url)
    page = sit_down(visitor, "gnomes")
    assert page.locator("button.gp").count() == 0
    curse = page.locator("[data-card^=F][aria-disabled=false], [data-card=K][aria-disabled=false]")
    while not curse.count():
        hands.decide(visitor, "gnomes")
        settle(page)
    curse.first.click()
    page.locator("button.gp[data-target]").first.wait_for()
    assert page.locator("button.gp").count() == 3
