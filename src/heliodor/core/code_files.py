"""Machine code on disk: one file for each entrance.

A file is found by its path, so there is no index that could go stale. The folder is named by the owner, by a hash of
all sources that the code was compiled from, and by the processor it is for; the file by the function. It holds plain
bytes: a checksum, two lines with the names of symbols, and an object file as a compiler writes it. Nothing in it is
unpickled.

Files are looked for in the user's cache, and in the package: a wheel may bring code for a *baseline*, a set of
features that most processors have. It works with every version of Python and NumPy that Heliodor supports.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

try:
    import fcntl
except ImportError:  # Windows: there two processes may compile the same.
    fcntl = None  # type: ignore[assignment]

from heliodor.core.errors import DamagedCache, NotCompiled
from heliodor.core.folders import cache_root

SHIPPED = Path(__file__).parent.parent / "compiled"  # In a wheel for one platform; elsewhere it is missing.
# What the code may use, in LLVM's words, beside what every 64-bit x86 processor has. The fastest comes first.
V2 = frozenset(("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"))
V3 = V2 | {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}
BASELINES = {"x86-64-v3": V3, "x86-64-v2": V2}

NATIVE = "HELIODOR_NATIVE"  # If it is set, code of the package is not used: every processor gets its own.

OLD_CACHES_KEPT_DAYS = 14
CHECKSUM_BYTES = 32  # SHA-256.


class Code(NamedTuple):
    """The machine code of an entrance."""

    wrapper: str  # Symbol of the function that Python calls.
    environment: str  # Symbol of the variable that Numba expects to be set.
    object_file: bytes


class Shelf(NamedTuple):
    """Where the code of some sources is kept."""

    owner: str
    stamp: str  # Of the sources.
    processor: str

    @property
    def folder(self) -> Path:
        """The folder in the user's cache."""
        return cache_root() / self._name(self.processor)

    def find(self, name: str, features: frozenset[str]) -> tuple[Path, Code] | None:
        """Return the best code with this name for a processor with these features, and its file; None if there is none.

        Code for this very processor comes first, then that of the package for the highest baseline.
        """
        with contextlib.suppress(OSError):
            os.utime(self.folder)  # Marks it as used, see `forget_old_caches`.
        baselines = [] if os.environ.get(NATIVE) else [each for each, needs in BASELINES.items() if needs <= features]
        for folder in (self.folder, *(SHIPPED / self._name(baseline) for baseline in baselines)):
            if code := _read(folder / name):
                return folder / name, code
        return None

    def put(self, name: str, code: Code) -> Path:
        """Store code in the user's cache and return its file; if that fails, warn once and go on."""
        file = self.folder / name
        try:
            _write(file, code)
        except OSError as error:
            _warn_once(_why_not_stored(error))
        return file

    def _name(self, processor: str) -> str:
        return f"{self.owner.replace('/', '-')}-{self.stamp}-{processor}"


def _read(file: Path) -> Code | None:
    """Return the code in a file; None if it is missing or damaged."""
    try:
        stored = file.read_bytes()
    except OSError:
        return None
    checksum, content = stored[:CHECKSUM_BYTES], stored[CHECKSUM_BYTES:]
    if hashlib.sha256(content).digest() != checksum:
        return None
    wrapper, environment, object_file = content.split(b"\n", 2)
    return Code(wrapper.decode(), environment.decode(), object_file)


def _write(file: Path, code: Code) -> None:
    """Write a file, all of it or nothing: nobody ever reads a part."""
    content = f"{code.wrapper}\n{code.environment}\n".encode() + code.object_file
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        part.write_bytes(hashlib.sha256(content).digest() + content)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


# --- Who may compile --------------------------------------------------------------------------------------------

_is_off: ContextVar[bool] = ContextVar("is_off", default=False)


@contextlib.contextmanager
def only_from_disk() -> Iterator[None]:
    """Raise NotCompiled in this block where code would have to be compiled: a server must not stop for that."""
    token = _is_off.set(True)
    try:
        yield
    finally:
        _is_off.reset(token)


def check_compiling(what: str) -> None:
    """Raise NotCompiled if compiling is switched off here."""
    if _is_off.get():
        raise NotCompiled(f"{what} is not compiled yet")


# --- The folder -------------------------------------------------------------------------------------------------


def check_cache() -> None:
    """Raise DamagedCache if compiled code cannot be stored."""
    try:
        cache_root().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=cache_root()) as file:
            file.write(b"x")
    except OSError as error:
        raise DamagedCache(_why_not_stored(error)) from None


@contextlib.contextmanager
def sole_compiler(owner: str) -> Iterator[None]:
    """Wait while another process compiles for this owner: what it writes need not be compiled here."""
    with contextlib.ExitStack() as stack:
        if fcntl is not None:
            with contextlib.suppress(OSError):
                cache_root().mkdir(parents=True, exist_ok=True)
                file = stack.enter_context(open(cache_root() / f"{owner}.lock", "w"))
                fcntl.flock(file, fcntl.LOCK_EX)  # The system releases it when the process ends for any reason.
        yield


def forget_old_caches() -> None:
    """Remove compiled code that has not been used for two weeks."""
    too_old = time.time() - OLD_CACHES_KEPT_DAYS * 86_400
    for folder in cache_root().glob("*"):
        if folder.is_dir() and folder.stat().st_mtime < too_old:
            shutil.rmtree(folder, ignore_errors=True)


def _why_not_stored(error: OSError) -> str:
    return (
        f"compiled code cannot be stored in {cache_root()} ({error.strerror}), so every start compiles again; "
        "set HELIODOR_CACHE_DIR to a writable folder"
    )


@functools.cache
def _warn_once(message: str) -> None:
    logging.getLogger(__name__).warning(message)
