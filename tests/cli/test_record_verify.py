"""`heliodor record verify`."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import heliodor
from heliodor import fairness
from heliodor.core.record import encode
from heliodor.games import GAME_IDS, get_game
from heliodor.match import Match

from .conftest import RECORDS, Run

GOOD = [line for game in GAME_IDS for line in (RECORDS / f"{game}.jsonl").read_text().splitlines()]


def changed(line: str, **fields: object) -> str:
    """Return a record with other fields."""
    return json.dumps({**json.loads(line), **fields})


# --- Good ones ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*GAME_IDS, "gnomes-v2"])
def test_sample_records_are_good(run: Run, name: str) -> None:
    path, game = RECORDS / f"{name}.jsonl", name.removesuffix("-v2")
    records = [json.loads(line) for line in path.read_text().splitlines()]
    code, out, err = run("record", "verify", path)
    assert (code, err) == (0, "")
    expected = []
    for number, record in enumerate(records, 1):
        players = record["options"]["players"]
        expected.append(
            f"{path}:{number}: ok  {game}, {players} player{'s' * (players > 1)}, {len(record['actions'])} actions"
        )
    assert out.splitlines() == [*expected, f"{len(records)} checked: {len(records)} ok, 0 bad"]


def test_an_unfinished_record_is_good_and_said_to_be_unfinished(run: Run) -> None:
    match = heliodor.new_match("nizam", 2, seed=1)
    match.act("draw")
    code, out, _ = run("record", "verify", "-", stdin=encode(match.record()))
    assert code == 0
    assert out.startswith("-:1: ok  nizam, 2 players, 1 action, unfinished\n")


def test_a_record_may_be_laid_out_over_many_lines(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pretty.json"
    path.write_text("\n\n" + json.dumps(json.loads(GOOD[0]), indent=2))
    code, out, _ = run("record", "verify", path)
    assert code == 0
    assert out.startswith(f"{path}:3: ok  nizam")


def test_a_byte_order_mark_and_empty_lines_are_ignored(run: Run) -> None:
    code, out, _ = run("record", "verify", "-", stdin="\ufeff" + GOOD[0] + "\r\n\r\n" + GOOD[1] + "\n\n")
    assert code == 0
    assert [line.split(":")[1] for line in out.splitlines()[:2]] == ["1", "3"]


def test_quiet_says_nothing_about_good_records(run: Run) -> None:
    assert run("record", "verify", "--quiet", RECORDS / "luz.jsonl") == (0, "", "")


# --- Bad ones -----------------------------------------------------------------------------------------------------

REASONS = [
    "the scores are given as [16, 6], but by the rules they are [15, 6]",
    "ply 2, rule N9: done is not legal for seat 1",
    "a shuffle has R 14 times, but 12 are to be shuffled",
    "ply 166: there is a result, but the match is not over",
    "ply 15: 'task P'",
    "Pearl of the East has no option 'stal_limit'; it has players, stall_limit",
    "ply 180, rule G5: pass comes after the end of the match",
    "the record holds 2 shuffles, but only 1 happened",
    "the winners are given as [0], but by the rules they are [2]",
    "ply 3: 'play 11' is not an action of Luz",
]


def test_sample_bad_records_are_refused_for_the_right_reasons(run: Run) -> None:
    path = RECORDS / "bad.jsonl"
    code, out, err = run("record", "verify", path)
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert lines[-1] == "10 checked: 0 ok, 10 bad"
    for number, (line, reason) in enumerate(zip(lines, REASONS, strict=False), 1):
        assert line.startswith(f"{path}:{number}: bad: {reason}")


REASONS_OF_VERSIONS = [
    "Speedy Gnomes has no version 3; it has 1 and 2",
    "expected int, got str - at version",
    "ply 168, rule G5: ",  # 84 cards for three players: 28 rounds of two actions each.
    "Nizam has no version 2; it has 1",
]


def test_sample_records_of_wrong_versions_are_refused_for_the_right_reasons(run: Run) -> None:
    path = RECORDS / "bad-v2.jsonl"
    code, out, err = run("record", "verify", path)
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert lines[-1] == "4 checked: 0 ok, 4 bad"
    for number, (line, reason) in enumerate(zip(lines, REASONS_OF_VERSIONS, strict=False), 1):
        assert line.startswith(f"{path}:{number}: bad: {reason}")
    assert "comes after the end of the match" in lines[2]


def test_quiet_still_says_what_is_bad(run: Run) -> None:
    code, out, _ = run("record", "verify", "--quiet", RECORDS / "bad.jsonl", RECORDS / "luz.jsonl")
    assert code == 1
    assert len(out.splitlines()) == 10


def test_a_bad_record_does_not_stop_the_others(run: Run) -> None:
    code, out, _ = run("record", "verify", "-", stdin="\n".join([GOOD[0], GOOD[1][:500], GOOD[2]]))
    assert code == 1
    assert [line.split()[1].rstrip(":") for line in out.splitlines()[:3]] == ["ok", "bad", "ok"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"format": "heliodor/2"}, "the format is 'heliodor/2', not 'heliodor/1'"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": 3}, "expected str, got int - at game"),
        ({"options": {}}, "the number of players is missing"),
        ({"options": {"players": 7}}, "Nizam takes 1 to 5 players, not 7"),
        ({"options": {"players": True}}, "Nizam takes 1 to 5 players"),
        ({"options": {"players": 1, "solo_hand_limit": 10}}, "option solo_hand_limit cannot be 10"),
        ({"first": 5}, "there is no seat 5"),
        ({"first": "0"}, "expected int, got str - at first"),
        ({"first": 10**400}, "there is no seat 1000"),
        ({"names": ["a", "b"]}, "1 names are needed, not 2"),
        ({"names": [1]}, "expected str, got int - at names"),
        ({"shuffles": []}, "another shuffle is needed here, but the record has only 0"),
        ({"shuffles": [["Z"] * 96]}, "shuffle 1 holds 'Z', which is not a card of Nizam"),
        ({"actions": ["fly"]}, "ply 0: 'fly' is not an action of Nizam"),
        ({"actions": [None]}, "expected str, got null - at actions"),
        ({"result": {"scores": [31]}}, "missing required field winners"),
        ({"result": {"scores": [31.0], "winners": [0]}}, "the scores are given as [31.0]"),
        ({"result": {"scores": [True], "winners": [0]}}, "the scores are given as [True]"),
    ],
)
def test_each_kind_of_damage_is_named(run: Run, fields: dict[str, object], reason: str) -> None:
    code, out, err = run("record", "verify", "--quiet", "-", stdin=changed(GOOD[0], **fields))
    assert (code, err) == (1, "")
    assert reason in out


def test_a_missing_result_is_noticed(run: Run) -> None:
    record = json.loads(GOOD[0])
    del record["result"]
    _, out, _ = run("record", "verify", "--quiet", "-", stdin=json.dumps(record))
    assert "the match is over, but the record has no result" in out


# --- Hostile files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"\x00" * 1000,
        b"\xff\xfe{}",
        b"{" * 100_000,
        b"[" * 100_000,
        b'{"format":' * 50_000,
        b'{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"format": "\xff"}',
        b'{"format": "\\ud800"}',
        b"1e999999",
        b'{"first":' + b"9" * 100_000 + b"}",
        b"null",
        b"[]",
        b'"' + b"x" * 1_000_000 + b'"',
        b'{"format": "'
        + b"x" * 1_000_000
        + b'", "game": "", "options": {}, "first": 0, "shuffles": [], "actions": []}',
    ],
)
def test_a_hostile_record_gives_one_short_line(run: Run, data: bytes) -> None:
    code, out, err = run("record", "verify", "--quiet", "-", stdin=data)
    assert (code, err) == (1, "")
    assert out.count("\n") == 1
    assert len(out) < 400


def test_a_binary_file_does_not_fill_the_screen(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "noise"
    path.write_bytes(random.Random(1).randbytes(100_000).replace(b"{", b"}"))
    code, out, _ = run("record", "verify", path)
    assert code == 1
    assert len(out.splitlines()) == 2
    assert "are not records" in out


def test_a_cut_record_of_many_lines_does_not_fill_the_screen(run: Run) -> None:
    pretty = json.dumps(json.loads(GOOD[0]), indent=1)
    code, out, _ = run("record", "verify", "-", stdin=pretty[: len(pretty) // 2])
    assert code == 1
    assert len(out.splitlines()) == 3


def test_control_characters_do_not_reach_the_terminal(run: Run) -> None:
    _, out, _ = run("record", "verify", "-", stdin=changed(GOOD[0], actions=["\x1b[2J\u202e"], format="heliodor/1"))
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_random_damage_is_never_a_traceback(run: Run) -> None:
    chance = random.Random(7)
    values: list[Any] = [None, True, -1, 2**64, 10**400, 1.5, "", "draw", "\x00", [], {}, [[]], {"a": 1}, "9" * 5000]
    lines = []
    for _ in range(150):
        record = json.loads(chance.choice(GOOD))
        at: Any = record
        for _ in range(chance.randint(0, 2)):
            inner = [v for v in (at.values() if isinstance(at, dict) else at) if isinstance(v, dict | list) and v]
            at = chance.choice(inner) if inner else at
        place = chance.choice(list(at)) if isinstance(at, dict) else chance.randrange(len(at))
        at[place] = chance.choice(values)
        lines.append(json.dumps(record))
    code, out, err = run("record", "verify", "-", stdin="\n".join(lines))
    assert code in (0, 1)
    assert err == ""
    assert len(out.splitlines()) == len(lines) + 1


# --- Files and JSON -------------------------------------------------------------------------------------------------


def test_an_unreadable_file_is_named_and_the_others_are_checked(run: Run, tmp_path: Path) -> None:
    code, out, err = run("record", "verify", tmp_path / "none", tmp_path, RECORDS / "luz.jsonl", RECORDS / "bad.jsonl")
    assert code == 2
    assert err.splitlines() == [
        f"heliodor: cannot read {tmp_path / 'none'}: No such file or directory",
        f"heliodor: cannot read {tmp_path}: Is a directory",
    ]
    assert out.endswith("16 checked: 6 ok, 10 bad\n")


def test_an_empty_file_holds_no_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.write_text("\n\n")
    code, _, err = run("record", "verify", path)
    assert (code, err) == (2, f"heliodor: {path} holds no record\n")


def test_a_file_must_be_named(run: Run) -> None:
    code, _, err = run("record", "verify")
    assert (code, err) == (2, "heliodor: no file given; name files of records, or - for standard input\n")


def test_json(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_text(f"{GOOD[0]}\n{(RECORDS / 'bad.jsonl').read_text().splitlines()[1]}\n")
    code, out, err = run("record", "verify", "--json", path, tmp_path / "none")
    assert (code, err) == (2, "")
    report = json.loads(out)
    good, bad = report["records"]
    assert good == {
        "file": str(path),
        "line": 1,
        "ok": True,
        "game": "nizam",
        "players": 1,
        "actions": 51,
        "finished": True,
        "proven": False,
        "seeds": 0,
        "deal": None,
    }
    assert (bad["line"], bad["ok"], bad["ply"], bad["rule"]) == (2, False, 2, "N9")
    assert (report["ok"], report["bad"]) == (1, 1)
    assert [entry["file"] for entry in report["unreadable"]] == [str(tmp_path / "none")]


def fair_record(seat_seeds: list[str | None], deal: str | None = None) -> bytes:
    """Return the record of a match that was dealt by seeds, as a live table deals it."""
    server_seed = "5e" * 32
    match = Match(get_game("nizam"), get_game("nizam").check_options({"players": len(seat_seeds)}))
    fairness.deal(match, fairness.secret_of(server_seed, seat_seeds))
    record = match.record()
    record.fairness = fairness.Fairness(
        scheme=fairness.SCHEME,
        commitment=fairness.commitment_to(server_seed),
        server_seed=server_seed,
        seat_seeds=seat_seeds,
        deal=deal,
    )
    return encode(record)


@pytest.mark.parametrize(
    ("seat_seeds", "said"),
    [
        (["aa", "bb", None], "shuffles proven by the seeds of the server and of 2 players"),
        (["aa", None, None], "shuffles proven by the seeds of the server and of 1 player"),
        ([None, None, None], "shuffles follow from the server's seed alone: no player has added one"),
    ],
)
def test_it_says_how_many_players_seeds_took_part(run: Run, seat_seeds: list[str | None], said: str) -> None:
    code, out, _ = run("record", "verify", "-", stdin=fair_record(seat_seeds))
    assert code == 0 and said in out, out
    _, out, _ = run("record", "verify", "--json", "-", stdin=fair_record(seat_seeds))
    [record] = json.loads(out)["records"]
    assert (record["proven"], record["seeds"]) == (True, sum(seed is not None for seed in seat_seeds))


def test_a_deal_that_somebody_may_have_known_is_named_in_words(run: Run) -> None:
    said = "many tables have played this deal, so somebody may have known the cards"
    for deal, is_known in (("d" * 500 + "\x1b[31m", True), (None, False)):
        record = fair_record([None, None, None], deal)
        code, out, _ = run("record", "verify", "-", stdin=record)
        assert code == 0 and (said in out) == is_known and "\x1b" not in out, out
        _, out, _ = run("record", "verify", "--json", "-", stdin=record)
        [result] = json.loads(out)["records"]
        assert (result["deal"] is not None) == is_known and len(result["deal"] or "") < 50
        code, out, _ = run("record", "show", "-", stdin=record)
        assert code == 0 and (said[1:] in out) == is_known and "\x1b" not in out, out


@pytest.mark.parametrize("part", [7, {"deal": "x"}, {"scheme": "other/1", "deal": 3}, "deal"])
def test_a_fairness_part_that_cannot_be_read_marks_no_deal(run: Run, part: object) -> None:
    record = json.loads(fair_record([None, None, None])) | {"fairness": part}
    code, out, err = run("record", "show", "-", stdin=json.dumps(record).encode())
    assert code == 0 and "many tables" not in out.lower() and "Traceback" not in err
