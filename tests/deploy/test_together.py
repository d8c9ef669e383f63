"""Several processes behind a proxy: all sockets of a table go to one of them."""

from __future__ import annotations

import contextlib
import ssl
import threading
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.deploy.kit import Nginx, Proxy

TABLES = 12


class Answer(BaseHTTPRequestHandler):
    """Answers every request with the port that it came to."""

    def do_GET(self) -> None:
        body = str(self.server.server_address[1]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def processes() -> Iterator[list[str]]:
    """Two servers in the place of Heliodor's processes; their addresses."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Answer) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield [f"127.0.0.1:{server.server_address[1]}" for server in servers]
    for server in servers:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def caddy(folder: Path, processes: list[str]) -> Iterator[tuple[str, Path]]:
    proxy = Proxy(folder, " ".join(processes))
    try:
        proxy.start()
        yield proxy.url, proxy.authority
    finally:
        proxy.stop()


@contextlib.contextmanager
def nginx(folder: Path, processes: list[str]) -> Iterator[tuple[str, Path]]:
    proxy = Nginx(folder, "; server ".join(processes))
    with proxy.running():
        yield proxy.url, proxy.authority


@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_a_proxy_sends_all_sockets_of_a_table_to_one_process(
    proxy: Callable[[Path, list[str]], contextlib.AbstractContextManager[tuple[str, Path]]],
    processes: list[str],
    tmp_path: Path,
) -> None:
    with proxy(tmp_path, processes) as (url, authority):
        trusting = ssl.create_default_context(cafile=str(authority))

        def answers(path: str) -> set[bytes]:
            found = set()
            for _ in range(4):
                with urllib.request.urlopen(f"{url}{path}", context=trusting) as answer:
                    found.add(answer.read())
            return found

        by_table = [answers(f"/api/socket?table=T{number}") for number in range(TABLES)]
        assert all(len(found) == 1 for found in by_table), "sockets of a table went to different processes"
        assert len(set.union(*by_table)) == 2, "one process has all tables"
