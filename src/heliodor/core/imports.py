"""Import closures: the modules that a module's code can reach."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType

OWN_PACKAGE = __name__.partition(".")[0]
BLOCKS = ("body", "orelse", "handlers", "finalbody")  # Attributes in which a statement holds nested statements.


def import_closure(roots: Iterable[ModuleType], leaves: frozenset[str] = frozenset()) -> dict[str, Path]:
    """Return the name and source file of each module that the roots reach, roots included, sorted by name.

    Only modules of this package and of the roots' own packages count. The imports of `leaves` are not followed.
    """
    waiting = list(roots)
    packages = {OWN_PACKAGE, *(_top(module.__name__) for module in waiting)}
    found: dict[str, Path] = {}
    while waiting:
        module = waiting.pop()
        path = getattr(module, "__file__", None)
        if path is None or module.__name__ in found or _top(module.__name__) not in packages:
            continue
        found[module.__name__] = Path(path)
        if module.__name__ not in leaves:
            waiting += _imported(module, path)
    return dict(sorted(found.items()))


def _top(name: str) -> str:
    return name.partition(".")[0]


@cache
def _imported(module: ModuleType, path: str) -> list[ModuleType]:
    """Return the modules from which a loaded module has imported names.

    An import that bound no name did not run (`if TYPE_CHECKING`), so it does not count. Imports inside functions do not
    count either: compiled code cannot import.
    """
    names: set[str] = set()
    for statement in _module_level(ast.parse(Path(path).read_bytes()).body):
        if isinstance(statement, ast.Import):
            for item in statement.names:
                if item.asname is None:  # `import a.b` binds `a`, through which all of a and a.b can be reached.
                    parts = item.name.split(".")
                    names |= {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
                elif hasattr(module, item.asname):
                    names.add(item.name)
        elif isinstance(statement, ast.ImportFrom):
            source = resolve_name("." * statement.level + (statement.module or ""), module.__package__)
            for item in statement.names:
                if item.name == "*" or hasattr(module, item.asname or item.name):
                    names.add(_origin(source, item.name))
    return [sys.modules[name] for name in sorted(names) if name in sys.modules]


def _module_level(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in statements:
        yield statement
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for block in BLOCKS:
                yield from _module_level(getattr(statement, block, []))


def _origin(source: str, name: str) -> str:
    """Return the module that `from source import name` takes the name from: the submodule, if it is one."""
    submodule = f"{source}.{name}"
    is_submodule = submodule in sys.modules and getattr(sys.modules[source], name, None) is sys.modules[submodule]
    return submodule if is_submodule else source
