"""The bytes sent to a seat are the same in two worlds that it cannot tell apart: all message kinds, all games.

A table is copied, and in the copy everything that one viewer may not know is dealt again. Both then get the same
requests; as long as the viewer's hidden states agree, so must every byte sent to that viewer.
"""

from __future__ import annotations

import asyncio
import copy
import random
import re
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np
import pytest

from heliodor import SPECTATOR, fairness
from heliodor.core.contract import Game, States
from heliodor.core.errors import BadAction
from heliodor.games import GAME_IDS, get_game
from heliodor.hints import Hint, Position, Question
from heliodor.hints.luz.bets import BetKnowledge, bet_knowledge
from heliodor.protocol import requests
from heliodor.protocol.messages import Message
from heliodor.protocol.settings import Clock, TableSettings, stored_settings
from heliodor.server import commands, thinkers
from heliodor.server.config import Config
from heliodor.server.control import Control
from heliodor.server.identity import Signer
from heliodor.server.limits import Limits
from heliodor.server.metrics import Metrics
from heliodor.server.notices import Notices
from heliodor.server.table import Table
from heliodor.store.rows import NewAction, SaidRow, SeatRow
from tests import pebbles
from tests.contract.texts import plausible_texts
from tests.server.harness import run
from tests.store.test_store import a_match

SECRET = "5e" * 32
KINDS = {kind.__struct_config__.tag for kind in Message.__args__}  # type: ignore[attr-defined]
BEFORE_THE_TABLE = {"failed"}  # The receiver has no table yet.
AFTER_A_DEAL = {"reviewed"}  # Has a separate test.
ALONE_WITH_BOTS = {"questioned"}  # Has a separate test: test_coach.py.
ABOUT_THE_SITE = {"site"}  # It is made without any table.
IN_A_LESSON = {"lesson"}  # Every lesson is checked in other worlds: tests/lessons.
IN_A_REVIEW = {"together", "moved", "spoken"}  # Made without a state: people, a ply, and what they say.
ELSEWHERE = BEFORE_THE_TABLE | AFTER_A_DEAL | ALONE_WITH_BOTS | ABOUT_THE_SITE | IN_A_LESSON | IN_A_REVIEW


class FakeStore:
    """Saves nothing, at once."""

    is_shared = False

    def append_actions(self, rows: list[NewAction]) -> Any:
        return _done(None)

    def write(self, function: Any, *args: Any, **more: Any) -> Any:
        return _done(None)

    async def read(self, function: Any, *args: Any) -> Any:
        assert function.__name__ == "talk_for"
        return [SaidRow(0, "phrase", "hello", 0, 5)], f"note of {args[1]}", frozenset()


async def _done(result: Any) -> Any:
    return result


class QuickThinkers:
    """Gives the server's hints, at once and without much thought."""

    def __init__(self) -> None:
        self.asked: dict[tuple[str, str], Any] = {}

    async def advise(self, asker: str, game: Game, hidden: States) -> list[Hint]:
        return thinkers._advise(game, hidden)

    async def question(self, asker: str, game: Game, hidden: States, actions: Sequence[str]) -> Question | None:
        return thinkers._question(game, hidden, actions)

    async def review(self, asker: str, position: Position) -> BetKnowledge:
        return bet_knowledge(position)


class AllReady:
    """Has prepared every game."""

    async def ready(self, game: Game, part: str = "play") -> None:
        pass


class FakeSite:
    """The parts of a site that a table needs, with a clock that only the test moves."""

    def __init__(self) -> None:
        self.time = 1_000_000
        self.config = Config(database="", limits=False)
        self.store = FakeStore()
        self.metrics = Metrics()
        self.limits = Limits(False)
        self.signer = Signer("00" * 32)
        self.process = "here"
        self.thinkers = QuickThinkers()
        self.preparation = AllReady()
        self.control = Control(cast(Any, self))  # The host has decided nothing.
        self.notices = Notices(cast(Any, self))  # Not started: this site offers none.
        self.background: set[asyncio.Task[None]] = set()

    def in_background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.background.add(task)
        task.add_done_callback(self.background.discard)

    def now(self) -> int:
        return self.time

    def nudge(self, *args: Any, **kwargs: Any) -> None:
        pass

    nudge_said = nudge

    up_since = 0

    def times_served(self, since: int) -> list[tuple[int, int]]:
        return []


