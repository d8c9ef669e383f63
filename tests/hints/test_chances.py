"""The chance to win of every seat."""

from __future__ import annotations

import numpy as np
import pytest

import heliodor
from heliodor.core.contract import SPECTATOR
from heliodor.hints import chances

from .positions import EVERY_TABLE, bot_match, positions

LEVEL = "novice"


@pytest.mark.parametrize(("game_id", "players"), EVERY_TABLE)
def test_shares_add_up_to_one_and_hidden_cards_do_not_change_them(game_id: str, players: int) -> None:
    for number, match in enumerate(positions(game_id, players, seed=4, count=3, apart=7)):
        found = chances(match.game, match.states, level=LEVEL, seed=number)
        assert len(found.shares) == players
        assert sum(found.shares) == pytest.approx(1)
        assert not found.is_certain
        assert players == 1 or all(0 < share < 1 for share in found.shares), "an estimate claims nothing"
        other = match.hidden_states(SPECTATOR)
        match.game.kernels.determinize(other, 0, SPECTATOR, np.array([number], np.uint64))
        assert chances(match.game, other, level=LEVEL, seed=number) == found


@pytest.mark.parametrize(("game_id", "players"), EVERY_TABLE)
def test_the_end_is_certain(game_id: str, players: int) -> None:
    match = bot_match(game_id, players, 1, "greedy")
    found = chances(match.game, match.states, level=LEVEL)
    assert found.is_certain
    assert found.shares == [(seat in match.winners) / len(match.winners) for seat in range(players)]


def test_a_lead_in_luz_is_worth_something_between_deals() -> None:
    match = bot_match("luz", 4, 3, "greedy")
    fourth = next(states for states in match.positions() if states[0].deal == 4)
    assert fourth[0].phase == 0, "it begins with bets"
    ahead = fourth.copy()
    ahead[0].score[2] += 80
    before, after = (chances(match.game, states, level=LEVEL).shares for states in (fourth, ahead))
    assert after[2] > 0.8 > before[2] + 0.2


def test_unknown_levels_and_games_without_a_bot_are_refused() -> None:
    with pytest.raises(heliodor.BadOption, match="there is no level 'clever'"):
        match = heliodor.new_match("luz", 3, seed=1)
        chances(match.game, match.states, level="clever")
