"""`heliodor study`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import (
    MAX_SEED,
    GameName,
    Options,
    Players,
    bot_names,
    check_writable,
    counted,
    given_options,
    whole_number,
)
from heliodor.core.errors import BadOption, HeliodorError

if TYPE_CHECKING:
    from heliodor.core.contract import OptionValue

MAX_GAMES = 1_000_000
MAX_WORKERS = 1024


def study(
    game: GameName,
    /,
    *,
    players: Players = None,
    bots: Annotated[
        str, Parameter(help="The bots, one for all seats or one for each, separated by commas.")
    ] = "greedy",
    games: Annotated[int, Parameter(converter=whole_number(2, MAX_GAMES), help="Number of matches.")] = 200,
    seed: Annotated[
        int, Parameter(converter=whole_number(0, MAX_SEED), help="Seed of the deals and of all randomness.")
    ] = 0,
    option: Options = None,
    thinking: Annotated[
        bool, Parameter(negative="--no-thinking", help="Also measure strength against thinking time.")
    ] = True,
    workers: Annotated[
        int | None, Parameter(converter=whole_number(1, MAX_WORKERS), help="Number of processes. [one per core]")
    ] = None,
    ray: Annotated[str | None, Parameter(help="Play on the Ray cluster at this address.")] = None,
    out: Annotated[str, Parameter(help="The page to write; its data is written beside it, as .parquet.")],
) -> None:
    """Play many matches and write a page about the game: fairness, scores, choices, rules, options, thinking time."""
    if sys.platform == "win32":
        raise HeliodorError("heliodor study needs Linux or macOS; on Windows, run it in WSL")
    from rich.console import Console

    from heliodor.cli.progress import bar
    from heliodor.games import get_game
    from heliodor.study.page import make_page
    from heliodor.study.run import hold_study

    page = Path(out)
    if page.suffix != ".html":
        raise BadOption(f"--out takes the name of a page that ends in .html, not {out!r}")
    data = page.with_suffix(".parquet")
    found = get_game(game)
    options = given_options(found, players, option)
    check_writable(out)
    check_writable(str(data))
    with bar(Console(stderr=True), 0, "playing") as advance:
        finished = 0

        def note(done: int, total: int) -> None:
            nonlocal finished
            advance(done - finished, total)
            finished = done

        held = hold_study(
            found,
            options,
            bot_names(bots),
            games,
            seed,
            data,
            workers=workers,
            ray=ray,
            thinking=thinking,
            command=_command(game, options, bots, games, seed, thinking),
            on_progress=note,
        )
    page.write_text(make_page(held, data.name), encoding="utf-8")
    print(f"{out}: a study of {counted(games, 'match', 'matches')}; the data is in {data}")


def _command(game: str, options: Mapping[str, OptionValue], bots: str, games: int, seed: int, thinking: bool) -> str:
    """Return the command that repeats the study; where it was played does not matter, so it is not named."""
    from heliodor.games import get_game
    from heliodor.match import changed_options

    changed = changed_options(get_game(game), options)
    parts = ["heliodor", "study", game, "--players", str(changed.pop("players")), "--bots", bots]
    for name, value in changed.items():
        parts += ["--option", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    parts += ["--games", str(games), "--seed", str(seed), *(() if thinking else ("--no-thinking",))]
    return shlex.join([*parts, "--out", "report.html"])
