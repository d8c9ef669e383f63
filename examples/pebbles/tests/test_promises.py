"""Pebbles keeps what every game promises."""

from __future__ import annotations

import pytest
from heliodor_pebbles import GAME
from pebbles_facts import FACTS

from heliodor.testing import Promise, promises


@pytest.mark.parametrize("promise", promises(GAME, FACTS), ids=str)
def test_pebbles_keeps_its_promises(promise: Promise) -> None:
    promise.check()
