"""Puzzles: the same for a seed, made from what a seat knows, and refused if anything about them is wrong."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from heliodor import games
from heliodor.core.errors import BadAction, BadOption
from heliodor.core.kernels import OK
from heliodor.core.shifting.rules import DONE, PAY_0, SHIFT_0, Phase
from heliodor.games import GAME_IDS, get_game
from heliodor.games.nizam.questions import points_of_turn
from heliodor.hints import Position
from heliodor.puzzles import Answer, Puzzle, check_proof, has_puzzles, kinds_of, mine, position_of, shipped_set
from heliodor.puzzles.contract import read_steps
from heliodor.puzzles.proof import Unproved
from heliodor.puzzles.puzzle import judge, kind_of, match_of
from heliodor.puzzles.rating import rate, shown_rating
from heliodor.simulate import simulated_matches
from tests import pebbles

PLAYERS = {"luz": 3}


def one_of_each_kind() -> Iterator[Puzzle]:
    for game_id in GAME_IDS:
        for kind in kinds_of(get_game(game_id)):
            yield next(puzzle for puzzle in shipped_set(game_id) if puzzle.kind == kind)


EACH = [pytest.param(puzzle, id=f"{puzzle.game}-{puzzle.kind}") for puzzle in one_of_each_kind()]


def changed(puzzle: Puzzle, **changes: Any) -> Puzzle:
    return msgspec.structs.replace(puzzle, **changes)


# --- Mining -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game_id", "seed"), [("nizam", 1000), ("luz", 1000)])
def test_the_same_match_gives_the_same_puzzles_and_they_are_proved(game_id: str, seed: int) -> None:
    game = get_game(game_id)
    options = game.check_options({"players": PLAYERS.get(game_id, 2)})
    (match,) = simulated_matches(game, options, 1, seed, ("novice",))
    ((number, found),) = mine([(7, match)])
    assert number == 7
    assert found
    assert [(7, found)] == list(mine([(7, match.copy())]))
    for puzzle in found:
        check_proof(puzzle)
        assert match.actions[: len(puzzle.actions)] == puzzle.actions
        assert puzzle.solved["expert"] >= 0.8
    only = kinds_of(game)[found[0].kind]
    assert {puzzle.kind for _number, new in mine([(7, match)], [only.id]) for puzzle in new} == {only.id}


def test_a_puzzle_that_fewer_levels_solve_is_rated_higher() -> None:
    shares = [(1, 1, 1, 1), (0.6, 1, 1, 1), (0, 0.4, 1, 1), (0, 0, 0.2, 1), (0, 0, 0, 0.8)]
    ratings = [rate(dict(zip(("novice", "casual", "skilled", "expert"), share, strict=True))) for share in shares]
    assert ratings == sorted(set(ratings))
    assert shown_rating(25.0) == 1500
    assert shown_rating(ratings[0]) < 1500 < shown_rating(ratings[-1])


# --- What a seat may know -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", EACH)
def test_two_worlds_that_a_seat_cannot_tell_apart_give_the_same_puzzle(puzzle: Puzzle) -> None:
    match, kind, facts = match_of(puzzle), kind_of(puzzle), puzzle.facts
    other = match.hidden_states(match.to_act)
    match.game.kernels.determinize(other, 0, match.to_act, np.array([5], np.uint64))
    assert other.tobytes() != match.states.tobytes()
    here, there = Position(match.game, match.states), Position(match.game, other)
    assert kind.question(here, facts) == kind.question(there, facts)
    assert kind.choices(here, facts) == kind.choices(there, facts)
    for answer in (puzzle.solution, wrong_answer(puzzle, here)):
        verdict = kind.judge(here, facts, puzzle.solution, answer)
        assert verdict == kind.judge(there, facts, puzzle.solution, answer)
        assert verdict.right == (answer == puzzle.solution)
        assert verdict.said
    if puzzle.proof.method != "search":
        assert kind.prove(here, facts) == kind.prove(there, facts) == puzzle.proof


def wrong_answer(puzzle: Puzzle, position: Position) -> Answer:
    """Return a legal answer that is not right."""
    if puzzle.solution.values:
        return Answer(values=puzzle.solution.values[1:])
    for text in position.game.notation.legal_texts(position.hidden, 0):
        if not judge(puzzle, position, Answer(actions=[text])).right:
            return Answer(actions=[text])
    raise AssertionError("every answer is right")


@pytest.mark.parametrize("puzzle", EACH)
def test_what_is_said_of_a_wrong_answer_does_not_name_the_solution(puzzle: Puzzle) -> None:
    position = position_of(puzzle)
    verdict = judge(puzzle, position, wrong_answer(puzzle, position))
    told = " ".join(event.text for event in verdict.said) + str([event.facts for event in verdict.said])
    if puzzle.solution.actions:
        assert puzzle.solution.actions[0] not in told
    else:
        assert str(puzzle.solution.values) not in told


# --- The prover ---------------------------------------------------------------------------------------------------


def spoilt() -> Iterator[Any]:
    """Yield puzzles with something wrong, and what the prover says."""
    by_kind = {(puzzle.game, puzzle.kind): puzzle for puzzle in one_of_each_kind()}
    turn = by_kind["nizam", "points"]
    points, proof = turn.facts["points"], turn.proof
    yield "more points than there are", changed(turn, facts={"points": points + 1}), "its solution is not a right"
    yield "fewer points", changed(turn, facts={"points": points - 1}), "no answer is clearly the best"
    wrong = msgspec.structs.replace(proof, solution=Answer(actions=["draw"]))
    yield "another solution", changed(turn, proof=wrong), "its solution is not a right answer"
    illegal = msgspec.structs.replace(proof, solution=Answer(actions=["pass"]))
    yield "an illegal solution", changed(turn, proof=illegal), "draw is possible|cannot pass|not legal|may pass|pass"
    margin = msgspec.structs.replace(proof, next=proof.next - 1)
    yield "a margin of one more", changed(turn, proof=margin), "the margin is not what the puzzle says"
    yield "an unknown kind", changed(turn, kind="mate"), "unknown kind"
    yield "an illegal action before", changed(turn, actions=[*turn.actions[:-1], "pass"]), "pass|not legal"
    yield "a shuffle less", changed(turn, shuffles=turn.shuffles[:-1]), "another shuffle is needed"
    values = by_kind["luz", "values"]
    slot = values.facts["slot"] % 10 + 1
    yield "another card", changed(values, facts={**values.facts, "slot": slot}), "puzzle"
    tasks = by_kind["pearl", "tasks"]
    yield "three tasks", changed(tasks, facts={"tasks": tasks.facts["tasks"] + 1}), "its solution is not a right answer"
    block = by_kind["pearl", "block"]
    seat = position_of(block).seat
    yield "another leader", changed(block, facts={**block.facts, "player": seat}), "puzzle"
    bet = by_kind["luz", "bet"]
    yield "an earlier position", changed(bet, actions=bet.actions[:-1]), "puzzle"
    sure = msgspec.structs.replace(bet.proof, method="search")
    yield "another proof", changed(bet, proof=sure), "the proof is of another kind"


@pytest.mark.parametrize(("puzzle", "message"), [pytest.param(*rest, id=name) for name, *rest in spoilt()])
def test_the_prover_refuses_a_puzzle_with(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(Unproved, match=message):
        check_proof(puzzle)


def test_a_position_whose_best_card_is_not_clear_is_not_proved() -> None:
    game = get_game("gnomes")
    match = games_start("gnomes", 2)
    kind = kinds_of(game)["card"]
    while int(match.states[0].phase) != 1:
        match.act(match.legal()[0])
    proof = kind.prove(Position(game, match.states), {})
    assert proof is None or proof.margin < kind.least_margin


def games_start(game_id: str, players: int) -> Any:
    import heliodor

    return heliodor.new_match(game_id, players, seed=3)


def test_the_planner_finds_the_most_points_that_brute_force_finds() -> None:
    smallest = sorted(shipped_set("nizam"), key=lambda puzzle: int(position_of(puzzle).hidden[0].hand_size.max()))
    compared = 0
    for puzzle in smallest[:40]:
        position = position_of(puzzle)
        if int(position.hidden[0].hand_size[position.seat]) > 3:
            continue
        assert most_points(position, position.hidden) == puzzle.facts["points"]
        compared += 1
        if compared == 3:
            return
    assert compared, "no puzzle has a hand that is small enough"


def most_points(position: Position, states: Any) -> int:
    """Return the most points of any turn from here: every shift with every payment is tried by the rules."""
    kernels, best = position.game.kernels, 0
    if states[0].phase == Phase.SHIFTING:
        best = int(points_of_turn(states, 0))
    legal = int(kernels.legal_actions(states, 0))
    for step in range(SHIFT_0, PAY_0 + 8):
        if legal >> step & 1 and step != DONE:
            after = states.copy()
            assert kernels.step(after, 0, step) == OK
            best = max(best, most_points(position, after))
    return best


def test_the_values_of_a_card_are_those_that_some_hand_has() -> None:
    puzzle = next(puzzle for puzzle in shipped_set("luz") if puzzle.kind == "values" and len(puzzle.actions) % 132 > 12)
    position = position_of(puzzle)
    hidden, seat = position.hidden[0], position.seat
    slot = puzzle.facts["slot"] - 1
    colour = next(c for c in range(5) if int(hidden.slots_of[seat, c]) >> slot & 1)
    slots = [s for s in range(10) if int(hidden.slots_of[seat, c_of(colour)]) >> s & 1]
    seen = {int(card) for other in range(position.players) if other != seat for card in hidden.hand[other]}
    own = {s: int(hidden.hand[seat, s]) for s in slots}
    highest = {3: 8, 4: 10, 5: 12}[position.players]
    free = [v for v in range(1, highest + 1) if 12 * colour + v - 1 not in seen | set(own.values())]
    unknown = [s for s in slots if own[s] < 0]
    possible = set()
    for cards in product(free, repeat=len(unknown)):
        values = [dict(zip(unknown, cards, strict=True)).get(s, own[s] % 12 + 1) for s in slots]
        if values == sorted(set(values)):
            possible.add(values[slots.index(slot)])
    assert sorted(possible) == puzzle.solution.values


def c_of(colour: int) -> int:
    return colour


# --- Answers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", EACH)
def test_what_is_not_an_answer_is_refused(puzzle: Puzzle) -> None:
    position = position_of(puzzle)
    bad = Answer(values=[99]) if puzzle.solution.values else Answer(actions=["castle"])
    with pytest.raises((BadAction, BadOption)):
        judge(puzzle, position, bad)
    assert not judge(puzzle, position, Answer()).right, "no answer is a wrong one"


def test_actions_after_the_end_of_the_turn_are_refused() -> None:
    position = position_of(shipped_set("nizam")[0])
    with pytest.raises(BadAction):
        read_steps(position, ["draw", "draw"])


def test_another_turn_with_as_many_points_is_right_and_the_end_of_the_turn_may_be_left_out() -> None:
    puzzle = shipped_set("nizam")[0]
    assert puzzle.solution.actions[-1] == "done"
    verdict = judge(puzzle, position_of(puzzle), Answer(actions=puzzle.solution.actions[:-1]))
    assert verdict.right
    assert f"{puzzle.facts['points']} points" in verdict.said[0].text


# --- Games of other packages --------------------------------------------------------------------------------------


def test_a_game_without_puzzles_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pebbles.use(tmp_path, monkeypatch)
    game = games.get_game("pebbles")
    assert not has_puzzles(game)
    with pytest.raises(BadOption, match="there are no puzzles for Pebbles"):
        kinds_of(game)
    with pytest.raises(BadOption, match="no puzzles of pebbles come with the package"):
        shipped_set("pebbles")
    named = dataclasses.replace(game, puzzles="heliodor.puzzles.luz")
    assert has_puzzles(named)
