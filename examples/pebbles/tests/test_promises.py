"""Pebbles keeps what every game promises."""

from __future__ import annotations

import pytest
from heliodor_pebbles import GAME
from pebbles_facts import FACTS

from heliodor.lessons import check_lessons
from heliodor.testing import Promise, promises, registered


@pytest.mark.parametrize("promise", promises(GAME, FACTS), ids=str)
def test_pebbles_keeps_its_promises(promise: Promise) -> None:
    promise.check()


def test_the_lessons_of_pebbles_are_right() -> None:
    with registered(GAME):
        assert check_lessons(GAME) == []