class Ear:
    """A connection that stores what it is sent."""

    address = "here"

    def __init__(self, site: FakeSite, person: str, seat: int, table: Table) -> None:
        self.site = site
        self.person = person
        self.seat = seat
        self.seats = table.seats_of(person)
        self.watches = True
        self.heard: list[bytes] = []

    def post(self, message: bytes) -> None:
        self.heard.append(message)

    def end(self, code: int) -> None:
        raise AssertionError("nobody is disconnected here")


def new_table(game: str, players: int, **of_game: Any) -> Table:
    """Return a table whose aid, if the game has one, tells as much as it can, unless its settings say otherwise."""
    aid = get_game(game).aid
    most = {} if aid is None else {aid.SETTING.name: aid.SETTING.choices[-1]}
    clock = Clock(kind="bank", seconds=300, increment=5)
    settings = TableSettings(clock=clock, cover=False, hints="open", game=most | of_game)
    row = a_match(
        status="playing",
        game=game,
        options=msgspec.json.encode({"players": players}).decode(),
        settings=stored_settings(settings),
        secret=SECRET,
        started_at=1_000_000,
    )
    seats = [SeatRow("m1", seat, "person", f"p{seat}", f"P{seat}", "casual", 0, None, None) for seat in range(players)]
    table = Table(FakeSite(), row, seats, [])  # type: ignore[arg-type]
    table.driver._set_timer = lambda: None  # type: ignore[method-assign]  # Time passes when the test says so.
    return table


def copied(table: Table) -> Table:
    """Return a table with the same past."""
    assert table.match is not None
    twin = new_table(table.game.id, table.match.players)
    assert twin.match is not None
    for ply, text in enumerate(table.match.actions):
        twin.match.rekey(fairness.action_key(bytes.fromhex(SECRET), ply))
        twin.match.act(text)
    twin.row, twin.seats = msgspec.structs.replace(table.row), list(table.seats)
    twin.clock = copy.deepcopy(table.clock)
    twin.site.time = table.site.time  # type: ignore[attr-defined]
    twin.driver._warned = table.driver._warned
    return twin


def deal_again(table: Table, viewer: int, seed: int) -> None:
    """Replace everything that the viewer does not know."""
    assert table.match is not None
    states = table.match.hidden_states(viewer)
    table.game.kernels.determinize(states, 0, viewer, np.full(1, seed, np.uint64))
    table.match.states[:] = states


async def ask(table: Table, ear: Ear, request: Any) -> None:
    await commands.run(ear, table, request)  # type: ignore[arg-type]
    await settled(table)


async def settled(table: Table) -> None:
    """Wait until the table has nothing left to do, so that both worlds are asked at the same moment."""
    while not table.jobs.are_done or table.site.background:  # type: ignore[attr-defined]
        await asyncio.sleep(0.0005)  # Bots think in threads, which a loop without a pause would keep from thinking.


async def let_time_pass(table: Table, left: int) -> None:
    """Set the clock of the seat to act to this remaining time."""
    assert table.clock is not None and table.match is not None
    table.remote = {"elsewhere": list(range(table.match.players))}  # Else the clock waits for lost connections.
    table.driver.follow_presence()
    table.site.time += table.clock.remaining(table.site.now()) - left  # type: ignore[attr-defined]
    await table.driver._time_passed()
    table.remote = {}
    table.driver.follow_presence()


