"""A review that several people have open: one leads on a desktop, another follows on a phone, and they talk."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.hints.positions import bot_match
from tests.page.browsing import Server
from tests.page.conftest import Visit
from tests.page.hands import by_keys, click
from tests.page.test_fair import looks_right_everywhere
from tests.page.test_people import post
from tests.page.test_review import check, drop, open_details

pytestmark = pytest.mark.page


def at(page: Page, ply: int) -> None:
    expect(page.locator(f"[data-replay='{ply}']")).to_be_attached()


def state(page: Page, wanted: str) -> None:
    expect(page.locator(f"[data-together={wanted}]")).to_be_attached()


@pytest.mark.parametrize(
    ("other", "follows"), [("uk", "Показує Olha, ви дивитеся"), ("ru", "Показывает Olha, вы смотрите")]
)
def test_one_leads_and_another_follows(other: str, follows: str, server: Server, visit: Visit, tmp_path: Path) -> None:
    one = visit(server.url, "desktop", "en").page
    reader = visit(server.url, "phone", other)
    two = reader.page
    post(one, "me", {"name": "Olha"})
    post(two, "me", {"name": "Ihor"})
    match = bot_match("gnomes", 2, 3, "greedy")
    drop(one, server, match, tmp_path)
    expect(one.locator("[data-together]")).to_have_count(0)  # Alone there is nothing to see of it.
    link = one.url
    click(one.locator("[data-step-on]"))
    by_steps = 1
    at(one, by_steps)
    two.goto(link)
    state(two, "alone")
    expect(one.locator("[data-news]")).to_have_text("Ihor is here, too.")
    by_keys(one.locator("[data-lead]"))
    state(one, "leads")
    state(two, "follows")
    expect(two.locator(".together .state")).to_have_text(follows)
    at(two, 1)
    one.keyboard.press("End")
    at(two, match.ply)
    check(one)
    if other == "uk":
        looks_right_everywhere(reader, "[data-together]")
        state(two, "follows")  # Another language opened it again, at the leader's place.
        at(two, match.ply)
    # The eyes of a seat, too.
    open_details(one)
    one.locator("[data-view]").select_option("1")
    expect(two.locator("[data-viewer='1']")).to_be_attached()
    # After the reader's own step there is a button that leads back.
    click(two.locator("[data-step-back]"))
    state(two, "alone")
    one.locator("[data-view]").select_option("all")
    one.keyboard.press("Escape")
    one.locator("[data-turn-back]").press("Home")
    at(one, 0)
    expect(two.locator("[data-replay='0']")).to_have_count(0)
    click(two.locator("[data-follow]"))
    at(two, 0)
    state(two, "follows")
    # Talk: a phrase in the reader's language, then the lead changes hands.
    click(two.locator("[data-people]"))
    click(two.locator("[data-phrase=hello]"))
    expect(one.locator("[data-heard]")).to_contain_text("Ihor:")
    check(two)
    two.keyboard.press("Escape")
    click(one.locator("[data-people]"))
    one.get_by_role("textbox").fill("Look here")
    one.keyboard.press("Enter")
    expect(two.locator("[data-heard]")).to_contain_text("Look here")
    click(one.locator("[data-looker=Ihor] [data-hand-over]"))
    state(two, "leads")
    state(one, "follows")
    click(two.locator("[data-step-on]"))
    at(one, 1)
    # The leader goes away; the other one may lead at once, if nobody does.
    click(two.locator("[data-stop-leading]"))
    expect(one.locator("[data-lead]")).to_be_attached()
    two.goto(f"{server.url}/healthz")
    expect(one.locator("[data-together]")).to_have_count(0)
