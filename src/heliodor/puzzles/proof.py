"""Proofs: made when a puzzle is found, and made again to check it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache

import msgspec

from heliodor.bots import get_bot
from heliodor.bots.brain_bots import SearchBot, move_steps, pick_move
from heliodor.bots.referee import without_clock
from heliodor.bots.search import MoveValue
from heliodor.core.errors import BadAction, BadRecord, HeliodorError
from heliodor.games import get_game
from heliodor.hints import Position
from heliodor.puzzles.contract import Answer, Proof
from heliodor.puzzles.puzzle import Puzzle, judge, kind_of, position_of

SEARCHES = 3  # That must agree.
EXPERT = "expert"
TIMES_EXPERT = 10  # Their rounds, as a multiple of expert's.
LEAST_VISITS = 20  # Of a move whose value counts.
MARGIN_DIGITS = 4

IsSame = Callable[[list[int], list[int]], bool]  # Whether two moves, as steps, are the same answer.


class Unproved(HeliodorError):
    """A puzzle whose proof fails."""


def check_proof(puzzle: Puzzle) -> Proof:
    """Prove a puzzle again, from its record alone; raise Unproved if that fails."""
    try:
        kind, position = kind_of(puzzle), position_of(puzzle)
        if not judge(puzzle, position, puzzle.solution).right:
            raise Unproved(f"puzzle {puzzle.id}: its solution is not a right answer")
        proof = kind.prove(position, puzzle.facts)
    except (BadAction, BadRecord) as error:
        raise Unproved(f"puzzle {puzzle.id}: {error}") from None
    if proof is None or proof.margin < kind.least_margin:
        raise Unproved(f"puzzle {puzzle.id}: no answer is clearly the best")
    if not judge(puzzle, position, proof.solution).right:
        raise Unproved(f"puzzle {puzzle.id}: the proof finds another solution")
    if proof.method != puzzle.proof.method or proof.unit != puzzle.proof.unit:
        raise Unproved(f"puzzle {puzzle.id}: the proof is of another kind than the puzzle says")
    if proof.method != "search" and (proof.best, proof.next) != (puzzle.proof.best, puzzle.proof.next):
        raise Unproved(f"puzzle {puzzle.id}: the margin is not what the puzzle says")
    return proof


def prove_by_search(position: Position, least_margin: float, is_same: IsSame = operator.eq) -> Proof | None:
    """Search from several seeds at ten times expert's rounds; return None unless all agree by a margin.

    In each search the best move is compared with the best of those that are another answer; the margin is the least of
    all searches.
    """
    bot = _patient(position.game.id)
    chosen: list[int] = []
    best, following = 1.0, 0.0
    for seed in range(SEARCHES):
        gen = position.generator("proof", seed)
        values = bot.search(position.hidden, 0, gen)
        if len(values) < 2:
            return None
        choice = pick_move(values, 0.0, gen, bot.strength.trust)
        steps = move_steps(position.search, position.hidden, 0, choice)
        if chosen and not is_same(chosen, steps):
            return None
        chosen = chosen or steps
        mean = next(value.mean for value in values if value.move == choice)
        others = [
            value.mean
            for value in values
            if value.visits >= LEAST_VISITS
            and not is_same(chosen, move_steps(position.search, position.hidden, 0, value.move))
        ]
        if not others:
            return None
        if mean - max(others) < least_margin:
            return None
        if mean - max(others) < best - following:
            best, following = mean, max(others)
    return Proof(
        method="search",
        solution=Answer(actions=position.texts(chosen)),
        best=round(best, MARGIN_DIGITS),
        next=round(following, MARGIN_DIGITS),
        unit="reward",
        rounds=bot.strength.rounds,
        seeds=SEARCHES,
    )


def expert_choice(position: Position, is_same: IsSame = operator.eq) -> tuple[list[int], float]:
    """Return expert's move as steps, and by how much it seems better than other answers: a quick filter."""
    bot = _expert(position.game.id)
    gen = position.generator("filter")
    values = bot.evaluate(position.hidden, 0, gen)
    choice = pick_move(values, 0.0, gen, bot.strength.trust)
    mean = next(value.mean for value in values if value.move == choice)
    steps = move_steps(position.search, position.hidden, 0, choice)
    others = [
        value.mean
        for value in values
        if value.move != choice and not is_same(steps, move_steps(position.search, position.hidden, 0, value.move))
    ]
    return steps, mean - max(others, default=mean)


def moves_of_expert(position: Position) -> list[list[int]]:
    """Return the moves that expert chooses between, as steps."""
    gen, insight = position.generator("filter"), _expert(position.game.id).strength.insight
    moves = position.search.root_moves(position.hidden, 0, position.seat, insight, gen)
    return [move_steps(position.search, position.hidden, 0, int(move)) for move in moves]


def expert_values(position: Position) -> list[MoveValue]:
    """Return the moves that the brain values exactly, without a tree, best first; empty if it cannot."""
    return _expert(position.game.id).weigh(position.hidden, 0, position.generator("exact"))


@cache
def _expert(game_id: str) -> SearchBot:
    bot = without_clock(get_bot(EXPERT, get_game(game_id)))
    assert isinstance(bot, SearchBot)
    return bot


@cache
def _patient(game_id: str) -> SearchBot:
    expert = _expert(game_id)
    strength = msgspec.structs.replace(expert.strength, rounds=TIMES_EXPERT * expert.strength.rounds)
    return SearchBot(get_game(game_id), expert._kernels, "patient", strength)
