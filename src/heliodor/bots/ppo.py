"""The bot `ppo`: a small network that has learned a game by playing against itself (docs/baselines.md).

`ppo` plays with the weights that Heliodor brings, `ppo:FILE` with those of a file that `examples/ppo/ppo.py` wrote.
NumPy is all it needs.
"""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliodor.bots.contract import Generator
from heliodor.core.bits import members
from heliodor.core.contract import Game, States
from heliodor.core.errors import BadOption

WEIGHTS = Path(__file__).parent / "weights"  # <game>.npz
LARGEST = 1 << 20  # Bytes of a file, and of an array in it: a file from elsewhere must not fill the memory.
LAYERS = ("kind_1", "rest_1", "kind_2", "mean_2", "trunk", "kind_act", "sum_act", "act", "value")
BIASES = ("bias_1", "bias_2", "bias_3")
PLACES = ("of_kinds", "rest", "kind_actions", "actions")
ABOUT = ("game", "version", "players")

Arrays = dict[str, NDArray[Any]]


class PpoBot:
    """Plays the action that its network likes best."""

    def __init__(self, game: Game, arrays: Arrays) -> None:
        self.name = "ppo"
        self._game = game
        self._arrays = arrays
        # Observations come as floats, and the network was trained on larger ones.
        self._scale = arrays["scale"] / np.asarray(game.encoding.SCALE)
        self._seen = np.zeros(game.encoding.SIZE, np.float32)

    def choose(self, states: States, index: int, legal: int, gen: Generator) -> list[int]:
        """Return one step."""
        self._game.kernels.encode(states, index, int(self._game.kernels.to_act(states, index)), self._seen)
        logits = self._logits(self._seen * self._scale)
        steps = members(legal)
        return [steps[int(np.argmax(logits[steps]))]]

    def _logits(self, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return how much the network likes each action; `network` of examples/ppo/ppo.py does the same with JAX."""
        a = self._arrays
        common = seen[a["rest"]] @ a["rest_1"] + a["bias_1"]
        x = np.maximum(seen[a["of_kinds"]] @ a["kind_1"] + common, 0)
        x = np.maximum(x @ a["kind_2"] + x.mean(0) @ a["mean_2"] + a["bias_2"], 0)
        trunk = np.maximum(x.sum(0) @ a["trunk"] + a["bias_3"], 0)
        logits = np.zeros(self._game.num_actions, np.float32)
        logits[a["actions"]] = trunk @ a["act"] + x.sum(0) @ a["sum_act"]
        if len(a["kind_actions"]):
            logits[a["kind_actions"]] = (x @ a["kind_act"])[:, 0]
        return logits


def make_bot(game: Game, file: str = "") -> PpoBot:
    """Return the bot with the weights of a file, or with Heliodor's own; raise BadOption if there are none."""
    path = Path(file) if file else WEIGHTS / f"{game.id}.npz"
    if not file and not path.is_file():
        raise BadOption(f"no weights for {game.title} come with Heliodor; ppo:FILE plays with those of a file")
    arrays = _read(path)
    made_for, version = str(arrays["game"]), str(arrays["version"])
    if (made_for, version) != (game.id, str(game.version)):
        given = f"{path} has weights for {made_for}, version {version}"
        raise BadOption(f"{given}, and not for {game.id}, version {game.version}")
    _check(path, arrays, game)
    return PpoBot(game, arrays)


def _read(path: Path) -> Arrays:
    """Return the arrays of a file of weights; nothing in it is run."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadOption(f"{path} is too large for weights; they take {LARGEST:,} bytes at most")
        with zipfile.ZipFile(path) as archive:
            if sum(member.file_size for member in archive.infolist()) > LARGEST:
                raise BadOption(f"{path} is too large for weights; they take {LARGEST:,} bytes at most")
        with np.load(path, allow_pickle=False) as archive:
            return {name: archive[name] for name in (*ABOUT, *PLACES, "scale", *LAYERS, *BIASES)}
    except OSError as error:
        raise BadOption(f"cannot read the weights {path}: {error.strerror or error}") from None
    except (EOFError, KeyError, NotImplementedError, SyntaxError, ValueError, zipfile.BadZipFile, zlib.error):
        raise BadOption(f"{path} is damaged, or is not a file of weights") from None


def _check(path: Path, arrays: Arrays, game: Game) -> None:
    """Raise BadOption unless the arrays fit together and fit the game."""
    size, number = game.encoding.SIZE, game.num_actions
    kinds, features = arrays["of_kinds"].shape if arrays["of_kinds"].ndim == 2 else (0, 0)
    first, second, trunk = (arrays[name].size for name in BIASES)
    rest, kind_actions, actions = (len(np.atleast_1d(arrays[name])) for name in ("rest", "kind_actions", "actions"))
    shapes: dict[str, tuple[int, ...]] = {
        "kind_1": (features, first),
        "rest_1": (rest, first),
        "kind_2": (first, second),
        "mean_2": (first, second),
        "trunk": (second, trunk),
        "kind_act": (second, 1),
        "sum_act": (second, actions),
        "act": (trunk, actions),
        "value": (trunk, 1),
        "scale": (size,),
        "bias_1": (first,),
        "bias_2": (second,),
        "bias_3": (trunk,),
    }
    fits = kinds > 0 and kind_actions in (0, kinds)
    for name, shape in shapes.items():
        fits = fits and arrays[name].shape == shape and arrays[name].dtype == np.float32
        fits = fits and bool(np.isfinite(arrays[name]).all())
    for name, most in (("of_kinds", size), ("rest", size), ("kind_actions", number), ("actions", number)):
        places = arrays[name]
        fits = fits and places.dtype == np.int64 and bool(((places >= 0) & (places < most)).all())
    if not fits:
        raise BadOption(f"{path} is damaged, or is not a file of weights for {game.title}")
