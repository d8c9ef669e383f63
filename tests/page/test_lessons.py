"""Every lesson, walked to its end by following the coach and the ring alone."""

from __future__ import annotations

import contextlib
import gzip
import json
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Error, Locator, Page, TimeoutError, expect

import heliodor
from heliodor import get_game
from heliodor.games import GAME_IDS
from heliodor.lessons import lessons_of
from tests.page import hands
from tests.page.browsing import (
    MOST_MILLISECONDS,
    Server,
    Visitor,
    accessibility_tree,
    new_context,
    paint,
    same_names,
    use_language,
)
from tests.page.conftest import Visit
from tests.page.test_screens import CUT
from tests.server.harness import MOST_SECONDS

pytestmark = pytest.mark.page

LESSONS = [(game_id, lesson.id) for game_id in GAME_IDS for lesson in lessons_of(get_game(game_id)).lessons]
LANGUAGES = ("uk", "en", "ru")  # A walk is in one of them; each of its steps is read in all.
MOST_TOUCHES = 12  # In one step.
MOST_ADDED = 25_000  # Bytes, compressed.


def check_with_axe(page: Page) -> None:
    paint(page)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def by_keys(target: Locator) -> None:
    """Reach what is ringed by Tab alone and press Enter on it, or Space on a switch."""
    switch = target.locator("input")
    if not switch.count():
        hands.by_keys(target)
        return
    expect(switch).to_have_attribute("aria-description", re.compile("."))
    hands.walk_to(switch)
    target.page.keyboard.press("Space")


# The ring follows the board a frame later: a button that has just been pressed still has it while it sends.
RINGED = "[data-ring]:not([aria-busy=true], [aria-disabled=true])"


LOOK_AGAIN = 5.0  # Seconds.


def touch(page: Page, press: hands.Press) -> None:
    """Touch what is ringed; the result of a deal is closed first, as at a table, also if it opens meanwhile.

    A ring stays for a moment after its touch. So what was ringed may move on, or the lesson may end, before the next
    touch reaches it: then the page is looked at again.
    """
    result, over = page.locator("dialog[open] .primary"), page.locator("[data-coach] [data-end]")
    end = time.monotonic() + MOST_SECONDS
    page.set_default_timeout(1000 * LOOK_AGAIN)
    try:
        while not over.count():
            try:
                return press(result if result.count() else page.locator(RINGED))
            except (AssertionError, TimeoutError):
                if time.monotonic() > end:
                    raise
    finally:
        page.set_default_timeout(MOST_MILLISECONDS)


def cut_texts(page: Page, languages: Sequence[str] = ()) -> list[str]:
    """Return the texts that are cut off, also in other languages."""
    cut: list[str] = page.evaluate(CUT)
    if languages:
        own = page.evaluate("document.documentElement.lang")
        for language in languages:
            use_language(page, language)
            expect(page.locator("[data-coach]")).not_to_be_empty()
            cut += [f"{language}: {text}" for text in page.evaluate(CUT)]
        use_language(page, own)
    return cut


# Handles and cards with something over them, unless it is a dialog or the end: a ring lets every touch through.
COVERED = """() => [...document.querySelectorAll('.taught :is([data-shift], .hand button)')].filter((control) => {
  if (document.querySelector('dialog[open], [data-coach] [data-end]') || !control.checkVisibility()) return false;
  const {left, top, width, height} = control.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) return false;
  return !control.contains(document.elementFromPoint(x, y));
}).map((control) => control.dataset.shift ?? control.dataset.card ?? control.className)"""


# A hand whose edge is off the screen.
HAND_CUT = """() => [...document.querySelectorAll('.ring .tap')].map((hand) => hand.getBoundingClientRect()).filter(
  ({left, right}) => left < 0 || right > innerWidth).length"""


def walk(page: Page, press: hands.Press, most: int | None = None, languages: Sequence[str] = ()) -> int:
    """Touch what is ringed until the lesson is over, or until a step; return the number of touches.

    After each step no text is cut off, also in some other languages.
    """
    game, touches = page.locator(".taught"), 0
    game.wait_for()
    while game.get_attribute("data-step") != str(most) and not page.locator("[data-coach] [data-end]").count():
        now = game.get_attribute("data-step")
        for _ in range(MOST_TOUCHES):
            touch(page, press)
            touches += 1
            page.wait_for_timeout(30)
            page.locator(f"{RINGED}, [data-coach] [data-end]").first.wait_for(state="attached")
            if game.get_attribute("data-step") != now:
                assert cut_texts(page, languages) == [], f"after step {now}"
                assert page.evaluate(COVERED) == [], f"after step {now}"
                assert page.evaluate(HAND_CUT) == 0, f"after step {now}"
                break
        else:
            raise AssertionError(f"step {now} is not done after {MOST_TOUCHES} touches")
    return touches


# Each lesson by touch and by keys, each way in another language.
WALKS = [
    (game, lesson, LANGUAGES[(place + number) % 3], size)
    for place, (game, lesson) in enumerate(LESSONS)
    for number, size in enumerate(("phone", "desktop"))
]


