"""The texts of Pearl of the East and back."""

from __future__ import annotations

import numpy as np
import pytest

from heliodor.core.bits import members
from heliodor.core.errors import BadNotation
from heliodor.core.shifting.rules import DONE, DRAW, PASS, PAY_0, SHIFT_0
from heliodor.games.pearl import GAME
from heliodor.games.pearl.rules import NUM_ACTIONS, TASK_0

from .boards import RUBY_OR_SAPPHIRE
from .position import KERNELS, Position, dealt, position


def parse(match: Position, text: str) -> list[int]:
    return GAME.notation.parse_action(match.states, 0, text)


def test_the_actions_are_numbered() -> None:
    match = position(hands=("RCXX", ""))
    assert parse(match, "draw") == [DRAW]
    assert parse(match, "done") == [DONE]
    assert parse(match, "pass") == [PASS]
    assert parse(match, "1<") == [SHIFT_0]
    assert parse(match, "ev") == [SHIFT_0 + 19]
    assert parse(match, "5<:CXX") == [SHIFT_0 + 4, PAY_0 + 1, PAY_0 + 7, PAY_0 + 7]
    assert parse(match, "task R") == [TASK_0] == [31]
    assert parse(match, "task X") == [NUM_ACTIONS - 1] == [38]


@pytest.mark.parametrize(
    "text",
    [
        *("", "task", "task ", "task P", "task r", "task  R", "task R ", "taskR", "task RR", "Task R", "tasks"),
        *("Draw", " draw", "draw ", "6<", "f^", "1^", "a<", "1 <", "1<<", "bid 3", "???"),
        *("1<:", "1<:RC", "1<:CR", "1<:RCP", "1<:rct", "1<:RCT ", "1<:RCTT", "draw:RCT"),
    ],
)
def test_other_texts_are_not_actions(text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        parse(position(), text)
    assert repr(text) in str(caught.value)


def test_the_refusal_of_a_bad_task_lists_the_tasks() -> None:
    with pytest.raises(BadNotation, match=r"'task P' .* one task for each kind, .*'task R' .*RCTEQSAX"):
        parse(position(), "task P")


def test_legal_texts_are_in_the_order_of_the_actions() -> None:
    match = position(hands=("RCT", ""))
    texts = GAME.notation.legal_texts(match.states, 0)
    assert texts[0] == "draw"
    steps = [parse(match, text) for text in texts]
    assert steps == sorted(steps)
    match = position(RUBY_OR_SAPPHIRE).play("3>", "done")
    assert GAME.notation.legal_texts(match.states, 0) == ["task R", "task T", "task S"]
    assert GAME.notation.legal_texts(position(stall_limit=1).play("draw").states, 0) == []


def test_texts_and_steps_of_a_whole_match_agree() -> None:
    match = dealt(3, seed=11)
    start = match.states.copy()
    gen = np.array([3], np.uint64)
    steps: list[int] = []
    texts: list[str] = []
    while not match.is_over:
        legal = GAME.notation.legal_texts(match.states, 0)
        firsts = {parse(match, text)[0] for text in legal}
        assert firsts == set(members(KERNELS.legal_actions(match.states, 0)))
        first = int(KERNELS.random_action(match.states, 0, gen))
        text = next(text for text in legal if parse(match, text)[0] == first)
        steps += parse(match, text)
        texts.append(text)
        match.play(text)
    assert any(text.startswith("task") for text in texts)
    assert any(":" in text for text in texts)
    assert GAME.notation.action_texts(start, 0, steps) == texts


def test_an_incomplete_action_at_the_end_is_shown_as_far_as_it_goes() -> None:
    match = position(hands=("RCXX", ""))
    assert GAME.notation.action_texts(match.states, 0, [SHIFT_0 + 4, PAY_0 + 1]) == ["5<:C"]


@pytest.mark.parametrize("players", GAME.players)
def test_the_set_up_is_two_shuffles(players: int) -> None:
    match = dealt(players)
    board, others = GAME.notation.setup_shuffles(match.states, 0)
    assert "".join(GAME.card_codes[card] for card in board) == match.board
    assert len(others) == 72 - 8 * players
    shuffled = "".join(GAME.card_codes[card] for card in others)
    for seat in range(players):
        assert match.hand(seat) == "".join(sorted(shuffled[3 * seat : 3 * seat + 3], key=GAME.card_codes.index))
    assert shuffled[3 * players :] == match.deck


def test_scores_are_numbers_of_tasks() -> None:
    assert position(piles=("RCT", "")).scores == [3, 0]
