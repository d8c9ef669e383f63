"""The record format `heliodor/1`: check a record, or play a random game and write its record."""

import random
from collections.abc import Callable
from typing import Any

from . import GAMES, NaiveGame
from .shuffles import BadShuffle, Random, Recorded, Refused

FORMAT = "heliodor/1"


class BadRecord(Exception):
    """A record that does not follow the rules or the format."""


def is_whole(value: object) -> bool:
    """Return whether a JSON value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _one_of(*words: str) -> Callable[[object], bool]:
    return lambda value: value in words


# The options of every game, each with a check of its value.
OPTIONS: dict[str, dict[str, Callable[[Any], bool]]] = {
    "nizam": {"solo_hand_limit": lambda value: is_whole(value) and value in (8, 9)},
    "pearl": {"stall_limit": lambda value: is_whole(value) and value >= 1},
    "gnomes": {
        "deck": _one_of("three_shapes", "six_shapes"),
        "quick_start": lambda value: isinstance(value, bool),
        "last_round": _one_of("finish", "full"),
    },
    "luz": {"bead_supply": _one_of("unlimited", "box")},
}

# The versions of every game, with the defaults that only that version has.
VERSIONS: dict[str, dict[int, dict[str, Any]]] = {
    "nizam": {1: {}},
    "pearl": {1: {}},
    "gnomes": {1: {"last_round": "finish"}, 2: {}},  # S9
    "luz": {1: {}},
}


def verify(record: dict[str, Any]) -> None:
    """Raise `BadRecord` unless the record is a valid one, finished or not."""
    _check_form(record)
    source = Recorded(record["shuffles"])
    try:
        game = _replay(record, source)
    except BadShuffle as error:
        raise BadRecord(str(error)) from error
    if source.coming:
        raise BadRecord(f"{len(source.coming)} of the shuffles never happened: too many")
    _check_result(record, game)


def random_record(
    game: str,
    options: dict[str, Any],
    rng: random.Random,
    unfinished_at: int | None = None,
    hoard: float = 0.0,
    version: int | None = None,
) -> dict[str, Any]:
    """Play random legal actions to the end, or up to `unfinished_at` actions.

    Shifts that differ in their payment only are one choice; the payment is a second one. `hoard` is
    the chance to draw whenever drawing is possible, which gives Nizam and Pearl large hands. Without
    `version` it is the newest one.
    """
    version = version or max(VERSIONS[game])
    source = Random(rng)
    first = rng.randrange(options["players"])
    played = GAMES[game](VERSIONS[game][version] | options, first, source)
    actions: list[str] = []
    while not played.is_over() and len(actions) != unfinished_at:
        actions.append(_choose(played.legal(), rng, hoard))
        played.act(actions[-1])
    record = {
        "format": FORMAT,
        "game": game,
        "options": dict(options),
        "first": first,
        "shuffles": source.used,
        "actions": actions,
    }
    if version != 1:
        record["version"] = version
    if played.is_over():
        record["result"] = {"scores": played.scores(), "winners": played.winners()}
    return record


def _choose(legal: list[str], rng: random.Random, hoard: float) -> str:
    if "draw" in legal and rng.random() < hoard:
        return "draw"
    chosen = rng.choice(sorted({text.partition(":")[0] for text in legal}))
    return rng.choice([text for text in legal if text.partition(":")[0] == chosen])


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise BadRecord(message)


def _check_form(record: object) -> None:
    """Check everything that can be checked without playing."""
    if not isinstance(record, dict):
        raise BadRecord("a record is an object")
    _require(record.get("format") == FORMAT, f"the format is not {FORMAT}")
    game = record.get("game")
    if not isinstance(game, str) or game not in GAMES:
        raise BadRecord(f"unknown game {game!r}")
    version = record.get("version", 1)
    _require(is_whole(version), f"version is not a whole number: {version!r}")
    _require(version in VERSIONS[game], f"{game} has no version {version}")
    _check_options(game, record.get("options"))
    players = record["options"]["players"]
    first = record.get("first")
    _require(is_whole(first) and first in range(players), f"first is not a seat: {first!r}")
    if "names" in record:
        names = record["names"]
        _require(_is_list_of_texts(names) and len(names) == players, "names: one for each seat")
    shuffles = record.get("shuffles")
    _require(
        isinstance(shuffles, list) and all(_is_list_of_texts(shuffle) for shuffle in shuffles),
        "shuffles is not a list of lists of card codes",
    )
    _require(_is_list_of_texts(record.get("actions")), "actions is not a list of texts")


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _check_options(game: str, options: object) -> None:
    if not isinstance(options, dict):
        raise BadRecord("options is not an object")
    players = options.get("players")
    _require(
        is_whole(players) and players in GAMES[game].PLAYERS,
        f"{game} is not for {players!r} players",
    )
    for name, value in options.items():
        if name == "players":
            continue
        _require(name in OPTIONS[game], f"unknown option {name!r}")
        _require(OPTIONS[game][name](value), f"unknown value {value!r} of option {name}")


def _replay(record: dict[str, Any], source: Recorded) -> NaiveGame:
    defaults = VERSIONS[record["game"]][record.get("version", 1)]
    game = GAMES[record["game"]](defaults | record["options"], record["first"], source)
    for number, text in enumerate(record["actions"], 1):
        _require(not game.is_over(), f"action {number} ({text}) comes after the end")
        try:
            game.act(text)
        except Refused as error:
            raise BadRecord(f"action {number} ({text}): {error}") from error
    return game


def _check_result(record: dict[str, Any], game: NaiveGame) -> None:
    if not game.is_over():
        _require("result" not in record, "there is a result, but the game is not over")
        return
    _require("result" in record, "the game is over, but there is no result")
    result = record["result"]
    if not isinstance(result, dict):
        raise BadRecord("the result is not an object")
    for field, value in (("scores", game.scores()), ("winners", game.winners())):
        claimed = result.get(field)
        _require(_are_whole(claimed) and claimed == value, f"wrong {field}: {claimed!r}, not {value!r}")


def _are_whole(value: object) -> bool:
    """Return whether a value is a whole number or a list of whole numbers."""
    if isinstance(value, list):
        return all(_are_whole(item) for item in value)
    return is_whole(value)
