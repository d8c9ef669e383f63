"""Text to steps and back; any typed text is an action, BadNotation or IllegalAction."""

from __future__ import annotations

from typing import Any

from heliodor.core.bits import members
from heliodor.core.errors import BadNotation, HeliodorError
from heliodor.core.kernels import OK
from heliodor.testing.configurations import Configuration
from heliodor.testing.errors import error_of
from heliodor.testing.facts import broken_texts, needs, plausible_texts
from heliodor.testing.scale import scaled
from heliodor.testing.walks import WALKS, random_positions, random_steps


def every_legal_text_means_steps_that_are_legal(configuration: Configuration) -> None:
    game = configuration.game
    for seed in WALKS:
        for match in random_positions(configuration, seed, scaled(5)):
            texts = match.legal()
            steps = [tuple(game.notation.parse_action(match.states, 0, text)) for text in texts]
            assert len(set(texts)) == len(texts), "legal_texts has a text twice"
            assert len(set(steps)) == len(texts), "two texts mean the same steps"
            for text, path in zip(texts, steps, strict=True):
                scratch = match.states.copy()
                assert [game.kernels.step(scratch, 0, step) for step in path] == [OK] * len(path), (
                    f"{text!r} means steps that are not legal"
                )
                assert game.notation.action_texts(match.states, 0, path) == [text], f"{text!r} does not survive steps"


def every_legal_step_begins_a_legal_text(configuration: Configuration) -> None:
    game = configuration.game
    for match in random_positions(configuration, 11, scaled(10)):
        first_steps = 0
        for text in match.legal():
            first_steps |= 1 << game.notation.parse_action(match.states, 0, text)[0]
        legal = game.kernels.legal_actions(match.states, 0)
        assert members(first_steps) == members(legal), "the first steps of legal_texts differ from the legal steps"


def steps_become_texts_and_texts_become_steps_again(configuration: Configuration) -> None:
    game = configuration.game
    for seed in range(scaled(2)):
        match = configuration.new_match(seed)
        steps = list(random_steps(game, match.states.copy(), seed, most=400))
        texts = game.notation.action_texts(match.states, 0, steps)
        again: list[int] = []
        for text in texts[:-1]:
            assert text in match.legal(), f"{text!r} is made of legal steps, but is not in legal_texts"
            again += game.notation.parse_action(match.states, 0, text)
            match.act(text)
        assert again == steps[: len(again)], "texts do not mean the steps they were made from"
        assert len(steps) - len(again) <= 4  # The last text, which may be incomplete.


@needs("texts")
def every_legal_text_is_one_of_the_format(configuration: Configuration) -> None:
    known = set(plausible_texts(configuration))
    for match in random_positions(configuration, 11, scaled(5)):
        assert sorted(set(match.legal()) - known) == [], "legal, but not among the texts of the facts"


@needs("texts")
def a_text_that_is_not_an_action_is_bad_notation(configuration: Configuration) -> None:
    for match in random_positions(configuration, 11, scaled(5)):
        before = match.states.tobytes()
        for text in broken_texts(configuration):
            error = error_of(BadNotation, match.act, text)
            assert error is not None, f"{text!r} was played, but is not among the texts of the facts"
            assert str(error) and "\n" not in str(error), f"{text!r} is not refused in one sentence"
            assert not match.is_legal(text)
        assert match.states.tobytes() == before
        assert match.actions == []


def an_action_is_a_text(configuration: Configuration) -> None:
    match = configuration.new_match(1)
    things: tuple[Any, ...] = (None, 3, b"draw", ["draw"])
    for thing in things:
        error = error_of(HeliodorError, match.act, thing)
        assert error is not None and "an action is a text" in str(error), f"{thing!r} was played as an action"
    assert match.actions == []


PROMISES = (
    every_legal_text_means_steps_that_are_legal,
    every_legal_step_begins_a_legal_text,
    steps_become_texts_and_texts_become_steps_again,
    every_legal_text_is_one_of_the_format,
)
PROMISES_OF_FEW = (a_text_that_is_not_an_action_is_bad_notation, an_action_is_a_text)
