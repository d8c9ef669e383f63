"""Whether the shares in hints come true."""

from __future__ import annotations

import random

import numpy as np
import pytest

from heliodor.hints import chances, give_hints
from heliodor.hints.analysis import decisions_of

from .positions import bot_match

pytestmark = pytest.mark.nightly  # Many matches.


@pytest.mark.parametrize(
    ("game_id", "players", "gap"),
    [("nizam", 2, 0.1), ("pearl", 2, 0.05), ("gnomes", 2, 0.1), ("gnomes", 4, 0.1)],
)
def test_shares_predict_the_winner(game_id: str, players: int, gap: float) -> None:
    """They are right on average, and better than the fair share by the mean square error (Brier)."""
    chance = random.Random(1)
    shares, wins = [], []
    for seed in range(60):
        match = bot_match(game_id, players, seed, "casual")
        # Some positions of each match, so that no match counts much.
        for states in chance.sample(list(match.positions())[:-1], 12):
            seat = int(match.game.kernels.to_act(states, 0))
            if states[0].phase == 0:  # At the beginning of a turn.
                shares.append(give_hints(match.game, states, level="casual", count=1)[0].share or 0.0)
                wins.append((seat in match.winners) / len(match.winners))
    expected, won = np.array(shares), np.array(wins)
    assert abs(expected.mean() - won.mean()) < 0.08
    assert ((expected - won) ** 2).mean() < ((1 / players - won) ** 2).mean()
    assert expected[won > 0.5].mean() > expected[won < 0.5].mean() + gap


@pytest.mark.parametrize(("game_id", "players"), [("nizam", 3), ("pearl", 2), ("gnomes", 3), ("luz", 4)])
def test_chances_of_an_onlooker_predict_the_winner(game_id: str, players: int) -> None:
    """They are better than the fair share by the mean square error (Brier)."""
    chance = random.Random(2)
    errors, fair = [], []
    for seed in range(40):
        match = bot_match(game_id, players, seed, "casual")
        won = np.array([(seat in match.winners) / len(match.winners) for seat in range(players)])
        for taken in chance.sample(list(decisions_of(match)), 8):
            shares = np.array(chances(match.game, taken.before, level="casual").shares)
            errors.append(((shares - won) ** 2).sum())
            fair.append(((1 / players - won) ** 2).sum())
    assert np.mean(errors) < 0.95 * np.mean(fair)
