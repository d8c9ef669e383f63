"""Positions of Pearl of the East, written as card codes and played by action texts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from heliodor.core.deck import NO_CARD
from heliodor.core.kernels import OK
from heliodor.games.pearl import GAME
from heliodor.games.pearl.rules import PEARL, Phase
from tests.naive.pearl import has_run

CODES = GAME.card_codes
KINDS = "RCTEQSAX"
KERNELS = GAME.kernels

# No two equal cards are neighbours here, and no single shift brings two together.
QUIET = """
R C T E Q
S A X R C
T E P Q S
A X R C T
E Q S A X
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
    def board(self) -> str:
        return "".join(CODES[card] for card in self.state.board)

    @property
    def piles(self) -> list[str]:
        """The fulfilled piles by seat, the top card last."""
        rows = self.state.pile[: int(self.state.players)]
        return ["".join(CODES[kind] for kind in row if kind != NO_CARD) for row in rows]

    @property
    def deck(self) -> str:
        """The cards left to draw, the top one first."""
        return "".join(CODES[card] for card in self.state.deck[int(self.state.deck_pos) :])

    @property
    def discard(self) -> str:
        return "".join(CODES[kind] * int(count) for kind, count in enumerate(self.state.discard))

    def hand(self, seat: int) -> str:
        return "".join(CODES[kind] * int(count) for kind, count in enumerate(self.state.hand[seat]))

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


def dealt(players: int = 2, seed: int = 1, first: int = -1, stall_limit: int = 200) -> Position:
    """Return a match just set up from a seed."""
    states = GAME.new_states(1, {"players": players, "stall_limit": stall_limit})
    KERNELS.seed(states, 0, seed, 0)
    KERNELS.set_up(states, 0, first)
    return Position(states)


def position(
    board: str = QUIET,
    hands: Sequence[str] = ("RCT", "RCT"),
    piles: Sequence[str] = (),
    turn: int = 0,
    deck: str = "EQSAXEQSAX",
    discard: str = "",
    stall: int = 0,
    stall_limit: int = 200,
    shifted: bool = False,
) -> Position:
    """Return a match at the start of a turn, or after a shift of it; a pile is written with the top card last.

    The cards beside the board need not add up to a whole game.
    """
    cards = [CODES.index(code) for code in board.split()]
    assert Counter(cards) == {**dict.fromkeys(range(PEARL), 3), PEARL: 1}, "P2: three of each kind and the pearl"
    states = GAME.new_states(1, {"players": len(hands), "stall_limit": stall_limit})
    state: Any = states[0]
    KERNELS.seed(states, 0, 5, 0)
    state.board[:] = cards
    state.turn = turn
    state.phase = Phase.SHIFTING if shifted else Phase.TURN
    state.stall = stall
    state.pile[:] = NO_CARD
    state.pearl_kind = NO_CARD
    for seat, hand in enumerate(hands):
        state.hand[seat] = _counts(hand)
        state.hand_size[seat] = len(hand)
    for seat, pile in enumerate(piles):
        state.pile[seat, : len(pile)] = [CODES.index(code) for code in pile]
        state.num_fulfilled[seat] = len(pile)
        state.fulfilled[seat] = sum(1 << CODES.index(code) for code in pile)
    state.discard[:] = _counts(discard)
    state.deck_start = state.deck_pos = len(state.deck) - len(deck)
    if deck:
        state.deck[-len(deck) :] = [CODES.index(code) for code in deck]
    return Position(states)


def board_with(line: str, row: int = 0, column: int | None = None) -> str:
    """Return a board with this line as a row or a column, and no other run of three."""
    cells = [5 * row + place if column is None else 5 * place + column for place in range(5)]
    left = Counter({**dict.fromkeys(KINDS, 3), "P": 1})
    left.subtract(line)
    rng = random.Random(line)
    while True:
        cards = sorted(left.elements())
        rng.shuffle(cards)
        board = [line[cells.index(cell)] if cell in cells else cards.pop() for cell in range(25)]
        if all(has_run(board, kind + "P") == _has_three(line, kind + "P") for kind in KINDS):
            return " ".join(board)


def _has_three(line: str, cards: str) -> bool:
    return any(set(line[place : place + 3]) <= set(cards) for place in range(3))


def _counts(cards: str) -> Any:
    return np.bincount([CODES.index(code) for code in cards], minlength=PEARL).astype(np.int8)
