"""A real server and a real browser for the tests of the page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.page.browsing import (
    MOST_MILLISECONDS,
    Server,
    Visitor,
    leave_unpainted,
    new_context,
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


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    started = Server(tmp_path)
    started.start()
    yield started
    started.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Open a new browser context: visit(url, size="phone", language="uk"); the console must stay silent.

    With `painted` the browser draws every frame, for tests of how long that takes.
    """
    opened: list[tuple[BrowserContext, Visitor]] = []

    def open_page(
        url: str, size: str = "desktop", language: str = "en", *, painted: bool = False, **settings: Any
    ) -> Visitor:
        context = new_context(browser, size, language, **settings)
        if not painted:
            leave_unpainted(context)
        page = context.new_page()
        visitor = Visitor(page)
        opened.append((context, visitor))
        PAGES.append(page)
        page.goto(url)
        return visitor

    PAGES.clear()
    yield open_page
    faults = [fault for _context, visitor in opened for fault in visitor.real_faults()]
    hosts = {host for _context, visitor in opened for host in visitor.hosts if host}
    for context, _visitor in opened:
        context.close()
    assert not faults, faults
    assert all(host.startswith("127.0.0.1") for host in hosts), hosts


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Save a picture of every page of a failed test, if HELIODOR_PAGE_PICTURES names a folder."""
    outcome: Any = yield
    folder = os.environ.get("HELIODOR_PAGE_PICTURES")
    if folder and outcome.get_result().when == "call" and outcome.get_result().failed:
        for number, page in enumerate(PAGES):
            if not page.is_closed():
                paint(page)
                page.screenshot(path=Path(folder) / f"{item.name}-{number}.png")
