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
# Name, address, and what is there when the screen is ready.
SCREENS = (
    ("new", "/new/luz#friends", "h1"),
    ("rules", "/rules/nizam#N8", "h1"),
    ("settings", "/settings", "h1"),
    ("lesson", "/learn/nizam/first", "[data-ring]"),
    ("puzzle", "/puzzles/pearl", ".game"),
    ("daily", "/daily", "h1"),
)
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
            _take_end(server, browser)
        finally:
            server.kill()


def _take_all(url: str, browser: Browser, size: str) -> None:
    context = new_context(browser, size, LANGUAGES[size], sound=False)
    page = context.new_page()
    for name, address, shown in SCREENS:
        page.goto(url + address)
        page.locator(shown).first.wait_for()
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


def _take_end(server: Server, browser: Browser) -> None:
    """A finished match, the look back at it, the check of its deal, and one's own page: one match at all sizes."""
    page = new_context(browser, "desktop", "uk", sound=False).new_page()
    page.goto(server.url)
    _just_play(page, "nizam")
    table = page.url.partition("/t/")[2].partition("#")[0]
    hands.play_on_without_the_page(Visitor(page), server)
    page.locator(".end").wait_for()
    _keep_all_sizes(page, "end")
    page.goto(f"{server.url}/replay/{table}#12")
    page.locator("[data-turning-point]").first.wait_for(state="attached", timeout=300_000)
    _keep_all_sizes(page, "review")
    resize(page, *SIZES["phone"])
    page.locator("[data-details]").click()  # On a phone they lie over the board.
    _keep(page, "review", "phone")
    page.goto(f"{server.url}/check/{table}")
    page.locator("[data-check=sound]").wait_for()
    _keep_all_sizes(page, "check")
    page.goto(f"{server.url}/me")
    page.locator("h1").wait_for()
    _keep_all_sizes(page, "me")
    page.context.close()


def _keep_all_sizes(page: Page, name: str) -> None:
    for size in LANGUAGES:
        resize(page, *SIZES[size])
        _keep(page, name, size)


def _decide(visitor: Visitor, game: str) -> None:
    is_touch = bool(visitor.page.evaluate("matchMedia('(pointer: coarse)').matches"))
    hands.decide(visitor, game, hands.tap if is_touch else hands.click)


def _just_play(page: Page, game: str) -> None:
    """Start a match from home, without the lesson that is offered before the first one."""
    page.locator(f"[data-play={game}]").click()
    page.locator("[data-just-play], .game").first.wait_for()
    if page.locator("[data-just-play]").count():
        page.locator("[data-just-play]").click()
    page.locator(".game").wait_for()


def _play_a_little(page: Page, game: str) -> None:
    _just_play(page, game)
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
