"""Write the rules that the page needs to check a deal, from the rules themselves.

A record file is checked in the browser without a server. In some games the cards of a later shuffle depend on what has
been played, so the match has to be played again there. No rule is written twice: this script translates the
functions of `rules.py` that `ENTRANCES` reach into TypeScript. It knows the small part of Python that rules use, and
stops at anything else.

A game is translated if the page has a `replay.ts` for it, beside which its `rules.ts` is written. `python
docs/make_rules.py` writes all files; with `--check` it only checks that they are up to date.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from heliodor.games import GAME_IDS, get_game

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "web" / "src"
HEAD = "// @ts-nocheck\n// Translated from {file} by `make docs`; do not edit.\n"
ENTRANCES = ("configure", "set_up", "legal_actions", "apply_action")
CHANCE = {
    "shuffle_deck",
    "next_keyed_word",
}  # Written by hand (lib/rules/chance.ts): a browser's own key gives the words.
OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*",
    ast.Eq: "===", ast.NotEq: "!==", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.And: "&&", ast.Or: "||",
}  # fmt: skip
# A number may have more than the 32 bits of JavaScript's own operators on bits.
CALLS: dict[type[ast.AST], str] = {
    ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "shiftLeft", ast.RShift: "shiftRight",
    ast.FloorDiv: "quotient", ast.Mod: "remainder",
}  # fmt: skip
SAME = {"int", "np.int64", "np.uint64"}  # Conversions: all numbers are whole.
MATHS = {"min": "Math.min", "max": "Math.max"}


def main() -> int:
    """Write or check the files; return the exit code."""
    files = translated()
    if "--check" in sys.argv[1:]:
        stale = [path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
        names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
        print(f"{names} stale: run make docs" if stale else "the page's rules are fresh")
        return 1 if stale else 0
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return 0


def translated() -> dict[Path, str]:
    """Return all files with their texts."""
    modules: dict[str, Module] = {}
    for game_id in GAME_IDS:
        if not (PAGE / "games" / game_id / "replay.ts").exists():
            continue
        game = get_game(game_id)
        rules = sys.modules[f"heliodor.games.{game_id}.rules"]
        module = _module(rules, modules)
        for name in ENTRANCES:
            module.need(name, modules)
        module.extra = [
            f"export const CODES: string[] = {_literal(game.card_codes)};",
            f"export const OPTIONS = {_literal({option.name: option.default for option in game.options})};",
            "export const newState = () => ({",
            *(f"  {name}: {_zeros(rules.STATE[name].shape)}," for name in rules.STATE.names),
            "});",
        ]
    return {module.path: module.text(modules) for module in modules.values()}


def _module(module: ModuleType, modules: dict[str, Module]) -> Module:
    return modules.setdefault(module.__name__, Module(module))


def _literal(value: Any) -> str:
    """Return a constant as TypeScript."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | np.integer):
        return str(int(value))
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key}: {_literal(each)}' for key, each in value.items())} }}"
    if isinstance(value, tuple | list | np.ndarray):
        return f"[{', '.join(map(_literal, value))}]"
    raise TypeError(f"{value!r} is not a constant that can be translated")


def _zeros(shape: tuple[int, ...]) -> str:
    if not shape:
        return "0"
    return f"Array.from({{ length: {shape[0]} }}, () => {_zeros(shape[1:])})"


