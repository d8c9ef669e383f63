"""Compilation: the only file that imports numba, and the only place for its flags.

Rules are plain functions on one record, marked `@rule`. What Python calls are *entrances*: compiled for one
explicit signature, without the GIL, and cached on disk. The disk cache differs from numba's own in three points:

* numba does not notice an edit of a callee in another file, so our cache files are stamped with a hash of every
  source that the function can reach by imports (`source_stamp`);
* numba names a cache file by function and line only, so one game's code could be served for another: the names
  here carry the game (`entrance(..., owner=...)`);
* a truncated file makes numba raise, and a flipped bit makes it crash, so every file has a checksum, and a damaged
  file is rebuilt.

If the cache cannot be written, everything still works: there is one warning, and every start compiles.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import logging
import os
import pickle
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import caching, codegen, compiler, config, types
from numba.core.registry import CPUDispatcher

from heliodor.core.errors import DamagedCache
from heliodor.core.folders import cache_root
from heliodor.core.imports import import_closure
from heliodor.core.interrupts import deferred_interrupts

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = not config.DISABLE_JIT
FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
LEAVES = frozenset((__name__,))  # This file affects compiled code; the plain modules that it imports do not.
OLD_CACHES_KEPT_DAYS = 14
CHECKSUM_BYTES = 32  # SHA-256.

_dispatchers: dict[Any, Any] = {}  # Entrance -> the dispatcher that compiled or loaded it.


# --- Decorators -------------------------------------------------------------------------------------------------


def rule(function: F) -> F:
    """Compile a rule. Other rules and entrances call it; time-critical Python code never calls it directly."""
    return _Rule(function) if COMPILED else function


def wrapping_rule(function: F) -> F:
    """Compile a rule whose unsigned arithmetic is meant to wrap around; plain Python would warn about it."""
    if COMPILED:
        return rule(function)

    @functools.wraps(function)
    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return quiet  # type: ignore[return-value]


def entrance(*parameters: Any, owner: str) -> Callable[[F], F]:
    """Compile a function for calls from Python, for exactly these parameters, or load it from the disk cache.

    A parameter is `int`, or a dtype for a contiguous one-dimensional array of it. `owner` is the game's id, or a layer
    and the game ("bots/nizam"): it keeps apart the code that different games compile from the same lines.

    The result bypasses numba's dispatch: checking the types of the arguments would cost twice as much as the rest of
    the call. It refuses an array of another item size, and does not notice other wrong arguments.
    """

    def compile_or_load(function: F) -> F:
        if not COMPILED:
            return function
        function.__qualname__ = f"{owner.replace('/', '-')}.{function.__name__}"
        function.folder = cache_folder(owner, _modules_of(function))  # type: ignore[attr-defined]
        dispatcher = numba.njit(**FLAGS)(function)
        dispatcher._cache = _KernelCache(function)
        # An interrupt inside a callback from LLVM would print a traceback and be lost.
        with deferred_interrupts(), _without_scipy(), _without_garbage_collection():
            entry_point = dispatcher.compile(tuple(_numba_type(p) for p in parameters))
        _dispatchers[entry_point] = dispatcher
        return entry_point  # type: ignore[no-any-return]

    return compile_or_load


class Question:
    """An entrance beyond the contract's, for views, stories and refusals; compiled on first use."""

    def __init__(self, function: Callable[..., Any], parameters: tuple[Any, ...], owner: str) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._parameters = parameters
        self._owner = owner

    @functools.cached_property
    def compiled(self) -> Any:
        """The entrance itself."""
        return entrance(*self._parameters, owner=self._owner)(self._function)

    def __call__(self, *args: Any) -> Any:
        """Ask."""
        return self.compiled(*args)


def question(*parameters: Any, owner: str) -> Callable[[Callable[..., Any]], Question]:
    """Mark a function of a game's questions.py; the parameters are those of `entrance`."""
    return lambda function: Question(function, parameters, owner)


class _Rule(CPUDispatcher):  # type: ignore[misc]
    """A function that is compiled into its callers only: no wrappers and no separate machine code.

    This takes a third less time than compiling every rule for calls from Python as well. Such a call (in a test) still
    works: it compiles the function again, as an ordinary one.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        options = {"nopython": True, "boundscheck": None, **FLAGS}
        super().__init__(function, targetoptions=options, pipeline_class=_RuleCompiler)
        self._compiler._customize_flags = self._without_python_wrappers

    @staticmethod
    def _without_python_wrappers(flags: Any) -> Any:
        flags.no_cpython_wrapper = True
        flags.no_cfunc_wrapper = True
        flags.no_compile = True
        return flags

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Treat every signed integer as int64, so that an int8 field or a literal causes no further compilation."""
        return super().get_call_template([_widened(argument) for argument in args], kws)

    def add_overload(self, result: Any) -> None:
        """Register a compiled signature for callers; numba does so only for functions with machine code."""
        # The key must be a distinct builtin function, and every new list has its own `append`.
        key: Any = [].append
        self.targetctx.insert_user_function(key, result.fndesc, [result.library])
        super().add_overload(result._replace(entry_point=key))

    @functools.cached_property
    def _for_python(self) -> Any:
        return numba.njit(**FLAGS)(self.py_func)

    def __call__(self, *args: Any) -> Any:
        return self._for_python(*args)


