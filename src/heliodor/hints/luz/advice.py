"""What hints and analysis do differently in Luz: bets have separate odds, and rewards are about one deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliodor.bots.search import MAX_SEATS
from heliodor.core.contract import Event, States
from heliodor.core.errors import HeliodorError
from heliodor.games.luz.rules import EXACT_POINTS, HAND_SIZE, NUM_DEALS, Phase
from heliodor.hints.calibration import SHIPPED, Standing, distances
from heliodor.hints.chances import Onlooker
from heliodor.hints.contract import Advice, Prices
from heliodor.hints.hints import Hint
from heliodor.hints.luz.bets import BET_WORLDS, BetKnowledge, bet_knowledge, draw_bet, is_bet, odds_of_bets
from heliodor.hints.luz.match import chance_of_points, wins_of_match
from heliodor.hints.luz.odds import bet_odds, points_of_deal
from heliodor.hints.luz.reasons import explain
from heliodor.hints.position import Position, Steps
from heliodor.match import Match

BET_SPAN = 30.0  # Points of a bet missed by six tricks.


class LuzAdvice(Advice):
    """The hooks of Luz."""

    rates_match = False
    horizon = "at the end of the deal"
    Knowledge = BetKnowledge
    calibration = SHIPPED / "luz.json"
    inputs = ("turns to wait", "points, in fifties", "tricks needed")

    def standing(self, states: States) -> Standing:
        """Return how many of all tricks are played, the points, and how far each seat is from its bet in this deal."""
        state = states[0]
        players, deal = int(state.players), int(state.deal) - 1
        taken = state.tricks[deal, :players].astype(np.float64)
        needed = np.abs(state.bid[deal, :players] - taken) if state.phase == Phase.PLAYING else np.zeros(players)
        progress = min(1.0, (deal + float(taken.sum()) / HAND_SIZE) / NUM_DEALS)
        inputs = [distances(states, int(state.turn)), state.score[:players] / 50, needed]
        return Standing(progress, np.column_stack(inputs))

    def explain(self, position: Position, steps: Steps, others: Sequence[Steps]) -> list[Event]:
        """Return how often a bet is met, or what a card does in the trick and how that fits the bet."""
        return explain(position, steps)

    def prices(self, position: Position) -> Prices | None:
        """Return the points of the bets; a whole reward is the gap between a bet met and one missed by far.

        In the last deal only the win counts, so there a bet is judged by how often it wins the match.
        """
        if not is_bet(position):
            return None
        deal, odds = int(position.hidden[0].deal), odds_of_bets(position)
        span = EXACT_POINTS * deal + BET_SPAN
        if deal < NUM_DEALS:
            return Prices(odds.points, span)
        return Prices(odds.points, span, odds.wins, BET_WORLDS)

    def is_settled(self, position: Position, states: States) -> bool:
        """Return whether the deal is over and scored, and the next one, if any, has begun."""
        return bool(states[0].deal != position.hidden[0].deal or position.game.kernels.is_over(states, 0))

    def lead(self, position: Position, states: States) -> list[float]:
        """Return the seat's lead, with the points that the tricks of this deal score."""
        points = np.zeros(MAX_SEATS, np.float64)
        if not self.is_settled(position, states):
            points_of_deal()(states, 0, points)
        scores = [int(states[0].score[seat]) + points[seat] for seat in range(position.players)]
        own = scores.pop(position.seat)
        return [float(own - max(scores))]

    def lead_text(self, hint: Hint, noun: str) -> str:
        """Return the points of a bet, or the lead."""
        if hint.actions[0].startswith("bid "):
            return f"{hint.lead[0]:+.1f} {noun}".replace("-", "−")
        return super().lead_text(hint, noun)

    def entrances(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Yield the odds of bets and the points of a deal."""
        yield "hints, bet_odds", bet_odds
        yield "hints, points_of_deal", points_of_deal

    def rewards(self, onlooker: Onlooker, worlds: int) -> NDArray[np.float64]:
        """Return how often each seat wins if the deal is played on, and those after it end as deals usually do."""
        return wins_of_match(onlooker, worlds)

    def chance_of(self, position: Position, reward: float, points: float) -> float:
        """Return what lost points cost at this standing; in the last deal a reward is about the win."""
        if int(position.hidden[0].deal) == NUM_DEALS:
            return reward
        return chance_of_points(position, points)

    def knowledge(self, position: Position) -> BetKnowledge | None:
        """Return what could be known at a bet."""
        return bet_knowledge(position) if is_bet(position) else None

    def draw_knowledge(self, known: BetKnowledge) -> str:
        """Return the hand as ranges, and the bets with the most points."""
        return draw_bet(known)

    def position_to_review(self, match: Match, seat: int, deal: int) -> Position:
        """Return the position of a seat's bet in a deal that is over, as the seat saw it then."""
        if not match.over and deal >= int(match.states[0].deal):
            raise HeliodorError(f"deal {deal} is not over yet")
        for ply, states in enumerate(match.positions()):
            if states[0].deal == deal and match.game.kernels.to_act(states, 0) == seat:
                position = Position(match.game, states, seed=ply)
                if is_bet(position):
                    return position
        raise HeliodorError(f"seat {seat} made no bet in deal {deal}")


ADVICE = LuzAdvice()
