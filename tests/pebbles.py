"""The example package `examples/pebbles`, as an installer would lay it out."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path

import pytest

from heliodor import games

ROOT = Path(__file__).parents[1]
PROJECT = ROOT / "examples" / "pebbles"
SOURCES = PROJECT / "src"


def install(folder: Path) -> None:
    """Write the package's metadata into a folder; with SOURCES on the path, too, it counts as installed."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lay_out(folder, project["name"], **project["entry-points"]["heliodor.games"])


def lay_out(folder: Path, package: str, **games: str) -> None:
    """Write the metadata of a package that offers games into a folder."""
    info = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"{game_id} = {target}" for game_id, target in games.items()]
    (info / "entry_points.txt").write_text("\n".join(["[heliodor.games]", *lines, ""]))


def environment(folder: Path) -> dict[str, str]:
    """Install the package into a folder; return the environment of a process that has it."""
    install(folder)
    path = [str(folder), str(SOURCES), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(path)}


def use(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the package installed in this process, for one test."""
    install(folder)
    monkeypatch.syspath_prepend(SOURCES)
    look_for_games_in(folder, monkeypatch)


def look_for_games_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have packages of a folder found in this process, for one test."""
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(games, "_loaded", dict(games._loaded))
    for name in ("_installed_games", "_can_be_loaded"):
        monkeypatch.setattr(games, name, cache(getattr(games, name).__wrapped__))
