"""Take the pictures of the page in docs/screens: every screen at three sizes, from its own server.

`python docs/make_page_screens.py` needs the built page and a Chromium (HELIODOR_CHROMIUM, chromium, google-chrome).
Name sizes as arguments to take only those: phone, tablet, desktop.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402

from tests.page import hands  # noqa: E402
from tests.page.browsing import SIZES, Server, Visitor, new_context, open_browser, resize  # noqa: E402

FOLDER = ROOT / "docs" / "screens"
LANGUAGES = {"phone": "uk", "tablet": "ru", "desktop": "en"}
THEMES = {"phone": "night", "tablet": "noon", "desktop": "night"}  # So that some screens show the light theme.
SCREENS = {"new": "/new/luz#friends", "rules": "/rules/nizam#N8", "settings": "/settings"}
DECISIONS = 3
QUALITY = 80


def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        server = Server(Path(folder))
        server.start()
        try:
            for size in sys.argv[1:] or LANGUAGES:
                _take_all(server.url, browser, size)
            _take_end(server.url, browser)
        finally:
            server.kill()


def _take_all(url: str, browser: Browser, size: str) -> None:
    context = new_context(browser, size, LANGUAGES[size], sound=False)
    page = context.new_page()
    for name, address in SCREENS.items():
        page.goto(url + address)
        page.locator("h1").first.wait_for()
        _keep(page, name, size)
    for game in ("luz", "nizam", "pearl", "gnomes"):
        page.goto(url)
        _play_a_little(page, game)
        _keep(page, game, size)
        if game == "luz":
            _take_deal(page, size)
    page.locator("[data-hint]").click()
    page.locator(".hintcard li").first.wait_for()
    _keep(page, "hint", size)
    page.goto(url)
    page.locator(".turn").first.wait_for()
    _keep(page, "home", size)
    _take_curtain(url, page, size)
    context.close()
    _take_invitation(url, browser, size)


def _take_deal(page: Page, size: str) -> None:
    """The end of a deal of Luz: the score, and what could have been known at the bet."""
    visitor = Visitor(page)
    while not page.locator("dialog [data-next]").count():
        _decide(visitor, "luz")
    page.locator("[data-known]").wait_for()
    _keep(page, "deal", size)


def _take_curtain(url: str, page: Page, size: str) -> None:
    """A shared device: the curtain."""
    page.goto(f"{url}/new/luz#device")
    page.locator("form .btn.primary").click()
    page.locator("[data-curtain]").wait_for()
    _keep(page, "curtain", size)


def _take_invitation(url: str, browser: Browser, size: str) -> None:
    """A table that waits for friends, and what people see who follow its link."""
    context = new_context(browser, size, LANGUAGES[size], theme=THEMES[size], sound=False)
    page = context.new_page()
    page.goto(url)
    hands.make_table(page, "nizam", "friends", 2)
    hands.submit(page)
    _keep(page, "lobby", size)
    guest = new_context(browser, size, LANGUAGES[size], theme=THEMES[size]).new_page()
    guest.goto(hands.invitation(page))
    guest.locator(".head .pic").first.wait_for()
    _keep(guest, "join", size)
    guest.context.close()
    context.close()


def _take_end(url: str, browser: Browser) -> None:
    """The end of a match, and looking back at it: one match at all sizes."""
    page = new_context(browser, "desktop", "uk", sound=False).new_page()
    page.goto(url)
    hands.make_table(page, "nizam", "friends", 1)
    hands.submit(page)
    page.locator(".game").wait_for()
    hands.play_to_the_end([Visitor(page)], "nizam")
    for size in LANGUAGES:
        resize(page, *SIZES[size])
        _keep(page, "end", size)
    page.locator("[data-look-back]").click()
    page.locator(".steps-bar input").fill("40")
    page.locator("[data-replay='40']").wait_for()
    for size in LANGUAGES:
        resize(page, *SIZES[size])
        _keep(page, "replay", size)
    page.context.close()


def _decide(visitor: Visitor, game: str) -> None:
    is_touch = bool(visitor.page.evaluate("matchMedia('(pointer: coarse)').matches"))
    hands.decide(visitor, game, hands.tap if is_touch else hands.click)


def _play_a_little(page: Page, game: str) -> None:
    page.locator(f"[data-play={game}]").click()
    visitor = Visitor(page)
    for _ in range(DECISIONS):
        page.locator(".status:not(.wait)").wait_for()
        _decide(visitor, game)
    page.locator(".status:not(.wait)").wait_for()
    if game in ("nizam", "pearl") and page.locator("[data-pay=one]").count():
        page.locator("[data-pay=one]").first.click()
        page.locator(".tile.ghost").first.wait_for()


def _keep(page: Page, name: str, size: str) -> None:
    page.wait_for_timeout(600)
    page.screenshot(path=FOLDER / f"page-{name}-{size}.jpg", type="jpeg", quality=QUALITY)


if __name__ == "__main__":
    main()
