"""A server process and a browser, for the tests of the page and for the pictures in the docs."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    Page,
    ViewportSize,
    WebSocketRoute,
    sync_playwright,
)

from heliodor.games import GAME_IDS
from tests.page.serve import BOT_PACE
from tests.services import free_port

SIZES = {
    "phone": (360, 740),
    "tablet": (820, 1180),
    "laptop": (1280, 800),
    "desktop": (1440, 900),
    "wide": (1920, 1080),
}
LOCALES = {"en": "en-GB", "uk": "uk-UA", "ru": "ru-RU"}
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]
# The headless shell comes first: it draws the same pages without a window around them, in six tenths of the time.
PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
# What a killed server or a lost connection leaves in the console; everything else there is a fault.
NETWORK_NOISE = (
    "WebSocket connection to",
    "ERR_CONNECTION_REFUSED",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION_RESET",
)


# How long a test waits for an event. It is long, because a slow machine is not a failure; the event ends the wait.
MOST_MILLISECONDS = 60_000


class Server:
    """A server process that can be killed and started again at the same address."""

    def __init__(
        self,
        folder: Path,
        pace: float | None = None,
        base_path: str = "",
        environment: dict[str, str] | None = None,
        page: Path | None = None,
    ) -> None:
        self.port = free_port()
        self._top = f"http://127.0.0.1:{self.port}"
        self.url = self._top + base_path
        self.database = f"sqlite:///{folder / 'page.db'}"
        # Seconds between the decisions of a bot; path of the site.
        self._settings = [str(BOT_PACE if pace is None else pace), base_path, *([] if page is None else [str(page)])]
        self._environment = environment  # None: that of the test.
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        # The old process would answer for the new one, which finds its port taken: kill() would then reach nobody.
        assert not self.is_running, "the server is running"
        command = [sys.executable, "-m", "tests.page.serve", str(self.port), self.database, *self._settings]
        self._process = subprocess.Popen(command, env=self._environment)
        for _ in range(3600):
            try:
                with urllib.request.urlopen(f"{self._top}/readyz", timeout=1):
                    return
            except OSError:
                assert self._process.poll() is None, "the server did not start"
                time.sleep(0.05)
        raise TimeoutError("the server does not answer")

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()


@contextlib.contextmanager
def open_browser() -> Iterator[Browser]:
    """Start the Chromium that is configured or installed, else Playwright's own."""
    installed = filter(None, map(shutil.which, PROGRAMS))
    program = os.environ.get("HELIODOR_CHROMIUM") or next(installed, None)
    with sync_playwright() as playwright:
        # As root Chromium's sandbox does not start.
        opened = playwright.chromium.launch(executable_path=program, args=ARGUMENTS, chromium_sandbox=os.geteuid() != 0)
        yield opened
        opened.close()


def new_context(
    browser: Browser, size: str, language: str, *, trusts_all: bool = False, works: bool = False, **settings: Any
) -> BrowserContext:
    """Return a new browser context with a size, a language and settings of the page.

    Moves of others are shown at once: `speed="fast"` is for tests of what is seen meanwhile. Lessons have been offered
    before: `offered=[]` is for tests of the first "Play now". With `trusts_all`, any certificate will do. Only with
    `works` there is a service worker: it would answer requests that a test routes.
    """
    width, height = SIZES[size]
    context = browser.new_context(
        viewport=ViewportSize(width=width, height=height),
        locale=LOCALES[language],
        has_touch=size == "phone",
        is_mobile=size == "phone",
        ignore_https_errors=trusts_all,
        service_workers="allow" if works else "block",
    )
    context.set_default_timeout(MOST_MILLISECONDS)
    context.add_init_script(
        f"localStorage.heliodor || (localStorage.heliodor = sessionStorage.{GIVEN} || {json.dumps(stored(settings))})"
    )
    return context


GIVEN = "given"  # Where a page that has had a visitor finds the settings of the next one.


def stored(settings: dict[str, Any]) -> str:
    """Return the settings of a visitor as the page stores them."""
    usual = {"theme": "night", "calm": True, "speed": "once", "offered": [*GAME_IDS, "pebbles"]}
    return json.dumps({**usual, **settings})


# Drawing pixels takes half of the browser's time, and most tests never look at them. Nothing else is different: the
# page is laid out, hit, animated and read as always. Something that looks at colours has to call `paint` first.
_UNPAINTED = """(() => {
  const hidden = new CSSStyleSheet();
  hidden.replaceSync('html { opacity: 0 !important }');
  document.adoptedStyleSheets.push(hidden);
})()"""


def leave_unpainted(context: BrowserContext) -> None:
    """Let the browser draw nothing of the pages that are opened from now on, except dialogs."""
    context.add_init_script(_UNPAINTED)


def paint(page: Page) -> None:
    """Let the browser draw the page after all."""
    page.evaluate("document.adoptedStyleSheets = []")


class Visitor:
    """One person's browser: the page, the messages of its socket, and the errors in its console."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[dict[str, Any]] = []
        self.faults: list[str] = []
        self.excuses: list[str] = []  # Parts of console errors that a test expects.
        self.hosts: set[str] = set()
        self._hears: dict[Any, Callable[..., None]] = {
            "console": self._hear,
            "pageerror": lambda error: self.faults.append(str(error)),
            "request": lambda request: self.hosts.add(request.url.split("/")[2] if "//" in request.url else ""),
            "websocket": lambda socket: socket.on("framereceived", lambda data: self.frames.append(json.loads(data))),
        }
        for event, hear in self._hears.items():
            page.on(event, hear)

    def leave(self) -> None:
        """Hear nothing of the page any more: it has another visitor now."""
        for event, hear in self._hears.items():
            self.page.remove_listener(event, hear)

    def _hear(self, message: ConsoleMessage) -> None:
        """Store a console error with its address: Chromium's text alone does not say what was not found."""
        if message.type == "error":
            self.faults.append(f"{message.text} ({message.location.get('url', '')})")

    def real_faults(self) -> list[str]:
        noises = (*NETWORK_NOISE, *self.excuses)
        return [fault for fault in self.faults if not any(noise in fault for noise in noises)]


