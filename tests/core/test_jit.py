"""The cache of compiled code: stored, found again, rebuilt when it is stale or damaged, and missing."""

from __future__ import annotations

import importlib
import json
import os
import resource
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import heliodor
from heliodor.bots import search_kernels
from heliodor.core import code_files, jit, kernels
from heliodor.core.code_files import OLD_CACHES_KEPT_DAYS, V2, V3, check_cache, forget_old_caches, only_from_disk
from heliodor.core.errors import DamagedCache, NotCompiled
from heliodor.core.folders import cache_root
from heliodor.core.imports import import_closure
from heliodor.core.kernels import NAMES, Kernels
from heliodor.games import GAME_IDS, get_game
from heliodor.games.nizam import encoding, rules
from heliodor.warm import warm_all

pytestmark = [pytest.mark.jit, pytest.mark.cache]

PACKAGE = Path(heliodor.__file__).parent


def run(code: str, cache: Path | None = None, sources: Path = PACKAGE.parent, **more: Any) -> Any:
    """Run code in a separate process; it prints one JSON value."""
    done = run_loudly(code, cache, sources, **more)
    assert done.stderr == ""
    return json.loads(done.stdout)


def run_loudly(code: str, cache: Path | None, sources: Path = PACKAGE.parent, **more: Any) -> Any:
    env = os.environ | {"PYTHONPATH": str(sources)}
    if cache is not None:
        env["HELIODOR_CACHE_DIR"] = str(cache)
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stderr
    return done


# --- Kept and found again -----------------------------------------------------------------------------------------

WARM = """
import json
from heliodor.warm import count_entrances, warm_all
warmed = warm_all()
print(json.dumps([warmed.compiled, warmed.loaded, count_entrances()]))
"""

# Use everything that a person sees of a match, and bots of all levels, while watching the compiler.
PLAY = """
import json
import numpy as np
from numba.core.event import install_recorder
import heliodor
from heliodor.bots import BOT_NAMES, get_bot
from heliodor.core import jit

def play(game):
    match = heliodor.new_match(game.id, game.min_players, seed=1)
    for ply in range(300):
        if match.over:
            break
        legal = match.legal()
        match.tell(legal[ply * 7919 % len(legal)], ply % match.players)
        if ply % 20 == 0:
            for seat in range(-2, match.players):
                match.view(seat), match.draw(seat), match.hidden_states(seat)
            match.observe(0), match.scores, match.winners, str(match)
        for wrong in ("pass", "done", "draw", "take 1", "skip", "play 1", "bid 3", "task R", "1<", "1<:RCT"):
            match.is_legal(wrong)
    heliodor.Match.from_record(match.record())
    match = heliodor.new_match(game.id, game.min_players, seed=1)
    states = match.hidden_states(match.to_act)
    for name in BOT_NAMES:
        get_bot(name, game).choose(states, 0, 1, np.ones(1, np.uint64))

with install_recorder("numba:compile") as recorder:
    for game_id in heliodor.GAME_IDS:
        play(heliodor.get_game(game_id))
rules = [event.data["dispatcher"].__name__ for _, event in recorder.buffer if event.is_start]
print(json.dumps(rules + [origin.function.__qualname__ for origin in jit._origins.values() if origin.is_new]))
"""


def test_a_second_process_compiles_nothing() -> None:
    run_loudly(WARM, None)
    compiled, loaded, total = run(WARM)
    assert (compiled, loaded) == (0, total)
    assert total > len(NAMES) * len(GAME_IDS)


def test_nothing_compiles_while_a_player_waits() -> None:
    run_loudly(WARM, None)
    assert run(PLAY) == []


# --- Stale ---------------------------------------------------------------------------------------------------------

ASK = """
import json
from heliodor.core.jit import came_from_disk
from heliodor.games import get_game
game = get_game("nizam")
states = game.new_states(1, game.check_options({"players": 2}))
legal_actions = game.kernels.legal_actions
print(json.dumps([legal_actions(states, 0), came_from_disk(legal_actions)]))
"""


def test_an_edit_in_another_kernel_file_is_noticed(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "heliodor", ignore=shutil.ignore_patterns("__pycache__"))
    callee = tmp_path / "heliodor" / "core" / "shifting" / "rules.py"
    before, first_from_disk = run(ASK, tmp_path / "cache", tmp_path)
    again, second_from_disk = run(ASK, tmp_path / "cache", tmp_path)
    assert (again, first_from_disk, second_from_disk) == (before, False, True)

    source = callee.read_text(encoding="utf-8")
    assert "\nDRAW_BIT = 1 << DRAW\n" in source
    callee.write_text(source.replace("\nDRAW_BIT = 1 << DRAW\n", "\nDRAW_BIT = 1 << 40\n"), encoding="utf-8")
    after, third_from_disk = run(ASK, tmp_path / "cache", tmp_path)
    assert not third_from_disk
    assert before & 1
    assert after == before ^ 1 ^ 1 << 40

    callee.write_text(source, encoding="utf-8")
    assert run(ASK, tmp_path / "cache", tmp_path) == [before, True]


