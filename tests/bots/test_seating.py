"""A bot on a seat: from its steps to whole actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heliodor import new_match
from heliodor.bots import BotError, get_bot
from heliodor.bots.seating import Player, choose_actions
from heliodor.games import GAME_IDS, get_game


class Scripted:
    """A bot that answers by a list."""

    name = "scripted"

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.seen: list[bytes] = []

    def choose(self, states: Any, index: int, legal: int, gen: Any) -> Any:
        self.seen.append(states.tobytes())
        return self.answers.pop(0)


def seated(bot: Any) -> Player:
    return Player(bot, np.ones(1, np.uint64))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_steps_one_at_a_time_become_whole_actions(game_id: str) -> None:
    match = new_match(game_id, 3, seed=1)
    player = seated(get_bot("random", match.game))
    while not match.over and match.ply < 60:
        (action,) = choose_actions(match.game, player, match.states, "", match.ply)
        assert action in match.legal()
        match.act(action)


def test_a_bot_is_asked_until_its_action_is_complete_and_sees_its_own_steps() -> None:
    match = new_match("nizam", 2, seed=3)
    shift, *payment = match.game.notation.parse_action(match.states, 0, "2<:SAX")
    bot = Scripted([shift], payment[:1], payment[1:])
    before = match.states.tobytes()
    assert choose_actions(match.game, seated(bot), match.states, "", 0) == ["2<:SAX"]
    assert len(set(bot.seen)) == 3
    assert bot.seen[0] == match.hidden_states(match.to_act).tobytes()
    assert match.states.tobytes() == before


def test_several_actions_are_returned_in_their_order() -> None:
    match = new_match("nizam", 2, seed=3)
    past = match.copy()
    steps = [step for played in past.act_all(["2<:SAX", "done"]) for step in played.steps]
    assert choose_actions(match.game, seated(Scripted(steps)), match.states, "", 0) == ["2<:SAX", "done"]


@pytest.mark.parametrize(
    ("answer", "kind"), [([62], "illegal"), ([], "nonsense"), ("x", "nonsense"), (None, "nonsense")]
)
def test_a_bot_that_names_no_legal_step_is_refused(answer: Any, kind: str) -> None:
    match = new_match("luz", 3, seed=3)
    with pytest.raises(BotError) as raised:
        choose_actions(get_game("luz"), seated(Scripted(answer)), match.states, "", 0)
    assert raised.value.kind == kind
