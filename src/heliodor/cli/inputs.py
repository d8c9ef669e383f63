"""Command-line values: numbers, options of a game, and the messages for wrong ones."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from heliodor.core.errors import BadOption, HeliodorError
from heliodor.core.words import joined
from heliodor.games import GAME_IDS

if TYPE_CHECKING:
    from cyclopts import Token

    from heliodor.core.contract import Game, OptionValue

MAX_DIGITS = 19  # Of a number that fits into 64 bits; longer ones are refused without parsing.
BALANCED = re.compile(r"""(?:[^'"]|'[^']*'|"[^"]*")*""")
BETWEEN_COMMAS = re.compile(r"""(?:[^,'"]|'[^']*'|"[^"]*")+""")
NAMED_BOT = re.compile(r"(?P<name>[^\s:=]+)=(?P<known_as>.+)")


def whole_number(at_least: int | None = None, at_most: int | None = None) -> Callable[[type, Sequence[Token]], int]:
    """Return a converter from one token to a number, optionally within a range."""

    def convert(_type: type, tokens: Sequence[Token]) -> int:
        token = tokens[0]
        text = token.value
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS:
            number = int(text)
            if (at_least is None or number >= at_least) and (at_most is None or number <= at_most):
                return number
        allowed = "" if at_least is None else f" from {at_least} to {at_most}" if at_most else f" from {at_least} on"
        raise BadOption(f"{token.keyword or 'this'} takes a whole number{allowed}, not {shortened(text)!r}")

    return convert


def seconds(above: float | None = None, at_most: float = 60.0) -> Callable[[type, Sequence[Token]], float]:
    """Return a converter of one token into seconds; without `above`, they may be 0."""

    def convert(_type: type, tokens: Sequence[Token]) -> float:
        token = tokens[0]
        with contextlib.suppress(ValueError):
            number = float(token.value)
            if number <= at_most and (number >= 0 if above is None else number > above):
                return number
        allowed = "from 0" if above is None else f"above {above:g},"
        raise BadOption(
            f"{token.keyword or 'this'} takes seconds {allowed} up to {at_most:g}, not {shortened(token.value)!r}"
        )

    return convert


MAX_SEED = 2**63 - 1  # As in heliodor.match, which loads the compiler.

GAMES_IN_WORDS = f"{joined(GAME_IDS, 'or')}, or a game of an installed package"
GameName = Annotated[str, Parameter(help=f"{GAMES_IN_WORDS}.")]
Players = Annotated[
    int | None, Parameter(converter=whole_number(), help="Number of players; each game has its own limits.")
]
Seed = Annotated[int | None, Parameter(converter=whole_number(0, MAX_SEED))]
Options = Annotated[
    list[str] | None,
    Parameter(name="--option", help="An option of the game as name=value; may be given several times."),
]
File = Annotated[str, Parameter(allow_leading_hyphen=True, help="A file of records; - is standard input.")]
Json = Annotated[bool, Parameter(name="--json", help="Print JSON.")]


def given_options(game: Game, players: int | None, options: Sequence[str] | None) -> dict[str, OptionValue]:
    """Return the options given on the command line, checked, with the defaults filled in."""
    if players is None:
        raise BadOption(f"--players is missing; {game.title} takes {game.min_players} to {game.max_players} players")
    given: dict[str, Any] = {"players": players}
    known = {option.name: option for option in game.options}
    for text in options or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"--option takes name=value, not {shortened(text)!r}")
        if name == "players":
            raise BadOption("the number of players is given with --players, not with --option")
        if name in given:
            raise BadOption(f"option {name} is given twice")
        # An unknown name is refused below, with the known names.
        given[name] = known[name].parse(value) if name in known else value
    return game.check_options(given)


def given_settings(game: Game, settings: Sequence[str] | None) -> dict[str, OptionValue]:
    """Return the display settings given on the command line, checked, with the defaults filled in."""
    pairs = [text.partition("=") for text in settings or ()]
    if unclear := [name for name, equals, _value in pairs if not equals]:
        raise BadOption(f"--setting takes name=value, not {shortened(unclear[0])!r}")
    return game.check_display({name: value for name, _equals, value in pairs})


def split_bots(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the bots of comma-separated lists: for each, its display name and its name in the registry.

    A comma within quotes belongs to the quoted command.
    """
    found = []
    for text in texts:
        if not BALANCED.fullmatch(text):
            raise BadOption(f"--bots cannot be read: a quotation mark is left open in {text!r}")
        for part in BETWEEN_COMMAS.findall(text):
            if bot := part.strip():
                named = NAMED_BOT.fullmatch(bot)
                found.append((named["name"], named["known_as"]) if named else (bot, bot))
    return tuple(found)


def bot_names(text: str) -> tuple[str, ...]:
    """Return the bots of one comma-separated list by their registry names; an empty list gives one empty name."""
    return tuple(known_as for _name, known_as in split_bots([text])) or ("",)


def check_writable(path: str) -> None:
    """Refuse a file that cannot be appended to, before any work is done for it."""
    try:
        with open(path, "ab"):
            pass
    except OSError as error:
        raise HeliodorError(f"cannot write {path}: {error.strerror}") from None


def shortened(text: str, length: int = 60) -> str:
    """Return a text cut to a length that still fits into a sentence."""
    return text if len(text) <= length else text[: length - 1] + "…"


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return "1 player" or "2 players"."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
