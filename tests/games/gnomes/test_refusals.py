"""Every way an action of Speedy Gnomes can be refused, with the rule that forbids it (G5)."""

from __future__ import annotations

import random

import pytest

from heliodor.core.errors import BadNotation, IllegalAction
from heliodor.core.kernels import OK
from heliodor.games.gnomes import GAME
from heliodor.games.gnomes.rules import CARD_0, DRIVE_0, TARGET_0
from tests.conftest import scaled
from tests.contract.texts import plausible_texts

from .position import KERNELS, KINDS, Position, dealt, position


def refusal(match: Position, text: str) -> IllegalAction:
    """Play a text as a match does; return why it is refused."""
    before = match.states.tobytes()
    scratch = match.states.copy()
    try:
        steps = GAME.notation.parse_action(match.states, 0, text)
    except IllegalAction as error:
        found = error
    else:
        assert not all(KERNELS.step(scratch, 0, step) == OK for step in steps), f"{text} is legal"
        found = GAME.refusals.explain(match.states, 0, steps, text)
    assert match.states.tobytes() == before
    assert found.message[0].islower()
    assert not found.message.endswith(".")
    return found


OVER = position(("C", ""), deck="", turn=1, taken=False).play("skip", "pass")
TAKING = position(("C Ro", ""), deck="Ro", open="C - Ro", taken=False)
LAST = position(("C Ro", ""), deck="", open="C - Ro", taken=False)
PLAYING = position(("C Ro D WR FO", "", ""), caves=[0], curses={0: "FG", 1: "K K"})
CURSED = position(("Ro D C WY", "", ""), caves=[0], curses={0: "K FO"})
STUCK = position(("Ro WB K", ""), curses={1: "K"})
EMPTY = position(("", "C"), deck="", taken=False).play("skip")
FOGGY = position(("WR WB", "", ""), curses={0: "FO"})

REASONS = [
    (OVER, "take deck", "G5", "match_over", "the match is over"),
    (OVER, "lay C", "G5", "match_over", "the match is over"),
    (TAKING, "skip", "S9", "deck_not_empty", "it has one card left"),
    (TAKING, "take 2", "S9", "slot_empty", "no card lies in slot 2"),
    (TAKING, "lay C", "S3", "take_first", "begins with taking a card"),
    (TAKING, "drop C", "S3", "take_first", "begins with taking a card"),
    (TAKING, "pass", "S3", "take_first", "begins with taking a card"),
    (TAKING, "curse K 1", "S3", "take_first", "begins with taking a card"),
    (LAST, "take deck", "S9", "deck_empty", "what is left is take 1, take 3 or skip"),
    (LAST, "take 2", "S9", "slot_empty", "what is left is take 1, take 3 or skip"),
    (PLAYING, "take deck", "S3", "already_taken", "now a card is played"),
    (PLAYING, "take 1", "S3", "already_taken", "now a card is played"),
    (PLAYING, "skip", "S3", "already_taken", "now a card is played"),
    (PLAYING, "pass", "S5", "hand_not_empty", "this one holds five cards"),
    (PLAYING, "lay Ss", "S4", "not_in_hand", "holds no square sapphire (Ss)"),
    (PLAYING, "lay Rm", "S4", "not_in_hand", "holds no marquise-cut ruby (Rm)"),
    (PLAYING, "drop Ss", "S4", "not_in_hand", "holds no square sapphire (Ss)"),
    (PLAYING, "wind WY FG", "S4", "not_in_hand", "holds no yellow wind (WY)"),
    (PLAYING, "drop C", "S5", "can_play", "the orange fog (FO), the diamond (D) and the round ruby (Ro) can be played"),
    (PLAYING, "drop Ro", "S5", "can_play", "none can be played"),
    (PLAYING, "lay C", "S4", "has_cave", "there is a cave already"),
    (PLAYING, "curse FO 0", "S4", "own_seat", "before another player"),
    (PLAYING, "curse FO 1", "S7", "too_many_curses", "two curses may lie before a player among 3, and seat 1 has"),
    (PLAYING, "curse FO 5", "S4", "no_such_seat", "the seats are 0 to 2"),
    (PLAYING, "wind WR FG", "S4", "wrong_wind", "a yellow wind or a blue wind does"),
    (PLAYING, "wind WR FO", "S4", "no_such_fog", "no orange fog lies before this player"),
    (CURSED, "lay Ro", "S6", "cave_in", "until a cave lifts it"),
    (CURSED, "lay D", "S6", "cave_in", "diamonds too"),
    (FOGGY, "wind WB FO", "S4", "wrong_wind", "a red wind or a yellow wind does"),
    (position(("Ro C", "")), "lay Ro", "S4", "no_cave", "none has been laid yet"),
    (position(("D C", "")), "lay D", "S4", "no_cave", "none has been laid yet"),
    (position(("Ro So", ""), [0], {0: "FO"}), "lay Ro", "S4", "hidden_by_fog", "the orange fog hides the round ruby"),
    (STUCK, "lay Ro", "S4", "no_cave", "so a card is discarded, as in drop Ro"),
    (STUCK, "wind WB FG", "S4", "no_such_fog", "so a card is discarded, as in drop WB"),
    (STUCK, "curse K 1", "S7", "too_many_curses", "so a card is discarded, as in drop K"),
    (EMPTY, "lay C", "S5", "hand_empty", "pass"),
    (EMPTY, "drop C", "S5", "hand_empty", "pass"),
]


