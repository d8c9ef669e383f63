"""The checks that every lesson passes: it teaches what is true, names what can be seen, and speaks every language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec
import numpy as np

from heliodor import rulebook
from heliodor.core.contract import OFF, Game, States
from heliodor.core.errors import BadAction, HeliodorError
from heliodor.core.replay import play
from heliodor.core.shown import Shown
from heliodor.languages import LANGUAGES, ORIGINAL
from heliodor.lessons.book import BadLesson, Book, Lesson, LessonTexts, Step, StepTexts, Texts, lessons_of
from heliodor.lessons.run import Run, fits
from heliodor.lessons.script import Script
from heliodor.lessons.texts import AFTER, Mark, claim_of, marks, named_in, numbers_in, outside

MOST_DECISIONS = 39
LONGEST_TASK, LONGEST_WHY, LONGEST_ANSWER, LONGEST_TITLE = 140, 260, 180, 32  # Letters, in any language.
MOST_LEARNED = 4
NUM_WORLDS = 12  # Deals that the learner cannot tell from the lesson's, at each step.


def check_lessons(game: Game) -> list[str]:
    """Return the faults of a game's lessons, each in one sentence; none: they are right."""
    try:
        return check_book(game, lessons_of(game))
    except BadLesson as error:
        return [str(error)]


def check_book(game: Game, book: Book) -> list[str]:
    """Return the faults of lessons that may not be the game's own yet."""
    faults = list(_check_texts_belong(game, book))
    for lesson in book.lessons:
        try:
            script = Script(game, lesson, book.version)
        except HeliodorError as error:
            faults.append(str(error))
        else:
            faults += [f"lesson {lesson.id}, {fault}" for fault in _check_lesson(script, book)]
    return faults


# --- The texts exist, and no others ------------------------------------------------------------------------------


def _check_texts_belong(game: Game, book: Book) -> Iterator[str]:
    ids = [lesson.id for lesson in book.lessons]
    if len(ids) != len(set(ids)):
        yield "two lessons have the same id"
    for language, texts in book.texts.items():
        yield from _differences(f"{language}.toml", ids, texts.lessons)
        for code in game.card_codes:
            if not code.isdecimal() and not any(code.startswith(name) for name in texts.names):
                yield f"{language}.toml: [names] has no word for the card {code}"
        for lesson in book.lessons:
            if lesson.id in texts.lessons:
                yield from _check_keys(f"{language}.toml, [{lesson.id}]", lesson, texts.lessons[lesson.id])


def _check_keys(where: str, lesson: Lesson, texts: LessonTexts) -> Iterator[str]:
    yield from _differences(f"{where} steps", [step.key for step in lesson.steps], texts.steps)
    for step in lesson.steps:
        if step.key in texts.steps:
            yield from _differences(f"{where} {step.key}.wrong", step.wrong, texts.steps[step.key].wrong)


