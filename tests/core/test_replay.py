"""Playing texts on a state: tried first, then played, with a recorded shuffle if one is given."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from heliodor.core import replay
from heliodor.core.contract import RANDOM_FIRST, Game
from heliodor.core.errors import BadNotation, BadRecord, IllegalAction
from heliodor.games import GAME_IDS, get_game


def blank(game: Game, players: int = 3) -> Any:
    states = game.new_states(1, game.check_options({"players": players}))
    game.kernels.seed(states, 0, 1, 0)
    return states


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_set_up_from_recorded_shuffles_is_the_same(game_id: str) -> None:
    game = get_game(game_id)
    seeded = blank(game)
    shuffles = replay.set_up(game, seeded, RANDOM_FIRST)
    recorded = blank(game)
    game.kernels.seed(recorded, 0, 99, 0)
    again = replay.set_up(game, recorded, int(seeded[0].first), iter(shuffles).__next__)
    assert again == shuffles
    for states in (seeded, recorded):
        game.kernels.hide(states, 0, 0)
    assert recorded.tobytes() == seeded.tobytes()


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_first_seat_can_be_chosen(game_id: str) -> None:
    game = get_game(game_id)
    for first in range(3):
        states = blank(game)
        replay.set_up(game, states, first)
        assert int(states[0].first) == first


def wrong_shuffles(right: list[int]) -> list[tuple[list[int], str]]:
    other = next(card for card in right if card != right[0])
    count = Counter(right)
    return [
        (right[1:], f"a shuffle has {len(right) - 1} cards, but {len(right)} are to be shuffled"),
        ([*right, right[0]], f"a shuffle has {len(right) + 1} cards, but {len(right)} are to be shuffled"),
        ([other, *right[1:]], f"but {count[min(other, right[0])]} are to be shuffled"),
    ]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_set_up_from_other_cards_is_refused(game_id: str) -> None:
    game = get_game(game_id)
    shuffles = replay.set_up(game, blank(game), 0)
    for number, right in enumerate(shuffles):
        for wrong, message in wrong_shuffles(right):
            recorded = [*shuffles[:number], wrong, *shuffles[number + 1 :]]
            with pytest.raises(BadRecord) as refusal:
                replay.set_up(game, blank(game), 0, iter(recorded).__next__)
            assert str(refusal.value).endswith(message)


def nizam_before_a_reshuffle() -> tuple[Game, Any]:
    """Return a match in which the next draw empties the deck and makes a new one of the discard pile."""
    game = get_game("nizam")
    states = blank(game, 2)
    replay.set_up(game, states, 0)
    state = states[0]
    state.discard[:] = 0
    for kind in (0, 0, 1, 2, 5, 7):
        state.discard[kind] += 1
    state.deck_pos = len(state.deck) - 1
    return game, states


def test_a_shuffle_during_play_is_returned() -> None:
    game, states = nizam_before_a_reshuffle()
    steps, shuffle = replay.play(game, states, states.copy(), "draw")
    assert steps == [0]
    assert shuffle is not None
    assert sorted(shuffle) == [0, 0, 1, 2, 5, 7]
    assert shuffle == replay.last_shuffle(states[0])
    assert int(states[0].hand_size[0]) == 6


def test_a_recorded_shuffle_is_used_during_play() -> None:
    game, states = nizam_before_a_reshuffle()
    held = states[0].hand[0].copy()
    top = int(states[0].deck[-1])
    key = states[0].rng.copy()
    recorded = [7, 5, 0, 2, 0, 1]
    _, shuffle = replay.play(game, states, states.copy(), "draw", lambda: list(recorded))
    assert shuffle == recorded
    gained = Counter({kind: int(n) for kind, n in enumerate(states[0].hand[0] - held) if n})
    assert gained == Counter([top, 7, 5])
    assert (states[0].rng == key).all()


def test_a_wrong_recorded_shuffle_changes_nothing() -> None:
    game, states = nizam_before_a_reshuffle()
    before = states.tobytes()
    for recorded in ([0, 0, 1, 2, 5], [0, 0, 1, 2, 5, 6], [0, 0, 1, 2, 5, 7, 7]):
        with pytest.raises(BadRecord):
            replay.play(game, states, states.copy(), "draw", lambda recorded=recorded: recorded)  # type: ignore[misc]
        assert states.tobytes() == before


def test_an_action_without_shuffle_asks_for_none() -> None:
    game = get_game("nizam")
    states = blank(game)
    replay.set_up(game, states, 0)

    def no_shuffle() -> list[int]:
        raise AssertionError("a shuffle was asked for")

    assert replay.play(game, states, states.copy(), "draw", no_shuffle)[1] is None


def test_a_refused_action_changes_nothing() -> None:
    game = get_game("nizam")
    states = blank(game)
    replay.set_up(game, states, 0)
    before = states.tobytes()
    for text, error in (("done", IllegalAction), ("pass", IllegalAction), ("jump", BadNotation), ("1<:R", BadNotation)):
        with pytest.raises(error):
            replay.play(game, states, states.copy(), text)
        assert states.tobytes() == before
