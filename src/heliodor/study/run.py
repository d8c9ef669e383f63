"""A study: matches of one game, the same deals with other options, and bots that think for longer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from heliodor import __version__
from heliodor.arena.places import place
from heliodor.arena.report import interval_of_constant
from heliodor.arena.tournament import num_cores
from heliodor.core.contract import Game, Option, OptionValue
from heliodor.match import changed_options, check_seed
from heliodor.simulate import check_bots, check_games
from heliodor.study.contract import Notes, notes_of
from heliodor.study.matches import Counted, Played, Task, count_matches
from heliodor.study.parquet import Column, Table

MATCHES_PER_TASK = 25
ROUNDS = (10, 30, 100, 300)  # Of the plain search, for strength against thinking time.
MOST_THINKING = 60  # Matches for each of them.
NORMAL_95 = 1.96

COLUMNS: tuple[Column, ...] = (
    ("variant", "name", "empty for the study itself, else the option that differs, as name=value, or the challenger"),
    ("match", "int64", "number of the match within the seed: the same number is the same deal"),
    ("first", "int8", "the seat that started"),
    ("steps", "int32", "steps of the match"),
    ("scores", "list of int32", "by seat, each as one number (the page says which)"),
    ("winners", "list of int8", "the seats that won"),
)


class Mean(NamedTuple):
    """A mean with its interval of 95 %."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """Return the mean of independent values."""
        array = np.asarray(values, np.float64)
        half = NORMAL_95 * float(array.std(ddof=1)) / len(array) ** 0.5 if len(array) > 1 else 0.0
        mean = float(array.mean()) if len(array) else 0.0
        return cls(mean, mean - half, mean + half)

    @classmethod
    def of_shares(cls, values: Sequence[float]) -> Mean:
        """Return the mean of independent shares from 0 to 1; its interval stays between them."""
        mean, low, high = cls.of(values)
        if high - low < 1e-12 and len(values) > 1:  # Rounding aside, all are equal.
            low, high = interval_of_constant(mean, len(values))
        return cls(mean, max(low, 0.0), min(high, 1.0))


class Place(NamedTuple):
    """A place in the order of play."""

    order: int  # 0 for the seat that starts.
    share: Mean  # Of the wins.
    score: Mean


class BotFigures(NamedTuple):
    """A bot on its seats."""

    name: str
    share: Mean
    score: Mean


class MatterFigures(NamedTuple):
    """How often something happens."""

    rule: str
    title: str
    in_a_match: Mean
    matches: float  # Share of the matches in which it happens.


class Difference(NamedTuple):
    """What another value of an option changes, compared on the same deals."""

    option: str
    rule: str
    steps: Mean
    score: Mean
    starter: Mean  # Share of the wins of the seat that starts.


class Thinking(NamedTuple):
    """One seat thinks for a number of rounds, the others are the bots of the study."""

    rounds: int
    share: Mean


class Study(NamedTuple):
    """Everything that the page shows."""

    game: Game
    notes: Notes
    options: dict[str, OptionValue]
    bots: tuple[str, ...]
    seed: int
    games: int
    command: str
    version: str
    places: list[Place]
    by_bot: list[BotFigures]
    scores: Counter[int]
    steps: Counter[int]
    choices: dict[str, Counter[int]]
    matters: list[MatterFigures]
    pairs: dict[str, Counter[tuple[int, int]]]
    differences: list[Difference]
    thinking: list[Thinking]


class _Run:
    """The figures of one variant, added up in the order of the matches."""

    def __init__(self, notes: Notes, players: int) -> None:
        self._notes = notes
        self.players = players
        self.steps: list[int] = []
        self.mean_score: list[float] = []
        self.starter: list[float] = []  # Share of the win of the seat that started.
        self.by_place: list[list[list[float]]] = [[[], []] for _ in range(players)]  # [order] -> shares, scores.
        self.by_seat: list[list[list[float]]] = [[[], []] for _ in range(players)]
        self.scores: Counter[int] = Counter()
        self.choices: dict[str, Counter[int]] = {}
        self.pairs: dict[str, Counter[tuple[int, int]]] = {}
        self.matters: dict[str, list[int]] = {matter.key: [] for matter in notes.matters}

    def add(self, counted: Counted) -> Iterator[tuple[Played, list[int]]]:
        """Add matches; yield each with its scores as numbers."""
        for phase, branches in counted.choices.items():
            self.choices.setdefault(phase, Counter()).update(branches)
        for key, pairs in counted.pairs.items():
            found = self.pairs.setdefault(key, Counter())
            for pair, count in pairs.items():
                said, got = pair.split()
                found[int(said), int(got)] += count
        for match in counted.matches:
            scores = [self._notes.score_number(score) for score in match.scores]
            shares = [(seat in match.winners) / len(match.winners) for seat in range(self.players)]
            self.steps.append(match.steps)
            self.mean_score.append(sum(scores) / len(scores))
            self.starter.append(shares[match.first])
            self.scores.update(scores)
            for seat in range(self.players):
                order = (seat - match.first) % self.players
                for figures in (self.by_place[order], self.by_seat[seat]):
                    figures[0].append(shares[seat])
                    figures[1].append(scores[seat])
            for key, counts in self.matters.items():
                counts.append(match.matters.get(key, 0))
            yield match, scores


def hold_study(
    game: Game,
    options: Mapping[str, OptionValue],
    bots: Sequence[str],
    games: int,
    seed: int,
    data: str | Path,
    *,
    workers: int | None = None,
    ray: str | None = None,
    thinking: bool = True,
    command: str = "",
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Study:
    """Play the matches of a study, write them to a Parquet file, and return the figures.

    The same seed gives the same figures and bytes, wherever the matches are played.
    """
    players = int(options["players"])
    seats = check_bots(game, bots, players)
    check_games(games)
    check_seed(seed)
    notes = notes_of(game)
    variants = _variants(game, options) if players > 1 or game.min_players == 1 else {}
    rounds = ROUNDS if thinking and players > 1 else ()
    columns = (*COLUMNS, *((matter.key, "int32", matter.title) for matter in notes.matters))
    runs: dict[str, _Run] = {}
    tasks = list(_tasks(game, options, variants, seats, games, seed, rounds))
    total, done = sum(task.stop - task.start for _, task in tasks), 0
    about = {"heliodor": __version__, "game": game.id, "seed": str(seed), "bots": ",".join(seats)}
    with (
        Table(data, columns, about) as table,
        place(workers or num_cores(), ray) as work,
    ):
        results = work(count_matches, [task for _, task in tasks])
        for (name, task), counted in zip(tasks, results, strict=True):
            run = runs.setdefault(name, _Run(notes, players))
            for number, (match, scores) in enumerate(run.add(counted), task.start):
                counts = (match.matters.get(matter.key, 0) for matter in notes.matters)
                table.add([(name, number, match.first, match.steps, scores, match.winners, *counts)])
            done += task.stop - task.start
            on_progress(done, total)
    base = runs[""]
    return Study(
        game=game,
        notes=notes,
        options=dict(options),
        bots=seats,
        seed=seed,
        games=games,
        command=command,
        version=__version__,
        places=[Place(order, Mean.of_shares(s), Mean.of(scores)) for order, (s, scores) in enumerate(base.by_place)],
        by_bot=list(_by_bot(seats, base)),
        scores=base.scores,
        steps=Counter(base.steps),
        choices=base.choices,
        matters=[
            MatterFigures(
                matter.rule,
                matter.title,
                Mean.of(base.matters[matter.key]),
                float(np.mean(np.array(base.matters[matter.key]) > 0)),
            )
            for matter in notes.matters
        ],
        pairs=base.pairs,
        differences=[_difference(name, option, base, runs[name]) for name, (option, _) in variants.items()],
        thinking=[Thinking(number, _challenger_share(runs[f"plain:{number}"])) for number in rounds],
    )


def _variants(game: Game, options: Mapping[str, OptionValue]) -> dict[str, tuple[Option, dict[str, OptionValue]]]:
    """Return the other values of each option, one option at a time; of a number, half of it."""
    found = {}
    for option in game.options:
        value = options[option.name]
        others = option.choices or (max(option.at_least, value // 2) if isinstance(value, int) else value,)
        for other in others:
            if other != value:
                shown = msgspec.json.encode(other).decode().strip('"')
                found[f"{option.name}={shown}"] = (option, {**options, option.name: other})
    return found


def _tasks(
    game: Game,
    options: Mapping[str, OptionValue],
    variants: Mapping[str, tuple[Option, dict[str, OptionValue]]],
    seats: tuple[str, ...],
    games: int,
    seed: int,
    rounds: Sequence[int],
) -> Iterator[tuple[str, Task]]:
    """Yield the tasks of all variants in order, with the name of the variant."""
    plans: list[tuple[str, Mapping[str, OptionValue], int, str]] = [("", options, games, "")]
    plans += [(name, changed, games, "") for name, (_, changed) in variants.items()]
    plans += [(f"plain:{number}", options, min(games, MOST_THINKING), f"plain:{number}") for number in rounds]
    for name, played, count, challenger in plans:
        for start in range(0, count, MATCHES_PER_TASK):
            stop = min(start + MATCHES_PER_TASK, count)
            yield name, Task(game.id, tuple(played.items()), seats, seed, start, stop, challenger)


def _by_bot(seats: Sequence[str], run: _Run) -> Iterator[BotFigures]:
    for name in dict.fromkeys(seats):
        own = [figures for seat, figures in enumerate(run.by_seat) if seats[seat] == name]
        # Seats of the same match depend on each other, so the mean over a bot's seats is one value of a match.
        shares, scores = (np.mean([figures[kind] for figures in own], axis=0) for kind in (0, 1))
        yield BotFigures(name, Mean.of_shares(shares.tolist()), Mean.of(scores.tolist()))


def _difference(name: str, option: Option, base: _Run, other: _Run) -> Difference:
    def pair(values: Sequence[float], others: Sequence[float]) -> Mean:
        return Mean.of(np.subtract(others, values, dtype=np.float64).tolist())

    return Difference(
        name,
        option.rule,
        pair(base.steps, other.steps),
        pair(base.mean_score, other.mean_score),
        pair(base.starter, other.starter),
    )


def _challenger_share(run: _Run) -> Mean:
    """Return the challenger's share of the wins; it sits on seat k of match k, modulo the number of players."""
    return Mean.of_shares([run.by_seat[number % run.players][0][number] for number in range(len(run.steps))])


def shown_options(study: Study) -> str:
    """Return the options that differ from their defaults, as text."""
    changed: dict[str, Any] = changed_options(study.game, study.options)
    return ", ".join(f"{name} {value}" for name, value in changed.items() if name != "players")
