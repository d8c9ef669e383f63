"""Chance: SipHash as published, different streams, random numbers in range and uniform."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heliodor.core.rng import (
    keyed_word,
    next_keyed_word,
    next_word,
    random_below,
    rekey_from_player,
    seed_player,
    seed_state,
)
from heliodor.core.state import state_type

Scale = Callable[[int], int]

KEYED = state_type([("rng", np.uint64, (3,))])

# SipHash-2-4's published vectors have the key 00 01 … 0f and the message 00 01 …; this is the one of eight bytes.
OFFICIAL_KEY = (0x0706050403020100, 0x0F0E0D0C0B0A0908)
OFFICIAL_MESSAGE = 0x0706050403020100
OFFICIAL_WORD = 0x93F5F5799A932462

# The first words of splitmix64 from the state 1234567, as its author gives them.
SPLITMIX_SEED = 1234567
SPLITMIX_WORDS = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]


def keyed_state(*words: int) -> Any:
    states = np.zeros(1, KEYED)
    states[0].rng[:] = words
    return states[0]


def player(word: int) -> Any:
    return np.full(1, word, np.uint64)


def siphash_2_4(key_0: int, key_1: int, message: int) -> int:
    """SipHash of eight bytes, after the paper, in Python's own numbers."""
    mask = 2**64 - 1
    v = [
        key_0 ^ 0x736F6D6570736575,
        key_1 ^ 0x646F72616E646F6D,
        key_0 ^ 0x6C7967656E657261,
        key_1 ^ 0x7465646279746573,
    ]

    def rotate(x: int, by: int) -> int:
        return ((x << by) | (x >> (64 - by))) & mask

    def mix() -> None:
        v[0] = (v[0] + v[1]) & mask
        v[2] = (v[2] + v[3]) & mask
        v[1] = rotate(v[1], 13) ^ v[0]
        v[3] = rotate(v[3], 16) ^ v[2]
        v[0] = rotate(v[0], 32)
        v[2] = (v[2] + v[1]) & mask
        v[0] = (v[0] + v[3]) & mask
        v[1] = rotate(v[1], 17) ^ v[2]
        v[3] = rotate(v[3], 21) ^ v[0]
        v[2] = rotate(v[2], 32)

    for block in (message, 8 << 56):
        v[3] ^= block
        mix()
        mix()
        v[0] ^= block
    v[2] ^= 0xFF
    for _ in range(4):
        mix()
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def test_the_keyed_word_is_siphash() -> None:
    word = keyed_word(*map(np.uint64, (*OFFICIAL_KEY, OFFICIAL_MESSAGE)))
    assert int(word) == OFFICIAL_WORD == siphash_2_4(*OFFICIAL_KEY, OFFICIAL_MESSAGE)


@pytest.mark.parametrize("key", [(0, 0), (2**64 - 1, 2**64 - 1), OFFICIAL_KEY])
def test_a_state_counts_through_its_keyed_words(key: tuple[int, int]) -> None:
    state = keyed_state(*key, 2**32 - 2)
    words = [int(next_keyed_word(state)) for _ in range(5)]
    assert words == [siphash_2_4(*key, 2**32 - 2 + n) for n in range(5)]
    assert [int(word) for word in state.rng] == [*key, 2**32 + 3]


def test_the_players_words_are_splitmix() -> None:
    gen = player(SPLITMIX_SEED)
    assert [int(next_word(gen)) for _ in SPLITMIX_WORDS] == SPLITMIX_WORDS


def test_seeds_and_streams_give_different_keys() -> None:
    keys = set()
    for seed in (0, 1, 2, 2**63 - 1):
        for stream in (0, 1, 2, 2**40):
            state = keyed_state(7, 7, 7)
            seed_state(state, seed, stream)
            assert state.rng[2] == 0
            keys.update(int(word) for word in state.rng[:2])
            gen = player(0)
            seed_player(gen, seed, stream)
            keys.add(int(gen[0]))
    assert len(keys) == 4 * 4 * 3


def test_the_same_seed_gives_the_same_key() -> None:
    one, other = keyed_state(0, 0, 0), keyed_state(1, 2, 3)
    seed_state(one, 5, 6)
    seed_state(other, 5, 6)
    assert one.tobytes() == other.tobytes()


def test_a_sampled_state_gets_its_key_from_the_player() -> None:
    state, gen = keyed_state(1, 2, 3), player(9)
    rekey_from_player(state, gen)
    twin = player(9)
    assert [int(word) for word in state.rng] == [int(next_word(twin)), int(next_word(twin)), 0]
    assert gen[0] == twin[0]


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 22, 63, 1000])
def test_a_random_number_is_below_its_bound_and_even(bound: int, scale: Scale) -> None:
    gen = player(3)
    count = scale(20_000)
    found = Counter(int(random_below(gen, bound)) for _ in range(count))
    assert set(found) <= set(range(bound))
    expected = count / bound
    if expected > 5:
        deviation = sum((found[n] - expected) ** 2 / expected for n in range(bound))
        assert deviation < bound + 5 * (2 * bound) ** 0.5
