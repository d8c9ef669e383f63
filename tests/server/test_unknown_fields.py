"""Requests are read strictly, so that a misspelt field is refused; answers are not, so that servers can be newer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from msgspec import inspect

from heliodor.protocol.messages import Message
from heliodor.protocol.requests import Request
from heliodor.server.http.openapi import ENDPOINTS


def structures(kinds: Any) -> set[type]:
    """Return the structures of these types, with those inside them."""
    found: set[type] = set()

    def visit(info: Any) -> None:
        if isinstance(info, inspect.StructType):
            if info.cls in found:
                return
            found.add(info.cls)
        for inner in _inside(info):
            visit(inner)

    for kind in kinds:
        visit(inspect.type_info(kind))
    return found


def _inside(info: Any) -> Iterator[Any]:
    yield from (field.type for field in getattr(info, "fields", ()))
    yield from getattr(info, "types", ())
    yield from (getattr(info, name) for name in ("item_type", "key_type", "value_type") if hasattr(info, name))


def test_no_structure_of_an_answer_refuses_a_field_of_a_newer_server() -> None:
    answers = structures([*get_args(Message), *(endpoint.returns for endpoint in ENDPOINTS if endpoint.returns)])
    assert len(answers) > 40
    assert [kind.__name__ for kind in answers if kind.__struct_config__.forbid_unknown_fields] == []  # type: ignore[attr-defined]


def test_every_structure_of_a_request_refuses_an_unknown_field() -> None:
    requests = structures([*get_args(Request), *(endpoint.takes for endpoint in ENDPOINTS if endpoint.takes)])
    assert len(requests) > 30
    assert [kind.__name__ for kind in requests if not kind.__struct_config__.forbid_unknown_fields] == []  # type: ignore[attr-defined]
