"""Checking a deal in the page: the browser mixes the cards again and believes nobody."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from heliodor import fairness
from heliodor.cli import admin
from heliodor.cli.record import verify
from tests.page.browsing import Server, Visitor, use_language
from tests.page.conftest import Visit
from tests.page.test_fair import ask, looks_right, looks_right_everywhere

pytestmark = pytest.mark.page

Tamper = Callable[[dict[str, Any]], None]


def played_match(visitor: Visitor, server: Server, game: str = "nizam") -> str:
    """Let bots play a match in which this browser's seed was used; return its table."""
    page = visitor.page
    page.locator(f"[data-play={game}]").click()
    page.locator(".game").wait_for()
    table = page.url.rpartition("/")[2].partition("#")[0]
    ask(visitor, server, f"tables/{table}/leave")
    page.locator("[data-check-deal]").wait_for(timeout=120_000)
    return table


def other_number(record: dict[str, Any]) -> None:
    """The server opens another number, with the fingerprint of that one."""
    record["fairness"]["server_seed"] = "cd" * 32
    record["fairness"]["commitment"] = fairness.commitment_to("cd" * 32)


def other_number_only(record: dict[str, Any]) -> None:
    record["fairness"]["server_seed"] = "cd" * 32


def other_player(record: dict[str, Any]) -> None:
    """The server claims that this browser gave another number."""
    record["fairness"]["seat_seeds"][0] = "ab" * 32


def no_player(record: dict[str, Any]) -> None:
    record["fairness"]["seat_seeds"][0] = None


def exchanged_cards(record: dict[str, Any]) -> None:
    cards = record["shuffles"][0]
    other = next(place for place, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]


def replaced_card(record: dict[str, Any]) -> None:
    """One card of the last shuffle is of another kind: only the rules tell which cards were to be shuffled."""
    kinds = sorted({card for cards in record["shuffles"] for card in cards})
    cards = record["shuffles"][-1]
    cards[-1] = kinds[(kinds.index(cards[-1]) + 1) % len(kinds)]


def lie(page: Page, tamper: Tamper) -> None:
    """Put a proxy between page and server that changes the record on its way."""

    def answer(route: Route) -> None:
        record = route.fetch().json()
        tamper(record)
        route.fulfill(json=record)

    page.unroute_all()
    page.route("**/api/tables/*/record", answer)


FOUND = {
    other_number: "showed another check number",
    other_number_only: "opened another number",
    other_player: "Your number did not take part",
    no_player: "Your number did not take part",
    replaced_card: "of this match is not what the numbers give",
    exchanged_cards: "Deal of this match is not what the numbers give",
}


def test_a_server_that_lies_is_caught_by_the_page(server: Server, visit: Visit, tmp_path: Path) -> None:
    alone = visit(server.url, size="phone")
    page, table = alone.page, played_match(alone, server)
    page.locator("[data-check-deal]").click()
    page.locator("[data-check=sound]").wait_for()
    expect(page.locator(".verdict")).to_contain_text("Nobody could choose the cards.")
    expect(page.locator("[data-seed=mine] .ok")).to_have_text("took part")
    assert page.locator("[data-shuffle]").count() == page.locator("[data-shuffle=true]").count() > 0
    looks_right_everywhere(alone, "[data-check=sound]")
    for tamper, sentence in FOUND.items():
        lie(page, tamper)
        page.goto(f"{server.url}/check/{table}")
        page.locator("[data-check=broken]").wait_for()
        expect(page.locator(".verdict.bad")).to_contain_text(sentence)
    # The same record is refused by the command line.
    expect(page.locator("[data-wrong-card]")).to_contain_text("Card 1 should be: ")
    looks_right_everywhere(alone, "[data-check=broken]")
    with page.expect_download() as saved:
        page.locator("[data-save]").click()
    file = tmp_path / "record.json"
    saved.value.save_as(file)
    assert verify(str(file), quiet=True) == 1
    page.unroute_all()
    assert verify(_saved(page, server, table, tmp_path), quiet=True) == 0
    # Without a network nothing is called checked.
    alone.excuses.append("ERR_FAILED")
    page.route("**/api/tables/*/record", lambda route: route.abort())
    page.goto(f"{server.url}/check/{table}")
    page.locator("[data-check=none]").wait_for()
    assert page.locator(".ok").count() == 0
    page.unroute_all()
    page.locator("[data-again]").click()
    page.locator("[data-check=sound]").wait_for()


def _saved(page: Page, server: Server, table: str, folder: Path) -> str:
    file = folder / "honest.json"
    file.write_bytes(page.request.get(f"{server.url}/api/tables/{table}/record").body())
    return str(file)


@pytest.mark.parametrize(("size", "language"), [("desktop", "uk"), ("phone", "ru")])
def test_record_files_of_every_game_are_checked_without_a_network(
    size: str, language: str, server: Server, visit: Visit, tmp_path: Path
) -> None:
    visitor = visit(f"{server.url}/check", size=size, language=language)
    page = visitor.page
    golden = Path(__file__).parents[1] / "golden" / "fair.jsonl"
    records = [json.loads(line) for line in golden.read_text(encoding="utf-8").splitlines()]
    field = page.locator("input[type=file]")
    for record in {record["game"]: record for record in records}.values():  # Loads each game's cards, while it can.
        field.set_input_files({"name": "a.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()})
        expect(page.locator("h1")).to_contain_text(" · ")
        page.locator("[data-check=sound]").wait_for()
    looks_right(visitor, axe=language == "uk")
    page.context.set_offline(True)
    try:
        file = tmp_path / "record.json"
        for record in records:
            for tamper in (exchanged_cards, replaced_card):
                told = json.loads(json.dumps(record))
                tamper(told)
                file.write_text(json.dumps(told), encoding="utf-8")
                field.set_input_files(file)
                page.locator("[data-check=broken] [data-wrong-card]").wait_for()
                assert verify(str(file), quiet=True) == 1
        field.set_input_files({"name": "a.json", "mimeType": "application/json", "buffer": b"cards"})
        page.locator("[data-check=none]").wait_for()
        looks_right(visitor, axe=False)
    finally:
        page.context.set_offline(False)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_deal_that_does_not_agree_is_reported_to_the_host(
    size: str, server: Server, visit: Visit, capsys: pytest.CaptureFixture[str]
) -> None:
    visitor = visit(server.url, size=size)
    page, table = visitor.page, played_match(visitor, server)
    lie(page, exchanged_cards)
    page.goto(f"{server.url}/check/{table}")
    page.locator("[data-check=broken]").wait_for()
    for language in ("uk", "ru", "en"):
        use_language(page, language)
        page.locator("[data-report]").click()
        page.locator("[data-send-report]").wait_for()
        assert page.locator("dialog textarea").input_value().startswith(page.locator(".verdict.bad span").inner_text())
        looks_right(visitor, axe=size == "phone")
        if language != "en":
            page.keyboard.press("Escape")
    page.locator("dialog textarea").fill("Card 1 is another one")
    page.locator("[data-send-report]").click()
    page.locator("[data-report-sent]").wait_for()
    looks_right(visitor, axe=size == "phone")
    # The host reads it.
    admin.reports(site=admin.Where(database=server.database), json=True)
    (found,) = [row for row in map(json.loads, capsys.readouterr().out.splitlines()) if row["match_id"] == table]
    assert (found["kind"], found["text"]) == ("deal", "Card 1 is another one")