class Module:
    """One Python module, as far as it is translated."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        parts = module.__name__.removeprefix("heliodor.").split(".")
        # games/<game>/rules and core/<board>/rules stand with the games of the page, core/<file> in its library.
        folder = ("lib", "rules") if len(parts) == 2 else ("games", parts[1])
        self.path = PAGE.joinpath(*folder, f"{parts[-1]}.ts")
        self.functions: dict[str, str] = {}
        self.constants: dict[str, Any] = {}
        if folder[0] == "games":  # Numbers of actions, for the hand-written files beside it.
            self.constants = {name: each for name, each in vars(module).items() if name.isupper() and type(each) is int}
        self.imports: dict[str, set[str]] = {}  # Module -> names.
        self.extra: list[str] = []

    def need(self, name: str, modules: dict[str, Module]) -> None:
        """Translate a function of this module and what it calls."""
        if name in self.functions:
            return
        self.functions[name] = ""  # Functions may call each other.
        self.functions[name] = Function(self, name, modules).text()

    def use(self, name: str, modules: dict[str, Module]) -> None:
        """Make a global name known, wherever it is defined."""
        value = vars(self.module)[name]
        if name in CHANCE:
            self.imports.setdefault("chance", set()).add(name)
        elif callable(value) and not isinstance(value, type):
            home = sys.modules[value.__module__]
            if home is self.module:
                self.need(name, modules)
            else:
                _module(home, modules).need(name, modules)
                self.imports.setdefault(home.__name__, set()).add(name)
        elif isinstance(value, type) and issubclass(value, IntEnum):
            self.constants[name] = {member.name: int(member) for member in value}
        else:
            self.constants[name] = value

    def text(self, modules: dict[str, Module]) -> str:
        """Return the whole file."""
        lines = [HEAD.format(file=Path(self.module.__file__ or "").relative_to(ROOT).as_posix())]
        body = "\n\n".join(self.functions.values())
        helpers = [name for name in (*CALLS.values(), "fill", "invert") if f"{name}(" in body]
        if helpers:
            lines.append(self._import(sorted(helpers), PAGE / "lib" / "rules" / "arithmetic.ts"))
        for home, names in sorted(self.imports.items()):
            path = PAGE / "lib" / "rules" / "chance.ts" if home == "chance" else modules[home].path
            lines.append(self._import(sorted(names), path))
        lines.append("\n// eslint-disable-next-line @typescript-eslint/no-explicit-any\ntype Any = any;\n")
        lines += [f"export const {name} = {_literal(value)};" for name, value in sorted(self.constants.items())]
        return "\n".join([*lines, *self.extra, "", body, ""])

    def _import(self, names: list[str], path: Path) -> str:
        up = Path(*[".."] * len(self.path.parent.relative_to(PAGE).parts)) / path.relative_to(PAGE).with_suffix("")
        return f"import {{ {', '.join(names)} }} from '{up.as_posix()}';"


class Function(ast.NodeVisitor):
    """One function of the rules, statement by statement."""

    def __init__(self, module: Module, name: str, modules: dict[str, Module]) -> None:
        self._module, self._modules = module, modules
        function = vars(module.module)[name]
        source = textwrap.dedent(inspect.getsource(getattr(function, "py_func", function)))
        (node,) = ast.parse(source).body
        assert isinstance(node, ast.FunctionDef)
        self._node = node
        self._locals = {argument.arg for argument in node.args.args}
        self._assigned: dict[str, None] = {}

    def text(self) -> str:
        """Return the function in TypeScript."""
        node = self._node
        body = self._block(node.body[1:] if isinstance(node.body[0], ast.Expr) else node.body)
        given = [f"{argument.arg}: Any" for argument in node.args.args]
        declared = [name for name in self._assigned if name not in {arg.arg for arg in node.args.args}]
        lines = [f"export function {node.name}({', '.join(given)}) {{"]
        if declared:
            lines.append(f"  let {', '.join(f'{name} = 0' for name in declared)};")
        return "\n".join([*lines, *(f"  {line}" for line in body), "}"])

    def _block(self, statements: list[ast.stmt]) -> list[str]:
        return [line for statement in statements for line in self._statement(statement)]

    def _inner(self, statements: list[ast.stmt]) -> list[str]:
        return [f"  {line}" for line in self._block(statements)]

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Return(value=None):
                return ["return;"]
            case ast.Return(value=ast.Tuple(elts=parts)):
                return [f"return [{', '.join(map(self._value, parts))}];"]
            case ast.Return(value=value):
                return [f"return {self._value(value)};"]
            case ast.Expr(value=ast.Call() as call):
                return [f"{self._value(call)};"]
            case ast.Assign(targets=[ast.Subscript(slice=ast.Slice(lower=None, upper=None)) as target], value=value):
                return [f"fill({self._value(target.value)}, {self._value(value)});"]
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
                targets = ", ".join(self._target(name) for name in names)
                given = (
                    f"[{', '.join(map(self._value, value.elts))}]"
                    if isinstance(value, ast.Tuple)
                    else self._value(value)
                )
                return [f"[{targets}] = {given};"]
            case ast.Assign(targets=[target], value=value):
                given = self._value(value)
                return [f"{self._target(target)} = {given};"]
            case ast.AugAssign(target=target, op=op, value=value):
                given = self._value(value)
                if type(op) in OPERATORS:
                    return [f"{self._target(target)} {OPERATORS[type(op)]}= {given};"]
                assert not any(isinstance(each, ast.Call) for each in ast.walk(target)), (
                    "an index would be computed twice"
                )
                place = self._target(target)
                return [f"{place} = {CALLS[type(op)]}({place}, {given});"]
            case ast.If(test=test, body=body, orelse=orelse):
                lines = [f"if ({self._value(test)}) {{", *self._inner(body), "}"]
                if orelse:
                    lines[-1] = "} else {"
                    lines += [*self._inner(orelse), "}"]
                return lines
            case ast.While(test=test, body=body, orelse=[]):
                return [f"while ({self._value(test)}) {{", *self._inner(body), "}"]
            case ast.For(
                target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=args), body=body, orelse=[]
            ):
                return self._loop(name, args, body)
        raise TypeError(f"line {node.lineno} of {self._node.name} cannot be translated: {ast.unparse(node)}")

    def _loop(self, name: str, args: list[ast.expr], body: list[ast.stmt]) -> list[str]:
        start, end = ("0", self._value(args[0])) if len(args) == 1 else (self._value(args[0]), self._value(args[1]))
        step = ast.literal_eval(args[2]) if len(args) == 3 else 1
        self._locals.add(name)
        compare, forth = ("<", f"{name} += {step}") if step > 0 else (">", f"{name} -= {-step}")
        head = f"for (let {name} = {start}, end_{name} = {end}; {name} {compare} end_{name}; {forth}) {{"
        return [head, *self._inner(body), "}"]

    def _target(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name):
            self._assigned[node.id] = None
            self._locals.add(node.id)
        return self._value(node)

    def _value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=value):
                return _literal(value)
            case ast.Name(id=name):
                if name not in self._locals:
                    self._module.use(name, self._modules)
                return name
            case ast.Attribute(value=value, attr=name):
                return f"{self._value(value)}.{name}"
            case ast.Subscript(value=value, slice=ast.Tuple(elts=parts)):
                return self._value(value) + "".join(f"[{self._value(part)}]" for part in parts)
            case ast.Subscript(value=value, slice=index):
                return f"{self._value(value)}[{self._value(index)}]"
            case ast.BinOp(left=left, op=op, right=right):
                a, b = self._value(left), self._value(right)
                return f"{CALLS[type(op)]}({a}, {b})" if type(op) in CALLS else f"({a} {OPERATORS[type(op)]} {b})"
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"-{self._value(operand)}"
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return f"invert({self._value(operand)})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self._value(operand)}"
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return f"({self._value(left)} {OPERATORS[type(op)]} {self._value(right)})"
            case ast.BoolOp(op=op, values=values):
                return f"({f' {OPERATORS[type(op)]} '.join(map(self._value, values))})"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"({self._value(test)} ? {self._value(body)} : {self._value(orelse)})"
            case ast.Call(func=func, args=args, keywords=[]):
                return self._call(ast.unparse(func), func, args)
        raise TypeError(f"line {node.lineno} of {self._node.name} cannot be translated: {ast.unparse(node)}")

    def _call(self, name: str, func: ast.expr, args: list[ast.expr]) -> str:
        values = [self._value(arg) for arg in args]
        if name in SAME:
            return values[0]
        if name == "len":
            return f"{values[0]}.length"
        return f"{MATHS.get(name) or self._value(func)}({', '.join(values)})"


if __name__ == "__main__":
    sys.exit(main())
