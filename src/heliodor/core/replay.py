"""Plays text actions on a state, with shuffles from the state's generator or from a record.

An action is first tried on a scratch state. So an illegal action changes nothing, and a recorded shuffle is compared
with the cards that the rules shuffle before it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from heliodor.core.contract import Game, States
from heliodor.core.errors import BadRecord
from heliodor.core.kernels import OK

Shuffle = list[int]  # Cards, the top one first.
NextShuffle = Callable[[], Shuffle]  # Returns the next recorded shuffle; raises BadRecord if none is left.


def set_up(game: Game, states: States, first: int, recorded: NextShuffle | None = None) -> list[Shuffle]:
    """Set up state 0 of `states` and return its shuffles; the state must be seeded, or `recorded` given."""
    blank = states.copy()
    game.kernels.set_up(states, 0, first)
    shuffles = game.notation.setup_shuffles(states, 0)
    if recorded is not None:
        chosen = [_checked(game, expected, recorded()) for expected in shuffles]
        states[:] = blank
        _write_script(states[0], [card for shuffle in chosen for card in shuffle])
        game.kernels.set_up(states, 0, first)
        shuffles = chosen
    return shuffles


def play(
    game: Game, states: States, scratch: States, text: str, recorded: NextShuffle | None = None
) -> tuple[list[int], Shuffle | None]:
    """Play a text action on state 0 of `states`; return its steps and its shuffle, if it had one.

    Raises BadAction, and changes nothing, if the text is not an action or not a legal one.
    """
    steps = try_action(game, states, scratch, text)
    shuffle: Shuffle | None = None
    if scratch["num_shuffles"].item(0) != states["num_shuffles"].item(0):
        shuffle = last_shuffle(scratch[0])
        if recorded is not None:
            shuffle = _checked(game, shuffle, recorded())
            game.kernels.copy(scratch, 0, states, 0)
            _write_script(scratch[0], shuffle)
            _play_steps(game, scratch, steps)
    game.kernels.copy(states, 0, scratch, 0)
    return steps, shuffle


def try_action(game: Game, states: States, scratch: States, text: str) -> list[int]:
    """Play a text action on `scratch`, from the state in `states`; return its steps, or raise BadAction."""
    steps = game.notation.parse_action(states, 0, text)
    game.kernels.copy(scratch, 0, states, 0)
    if not _play_steps(game, scratch, steps):
        raise game.refusals.explain(states, 0, steps, text)
    return steps


def last_shuffle(state: np.record) -> Shuffle:
    """Return the order of the last shuffle, drawn cards included."""
    return [int(card) for card in state.deck[int(state.deck_start) :]]


def _play_steps(game: Game, states: States, steps: Sequence[int]) -> bool:
    step = game.kernels.step
    for each in steps:
        if step(states, 0, each) != OK:
            return False
    return True


def _write_script(state: np.record, cards: Sequence[int]) -> None:
    state.deck[: len(cards)] = cards
    state.script_pos = 0
    state.script_end = len(cards)


def _checked(game: Game, expected: Shuffle, recorded: Shuffle) -> Shuffle:
    """Return the recorded shuffle if it has exactly the expected cards."""
    if sorted(expected) == sorted(recorded):
        return recorded
    if len(expected) != len(recorded):
        raise BadRecord(f"a shuffle has {len(recorded)} cards, but {len(expected)} are to be shuffled")
    wrong = next(card for card in sorted(set(expected) | set(recorded)) if expected.count(card) != recorded.count(card))
    code = game.card_codes[wrong]
    raise BadRecord(
        f"a shuffle has {code} {recorded.count(wrong)} times, but {expected.count(wrong)} are to be shuffled"
    )
