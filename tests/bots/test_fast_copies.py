"""Fast copies of rules: each is named as one, names its rule, and is compared with that rule by a test."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from heliodor.bots import brains
from heliodor.bots.brains.shifting import fast_shift, pack_board
from heliodor.core.shifting import rules as shifting_rules
from heliodor.core.shifting.rules import NUM_CELLS, NUM_KINDS, NUM_SHIFTS, slide_line
from heliodor.games import GAME_IDS, get_game


def test_n06_a_shift_of_planes_is_the_shift_of_the_rules(scale: Callable[[int], int]) -> None:
    for seed in range(scale(20)):
        rng = random.Random(seed)
        board = np.array([rng.randrange(NUM_KINDS) for _ in range(NUM_CELLS)], np.int8)
        for shift in range(NUM_SHIFTS):
            shifted = board.copy()
            slide_line(shifted, shift)
            assert tuple(fast_shift(planes, shift) for planes in pack_board(board)) == tuple(pack_board(shifted))


# Each with the game and the test that compares it with its rule.
COMPARED = {
    "gnomes.chances.fast_heap_score": "gnomes test_s11_rewards_at_the_end_are_those_of_the_winners_by_the_rules",
    "gnomes.chances.fast_winners": "gnomes test_s11_rewards_at_the_end_are_those_of_the_winners_by_the_rules",
    "luz.desk.fast_legal_cards": "luz test_a_deal_on_the_desk_follows_the_rules",
    "luz.desk.fast_play_card": "luz test_a_deal_on_the_desk_follows_the_rules",
    "luz.desk.fast_take": "luz test_a_deal_on_the_desk_follows_the_rules",
    "luz.rewards.fast_winner": "luz test_l09_the_winner_of_the_last_deal_is_the_one_of_the_rules",
    "nizam.brain.fast_points_of_turn": "nizam test_a_plan_costs_and_gains_what_it_says",
    "pearl.brain.fast_tasks_of_turn": "pearl test_a_plan_costs_and_gains_what_it_says",
    "shifting.fast_shift": "shifting test_n06_a_shift_of_planes_is_the_shift_of_the_rules",
}


def test_every_fast_copy_is_compared_with_its_rule() -> None:
    assert {name for name, _ in fast_copies()} == COMPARED.keys()
    for where in COMPARED.values():
        game, test = where.split()
        file = __file__ if game == "shifting" else Path(__file__).with_name(f"test_{game}_brain.py")
        assert f"\ndef {test}(" in Path(file).read_text(encoding="utf-8")


def test_every_fast_copy_names_a_function_of_the_rules_and_its_number() -> None:
    for name, copy in fast_copies():
        found = re.match(r"Fast copy of `rules\.(\w+)` \(([NPSL])\d+", copy.__doc__)
        assert found, name
        (game,) = [get_game(game_id) for game_id in GAME_IDS if get_game(game_id).rule_letter == found[2]]
        assert hasattr(game.rules, found[1]) or hasattr(shifting_rules, found[1]), name


def fast_copies() -> Iterator[tuple[str, Any]]:
    """Yield every fast copy in the brains by its name, from the module that defines it."""
    for module in modules_of(brains):
        for name, value in vars(module).items():
            function = getattr(value, "py_func", value)
            if name.startswith("fast_") and function.__module__ == module.__name__:
                yield f"{module.__name__}.{name}".removeprefix(f"{brains.__name__}."), function


def modules_of(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)
