"""The keys of a match."""

from __future__ import annotations

import os

from heliodor import fairness


def test_keys_made_in_advance_are_the_keys_of_the_recipe() -> None:
    for _ in range(20):
        secret = os.urandom(fairness.SEED_BYTES)
        keys = fairness.ActionKeys(secret)
        for ply in (0, 1, 9, 10, 12345):
            assert keys.of(ply) == fairness.action_key(secret, ply)
