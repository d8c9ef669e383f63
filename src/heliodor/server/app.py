"""The application: routes, socket, page, health checks and metrics, put together."""

from __future__ import annotations

import contextlib
import functools
import mimetypes
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from heliodor import __version__
from heliodor.protocol.http import Health
from heliodor.server.config import Config
from heliodor.server.http.endpoint import JSON, problem
from heliodor.server.http.openapi import ENDPOINTS, openapi, socket_schema
from heliodor.server.security import SecurityHeaders
from heliodor.server.site import Site, open_site, wall_clock
from heliodor.server.socket import serve_socket
from heliodor.store.control import OPEN

SOCKET_PATH = "/api/socket"
PROBES = ("/healthz", "/readyz", "/readyz/new")  # Called by the host itself, without the base path.
NOWHERE = "/nowhere"
# First path segments that the page routes itself: parseRoute in web/src/lib/route.svelte.ts.
SCREENS = frozenset(
    (
        "",
        "challenge",
        "check",
        "daily",
        "join",
        "learn",
        "me",
        "new",
        "privacy",
        "puzzles",
        "replay",
        "rules",
        "settings",
        "t",
        "watch",
    )
)
NO_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Heliodor</title>
<h1>Heliodor</h1>
<p>The server is up. Its API is described in <a href="/api/openapi.json">openapi.json</a>
and <a href="/api/schema.json">schema.json</a>.</p>
</html>
"""


def make_app(config: Config, now: Callable[[], int] = wall_clock) -> Starlette:
    """Return the application; its site is opened when it starts."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        site = await open_site(config, now)
        app.state.site = site
        try:
            with site.metrics.served(config.metrics_host, config.metrics_port):
                await site.start()
                yield
        finally:
            await site.stop()

    routes = [
        Route("/healthz", _health),
        Route("/readyz", _ready),
        Route("/readyz/new", _ready_for_new),
        Route("/api/openapi.json", _openapi),
        Route("/api/schema.json", _schema),
        *(Route(endpoint.path, endpoint.answer, methods=[endpoint.method]) for endpoint in ENDPOINTS),
        *_page_routes(config),
    ]
    return _Application(
        config.base_path,
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={404: _not_found, 405: _no_method},
    )


class _Application(Starlette):
    """Serves below the base path; the routes know nothing of it.

    Sockets skip the HTTP middleware: after a restart, thousands connect at once.
    """

    def __init__(self, base_path: str, **options: Any) -> None:
        super().__init__(**options)
        self._base_path = base_path

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self._base_path and scope["type"] != "lifespan" and scope["path"] not in PROBES:
            scope = self._without_base(scope)
        if scope["type"] == "websocket" and scope["path"] == SOCKET_PATH:
            await serve_socket(self.state.site, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def _without_base(self, scope: Any) -> Any:
        """Return the scope with its path relative to the base path; a path outside the site becomes an unknown one."""
        path: str = scope["path"]
        if path == self._base_path:
            return {**scope, "path": "/"}
        is_inside = path.startswith(f"{self._base_path}/")
        return {**scope, "path": path.removeprefix(self._base_path) if is_inside else NOWHERE}


def _page_routes(config: Config) -> list[Route]:
    folder = config.page_folder
    if folder is None:
        return [Route("/", _no_page)]

    async def page(request: Request) -> Response:
        """Serve a file of the page, or the page itself for the addresses of its screens."""
        path = request.path_params.get("path", "")
        if path == "favicon.ico":  # Browsers also ask for it with responses that are not pages, like JSON.
            path = "icon.svg"
        if "\0" not in path:
            wanted = (folder / path).resolve()
            if wanted.is_file() and wanted.is_relative_to(folder.resolve()):
                return _page_file(request, wanted)
        first, _, _rest = path.partition("/")
        if first in SCREENS:
            if config.base_path:
                return HTMLResponse(_moved_page(folder, config.base_path), headers={"cache-control": "no-cache"})
            return _page_file(request, folder / "index.html")
        return problem(404, "not_found", "there is nothing here")

    return [Route("/", page), Route("/{path:path}", page)]


@functools.cache
def _moved_page(folder: Path, base_path: str) -> str:
    """Return the page with its file addresses moved below the base path."""
    text = (folder / "index.html").read_text(encoding="utf-8")
    return re.sub(r'(href|src)="/', rf'\1="{base_path}/', text)


def _page_file(request: Request, file: Path) -> Response:
    """Return a file of the page, compressed by the build if the client accepts that."""
    # The names of built files contain a digest of their content, so they can be cached forever.
    is_named_by_content = file.parent.name == "assets"
    headers = {"cache-control": "public, max-age=31536000, immutable" if is_named_by_content else "no-cache"}
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    taken = request.headers.get("accept-encoding", "")
    for encoding, ending in (("br", ".br"), ("gzip", ".gz")):
        packed = file.with_name(file.name + ending)
        if encoding in taken and packed.is_file():
            headers |= {"content-encoding": encoding, "vary": "accept-encoding"}
            return FileResponse(packed, media_type=kind, headers=headers)
    return FileResponse(file, media_type=kind, headers=headers)


async def _no_page(request: Request) -> Response:
    return HTMLResponse(NO_PAGE)


async def _health(request: Request) -> Response:
    site: Site = request.app.state.site
    health = Health(ok=True, version=__version__, tables=len(site.tables), connections=site.connections)
    return Response(msgspec.json.encode(health), media_type=JSON)


async def _ready(request: Request) -> Response:
    site: Site = request.app.state.site
    if not site.is_ready:
        return problem(503, "not_ready", "the server is starting or stopping")
    try:
        await site.store.check()
    except Exception:
        return problem(503, "no_database", "the database does not answer")
    return Response(msgspec.json.encode({"ok": True, "mode": site.control.info.mode}), media_type=JSON)


async def _ready_for_new(request: Request) -> Response:
    """Answer 503 also while no new tables are made; a balancer that has another site sends new visitors there."""
    info = request.app.state.site.control.info
    if info.mode != OPEN:
        return problem(503, "no_new_tables", f"the site takes no new tables: its mode is {info.mode}")
    return await _ready(request)


async def _openapi(request: Request) -> Response:
    return Response(msgspec.json.encode(openapi()), media_type=JSON)


async def _schema(request: Request) -> Response:
    return Response(msgspec.json.encode(socket_schema()), media_type=JSON)


async def _not_found(request: Request, error: Exception) -> Response:
    return problem(404, "not_found", "there is nothing here")


async def _no_method(request: Request, error: Exception) -> Response:
    return problem(405, "no_method", "this address does not support this method")
