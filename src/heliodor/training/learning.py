"""Training of a brain's weights: evolve the quick policy, fit the chance to win, let the arena decide; and again.

A generation has four parts, each with its own seeds:

1. *Worths.* CMA-ES looks for worths with which the quick policy beats itself with the worths before.
2. *Matches.* The quick policy with odd worths, other ones on each seat, begins a match, so that one seat has many cards
   and another many points. From some move on, all seats search. Positions are taken from that part only: the quick
   policy plays the end badly, and a model that is fitted to its matches learns its mistakes.
3. *Model.* The chance to win is fitted to these positions and the winners. It begins with the model that the brain
   offers for these worths, and is held near it; without matches it is that model.
4. *Gate.* The arena plays a bot with the new weights against the one before, both with the rounds of expert, on deals
   that nothing was fitted to. Only if the lower end of the interval is above the fair share do the new weights stay.

Everything is kept in a folder, and a run that was stopped goes on from there. Equal courses give equal weights, on this
machine or on a cluster.
"""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from heliodor import __version__
from heliodor.arena.places import Work
from heliodor.arena.play import Job
from heliodor.arena.tournament import hold_tournament, plan_tournament
from heliodor.bots.brain_bots import EXPERT, SearchBot, brain_of, strength_of
from heliodor.bots.registry import TRAINED, has_brain, search_kernels
from heliodor.bots.trained import FORMAT, HOOK, Gate, Weights
from heliodor.core.contract import RANDOM_FIRST, Game, OptionValue, States
from heliodor.core.errors import HeliodorError
from heliodor.games import get_game
from heliodor.hints.calibration import Numbers
from heliodor.match import Match
from heliodor.training.calibrating import Rows, fit
from heliodor.training.kernels import TrainingKernels

SOFTNESS = 0.01  # Of the search that ends the matches, for variety.
ODDNESS = 0.4  # Standard deviation of the logarithm of an odd worth, divided by the usual one.
OPENING = 0.6  # The quick policy opens at most this part of a match.
SPREAD = 0.5  # Standard deviation of the first policies that are tried, each worth in its own unit.
DIGITS = 3  # Of a worth.
STREAMS = 1_000_000  # Deals of a generation and part come from their own million of streams.
TIME_LIMIT = 10.0  # For bots that are programs; there are none here.

Floats = NDArray[np.float64]
Say = Callable[[str], None]
Progress = Callable[[str, int, int], None]  # What is done, how much of it, and of how much.


class Course(msgspec.Struct, frozen=True):
    """What a training does. Equal courses find equal weights."""

    game: str
    version: int
    options: dict[str, OptionValue]
    seed: int
    generations: int
    steps: int  # Of the evolution,
    policies: int  # policies in each,
    quick_deals: int  # each of which is tried on this many deals, on every seat.
    matches: int  # To fit the model to,
    rounds: int  # with this many rounds of search for a decision,
    positions: int  # and this many positions of each.
    gate_deals: int  # Deals of the gate, each played once for every seat.

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.options["players"])

    @property
    def command(self) -> str:
        """The command line that repeats it."""
        return (
            f"heliodor train {self.game} --players {self.players} --seed {self.seed} --generations {self.generations} "
            f"--steps {self.steps} --policies {self.policies} --quick-deals {self.quick_deals} "
            f"--matches {self.matches} --rounds {self.rounds} --positions {self.positions} "
            f"--gate-deals {self.gate_deals}"
        )


class Positions(msgspec.Struct, frozen=True):
    """Positions of one match, and its result."""

    inputs: list[list[list[float]]]  # [position, seat, input].
    progress: list[list[float]]  # [position, seat].
    won: list[float]  # [seat] -> part of the win.


class Verdict(msgspec.Struct, frozen=True):
    """A generation's weights, and whether they are better than those before."""

    weights: Weights
    is_better: bool


class Stopped(HeliodorError):
    """The time is up. What has been done is kept."""


class Desk(NamedTuple):
    """What the parts of a training share."""

    course: Course
    folder: Path
    work: Work[Any, Any]
    workers: int
    progress: Progress
    end: float  # Of the time, by `time.monotonic`.

    def check_time(self) -> None:
        """Raise Stopped when the time is up."""
        if time.monotonic() > self.end:
            raise Stopped(f"the time is up; the same command goes on from {self.folder}")


