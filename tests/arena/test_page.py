"""The page: well-formed, self-contained, and safe whatever a bot is called."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import msgspec
import pytest

from heliodor.arena.page import make_page
from heliodor.arena.play import Failure
from heliodor.arena.report import Circumstances, Report, make_report
from tests.arena.tournaments import job_of, outcome

VOID = {"meta", "br", "img", "link", "input", "hr"}  # Elements without an end.
NASTY = '<script src="https://example.org/x.js">&'


class Checker(HTMLParser):
    """Checks that elements are closed in order; collects what a browser might load."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: set[str] = set()
        self.loads: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.loads += [f"{tag} {name}" for name, _ in attrs if name in ("src", "href", "data", "action", "srcset")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def report_for(players: int, game: str = "nizam", names: str = "AB", mode: str = "table") -> Report:
    job = job_of(*(f"{name}=random" for name in names), game=game, players=players)
    seats = names[0] + names[1:] * (players - 1) if mode != "table" else (names * players)[:players]
    played = [
        outcome(deal, seats[-by:] + seats[:-by], list(range(players))) for deal in range(4) for by in range(players)
    ]
    if players == 1:
        played = [outcome(deal, name, [deal]) for deal in range(4) for name in names]
    played[0].failure = Failure(0, played[0].seats[0], "died", f"it said {NASTY}")
    played[0].winners = []
    about = Circumstances(mode, 4, players, 2.0, 0, "one process", f"heliodor arena --bots '{NASTY}'")  # type: ignore[arg-type]
    return make_report(job, played, about)


def rename(report: Report, old: str, new: str) -> Report:
    """Give a bot a name that the helpers above cannot write."""
    text = msgspec.json.encode(report).replace(f'"{old}"'.encode(), msgspec.json.encode(new))
    return msgspec.json.decode(text, type=Report)


REPORTS = {
    "two players": report_for(2),
    "solo": report_for(1),
    "one bot alone": report_for(1, names="A"),
    "duel": report_for(4, mode="duel"),
    "challenge": report_for(4, mode="challenge"),
    "six numbers": report_for(3, game="gnomes", names="ABC"),
    "a nasty name": rename(report_for(2), "B", NASTY),
}


@pytest.mark.parametrize("kind", REPORTS)
def test_the_page_is_well_formed_and_loads_nothing(kind: str) -> None:
    page = make_page(REPORTS[kind])
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    assert checker.loads == []
    assert not checker.elements & {"script", "link", "img", "iframe", "object", "embed", "base"}
    assert not re.search(r"url\(|@import|@font-face|\bnan\b", page)
    assert "default-src 'none'" in page


def test_names_and_messages_of_bots_are_shown_as_they_are() -> None:
    checker = Checker()
    checker.feed(make_page(REPORTS["a nasty name"]))
    assert checker.text.count(NASTY) > 3


@pytest.mark.parametrize("kind", REPORTS)
def test_every_figure_of_a_bot_is_there_in_numbers(kind: str) -> None:
    report = REPORTS[kind]
    page = make_page(report)
    for bot in report.bots:
        assert f"{bot.win_share.value:.1%}".replace("%", "\N{NO-BREAK SPACE}%") in page
        for part in bot.score:
            assert f"{part.value:.2f}" in page


def test_every_table_has_a_caption_and_headings() -> None:
    page = make_page(REPORTS["duel"])
    # Standing, one against copies, finishing order, scores, spoilt matches.
    assert page.count("<table") == page.count("<caption>") == page.count("<thead>") == 5
    assert page.count('scope="row"') == 9
