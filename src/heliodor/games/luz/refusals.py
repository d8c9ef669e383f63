"""Why an action of Luz is refused."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.bits import members
from heliodor.core.contract import States
from heliodor.core.errors import IllegalAction
from heliodor.core.words import counted, joined
from heliodor.games.luz.questions import KERNELS
from heliodor.games.luz.rules import PLAY_0, Phase
from heliodor.games.luz.words import COLOUR_NAMES


def explain(states: States, index: int, steps: Sequence[int], text: str) -> IllegalAction:
    """Return the error for an illegal action, its rule and reason, without revealing anything hidden."""
    state = states[index]
    is_play = steps[0] >= PLAY_0
    if state.phase == Phase.OVER:
        return IllegalAction("G5", "match_over", "the match is over; no action can follow")
    if state.phase == Phase.BETTING:
        return _bets_first() if is_play else _too_few_beads(states, index)
    return _no_such_play(states, index, steps[0] - PLAY_0) if is_play else _bets_are_made()


def _bets_first() -> IllegalAction:
    return IllegalAction(
        "L4", "bets_first", "cards are played after all have bet; now a bet is due, bid 0 to bid 10, or with + added"
    )


def _too_few_beads(states: States, index: int) -> IllegalAction:
    most = max(members(KERNELS.legal_actions(states, index))) // 2
    return IllegalAction(
        "L4",
        "too_few_beads",
        f"{counted(most, 'bet bead')} {'is' if most == 1 else 'are'} left in the box, so bid {most} is the highest bet",
    )


def _bets_are_made() -> IllegalAction:
    return IllegalAction("L4", "bets_are_made", "all bets are made and stand; now a card is due, as in play 4")


def _no_such_play(states: States, index: int, slot: int) -> IllegalAction:
    state = states[index]
    choices = joined([str(action - PLAY_0 + 1) for action in members(KERNELS.legal_actions(states, index))], "or")
    if not int(state.unplayed[state.turn]) >> slot & 1:
        return IllegalAction(
            "L5", "already_played", f"the card of slot {slot + 1} has been played already; slot {choices} can be played"
        )
    colour = COLOUR_NAMES[int(state.led)]
    return IllegalAction(
        "L5", "must_follow", f"{colour} is led and the hand holds {colour}, so it must be played: slot {choices}"
    )
