"""The games in OpenSpiel: importing this module registers `heliodor_luz(players=4)` and so on, for every game.

>>> import pyspiel
>>> import heliodor.envs.openspiel
>>> game = pyspiel.load_game("heliodor_luz(players=4)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

Chance is explicit: four nodes choose the bytes of a seed, the most significant one first, and everything else follows
from it. The match is that of `heliodor.new_match(game, seed=…)`. With the parameter `deals=N` there is one node
instead, which chooses a seed below N: a small game for exact algorithms. The other parameters are the options of the
game.

The return of a seat is the number of players times its share of the win, less one; it adds up to zero. Alone, it is the
score.

An observation is the encoding of docs/tables.md, its parts by name, or as a string the fields of the hidden record. An
information state is a string: the player, all steps, and a digest of everything that the player has seen. It has no
tensor, because a match may be thousands of steps long. OpenSpiel's searches in C++ cannot step games written in Python;
those in Python can, and `openspiel_bots` makes them players of our arena.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from heliodor.bots import get_bot
from heliodor.bots.contract import Generator
from heliodor.bots.referee import without_clock
from heliodor.bots.seating import ask, generator_from
from heliodor.core.contract import NOBODY, RANDOM_FIRST, SPECTATOR, Game, OptionValue, States
from heliodor.core.errors import BadOption
from heliodor.core.observation import slices_of
from heliodor.envs.extras import need
from heliodor.games import game_ids, get_game

if TYPE_CHECKING:
    import pyspiel
else:
    pyspiel = need("pyspiel", "OpenSpiel", "pip install 'heliodor[openspiel]'")

ZERO_SUM = pyspiel.GameType.Utility.ZERO_SUM
GENERAL_SUM = pyspiel.GameType.Utility.GENERAL_SUM  # One player alone.
PREFIX = "heliodor_"  # Of the names that OpenSpiel knows the games by.
SEED_BYTES = 4  # Chance nodes before the first decision.
BYTE_OUTCOMES = [(byte, 1 / 256) for byte in range(256)]
DEALS = "deals"  # Parameter: the number of different deals; 0 is one for each seed.
MAX_DEALS = 100_000
LONGEST_MATCH = 100_000  # Steps; no match comes near it.
LARGEST_SCORE = 2**15  # Of a player alone.
DIGEST_BYTES = 16
NOT_DEALT = "not dealt"


class HeliodorGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, for OpenSpiel."""

    def __init__(self, game: Game, parameters: Mapping[str, Any]) -> None:
        given = {name: value for name, value in parameters.items() if name != DEALS}
        self.options = game.check_options({"players": _default_players(game), **given})
        self.deals = int(parameters.get(DEALS, 0))
        if not 0 <= self.deals <= MAX_DEALS:
            raise BadOption(f"deals is a number from 0 to {MAX_DEALS}, not {self.deals}")
        self.heliodor_game = game
        players = int(self.options["players"])
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=self.deals or len(BYTE_OUTCOMES),
            num_players=players,
            min_utility=-LARGEST_SCORE if players == 1 else -1.0,
            max_utility=LARGEST_SCORE if players == 1 else players - 1.0,
            utility_sum=None if players == 1 else 0.0,
            max_game_length=LONGEST_MATCH,
        )
        super().__init__(_type_of(game, GENERAL_SUM if players == 1 else ZERO_SUM), info, dict(parameters))

    def new_initial_state(self) -> HeliodorState:
        """Return a match that is not dealt yet."""
        return HeliodorState(self)

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return load_game, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Return an observer; without a type it is that of an observation."""
        return _Observer(self.heliodor_game, iig_obs_type)

    def state_of(self, states: States, index: int, seat: int, gen: Generator) -> HeliodorState:
        """Return a match in a world that is possible for a seat, from a state that has been hidden from it."""
        state = self.new_initial_state()
        state.imagine(states[index : index + 1], seat, gen, b"")
        return state


class HeliodorState(pyspiel.State):  # type: ignore[misc]
    """A match for OpenSpiel. OpenSpiel copies and pickles its attributes, so they are plain values and one record."""

    def __init__(self, game: HeliodorGame) -> None:
        super().__init__(game)
        self.game_id = game.heliodor_game.id
        self.states = game.heliodor_game.new_states(1, game.options)  # One state.
        self.deals = game.deals
        self.seed: tuple[int, ...] = ()  # What the chance nodes have chosen so far.
        self.is_dealt = False
        self.steps = b""  # Two bytes for each step: the seat, the action.
        self.digests: tuple[bytes, ...] = ()  # [seat] -> digest of everything that the seat has seen.

    # --- What OpenSpiel asks -------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat to act, or the chance player, or that the match is over."""
        if not self.is_dealt:
            return int(pyspiel.PlayerId.CHANCE)
        seat = int(get_game(self.game_id).kernels.to_act(self.states, 0))
        return int(pyspiel.PlayerId.TERMINAL) if seat == NOBODY else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the values of a seed's byte, or the deals, all with equal probability."""
        return [(deal, 1 / self.deals) for deal in range(self.deals)] if self.deals else BYTE_OUTCOMES

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.is_dealt and int(get_game(self.game_id).kernels.to_act(self.states, 0)) == NOBODY

    def returns(self) -> list[float]:
        """Return each seat's return: its share of the win, so that all add up to zero; alone, the score."""
        players, kernels = int(self.states["players"][0]), get_game(self.game_id).kernels
        if not self.is_terminal():
            return [0.0] * players
        if players == 1:
            return [float(kernels.score_of(self.states, 0, 0))]
        won = kernels.winners(self.states, 0)
        return [players * (won >> seat & 1) / won.bit_count() - 1.0 for seat in range(players)]

    def _legal_actions(self, player: int) -> list[int]:
        left = int(get_game(self.game_id).kernels.legal_actions(self.states, 0))
        actions = []
        while left:
            actions.append((left & -left).bit_length() - 1)
            left &= left - 1
        return actions

    def _apply_action(self, action: int) -> None:
        kernels = get_game(self.game_id).kernels
        if self.is_dealt:
            seat = int(kernels.to_act(self.states, 0))
            kernels.apply_action(self.states, 0, action)
            self.steps += bytes((seat, action))
            self.digests = tuple(self._digest(seat, before) for seat, before in enumerate(self.digests))
            return
        self.seed += (action,)
        if len(self.seed) == (1 if self.deals else SEED_BYTES):
            kernels.seed(self.states, 0, action if self.deals else int.from_bytes(bytes(self.seed)), 0)
            kernels.set_up(self.states, 0, RANDOM_FIRST)
            self.is_dealt = True
            self.digests = tuple(self._digest(seat, b"") for seat in range(int(self.states["players"][0])))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == int(pyspiel.PlayerId.CHANCE):
            return f"deal {action}" if self.deals else f"byte {len(self.seed) + 1} of the seed is {action}"
        game = get_game(self.game_id)
        if not game.kernels.legal_actions(self.states, 0) >> action & 1:
            return f"step {action}"
        try:
            return " ".join(game.notation.action_texts(self.states, 0, [action]))
        except IndexError:  # In the middle of an action, whose beginning the notation would need.
            return f"step {action}: {_meaning(game, action)}"

    def __str__(self) -> str:
        """Return the fields of the record as text, with every card open."""
        if not self.is_dealt:
            return f"{NOT_DEALT} {' '.join(map(str, self.seed))}".strip()
        return _fields(self.states)

    # --- Knowledge -----------------------------------------------------------------------------------------------

    def hidden(self, seat: int) -> States:
        """Return a copy of the state without what the seat may not know."""
        copied = self.states.copy()
        get_game(self.game_id).kernels.hide(copied, 0, seat)
        return copied

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> HeliodorState:
        """Return a match that the player cannot tell from this one; the history that OpenSpiel keeps is empty there."""
        world: HeliodorState = self.get_game().new_initial_state()
        world.imagine(self.hidden(player), player, np.array([int(rng() * 2**53)], np.uint64), self.steps)
        # What the others have seen in that world is not known step by step; it differs where their hands do.
        mine = self.digests[player]
        world.digests = tuple(mine if seat == player else _digest_of(mine + seen) for seat, seen in _seen(world))
        return world

    def imagine(self, hidden: States, seat: int, gen: Generator, steps: bytes) -> None:
        """Become a possible world of a state that has been hidden from a seat. Changes `gen`."""
        self.states = hidden.copy()
        get_game(self.game_id).kernels.determinize(self.states, 0, seat, gen)
        self.is_dealt, self.steps = True, steps
        self.digests = tuple(_digest_of(seen) for _, seen in _seen(self))

    def knowledge(self, seat: int) -> str:
        """Return the information state of a seat: equal if, and only if, the seat has seen and done the same."""
        if not self.is_dealt:
            return f"{seat} {NOT_DEALT}"
        steps = " ".join(f"{acting}:{action}" for acting, action in zip(self.steps[::2], self.steps[1::2], strict=True))
        return f"{seat} [{steps}] {self.digests[seat].hex()}"

    def _digest(self, seat: int, before: bytes) -> bytes:
        return _digest_of(before + self.steps[-2:] + self.hidden(seat).tobytes())


