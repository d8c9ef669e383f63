"""The ladder: measure every strength that docs/bots.md promises and compare it with its floor.

`make ladder` plays all rungs, which takes hours. `ARGS="--only gnomes"` plays the rungs whose command contains that
text, and `ARGS="--share 0.1"` a tenth of the deals. Finished matches are stored and not played again unless the rules
or the bots have changed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from heliodor.arena.play import Job
from heliodor.arena.report import Estimate
from heliodor.arena.schedule import Mode
from heliodor.arena.terminal import LiveStanding
from heliodor.arena.tournament import hold_tournament, plan_tournament
from heliodor.bots import LEVELS, registry
from heliodor.bots.brain_bots import MASTER, brain_of
from heliodor.core.jit import source_stamp
from heliodor.games import get_game

TIME_LIMIT = 10.0  # For bots that are programs; there are none here.
MODE: Mode = "challenge"
SEED = 31  # Nothing was tuned on these deals.
PLAYERS = {"nizam": (2, 5), "pearl": (2, 5), "gnomes": (2, 6), "luz": (3, 5)}  # The fewest and the most.
FLOOR_OF_MASTER = {2: 0.60, 3: 0.42}  # Against expert, by the number of players.
DUEL_DEALS, TABLE_DEALS, QUICK_DEALS, PLAIN_DEALS = 100, 30, 1000, 30


class Rung(NamedTuple):
    """One bot among copies of another, and the share of wins that it has to reach."""

    game: str
    players: int
    bot: str
    other: str
    deals: int
    floor: float  # Of the share of wins; with one player, of the mean score divided by the other's.

    @property
    def command(self) -> str:
        """The command line that plays the same matches."""
        return (
            f"heliodor arena {self.game} --players {self.players} --bots {self.bot},{self.other} "
            f"--games {self.deals} --seed {SEED} --mode {MODE}"
        )


def rungs() -> Iterator[Rung]:
    """Yield the rungs of every game, from the bottom up."""
    for game, (fewest, most) in PLAYERS.items():
        yield Rung(game, fewest, "greedy", "random", QUICK_DEALS, 0.95)
        for below, level in pairwise(LEVELS):
            duel_floor = FLOOR_OF_MASTER[fewest] if level == MASTER else 0.62 if fewest == 2 else 1 / fewest
            yield Rung(game, fewest, level, below, DUEL_DEALS, duel_floor)
            yield Rung(game, most, level, below, TABLE_DEALS, 1 / most)
        if game in ("nizam", "pearl"):
            yield Rung(game, 2, "expert", "greedy", DUEL_DEALS, 0.85)
        rounds = brain_of(get_game(game)).STRENGTHS["expert"].rounds
        for level in ("expert", MASTER):
            yield Rung(game, fewest, level, f"plain:{10 * rounds}", PLAIN_DEALS, 1 / fewest)
    yield Rung("nizam", 1, "expert", "greedy", DUEL_DEALS, 1.35)
    yield Rung("nizam", 1, MASTER, "expert", DUEL_DEALS, 1.05)


def climb(rung: Rung, journals: Path, workers: int | None) -> tuple[Estimate, int]:
    """Play the matches of a rung that are not in its journal; return the result and the number of matches."""
    options = get_game(rung.game).check_options({"players": rung.players})
    bots = tuple((name, name) for name in (rung.bot, rung.other))
    job = Job(rung.game, tuple(options.items()), SEED, bots, TIME_LIMIT)
    plan = plan_tournament(job, rung.deals, MODE)
    stamp = source_stamp([registry, brain_of(get_game(rung.game)), get_game(rung.game).rules])
    journal = journals / f"{rung.game}-{rung.players}-{rung.bot}-{rung.other.replace(':', '')}-{stamp}.jsonl"
    with LiveStanding(plan) as standing:
        report = hold_tournament(plan, journal=journal, workers=workers, command=rung.command, note=standing.note)
    pair = next(pair for pair in report.pairs if pair.bot == rung.bot)
    reached = pair.score_ratio if rung.players == 1 else pair.alone
    assert reached is not None
    return reached, report.matches


def verdict(rung: Rung, reached: Estimate) -> str:
    """Return whether a rung is reached, in words; an interval that contains the fair share shows nothing."""
    fair = 1 / rung.players
    if reached.low is None or reached.low <= fair:
        return "not shown"
    return "reached" if reached.value >= rung.floor else f"below {rung.floor:.0%}"


def line(rung: Rung, reached: Estimate, matches: int) -> str:
    """Return a rung as a line of a table like those in docs/bots.md."""
    low, high = reached.low or 0.0, reached.high or 0.0
    if rung.players == 1:
        fair, share = "1", f"{reached.value:.2f} ({low:.2f}–{high:.2f}) times the score"
    else:
        fair, share = f"{1 / rung.players:.0%}", f"{reached.value:.1%} ({low:.1%}–{high:.1%})"
    cells = (rung.players, rung.bot, rung.other, fair, share, matches, verdict(rung, reached), f"`{rung.command}`")
    return "| " + " | ".join(str(cell) for cell in (rung.game, *cells)) + " |"


def main() -> None:
    """Play the selected rungs, and print the table line by line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only rungs whose command contains this text")
    parser.add_argument("--share", type=float, default=1.0, help="share of the deals to play, for a quick look")
    parser.add_argument("--workers", type=int, help="number of processes; one per core by default")
    parser.add_argument("--journals", type=Path, default=Path(".cache/ladder"), help="folder that stores the matches")
    asked = parser.parse_args()
    asked.journals.mkdir(parents=True, exist_ok=True)
    print("| game | players | one | among | fair share | share of wins, 95 % interval | matches | | command |")
    print("| --- " * 9 + "|")
    for rung in rungs():
        if asked.only in rung.command:
            rung = rung._replace(deals=max(2, round(rung.deals * asked.share)))
            print(line(rung, *climb(rung, asked.journals, asked.workers)), flush=True)


if __name__ == "__main__":
    main()
