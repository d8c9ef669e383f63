"""Pearl of the East, rules P1 to P13."""

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

PEARL = "P"


def has_run(board: Sequence[str], cards: str) -> bool:
    """Return whether three adjacent cards of a line are all among `cards` (P5)."""
    return any(all(board[cell] in cards for cell in line[start : start + 3]) for line in LINES for start in range(3))


class NaivePearl:
    """One game of Pearl of the East."""

    PLAYERS = range(2, 6)

    def __init__(self, options: dict[str, Any], first: int, shuffles: ShuffleSource) -> None:
        self.num_players: int = options["players"]
        self.stall_limit: int = options.get("stall_limit", 200)
        self.shuffles = shuffles
        # P2: the board; P1, P3: without it and the tasks, 9 − n cards of each kind are left.
        self.board = shuffles.shuffle([*list(KINDS) * 3, PEARL], "three of each kind and the pearl")
        each = 9 - self.num_players
        cards = shuffles.shuffle(list(KINDS) * each, f"{each} of each kind")
        self.hands = deal_hands(cards, self.num_players)
        self.deck = Deck(cards, shuffles)
        self.fulfilled: list[list[str]] = [[] for _ in range(self.num_players)]  # Top card last.
        self.seat = first
        self.phase = "start"  # of a turn, then "shifts", then "tasks"
        self.task_done = False  # in this turn
        self.pearl_used = False  # in this turn
        self.stall = 0
        self.over = False

    @property
    def shuffles_used(self) -> list[list[str]]:
        return self.shuffles.used

    def is_over(self) -> bool:
        return self.over

    def to_act(self) -> int | None:
        return None if self.over else self.seat

    def scores(self) -> list[int]:
        return [len(pile) for pile in self.fulfilled]

    def winners(self) -> list[int]:
        # P11: eight tasks are the most there can be; P12, P13, G4: the most fulfilled tasks.
        best = max(self.scores())
        return [seat for seat, score in enumerate(self.scores()) if score == best]

    def legal(self) -> list[str]:
        if self.over:
            return []
        if self.phase == "tasks":
            return [f"task {kind}" for kind in self._fulfillable()]
        actions = legal_shifts(self.board, self.hands[self.seat])
        if self.phase == "shifts":
            return [*actions, "done"]
        if self.deck.can_take():
            actions.append("draw")
        # N18, P10: only a player who can neither draw nor shift passes.
        return actions or ["pass"]

    def act(self, text: str) -> None:
        if text not in self.legal():
            raise self._explain(text)
        if text == "draw":
            self.hands[self.seat] += self.deck.take_up_to(3)
            self._end_turn()
        elif text == "pass":
            self._end_turn()
        elif text == "done":
            self.phase = "tasks"
            self._end_turn_without_tasks()
        elif text.startswith("task "):
            self._fulfil(text.removeprefix("task "))
        else:
            self._shift(text)

    def _shift(self, text: str) -> None:
        for card in payment_for(text, self.board):
            self.hands[self.seat].remove(card)
            self.deck.discard.append(card)
        self.board = shifted(text, self.board)
        self.phase = "shifts"

    def _fulfillable(self) -> list[str]:
        return [kind for kind in KINDS if self._why_not_fulfil(kind) is None]

    def _why_not_fulfil(self, kind: str) -> Refused | None:
        if kind in self.fulfilled[self.seat]:
            return Refused("P1", f"the task {kind} is fulfilled already")
        if kind in self._blocked_for(self.seat):
            return Refused("P7", f"{kind} is the top fulfilled card of an opponent")
        if has_run(self.board, kind):
            return None
        if not has_run(self.board, kind + PEARL):
            return Refused("P5", f"no three adjacent cards of {kind}")
        if self.pearl_used:
            return Refused("P6", "the pearl stands for another kind in this turn")
        return None

    def _blocked_for(self, seat: int) -> set[str]:
        # P7: the top fulfilled cards of the opponents.
        piles = [pile for other, pile in enumerate(self.fulfilled) if other != seat]
        return {pile[-1] for pile in piles if pile}

    def _fulfil(self, kind: str) -> None:
        # P6: a task with a run of its own does not need the pearl.
        if not has_run(self.board, kind):
            self.pearl_used = True
        self.fulfilled[self.seat].append(kind)
        self.task_done = True
        # P11: the game ends at the moment of the eighth task.
        if len(self.fulfilled[self.seat]) == len(KINDS):
            self.over = True
        else:
            self._end_turn_without_tasks()

    def _end_turn_without_tasks(self) -> None:
        # P8: the turn goes on while there is a kind to fulfil.
        if not self._fulfillable():
            self._end_turn()

    def _end_turn(self) -> None:
        self.stall = 0 if self.task_done else self.stall + 1
        self.over = self.stall >= self.stall_limit or self._is_locked()
        self.seat = (self.seat + 1) % self.num_players
        self.phase = "start"
        self.task_done = False
        self.pearl_used = False

    def _is_locked(self) -> bool:
        # P13: every unfulfilled task of every player is blocked.
        return all(set(KINDS) - set(pile) <= self._blocked_for(seat) for seat, pile in enumerate(self.fulfilled))

    def _explain(self, text: str) -> Refused:
        if self.over:
            return Refused("P11", "the game is over")
        if text.startswith("task "):
            return self._explain_task(text.removeprefix("task "))
        if self.phase == "tasks":
            return Refused("P8", "a fulfillable task has to be fulfilled")
        if text == "done":
            return Refused("N9", "done before any shift")
        if text == "draw" and self.phase == "shifts":
            return Refused("N5", "a turn is either a draw or shifts")
        if text == "draw":
            return Refused("N18", "there is no card to draw")
        if text == "pass":
            return Refused("N18", "only a player who can neither draw nor shift passes")
        return explain_shift(text, self.board, self.hands[self.seat])

    def _explain_task(self, kind: str) -> Refused:
        if kind == PEARL:
            return Refused("P1", "the pearl is not a kind")
        if kind not in list(KINDS):
            return Refused("RECORD", f"{kind!r} is not a kind")
        too_early = Refused("P5", "tasks are fulfilled after the shifts")
        return self._why_not_fulfil(kind) or too_early
