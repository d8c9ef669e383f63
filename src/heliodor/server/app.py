"""The application: routes, socket, page, health and figures, put together."""

from __future__ import annotations

import contextlib
import mimetypes
import os
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

SOCKET_PATH = "/api/socket"
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
        site = await open_site(config, now, several="PROMETHEUS_MULTIPROC_DIR" in os.environ)
        app.state.site = site
        try:
            await site.start()
            yield
        finally:
            await site.stop()

    routes = [
        Route("/healthz", _health),
        Route("/readyz", _ready),
        Route("/metrics", _metrics),
        Route("/api/openapi.json", _openapi),
        Route("/api/schema.json", _schema),
        *(Route(endpoint.path, endpoint.answer, methods=[endpoint.method]) for endpoint in ENDPOINTS),
        *_page_routes(config),
    ]
    return _Application(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={404: _not_found, 405: _no_method},
    )


def make_worker_app() -> Starlette:
    """Return the application of a worker process, which finds its configuration in the environment."""
    return make_app(Config.from_environment())


class _Application(Starlette):
    """Sockets go past all that HTTP requests go through: when a server restarts, thousands come at once."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket" and scope["path"] == SOCKET_PATH:
            await serve_socket(self.state.site, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def _page_routes(config: Config) -> list[Any]:
    folder = config.page_folder
    if folder is None:
        return [Route("/", _no_page)]

    async def page(request: Request) -> Response:
        """Serve the page for every address of its own: which screen is shown is the page's business."""
        wanted = (folder / request.path_params.get("path", "")).resolve()
        is_file = wanted.is_file() and wanted.is_relative_to(folder.resolve())
        return _page_file(request, wanted if is_file else folder / "index.html")

    return [Route("/", page), Route("/{path:path}", page)]


def _page_file(request: Request, file: Path) -> Response:
    """Return a file of the page, compressed as the build has left it, if the reader takes that."""
    # The names of built files hold a digest of their content, so they can be kept for ever.
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
        await site.store.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
    except Exception:
        return problem(503, "no_database", "the database does not answer")
    return Response(msgspec.json.encode({"ok": True}), media_type=JSON)


async def _metrics(request: Request) -> Response:
    site: Site = request.app.state.site
    return Response(site.metrics.text(), media_type="text/plain; version=0.0.4")


async def _openapi(request: Request) -> Response:
    return Response(msgspec.json.encode(openapi()), media_type=JSON)


async def _schema(request: Request) -> Response:
    return Response(msgspec.json.encode(socket_schema()), media_type=JSON)


async def _not_found(request: Request, error: Exception) -> Response:
    return problem(404, "not_found", "there is nothing here")


async def _no_method(request: Request, error: Exception) -> Response:
    return problem(405, "no_method", "this address does not take this method")
