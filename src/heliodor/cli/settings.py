"""Settings by flag, environment and file alike.

`--bot-pace` is also the variable HELIODOR_BOT_PACE, and the key `bot_pace` in the table of its command in a TOML file.
A flag overrides the environment, which overrides the file, which overrides the default.
"""

from __future__ import annotations

import difflib
import json
import os
import sys
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_origin

from cyclopts import Parameter, Token

from heliodor.cli.secrets import check_private, has_secret, masked
from heliodor.core.errors import BadOption, HeliodorError
from heliodor.core.words import joined

if TYPE_CHECKING:
    from cyclopts import App, ArgumentCollection
    from cyclopts.argument import Argument

PREFIX = "HELIODOR_"
PLAY_SETTINGS = ("port", "lan", "no_browser")
TABLES = ("serve", "play")
NOT_IN_FILE = ("config", "print_settings")
SECRET = ("database", "bus")  # URLs that may contain a password.
# Variables that are not settings of `serve`: for folders, errors, worker processes, builds, tests and `play`.
OTHER_VARIABLES = frozenset(
    PREFIX + name
    for name in (
        *("CACHE_DIR", "CHROMIUM", "COMPILED", "CONFIG", "DATA_DIR", "NATIVE", "PAGE_PICTURES", "PG_BIN", "RUN_DIR"),
        *("SERVER", "SKIP_WEB", "TEST_PG", "TEST_SCALE", "TRACEBACK", "UPDATE_GOLDEN"),
        *(key.upper() for key in PLAY_SETTINGS),
    )
)

ConfigFile = Annotated[
    str | None,
    Parameter(name="--config", help="A TOML file with settings in the table of this command. [none]"),
]
PrintSettings = Annotated[
    bool, Parameter(help="Print every setting and where it comes from, as a TOML file without passwords; then exit.")
]


class Setting(NamedTuple):
    """A setting of a command, for tables in the docs."""

    flag: str
    variable: str
    key: str
    default: str  # As in a TOML file; empty if there is none.
    help: str


