"""One match between bots, each of which sees what its seat sees and nothing else.

A match is decided by the seed, the number of the deal and the names of the bots on their seats, so it is the same
match on any machine and in any tournament. That holds as long as the bots keep the contract: the same view and the
same generator, the same choice.
"""

from __future__ import annotations

import hashlib
import time

import msgspec
import numpy as np

from heliodor.arena.schedule import Fixture, Seats
from heliodor.bots import Bot, BotError, Generator, get_bot
from heliodor.bots.external import LineBot
from heliodor.bots.seating import ask, play_steps
from heliodor.core.contract import NOBODY, RANDOM_FIRST, OptionValue, States
from heliodor.games import get_game

NEEDED = ("copy", "hide", "legal_actions", "score_of", "seed", "set_up", "step", "to_act", "winners")  # Of the kernels.


class Job(msgspec.Struct, frozen=True):
    """What all matches of a tournament have in common."""

    game: str  # Id.
    options: tuple[tuple[str, OptionValue], ...]  # All of them, `players` included.
    seed: int
    bots: tuple[tuple[str, str], ...]  # Name in this tournament, and what `get_bot` knows the bot as.
    time_limit: float  # Seconds for a decision of a bot that is a program.


class Failure(msgspec.Struct):
    """How a bot spoilt a match."""

    seat: int
    bot: str
    kind: str  # "illegal", "crash", "nonsense", "died" or "timeout".
    message: str  # One sentence.


class Outcome(msgspec.Struct, tag_field="type", tag="match", omit_defaults=True):
    """What came of a match; the lists are by seat."""

    deal: int
    seats: Seats
    scores: list[int]  # As comparable ints, see `Kernels.score_of`; of a spoilt match, as they were then.
    winners: list[int]  # Empty if the match was spoilt.
    decisions: list[int]
    seconds: list[float]  # Spent on decisions, by the clock.
    cpu_seconds: list[float]
    failure: Failure | None = None

    @property
    def fixture(self) -> Fixture:
        """Which match of the tournament this was."""
        return Fixture(self.deal, self.seats)


class Host:
    """Plays matches of one tournament in this process; has the bots sitting ready."""

    def __init__(self, job: Job) -> None:
        self._seed = job.seed
        self._game = get_game(job.game)
        self._template = self._game.new_states(1, dict(job.options))
        self._states = self._template.copy()
        self._hidden = self._template.copy()
        self._bots: dict[str, Bot] = {}
        for name in NEEDED:
            getattr(self._game.kernels, name)  # Compiled or loaded now, so that no match waits for it.
        try:
            for name, known_as in job.bots:
                self._bots[name] = get_bot(known_as, self._game, job.time_limit)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let the bots go; those that are programs are ended."""
        for bot in self._bots.values():
            if isinstance(bot, LineBot):
                bot.close()

    def play(self, fixture: Fixture) -> Outcome:
        """Play one match to its end, or to the point where a bot fails."""
        kernels, states, hidden = self._game.kernels, self._states, self._hidden
        players = [_Player(self._bots[name], self._seed, fixture, seat) for seat, name in enumerate(fixture.seats)]
        match_id = _digest("match", self._seed, fixture)[:8].hex()
        kernels.copy(states, 0, self._template, 0)
        kernels.seed(states, 0, self._seed, fixture.deal)
        kernels.set_up(states, 0, RANDOM_FIRST)
        failure = None
        decisions = 0
        while failure is None and (seat := int(kernels.to_act(states, 0))) != NOBODY:
            kernels.copy(hidden, 0, states, 0)
            kernels.hide(hidden, 0, seat)
            try:
                legal = int(kernels.legal_actions(states, 0))
                play_steps(self._game, states, seat, players[seat].choose(hidden, legal, match_id, decisions))
            except BotError as error:
                failure = Failure(seat, fixture.seats[seat], error.kind, str(error))
            decisions += 1
        return Outcome(
            deal=fixture.deal,
            seats=fixture.seats,
            scores=[int(kernels.score_of(states, 0, seat)) for seat in range(len(players))],
            winners=[] if failure else self._game.winners(states, 0),
            decisions=[player.decisions for player in players],
            seconds=[player.seconds for player in players],
            cpu_seconds=[player.cpu_seconds for player in players],
            failure=failure,
        )


class _Player:
    """A bot on its seat, with its own generator and a watch."""

    def __init__(self, bot: Bot, seed: int, fixture: Fixture, seat: int) -> None:
        self._bot = bot
        self._program = bot if isinstance(bot, LineBot) else None
        self._gen: Generator = np.frombuffer(_digest(f"seat {seat}", seed, fixture)[:8], "<u8").astype(np.uint64)
        self.decisions = 0
        self.seconds = 0.0
        self.cpu_seconds = 0.0

    def choose(self, hidden: States, legal: int, match: str, decision: int) -> list[int]:
        """Return the steps that the bot wants to play; raise BotError if it names none."""
        if self._program is not None:
            self._program.situate(match, decision)
        began, cpu_began = time.perf_counter(), self._cpu_clock()
        try:
            return ask(self._bot, hidden, legal, self._gen)
        finally:
            self.decisions += 1
            self.seconds += time.perf_counter() - began
            self.cpu_seconds += self._cpu_clock() - cpu_began

    def _cpu_clock(self) -> float:
        # Of the whole process: a bot may think in several threads, and nothing else goes on here meanwhile.
        own = time.process_time()
        return own if self._program is None else own + self._program.cpu_seconds()


def _digest(purpose: str, seed: int, fixture: Fixture) -> bytes:
    """Return bytes that follow from a match and a purpose, and tell nothing of the cards, which have another key."""
    return hashlib.blake2b(msgspec.json.encode([purpose, seed, fixture.deal, fixture.seats])).digest()
