"""How heavy the page is, and how long a phone is busy with it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import heliodor
from tests.page import hands
from tests.page.browsing import Server, Visitor
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

# The first load is everything that the server sends until home can be used: HTML, JavaScript, CSS, and the pictures in
# them, each compressed as the server sends it. Fonts come after it, and text is shown without them (font-display).
MOST_LOADED = 100_000  # Bytes, compressed, without fonts.
MOST_ALL = 300_000  # The same, with fonts and icons.
MOST_CPU = 1.5  # Seconds until the page can be used, on a phone a quarter as fast.
SLOWDOWN = 4
LONGEST_FRAME = 50  # Milliseconds.
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]


def test_the_first_load_is_light(server: Server, visit: Visit) -> None:
    visitor = visit(f"{server.url}/healthz", painted=True, fresh=True, size="phone", language="uk")
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
    light = sum(size for name, size in loaded.items() if not name.endswith((".woff2", ".png")))
    print(f"{light} bytes, with fonts and icons {sum(loaded.values())} bytes: {loaded}")
    assert 20_000 < light <= MOST_LOADED
    assert sum(loaded.values()) <= MOST_ALL


def test_a_phone_is_soon_done_with_loading(server: Server, visit: Visit) -> None:
    visitor = visit(f"{server.url}/healthz", painted=True, fresh=True, size="phone")
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # CPU time of the page, not of its neighbours.
    visitor.page.goto(server.url)
    visitor.page.locator("[data-play]").first.wait_for()
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    busy = SLOWDOWN * metrics["TaskDuration"]
    print(f"busy for {busy:.2f} s at a quarter of this machine's speed")
    assert busy < MOST_CPU


# --- Frames -------------------------------------------------------------------------------------------------------


def busy_in_frames(trace: bytes) -> list[float]:
    """Return how long the page's main thread worked for each frame, in milliseconds of CPU.

    A frame is all work since the previous one: messages, scripts, style, layout, paint. It ends when it is handed to
    the compositor. It is measured in CPU time, because other processes on the machine lengthen the wall time.
    """
    events = json.loads(trace)["traceEvents"]
    mains = {_thread(each) for each in events if each["name"] == "thread_name" and _is_main(each)}
    by_thread: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for each in events:
        if each["name"] == "RunTask" and "tdur" in each and _thread(each) in mains:
            by_thread.setdefault(_thread(each), []).append(each)
    marks: dict[tuple[int, int], list[float]] = {thread: [] for thread in by_thread}
    for each in events:
        if each["name"] == "Commit" and _thread(each) in marks:
            marks[_thread(each)].append(each["ts"])
    thread = max(marks, key=lambda key: len(marks[key]))  # The page that was used: others draw nothing meanwhile.
    frames, busy = [], 0.0
    for task in sorted(by_thread[thread], key=lambda each: each["ts"]):
        busy += task["tdur"] / 1000
        if any(task["ts"] <= mark <= task["ts"] + task["dur"] for mark in marks[thread]):
            frames.append(busy)
            busy = 0.0
    return frames


def _thread(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]


def _is_main(event: dict[str, Any]) -> bool:
    return bool(event["args"]["name"] == "CrRendererMain")


class Tracer:
    """Traces what a page does while it is touched; nothing else uses the page meanwhile."""

    def __init__(self, browser: Browser, page: Page) -> None:
        self._browser, self._page = browser, page

    def frames(self, targets: list[str], wait: int) -> list[float]:
        """Click at some places, one after another, and return the frames from the first click on."""
        places = [self._page.locator(target).first.bounding_box() for target in targets]
        self._browser.start_tracing(page=self._page, categories=TRACED)
        for place in places:
            assert place is not None
            self._page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
            self._page.wait_for_timeout(wait)
        frames = busy_in_frames(self._browser.stop_tracing())
        print(f"{len(frames)} frames, the longest {max(frames, default=0):.0f} ms")
        return frames


def test_no_frame_of_a_shift_is_long(server: Server, browser: Browser, visit: Visit) -> None:
    """Trying a shift, planning it, and the turn with its glow, its refill and the answers of the bots."""
    visitor = visit(server.url, painted=True, fresh=True, calm=False, speed="fast")
    page = visitor.page
    hands.make_table(page, "nizam", "bots", 3)
    hands.submit(page)
    page.locator(".status:not(.wait)").wait_for()
    while not page.locator("[data-pay=one]").count():
        hands.decide(visitor, "nizam")
    name = page.locator("[data-pay=one]").first.get_attribute("data-shift")
    handle = f'[data-shift="{name}"]'
    frames = Tracer(browser, page).frames([handle, handle, "[data-end]"], wait=1200)
    assert len(frames) > 20, "something moved"
    assert max(frames) < LONGEST_FRAME


def test_no_frame_of_a_deal_is_long(server: Server, browser: Browser, visit: Visit) -> None:
    """The last trick of a deal, all hands turned over, and the next deal.

    Other processes on the same core lengthen CPU time, too, and nothing shortens it: one of three deals must be short.
    """
    visitor = visit(server.url, painted=True, fresh=True, calm=False, speed="fast")
    page = visitor.page
    hands.make_table(page, "luz", "bots", 3)
    hands.submit(page)
    page.locator(".game").wait_for()
    longest: list[float] = []
    while len(longest) < 3 and not any(frame < LONGEST_FRAME for frame in longest):
        longest.append(_longest_frame_of_a_deal(visitor, Tracer(browser, page)))
    assert min(longest) < LONGEST_FRAME, longest


def _longest_frame_of_a_deal(visitor: Visitor, tracer: Tracer) -> float:
    page = visitor.page
    last_card = page.locator("[data-slot][aria-disabled=false]")
    while page.locator("[data-slot]").count() > 1 or not last_card.count():
        assert not page.locator(".end").count(), "the last card was not seen"
        hands.decide(visitor, "luz")
    card = "[data-slot][aria-disabled=false]"
    frames = tracer.frames([card, card], wait=1000)  # The first tap chooses, the second plays.
    page.locator("dialog [data-next]").wait_for()
    frames += tracer.frames(["dialog [data-next]"], wait=1000)
    assert len(frames) > 5, "something moved"
    return max(frames)
