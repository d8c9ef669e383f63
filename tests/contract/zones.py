"""Where the cards of each game are: the one place in the contract tests that knows the records' fields."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from heliodor.core.deck import NO_CARD
from heliodor.games.gnomes.cards import CAVE, DIAMOND
from heliodor.games.luz.rules import NUM_VALUES
from tests.contract.lookup import entry_of
from tests.naive.board import KINDS
from tests.naive.gnomes import all_cards

Piles = Iterable[tuple[int, int]]  # A card and how many of it.
Options = Mapping[str, Any]

HIGHEST_VALUES = {3: 8, 4: 10, 5: 12}  # Of Luz's cards, by the number of players.


def cards_of(game_id: str) -> Callable[[Any], Piles]:
    """Return the function that lists all cards of a full state."""
    return entry_of(_ZONES, game_id, "_ZONES of tests/contract/zones.py")


def deck_of(game_id: str) -> Callable[[Options], Counter[str]]:
    """Return the function that lists all cards of a match with given options."""
    return entry_of(_DECKS, game_id, "_DECKS of tests/contract/zones.py")


def first_worlds_of(game_id: str) -> Callable[[Any, int], int] | None:
    """Return the function that counts the worlds of a first position, for games with few hidden cards."""
    return _WORLDS.get(game_id)


def _piled(cards: Any) -> Piles:
    counts = Counter(cards.ravel().tolist())
    del counts[NO_CARD]
    return counts.items()


def _counted(counts: Any) -> Piles:
    return enumerate(counts.tolist())


def _shifting_zones(state: Any) -> Piles:
    yield from _piled(state.board)
    yield from _piled(state.deck[int(state.deck_pos) :])
    yield from _counted(state.discard)
    for seat in range(int(state.players)):
        hand = state.hand[seat]
        assert int(hand.sum()) == int(state.hand_size[seat])
        yield from _counted(hand)


def _gnomes_zones(state: Any) -> Piles:
    yield from _piled(state.deck[int(state.deck_pos) :])
    yield from _counted(state.discard)
    yield from _piled(state.open_cards)
    yield CAVE, int(state.caves.sum())
    if state.pending != NO_CARD:
        yield int(state.pending), 1
    for seat in range(int(state.players)):
        assert int((state.hand[seat] != NO_CARD).sum()) == int(state.hand_size[seat])
        yield from _piled(state.hand[seat])
        yield from _piled(state.curses[seat])
        yield from ((DIAMOND + place, count) for place, count in _counted(state.gems[seat]))


def _luz_zones(state: Any) -> Piles:
    # All dealt cards stay in their slots; ten others lie aside, and no field of an imagined world holds them.
    dealt = state.hand[: int(state.players)]
    yield from _piled(dealt)
    highest = HIGHEST_VALUES[int(state.players)]
    aside = {NUM_VALUES * colour + value for colour in range(5) for value in range(highest)} - set(dealt.flat)
    assert len(aside) == 10
    yield from ((card, 1) for card in aside)
    for hand in dealt.tolist():
        assert hand == sorted(hand), "a hand lies low to high"


def _luz_worlds(state: Any, seat: int) -> int:
    """L3: count the ways to deal the unseen cards of each colour to the hidden hands and aside, in order."""
    players = int(state.players)
    hidden = [seat] if seat >= 0 else list(range(players))
    worlds = 1
    for colour in range(5):
        in_hand = [int((state.hand[owner] // NUM_VALUES == colour).sum()) for owner in range(players)]
        left = HIGHEST_VALUES[players] - sum(number for owner, number in enumerate(in_hand) if owner not in hidden)
        for owner in hidden:
            worlds *= math.comb(left, in_hand[owner])
            left -= in_hand[owner]
    return worlds


def _nizam_deck(options: Options) -> Counter[str]:
    return Counter(KINDS * 12)


def _pearl_deck(options: Options) -> Counter[str]:
    return Counter(KINDS * (12 - options["players"]) + "P")


def _gnomes_deck(options: Options) -> Counter[str]:
    return Counter(all_cards(str(options["deck"])))


def _luz_deck(options: Options) -> Counter[str]:
    values = range(1, HIGHEST_VALUES[options["players"]] + 1)
    return Counter(f"{colour}{value}" for colour in "RYGBP" for value in values)


_ZONES: dict[str, Callable[[Any], Piles]] = {
    "nizam": _shifting_zones,
    "pearl": _shifting_zones,
    "gnomes": _gnomes_zones,
    "luz": _luz_zones,
}
_DECKS: dict[str, Callable[[Options], Counter[str]]] = {
    "nizam": _nizam_deck,
    "pearl": _pearl_deck,
    "gnomes": _gnomes_deck,
    "luz": _luz_deck,
}
_WORLDS: dict[str, Callable[[Any, int], int]] = {"luz": _luz_worlds}