def check_course(course: Course) -> None:
    """Raise HeliodorError if the bots of the game cannot be trained."""
    game = get_game(course.game)
    if not has_brain(game) or not any(hasattr(brain_of(game), name) for name in HOOK):
        raise HeliodorError(f"the bots of {game.title} have no weights that could be trained")
    missing = [name for name in HOOK if not hasattr(brain_of(game), name)]
    if missing:
        raise HeliodorError(f"the bots of {game.title} cannot be trained: their brain has no {', '.join(missing)}")
    if course.players < 2:
        raise HeliodorError("training needs two players or more: bots learn against each other")


def train(
    course: Course,
    folder: Path,
    work: Work[Any, Any],
    workers: int = 1,
    hours: float = float("inf"),
    progress: Progress = lambda what, done, total: None,
) -> Iterator[Verdict]:
    """Yield the verdict on each generation; raise Stopped when the time is up."""
    check_course(course)
    _open_folder(folder, course)
    desk = Desk(course, folder, work, workers, progress, time.monotonic() + 3600 * hours)
    game, brain = get_game(course.game), brain_of(get_game(course.game))
    first = brain.first_worths(course.players)
    best: Weights | None = None
    for generation in range(1, course.generations + 1):
        before = [worth.start for worth in first.values()] if best is None else list(best.worths.values())
        worths = _evolve(desk, generation, before)
        model = None if best is None else [*best.early, *best.late]
        numbers = _fit(desk, generation, worths, model)
        weights = Weights(
            format=FORMAT,
            game=game.id,
            version=game.version,
            players=course.players,
            worths=dict(zip(first, worths, strict=True)),
            inputs=list(brain.INPUTS),
            early=numbers.early,
            late=numbers.late,
            matches=numbers.matches,
            positions=numbers.positions,
            generation=generation,
            seed=course.seed,
            heliodor=__version__,
            command=course.command,
        )
        gate = _pass_gate(desk, generation, weights, best)
        verdict = Verdict(msgspec.structs.replace(weights, gate=gate), gate.low > 1 / course.players)
        if verdict.is_better:
            best = verdict.weights
        yield verdict


