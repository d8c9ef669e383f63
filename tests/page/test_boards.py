"""The board of Nizam and Pearl of the East: its signs can be read, and its parts can be reached."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page import hands
from tests.page.browsing import SIZES, Server, alter_snapshots, resize, use_language
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

GAMES = ["nizam", "pearl"]
LETTERS = {"en": "RCTEQSAX", "uk": "РЛТГБФАО", "ru": "РЛТИБФАО"}
KINDS = LETTERS["en"]
THEMES = ["night", "noon", "contrast"]
NEEDED = 4.5

# Contrast of all text that a selector finds with its background; for a gradient the worst colour counts.
CONTRASTS = """(selector) => {
  const ink = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const paint = (colour, under = [0, 0, 0]) => {
    ink.fillStyle = `rgb(${under.join(' ')})`;
    ink.fillRect(0, 0, 1, 1);
    ink.fillStyle = colour;
    ink.fillRect(0, 0, 1, 1);
    return [...ink.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const light = (colour) => {
    const [red, green, blue] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const COLOURS = /(?:rgba?|color|oklab|lab)\\([^()]*\\)/g;
  const behind = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const stack = document.elementsFromPoint(left + width / 2, top + height / 2);
    const layers = stack.slice(stack.indexOf(element)).reverse();
    return layers.reduce((under, layer) => {
      const style = getComputedStyle(layer);
      const stops = style.backgroundImage.match(COLOURS) ?? [];
      const plain = under.map((colour) => paint(style.backgroundColor, colour));
      return stops.length ? plain.flatMap((colour) => stops.map((stop) => paint(stop, colour))) : plain;
    }, [[0, 0, 0]]);
  };
  return [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility() && each.textContent.trim())
    .map((each) => {
      const ratios = behind(each).map((ground) => {
        const pair = [light(paint(getComputedStyle(each).color, ground)), light(ground)];
        return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
      });
      return [each.outerHTML.slice(0, 80), Math.round(100 * Math.min(...ratios)) / 100];
    });
}"""

# The shorter side of the smallest of some elements.
SMALLEST = """(all) => Math.min(...all.map((each) => each.getBoundingClientRect())
  .flatMap((box) => [box.width, box.height]))"""


def sit_down(visit: Visit, server: Server, game: str, players: int, **settings: Any) -> Page:
    """Start a match against weak bots, or alone."""
    page = visit(server.url, table=hands.against_bots(game, players), **settings).page
    page.locator(".status:not(.wait)").wait_for()
    return page


def hold_every_kind(snapshot: dict[str, Any]) -> None:
    """Put nine cards of all kinds into the reader's hand, whatever was dealt."""
    if snapshot["seat"] >= 0:
        snapshot["view"]["hands"][snapshot["seat"]] = KINDS + KINDS[0]


def holding_every_kind(page: Page) -> None:
    alter_snapshots(page, hold_every_kind)


def draw(page: Page, times: int) -> None:
    """Draw three cards, `times` times."""
    for _ in range(times):
        before = page.locator(".game").get_attribute("data-ply")
        page.locator("[data-draw][aria-disabled=false]").click()
        page.locator(f".game:not([data-ply='{before}'])").wait_for()
        page.locator(".status:not(.wait)").wait_for()


def add_shift(page: Page) -> str:
    """Add the first shift that one card pays for to the plan."""
    chips = page.locator(".chip:not(.pre)").count()
    name = str(page.locator("[data-pay=one]").first.get_attribute("data-shift"))
    handle = page.locator(f"[data-shift='{name}']")
    handle.click()
    page.locator(".tile.ghost").first.wait_for()
    handle.click()
    page.locator(".chip:not(.pre)").nth(chips).wait_for()
    return name


# Words in the corners of the board that lie over a handle.
OVER_HANDLES = """() => [...document.querySelectorAll('.corner small')].filter((words) => {
  const a = words.getBoundingClientRect();
  return [...document.querySelectorAll('.handle')].some((handle) => {
    const b = handle.getBoundingClientRect();
    return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
  });
}).map((words) => words.textContent)"""


@pytest.mark.parametrize("game", GAMES)
def test_words_in_the_corners_cover_no_handle(game: str, server: Server, visit: Visit) -> None:
    page = sit_down(visit, server, game, 3)
    page.locator(".corner small").first.wait_for()
    for width, height in ((820, 1180), (1280, 800), (1920, 1080)):
        resize(page, width, height)
        for language in LETTERS:
            use_language(page, language)
            assert page.evaluate(OVER_HANDLES) == [], (language, width)


@pytest.mark.parametrize("game", GAMES)
def test_gems_carry_letters_of_the_reader_s_alphabet(game: str, server: Server, visit: Visit) -> None:
    page = sit_down(visit, server, game, 2)
    draw(page, 1)
    for language, letters in LETTERS.items():
        use_language(page, language)
        shown = set("".join(page.locator(".field .tile text, .hcard text").all_text_contents()))
        assert shown <= set(letters), language
        assert len(shown) >= 5


def test_dragging_over_the_board_selects_nothing(server: Server, visit: Visit) -> None:
    page = sit_down(visit, server, "nizam", 1)
    selected = "String(getSelection()) + (getSelection().isCollapsed ? '' : 'something')"
    for start, end in (("[data-shift='a^']", "[data-shift='ev']"), ("[aria-label^=A1]", "[aria-label^=E5]")):
        page.locator(start).hover()
        page.mouse.down()
        page.locator(end).hover()
        page.mouse.up()
        assert page.evaluate(selected) == ""
    page.locator("[aria-label^=C3]").dblclick()
    assert page.evaluate(selected) == ""


def test_the_trace_of_a_shift_lies_on_the_line_that_moved(server: Server, visit: Visit) -> None:
    page = sit_down(visit, server, "nizam", 1)
    draw(page, 2)
    name = add_shift(page)
    page.locator("[data-end]").click()
    frame = page.locator(f".trace [data-line='{name[0]}'] rect").last
    frame.wait_for()
    ends = [f"A{name[0]}", f"E{name[0]}"] if name[0] in "12345" else [f"{name[0].upper()}{row}" for row in "15"]
    first, last = (page.locator(f"[role=gridcell][aria-label^={cell}]").bounding_box() for cell in ends)
    box = frame.bounding_box()
    assert box and first and last
    gap = 4  # Between two tiles.
    assert first["x"] - gap <= box["x"] and box["x"] + box["width"] <= last["x"] + last["width"] + gap
    assert first["y"] - gap <= box["y"] and box["y"] + box["height"] <= last["y"] + last["height"] + gap


def test_end_turn_waits_for_the_three_cards_and_says_so(server: Server, visit: Visit) -> None:
    page = sit_down(visit, server, "nizam", 1, size="phone")
    draw(page, 1)
    page.locator("[data-pay=three]").first.click()
    page.locator("[data-pay-with]").first.click()
    end = page.locator("[data-end]")
    assert end.get_attribute("aria-disabled") == "true"
    assert "primary" not in str(end.get_attribute("class"))
    words = {"en": "Choose the three cards", "uk": "Оберіть три карти", "ru": "Выберите три карты"}
    for language, sentence in words.items():
        use_language(page, language)
        end.click(force=True)  # A disabled button says why.
        expect(page.locator(".toast, .note.bad").first).to_contain_text(sentence)


@pytest.mark.parametrize("game", GAMES)
def test_every_text_on_handles_has_contrast_in_every_state_and_theme(game: str, server: Server, visit: Visit) -> None:
    page = sit_down(visit, server, game, 2)
    while not (page.locator("[data-pay=one]").count() and page.locator("[data-pay=three]").count()):
        draw(page, 1)
    signs = ".handle .cost, .handle .n, .handle .co, .corner span, .corner small, .chip, .chip span"
    seen, faint = 0, []
    for pressed in (None, "one", "three"):
        if pressed:
            page.locator(f"[data-pay={pressed}]").first.click()
            page.locator(f"[data-pay={pressed}][aria-pressed=true]").wait_for()
        for theme in THEMES:
            page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            found = page.evaluate(CONTRASTS, signs)
            seen += len(found)
            faint += [(pressed, theme, *each) for each in found if each[1] < NEEDED]
    assert faint == []
    assert seen > 9 * 20


@pytest.mark.parametrize("game", GAMES)
def test_the_sign_of_whose_turn_it_is_is_not_cut_off(game: str, server: Server, visit: Visit) -> None:
    """The pointer, ten pixels left of the panel, and the frame are inside the scrolling area."""
    page = sit_down(visit, server, game, 2)
    for size in ("laptop", "wide"):
        resize(page, *SIZES[size])
        room = page.evaluate(
            """() => {
              const panel = document.querySelector('.player[data-turn]').getBoundingClientRect();
              const style = getComputedStyle(document.querySelector('.player[data-turn]'), '::before');
              const list = document.querySelector('.players').getBoundingClientRect();
              const leftmost = panel.left + Math.min(parseFloat(style.left), -5);
              return [leftmost - Math.max(0, list.left), list.right - panel.right - 5];
            }"""
        )
        assert min(room) >= 0, size


@pytest.mark.parametrize("size", ["phone", "laptop", "wide"])
def test_every_planned_shift_is_in_sight(size: str, server: Server, visit: Visit) -> None:
    page = sit_down(visit, server, "nizam", 1, size=size, language="uk")
    draw(page, 2)
    before = page.locator(".board").bounding_box()
    for count in range(1, 5):
        if not page.locator("[data-pay=one]").count():
            break
        add_shift(page)
        hidden = page.evaluate(
            """() => {
              const frame = document.querySelector('.chips').getBoundingClientRect();
              const chips = [...document.querySelectorAll('.chip')].map((chip) => chip.getBoundingClientRect());
              return chips.filter((box) => box.left < frame.left - 1 || box.right > frame.right + 1
                || box.top < frame.top - 1 || box.bottom > frame.bottom + 1 || box.bottom > innerHeight).length;
            }"""
        )
        assert hidden == 0, count
    assert page.locator(".chip").count() >= 3
    after = page.locator(".board").bounding_box()
    assert before and after
    assert abs(after["y"] - before["y"]) < 2, "the board stays where it is"


@pytest.mark.parametrize(("players", "language"), [(2, "en"), (5, "uk"), (5, "ru")])
def test_pearl_on_a_phone_shows_the_players_own_panel_with_labels(
    players: int, language: str, server: Server, visit: Visit
) -> None:
    page = sit_down(visit, server, "pearl", players, size="phone", language=language)
    mine = page.locator(".mine")
    assert mine.locator(".av").is_visible()
    assert mine.locator(".pts").inner_text() == "0/8"
    labels = {"en": "My tasks", "uk": "Мої завдання", "ru": "Мои задания"}
    assert mine.locator(".lbl").inner_text() == labels[language]
    assert page.locator(".player.mine-panel").is_hidden()
    assert page.locator(".player:visible").count() == players - 1
    assert page.locator(".tile[role=gridcell]").evaluate_all(SMALLEST) >= 44
    counters = page.locator(".corner small")
    assert counters.count() == 4
    for counter in counters.all():
        box = counter.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 360, counter.inner_text()
    draw(page, 2)
    handle = page.locator("[data-pay=three]").first
    if handle.count():
        handle.click()
        assert page.locator("[data-pay-with]").evaluate_all(SMALLEST) >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")


LEAST = {  # Pixels of a cell and of a card, by game and size of the screen.
    "nizam": {"laptop": (80, 60), "wide": (115, 80)},
    "pearl": {"laptop": (70, 54), "wide": (105, 74)},
}


@pytest.mark.parametrize("game", GAMES)
def test_board_and_hand_grow_with_the_screen(game: str, server: Server, visit: Visit) -> None:
    """Compare the minimum width of a cell, and of a card in the widest hand, which has a pile of every kind."""
    page = sit_down(visit, server, game, 2, language="ru", before=holding_every_kind)
    assert page.locator(".hcard").count() == len(KINDS)
    for size, (cell, card) in LEAST[game].items():
        resize(page, *SIZES[size])
        assert page.locator(".tile[role=gridcell]").evaluate_all(SMALLEST) >= cell, size
        assert page.locator(".hcard").evaluate_all(SMALLEST) >= card, size
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"), size
        board, stage = page.locator(".board").bounding_box(), page.locator(".stage").bounding_box()
        assert board and stage
        assert board["height"] <= stage["height"] + 1, size
        assert board["height"] >= 0.9 * stage["height"], "the board fills the stage"


@pytest.mark.parametrize(("game", "players"), [("nizam", 5), ("pearl", 2), ("pearl", 5)])
def test_every_card_of_a_full_hand_can_be_tapped_on_a_phone(
    game: str, players: int, server: Server, visit: Visit
) -> None:
    page = sit_down(visit, server, game, players, size="phone", language="ru", before=holding_every_kind)
    assert page.locator(".hcard").count() == len(KINDS)
    assert page.locator(".hcard").evaluate_all(SMALLEST) >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
