"""What the page's plain board is sent: drawings, choices and sentences of a game without its own board."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import msgspec
import pytest

import heliodor
from heliodor import SPECTATOR
from heliodor.client import ME, Client, bot
from heliodor.games import GAME_IDS, get_game
from heliodor.protocol.http import Games, Replay, Rulebook
from heliodor.protocol.plain import Span
from heliodor.server.plain_board import drawn_lines, plain_board
from heliodor.server.viewers import Viewers
from heliodor.testing import registered
from tests import pebbles
from tests.server.harness import run, serving, table_of
from tests.server.test_worlds import Ear, new_table


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pebbles.use(tmp_path / "site-packages", monkeypatch)


def text_of(board: Any) -> str:
    """Return a drawing as text, with seats in braces where names stand."""
    lines = msgspec.to_builtins(board)["drawing"]
    return "\n".join("".join(span.get("text", f"{{{span.get('seat')}}}") for span in line) for line in lines)


def test_marks_of_a_terminal_become_spans() -> None:
    (line,) = drawn_lines("a [bold]b [red]c[/][/] [dim]d[/]")
    assert [(span.text, span.bold, span.dim, span.colour) for span in line] == [
        ("a ", False, False, ""),
        ("b ", True, False, ""),
        ("c", True, False, "red"),
        (" ", False, False, ""),
        ("d", False, True, ""),
    ]


@pytest.mark.parametrize(
    ("style", "colour"),
    [
        ("bright_green", "green"),
        ("#f0c020", "yellow"),
        ("color(21)", "blue"),
        ("white", ""),
        ("default", ""),
        ("repr.number", ""),
        ("on blue", ""),
    ],
)
def test_any_colour_of_a_terminal_is_one_of_the_pages_or_that_of_its_text(style: str, colour: str) -> None:
    assert drawn_lines(f"[{style}]x[/]") == [[Span(text="x", colour=colour)]]  # type: ignore[arg-type]


def test_lines_of_a_drawing_stay_apart_also_empty_ones() -> None:
    assert drawn_lines("a\n\nb") == [[Span(text="a")], [], [Span(text="b")]]


@pytest.mark.usefixtures("installed")
def test_a_drawing_has_places_for_names_in_every_language() -> None:
    match = heliodor.new_match("pebbles", 2, seed=1, first=0)
    boards = plain_board(match.game, match.view(0))
    assert set(boards) == {"en", "uk", "ru"}
    assert text_of(boards["en"]).startswith("bag 10   laid down: nothing   limit 21\n\n▸ {0}  ")
    assert text_of(boards["uk"]).startswith("торбинка 10   біля неї: нічого   межа 21\n\n▸ {0}  ")
    assert [choice.text for choice in boards["en"].choices] == match.view(0).legal
    assert [choice.text for choice in boards["ru"].choices][:2] == ["взять", "пасовать"]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_board_can_be_drawn_for_everybody_to_the_end(game_id: str) -> None:
    # Pearl of the East does not end by itself when nobody plays for its tasks.
    options = {"stall_limit": 30} if game_id == "pearl" else {}
    match = heliodor.new_match(game_id, 3, seed=1, **options)
    while not match.over:
        for seat in (SPECTATOR, match.to_act):
            view = match.view(seat)
            board = plain_board(match.game, view)["en"]
            assert all(f"{{{other}}}" in text_of(board) for other in range(3))
            assert len(board.choices) == len(view.legal)
        match.act(_whole(match.legal()))


def _whole(legal: list[str]) -> str:
    return next(text for text in reversed(legal) if "?" not in text)


@pytest.mark.usefixtures("installed")
def test_a_note_of_the_terminal_stands_with_its_action() -> None:
    match = heliodor.new_match("gnomes", 3, seed=1)
    board = plain_board(match.game, match.view(match.to_act))["en"]
    assert any(choice.note for choice in board.choices)
    assert not any("[" in choice.note for choice in board.choices)


@pytest.mark.usefixtures("installed")
def test_a_table_is_sent_drawings_choices_and_sentences() -> None:
    async def main() -> None:
        table = new_table("pebbles", 2)
        match = table.match
        assert match is not None
        ears = [Ear(table.site, f"p{seat}", seat, table) for seat in (SPECTATOR, 0, 1)]  # type: ignore[arg-type]
        for ear in ears:
            await table.show(ear, None)
            table.enter(ear)
        actor = match.to_act
        await table.act(actor, 0, ["take"], None, lambda ply: None)
        for ear in ears:
            snapshot, update = (
                msgspec.json.decode(message) for message in ear.heard if b'"type":"table"' not in message
            )
            assert set(snapshot["plain"]) == set(update["plain"]) == {"en", "uk", "ru"}
            drawn = text_of(update["plain"]["en"])
            own = {SPECTATOR: 0, actor: 2}.get(ear.seat, 1)  # Pebbles in the reader's hand.
            assert drawn.count("●") == 3 - own
            assert drawn.count("=") == (ear.seat != SPECTATOR)  # What a hand that the reader sees adds up to.
            (event,) = update["events"]
            assert ("draws a pebble" in event["text"]["en"]) is (ear.seat != actor)
            assert event["text"]["uk"].startswith(f"{{{actor}}} тягне ")
            assert bool(update["plain"]["en"]["choices"]) is (ear.seat == match.to_act)

    run(main())


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_games_with_a_board_are_sent_none_of_it(game_id: str) -> None:
    async def main() -> None:
        table = new_table(game_id, 3)
        match = table.match
        assert match is not None
        ear = Ear(table.site, "p0", 0, table)  # type: ignore[arg-type]
        await table.show(ear, None)
        table.enter(ear)
        for _ in range(6):
            await table.act(match.to_act, table.ply, [_whole(match.legal())], None, lambda ply: None)
        await table.show(ear, 0)
        assert len(ear.heard) > 6
        assert not any(b'"plain"' in message or b'"text":{' in message for message in ear.heard)

    run(main())


def test_the_sentence_of_a_covered_event_goes_with_its_facts() -> None:
    luz = dataclasses.replace(get_game("luz"), has_board=False)
    with registered(luz):
        match = heliodor.new_match("luz", 3, seed=1)
        for _ in range(3):
            match.act("bid 3")
        viewers = Viewers(match.shown, match.states, match.ply, "off")
        viewers.view(0)
        played = []
        for _ in range(4):  # A trick, and the lead that covers it (L10).
            (step,) = match.act_all([match.legal()[-1]])
            played.append(step._replace(after=match.states.copy()))
        update = msgspec.json.decode(viewers.updates(played, {0}, None)[0])
    plays = [event for event in update["events"] if event["key"] == "luz.play"]
    assert ["card" in event["facts"] for event in plays] == [False, False, False, True]
    assert ["text" in event for event in plays] == [False, False, False, True]


@pytest.mark.usefixtures("installed")
def test_its_words_and_rules_come_from_its_rulebook(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            client = Client(server.url)
            *ours, theirs = (await client.get("/api/games", Games)).games
            assert all(game.words == {} and game.hints for game in ours)
            assert not theirs.hints
            assert theirs.words["uk"].title == "Камінці"
            assert theirs.words["en"].minutes == "3 minutes"
            assert theirs.words["ru"].options == {"pebbles": "Камешки", "limit": "Предел"}
            assert theirs.words["en"].blurb.startswith("Draw pebbles")
            book = await client.get("/api/games/pebbles/rules/uk", Rulebook)
            assert book.text.startswith("# Камінці") and "**B7.**" in book.text
            for path in ("pebbles/rules/de", "luz/rules/en", "chess/rules/en"):
                with pytest.raises(heliodor.HeliodorError, match="there is no such rulebook"):
                    await client.get(f"/api/games/{path}", Rulebook)

    run(main())


@pytest.mark.usefixtures("installed")
def test_a_replay_of_it_is_drawn_with_every_hand_open(sqlite: str) -> None:
    async def main() -> None:
        async with serving(sqlite) as server:
            person = await Client.arrive(server.url)
            info = await table_of([person], "pebbles", [ME, bot("random")])
            async with person.open(info.id) as table:
                while await table.my_turn():
                    await table.act(["pass"])
            replay = await person.get(f"/api/tables/{info.id}/replay?ply=1", Replay)
            assert isinstance(replay.plain, dict)
            assert text_of(replay.plain["en"]).count("=") == 2
            assert replay.events[0].text["uk"]

    run(main())
