"""What a study of Speedy Gnomes counts."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from heliodor.core.contract import States
from heliodor.core.deck import NO_CARD
from heliodor.games.gnomes.cards import CAVE_IN, FOG_0, NUM_FOGS
from heliodor.games.gnomes.rules import CARD_0, DRIVE_0, TARGET_0, Phase
from heliodor.games.gnomes.words import FOG_NAMES
from heliodor.study.contract import Matter, Notes

LARGEST_SET = 6


class GnomesNotes(Notes):
    """Curses by effect, and what lifts them."""

    score_title = "gems in sets"
    phases: ClassVar = {
        Phase.TAKING: "taking a card",
        Phase.PLAYING: "playing a card",
        Phase.AIMING: "aiming a curse",
        Phase.DRIVING: "driving off a fog",
    }
    matters = (
        Matter("cave_ins", "S6", "cave-ins laid: no gem can be laid"),
        *(Matter(f"fog_{fog}", "S4", f"{FOG_NAMES[fog]} laid: two colours are hidden") for fog in range(NUM_FOGS)),
        Matter("winds", "S4", "fogs driven off by a wind"),
        Matter("drops", "S5", "cards dropped because none could be played"),
        Matter("curses_at_end", "S10", "curses that lie before players at the end"),
    )

    def count(self, states: States, step: int, found: Counter[str]) -> None:
        """Count curses when they are aimed, winds when they blow, and cards that are dropped."""
        if step >= DRIVE_0:
            found["winds"] += 1
        elif step >= TARGET_0:
            kind = int(states["pending"][0])
            found["cave_ins" if kind == CAVE_IN else f"fog_{kind - FOG_0}"] += 1
        elif step >= CARD_0:
            found["drops"] += _is_drop(states, step)

    def finish(self, states: States, found: Counter[str]) -> None:
        """Count the curses that are left."""
        found["curses_at_end"] += int(states["num_curses"][0].sum())

    def score_number(self, score: Any) -> int:
        """Return how many gems lie in sets."""
        return sum((LARGEST_SET - place) * sets for place, sets in enumerate(score))


def _is_drop(states: States, step: int) -> bool:
    """Return whether the card goes to the discard pile at once, tried on a copy."""
    from heliodor.games.gnomes.questions import KERNELS

    after = states.copy()
    KERNELS.apply_action(after, 0, step)
    kind = step - CARD_0
    return bool(after["discard"][0][kind] > states["discard"][0][kind] and after["pending"][0] == NO_CARD)


NOTES = GnomesNotes()
