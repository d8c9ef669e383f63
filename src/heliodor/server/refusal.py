"""Refused requests: one exception for HTTP and sockets alike."""

from __future__ import annotations

from heliodor.core.errors import IllegalAction
from heliodor.protocol.messages import Reason


class Refusal(Exception):
    """A refused request, with a key for translations and a sentence; nothing has changed."""

    def __init__(self, key: str, text: str, *, rule: str | None = None, status: int = 409, stale: bool = False) -> None:
        super().__init__(text)
        self.reason = Reason(key=key, text=text, rule=rule)
        self.status = status  # For HTTP.
        self.stale = stale  # Whether the sender needs a fresh view.

    @classmethod
    def by_rule(cls, error: IllegalAction) -> Refusal:
        """Return the refusal of an action that the rules forbid."""
        return cls(error.key, error.message, rule=error.rule)


def not_found(what: str) -> Refusal:
    """Refuse something that does not exist or is not for this person: both look the same."""
    return Refusal("not_found", f"there is no such {what}", status=404)


def forbidden(text: str) -> Refusal:
    """Refuse something that this person may not do."""
    return Refusal("forbidden", text, status=403)
