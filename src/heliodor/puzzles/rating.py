"""How hard a puzzle is: each level of bots attempts it a few times, and openskill rates the puzzle against them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from heliodor.bots import get_bot
from heliodor.bots.brain_bots import SearchBot
from heliodor.bots.referee import without_clock
from heliodor.games import get_game
from heliodor.hints import Position
from heliodor.puzzles.contract import Answer, Facts, Kind

LEVELS = ("novice", "casual", "skilled", "expert")  # Those that attempt puzzles; master would take hours for a set.
ATTEMPTS = 5  # Of each level.
# What a level is taken for when it meets a puzzle. Only the order matters: puzzles are compared with each other.
LEVEL_MU = dict(zip(LEVELS, (15.0, 22.0, 29.0, 36.0), strict=True))
LEVEL_SIGMA = 2.0
LEAST_SOLVED_BY_STRONGEST = 0.8  # A question that the strongest level answers less often is not clear enough.
MOST_LOST = 0.2  # By how much a stronger level may solve a puzzle less often than a weaker one: one attempt of five.
NEWCOMER_MU = 25.0
PUZZLE_SIGMA = 2.0  # Of a rated puzzle, when people meet it.

# Ratings are shown in the numbers that people know from other sites.
SHOWN_NEWCOMER = 1500
SHOWN_PER_MU = 40


def shown_rating(mu: float) -> int:
    """Return a rating as people read it."""
    return round(SHOWN_NEWCOMER + SHOWN_PER_MU * (mu - NEWCOMER_MU))


def attempts(kind: Kind, position: Position, facts: Facts, solution: Answer) -> dict[str, float]:
    """Return the share of right answers of each level."""
    return {level: attempts_of(level, kind, position, facts, solution) for level in LEVELS}


def attempts_of(level: str, kind: Kind, position: Position, facts: Facts, solution: Answer) -> float:
    """Return the share of right answers of a level; its attempts differ in their random numbers only."""
    bot = _bot(position.game.id, level)
    right = 0
    for number in range(ATTEMPTS):
        answer = kind.attempt(position, facts, bot, position.generator(f"attempt of {level}", number))
        right += kind.judge(position, facts, solution, answer).right
    return right / ATTEMPTS


def is_about_skill(solved: Mapping[str, float]) -> bool:
    """Return whether stronger levels solve a puzzle more often, not those that happen to play so."""
    shares = [solved[level] for level in LEVELS]
    best_so_far = [max(shares[: place + 1]) for place in range(len(shares))]
    is_rising = all(best - share <= MOST_LOST + 1e-9 for best, share in zip(best_so_far, shares, strict=True))
    return is_rising and shares[-1] >= LEAST_SOLVED_BY_STRONGEST


def rate(solved: Mapping[str, float]) -> float:
    """Return the rating of a puzzle that the levels have solved this often."""
    from openskill.models import PlackettLuce  # Imported only where something is rated.

    model = PlackettLuce()
    puzzle = model.rating(mu=NEWCOMER_MU)
    for number in range(ATTEMPTS):
        for level, share in solved.items():
            opponent = model.rating(mu=LEVEL_MU[level], sigma=LEVEL_SIGMA)
            is_right = number < round(share * ATTEMPTS)
            ((puzzle,), _level) = model.rate([[puzzle], [opponent]], ranks=[1.0, 0.0] if is_right else [0.0, 1.0])
    return round(float(puzzle.mu), 2)


@cache
def _bot(game_id: str, level: str) -> SearchBot:
    bot = without_clock(get_bot(level, get_game(game_id)))
    assert isinstance(bot, SearchBot)
    return bot