def test_an_edit_outside_the_import_closure_compiles_nothing(tmp_path: Path) -> None:
    package = tmp_path / "heliodor"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    before, first_from_disk = run(ASK, tmp_path / "cache", tmp_path)
    assert not first_from_disk
    for source in ("games/nizam/story.py", "games/nizam/encoding.py", "games/__init__.py", "core/contract.py"):
        with (package / source).open("a", encoding="utf-8") as file:
            file.write("\nEDITED = True\n")
    assert run(ASK, tmp_path / "cache", tmp_path) == [before, True]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_no_plain_module_is_in_the_stamp_of_compiled_code(game_id: str) -> None:
    game = get_game(game_id)
    entrances = [getattr(game.kernels, name) for name in NAMES]
    entrances += [question.compiled for question in game.questions]
    bots = search_kernels(game)
    entrances += [getattr(bots, name) for name in bots.names]
    modules = {module for entrance in entrances for module in jit._modules_of(jit._origins[entrance].function)}
    reached = set(import_closure(modules, jit.LEAVES))
    assert {"heliodor.core.bits", f"heliodor.games.{game_id}.rules", f"heliodor.games.{game_id}.encoding"} < reached
    assert f"heliodor.bots.brains.{game_id}.brain" in reached
    plain = ("contract", "drawing", "errors", "notation", "parts", "refusals", "registry", "story", "view", "words")
    assert not [name for name in reached if name.endswith(plain)]


def test_a_stamp_follows_imports_and_nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    toy = tmp_path / "stamped_toy"
    toy.mkdir()
    for name, source in {
        "__init__": "",
        "cards": "NUM_CARDS = 7",
        "deck": "from .cards import NUM_CARDS",
        "rules": "from stamped_toy import deck",
        "story": "from stamped_toy import rules",
    }.items():
        (toy / f"{name}.py").write_text(source + "\n")
    monkeypatch.syspath_prepend(tmp_path)
    toy_rules = importlib.import_module("stamped_toy.rules")
    importlib.import_module("stamped_toy.story")
    stamps = [stamp(toy_rules)]
    for edited, changes in (("story", False), ("rules", True), ("deck", True), ("cards", True), ("__init__", False)):
        with (toy / f"{edited}.py").open("a") as file:
            file.write("# An edit.\n")
        stamps.append(stamp(toy_rules))
        assert (stamps[-1] != stamps[-2]) == changes, edited


def test_the_stamp_tells_checked_indices_from_unchecked_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    stamps = set()
    for checks in (0, 1):
        monkeypatch.setattr(jit.config, "BOUNDSCHECK", checks)
        stamps.add(stamp(rules))
    assert len(stamps) == 2


def stamp(module: ModuleType) -> str:
    """Return the stamp of a module as its sources are now."""
    jit._stamp.cache_clear()
    return jit.source_stamp([module])


# --- Apart ---------------------------------------------------------------------------------------------------------


def test_every_entrance_of_every_game_has_its_own_file() -> None:
    files = []
    for game_id in GAME_IDS:
        game, bots = get_game(game_id), search_kernels(get_game(game_id))
        entrances = [getattr(game.kernels, name) for name in NAMES]
        entrances += [question.compiled for question in game.questions]
        entrances += [getattr(bots, name) for name in (*bots.names, "plain")]
        files += [jit._origins[entrance].file for entrance in entrances]
    assert len(set(files)) == len(files)


TWO_GAMES = """
import json
import numpy as np
from heliodor.core.jit import came_from_disk
from heliodor.core.kernels import Kernels
import one, other
answers = []
for module in (one, other):
    entrance = Kernels(module.__name__, module, module).to_act
    answers.append([entrance(np.zeros(1, module.STATE), 0), came_from_disk(entrance)])
print(json.dumps(answers))
"""
GAME_OF_ONE_RULE = """
import numpy as np
from heliodor.core.jit import rule
from heliodor.core.state import state_type
STATE = state_type([("players", np.int8)])
ANSWER = {answer}
@rule
def to_act(state):
    return ANSWER
"""


