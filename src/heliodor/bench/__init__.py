"""Speed of the rules, as ratios to a peer measured in the same run on the same machine.

The peer is OpenSpiel playing a game at random through its Python API: the one that `Game.peer` names, `oh_hell` with
four players and ten tricks. Search is compared with OpenSpiel's ISMCTS in C++ on the same game. Figures are medians of
CPU time over interleaved rounds; only two threads against one are measured in wall-clock time. Environments are
compared with those of pgx and RLCard, too (`environments.py`).
"""

from __future__ import annotations

import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec
import numpy as np

from heliodor.bench import environments
from heliodor.bots import search_kernels
from heliodor.bots.search import Search
from heliodor.core.bits import members
from heliodor.core.contract import RANDOM_FIRST, Game
from heliodor.core.errors import HeliodorError
from heliodor.games import GAME_IDS, get_game

PLAYERS = 4
TRICKS = 10
SIMULATIONS = 500  # Of one decision.
EXPLORATION = 0.5
TARGETS = {
    "random play": 12.0,  # × the peer's steps/s.
    "random play, closest game": 40.0,
    "two threads": 1.7,  # × one thread.
    "one step from Python": 2.0,  # Legal set and action, × the peer at random play.
    "the same, both replaying": 1.0,  # × the peer on a match whose actions are known, so neither chooses.
    "search": 5.0,  # Simulations of a play in the game closest to the peer's, × the peer's.
    "vector, times pgx": 20.0,
    "vector, times OpenSpiel": 8.0,
    "vector, share of random play": 0.4,
    "vector, two threads": 1.8,  # × one thread.
    "PettingZoo, times RLCard": 2.0,
    "state size": 512,  # Bytes, at most.
    "cold compile of the rules": 60.0,  # CPU seconds, at most.
    "cold compile of the bots": 60.0,  # And of the hints; CPU seconds, at most.
    "first action": 1.5,  # CPU seconds, at most.
}
_FIRST_ACTION = "import heliodor; m = heliodor.new_match({!r}, players=4, seed=1); m.act(m.legal()[0])"


class Figure(msgspec.Struct):
    """One measured figure and its target."""

    name: str
    game: str  # Empty: not of one game.
    measured: float
    unit: str
    ratio: float | None  # To the peer or to one thread.
    target: float  # For the ratio if there is one, else for the figure.
    at_most: bool  # Whether less is better.

    @property
    def met(self) -> bool:
        """Whether the target is reached."""
        value = self.measured if self.ratio is None else self.ratio
        return value <= self.target if self.at_most else value >= self.target


class Report(msgspec.Struct):
    """All figures, with the machine and the versions they hold for."""

    figures: list[Figure]
    peer: str
    peer_steps_per_second: float
    machine: dict[str, str]
    versions: dict[str, str]


