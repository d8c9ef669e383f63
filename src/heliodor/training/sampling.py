"""Positions from matches of bots: what playouts say there, and who won in the end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np

from heliodor.core.contract import RANDOM_FIRST, Game, OptionValue, States
from heliodor.core.errors import HeliodorError
from heliodor.hints import advice_of
from heliodor.hints.analysis import decisions_of
from heliodor.hints.chances import Onlooker
from heliodor.hints.outlook import WORLDS, consider, forecast
from heliodor.hints.position import Position
from heliodor.match import Match
from heliodor.simulate import check_bots, steps_of_matches


class SeatView(msgspec.Struct, frozen=True):
    """What the seat to act expects of the action that a bot would play."""

    seat: int
    rewards: list[float]  # [seat].


class Sample(msgspec.Struct, frozen=True):
    """A position before a decision."""

    decision: int  # Number of decisions before it,
    decisions: int  # and in the whole match.
    state: bytes  # As an onlooker sees it.
    rewards: list[float]  # [seat] -> mean reward of the playouts.
    view: SeatView | None  # None where a bot's rewards are not about the match, and in positions left out.


class SampledMatch(msgspec.Struct, frozen=True):
    """Positions of one match."""

    stream: int  # Number of the match among those of the seed.
    won: list[float]  # [seat] -> part of the win.
    samples: list[Sample]


class Plan(msgspec.Struct, frozen=True):
    """Which matches are played, and what is asked about them. Equal plans give equal samples."""

    game: str
    version: int
    options: dict[str, OptionValue]
    seed: int
    bots: str  # On all seats.
    level: str  # Of the playouts.
    positions: int  # Of each match.
    views: int  # How many of these are also seen by the seat to act.


def state_of(game: Game, sample: Sample) -> States:
    """Return the position of a sample, as an onlooker sees it."""
    if len(sample.state) != game.dtype.itemsize:
        raise HeliodorError("these samples are of other rules: remove the file and sample again")
    return np.frombuffer(sample.state, game.dtype).copy()


def sample_matches(game: Game, plan: Plan, streams: Sequence[int]) -> Iterator[SampledMatch]:
    """Play some matches of the plan's seed and yield positions of each."""
    players = int(plan.options["players"])
    seats = check_bots(game, (plan.bots,), players)
    played = steps_of_matches(game, plan.options, seats, plan.seed, streams)
    for stream, steps in zip(streams, played, strict=True):
        match = Match(game, plan.options, [f"{seat}" for seat in range(players)])
        game.kernels.seed(match.states, 0, plan.seed, stream)
        match.start(RANDOM_FIRST)
        for text in game.notation.action_texts(match.states, 0, steps):
            match.act(text)
        yield _sample(match, plan, stream)


def _sample(match: Match, plan: Plan, stream: int) -> SampledMatch:
    """Take positions of a finished match at random, without regard to its result."""
    chance = random.Random(f"{plan.seed} {stream}")
    taken = list(decisions_of(match))
    numbers = chance.sample(range(len(taken)), min(plan.positions, len(taken)))
    viewed = set(numbers[: plan.views])
    advice, worlds = advice_of(match.game), WORLDS[plan.level]
    samples = []
    for number in sorted(numbers):
        before = taken[number].before
        onlooker = Onlooker(match.game, before, seed=number)
        view = None
        if number in viewed and advice.rates_match:
            view = _view(Position(match.game, before, seed=number), plan.level)
        rewards = [float(reward) for reward in advice.rewards(onlooker, worlds)]
        samples.append(Sample(number, len(taken), onlooker.hidden.tobytes(), rewards, view))
    won = [(seat in match.winners) / len(match.winners) for seat in range(match.players)]
    return SampledMatch(stream, won, samples)


def _view(position: Position, level: str) -> SeatView:
    best = consider(position, level).candidates[0]
    rewards = forecast(position, best.steps, WORLDS[level]).rewards
    return SeatView(position.seat, [float(reward) for reward in rewards])


# --- On disk ------------------------------------------------------------------------------------------------------


def sampled(
    game: Game,
    plan: Plan,
    matches: int,
    journal: Path,
    on_progress: Callable[[int], None] = lambda done: None,
    may_go_on: Callable[[], bool] = lambda: True,
) -> list[SampledMatch]:
    """Return the first matches of a plan; those in the journal are not played again, and new ones are added to it.

    `may_go_on` is asked before each match; when it says no, there are fewer.
    """
    found = _read(plan, journal)[:matches]
    if not found:
        journal.parent.mkdir(parents=True, exist_ok=True)
        journal.write_bytes(msgspec.json.encode(plan) + b"\n")
    on_progress(len(found))
    if len(found) == matches:
        return found
    with journal.open("ab") as file:
        playing = sample_matches(game, plan, range(len(found), matches))
        while len(found) < matches and may_go_on():
            found.append(next(playing))
            file.write(msgspec.json.encode(found[-1]) + b"\n")
            file.flush()
            on_progress(len(found))
    return found


def _read(plan: Plan, journal: Path) -> list[SampledMatch]:
    if not journal.exists():
        return []
    header, _, rest = journal.read_bytes().partition(b"\n")
    whole = rest[: rest.rfind(b"\n") + 1]  # The last line may have been cut off.
    try:
        if msgspec.json.decode(header, type=Plan) != plan:
            raise HeliodorError(f"{journal} has samples of another plan: remove it, or name another folder")
        found = [msgspec.json.decode(line, type=SampledMatch) for line in whole.splitlines()]
    except msgspec.MsgspecError as error:
        raise HeliodorError(f"{journal} is damaged ({error}): remove it and sample again") from None
    if len(whole) != len(rest):
        journal.write_bytes(header + b"\n" + whole)
    return found
