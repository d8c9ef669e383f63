"""Positions of bots' matches: the same for the same plan, kept on disk, and taken up again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

from heliodor.core.contract import SPECTATOR
from heliodor.core.errors import HeliodorError
from heliodor.games import get_game
from heliodor.hints import advice_of
from heliodor.training.calibrating import fit, rows_of
from heliodor.training.sampling import Plan, sampled, state_of


def plan_for(game_id: str, players: int) -> Plan:
    game = get_game(game_id)
    options = game.check_options({"players": players})
    return Plan(game_id, game.version, options, 7, "novice", "novice", positions=4, views=2)


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    game, plan = get_game("gnomes"), plan_for("gnomes", 2)
    whole = sampled(game, plan, 4, tmp_path / "whole.jsonl")
    lines = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    stopped = tmp_path / "stopped.jsonl"
    stopped.write_bytes(b"".join(lines[:3]) + lines[3][:40])
    noted: list[int] = []
    assert sampled(game, plan, 4, stopped, on_progress=noted.append) == whole
    assert noted == [2, 3, 4]
    assert stopped.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert sampled(game, plan, 3, stopped) == whole[:3]
    assert len(sampled(game, plan, 9, stopped, may_go_on=lambda: False)) == 4

    other = msgspec.structs.replace(plan, seed=8)
    with pytest.raises(HeliodorError, match="has samples of another plan: remove it, or name another folder"):
        sampled(game, other, 4, stopped)
    stopped.write_bytes(lines[0] + b"{}\n")
    with pytest.raises(HeliodorError, match=r"is damaged .*: remove it and sample again"):
        sampled(game, plan, 4, stopped)


def test_a_sample_is_what_everybody_may_know(tmp_path: Path) -> None:
    game, plan = get_game("gnomes"), plan_for("gnomes", 3)
    matches = sampled(game, plan, 2, tmp_path / "samples.jsonl")
    for match in matches:
        assert sum(match.won) == pytest.approx(1)
        assert len(match.samples) == plan.positions
        assert sum(sample.view is not None for sample in match.samples) == plan.views
        for sample in match.samples:
            states = state_of(game, sample)
            game.kernels.hide(states, 0, SPECTATOR)
            assert states.tobytes() == sample.state
    with pytest.raises(HeliodorError, match="these samples are of other rules"):
        state_of(game, msgspec.structs.replace(matches[0].samples[0], state=b"old"))


@pytest.mark.golden
@pytest.mark.parametrize(("game_id", "players"), [("gnomes", 3), ("luz", 3)])
def test_a_short_fit_can_be_repeated(
    game_id: str, players: int, tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    game = get_game(game_id)
    matches = sampled(game, plan_for(game_id, players), 6, tmp_path / "samples.jsonl")
    rows = rows_of(game, matches, "onlooker")
    assert np.isfinite(rows.inputs).all()
    assert rows.inputs.shape[2] == 1 + len(advice_of(game).inputs)
    numbers = msgspec.json.encode(fit(rows))
    golden(f"training/{game_id}-{players}.txt", f"{hashlib.sha256(numbers).hexdigest()}\n{numbers.decode()}\n")
