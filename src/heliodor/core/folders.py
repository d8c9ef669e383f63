"""Where Heliodor keeps files on this machine."""

from __future__ import annotations

import os
from pathlib import Path

CACHE_VARIABLE = "HELIODOR_CACHE_DIR"


def data_folder() -> Path:
    """Return the folder of the database: HELIODOR_DATA_DIR, else the user's data folder."""
    return _chosen("HELIODOR_DATA_DIR") or _platform("user_data_path")


def cache_root() -> Path:
    """Return the folder of compiled code: HELIODOR_CACHE_DIR, else one in the user's cache folder."""
    return _chosen(CACHE_VARIABLE) or _platform("user_cache_path") / "kernels"


def _chosen(variable: str) -> Path | None:
    chosen = os.environ.get(variable)
    return Path(chosen).expanduser() if chosen else None


def _platform(function: str) -> Path:
    import platformdirs  # Imported here because it is needed only if no folder is set.

    found: Path = getattr(platformdirs, function)("heliodor", appauthor=False)
    return found
