"""Every lesson, walked to its end by following the coach and the ring alone."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from heliodor import get_game
from heliodor.games import GAME_IDS
from heliodor.lessons import lessons_of
from tests.page import hands
from tests.page.browsing import Server, Visitor, new_context, paint
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

LESSONS = [(game_id, lesson.id) for game_id in GAME_IDS for lesson in lessons_of(get_game(game_id)).lessons]
LANGUAGES = ("uk", "en", "ru")
MOST_TOUCHES = 12  # In one step.


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


def touch(page: Page, press: hands.Press) -> None:
    """Touch what is ringed; the result of a deal is closed first, as at a table, also if it opens meanwhile."""
    result = page.locator("dialog[open] .primary")
    try:
        press(result if result.count() else page.locator("[data-ring]"))
    except AssertionError:
        if not result.count():
            raise
        press(result)


def walk(page: Page, press: hands.Press, most: int | None = None) -> int:
    """Touch what is ringed until the lesson is over, or until a step; return the number of touches."""
    game, touches = page.locator(".taught"), 0
    game.wait_for()
    while game.get_attribute("data-step") != str(most) and not page.locator("[data-coach] [data-end]").count():
        now = game.get_attribute("data-step")
        for _ in range(MOST_TOUCHES):
            touch(page, press)
            touches += 1
            page.wait_for_timeout(30)
            page.locator("[data-ring], [data-coach] [data-end]").first.wait_for(state="attached")
            if game.get_attribute("data-step") != now:
                break
        else:
            raise AssertionError(f"step {now} is not done after {MOST_TOUCHES} touches")
    return touches


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=map("-".join, LESSONS))
def test_a_lesson_is_learned_by_touch_on_a_phone_and_by_keys_on_a_desktop(
    server: Server, visit: Visit, game: str, lesson: str
) -> None:
    place = LESSONS.index((game, lesson))
    for number, (size, press) in enumerate((("phone", hands.tap), ("desktop", by_keys))):
        language = LANGUAGES[(place + number) % len(LANGUAGES)]
        visitor = visit(f"{server.url}/learn/{game}/{lesson}", size=size, language=language)
        page = visitor.page
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.locator("[data-ring]").wait_for()
        if number == 0:
            check_with_axe(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off"
        touches = walk(page, press)
        print(f"{game} {lesson} ({size}, {language}): {touches} touches")
        expect(page.locator("[data-coach] [data-end]")).not_to_be_empty()
        if number == 1:
            check_with_axe(page)
        page.goto(server.url)
        expect(page.locator(f"[data-learn={game}]")).to_be_visible()


def described(tree: list[dict], what: str) -> dict | None:  # type: ignore[type-arg]
    """Return the node of an accessibility tree that is described so."""
    return next((node for node in tree if node.get("description", {}).get("value") == what), None)


def test_a_lesson_can_be_done_from_the_accessibility_tree_alone(server: Server, visit: Visit) -> None:
    """What a screen reader is given is enough: the task is announced, and one element says that it is to be touched."""
    page = visit(f"{server.url}/learn/nizam/first", language="en").page
    page.locator("[data-ring]").wait_for()
    session = page.context.new_cdp_session(page)
    done = False
    for _ in range(60):
        tree = session.send("Accessibility.getFullAXTree")["nodes"]
        names = [node.get("name", {}).get("value", "") for node in tree if not node["ignored"]]
        if any("Play a real game now" in name for name in names):
            done = True
            break
        assert any(re.search(r"step \d of \d", name) for name in names), "the task is in the tree"
        node = described(tree, "touch this")
        if node is None:
            page.wait_for_timeout(50)
            continue
        assert node["role"]["value"] == "button"
        found = session.send("DOM.resolveNode", {"backendNodeId": node["backendDOMNodeId"]})["object"]["objectId"]
        session.send("DOM.focus", {"backendNodeId": node["backendDOMNodeId"]})
        session.send("Runtime.releaseObject", {"objectId": found})
        page.keyboard.press("Enter")
        page.wait_for_timeout(50)
    assert done


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
