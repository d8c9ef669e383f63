"""Texts that are, or look like, actions of some turn of a game."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from tests.contract.lookup import entry_of
from tests.naive.board import KINDS, SHIFTS
from tests.naive.gnomes import all_cards, is_gem

SEATS = range(6)


@cache
def plausible_texts(game_id: str) -> tuple[str, ...]:
    """Return every text that is an action of the game in some position."""
    return tuple(entry_of(_POOLS, game_id, "_POOLS of tests/contract/texts.py")())


def _shifts() -> list[str]:
    payments = ["".join(three) for three in combinations_with_replacement(KINDS, 3)]
    return [*SHIFTS, *(f"{shift}:{payment}" for shift in SHIFTS for payment in payments)]


def _nizam() -> list[str]:
    return ["draw", "done", "pass", *_shifts()]


def _pearl() -> list[str]:
    return [*_nizam(), *(f"task {kind}" for kind in KINDS)]


def _gnomes() -> list[str]:
    cards = sorted({*all_cards("three_shapes"), *all_cards("six_shapes")})
    curses = ("K", "FO", "FG", "FP")
    return [
        "take deck",
        *(f"take {slot}" for slot in (1, 2, 3)),
        "skip",
        "pass",
        *(f"lay {card}" for card in cards if is_gem(card) or card == "C"),
        *(f"drop {card}" for card in cards),
        *(f"curse {curse} {seat}" for curse in curses for seat in SEATS),
        *(f"wind {wind} {fog}" for wind in ("WR", "WY", "WB") for fog in ("FO", "FG", "FP")),
    ]


def _luz() -> list[str]:
    bids = [f"bid {number}{safety}" for number in range(11) for safety in ("", "+")]
    return [*bids, *(f"play {slot}" for slot in range(1, 11))]


_POOLS = {"nizam": _nizam, "pearl": _pearl, "gnomes": _gnomes, "luz": _luz}
