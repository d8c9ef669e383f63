"""Import closures: what counts as reached, and what does not."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from heliodor.core.imports import import_closure

numbers = count()

Reach = Callable[[dict[str, str]], set[str]]


@pytest.fixture
def reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reach:
    """Return a function that writes a package TOY, imports all of it, and returns what its module `root` reaches."""

    def reach(sources: dict[str, str]) -> set[str]:
        name = f"closure_toy_{next(numbers)}"
        for module, source in {"__init__": "", **sources}.items():
            path = tmp_path / name / f"{module.replace('.', '/')}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(source.replace("TOY", name) + "\n")
        monkeypatch.syspath_prepend(tmp_path)
        for module in sources:
            importlib.import_module(f"{name}.{module.removesuffix('.__init__')}")
        root = importlib.import_module(f"{name}.root")
        closure = import_closure([root], leaves=frozenset([f"{name}.cut_here"]))
        assert list(closure) == sorted(closure)
        return {found.removeprefix(f"{name}.") for found in closure} - {"root"}

    return reach


@pytest.mark.parametrize(
    "statement",
    [
        "from TOY.leaf import X",
        "from TOY.leaf import X as Y",
        "from TOY.leaf import *",
        "from TOY import leaf",
        "from TOY import leaf as other",
        "import TOY.leaf as other",
        "from .leaf import X",
        "from . import leaf",
        "try:\n    from TOY.leaf import X\nexcept ImportError:\n    X = 1",
        "try:\n    import not_there\nexcept ImportError:\n    from TOY.leaf import X",
        "if False:\n    pass\nelse:\n    from TOY.leaf import X",
    ],
)
def test_a_module_reaches_what_it_imports(reach: Reach, statement: str) -> None:
    assert reach({"leaf": "X = 1", "aside": "X = 2", "root": statement}) == {"leaf"}


def test_an_import_of_a_dotted_name_reaches_the_packages_on_the_way(reach: Reach) -> None:
    reached = reach({"leaf": "X = 1", "part.__init__": "", "part.leaf": "", "root": "import TOY.part.leaf"})
    assert len(reached) == 3
    assert {"part", "part.leaf"} < reached


def test_imports_are_followed_to_the_end(reach: Reach) -> None:
    sources = {"last": "X = 1", "middle": "from .last import X", "first": "from TOY import middle"}
    assert reach({**sources, "root": "from . import first"}) == {"first", "middle", "last"}


def test_a_circle_of_imports_ends(reach: Reach) -> None:
    sources = {"one": "from TOY import two", "two": "from TOY import one"}
    assert reach({**sources, "root": "from TOY import two"}) == {"one", "two"}


def test_a_name_of_a_package_reaches_the_package_and_what_it_imports(reach: Reach) -> None:
    sources = {"part.leaf": "X = 1", "part.__init__": "from TOY.part.leaf import X"}
    assert reach({**sources, "root": "from TOY.part import X"}) == {"part", "part.leaf"}


def test_a_submodule_does_not_reach_its_package(reach: Reach) -> None:
    sources = {"story": "X = 1", "part.__init__": "from TOY import story", "part.leaf": ""}
    assert reach({**sources, "root": "from TOY.part import leaf"}) == {"part.leaf"}


@pytest.mark.parametrize(
    "statement",
    [
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from TOY.leaf import X",
        "def later():\n    from TOY.leaf import X",
        "'''\nfrom TOY.leaf import X\n'''",
    ],
)
def test_an_import_that_compiled_code_cannot_use_does_not_count(reach: Reach, statement: str) -> None:
    assert reach({"leaf": "X = 1", "root": statement}) == set()


def test_other_packages_do_not_count_but_this_one_does(reach: Reach) -> None:
    found = reach({"root": "import numpy\nimport json\nfrom heliodor.core.deck import NO_CARD"})
    assert {"heliodor.core.deck", "heliodor.core.rng"} <= found
    assert all(name.startswith("heliodor.") for name in found)


def test_the_imports_of_a_leaf_are_not_followed(reach: Reach) -> None:
    sources = {"last": "X = 1", "cut_here": "from .last import X"}
    assert reach({**sources, "root": "from . import cut_here"}) == {"cut_here"}
