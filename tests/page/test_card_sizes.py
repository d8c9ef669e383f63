"""Cards grow with the screen: none is smaller on a desktop than on a tablet, and the table is not mostly empty."""

from __future__ import annotations

import pytest

from tests.page import hands
from tests.page.browsing import Server, resize
from tests.page.conftest import Visit
from tests.page.test_sizes import sticking_out

pytestmark = pytest.mark.page

TABLET, DESKTOP, WIDE = (820, 1180), (1280, 800), (1920, 1080)
CARDS = {  # The cards in the middle, and the player's hand.
    "gnomes": (".market .gc", ".hand .gc"),
    "luz": (".trick :is(.face, .empty)", ".hand .mine > svg"),
}
LEAST_SHARE = 0.12  # Of the screen, for all these cards together.
MEASURE = """cards => cards.map((card) => {
  const box = card.getBoundingClientRect();
  return [box.width, box.height];
})"""


@pytest.mark.parametrize(("game", "players"), [("gnomes", 2), ("gnomes", 6), ("luz", 3), ("luz", 5)])
def test_cards_grow_with_the_screen(game: str, players: int, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, table=hands.against_bots(game, players))
    page = visitor.page
    page.locator(".status:not(.wait)").wait_for()
    while page.locator("[data-bet]").count():
        hands.decide(visitor, game)
        page.locator(".status:not(.wait)").wait_for()
    page.locator(".game:not([data-animating])").wait_for()
    widths: dict[tuple[int, int], list[float]] = {}
    for width, height in (TABLET, DESKTOP, WIDE):
        resize(page, width, height)
        sizes = [page.locator(cards).evaluate_all(MEASURE) for cards in CARDS[game]]
        assert all(sizes)
        widths[width, height] = [min(card[0] for card in cards) for cards in sizes]
        share = sum(wide * high for cards in sizes for wide, high in cards) / (width * height)
        assert (width, height) == TABLET or share >= LEAST_SHARE, f"{share:.1%} of {width}×{height}"
        assert sticking_out(page) == [0, 0]
    for tablet, desktop, wide in zip(*widths.values(), strict=True):
        assert tablet <= desktop
        assert desktop * 1.2 <= wide
