"""Power cuts, slow lines and lost messages: the page recovers by itself."""

from __future__ import annotations

import random
import re
import time

import pytest
from playwright.sync_api import WebSocketRoute

from tests.page import hands
from tests.page.browsing import Server
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

# Look and click at once: in between, a message could end the deal and open a dialog over the bet.
DECIDE_IN_LUZ = """() => {
  if (!document.querySelector('.status:not(.wait)') || document.querySelector('dialog[open]')) return;
  document.querySelector('[data-bet], [data-slot][aria-disabled=false]')?.click();
}"""


MOST_SECONDS_DEAD = 13  # A ping every 5, an answer within 7, and a look at the clock every second.


def test_a_fault_in_the_console_names_its_address(server: Server, visit: Visit) -> None:
    visitor = visit(f"{server.url}/healthz")  # Beside it the browser asks for an icon, and there is one.
    with visitor.page.expect_console_message(lambda message: message.type == "error"):
        visitor.page.evaluate("fetch('/api/nothing')")
    assert all(fault.endswith(f"({server.url}/api/nothing)") for fault in visitor.faults), visitor.faults
    visitor.excuses.append("/api/nothing")


def test_the_page_notices_a_dead_line_after_about_twelve_seconds_and_comes_back(server: Server, visit: Visit) -> None:
    alone = visit(f"{server.url}/healthz")
    page = alone.page
    is_dead = False

    def line(route: WebSocketRoute) -> None:
        upstream = route.connect_to_server()
        upstream.on_message(lambda message: None if is_dead else route.send(message))
        route.on_message(lambda message: None if is_dead else upstream.send(message))
        route.on_close(lambda code, reason: None)  # A dead line closes nothing on the other side.

    page.route_web_socket("**/api/socket*", line)
    page.clock.install()
    page.goto(server.url)
    page.locator("[data-play=gnomes]").click()
    page.locator(".status:not(.wait)").wait_for()
    assert page.locator(".notices .lost").count() == 0
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)  # From here on the test alone moves the clock.
    is_dead = True
    page.clock.run_for(5_000)  # The page has sent a ping by now, and still hopes.
    assert page.locator(".notices .lost").count() == 0
    page.clock.run_for(MOST_SECONDS_DEAD * 1_000 - 5_000)
    page.locator(".notices .lost").wait_for()
    is_dead = False
    page.clock.resume()
    page.locator(".notices .lost").wait_for(state="detached")
    hands.decide(alone, "gnomes")


def test_a_killed_server_costs_nothing(own_server: Server, visit: Visit) -> None:
    alone = visit(own_server.url)
    page = alone.page
    page.locator("[data-play=gnomes]").click()
    page.locator(".status:not(.wait)").wait_for()
    hands.decide(alone, "gnomes")
    page.locator(".status:not(.wait)").wait_for()
    ply = page.locator(".game").get_attribute("data-ply")
    log = page.locator(".log li").all_inner_texts()
    own_server.kill()
    page.locator(".notices .lost").wait_for()
    own_server.start()
    page.locator(".notices .lost").wait_for(state="detached")
    assert page.locator(".game").get_attribute("data-ply") == ply
    assert page.locator(".log li").all_inner_texts() == log
    hands.decide(alone, "gnomes")
    assert page.locator(".game").get_attribute("data-ply") != ply


def test_an_action_under_way_in_a_power_cut_is_played_once(own_server: Server, visit: Visit) -> None:
    alone = visit(own_server.url)
    page = alone.page
    page.locator("[data-play=gnomes]").click()
    page.locator(".status:not(.wait)").wait_for()
    ply = int(page.locator(".game").get_attribute("data-ply") or 0)
    own_server.kill()
    for _ in range(4):  # It is chosen and confirmed; nothing seems to happen: people click again.
        page.locator("[data-take=deck]").click()
    own_server.start()
    page.locator(f".game[data-ply='{ply + 1}']").wait_for()
    assert page.locator(".notices .lost, .notices .refusal").count() == 0
    assert page.locator("[data-take][aria-disabled=false]").count() == 0


# Whether the log names every card that was played in a finished deal.
TELLS_ALL = r"""() => {
  const lines = [...document.querySelectorAll('.log li')].map((line) => line.innerText.trim());
  const covered = /^(?!All bets).*(leads|follows|plays a trump|discards)\.$/;
  return lines.length > 0 && !lines.some((line) => covered.test(line));
}"""


def test_a_slow_and_lossy_line_delays_but_spoils_nothing(server: Server, visit: Visit) -> None:
    chance = random.Random(5)
    alone = visit(server.url, speed="fast")
    page = alone.page
    lost = 0

    def disturb(route: WebSocketRoute) -> None:
        upstream = route.connect_to_server()

        def to_page(message: str | bytes) -> None:
            nonlocal lost
            time.sleep(chance.uniform(0, 0.05))
            if b"update" in (message if isinstance(message, bytes) else message.encode()) and chance.random() < 0.2:
                lost += 1  # The page notices the gap and asks for a fresh view.
            else:
                route.send(message)

        def to_server(message: str | bytes) -> None:
            time.sleep(chance.uniform(0, 0.05))
            if chance.random() < 0.05:
                route.close(code=1012)
            else:
                upstream.send(message)

        upstream.on_message(to_page)
        route.on_message(to_server)

    page.route_web_socket("**/api/socket*", disturb)
    hands.make_table(page, "luz", "bots", 3)
    hands.submit(page)
    page.locator(".game").wait_for()
    deal_over = page.locator("dialog [data-next]")
    while not deal_over.count():  # The first deal is played to its end.
        page.evaluate(DECIDE_IN_LUZ)
        page.wait_for_timeout(60)
    assert lost > 0
    page.wait_for_function(TELLS_ALL)
    log = page.locator(".log li").all_inner_texts()
    page.reload()
    page.locator(".log li").first.wait_for()
    told = page.locator(".log li").all_inner_texts()
    assert told[-len(log) :] == log, "every event was shown once and in order"


def test_l10_after_a_deal_an_open_page_and_a_reloaded_one_tell_the_same(server: Server, visit: Visit) -> None:
    alone = visit(server.url, speed="fast")
    page = alone.page
    hands.make_table(page, "luz", "bots", 3)
    hands.submit(page)
    page.locator(".game").wait_for()
    covered = 0
    while not page.locator("dialog [data-next]").count():
        hands.decide(alone, "luz", goes_on=False)
        covered += not page.evaluate(TELLS_ALL)
    assert covered, "while the deal is played, taken tricks are covered in the log"
    page.wait_for_function(TELLS_ALL)
    log = page.locator(".log li").all_inner_texts()
    plays = [line for line in log if re.search(r"(leads|follows with|plays a trump:|discards) \w+ \d", line)]
    assert len(plays) == 30
    page.reload()
    page.wait_for_function(TELLS_ALL)
    assert page.locator(".log li").all_inner_texts()[-len(log) :] == log
