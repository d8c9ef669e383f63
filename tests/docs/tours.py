"""Runs a guide of docs/ as a reader would: its blocks in order, in one folder.

| block | what happens |
| --- | --- |
| `sh` | each line is a command; `export` holds for those after it. A server is started and left running |
| `python` | is executed; names stay for later blocks |
| after `<!-- file: NAME -->` | is written to that file |
| after `<!-- typed -->` | is typed into the command before it |
| after `<!-- shown -->` | every line of it is in what the blocks before it, since the last such block, have printed |
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from heliodor.cli import main
from tests.cli.test_serve import ready, stop
from tests.services import free_port

ROOT = Path(__file__).resolve().parents[2]
PORT = "8000"  # The guides name it; a test takes a free one.
LABEL = "tour: run by tests/docs/test_tours.py"
INSTALLED = "installed"  # What the guide installs goes there, in the folder of the test.
SERVERS = (["heliodor", "serve"], ["heliodor", "play"])
KINDS = (LABEL, "typed", "shown", "file: ")


class Block(NamedTuple):
    """A block of code with the comment above it."""

    label: str
    language: str
    code: str


def blocks(page: str) -> list[Block]:
    """Return the blocks of a guide; each has a comment that says what it is."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = [Block(*parts) for parts in re.findall(r"<!-- (.*?) -->\n```(\w+)\n(.*?)```", text, re.DOTALL)]
    assert len(found) == len(re.findall(r"^```\w+$", text, re.MULTILINE)), "a block has no comment above it"
    assert all(block.label.startswith(KINDS) for block in found)
    return found


class Reader:
    """A person who does what a guide says, in a folder that looks like a clone."""

    def __init__(self, folder: Path, run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.printed = ""
        self._names: dict[str, object] = {}
        self._server: subprocess.Popen[bytes] | None = None
        self._patch = monkeypatch
        self._port = str(free_port())
        for name in ("deploy", "examples"):
            (folder / name).symlink_to(ROOT / name)
        monkeypatch.chdir(folder)
        data = folder / "data"
        data.mkdir(mode=0o700)
        for name, value in {
            "HELIODOR_DATA_DIR": str(data),
            "HELIODOR_RUN_DIR": str(run),
            "HELIODOR_NO_BROWSER": "true",
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        }.items():
            monkeypatch.setenv(name, value)

    def follow(self, page: str) -> None:
        """Do everything that a guide says."""
        listed = blocks(page)
        for number, block in enumerate(listed):
            following = listed[number + 1] if number + 1 < len(listed) else Block("", "", "")
            if block.label.startswith("file: "):
                self.folder.joinpath(block.label.removeprefix("file: ")).write_text(self._here(block.code))
            elif block.label == "shown":
                for line in block.code.splitlines():
                    assert line in self.printed, f"{page} shows {line!r}, and this was printed:\n{self.printed}"
                self.printed = ""
            elif block.label == LABEL and block.language == "python":
                if self._needs_processes:
                    self.run(shlex.join(["python", "-c", block.code]))
                    continue
                with self._kept():
                    exec(compile(self._here(block.code), page, "exec"), self._names)
            elif block.label == LABEL:
                typed = following.code if following.label == "typed" else ""
                commands = self._here(block.code).splitlines()
                for command in commands:
                    self.run(command, typed if command == commands[-1] else "")

    def run(self, command: str, typed: str = "") -> None:
        """Run one line of a shell."""
        words = shlex.split(command, comments=True)
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            self._patch.setenv(name, value)
        elif words[:2] in SERVERS and not {"--terminal", "--print-settings"} & set(words):
            self._serve(words)
        elif words[0] == "heliodor" and not typed and not self._needs_processes:
            with self._kept():  # In this process, where everything is loaded already.
                code = main(words[1:])
            assert code in ((0, 1) if "doctor" in words else (0,)), f"{command}: {self.printed}"  # 1: not compiled yet.
        else:
            command = command.replace(" --editable ", f" --target {INSTALLED} ")  # Not into the tests' own environment.
            done = subprocess.run(["sh", "-c", command], input=typed, capture_output=True, text=True)
            self.printed += done.stdout + done.stderr
            assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"

    @property
    def _needs_processes(self) -> bool:
        """Whether the guide has changed what a new process loads: compiled or plain rules, installed games."""
        return "NUMBA_DISABLE_JIT" in os.environ

    def _serve(self, words: list[str]) -> None:
        self.close()
        environment = {**os.environ, "HELIODOR_PORT": self._port}
        command = [sys.executable, "-m", *words]
        self._server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        asyncio.run(ready(f"http://127.0.0.1:{self._port}", self._server))

    def close(self) -> None:
        """Stop the server, as Ctrl-C would."""
        if self._server is not None:
            _code, _out, errors = stop(self._server)
            self._server = None
            assert b"Traceback" not in errors, errors

    def _here(self, text: str) -> str:
        return text.replace(PORT, self._port)

    @contextlib.contextmanager
    def _kept(self) -> Iterator[None]:
        output = io.StringIO()
        try:
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
                yield
        finally:
            self.printed += output.getvalue()
