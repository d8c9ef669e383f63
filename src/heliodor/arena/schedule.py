"""The seating. Every deal is played once in every arrangement, so that no bot gains by a seat or by its cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Literal, NamedTuple

from heliodor.core.errors import BadOption

Mode = Literal["table", "duel", "challenge"]
Seats = tuple[str, ...]  # The bot of seat 0, 1, …, by name.


class Fixture(NamedTuple):
    """One match of a tournament, which has no two equal ones."""

    deal: int  # Number of the match within the seed.
    seats: Seats


def default_mode(num_bots: int, players: int) -> Mode:
    """Return `table` if every seat can have a different bot, else `duel`."""
    return "table" if num_bots >= players else "duel"


def arrangements(bots: Sequence[str], players: int, mode: Mode) -> list[Seats]:
    """Return the ways to seat the bots, each bot equally often on each seat (in a challenge: the first bot).

    `table`: different bots sit together. Every choice of as many bots as there are seats, in every rotation; if
    there are fewer bots than seats, they fill the table in turn. `duel`: one bot against copies of another, on
    every seat, for every two bots. `challenge`: only the duels of the first bot against copies of each other bot. With
    one player, each bot plays alone.
    """
    _check_bots(bots, players)
    if players == 1:
        return [(bot,) for bot in bots]
    if mode in ("duel", "challenge"):
        seated = [
            tuple(one if seat == place else other for place in range(players))
            for one, other in permutations(bots, 2)
            for seat in range(players)
            if mode == "duel" or one == bots[0]
        ]
    elif len(bots) >= players:
        seated = [rotated for some in combinations(bots, players) for rotated in _rotations(some)]
    else:
        filled = [tuple(bots[(start + place) % len(bots)] for place in range(players)) for start in range(len(bots))]
        seated = [rotated for table in filled for rotated in _rotations(table)]
    # All arrangements appear equally often, so dropping duplicates keeps the balance.
    return list(dict.fromkeys(seated))


def fixtures(seated: Sequence[Seats], deals: int) -> Iterator[Fixture]:
    """Yield every match, deal by deal."""
    return (Fixture(deal, seats) for deal in range(deals) for seats in seated)


def _rotations(table: Seats) -> list[Seats]:
    return [table[-by:] + table[:-by] for by in range(len(table))]


def _check_bots(bots: Sequence[str], players: int) -> None:
    if len(bots) < 2 and players > 1:
        raise BadOption("the arena needs two bots or more; name them like --bots expert,greedy")
    if not bots:
        raise BadOption("no bot is named; name some like --bots expert,greedy")
    if twice := [bot for bot in bots if bots.count(bot) > 1]:
        raise BadOption(f"bot {twice[0]!r} is named twice; give one of them another name, like second={twice[0]}")
