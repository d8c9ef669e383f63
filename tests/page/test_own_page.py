"""A person's own page: matches, ratings, devices, mutes, and a copy or the removal of everything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from heliodor.store import open_engine, people, ratings, transaction
from heliodor.store.rows import Person
from tests.page import hands
from tests.page.browsing import Server
from tests.page.conftest import Visit
from tests.page.test_fair import looks_right_everywhere
from tests.page.test_people import post

pytestmark = pytest.mark.page

ME = "fetch('/api/me').then((answer) => answer.json())"


def open_folds(page: Page) -> None:
    page.locator("[data-my-name]").wait_for()
    page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")


def seat_two(host: Page, guest: Page, game: str, settings: object = None) -> str:
    """Return a started table of two people."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = post(host, "tables", {"game": game, "seats": seats, **({"settings": settings} if settings else {})})
    post(guest, f"tables/{table['id']}/join", {"token": table["join_token"]})
    post(host, f"tables/{table['id']}/start")
    return str(table["id"])


def rate_often(server: Server, person: str) -> None:
    """Let a person win nine rated matches, as a server would note them."""
    engine = open_engine(server.database)
    with transaction(engine) as connection:
        people.create_person(connection, Person(f"rival-of-{person}", "Ihor", "en"), 1)
        for number in range(9):
            placed = [(person, 0), (f"rival-of-{person}", 1)]
            ratings.rate(connection, "nizam", placed, 1_700_000_000_000 + number)
    engine.dispose()


@pytest.mark.parametrize(("size", "language"), [("phone", "uk"), ("desktop", "en")])
def test_my_page_shows_my_matches_ratings_and_my_code_only_when_asked(
    size: str, language: str, server: Server, visit: Visit
) -> None:
    visitor = visit(server.url, size=size, language=language)
    page = visitor.page
    page.goto(f"{server.url}/me")
    expect(page.locator("main .card")).to_have_count(1)  # Nobody knows a newcomer.
    me = post(page, "me", {"name": "Оленка"})
    rate_often(server, me["id"])
    other = visit(server.url).page
    post(other, "me", {"name": "Ihor"})
    days = {"clock": {"kind": "days", "days": 2}}
    table = seat_two(page, other, "nizam", days)
    page.goto(f"{server.url}/me")
    expect(page.locator("[data-my-name]")).to_have_text("Оленка")
    expect(page.locator("[data-running] li")).to_have_count(1)
    expect(page.locator("[data-running] li small")).to_contain_text("2 дні" if language == "uk" else "2 days")
    expect(page.locator("[data-rating=nizam] b")).not_to_contain_text("?")
    assert len(page.locator("[data-rating=nizam] path").nth(1).get_attribute("d") or "") > 50
    open_folds(page)
    expect(page.locator("[data-my-code]")).to_have_count(0)
    codes = []
    for _ in range(2):
        page.locator("[data-show-code]").click()
        codes.append(page.locator("[data-my-code]").inner_text())
        page.locator("[data-show-code]").click()
    assert codes[0] == codes[1] and len(codes[0]) == 23
    if size == "phone":
        looks_right_everywhere(visitor, "[data-rating=nizam]", folds=True)
    page.locator(f"a[href='/t/{table}']").click()
    page.locator(".game").wait_for()


def test_finished_matches_stand_with_result_review_and_whom_they_were_against(server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size="phone", language="ru")
    page = visitor.page
    post(page, "me", {"name": "Olha"})
    seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
    table = post(page, "tables", {"game": "nizam", "seats": seats})["id"]
    post(page, f"tables/{table}/start")
    page.goto(f"{server.url}/t/{table}")
    hands.play_on_without_the_page(visitor, server)
    page.goto(f"{server.url}/me")
    finished = page.locator("[data-finished] li")
    expect(finished).to_have_count(1)
    expect(finished.locator(".res")).not_to_be_empty()
    open_folds(page)
    expect(page.locator("[data-rivals] li")).to_have_count(1)
    expect(page.locator("[data-progress]")).to_be_visible()
    finished.locator(f"a[href='/replay/{table}#0']").click()
    expect(page.locator("[data-replay='0']")).to_be_attached()
    # Without the person it is still there, with a name that names nobody.
    page.goto(f"{server.url}/healthz")
    stranger = visit(server.url)
    stranger.excuses.append("404")  # The table itself is not a stranger's.
    other = stranger.page
    other.goto(f"{server.url}/replay/{table}#0")
    expect(other.locator("[data-replay='0']")).to_be_attached()
    names = f"fetch('/api/reviews/{table}').then((answer) => answer.json()).then((review) => review.names)"
    assert "Olha" in other.evaluate(names)
    post(page, "me/remove", {"name": "Olha"})
    assert "Olha" not in other.evaluate(names) and len(other.evaluate(names)) == 2
    other.reload()
    expect(other.locator("[data-replay='0']")).to_be_attached()
    expect(other.locator("body")).not_to_contain_text("Olha")


