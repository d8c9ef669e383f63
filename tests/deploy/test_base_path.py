"""A site below a path, behind Caddy and behind nginx: a match is played, and limits count the visitor's address."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from heliodor.server.limits import Allowance
from tests.cli.test_serve import play_a_little
from tests.deploy.kit import BASE_PATH, DEPLOY, PROXY_ADDRESS, Nginx, Proxy
from tests.deploy.test_site import is_refused
from tests.server.harness import run, serving


@pytest.fixture
def caddyfile(tmp_path: Path) -> Path:
    """The Caddyfile as its comment says for a site below a path."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    wanted = f"reverse_proxy {BASE_PATH}*"
    assert f'"{wanted}"' in text and f'base_path = "{BASE_PATH}"' in text
    file = tmp_path / "Caddyfile"
    file.write_text(text.replace("\treverse_proxy ", f"\t{wanted} "), encoding="utf-8")
    return file


def test_a_match_is_played_below_a_path_through_caddy_and_nginx(
    tmp_path: Path, caddyfile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", PROXY_ADDRESS)
    url = f"sqlite:///{tmp_path / 'heliodor.sqlite3'}"
    few = {"recover": Allowance(2, 1 / 3600)}

    async def through(site: str, authority: Path, address: str) -> None:
        monkeypatch.setenv("SSL_CERT_FILE", str(authority))
        await play_a_little(site)
        forged = [f"203.0.113.{last}" for last in range(4)]
        refused = [await asyncio.to_thread(is_refused, site, address, each) for each in forged]
        assert refused == [False, False, True, True], "the proxy believes a visitor, or all visitors share one limit"

    async def main() -> None:
        async with serving(url, base_path=BASE_PATH, limits=True, allowances=few) as server:
            upstream = urlsplit(server.url).netloc
            caddy, nginx = Proxy(tmp_path, upstream, caddyfile), Nginx(tmp_path, upstream)
            with nginx.running():
                await through(nginx.url, nginx.authority, "127.0.0.5")
            try:
                await asyncio.to_thread(caddy.start)
                await through(caddy.url + BASE_PATH, caddy.authority, "127.0.0.6")
            finally:
                caddy.stop()

    run(main())
