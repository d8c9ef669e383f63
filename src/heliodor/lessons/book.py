"""The lessons of a game as data: `lessons.toml` with the play, and one file of texts for each language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from heliodor.core.contract import Game
from heliodor.core.errors import HeliodorError
from heliodor.games import get_game
from heliodor.languages import LANGUAGES

PLAY = "lessons.toml"
NAMES = "names"  # The table of a file of texts that is not a lesson.

T = TypeVar("T")


class BadLesson(HeliodorError):
    """A lesson that does not have the form of one, or cannot be played."""


# --- The play ----------------------------------------------------------------------------------------------------


class Step(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """One decision of the learner."""

    key: str  # Its texts have the same key.
    do: list[str]  # The actions of the decision, in this order.
    ways: list[list[str]] = []  # Other lists of actions that lead to the same position; they are accepted, too.
    rule: str  # The rule behind "Why?".
    look: list[str] = []  # What else is outlined: elements of the page's board, by the start of their `data-explain`.
    wrong: dict[str, list[str]] = {}  # Name of an answer -> the actions that get it; * and ? stand for anything.
    off: list[str] = []  # Actions that are legal but not offered yet, because they are taught later; * and ?, too.
    effect: list[str] = []  # Claims about what the learner sees after `do`.
    then: list[str] = []  # What the others play after it.


class Lesson(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """A prepared match, and the decisions that the learner makes in it."""

    id: str
    minutes: int
    players: int
    options: dict[str, Any] = {}  # Of the match, where they differ from the defaults.
    settings: dict[str, Any] = {}  # Of the table, like an aid.
    seat: int = 0  # The learner's.
    first: int = 0  # The seat that starts.
    shuffles: list[str]  # The top cards of each shuffle; the others follow in a fixed order.
    before: list[str] = []  # What has been played when the lesson begins.
    steps: list[Step]


class Play(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """The file `lessons.toml`."""

    version: int = 1  # Of the game's rules.
    lessons: list[Lesson]


# --- The texts ---------------------------------------------------------------------------------------------------


class StepTexts(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """What the coach says about one step."""

    title: str  # In the list of steps: two to four words.
    task: str  # What to do: one sentence.
    why: str  # One or two more sentences, unfolded by "Why?".
    result: str = ""  # Said after the decision, while the next task is already there.
    other: str = ""  # The answer to another legal action; empty: that of the lesson.
    wrong: dict[str, str] = {}  # The answers to actions that people often try.


class LessonTexts(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """What the coach says in one lesson."""

    name: str
    other: str  # The answer to a legal action that no step expects.
    end: str  # The headline when it is done.
    learned: list[str]  # What is known now, in up to four lines.
    steps: dict[str, StepTexts]


class Texts(msgspec.Struct, frozen=True):
    """All texts of a game's lessons in one language."""

    names: dict[str, list[str]]  # Code of a card, or how it begins -> how the words begin that name it.
    lessons: dict[str, LessonTexts]


class Book(msgspec.Struct, frozen=True):
    """All lessons of a game."""

    game: str
    version: int
    lessons: list[Lesson]
    texts: dict[str, Texts]  # By language.

    def lesson(self, lesson_id: str) -> Lesson | None:
        """Return the lesson with this id, if there is one."""
        return next((lesson for lesson in self.lessons if lesson.id == lesson_id), None)


# --- Reading -----------------------------------------------------------------------------------------------------


def lessons_of(game: Game) -> Book:
    """Return the lessons of a game; a game without a folder of lessons has none."""
    if game.lessons is None:
        return Book(game.id, game.version, [], {})
    return _book(game.id, game.lessons)


@cache
def _book(game_id: str, folder: Path) -> Book:
    return read_book(get_game(game_id), folder)


def read_book(game: Game, folder: Path) -> Book:
    """Read the lessons in a folder; raise BadLesson if a file is missing or has not the right form."""
    play = _decode(folder / PLAY, Play)
    return Book(game.id, play.version, play.lessons, {code: _read_texts(folder / f"{code}.toml") for code in LANGUAGES})


def _read_texts(path: Path) -> Texts:
    found = _decode(path, dict[str, Any])
    try:
        names = msgspec.convert(found.pop(NAMES, {}), dict[str, list[str]])
        return Texts(names, msgspec.convert(found, dict[str, LessonTexts]))
    except msgspec.ValidationError as error:
        raise BadLesson(f"{path.name}: {error}") from None


def _decode(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise BadLesson(f"{path.name} cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadLesson(f"{path.name}: {error}") from None