def test_the_last_device_stays_signed_in(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    post(page, "me", {"name": "Olha"})
    code = post(page, "me/code/show")["code"]
    phone = visit(server.url, size="phone").page
    post(phone, "me/recover", {"code": code})
    page.goto(f"{server.url}/me")
    open_folds(page)
    page.locator("[data-sign-out]").click()
    page.locator("[data-signed-out]").wait_for()
    assert page.evaluate(ME)["name"] == "Olha"
    assert phone.evaluate(ME) is None


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_copy_of_everything_and_then_nothing(size: str, server: Server, visit: Visit, tmp_path: Path) -> None:
    page = visit(server.url, size=size).page
    post(page, "me", {"name": "Olha"})
    post(page, "tables", {"game": "nizam", "seats": [{"kind": "me"}, {"kind": "open"}]})
    page.goto(f"{server.url}/me")
    open_folds(page)
    with page.expect_download() as download:
        page.locator("[data-export]").click()
    download.value.save_as(tmp_path / "me.json")
    copy = json.loads((tmp_path / "me.json").read_text())
    assert {"people", "matches", "seats"} <= {row["table"] for row in copy["rows"]}
    page.locator("[data-remove]").click()
    expect(page.locator("[data-remove-now]")).to_be_disabled()
    page.locator("[data-remove-name]").fill("Olha")
    page.locator("[data-remove-now]").click()
    expect(page.locator("[data-my-name]")).to_have_count(0)
    assert page.evaluate(ME) is None
    expect(page.locator("main .card")).to_have_count(1)


def test_a_muted_player_is_not_read_any_more(server: Server, visit: Visit) -> None:
    page, other = visit(server.url).page, visit(server.url).page
    post(page, "me", {"name": "Olha"})
    post(other, "me", {"name": "Ihor"})
    table = seat_two(page, other, "nizam")
    for each in (page, other):
        each.goto(f"{server.url}/t/{table}")
        each.locator(".game").wait_for()
    hands.click(page.locator("[data-panel=menu]"))
    page.locator("[data-mute='1']").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    hands.click(other.locator("[data-panel=talk]"))
    other.locator("[data-phrase=hello]").click()
    expect(other.locator("dialog .log li")).to_have_count(1)
    hands.click(page.locator("[data-panel=talk]"))
    page.locator("[data-phrase=thanks]").click()
    expect(page.locator("dialog .log li")).to_have_count(1)
    expect(page.locator("dialog .log li")).to_contain_text("Thank you!")


def test_home_shows_the_two_tables_that_wait_for_me_the_soonest_first(server: Server, visit: Visit) -> None:
    page, other = visit(server.url).page, visit(server.url).page
    post(page, "me", {"name": "Olha"})
    post(other, "me", {"name": "Ihor"})
    mine: list[str] = []
    waiting = 0
    while len(mine) < 3 or not waiting:  # The deal says who begins, so there may be more than three.
        days = (5, 4, 3, 5)[min(len(mine), 3)]
        table = seat_two(page, other, "nizam", {"clock": {"kind": "days", "days": days}})
        found = page.evaluate(f"fetch('/api/tables/{table}').then((answer) => answer.json())")
        if found["seats"][found["to_act"]]["yours"]:
            mine.append(table)
        else:
            waiting += 1
    page.goto(server.url)
    expect(page.locator(".cont > .turn")).to_have_count(2)
    soonest = [mine[2], mine[1]]
    assert [each.get_attribute("href") for each in page.locator(".cont > .turn").all()] == [
        f"/t/{table}" for table in soonest
    ]
    expect(page.locator(".cont > .turn").first).to_contain_text("3 days left")
    expect(page.locator(".cont summary")).to_contain_text(str(len(mine) - 2 + waiting))
