"""docs/record.md says how a shuffle comes from a key. This file follows the page in plain Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import heliodor

MASK = 2**64 - 1
SEED = 20_261


def siphash(key_0: int, key_1: int, message: int) -> int:
    """SipHash-2-4 of eight bytes, as its authors define it."""
    v = [
        key_0 ^ 0x736F6D6570736575,
        key_1 ^ 0x646F72616E646F6D,
        key_0 ^ 0x6C7967656E657261,
        key_1 ^ 0x7465646279746573,
    ]

    def rotate(x: int, by: int) -> int:
        return (x << by | x >> (64 - by)) & MASK

    def sip_round() -> None:
        v[0] = (v[0] + v[1]) & MASK
        v[1] = rotate(v[1], 13) ^ v[0]
        v[0] = rotate(v[0], 32)
        v[2] = (v[2] + v[3]) & MASK
        v[3] = rotate(v[3], 16) ^ v[2]
        v[0] = (v[0] + v[3]) & MASK
        v[3] = rotate(v[3], 21) ^ v[0]
        v[2] = (v[2] + v[1]) & MASK
        v[1] = rotate(v[1], 17) ^ v[2]
        v[2] = rotate(v[2], 32)

    for block in (message, 8 << 56):
        v[3] ^= block
        sip_round()
        sip_round()
        v[0] ^= block
    v[2] ^= 0xFF
    for _ in range(4):
        sip_round()
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def words(seed: int, match_number: int) -> Iterator[int]:
    """The words of match k of a seed."""
    key = (siphash(seed, 0x9E3779B97F4A7C15, match_number), siphash(seed, 0xBF58476D1CE4E5B9, match_number))
    counter = 0
    while True:
        yield siphash(*key, counter)
        counter += 1


def shuffled(cards: list[str], source: Iterator[int]) -> list[str]:
    """The page's shuffle: from the last place down, four 16-bit draws a word, biased draws rejected."""
    cards = list(cards)
    draws: list[int] = []
    for i in range(len(cards) - 1, 0, -1):
        while True:
            if not draws:
                word = next(source)
                draws = [word >> shift & 0xFFFF for shift in (0, 16, 32, 48)]
            product = draws.pop(0) * (i + 1)
            if product & 0xFFFF >= 65536 % (i + 1):
                break
        j = product >> 16
        cards[i], cards[j] = cards[j], cards[i]
    return cards


KINDS = list("RCTEQSAX")
GEMS = [colour + shape for colour in "RHS" for shape in "ost"]
GNOMES_DECK = (
    ["C"] * 14
    + ["K"] * 6
    + ["FO"] * 3
    + ["FG"] * 3
    + ["FP"] * 3
    + ["WR"] * 5
    + ["WY"] * 5
    + ["WB"] * 5
    + ["D"] * 4
    + [gem for gem in GEMS for _ in range(6)]
)
UNSHUFFLED = {
    "nizam": [[kind for kind in KINDS for _ in range(12)]],
    "pearl": [
        [kind for kind in KINDS for _ in range(3)] + ["P"],
        [kind for kind in KINDS for _ in range(12 - 3 - 3)],
    ],
    "gnomes": [GNOMES_DECK],
    "luz": [[f"{colour}{value}" for colour in "RYGBP" for value in range(1, 9)]],
}


@pytest.mark.parametrize("game_id", heliodor.GAME_IDS)
def test_the_recipe_gives_the_shuffles_and_the_starting_seat(game_id: str) -> None:
    match = heliodor.new_match(game_id, players=3, seed=SEED)
    source = words(SEED, 0)
    assert match.record().shuffles == [shuffled(cards, source) for cards in UNSHUFFLED[game_id]]
    assert match.first == next(source) % 3
