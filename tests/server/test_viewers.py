"""Receivers are sent what the plain way gives: hide, render, compare with the previous view, tell."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import msgspec
import pytest

from heliodor import SPECTATOR, Match, new_match
from heliodor.core.contract import OFF, States
from heliodor.games import GAME_IDS, get_game
from heliodor.match import Played
from heliodor.protocol.changes import changes_between
from heliodor.protocol.messages import Covered, Update
from heliodor.server.viewers import Viewers, encode, infos


def hidden(match: Match, states: States, seat: int) -> States:
    copy = states.copy()
    match.game.kernels.hide(copy, 0, seat)
    return copy


def covered_in(match: Match, states: States, ply: int) -> Covered | None:
    plies = match.shown.covered_plies(hidden(match, states, SPECTATOR), 0, ply)
    return Covered(since=plies.start, until=plies.stop, facts=["card"]) if plies else None


def plain_update(match: Match, before: States, steps: list[Played], seat: int, aid: str) -> Any:
    """Return the update for a seat, made from hidden copies of the states."""
    events, was = [], hidden(match, before, seat)
    old = match.shown.view(was, 0, seat)
    for step in steps:
        now = hidden(match, step.after, seat)
        events += infos(match.game, match.game.story.tell(was, step.steps, now), step.ply)
        was = now
    new = match.shown.view(was, 0, seat)
    was_covered = covered_in(match, before, steps[0].ply)
    covered = covered_in(match, steps[-1].after, steps[-1].ply + 1)
    for event in events:
        if covered is not None and covered.since <= event.ply < covered.until:
            event.facts.pop("card", None)
    worked_out = match.game.aid.work_out(was, 0, seat, aid) if match.game.aid is not None and aid != OFF else None
    message = Update(
        since=steps[0].ply,
        ply=steps[-1].ply + 1,
        changes=changes_between(old, new),
        events=events,
        covered=covered if covered != was_covered else None,
        uncovered=was_covered.since if was_covered and (not covered or was_covered.since < covered.since) else None,
        aid=worked_out if seat != SPECTATOR and not new.over else None,
    )
    return msgspec.json.decode(encode(message))


def displays_of(game_id: str) -> list[dict[str, Any]]:
    """Return every combination of the display settings of a game."""
    display = get_game(game_id).display
    settings = () if display is None else display.SETTINGS
    return [
        dict(zip([each.name for each in settings], values, strict=True))
        for values in product(*(each.choices for each in settings))
    ]


@pytest.mark.parametrize(
    ("game_id", "display"), [(game, display) for game in GAME_IDS for display in displays_of(game)]
)
@pytest.mark.parametrize("seed", range(4))
def test_updates_are_what_the_plain_way_gives(game_id: str, display: dict[str, Any], seed: int) -> None:
    chance = random.Random(seed)
    players = get_game(game_id).players[-1 - seed % 2]
    match = new_match(game_id, players, seed=seed)
    match.display(**display)
    choices = (OFF,) if match.game.aid is None else match.game.aid.SETTING.choices
    aid = str(choices[seed % len(choices)])
    viewers = Viewers(match.shown, match.states, match.ply, aid)
    seats = {SPECTATOR, *range(players)}
    for seat in seats:
        assert viewers.view(seat) == match.view(seat)
    while not match.over and match.ply < 300:
        before, steps = match.states.copy(), []
        for _ in range(chance.choice((1, 1, 1, 2, 3))):  # A list of actions is one update.
            if not match.over:
                legal = match.legal()
                # The first one, to draw, would make the hands large, and the last one ends turns.
                (played,) = match.act_all([legal[-1] if chance.random() < 0.2 else chance.choice(legal)])
                steps.append(played._replace(after=match.states.copy()))
        updates = viewers.updates(steps, seats, None)
        for seat in seats:
            assert msgspec.json.decode(updates[seat]) == plain_update(match, before, steps, seat, aid), seat
            assert viewers.view(seat) == match.view(seat)
        if chance.random() < 0.1:  # Somebody goes, and comes back later.
            seat = chance.randrange(players)
            seats ^= {seat}
            if seat in seats:
                assert viewers.view(seat) == match.view(seat)


def test_a_receiver_that_was_shown_nothing_is_sent_nothing() -> None:
    match = new_match("nizam", 3, seed=1)
    viewers = Viewers(match.shown, match.states, match.ply, "off")
    viewers.view(1)
    assert set(viewers.updates(match.act_all(["draw"]), {0, 1}, None)) == {1}
