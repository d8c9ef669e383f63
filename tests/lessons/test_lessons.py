"""Every lesson of every game is right, and the checks find what can be wrong with one."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heliodor import get_game
from heliodor.core.errors import BadAction, IllegalAction, TurnOver
from heliodor.games import GAME_IDS
from heliodor.languages import LANGUAGES
from heliodor.lessons import BadLesson, Book, Lesson, Run, Step, check_book, check_lessons, lessons_of, read_book
from heliodor.lessons.__main__ import main
from heliodor.lessons.script import Script, script_of
from heliodor.lessons.texts import claim_of, marks, spoken

every_game = pytest.mark.parametrize("game_id", GAME_IDS)
LESSONS = [(game_id, lesson.id) for game_id in GAME_IDS for lesson in lessons_of(get_game(game_id)).lessons]
every_lesson = pytest.mark.parametrize(("game_id", "lesson_id"), LESSONS, ids=map("-".join, LESSONS))


def script(game_id: str = "nizam", lesson_id: str = "first") -> Script:
    found = script_of(game_id, lesson_id)
    assert found is not None
    return found


# --- Every lesson ------------------------------------------------------------------------------------------------


@every_game
def test_the_lessons_of_a_game_are_right(game_id: str) -> None:
    assert check_lessons(get_game(game_id)) == []


@every_lesson
def test_every_legal_move_is_played_or_answered_and_no_other_changes_anything(game_id: str, lesson_id: str) -> None:
    """The wrong paths of a lesson: all of them, at every moment at which the learner decides."""
    played = script(game_id, lesson_id)
    run = Run(played)
    for number, step in enumerate(played.lesson.steps):
        assert run.step == number and run.task == step
        for text in step.do:
            before, made = run.states.tobytes(), list(run.made)
            for legal in played.game.notation.legal_texts(run.states, 0):
                if legal == text or any(way[len(made) : len(made) + 1] == [legal] for way in step.ways):
                    continue
                answer = run.decide([legal])
                assert not answer.played
                assert answer.wrong == "" or answer.wrong in step.wrong
                assert (run.states.tobytes(), run.made) == (before, made)
            assert run.decide([text]).played
        for way in step.ways:
            assert Run(played, number).decide(way).played[-1].after.tobytes() == run.states.tobytes()
        run.others()
    assert run.is_done and run.ply == played.match.ply


@every_lesson
def test_a_step_is_enough_to_go_on_with_a_lesson(game_id: str, lesson_id: str) -> None:
    played = script(game_id, lesson_id)
    walked = Run(played)
    for number, step in enumerate(played.lesson.steps):
        taken_up = Run(played, number)
        assert taken_up.states.tobytes() == walked.states.tobytes() and taken_up.ply == walked.ply
        walked.decide(step.do)
        walked.others()


def test_the_command_prints_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nizam"]) == 0
    assert "nizam first: 6 decisions" in capsys.readouterr().out


# --- A run -------------------------------------------------------------------------------------------------------


def test_a_decision_may_be_sent_in_parts() -> None:
    run = Run(script())
    assert [each.ply for each in run.decide(["2>"]).played] == [0]
    assert run.taught == ["done"] and run.others() == []
    assert run.decide(["done"]).played and run.taught == []
    assert [each.ply for (each,) in run.others()] == [2]
    assert run.step == 1


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    run = Run(script())
    with pytest.raises(IllegalAction, match=r"N\d"):
        run.decide(["done"])
    with pytest.raises(BadAction):
        run.decide(["nonsense"])
    with pytest.raises(TurnOver):
        Run(script(), 1).decide(["draw", "draw"])


def test_what_is_off_is_not_offered_and_a_touch_of_it_is_answered() -> None:
    run = Run(script())
    seen = run.shown.view(run.script.match.at(0).hidden_states(0), 0, 0).legal
    assert "2>" in seen and not any(":" in text for text in seen)
    assert run.decide(["1>"]).wrong == "three", "a handle that is dimmed"
    assert run.decide(["1>:CCE"]).wrong == "three"
    with pytest.raises(BadAction):
        run.decide(["6>"])
    taught = Run(script(), 4)
    assert any(
        ":" in text for text in taught.shown.view(taught.script.match.at(taught.ply).hidden_states(0), 0, 0).legal
    )
    with pytest.raises(IllegalAction, match="N8"):
        taught.decide(["1>"])


def test_the_answer_depends_on_the_first_action_that_is_not_taught() -> None:
    run = Run(script())
    assert run.decide(["draw"]).wrong == "draw"
    assert run.decide(["2>", "done"]).played


# --- Texts -------------------------------------------------------------------------------------------------------


def test_a_mark_is_shown_as_its_words() -> None:
    text = "Slide {legal~4>|row 4}: {N10|3} points for {1}."
    assert spoken(text) == "Slide **row 4**: 3 points for {1}."
    assert [mark.rule for mark in marks(text)] == [None, "N10"]


@pytest.mark.parametrize(
    ("source", "holds"),
    [
        ("scores/0=3", True),
        ("scores/1=3", False),
        ("scores=3,0", True),
        ("legal~bid 1", False),
        ("legal~bid 10", True),
        ("board~R", True),
        ("board~X", False),
        ("hands/1=null", True),
        ("hands/7=null", False),
        ("events~nizam.draw", True),
    ],
)
def test_a_claim_is_about_what_is_seen(source: str, holds: bool) -> None:
    seen = {
        "scores": [3, 0],
        "legal": ["bid 10"],
        "board": ["RQ", "CT"],
        "hands": ["E", None],
        "events": {"nizam.draw": {}},
    }
    claim = claim_of(source)
    assert claim is not None and claim.holds(seen) is holds


# --- Faults ------------------------------------------------------------------------------------------------------


def folder_of() -> Path:
    folder = get_game("nizam").lessons
    assert folder is not None
    return folder


def with_step(book: Book, number: int, **changes: Any) -> Book:
    lesson = book.lessons[0]
    steps = [msgspec.structs.replace(step, **changes) if at == number else step for at, step in enumerate(lesson.steps)]
    return with_lesson(book, steps=steps)


def with_lesson(book: Book, **changes: Any) -> Book:
    changed: Lesson = msgspec.structs.replace(book.lessons[0], **changes)
    return msgspec.structs.replace(book, lessons=[changed, *book.lessons[1:]])


def with_text(book: Book, language: str, key: str, **changes: Any) -> Book:
    texts = book.texts[language]
    lesson = texts.lessons["first"]
    steps = lesson.steps | {key: msgspec.structs.replace(lesson.steps[key], **changes)}
    lessons = texts.lessons | {"first": msgspec.structs.replace(lesson, steps=steps)}
    return msgspec.structs.replace(book, texts=book.texts | {language: msgspec.structs.replace(texts, lessons=lessons)})


def task(text: str) -> Callable[[Book], Book]:
    return lambda book: with_text(book, "en", "slide", task=text)


FAULTS: dict[str, tuple[Callable[[Book], Book], str]] = {
    "an illegal taught action": (lambda b: with_step(b, 0, do=["done"]), "no shift has been made"),
    "an action in another spelling": (lambda b: with_step(b, 0, do=["1>:CEC", "done"]), "is written 1>:CCE"),
    "an effect that does not happen": (lambda b: with_step(b, 0, effect=["scores/0=5"]), "not true that scores/0=5"),
    "an effect in no form": (lambda b: with_step(b, 0, effect=["five points"]), "is not a claim"),
    "a wrong move that is illegal": (lambda b: with_step(b, 0, wrong={"draw": ["pass"]}), "is never legal here"),
    "a wrong move that is taught": (lambda b: with_step(b, 0, wrong={"draw": ["done"]}), "or is the taught one"),
    "a wrong move without an answer": (lambda b: with_step(b, 0, wrong={"new": ["draw"]}), "new is missing"),
    "a pattern of nothing that is off": (lambda b: with_step(b, 0, off=["x*"]), "x* is off, but is never legal"),
    "a taught action that is off": (lambda b: with_step(b, 0, off=["2>"]), "2> is taught and off"),
    "another way to another place": (lambda b: with_step(b, 0, ways=[["2<:CCE", "done"]]), "does not lead where"),
    "an unknown rule": (lambda b: with_step(b, 0, rule="N99"), "no rule N99"),
    "the others' turn": (lambda b: with_step(b, 0, then=[]), "seat 1 is to act"),
    "the learner's own action in `then`": (
        lambda b: with_step(b, 0, then=["draw", "draw"]),
        "the learner's own action",
    ),
    "a decision after the turn": (lambda b: with_step(b, 1, do=["draw", "5>"]), "the turn is over before 5>"),
    "a deal of wrong cards": (lambda b: with_lesson(b, shuffles=["R" * 13]), "R too often"),
    "no deal": (lambda b: with_lesson(b, shuffles=[]), "needs 1 shuffle"),
    "a shuffle too many": (lambda b: with_lesson(b, shuffles=[*b.lessons[0].shuffles, "R"]), "do not happen"),
    "too many decisions": (lambda b: with_lesson(b, steps=b.lessons[0].steps * 7), "more than 39|the same key|to act"),
    "a text that is missing": (
        lambda b: msgspec.structs.replace(
            b, texts=b.texts | {"uk": msgspec.structs.replace(b.texts["uk"], lessons={})}
        ),
        "uk.toml: first is missing",
    ),
    "a text of nothing": (lambda b: with_text(b, "ru", "slide", wrong={"old": "?"}), "old belongs to nothing"),
    "no names": (
        lambda b: msgspec.structs.replace(b, texts=b.texts | {"ru": msgspec.structs.replace(b.texts["ru"], names={})}),
        "no word for the card R",
    ),
    "an empty text": (task(" "), "task is empty"),
    "a long task": (task("so " * 60), "letters, more than"),
    "two sentences": (task("Slide it. Then end it."), "more than one sentence"),
    "a broken mark": (task("Slide {legal~2>."), "a brace that does not belong"),
    "a number without a source": (task("You get 3 points"), "tells 3 without saying"),
    "a card without a source": (task("Look for the topaz"), "names 'topaz' without saying"),
    "a card that the source does not hold": (task("The {board/0~Q|ruby}"), "names 'ruby', which is not in its source"),
    "a number that the source does not hold": (task("You get {N10|4} points"), "tells 4, which is not"),
    "something false": (task("You have {scores/0=3|3} points"), "is not true, or the learner cannot know it"),
    "somebody's hidden hand": (task("{1} holds a {hands/1~S|sapphire}"), "is not true, or the learner cannot know it"),
    "a card still in the deck": (
        lambda b: with_text(b, "en", "draw", task="Draw a {after:hands/0~R|ruby}"),
        "is not true, or the learner cannot know it",
    ),
    "a refill still in the deck": (task("Then comes a {after:board/2=QSCSQ|carnelian}"), "the learner cannot know it"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str) -> None:
    change, expected = FAULTS[name]
    faults = check_book(get_game("nizam"), change(lessons_of(get_game("nizam"))))
    assert any(part in fault for part in expected.split("|") for fault in faults), faults


def test_a_decision_cannot_count_on_a_card_of_the_deck() -> None:
    """The cave comes from the deck here, so the step is right in this deal and impossible in most others."""
    game = get_game("gnomes")
    deal = "Rs Rt Ho Hs St  Rs Hs So K FP  WR WY WB  C"
    step = Step(key="cave", do=["take deck", "lay C"], rule="S1")
    lesson = Lesson(id="first", minutes=1, players=2, shuffles=[deal], steps=[step])
    faults = check_book(game, Book(game.id, game.version, [lesson], {}))
    assert faults == [
        "lesson first, step cave: take deck lay C is taught, but would be illegal if hidden cards lay in another way"
    ]


def test_what_a_learner_may_know_is_accepted() -> None:
    """A forecast holds if it does not depend on hidden cards; the learner's own hand may be named."""
    book = lessons_of(get_game("nizam"))
    for text in ("You get {after:scores/0=3|3} points", "Your {hands/0~E|emerald} pays", "{N10|3} points for three"):
        assert check_book(get_game("nizam"), with_text(book, "en", "slide", task=text)) == []


