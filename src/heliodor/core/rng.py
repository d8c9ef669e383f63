"""Chance: a keyed generator for the cards, a fast one for players that choose at random.

The generator of a state, `state.rng`, is three words: a 128-bit key and a counter. Its n-th word is
SipHash-2-4 of n under the key, so seen cards reveal nothing about those to come. A simulator sets the key once from
a seed; a live table sets a new one for every action from its secret (see docs/record.md).

The generator of a player, `gen`, is an array of one word (splitmix64). It is fast and never decides about cards.
"""

import numpy as np

from heliodor.core.jit import wrapping_rule

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_SIP_0 = np.uint64(0x736F6D6570736575)
_SIP_1 = np.uint64(0x646F72616E646F6D)
_SIP_2 = np.uint64(0x6C7967656E657261)
_SIP_3 = np.uint64(0x7465646279746573)
_LENGTH_BLOCK = np.uint64(8 << 56)  # SipHash appends the message's length: eight bytes.
_FINAL = np.uint64(0xFF)
_U64_64 = np.uint64(64)


@wrapping_rule
def _rotate(x, by):
    return (x << by) | (x >> (_U64_64 - by))


@wrapping_rule
def _sip_round(v0, v1, v2, v3):
    v0 = v0 + v1
    v1 = _rotate(v1, np.uint64(13)) ^ v0
    v0 = _rotate(v0, np.uint64(32))
    v2 = v2 + v3
    v3 = _rotate(v3, np.uint64(16)) ^ v2
    v0 = v0 + v3
    v3 = _rotate(v3, np.uint64(21)) ^ v0
    v2 = v2 + v1
    v1 = _rotate(v1, np.uint64(17)) ^ v2
    v2 = _rotate(v2, np.uint64(32))
    return v0, v1, v2, v3


@wrapping_rule
def keyed_word(key_0, key_1, message):
    """Return SipHash-2-4 of an eight-byte message under a 128-bit key."""
    v0 = key_0 ^ _SIP_0
    v1 = key_1 ^ _SIP_1
    v2 = key_0 ^ _SIP_2
    v3 = key_1 ^ _SIP_3
    for block in (message, _LENGTH_BLOCK):
        v3 = v3 ^ block
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
        v0 = v0 ^ block
    v2 = v2 ^ _FINAL
    for _ in range(4):
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@wrapping_rule
def next_keyed_word(state):
    """Return the next word of the state's own generator. Changes `state`."""
    word = keyed_word(state.rng[0], state.rng[1], state.rng[2])
    state.rng[2] = state.rng[2] + np.uint64(1)
    return word


@wrapping_rule
def next_word(gen):
    """Return the next word of a player's generator. Changes `gen`."""
    gen[0] = gen[0] + _GOLDEN
    z = gen[0]
    z = (z ^ (z >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    return z ^ (z >> np.uint64(31))


@wrapping_rule
def random_below(gen, bound):
    """Return a number from 0 to bound − 1; the bias is below bound / 2³². Changes `gen`."""
    high = next_word(gen) >> np.uint64(32)
    return int((high * np.uint64(bound)) >> np.uint64(32))


@wrapping_rule
def seed_state(state, seed, stream):
    """Set the state's key from a seed and the number of the match within it. Changes `state`."""
    state.rng[0] = keyed_word(np.uint64(seed), _GOLDEN, np.uint64(stream))
    state.rng[1] = keyed_word(np.uint64(seed), _MIX_1, np.uint64(stream))
    state.rng[2] = np.uint64(0)


@wrapping_rule
def seed_player(gen, seed, stream):
    """Set a player's generator from a seed and a number, independent of every state's key. Changes `gen`."""
    gen[0] = keyed_word(np.uint64(seed), _MIX_2, np.uint64(stream))


@wrapping_rule
def rekey_from_player(state, gen):
    """Give a sampled state a new key from the player's generator. Changes `state` and `gen`."""
    state.rng[0] = next_word(gen)
    state.rng[1] = next_word(gen)
    state.rng[2] = np.uint64(0)