def test_two_games_made_of_the_same_lines_keep_their_own_code(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(GAME_OF_ONE_RULE.format(answer=1))
    (tmp_path / "other.py").write_text(GAME_OF_ONE_RULE.format(answer=2))
    for from_disk in (False, True):
        done = run_loudly(TWO_GAMES, tmp_path / "cache", Path(f"{PACKAGE.parent}{os.pathsep}{tmp_path}"))
        assert json.loads(done.stdout) == [[1, from_disk], [2, from_disk]]


# --- Damaged --------------------------------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the code that `built_or_loaded` uses, in a fresh cache."""
    monkeypatch.setenv("HELIODOR_CACHE_DIR", str(tmp_path / "cache"))
    return jit.shelf_of("nizam", [kernels, rules]).folder


def built_or_loaded() -> bool:
    """Make a new small entrance and use it; return whether it came from disk."""
    to_act = Kernels("nizam", rules, encoding).to_act
    states = np.zeros(2, rules.STATE)
    states[1].phase = rules.Phase.OVER
    assert (to_act(states, 0), to_act(states, 1)) == (0, -1)
    return jit.came_from_disk(to_act)


def truncate(data: bytes) -> bytes:
    return data[: len(data) // 2]


def empty(data: bytes) -> bytes:
    return b""


def cut_last_byte(data: bytes) -> bytes:
    return data[:-1]


def flip_first_bit(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


def flip_a_bit_in_the_middle(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0x10]) + data[middle + 1 :]


def replace_by_text(data: bytes) -> bytes:
    return b"This is not a cache file.\n"


DAMAGES = (truncate, empty, cut_last_byte, flip_first_bit, flip_a_bit_in_the_middle, replace_by_text)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_rebuilt(cache: Path, damage: Callable[[bytes], bytes]) -> None:
    assert not built_or_loaded()
    assert built_or_loaded()
    (file,) = cache.iterdir()
    file.write_bytes(damage(file.read_bytes()))
    assert not built_or_loaded()
    assert built_or_loaded()


def test_a_lost_file_is_rebuilt(cache: Path) -> None:
    built_or_loaded()
    for file in cache.iterdir():
        file.unlink()
    assert not built_or_loaded()
    assert built_or_loaded()


# --- Without -------------------------------------------------------------------------------------------------------

USE = """
from heliodor.games import get_game
game = get_game("nizam")
states = game.new_states(1, game.check_options({"players": 2}))
print(game.kernels.to_act(states, 0), game.kernels.score_of(states, 0, 0))
"""


def test_a_folder_that_cannot_be_made_costs_one_warning(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    done = run_loudly(USE, in_the_way / "cache")
    assert done.stdout == "0 0\n"
    assert_one_warning(done.stderr, in_the_way)


def test_a_full_disk_costs_one_warning(tmp_path: Path) -> None:
    def write_nothing() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    done = run_loudly(USE, tmp_path, preexec_fn=write_nothing)
    assert done.stdout == "0 0\n"
    assert_one_warning(done.stderr, tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def assert_one_warning(text: str, folder: Path) -> None:
    (line,) = text.splitlines()
    assert line.startswith(f"compiled code cannot be stored in {folder}")
    assert "HELIODOR_CACHE_DIR" in line


def test_warming_up_is_refused_if_nothing_can_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELIODOR_CACHE_DIR", str(tmp_path / "cache"))
    check_cache()
    assert list(cache_root().iterdir()) == []
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HELIODOR_CACHE_DIR", str(tmp_path / "file"))
    with pytest.raises(DamagedCache, match=r"cannot be stored in .*file"):
        check_cache()
    with pytest.raises(DamagedCache):
        warm_all()


# --- In the package -----------------------------------------------------------------------------------------------


@pytest.fixture
def shipped(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ship the code that `built_or_loaded` uses, as if compiled for both baselines; return its folder."""
    built_or_loaded()
    folder = tmp_path / "compiled"
    for baseline in code_files.BASELINES:
        shutil.copytree(cache, folder / f"{cache.name.removesuffix(jit._processor())}{baseline}")
    shutil.rmtree(cache.parent)
    monkeypatch.setattr(code_files, "SHIPPED", folder)
    return folder


def test_the_package_is_left_alone_if_native_code_is_wanted(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    has(monkeypatch, V3)
    monkeypatch.setenv(code_files.NATIVE, "1")
    assert not built_or_loaded()


def test_nothing_is_compiled_where_that_is_switched_off(cache: Path) -> None:
    with only_from_disk(), pytest.raises(NotCompiled, match=r"nizam\.to_act is not compiled yet"):
        built_or_loaded()
    assert not built_or_loaded()
    with only_from_disk():
        assert built_or_loaded()


def has(monkeypatch: pytest.MonkeyPatch, features: frozenset[str]) -> None:
    """Make this machine's processor have these features."""
    monkeypatch.setattr(jit, "host_features", lambda: features)


@pytest.mark.parametrize("features", [V2, V3, V3 | {"avx512f"}])
def test_code_from_the_package_is_used_and_not_copied(
    shipped: Path, monkeypatch: pytest.MonkeyPatch, features: frozenset[str]
) -> None:
    has(monkeypatch, features)
    assert built_or_loaded()
    assert not cache_root().exists()
    used = [*jit._origins.values()][-1].file.parent
    assert used.parent == shipped
    assert used.name.endswith("x86-64-v3" if features >= V3 else "x86-64-v2")


@pytest.mark.parametrize("missing", sorted(V2))
def test_code_from_the_package_needs_every_feature_of_its_baseline(
    shipped: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    has(monkeypatch, V3 - {missing})
    assert not built_or_loaded()


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_code_in_the_package_is_compiled_again(
    shipped: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[bytes], bytes]
) -> None:
    has(monkeypatch, V3)
    for file in shipped.rglob("*.code"):
        file.write_bytes(damage(file.read_bytes()))
    assert not built_or_loaded()
    assert built_or_loaded()


def test_code_in_the_package_for_other_sources_is_not_used(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    has(monkeypatch, V3)
    for folder in list(shipped.iterdir()):
        folder.rename(folder.with_name(folder.name.replace("nizam-", "nizam-0")))
    assert not built_or_loaded()


def test_code_for_this_processor_comes_before_that_of_the_package(
    cache: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has(monkeypatch, frozenset())
    assert not built_or_loaded()
    has(monkeypatch, V3)
    assert built_or_loaded()
    assert [*jit._origins.values()][-1].file.parent == cache


def test_code_on_disk_needs_only_symbols_that_every_python_has() -> None:
    game = get_game("luz")
    needed: set[str] = set()
    for name in NAMES:
        code = code_files._read(jit._origins[getattr(game.kernels, name)].file)
        assert code is not None
        needed |= undefined_symbols(code.object_file)
    assert "PyArg_UnpackTuple" in needed
    assert {name for name in needed if not name.startswith(("Py", "NRT_", "numba_", "_Py_NoneStruct", "mem"))} == set()


def undefined_symbols(elf: bytes) -> set[str]:
    """Return the names that a 64-bit object file in ELF expects from others."""
    (sections_at,) = struct.unpack_from("<Q", elf, 0x28)
    (count,) = struct.unpack_from("<H", elf, 0x3C)
    headers = [struct.unpack_from("<IIQQQQIIQQ", elf, sections_at + 64 * i) for i in range(count)]
    (symbols,) = (header for header in headers if header[1] == 2)  # SHT_SYMTAB.
    names_at = headers[symbols[6]][4]
    found = set()
    for at in range(symbols[4], symbols[4] + symbols[5], 24):
        name, _, _, section = struct.unpack_from("<IBBH", elf, at)
        if section == 0 and name:
            start = names_at + name
            found.add(elf[start : elf.index(b"\0", start)].decode())
    return found


# --- The folder ----------------------------------------------------------------------------------------------------


def test_the_folder_is_where_the_user_wants_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HELIODOR_CACHE_DIR", str(tmp_path / "mine"))
    assert jit.shelf_of("bots/luz", [rules]).folder.parent == tmp_path / "mine"


def test_only_code_that_was_not_used_for_long_is_deleted(cache: Path) -> None:
    built_or_loaded()
    recent, old = cache.parent / "recent", cache.parent / "old"
    for folder in (recent, old):
        folder.mkdir()
        (folder / "step.code").write_text("")
    long_ago = time.time() - 86_400 * (OLD_CACHES_KEPT_DAYS + 1)
    for folder in (cache, old):
        os.utime(folder, (long_ago, long_ago))
    assert built_or_loaded()  # This use keeps the present code from being deleted.
    forget_old_caches()
    assert set(cache.parent.iterdir()) == {cache, recent}


# --- Entrances -----------------------------------------------------------------------------------------------------


def test_an_entrance_refuses_the_states_of_another_game() -> None:
    to_act = get_game("nizam").kernels.to_act
    for wrong in (np.zeros(1, get_game("luz").dtype), np.zeros(1), None):
        with pytest.raises(TypeError):
            to_act(wrong, 0)
