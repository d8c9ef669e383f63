"""`heliodor arena`."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import (
    MAX_SEED,
    GameName,
    Json,
    Options,
    Players,
    check_writable,
    given_options,
    split_bots,
    whole_number,
)
from heliodor.core.errors import BadOption, HeliodorError

if TYPE_CHECKING:
    from heliodor.arena.report import Report
    from heliodor.arena.schedule import Mode
    from heliodor.arena.tournament import Plan

MAX_GAMES = 10_000_000
MAX_WORKERS = 1024
A_BOT_FAILED = 1  # The exit code.


def arena(
    game: GameName,
    /,
    *,
    players: Players = None,
    bots: Annotated[
        list[str],
        Parameter(
            help="The bots, separated by commas: random, greedy, novice, casual, skilled, expert, master, "
            'plain:ROUNDS, a bot of an installed package, "cmd:COMMAND" for a program; NAME=BOT gives a bot a name.'
        ),
    ],
    games: Annotated[
        int, Parameter(converter=whole_number(1, MAX_GAMES), help="Number of deals; each is played in every seating.")
    ] = 100,
    seed: Annotated[
        int, Parameter(converter=whole_number(0, MAX_SEED), help="Seed of the deals and of all randomness.")
    ] = 0,
    option: Options = None,
    mode: Annotated[
        str | None,
        Parameter(
            help="table: different bots sit together; duel: one against copies of another; challenge: the first bot "
            "against copies of each other one. [table or duel, whichever fits]"
        ),
    ] = None,
    resume: Annotated[
        str | None, Parameter(help="Store the matches in this file, and play only those that are missing from it.")
    ] = None,
    workers: Annotated[
        int | None, Parameter(converter=whole_number(1, MAX_WORKERS), help="Number of processes. [one per core]")
    ] = None,
    ray: Annotated[str | None, Parameter(help="Play on the Ray cluster at this address.")] = None,
    time_limit: Annotated[float, Parameter(help="Seconds for a decision of a bot that is a program.")] = 10.0,
    as_json: Json = False,
    report: Annotated[str | None, Parameter(help="Write an HTML report to this file.")] = None,
) -> int:
    """Let bots play the same deals from every seat, and print how strong they are, with intervals."""
    if sys.platform == "win32":
        raise HeliodorError("heliodor arena needs Linux or macOS; on Windows, run it in WSL")
    from heliodor.arena.play import Job
    from heliodor.arena.terminal import print_report
    from heliodor.arena.tournament import plan_tournament
    from heliodor.games import get_game

    if not 0 < time_limit < float("inf"):
        raise BadOption(f"--time-limit takes a number of seconds above 0, not {time_limit}")
    options = given_options(get_game(game), players, option)
    job = Job(game, tuple(options.items()), seed, split_bots(bots), time_limit)
    plan = plan_tournament(job, games, _check_mode(mode))
    if report is not None:
        check_writable(report)
    found = _hold(plan, resume, workers, ray)
    if report is not None:
        from heliodor.arena.page import make_page

        Path(report).write_text(make_page(found), encoding="utf-8")
    if as_json:
        import msgspec

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n")
    else:
        print_report(found)
    return A_BOT_FAILED if found.failures else 0


def _check_mode(mode: str | None) -> Mode | None:
    if mode not in (None, "table", "duel", "challenge"):
        raise BadOption(f"--mode takes table, duel or challenge, not {mode!r}")
    return mode  # type: ignore[return-value]


def _hold(plan: Plan, resume: str | None, workers: int | None, ray: str | None) -> Report:
    """Hold the tournament; if it is interrupted, say how to resume it."""
    from heliodor.arena.terminal import LiveStanding
    from heliodor.arena.tournament import hold_tournament

    if resume is None:
        handle, journal = tempfile.mkstemp(prefix="heliodor-arena-", suffix=".jsonl")
        os.close(handle)
    else:
        journal = resume
    with LiveStanding(plan) as standing:
        try:
            found = hold_tournament(
                plan, journal=journal, workers=workers, ray=ray, command=_command_line(), note=standing.note
            )
        except (KeyboardInterrupt, HeliodorError):
            if standing.played:
                standing.say(f"{standing.played} matches are stored; resume with --resume {shlex.quote(journal)}")
            elif resume is None:
                os.remove(journal)
            raise
    if resume is None:
        os.remove(journal)
    return found


def _command_line() -> str:
    return shlex.join(["heliodor", *sys.argv[1:]])
