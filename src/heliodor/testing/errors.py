"""Errors as values, for checks of what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Error = TypeVar("Error", bound=Exception)


def error_of(kind: type[Error], function: Callable[..., Any], *arguments: Any) -> Error | None:
    """Call a function; return the error of this kind that it raises, or None if it raises none."""
    try:
        function(*arguments)
    except kind as error:
        return error
    return None
