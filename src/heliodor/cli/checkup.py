"""The checks of `heliodor doctor`. They look, and change nothing: no folder, no file, no schema, no compiled code."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from heliodor.core.errors import HeliodorError, NotCompiled, UnknownGame

if TYPE_CHECKING:
    from heliodor.core.contract import Game

REINSTALL = "pip install --force-reinstall heliodor"
NEWEST = "pip install --upgrade heliodor"
WARM = "heliodor warm"
REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)[^;]*(?:;.*extra\s*==\s*['\"](?P<extra>\w+)['\"])?")
SHOWN = ("numba", "numpy")  # Packages whose versions decide about compiled code.
EXTRAS = {"hosts": "PostgreSQL and NATS", "ray": "the arena on several machines"}
OTHERS = 0o077  # Permissions of other users.
CPU_INFO = Path("/proc/cpuinfo")
# Flags as Linux names them; the levels are those of the x86-64 psABI.
V2 = frozenset(("cx16", "lahf_lm", "pni", "popcnt", "sse4_1", "sse4_2", "ssse3"))
V3 = V2 | {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"}
BASELINES = {"x86-64-v3": V3, "x86-64-v2": V2}

State = Literal["ok", "note", "problem"]


class Finding(msgspec.Struct, omit_defaults=True):
    """The result of one check."""

    area: str
    name: str
    state: State
    found: str
    mend: str = ""  # The command that mends it.


def all_findings(database: str) -> Iterator[Finding]:
    """Yield the result of every check; the database is a URL, and its passwords are not shown."""
    yield from _installed()
    yield _processor()
    yield from _compiled()
    yield _page()
    yield _data_folder()
    yield from _database(database)


def _installed() -> Iterator[Finding]:
    from heliodor import __version__

    yield Finding("installed", "heliodor", "ok", f"{__version__} in {Path(__file__).parents[1]}")
    yield Finding("installed", "python", "ok", f"{platform.python_version()} at {sys.executable}")
    missing: dict[str, list[str]] = {}  # Extra, or "" -> packages.
    for requirement in metadata.requires("heliodor") or ():
        found = REQUIREMENT.match(requirement)
        assert found is not None, requirement
        name, extra = found["name"], found["extra"] or ""
        if extra and extra not in EXTRAS:
            continue
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            if extra or "platform_system" not in requirement:
                missing.setdefault(extra, []).append(name)
            continue
        if name in SHOWN:
            yield Finding("installed", name, "ok", version)
    if lacking := missing.pop("", []):
        yield Finding("installed", "packages", "problem", f"missing: {', '.join(lacking)}", REINSTALL)
    for extra, purpose in EXTRAS.items():
        if extra in missing:
            yield Finding(
                "installed", extra, "note", f"not installed; for {purpose}", f"pip install 'heliodor[{extra}]'"
            )
        else:
            yield Finding("installed", extra, "ok", f"installed; for {purpose}")


def _processor() -> Finding:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    machine = platform.machine()
    if CPU_INFO.exists() and machine == "x86_64":
        flags = re.search(r"^flags\s*:(.*)$", CPU_INFO.read_text(encoding="utf-8"), flags=re.MULTILINE)
        has = set(flags[1].split()) if flags else set()
        machine = next((name for name, needed in BASELINES.items() if needed <= has), machine)
    return Finding("machine", "processor", "ok", f"{machine}, {cores} cores, {platform.system()}")


# --- Compiled code ----------------------------------------------------------------------------------------------


def _compiled() -> Iterator[Finding]:
    from heliodor.core import jit
    from heliodor.core.folders import cache_root
    from heliodor.games import game_ids, get_game

    yield _cache_folder(cache_root())
    if not jit.COMPILED:
        yield Finding("compiled", "compiler", "note", "switched off", "unset NUMBA_DISABLE_JIT")
        return
    for game_id in game_ids():
        try:
            ready, total = _count_ready(get_game(game_id))
        except UnknownGame as error:  # A package's game that does not load.
            yield Finding("compiled", game_id, "problem", str(error), "pip install --upgrade the package of this game")
            continue
        if ready == total:
            yield Finding("compiled", game_id, "ok", f"all {total} functions")
        else:
            yield Finding("compiled", game_id, "problem", f"{ready} of {total} functions; the first match waits", WARM)


def _count_ready(game: Game) -> tuple[int, int]:
    """Return how many functions of a game are on disk, and how many it has.

    They are loaded: that takes a tenth of a second for a game, and finds a damaged file that counting would not.
    """
    from heliodor.core.code_files import only_from_disk
    from heliodor.warm.parts import PARTS, entrances

    ready = total = 0
    with only_from_disk():
        for entrance in (each for part in PARTS for each in entrances(game, part)):
            total += 1
            try:
                entrance.load()
                ready += 1
            except NotCompiled:
                pass
    return ready, total


def _cache_folder(folder: Path) -> Finding:
    if os.access(_nearest_existing(folder), os.W_OK | os.X_OK):
        return Finding("compiled", "folder", "ok", str(folder))
    return Finding(
        "compiled", "folder", "problem", f"{folder} cannot be written", "export HELIODOR_CACHE_DIR=/a/writable/folder"
    )


def _nearest_existing(folder: Path) -> Path:
    return next(each for each in (folder, *folder.parents) if each.exists())


# --- Page and data ----------------------------------------------------------------------------------------------


def _page() -> Finding:
    from heliodor.server.config import Config

    if folder := Config(database="").page_folder:
        return Finding("page", "page", "ok", str(folder))
    return Finding("page", "page", "problem", "not built", REINSTALL)


def _data_folder() -> Finding:
    from heliodor.core.folders import data_folder

    folder = data_folder()
    if not os.access(_nearest_existing(folder), os.W_OK | os.X_OK):
        return Finding(
            "data", "folder", "problem", f"{folder} cannot be written", "export HELIODOR_DATA_DIR=/a/writable/folder"
        )
    if not folder.exists():
        return Finding("data", "folder", "ok", f"{folder}, made at the first start")
    return _private("folder", folder, "700")


def _private(name: str, path: Path, mode: str) -> Finding:
    if path.stat().st_mode & OTHERS:
        return Finding("data", name, "problem", f"others can look into {path}", f"chmod {mode} {path}")
    return Finding("data", name, "ok", f"{path}, private")


def _database(url: str) -> Iterator[Finding]:
    from heliodor.cli.secrets import masked
    from heliodor.store import running_server
    from heliodor.store.inspection import schema_of, sqlite_file

    try:
        file = sqlite_file(url)
        if file is not None and not file.exists():
            yield Finding("data", "database", "ok", f"{file}, made at the first start")
            return
        schema = schema_of(url)
    except HeliodorError as error:
        mend = f"pip install {found[0]}" if (found := re.findall(r"'heliodor\[\w+\]'", str(error))) else ""
        yield Finding("data", "database", "problem", str(error), mend or "heliodor serve --print-settings")
        return
    if file is not None:
        yield _private("file", file, "600")
    if schema.unknown:
        yield Finding("data", "database", "problem", f"{masked(url)} is of a newer Heliodor", NEWEST)
    elif schema.pending:
        yield Finding("data", "database", "note", f"{masked(url)} is migrated at the next start", "heliodor serve")
    else:
        yield Finding("data", "database", "ok", f"{masked(url)} answers, its schema is up to date")
    if file is not None and (address := running_server(url)):
        yield Finding("data", "server", "ok", f"running at {address}")
