"""Positions for hints, and worlds that a seat cannot tell apart."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

import heliodor
from heliodor import Match
from heliodor.bots import get_bot
from heliodor.core.contract import States
from heliodor.games import GAME_IDS, get_game

EVERY_TABLE = [(game_id, players) for game_id in GAME_IDS for players in get_game(game_id).players]


def positions(game_id: str, players: int, seed: int, count: int, apart: int) -> Iterator[Match]:
    """Yield positions of a match between greedy players, with some random actions."""
    match = heliodor.new_match(game_id, players, seed=seed)
    greedy = get_bot("greedy", match.game)
    chance = random.Random(seed)
    gen = np.array([seed], np.uint64)
    for number in range(count * apart):
        if match.over:
            return
        if number % apart == 0:
            yield match
        if chance.random() < 0.2:
            match.act(chance.choice(match.legal()))
            continue
        steps = greedy.choose(match.hidden_states(match.to_act), 0, 0, gen)
        for text in match.game.notation.action_texts(match.states, 0, steps):
            match.act(text)


def another_world(match: Match, seed: int) -> States:
    """Return a state with other hidden cards that the seat to act cannot tell from this one."""
    states = match.hidden_states(match.to_act)
    match.game.kernels.determinize(states, 0, match.to_act, np.array([seed], np.uint64))
    assert states.tobytes() != match.states.tobytes()
    return states


def bot_match(game_id: str, players: int, seed: int, *bots: str) -> Match:
    """Return a finished match between bots; one name stands for all."""
    from heliodor.simulate import simulated_matches

    game = get_game(game_id)
    options = game.check_options({"players": players})
    return next(simulated_matches(game, options, 1, seed, bots))
