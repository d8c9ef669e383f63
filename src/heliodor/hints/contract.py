"""Advice on a game: what hints and analysis ask a game for beyond its rules and its brain.

`Game.advice` names a module with an `ADVICE`, its own `Advice`. Every hook has a default, so a game replaces
only those in which it differs; a game with a brain and no advice gets hints without reasons.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from heliodor.core.contract import Event, Game, States
from heliodor.core.errors import HeliodorError
from heliodor.hints.calibration import Standing, bounded, calibration_at, with_rewards

if TYPE_CHECKING:
    from heliodor.hints.chances import Onlooker
    from heliodor.hints.hints import Hint
    from heliodor.hints.outlook import Candidate
    from heliodor.hints.position import Position, Steps
    from heliodor.match import Match


class Prices(NamedTuple):
    """Expected points of every action in a decision that playouts cannot evaluate."""

    points: NDArray[np.float64]  # By action; NaN where it is not legal.
    span: float  # Number of points that make a whole reward.
    wins: NDArray[np.float64] | None = None  # Chance to win by action, where an action is judged by that;
    worlds: int = 1  # from this many samples.


class Line(msgspec.Struct, frozen=True):
    """The most that a seat could score in one decision; it need not be the best decision."""

    actions: list[str]
    points: int
    reasons: list[Event]  # What makes the points.


class Advice:
    """The hooks of a game, with their defaults."""

    rates_match = True  # Whether the brain's rewards stand for the win of the match, not of a part of it.
    questioned_from = 0.06  # The coach asks if a decision gives away more than this part of the reward.
    horizon = "a few turns on"  # Where the playouts end, for a sentence.

    def explain(self, position: Position, steps: Steps, others: Sequence[Steps]) -> list[Event]:
        """Return the arguments for some steps (or against them), most important first; `others` are the alternatives.

        Everything is computed from the hidden record, or from worlds sampled from it.
        """
        return []

    def unfinished(self, states: States) -> str:
        """Return the unfinished part of an action, as in "a payment"; empty if there is none."""
        return ""

    def is_mid_turn(self, states: States) -> bool:
        """Return whether the next action belongs to the same decision as the last one."""
        return False

    def prices(self, position: Position) -> Prices | None:
        """Return what the actions are worth, if playouts cannot evaluate this decision."""
        return None

    def is_settled(self, position: Position, states: States) -> bool:
        """Return whether the part of the match that rewards are about is over, though the match may go on."""
        return False

    def lead(self, position: Position, states: States) -> list[float]:
        """Return the seat's lead over the best other seat, for each part of a score; alone, the score."""
        game, seat = position.game, position.seat
        packed = [int(game.kernels.score_of(states, 0, s)) for s in range(position.players)]
        own = np.atleast_1d(game.notation.score_value(packed[seat]))
        if position.players == 1:
            return [float(part) for part in own]
        other = np.atleast_1d(game.notation.score_value(max(score for s, score in enumerate(packed) if s != seat)))
        return [float(part) for part in own - other]

    def lead_text(self, hint: Hint, noun: str) -> str:
        """Return the expected lead of a hint in words, counted in `noun`."""
        lead = hint.lead[0]
        return f"{abs(lead):.1f} {noun} {'ahead' if lead >= 0 else 'behind'} {self.horizon}"

    def entrances(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Yield further compiled functions that advice needs: a name, and how to build or load it."""
        yield from ()

    # --- The chance to win ------------------------------------------------------------------------------------------

    def rewards(self, onlooker: Onlooker, worlds: int) -> NDArray[np.float64]:
        """Return the mean reward of every seat over sampled worlds: in proportion to the chances to win the match."""
        total = np.zeros(onlooker.players)
        for states, gen in onlooker.worlds(worlds):
            total += onlooker.playouts.play_on(states, 0, gen)
        return total / worlds

    calibration: Path | None = None  # Numbers fitted to matches; None: shares are the playouts' own.
    inputs: tuple[str, ...] = ()  # Names of what `standing` tells about a seat.

    def standing(self, states: States) -> Standing:
        """Return how far the match is, and what is known of every seat; only what everybody may know counts."""
        return Standing(0.0, np.zeros((int(states[0].players), 0)))

    def shares(self, states: States, rewards: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the chance to win of every seat: the one place where expected rewards become chances.

        `rewards` are what is expected for every seat at this position, by an onlooker or by the seat to act.
        """
        standing = self.standing(states)
        if self.calibration is None:
            shares = np.exp(with_rewards(rewards, standing.inputs)[:, 0])
            return bounded(shares / shares.sum())
        numbers = calibration_at(self.calibration, self.inputs).numbers(int(states[0].players))
        return numbers.shares(rewards, standing)

    def chance_of(self, position: Position, reward: float, points: float) -> float:
        """Return how much of the chance to win is lost with a part of the reward, or with points of the lead.

        Asked only where the brain's rewards are not about the match.
        """
        return reward

    def best_line(self, position: Position, candidates: Sequence[Candidate]) -> Line | None:
        """Return what the seat could have scored most in this decision; None if that is not worth telling."""
        return None

    # --- What could be known ----------------------------------------------------------------------------------------

    Knowledge: type[msgspec.Struct] | None = None  # What `knowledge` returns, for schemas.

    def knowledge(self, position: Position) -> Any:
        """Return what the seat can know at this decision, a Knowledge; None if there is nothing worth listing."""
        return None

    def draw_knowledge(self, known: Any) -> str:
        """Return what `knowledge` found as lines of markup for a terminal."""
        return ""

    def position_to_review(self, match: Match, seat: int, deal: int) -> Position:
        """Return the decision of a seat that a review of a deal is about; deals are counted from 1.

        Raises HeliodorError if that deal is not over yet, or there was no such decision.
        """
        raise HeliodorError(f"{match.game.title} has no reviews")


_NONE = Advice()


def advice_of(game: Game) -> Advice:
    """Return the advice that the game's package offers, or the defaults."""
    if not game.advice:
        return _NONE
    found: Advice = importlib.import_module(game.advice).ADVICE
    return found
