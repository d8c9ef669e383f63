"""Outcomes added up deal by deal: matches of one deal share their cards, so they stay together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliodor.arena.play import Outcome
from heliodor.arena.strength import RiskSet, choices_in
from heliodor.core.contract import Game

Sums = NDArray[np.float64]


class Contest(NamedTuple):
    """Bots that are compared with each other: the seats of a match, or the bots that played the same deal alone.

    A bot that spoils a match has lost it, and the others share the win; the scores of that match do not count.
    """

    deal: int
    bots: list[int]
    scores: list[int | None]  # As comparable ints; None: does not count.
    winners: list[int]  # Places in the lists above.
    spoilers: list[int]


def contests(names: Sequence[str], outcomes: Iterable[Outcome]) -> Iterator[Contest]:
    """Yield the groups that are compared, independent of the order of the outcomes."""
    numbers = {name: number for number, name in enumerate(names)}
    alone: defaultdict[int, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        bots = [numbers[name] for name in outcome.seats]
        if len(bots) == 1:
            alone[outcome.deal].append(outcome)
        elif outcome.failure is None:
            yield Contest(outcome.deal, bots, list(outcome.scores), outcome.winners, [])
        else:
            others = [seat for seat in range(len(bots)) if seat != outcome.failure.seat]
            yield Contest(outcome.deal, bots, [None] * len(bots), others, [outcome.failure.seat])
    for deal, played in alone.items():
        scores = [None if outcome.failure else outcome.scores[0] for outcome in played]
        best = max((score for score in scores if score is not None), default=None)
        yield Contest(
            deal,
            [numbers[outcome.seats[0]] for outcome in played],
            scores,
            [place for place, score in enumerate(scores) if score is not None and score == best],
            [place for place, score in enumerate(scores) if score is None],
        )


def rank(contest: Contest) -> list[list[int]]:
    """Return the bots in finishing order, tied ones together; a bot appears once for each of its seats."""

    def key(place: int) -> tuple[int, int]:
        if place in contest.spoilers:
            return (2, 0)
        # Where the rules break a tie, the winner has no more points than the next.
        return (0, 0) if place in contest.winners else (1, -(contest.scores[place] or 0))

    places = sorted(range(len(contest.bots)), key=key)
    return [sorted(contest.bots[place] for place in group) for _, group in groupby(places, key)]


class Tally:
    """Sums over the matches of each deal. Arrays are [deal, bot], and go on with [other bot] or [part of a score]."""

    def __init__(self, game: Game, names: Sequence[str], deals: int, outcomes: Iterable[Outcome]) -> None:
        self._value = cache(lambda score: np.atleast_1d(game.notation.score_value(score)).astype(np.float64))
        num, parts = len(names), len(self._value(0))
        self.deals = deals
        self.sums: dict[str, Sums] = {
            "seats": np.zeros((deals, num)),
            "wins": np.zeros((deals, num)),  # A win shared by two counts half for each.
            "scored": np.zeros((deals, num)),  # Seats whose score counts.
            "score": np.zeros((deals, num, parts)),  # A score is one number, or several.
            "to_best": np.zeros((deals, num, parts)),  # Score minus that of the best of the others.
            "to_mean": np.zeros((deals, num, parts)),  # Score minus the mean of the others.
            "met": np.zeros((deals, num, num)),  # Seats of the bot times seats of the other.
            "ahead": np.zeros((deals, num, num)),  # Of these, where it finished ahead of the other; a tie is a half.
            "alone": np.zeros((deals, num, num)),  # Matches as the only one among copies of the other.
            "alone_wins": np.zeros((deals, num, num)),
            "chosen": np.zeros((deals, num)),  # See `strength.choices_in`.
        }
        among: defaultdict[RiskSet, Sums] = defaultdict(lambda: np.zeros(deals))
        choices = cache(lambda ranking: choices_in(ranking, num))
        for contest in contests(names, outcomes):
            self._add_wins(contest)
            self._add_scores(contest)
            ranking = tuple(tuple(group) for group in rank(contest))
            self._add_order(contest.deal, ranking)
            chosen, sets = choices(ranking)
            self.sums["chosen"][contest.deal] += chosen
            for risk_set, weight in sets.items():
                among[risk_set][contest.deal] += weight
        self.risk_sets = np.array(sorted(among), np.float64).reshape(-1, num)
        self.sums["among"] = np.array([among[risk_set] for risk_set in sorted(among)]).reshape(-1, deals).T

    def _add_wins(self, contest: Contest) -> None:
        sums, deal = self.sums, contest.deal
        for place, bot in enumerate(contest.bots):
            won = 1 / len(contest.winners) if place in contest.winners else 0.0
            sums["seats"][deal, bot] += 1
            sums["wins"][deal, bot] += won
            others = {other for at, other in enumerate(contest.bots) if at != place}
            if len(others) == 1 and bot not in others:
                other = others.pop()
                sums["alone"][deal, bot, other] += 1
                sums["alone_wins"][deal, bot, other] += won

    def _add_scores(self, contest: Contest) -> None:
        sums, deal = self.sums, contest.deal
        counted = [(bot, score) for bot, score in zip(contest.bots, contest.scores, strict=True) if score is not None]
        for place, (bot, score) in enumerate(counted):
            sums["scored"][deal, bot] += 1
            sums["score"][deal, bot] += self._value(score)
            others = [other for at, (_, other) in enumerate(counted) if at != place]
            if others:
                sums["to_best"][deal, bot] += self._value(score) - self._value(max(others))
                mean = sum(self._value(other) for other in others) / len(others)
                sums["to_mean"][deal, bot] += self._value(score) - mean

    def _add_order(self, deal: int, ranking: Sequence[Sequence[int]]) -> None:
        counts = [Counter(group) for group in ranking]
        for at, group in enumerate(counts):
            for bot, seats in group.items():
                for other, other_seats in group.items():
                    if other != bot:
                        self.sums["met"][deal, bot, other] += seats * other_seats
                        self.sums["ahead"][deal, bot, other] += seats * other_seats / 2
                for other, other_seats in sum(counts[at + 1 :], Counter[int]()).items():
                    if other != bot:
                        self.sums["met"][deal, bot, other] += seats * other_seats
                        self.sums["met"][deal, other, bot] += seats * other_seats
                        self.sums["ahead"][deal, bot, other] += seats * other_seats
