"""Positions of Nizam, written as card codes and played by action texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from heliodor.core.kernels import OK
from heliodor.games.nizam import GAME
from heliodor.games.nizam.rules import Phase

KINDS = "".join(GAME.card_codes)
KERNELS = GAME.kernels

# No two equal cards are neighbours here, and no single shift brings three together.
QUIET = """
R C T E Q
S A X R C
T E Q S A
X R C T E
Q S A X R
"""


class Position:
    """One state, hand-made or dealt."""

    def __init__(self, states: Any) -> None:
        self.states = states

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def legal(self) -> set[str]:
        texts = GAME.notation.legal_texts(self.states, 0)
        assert len(set(texts)) == len(texts)
        return set(texts)

    @property
    def to_act(self) -> int:
        return int(KERNELS.to_act(self.states, 0))

    @property
    def is_over(self) -> bool:
        return bool(KERNELS.is_over(self.states, 0))

    @property
    def scores(self) -> list[int]:
        return GAME.scores(self.states, 0)

    @property
    def winners(self) -> list[int]:
        return GAME.winners(self.states, 0)

    @property
    def run_outs(self) -> int:
        return int(self.state.run_outs)

    @property
    def board(self) -> list[str]:
        """The five rows."""
        codes = "".join(KINDS[card] for card in self.state.board)
        return [codes[5 * row : 5 * row + 5] for row in range(5)]

    @property
    def columns(self) -> list[str]:
        return ["".join(column) for column in zip(*self.board, strict=True)]

    @property
    def discard(self) -> str:
        return _codes(self.state.discard)

    @property
    def deck(self) -> str:
        """The cards left to draw, the top one first."""
        return "".join(KINDS[card] for card in self.state.deck[int(self.state.deck_pos) :])

    def hand(self, seat: int) -> str:
        hand = _codes(self.state.hand[seat])
        assert len(hand) == self.state.hand_size[seat]
        return hand

    def play(self, *texts: str) -> Position:
        """Play legal actions; an illegal one fails the test."""
        for text in texts:
            assert text in self.legal, f"{text} is not legal; legal are {sorted(self.legal)}"
            for step in GAME.notation.parse_action(self.states, 0, text):
                assert KERNELS.step(self.states, 0, step) == OK
        return self

    def hidden_from(self, seat: int) -> Any:
        """Return a copy of the states as the seat may know them."""
        states = self.states.copy()
        KERNELS.hide(states, 0, seat)
        return states


def dealt(players: int = 2, seed: int = 1, first: int = -1, limit: int = 8) -> Position:
    """Return a match just set up from a seed."""
    states = GAME.new_states(1, {"players": players, "solo_hand_limit": limit})
    KERNELS.seed(states, 0, seed, 0)
    KERNELS.set_up(states, 0, first)
    return Position(states)


def position(
    board: str = QUIET,
    hands: Sequence[str] = ("RCTEQSAX", ""),
    turn: int = 0,
    deck: str = "XXASQETCR",
    discard: str = "",
    scores: Sequence[int] = (),
    run_outs: int = 0,
    limit: int = 8,
) -> Position:
    """Return a match at the start of a turn; the deck's top card comes first.

    The cards need not add up to a whole game.
    """
    states = GAME.new_states(1, {"players": len(hands), "solo_hand_limit": limit})
    state: Any = states[0]
    KERNELS.seed(states, 0, 5, 0)
    state.board[:] = [KINDS.index(code) for code in "".join(board.split())]
    state.turn = turn
    state.phase = Phase.TURN
    for seat, hand in enumerate(hands):
        state.hand[seat] = _counts(hand)
        state.hand_size[seat] = len(hand)
    state.score[: len(scores)] = scores
    state.run_outs = run_outs
    state.discard[:] = _counts(discard)
    state.deck_start = state.deck_pos = len(state.deck) - len(deck)
    if deck:
        state.deck[-len(deck) :] = [KINDS.index(code) for code in deck]
    return Position(states)


def _counts(cards: str) -> Any:
    return np.bincount([KINDS.index(code) for code in cards], minlength=len(KINDS)).astype(np.int8)


def _codes(counts: Any) -> str:
    return "".join(code * int(count) for code, count in zip(KINDS, counts, strict=True))
