"""Compilation: the only file that imports numba, and the only place for its flags.

Rules are plain functions on one record, marked `@rule`. What Python calls are *entrances*: compiled for one
explicit signature, without the GIL, and kept on disk as machine code (`core/code_files.py`). Numba's own cache is not
used, because

* it does not notice an edit of a callee in another file; our files are stamped with a hash of every source that the
  function can reach by imports (`source_stamp`);
* it names a file by function and line only, so one game's code could be served for another; our names carry the game
  (`entrance(..., owner=...)`);
* its files are pickles, bound to one version of Python and one processor; a truncated one makes it raise, and a flipped
  bit makes it crash.

If the cache cannot be written, everything still works: there is one warning, and every start compiles.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import gc
import hashlib
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import _dynfunc
from numba.core import codegen, compiler, config, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.runtime import rtsys

from heliodor.core.code_files import Code, Shelf, check_compiling
from heliodor.core.imports import import_closure
from heliodor.core.interrupts import deferred_interrupts

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = not config.DISABLE_JIT
FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
OPTIONS: dict[str, Any] = {"nopython": True, "boundscheck": None, **FLAGS}
WRAPPER = "_ZN7cpython"  # How Numba's names of wrappers begin.
LEAVES = frozenset((__name__,))  # This file affects compiled code; the plain modules that it imports do not.
PLAIN = (bool, int, float, str)  # Constants that an entrance may close over.
NUMBA_MINOR = ".".join(numba.__version__.split(".")[:2])

_origins: dict[Any, Origin] = {}  # Of all entrances.


class Origin(NamedTuple):
    """Where an entrance came from."""

    function: Callable[..., Any]
    file: Path
    is_new: bool  # Compiled by this process.


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
        return _entry_point(function, parameters, owner) if COMPILED else function

    return compile_or_load


def _entry_point(function: Callable[..., Any], parameters: tuple[Any, ...], owner: str) -> Any:
    function.__qualname__ = f"{owner.replace('/', '-')}.{function.__name__}"
    shelf = shelf_of(owner, _modules_of(function))
    name = _file_name(function, parameters)
    if found := shelf.find(name, frozenset() if config.CPU_NAME else host_features()):
        file, code = found
        return _loaded(code, Origin(function, file, is_new=False))
    check_compiling(function.__qualname__)
    code = _compiled(function, parameters)
    return _loaded(code, Origin(function, shelf.put(name, code), is_new=True))


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
        super().__init__(function, targetoptions=OPTIONS, pipeline_class=_RuleCompiler)
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
    return not COMPILED or not _origins[function].is_new


# --- Machine code -----------------------------------------------------------------------------------------------


class _EntranceLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    """An entrance with all rules it calls, as LLVM code and then as an object file."""

    def _optimize_final_module(self) -> None:
        """Hide everything but the wrapper: what is inlined everywhere need not be kept, and no names can clash."""
        for function in self._final_module.functions:
            if not function.is_declaration and not function.name.startswith(WRAPPER):
                function.linkage = "internal"
        super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def object_file(self) -> bytes:
        self._ensure_finalized()
        emitted: bytes = self._codegen._tm.emit_object(self._final_module)
        return emitted


def _compiled(function: Callable[..., Any], parameters: tuple[Any, ...]) -> Code:
    """Compile an entrance."""
    context = cpu_target.target_context
    flags = compiler.Flags()
    cpu_target.options.parse_as_flags(flags, OPTIONS)
    flags.no_cfunc_wrapper = True
    flags.no_compile = True  # Numba would load the code under names that can clash; `_loaded` does not.
    signature = tuple(_numba_type(parameter) for parameter in parameters)
    # An interrupt inside a callback from LLVM would print a traceback and be lost.
    with deferred_interrupts(), global_compiler_lock, _without_scipy(), _without_garbage_collection():
        library = _EntranceLibrary(context.codegen(), function.__qualname__)
        done = compiler.compile_extra(
            cpu_target.typing_context, context, function, signature, None, flags, {}, library=library
        )
        object_file = library.object_file()
    if done.environment.consts or library.has_dynamic_globals:
        raise TypeError(f"the compiled code of {function.__qualname__} needs Python objects, so it cannot be stored")
    return Code(done.fndesc.llvm_cpython_wrapper_name, done.fndesc.env_name, object_file)


def _loaded(code: Code, origin: Origin) -> Any:
    """Return machine code as a function for Python."""
    with global_compiler_lock:
        rtsys.initialize(cpu_target.target_context)
        machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code.object_file))
        engine.finalize_object()
    environment = _dynfunc.Environment({})
    ctypes.c_void_p.from_address(engine.get_global_value_address(code.environment)).value = id(environment)
    address = engine.get_function_address(code.wrapper)
    function = origin.function
    about = sys.modules[function.__module__], function.__name__, function.__doc__ or ""
    entry_point = _dynfunc.make_function(*about, address, environment, (engine,))
    _origins[entry_point] = origin
    return entry_point


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


# --- Where it is kept -------------------------------------------------------------------------------------------


def source_stamp(modules: Iterable[ModuleType]) -> str:
    """Return a hash of everything that determines the compiled code of functions in these modules.

    That is the source of every module they reach by imports, Numba's version, and the platform; the versions of Python
    and NumPy make no difference to it.
    """
    return _stamp(frozenset(modules), config.BOUNDSCHECK)


@functools.cache
def _stamp(modules: frozenset[ModuleType], boundscheck: object) -> str:
    digest = hashlib.sha256()
    digest.update(f"{NUMBA_MINOR} {sys.platform} {platform.machine()} {boundscheck}".encode())
    for name, path in import_closure(modules, LEAVES).items():
        digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:20]


def _cells_of(function: Callable[..., Any]) -> Iterator[Any]:
    """Yield what a function closes over; for a rule, what that closes over in turn."""
    for cell in function.__closure__ or ():
        value = cell.cell_contents
        if isinstance(value, _Rule):
            yield f"{value.__module__} {value.__qualname__}"
            yield from _cells_of(value.py_func)
        else:
            yield value


def _modules_of(function: Callable[..., Any]) -> set[ModuleType]:
    """Return the modules that a function uses: its own, and those it closes over."""
    values = (sys.modules.get(function.__module__), *_cells_of(function))
    return {value for value in values if isinstance(value, ModuleType)}


def _file_name(function: Callable[..., Any], parameters: tuple[Any, ...]) -> str:
    """Return a name that tells apart what is compiled from the same sources: by closure and signature."""
    cells = list(_cells_of(function))
    if not all(isinstance(cell, (ModuleType, *PLAIN)) for cell in cells):
        raise TypeError(f"{function.__qualname__} must close over modules, rules and plain values only")
    closure = [cell.__name__ if isinstance(cell, ModuleType) else cell for cell in cells]
    types = ["int" if each is int else np.lib.format.dtype_to_descr(np.dtype(each)) for each in parameters]
    where = f"{function.__module__} {function.__qualname__} {closure} {types}"
    return f"{function.__name__}-{hashlib.sha256(where.encode()).hexdigest()[:12]}.code"


def shelf_of(owner: str, modules: Iterable[ModuleType]) -> Shelf:
    """Return where the owner's code that is compiled from these modules is kept, as their sources are now."""
    return Shelf(owner, source_stamp(modules), _processor())


@functools.cache
def _processor() -> str:
    """Return a name for the processor that code is compiled for."""
    name = config.CPU_NAME or llvm.get_host_cpu_name()
    features = codegen.get_host_cpu_features() if config.CPU_FEATURES is None else config.CPU_FEATURES
    return f"{name}-{hashlib.sha256(features.encode()).hexdigest()[:8]}" if features else name


@functools.cache
def host_features() -> frozenset[str]:
    """Return the features of this machine's processor, in LLVM's words."""
    return frozenset(name for name, is_there in llvm.get_host_cpu_features().items() if is_there)