async def compare(game: str, players: int, seed: int, texts: Sequence[str]) -> dict[str, int]:
    """Walk through a match; at each ply send the same requests to two worlds and compare what the viewer receives."""
    chance = random.Random(seed)
    table = new_table(game, players)
    kinds: dict[str, int] = {}
    for turn in range(25):
        assert table.match is not None
        if table.match.over:
            break
        table.row = msgspec.structs.replace(table.row, offers="[]")
        viewer = chance.choice([SPECTATOR, *range(players)])
        twin = copied(table)
        deal_again(twin, viewer, chance.getrandbits(60))
        worlds = [table, twin]
        ears = [Ear(world.site, f"p{viewer}", viewer, world) for world in worlds]  # type: ignore[arg-type]
        for world, ear in zip(worlds, ears, strict=True):
            await world.show(ear, 0 if turn % 2 else None)
            world.enter(ear)
            await settled(world)
        actor = table.match.to_act
        common = sorted(set(table.match.legal()) & set(twin.match.legal()))  # type: ignore[union-attr]
        script: list[Any] = [
            requests.Preview(request=f"{turn}a", ply=table.ply, actions=[chance.choice(texts)]),
            requests.Act(request=f"{turn}b", ply=table.ply, actions=[chance.choice(texts), chance.choice(texts)]),
            requests.Act(request=f"{turn}c", ply=table.ply + 1, actions=[chance.choice(texts)]),
            requests.Hint(request=f"{turn}d", ply=table.ply + 1),
            requests.Review(request=f"{turn}r", deal=1),
            requests.Phrase(request=f"{turn}e", key="hello"),
            requests.Chat(request=f"{turn}f", text="hm"),
            requests.Note(request=f"{turn}g", text="r7?"),
            requests.Refresh(request=f"{turn}h"),
            requests.Offer(request=f"{turn}i", what="pause"),
            requests.Decline(request=f"{turn}l", what="pause"),
            requests.Look(request=f"{turn}j", seat=(viewer + 1) % players),
            requests.Ping(request=f"{turn}k"),
        ]
        if viewer == actor:
            assert common == sorted(table.match.legal())
            if turn % 4 == 0:
                script.append(requests.Hint(request=f"{turn}q", ply=table.ply))
            script += [
                requests.Preview(request=f"{turn}p{n}", ply=table.ply, actions=[chance.choice(common)])
                for n in range(3)
            ]
            illegal = sorted(set(texts) - set(table.match.legal()))
            script += [
                requests.Act(request=f"{turn}x{n}", ply=table.ply, actions=[chance.choice(illegal)]) for n in range(5)
            ]
        if turn % 5 == 0:
            for world in worlds:
                await let_time_pass(world, 1_000)
                await let_time_pass(world, 0)
                await settled(world)
        is_changed = False
        for request in script:
            before = table.ply
            for world, ear in zip(worlds, ears, strict=True):
                await ask(world, ear, request)
            is_changed = table.ply != before
            if is_changed:
                break
        if not is_changed:
            # Another seat's legal actions may differ between the worlds; then only the true one continues.
            action = chance.choice(common or table.match.legal())
            for world in worlds if common else worlds[:1]:
                await world.act(actor, world.ply, [action], None, lambda ply: None)
                await settled(world)
        hidden = [world.match.hidden_states(viewer).tobytes() for world in worlds]  # type: ignore[union-attr]
        for ear in ears:
            if hidden[0] != hidden[1]:  # Something was revealed that differs.
                ear.heard = [
                    message
                    for message in ear.heard
                    if b'"type":"update"' not in message and b'"type":"table"' not in message
                ]
        assert ears[0].heard == ears[1].heard, (game, viewer, actor)
        for message in ears[0].heard:
            kind = msgspec.json.decode(message)["type"]
            kinds[kind] = kinds.get(kind, 0) + 1
        for world, ear in zip(worlds, ears, strict=True):
            world.receivers.discard(ear)
            world._viewers = None
    return kinds


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_seat_is_sent_the_same_bytes_in_worlds_that_it_cannot_tell_apart(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers, "DEFAULT_LEVEL", "casual")

    async def main() -> None:
        kinds: dict[str, int] = {}
        players = get_game(game).players
        for seed in range(12):
            number = max(2, players[seed % len(players)])
            for kind, count in (await compare(game, number, seed, plausible_texts(game))).items():
                kinds[kind] = kinds.get(kind, 0) + count
        told = {"accepted", "hinted", "previewed", "refused", "said", "snapshot", "table", "update", "warned"}
        assert set(kinds) == told == KINDS - ELSEWHERE, kinds

    run(main())


