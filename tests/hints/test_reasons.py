"""The reasons agree with the rules."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest

import heliodor
from heliodor import Match
from heliodor.core.contract import Event
from heliodor.core.shifting.notation import KIND_CODES
from heliodor.hints import Hint, give_hints
from heliodor.hints.luz.bets import hand_ranges, odds_of_bets
from heliodor.hints.position import Position

from .positions import positions

LEVEL = "novice"


def advised(game_id: str, players: int, seed: int, count: int, apart: int = 3) -> Iterator[tuple[Match, Hint, Event]]:
    """Yield a match, a hint in it, and the hint's first reason."""
    for match in positions(game_id, players, seed, count, apart):
        for hint in give_hints(match.game, match.states, level=LEVEL):
            yield match, hint, hint.reasons[0]


def play(match: Match, hint: Hint) -> Match:
    played = match.copy()
    for text in hint.actions:
        played.act(text)
    return played


@pytest.mark.parametrize("players", [1, 2, 5])
def test_the_points_and_the_price_of_a_turn_in_nizam_are_those_of_the_rules(players: int) -> None:
    seen = set()
    for match, hint, reason in advised("nizam", players, seed=players, count=12):
        seen.add(reason.key)
        seat = match.to_act
        if reason.key in ("nizam.hint.points", "nizam.hint.no_points", "nizam.hint.done"):
            played = play(match, hint)
            assert played.scores[seat] - match.scores[seat] == reason.facts["points"]
            sizes = [int(m.states[0].hand_size[seat]) for m in (match, played)]
            assert sizes[0] - sizes[1] == reason.facts["paid"]
            assert str(reason.facts["points"]) in reason.text or not reason.facts["points"]
        elif reason.key == "nizam.hint.draw":
            assert hint.actions == ["draw"]
            assert reason.facts["points"] >= 3
    assert {"nizam.hint.points", "nizam.hint.draw"} <= seen


def test_the_combinations_of_a_turn_in_nizam_are_those_the_story_tells() -> None:
    for match, hint, reason in advised("nizam", 2, seed=1, count=10):
        if reason.key == "nizam.hint.points":
            played = match.copy()
            for text in hint.actions[:-1]:
                played.act(text)
            told = [event.facts for event in played.tell("done") if event.key == "nizam.combination"]
            expected = [{name: facts[name] for name in ("line", "kind", "length")} for facts in told]
            assert reason.facts["combinations"] == expected


def test_what_the_next_player_takes_is_what_its_quick_turns_take() -> None:
    """ "Nothing left" means that the quick policy scores in no imagined world."""
    keys = set()
    for match, hint, _ in advised("nizam", 3, seed=2, count=12):
        for reason in hint.reasons[1:]:
            keys.add(reason.key)
            assert reason.facts["player"] == (match.to_act + 1) % 3
            assert 0 <= reason.facts["gain"] <= reason.facts["most"]
            assert (reason.key == "nizam.hint.leaves_nothing") == (reason.facts["most"] == 0)
    assert len(keys) >= 2


@pytest.mark.parametrize("players", [2, 4])
def test_the_tasks_of_a_turn_in_pearl_are_those_of_the_rules(players: int) -> None:
    found = 0
    for match, hint, reason in advised("pearl", players, seed=players, count=14):
        seat = match.to_act
        if reason.key in ("pearl.hint.tasks", "pearl.hint.no_task"):
            found += reason.key == "pearl.hint.tasks"
            played = play(match, hint)
            sizes = [int(m.states[0].hand_size[seat]) for m in (match, played)]
            assert sizes[0] - sizes[1] == reason.facts["paid"]
            while played.to_act == seat and played.view(seat).phase == "tasks":
                played.act(played.legal()[0])  # Fulfilling is not optional, so the number is the same in any order.
            assert played.scores[seat] == reason.facts["number"]
            assert played.scores[seat] - match.scores[seat] == len(reason.facts["kinds"])
        for more in hint.reasons[1:]:
            if more.key == "pearl.hint.blocks":
                kind = KIND_CODES.index(more.facts["kind"])
                assert all(not int(match.states[0].fulfilled[other]) >> kind & 1 for other in more.facts["players"])
    assert found


@pytest.mark.parametrize("players", [2, 6])
def test_the_sets_and_gems_of_gnomes_are_those_of_the_rules(players: int) -> None:
    seen = set()
    for match, hint, reason in advised("gnomes", players, seed=players, count=60, apart=3):
        seen.add(reason.key)
        seat = match.to_act
        if reason.key == "gnomes.hint.gem":
            assert reason.facts["score_before"] == match.scores[seat]
            assert reason.facts["score_after"] == play(match, hint).scores[seat]
        elif reason.key == "gnomes.hint.curse" and reason.facts["gems"]:
            target = reason.facts["target"]
            assert play(match, hint).scores[target] != match.scores[target]
        elif reason.key == "gnomes.hint.take_open":
            legal = play(match, hint).legal()
            playable = any(text.split()[1] == reason.facts["card"] for text in legal if not text.startswith("drop"))
            assert playable == reason.facts["playable"]
    assert {"gnomes.hint.gem", "gnomes.hint.take_open", "gnomes.hint.take_deck"} <= seen


def test_a_card_in_luz_that_takes_the_trick_for_certain_takes_it() -> None:
    chance = random.Random(1)
    certain = {"takes": 0, "loses": 0}
    for match, hint, reason in advised("luz", 4, seed=9, count=32, apart=5):
        if reason.key != "luz.hint.card":
            continue
        assert reason.facts["takes"] + reason.facts["open"] + reason.facts["loses"] == pytest.approx(1, abs=0.002)
        fate = next((name for name in certain if reason.facts[name] == 1), None)
        if fate is None:
            continue
        for _ in range(5):
            played = play(match, hint)
            while played.states[0].led >= 0:
                played.act(chance.choice(played.legal()))
            assert (int(played.states[0].last_winner) == match.to_act) == (fate == "takes")
        certain[fate] += 1
    assert all(certain.values())


def test_the_ranges_of_a_hand_in_luz_hold_the_cards_that_are_there() -> None:
    for match in positions("luz", 5, seed=2, count=8, apart=6):
        position = Position(match.game, match.states)
        for slot, colour, values in hand_ranges(position):
            card = int(match.states[0].hand[position.seat, slot - 1])
            assert card // 12 == colour
            assert card % 12 + 1 in values


@pytest.mark.boundscheck
@pytest.mark.parametrize("players", [3, 5])
def test_the_odds_of_bets_in_luz_keep_to_the_scoring(players: int) -> None:
    """L7: a bet that is met brings 10 or, with the safety bead, 5 times the deal; a miss costs 5 to 50."""
    match = heliodor.new_match("luz", players, seed=4, bead_supply="box")
    match.act("bid 8")
    odds = odds_of_bets(Position(match.game, match.states), 300)
    for bet, (met, points) in enumerate(zip(odds.met, odds.points, strict=True)):
        if bet // 2 > 7:
            assert math.isnan(met), "the box holds 15 beads, and eight are taken"
            continue
        won = (5 if bet % 2 else 10) * met
        assert 0 <= met <= 1
        assert won - 50 * (1 - met) - 1e-9 <= points <= won - 5 * (1 - met) + 1e-9
    assert odds.taken.sum() == pytest.approx(1)
    assert odds.met[5] >= odds.met[4], "the safety bead makes a bet easier to meet"
