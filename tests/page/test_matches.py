"""Whole matches of two browsers and bots, by clicking what a person clicks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator

from tests.page import hands
from tests.page.browsing import Server, accessibility_tree, same_names
from tests.page.conftest import Visit
from tests.page.test_people import post

pytestmark = pytest.mark.page

BY_BOTH = 8  # Decisions of each person, before one of them leaves.


def set_option(page, label: str, value: str) -> None:
    page.locator("summary").click()
    page.get_by_label(label).fill(value)
    page.get_by_label(label).blur()


@pytest.mark.parametrize("game", ["luz", "nizam", "pearl", "gnomes"])
def test_two_people_and_bots_play_to_the_end(game: str, server: Server, visit: Visit) -> None:
    """The host plays all of it by hand; the friend leaves the rest to a bot after a while, and sees the same end."""
    players = 6 if game == "gnomes" else 3  # With more players the match ends sooner.
    host = visit(server.url, speed="fast")
    hands.make_table(host.page, game, "friends", players)
    for seat in range(2, players):
        hands.seat_bot(host.page, seat)
    if game == "pearl":
        set_option(host.page, "Turns without a task that end the match", "12")
    hands.submit(host.page)
    friend = visit(hands.invitation(host.page), language="uk")
    friend.page.locator("form .btn.primary").click()
    friend.page.wait_for_url(re.compile("/t/"))
    host.page.locator("[data-start]:not([disabled])").click()
    for visitor in (host, friend):
        visitor.page.locator(".game").wait_for()
    if game == "pearl":  # So short that both play all of it.
        hands.play_to_the_end([host, friend], game)
    else:
        decided = {host: 0, friend: 0}
        while min(decided.values()) < BY_BOTH:
            for visitor in decided:
                assert not hands.is_over(visitor.page)
                decided[visitor] += hands.decide(visitor, game)
        post(friend.page, f"tables/{friend.page.url.rpartition('/')[2]}/leave")
        hands.play_to_the_end([host], game)
        hands.watch_to_the_end(friend)
    results = [
        [re.findall(r"\d+", score) for score in visitor.page.locator(".end ol li b").all_inner_texts()]
        for visitor in (host, friend)
    ]
    assert len(results[0]) == players
    assert results[0] == results[1]
    assert host.page.locator(".end ol li.won").count() >= 1


def test_a_rematch_is_one_tap(server: Server, visit: Visit) -> None:
    alone = visit(server.url)
    hands.make_table(alone.page, "nizam", "bots", 1)
    hands.submit(alone.page)
    alone.page.locator(".game").wait_for()
    post(alone.page, f"tables/{alone.page.url.rpartition('/')[2]}/leave")  # A bot plays it to its end.
    first = alone.page.url
    alone.page.locator("[data-rematch]").click()
    alone.page.wait_for_url(lambda url: url != first)
    alone.page.locator(".game").wait_for()
    assert not hands.is_over(alone.page)


@pytest.mark.parametrize(("game", "players"), [("nizam", 2), ("pearl", 3), ("gnomes", 4), ("luz", 3)])
def test_no_two_controls_of_a_table_have_the_same_name(game: str, players: int, server: Server, visit: Visit) -> None:
    """Also in the middle of a decision: before each click of twelve decisions."""
    visitor = visit(server.url, table=hands.against_bots(game, players), speed="fast")
    session = visitor.page.context.new_cdp_session(visitor.page)

    def press(target: Locator) -> None:
        target.wait_for()
        assert same_names(accessibility_tree(session)) == []
        target.click()

    decided = 0
    while decided < 12 and not hands.is_over(visitor.page):
        decided += hands.decide(visitor, game, press)
    assert decided
