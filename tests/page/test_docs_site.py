"""The built documentation site in a browser: it asks no other host, and its search works (`make docs-site`)."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Request

pytestmark = pytest.mark.page

SITE = Path(__file__).parents[2] / "build" / "docs-site"
PAGES = ("index.html", "rules/luz.uk.html", "notebooks/train-and-evaluate.html", "api/match.html", "gallery.html")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Print nothing."""


@pytest.fixture
def site() -> Iterator[str]:
    assert SITE.is_dir(), "`make docs-site` builds the site"
    handler = functools.partial(Quiet, directory=SITE)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def test_the_site_asks_nobody_else_and_finds_words(site: str, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = context.new_page()
    asked: set[str] = set()
    errors: list[str] = []

    def note(request: Request) -> None:
        if urlsplit(request.url).scheme in ("http", "https", "ws", "wss"):
            asked.add(urlsplit(request.url).netloc)

    context.on("request", note)
    context.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    for name in PAGES:
        page.goto(f"http://{site}/{name}", wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name
        assert page.evaluate("document.fonts.check('1rem Onest')"), name
        assert page.evaluate("document.documentElement.lang") == ("uk" if ".uk." in name else "en")
    page.keyboard.press("Control+k")
    page.keyboard.type("safety bead")
    page.locator("a[href*='luz']").filter(has_text="bead").first.wait_for()
    context.close()
    assert asked == {site}
    assert errors == []
