"""Packages that only some environments need."""

from __future__ import annotations

import importlib
from typing import Any

from heliodor.core.errors import HeliodorError


class MissingExtra(HeliodorError, ImportError):
    """A package is missing that an optional part of Heliodor needs."""


def need(package: str, title: str, command: str = "") -> Any:
    """Import a package; if it is missing, raise MissingExtra with the command that installs it."""
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package.partition(".")[0]:
            raise
        install = command or f"pip install 'heliodor[{package}]'"
        raise MissingExtra(f"this environment needs {title}, which is not installed; {install} installs it") from None
