"""Nizam, rules N1 to N19."""

from collections.abc import Sequence
from typing import Any

from .board import (
    KINDS,
    LINES,
    Deck,
    deal_hands,
    explain_shift,
    legal_shifts,
    payment_for,
    shifted,
)
from .shuffles import Refused, ShuffleSource

POINTS = {3: 3, 4: 5, 5: 7}


def longest_run(cards: Sequence[str], kind: str) -> range:
    """Return the places of the longest run of `kind` in a line, the first one if several are longest."""
    longest = range(0)
    for start in range(len(cards)):
        stop = start
        while stop < len(cards) and cards[stop] == kind:
            stop += 1
        if stop - start > len(longest):
            longest = range(start, stop)
    return longest


def scoring_combinations(boards: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return the cells of every combination that scores.

    `boards` holds the board at the start of the turn and after each shift (N12).
    """
    scoring = []
    for line in LINES:
        # A kind that is not in the line at the end has no combination there.
        for kind in {boards[-1][cell] for cell in line}:
            runs = [longest_run([board[cell] for cell in line], kind) for board in boards]
            lengths = [len(run) for run in runs]
            if lengths[-1] >= 3 and len(set(lengths)) > 1:
                scoring.append([line[place] for place in runs[-1]])
    return scoring


def points_for(combinations: Sequence[Sequence[int]]) -> int:
    """Return the points of one activation (N10, N11)."""
    extra = max(0, len(combinations) - 1)
    return sum(POINTS[len(cells)] for cells in combinations) + extra


class NaiveNizam:
    """One game of Nizam."""

    PLAYERS = range(1, 6)

    def __init__(self, options: dict[str, Any], first: int, shuffles: ShuffleSource) -> None:
        self.num_players: int = options["players"]
        self.solo_hand_limit: int = options.get("solo_hand_limit", 8)
        self.shuffles = shuffles
        # N1: the board, the hands, the deck.
        cards = shuffles.shuffle(list(KINDS) * 12, "twelve of each kind")
        self.board = cards[:25]
        del cards[:25]
        self.hands = deal_hands(cards, self.num_players)
        self.deck = Deck(cards, shuffles)
        self.points = [0] * self.num_players
        self.seat = first
        self.boards = [self.board]  # At the start of the turn and after each of its shifts.
        self.over = False

    @property
    def shuffles_used(self) -> list[list[str]]:
        return self.shuffles.used

    def is_over(self) -> bool:
        return self.over

    def to_act(self) -> int | None:
        return None if self.over else self.seat

    def scores(self) -> list[int]:
        return list(self.points)

    def winners(self) -> list[int]:
        # N17, G4.
        best = max(self.points)
        return [seat for seat, points in enumerate(self.points) if points == best]

    def legal(self) -> list[str]:
        if self.over:
            return []
        actions = legal_shifts(self.board, self.hands[self.seat])
        if self._has_shifted():
            return [*actions, "done"]
        if self._num_to_draw() > 0 and self.deck.can_take():
            actions.append("draw")
        # N18: only a player who can neither draw nor shift passes.
        return actions or ["pass"]

    def act(self, text: str) -> None:
        if text not in self.legal():
            raise self._explain(text)
        if text == "draw":
            self.hands[self.seat] += self.deck.take_up_to(self._num_to_draw())
            self._end_turn()
        elif text == "done":
            self._activate()
            self._end_turn()
        elif text == "pass":
            self._end_turn()
        else:
            self._shift(text)

    def _has_shifted(self) -> bool:
        return len(self.boards) > 1

    def _num_to_draw(self) -> int:
        # N4; N19: the solo hand limit leaves less room.
        if self.num_players > 1:
            return 3
        return min(3, self.solo_hand_limit - len(self.hands[self.seat]))

    def _shift(self, text: str) -> None:
        for card in payment_for(text, self.board):
            self.hands[self.seat].remove(card)
            self.deck.discard.append(card)
        self.board = shifted(text, self.board)
        self.boards.append(self.board)

    def _activate(self) -> None:
        combinations = scoring_combinations(self.boards)
        self.points[self.seat] += points_for(combinations)
        # N13: first every card goes to the discard pile, then the gaps are filled in reading order.
        gaps = sorted({cell for cells in combinations for cell in cells})
        self.board = list(self.board)
        for cell in gaps:
            self.deck.discard.append(self.board[cell])
        for cell in gaps:
            self.board[cell] = self.deck.take()

    def _end_turn(self) -> None:
        # N16, N19: the turn in which the deck runs out for the last time is the last one.
        self.over = self.deck.run_outs >= self.num_players
        self.seat = (self.seat + 1) % self.num_players
        self.boards = [self.board]

    def _explain(self, text: str) -> Refused:
        if self.over:
            return Refused("N16", "the game is over")
        if text == "done":
            return Refused("N9", "done before any shift")
        if text == "draw":
            return self._explain_draw()
        if text == "pass":
            return Refused("N18", "only a player who can neither draw nor shift passes")
        return explain_shift(text, self.board, self.hands[self.seat])

    def _explain_draw(self) -> Refused:
        if self._has_shifted():
            return Refused("N5", "a turn is either a draw or shifts")
        if self._num_to_draw() <= 0:
            return Refused("N19", "the hand is at its limit")
        return Refused("N18", "there is no card to draw")
