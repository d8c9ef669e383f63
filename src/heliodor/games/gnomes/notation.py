"""Cards, actions and scores of Speedy Gnomes as text and back, as docs/record.md defines them."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.bits import members
from heliodor.core.contract import States
from heliodor.core.errors import BadNotation
from heliodor.games.gnomes.cards import (
    CARD_CODES,
    CAVE,
    DIAMOND,
    FOG_CODES,
    NUM_FOGS,
    NUM_KINDS,
    WIND_0,
)
from heliodor.games.gnomes.questions import KERNELS, fogs_for, legal_targets, playable_kinds
from heliodor.games.gnomes.refusals import check_verb
from heliodor.games.gnomes.rules import (
    CARD_0,
    DRIVE_0,
    MAX_SEATS,
    NUM_OPEN,
    PASS,
    SKIP,
    TAKE_DECK,
    TAKE_OPEN_0,
    TARGET_0,
    Phase,
)
from heliodor.games.gnomes.split import COUNT_BITS, LARGEST_SET
from heliodor.games.gnomes.words import card_name

__all__ = [
    "ACTION_TABLE",
    "CARD_CODES",
    "action_texts",
    "canonical_text",
    "legal_texts",
    "parse_action",
    "score_value",
    "setup_shuffles",
]

ACTION_TABLE = (
    ("take deck", 1, "take the top card of the deck (S3)"),
    ("take 1 … take 3", NUM_OPEN, "take an open card (S3)"),
    ("skip", 1, "take none, while the deck is empty (S9)"),
    ("pass", 1, "the hand is empty (S5)"),
    (
        "lay C, curse K, curse FO … wind WB, lay D, lay Ro … lay Sm",
        NUM_KINDS,
        "play a card of this kind, in the order of the card codes (S4); if nothing can be played, drop it (S5)",
    ),
    ("0 … 5", MAX_SEATS, "before whom a curse is laid (S4)"),
    ("FO FG FP", NUM_FOGS, "which fog a wind drives off (S4)"),
)

_SIMPLE = {
    "take deck": TAKE_DECK,
    **{f"take {slot + 1}": TAKE_OPEN_0 + slot for slot in range(NUM_OPEN)},
    "skip": SKIP,
    "pass": PASS,
}
_SIMPLE_TEXTS = {action: text for text, action in _SIMPLE.items()}
_KINDS = {code: kind for kind, code in enumerate(CARD_CODES)}
_SEATS = {str(seat): seat for seat in range(MAX_SEATS)}
_FOGS = {code: fog for fog, code in enumerate(FOG_CODES)}
_NUM_WORDS = {"lay": 2, "curse": 3, "wind": 3, "drop": 2}  # Verb -> number of words in its action.


def setup_shuffles(states: States, index: int) -> list[list[int]]:
    """Return the one shuffle of the set-up; the caves of a quick start are not in it (S2)."""
    state = states[index]
    return [[int(card) for card in state.deck[int(state.deck_start) :]]]


# --- Reading ------------------------------------------------------------------------------------------------------


def parse_action(states: States, index: int, text: str) -> list[int]:
    """Parse a text into steps: a curse or a wind is the card, then its target or fog.

    `lay Ro` and `drop Ro` are the same step, so the wrong verb is refused here.
    """
    if text in _SIMPLE:
        return [_SIMPLE[text]]
    verb, *words = text.split(" ")
    if _NUM_WORDS.get(verb) != 1 + len(words):
        raise BadNotation(
            f"{text!r} is not an action of Speedy Gnomes; actions are take deck, take 1 to take {NUM_OPEN}, skip, "
            "lay C, lay Ro, curse FO 3, wind WR FO, drop Ro and pass"
        )
    if words[0] not in _KINDS:
        raise BadNotation(f"{text!r} names no card: {words[0]!r} is not one of {' '.join(CARD_CODES)}")
    kind = _KINDS[words[0]]
    _check_way_to_play(text, verb, kind)
    steps = [CARD_0 + kind, *_parse_object(text, verb, words)]
    state = states[index]
    if len(steps) > 1 and state.phase in (Phase.AIMING, Phase.DRIVING) and state.pending == kind:
        return steps[1:]  # The card has left the hand already.
    check_verb(states, index, steps, text)
    return steps


def _check_way_to_play(text: str, verb: str, kind: int) -> None:
    if verb not in ("drop", _verb_of(kind)):
        example = {"lay": f"lay {CARD_CODES[kind]}", "curse": f"curse {CARD_CODES[kind]} 3", "wind": "wind WR FO"}
        raise BadNotation(
            f"{text!r} is not a way to play a {card_name(kind)}; it is played as in {example[_verb_of(kind)]!r}"
        )


def _verb_of(kind: int) -> str:
    if kind == CAVE or kind >= DIAMOND:
        return "lay"
    return "wind" if kind >= WIND_0 else "curse"


def _parse_object(text: str, verb: str, words: Sequence[str]) -> list[int]:
    """Return the second step of a curse or a wind."""
    if verb == "curse":
        if words[1] not in _SEATS:
            raise BadNotation(f"{text!r} names no seat: {words[1]!r} is not a number from 0 to {MAX_SEATS - 1}")
        return [TARGET_0 + _SEATS[words[1]]]
    if verb == "wind":
        if words[1] not in _FOGS:
            raise BadNotation(f"{text!r} names no fog: {words[1]!r} is not one of {' '.join(FOG_CODES)}")
        return [DRIVE_0 + _FOGS[words[1]]]
    return []


# --- Writing ------------------------------------------------------------------------------------------------------


def canonical_text(text: str) -> str:
    """Return a legal action as it is: it has one spelling."""
    return text


def legal_texts(states: States, index: int) -> list[str]:
    """Return every legal action as text, in the order of the actions."""
    texts: list[str] = []
    for action in members(KERNELS.legal_actions(states, index)):
        if action in _SIMPLE_TEXTS:
            texts.append(_SIMPLE_TEXTS[action])
        elif action < TARGET_0:
            texts += _texts_of_card(states, index, action - CARD_0)
        else:
            texts.append(f"{_pending_text(states, index)} {_object_text(action)}")
    return texts


def _texts_of_card(states: States, index: int, kind: int) -> list[str]:
    """Return all actions with a card that may be played or dropped."""
    start = _start_text(states, index, kind)
    if start.startswith("curse"):
        return [f"{start} {seat}" for seat in members(legal_targets(states, index))]
    if start.startswith("wind"):
        return [f"{start} {FOG_CODES[fog]}" for fog in members(fogs_for(states, index, kind))]
    return [start]


def _start_text(states: States, index: int, kind: int) -> str:
    """Return an action's verb and card."""
    playable = playable_kinds(states, index) & 1 << kind
    return f"{_verb_of(kind) if playable else 'drop'} {CARD_CODES[kind]}"


def _pending_text(states: States, index: int) -> str:
    kind = int(states[index].pending)
    return f"{_verb_of(kind)} {CARD_CODES[kind]}"


def _object_text(action: int) -> str:
    return str(action - TARGET_0) if action < DRIVE_0 else FOG_CODES[action - DRIVE_0]


def action_texts(states: States, index: int, steps: Sequence[int]) -> list[str]:
    """Return the texts of actions played from this state on; the last may lack its target or fog."""
    played = states[index : index + 1].copy()
    texts = [_pending_text(played, 0)] if played[0].phase in (Phase.AIMING, Phase.DRIVING) else []
    for step in steps:
        if step in _SIMPLE_TEXTS:
            texts.append(_SIMPLE_TEXTS[step])
        elif step < TARGET_0:
            texts.append(_start_text(played, 0, step - CARD_0))
        else:
            texts[-1] += f" {_object_text(step)}"
        KERNELS.apply_action(played, 0, step)
    return texts


def score_value(score: int) -> list[int]:
    """Return the numbers of sets of six, five, four, three, two and one."""
    most = (1 << COUNT_BITS) - 1
    return [score >> COUNT_BITS * (size - 1) & most for size in range(LARGEST_SET, 0, -1)]
