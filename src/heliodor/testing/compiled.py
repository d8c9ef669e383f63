"""Compiled rules and the same rules as plain Python give the same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from heliodor.core.jit import COMPILED
from heliodor.testing.configurations import Configuration
from heliodor.testing.trace import trace_of_game

PRINT_TRACE = "import sys; from heliodor.testing.trace import print_trace; print_trace(sys.argv[1])"


def compiled_rules_do_what_plain_python_does(configuration: Configuration) -> None:
    package = configuration.game.rules.__package__ or ""
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", PRINT_TRACE, package],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, f"as plain Python the rules fail: {plain.stderr}"
    expected = json.loads(plain.stdout)
    compiled = trace_of_game(configuration.game)
    assert compiled.keys() == expected.keys()
    for name, hashes in compiled.items():
        for step, (ours, theirs) in enumerate(zip(hashes, expected[name], strict=True)):
            assert ours == theirs, f"{name}, line {step}: compiled and plain Python differ from here on"


PROMISES_OF_GAME = (compiled_rules_do_what_plain_python_does,) if COMPILED else ()
