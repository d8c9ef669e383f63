"""Whether the shares in hints come true."""

from __future__ import annotations

import random

import numpy as np
import pytest

from heliodor.hints import give_hints

from .positions import bot_match

pytestmark = pytest.mark.nightly  # Many matches.


@pytest.mark.parametrize(
    ("game_id", "players", "gap"),
    [("nizam", 2, 0.1), ("pearl", 2, 0.05), ("gnomes", 2, 0.1), ("gnomes", 4, 0.1)],  # Pearl's are drawn in.
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
