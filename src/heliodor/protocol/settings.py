"""The set-up of a table: the host's settings, seats and clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from heliodor.core.errors import BadOption
from heliodor.languages import LANGUAGES

if TYPE_CHECKING:  # Otherwise a client would load the compiler.
    from heliodor.core.contract import Game, Option, OptionValue

MAX_SEATS = 6
DEFAULT_LEVEL = "casual"

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=200)]  # A refusal says which names are allowed.
Token = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Seed = Annotated[str, Meta(min_length=2, max_length=128, pattern=r"^([0-9a-f]{2})+$")]
Commitment = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Pin = Annotated[str, Meta(min_length=1, max_length=12)]
# Not every game has all levels. After the colon stands the character of a bot.
Level = Literal[
    "random",
    "plain",
    "greedy",
    "novice",
    "casual",
    "casual:bold",
    "casual:careful",
    "casual:mean",
    "skilled",
    "skilled:bold",
    "skilled:careful",
    "skilled:mean",
    "expert",
    "master",
]
if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[tuple(LANGUAGES)]
Values = Annotated[dict[str, bool | int | str], Meta(max_length=16)]


class Clock(msgspec.Struct, kw_only=True, frozen=True):
    """The time limit."""

    kind: Literal["none", "turn", "bank", "days"] = "none"  # "bank": for the whole match, with an increment.
    seconds: Annotated[int, Meta(ge=0, le=86_400)] = 0  # "turn": for each turn; "bank": for the match.
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0  # "bank": seconds added for each turn.
    days: Annotated[int, Meta(ge=0, le=30)] = 0  # "days": for each turn.


class TableSettings(msgspec.Struct, kw_only=True, frozen=True):
    """The host's settings besides the game's own options.

    By default hints are open where one person plays against bots, and never given among several people. Where the
    game has an aid and it is off, there are no hints.
    """

    public: bool = False  # In the list of tables; otherwise by link only.
    clock: Clock = Clock()
    spectators: bool = True  # Whether the watch link works, and the table can be watched if it is public.
    talk: Literal["free", "phrases"] = "free"
    hints: Literal["never", "open"] | None = None  # "open": shown in the log, not rated. Null: "open" for one person.
    coach: bool = False  # Whether the coach asks before a mistake is played; only for one person against bots.
    ready: bool = False  # Whether a match that a bot begins starts paused: bots wait until the players resume it.
    cover: bool = True  # Whether a bot plays on when somebody's time is up; otherwise the table waits.
    game: Values = {}  # Settings that only this game has (`GameInfo.settings`); missing ones have their defaults.


class WantedClock(Clock, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A clock in a request; in an answer, an unknown field comes from a newer server."""


class WantedSettings(TableSettings, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Settings in a request; in an answer, an unknown field comes from a newer server."""

    clock: WantedClock = WantedClock()


def stored_settings(settings: TableSettings) -> str:
    """Return settings in their stored form: those of the game stand beside the others."""
    fields = msgspec.to_builtins(settings)
    return msgspec.json.encode(fields.pop("game") | fields).decode()


def with_coach(stored: str, is_on: bool) -> str:
    """Return stored settings with the coach switched on or off; what only a newer process knows stays as it is."""
    return msgspec.json.encode({**msgspec.json.decode(stored), "coach": is_on}).decode()


def read_settings(stored: str, game: Game) -> TableSettings:
    """Return settings from their stored form; unknown ones are dropped, missing ones get their defaults."""
    found = msgspec.json.decode(stored)
    fields = _known(found, TableSettings)
    fields["clock"] = _known(fields.get("clock", {}), Clock)
    fields["game"] = {setting.name: _value_of(setting, found) for setting in game.table_settings}
    return msgspec.convert(fields, TableSettings)


def _value_of(setting: Option, found: dict[str, Any]) -> OptionValue:
    try:
        return setting.check(found[setting.name])
    except (KeyError, BadOption):
        return setting.default


def _known(fields: dict[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name in kind.__struct_fields__}


class SeatPlan(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The occupant of a seat at a new table."""

    kind: Literal["me", "open", "bot", "device"]  # "device": another person at the host's device.
    name: Name | None = None  # "device": the person's name.
    level: Level = "casual"  # Of the bot; for people, of the bot that would cover for them.
    pin: Pin | None = None  # "me" and "device": required before the seat's cards are shown.
