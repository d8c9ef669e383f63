"""`python -m heliodor.lessons [GAME …]`: check lessons, and print how long they are."""

from __future__ import annotations

import sys

from heliodor.games import game_ids, get_game
from heliodor.lessons.book import lessons_of
from heliodor.lessons.check import check_lessons


def main(names: list[str]) -> int:
    """Print the faults of the named games' lessons, or their figures; return 1 if there is a fault."""
    status = 0
    for name in names or game_ids():
        game = get_game(name)
        if faults := check_lessons(game):
            status = 1
            print("\n".join(f"{name}: {fault}" for fault in faults))
            continue
        for lesson in lessons_of(game).lessons:
            wrong = sum(len(step.wrong) for step in lesson.steps)
            actions = sum(len(step.do) for step in lesson.steps)
            others = sum(len(step.then) for step in lesson.steps)
            print(f"{name} {lesson.id}: {len(lesson.steps)} decisions, {actions} actions of the learner, ", end="")
            print(f"{others} of the others, {wrong} answers to wrong moves")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
