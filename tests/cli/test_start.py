"""Start-up of the command line, in separate processes."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

import pytest

HELP_CPU_SECONDS = 0.3


def heliodor(*tokens: str, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "heliodor", *tokens]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)  # type: ignore[call-overload,no-any-return]


def cpu_seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def test_help_takes_little_time() -> None:
    taken = []
    for _ in range(5):  # The first may have to compile bytecode, and the machine may be busy.
        before = cpu_seconds_of_children()
        heliodor("--help")
        taken.append(cpu_seconds_of_children() - before)
    assert min(taken) < HELP_CPU_SECONDS


@pytest.mark.parametrize("tokens", [["--help"], ["simulate", "--help"], ["record", "--help"], ["rules", "luz"]])
def test_the_compiler_is_not_loaded_to_read(tokens: list[str]) -> None:
    code = (
        "import sys; from heliodor.cli import main; "
        f"code = main({tokens!r}); "
        "loaded = {'numba', 'numpy', 'llvmlite'} & set(sys.modules); "
        "sys.exit(f'{loaded} is loaded' if loaded else code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_names_every_command_and_game() -> None:
    done = heliodor("--help")
    assert done.returncode == 0
    for word in ("play", "rules", "simulate", "record", "warm", "bench", "doctor", "nizam", "pearl", "gnomes", "luz"):
        assert word in done.stdout


def test_without_a_command_there_is_help() -> None:
    done = heliodor()
    assert done.returncode == 0
    assert "Commands" in done.stdout


def test_the_exit_code_reaches_the_shell() -> None:
    done = heliodor("rules", "chess")
    assert done.returncode == 2
    assert done.stderr == "heliodor: there is no game 'chess'; the games are nizam, pearl, gnomes, luz\n"


def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m heliodor rules nizam | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stdout == "# Nizam\n"
    assert done.stderr == ""


def test_a_full_disk_is_named() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "heliodor", "rules", "nizam"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr == "heliodor: cannot write the output: No space left on device\n"


def test_a_terminal_without_unicode_gets_question_marks() -> None:
    done = heliodor("rules", "nizam", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "Nizam" in done.stdout
    assert done.stderr == ""
