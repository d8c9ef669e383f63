"""What a page holds: its document, its storage and every object that is alive in its memory."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import CDPSession, Page

# It contains every object of the page. Taking it collects garbage first, so every object found is still referenced.
_VIEWS = """function () {
  const own = (object, name) => Object.getOwnPropertyDescriptor(object, name)?.value;
  return this.filter((object) => own(object, 'legal') && own(object, 'to_act') !== undefined);
}"""


def views_in_memory(page: Page) -> list[dict[str, Any]]:
    """Return all views of the match that are alive in the page's memory."""
    session = page.context.new_cdp_session(page)
    _collect(session)
    root = session.send("Runtime.evaluate", {"expression": "Object.prototype"})["result"]["objectId"]
    objects = session.send("Runtime.queryObjects", {"prototypeObjectId": root})["objects"]["objectId"]
    call = {"objectId": objects, "functionDeclaration": _VIEWS, "returnByValue": True}
    views: list[dict[str, Any]] = session.send("Runtime.callFunctionOn", call)["result"]["value"]
    # Otherwise the list itself would keep all of them alive.
    session.send("Runtime.releaseObject", {"objectId": objects})
    session.detach()
    return views


def seats_of_views(page: Page) -> list[int]:
    """Return the seats of all views that are alive in the page's memory; −1 for a spectator's view."""
    return [view["seat"] for view in views_in_memory(page)]


def strings_in_memory(page: Page) -> set[str]:
    """Return all strings that are alive in the page's memory."""
    session = page.context.new_cdp_session(page)
    chunks: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    _collect(session)
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    snapshot: dict[str, Any] = json.loads("".join(chunks))
    return set(snapshot["strings"])


def _collect(session: CDPSession) -> None:
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")


def document_and_storage(page: Page) -> str:
    """Return the contents of the document, of its fields and of the browser's storage."""
    text: str = page.evaluate(
        """() => [
          document.documentElement.outerHTML,
          ...[...document.querySelectorAll('input, textarea')].map((field) => field.value),
          JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.title,
        ].join(' ')"""
    )
    return text
