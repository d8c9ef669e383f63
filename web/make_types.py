"""Write the TypeScript types of all messages and views from the server's structures.

python web/make_types.py           rewrite web/src/lib/protocol.gen.ts
python web/make_types.py --check   fail if it is not up to date
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from heliodor.games import GAME_IDS, get_game
from heliodor.protocol import http
from heliodor.protocol.messages import Message
from heliodor.protocol.requests import Request

TARGET = Path(__file__).parent / "src" / "lib" / "protocol.gen.ts"
HEAD = "// Made by web/make_types.py from the server's structures; do not edit.\n"
BODIES = [
    value
    for value in vars(http).values()
    if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == http.__name__
]


def types_text() -> str:
    """Return the whole file."""
    found: dict[str, str] = {}
    for each in [*BODIES, *Message.__args__, *Request.__args__]:
        _name_of(inspect.type_info(each), "", found)
    for game_id in GAME_IDS:
        view = sys.modules[get_game(game_id).view.__name__].View
        _name_of(inspect.type_info(view), game_id.capitalize(), found)
    unions = [
        ("Message", [each.__name__ for each in Message.__args__]),
        ("Request", [each.__name__ for each in Request.__args__]),
    ]
    parts = [HEAD, *found.values()]
    parts += [f"export type {name} = {' | '.join(members)};\n" for name, members in unions]
    return "\n".join(parts)


def _type_text(info: inspect.Type, prefix: str, found: dict[str, str]) -> str:
    match info:
        case inspect.StructType():
            return _name_of(info, prefix, found)
        case inspect.ListType() | inspect.CollectionType():
            inner = _type_text(info.item_type, prefix, found)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case inspect.DictType():
            return f"Record<string, {_type_text(info.value_type, prefix, found)}>"
        case inspect.UnionType():
            return " | ".join(dict.fromkeys(_type_text(each, prefix, found) for each in info.types))
        case inspect.LiteralType():
            return " | ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in sorted(info.values))
        case inspect.StrType():
            return "string"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "unknown"
    raise TypeError(f"no TypeScript for {info}")


def _name_of(info: Any, prefix: str, found: dict[str, str]) -> str:
    """Return a structure's name in TypeScript; add its declaration to `found` when it is new."""
    name = prefix + info.cls.__name__
    if name not in found:
        found[name] = ""  # Its place, before those it needs.
        lines = []
        if info.tag is not None:
            lines.append(f"  {info.tag_field}: '{info.tag}';")
        can_be_left_out = info.cls.__struct_config__.omit_defaults
        for field in info.fields:
            is_optional = not field.required and (can_be_left_out or _is_request(info.cls))
            mark = "?" if is_optional else ""
            lines.append(f"  {field.encode_name}{mark}: {_type_text(field.type, prefix, found)};")
        found[name] = f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"
    return name


def _is_request(cls: type) -> bool:
    """Tell whether the page writes this structure, so that it may leave out what has a default."""
    return bool(cls.__struct_config__.forbid_unknown_fields)


def main() -> None:
    """Write or check the file."""
    text = types_text()
    if "--check" not in sys.argv:
        TARGET.write_text(text, encoding="utf-8")
    elif not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != text:
        sys.exit(f"{TARGET.name} is not up to date: run python web/make_types.py")


if __name__ == "__main__":
    main()
