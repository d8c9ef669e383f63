"""Analysis of finished matches: complete, the same for a seed, and fair to what each seat knew."""

from __future__ import annotations

import inspect
from itertools import pairwise
from typing import Any

import msgspec
import pytest

import heliodor
from heliodor.bots.search import SearchKernels
from heliodor.core.errors import HeliodorError
from heliodor.games import GAME_IDS
from heliodor.hints import DEFAULT_LEVEL, Position, Study, give_hints
from heliodor.hints.analysis import (
    MOST_TURNING_POINTS,
    RATINGS,
    Analysis,
    analyse,
    changed_hands,
    decisions_of,
    judge,
)
from heliodor.hints.nizam import lister
from heliodor.hints.outlook import consider
from heliodor.hints.turns import WORTH, list_turns

from .positions import another_world, bot_match, positions

LEVEL = "novice"


@pytest.mark.parametrize(("game_id", "players"), [("nizam", 1), ("nizam", 3), ("pearl", 2), ("gnomes", 2), ("luz", 3)])
def test_every_action_belongs_to_one_decision(game_id: str, players: int) -> None:
    match = bot_match(game_id, players, 3, "greedy")
    decisions = list(decisions_of(match))
    assert [text for decision in decisions for text in decision.texts] == match.actions
    plies = [decision.ply for decision in decisions]
    assert plies == sorted(set(plies))
    if game_id == "nizam":
        assert all(decision.texts[-1] in ("draw", "done", "pass") for decision in decisions), "one a turn"


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_an_analysis_is_complete_and_survives_json(game_id: str) -> None:
    match = (
        bot_match(game_id, 3, 2, "greedy", "random", "greedy")
        if game_id == "luz"
        else bot_match(game_id, 2, 2, "greedy")
    )
    seat = 1
    heard: list[tuple[int, int]] = []
    found = analyse(match, seat=seat, level=LEVEL, on_progress=lambda done, total: heard.append((done, total)))
    read = msgspec.json.decode(msgspec.json.encode(found), type=Analysis)
    assert msgspec.to_builtins(read) == msgspec.to_builtins(found)  # Its game knows the type of `known`.
    total = len(found.curve) + len(found.decisions)
    assert heard[-1] == (total, total)
    assert {decision.seat for decision in found.decisions} == {seat}
    (report,) = found.seats
    assert sum(report.ratings.values()) == len(found.decisions)
    assert report.given_away == pytest.approx(sum(decision.given_away for decision in found.decisions))
    for decision in found.decisions:
        assert decision.rating in (*RATINGS, "forced")
        assert decision.given_away >= 0
        if decision.actions == decision.best.actions:
            assert decision.given_away == 0
            assert decision.rating in ("best", "forced")
        assert (decision.known is not None) == decision.actions[0].startswith("bid")
    assert found == analyse(match, seat=seat, level=LEVEL)


def test_the_brain_weighs_a_decision_once(monkeypatch: pytest.MonkeyPatch) -> None:
    weigh, asked = SearchKernels.weighed_moves, []

    def count(self: SearchKernels, *args: Any) -> Any:
        asked.append(weigh(self, *args))
        return asked[-1]

    monkeypatch.setattr(SearchKernels, "weighed_moves", count)
    found = analyse(bot_match("luz", 3, 2, "random"), seat=0, level=LEVEL)
    assert len(asked) == len(found.decisions)
    exact = [decision for decision, moves in zip(found.decisions, asked, strict=True) if moves and not decision.known]
    assert exact
    assert {decision.error for decision in exact} == {0.0}


def test_hints_and_analysis_think_equally_hard_by_default() -> None:
    defaults = {inspect.signature(asked).parameters["level"].default for asked in (give_hints, analyse)}
    assert defaults == {DEFAULT_LEVEL}


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_decision_is_judged_by_what_the_seat_knew(game_id: str) -> None:
    judged = 0
    for seed, match in enumerate(positions(game_id, 3, seed=6, count=6, apart=5)):
        ended = match.copy()
        seat = match.to_act
        while ended.to_act == seat:
            ended.act(ended.legal()[-1] if ended.ply == match.ply else ended.legal()[0])
        for taken in decisions_of(ended):
            if taken.ply == match.ply:  # Else the position is in the middle of a turn.
                elsewhere = taken._replace(before=another_world(match, seed))
                assert judge(match, elsewhere, LEVEL, 0) == judge(match, taken, LEVEL, 0)
                judged += 1
    assert judged >= 2


