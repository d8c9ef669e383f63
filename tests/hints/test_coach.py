"""The coach asks about what gives away too much and about nothing else, with the numbers of hints and analysis."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from heliodor import Match
from heliodor.hints import advice_of, give_hints, question
from heliodor.hints.analysis import CERTAIN_ERRORS, Taken, judge

from .positions import another_world, positions

LEVEL = "novice"


def decision(match: Match, action: str) -> list[str]:
    """Return an action as a whole decision: a shift ends the turn."""
    shifted = match.copy()
    shifted.act(action)
    return [action, "done"] if "done" in shifted.legal() else [action]


# Game, players, seed and number of a position (see `positions`) with mistakes among its actions.
WITH_MISTAKES = [
    ("nizam", 2, 3, 1),
    ("nizam", 1, 1, 6),
    ("pearl", 2, 4, 1),
    ("gnomes", 2, 3, 3),
    ("luz", 3, 3, 0),  # A bet,
    ("luz", 3, 3, 3),  # and a card.
]


@pytest.mark.parametrize(("game_id", "players", "seed", "number"), WITH_MISTAKES)
def test_it_asks_about_what_gives_away_more_than_the_games_threshold_and_names_the_best_hint(
    game_id: str, players: int, seed: int, number: int
) -> None:
    match = next(itertools.islice(positions(game_id, players, seed, number + 1, 5), number, None))
    hidden, seat = match.hidden_states(match.to_act), match.to_act
    best = give_hints(match.game, hidden, level=LEVEL)[0]
    assert question(match.game, hidden, best.actions, level=LEVEL) is None
    asked = []
    for action in match.legal()[:: max(1, len(match.legal()) // 3)]:
        actions = decision(match, action)
        found = question(match.game, hidden, actions, level=LEVEL)
        steps = [step for text in actions for step in match.game.notation.parse_action(match.states, 0, text)]
        # An analysis has another seed at each ply; this one gets the seed of the question.
        judged = judge(match, Taken(match.ply, seat, match.states.copy(), actions, steps), LEVEL, -match.ply)
        is_much = judged.given_away > advice_of(match.game).questioned_from
        assert (found is not None) == (is_much and judged.given_away >= CERTAIN_ERRORS * judged.error), actions
        if found is None:
            continue
        asked.append(found)
        assert found.given_away == judged.given_away
        assert found.points == (judged.lead_given_away[0] if players == 1 or action.startswith("bid") else None)
        assert sorted(reason.key for reason in found.better.reasons) == sorted(reason.key for reason in best.reasons)
        holds_for_both = [reason in judged.reasons for reason in found.better.reasons]
        assert holds_for_both == sorted(holds_for_both), "such a reason comes last: it does not say what is better"
        assert msgspec.structs.replace(found.better, reasons=best.reasons) == best
        assert question(match.game, another_world(match, 5), actions, level=LEVEL) == found
    assert asked


def test_nothing_is_said_about_an_unfinished_turn_or_what_the_rules_refuse() -> None:
    match = next(positions("nizam", 2, 3, 1, 1))
    hidden = match.hidden_states(match.to_act)
    shift = next(action for action in match.legal() if len(action) == 2)
    assert question(match.game, hidden, [shift, "done"], level=LEVEL) is not None
    for actions in ([shift], ["done"], ["draw", "draw"], ["nonsense"], [shift, "done", "done"]):
        assert question(match.game, hidden, actions, level=LEVEL) is None
