"""Matches by the thousand: bots on all cores or on a cluster, with statistics and records.

Match k of a seed depends only on the seed, k and the bots, so where it is played only changes the time.
Matches of random players run in one compiled loop.
"""

from __future__ import annotations

import os
import queue
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from heliodor.bots import BotError
from heliodor.bots.referee import Played, Referee, close_bots, make_bots
from heliodor.bots.registry import check_bot
from heliodor.bots.seating import Player, generator_from
from heliodor.core.contract import RANDOM_FIRST, Game, OptionValue, States
from heliodor.core.errors import BadOption
from heliodor.games import get_game
from heliodor.match import Match, check_seed

RANDOM = "random"
MATCHES_PER_TASK = 256  # Small enough for a smooth progress bar, large enough that starting a task costs nothing.
TASKS_IN_ADVANCE = 64  # For each thread; matches differ in length, and no thread should wait.
RANDOM_MATCHES_PER_PART = 4096  # Parts are for other machines.
MATCHES_PER_PART = 16  # Of bots.
LONGEST_TRACE = 100_000  # Steps; no match comes near it (Pearl's stall limit bounds the longest).

Traces = dict[int, bytes]  # The steps of each match, a byte each, by its number.
Work = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]  # Does a task for each value, in their order.


class Spread(msgspec.Struct):
    """Distribution of a number over the matches."""

    mean: float
    deviation: float
    least: float
    most: float

    @classmethod
    def of(cls, values: NDArray[np.int64]) -> Spread:
        """Return the spread of some values."""
        return cls(float(values.mean()), float(values.std()), float(values.min()), float(values.max()))


class SeatSummary(msgspec.Struct):
    """Results of one seat."""

    seat: int
    bot: str
    score: list[Spread]  # One number, or six in Speedy Gnomes: sets of 6, 5, 4, 3, 2, 1.
    wins: float  # Share of the matches won; a win shared by two counts half for each.
    wins_alone: int  # Matches won by this seat alone.
    wins_shared: int


class Summary(msgspec.Struct):
    """Results of a simulation."""

    game: str
    options: dict[str, OptionValue]
    games: int
    seed: int
    steps: int  # Of all matches together.
    length: Spread  # Steps of a match.
    seats: list[SeatSummary]
    seconds: float  # Wall-clock time.
    cpu_seconds: float
    threads: int


def simulate(
    game: Game,
    options: Mapping[str, OptionValue],
    games: int,
    seed: int,
    threads: int | None = None,
    bots: tuple[str, ...] = (RANDOM,),
    on_progress: Callable[[int], None] = lambda done: None,
    traces: Traces | None = None,
    work: Work | None = None,
) -> Summary:
    """Play a number of matches of a seed; `on_progress` is called with the number of newly finished ones.

    If `traces` is given, the steps of matches are added to it, unless all players are random. If `work` is given, it
    plays parts of the matches elsewhere, such as on a cluster, and `threads` only says how many processors that has.
    """
    seats = check_bots(game, bots, int(options["players"]))
    check_games(games)
    check_seed(seed)
    workers = threads or os.cpu_count() or 1
    plan = Plan(game.id, tuple(options.items()), seats, seed)
    results = _Results(range(games), len(seats), traces)
    began, cpu_began = time.perf_counter(), time.process_time()
    for done in _play(plan, results, workers) if work is None else _play_elsewhere(plan, results, work):
        on_progress(done)
    return Summary(
        game=game.id,
        options=dict(options),
        games=games,
        seed=seed,
        steps=int(results.lengths.sum()),
        length=Spread.of(results.lengths),
        seats=[_summarise(game, seat, bot, results.scores[:, seat], results.winners) for seat, bot in enumerate(seats)],
        seconds=time.perf_counter() - began,
        cpu_seconds=time.process_time() - cpu_began + results.cpu_seconds,
        threads=workers,
    )