def _seen(state: HeliodorState) -> list[tuple[int, bytes]]:
    """Return the bytes that each seat sees now."""
    return [(seat, state.hidden(seat).tobytes()) for seat in range(int(state.states["players"][0]))]


def _fields(states: States) -> str:
    # Not the view: in the middle of an action there need not be one.
    return " ".join(f"{name}={states[name][0].tolist()}" for name in states.dtype.names or ()).replace(", ", ",")


def _digest_of(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).digest()


class _Observer:
    """What a seat sees: numbers by name, or a string; with perfect recall a string alone."""

    def __init__(self, game: Game, iig_obs_type: Any) -> None:
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("there is no observer of all hands; `str(state)` shows them")
        self._game = game
        self._recalls = wanted.perfect_recall
        self._is_spectator = wanted.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor = None if self._recalls else np.zeros(game.encoding.SIZE, np.float32)
        self.dict: dict[str, Any] = {}  # Part of the encoding -> its slice of `tensor`.
        if self.tensor is not None:
            for name, where in slices_of(game.encoding.LAYOUT).items():
                self.dict[name] = self.tensor[where]

    def set_from(self, state: HeliodorState, player: int) -> None:
        """Write what the player sees into `tensor`."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.is_dealt:
            seat = SPECTATOR if self._is_spectator else player
            self._game.kernels.encode(state.hidden(seat), 0, seat, self.tensor)

    def string_from(self, state: HeliodorState, player: int) -> str:
        """Return the fields that the player sees as text, or with perfect recall the player's information state."""
        if self._recalls and not self._is_spectator:
            return state.knowledge(player)
        if not state.is_dealt:
            return NOT_DEALT
        return _fields(state.hidden(SPECTATOR if self._is_spectator else player))


class SeatBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot of Heliodor in a seat, as a player for OpenSpiel: `SeatBot("casual", game, seat=1)`."""

    def __init__(self, name: str, game: HeliodorGame, seat: int, seed: int = 0) -> None:
        super().__init__()
        self._game = game.heliodor_game
        self._bot = without_clock(get_bot(name, self._game))
        self._seat = seat
        self._seed = msgspec.json.encode(["openspiel", name, seat, seed])
        self.restart()

    def restart(self) -> None:
        """Begin a new match."""
        self._gen = generator_from(self._seed)
        self._planned: list[int] = []  # Further steps of the action that it has begun.
        self._planned_at = -1  # Length of the steps at which the next of them is due.

    def restart_at(self, state: HeliodorState) -> None:
        """Begin with a match that is under way."""
        self.restart()

    def step(self, state: HeliodorState) -> int:
        """Return the bot's choice; it sees no more than the seat does."""
        if not self._planned or self._planned_at != len(state.steps):
            legal = int(self._game.kernels.legal_actions(state.states, 0))
            self._planned = ask(self._bot, state.hidden(self._seat), legal, self._gen)
        self._planned_at = len(state.steps) + 2
        return self._planned.pop(0)


def _meaning(game: Game, action: int) -> str:
    """Return what actions of this kind mean, from the game's table of actions."""
    end = 0
    for _, count, meaning in game.notation.ACTION_TABLE:
        end += count
        if action < end:
            return meaning
    return "an action"


def _default_players(game: Game) -> int:
    return max(2, game.min_players)


def load_game(name: str) -> Any:
    """Return a game of OpenSpiel; as a function of this module, so that unpickling registers the games."""
    return pyspiel.load_game(name)


def _type_of(game: Game, utility: Any) -> Any:
    defaults: dict[str, OptionValue] = {"players": _default_players(game), DEALS: 0}
    return pyspiel.GameType(
        short_name=f"{PREFIX}{game.id}",
        long_name=f"{game.title} (Heliodor), version {game.version}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=defaults | {option.name: option.default for option in game.options},
    )


def register(game_id: str) -> str:
    """Register one game with OpenSpiel and return its name there."""
    game = get_game(game_id)

    # A class and not a function: OpenSpiel drops what it holds after Python has ended, and nothing may be freed then.
    class Registered(HeliodorGame):
        def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, parameters or {})

    pyspiel.register_game(_type_of(game, ZERO_SUM), Registered)
    return f"{PREFIX}{game_id}"


NAMES = tuple(register(game_id) for game_id in game_ids())  # Names of the games in OpenSpiel.
