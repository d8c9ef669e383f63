"""What every level and every character promises, in every game, with every number of players and every option."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import product
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from heliodor import games
from heliodor.bots import (
    CHARACTER_LEVELS,
    CHARACTER_NAMES,
    CHARACTERS,
    LEVELS,
    Bot,
    characters_of,
    get_bot,
    nearest_level,
    search_kernels,
    split_name,
)
from heliodor.bots.brain_bots import SearchBot
from heliodor.bots.brains.gnomes.traits import BOLD, CAREFUL, MEAN
from heliodor.bots.characters import Leaning
from heliodor.bots.registry import check_bot
from heliodor.bots.search import MoveValue
from heliodor.core.contract import Game
from heliodor.core.deck import NO_CARD
from heliodor.core.errors import BadOption
from heliodor.core.shifting.rules import SIDE
from heliodor.games import GAME_IDS, get_game
from heliodor.games.gnomes.cards import CAVE, CAVE_IN, FOG_0, GEM_0, WIND_0
from heliodor.games.gnomes.rules import CARD_0, TAKE_OPEN_0, TARGET_0
from heliodor.games.gnomes.rules import Phase as GnomesPhase
from heliodor.games.luz.rules import BID_0, PLAY_0
from heliodor.games.luz.rules import Phase as LuzPhase
from heliodor.testing.configurations import Configuration, configurations_of
from tests import pebbles
from tests.bots.shifting_turns import another_world, hidden, new_states, play_steps

NAMES = (*LEVELS, *CHARACTER_NAMES)
MOST_ROUNDS = 120  # What a bot may know does not depend on its rounds, and a master would take hours.
TABLES = [(game_id, players) for game_id in GAME_IDS for players in get_game(game_id).players]


def generator(seed: int) -> np.ndarray:
    return np.array([seed], np.uint64)


def quick(name: str, game: Game, rounds: int = MOST_ROUNDS) -> SearchBot:
    """Return a bot that does few rounds, and all of them."""
    bot = get_bot(name, game)
    assert isinstance(bot, SearchBot)
    fewer = min(bot.strength.rounds, rounds)
    bot.strength = msgspec.structs.replace(bot.strength, rounds=fewer, seconds=60.0)
    return bot


def positions(game: Game, players: int, seed: int, apart: int, **options):
    """Yield positions of a match that random players began, `apart` steps from each other."""
    states = new_states(game, players, seed, **options)
    gen = generator(seed)
    while not game.kernels.is_over(states, 0):
        yield states.copy()
        for _ in range(apart):
            if not game.kernels.is_over(states, 0):
                game.kernels.apply_action(states, 0, game.kernels.random_action(states, 0, gen))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_a_choice_depends_on_nothing_that_is_hidden(game_id, players, name):
    game = get_game(game_id)
    bot = quick(name, game)
    looked = 0
    for states in positions(game, players, seed=players, apart=17):
        other = another_world(game, states, seed=looked + 1)
        legal = int(game.kernels.legal_actions(states, 0))
        chosen = [bot.choose(hidden(game, world), 0, legal, generator(looked)) for world in (states, other, states)]
        assert chosen[0] == chosen[1] == chosen[2]
        looked += 1
        if looked == 3:
            return


def play_to_the_end(table: Configuration, bots: Sequence[Bot], seed: int) -> None:
    """Play a match in which every choice must be legal."""
    kernels = table.game.kernels
    states = new_states(table.game, table.players, seed, **dict(table.chosen))
    gens = [generator(seat) for seat in range(table.players)]
    while not kernels.is_over(states, 0):
        seat = int(kernels.to_act(states, 0))
        legal = int(kernels.legal_actions(states, 0))
        play_steps(table.game, states, bots[seat].choose(hidden(table.game, states), 0, legal, gens[seat]))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_levels_and_characters_play_legally_to_the_end(game_id):
    for number, table in enumerate(configurations_of(get_game(game_id), every=True)):
        names = [NAMES[(5 * number + 4 * seat) % len(NAMES)] for seat in range(table.players)]
        play_to_the_end(table, [quick(name, table.game, rounds=4) for name in names], number)


def test_the_plain_search_plays_games_of_others_to_the_end(tmp_path, monkeypatch):
    pebbles.use(tmp_path, monkeypatch)
    for number, table in enumerate(configurations_of(get_game("pebbles"), every=True)):
        play_to_the_end(table, [get_bot("plain:10", table.game)] * table.players, number)


# --- Characters -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", CHARACTER_LEVELS)
@pytest.mark.parametrize(("game_id", "players"), [("nizam", 2), ("pearl", 3), ("gnomes", 4), ("luz", 3)])
def test_characters_choose_differently_after_the_same_search(game_id, players, level):
    game = get_game(game_id)
    kernels = search_kernels(game)
    bots = [quick(name, game) for name in (level, *(f"{level}:{character}" for character in CHARACTERS))]
    sums = np.zeros((len(bots), len(CHARACTERS)))  # Traits of the moves that each bot chooses.
    for seed in range(2):
        states = new_states(game, players, seed)
        while not game.kernels.is_over(states, 0):
            seen = hidden(game, states)
            values = bots[0].evaluate(seen, 0, generator(seed))
            moves = [bot.pick(values, seen, 0, generator(seed)) for bot in bots]
            sums += [kernels.traits_of(seen, 0, move) for move in moves]
            play_steps(game, states, kernels.steps_of(seen, 0, moves[0]))
    for trait, character in enumerate(CHARACTERS):
        assert sums[1 + trait, trait] > max(sums[0, trait], *np.delete(sums[1:, trait], trait)), character


def test_a_character_adds_its_weight_to_moves_of_its_kind():
    traits = {1: [100, 0, -50], 2: [0, 100, 100]}
    kernels = SimpleNamespace(traits_of=lambda states, index, move: traits[move])
    values = [MoveValue(1, 5, 0.5), MoveValue(2, 4, 0.5)]
    leaning = Leaning(trait=2, weight=0.1)
    assert leaning.of(kernels, None, 0, values) == [MoveValue(1, 5, 0.45), MoveValue(2, 4, 0.6)]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_game_of_ours_has_all_characters(game_id):
    assert characters_of(get_game(game_id)) == CHARACTERS


def test_names_of_characters():
    game = get_game("luz")
    assert split_name("casual:bold") == ("casual", "bold")
    assert split_name("plain:10") == ("plain:10", "")
    assert get_bot("skilled:mean", game).name == "skilled:mean"
    assert nearest_level("casual:bold", game) == "casual:bold"
    for name in ("expert:bold", "casual:brave", "novice:mean", "casual:"):
        with pytest.raises(BadOption, match=r"bots with a character are casual:bold, .*skilled:mean"):
            check_bot(name, game)


def test_a_brain_without_characters_says_so(tmp_path, monkeypatch):
    pebbles.use(tmp_path, monkeypatch)
    plain = get_game("pebbles")
    clever = dataclasses.replace(plain, id="clever_pebbles", brain="tests.pebbles_mind")
    monkeypatch.setitem(games._loaded, clever.id, clever)
    assert characters_of(plain) == characters_of(clever) == ()
    assert nearest_level("casual:bold", clever) == "casual"
    assert nearest_level("casual:bold", plain) == "plain"
    with pytest.raises(BadOption, match="the bots of Pebbles have no characters, so there is no casual:bold"):
        check_bot("casual:bold", clever)
    assert search_kernels(clever).traits_of(new_states(clever, 2, 1), 0, 0) == []


# --- What a move is like ----------------------------------------------------------------------------------------------


def traits_of(game, states, move):
    return search_kernels(game).traits_of(hidden(game, states), 0, move)


def runs(board):
    """Return the cells of all runs of three equal cards, slowly."""
    found = set()
    for row, col, (down, right) in product(range(SIDE), range(SIDE), ((0, 1), (1, 0))):
        cells = [(row + down * n, col + right * n) for n in range(3)]
        if all(r < SIDE and c < SIDE for r, c in cells) and len({board[r][c] for r, c in cells}) == 1:
            found |= set(cells)
    return found


def slid(board, line, is_column, step):
    """Return a board with one line slid by one place."""
    rows = [list(row) for row in board]
    old = [row[line] for row in rows] if is_column else rows[line]
    new = old[-step:] + old[:-step]
    for place in range(SIDE):
        if is_column:
            rows[place][line] = new[place]
        else:
            rows[line][place] = new[place]
    return rows


def test_in_nizam_a_turn_is_mean_if_it_leaves_little_within_one_shift(scale):
    game = get_game("nizam")
    for seed in range(scale(60)):
        states = new_states(game, 2, seed)
        board = states[0].board.reshape(SIDE, SIDE).tolist()
        marked = [[(board[row][col], (row, col) in runs(board)) for col in range(SIDE)] for row in range(SIDE)]
        most = 0
        for line, is_column, step in product(range(SIDE), (False, True), (1, -1)):
            after = slid(marked, line, is_column, step)
            kinds = [[kind for kind, _ in row] for row in after]
            most = max(most, sum(not after[row][col][1] for row, col in runs(kinds)))
        assert traits_of(game, states, 0) == [0, 100, 100 - 100 * min(most, 6) // 6]


@pytest.mark.parametrize("game_id", ["nizam", "pearl"])
def test_a_longer_chain_costs_more_cards_and_is_less_careful(game_id):
    game = get_game(game_id)
    states = new_states(game, 2, 4)
    states[0].hand[states[0].turn, :] = 2
    states[0].hand_size[states[0].turn] = states[0].hand[states[0].turn].sum()
    careful = [traits_of(game, states, sum(1 + 4 * n << 5 * n for n in range(length)))[1] for length in range(4)]
    assert careful == [100, 84, 67, 50]


def test_in_gnomes_gems_are_bold_answers_careful_and_curses_mean():
    game = get_game("gnomes")
    states = new_states(game, 4, 1)
    for kind, trait in ((GEM_0, BOLD), (CAVE, CAREFUL), (WIND_0, CAREFUL), (FOG_0, MEAN), (CAVE_IN, MEAN)):
        states[0].open_cards[0] = kind
        taken = traits_of(game, states, TAKE_OPEN_0 + 1)
        assert taken == [100 * (each == trait) for each in range(3)]


def test_in_gnomes_the_leader_and_the_next_player_are_the_victims():
    game = get_game("gnomes")
    states = new_states(game, 4, 1)
    turn = int(states[0].turn)
    leader = (turn + 2) % 4
    states[0].phase = GnomesPhase.PLAYING
    states[0].hand[turn, :] = NO_CARD
    states[0].hand[turn, 0], states[0].hand_size[turn] = CAVE_IN, 1
    states[0].gems[leader, 1] = 5
    curses = [
        traits_of(game, states, TARGET_0 + 1 + (turn + away) % 4 << 6 | CARD_0 + CAVE_IN + 1)[MEAN]
        for away in (1, 2, 3)
    ]
    assert curses == [100, 100, 40]


def test_in_luz_a_high_bet_is_bold_and_the_safety_bead_careful():
    game = get_game("luz")
    states = new_states(game, 3, 1)
    assert traits_of(game, states, BID_0 + 2 * 4) == [80, 0, 0]
    assert traits_of(game, states, BID_0 + 2 * 4 + 1) == [20, 100, 0]


@pytest.mark.parametrize(("bid", "safety", "sign"), [(2, 0, 1), (0, 0, -1), (0, 1, 0)])
def test_in_luz_it_is_mean_to_take_what_others_need_and_to_leave_them_too_much(bid, safety, sign):
    game = get_game("luz")
    states = new_states(game, 3, 1)
    while states[0].phase == LuzPhase.BETTING:
        game.kernels.apply_action(states, 0, BID_0 + 2 * bid + safety)
    seat = int(states[0].turn)
    slots = next(int(slots) for slots in states[0].slots_of[seat] if int(slots).bit_count() > 1)
    low, high = (slots & -slots).bit_length() - 1, slots.bit_length() - 1
    traits = [traits_of(game, states, PLAY_0 + slot)[MEAN] for slot in (low, high)]
    assert sign * (traits[1] - traits[0]) > 0 or (sign == 0 and traits == [0, 0])