def simulated_matches(
    game: Game,
    options: Mapping[str, OptionValue],
    games: int,
    seed: int,
    bots: tuple[str, ...] = (RANDOM,),
    traces: Traces | None = None,
) -> Iterator[Match]:
    """Yield the same matches that `simulate` plays, each with its actions and shuffles, ready to be recorded.

    Without the `traces` that `simulate` left, bots play them again.
    """
    seats = check_bots(game, bots, int(options["players"]))
    names = [f"{bot} {seat}" for seat, bot in enumerate(seats)]
    streams = range(check_games(games))
    if traces and not is_random(seats):
        steps: Iterator[list[int]] = (list(traces[stream]) for stream in streams)
    else:
        steps = steps_of_matches(game, options, seats, check_seed(seed), streams)
    for stream in streams:
        match = Match(game, options, names)
        game.kernels.seed(match.states, 0, seed, stream)
        match.start(RANDOM_FIRST)
        for text in game.notation.action_texts(match.states, 0, next(steps)):
            match.act(text)
        yield match


def steps_of_matches(
    game: Game, options: Mapping[str, OptionValue], bots: Sequence[str], seed: int, streams: Sequence[int]
) -> Iterator[list[int]]:
    """Yield the steps of some of the matches that `simulate` plays; `bots` has a name for each seat."""
    if is_random(bots):
        trace = np.zeros(LONGEST_TRACE, np.uint8)
        for stream in streams:
            yield _random_match(game, options, seed, stream, trace)
        return
    table = _Table(game, options, bots)
    try:
        yield from (table.play(seed, stream).steps for stream in streams)
    finally:
        table.close()


