"""heliodor.testing finds faults: each is seeded into a copy of the example game and named in one sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import heliodor
from tests import pebbles

pytestmark = pytest.mark.once  # Its processes choose their own run.

PACKAGE = pebbles.SOURCES / "heliodor_pebbles"


class Fault(NamedTuple):
    """A line of the example that is replaced by a wrong one, and what the checks say about it."""

    file: str
    line: str
    wrong: str
    sentence: str


FAULTS = {
    "hide leaks the hands before a seat": Fault(
        "rules.py",
        "        if other != seat:\n            state.hand[other] = UNKNOWN",
        "        if other > seat:\n            state.hand[other] = UNKNOWN",
        "a hidden state lacks the secrets and nothing else",
    ),
    "an action is legal that is not allowed": Fault(
        "rules.py",
        "return int(state.hand[state.turn]) << LAY_0",
        "return ((1 << NUM_PEBBLES) - 1) << LAY_0",
        "is made of legal steps, but is not in legal_texts",
    ),
    "a step depends on chance outside the state": Fault(
        "rules.py",
        "        state.turn = (int(state.turn) + 1) % int(state.players)",
        "        import random\n\n        state.turn = random.randrange(int(state.players))",
        "the same steps give the same bytes",
    ),
    "a field that a record does not restore": Fault(
        "rules.py",
        "    state.turn = first\n",
        # Whether random numbers were drawn: a record has the shuffled cards instead.
        "    state.turn = first\n    state.limit -= int(state.rng[2] > 0)\n",
        "a replayed record is the same match to everyone",
    ),
    "an action does not survive its text": Fault(
        "notation.py",
        '            texts[-1] += f" {CARD_CODES[step - LAY_0]}"',
        '            texts[-1] += f" {CARD_CODES[(step - LAY_0 + 1) % 12]}"',
        "does not survive steps",
    ),
    "a score that cannot be": Fault(
        "rules.py",
        "    return total if total <= int(state.limit) else 0",
        "    return 100 + total",
        "scores are possible at any step",
    ),
    "a score tells secrets before the end": Fault(
        "rules.py",
        "    if state.phase != Phase.OVER:\n        return 0\n    total",
        "    total",
        "scores for seat",
    ),
    "the lowest hand wins": Fault(
        "rules.py",
        "score_of(state, seat) == best:",
        "score_of(state, seat) != best:",
        "the match is over, but nobody has won",
    ),
    "a card is lost": Fault(
        "rules.py",
        "    state.laid |= bit(pebble)\n",
        "",
        "no card is lost at any step",
    ),
    "a refusal tells what another hand holds": Fault(
        "refusals.py",
        'is not in your hand")',
        'is not in your hand; the hands are {states[index].hand.tolist()}")',
        "a refusal tells no secret",
    ),
    "a refusal names a rule that is not in the book": Fault(
        "refusals.py",
        'IllegalAction("B4"',
        'IllegalAction("B9"',
        "which the rulebook does not mention",
    ),
    "a part of the view leaves out a source": Fault(
        "view.py",
        'Part("phase turn", _turn)',
        'Part("phase", _turn)',
        "parts change only with their sources",
    ),
    "an event is told to a seat alone, but not marked so": Fault(
        "story.py",
        'OWN_EVENTS = frozenset({"pebbles.draw"})',
        "OWN_EVENTS = frozenset()",
        "only private events of a seat differ for it",
    ),
    "a translation lacks an event": Fault(
        "translations.py",
        '    "pebbles.pass": "{name} пасує.",\n',
        "",
        "translations have words for every event and action",
    ),
    "an imagined world has too few cards": Fault(
        "rules.py",
        "                state.hand[other] |= bit(pebble)",
        "                state.hand[other] = bit(pebble)",
        "an imagined world has every card",
    ),
}

CHECK = """
from pebbles_facts import FACTS
from heliodor.testing import BrokenPromise, check_game
from heliodor_pebbles import GAME
try:
    check_game(GAME, FACTS)
except BrokenPromise as broken:
    print(broken)
else:
    print("kept")
"""


def checked(folder: Path) -> str:
    """Return what the checks say about the package in a folder; without the compiler, which takes longer."""
    path = [folder, pebbles.PROJECT / "tests", Path(heliodor.__file__).parents[1]]
    done = subprocess.run(
        [sys.executable, "-c", CHECK],
        env=os.environ
        | {
            "NUMBA_DISABLE_JIT": "1",
            "HELIODOR_TEST_SCALE": "0.02",
            "PYTHONPATH": os.pathsep.join(map(str, path)),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", FAULTS)
def test_a_seeded_fault_is_found_and_named(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    shutil.copytree(PACKAGE, tmp_path / "heliodor_pebbles", ignore=shutil.ignore_patterns("__pycache__"))
    source = tmp_path / "heliodor_pebbles" / fault.file
    text = source.read_text(encoding="utf-8")
    assert text.count(fault.line) == 1, f"{fault.file} does not have the line in which the fault is seeded"
    source.write_text(text.replace(fault.line, fault.wrong), encoding="utf-8")
    sentence = checked(tmp_path)
    assert sentence.startswith("broken: ")
    assert fault.sentence in sentence


def test_without_a_fault_every_promise_is_kept() -> None:
    assert checked(pebbles.SOURCES) == "kept"
