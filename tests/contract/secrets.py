"""What a seat may not know, stated a second time: the contract tests cannot see a leak in `hide` without it.

A world that is imagined from a leaking `hide` leaks in the same way, so comparing the two cannot find the leak. Only
this table can. In every game the deck and the generator are hidden from everyone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from heliodor.testing.facts import Place
from tests.contract.lookup import entry_of


def secrets_of(game_id: str) -> Callable[[Any, int], Iterator[Place]]:
    """Return the function that yields the places of a full state that hold UNKNOWN once it is hidden from a seat."""
    return entry_of(_SECRETS, game_id, "_SECRETS of tests/contract/secrets.py")


def _hands_of_others(state: Any, seat: int) -> Iterator[Place]:
    for other in range(int(state.players)):
        if other != seat:
            yield "hand", other


def _cards_that_others_drew_unseen(state: Any, seat: int) -> Iterator[Place]:
    for other in range(int(state.players)):
        if other != seat:
            for place in range(int(state.num_known[other]), int(state.hand_size[other])):
                yield "hand", (other, place)


def _own_unplayed_cards(state: Any, seat: int) -> Iterator[Place]:
    for owner in range(int(state.players)):
        for slot in range(10):
            if seat in (owner, -1) and int(state.unplayed[owner]) >> slot & 1:
                yield "hand", (owner, slot)


_SECRETS: dict[str, Callable[[Any, int], Iterator[Place]]] = {
    "nizam": _hands_of_others,
    "pearl": _hands_of_others,
    "gnomes": _cards_that_others_drew_unseen,
    "luz": _own_unplayed_cards,
}