def test_so_it_is_with_the_drawings_and_sentences_of_a_packages_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pebbles.use(tmp_path, monkeypatch)
    texts = ("take", "pass", *(f"swap {number}" for number in range(1, 13)))

    async def main() -> None:
        kinds: set[str] = set()
        for seed in range(24):
            kinds |= set(await compare("pebbles", 2 + seed % 3, seed, texts))
        assert kinds >= {"snapshot", "update", "previewed", "refused"}
        table = new_table("pebbles", 2)
        ear = Ear(table.site, "p0", 0, table)  # type: ignore[arg-type]
        await table.show(ear, None)
        assert b'"drawing"' in ear.heard[0]

    run(main())


# --- L10: cards of taken tricks -------------------------------------------------------------------------------------


def card_codes(messages: list[bytes]) -> set[str]:
    """Return every card code of Luz in some messages; players are called P0, P1, …"""
    texts = [re.sub(rb'"name":"P\d"', b"", message) for message in messages]
    return {code.decode() for text in texts for code in re.findall(rb'"([RYGBP]\d{1,2})"', text)}


@pytest.mark.parametrize("taken_tricks", ["closed", "last", "open"])
def test_l10_cards_of_covered_tricks_are_in_no_byte_until_the_deal_is_over(taken_tricks: str) -> None:
    async def main() -> None:
        table = new_table("luz", 4, aid="off", taken_tricks=taken_tricks)
        match = table.match
        assert match is not None
        ears = [Ear(table.site, f"p{seat}", seat, table) for seat in (SPECTATOR, 0, 1, 2, 3)]  # type: ignore[arg-type]
        for ear in ears:
            await table.show(ear, None)
            table.enter(ear)
        tricks: list[set[str]] = []  # The cards of every taken trick of this deal, in order.
        seen_again = False
        while True:
            is_lying = bool(match.view().trick.plays)
            for ear in ears:
                ear.heard.clear()
            await table.act(match.to_act, table.ply, [match.legal()[-1]], None, lambda ply: None)
            if match.states[0].deal > 1:
                break
            now = match.view()
            if is_lying and not now.trick.plays:
                tricks.append({play.card for play in now.last_trick.plays})
            # A client that reloads, comes late or asks for what it missed gets no more than one that has been here.
            for ear in ears:
                await table.show(ear, None)
                await table.show(ear, 0)
                await ask(table, ear, requests.Refresh(request="r", seen=max(0, table.ply - 10)))
            shown = {"closed": 0 if now.trick.plays else 1, "last": 1, "open": 10}[taken_tricks]
            covered = {card for trick in tricks[: max(0, len(tricks) - shown)] for card in trick}
            for ear in ears:
                told = card_codes(ear.heard)
                assert not told & covered, (ear.seat, told & covered)
                seen_again |= bool(tricks and told & tricks[-1])
        assert len(tricks) == 9 and seen_again
        for ear in ears:  # The deal is over: all of it is sent again.
            ear.heard.clear()
            await table.show(ear, 0)
            assert {card for trick in tricks for card in trick} <= card_codes(ear.heard)

    run(main())


def test_l10_a_client_with_a_log_learns_what_to_remove_from_it() -> None:
    async def main() -> None:
        table = new_table("luz", 3, aid="off")
        match = table.match
        assert match is not None
        ear = Ear(table.site, "p0", 0, table)  # type: ignore[arg-type]
        await table.show(ear, None)
        table.enter(ear)
        told = []
        while match.ply < 3 + 3 + 1:  # Three bets, a trick, and the lead of the next.
            await table.act(match.to_act, table.ply, [match.legal()[-1]], None, lambda ply: None)
            told.append(msgspec.json.decode(ear.heard[-1]))
        assert [message.get("covered") for message in told[:-1]] == [None] * 6
        assert told[-1]["covered"] == {"since": 3, "until": 6, "facts": ["card"]}
        assert told[-1]["changes"]["last_trick"] is None
        await table.show(ear, 3)
        snapshot = msgspec.json.decode(ear.heard[-1])
        assert snapshot["covered"] == told[-1]["covered"]
        plays = [event for event in snapshot["events"] if event["key"] == "luz.play"]
        assert [event["ply"] for event in plays if "card" in event["facts"]] == [6]
        assert [event["ply"] for event in plays] == [3, 4, 5, 6]
        assert snapshot["view"]["last_trick"] is None

    run(main())


