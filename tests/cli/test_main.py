"""Errors and exit codes that all commands share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import heliodor
import heliodor.rulebook

from .conftest import Run


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        (
            ["chess"],
            "available commands: play, serve, admin, rules, simulate, arena, study, record; see heliodor --help",
        ),
        (["--chess"], "available commands"),
        (["rules"], "the game is missing; see heliodor rules --help"),
        (["rules", "luz", "more"], "'more' is one argument too many; see heliodor rules --help"),
        (["rules", "luz", "--lang", "uk"], "did you mean --language"),
        (["rules", "luz", "--rule"], "--rule needs a value; see heliodor rules --help"),
        (["record", "show"], "the file is missing; see heliodor record show --help"),
    ],
)
def test_a_wrong_command_line_is_refused_with_a_sentence(
    refused: Callable[..., str], tokens: list[str], sentence: str
) -> None:
    assert sentence in refused(*tokens).replace("Available", "available").replace("Did", "did")


def test_an_interruption_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heliodor.rulebook, "read", _raiser(KeyboardInterrupt()))
    assert run("rules", "luz") == (130, "", "")


def test_a_closed_pipe_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heliodor.rulebook, "read", _raiser(BrokenPipeError()))
    assert run("rules", "luz") == (141, "", "")


def test_an_internal_error_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heliodor.rulebook, "read", _raiser(ZeroDivisionError("two\nlines")))
    code, out, err = run("rules", "luz")
    assert (code, out) == (70, "")
    assert err.count("\n") == 1
    assert "ZeroDivisionError: two lines" in err


def test_developers_can_see_the_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heliodor.rulebook, "read", _raiser(ZeroDivisionError()))
    monkeypatch.setenv("HELIODOR_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        run("rules", "luz")


def test_too_little_memory_is_one_sentence(refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heliodor.rulebook, "read", _raiser(MemoryError()))
    assert refused("rules", "luz") == "there is not enough memory for this"


def _raiser(error: BaseException) -> Callable[..., object]:
    def fail(*_: object) -> object:
        raise error

    return fail


@pytest.mark.parametrize("flag", ["-V", "--version"])
def test_the_version_is_printed(run: Run, flag: str) -> None:
    assert run(flag) == (0, f"heliodor {heliodor.__version__}\n", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_every_shell_gets_completion(run: Run, shell: str) -> None:
    code, out, err = run("completion", shell)
    assert (code, err) == (0, "")
    assert all(command in out for command in ("simulate", "arena", "record"))


def test_a_shell_that_is_not_known_is_refused(refused: Callable[..., str]) -> None:
    assert '"bash"' in refused("completion", "cmd.exe")
