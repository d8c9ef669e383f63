"""Several people, each with their own browser: the link after the start, another host, offers and refusals."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.browsing import Server
from tests.page.conftest import Visit
from tests.page.test_people import post

pytestmark = pytest.mark.page


def arrive(visit: Visit, server: Server, name: str, **how: str) -> Page:
    page: Page = visit(server.url, **how).page
    post(page, "me", {"name": name})
    return page


def make_table(host: Page, *guests: Page, start: bool = True, **settings: Any) -> dict[str, Any]:
    """Make a table of Luz, let guests sit down, and give the rest to bots."""
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in guests)]
    seats += [{"kind": "bot", "level": "random"}] * (3 - len(seats))
    table: dict[str, Any] = post(host, "tables", {"game": "luz", "seats": seats, "settings": settings})
    for guest in guests:
        post(guest, f"tables/{table['id']}/join", {"token": table["join_token"]})
    if start:
        post(host, f"tables/{table['id']}/start")
    return table


def test_the_invitation_after_the_start_leads_to_the_table_or_to_watching(server: Server, visit: Visit) -> None:
    host, guest, late = (arrive(visit, server, name) for name in ("Olha", "Ihor", "Mira"))
    table = make_table(host, guest)
    link = f"{server.url}/join#{table['join_token']}"
    guest.goto(link)
    guest.wait_for_url(f"**/t/{table['id']}")
    guest.locator(".game").wait_for()
    late.goto(link)
    expect(late.locator("[data-begun]")).to_contain_text("The match has begun without you. You can watch it.")
    expect(late.locator("form")).to_have_count(0)
    late.get_by_role("link", name="Watch").click()
    late.locator(".game").wait_for()
    closed = make_table(host, guest, spectators=False)
    late.goto(f"{server.url}/join#{closed['join_token']}")
    late.reload()  # Only what follows the # has changed.
    expect(late.locator("[data-begun] p")).to_have_text("The match has begun without you.")
    expect(late.get_by_role("link", name="Watch")).to_have_count(0)


def test_the_next_person_is_host_when_the_host_leaves_and_sees_it(server: Server, visit: Visit) -> None:
    host, guest = (arrive(visit, server, name) for name in ("Olha", "Ihor"))
    table = make_table(host, guest, start=False)
    guest.goto(f"{server.url}/t/{table['id']}")
    expect(guest.locator("li:has([data-host])")).to_contain_text("Olha")
    expect(guest.locator("[data-start]")).to_have_count(0)
    post(host, f"tables/{table['id']}/leave")
    expect(guest.locator("[data-told]")).to_have_text("You are the host now.")
    expect(guest.locator("li:has([data-host])")).to_contain_text("Ihor")
    guest.locator("li .btn").filter(has_text="Give to a bot").click()
    guest.locator("[data-start]").click()
    guest.locator(".game").wait_for()


def test_an_offer_names_who_makes_it_and_a_refusal_is_shown(server: Server, visit: Visit) -> None:
    host, guest = (arrive(visit, server, name) for name in ("Olha", "Ihor"))
    table = make_table(host, guest)
    for page in (host, guest):
        page.goto(f"{server.url}/t/{table['id']}")
        page.locator(".game").wait_for()
    host.locator("[data-panel=menu]").click()
    host.get_by_role("button", name="Offer a pause").click()
    expect(host.locator("[data-offered=pause]")).to_contain_text("You have offered a pause.")
    expect(guest.locator("[data-offered=pause]")).to_contain_text("Olha offers a pause.")
    guest.locator("[data-decline]").click()
    expect(host.locator("[data-told]")).to_have_text("Ihor said no to the pause.")
    expect(host.locator("[data-offered]")).to_have_count(0)
    # What is over is not shown again to a person who comes later.
    host.reload()
    host.locator(".game").wait_for()
    expect(host.locator("[data-told]")).to_have_count(0)


def test_somebody_removed_from_the_lobby_is_informed(server: Server, visit: Visit) -> None:
    host, guest = (arrive(visit, server, name) for name in ("Olha", "Ihor"))
    table = make_table(host, guest, start=False)
    guest.goto(f"{server.url}/t/{table['id']}")
    host.goto(f"{server.url}/t/{table['id']}")
    guest.locator("li:has([data-host])").wait_for()
    link = host.locator(".invite input")
    host.locator("li .btn").filter(has_text="Free the seat").first.click()
    expect(guest.locator("[data-reason=removed]")).to_contain_text("To come back you need the new link.")
    expect(link).not_to_have_value(f"{server.url}/join#{table['join_token']}")


def test_the_list_of_public_tables_tells_the_host_and_the_terms(server: Server, visit: Visit) -> None:
    host, guest = (arrive(visit, server, name, size="phone") for name in ("Taras", "Ihor"))
    settings = {"public": True, "game": {"aid": "full"}, "hints": "open", "clock": {"kind": "turn", "seconds": 60}}
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]
    options = {"bead_supply": "box"}
    post(host, "tables", {"game": "luz", "seats": seats, "settings": settings, "options": options})
    guest.goto(server.url)
    listed = guest.locator(".tables li").filter(has_text="Taras")
    expect(listed.locator("[data-host]")).to_have_text("host: Taras")
    for term in ("1 minute a turn", "Deduction aid: all possible values", "Hints: allowed", "Beads for bets: the 15"):
        expect(listed.locator("[data-terms]")).to_contain_text(term)
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
