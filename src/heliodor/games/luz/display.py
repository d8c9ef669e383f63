"""How a table shows the tricks that have been taken (L10): a setting of the table, not a rule of play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from heliodor.core.contract import Event, Option
from heliodor.core.deck import NO_CARD, UNKNOWN
from heliodor.games.luz.notation import CARD_CODES
from heliodor.games.luz.rules import HAND_SIZE, NO_COLOUR, Phase
from heliodor.games.luz.state import State
from heliodor.games.luz.words import tricks_taken

TAKEN_TRICKS = "taken_tricks"
SETTINGS = (
    Option(
        name=TAKEN_TRICKS,
        default="closed",
        choices=("closed", "last", "open"),
        rule="L10",
        summary="which taken tricks can be looked at: none once the next is led, the last one, or all",
    ),
)
COVERED_FACTS = ("card",)


def limit(fields: dict[str, Any], state: State, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields of a view as the table shows them; `state` is the hidden state they were made from."""
    shown = settings[TAKEN_TRICKS]
    if shown == "closed" and "last_trick" in fields and _is_covered(state):
        return {**fields, "last_trick": None}
    if shown == "open" and "hands" in fields:
        return {**fields, "hands": [_with_played_cards(state, seat, hand) for seat, hand in enumerate(fields["hands"])]}
    return fields


def _is_covered(state: State) -> bool:
    """L10: the last trick is one of this deal, and the next one has been led."""
    return bool(state.led != NO_COLOUR and sum(state.tricks[state.deal - 1]))


def _with_played_cards(state: State, seat: int, hand: list[Any]) -> list[Any]:
    cards = state.hand[seat]
    return [
        msgspec.structs.replace(slot, card=CARD_CODES[cards[place]])
        if slot.played and cards[place] != UNKNOWN
        else slot
        for place, slot in enumerate(hand)
    ]


def covered_plies(state: State, ply: int, settings: Mapping[str, Any]) -> range:
    """Return the plies whose cards are covered before the action of this ply; each play of the deal is one ply."""
    shown = settings[TAKEN_TRICKS]
    if shown == "open" or state.phase != Phase.PLAYING:
        return range(0)
    seats = range(state.players)
    played = sum(HAND_SIZE - state.unplayed[seat].bit_count() for seat in seats)
    lying = sum(state.trick[seat] != NO_CARD for seat in seats)
    if shown == "last" or lying == 0:
        lying += state.players
    return range(ply - played, max(ply - played, ply - lying))


def cover(event: Event) -> Event:
    """Return an event of a covered ply without the card."""
    facts = {name: value for name, value in event.facts.items() if name not in COVERED_FACTS}
    text = event.text
    if event.key == "luz.play":
        text = f"{{{event.seat}}} plays the card of slot {facts['slot']}."
    elif event.key == "luz.trick":
        standing = f"{tricks_taken(facts['tricks'])} taken, {tricks_taken(facts['bid'])} bet"
        text = f"{{{event.seat}}} takes the trick: {standing}."
    return msgspec.structs.replace(event, facts=facts, text=text)
