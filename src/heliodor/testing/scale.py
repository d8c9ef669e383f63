"""How many random cases the checks play: HELIODOR_TEST_SCALE is a share of the usual number."""

from __future__ import annotations

import os

SCALE = float(os.environ.get("HELIODOR_TEST_SCALE", "1"))


def scaled(count: int) -> int:
    """Return how many of `count` random cases this run plays: all, or fewer if each takes long."""
    return max(1, round(count * SCALE))
