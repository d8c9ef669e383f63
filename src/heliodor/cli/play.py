"""`heliodor play`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import (
    GAMES_IN_WORDS,
    Options,
    Players,
    Seed,
    bot_names,
    check_writable,
    given_options,
    given_settings,
    whole_number,
)
from heliodor.cli.settings import PLAY_SETTINGS, ConfigFile, Sources

DEFAULT_PORT = 8000

SOURCES = Sources("play", only=PLAY_SETTINGS)


def play(
    game: Annotated[
        str | None, Parameter(help=f"{GAMES_IN_WORDS}; without it, choose on the page or in the terminal.")
    ] = None,
    /,
    *,
    terminal: Annotated[bool, Parameter(help="Play here in the terminal instead of the browser.")] = False,
    players: Players = None,
    seat: Annotated[
        int | None, Parameter(converter=whole_number(0), help="Your seat in the terminal, counted from 0. [0]")
    ] = None,
    name: Annotated[str | None, Parameter(help="Your name in the terminal. [Guest]")] = None,
    bots: Annotated[
        str | None,
        Parameter(
            help="Your opponents in the terminal, one for all or one for each, separated by commas: novice, casual, "
            'skilled, expert, master, greedy, random, plain, a bot of a package, "cmd:COMMAND" for a program. [casual]'
        ),
    ] = None,
    coach: Annotated[
        bool, Parameter(help="In the terminal: a coach asks before you play a decision that gives away a lot.")
    ] = False,
    seed: Annotated[Seed, Parameter(help="Seed of all randomness; the same seed gives the same deal.")] = None,
    option: Options = None,
    setting: Annotated[
        list[str] | None,
        Parameter(help="What the table in the terminal shows, as name=value; the rules of a game name its settings."),
    ] = None,
    record: Annotated[str | None, Parameter(help="Append the record of each match to this file.")] = None,
    port: Annotated[
        int | None,
        Parameter(converter=whole_number(1, 65535), help="Port of the page. [8000, or the next free]"),
    ] = None,
    lan: Annotated[
        bool, Parameter(help="Let phones and computers in the house join: serve the page to the local network.")
    ] = False,
    no_browser: Annotated[bool, Parameter(help="Serve the page, but do not open it.")] = False,
    config: ConfigFile = None,
) -> None:
    """Play in the browser, alone or with others; or against bots here with --terminal."""
    if terminal:
        _play_here(game, players, seat or 0, name or "Guest", bots, coach, seed, option, setting, record)
    else:
        _check_unused(
            players=players,
            seat=seat,
            name=name,
            bots=bots,
            coach=coach or None,
            seed=seed,
            option=option,
            setting=setting,
            record=record,
        )
        _play_in_browser(game, port, lan=lan, open_browser=not no_browser)


def _check_unused(**given: object) -> None:
    from heliodor.core.errors import BadOption

    for name, value in given.items():
        if value is not None:
            raise BadOption(f"--{name} is for the game in the terminal: add --terminal")


def _play_in_browser(game: str | None, port: int | None, *, lan: bool, open_browser: bool) -> None:
    import webbrowser

    from heliodor.core.errors import HeliodorError
    from heliodor.games import get_game
    from heliodor.server import run
    from heliodor.server.config import Config
    from heliodor.store import default_url, running_server

    page = f"#game={get_game(game).id}" if game else ""
    if running := running_server(default_url()):
        print(f"Heliodor is already running at {running}")
        if open_browser:
            webbrowser.open(running + page)
        return
    listen, seen_at = "127.0.0.1", "127.0.0.1"
    if lan:
        # Open the page at the address that others use, so its links and QR codes work for them.
        listen, found = "0.0.0.0", run.lan_address()
        if found is None:
            raise HeliodorError("this machine is not on a network that others could join; leave out --lan to play here")
        seen_at = found
    port = port or run.free_port(listen, DEFAULT_PORT)
    address = run.address_at(seen_at, port)
    print(f"Heliodor is at {address} (Ctrl+C stops it)")
    if open_browser:
        run.open_browser_soon(address + page)
    run.serve(Config(database=default_url(), log_level="warning", preload=True), listen, port)


def _play_here(
    game: str | None,
    players: int | None,
    seat: int,
    name: str,
    bots: str | None,
    coach: bool,
    seed: int | None,
    option: list[str] | None,
    setting: list[str] | None,
    record: str | None,
) -> None:
    from rich.console import Console

    from heliodor.bots import nearest_level
    from heliodor.games import get_game
    from heliodor.terminal.bots import DEFAULT_BOT
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
    opponents = bot_names(bots or nearest_level(DEFAULT_BOT, found))
    display = given_settings(found, setting)
    Session(
        console,
        found,
        options,
        seat=seat,
        seed=seed,
        name=name,
        record=record,
        bots=opponents,
        display=display,
        coach=coach,
    ).run()