@pytest.mark.parametrize(("match", "text", "rule", "key", "words"), REASONS, ids=lambda value: str(value)[:30])
def test_the_reason_and_its_rule(match: Position, text: str, rule: str, key: str, words: str) -> None:
    found = refusal(match, text)
    assert (found.rule, found.key) == (rule, key)
    assert words in found.message


def test_half_an_action_is_explained_too() -> None:
    match = position(("K WR", "", ""), curses={0: "FO"})
    explain = GAME.refusals.explain
    assert explain(match.states, 0, [TARGET_0 + 1], "").key == "no_card_chosen"
    aiming = match.copy()
    KERNELS.apply_action(aiming.states, 0, CARD_0 + KINDS["K"])
    assert refusal(aiming, "curse K 0").key == "own_seat"
    assert refusal(aiming, "wind WR FO").key == "name_a_target"
    driving = match.copy()
    KERNELS.apply_action(driving.states, 0, CARD_0 + KINDS["WR"])
    assert refusal(driving, "wind WR FG").key == "wrong_wind"
    assert refusal(driving, "lay C").key == "name_a_fog"
    assert explain(driving.states, 0, [DRIVE_0 + 2], "").key == "no_such_fog"


def test_steps_without_a_text_are_explained_too() -> None:
    full = position(("K C", ""), curses={1: "K"})
    assert GAME.refusals.explain(full.states, 0, [CARD_0 + KINDS["K"]], "").key == "no_target"
    calm = position(("WR C", ""))
    assert GAME.refusals.explain(calm.states, 0, [CARD_0 + KINDS["WR"]], "").key == "no_fog_for_wind"


def test_a_card_is_played_by_its_own_verb_where_nothing_else_is_wrong() -> None:
    # Dropping and laying are the same step, so the wrong verb must not slip through.
    match = position(("Ro", ""), caves=[0])
    assert refusal(match, "drop Ro").key == "can_play"
    match = position(("Ro", ""))
    assert refusal(match, "lay Ro").key == "no_cave"
    assert match.legal == {"drop Ro"}


@pytest.mark.parametrize("players", GAME.players)
def test_every_text_is_legal_or_has_a_reason(players: int) -> None:
    for seed in range(scaled(1)):
        match = dealt(players, seed=seed)
        rng = random.Random(seed)
        while not match.is_over:
            legal = match.legal
            for text in rng.sample(plausible_texts("gnomes"), 8):
                if text not in legal:
                    try:
                        assert refusal(match, text).rule[0] in "SG"
                    except BadNotation:
                        assert text.startswith("lay ")
            match.play(rng.choice(sorted(legal)))
