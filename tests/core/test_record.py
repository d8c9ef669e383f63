"""The form of a record: what is accepted, what is refused and why, and how files hold records."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from heliodor.core.errors import BadRecord, HeliodorError
from heliodor.core.record import decode, encode, read_lines

GOOD: dict[str, Any] = {
    "format": "heliodor/1",
    "game": "nizam",
    "options": {"players": 2},
    "first": 1,
    "shuffles": [["R", "T"]],
    "actions": ["draw", "b^:AXX"],
}


def test_a_record_is_read_and_written_alike() -> None:
    for more in (
        {},
        {"names": ["Ann", "Зоя"]},
        {"result": {"scores": [[1, 0], 2], "winners": [0]}},
        {"fairness": {"seed": None, "list": [1.5, "x"]}},
    ):
        record = decode(json.dumps(GOOD | more))
        assert json.loads(encode(record)) == GOOD | more
        assert encode(decode(encode(record))) == encode(record)


def test_other_fields_are_ignored() -> None:
    record = decode(json.dumps(GOOD | {"note": "a fine match", "result_of": 3}))
    assert json.loads(encode(record)) == GOOD


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not JSON"),
        ("{", "this is not JSON"),
        (f"{json.dumps(GOOD)} x", "this is not JSON"),
        ('{"format": "heliodor/1",}', "this is not JSON"),
        ("[]", "expected object, got array"),
        ("3", "expected object, got int"),
        ("null", "expected object, got null"),
        ('{"format": "heliodor/1"}', "object missing required field game"),
        (json.dumps(GOOD | {"first": True}), "expected int, got bool - at first"),
        (json.dumps(GOOD | {"first": 1.0}), "expected int, got float - at first"),
        (json.dumps(GOOD | {"names": None}), "expected array, got null - at names"),
        (json.dumps(GOOD | {"shuffles": [["R", 2]]}), "expected str, got int - at shuffles[0][1]"),
        (json.dumps(GOOD | {"result": None}), "expected object, got null - at result"),
        (json.dumps(GOOD | {"result": {"scores": [1]}}), "object missing required field winners - at result"),
        (json.dumps(GOOD | {"format": "heliodor/2"}), "the format is 'heliodor/2', not 'heliodor/1'"),
        ('{"fairness": ' + "[" * 100_000, "this is not a record: it is nested too deeply"),
        (b'{"format": "\xff"}', "this is not JSON"),
    ],
)
def test_another_form_is_refused_in_plain_words(text: str | bytes, message: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        decode(text)
    assert str(refusal.value).startswith(message)
    assert "`" not in str(refusal.value)
    assert "$" not in str(refusal.value)


def test_a_refusal_says_where() -> None:
    error = BadRecord("this is wrong", line=3, ply=0, rule="N8")
    assert str(error) == "line 3, ply 0, rule N8: this is wrong"
    error.line = None
    assert str(error) == "ply 0, rule N8: this is wrong"
    assert str(BadRecord("this is wrong")) == "this is wrong"


LINE = json.dumps(GOOD).encode()
SPREAD = json.dumps(GOOD, indent=2).encode()


@pytest.mark.parametrize(
    ("data", "numbers"),
    [
        (LINE, [1]),
        (LINE + b"\n", [1]),
        (LINE + b"\n\n  \n" + LINE + b"\r\n" + LINE, [1, 4, 5]),
        (b"\xef\xbb\xbf" + LINE, [1]),
        (b"\n" + SPREAD + b"\n", [2]),
        (SPREAD.replace(b"\n", b"\r\n"), [1]),
    ],
)
def test_every_record_of_a_file_is_found(tmp_path: Path, data: bytes, numbers: list[int]) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(data)
    found = list(read_lines(path))
    assert [number for number, _ in found] == numbers
    assert all(json.loads(encode(decode(text))) == GOOD for _, text in found)


def test_a_broken_line_leaves_the_others_alone(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"{broken\n" + LINE + b"\n")
    assert list(read_lines(path)) == [(1, b"{broken"), (2, LINE)]


def test_records_can_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(LINE + b"\n" + LINE)))
    assert [number for number, _ in read_lines("-")] == [1, 2]


@pytest.mark.parametrize("data", [b"", b"\n \n"])
def test_a_file_without_records_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(data)
    with pytest.raises(HeliodorError, match=r"empty\.jsonl holds no record"):
        list(read_lines(path))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(HeliodorError, match=r"cannot read .*missing\.jsonl: No such file"):
        list(read_lines(tmp_path / "missing.jsonl"))
    with pytest.raises(HeliodorError, match=r"cannot read .*: Is a directory"):
        list(read_lines(tmp_path))
