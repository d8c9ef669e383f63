"""The page over https: Chromium, Caddy, two workers, PostgreSQL and NATS, as deploy/ puts them together."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from playwright.sync_api import WebSocket

from tests.deploy.kit import hosted
from tests.page import hands
from tests.page.browsing import Visitor
from tests.page.conftest import Visit

pytestmark = pytest.mark.page


def make_decisions(visitor: Visitor, game: str, count: int) -> None:
    for _ in range(5000):
        count -= hands.decide(visitor, game)
        if not count:
            return
    raise AssertionError("there is nothing to decide")


def test_a_match_over_https_goes_on_when_its_worker_is_killed(tmp_path: Path, visit: Visit) -> None:
    with hosted(tmp_path) as site:
        visitor = visit(site.url, trusts_all=True)  # The browser does not know the authority of this test.
        page = visitor.page
        sockets: list[WebSocket] = []
        page.on("websocket", lambda socket: sockets.append(socket))
        hands.make_table(page, "gnomes", "bots", 2)
        hands.submit(page)
        make_decisions(visitor, "gnomes", 2)
        (cookie,) = page.context.cookies()
        assert cookie["secure"] and cookie["httpOnly"]
        assert page.evaluate("isSecureContext")
        for worker in site.heliodor.workers():  # One of them has the socket.
            os.kill(worker, signal.SIGKILL)
            make_decisions(visitor, "gnomes", 2)
        assert len(sockets) > 1, "no connection was lost"
        page.reload()
        make_decisions(visitor, "gnomes", 1)
        assert page.url.startswith(f"{site.url}/t/")
