"""The last bet of Luz is judged by the chance to win, as bots play it, and not by its points."""

from __future__ import annotations

import heliodor
from heliodor import Match
from heliodor.core.contract import States
from heliodor.games.luz.rules import NUM_DEALS, Phase
from heliodor.hints import give_hints
from heliodor.hints.analysis import given_away, rate
from heliodor.hints.luz.bets import odds_of_bets
from heliodor.hints.outlook import consider
from heliodor.hints.position import Position


def last_bet(seed: int, behind: int) -> tuple[Match, States]:
    """Return a match at the first bet of its last deal, and the state with the seat to act far behind."""
    match = heliodor.new_match("luz", 3, seed=seed)
    while not (match.states[0].deal == NUM_DEALS and match.states[0].phase == Phase.BETTING):
        match.act(match.legal()[0])
    states = match.states.copy()
    states[0].score[:3] = behind
    states[0].score[match.to_act] = 0
    return match, states


def position_of(seed: int, behind: int) -> Position:
    match, states = last_bet(seed, behind)
    return Position(match.game, states)


def test_far_behind_the_bet_with_the_most_points_is_not_the_one_that_wins() -> None:
    differs = 0
    for seed in range(6):
        odds = odds_of_bets(position_of(seed, behind=38))
        legal = [bet for bet in range(len(odds.points)) if odds.points[bet] == odds.points[bet]]
        by_points = max(legal, key=lambda bet: odds.points[bet])
        by_wins = max(legal, key=lambda bet: odds.wins[bet])
        assert all(0.0 <= odds.wins[bet] <= 1.0 for bet in legal)
        differs += by_points % 2 == 1 and by_wins % 2 == 0  # Only a bet met exactly can still win.
    assert differs >= 1


def test_the_bet_that_wins_most_often_is_never_a_mistake_whatever_its_points() -> None:
    for seed in range(4):
        position = position_of(seed, behind=38)
        odds, considered = odds_of_bets(position), consider(position, "skilled")
        legal = [bet for bet in range(len(odds.wins)) if odds.wins[bet] == odds.wins[bet]]
        winning = max(legal, key=lambda bet: odds.wins[bet])
        losing = min(legal, key=lambda bet: odds.wins[bet])
        loss, error, _points = given_away(position, considered, [winning], "skilled")
        assert loss == 0.0 and rate(considered.candidates[0], [winning], loss, error) == "best"
        best = considered.candidates[0].steps[0]
        lost, error, points = given_away(position, considered, [losing], "skilled")
        assert abs(lost - max(0.0, odds.wins[best] - odds.wins[losing])) < 1e-9 and error >= 0.0
        assert position.advice.chance_of(position, lost, points[0]) == lost


def test_bets_of_earlier_deals_are_judged_by_points() -> None:
    match = heliodor.new_match("luz", 3, seed=1)
    prices = Position(match.game, match.states).advice.prices(Position(match.game, match.states))
    assert prices is not None and prices.wins is None


def test_hints_at_the_last_bet_tell_the_chance_to_win() -> None:
    match, states = last_bet(2, behind=0)
    hints = give_hints(match.game, states)
    assert all(hint.share is not None and 0.0 < hint.share < 1.0 and not hint.is_certain for hint in hints)
