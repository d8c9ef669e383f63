"""With reduced motion nothing moves, by the system's setting or by the page's."""

from __future__ import annotations

import pytest

from tests.page import hands
from tests.page.browsing import Server
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

# Counts everything that moves: animations of the style sheet and of the program, and transitions that take time.
WATCH = """() => {
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...args) { window.moved++; return animate.apply(this, args); };
  for (const kind of ['animationstart', 'transitionstart']) addEventListener(kind, () => window.moved++, true);
}"""


@pytest.mark.parametrize("wish", ["none", "the system's", "the page's"])
@pytest.mark.parametrize("game", ["nizam", "luz"])
def test_nothing_moves_with_reduced_motion(game: str, wish: str, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, painted=True, calm=wish == "the page's", speed="fast")
    page = visitor.page
    page.emulate_media(reduced_motion="reduce" if wish == "the system's" else "no-preference")
    hands.make_table(page, game, "bots", 3)
    hands.submit(page)
    page.locator(".status:not(.wait)").wait_for()
    page.evaluate(WATCH)
    decisions = 0
    while decisions < 4:
        decisions += hands.is_my_turn(page)
        hands.decide(visitor, game)
    assert (page.evaluate("window.moved") > 0) == (wish == "none")
