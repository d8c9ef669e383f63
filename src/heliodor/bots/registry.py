"""Bots by name: Heliodor's own, those of installed packages, and programs that speak the line protocol."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from heliodor.bots.brain_bots import (
    EXPERT,
    MASTER,
    GreedyBot,
    PlainSearchBot,
    SearchBot,
    brain_of,
    leaning_of,
    strength_of,
    trained_bot,
)
from heliodor.bots.characters import CHARACTER_LEVELS, CHARACTERS, split_name
from heliodor.bots.contract import Bot
from heliodor.bots.external import DEFAULT_TIME_LIMIT, LineBot
from heliodor.bots.random_bot import RandomBot
from heliodor.bots.search import SearchKernels
from heliodor.bots.strength import Strength
from heliodor.core.contract import Game
from heliodor.core.errors import BadOption, HeliodorError
from heliodor.games import get_game

LEVELS = ("novice", "casual", "skilled", EXPERT, MASTER)
SLOW_LEVELS = (MASTER,)  # Their decisions take up to 1.5 s CPU time.
BOT_NAMES = ("random", "greedy", *LEVELS)
CHARACTER_NAMES = tuple(f"{level}:{character}" for level in CHARACTER_LEVELS for character in CHARACTERS)
PLAIN_ROUNDS = 400  # Rounds of the bot called plain, without a number.
PLAIN_NAMES = ("random", "plain")  # Bots that need no brain, so they play every game.
ENTRY_POINTS = "heliodor.bots"  # Entry point group through which a package offers bots.
TRAINED = "trained:"  # "trained:weights.json": plays like expert, by the weights of a file.
COMMAND = "cmd:"  # "cmd:python3 my_bot.py": a program that speaks the line protocol.
NO_BRAIN = ModuleType("no_brain")  # The plain search does not use a brain.


def get_bot(name: str, game: Game, time_limit: float = DEFAULT_TIME_LIMIT) -> Bot:
    """Return the bot of this name, with its code compiled or loaded.

    A name is one of BOT_NAMES, a level with a character (`casual:bold`), `plain` or `plain:ROUNDS` (the search without
    knowledge), `trained:FILE` (expert with the weights of a file), `cmd:COMMAND` (a program, which has `time_limit`
    seconds for a decision) or the name of an entry point. `NAME:ARGUMENT` gives the bot of an entry point an argument.
    Raises BadOption if there is none.
    """
    check_bot(name, game)
    if name == "random":
        return RandomBot(game)
    if name == "greedy" or split_name(name)[0] in LEVELS:
        return _brain_bot(name, game)
    if name.startswith(TRAINED):
        return trained_bot(game, _loaded_kernels(game), name, Path(name.removeprefix(TRAINED)))
    if name.startswith(COMMAND):
        return LineBot(game, name.removeprefix(COMMAND), time_limit)
    if rounds := _plain_rounds(name):
        return _plain_bot(name, rounds, game)
    installed, _, argument = name.partition(":")
    return _bot_from_package(installed_bots()[installed], game, argument)


def check_bot(name: str, game: Game) -> None:
    """Raise BadOption if the game has no bot of this name. Nothing is compiled, loaded or started."""
    level, character = split_name(name)
    if name == "greedy" or level in LEVELS or name.startswith(TRAINED):
        if not has_brain(game):
            raise BadOption(f"{game.title} has no {name} bot yet; random, plain and cmd:COMMAND play every game")
        if character and character not in characters_of(game):
            raise BadOption(f"the bots of {game.title} have no characters, so there is no {name}")
        return
    if name.partition(":")[0] in LEVELS:
        raise BadOption(f"there is no bot {name!r}; bots with a character are {', '.join(CHARACTER_NAMES)}")
    if name == "random" or name.startswith(COMMAND) or _plain_rounds(name) or _is_installed(name):
        return
    known = ", ".join([*BOT_NAMES, "casual:bold", *installed_bots(), "plain", "plain:ROUNDS"])
    raise BadOption(f"there is no bot {name!r}; the bots are {known} and cmd:COMMAND")


def _plain_rounds(name: str) -> int:
    """Return the rounds of `plain` or `plain:ROUNDS`, or 0 if it is another name."""
    if name == "plain":
        return PLAIN_ROUNDS
    kind, _, rounds = name.partition(":")
    return int(rounds) if kind == "plain" and rounds.isdecimal() else 0


def _is_installed(name: str) -> bool:
    return name.partition(":")[0] in installed_bots()


def installed_bots() -> dict[str, EntryPoint]:
    """Return the bots that installed packages offer, except those with a name that Heliodor uses itself."""
    taken = (*BOT_NAMES, *PLAIN_NAMES)  # A name ends before its first colon, so `casual:…` is taken, too.
    return {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in taken}


def has_brain(game: Game) -> bool:
    """Return whether the game has a brain."""
    return bool(game.brain)


def levels_of(game: Game) -> tuple[str, ...]:
    """Return the bots that play a game, the weakest first."""
    return BOT_NAMES if has_brain(game) else PLAIN_NAMES


def characters_of(game: Game) -> tuple[str, ...]:
    """Return the characters that the casual and skilled bots of a game may have; loads the game's brain."""
    return tuple(getattr(brain_of(game), "CHARACTERS", ())) if has_brain(game) else ()


def nearest_level(level: str, game: Game) -> str:
    """Return the level if the game has it, else without its character, else the best bot that plays every game."""
    plain_level, character = split_name(level)
    if plain_level not in levels_of(game):
        return PLAIN_NAMES[-1]
    return level if not character or character in characters_of(game) else plain_level


def search_kernels(game: Game) -> SearchKernels:
    """Return the compiled search of a game, one for all its bots."""
    return _search_kernels(game.id)


@cache
def _search_kernels(game_id: str) -> SearchKernels:
    game = get_game(game_id)
    return SearchKernels(game, brain_of(game) if has_brain(game) else NO_BRAIN)


def _brain_bot(name: str, game: Game) -> Bot:
    kernels = search_kernels(game)
    if name == "greedy":
        _ = kernels.ask  # Loaded now, so that no decision waits for it.
        return GreedyBot(game, kernels)
    level, character = split_name(name)
    leaning = leaning_of(game, character) if character else None
    return SearchBot(game, _loaded_kernels(game), name, strength_of(game, level), leaning=leaning)


def _loaded_kernels(game: Game) -> SearchKernels:
    """Return the search of a game, compiled or loaded, so that no decision waits for it."""
    kernels = search_kernels(game)
    for needed in kernels.names:
        getattr(kernels, needed)
    return kernels


def _plain_bot(name: str, rounds: int, game: Game) -> Bot:
    kernels = SearchKernels(game, NO_BRAIN)
    _ = kernels.plain
    strength = Strength(rounds=rounds, softness=0.0, seconds=60.0, exploration=0.7)
    return PlainSearchBot(game, kernels, name, strength)


def _bot_from_package(point: EntryPoint, game: Game, argument: str) -> Bot:
    try:
        bot: Bot = point.load()(game, argument) if argument else point.load()(game)
    except HeliodorError:
        raise
    except Exception as error:
        raise BadOption(f"bot {point.name} ({point.value}) cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise BadOption(f"bot {point.name} ({point.value}) is not a bot: what its factory returns has no `choose`")
    return bot