def _differences(where: str, wanted: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    wanted, found = list(wanted), list(found)
    yield from (f"{where}: {key} is missing" for key in wanted if key not in found)
    yield from (f"{where}: {key} belongs to nothing" for key in found if key not in wanted)


# --- What a lesson plays -----------------------------------------------------------------------------------------


class _Place(NamedTuple):
    """A moment of a lesson: what the learner sees, and in what other deals that might be."""

    script: Script
    seen: Any
    after: Sequence[Any]  # What would be seen after the taught decision, here and in each of the other deals.

    @property
    def game(self) -> Game:
        return self.script.game


def _check_lesson(script: Script, book: Book) -> Iterator[str]:
    lesson = script.lesson
    keys = [step.key for step in lesson.steps]
    if len(keys) != len(set(keys)):
        yield "two steps have the same key"
    if not 1 <= script.num_steps <= MOST_DECISIONS:
        yield f"it has {script.num_steps} decisions, more than {MOST_DECISIONS}"
    for number, step in enumerate(lesson.steps):
        faults = [*_check_play(script, number, step), *_check_told(script, number, step, book)]
        yield from (f"step {step.key}: {fault}" for fault in faults)
    for language, texts in book.texts.items():
        if lesson.id in texts.lessons:
            yield from _check_frame(script, language, texts, texts.lessons[lesson.id])


def _check_play(script: Script, number: int, step: Step) -> Iterator[str]:
    game, lesson = script.game, script.lesson
    seen = _seen_after(script, script.ply_after(number), script.plies[number])
    for source in step.effect:
        claim = claim_of(source)
        if claim is None:
            yield f"the effect {source!r} is not a claim like scores/0=3"
        elif not claim.holds(seen):
            yield f"after {' '.join(step.do)} it is not true that {source}"
    for way in step.ways:
        if len(way) != len(step.do) or not _leads_to(script, number, way):
            yield f"{' '.join(way)} does not lead where {' '.join(step.do)} leads"
    for name, patterns in step.wrong.items():
        for pattern in patterns:
            if not any(fits(text, [pattern]) for text in _other_actions(script, number, step)):
                yield f"the wrong move {pattern} ({name}) is never legal here, or is the taught one"
    for pattern in step.off:
        if not any(fits(text, [pattern]) for text in _other_actions(script, number, step)):
            yield f"{pattern} is off, but is never legal here"
    if taught := [text for way in (step.do, *step.ways) for text in way if fits(text, step.off)]:
        yield f"{taught[0]} is taught and off at the same time"
    yield from _check_rule(game, step.rule)
    worlds = _worlds(game, script.states(script.plies[number]), lesson.seat)
    for world in worlds:
        if _after(game, world, step.do) is None:
            yield f"{' '.join(step.do)} is taught, but would be illegal if hidden cards lay in another way"
            return


def _other_actions(script: Script, number: int, step: Step) -> Iterator[str]:
    """Yield the legal actions that are not taught, at each moment of a step at which the learner decides."""
    run = Run(script, number)
    for text in step.do:
        for legal in script.game.notation.legal_texts(run.states, 0):
            if not run.judge([legal]).played:
                yield legal
        run.decide([text])


def _leads_to(script: Script, number: int, way: Sequence[str]) -> bool:
    reached = _after(script.game, script.states(script.plies[number]), way)
    wanted = script.states(script.ply_after(number))
    return reached is not None and _without_chance(reached) == _without_chance(wanted)


def _without_chance(states: States) -> bytes:
    states = states.copy()
    for field in ("rng", "script_pos", "script_end"):
        states[field] = 0
    return states.tobytes()


def _check_rule(game: Game, rule: str) -> Iterator[str]:
    for language in LANGUAGES:
        if not _paragraph(game, rule, language):
            yield f"the rulebook has no rule {rule} ({language})"


def _paragraph(game: Game, rule: str, language: str) -> str:
    return _paragraph_of(game.id, rule, language)


@cache
def _paragraph_of(game_id: str, rule: str, language: str) -> str:
    try:
        return rulebook.paragraph(game_id, rule, language)
    except HeliodorError:
        return ""


# --- What a lesson tells -----------------------------------------------------------------------------------------


def _check_told(script: Script, number: int, step: Step, book: Book) -> Iterator[str]:
    game, lesson = script.game, script.lesson
    ply = script.plies[number]
    since = script.plies[number - 1] if number else ply
    states = script.states(ply)
    now = _seen_after(script, ply, since)
    worlds = _worlds(game, states, lesson.seat)
    look = partial(_seen, script, events=[])
    seen = look(states)
    if any(look(world) != seen for world in worlds):
        yield "the view depends on what the learner cannot know"
    after = [look(reached) for world in (states, *worlds) if (reached := _after(game, world, step.do)) is not None]
    place = _Place(script, now, after)
    done = _Place(script, _seen_after(script, script.ply_after(number), ply), [])
    for language, texts in book.texts.items():
        if lesson.id not in texts.lessons or step.key not in texts.lessons[lesson.id].steps:
            continue
        found = texts.lessons[lesson.id].steps[step.key]
        yield from (
            f"{language}: {fault}"
            for fault in _check_step_texts(found, texts.lessons[lesson.id], texts, language, place, done)
        )


def _check_step_texts(
    step: StepTexts, lesson: LessonTexts, texts: Texts, language: str, place: _Place, done: _Place
) -> Iterator[str]:
    told = partial(_check_text, texts=texts, language=language)
    yield from told("title", step.title, LONGEST_TITLE, place)
    yield from told("task", step.task, LONGEST_TASK, place)
    if re.search(r"[.!?…]\s+\S", outside(step.task)):
        yield "the task is more than one sentence"
    yield from told("why", step.why, LONGEST_WHY, place)
    if step.result:
        yield from told("result", step.result, LONGEST_ANSWER, done)
    yield from told("other", step.other or lesson.other, LONGEST_ANSWER, place)
    for name, text in step.wrong.items():
        yield from told(f"wrong.{name}", text, LONGEST_ANSWER, place)


def _check_frame(script: Script, language: str, texts: Texts, lesson: LessonTexts) -> Iterator[str]:
    end = _Place(script, _seen_after(script, script.match.ply, script.plies[-2]), [])
    if not 1 <= len(lesson.learned) <= MOST_LEARNED:
        yield f"{language}: `learned` has 1 to {MOST_LEARNED} lines"
    frame = [("name", lesson.name, LONGEST_TITLE), ("end", lesson.end, LONGEST_TASK)]
    for name, text, longest in [*frame, *(("learned", line, LONGEST_TASK) for line in lesson.learned)]:
        for fault in _check_text(name, text, longest, end, texts=texts, language=language):
            yield f"{language}: {fault}"


def _check_text(name: str, text: str, longest: int, place: _Place, *, texts: Texts, language: str) -> Iterator[str]:
    bare = outside(text)
    letters = len(bare) + sum(len(mark.words) for mark in marks(text))
    if not text.strip():
        yield f"{name} is empty"
    if letters > longest:
        yield f"{name} has {letters} letters, more than {longest}"
    if "{" in bare or "}" in bare or "|" in bare:
        yield f"{name} has a brace that does not belong to a mark"
    for number in numbers_in(bare):
        yield f"{name} tells {number} without saying where it is to be seen"
    for word, _ in named_in(bare, texts.names):
        yield f"{name} names {word!r} without saying where it is to be seen"
    for mark in marks(text):
        for fault in _check_mark(mark, place, texts, language):
            yield f"{name}: {{{mark.source}|{mark.words}}} {fault}"


def _check_mark(mark: Mark, place: _Place, texts: Texts, language: str) -> Iterator[str]:
    if mark.rule is not None:
        paragraph = _paragraph(place.game, mark.rule, language) or _paragraph(place.game, mark.rule, ORIGINAL)
        if not paragraph:
            yield "does not name a rule of the game"
        told = set(numbers_in(paragraph)) | {code for _, code in named_in(paragraph, texts.names)}
    else:
        claim = claim_of(mark.source)
        if claim is None:
            yield "is neither a claim nor a rule"
            return
        moments = place.after if mark.source.startswith(AFTER) else [place.seen]
        if not moments or not all(claim.holds(seen) for seen in moments):
            yield "is not true, or the learner cannot know it"
        told = set(numbers_in(claim.value)) | {code for code in texts.names if code in claim.value}
    for number in numbers_in(mark.words):
        if number not in told:
            yield f"tells {number}, which is not in its source"
    for word, code in named_in(mark.words, texts.names):
        if code not in told:
            yield f"names {word!r}, which is not in its source"


# --- What the learner sees ---------------------------------------------------------------------------------------


def _seen(script: Script, states: States, events: Iterable[Any]) -> dict[str, Any]:
    """Return everything the learner sees: the view, the aid of the table, and what has just happened."""
    game, seat = script.game, script.lesson.seat
    hidden = states.copy()
    game.kernels.hide(hidden, 0, seat)
    view = msgspec.to_builtins(Shown(game, script.match.shown.settings).view(hidden, 0, seat))
    aid = None if game.aid is None else str(script.settings[game.aid.SETTING.name])
    entries = game.aid.work_out(hidden, 0, seat, aid) if game.aid and aid not in (None, OFF) else []
    told = {event.key: event.facts for event in events}
    return {**view, "aid": msgspec.to_builtins(entries), "events": msgspec.to_builtins(told)}


def _seen_after(script: Script, ply: int, since: int) -> dict[str, Any]:
    """Return what the learner sees at a ply, with the events since an earlier one."""
    game, seat = script.game, script.lesson.seat
    events = []
    for place in range(since, ply):
        before, after = script.states(place).copy(), script.states(place + 1).copy()
        steps = game.notation.parse_action(before, 0, script.actions[place])
        for states in (before, after):
            game.kernels.hide(states, 0, seat)
        events += game.story.tell(before, steps, after)
    return _seen(script, script.states(ply), events)


def _worlds(game: Game, states: States, seat: int) -> list[States]:
    """Return states that the learner cannot tell from this one: other hidden cards, other cards to come."""
    found = []
    for seed in range(NUM_WORLDS):
        world = states.copy()
        game.kernels.hide(world, 0, seat)
        game.kernels.determinize(world, 0, seat, np.full(1, seed + 1, np.uint64))
        found.append(world)
    return found


def _after(game: Game, states: States, actions: Sequence[str]) -> States | None:
    """Return the state after actions; None if one of them is illegal."""
    states = states.copy()
    scratch = states.copy()
    try:
        for text in actions:
            play(game, states, scratch, text)
    except BadAction:
        return None
    return states