def run(quick: bool = False, on_progress: Callable[[str], None] = lambda what: None) -> Report:
    """Measure everything; `quick` does a tenth of the work and is only a smoke test."""
    if sys.platform == "win32":
        raise HeliodorError("the benchmark needs CPU times, which Linux and macOS report and Windows does not")
    seconds = 0.1 if quick else 1.0
    rounds = 3 if quick else 5
    games = [get_game(game_id) for game_id in GAME_IDS]
    on_progress("loading the compiled rules")
    loops = {game.id: _RandomPlay(game) for game in games}
    steps = {game.id: _SteppedPlay(game) for game in games}
    closest = next(game for game in games if game.peer)
    peer = _Peer(closest.peer)
    vectors = {game.id: environments.VectorPlay(game, PLAYERS) for game in games}
    turns = {game.id: environments.turns_of(game, PLAYERS) for game in games}
    on_progress("compiling the peers")
    pgx, rlcard = environments.PgxPlay(), environments.rlcard_turns()

    search, peer_search = _PlaySearch(closest), _PeerSearch(closest.peer)

    peer_rates, peer_step_rates = [], []
    search_rates, peer_search_rates = [], []
    rates: dict[str, list[float]] = {game_id: [] for game_id in loops}
    step_rates: dict[str, list[float]] = {game_id: [] for game_id in loops}
    vector_rates: dict[str, list[float]] = {game_id: [] for game_id in loops}
    turn_rates: dict[str, list[float]] = {game_id: [] for game_id in loops}
    pgx_rates, rlcard_rates = [], []
    for n in range(rounds):
        on_progress(f"random play, round {n + 1} of {rounds}")
        peer_rates.append(_rate(peer.play, seconds))
        peer_step_rates.append(_rate(peer.replay, seconds))
        search_rates.append(_rate(search.play, seconds))
        peer_search_rates.append(_rate(peer_search.play, seconds))
        for game_id in loops:
            rates[game_id].append(_rate(loops[game_id].play, seconds))
            step_rates[game_id].append(_rate(steps[game_id].replay, seconds))
            vector_rates[game_id].append(_rate(vectors[game_id].play, seconds))
            turn_rates[game_id].append(_rate(turns[game_id].play, seconds / 2))
        pgx_rates.append(_rate(pgx.play, seconds))
        rlcard_rates.append(_rate(rlcard.play, seconds / 2))
    peer_rate, peer_step_rate = statistics.median(peer_rates), statistics.median(peer_step_rates)

    figures = []
    for game in games:
        rate = statistics.median(rates[game.id])
        target = TARGETS["random play, closest game" if game is closest else "random play"]
        figures.append(Figure("random play", game.id, rate, "steps/s", rate / peer_rate, target, False))
    for game in games:
        on_progress(f"two threads, {game.id}")
        gain = loops[game.id].gain_of_two_threads(seconds, rounds)
        figures.append(Figure("two threads", game.id, gain, "× one", gain, TARGETS["two threads"], False))
    for game in games:
        rate = statistics.median(step_rates[game.id])
        target = TARGETS["one step from Python"]
        figures.append(Figure("one step from Python", game.id, rate, "steps/s", rate / peer_rate, target, False))
    for game in games:
        rate = statistics.median(step_rates[game.id])
        target = TARGETS["the same, both replaying"]
        ratio = rate / peer_step_rate
        figures.append(Figure("the same, both replaying", game.id, rate, "steps/s", ratio, target, False))
    rate = statistics.median(search_rates)
    ratio = rate / statistics.median(peer_search_rates)
    figures.append(Figure("search", closest.id, rate, "simulations/s", ratio, TARGETS["search"], False))
    pgx_rate, rlcard_rate = statistics.median(pgx_rates), statistics.median(rlcard_rates)
    raw = {game_id: statistics.median(found) for game_id, found in rates.items()}
    for game in games:
        rate = statistics.median(vector_rates[game.id])
        for name, other in (
            ("vector, times pgx", pgx_rate),
            ("vector, times OpenSpiel", peer_rate),
            ("vector, share of random play", raw[game.id]),
        ):
            figures.append(Figure(name, game.id, rate, "steps/s", rate / other, TARGETS[name], False))
    for game in games:
        on_progress(f"vector, two threads, {game.id}")
        gain = environments.gain_of_two_threads(game, PLAYERS, seconds, rounds, statistics.median)
        name = "vector, two threads"
        figures.append(Figure(name, game.id, gain, "× one", gain, TARGETS[name], False))
    for game in games:
        rate, name = statistics.median(turn_rates[game.id]), "PettingZoo, times RLCard"
        figures.append(Figure(name, game.id, rate, "turns/s", rate / rlcard_rate, TARGETS[name], False))
    for game in games:
        size = game.dtype.itemsize
        figures.append(Figure("state size", game.id, size, "bytes", None, TARGETS["state size"], True))
    on_progress("compiling everything from scratch, in separate processes")
    for name, seconds in _cold_compile_seconds():
        figures.append(Figure(name, "", seconds, "CPU s", None, TARGETS[name], True))
    on_progress("starting new processes")
    first = statistics.median(
        _cpu_seconds([sys.executable, "-c", _FIRST_ACTION.format(closest.id)]) for _ in range(rounds)
    )
    figures.append(Figure("first action", "", first, "CPU s", None, TARGETS["first action"], True))
    return Report(figures, closest.peer, peer_rate, _machine(), _versions())


# --- What is measured -----------------------------------------------------------------------------------------------