@pytest.mark.parametrize(("game", "lesson", "language", "size"), WALKS, ids=map("-".join, WALKS))
def test_a_lesson_is_learned_by_touch_on_a_phone_or_by_keys_on_a_desktop(
    server: Server, visit: Visit, game: str, lesson: str, language: str, size: str
) -> None:
    """Each step is also read in the other languages."""
    others = [other for other in LANGUAGES if other != language]
    page = visit(f"{server.url}/learn/{game}/{lesson}", size=size, language=language).page
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.locator("[data-ring]").wait_for()
    if size == "phone":
        check_with_axe(page)
    assert cut_texts(page, others) == []
    assert page.evaluate(COVERED) == []
    touches = walk(page, hands.tap if size == "phone" else by_keys, languages=others)
    print(f"{game} {lesson} ({size}, {language}): {touches} touches")
    expect(page.locator("[data-coach] [data-end]")).not_to_be_empty()
    assert page.evaluate(CUT) == []
    if size == "desktop":
        check_with_axe(page)


def test_a_lesson_adds_little_to_what_is_loaded(server: Server, visit: Visit) -> None:
    """Code and texts of a lesson, compressed, besides home and the board that a match needs as well."""
    page = visit(f"{server.url}/healthz", fresh=True, language="uk").page
    loaded: set[str] = set()
    page.on("response", lambda response: loaded.add(response.url))
    page.goto(server.url)
    page.locator("[data-play=luz]").click()
    page.locator(".game .status").wait_for()
    page.wait_for_load_state("networkidle")
    known = set(loaded)
    messages: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: messages.append(str(data))))
    page.goto(f"{server.url}/learn/luz/first")
    walk(page, hands.click)
    files = [url.split("/")[-1] for url in loaded - known if url.endswith((".js", ".css"))]
    folder = Path(heliodor.__file__).parent / "web"
    code = sum(len(gzip.compress(file.read_bytes(), 9)) for name in files for file in folder.rglob(name))
    said = [message for message in messages if json.loads(message)["type"] == "lesson"]
    texts = len(gzip.compress("".join(said).encode(), 9))
    print(f"a lesson adds {code} bytes of code, {texts} of texts")
    assert files
    assert said
    assert code + texts <= MOST_ADDED


def described(tree: list[dict[str, Any]], what: str) -> dict[str, Any] | None:
    """Return the node of an accessibility tree that is described so."""
    return next((node for node in tree if node.get("description", {}).get("value") == what), None)


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=map("-".join, LESSONS))
def test_a_lesson_can_be_done_from_the_accessibility_tree_alone(
    server: Server, visit: Visit, game: str, lesson: str
) -> None:
    """What a screen reader is given is enough: the task is announced, and one element says that it is to be touched."""
    page = visit(f"{server.url}/learn/{game}/{lesson}", language="en").page
    page.locator("[data-ring]").wait_for()
    session = page.context.new_cdp_session(page)
    for _ in range(MOST_TOUCHES * 20):
        tree = accessibility_tree(session)
        assert same_names(tree) == []
        names = [node.get("name", {}).get("value", "") for node in tree]
        if any("Play a real game now" in name for name in names):
            return
        # A dialog, such as the result of a deal, takes the focus to the button that closes it.
        is_dialog = any(node["role"]["value"] == "dialog" for node in tree)
        assert is_dialog or any(re.search(r"step \d+ of \d+", name) for name in names), "the task is in the tree"
        node = described(tree, "touch this")
        if is_dialog:
            page.keyboard.press("Enter")
        elif node is not None:
            role = node["role"]["value"]
            assert role in ("button", "checkbox", "switch"), role
            with contextlib.suppress(Error):  # It may have gone since the tree was read: then it is read again.
                session.send("DOM.focus", {"backendNodeId": node["backendDOMNodeId"]})
                page.keyboard.press("Enter" if role == "button" else "Space")
        page.wait_for_timeout(50)
    raise AssertionError("the lesson does not end")


def refuse_and_answer(page: Page, wrong: Locator) -> None:
    wrong.tap()
    expect(page.locator("[data-answer]")).to_be_visible()
    expect(page.locator(".taught")).to_have_attribute("data-ply", "0")
    expect(page.locator(".notices [data-reason]")).to_have_count(0)


def test_progress_survives_a_reload_and_another_device(server: Server, visit: Visit, browser: Browser) -> None:
    visitor = visit(server.url, size="phone")
    page = visitor.page
    page.locator("[data-offer]").tap()
    page.locator("[data-ring]").wait_for()
    refuse_and_answer(page, page.locator("[data-draw]"))
    page.locator("[data-why]").tap()
    expect(page.locator(".why a")).to_have_attribute("href", re.compile("/rules/nizam#N"))
    walk(page, hands.tap, most=2)
    page.reload()
    expect(page.locator(".taught")).to_have_attribute("data-step", "2")
    cookies = page.context.cookies()
    other = new_context(browser, "desktop", "uk")
    other.add_cookies(cookies)  # type: ignore[arg-type]
    there = Visitor(other.new_page())
    there.page.goto(f"{server.url}/learn/nizam/first")
    expect(there.page.locator(".taught")).to_have_attribute("data-step", "2")
    there.page.locator("[data-back]").click()
    expect(there.page.locator(".taught")).to_have_attribute("data-step", "1")
    for step in range(2, 7):
        there.page.locator("[data-skip-step]").click()
        expect(there.page.locator(".taught")).to_have_attribute("data-step", str(step))
    there.page.locator("[data-first-game]").click()  # One tap: the cards are dealt, and nobody acts before me.
    there.page.locator(".game .status").wait_for()
    assert there.page.locator(".game").get_attribute("data-ply") == "0"
    if there.page.locator("[data-ready]").count():
        there.page.locator("[data-ready]").click()
    expect(there.page.locator(".status:not(.wait)")).to_be_visible()
    assert not there.real_faults()
    other.close()
    page.locator("[data-leave]").tap()
    expect(page.locator("[data-learn=nizam]")).to_have_attribute("aria-label", re.compile("Learn"))
