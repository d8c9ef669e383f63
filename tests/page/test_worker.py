"""The page as an app: installable, opened without a connection, fresh after an update, with notices."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import heliodor
from tests.page.browsing import MOST_MILLISECONDS, Server, new_context, use_language
from tests.page.test_own_page import open_folds
from tests.page.test_people import post
from tests.page.test_screens import violations
from tests.server.push_service import encoded

pytestmark = pytest.mark.page

WEB = Path(heliodor.__file__).parent / "web"
FAIR = Path(__file__).parents[1] / "golden" / "fair.jsonl"
READY = "navigator.serviceWorker.ready.then((each) => each.active.state)"
KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
  return kept;
}"""


@pytest.fixture(params=["phone", "desktop"])
def context(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    opened = new_context(browser, request.param, "uk" if request.param == "phone" else "en", works=True)
    yield opened
    opened.close()


def until(page: Page, condition: Callable[[], bool]) -> None:
    """Wait for something that only a promise tells."""
    for _ in range(MOST_MILLISECONDS // 50):
        if condition():
            return
        page.wait_for_timeout(50)
    raise TimeoutError


def visit_app(context: BrowserContext, server: Server) -> Page:
    """Open the page, and wait until its service worker has kept what it keeps."""
    page = context.new_page()
    page.goto(server.url)
    assert page.evaluate(READY) in ("activating", "activated")
    until(page, lambda: any("/nizam" in each for each in page.evaluate(KEPT)))
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    return page


def test_it_can_be_installed_and_its_icons_have_the_sizes_they_claim(server: Server, browser: Browser) -> None:
    context = new_context(browser, "phone", "en", works=True)
    page = context.new_page()
    page.goto(server.url)
    session = context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["display"], manifest["start_url"]) == ("standalone", ".")
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", (WEB / icon["src"]).read_bytes()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    context.close()


def test_without_a_connection_it_opens_and_the_rules_can_be_read(server: Server, context: BrowserContext) -> None:
    page = visit_app(context, server)
    post(page, "me", {"name": "Olha"})
    table = post(page, "tables", {"game": "nizam", "seats": [{"kind": "me"}, {"kind": "open"}]})
    page.goto(f"{server.url}/join#{table['join_token']}")
    page.goto(server.url)
    kept = page.evaluate(KEPT)
    assert not [each for each in kept if each.startswith("/api") or "join" in each or "/t/" in each]
    assert table["join_token"] not in str(kept)
    context.set_offline(True)
    page.goto(server.url)
    expect(page.locator("[data-offline]")).to_be_visible()
    assert violations(page) == []
    page.goto(f"{server.url}/rules/nizam")
    expect(page.locator("main h2").first).to_be_visible()
    # A deal can be checked, although nobody has opened that screen before.
    page.goto(server.url)
    page.locator("a.fair").click()
    for record in {record["game"]: record for record in map(json.loads, FAIR.read_text().splitlines())}.values():
        file = {"name": "a.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
        page.locator("input[type=file]").set_input_files(file)
        expect(page.locator("h1")).to_contain_text(" · ")
        page.locator("[data-check=sound]").wait_for()
        page.reload()
    context.set_offline(False)


def test_an_update_is_seen_at_the_next_visit(server: Server, browser: Browser) -> None:
    context = new_context(browser, "phone", "en", works=True)
    page = visit_app(context, server)
    # The server has a new page: it is shown, although the worker keeps an old one.
    context.route(
        server.url + "/",
        lambda route: route.fulfill(body="<title>newer</title>", content_type="text/html"),
    )
    page.goto(server.url + "/")
    expect(page).to_have_title("newer")
    context.close()


def test_a_page_that_stays_open_over_an_update_is_replaced_with_the_next_screen(
    browser: Browser, tmp_path: Path
) -> None:
    folder = tmp_path / "page"
    shutil.copytree(WEB, folder)
    server = Server(tmp_path, page=folder)
    server.start()
    context = new_context(browser, "phone", "en", works=True)
    try:
        page = visit_app(context, server)
        loads: list[str] = []
        page.on("load", lambda each: loads.append(each.url))
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update().then(() => true))")
        page.locator("a[href='/settings']").first.click()
        page.wait_for_url("**/settings")
        page.go_back()
        expect(page.locator("[data-play=nizam]")).to_be_visible()
        assert loads == [], "without an update nothing is loaded again"
        update_page(folder)
        page.evaluate("void (navigator.serviceWorker.oncontrollerchange = () => { window.isNew = true })")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # The app comes from the background.
        page.wait_for_function("() => window.isNew")
        expect(page.locator("[data-play=nizam]")).to_be_visible()  # Nothing is taken from the person's hands.
        assert loads == []
        page.locator("a[href='/settings']").first.click()
        page.wait_for_url("**/settings")
        expect(page.locator("meta[name=newer]")).to_have_count(1)
        assert loads == [f"{server.url}/settings"]
    finally:
        context.close()
        server.kill()


def update_page(folder: Path) -> None:
    """Give a server another build of the page."""
    for name, old, new in (
        ("index.html", "</head>", '<meta name="newer" /></head>'),
        ("sw.js", r"heliodor-\$\{", "newer-${"),
    ):
        file = folder / name
        text, count = re.subn(old, new, file.read_text(encoding="utf-8"))
        assert count == 1, name
        for packed in folder.glob(f"{name}.*"):
            packed.unlink()
        file.write_text(text, encoding="utf-8")


# The browser of the tests denies notifications to every site, so the worker's call is recorded instead.
RECORD = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, { body, tag, data }) =>
    void self.shown.push({ title, body, tag, data });
}"""


def push_to(context: BrowserContext, page: Page, server: Server, message: dict[str, Any]) -> None:
    """Deliver a push message to the service worker, as the browser's push service would."""
    session = context.new_cdp_session(page)
    ids: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: ids.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    until(page, lambda: bool(ids))
    sent = {"origin": server.url, "registrationId": ids[-1], "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", sent)