def test_random_players_give_away_more() -> None:
    for game_id, seeds in (("nizam", (5,)), ("gnomes", (1, 2, 4))):
        given, decisions, mistakes = [0.0, 0.0], [0, 0], [0, 0]
        for seed in seeds:
            for seat in analyse(bot_match(game_id, 2, seed, "skilled", "random"), level=LEVEL).seats:
                given[seat.seat] += seat.given_away
                decisions[seat.seat] += sum(seat.ratings.values())
                mistakes[seat.seat] += seat.ratings["mistake"]
        assert given[0] / decisions[0] < given[1] / decisions[1] / 2
        assert mistakes[0] < mistakes[1]


def test_what_could_be_known_at_a_bet_is_there() -> None:
    found = analyse(bot_match("luz", 3, 2, "random"), seat=0, level=LEVEL)
    bets = [decision.known for decision in found.decisions if decision.known]
    assert len(bets) == 4
    for bet in bets:
        assert [slot.slot for slot in bet.hand] == list(range(1, 11))
        assert len(bet.bets) == 22
        assert 0 <= bet.tricks <= 10


@pytest.mark.parametrize(("game_id", "players"), [("nizam", 3), ("pearl", 2), ("gnomes", 3), ("luz", 4)])
def test_luck_and_decisions_add_up_to_what_happened(game_id: str, players: int) -> None:
    match = bot_match(game_id, players, 5, *["greedy", "random", "greedy", "random"][:players])
    found = analyse(match, level=LEVEL)
    assert [moment.ply for moment in found.curve] == [*(each.ply for each in found.decisions), match.ply]
    assert [moment.is_certain for moment in found.curve] == [False] * len(found.decisions) + [True]
    accounts = [seat.account for seat in found.seats]
    for seat, account in enumerate(accounts):
        assert account is not None
        assert account.start == found.curve[0].shares[seat]
        assert account.end == found.curve[-1].shares[seat]
        assert account.start + account.own + account.others + account.cards == pytest.approx(account.end)
        assert account.own == pytest.approx(-sum(each.chance for each in found.decisions if each.seat == seat))
        assert account.others >= 0
    # What one seat gives away, the others get.
    assert sum(each.own + each.others for each in accounts if each) == pytest.approx(0)
    assert any(each.own for each in accounts if each)


def test_turning_points_are_the_sharpest_changes_of_the_curve() -> None:
    found = analyse(bot_match("nizam", 2, 5, "greedy", "random"), level=LEVEL)
    assert 1 <= len(found.turning_points) <= MOST_TURNING_POINTS
    changes = sorted(changed_hands(a.shares, b.shares) for a, b in pairwise(found.curve))[-len(found.turning_points) :]
    assert sorted(changed_hands(point.before, point.after) for point in found.turning_points) == changes
    by_ply = {decision.ply: decision for decision in found.decisions}
    for point in found.turning_points:
        assert (point.seat, point.given_away) == (by_ply[point.ply].seat, by_ply[point.ply].chance)


def test_a_study_can_be_interrupted_and_resumed_through_json() -> None:
    match = bot_match("pearl", 2, 2, "greedy")
    study = Study(match, level=LEVEL)
    for _ in range(study.total - 3):
        study.advance()
    kept = msgspec.json.decode(msgspec.json.encode(study.result()), type=Analysis)
    assert kept.decisions
    assert len(kept.decisions) < len(kept.curve) - 1
    resumed = Study(match, level=LEVEL, curve=kept.curve, decisions=kept.decisions)
    while resumed.done < resumed.total:
        resumed.advance()
    assert msgspec.json.encode(resumed.result()) == msgspec.json.encode(analyse(match, level=LEVEL))


def test_the_best_line_of_a_turn_of_nizam_is_the_most_that_was_there() -> None:
    compared = 0
    for match in positions("nizam", 2, seed=3, count=6, apart=4):
        position = Position(match.game, match.states)
        turns = list_turns(position, lister)
        line = position.advice.best_line(position, consider(position, LEVEL).candidates)
        if turns and line:
            assert line.points == turns[0].gain // WORTH
            compared += 1
    assert compared >= 3


def test_bad_questions_are_refused_in_one_sentence() -> None:
    match = heliodor.new_match("luz", 3, seed=1)
    with pytest.raises(HeliodorError, match=r"the match is not over: seat \d is to act; only finished matches are"):
        analyse(match)
    over = bot_match("luz", 3, 1, "random")
    with pytest.raises(HeliodorError, match="there is no seat 3; the seats are 0 to 2"):
        analyse(over, seat=3)
    with pytest.raises(heliodor.BadOption, match="there is no level 'clever'"):
        analyse(over, level="clever")
