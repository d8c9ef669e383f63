"""A lesson played from its beginning to its end on the real engine: the state before and after every action."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from heliodor.core.contract import Game, States
from heliodor.core.errors import BadAction, BadRecord, HeliodorError
from heliodor.games import get_game
from heliodor.lessons.book import BadLesson, Book, Lesson, lessons_of
from heliodor.match import Match

_KEY = bytes(16)  # Shuffles that a lesson does not give are the same in every run.


class Script:
    """A lesson as it goes if the learner does what is taught."""

    def __init__(self, game: Game, lesson: Lesson, version: int) -> None:
        self.game = game
        self.lesson = lesson
        self.version = version
        self.settings = game.check_table_settings(lesson.settings)
        self.match, self.plies = _play(game, lesson, version)  # The whole match; at which ply each step begins.
        self._states = list(self.match.positions())

    @property
    def num_steps(self) -> int:
        """Number of decisions."""
        return len(self.lesson.steps)

    @property
    def actions(self) -> list[str]:
        """Every action of the match, the learner's and the others'."""
        return self.match.actions

    def states(self, ply: int) -> States:
        """Return the state at a ply; it must not be changed."""
        return self._states[ply]

    def ply_after(self, step: int) -> int:
        """Return the ply after the learner's actions of a step, before the others play."""
        return self.plies[step] + len(self.lesson.steps[step].do)


@cache
def script_of(game_id: str, lesson_id: str) -> Script | None:
    """Return a lesson of a registered game, played once; None if the game has no such lesson."""
    game = get_game(game_id)
    book = lessons_of(game)
    lesson = book.lesson(lesson_id)
    return None if lesson is None else Script(game, lesson, book.version)


def scripts(game: Game, book: Book) -> list[Script]:
    """Return all lessons of a book, played; raise BadLesson if one cannot be."""
    return [Script(game, lesson, book.version) for lesson in book.lessons]


# --- Playing it --------------------------------------------------------------------------------------------------


def _play(game: Game, lesson: Lesson, version: int) -> tuple[Match, list[int]]:
    """Play the lesson; return the match, and the ply at which each step and the end begin."""
    try:
        match = _dealt(game, lesson, version)
    except HeliodorError as error:
        raise BadLesson(f"lesson {lesson.id} cannot be dealt: {error}") from None
    given = lesson.shuffles[len(match.shuffles) :]
    _act(match, lesson, lesson.before, given, "before")
    plies = []
    for step in lesson.steps:
        plies.append(match.ply)
        where = f"step {step.key}"
        if match.to_act != lesson.seat:
            raise BadLesson(f"lesson {lesson.id}, {where}: seat {match.to_act} is to act, not the learner")
        for text in step.do:
            if match.to_act != lesson.seat:
                raise BadLesson(f"lesson {lesson.id}, {where}: the turn is over before {text}")
            _act(match, lesson, [text], given, where)
        for text in step.then:
            if match.to_act == lesson.seat:
                raise BadLesson(f"lesson {lesson.id}, {where}: {text} in `then` would be the learner's own action")
            _act(match, lesson, [text], given, where)
    if given:
        raise BadLesson(f"lesson {lesson.id} gives {len(given)} shuffles that do not happen")
    return match, [*plies, match.ply]


def _dealt(game: Game, lesson: Lesson, version: int) -> Match:
    options = game.check_options({"players": lesson.players, **lesson.options}, game.check_version(version))
    if not 0 <= lesson.seat < lesson.players or not 0 <= lesson.first < lesson.players:
        raise BadLesson(f"seat and first are 0 to {lesson.players - 1}")
    display = {} if game.display is None else {setting.name for setting in game.display.SETTINGS}
    settings = {name: value for name, value in game.check_table_settings(lesson.settings).items() if name in display}
    trial = Match(game, options, None, version)
    trial.rekey(_KEY)
    trial.start(lesson.first)
    cards = iter(
        [_completed(game, text, shuffle) for text, shuffle in zip(lesson.shuffles, trial.shuffles, strict=False)]
    )
    match = Match(game, options, None, version)
    match.display(**settings)
    match.rekey(_KEY)
    if len(lesson.shuffles) < len(trial.shuffles):
        raise BadLesson(f"the deal needs {len(trial.shuffles)} shuffles")
    match.start(lesson.first, cards.__next__)
    return match


def _act(match: Match, lesson: Lesson, texts: Sequence[str], given: list[str], where: str) -> None:
    """Play actions; if one shuffles, with the next shuffle that the lesson gives. Changes `given`."""
    for text in texts:
        try:
            trial = copy.copy(match)
            trial.act(text)
            if len(trial.shuffles) > len(match.shuffles) and given:
                order = _completed(match.game, given.pop(0), trial.shuffles[-1])
                match.act_dealt(text, order)
            else:
                match.act(text)
        except (BadAction, BadRecord, BadLesson) as error:
            raise BadLesson(f"lesson {lesson.id}, {where}: {text}: {error}") from None
        if match.actions[-1] != text:
            raise BadLesson(f"lesson {lesson.id}, {where}: {text} is written {match.actions[-1]} in a record")


def _completed(game: Game, text: str, expected: Sequence[int]) -> list[int]:
    """Return a shuffle that begins with the cards of a text; the others follow, one of each kind after another."""
    codes = game.card_codes
    parts = [part for part in re.split(r"\s+", text.strip()) if part]
    if all(len(code) == 1 for code in codes):
        parts = list("".join(parts))
    if unknown := [part for part in parts if part not in codes]:
        raise BadLesson(f"{unknown[0]} is not a card of {game.title}")
    top = [codes.index(part) for part in parts]
    left = Counter(expected)
    left.subtract(top)
    if missing := [card for card, count in left.items() if count < 0]:
        raise BadLesson(f"a shuffle has {codes[missing[0]]} too often")
    rounds = [
        sorted(card for card, count in left.items() if count > turn) for turn in range(max(left.values(), default=0))
    ]
    return top + [card for cards in rounds for card in cards]
