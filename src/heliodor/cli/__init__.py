"""The command line. `main` is its entry point; each command has its own file, and `app` puts them together.

Nothing here loads a game or the compiler before a command needs it, so `heliodor --help` is fast. Every failure is
reported as one sentence on the error output:

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | `record verify` found a bad record; in `arena` a bot spoilt a match; `doctor` found a problem |
| 2 | bad input: an option, a game, an action, a file |
| 70 | internal error |
| 130 | interrupted from the keyboard |
| 141 | the reader of the output has closed the pipe |
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from heliodor.core.errors import HeliodorError

if TYPE_CHECKING:
    from cyclopts import CycloptsError

OK = 0
BAD_INPUT = 2
INTERNAL_ERROR = 70  # As in sysexits.h.
INTERRUPTED = 130  # 128 plus the signal's number, as in shells.
PIPE_CLOSED = 141


def main(tokens: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit code; without tokens, those of this process."""
    _make_streams_forgiving()
    try:
        code = _run(sys.argv[1:] if tokens is None else list(tokens))
        sys.stdout.flush()
    except HeliodorError as error:
        return _complain(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # Rich's console exits by itself when a pipe is closed.
        _forget_output()
        return PIPE_CLOSED
    except OSError as error:
        if error.filename is None:
            _forget_output()
        return _complain(f"{error.filename or 'cannot write the output'}: {error.strerror or error}", BAD_INPUT)
    except MemoryError:
        return _complain("there is not enough memory for this", BAD_INPUT)
    except Exception as error:
        if os.environ.get("HELIODOR_TRACEBACK"):
            raise
        return _complain(
            f"internal error, {type(error).__name__}: {' '.join(str(error).split())[:200]} "
            "(HELIODOR_TRACEBACK=1 shows where; please report it)",
            INTERNAL_ERROR,
        )
    return code


def _run(tokens: list[str]) -> int:
    from cyclopts import CycloptsError

    from heliodor.cli.app import make_app

    try:
        result = make_app()(tokens)
    except CycloptsError as error:
        raise HeliodorError(_as_sentence(error)) from None
    return result if isinstance(result, int) else OK


def _as_sentence(error: CycloptsError) -> str:
    """Return the parser's message as one sentence that also names the help page."""
    from cyclopts import MissingArgumentError, UnusedCliTokensError

    message = " ".join(str(error).split()).removesuffix(", ...").rstrip(".")
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        name = error.argument.name
        message = f"{name} needs a value" if name.startswith("-") else f"the {name.lower()} is missing"
    elif isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        message = f"{error.unused_tokens[0]!r} is one argument too many"
    page = " ".join(["heliodor", *(error.command_chain or ()), "--help"])
    return f"{message[:1].lower()}{message[1:]}; see {page}"


def _complain(message: str, code: int) -> int:
    with contextlib.suppress(OSError):  # The reader may have closed the stream.
        print(f"heliodor: {message}", file=sys.stderr)
    return code


def _forget_output() -> None:
    """Discard buffered output; otherwise Python would try again at exit and complain."""
    with contextlib.suppress(OSError):  # A stream without a descriptor has nothing to flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _make_streams_forgiving() -> None:
    """Replace characters that the terminal lacks, and input bytes that are not text, with question marks."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