def test_a_notice_is_shown_in_my_language_and_a_click_opens_the_table(server: Server, context: BrowserContext) -> None:
    page = visit_app(context, server)
    is_uk = page.evaluate("document.documentElement.lang") == "uk"
    post(page, "me", {"name": "Olha"})
    table = post(page, "tables", {"game": "nizam", "seats": [{"kind": "me"}]})["id"]
    post(page, f"tables/{table}/start")
    words = {"turn": "Ваш хід" if is_uk else "It is your turn", "games": {"nizam": "Нізам" if is_uk else "Nizam"}}
    page.evaluate("(words) => navigator.serviceWorker.controller.postMessage({ words })", words)
    until(page, lambda: "/words" in page.evaluate(KEPT))
    worker = context.service_workers[0]
    worker.evaluate(RECORD)
    push_to(context, page, server, {"kind": "turn", "table": table, "game": "nizam"})
    until(page, lambda: bool(worker.evaluate("self.shown.length")))
    address = f"{server.url}/t/{table}"
    assert worker.evaluate("self.shown") == [
        {
            "title": words["turn"],
            "body": words["games"]["nizam"],
            "tag": f"turn-{table}",
            "data": {"address": address},
        }
    ]
    worker.evaluate("(address) => void open(address).catch(() => undefined)", address)  # What a click does.
    page.wait_for_url(address)
    page.locator(".game").wait_for()


def test_notices_follow_the_language_of_the_page(server: Server, context: BrowserContext) -> None:
    context.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'granted' })")
    page = visit_app(context, server)

    def kept(word: str) -> bool:
        text = page.evaluate("caches.match('/words').then((found) => found?.text() ?? '')")
        return word in text

    for language, word in {"ru": "Ваш ход", "en": "It is your turn", "uk": "Ваш хід"}.items():
        use_language(page, language)
        until(page, lambda word=word: kept(word))


# A push service at which this browser has an address, without asking anybody on a network.
SUBSCRIBES = """([p256dh, auth]) => {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  const made = () => ({
    endpoint: 'https://fcm.googleapis.com/fcm/send/page-test',
    toJSON() { return { endpoint: this.endpoint, keys: { p256dh, auth } }; },
    unsubscribe: async () => (localStorage.removeItem('subscribed'), true),
  });
  PushManager.prototype.subscribe = async () => (localStorage.setItem('subscribed', '1'), made());
  PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? made() : null);
}"""


def test_kinds_of_notices_are_switched_one_by_one(server: Server, context: BrowserContext) -> None:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    keys = [encoded(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)), encoded(bytes(16))]
    context.add_init_script(f"({SUBSCRIBES})({json.dumps(keys)})")
    page = visit_app(context, server)
    me = post(page, "me", {"name": "Olha"})["id"]

    def stored() -> str:
        with sqlite3.connect(server.database.removeprefix("sqlite:///")) as store:
            row = store.execute("SELECT kinds FROM push_subscriptions WHERE person = ?", (me,)).fetchone()
        store.close()
        return "" if row is None else str(row[0])

    def switch(kind: str) -> Locator:
        return page.locator(f"[data-notice={kind}] input")

    page.goto(f"{server.url}/me")
    open_folds(page)
    wanted: list[str] = []
    for kind in ("turn", "time", "invitation", "expiry", "time", "turn", "expiry", "invitation"):  # All are off first.
        for each in ("turn", "time", "invitation", "expiry"):
            expect(switch(each)).to_be_checked(checked=each in wanted)
        page.locator(f"[data-notice={kind}] label").click()
        wanted = sorted({*wanted} ^ {kind})
        until(page, lambda wanted=wanted: sorted(re.findall("[a-z]+", stored())) == wanted)
        page.reload()  # It is the server that remembers.
        open_folds(page)
    for language in ("ru", "en", "uk"):
        use_language(page, language)
        open_folds(page)
        expect(switch("turn")).not_to_be_checked()
        assert violations(page) == []


def test_a_browser_without_push_says_so(server: Server, context: BrowserContext) -> None:
    page = visit_app(context, server)
    post(page, "me", {"name": "Olha"})
    page.route("**/api/push", lambda route: route.fulfill(json={"key": None}))
    page.goto(f"{server.url}/me")
    open_folds(page)
    expect(page.locator("[data-no-notices=site]")).to_be_visible()
