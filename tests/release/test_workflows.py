"""The workflows on GitHub run what everybody can run: targets of the Makefile, on what the metadata promises."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORKFLOWS = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def versions(prefix: str) -> list[str]:
    found = [name.removeprefix(prefix) for name in PROJECT["classifiers"] if name.startswith(prefix)]
    return [name for name in found if "." in name]


def test_every_step_that_builds_or_tests_is_a_target() -> None:
    commands = re.findall(r"- run: (.+)", "\n".join(WORKFLOWS.values()))
    targets = [command.split()[1] for command in commands if command.startswith("make ")]
    assert {"test", "test-pythons", "test-lowest", "release", "release-files"} == set(targets)
    assert all(re.search(rf"^{target}:", MAKEFILE, re.M) for target in targets)
    assert [command for command in commands if not command.startswith("make ")] == [
        "mkdir dist && mv release/*.whl release/*.tar.gz dist/"
    ]


def test_every_python_of_the_metadata_is_tried() -> None:
    pythons = versions("Programming Language :: Python :: ")
    assert f"python: {json.dumps(pythons)}" in WORKFLOWS["test.yml"]
    assert f"\nPYTHONS ?= {' '.join(pythons)}\n" in MAKEFILE
    assert PROJECT["requires-python"] == f">={pythons[0]}"
    assert f"\nLOWEST_PYTHON ?= {pythons[0]}\n" in MAKEFILE


def test_every_system_of_the_metadata_is_tried() -> None:
    systems = {name.split(" :: ")[-1] for name in PROJECT["classifiers"] if name.startswith("Operating System")}
    assert systems == {"MacOS", "Linux"}
    assert "system: [ubuntu-latest, macos-latest]" in WORKFLOWS["test.yml"]


def test_actions_of_others_are_pinned_to_a_commit() -> None:
    used = re.findall(r"uses: (\S+)", "\n".join(WORKFLOWS.values()))
    assert used and all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action) for action in used)


def test_only_the_job_that_publishes_gets_a_token() -> None:
    granted = {name: re.findall(r"(\S+): write", text) for name, text in WORKFLOWS.items()}
    assert granted == {"test.yml": [], "release.yml": ["id-token"]}
    assert "secrets." not in "".join(WORKFLOWS.values())
