"""Every command of `heliodor admin` that docs/hosting.md shows runs as it stands, and it shows every command."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from heliodor.cli import main
from heliodor.cli.admin import make_admin
from tests.cli.admin_site import REPORT, TABLE, make_site

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
LINES = [shlex.split(line, comments=True) for line in re.findall(r"^    (heliodor admin .*)$", PAGE, re.MULTILINE)]


def test_the_commands_of_the_page_run_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HELIODOR_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("HELIODOR_RUN_DIR", str(tmp_path / "run"))
    monkeypatch.setattr("heliodor.cli.admin._is_asked_by_a_person", lambda: True)
    monkeypatch.setattr("builtins.input", lambda question: "y")
    make_site()
    assert len(LINES) > 10
    for line in LINES:
        tokens = [{"TABLE": TABLE, "REPORT": REPORT}.get(token, token) for token in line[1:]]
        code = main(tokens)
        captured = capsys.readouterr()
        assert code == 0, (line, captured.err)
        assert captured.out, line


def test_the_page_shows_every_command() -> None:
    commands = {name for name in make_admin() if not name.startswith("-")}
    assert commands == {line[2] for line in LINES}