def test_files_have_to_be_there_and_in_form(tmp_path: Path) -> None:
    game = get_game("nizam")
    with pytest.raises(BadLesson, match=r"lessons\.toml cannot be read"):
        read_book(game, tmp_path)
    for path in folder_of().iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert read_book(game, tmp_path) == lessons_of(game)
    english = (tmp_path / "en.toml").read_text(encoding="utf-8")
    (tmp_path / "en.toml").write_text(english.replace("why =", "because =", 1), encoding="utf-8")
    with pytest.raises(BadLesson, match=r"en\.toml: .*(why|because)"):
        read_book(game, tmp_path)
    (tmp_path / "en.toml").write_text("[first", encoding="utf-8")
    with pytest.raises(BadLesson, match=r"en\.toml"):
        read_book(game, tmp_path)


def test_a_game_without_lessons_has_none() -> None:
    from dataclasses import replace

    assert check_lessons(replace(get_game("nizam"), lessons=None)) == []
    assert script_of("nizam", "tenth") is None


def test_every_language_has_its_file() -> None:
    for game_id, _ in LESSONS:
        folder = get_game(game_id).lessons
        assert folder is not None
        assert {path.stem for path in folder.glob("*.toml")} == {"lessons", *LANGUAGES}
        assert tomllib.loads((folder / "lessons.toml").read_text(encoding="utf-8"))["lessons"]


def test_steps_have_no_hidden_field() -> None:
    assert {"key", "do", "ways", "rule", "look", "wrong", "off", "effect", "then"} == set(Step.__struct_fields__)
