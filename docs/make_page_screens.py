"""Take the pictures of the page in docs/screens: every screen at three sizes, from a server of its own.

`python docs/make_page_screens.py` needs the built page and a Chromium (HELIODOR_CHROMIUM, chromium, google-chrome).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page  # noqa: E402

from tests.page.browsing import SIZES, Server, new_context, open_browser  # noqa: E402

FOLDER = ROOT / "docs" / "screens"
LANGUAGES = {"phone": "uk", "tablet": "ru", "desktop": "en"}
SCREENS = {"home": "/", "new": "/new/luz#friends", "rules": "/rules/nizam#N8", "settings": "/settings"}
DECISIONS = 3


def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        server = Server(Path(folder))
        server.start()
        try:
            for size in SIZES:
                context = new_context(browser, size, LANGUAGES[size])
                page = context.new_page()
                for name, address in SCREENS.items():
                    page.goto(server.url + address)
                    page.locator("h1").first.wait_for()
                    _keep(page, name, size)
                for game in ("luz", "nizam", "pearl", "gnomes"):
                    page.goto(server.url)
                    _play_a_little(page, game)
                    _keep(page, game, size)
                page.goto(f"{server.url}/new/luz#device")
                page.locator("form .btn.primary").click()
                page.locator("[data-curtain]").wait_for()
                _keep(page, "curtain", size)
                context.close()
        finally:
            server.kill()


def _play_a_little(page: Page, game: str) -> None:
    from tests.page import hands
    from tests.page.browsing import Visitor

    page.locator(f"[data-play={game}]").click()
    visitor = Visitor(page)
    is_touch = bool(page.evaluate("matchMedia('(pointer: coarse)').matches"))
    for _ in range(DECISIONS):
        page.locator(".status:not(.wait)").wait_for()
        hands.decide(visitor, game, hands.tap if is_touch else hands.click, needs_two_taps=is_touch)
    page.locator(".status:not(.wait)").wait_for()
    if game in ("nizam", "pearl") and page.locator("[data-pay=one]").count():
        page.locator("[data-pay=one]").first.click()
        page.locator(".tile.ghost").first.wait_for()


def _keep(page: Page, name: str, size: str) -> None:
    page.wait_for_timeout(600)
    page.screenshot(path=FOLDER / f"page-{name}-{size}.jpg", type="jpeg", quality=86)


if __name__ == "__main__":
    main()
