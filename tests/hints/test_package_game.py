"""A game of another package brings its brain and its advice by naming their modules."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from heliodor import games, new_match
from heliodor.bots import BOT_NAMES, levels_of
from heliodor.bots.brain_bots import brain_of, strength_of
from heliodor.core.contract import Game
from heliodor.core.errors import HeliodorError
from heliodor.hints import advice_of, analyse, give_hints, has_hints
from heliodor.simulate import simulated_matches
from tests import pebbles

MIND = "tests.pebbles_mind"


@pytest.fixture
def without_mind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Pebbles as its package has it."""
    pebbles.use(tmp_path, monkeypatch)
    return games.get_game("pebbles")


@pytest.fixture
def with_mind(without_mind: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The same game with a brain and advice, under another id: compiled code is cached by it."""
    game = dataclasses.replace(without_mind, id="clever_pebbles", brain=MIND, advice=MIND)
    monkeypatch.setitem(games._loaded, game.id, game)
    return game


def test_a_game_that_names_no_brain_has_neither_levels_nor_hints(without_mind: Game) -> None:
    assert levels_of(without_mind) == ("random", "plain")
    assert not has_hints(without_mind)
    with pytest.raises(HeliodorError, match="Pebbles has no reviews"):
        advice_of(without_mind).position_to_review(new_match("pebbles", 2, seed=1), 0, 1)


def test_a_game_that_names_its_brain_has_bots_of_every_level(with_mind: Game) -> None:
    assert levels_of(with_mind) == BOT_NAMES
    (match,) = simulated_matches(
        with_mind, with_mind.check_options({"players": 3}), 1, seed=1, bots=("greedy", "novice", "master")
    )
    assert match.over


def test_a_brain_that_lists_no_master_has_one_that_thinks_longer_than_its_expert(with_mind: Game) -> None:
    assert "master" not in brain_of(with_mind).STRENGTHS
    expert, master = (strength_of(with_mind, level) for level in ("expert", "master"))
    assert master.rounds == 8 * expert.rounds and master.seconds == 1.4


def test_hints_give_the_reasons_of_the_games_own_advice(with_mind: Game) -> None:
    match = new_match(with_mind.id, 2, seed=1, first=0)
    hints = give_hints(with_mind, match.states, level="novice")
    assert {hint.actions[0] for hint in hints} == {"take", "pass"}
    assert [event.key for hint in hints for event in hint.reasons] == ["pebbles.hint.size"] * 2
    assert all(hint.share is not None and 0 < hint.share < 1 for hint in hints)


def test_a_game_without_advice_gets_hints_without_reasons(with_mind: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game = dataclasses.replace(with_mind, advice="")
    monkeypatch.setitem(games._loaded, game.id, game)
    match = new_match(game.id, 2, seed=1, first=0)
    assert [hint.reasons for hint in give_hints(game, match.states, level="novice")] == [[], []]
    for action in ("take", "pass", "pass"):
        match.act(action)
    assert [decision.reasons for decision in analyse(match, level="novice").decisions] == [[], [], []]
