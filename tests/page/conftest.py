"""A real server and a real browser for the tests of the page."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api._generated import Clock

from heliodor.server.administration import caller, orders
from tests.page import hands
from tests.page.browsing import (
    MOST_MILLISECONDS,
    Pages,
    Server,
    Visitor,
    open_browser,
    paint,
)

expect.set_options(timeout=MOST_MILLISECONDS)

PAGES: list[Page] = []  # The pages of the present test.
Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("server"))
    started.start()
    yield started
    started.kill()


@pytest.fixture(scope="session")
def mortal_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("mortal"))
    yield started
    started.kill()


@pytest.fixture
def own_server(mortal_server: Server) -> Server:
    """A server that a test may kill, and on which there is no public table."""
    if not mortal_server.is_running:
        mortal_server.start()
    return mortal_server


@pytest.fixture
def ruled_server(server: Server) -> Iterator[Server]:
    """A server whose mode and message a test may change."""
    yield server
    caller.carry_out(server.database, orders.Silence())
    caller.carry_out(server.database, orders.SetMode(mode="open"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture
def visit(pages: Pages) -> Iterator[Visit]:
    """Visit as a new person: visit(url, size="phone", language="uk"); the console must stay silent.

    With `painted` the browser draws every frame, for tests of how long that takes. With `fresh` it starts a process
    that has loaded nothing yet, for tests of loading and of memory. With `table` the visit begins at a table that the
    server has just started: most tests of a table have nothing to say about the screens before it.
    `before` is called with the page before it loads anything, to alter what it will receive.
    """
    opened: list[tuple[Visitor, Callable[[Page], None]]] = []

    def open_page(
        url: str,
        size: str = "desktop",
        language: str = "en",
        *,
        painted: bool = False,
        fresh: bool = False,
        table: dict[str, Any] | None = None,
        before: Callable[[Page], None] | None = None,
        **settings: Any,
    ) -> Visitor:
        page = pages.take(url, size, language, painted=painted, fresh=fresh, **settings)
        visitor = Visitor(page)
        give_back = functools.partial(
            pages.give_back, url=url, size=size, language=language, painted=painted, **settings
        )
        opened.append((visitor, give_back))
        PAGES.append(page)
        if before is not None:
            before(page)
        page.goto(url if table is None else hands.start_table(page, url, table))
        return visitor

    PAGES.clear()
    SPOILT.clear()
    yield open_page
    faults = [fault for visitor, _give_back in opened for fault in visitor.real_faults()]
    hosts = {host for visitor, _give_back in opened for host in visitor.hosts if host}
    for visitor, give_back in opened:
        visitor.leave()
        if SPOILT or faults:
            visitor.page.context.close()
        else:
            give_back(visitor.page)
    assert not faults, faults
    assert all(host.startswith("127.0.0.1") for host in hosts), hosts


SPOILT: list[str] = []  # Why the pages of the present test have no other visitor.


def spoils(method: Callable[..., Any]) -> Callable[..., Any]:
    """Let a method of Playwright note that it changes a page for as long as the page is open."""

    @functools.wraps(method)
    def noted(*arguments: Any, **named: Any) -> Any:
        SPOILT.append(method.__qualname__)
        return method(*arguments, **named)

    return noted


for owner, name in (
    (Page, "add_init_script"),
    (Page, "route_web_socket"),
    (Clock, "install"),
):
    setattr(owner, name, spoils(getattr(owner, name)))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Save a picture of every page of a failed test, if HELIODOR_PAGE_PICTURES names a folder."""
    outcome: Any = yield
    folder = os.environ.get("HELIODOR_PAGE_PICTURES")
    if outcome.get_result().when == "call" and outcome.get_result().failed:
        SPOILT.append("failed")
    if folder and outcome.get_result().when == "call" and outcome.get_result().failed:
        for number, page in enumerate(PAGES):
            if not page.is_closed():
                paint(page)
                page.screenshot(path=Path(folder) / f"{item.name}-{number}.png")
