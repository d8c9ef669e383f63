"""Lessons teach what hints would play, too."""

from __future__ import annotations

import msgspec
import pytest

from heliodor import get_game
from heliodor.games import GAME_IDS
from heliodor.hints.taught import main, taught_decisions
from heliodor.lessons import Script, lessons_of, script_of

MOST_GIVEN_AWAY = 0.055  # Of the win, mean of the seeds: less than the coach would ask about in most games.
LESSONS = [(game_id, lesson.id) for game_id in GAME_IDS for lesson in lessons_of(get_game(game_id)).lessons]


@pytest.mark.parametrize(("game_id", "lesson_id"), LESSONS, ids=map("-".join, LESSONS))
def test_no_taught_decision_is_a_mistake(game_id: str, lesson_id: str) -> None:
    script = script_of(game_id, lesson_id)
    assert script is not None
    found = list(taught_decisions(script))
    assert len(found) >= 4
    assert [taught for taught in found if taught.given_away > MOST_GIVEN_AWAY or taught.questions] == []


@pytest.mark.nightly
@pytest.mark.parametrize(("game_id", "lesson_id"), LESSONS, ids=map("-".join, LESSONS))
def test_a_stronger_level_agrees(game_id: str, lesson_id: str) -> None:
    script = script_of(game_id, lesson_id)
    assert script is not None
    found = list(taught_decisions(script, level="expert"))
    assert [taught for taught in found if taught.given_away > MOST_GIVEN_AWAY] == []


def test_a_bad_decision_is_found() -> None:
    """The first step of Nizam's second lesson, with a draw instead of eleven points."""
    game = get_game("nizam")
    book = lessons_of(game)
    lesson = book.lessons[1]
    first = msgspec.structs.replace(lesson.steps[0], do=["draw"], ways=[], then=[])
    script = Script(game, msgspec.structs.replace(lesson, steps=[first]), book.version)
    (taught,) = taught_decisions(script, seeds=1)
    assert taught.given_away > 0.1 and taught.questions == 1
    assert taught.better == lesson.steps[0].do


def test_the_command_prints_every_decision(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["luz"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("luz first trump: play 3 gives away ")
    assert any(line.startswith("luz second bet: bid 2+ gives away ") for line in lines)
