"""What only Luz has: cards chosen before one's turn, and what could have been known at a bet."""

from __future__ import annotations

import re

import pytest

from tests.page import hands
from tests.page.browsing import Server, Visitor
from tests.page.conftest import Visit

pytestmark = pytest.mark.page


def test_after_a_deal_the_page_tells_what_could_have_been_known(server: Server, visit: Visit) -> None:
    visitor = visit(server.url)
    page = visitor.page
    hands.make_table(page, "luz", "bots", 3)
    hands.submit(page)
    page.locator("[data-bet]").wait_for()
    bet = page.locator(".bet output").inner_text()
    while not page.locator("dialog [data-next]").count():
        hands.decide(visitor, "luz")
    known = page.locator("[data-known]")
    known.wait_for()
    rows = [row.locator("th, td").all_inner_texts() for row in known.locator("tbody tr").all()]
    assert rows[0][:2] == ["yours", bet]
    means = [float(row[3].replace("−", "-")) for row in rows]
    if len(rows) == 2:
        assert rows[1][0] == "best"
        assert means[1] >= means[0]
    else:
        assert "No other bet promised more." in known.inner_text()
    assert known.locator(".ranges li").count() == 10
    for card in known.locator(".ranges li").all():
        value = int(card.locator("b").inner_text())
        bounds = [int(bound) for bound in card.locator("span").first.inner_text().split("–")]
        assert bounds[0] <= value <= bounds[-1]


def test_l10_the_log_keeps_no_card_of_a_covered_trick(server: Server, visit: Visit) -> None:
    visitor = visit(server.url)
    page = visitor.page
    hands.make_table(page, "luz", "bots", 3)
    hands.submit(page)
    takes, plays = (
        re.compile("takes the trick"),
        re.compile(r"^(?!All bets).* (leads|follows|plays a trump|discards)\b"),
    )
    lines: list[str] = []
    while sum(bool(takes.search(line)) for line in lines) < 3:
        hands.decide(visitor, "luz")
        lines = page.locator(".log li").all_inner_texts()[::-1]
    last_taken = max(place for place, line in enumerate(lines) if takes.search(line))
    lies_open = not any(plays.search(line) for line in lines[last_taken:])
    told = [bool(re.search(r"\d", line)) for line in lines[: last_taken + 1] if plays.search(line)]
    assert len(told) == 9
    assert told == [False] * 6 + [lies_open] * 3
    assert (page.get_by_role("heading", name="Last trick").count() == 1) == lies_open


def three_people(server: Server, visit: Visit, **settings: bool) -> list[Visitor]:
    host = visit(server.url, **settings)
    hands.make_table(host.page, "luz", "friends", 3)
    hands.submit(host.page)
    link = hands.invitation(host.page)
    people = [host]
    for _ in range(2):
        friend = visit(link, **settings)
        friend.page.locator("form .btn.primary").click()
        friend.page.wait_for_url(re.compile("/t/"))
        people.append(friend)
    host.page.locator("[data-start]:not([disabled])").click()
    for person in people:
        person.page.locator(".game").wait_for()
    return people


def test_a_card_chosen_before_ones_turn_is_played_when_it_comes(server: Server, visit: Visit) -> None:
    people = three_people(server, visit, queue=True)
    while phase_of(leader := next_to_act(people)) == "betting":
        hands.decide(leader, "luz")
    while hands.is_my_turn(leader.page):
        hands.decide(leader, "luz")
    second = next_to_act(people)
    [third] = [person for person in people if person not in (leader, second)]
    page = third.page
    page.locator(".trick .face").wait_for()
    page.wait_for_function("document.querySelector('.game:not([data-animating]) [data-slot][aria-disabled=false]')")
    assert not hands.is_my_turn(page)
    cards = page.locator("[data-slot]").count()
    led = str(page.locator(".led b").first.inner_text())
    same = page.get_by_role("group", name=led).locator("[data-slot]")
    chosen = same.first if same.count() else page.locator("[data-slot]").first
    chosen.click()
    page.locator(".mine.queued").wait_for()
    hands.decide(second, "luz")
    page.wait_for_function("count => document.querySelectorAll('[data-slot]').length === count", arg=cards - 1)
    assert page.locator(".mine.queued").count() == 0


def phase_of(person: Visitor) -> str | None:
    return person.page.locator(".game").get_attribute("data-phase")


def next_to_act(people: list[Visitor]) -> Visitor:
    """Wait until it is somebody's turn, and return whose."""
    for _ in range(300):
        for person in people:
            if hands.is_my_turn(person.page):
                return person
        people[0].page.wait_for_timeout(30)
    raise AssertionError("it is nobody's turn")