@pytest.mark.parametrize("taken_tricks", ["closed", "last", "open"])
def test_l10_a_client_with_a_log_learns_once_a_deal_that_all_of_it_is_open_again(taken_tricks: str) -> None:
    async def main() -> None:
        table = new_table("luz", 3, aid="off", taken_tricks=taken_tricks)
        match = table.match
        assert match is not None
        ears = [Ear(table.site, f"p{seat}", seat, table) for seat in (SPECTATOR, 0)]  # type: ignore[arg-type]
        for ear in ears:
            await table.show(ear, None)
            table.enter(ear)
        uncovered: list[tuple[int, int]] = []  # The ply, and the first ply that is open again.
        while match.states[0].deal < 3:
            await table.act(match.to_act, table.ply, [match.legal()[-1]], None, lambda ply: None)
            told = [msgspec.json.decode(ear.heard[-1]).get("uncovered") for ear in ears]
            assert told[0] == told[1], "what lies covered is the same for all"
            if told[0] is not None:
                uncovered.append((match.ply, told[0]))
        deal = 3 + 30  # Three bets, and ten cards of each.
        assert uncovered == ([] if taken_tricks == "open" else [(deal, 3), (2 * deal, deal + 3)])

    run(main())


def test_a_review_of_a_bet_tells_what_the_seat_could_know_then_and_no_more() -> None:
    async def main() -> None:
        table = new_table("luz", 3)
        assert table.match is not None
        seat, chance = 1, random.Random(5)
        ear = Ear(table.site, "p1", seat, table)  # type: ignore[arg-type]
        known: BetKnowledge | None = None
        while table.match.states[0].deal == 1:
            if table.match.to_act == seat and known is None:
                known = bet_knowledge(Position(table.game, table.match.hidden_states(seat), seed=table.ply))
            await ask(table, ear, requests.Review(request="early", deal=1))
            assert b"deal 1 is not over yet" in ear.heard.pop()
            await table.act(table.match.to_act, table.ply, [chance.choice(table.match.legal())], None, lambda _: None)
        await ask(table, ear, requests.Review(request="late", deal=1))
        told = msgspec.json.decode(ear.heard.pop())
        assert known is not None
        assert told == {
            "type": "reviewed",
            "request": "late",
            "deal": 1,
            "known": msgspec.to_builtins(known),
        }
        watcher = Ear(table.site, "nobody", SPECTATOR, table)  # type: ignore[arg-type]
        await ask(table, watcher, requests.Review(request="late", deal=1))
        assert msgspec.json.decode(watcher.heard.pop())["reason"]["key"] == "forbidden"

    run(main())


def test_no_seed_and_no_secret_is_ever_sent_before_the_end() -> None:
    async def main() -> None:
        for game in GAME_IDS:
            table = new_table(game, 3)
            ear = Ear(table.site, "p0", 0, table)  # type: ignore[arg-type]
            await table.show(ear, None)
            table.enter(ear)
            assert table.match is not None
            for _ in range(20):
                if table.match.over:
                    break
                await table.act(table.match.to_act, table.ply, [table.match.legal()[0]], None, lambda ply: None)
            sent = b"".join(ear.heard)
            assert SECRET.encode() not in sent
            assert table.row.server_seed.encode() not in sent
            assert fairness.commitment_to(table.row.server_seed).encode() in sent

    run(main())


def test_a_list_cannot_go_on_after_a_card_is_revealed() -> None:
    """Otherwise its refusal would reveal the card at no cost."""

    async def main() -> None:
        table = new_table("gnomes", 3)
        assert table.match is not None
        seat = table.match.to_act
        before = table.match.states.tobytes()
        from heliodor.server.refusal import Refusal

        for second in ("lay Ro", "lay C", "drop D", "curse FO 1"):
            with pytest.raises((Refusal, BadAction)) as refused:
                await table.act(seat, 0, ["take deck", second], "r", lambda ply: None)
            assert refused.value.reason.key == "plan_too_long"  # type: ignore[union-attr]
        assert table.match.states.tobytes() == before

    run(main())
