"""From what playouts say to an honest chance to win: a few numbers for each table, fitted to matches of bots.

Playouts are short, and their policy is weaker than the players: what they call a chance of 70 % may be one of 60 %. The
logarithm of a seat's chance is a sum over its inputs, each times a number that changes during the match; the shares of
all seats add up to 1. The first input is the logarithm of the seat's share of the rewards: with a number of 1 for it,
and 0 for all others, nothing changes.

The numbers are in a file which says what made it (`training`, benchmarks/calibration.py).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from heliodor.core.contract import States
from heliodor.core.errors import HeliodorError

FORMAT = "heliodor-calibration/1"
LEAST_SHARE = 0.002  # Of the rewards: smaller ones are told apart no further.
MOST_ESTIMATED = 0.99  # An estimate never claims a certain win or loss.
SHIPPED = Path(__file__).parent / "calibrated"

Floats = NDArray[np.float64]


class Standing(NamedTuple):
    """What the table says about the match beside the playouts; all of it is public."""

    progress: float  # From 0 at the beginning to 1 near the end.
    inputs: Floats  # [seat, input], as `Advice.inputs` names them.


class Numbers(msgspec.Struct, frozen=True):
    """What each input is worth: first the rewards, then those of the standing."""

    early: list[float]  # At the beginning;
    late: list[float]  # what is added to it at the end.
    matches: int  # How many they were fitted to,
    positions: int  # and positions of these.
    command: str = ""  # What made them.

    @property
    def trusts_rewards(self) -> bool:
        """Whether more reward is more of the win, from the beginning to the end."""
        return min(self.early[0], self.early[0] + self.late[0]) > 0

    def shares(self, rewards: Floats, standing: Standing) -> Floats:
        """Return the chance to win of every seat; they add up to 1, and none is 0 or 1."""
        inputs = with_rewards(rewards, standing.inputs)[np.newaxis]
        return np.asarray(self.shares_of(inputs, np.array([standing.progress]))[0], np.float64)

    def shares_of(self, inputs: Floats, progress: Floats) -> Floats:
        """Return the same for many positions: [position, seat, input] and progress to [position, seat].

        The progress is [position], or [position, seat] if it is not the same for all seats.
        """
        progress = progress if progress.ndim == 2 else progress[:, np.newaxis]
        parts = inputs @ np.array(self.early) + progress * (inputs @ np.array(self.late))
        shares = np.exp(parts - parts.max(axis=1, keepdims=True))
        return bounded(shares / shares.sum(axis=1, keepdims=True))


class Calibration(msgspec.Struct, frozen=True):
    """The numbers of one game, by number of players."""

    format: str
    game: str
    version: int  # Of the game's rules in the matches.
    seed: int  # Of the matches,
    bots: str  # which these bots played.
    level: str  # Of the playouts.
    inputs: list[str]  # Of the standing, in their order.
    tables: dict[int, Numbers]

    def numbers(self, players: int) -> Numbers:
        """Return the numbers for a table; those of the nearest size if nothing was fitted to its own."""
        return self.tables[min(self.tables, key=lambda size: (abs(size - players), size))]


def load_calibration(path: Path, inputs: tuple[str, ...]) -> Calibration:
    """Read a file of numbers for these inputs; raise HeliodorError, in one sentence, if it is damaged."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Calibration)
    except OSError as error:
        raise HeliodorError(f"the calibration {path} cannot be read: {error.strerror}") from None
    except msgspec.MsgspecError as error:
        raise HeliodorError(f"the calibration {path} is damaged: {error}") from None
    if found.format != FORMAT:
        raise HeliodorError(f"the calibration {path} has the format {found.format!r}, not {FORMAT!r}")
    if tuple(found.inputs) != inputs:
        raise HeliodorError(f"the calibration {path} is for other inputs: {', '.join(found.inputs) or 'none'}")
    tables = found.tables.values()
    right = 1 + len(inputs)
    if not tables or any(len(each.early) != right or len(each.late) != right for each in tables):
        raise HeliodorError(f"the calibration {path} is damaged: numbers are missing")
    if not all(np.isfinite([*each.early, *each.late]).all() for each in tables):
        raise HeliodorError(f"the calibration {path} is damaged: a number is not finite")
    if not all(each.trusts_rewards for each in tables):
        raise HeliodorError(f"the calibration {path} is damaged: less reward would be more of the win")
    return found


@cache
def calibration_at(path: Path, inputs: tuple[str, ...]) -> Calibration:
    """Return what a file holds; it is read once."""
    return load_calibration(path, inputs)


def with_rewards(rewards: Floats, inputs: Floats) -> Floats:
    """Return all inputs, [seat, input]: the logarithm of each seat's share of the rewards comes first."""
    total = rewards.sum()
    shares = rewards / total if total > 0 else np.full(len(rewards), 1.0 / len(rewards))
    return np.column_stack([np.log(np.maximum(shares, LEAST_SHARE)), inputs])


def bounded(shares: Floats) -> Floats:
    """Return shares, by seat in the last dimension, of which none is 0 or 1; they still add up to 1."""
    least = 1.0 - MOST_ESTIMATED
    return np.asarray(least / shares.shape[-1] + (1.0 - least) * shares, np.float64)


def distances(states: States, start: int) -> Floats:
    """Return for every seat how far it sits behind another one: 0 for that seat, 1 for the last in turn order."""
    players = int(states[0].players)
    return np.array([(seat - start) % players / max(1, players - 1) for seat in range(players)])
