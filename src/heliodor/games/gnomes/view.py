"""What a seat sees of Speedy Gnomes."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from heliodor.core.bits import members
from heliodor.core.contract import EVERYTHING, NOBODY, States
from heliodor.core.deck import NO_CARD, UNKNOWN
from heliodor.core.parts import ANY_FIELD, Part, render_parts
from heliodor.core.plain import plain
from heliodor.games.gnomes.cards import (
    CARD_CODES,
    COLOUR_CODES,
    DECK_NAMES,
    DIAMOND,
    LIFTED_BY,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_LAID_KINDS,
    SHAPE_CODES,
)
from heliodor.games.gnomes.notation import legal_texts, score_value
from heliodor.games.gnomes.questions import KERNELS, colours_that_count, heaps_of, held_kinds, playable_kinds
from heliodor.games.gnomes.refusals import why_unplayable
from heliodor.games.gnomes.rules import Phase
from heliodor.games.gnomes.split import LARGEST_SET
from heliodor.games.gnomes.standing import Decision, compare
from heliodor.games.gnomes.state import State

PHASE_NAMES: dict[int, str] = {
    Phase.TAKING: "taking",
    Phase.PLAYING: "playing",
    Phase.AIMING: "aiming",
    Phase.DRIVING: "driving",
    Phase.OVER: "over",
}
_HEAP_CODES = (*COLOUR_CODES, *SHAPE_CODES)
_CURES = {
    CARD_CODES[curse]: [CARD_CODES[kind] for kind in members(int(cures))]
    for curse, cures in enumerate(LIFTED_BY)
    if cures
}


class Curse(msgspec.Struct):
    """A cave-in or a fog that lies before a player."""

    card: str  # Card code.
    by: int  # Seat that laid it.
    lifted_by: list[str]  # Codes of the cards that lift it (S4, S6).


class GemSet(msgspec.Struct):
    """One set of the best split (S10)."""

    shares: str  # What its gems have in common: a colour R H S or a shape o s t h d m; "D" for diamonds alone.
    cards: list[str]  # Card codes; diamonds last.


class Place(msgspec.Struct):
    """What lies before one player, and the hand as far as the viewer may know it."""

    cave: bool
    curses: list[Curse]  # The oldest first.
    gems: list[str]  # All laid gems: diamonds, then by colour and shape.
    hidden: list[str]  # Colours that a fog hides: these gems cannot be laid and do not count.
    sets: list[GemSet]  # The best split of the gems that count now, large sets first.
    rank: int  # Place by these sets, counted from 1; tied seats have the same (S11).
    hand: list[str | None]  # Card codes: first those that everyone knows, then the secret ones, or null for each.
    num_known: int  # How many cards in hand everyone knows, having seen them being taken.


class Blocked(msgspec.Struct):
    """A card in the hand of the seat to act that cannot be played now, and why."""

    card: str  # Card code.
    rule: str  # "S4".
    key: str  # Stable name of the reason.
    reason: str  # The reason in English.


class View(msgspec.Struct, kw_only=True):
    """Speedy Gnomes as one seat sees it."""

    game: str  # The game's id.
    seat: int  # Whose view this is: a seat, −1 a spectator, −2 everything.
    players: int
    first: int  # Seat that begins every round.
    to_act: int  # Seat that decides next, −1 when the match is over.
    phase: str  # taking, playing, aiming (a curse is out), driving (a wind is out) or over.
    over: bool
    scores: list[list[int]]  # By seat: sets of six, five, four, three, two, one, if the match ended now.
    winners: list[int]  # Seats; empty until the match is over.
    decision: Decision | None  # Which set has decided the match; null until it is over.
    legal: list[str]  # For the seat to act: all legal actions.
    blocked: list[Blocked] | None  # For the seat to act: cards in hand that cannot be played; null for others.
    deck_option: str  # three_shapes or six_shapes.
    last_round: str  # finish or full (S9).
    round_number: int  # Counted from 1.
    rounds_left: int  # The current one included, once the deck is empty; before that 0.
    turns_left: int  # Of all players together, the current one included, once the deck is empty; before that 0.
    deck: int  # Cards left in the deck.
    open: list[str | None]  # Slots 1, 2, 3: a card code, or null where no card lies.
    discard: list[str]  # Card codes, in order.
    pending: str | None  # The curse being aimed or the wind being used.
    cures: dict[str, list[str]]  # Code of each curse -> codes of the cards that lift it (S4, S6).
    places: list[Place]  # By seat.


def _settings(state: State, seat: int) -> dict[str, Any]:
    return {
        "game": "gnomes",
        "seat": seat,
        "players": state.players,
        "first": state.first,
        "deck_option": DECK_NAMES[state.deck_option],
        "last_round": "full" if state.full_last_round else "finish",
        "cures": _CURES,
    }


def _turn(state: State, seat: int) -> dict[str, Any]:
    over = state.phase == Phase.OVER
    return {
        "to_act": NOBODY if over else state.turn,
        "phase": PHASE_NAMES[state.phase],
        "over": over,
        "winners": members(KERNELS.winners(state.states, state.index)) if over else [],
        "pending": _code_or_none(state.pending),
        "round_number": state.round_number,
        "rounds_left": state.rounds_left,
        "turns_left": _turns_left(state),
    }


def _turns_left(state: State) -> int:
    if state.rounds_left == 0 or state.phase == Phase.OVER:
        return 0
    played = int(state.turn - state.first) % int(state.players)  # In this round.
    return int(state.rounds_left * state.players) - played


def _piles(state: State, seat: int) -> dict[str, Any]:
    return {
        "deck": NUM_CARDS - state.deck_pos,
        "open": [_code_or_none(card) for card in state.open_cards],
        "discard": _codes(state.discard, 0),
    }


def _places(state: State, seat: int) -> dict[str, Any]:
    splits = [split_of(state.states, state.index, owner) for owner in range(state.players)]
    scores = [score for score, _sets in splits]
    ranks, decision = compare(scores)
    places = [_place_of(state, owner, rank, splits[owner][1]) for owner, rank in enumerate(ranks)]
    return {"scores": scores, "places": places, "decision": decision if state.phase == Phase.OVER else None}


def _choices(state: State, seat: int) -> dict[str, Any]:
    if seat not in (state.turn, EVERYTHING) or state.phase == Phase.OVER:
        return {"legal": [], "blocked": None}
    return {
        "legal": legal_texts(state.states, state.index),
        "blocked": _blocked_cards(state.states, state.index),
    }


_PLACE_SOURCES = "players caves num_curses curses cursed_by gems hand hand_size num_known"

PARTS = (
    Part("players first deck_option full_last_round", _settings),
    Part("players first phase turn pending round_number rounds_left", _turn),
    Part("deck_pos open_cards discard", _piles),
    Part(f"{_PLACE_SOURCES} phase", _places),
    Part(ANY_FIELD, _choices),
)
OWN_SOURCES = _PLACE_SOURCES


def render(states: States, index: int, seat: int) -> View:
    """Return the view of a state that has been hidden from the seat."""
    return render_parts(View, PARTS, states, index, seat)


def own_fields(states: States, index: int, seat: int, shared: View) -> dict[str, Any]:
    """Return the fields that differ from a spectator's view: the hands, and the choices."""
    state = plain(states, index, State)
    places = [msgspec.structs.replace(place, hand=_hand_of(state, owner)) for owner, place in enumerate(shared.places)]
    return {"seat": seat, "places": places, **_choices(state, seat)}


