"""Why an action of Speedy Gnomes is refused, with the rule that says so."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heliodor.core.bits import members
from heliodor.core.contract import States
from heliodor.core.deck import NO_CARD
from heliodor.core.errors import IllegalAction
from heliodor.core.words import counted, joined
from heliodor.games.gnomes.cards import (
    CARD_CODES,
    CAVE,
    CAVE_IN,
    DIAMOND,
    FOG_0,
    FOG_DRIVEN_OFF_BY,
    STOPPED_BY,
    WIND_0,
)
from heliodor.games.gnomes.questions import fogs_for, held_kinds, legal_targets, playable_kinds
from heliodor.games.gnomes.rules import CARD_0, DRIVE_0, PASS, SKIP, TAKE_DECK, TAKE_OPEN_0, TARGET_0, Phase
from heliodor.games.gnomes.words import card_name, curse_cure, with_article

NOTHING_CHOSEN = -1  # The card is named, its target or fog is not.


def explain(states: States, index: int, steps: Sequence[int], text: str) -> IllegalAction:
    """Return the error for an action that is illegal here: the rule and the reason."""
    state = states[index]
    action = steps[0]
    if state.phase == Phase.OVER:
        return IllegalAction("G5", "match_over", "the match is over; no action can follow")
    if action <= SKIP:
        return _against_taking(state, action)
    if state.phase == Phase.TAKING:
        return IllegalAction("S3", "take_first", "a turn begins with taking a card; then a card is played")
    if action == PASS:
        size = counted(int(state.hand_size[state.turn]), "card")
        return IllegalAction("S5", "hand_not_empty", f"only an empty hand passes, and this one holds {size}")
    if state.phase != Phase.PLAYING:
        return _against_object(states, index, int(state.pending), action)
    if action >= TARGET_0:
        return IllegalAction("S4", "no_card_chosen", "first comes the card, then its target or its fog")
    return _against_card(states, index, steps, text)


def check_verb(states: States, index: int, steps: Sequence[int], text: str) -> None:
    """Refuse to drop a card while one can be played, and to play one while none can: both are the same step."""
    if states[index].phase != Phase.PLAYING or not _holds(states, index, steps[0] - CARD_0):
        return
    can_play = held_kinds(states, index) & playable_kinds(states, index) != 0
    if can_play == text.startswith("drop"):
        raise explain(states, index, steps, text)


def why_unplayable(states: States, index: int, kind: int) -> IllegalAction:
    """Return the reason against playing a card that is in hand but cannot be played in any way."""
    return _against_playing(states, index, kind, NOTHING_CHOSEN)


# --- Taking -------------------------------------------------------------------------------------------------------


def _against_taking(state: np.record, action: int) -> IllegalAction:
    if state.phase != Phase.TAKING:
        return IllegalAction("S3", "already_taken", "a card has already been taken in this turn; now a card is played")
    if action == SKIP:
        left = counted(len(state.deck) - int(state.deck_pos), "card")
        return IllegalAction(
            "S9", "deck_not_empty", f"a card must be taken while the deck has cards, and it has {left} left"
        )
    others = [f"take {slot + 1}" for slot, card in enumerate(state.open_cards) if card != NO_CARD]
    if action == TAKE_DECK:
        return IllegalAction(
            "S9", "deck_empty", f"the deck is empty; what is left is {joined([*others, 'skip'], 'or')}"
        )
    slot = action - TAKE_OPEN_0 + 1
    return IllegalAction(
        "S9",
        "slot_empty",
        f"no card lies in slot {slot}: the deck is empty, so slots are not refilled; "
        f"what is left is {joined([*others, 'skip'], 'or')}",
    )


# --- Playing ------------------------------------------------------------------------------------------------------


def _against_card(states: States, index: int, steps: Sequence[int], text: str) -> IllegalAction:
    """Return the reason against playing or dropping a card."""
    kind = steps[0] - CARD_0
    if states[index].hand_size[states[index].turn] == 0:
        return IllegalAction("S5", "hand_empty", "the hand is empty, so there is nothing to play; pass")
    if not _holds(states, index, kind):
        return IllegalAction("S4", "not_in_hand", f"the hand holds no {card_name(kind)} ({CARD_CODES[kind]})")
    playable = members(held_kinds(states, index) & playable_kinds(states, index))
    if text.startswith("drop"):
        names = joined([f"the {card_name(other)} ({CARD_CODES[other]})" for other in playable])
        return IllegalAction(
            "S5", "can_play", f"a card is discarded only if none can be played, and {names} can be played"
        )
    chosen = steps[1] if len(steps) > 1 else NOTHING_CHOSEN
    refusal = _against_playing(states, index, kind, chosen)
    if not playable:
        advice = f"{refusal.message}; nothing can be played, so a card is discarded, as in drop {CARD_CODES[kind]}"
        return IllegalAction(refusal.rule, refusal.key, advice)
    return refusal


def _holds(states: States, index: int, kind: int) -> bool:
    return bool(held_kinds(states, index) >> kind & 1)


def _against_playing(states: States, index: int, kind: int, chosen: int) -> IllegalAction:
    state = states[index]
    if kind == CAVE:
        return IllegalAction(
            "S4", "has_cave", "there is a cave already, and a second one is laid only to lift a cave-in"
        )
    if kind >= DIAMOND:
        return _against_gem(state, kind)
    return _against_object(states, index, kind, chosen)


def _against_gem(state: np.record, kind: int) -> IllegalAction:
    seat = int(state.turn)
    curses = [int(curse) for curse in state.curses[seat][: int(state.num_curses[seat])]]
    if CAVE_IN in curses:
        return IllegalAction("S6", "cave_in", "a cave-in stops all gems, diamonds too, until a cave lifts it")
    if not state.caves[seat]:
        return IllegalAction("S4", "no_cave", "gems are laid in a cave, and none has been laid yet")
    for curse in curses:
        if int(STOPPED_BY[curse]) >> kind & 1:
            return IllegalAction(
                "S4",
                "hidden_by_fog",
                f"the {card_name(curse)} hides the {card_name(kind)}, until {curse_cure(curse)} drives it off",
            )
    raise ValueError(f"{CARD_CODES[kind]} can be laid here")


def _against_object(states: States, index: int, kind: int, chosen: int) -> IllegalAction:
    """Return the reason against the target of a curse or the fog for a wind; `chosen` is that step."""
    if kind >= WIND_0:
        return _against_fog(states, index, kind, chosen)
    return _against_target(states, index, kind, chosen)


def _against_target(states: States, index: int, kind: int, chosen: int) -> IllegalAction:
    state = states[index]
    players = int(state.players)
    most = players - 1
    full = f"no more than {counted(most, 'curse')} may lie before a player among {players}"
    if chosen == NOTHING_CHOSEN and not legal_targets(states, index):
        return IllegalAction("S7", "no_target", f"{full}, and every opponent has that many")
    if not TARGET_0 <= chosen < DRIVE_0:
        return IllegalAction("S4", "name_a_target", f"{with_article(kind)} needs a target, as in {_example(kind)}")
    target = chosen - TARGET_0
    if target >= players:
        return IllegalAction("S4", "no_such_seat", f"there is no seat {target}; the seats are 0 to {players - 1}")
    if target == state.turn:
        return IllegalAction("S4", "own_seat", "a curse is laid before another player, not before oneself")
    if state.num_curses[target] >= most:
        return IllegalAction("S7", "too_many_curses", f"{full}, and seat {target} has that many")
    raise ValueError(f"seat {target} can be cursed here")


def _against_fog(states: States, index: int, kind: int, chosen: int) -> IllegalAction:
    wind = card_name(kind)
    fogs = members(fogs_for(states, index, kind))
    if chosen == NOTHING_CHOSEN and not fogs:
        return IllegalAction("S4", "no_fog_for_wind", f"there is no fog here that a {wind} drives off")
    if chosen < DRIVE_0:
        return IllegalAction("S4", "name_a_fog", f"a {wind} needs a fog to drive off, as in {_example(kind)}")
    fog = chosen - DRIVE_0
    name = card_name(FOG_0 + fog)
    if kind - WIND_0 not in FOG_DRIVEN_OFF_BY[fog]:
        return IllegalAction("S4", "wrong_wind", f"a {wind} does not drive off {name}; {curse_cure(FOG_0 + fog)} does")
    if fog not in fogs:
        return IllegalAction("S4", "no_such_fog", f"no {name} lies before this player")
    raise ValueError(f"{CARD_CODES[kind]} can drive off {CARD_CODES[FOG_0 + fog]} here")


def _example(kind: int) -> str:
    if kind < WIND_0:
        return f"curse {CARD_CODES[kind]} 0"
    fog = next(fog for fog, winds in enumerate(FOG_DRIVEN_OFF_BY) if kind - WIND_0 in winds)
    return f"wind {CARD_CODES[kind]} {CARD_CODES[FOG_0 + fog]}"
