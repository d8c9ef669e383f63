"""`heliodor record verify` and `heliodor record show`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from heliodor.cli.inputs import File, Json, counted, shortened, whole_number

if TYPE_CHECKING:
    from rich.console import Console

    from heliodor.core.record import Record
    from heliodor.match import Match, Told

LONGEST_MESSAGE = 300  # Characters; a hostile record could make a message of megabytes.
LONGEST_ID = 40  # Characters of the id of a deal.
KNOWN_DEAL = "many tables have played this deal, so somebody may have known the cards"
MOST_LINES_SHOWN_ALONE = 10  # Longer runs of lines that are not records are reported as one.


# --- verify ---------------------------------------------------------------------------------------------------------


def verify(
    *files: File,
    quiet: Annotated[bool, Parameter(help="Print bad records only.")] = False,
    as_json: Json = False,
) -> int:
    """Replay every record of the files by the rules, and print which are valid."""
    from heliodor.core.errors import HeliodorError

    if not files:
        raise HeliodorError("no file given; name files of records, or - for standard input")
    checked: list[dict[str, Any]] = []
    unreadable: list[dict[str, str]] = []
    for file in files:
        try:
            for result in _check_file(file):
                checked.append(result)
                if not as_json:
                    _print_result(result, quiet)
        except HeliodorError as error:
            unreadable.append({"file": file, "message": str(error)})
            if not as_json:
                sys.stdout.flush()
                print(f"heliodor: {error}", file=sys.stderr)
    bad = sum(not result["ok"] for result in checked)
    if as_json:
        _print_json(checked, unreadable, bad)
    elif not quiet:
        print(f"{len(checked)} checked: {len(checked) - bad} ok, {bad} bad")
    return 2 if unreadable else 1 if bad else 0


def _check_file(file: str) -> Iterator[dict[str, Any]]:
    """Check the records of a file one by one; raise HeliodorError if it cannot be read."""
    from heliodor.core.record import read_lines

    for run in _runs(read_lines(file)):
        if len(run) <= MOST_LINES_SHOWN_ALONE:
            yield from (_check_record(file, *line) for line in run)
        else:
            result = _check_record(file, *run[0])
            yield {**result, "message": f"lines {run[0][0]} to {run[-1][0]} are not records; {result['message']}"}


def _runs(lines: Iterable[tuple[int, bytes]]) -> Iterator[list[tuple[int, bytes]]]:
    """Yield each line alone, but consecutive lines that do not open a JSON object together: these are not records.

    So a binary file, or a damaged record laid out over many lines, does not fill the screen.
    """
    run: list[tuple[int, bytes]] = []
    for line in lines:
        if run and (line[1].startswith(b"{") or run[-1][1].startswith(b"{")):
            yield run
            run = []
        run.append(line)
    yield run


def _check_record(file: str, line: int, text: bytes) -> dict[str, Any]:
    from heliodor import fairness
    from heliodor.core.errors import BadRecord
    from heliodor.core.record import decode
    from heliodor.match import Match
    from heliodor.terminal.words import printable

    try:
        record = decode(text)
        match = Match.from_record(record)
        is_proven = fairness.check(record)
        num_seeds = fairness.num_seeds(record) if is_proven else 0
        deal = fairness.deal_of(record)
    except BadRecord as error:
        message = shortened(printable(error.message), LONGEST_MESSAGE)
        return {"file": file, "line": line, "ok": False, "ply": error.ply, "rule": error.rule, "message": message}
    return {
        "file": file,
        "line": line,
        "ok": True,
        "game": match.game.id,
        "players": match.players,
        "actions": match.ply,
        "finished": match.over,
        "proven": is_proven,
        "seeds": num_seeds,
        "deal": None if deal is None else shortened(printable(deal), LONGEST_ID),
    }


def _print_result(result: dict[str, Any], quiet: bool) -> None:
    from heliodor.core.errors import BadRecord

    where = f"{result['file']}:{result['line']}:"
    if not result["ok"]:
        print(f"{where} bad: {BadRecord(result['message'], ply=result['ply'], rule=result['rule'])}")
    elif not quiet:
        players, actions = counted(result["players"], "player"), counted(result["actions"], "action")
        unfinished = "" if result["finished"] else ", unfinished"
        print(f"{where} ok  {result['game']}, {players}, {actions}{unfinished}{_proof(result)}{_known_deal(result)}")


def _proof(result: dict[str, Any]) -> str:
    """Return what the seeds of a record prove, as the end of a sentence."""
    if not result["proven"]:
        return ""
    if result["seeds"] == 0:
        return ", shuffles follow from the server's seed alone: no player has added one"
    return f", shuffles proven by the seeds of the server and of {counted(result['seeds'], 'player')}"


def _known_deal(result: dict[str, Any]) -> str:
    """Return the end of a sentence that marks a match whose deal was played at other tables, too."""
    return "" if result["deal"] is None else f"; {KNOWN_DEAL}"


def _print_json(checked: list[dict[str, Any]], unreadable: list[dict[str, str]], bad: int) -> None:
    import json

    report = {"records": checked, "unreadable": unreadable, "ok": len(checked) - bad, "bad": bad}
    print(json.dumps(report, indent=2))


# --- show -----------------------------------------------------------------------------------------------------------


def show(
    file: File,
    /,
    *,
    match: Annotated[
        int | None, Parameter(converter=whole_number(1), help="Show this match of the file only, counted from 1.")
    ] = None,
    seat: Annotated[
        int | None,
        Parameter(
            converter=whole_number(0),
            help="Show what this seat saw. [everything; for an unfinished match, what everybody may see]",
        ),
    ] = None,
    ply: Annotated[
        int | None, Parameter(converter=whole_number(0), help="Also show the table after this action; 0 is the deal.")
    ] = None,
    open_: Annotated[bool, Parameter(name="--open", help="Show everything, even in an unfinished match.")] = False,
) -> None:
    """Print the matches of a file turn by turn, each turn with the number of its first action."""
    from rich.console import Console

    from heliodor.core.errors import HeliodorError

    if open_ and seat is not None:
        raise HeliodorError("--open shows everything and --seat what one seat saw; give only one of them")
    console = Console(highlight=False)
    console.soft_wrap = not console.is_terminal
    records = [_read_one(file, match)] if match is not None else _read_all(file)
    for found, record in records:
        _tell(console, found, record, seat, ply, open_)


def read_match(file: str, number: int) -> Match:
    """Return one match of a file, counted from 1; raise BadRecord with its line if the record is bad."""
    return _read_one(file, number)[0]


def _read_one(file: str, number: int) -> tuple[Match, Record]:
    from heliodor.core.errors import HeliodorError
    from heliodor.core.record import read_lines

    total = 0
    for total, (line, text) in enumerate(read_lines(file), start=1):
        if total == number:
            return _read(line, text)
    raise HeliodorError(f"{file} has {counted(total, 'match', 'matches')}, so there is no match {number}")


def _read_all(file: str) -> Iterator[tuple[Match, Record]]:
    from heliodor.core.record import read_lines

    for line, text in read_lines(file):
        yield _read(line, text)


def _read(line: int, text: bytes) -> tuple[Match, Record]:
    from heliodor.core.errors import BadRecord
    from heliodor.core.record import decode
    from heliodor.match import Match

    try:
        record = decode(text)
        return Match.from_record(record), record
    except BadRecord as error:
        error.line = line
        raise


def _tell(console: Console, match: Match, record: Record, seat: int | None, ply: int | None, is_open: bool) -> None:
    """Print one match: the table at the start, the turns, the table at the end."""
    from rich.markup import escape

    from heliodor import fairness
    from heliodor.core.contract import EVERYTHING, SPECTATOR
    from heliodor.terminal.words import coloured_names, printable_name

    viewer = EVERYTHING if match.over or is_open else SPECTATOR  # An unfinished match may be continued.
    if seat is not None:
        viewer = seat
    match.hidden_states(viewer)  # Refuses a missing seat.
    match.names = [printable_name(name) for name in match.names]
    if ply is not None:
        _check_ply(match, viewer, ply)  # Before anything is printed.
    names = coloured_names(match.names)

    state = "finished" if match.over else "unfinished"
    players = counted(match.players, "player")
    console.rule(f"[bold]{match.game.title}[/], {players}, {counted(match.ply, 'action')}, {state}")
    for name, value in match.record().options.items():
        if name != "players":
            console.print(f"{name}: {value}", style="dim")
    if fairness.deal_of(record) is not None:
        console.print(f"{KNOWN_DEAL[0].upper()}{KNOWN_DEAL[1:]}.", style="bold")
    start = match.at(0)
    told_by = f" As {names[seat]} saw it." if seat is not None else ""
    if viewer == SPECTATOR:
        told_by = " This is what everybody may see; --open shows everything."
    console.print(f"{names[start.to_act]} acts first.{told_by}")
    console.print(f"\n{start.draw(viewer)}\n")
    for turn in _turns(match, viewer, split_at=ply):
        if turn[0].ply == ply:
            _show_table(console, match.at(ply), viewer)
        _tell_turn(console, turn, match.names)
    console.rule(f"after {counted(match.ply, 'action')}")
    console.print(f"\n{match.draw(viewer)}\n")
    if match.over:
        winners = ", ".join(names[winner] for winner in match.winners)
        result = f"Won by {winners}" if match.players > 1 else "The end"
        console.print(f"{result}; scores {escape(str(match.scores))}.")


def _check_ply(match: Match, viewer: int, ply: int) -> None:
    """Refuse a missing ply, and a table that would show cards that are covered now."""
    from heliodor.core.contract import EVERYTHING
    from heliodor.core.errors import HeliodorError

    match.at(ply)
    covered = match.shown.covered_plies(match.states, 0, match.ply)
    if viewer != EVERYTHING and ply - 1 in covered:
        last = f"{covered.start + 1} to {covered.stop}"
        raise HeliodorError(f"the cards that actions {last} put on the table are covered now; --open shows them")


def _turns(match: Match, viewer: int, split_at: int | None) -> Iterator[list[Told]]:
    """Yield the turns: consecutive actions of one seat, or each action if there is one player.

    A turn that spans the ply `split_at` is split in two, so that the table can be shown in between.
    """
    turn: list[Told] = []
    for told in match.story(viewer):
        ended = bool(turn) and (told.seat != turn[-1].seat or match.players == 1)
        if turn and (ended or told.ply == split_at):
            yield turn
            turn = []
        turn.append(told)
    if turn:
        yield turn


def _tell_turn(console: Console, turn: list[Told], names: list[str]) -> None:
    """Print the number of a turn's first action and its sentences, under the player's name if there are several."""
    from rich.text import Text

    from heliodor.terminal.words import coloured_names, sentence

    sentences = [sentence(event, names) for told in turn for event in told.events]
    if len(sentences) > 1:
        sentences.insert(0, coloured_names(names)[turn[0].seat])
    margin = f"{turn[0].ply + 1:>4}  "
    for text in map(Text.from_markup, sentences):
        # A sentence stays on one line when a program reads it.
        lines = text.wrap(console, console.width - len(margin)) if console.is_terminal else [text]
        for line in lines:
            console.print(Text.assemble((margin, "dim"), line))
            margin = " " * len(margin)


def _show_table(console: Console, match: Match, viewer: int) -> None:
    console.rule(f"after {counted(match.ply, 'action')}")
    console.print(f"\n{match.draw(viewer)}\n")
    console.rule()