def split_of(states: States, index: int, seat: int) -> tuple[list[int], list[GemSet]]:
    """Return a seat's score, and the sets of its best split (S10), large ones first."""
    heaps = np.zeros(len(_HEAP_CODES) * NUM_LAID_KINDS, np.int64)
    score = score_value(heaps_of(states, index, seat, heaps))
    sets = []
    for heap, shares in zip(heaps.reshape(len(_HEAP_CODES), NUM_LAID_KINDS).tolist(), _HEAP_CODES, strict=True):
        if not any(heap):
            continue
        cards = _codes(heap[1:], DIAMOND + 1) + _codes(heap[:1], DIAMOND)
        for start in range(0, len(cards), LARGEST_SET):
            chosen = cards[start : start + LARGEST_SET]
            sets.append(GemSet("D" if set(chosen) == {"D"} else shares, chosen))
    return score, sorted(sets, key=lambda gem_set: -len(gem_set.cards))


def _place_of(state: State, seat: int, rank: int, sets: list[GemSet]) -> Place:
    shown = colours_that_count(state.states, state.index, seat)
    return Place(
        cave=bool(state.caves[seat]),
        curses=_curses_before(state, seat),
        gems=_codes(state.gems[seat], DIAMOND),
        hidden=[COLOUR_CODES[colour] for colour in range(NUM_COLOURS) if not shown >> colour & 1],
        sets=sets,
        rank=rank,
        hand=_hand_of(state, seat),
        num_known=state.num_known[seat],
    )


def _hand_of(state: State, seat: int) -> list[str | None]:
    return [_code_or_none(card) for card in state.hand[seat][: state.hand_size[seat]]]


def _curses_before(state: State, seat: int) -> list[Curse]:
    curses = []
    for place in range(state.num_curses[seat]):
        curse = state.curses[seat][place]
        curses.append(Curse(CARD_CODES[curse], state.cursed_by[seat][place], _CURES[CARD_CODES[curse]]))
    return curses


def _blocked_cards(states: States, index: int) -> list[Blocked]:
    if states[index].phase != Phase.PLAYING:
        return []
    blocked = []
    for kind in members(held_kinds(states, index) & ~playable_kinds(states, index)):
        refusal = why_unplayable(states, index, kind)
        blocked.append(Blocked(CARD_CODES[kind], refusal.rule, refusal.key, refusal.message))
    return blocked


def _codes(counts: list[int], first_kind: int) -> list[str]:
    """Return the codes of these numbers of cards of each kind, from `first_kind` on."""
    return [CARD_CODES[first_kind + place] for place, count in enumerate(counts) for _ in range(count)]


def _code_or_none(card: int) -> str | None:
    return None if card in (NO_CARD, UNKNOWN) else CARD_CODES[card]
