"""Calibration: what is shown as 70 % should happen in 70 % of cases.

    python benchmarks/calibration.py --fit nizam --players 2,3,4   # fit the numbers that Heliodor ships
    python benchmarks/calibration.py nizam --players 2,3,4         # compare told and won in other matches
    python benchmarks/calibration.py --draw                        # write diagrams and table of docs/analysis.md

Bots play matches, some positions of each are taken, and the chances told there are compared with the winners. Matches
to fit and matches to measure have different seeds. Sampled positions are stored in `.cache/calibration`, and a run that
was stopped goes on from there; remove the folder when rules or bots have changed.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from html import escape
from pathlib import Path

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from heliodor.core.contract import Game
from heliodor.core.errors import HeliodorError
from heliodor.games import get_game
from heliodor.hints import advice_of
from heliodor.hints.calibration import FORMAT, SHIPPED, Calibration, load_calibration
from heliodor.training.calibrating import (
    PHASES,
    Honesty,
    View,
    check_honesty,
    fit,
    phase_of,
    rows_of,
    told_by,
    told_when_left_out,
    unchanged,
)
from heliodor.training.sampling import Plan, SampledMatch, sampled

FIT_SEED, SEED = 1701, 1702  # Of the matches to fit, and of those to measure.
BOTS = "skilled"  # They play the matches.
LEVEL = "casual"  # Of the playouts: 96 worlds. With 256, as in a review, a chance is off by chance a little less.
POSITIONS, VIEWS = 7, 3  # Of each match: as an onlooker sees them, and of these also with a hint.
MATCHES = 290  # 2030 positions.
MEASURED = Path("docs/calibration/measured.json")
DOCS = Path("docs/analysis.md")
BEGIN, END = "<!-- calibration: made by benchmarks/calibration.py -->", "<!-- end of calibration -->"


class Measurement(msgspec.Struct, frozen=True):
    """One table of a game, measured."""

    game: str
    players: int
    view: View
    seed: int
    bots: str
    level: str
    told: Honesty
    uncalibrated: Honesty  # The shares of the playouts, in the same positions.
    phases: dict[str, Honesty]


def plan_for(game: Game, players: int, seed: int) -> Plan:
    options = game.check_options({"players": players})
    return Plan(game.id, game.version, options, seed, BOTS, LEVEL, POSITIONS, VIEWS)


def play(game: Game, players: int, seed: int, asked: argparse.Namespace) -> list[SampledMatch]:
    """Return the matches of a table, as many as there is time for."""
    end = time.process_time() + asked.seconds if asked.seconds else float("inf")
    journal = asked.journals / f"{game.id}-{players}-{seed}.jsonl"
    shown = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*shown) as progress:
        task = progress.add_task(f"{game.id}, {players} players", total=asked.matches)
        return sampled(
            game,
            plan_for(game, players, seed),
            asked.matches,
            journal,
            on_progress=lambda done: progress.update(task, completed=done),
            may_go_on=lambda: time.process_time() < end,
        )


def views_of(game: Game, asked: argparse.Namespace) -> tuple[View, ...]:
    return ("onlooker", "hint") if advice_of(game).rates_match and not asked.left_out else ("onlooker",)


# --- Fit ----------------------------------------------------------------------------------------------------------


def fit_game(game: Game, asked: argparse.Namespace) -> None:
    """Fit the numbers of a game; those of tables that are not asked for stay as they are."""
    advice = advice_of(game)
    path = asked.out / f"{game.id}.json"
    fitted = dict(load_calibration(path, advice.inputs).tables) if path.exists() else {}
    for players in asked.players or [size for size in game.players if size > 1]:
        if matches := play(game, players, FIT_SEED, asked):
            command = f"python benchmarks/calibration.py --fit {game.id} --players {players} --matches {len(matches)}"
            fitted[players] = msgspec.structs.replace(fit(rows_of(game, matches, "onlooker")), command=command)
    tables = dict(sorted(fitted.items()))
    found = Calibration(FORMAT, game.id, game.version, FIT_SEED, BOTS, LEVEL, list(advice.inputs), tables)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(f"{path}: {', '.join(str(size) for size in tables)} players")


# --- Measure ------------------------------------------------------------------------------------------------------


def measure(game: Game, players: int, asked: argparse.Namespace) -> Iterator[Measurement]:
    """Compare the chances at a table with the winners, for an onlooker and for the seat to act."""
    seed = FIT_SEED if asked.left_out else SEED
    matches = play(game, players, seed, asked)
    calibration = load_calibration(asked.out / f"{game.id}.json", advice_of(game).inputs)
    for view in views_of(game, asked) if matches else ():
        rows = rows_of(game, matches, view)
        before = told_by(unchanged(rows), rows)
        told = told_when_left_out(rows) if asked.left_out else told_by(calibration.numbers(players), rows)
        phases = {}
        for phase in PHASES:
            part, of_phase = phase_of(rows, phase)(told)
            if len(of_phase):
                phases[phase] = check_honesty(part, of_phase, only_actor=view == "hint")
        yield Measurement(
            game.id,
            players,
            view,
            seed,
            BOTS,
            LEVEL,
            check_honesty(rows, told, only_actor=view == "hint"),
            check_honesty(rows, before, only_actor=view == "hint"),
            phases,
        )


def line(each: Measurement) -> str:
    """Return a measurement as a line of the table."""
    told, before = each.told, each.uncalibrated
    late = each.phases.get("late")
    cells = (
        get_game(each.game).title,
        each.players,
        each.view,
        f"{told.matches} / {told.positions}{' left out' if each.seed == FIT_SEED else ''}",
        f"{100 * before.gap:.1f}",
        f"**{100 * told.gap:.1f}** ({100 * told.gap_low:.1f}–{100 * told.gap_high:.1f})",
        f"{100 * told.gap_of_honest:.1f}",
        f"{100 * late.gap:.1f}" if late else "–",
        f"{told.brier:.3f}",
        f"{told.brier_fair:.3f}",
        f"{told.gain_low:.3f} to {told.gain_high:.3f}",
    )
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


HEAD = (
    "| game | players | view | matches / positions | gap of playouts | gap (95 % interval) | gap if honest "
    "| gap, late | Brier | fair share | gain (95 % interval) |"
)


# --- Diagrams -----------------------------------------------------------------------------------------------------

SIDE, EDGE, FOOT = 200, 34, 30  # Pixels of a diagram, and of the room for its axes.
IN_A_ROW = 4
STYLE = (
    "text{font:11px system-ui,sans-serif;fill:#57606a}.t{font-size:12px;font-weight:600}"
    ".a{stroke:#8c959f;stroke-width:1;fill:none}.f{stroke:#8c959f;stroke-dasharray:4 3}"
    ".w{stroke:#0969da;stroke-width:1.5}.d{fill:#0969da;fill-opacity:.75}.b{fill:none;stroke:#bc4c00;stroke-width:1.5}"
    "@media(prefers-color-scheme:dark){text{fill:#9da7b1}.w{stroke:#58a6ff}.d{fill:#58a6ff}.b{stroke:#f0883e}}"
)


def diagram(measured: list[Measurement], title: str) -> str:
    """Return reliability diagrams in rows: told from left to right, won upwards."""
    across, down = SIDE + EDGE + 18, SIDE + EDGE + FOOT
    width, height = min(IN_A_ROW, len(measured)) * across, -(-len(measured) // IN_A_ROW) * down
    parts = [
        _one_diagram(each, number % IN_A_ROW * across + EDGE, number // IN_A_ROW * down + 22)
        for number, each in enumerate(measured)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>{''.join(parts)}</svg>\n"
    )


def _one_diagram(each: Measurement, left: int, top: int) -> str:
    def at(told: float, won: float) -> tuple[float, float]:
        return round(left + SIDE * told, 1), round(top + SIDE * (1 - won), 1)

    (x0, y0), (x1, y1) = at(0, 0), at(1, 1)
    parts = [
        f'<text class="t" x="{x0}" y="{y1 - 10}">{each.players} players, {each.view}: '
        f"gap {100 * each.told.gap:.1f}</text>",
        f'<path class="a" d="M{x0} {y1}V{y0}H{x1}"/><line class="f" x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}"/>',
    ]
    for share in (0, 0.5, 1):
        x, y = at(share, share)
        parts.append(f'<text x="{x}" y="{y0 + 14}" text-anchor="middle">{share:.0%}</text>')
        parts.append(f'<text x="{x0 - 4}" y="{y + 4}" text-anchor="end">{share:.0%}</text>')
    parts.append(f'<text x="{(x0 + x1) / 2}" y="{y0 + 28}" text-anchor="middle">told → won ↑</text>')
    for old in each.uncalibrated.bins:
        x, y = at(old.told, old.won)
        parts.append(f'<circle class="b" cx="{x}" cy="{y}" r="3"/>')
    most = max(found.chances for found in each.told.bins)
    for found in each.told.bins:
        x, y = at(found.told, found.won)
        (_, low), (_, high) = at(0, found.low), at(0, found.high)
        size = 2.5 + 4 * (found.chances / most) ** 0.5
        tip = f"told {found.told:.0%}, won {found.won:.0%} of {found.chances}"
        parts.append(f'<line class="w" x1="{x}" x2="{x}" y1="{low}" y2="{high}"/>')
        parts.append(f'<circle class="d" cx="{x}" cy="{y}" r="{size:.1f}"><title>{tip}</title></circle>')
    return "".join(parts)


def drawn(measured: list[Measurement]) -> dict[Path, str]:
    """Return the files that show the measurements: a diagram for each game, and the docs with their table."""
    files, lines = {}, []
    for game in dict.fromkeys(each.game for each in measured):
        title = f"{get_game(game).title}: told chances, and how often they came true"
        files[MEASURED.parent / f"{game}.svg"] = diagram([each for each in measured if each.game == game], title)
        lines.append(f"![{title}](calibration/{game}.svg)\n")
    table = "\n".join([HEAD, "| --- " * HEAD.count(" | ") + "| --- |", *map(line, measured)])
    text = DOCS.read_text()
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    files[DOCS] = f"{before}{BEGIN}\n{table}\n\n" + "\n".join(lines) + f"{END}{after}"
    return files


def read_measured() -> list[Measurement]:
    if not MEASURED.exists():
        return []
    return msgspec.json.decode(MEASURED.read_bytes(), type=list[Measurement])


def _as_line(each: Measurement) -> str:
    """Return a measurement in one line, with as many digits as mean something."""
    plain = json.loads(msgspec.json.encode(each), parse_float=lambda text: round(float(text), 5))
    return json.dumps(plain)


def main() -> None:
    """Fit, measure or draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="ids of games")
    parser.add_argument("--fit", action="store_true", help="fit numbers instead of measuring")
    parser.add_argument("--draw", action="store_true", help="write diagrams and table from the stored measurements")
    parser.add_argument("--check", action="store_true", help="with --draw: only say whether these are fresh")
    parser.add_argument(
        "--left-out",
        action="store_true",
        help="measure in the matches to fit, each fifth of them with numbers fitted to the rest",
    )
    parser.add_argument("--players", type=lambda text: [int(n) for n in text.split(",")], help="as in 2,3,4")
    parser.add_argument("--matches", type=int, default=MATCHES, help="for each number of players")
    parser.add_argument("--seconds", type=float, help="CPU seconds for each number of players, then there are fewer")
    parser.add_argument("--journals", type=Path, default=Path(".cache/calibration"), help="folder of the samples")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="folder of the fitted numbers")
    asked = parser.parse_args()
    try:
        run(asked)
    except HeliodorError as error:
        parser.exit(1, f"{error}\n")


def run(asked: argparse.Namespace) -> None:
    measured = {(each.game, each.players, each.view): each for each in read_measured()}
    for name in asked.games:
        game = get_game(name)
        if asked.fit:
            fit_game(game, asked)
            continue
        for players in asked.players or [size for size in game.players if size > 1]:
            for each in measure(game, players, asked):
                measured[each.game, each.players, each.view] = each
                print(line(each), flush=True)
        MEASURED.parent.mkdir(parents=True, exist_ok=True)
        by_table = [measured[key] for key in sorted(measured)]
        MEASURED.write_text("[\n" + ",\n".join(map(_as_line, by_table)) + "\n]\n")
    if asked.draw:
        for path, text in drawn([measured[key] for key in sorted(measured)]).items():
            if not asked.check:
                path.write_text(text)
            elif not path.exists() or path.read_text() != text:
                raise HeliodorError(f"{path} is not fresh: python benchmarks/calibration.py --draw")


if __name__ == "__main__":
    main()
