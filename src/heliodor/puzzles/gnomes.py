"""Puzzles of Speedy Gnomes: which card to play now."""

from __future__ import annotations

from collections.abc import Iterator

from heliodor.core.contract import Event
from heliodor.games.gnomes.questions import playable_kinds
from heliodor.games.gnomes.rules import CARD_0, Phase
from heliodor.hints import Position
from heliodor.puzzles.contract import Answer, Facts, Kind, Proof, Verdict, read_steps
from heliodor.puzzles.proof import expert_choice, prove_by_search

KEY = "gnomes.puzzle"
FILTER_MARGIN = 0.03  # Of expert's quick look, before ten times its rounds are spent.


class WhichCard(Kind):
    """Which card now: the search must agree, by a clear margin."""

    id = "card"
    least_margin = 0.03  # Of the whole win.
    apart = 12

    def find(self, position: Position) -> Iterator[Facts]:
        """Ask where expert prefers one card by far; which one to drop is not asked."""
        if position.hidden[0].phase != Phase.PLAYING or not _can_play(position):
            return
        _steps, margin = expert_choice(position)
        if margin >= FILTER_MARGIN:
            yield {}

    def prove(self, position: Position, facts: Facts) -> Proof | None:
        """Return the search's values of the best card with its target, and of the next best."""
        if position.hidden[0].phase != Phase.PLAYING:
            return None
        return prove_by_search(position, self.least_margin)

    def question(self, position: Position, facts: Facts) -> Event:
        """Return the question."""
        return Event(f"{KEY}.card", position.seat, facts, "Which card now?")

    def judge(self, position: Position, facts: Facts, solution: Answer, answer: Answer) -> Verdict:
        """Only the best card, with its target, is right; another card's effect is described."""
        steps = read_steps(position, answer.actions)
        right = steps == read_steps(position, solution.actions)
        told = position.advice.explain(position, steps, []) if steps else []
        if right:
            return Verdict(True, told)
        return Verdict(False, [*told, Event(f"{KEY}.less", position.seat, {}, "Another card does more.")])


KINDS = (WhichCard(),)


def _can_play(position: Position) -> bool:
    """Return whether the hand has a card that can be played, so none is dropped."""
    legal = int(position.game.kernels.legal_actions(position.hidden, 0))
    return bool(legal >> CARD_0 & int(playable_kinds(position.hidden, 0)))
