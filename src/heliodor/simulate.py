"""Matches by the thousand: random players on all cores, with statistics and records.

Match k of a seed depends on the seed and k alone, so the number of threads changes nothing but the time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np
from numpy.typing import NDArray

from heliodor.core.contract import RANDOM_FIRST, Game, OptionValue, States
from heliodor.core.errors import BadOption
from heliodor.match import Match, check_seed

BOTS = ("random",)  # Names that a seat can be given to.
MATCHES_PER_TASK = 256  # Small enough for a smooth progress bar, large enough that starting a task costs nothing.
LONGEST_TRACE = 100_000  # Steps; no match comes near it (Pearl's stall limit bounds the longest).


class Spread(msgspec.Struct):
    """How a number is spread over the matches."""

    mean: float
    deviation: float
    least: float
    most: float

    @classmethod
    def of(cls, values: NDArray[np.int64]) -> Spread:
        """Measure some values."""
        return cls(float(values.mean()), float(values.std()), float(values.min()), float(values.max()))


class SeatSummary(msgspec.Struct):
    """How one seat fared."""

    seat: int
    bot: str
    score: list[Spread]  # One number, or six in Speedy Gnomes: sets of 6, 5, 4, 3, 2, 1.
    wins: float  # Share of the matches won; a win shared by two counts half for each.
    wins_alone: int  # Matches won by this seat alone.
    wins_shared: int


class Summary(msgspec.Struct):
    """What came out of a simulation."""

    game: str
    options: dict[str, OptionValue]
    games: int
    seed: int
    steps: int  # Of all matches together.
    length: Spread  # Steps of a match.
    seats: list[SeatSummary]
    seconds: float  # By the clock.
    cpu_seconds: float
    threads: int


def simulate(
    game: Game,
    options: Mapping[str, OptionValue],
    games: int,
    seed: int,
    threads: int | None = None,
    bots: tuple[str, ...] = ("random",),
    on_progress: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play so many matches of a seed; `on_progress` hears how many more are done, as they are done."""
    seats = check_bots(bots, int(options["players"]))
    check_games(games)
    check_seed(seed)
    workers = threads or os.cpu_count() or 1
    players = int(options["players"])
    lengths = np.zeros(games, np.int64)
    scores = np.zeros((games, players), np.int64)
    winners = np.zeros(games, np.int64)
    template = game.new_states(1, options)

    def play(start: int) -> int:
        part = slice(start, min(start + MATCHES_PER_TASK, games))
        states: States = np.zeros(part.stop - part.start, game.dtype)
        game.kernels.simulate_random(states, template, seed, start, lengths[part])
        game.kernels.results_many(states, scores[part].reshape(-1), winners[part])
        return len(states)

    _load_kernels(game)
    began, cpu_began = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(workers) as pool:
        for done in pool.map(play, range(0, games, MATCHES_PER_TASK)):
            on_progress(done)
    return Summary(
        game=game.id,
        options=dict(options),
        games=games,
        seed=seed,
        steps=int(lengths.sum()),
        length=Spread.of(lengths),
        seats=[_summarise(game, seat, seats[seat], scores[:, seat], winners) for seat in range(players)],
        seconds=time.perf_counter() - began,
        cpu_seconds=time.process_time() - cpu_began,
        threads=workers,
    )


def simulated_matches(
    game: Game, options: Mapping[str, OptionValue], games: int, seed: int, bots: tuple[str, ...] = ("random",)
) -> Iterator[Match]:
    """Yield the same matches that `simulate` plays, each with its actions and shuffles, ready to be recorded."""
    names = [f"{bot} {seat}" for seat, bot in enumerate(check_bots(bots, int(options["players"])))]
    trace = np.zeros(LONGEST_TRACE, np.uint8)
    for stream in range(check_games(games)):
        match = Match(game, options, names)
        game.kernels.seed(match.states, 0, check_seed(seed), stream)
        match.start(RANDOM_FIRST)
        steps = game.kernels.play_random(match.states.copy(), 0, seed, stream, trace)
        for text in game.notation.action_texts(match.states, 0, trace[:steps].tolist()):
            match.act(text)
        yield match


def check_bots(bots: tuple[str, ...], players: int) -> tuple[str, ...]:
    """Return one bot for each seat; a single name stands for all."""
    if unknown := [bot for bot in bots if bot not in BOTS]:
        raise BadOption(f"there is no bot {unknown[0]!r}; the bots are {', '.join(BOTS)}")
    if len(bots) not in (1, players):
        raise BadOption(f"{len(bots)} bots are named, but there are {players} seats; name one for all or one for each")
    return bots * players if len(bots) == 1 else bots


def check_games(games: int) -> int:
    """Return the number of matches if it is one."""
    if type(games) is not int or games < 1:
        raise BadOption(f"the number of games is 1 or more, not {games}")
    return games


def _load_kernels(game: Game) -> None:
    """Load what the threads will share, so that no two of them do it at once."""
    _ = game.kernels.simulate_random, game.kernels.results_many


def _summarise(game: Game, seat: int, bot: str, scores: NDArray[np.int64], winners: NDArray[np.int64]) -> SeatSummary:
    distinct, where = np.unique(scores, return_inverse=True)
    table = np.array([np.atleast_1d(game.notation.score_value(int(score))) for score in distinct])[where]
    won = (winners >> seat & 1).astype(np.bool_)
    sharers = np.bitwise_count(winners)
    return SeatSummary(
        seat=seat,
        bot=bot,
        score=[Spread.of(column) for column in table.T],
        wins=float((won / np.maximum(sharers, 1)).mean()),
        wins_alone=int((won & (sharers == 1)).sum()),
        wins_shared=int((won & (sharers > 1)).sum()),
    )
