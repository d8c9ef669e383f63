"""The commands, put together."""

from __future__ import annotations

import sys
from typing import Literal

from cyclopts import App, Parameter

from heliodor import __version__
from heliodor.cli.admin import make_admin
from heliodor.cli.analyse import analyse
from heliodor.cli.arena import arena
from heliodor.cli.bench import bench
from heliodor.cli.doctor import SOURCES as DOCTOR_SOURCES
from heliodor.cli.doctor import doctor
from heliodor.cli.export import export
from heliodor.cli.play import SOURCES as PLAY_SOURCES
from heliodor.cli.play import play
from heliodor.cli.puzzles import puzzles
from heliodor.cli.record import show, verify
from heliodor.cli.rules import rules
from heliodor.cli.serve import SOURCES as SERVE_SOURCES
from heliodor.cli.serve import serve
from heliodor.cli.simulate import simulate
from heliodor.cli.study import study
from heliodor.cli.train import train
from heliodor.cli.warm import warm
from heliodor.core.words import joined
from heliodor.games import GAME_IDS


def make_app() -> App:
    """Return the parser of the command line; calling it with tokens runs a command."""
    app = App(
        name="heliodor",
        help="Four table games, one compiled engine: play them, simulate them, study them.",
        help_epilogue=f"The games are {joined(GAME_IDS)}; `heliodor rules GAME` explains one.",
        version=f"heliodor {__version__}",
        version_flags=["--version", "-V"],
        # Rich's Markdown would take a third of the time budget of --help.
        help_format="plaintext",
        version_format="plaintext",
        default_parameter=Parameter(negative="", show_default=lambda value: value or None),
        # `main` turns errors into sentences and exit codes.
        result_action="return_value",
        exit_on_error=False,
        print_error=False,
        suppress_keyboard_interrupt=False,
    )
    record = App(name="record", help="Check records, read or analyse one, or export them as a table.", sort_key=5)
    record.command(verify)
    record.command(show)
    record.command(analyse)
    record.command(export)
    app.command(play, sort_key=0, config=PLAY_SOURCES)
    app.command(serve, sort_key=1, config=SERVE_SOURCES)
    app.command(make_admin())
    app.command(rules, sort_key=2)
    app.command(simulate, sort_key=3)
    app.command(arena, sort_key=4)
    app.command(study, sort_key=4)
    app.command(record)
    app.command(puzzles, sort_key=5)
    app.command(train, sort_key=6)
    app.command(warm, sort_key=6)
    app.command(bench, sort_key=7)
    app.command(doctor, sort_key=8, config=DOCTOR_SOURCES)

    @app.command(sort_key=9)
    def completion(shell: Literal["bash", "zsh", "fish", "powershell"], /) -> None:
        """Print a script that completes commands: `source <(heliodor completion bash)`."""
        sys.stdout.write(app.generate_completion(prog_name="heliodor", shell=shell))

    return app
