"""Compiled rules and the same rules as plain Python give the same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import heliodor
from tests.contract.configurations import every_game
from tests.contract.trace import trace_of_game

ROOT = Path(__file__).parents[2]
SOURCES = Path(heliodor.__file__).parents[1]


@pytest.mark.jit
@every_game
def test_compiled_rules_do_what_plain_python_does(game_id: str) -> None:
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.contract.trace", game_id],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": f"{SOURCES}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr
    expected = json.loads(plain.stdout)
    compiled = trace_of_game(game_id)
    assert compiled.keys() == expected.keys()
    for name, hashes in compiled.items():
        for step, (ours, theirs) in enumerate(zip(hashes, expected[name], strict=True)):
            assert ours == theirs, f"{name}, line {step}: compiled and plain Python differ from here on"