class Pages:
    """Pages that have one visitor after another: a new context and its process need three times as long for a visit.

    The next visitor finds the browser's caches and nothing else: cookies and storage are cleared.
    """

    MOST_IDLE = 16  # For each kind of page a process waits; the one that was not used for the longest time ends.

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: list[tuple[Any, Page]] = []

    def take(
        self,
        url: str,
        size: str,
        language: str,
        *,
        painted: bool,
        fresh: bool,
        trusts_all: bool = False,
        works: bool = False,
        **settings: Any,
    ) -> Page:
        """Return a page like a new one; with `fresh` it is a new one."""
        kind = self._kind(url, size, language, painted=painted, trusts_all=trusts_all, works=works)
        page = None if fresh else next((page for other, page in self._idle if other == kind), None)
        if page is None:
            context = new_context(self._browser, size, language, trusts_all=trusts_all, works=works, **settings)
            if not painted:
                leave_unpainted(context)
            return context.new_page()
        self._idle.remove((kind, page))
        page.evaluate(f"settings => {{ sessionStorage.{GIVEN} = settings }}", stored(settings))
        width, height = SIZES[size]
        page.set_viewport_size(ViewportSize(width=width, height=height))
        return page

    @staticmethod
    def _kind(url: str, size: str, language: str, *, painted: bool, trusts_all: bool, works: bool) -> Any:
        """Return what is decided for a page when it is opened. Each server has its own storage."""
        return "/".join(url.split("/")[:3]), size == "phone", language, painted, trusts_all, works

    def give_back(
        self,
        page: Page,
        url: str,
        size: str,
        language: str,
        *,
        painted: bool,
        trusts_all: bool = False,
        works: bool = False,
        **settings: Any,
    ) -> None:
        """Prepare a page for its next visitor; a page that cannot be prepared is closed."""
        kind = self._kind(url, size, language, painted=painted, trusts_all=trusts_all, works=works)
        try:
            for opened in page.context.pages:
                if opened is not page:
                    opened.close()
            page.unroute_all(behavior="ignoreErrors")
            page.emulate_media(reduced_motion="null")
            page.goto(f"{kind[0]}/healthz")  # Nothing of the page runs there.
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
            page.context.clear_cookies()
        except Error:  # The server or the page is gone.
            page.context.close()
            return
        self._idle.append((kind, page))
        for _kind, oldest in self._idle[: -self.MOST_IDLE]:
            oldest.context.close()
        del self._idle[: -self.MOST_IDLE]


# Media queries and observers of sizes follow a new size with the next frames; then the last transition ends.
AT_REST = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await document.fonts.ready;
  await frame();
  await frame();
  const finite = document.getAnimations().filter((each) => each.effect.getTiming().iterations !== Infinity);
  await Promise.allSettled(finite.map((each) => each.finished));
  await frame();
}"""


def resize(page: Page, width: int, height: int) -> None:
    """Give the page another size, and wait until its layout is at rest."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    page.evaluate(AT_REST)


_USE_LANGUAGE = """async (language) => {
  localStorage.heliodor = JSON.stringify({...JSON.parse(localStorage.heliodor), language});
  dispatchEvent(new StorageEvent('storage'));
  while (document.documentElement.lang !== language) await new Promise((done) => setTimeout(done, 5));
  await document.fonts.ready;
}"""


def use_language(page: Page, language: str) -> None:
    """Show the page in another language from now on, as if another tab had chosen it: cheaper than another visit."""
    page.evaluate(_USE_LANGUAGE, language)


def alter_snapshots(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """Show the page other snapshots than the server sends, from its next connection on; the rest is passed on."""

    def pass_on(route: WebSocketRoute) -> None:
        upstream = route.connect_to_server()

        def to_page(data: str | bytes) -> None:
            message: dict[str, Any] = json.loads(data)
            if message["type"] == "snapshot":
                change(message)
            route.send(json.dumps(message))

        upstream.on_message(to_page)
        route.on_message(upstream.send)

    page.route_web_socket("**/api/socket*", pass_on)


# --- What a screen reader is given -----------------------------------------------------------------------------------

_CONTROLS = {"button", "checkbox", "combobox", "link", "radio", "switch", "tab", "textbox", "DisclosureTriangle"}


def accessibility_tree(session: CDPSession) -> list[dict[str, Any]]:
    """Return the nodes of the page's accessibility tree that are not ignored."""
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    return [node for node in nodes if not node["ignored"]]


def same_names(tree: list[dict[str, Any]]) -> list[str]:
    """Return the names that more than one control has: nobody who only hears them can tell these apart.

    Links to the same address may have the same name.
    """
    controls = {
        (node["name"]["value"], _address(node) or node["nodeId"]) for node in tree if node["role"]["value"] in _CONTROLS
    }
    names = Counter(name for name, _ in controls)
    return [name for name, count in names.items() if count > 1]


def _address(node: dict[str, Any]) -> str | None:
    return next((each["value"]["value"] for each in node.get("properties", []) if each["name"] == "url"), None)
