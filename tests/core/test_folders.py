"""Where Heliodor keeps files on a machine."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from heliodor.core.folders import cache_root, data_folder


@pytest.mark.parametrize(
    ("folder", "variable", "usual"),
    [
        (data_folder, "HELIODOR_DATA_DIR", platformdirs.user_data_path("heliodor", appauthor=False)),
        (cache_root, "HELIODOR_CACHE_DIR", platformdirs.user_cache_path("heliodor", appauthor=False) / "kernels"),
    ],
)
def test_a_folder_is_where_the_user_or_the_system_wants_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: object, variable: str, usual: Path
) -> None:
    assert callable(folder)
    monkeypatch.setenv(variable, str(tmp_path / "mine"))
    assert folder() == tmp_path / "mine"
    monkeypatch.setenv(variable, "~/mine")
    assert folder() == Path.home() / "mine"
    monkeypatch.delenv(variable)
    assert folder() == usual
