"""What a study of Luz counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from heliodor.core.contract import States
from heliodor.games.luz.questions import points_of_bet
from heliodor.games.luz.rules import NO_BID, NUM_DEALS, PLAY_0, Phase
from heliodor.study.contract import Matter, Notes, Pairs


class LuzNotes(Notes):
    """Bets, the safety bead, and how well bets are calibrated."""

    score_title = "points"
    phases: ClassVar = {Phase.BETTING: "betting", Phase.PLAYING: "playing a card"}
    matters = (
        Matter("safety_beads", "L4", "bets with the safety bead"),
        Matter("bets_met", "L7", "bets met, with the bead or without"),
        Matter("overbid_deals", "L4", "deals with more bets than tricks"),
    )
    pairs: ClassVar = {
        "plain": Pairs("L7", "Calibration of bets without the safety bead", "bet", "tricks taken"),
        "safe": Pairs("L7", "Calibration of bets with the safety bead", "bet", "tricks taken"),
        "worth": Pairs(
            "L7",
            "What the safety bead is worth: points with it less points without it, for the same bet and tricks",
            "bets",
            "points",
            ("made without the bead", "made with the bead"),
        ),
    }

    def count(self, states: States, step: int, found: Counter[str]) -> None:
        """Count the beads that are taken."""
        if step < PLAY_0:
            found["safety_beads"] += step % 2

    def finish(self, states: States, found: Counter[str]) -> None:
        """Count bets that were met, and deals in which more was bet than can be taken."""
        state, players = states[0], int(states["players"][0])
        for deal in range(NUM_DEALS):
            bids = state["bid"][deal, :players]
            found["bets_met"] += int((bids == state["tricks"][deal, :players]).sum())
            found["overbid_deals"] += int(bids.sum() > state["tricks"][deal, :players].sum())

    def pairs_of(self, states: States) -> Mapping[str, Sequence[tuple[int, int]]]:
        """Return every bet with the tricks taken, and what the bead adds to its points."""
        state = states[0]
        found: dict[str, list[tuple[int, int]]] = {"plain": [], "safe": [], "worth": []}
        for deal in range(NUM_DEALS):
            for seat in range(int(state["players"])):
                bid, safe = int(state["bid"][deal, seat]), int(state["safety"][deal, seat])
                if bid != NO_BID:
                    found["safe" if safe else "plain"].append((bid, int(state["tricks"][deal, seat])))
                    without, with_bead = (int(points_of_bet(states, 0, deal + 1, seat, safety)) for safety in (0, 1))
                    found["worth"].append((safe, with_bead - without))
        return found


NOTES = LuzNotes()
