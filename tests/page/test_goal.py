"""Goal and scoring are in sight: a card beside the board, or a sheet behind "?"."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page import hands
from tests.page.browsing import AT_REST, LOCALES, SIZES, Server, Visitor, resize
from tests.page.conftest import Visit
from tests.page.test_screens import CUT, violations
from tests.page.test_sizes import USUAL

pytestmark = pytest.mark.page

GAMES = ["nizam", "pearl", "gnomes", "luz"]
# Whether the card lies over a player, the log or the board.
COVERS = """card => { const a = card.getBoundingClientRect();
  return [...document.querySelectorAll('.player, .log li, .tempo, .stage, .hand, .status')].some((each) => {
    const b = each.getBoundingClientRect(), log = each.closest('.log')?.getBoundingClientRect();
    const bottom = Math.min(b.bottom, log?.bottom ?? b.bottom);
    return a.left < b.right && a.right > b.left && a.top < bottom && a.bottom > b.top;
  }); }"""

# Where everything on the board that can be pressed lies.
BOARD = """() => [...document.querySelectorAll('.stage button')].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect(); return [x, y, width, height].map(Math.round); })"""


def sit_down(visit: Visit, server: Server, game: str, **settings: str) -> Visitor:
    visitor = visit(server.url, table=hands.against_bots(game, USUAL[game]), **settings)
    visitor.page.locator(".status:not(.wait)").wait_for()
    visitor.page.locator(".game:not([data-animating])").wait_for()
    return visitor


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, [*LOCALES, "uk"], strict=True)))
def test_the_goal_stands_beside_the_board_until_it_is_hidden(
    game: str, language: str, server: Server, visit: Visit
) -> None:
    visitor = sit_down(visit, server, game, size="laptop", language=language)
    page = visitor.page
    card = page.locator("[data-goal]")
    if game == "pearl":  # Its column is the fullest: also with a line for each of the others.
        while page.locator("[data-since]").count() < 2:
            hands.decide(visitor, game)
    expect(card).to_be_visible()
    assert violations(page) == []  # What is wider only has more room.
    for width, height in ((1280, 800), (1920, 1080)):
        resize(page, width, height)
        expect(card).to_be_visible()
        assert not card.evaluate(COVERS)
        assert page.evaluate(CUT) == []
        with_card = page.evaluate(BOARD)
        hands.by_keys(page.locator("[data-hide-goal]"))
        expect(card).to_have_count(0)
        assert with_card == page.evaluate(BOARD)
        if width == 1280:
            page.reload()
            page.locator(".status").wait_for()
            expect(card).to_have_count(0)  # It is kept.
        hands.by_keys(page.locator("[data-panel=goal]"))
        expect(card).to_be_visible()
        expect(card).to_be_focused()


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, ["uk", *LOCALES], strict=True)))
def test_on_a_small_screen_the_goal_is_a_sheet_with_the_rules(
    game: str, language: str, server: Server, visit: Visit
) -> None:
    page = sit_down(visit, server, game, size="phone", language=language).page
    for size in ("phone", "tablet"):
        resize(page, *SIZES[size])
        expect(page.locator("[data-goal]")).to_have_count(0)
        hands.by_keys(page.locator("[data-panel=goal]"))
        sheet = page.locator("dialog")
        expect(sheet.locator(f"a[href='/rules/{game}']")).to_be_visible()
        assert violations(page) == []
        assert page.evaluate(CUT) == []
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        assert page.evaluate("document.activeElement.dataset.panel") == "goal"


def test_a_window_that_becomes_wide_makes_room_for_the_goal(server: Server, visit: Visit) -> None:
    page = sit_down(visit, server, "gnomes", size="phone").page
    resize(page, 1280, 800)
    card = page.locator("[data-goal]")
    expect(card).to_be_visible()
    assert not card.evaluate(COVERS)


# At one of my turns with lines of what the others did: which deal it is, and whether the goal is in sight.
PANEL = """() => document.querySelector('.game:not([data-animating]) [data-since]') && {
  deal: document.querySelectorAll('.score tbody tr').length - 1,
  goal: document.querySelector('[data-goal]').checkVisibility({visibilityProperty: true}),
}"""
# The sheet of the fourth deal, and a line for each of the others, with the longest words of a language.
FULLEST = """([others, text, gain]) => {
  const deals = document.querySelector('.score tbody');
  while (deals.children.length < 5) deals.prepend(deals.firstElementChild.cloneNode(true));
  const list = document.querySelector('.since ul');
  while (list.querySelectorAll('[data-since]').length < others)
    list.prepend(list.firstElementChild.cloneNode(true));
  for (const line of list.querySelectorAll('[data-since]')) {
    line.querySelector('.told > span').textContent = text;
    line.querySelector('b').textContent = gain;
  }
}"""


@pytest.mark.parametrize(
    ("players", "language", "text", "gain"),
    [
        (3, "en", "yellow 12", "trick"),
        (4, "uk", "фіолетова 12", "взятка"),
        (5, "ru", "фиолетовая 12", "взятка"),
    ],
)
def test_luz_shows_the_goal_beside_what_all_the_others_did(
    players: int, language: str, text: str, gain: str, server: Server, visit: Visit
) -> None:
    visitor = visit(server.url, size="laptop", language=language, table=hands.against_bots("luz", players))
    page = visitor.page
    page.locator("[data-bet]").wait_for()
    while (now := page.evaluate(PANEL)) is None or now["deal"] < 2:
        assert now is None or now["goal"]
        hands.decide(visitor, "luz")
    page.evaluate(FULLEST, [players - 1, text, gain])
    page.evaluate(AT_REST)
    assert page.evaluate(PANEL)["goal"]
    assert not page.locator("[data-goal]").evaluate(COVERS)
    assert page.evaluate(CUT) == []
    assert violations(page) == []
