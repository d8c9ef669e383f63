"""The numbers behind every chance to win: public, complete, and refused in one sentence if they are damaged."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from heliodor.core.contract import SPECTATOR
from heliodor.core.errors import HeliodorError
from heliodor.games import GAME_IDS, get_game
from heliodor.hints import Position, advice_of
from heliodor.hints.calibration import SHIPPED, Calibration, load_calibration
from heliodor.hints.outlook import WORLDS, consider, forecast, share_of_win

from .positions import EVERY_TABLE, another_world, positions

MOST_BYTES = 100_000


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_game_ships_numbers_that_say_what_made_them(game_id: str) -> None:
    game = get_game(game_id)
    advice = advice_of(game)
    assert advice.calibration == SHIPPED / f"{game_id}.json"
    found = load_calibration(advice.calibration, advice.inputs)
    assert (found.game, found.version) == (game_id, game.version)
    assert found.seed
    for players, numbers in found.tables.items():
        made_by = f"--fit {game_id} --players {players} --matches {numbers.matches}"
        assert numbers.command == f"python benchmarks/calibration.py {made_by}"
        assert numbers.matches >= 50
    assert advice.calibration.stat().st_size < MOST_BYTES


@pytest.mark.parametrize(("game_id", "players"), EVERY_TABLE)
def test_a_standing_is_public(game_id: str, players: int) -> None:
    for match in positions(game_id, players, seed=6, count=4, apart=9):
        advice = advice_of(match.game)
        known = [match.hidden_states(SPECTATOR), match.hidden_states(match.to_act), another_world(match, 3)]
        standings = [advice.standing(states) for states in known]
        assert all(each.progress == standings[0].progress for each in standings)
        assert all((each.inputs == standings[0].inputs).all() for each in standings)
        assert 0 <= standings[0].progress <= 1
        assert standings[0].inputs.shape == (players, len(advice.inputs))
        rewards = np.random.default_rng(players).dirichlet(np.ones(players))
        shares = advice.shares(known[0], rewards)
        assert shares.sum() == pytest.approx(1)
        assert players == 1 or (0 < shares.min() and shares.max() < 1)


def test_more_reward_is_more_of_the_win() -> None:
    for game_id in ("nizam", "pearl", "gnomes"):
        match = next(positions(game_id, 3, seed=2, count=1, apart=1))
        position = Position(match.game, match.states)
        best = consider(position, "novice").candidates[0]
        expected = forecast(position, best.steps, WORLDS["novice"])
        shares = [share_of_win(position, lost, expected, expected) or 0.0 for lost in (0.2, 0.15, 0.1, 0.05, 0.0)]
        assert shares == sorted(set(shares))


def test_damaged_numbers_are_refused_in_one_sentence(tmp_path: Path) -> None:
    advice = advice_of(get_game("luz"))
    assert advice.calibration is not None
    whole = load_calibration(advice.calibration, advice.inputs)
    numbers = next(iter(whole.tables.values()))
    place = tmp_path / "luz.json"

    def refused(found: Calibration | bytes, sentence: str) -> None:
        place.write_bytes(found if isinstance(found, bytes) else msgspec.json.encode(found))
        with pytest.raises(HeliodorError, match=sentence) as caught:
            load_calibration(place, advice.inputs)
        assert "\n" not in str(caught.value)

    replace = msgspec.structs.replace
    refused(advice.calibration.read_bytes()[:200], "is damaged")
    refused(b"", "is damaged")
    refused(replace(whole, format="heliodor-calibration/9"), "has the format 'heliodor-calibration/9'")
    refused(replace(whole, inputs=["luck"]), "is for other inputs: luck")
    refused(replace(whole, tables={3: replace(numbers, early=[1.0])}), "is damaged: numbers are missing")
    wrong = replace(numbers, early=[-1.0, *numbers.early[1:]])
    refused(replace(whole, tables={3: wrong}), "less reward would be more of the win")
    refused(replace(whole, tables={}), "is damaged: numbers are missing")
    refused(advice.calibration.read_bytes().replace(b"[", b"[1e999,", 2), "is damaged")
    with pytest.raises(HeliodorError, match="cannot be read: No such file"):
        load_calibration(tmp_path / "none.json", advice.inputs)
