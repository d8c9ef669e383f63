"""Works of others that the page contains are named with their licences."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"
NOTICE = (ROOT / "NOTICE").read_text(encoding="utf-8")


def test_every_font_is_named() -> None:
    families = {file.name.partition("-")[0] for file in (WEB / "art" / "fonts").glob("*.woff2")}
    assert families == {"onest", "philosopher"}
    for family in families:
        assert f"\n- {family.capitalize()}: Copyright" in NOTICE


def test_every_imported_package_is_named() -> None:
    packages = set()
    for file in (*WEB.rglob("*.ts"), *WEB.rglob("*.svelte")):
        if not file.name.endswith((".test.ts", ".testing.ts")):
            packages |= set(re.findall(r"""from ['"]((?:@[\w-]+/)?[\w-]+)""", file.read_text(encoding="utf-8")))
    assert "svelte" in packages
    for package in packages:
        assert f"\n- {package}: Copyright" in NOTICE, package


def test_the_package_ships_every_text() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "Apache-2.0 AND MIT AND OFL-1.1"
    shipped = {file.name for pattern in project["license-files"] for file in ROOT.glob(pattern)}
    assert shipped == {"LICENSE", "NOTICE", "MIT.txt", "OFL-1.1.txt"}


@pytest.mark.parametrize("sentence", ["Copyright 2021 The Onest Project", "SIL OPEN FONT LICENSE", "MIT License"])
def test_the_built_page_carries_them(sentence: str) -> None:
    built = ROOT / "src" / "heliodor" / "web" / "licences.txt"
    assert sentence in built.read_text(encoding="utf-8")