class _RandomPlay:
    """Random matches in the compiled loop, with the same rules as everywhere."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._template = game.new_states(1, game.check_options({"players": PLAYERS}))
        self._next = 0
        self.play()

    def play(self, matches: int = 200) -> int:
        states = np.zeros(matches, self._game.dtype)
        lengths = np.zeros(matches, np.int64)
        self._game.kernels.simulate_random(states, self._template, 1, self._next, lengths)
        self._next += matches
        return int(lengths.sum())

    def gain_of_two_threads(self, seconds: float, rounds: int) -> float:
        """Return the work of two threads as a multiple of the work of one in the same time."""

        def work(_: int) -> float:
            steps, end = 0, time.perf_counter() + seconds
            while time.perf_counter() < end:
                steps += self.play(1000)
            return steps

        gains = []
        with ThreadPoolExecutor(2) as pool:
            for _ in range(rounds):
                alone = work(0)
                gains.append(sum(pool.map(work, range(2))) / alone)
        return statistics.median(gains)


class _SteppedPlay:
    """One match played step by step from Python: ask for the legal set, then play."""

    def __init__(self, game: Game) -> None:
        self._kernels = game.kernels
        self._start = game.new_states(1, game.check_options({"players": PLAYERS}))
        self._kernels.seed(self._start, 0, 1, 0)
        self._kernels.set_up(self._start, 0, RANDOM_FIRST)
        trace = np.zeros(100_000, np.uint8)
        self._steps = trace[: self._kernels.play_random(self._start.copy(), 0, 1, 0, trace)].tolist()
        self._states = self._start.copy()
        self.replay()

    def replay(self) -> int:
        states, legal_actions, apply_action = self._states, self._kernels.legal_actions, self._kernels.apply_action
        self._kernels.copy(states, 0, self._start, 0)
        for action in self._steps:
            legal_actions(states, 0)
            apply_action(states, 0, action)
        return len(self._steps)


class _PlaySearch:
    """The search of every play in the first deal that offers a choice; the plays are random.

    The bets come from the quick policy: bets are evidence about the hands, and random bets would contradict all hands.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._kernels = search_kernels(self._game)
        self._start = self._game.new_states(1, self._game.check_options({"players": PLAYERS}))
        self._next = 0
        self.play()

    def play(self) -> int:
        kernels, states, pick = self._game.kernels, self._start.copy(), random.Random(self._next)
        kernels.seed(states, 0, 1, self._next)
        kernels.set_up(states, 0, RANDOM_FIRST)
        gen = np.array([self._next], np.uint64)
        self._next += 1
        for _ in range(PLAYERS):
            kernels.apply_action(states, 0, self._kernels.greedy(states, 0, gen))
        simulations = 0
        for _ in range(PLAYERS * TRICKS):
            legal = members(int(kernels.legal_actions(states, 0)))
            if len(legal) > 1:
                seat = int(kernels.to_act(states, 0))
                hidden = states.copy()
                kernels.hide(hidden, 0, seat)
                moves = self._kernels.root_moves(hidden, 0, seat, 0, gen)
                found = Search(self._kernels.with_brain, hidden, 0, seat, SIMULATIONS + 2, EXPLORATION, moves)
                simulations += found.run(gen, SIMULATIONS)
            kernels.apply_action(states, 0, pick.choice(legal))
        return simulations


class _PeerSearch:
    """The same with OpenSpiel's search in its own game."""

    def __init__(self, peer_game: str) -> None:
        pyspiel = _import_peer()
        self._game = pyspiel.load_game(peer_game)
        policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        self._bot = pyspiel.ISMCTSBot(1, evaluator, EXPLORATION, SIMULATIONS, -1, policy, False, False)
        self._random = random.Random(1)

    def play(self) -> int:
        pick, state = self._random, self._game.new_initial_state()
        simulations = decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(pick.choice(state.chance_outcomes())[0])  # All equally likely in this game.
                continue
            legal = state.legal_actions()
            if decisions >= PLAYERS and len(legal) > 1:  # After the bets.
                self._bot.step(state)
                simulations += SIMULATIONS
            decisions += 1
            state.apply_action(pick.choice(legal))
        return simulations


def _import_peer() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise HeliodorError(
            "the benchmark compares with OpenSpiel, which is not installed; pip install 'heliodor[dev]' installs it"
        ) from None
    return pyspiel


class _Peer:
    """OpenSpiel's game: at random, and the same match again step by step."""

    def __init__(self, peer_game: str) -> None:
        self._game = _import_peer().load_game(peer_game)
        self._random = random.Random(1).random
        self._trace: list[int] = []
        self._play_into(self._trace)

    def play(self) -> int:
        return self._play_into([])

    def _play_into(self, trace: list[int]) -> int:
        pick, state = self._random, self._game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()  # All equally likely in this game.
                action = outcomes[int(pick() * len(outcomes))][0]
            else:
                legal = state.legal_actions()
                action = legal[int(pick() * len(legal))]
            state.apply_action(action)
            trace.append(action)
        return len(trace)

    def replay(self) -> int:
        state = self._game.new_initial_state()
        for action in self._trace:
            state.legal_actions()
            state.apply_action(action)
        return len(self._trace)


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Return the steps per second of CPU time."""
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        steps += work()
    return steps / (time.process_time() - began)


def _cold_compile_seconds() -> Iterator[tuple[str, float]]:
    warm = [sys.executable, "-m", "heliodor", "warm"]
    with tempfile.TemporaryDirectory() as empty:
        yield "cold compile of the rules", _cpu_seconds([*warm, "--rules"], HELIODOR_CACHE_DIR=empty)
        yield "cold compile of the bots", _cpu_seconds(warm, HELIODOR_CACHE_DIR=empty)


def _cpu_seconds(command: list[str], **environment: str) -> float:
    """Return the CPU time of a command, user and system."""
    import resource  # Not available on Windows, which `run` refuses.

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **environment})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _machine() -> dict[str, str]:
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as file:
            model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), model)
    return {"processor": model, "cores": str(os.cpu_count()), "system": platform.platform()}


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in ("heliodor", "numba", "numpy", "open_spiel", "pgx", "jax", "rlcard", "pettingzoo"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def to_json(report: Report) -> str:
    """Return the report as JSON, with whether each target is met."""
    data: dict[str, Any] = msgspec.to_builtins(report)
    for figure, shown in zip(report.figures, data["figures"], strict=True):
        shown["met"] = figure.met
    return json.dumps(data, indent=2)