def check_bots(game: Game, bots: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the name of the bot on each seat; one name alone stands for all. Raises BadOption if there is no such bot.

    Makes no bot: each table makes its own.
    """
    if len(bots) not in (1, players):
        raise BadOption(f"{len(bots)} bots are named, but there are {players} seats; name one for all or one for each")
    for name in bots:
        check_bot(name, game)
    return tuple(bots) * players if len(bots) == 1 else tuple(bots)


def is_random(seats: Sequence[str]) -> bool:
    """Return whether all bots are random."""
    return set(seats) == {RANDOM}


def check_games(games: int) -> int:
    """Return the number of matches if it is valid."""
    if type(games) is not int or games < 1:
        raise BadOption(f"the number of games is 1 or more, not {games}")
    return games


class Plan(msgspec.Struct, frozen=True):
    """What is played; match k depends on this and on k alone."""

    game: str
    options: tuple[tuple[str, OptionValue], ...]  # All of them.
    bots: tuple[str, ...]  # By seat.
    seed: int


class Part(msgspec.Struct, frozen=True):
    """Some matches of a plan, to be played in another process."""

    plan: Plan
    start: int
    stop: int
    traced: bool


def play_part(part: Part) -> _Results:
    """Play some matches in this process, with one thread; return their results and steps."""
    results = _Results(range(part.start, part.stop), len(part.plan.bots), {} if part.traced else None)
    began = time.process_time()
    for _ in _play(part.plan, results, workers=1):
        pass
    results.cpu_seconds = time.process_time() - began
    return results


class _Results:
    """Result of each match, in the order of their numbers, and its steps if they are wanted."""

    def __init__(self, streams: range, players: int, traces: Traces | None) -> None:
        self.streams = streams  # Numbers of the matches.
        self.lengths = np.zeros(len(streams), np.int64)
        self.scores = np.zeros((len(streams), players), np.int64)
        self.winners = np.zeros(len(streams), np.int64)
        self.traces = traces
        self.cpu_seconds = 0.0  # Of other processes.

    def put(self, part: _Results) -> None:
        """Add the results of some of the matches."""
        rows = slice(part.streams.start - self.streams.start, part.streams.stop - self.streams.start)
        self.lengths[rows], self.scores[rows], self.winners[rows] = part.lengths, part.scores, part.winners
        self.cpu_seconds += part.cpu_seconds
        if self.traces is not None and part.traces is not None:
            self.traces.update(part.traces)


class _Table:
    """Bots on all seats; match k of a seed depends on the seed, k and the bots alone."""

    def __init__(self, game: Game, options: Mapping[str, OptionValue], names: Sequence[str]) -> None:
        self._referee = Referee(game, options)
        self._bots = make_bots(game, {name: name for name in names})
        self._names = names

    def play(self, seed: int, stream: int) -> Played:
        """Play one match; raise BotError, naming the seat, if a bot breaks the rules."""
        players = [
            Player(self._bots[name], generator_from(msgspec.json.encode(["table", seed, stream, seat, name])))
            for seat, name in enumerate(self._names)
        ]
        played = self._referee.play(seed, stream, players, f"{seed}-{stream}")
        if played.failure is not None:
            seat, error = played.failure
            message = f"{self._names[seat]} on seat {seat} spoilt match {stream} of seed {seed}: {error}"
            raise BotError(error.kind, message)
        return played

    def close(self) -> None:
        """Release the bots."""
        close_bots(self._bots.values())


def _play_elsewhere(plan: Plan, results: _Results, work: Work) -> Iterator[int]:
    """Let other processes play all matches; yield the numbers of finished ones. Changes `results`."""
    size = RANDOM_MATCHES_PER_PART if is_random(plan.bots) else MATCHES_PER_PART
    streams = (results.streams[at : at + size] for at in range(0, len(results.streams), size))
    for part in work(play_part, [Part(plan, some.start, some.stop, results.traces is not None) for some in streams]):
        results.put(part)
        yield len(part.streams)


def _play(plan: Plan, results: _Results, workers: int) -> Iterator[int]:
    """Play all matches in threads; yield the numbers of newly finished ones. Changes `results`."""
    return (_play_random if is_random(plan.bots) else _play_bots)(plan, results, workers)


def _play_random(plan: Plan, results: _Results, workers: int) -> Iterator[int]:
    """Play all matches in compiled loops; yield the numbers of newly finished ones. Changes `results`."""
    game = get_game(plan.game)
    # Load it now, so that no two threads do.
    simulate_random, results_many = game.kernels.simulate_random, game.kernels.results_many
    template = game.new_states(1, dict(plan.options))

    def play(start: int) -> int:
        part = slice(start, min(start + MATCHES_PER_TASK, len(results.streams)))
        states: States = np.zeros(part.stop - part.start, game.dtype)
        simulate_random(states, template, plan.seed, results.streams[start], results.lengths[part])
        results_many(states, results.scores[part].reshape(-1), results.winners[part])
        return len(states)

    return _in_threads(play, range(0, len(results.streams), MATCHES_PER_TASK), workers)


def _play_bots(plan: Plan, results: _Results, workers: int) -> Iterator[int]:
    """Play all matches one by one, each thread at its own table. Changes `results`."""
    game = get_game(plan.game)
    results_many = game.kernels.results_many
    tables = [_Table(game, dict(plan.options), plan.bots) for _ in range(min(workers, len(results.streams)))]
    free: queue.SimpleQueue[_Table] = queue.SimpleQueue()
    for table in tables:
        free.put(table)

    def play(row: int) -> int:
        stream = results.streams[row]
        table = free.get()
        try:
            played = table.play(plan.seed, stream)
        finally:
            free.put(table)
        results.lengths[row] = len(played.steps)
        results_many(played.states, results.scores[row], results.winners[row : row + 1])
        if results.traces is not None:
            results.traces[stream] = bytes(played.steps)
        return 1

    try:
        yield from _in_threads(play, range(len(results.streams)), workers)
    finally:
        for table in tables:
            table.close()


def _in_threads(task: Callable[[int], int], numbers: range, workers: int) -> Iterator[int]:
    """Yield the result of a task for each number; if one fails, no further ones are started."""
    pool = ThreadPoolExecutor(workers)
    waiting: deque[Future[int]] = deque()
    try:
        for number in numbers:
            # A million tasks that wait at once would take 2 GB.
            if len(waiting) == TASKS_IN_ADVANCE * workers:
                yield waiting.popleft().result()
            waiting.append(pool.submit(task, number))
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _random_match(
    game: Game, options: Mapping[str, OptionValue], seed: int, stream: int, trace: NDArray[np.uint8]
) -> list[int]:
    states = game.new_states(1, options)
    game.kernels.seed(states, 0, seed, stream)
    game.kernels.set_up(states, 0, RANDOM_FIRST)
    return trace[: game.kernels.play_random(states, 0, seed, stream, trace)].tolist()  # type: ignore[no-any-return]


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
