"""Trained weights: what `heliodor train` finds for a game and a number of players, and the bots play by.

A brain that can be trained has these names besides those of the search, which docs/training.md explains:

    INPUTS                           what the model of the chance to win looks at, in words
    first_worths(players)            the worths of the quick policy, in words, with values to start from (`Worth`)
    first_model(worths, players)     the model that a fit begins with: a number for each input, and what is added late
    write_inputs(state, seat, inputs), progress_of(state, seat)  what a seat has, and how much of the match is over
    policy_move(state, gen, weights) the quick policy's move, from what the seat to act knows
    play_out_by(state, gen, weights), rate_by(state, weights, rewards)  what the search asks instead of play_out, rate
    can_look(state)                  optional: whether the model may be fitted to this position
    known_weights(players)           optional: the weights of a table without a file, as an array, or None

A file has a number for each worth and two for each input, and says what made it; as an array these are the weights, in
this order. Reading it needs nothing but the package.
"""

from __future__ import annotations

import math
from pathlib import Path
from types import ModuleType

import msgspec
import numpy as np
from numpy.typing import NDArray

from heliodor.core.contract import Game
from heliodor.core.errors import HeliodorError

FORMAT = "heliodor-weights/1"
SHIPPED = Path(__file__).parent / "weights"  # <game>-<players>.json
LARGEST = 1 << 20  # Bytes of a file.


class Gate(msgspec.Struct, frozen=True):
    """The matches that the weights had to win, on deals that nothing was fitted to."""

    against: str
    seed: int
    matches: int
    share: float  # Of the wins, as a single bot among copies of the other;
    low: float  # its 95 % interval.
    high: float


class Weights(msgspec.Struct, frozen=True):
    """A file of weights."""

    format: str
    game: str
    version: int  # Of the game's rules.
    players: int
    worths: dict[str, float]
    inputs: list[str]
    early: list[float]  # [input] -> its number at the beginning of a match;
    late: list[float]  # what is added to it at the end.
    matches: int  # How many the model was fitted to,
    positions: int  # and positions of these.
    generation: int  # How often this was done, each time with the bots of the time before.
    seed: int
    heliodor: str  # Version of the package that made it,
    command: str  # and how.
    gate: Gate | None = None

    def as_array(self) -> NDArray[np.float64]:
        """Return the weights as the compiled search takes them."""
        return np.array([*self.worths.values(), *self.early, *self.late], np.float64)


HOOK = (
    "INPUTS",
    "first_worths",
    "first_model",
    "write_inputs",
    "progress_of",
    "policy_move",
    "play_out_by",
    "rate_by",
)  # What a brain must have.


def can_be_trained(brain: ModuleType) -> bool:
    """Return whether a brain has weights."""
    return all(hasattr(brain, name) for name in HOOK)


def read_weights(path: Path, game: Game, brain: ModuleType) -> Weights:
    """Read a file of weights; raise HeliodorError, in one sentence, if it is damaged or for another game."""
    if not can_be_trained(brain):
        raise HeliodorError(f"the bots of {game.title} take no weights")
    try:
        if path.stat().st_size > LARGEST:
            raise HeliodorError(f"{path} is too large for weights; they take {LARGEST:,} bytes at most")
        found = msgspec.json.decode(path.read_bytes(), type=Weights)
    except OSError as error:
        raise HeliodorError(f"the weights {path} cannot be read: {error.strerror}") from None
    except msgspec.MsgspecError as error:
        raise HeliodorError(f"the weights {path} are damaged: {error}") from None
    if found.format != FORMAT:
        raise HeliodorError(f"the weights {path} have the format {found.format!r}, not {FORMAT!r}")
    if (found.game, found.version) != (game.id, game.version):
        made_for = f"{found.game}, version {found.version}"
        raise HeliodorError(f"the weights {path} are for {made_for}, not for {game.id}, version {game.version}")
    if found.players not in game.players:
        raise HeliodorError(f"the weights {path} are damaged: {game.title} is not for {found.players} players")
    if list(found.worths) != list(brain.first_worths(found.players)) or tuple(found.inputs) != brain.INPUTS:
        raise HeliodorError(f"the weights {path} are for other bots: train them again")
    numbers = [*found.worths.values(), *found.early, *found.late]
    if not len(found.early) == len(found.late) == len(brain.INPUTS) or not all(map(math.isfinite, numbers)):
        raise HeliodorError(f"the weights {path} are damaged: a number is missing or not finite")
    return found


def shipped_path(game: Game, players: int) -> Path:
    """Return where the package has the weights of a table, if there are any."""
    return SHIPPED / f"{game.id}-{players}.json"


def shipped_weights(game: Game, brain: ModuleType, players: int) -> NDArray[np.float64] | None:
    """Return the weights of a table as an array, or None if nothing was fitted to it; a file is read once.

    A brain may know weights for tables without a file (`known_weights`).
    """
    if not can_be_trained(brain):
        return None
    path = shipped_path(game, players)
    if path not in _read:
        known = brain.known_weights(players) if hasattr(brain, "known_weights") else None
        _read[path] = read_weights(path, game, brain).as_array() if path.exists() else known
    return _read[path]


_read: dict[Path, NDArray[np.float64] | None] = {}  # Weights of tables that bots have played at.
