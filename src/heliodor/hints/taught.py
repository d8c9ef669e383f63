"""What the taught decisions of a lesson give away, by the hints' own measure.

`python -m heliodor.hints.taught [GAME …]` prints it for every step. A lesson should teach what a hint would say, too:
otherwise its learner is called to account by the coach in the first match.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import msgspec

from heliodor.games import game_ids, get_game
from heliodor.hints.analysis import decisions_of, given_away
from heliodor.hints.coach import question
from heliodor.hints.outlook import DEFAULT_LEVEL, consider
from heliodor.hints.position import Position, has_hints
from heliodor.lessons import Script, lessons_of, script_of

SEEDS = 3  # What is given away is a mean over this many.


class Taught(msgspec.Struct, frozen=True):
    """A decision of a lesson that is not forced."""

    step: str  # Its key.
    actions: list[str]
    given_away: float  # Of the reward, from 0 to 1: the mean over the seeds.
    questions: int  # How many of the seeds make the coach ask.
    better: list[str]  # What the hint of the first seed says.


def taught_decisions(script: Script, *, level: str = DEFAULT_LEVEL, seeds: int = SEEDS) -> Iterator[Taught]:
    """Yield the learner's decisions; a step may hold several, such as shifts and then the order of tasks."""
    game, lesson = script.game, script.lesson
    for taken in decisions_of(script.match):
        if taken.seat != lesson.seat or taken.ply < script.plies[0]:
            continue
        positions = [Position(game, taken.before, seed=seed) for seed in range(seeds)]
        if positions[0].is_forced():
            continue
        found = [consider(position, level) for position in positions]
        pairs = zip(positions, found, strict=True)
        losses = [given_away(position, considered, taken.steps, level)[0] for position, considered in pairs]
        asked = [question(game, taken.before, taken.texts, level=level, seed=seed) for seed in range(seeds)]
        number = max(step for step in range(script.num_steps) if script.plies[step] <= taken.ply)
        yield Taught(
            step=lesson.steps[number].key,
            actions=taken.texts,
            given_away=sum(losses) / seeds,
            questions=sum(each is not None for each in asked),
            better=positions[0].texts(found[0].candidates[0].steps),
        )


def main(names: list[str]) -> int:
    """Print every decision of the named games' lessons, and what it gives away."""
    for name in names or game_ids():
        game = get_game(name)
        for lesson in lessons_of(game).lessons if has_hints(game) else []:
            script = script_of(name, lesson.id)
            assert script is not None
            for taught in taught_decisions(script):
                print(f"{name} {lesson.id} {taught.step}: {' '.join(taught.actions)} gives away ", end="")
                print(f"{taught.given_away:.1%}; a hint: {' '.join(taught.better)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
