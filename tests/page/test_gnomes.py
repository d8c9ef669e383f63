"""What only Speedy Gnomes has: named cards, the standing, the last round, and the set that decides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.page import hands
from tests.page.browsing import Server, Visitor, new_context, resize, use_language
from tests.page.conftest import Visit
from tests.page.test_screens import CUT, violations
from tests.page.test_sizes import sticking_out

pytestmark = pytest.mark.page

PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")
WIDE = [(1280, 800), (1920, 1080)]

# A match of bots alone, played to its end.
LEFT_TO_BOTS = """async (players) => {
  const post = async (path, body) => (await fetch(`/api/${path}`, {
    method: 'POST',
    headers: body ? {'content-type': 'application/json'} : {},
    body: body && JSON.stringify(body),
  })).json();
  await post('me', {});
  const seats = [{kind: 'me'}, ...Array(players - 1).fill({kind: 'bot', level: 'greedy'})];
  const table = await post('tables', {game: 'gnomes', seats, options: {last_round: 'full'}});
  await post(`tables/${table.id}/start`);
  await post(`tables/${table.id}/leave`);
  while ((await (await fetch(`/api/tables/${table.id}`)).json()).status !== 'over')
    await new Promise((resolve) => setTimeout(resolve, 200));
  return table.id;
}"""
MOMENT = """async (table) => {
  const at = async (ply) => (await fetch(`/api/tables/${table}/replay?ply=${ply}`)).json();
  const {plies} = await at(0);
  for (let ply = plies - 1; ply >= 0; ply--) if ((TEST)((await at(ply)).view)) return ply;
  return -1;
}"""


@pytest.fixture(scope="module")
def finished(server: Server, browser: Browser) -> Iterator[tuple[Visitor, str]]:
    """A visitor who has left a match of six to bots, and that match at its end."""
    context = new_context(browser, "desktop", "en")
    visitor = Visitor(context.new_page())
    page = visitor.page
    page.goto(server.url)
    table: str = page.evaluate(LEFT_TO_BOTS, 6)
    yield visitor, table
    assert visitor.real_faults() == []
    context.close()


def show_end(visitor: Visitor, server: Server, table: str, language: str = "en") -> dict[str, Any]:
    """Open the end of a match; return its view."""
    page = visitor.page
    page.evaluate(
        """language => localStorage.setItem('heliodor', JSON.stringify(
          {...JSON.parse(localStorage.getItem('heliodor') ?? '{}'), language}))""",
        language,
    )
    visitor.frames.clear()
    page.goto(f"{server.url}/t/{table}")
    page.locator("[data-look-back]").wait_for()
    view: dict[str, Any] = next(frame["view"] for frame in visitor.frames if frame.get("type") == "snapshot")
    return view


def find_moment(page: Page, table: str, test: str) -> int:
    """Return the last ply of a finished match whose view passes a test in JavaScript, or −1."""
    ply: int = page.evaluate(MOMENT.replace("TEST", test), table)
    return ply


def look_back(page: Page, server: Server, table: str, test: str) -> None:
    """Open that moment."""
    ply = find_moment(page, table, test)
    assert ply >= 0, f"no moment with {test}"
    page.goto(f"{server.url}/replay/{table}#{ply}")
    page.locator(f"[data-replay='{ply}']").wait_for()


# Of each card: its name as it is shown, its label, whether it is in the hand, and whether the name fits the card.
NAMED = """cards => cards.map((card) => {
  const shown = card.querySelector('.name');
  const [name, frame] = [shown, shown.parentElement].map((part) => part.getBoundingClientRect());
  const fits = shown.scrollWidth <= shown.clientWidth && name.left >= frame.left && name.right <= frame.right
    && name.top > frame.top && name.bottom <= frame.bottom;
  return [shown.innerText, card.getAttribute('aria-label'), card.hasAttribute('data-card'), fits];
})"""


def test_every_card_is_named_where_there_is_room(server: Server, visit: Visit) -> None:
    page = visit(server.url, table=hands.against_bots("gnomes", 6)).page
    page.locator(".status:not(.wait)").wait_for()
    for width, height in WIDE:
        resize(page, width, height)
        for language in ("en", "uk", "ru"):
            use_language(page, language)
            cards = page.locator(".hand .gc, .market .gc").evaluate_all(NAMED)
            assert len(cards) >= 5 + 5
            for words, label, is_mine, fits in cards:
                assert words and label
                if is_mine and language == "en":
                    assert words == re.sub(r"(, \d of \d)?(, lifts)?$", "", label)  # "fog, 2 of 3, lifts".
                assert fits, f"{words} sticks out of its card at {width}"
            assert sticking_out(page) == [0, 0], language


def test_every_panel_tells_the_standing_that_the_server_tells(finished: tuple[Visitor, str], server: Server) -> None:
    visitor, table = finished
    view = show_end(visitor, server, table)
    for seat, place in enumerate(view["places"]):
        shown = visitor.page.locator(f"[data-place='{seat}'] [data-rank]")
        assert shown.get_attribute("data-rank") == str(place["rank"])
        words = shown.inner_text()
        assert words == "nothing yet" or words.split(" · ")[0].removeprefix("tied ") in PLACES
    assert [seat for seat, place in enumerate(view["places"]) if place["rank"] == 1] == view["winners"]


@pytest.mark.parametrize(
    ("language", "decides", "same"),
    [("en", "decides.", "the same sets."), ("uk", "ирішує", "однакові набори."), ("ru", "ешает", "одинаковые наборы.")],
)
def test_the_end_tells_which_set_decides(
    language: str, decides: str, same: str, finished: tuple[Visitor, str], server: Server
) -> None:
    visitor, table = finished
    view = show_end(visitor, server, table, language)
    page = visitor.page
    for width, height in (*WIDE, (360, 740)):
        resize(page, width, height)
        sentence = page.locator("[data-decision]").inner_text()
        assert (decides if view["decision"]["next"] else same) in sentence
        assert page.evaluate(CUT) == []
    assert language != "en" or violations(page) == []


def test_s9_the_last_rounds_and_the_empty_deck_are_seen_on_the_table(
    finished: tuple[Visitor, str], server: Server
) -> None:
    visitor, table = finished
    page = visitor.page
    for rounds, words in ((2, "one more"), (1, "Last round")):
        show_end(visitor, server, table)
        look_back(page, server, table, f"view => view.turns_left && view.rounds_left === {rounds}")
        for width, height in ((360, 740), *WIDE):
            resize(page, width, height)
            assert words in page.locator("[data-turns-left]").inner_text()
            assert page.locator(".deck.spent").is_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert "deck is empty" in page.locator(".deck .name").inner_text()


def test_a_number_and_its_words_stand_apart(finished: tuple[Visitor, str], server: Server) -> None:
    """Gems in the fog: "1 in the fog", on every size of screen."""
    visitor, table = finished
    page = visitor.page
    fogged = "view => view.places.some((place) => place.gems.some((gem) => place.hidden.includes(gem[0])))"
    look_back(page, server, table, fogged)
    for width, height in ((360, 740), (820, 1180), *WIDE):
        resize(page, width, height)
        label = page.locator(".fogged .sl").first
        number, words = label.locator("b").bounding_box(), label.locator("small").bounding_box()
        assert number is not None
        assert words is not None
        is_below = words["y"] >= number["y"] + number["height"] - 4
        assert is_below or words["x"] - number["x"] - number["width"] >= 3
