"""One match, as the environments for a single match use it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliodor.batch import check_reward
from heliodor.core.contract import NOBODY, RANDOM_FIRST, OptionValue
from heliodor.core.errors import BadOption
from heliodor.core.kernels import OK
from heliodor.core.shown import Shown
from heliodor.envs.spaces import check_dtype, check_mask_place, observation_space
from heliodor.games import get_game

RENDER_MODES = ("ansi", "human")


class Table:
    """A match with the rewards, observations and masks of one seat at a time."""

    def __init__(
        self,
        game: str,
        players: int | None,
        version: int | None,
        dtype: str,
        reward: str | None,
        mask_in: str,
        render_mode: str | None,
        options: dict[str, OptionValue],
    ) -> None:
        self.game = get_game(game)
        self.version = self.game.check_version(version)
        given = options if players is None else {"players": players, **options}
        self.options = self.game.check_options(given, self.version)
        self.players = int(self.options["players"])
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"there is no render mode {render_mode!r}; the modes are {' and '.join(RENDER_MODES)}")
        self.render_mode = render_mode
        self.dtype = check_dtype(dtype)
        self.masked = check_mask_place(mask_in)  # Whether the mask is a part of the observation.
        self.reward = check_reward(self.game, reward, self.players)
        self.states = self.game.new_states(1, self.options)
        self._template = self.states.copy()
        self._hidden = self.states.copy()
        self._names = [f"player {seat}" for seat in range(self.players)]
        self._place, self._seat = np.zeros(1, np.int64), np.zeros(1, np.int64)
        self._scores = [0] * self.players
        self._nothing = [0.0] * self.players
        self.to_act = NOBODY  # The seat to act.
        self._legal = 0  # The legal set.

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "game": self.game.id}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept, game=get_game(kept["game"]))

    def deal(self, seed: int) -> None:
        """Deal the first match of a seed."""
        kernels = self.game.kernels
        kernels.copy(self.states, 0, self._template, 0)
        kernels.seed(self.states, 0, seed, 0)
        kernels.set_up(self.states, 0, RANDOM_FIRST)
        self.look()
        if self.reward == "score":
            self._scores = self._score_list()

    def look(self) -> None:
        """Note who is to act and what is legal; needed after a change of the state from outside."""
        self.to_act = self.game.kernels.to_act(self.states, 0)
        self._legal = self.game.kernels.legal_actions(self.states, 0)

    def act(self, action: int) -> bool:
        """Play an action; return False if it is illegal, and then nothing is played."""
        if self.game.kernels.step(self.states, 0, action) != OK:
            return False
        self.look()
        return True

    def rewards(self) -> list[float]:
        """Return what each seat has got since this was last asked; do not change the list."""
        if self.reward == "score":
            before, self._scores = self._scores, self._score_list()
            return [float(now - then) for now, then in zip(self._scores, before, strict=True)]
        if self.to_act >= 0:
            return self._nothing
        won = self.game.kernels.winners(self.states, 0)
        share = 1 / won.bit_count()
        return [(share if won >> seat & 1 else 0.0) - 1 / self.players for seat in range(self.players)]

    def _score_list(self) -> list[int]:
        return [int(self.game.kernels.score_of(self.states, 0, seat)) for seat in range(self.players)]

    @property
    def observation_space(self) -> Any:
        """The space of one observation."""
        return observation_space(self.game, self.dtype, self.masked)

    def observation(self, seat: int) -> Any:
        """Return what the seat sees, with its mask if that is a part of the observation; all arrays are new."""
        numbers = self.numbers(seat)
        return {"observation": numbers, "action_mask": self.mask(seat)} if self.masked else numbers

    def numbers(self, seat: int) -> NDArray[Any]:
        """Return what the seat sees as numbers, in a new array."""
        size = self.game.encoding.SIZE
        numbers = np.empty(size, np.int8)
        self._seat[0] = seat
        self.game.kernels.observe_many(self.states, self._hidden, self._place, self._seat, numbers)
        if self.dtype == np.int8:
            return numbers
        floats = np.empty(size, np.float32)
        self.game.kernels.scale_many(numbers, size, floats)
        return floats

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return 1 for each action that the seat may play now, as a new array; zeros if it is not to act."""
        legal = self._legal if seat == self.to_act else 0
        bits = np.frombuffer(legal.to_bytes(8, "little"), np.uint8)
        return np.unpackbits(bits, count=self.game.num_actions, bitorder="little").view(np.int8)

    def render(self, seat: int) -> str | None:
        """Return the table as the seat sees it, as plain text; in the mode "human", print it instead."""
        drawing = self._drawing(seat)
        if self.render_mode == "ansi":
            return drawing
        print(drawing)
        return None

    def _drawing(self, seat: int) -> str:
        from rich.text import Text

        self.game.kernels.copy(self._hidden, 0, self.states, 0)
        self.game.kernels.hide(self._hidden, 0, seat)
        view = Shown(self.game, self.game.check_display({})).view(self._hidden, 0, seat)
        return Text.from_markup(self.game.drawing.draw(view, self._names)).plain