class _RuleLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    """A rule as LLVM code, for its callers to inline and optimise."""

    def _optimize_final_module(self) -> None:
        """Skip the optimisation."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _RuleCompiler(compiler.Compiler):  # type: ignore[misc]
    def __init__(self, typing_context: Any, target_context: Any, _: None, *rest: Any) -> None:
        super().__init__(typing_context, target_context, _RuleLibrary(target_context.codegen(), "rule"), *rest)


def _widened(numba_type: Any) -> Any:
    narrow = numba_type in (types.int8, types.int16, types.int32)
    return types.int64 if narrow or isinstance(numba_type, types.IntegerLiteral) else numba_type


def came_from_disk(function: Any) -> bool:
    """Return whether an entrance was loaded rather than compiled in this process."""
    return not COMPILED or not _dispatchers[function].stats.cache_misses


@contextlib.contextmanager
def _without_scipy() -> Iterator[None]:
    """Keep numba from importing SciPy's linear algebra: rules do not use it, and the import takes 0.3 s.

    None in `sys.modules` blocks an import. SciPy stays if it was imported before.
    """
    hidden = "scipy.linalg" not in sys.modules
    if hidden:
        sys.modules["scipy.linalg"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        if hidden:
            del sys.modules["scipy.linalg"]


@contextlib.contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Switch off garbage collection during compilation: it would take a twelfth of the time and find nothing."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _numba_type(parameter: Any) -> Any:
    if parameter is int:
        return types.int64
    return types.Array(numba.from_dtype(np.dtype(parameter)), 1, "C")


# --- The disk cache ---------------------------------------------------------------------------------------------


def source_stamp(modules: Iterable[ModuleType]) -> str:
    """Return a hash of everything that determines the compiled code of functions in these modules.

    That is the source of every module they reach by imports, and the versions of Python, numba and NumPy.
    """
    return _stamp(frozenset(modules), config.BOUNDSCHECK)


@functools.cache
def _stamp(modules: frozenset[ModuleType], boundscheck: object) -> str:
    digest = hashlib.sha256()
    digest.update(f"{sys.version} {numba.__version__} {np.__version__} {boundscheck}".encode())
    for name, path in import_closure(modules, LEAVES).items():
        digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:20]


def _modules_of(function: Callable[..., Any]) -> set[ModuleType]:
    """Return the modules that a function uses: its own, and those it closes over."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    named = {sys.modules.get(getattr(value, "__module__", "")) for value in (function, *cells)}
    return {value for value in (*named, *cells) if isinstance(value, ModuleType)}


def cache_folder(owner: str, modules: Iterable[ModuleType]) -> Path:
    """Return the folder of the owner's code that is compiled from these modules, as their sources are now."""
    return cache_root() / f"{owner.replace('/', '-')}-{source_stamp(modules)}"


def check_cache() -> None:
    """Raise DamagedCache if compiled code cannot be stored."""
    try:
        cache_root().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=cache_root()) as file:
            file.write(b"x")
    except OSError as error:
        raise DamagedCache(_why_not_stored(error)) from None


def forget_old_caches() -> None:
    """Remove compiled code that has not been used for two weeks."""
    too_old = time.time() - OLD_CACHES_KEPT_DAYS * 86_400
    for folder in cache_root().glob("*"):
        if folder.is_dir() and folder.stat().st_mtime < too_old:
            shutil.rmtree(folder, ignore_errors=True)


class _PackageLocator(caching._CacheLocator):  # type: ignore[misc]
    """Tells numba where compiled code is stored and when it is stale."""

    def __init__(self, function: Callable[..., Any], source: str) -> None:
        self._function = function
        self._folder: Path = function.folder  # type: ignore[attr-defined]
        self._py_file = source  # numba reads this name when it warns.

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        where = f"{self._function.__module__} {self._function.__qualname__}"
        return hashlib.sha256(where.encode()).hexdigest()[:12]

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    @classmethod
    def from_function(cls, function: Callable[..., Any], source: str) -> _PackageLocator:
        return cls(function, source)


class _CheckedFiles(caching.IndexDataCacheFile):  # type: ignore[misc]
    """Cache files that detect damage: a file with a wrong checksum counts as missing and is rewritten."""

    def _load_index(self) -> dict[Any, str]:
        try:
            stamp, names = self._read(self._index_path)
        except OSError:
            return {}
        return names if stamp == self._source_stamp else {}

    def _save_index(self, names: dict[Any, str]) -> None:
        self._write(self._index_path, (self._source_stamp, names))

    def _load_data(self, name: str) -> Any:
        return self._read(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _read(self, path: str) -> Any:
        stored = Path(path).read_bytes()
        checksum, dumped = stored[:CHECKSUM_BYTES], stored[CHECKSUM_BYTES:]
        if hashlib.sha256(dumped).digest() != checksum:
            raise OSError(f"{path} is damaged")  # numba treats an OSError as a missing file.
        return pickle.loads(dumped)

    def _write(self, path: str, content: Any) -> None:
        dumped = self._dump(content)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(dumped).digest() + dumped)


class _KernelCacheImpl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_PackageLocator]  # noqa: RUF012 (numba's own name and form)


class _KernelCache(caching.FunctionCache):  # type: ignore[misc]
    _impl_class = _KernelCacheImpl

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _CheckedFiles(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=self._impl.locator.get_source_stamp(),
        )
        with contextlib.suppress(OSError):
            os.utime(self._cache_path)  # Marks it as used, see `forget_old_caches`.

    def save_overload(self, signature: Any, data: Any) -> None:
        """Store compiled code; if that fails, warn once and go on."""
        try:
            super().save_overload(signature, data)
        except OSError as error:
            _warn_once(_why_not_stored(error))


def _why_not_stored(error: OSError) -> str:
    return (
        f"compiled code cannot be stored in {cache_root()} ({error.strerror}), so every start compiles again; "
        "set HELIODOR_CACHE_DIR to a writable folder"
    )


@functools.cache
def _warn_once(message: str) -> None:
    logging.getLogger(__name__).warning(message)
