"""The keys of a match."""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from heliodor import fairness
from heliodor.core import record as records
from heliodor.core.errors import BadRecord
from heliodor.core.record import Record
from heliodor.games import get_game
from heliodor.match import Match


def test_keys_made_in_advance_are_the_keys_of_the_recipe() -> None:
    for _ in range(20):
        secret = os.urandom(fairness.SEED_BYTES)
        keys = fairness.ActionKeys(secret)
        for ply in (0, 1, 9, 10, 12345):
            assert keys.of(ply) == fairness.action_key(secret, ply)


CHECKED_IN_THE_PAGE = (
    ("nizam", {"players": 1}),
    ("nizam", {"players": 5}),
    ("pearl", {"players": 2, "stall_limit": 60}),
    ("pearl", {"players": 5, "stall_limit": 60}),
    ("gnomes", {"players": 2, "quick_start": True}),
    ("gnomes", {"players": 6, "deck": "six_shapes"}),
    ("luz", {"players": 3}),
    ("luz", {"players": 5}),
)


@pytest.mark.once
def test_records_that_the_page_checks_again(golden: Callable[[str, str], None]) -> None:
    """web/src/games/shuffles.test.ts recomputes the shuffles of these records; this test says they are right."""
    lines = []
    for number, (game, options) in enumerate(CHECKED_IN_THE_PAGE):
        record = dealt_by_seeds(game, options, number)
        assert fairness.check(record)
        lines.append(records.encode(record).decode())
    golden("fair.jsonl", "".join(line + "\n" for line in lines))


def dealt_by_seeds(game: str, options: dict[str, Any], number: int) -> Record:
    """Play a match by chance whose deal follows from fixed seeds; the last seat is a bot's, if there are several."""
    chance = random.Random(number)
    server_seed = chance.randbytes(32).hex()
    seeds = [chance.randbytes(32).hex() for _ in range(options["players"])]
    seat_seeds: list[str | None] = [*seeds[:-1], None] if len(seeds) > 1 else [*seeds]
    secret = fairness.secret_of(server_seed, seat_seeds)
    match = Match(get_game(game), get_game(game).check_options(options))
    fairness.deal(match, secret)
    while not match.over:
        match.rekey(fairness.action_key(secret, match.ply))
        # Draws make decks run out, so that there is something to shuffle.
        legal = match.legal()
        match.act("draw" if "draw" in legal and chance.random() < 0.5 else chance.choice(legal))
    record = match.record()
    record.fairness = msgspec.to_builtins(
        fairness.Fairness(
            scheme=fairness.SCHEME,
            commitment=fairness.commitment_to(server_seed),
            server_seed=server_seed,
            seat_seeds=seat_seeds,
        )
    )
    return record


@pytest.mark.once
@pytest.mark.parametrize(("game", "options"), CHECKED_IN_THE_PAGE)
def test_a_card_in_place_of_another_one_is_found_in_every_shuffle(game: str, options: dict[str, Any]) -> None:
    """The page finds the same in the same records (web/src/games/shuffles.test.ts), there for all other kinds."""
    record = dealt_by_seeds(game, options, CHECKED_IN_THE_PAGE.index((game, options)))
    kinds = sorted({card for cards in record.shuffles for card in cards})
    passed = []
    for number, cards in enumerate(record.shuffles):
        for place in range(len(cards)):
            other = kinds[(kinds.index(cards[place]) + 1) % len(kinds)]
            shuffles = [*record.shuffles]
            shuffles[number] = [*cards[:place], other, *cards[place + 1 :]]
            told = msgspec.structs.replace(record, shuffles=shuffles)
            with contextlib.suppress(BadRecord):  # What `heliodor record verify` asks.
                Match.from_record(told)
                fairness.check(told)
                passed.append((number, place))
    assert passed == []
