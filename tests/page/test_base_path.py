"""A site below a path of its host, as behind a proxy that serves other things, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page.browsing import Server
from tests.page.conftest import Visit

pytestmark = pytest.mark.page


def test_a_site_below_a_path_is_played_and_linked_there(tmp_path: Path, visit: Visit) -> None:
    server = Server(tmp_path, base_path="/games/heliodor")
    server.start()
    try:
        page = visit(server.url).page
        page.locator("[data-play]").first.click()
        page.wait_for_selector("[data-hint]")
        assert page.url.startswith(f"{server.url}/t/")
        page.reload()
        page.wait_for_selector("[data-hint]")
        links = page.locator("a[href]").evaluate_all("links => links.map((link) => link.pathname)")
        assert links and all(link.startswith("/games/heliodor/") for link in links), links
        page.goto(f"{server.url}/rules/nizam")
        page.wait_for_selector("main img")
        page.wait_for_function("() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)")
        page.go_back()
        page.wait_for_selector("[data-hint]")
    finally:
        server.kill()