def write_weights(path: Path, weights: Weights) -> None:
    """Write a file of weights."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=1) + b"\n")


def _open_folder(folder: Path, course: Course) -> None:
    plan = folder / "course.json"
    if plan.exists():
        try:
            is_same = msgspec.json.decode(plan.read_bytes(), type=Course) == course
        except msgspec.MsgspecError as error:
            raise HeliodorError(f"{plan} is damaged ({error}): remove {folder} and train again") from None
        if not is_same:
            raise HeliodorError(f"{folder} has the work of another training: remove it, or name another file")
        return
    folder.mkdir(parents=True, exist_ok=True)
    plan.write_bytes(msgspec.json.encode(course))


@cache
def _kernels(game_id: str) -> TrainingKernels:
    game = get_game(game_id)
    return TrainingKernels(game, brain_of(game))


def _whole(course: Course, worths: Sequence[float], model: Sequence[float] | None = None) -> Floats:
    """Return worths and a model as one array of weights; without a model, the one that goes with the worths."""
    first = _first_model(course, worths)
    return np.array([*worths, *([*first.early, *first.late] if model is None else model)], np.float64)


def _first_model(course: Course, worths: Sequence[float]) -> Numbers:
    """Return the model that a fit begins with."""
    early, late = brain_of(get_game(course.game)).first_model(worths, course.players)
    return Numbers([round(number, DIGITS) for number in early], [round(number, DIGITS) for number in late], 0, 0)


def _stream(generation: int, part: int) -> int:
    return (2 * generation + part) * STREAMS


# --- Worths -------------------------------------------------------------------------------------------------------


class Trial(msgspec.Struct, frozen=True):
    """Worths to be tried against others."""

    course: Course
    first: int  # Stream of the first deal.
    tried: list[float]
    others: list[float]


def try_worths(trial: Trial) -> float:
    """Return the share of the win of one seat with the tried worths among others."""
    course = trial.course
    game = get_game(course.game)
    template = game.new_states(1, course.options)
    dealt = np.repeat(template, course.quick_deals)
    game.kernels.deal_many(dealt, template, np.arange(len(dealt)), course.seed, trial.first)
    shares = np.zeros(len(dealt))
    tried, others = _whole(course, trial.tried), _whole(course, trial.others)
    gens = np.arange(trial.first, trial.first + len(dealt), dtype=np.uint64)
    _kernels(course.game).contest(dealt, template, gens, tried, others, shares)
    return float(shares.mean())


def _evolve(desk: Desk, generation: int, before: list[float]) -> list[float]:
    """Return better worths, by CMA-ES; they are kept in the folder."""
    kept = desk.folder / f"worths-{generation}.json"
    if kept.exists():
        known: list[float] = _read(kept, list[float])
        return known
    course, first = desk.course, _stream(generation, 0)
    seed = course.seed * 1000 + generation + 1
    units = _units(course)
    options = {"popsize": course.policies, "seed": seed, "verbose": -9}
    search = _cma().CMAEvolutionStrategy([float(each) for each in before / units], SPREAD, options)
    for step in range(course.steps):
        desk.check_time()
        desk.progress(f"generation {generation}: worths", step, course.steps)
        asked = search.ask()
        deals = first + step * course.quick_deals
        trials = [Trial(course, deals, [float(number) for number in each * units], before) for each in asked]
        search.tell(asked, [-share for share in desk.work(try_worths, trials)])
    found = [round(float(number), DIGITS) for number in search.mean * units] if course.steps else before
    kept.write_bytes(msgspec.json.encode(found))
    return found


def _units(course: Course) -> Floats:
    """Return the unit in which each worth is changed, so that all are changed alike."""
    worths = brain_of(get_game(course.game)).first_worths(course.players).values()
    return np.array([worth.reach / SPREAD for worth in worths])


def _cma() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # It says that there are no plots without matplotlib.
            import cma
    except ImportError:
        raise HeliodorError("training needs the library cma: pip install 'heliodor[train]'") from None
    return cma


# --- Matches ------------------------------------------------------------------------------------------------------


class Pairing(msgspec.Struct, frozen=True):
    """A match to be played."""

    course: Course
    stream: int
    worths: list[float]
    model: list[float] | None


def play_match(pairing: Pairing) -> Positions:
    """Play a match of odd policies that a search ends; return positions of its searched part."""
    course = pairing.course
    game, chance = get_game(course.game), random.Random(f"{course.seed} {pairing.stream}")
    match = Match(game, course.options, [f"{seat}" for seat in range(course.players)])
    game.kernels.seed(match.states, 0, course.seed, pairing.stream)
    match.start(RANDOM_FIRST)
    states = match.states.copy()
    odd = np.concatenate([_odd(pairing, chance) for _ in range(course.players)])
    gen = np.array([pairing.stream], np.uint64)
    length = _length(game, states, gen.copy(), odd)
    _kernels(game.id).open_match(states, 0, gen, odd, chance.randrange(max(1, int(OPENING * length))))
    weights = _whole(course, pairing.worths, pairing.model)
    strength = msgspec.structs.replace(
        strength_of(game, EXPERT), rounds=course.rounds, softness=SOFTNESS, seconds=TIME_LIMIT
    )
    bot = SearchBot(game, search_kernels(game), "training", strength, weights=weights)
    searched = _searched(game, states, bot, np.array([chance.getrandbits(63)], np.uint64))
    seen = [looks for each in searched if (looks := _kernels(game.id).inputs_of(each, 0)) is not None]
    taken = sorted(chance.sample(range(len(seen)), min(course.positions, len(seen))))
    won = int(game.kernels.winners(states, 0))
    return Positions(
        [seen[place][0].tolist() for place in taken],
        [seen[place][1].tolist() for place in taken],
        [((won >> seat) & 1) / won.bit_count() for seat in range(course.players)],
    )


def _odd(pairing: Pairing, chance: random.Random) -> Floats:
    """Return the weights of a policy with odd worths."""
    units = _units(pairing.course)
    worths = [
        worth * np.exp(chance.gauss(0, ODDNESS)) + unit * chance.gauss(0, ODDNESS)
        for worth, unit in zip(pairing.worths, units, strict=True)
    ]
    return _whole(pairing.course, worths)


def _length(game: Game, states: States, gen: NDArray[np.uint64], weights: Floats) -> int:
    """Return about how many moves a match of the quick policy has."""
    scratch, moves = states.copy(), 0
    while not game.kernels.is_over(scratch, 0):
        _kernels(game.id).open_match(scratch, 0, gen, weights, 1)
        moves += 1
    return moves


def _searched(game: Game, states: States, bot: SearchBot, gen: NDArray[np.uint64]) -> Iterator[States]:
    """Play a match to its end and yield the positions before decisions. Changes `states`."""
    while (seat := int(game.kernels.to_act(states, 0))) >= 0:
        yield states.copy()
        hidden = states.copy()
        game.kernels.hide(hidden, 0, seat)
        for step in bot.choose(hidden, 0, int(game.kernels.legal_actions(states, 0)), gen):
            game.kernels.apply_action(states, 0, step)


def _fit(desk: Desk, generation: int, worths: list[float], model: list[float] | None) -> Numbers:
    """Play matches, as many as the folder lacks, and fit the chance to win to their positions."""
    course, journal = desk.course, desk.folder / f"matches-{generation}.jsonl"
    played = _read_lines(journal)[: course.matches]
    first = _stream(generation, 1)
    left = [Pairing(course, first + place, worths, model) for place in range(len(played), course.matches)]
    with journal.open("ab") as file:
        coming = iter(desk.work(play_match, left))
        while len(played) < course.matches:
            desk.check_time()
            desk.progress(f"generation {generation}: matches", len(played), course.matches)
            played.append(next(coming))
            file.write(msgspec.json.encode(played[-1]) + b"\n")
            file.flush()
    start = _first_model(course, worths)
    if not played:
        return start
    rows = rows_of_positions(played)
    if not len(rows.match):
        raise HeliodorError(f"{course.matches} matches have no positions to fit the model to; play more of them")
    numbers = fit(rows, start)
    return msgspec.structs.replace(numbers, matches=len(played), positions=len(rows.match))


def rows_of_positions(played: Sequence[Positions]) -> Rows:
    """Return positions as the fit takes them."""
    match = [place for place, each in enumerate(played) for _ in each.progress]
    return Rows(
        np.array([inputs for each in played for inputs in each.inputs]),
        np.array([progress for each in played for progress in each.progress]),
        np.array([played[place].won for place in match]),
        np.array(match),
        np.zeros(len(match), np.int64),
    )


def _read_lines(journal: Path) -> list[Positions]:
    if not journal.exists():
        return []
    text = journal.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]  # The last line may have been cut off.
    if whole != text:
        journal.write_bytes(whole)
    try:
        return [msgspec.json.decode(line, type=Positions) for line in whole.splitlines()]
    except msgspec.MsgspecError as error:
        raise HeliodorError(f"{journal} is damaged ({error}): remove it and train again") from None


def _read(path: Path, kind: Any) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except msgspec.MsgspecError as error:
        raise HeliodorError(f"{path} is damaged ({error}): remove it and train again") from None


# --- The gate -----------------------------------------------------------------------------------------------------


def _pass_gate(desk: Desk, generation: int, weights: Weights, best: Weights | None) -> Gate:
    """Let the arena compare the new weights with those before, or with expert; always on this machine."""
    desk.check_time()
    course = desk.course
    new = desk.folder / f"weights-{generation}.json"
    write_weights(new, weights)
    old = EXPERT if best is None else f"{TRAINED}{desk.folder / f'weights-{best.generation}.json'}"
    seed = course.seed + 1_000_000 + generation
    bots = (("new", f"{TRAINED}{new}"), ("old", old))
    job = Job(course.game, tuple(course.options.items()), seed, bots, TIME_LIMIT)
    plan = plan_tournament(job, course.gate_deals, "challenge")
    done = 0

    def note(outcomes: Sequence[object]) -> None:
        nonlocal done
        done += len(outcomes)
        desk.progress(f"generation {generation}: gate", done, plan.num_matches)
        desk.check_time()

    journal = desk.folder / f"gate-{generation}.jsonl"
    report = hold_tournament(plan, journal=journal, workers=desk.workers, command=course.command, note=note)
    share = next(pair for pair in report.pairs if pair.bot == "new").alone
    assert share is not None
    against = EXPERT if best is None else f"generation {best.generation}"
    return Gate(
        against, seed, report.matches, round(share.value, 4), round(share.low or 0.0, 4), round(share.high or 1.0, 4)
    )
