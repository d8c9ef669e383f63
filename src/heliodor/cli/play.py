"""`heliodor play`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import Options, Players, Seed, bot_names, check_writable, given_options, whole_number


def play(
    game: Annotated[str | None, Parameter(help="nizam, pearl, gnomes or luz; without it, you are asked.")] = None,
    /,
    *,
    terminal: Annotated[bool, Parameter(help="Play here in the terminal: for now the only place there is.")] = True,
    players: Players = None,
    seat: Annotated[int, Parameter(converter=whole_number(0), help="Your seat, counted from 0.")] = 0,
    name: Annotated[str, Parameter(help="Your name at the table.")] = "Guest",
    bots: Annotated[
        str,
        Parameter(
            help="Who plays against you, one for all or one for each, with commas: novice, casual, skilled, expert, "
            'greedy, random, a bot of an installed package, "cmd:COMMAND" for a program.'
        ),
    ] = "casual",
    seed: Annotated[Seed, Parameter(help="A number that decides all chance, to play the same deal again.")] = None,
    option: Options = None,
    record: Annotated[str | None, Parameter(help="Add the record of each match to this file.")] = None,
) -> None:
    """Play a game against bots."""
    from rich.console import Console

    from heliodor.games import get_game
    from heliodor.terminal.session import Quit, Session, ask_game, ask_players, default_players

    if record is not None:
        check_writable(record)
    console = Console(highlight=False)
    try:
        found = ask_game(console) if game is None else get_game(game)
        if players is None:
            players = ask_players(console, found) if game is None else default_players(found)
    except Quit:
        console.print("Good-bye!")
        return
    options = given_options(found, players, option)
    Session(console, found, options, seat=seat, seed=seed, name=name, record=record, bots=bot_names(bots)).run()
