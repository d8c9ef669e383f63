"""Speed and skipping, at the pace of a real server; how long a round takes is in web/src/games/pace.test.ts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from heliodor.server.config import Config
from tests.page import hands
from tests.page.browsing import Server
from tests.page.conftest import Visit

pytestmark = pytest.mark.page


@pytest.fixture(scope="module")
def paced_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("paced"), pace=Config(database="").bot_pace)
    started.start()
    yield started
    started.kill()


def test_skipping_shows_nothing_more_until_it_is_my_turn(paced_server: Server, visit: Visit) -> None:
    for game in ("nizam", "pearl", "gnomes", "luz"):
        visitor = visit(paced_server.url, calm=False, speed="slow")
        page = visitor.page
        hands.make_table(page, game, "bots", 4)
        hands.submit(page)
        mine = page.locator(".game:not([data-animating]) .status:not(.wait)")
        mine.wait_for()
        while mine.count():
            hands.decide(visitor, game)
        skip = page.locator("[data-skip-shown]")
        line, box = page.locator(".status").bounding_box(), skip.bounding_box()
        assert line is not None
        assert box is not None
        assert line["x"] + line["width"] - box["x"] - box["width"] < 20  # At the right end.
        skip.focus()
        page.keyboard.press("s")
        page.locator(".game:not([data-animating])").wait_for()
        page.evaluate(
            """() => {
              window.shown = 0;
              const game = document.querySelector('.game');
              const count = () => game.dataset.animating === '' && window.shown++;
              new MutationObserver(count).observe(game, {attributes: true});
            }"""
        )
        mine.wait_for()
        assert page.evaluate("window.shown") == 0, game


@pytest.mark.parametrize(("size", "language"), [("phone", "uk"), ("desktop", "ru")])
def test_the_speed_is_chosen_at_the_table_and_kept(size: str, language: str, server: Server, visit: Visit) -> None:
    page = visit(server.url, size=size, language=language).page
    page.locator("[data-play=nizam]").click()
    page.locator(".status").wait_for()
    if size == "phone":
        page.locator("[data-panel=menu]").click()
    page.locator("[data-speed=once]:visible").click()
    page.reload()
    page.locator(".status").wait_for()
    assert page.evaluate("JSON.parse(localStorage.heliodor).speed") == "once"
    page.goto(f"{server.url}/settings")
    assert page.locator("[data-speed=once]").get_attribute("aria-pressed") == "true"
