"""Luz's texts: cards, actions, scores."""

from __future__ import annotations

import pytest

from heliodor.core.errors import BadNotation
from heliodor.games.luz import GAME, notation
from heliodor.games.luz.rules import NUM_ACTIONS, PLAY_0

from .position import CODES, dealt, position

TEXTS = [f"bid {beads}{bead}" for beads in range(11) for bead in ("", "+")] + [f"play {n}" for n in range(1, 11)]


def test_cards_are_colour_and_value_in_the_order_of_a_hand() -> None:
    assert len(CODES) == len(set(CODES)) == 60
    assert CODES[0] == "R1"
    assert CODES[12 + 9] == "Y10"
    assert CODES[-1] == "P12"
    assert [code for code in CODES if code.endswith("7")] == ["R7", "Y7", "G7", "B7", "P7"]


def test_every_action_has_a_text_and_back() -> None:
    states = dealt().states
    assert NUM_ACTIONS == len(TEXTS) == 32
    for action, text in enumerate(TEXTS):
        assert notation.action_texts(states, 0, [action]) == [text]
        assert notation.parse_action(states, 0, text) == [action]


def test_the_table_of_actions_counts_them_all() -> None:
    assert [count for _, count, _ in notation.ACTION_TABLE] == [22, 10]


def test_an_action_that_is_not_legal_here_parses_anyway() -> None:
    assert notation.parse_action(dealt().states, 0, "play 3") == [PLAY_0 + 2]
    assert notation.parse_action(position("R1", "R2", "R3").states, 0, "bid 3+") == [7]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bid",
        "bid ",
        "bid 11",
        "bid -1",
        "bid 03",
        "bid 3 +",
        "bid 3++",
        "bid +3",
        "bid  3",
        " bid 3",
        "bid 3 ",
        "bid 3\n",
        "Bid 3",
        "bid three",
        "bid ٣",
        "play",
        "play 0",
        "play 11",
        "play 01",
        "play 4+",
        "play R4",
        "R4",
        "pass",
        "bid 3, play 4",
    ],
)
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        notation.parse_action(dealt().states, 0, text)
    assert str(caught.value) == (
        f"{text!r} is not an action of Luz; actions are bid 0 to bid 10, with + for the safety bead, "
        "and play 1 to play 10"
    )


def test_legal_texts_are_in_the_order_of_the_actions() -> None:
    match = dealt(3)
    assert notation.legal_texts(match.states, 0) == TEXTS[:PLAY_0]
    match.play("bid 1", "bid 1", "bid 1")
    assert notation.legal_texts(match.states, 0) == TEXTS[PLAY_0:]


@pytest.mark.parametrize(("players", "cards"), [(3, 40), (4, 50), (5, 60)])
def test_the_shuffle_of_the_set_up(players: int, cards: int) -> None:
    match = dealt(players)
    [shuffle] = notation.setup_shuffles(match.states, 0)
    assert len(set(shuffle)) == cards
    for seat in range(players):
        assert sorted(shuffle[10 * seat : 10 * seat + 10]) == list(match.state.hand[seat])


def test_scores_are_points() -> None:
    match = position("R1", "R8", "R2", scores=[10, -25, 0])
    assert GAME.scores(match.states, 0) == [10, -25, 0]
