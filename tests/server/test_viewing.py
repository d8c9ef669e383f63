"""What receivers are sent is what the plain way gives: hide, render, compare with the view before, tell."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from heliodor import SPECTATOR, Match, new_match
from heliodor.core.contract import States
from heliodor.games import GAME_IDS, get_game
from heliodor.protocol.changes import changes_between
from heliodor.protocol.messages import Update
from heliodor.server.deduction import candidates
from heliodor.server.viewing import Step, Viewers, encode, infos


def hidden(match: Match, states: States, seat: int) -> States:
    copy = states.copy()
    match.game.kernels.hide(copy, 0, seat)
    return copy


def plain_update(match: Match, before: States, steps: list[Step], seat: int, aid: str) -> Any:
    """Return the update for a seat, made from nothing but hidden copies of the states."""
    events, was = [], hidden(match, before, seat)
    old = match.game.view.render(was, 0, seat)
    for step in steps:
        now = hidden(match, step.after, seat)
        events += infos(match.game.story.tell(was, step.steps, now), step.ply)
        was = now
    new = match.game.view.render(was, 0, seat)
    message = Update(
        since=steps[0].ply,
        ply=steps[-1].ply + 1,
        changes=changes_between(old, new),
        events=events,
        aid=candidates(was, 0, seat, aid) if aid != "off" and seat != SPECTATOR and not new.over else None,
    )
    return msgspec.json.decode(encode(message))


@pytest.mark.parametrize("game_id", GAME_IDS)
@pytest.mark.parametrize("seed", range(4))
def test_updates_are_what_the_plain_way_gives(game_id: str, seed: int) -> None:
    chance = random.Random(seed)
    players = get_game(game_id).players[-1 - seed % 2]
    match = new_match(game_id, players, seed=seed)
    aid = "full" if game_id == "luz" else "off"
    viewers = Viewers(match.game, match.states, aid)
    seats = {SPECTATOR, *range(players)}
    for seat in seats:
        assert viewers.view(seat) == match.view(seat)
    while not match.over and match.ply < 300:
        before, steps = match.states.copy(), []
        for _ in range(chance.choice((1, 1, 1, 2, 3))):  # A list of actions is told at once.
            if not match.over:
                legal = match.legal()
                # The first one, to draw, would make the hands large, and the last one ends turns.
                played = match._play(legal[-1] if chance.random() < 0.2 else chance.choice(legal))
                steps.append(Step(match.ply - 1, played, match.states.copy()))
        updates = viewers.updates(steps, seats, None)
        for seat in seats:
            assert msgspec.json.decode(updates[seat]) == plain_update(match, before, steps, seat, aid), seat
            assert viewers.view(seat) == match.view(seat)
        if chance.random() < 0.1:  # Somebody goes, and comes back later.
            seat = chance.randrange(players)
            seats ^= {seat}
            if seat in seats:
                assert viewers.view(seat) == match.view(seat)


def test_who_has_been_shown_nothing_is_sent_nothing() -> None:
    match = new_match("nizam", 3, seed=1)
    viewers = Viewers(match.game, match.states, "off")
    viewers.view(1)
    steps = match._play("draw")
    assert set(viewers.updates([Step(0, steps, match.states)], {0, 1}, None)) == {1}
