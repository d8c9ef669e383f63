"""Whole matches as readable texts, compared line by line with the golden files (`make golden`)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from heliodor import EVERYTHING, Match
from heliodor.testing.walks import random_texts
from tests.contract.configurations import Configuration, smallest_and_largest_of_every_game

SEED = 5  # Its walk draws half of the time if that is possible.
TABLE_EVERY = 20  # Plies.


@smallest_and_largest_of_every_game
def test_a_match_is_the_one_of_the_golden_file(
    configuration: Configuration, golden: Callable[[str, str], None]
) -> None:
    name = f"{configuration.game_id}/{configuration.players}_players.txt"
    golden(name, "\n".join(playthrough(configuration)) + "\n")


def playthrough(configuration: Configuration) -> Iterator[str]:
    """Yield a match line by line: the table now and then, every action and what it did, scores, state."""
    match = configuration.new_match(SEED)
    yield f"{configuration.game.title}: {configuration}, seed {SEED}"
    yield from table(match)
    for text in random_texts(match, SEED):
        yield f"{match.ply}. seat {match.to_act}: {text}"
        for event in match.tell(text, EVERYTHING):
            yield f"     {event.say(match.names)}"
        yield f"     scores {match.scores}, state {state_hash(match)}"
        if match.ply % TABLE_EVERY == 0:
            yield from table(match)
    assert match.over
    yield from table(match)
    yield f"winners {match.winners}"


def table(match: Match) -> Iterator[str]:
    yield ""
    yield from (line.rstrip() for line in str(match).splitlines())
    yield ""


def state_hash(match: Match) -> str:
    return hashlib.sha256(match.states.tobytes()).hexdigest()[:8]
