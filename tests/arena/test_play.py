"""One match between bots: what a bot gets, and what happens if it breaks the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heliodor.arena.play import Host, Outcome
from heliodor.arena.schedule import Fixture
from heliodor.bots import get_bot, referee
from heliodor.core.contract import Game
from heliodor.games import GAME_IDS, get_game
from tests.arena.tournaments import job_of

Choose = Callable[..., Any]


class Scripted:
    """A bot whose choices a test decides; it stores everything it is given."""

    def __init__(self, choose: Choose) -> None:
        self.name = "scripted"
        self.seen: list[bytes] = []
        self.gens: list[int] = []
        self._choose = choose

    def choose(self, states: Any, index: int, legal: int, gen: Any) -> Any:
        self.seen.append(states.tobytes())
        self.gens.append(int(gen[0]))
        return self._choose(states, index, legal, gen)


@pytest.fixture
def seat_bots(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the names of a job stand for the bots of a test."""

    def seat(**bots: Any) -> None:
        def find(name: str, game: Game, time_limit: float) -> Any:
            return bots.get(name) or get_bot(name, game, time_limit)

        monkeypatch.setattr(referee, "get_bot", find)

    return seat


def lowest_step(states: Any, index: int, legal: int, gen: Any) -> list[int]:
    return [(legal & -legal).bit_length() - 1]


def play_one(*bots: str, deal: int = 0, **job: Any) -> Outcome:
    return Host(job_of(*bots, **job)).play(Fixture(deal, tuple(bots)))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_game_is_played_to_its_end_at_every_table(game_id: str) -> None:
    game = get_game(game_id)
    for players in game.players:
        bots = [f"bot {seat}=random" for seat in range(players)]
        job = job_of(*bots, game=game_id, players=players)
        seats = tuple(name for name, _ in job.bots)
        outcome = Host(job).play(Fixture(0, seats))
        assert outcome.failure is None
        assert len(outcome.scores) == players
        assert outcome.winners
        assert all(count > 0 for count in outcome.decisions)


def test_the_same_match_is_the_same_with_any_other_bots() -> None:
    fixture = Fixture(5, ("a", "b"))
    small = Host(job_of("a=random", "b=random")).play(fixture)
    host = Host(job_of("c=random", "b=random", "a=random"))
    host.play(Fixture(1, ("c", "a")))
    large = host.play(fixture)
    assert (small.scores, small.winners, small.decisions) == (large.scores, large.winners, large.decisions)


def test_a_match_is_played_as_it_was_recorded() -> None:
    fixture = Fixture(5, ("a", "b", "a"))
    outcome = Host(job_of("a=random", "b=plain:3", game="luz", players=3)).play(fixture)
    assert (outcome.scores, outcome.winners, outcome.decisions) == ([-30, -45, -105], [0], [44, 44, 44])


def test_the_same_deal_has_the_same_cards_for_every_seating(seat_bots: Callable[..., None]) -> None:
    first, second = Scripted(lowest_step), Scripted(lowest_step)
    seat_bots(first=first, second=second)
    host = Host(job_of("first", "second"))
    host.play(Fixture(3, ("first", "second")))
    host.play(Fixture(3, ("second", "first")))
    assert sorted(first.seen) == sorted(second.seen)


def test_every_seat_of_every_match_has_its_own_generator(seat_bots: Callable[..., None]) -> None:
    bot = Scripted(lowest_step)
    seat_bots(a=bot, b=bot)
    host = Host(job_of("a", "b"))
    starts = set()
    for deal in range(3):
        for seats in (("a", "b"), ("b", "a")):
            bot.gens.clear()
            host.play(Fixture(deal, seats))
            starts |= set(bot.gens)
    assert len(starts) == 12


def test_a_bot_sees_only_what_its_seat_may_know(seat_bots: Callable[..., None]) -> None:
    game = get_game("nizam")
    spy = Scripted(lowest_step)
    seat_bots(spy=spy)
    play_one("spy", "random")
    for data in spy.seen:
        hidden = np.frombuffer(data, game.dtype).copy()
        again = hidden.copy()
        game.kernels.hide(again, 0, game.kernels.to_act(hidden, 0))
        assert again.tobytes() == data
        assert not hidden[0].rng.any()


def failing(choose: Choose, seat_bots: Callable[..., None]) -> Any:
    seat_bots(bad=Scripted(choose))
    outcome = play_one("random", "bad")
    assert outcome.failure is not None
    assert outcome.winners == []
    assert (outcome.failure.seat, outcome.failure.bot) == (1, "bad")
    return outcome.failure


def test_an_illegal_step_ends_the_match(seat_bots: Callable[..., None]) -> None:
    def illegal(states: Any, index: int, legal: int, gen: Any) -> list[int]:
        return [next(step for step in range(64) if not legal >> step & 1)]

    failure = failing(illegal, seat_bots)
    assert failure.kind == "illegal"
    assert "is not legal" in failure.message


@pytest.mark.parametrize("steps", [[10**30], [-1], [63]])
def test_a_step_that_does_not_exist_ends_the_match(steps: list[int], seat_bots: Callable[..., None]) -> None:
    assert failing(lambda *_: steps, seat_bots).kind == "illegal"


@pytest.mark.parametrize("answer", [None, [], "draw", [1.5], 3])
def test_an_answer_other_than_a_list_of_steps_ends_the_match(answer: object, seat_bots: Callable[..., None]) -> None:
    assert failing(lambda *_: answer, seat_bots).kind == "nonsense"


def test_an_exception_is_reported_with_its_place(seat_bots: Callable[..., None]) -> None:
    def crash(*_: object) -> list[int]:
        raise KeyError("board\nof mine")

    failure = failing(crash, seat_bots)
    assert failure.kind == "crash"
    assert failure.message.startswith("it raised KeyError: ")
    assert "test_play.py:" in failure.message
    assert "\n" not in failure.message


def test_exiting_the_process_is_a_failure_too(seat_bots: Callable[..., None]) -> None:
    def leave(*_: object) -> list[int]:
        raise SystemExit(3)

    assert failing(leave, seat_bots).kind == "crash"


def test_steps_beyond_ones_own_turn_end_the_match(seat_bots: Callable[..., None]) -> None:
    # In Nizam, drawing ends a turn; the step after it would be the other player's.
    failure = failing(lambda *_: [0, 0], seat_bots)
    assert failure.kind == "illegal"
    assert "turn was over after 1" in failure.message


def test_what_a_bot_does_to_the_state_it_is_given_changes_nothing(seat_bots: Callable[..., None]) -> None:
    def vandal(states: Any, index: int, legal: int, gen: Any) -> list[int]:
        choice = lowest_step(states, index, legal, gen)
        states.view(np.uint8)[:] = 255
        return choice

    seat_bots(x=Scripted(lowest_step))
    clean = play_one("x", "random")
    seat_bots(x=Scripted(vandal))
    dirty = play_one("x", "random")
    assert (clean.scores, clean.decisions, clean.failure) == (dirty.scores, dirty.decisions, None)
