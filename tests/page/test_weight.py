"""How heavy the page is, and how long a phone is busy with it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import heliodor
from tests.page.browsing import Server
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

MOST_CODE = 180_000  # Compressed JavaScript and CSS of the first load, in bytes.
MOST_ALL = 300_000  # With pictures and fonts.
MOST_CPU = 1.5  # Seconds until the page can be used, on a phone a quarter as fast.
SLOWDOWN = 4
LONGEST_FRAME = 50  # Milliseconds.


def test_the_first_load_is_light(server: Server, visit: Visit) -> None:
    visitor = visit(f"{server.url}/healthz", size="phone", language="uk")
    loaded: dict[str, int] = {}
    visitor.page.on("response", lambda response: loaded.setdefault(response.url.split("/")[-1], 0))
    visitor.page.goto(server.url)
    visitor.page.locator("[data-play]").first.wait_for()
    visitor.page.wait_for_load_state("networkidle")
    folder = Path(heliodor.__file__).parent / "web"
    for name in loaded:
        for file in folder.rglob(name or "index.html"):
            packed = gzip.compress(file.read_bytes(), 9) if file.suffix != ".woff2" else file.read_bytes()
            loaded[name] = len(packed)
    code = sum(size for name, size in loaded.items() if name.endswith((".js", ".css")))
    print(f"code {code} bytes, all {sum(loaded.values())} bytes")
    assert 20_000 < code <= MOST_CODE
    assert sum(loaded.values()) <= MOST_ALL


def test_a_phone_is_soon_done_with_loading(server: Server, visit: Visit) -> None:
    visitor = visit(f"{server.url}/healthz", size="phone")
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # CPU time of the page, not of its neighbours.
    visitor.page.goto(server.url)
    visitor.page.locator("[data-play]").first.wait_for()
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    busy = SLOWDOWN * metrics["TaskDuration"]
    print(f"busy for {busy:.2f} s at a quarter of this machine's speed")
    assert busy < MOST_CPU