class Sources:
    """Fills in the settings of one command from environment and file; cyclopts calls it after parsing the flags."""

    def __init__(self, table: str, only: Collection[str] | None = None, *, is_part: bool = False) -> None:
        self._table = table  # In a file: the name of the command, or of the one whose settings are shared.
        self._only = only  # Keys that are settings; None: all of them.
        self._is_part = is_part  # Whether the table has other keys, for other commands.
        self._settings: dict[str, Argument] = {}  # Key -> the parser's argument, of the last command line.

    def __call__(self, _app: App, _commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
        """Add tokens to the arguments without a flag."""
        named = {_key_of(argument): argument for argument in arguments}
        self._settings = {key: named[key] for key in named if self._is_setting(key)}
        if self._only is None:
            _warn_of_unknown_variables({*map(_variable_of, self._settings)})
        for key, argument in self._settings.items():
            variable = _variable_of(key)
            if not argument.tokens and (value := os.environ.get(variable)):  # An empty variable counts as none.
                _fill(argument, value.split() if _is_list(argument) else [value], variable)
        if file := _file_named(named["config"]):
            for key, value in _read_table(file, self._table, self._settings, self._is_part).items():
                argument = self._settings[key]
                texts = _texts(argument, value, key, file)
                if key in SECRET and has_secret(str(value)):
                    check_private(file)
                if not argument.tokens:
                    _fill(argument, texts, f"{key} in {file}")
        for key in SECRET:
            if key in self._settings:
                _refuse_secret_flags(key, self._settings[key])

    def _is_setting(self, key: str) -> bool:
        return key not in NOT_IN_FILE and (self._only is None or key in self._only)

    def as_toml(self, defaults: Mapping[str, object]) -> str:
        """Return all settings of the last command line as a file, each with its source.

        `defaults` has the values that the command works out for settings that are None.
        """
        rows = []
        for key, argument in self._settings.items():
            value = argument.value if argument.tokens else defaults.get(key, argument.field_info.default)
            written = _as_toml(masked(value) if key in SECRET and isinstance(value, str) else value)
            rows.append((f"{key} = {written}" if written else f"# {key} =", _source_of(argument)))
        width = max(len(left) for left, _source in rows)
        lines = [f"{left.ljust(width)}  # {source}" for left, source in rows]
        return "\n".join([f"[{self._table}]", *lines, ""])

    def described(self, arguments: Iterable[Argument]) -> Iterator[Setting]:
        """Yield the settings of a command, given all arguments of its parser."""
        for argument in arguments:
            key = _key_of(argument)
            if self._is_setting(key):
                default = _as_toml(argument.field_info.default)
                yield Setting(argument.name, _variable_of(key), key, default, argument.parameter.help or "")


def _key_of(argument: Argument) -> str:
    return argument.name.lstrip("-").replace("-", "_").lower()


def _variable_of(key: str) -> str:
    return PREFIX + key.upper()


def _source_of(argument: Argument) -> str:
    if not argument.tokens:
        return "default"
    return str(argument.tokens[0].keyword).partition(" in ")[2] or str(argument.tokens[0].keyword)


def _fill(argument: Argument, values: list[str], keyword: str) -> None:
    for index, value in enumerate(values):
        argument.append(Token(keyword=keyword, value=value, index=index))


def _warn_of_unknown_variables(known: Collection[str]) -> None:
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in known and name not in OTHER_VARIABLES:
            print(f"heliodor: warning: {name} is not a setting{_nearest(name, known)}", file=sys.stderr)


def _nearest(name: str, known: Iterable[str]) -> str:
    found = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean {found[0]}?" if found else ""


def _refuse_secret_flags(key: str, argument: Argument) -> None:
    for token in argument.tokens:
        if token.source == "cli" and has_secret(token.value):
            others = ", or leave it out for PGPASSWORD, ~/.pgpass or --database-password-file"
            raise BadOption(
                f"every user of this machine can read a password in {token.keyword}: give the URL as "
                f"{_variable_of(key)} or in a --config file{others if key == 'database' else ''}"
            )


# --- Files ------------------------------------------------------------------------------------------------------


def _file_named(argument: Argument) -> Path | None:
    named = argument.tokens[0].value if argument.tokens else os.environ.get(PREFIX + "CONFIG")
    return Path(named).expanduser() if named else None


def _read_table(file: Path, table: str, known: Collection[str], is_part: bool) -> dict[str, Any]:
    """Return the settings in a table of a file by key; refuse unknown tables and, unless `is_part`, unknown keys."""
    content = _read(file)
    for name, value in content.items():
        if not isinstance(value, dict):
            raise BadOption(f"{name} in {file} is not in a table; put it below a line [{table}]")
        if name not in TABLES:
            tables = joined([f"[{each}]" for each in TABLES])
            raise BadOption(f"{file} has a table [{name}]; the tables are {tables}")
    found: dict[str, Any] = {}
    for written, value in content.get(table, {}).items():
        key = written.replace("-", "_")
        if key not in known:
            if is_part:
                continue
            raise BadOption(f"{written} in {file} is not a setting of [{table}]{_nearest(key, known)}")
        if key in found:
            raise BadOption(f"{key} is twice in {file}")
        found[key] = value
    return found


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise HeliodorError(f"cannot read the settings in {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise HeliodorError(f"{file} is not a TOML file: it is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        raise HeliodorError(f"{file} is not a TOML file: {message[:1].lower()}{message[1:]}") from None


def _is_list(argument: Argument) -> bool:
    return get_origin(argument.resolved_hint) is list


def _texts(argument: Argument, value: object, key: str, file: Path) -> list[str]:
    """Return a value of a file as flags would give it, one text or several; refuse a value of another type."""
    hint = argument.resolved_hint
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if hint is bool:
        wanted, fits = "true or false", isinstance(value, bool)
    elif hint is int:
        wanted, fits = "a whole number", is_number and isinstance(value, int)
    elif hint is float:
        wanted, fits = "a number", is_number
    elif _is_list(argument):
        wanted = "a list of texts in quotation marks"
        fits = isinstance(value, list) and all(isinstance(each, str) for each in value)
    else:
        wanted, fits = "a text in quotation marks", isinstance(value, str)
    if not fits:
        raise BadOption(f"{key} in {file} takes {wanted}, not {_as_toml(value) or value}")
    return (
        [str(each) for each in value]
        if isinstance(value, list)
        else [str(value).lower() if hint is bool else str(value)]
    )


def _as_toml(value: object) -> str:
    """Return a value as it is written in a file; nothing for None and other values that a file cannot hold."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_as_toml, value))}]"
    if value is None or isinstance(value, dict):
        return ""
    return json.dumps(str(value), ensure_ascii=False)
