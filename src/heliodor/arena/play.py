"""One match between bots, each of which sees what its seat sees and nothing else.

A match depends only on the seed, the number of the deal and the names of the bots on their seats, so it is the same
match on any machine and in any tournament. That holds if the bots keep the contract: the same view and the same
generator give the same choice.
"""

from __future__ import annotations

import hashlib
import time

import msgspec

from heliodor.arena.schedule import Fixture, Seats
from heliodor.bots import Bot, Generator
from heliodor.bots.referee import Referee, close_bots, make_bots
from heliodor.bots.seating import Player, generator_from
from heliodor.core.contract import OptionValue, States
from heliodor.games import get_game

NEEDED = ("score_of", "results_many")  # Kernels that are used here, besides those of the referee.


class Job(msgspec.Struct, frozen=True):
    """The settings that all matches of a tournament share."""

    game: str  # Id.
    options: tuple[tuple[str, OptionValue], ...]  # All of them, `players` included.
    seed: int
    bots: tuple[tuple[str, str], ...]  # Name in this tournament, and the name for `get_bot`.
    time_limit: float  # Seconds for a decision of a bot that is a program.


class Failure(msgspec.Struct):
    """How a bot spoilt a match."""

    seat: int
    bot: str
    kind: str  # "illegal", "crash", "nonsense", "died" or "timeout".
    message: str  # One sentence.


class Outcome(msgspec.Struct, tag_field="type", tag="match", omit_defaults=True):
    """The result of a match; the lists are by seat."""

    deal: int
    seats: Seats
    scores: list[int]  # As comparable ints, see `Kernels.score_of`; in a spoilt match, the scores when it stopped.
    winners: list[int]  # Empty if the match was spoilt.
    decisions: list[int]
    seconds: list[float]  # Spent on decisions, by the clock.
    cpu_seconds: list[float]
    failure: Failure | None = None

    @property
    def fixture(self) -> Fixture:
        """The match of the tournament."""
        return Fixture(self.deal, self.seats)


class Host:
    """Plays matches of one tournament in this process; keeps the bots ready."""

    def __init__(self, job: Job) -> None:
        self._seed = job.seed
        self._game = get_game(job.game)
        self._referee = Referee(self._game, dict(job.options))
        for name in NEEDED:
            getattr(self._game.kernels, name)  # Compiled or loaded now, so that no match waits for it.
        self._bots = make_bots(self._game, dict(job.bots), time_limit=job.time_limit, with_clock=True)

    def close(self) -> None:
        """Release the bots; those that are programs are ended."""
        close_bots(self._bots.values())

    def play(self, fixture: Fixture) -> Outcome:
        """Play one match to its end, or to the point where a bot fails."""
        players = [
            _TimedPlayer(self._bots[name], generator_from(_text_of(f"seat {seat}", self._seed, fixture)))
            for seat, name in enumerate(fixture.seats)
        ]
        match_id = hashlib.blake2b(_text_of("match", self._seed, fixture)).digest()[:8].hex()
        states, _, failure = self._referee.play(self._seed, fixture.deal, players, match_id)
        return Outcome(
            deal=fixture.deal,
            seats=fixture.seats,
            scores=[int(self._game.kernels.score_of(states, 0, seat)) for seat in range(len(players))],
            winners=[] if failure else self._game.winners(states, 0),
            decisions=[player.decisions for player in players],
            seconds=[player.seconds for player in players],
            cpu_seconds=[player.cpu_seconds for player in players],
            failure=failure
            and Failure(failure.seat, fixture.seats[failure.seat], failure.error.kind, str(failure.error)),
        )


class _TimedPlayer(Player):
    """A bot on its seat, whose time is measured."""

    def __init__(self, bot: Bot, gen: Generator) -> None:
        super().__init__(bot, gen)
        self.decisions = 0
        self.seconds = 0.0
        self.cpu_seconds = 0.0

    def choose(self, hidden: States, legal: int, match_id: str, decision: int) -> list[int]:
        """Return the steps that the bot wants to play; raise BotError if it names none. They may still be illegal."""
        began, cpu_began = time.perf_counter(), self._cpu_clock()
        try:
            return super().choose(hidden, legal, match_id, decision)
        finally:
            self.decisions += 1
            self.seconds += time.perf_counter() - began
            self.cpu_seconds += self._cpu_clock() - cpu_began

    def _cpu_clock(self) -> float:
        # Of the whole process: a bot may think in several threads, and nothing else runs here meanwhile.
        own = time.process_time()
        return own if self._program is None else own + self._program.cpu_seconds()


def _text_of(purpose: str, seed: int, fixture: Fixture) -> bytes:
    """Return the text from which a generator for this purpose in this match is made; it is independent of the cards."""
    return msgspec.json.encode([purpose, seed, fixture.deal, fixture.seats])
