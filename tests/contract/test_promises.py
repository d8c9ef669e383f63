"""Our own games keep every promise of heliodor.testing."""

from __future__ import annotations

import pytest

from heliodor import get_game
from heliodor.games import GAME_IDS
from heliodor.testing import Promise, promises
from tests.contract.facts import facts_of

PROMISES = [promise for game_id in GAME_IDS for promise in promises(get_game(game_id), facts_of(game_id))]


@pytest.mark.parametrize("promise", PROMISES, ids=str)
def test_every_game_keeps_its_promises(promise: Promise) -> None:
    promise.check()
