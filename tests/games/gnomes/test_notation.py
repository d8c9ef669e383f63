"""Cards, actions and scores of Speedy Gnomes as text and back."""

from __future__ import annotations

import random

import pytest

from heliodor.core.errors import BadNotation
from heliodor.games.gnomes import GAME
from heliodor.games.gnomes.rules import CARD_0, DRIVE_0, NUM_ACTIONS, PASS, SKIP, TAKE_DECK, TAKE_OPEN_0, TARGET_0
from tests.conftest import scaled

from .position import KERNELS, KINDS, Position, dealt, position

NOTATION = GAME.notation
PLAYING = position(("C Ro WR FO", "", ""), curses={0: "FP"})


def card(code: str) -> int:
    return CARD_0 + KINDS[code]


def test_every_card_has_its_code() -> None:
    codes = "C K FO FG FP WR WY WB D Ro Rs Rt Rh Rd Rm Ho Hs Ht Hh Hd Hm So Ss St Sh Sd Sm"
    assert GAME.card_codes == tuple(codes.split())


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("take deck", [TAKE_DECK]),
        ("take 1", [TAKE_OPEN_0]),
        ("take 3", [TAKE_OPEN_0 + 2]),
        ("skip", [SKIP]),
        ("pass", [PASS]),
        ("lay C", [card("C")]),
        ("lay Ro", [card("Ro")]),
        ("lay Sm", [card("Sm")]),
        ("curse FO 2", [card("FO"), TARGET_0 + 2]),
        ("curse K 0", [card("K"), TARGET_0]),
        ("wind WR FP", [card("WR"), DRIVE_0 + 2]),
    ],
)
def test_texts_are_steps(text: str, steps: list[int]) -> None:
    assert NOTATION.parse_action(PLAYING.states, 0, text) == steps


def test_dropping_is_the_step_of_the_card() -> None:
    match = position(("Ro WB", ""))
    assert NOTATION.parse_action(match.states, 0, "drop Ro") == [card("Ro")]
    assert NOTATION.parse_action(match.states, 0, "drop WB") == [card("WB")]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "take",
            "take 0",
            "take 4",
            "take 01",
            "take  1",
            "Take 1",
            "take deck ",
            " skip",
            "skip 1",
            "pass C",
        ),
        *("lay", "lay ", "lay c", "lay RO", "lay Rx", "lay Ro 1", "lay  Ro", "lay Ro\n", "drop", "drop X", "drop Ro 1"),
        *("curse", "curse FO", "curse FO 6", "curse FO x", "curse FO -1", "curse FO 01", "curse FO 1 2"),
        *("wind", "wind WR", "wind WR K", "wind WR 1", "wind WR FO FP", "play Ro", "done", "draw"),
    ],
)
def test_other_texts_are_not_actions(text: str) -> None:
    with pytest.raises(BadNotation):
        NOTATION.parse_action(PLAYING.states, 0, text)


@pytest.mark.parametrize("text", ["lay K", "lay FO", "lay WR", "curse C 1", "curse WR 1", "curse Ro 1", "wind K FO"])
def test_a_verb_that_does_not_fit_the_card_is_not_an_action(text: str) -> None:
    with pytest.raises(BadNotation, match="is not a way to play a"):
        NOTATION.parse_action(PLAYING.states, 0, text)


def test_messages_say_what_is_allowed() -> None:
    with pytest.raises(BadNotation, match="actions are take deck, take 1 to take 3, skip, lay C"):
        NOTATION.parse_action(PLAYING.states, 0, "eat Ro")
    with pytest.raises(BadNotation, match="'Rx' is not one of C K FO"):
        NOTATION.parse_action(PLAYING.states, 0, "lay Rx")
    with pytest.raises(BadNotation, match="it is played as in 'curse FO 3'"):
        NOTATION.parse_action(PLAYING.states, 0, "lay FO")
    with pytest.raises(BadNotation, match="'9' is not a number from 0 to 5"):
        NOTATION.parse_action(PLAYING.states, 0, "curse FO 9")
    with pytest.raises(BadNotation, match="'K' is not one of FO FG FP"):
        NOTATION.parse_action(PLAYING.states, 0, "wind WR K")


def test_legal_texts_come_in_the_order_of_the_actions() -> None:
    assert NOTATION.legal_texts(PLAYING.states, 0) == ["lay C", "curse FO 1", "curse FO 2", "wind WR FP"]
    taking = position(("", ""), open="C - D", deck="Ro", taken=False)
    assert NOTATION.legal_texts(taking.states, 0) == ["take deck", "take 1", "take 3"]


def test_half_an_action_can_be_finished_by_its_text() -> None:
    aiming = PLAYING.copy()
    KERNELS.apply_action(aiming.states, 0, card("FO"))
    assert aiming.legal == {"curse FO 1", "curse FO 2"}
    assert NOTATION.parse_action(aiming.states, 0, "curse FO 2") == [TARGET_0 + 2]
    assert NOTATION.action_texts(aiming.states, 0, [TARGET_0 + 2, TAKE_DECK]) == ["curse FO 2", "take deck"]
    aiming.play("curse FO 2")
    assert aiming.curses(2) == [("FO", 0)]


def test_the_last_of_several_texts_may_be_incomplete() -> None:
    assert NOTATION.action_texts(PLAYING.states, 0, [card("WR")]) == ["wind WR"]


@pytest.mark.parametrize("players", GAME.players)
def test_steps_of_whole_matches_become_their_texts(players: int) -> None:
    for seed in range(scaled(2)):
        match = dealt(players, seed=seed, first=0)
        start = match.copy()
        rng = random.Random(seed)
        texts: list[str] = []
        steps: list[int] = []
        while not match.is_over:
            texts.append(rng.choice(sorted(match.legal)))
            steps += NOTATION.parse_action(match.states, 0, texts[-1])
            match.play(texts[-1])
        assert NOTATION.action_texts(start.states, 0, steps) == texts
        for text in texts:
            Position(start.states).play(text)
        assert start.states.tobytes() == match.states.tobytes()


def test_scores_are_six_numbers() -> None:
    match = position(("", ""), gems={0: "Ro Ro Ro Ro Ro Ro Rs Hs Hs St D"})
    assert match.scores == [[1, 0, 1, 0, 0, 1], [0, 0, 0, 0, 0, 0]]


def test_the_table_of_actions_is_complete() -> None:
    assert sum(count for _, count, _ in NOTATION.ACTION_TABLE) == NUM_ACTIONS <= 63
