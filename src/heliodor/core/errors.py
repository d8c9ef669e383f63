"""Typed exceptions: each message is one sentence for the person who caused it."""


class HeliodorError(Exception):
    """Base of everything Heliodor raises on purpose; `str(error)` can be shown to a user."""


class UnknownGame(HeliodorError):
    """No game has this id."""


class BadOption(HeliodorError):
    """An option, or its value, or the number of players, is not one the game has."""


class BadAction(HeliodorError):
    """An action that is not played; the state is unchanged."""


class BadNotation(BadAction):
    """A text that is not an action of the game."""


class IllegalAction(BadAction):
    """An action that the rules do not allow here and now."""

    def __init__(self, rule: str, key: str, message: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule  # Number of the rule that forbids it, as in docs/rules: "N8".
        self.key = key  # Stable name of the reason, for translations: "no_matching_card".
        self.message = message  # The reason in English, without the number.


class TurnOver(BadAction):
    """An action in one seat's list of actions that comes after another seat's turn has begun."""


class BadRecord(HeliodorError):
    """A record that does not follow the format or the rules."""

    def __init__(
        self, message: str, *, line: int | None = None, ply: int | None = None, rule: str | None = None
    ) -> None:
        self.message = message
        self.line = line  # Line of the file, counted from 1.
        self.ply = ply  # Index of the offending action, counted from 0.
        self.rule = rule
        super().__init__(message)

    def __str__(self) -> str:
        where = [f"line {self.line}"] if self.line is not None else []
        where += [f"ply {self.ply}"] if self.ply is not None else []
        where += [f"rule {self.rule}"] if self.rule is not None else []
        return f"{', '.join(where)}: {self.message}" if where else self.message


class NotCompiled(HeliodorError):
    """A compiled function is not on disk, and must not be compiled here."""


class DamagedCache(HeliodorError):
    """Compiled code cannot be stored on disk."""
