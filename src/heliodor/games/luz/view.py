"""What a seat sees of Luz."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from heliodor.core.bits import members
from heliodor.core.contract import EVERYTHING, NOBODY, States
from heliodor.core.deck import NO_CARD, UNKNOWN
from heliodor.core.parts import ANY_FIELD, Part, render_parts
from heliodor.core.plain import plain
from heliodor.games.luz.notation import CARD_CODES, COLOUR_CODES, legal_texts
from heliodor.games.luz.questions import KERNELS, unseen_cards, winning_seat
from heliodor.games.luz.rules import (
    EXACT_POINTS,
    HAND_SIZE,
    HIGHEST_VALUE,
    MISS_POINTS,
    NO_BID,
    NO_COLOUR,
    NO_SEAT,
    NUM_VALUES,
    SAFE_POINTS,
    Phase,
)
from heliodor.games.luz.state import State

PHASE_NAMES: dict[int, str] = {Phase.BETTING: "betting", Phase.PLAYING: "playing", Phase.OVER: "over"}


class Slot(msgspec.Struct, frozen=True):
    """One of the ten places of a hand; it keeps its number when its card has been played."""

    colour: str  # "R", "Y", "G", "B" or "P"; everyone sees it.
    card: str | None  # Card code; null if the viewer may not know it, or it was played and taken tricks are closed.
    played: bool


class Bet(msgspec.Struct):
    """A player's bet (L4)."""

    bid: int  # Bet beads, 0 to 10.
    safety: bool  # With the safety bead.


class Deal(msgspec.Struct):
    """One line of the score sheet."""

    number: int  # 1 to 4.
    dealer: int  # Seat that dealt it.
    marker: int  # Seat that had the first-player marker.
    opener: int  # Seat that bet first and led the first trick: the marker's, in deal 4 the one ahead on points (L8).
    bets: list[Bet | None]  # By seat; null before the bet.
    tricks: list[int]  # By seat.
    points: list[int] | None  # By seat; null until the deal is over.


class Payoff(msgspec.Struct):
    """Points of a bet in this deal (L7)."""

    exact: int  # Met without the safety bead.
    safe: int  # Met with it: the tricks of the bet, or one more.
    miss: int  # Not met: for each trick above or below the bet.


class Play(msgspec.Struct):
    """A card in a trick."""

    seat: int
    card: str  # Card code.


class Trick(msgspec.Struct):
    """The cards of one trick."""

    leader: int  # Seat that leads or led it.
    colour: str | None  # The led colour; null while no card lies in the trick.
    plays: list[Play]  # In the order played.
    winner: int  # Seat that is winning the trick, or has taken it; −1 while it is empty.


class View(msgspec.Struct, kw_only=True):
    """Luz as one seat sees it."""

    game: str  # "luz".
    seat: int  # The viewer; −1 a spectator, −2 everything.
    players: int
    first: int  # Seat that dealt deal 1.
    to_act: int  # Seat that decides next, −1 when the match is over.
    phase: str  # "betting", "playing", "over".
    over: bool
    scores: list[int]  # By seat: points of the finished deals.
    winners: list[int]  # Empty until the match is over.
    legal: list[str]  # Legal actions, for the seat to act; otherwise empty.
    deal: int  # 1 to 4.
    dealer: int  # Seat that dealt this deal.
    marker: int  # Seat that has the first-player marker (L8).
    highest_value: int  # Every colour has the values from 1 to this.
    payoff: Payoff
    bead_supply: str  # Option: "unlimited" or "box".
    beads_left: int | None  # Bet beads left in the box; null if they do not limit the bets.
    hands: list[list[Slot]]  # By seat, ten slots each, low to high within a colour.
    aside: list[str | None]  # The ten cards that are not dealt; null for all players.
    trick: Trick  # The trick that is being played.
    last_trick: Trick | None  # The trick that was taken last, even in the deal before; null while it is covered (L10).
    deals: list[Deal]  # All so far, the current one last.
    past_hands: list[list[str]]  # By seat: the hands of the last finished deal; empty in deal 1.


def _settings(state: State, seat: int) -> dict[str, Any]:
    return {
        "game": "luz",
        "seat": seat,
        "players": state.players,
        "first": state.first,
        "highest_value": int(HIGHEST_VALUE[state.players]),
        "bead_supply": "box" if state.box_beads else "unlimited",
    }


def _turn(state: State, seat: int) -> dict[str, Any]:
    over = state.phase == Phase.OVER
    return {
        "to_act": NOBODY if over else state.turn,
        "phase": PHASE_NAMES[state.phase],
        "over": over,
        "winners": members(KERNELS.winners(state.states, state.index)) if over else [],
    }


def _score_sheet(state: State, seat: int) -> dict[str, Any]:
    number = state.deal
    deals = [_deal_of(state, deal) for deal in range(1, number + 1)]
    return {
        "scores": state.score[: state.players],
        "deal": number,
        "dealer": deals[-1].dealer,
        "marker": deals[-1].marker,
        "payoff": Payoff(EXACT_POINTS * number, SAFE_POINTS * number, -MISS_POINTS),
        "beads_left": _beads_left(state),
        "deals": deals,
    }


def _hands(state: State, seat: int) -> dict[str, Any]:
    aside = _codes(members(unseen_cards(state.states, state.index))) if seat == EVERYTHING else [None] * HAND_SIZE
    return {"hands": [_hand_of(state, owner, seat) for owner in range(state.players)], "aside": aside}


def _trick(state: State, seat: int) -> dict[str, Any]:
    return {"trick": _present_trick(state, winning_seat(state.states, state.index))}


def _past(state: State, seat: int) -> dict[str, Any]:
    has_past = state.past_hand[0][0] != NO_CARD
    return {
        "last_trick": _last_trick(state) if state.last_leader != NO_SEAT else None,
        "past_hands": [_codes(state.past_hand[owner]) for owner in range(state.players)] if has_past else [],
    }


def _choices(state: State, seat: int) -> dict[str, Any]:
    sees_choices = seat in (state.turn, EVERYTHING) and state.phase != Phase.OVER
    return {"legal": legal_texts(state.states, state.index) if sees_choices else []}


PARTS = (
    Part("players first box_beads", _settings),
    Part("phase turn", _turn),
    Part("players first phase deal score opener bid safety tricks points box_beads", _score_sheet),
    Part("players hand slots_of unplayed", _hands),
    Part("players leader led trick", _trick),
    Part("players last_trick last_leader last_winner past_hand led tricks deal", _past),  # The last three: display.py.
    Part(ANY_FIELD, _choices),
)
OWN_SOURCES = "hand slots_of unplayed"


def render(states: States, index: int, seat: int) -> View:
    """Return the view of a state that has been hidden from the seat."""
    return render_parts(View, PARTS, states, index, seat)


def own_fields(states: States, index: int, seat: int, shared: View) -> dict[str, Any]:
    """Return the fields that differ from a spectator's view: the other hands, and the choices."""
    state = plain(states, index, State)
    hands = [_hand_of(state, owner, seat) for owner in range(state.players)]
    return {"seat": seat, "hands": hands, **_choices(state, seat)}


def _deal_of(state: State, number: int) -> Deal:
    players = state.players
    is_finished = number < state.deal or state.phase == Phase.OVER
    bets = zip(state.bid[number - 1][:players], state.safety[number - 1][:players], strict=True)
    return Deal(
        number=number,
        dealer=(state.first + number - 1) % players,
        marker=(state.first + number) % players,
        opener=state.opener[number - 1],
        bets=[None if bid == NO_BID else Bet(bid, bool(safety)) for bid, safety in bets],
        tricks=state.tricks[number - 1][:players],
        points=state.points[number - 1][:players] if is_finished else None,
    )


def _beads_left(state: State) -> int | None:
    if not state.box_beads:
        return None
    taken = sum(bid for bid in state.bid[state.deal - 1] if bid != NO_BID)
    return int(state.box_beads - taken)


def _hand_of(state: State, owner: int, viewer: int) -> list[Slot]:
    unplayed, hand = state.unplayed[owner], state.hand[owner]
    colours = [0] * HAND_SIZE
    for colour, slots in enumerate(state.slots_of[owner]):
        while slots:
            last = slots.bit_length() - 1
            colours[last] = colour
            slots ^= 1 << last
    shown = unplayed if viewer != EVERYTHING else ~0
    return [
        _slot(colours[slot], card if shown >> slot & 1 else UNKNOWN, not unplayed >> slot & 1)
        for slot, card in enumerate(hand)
    ]


@cache
def _slot(colour: int, card: int, played: bool) -> Slot:
    """Return a slot; equal ones are one object. Twenty hands are shown for each action at a table of four."""
    return Slot(COLOUR_CODES[colour], None if card == UNKNOWN else CARD_CODES[card], played)


def _present_trick(state: State, winner: int) -> Trick:
    colour = None if state.led == NO_COLOUR else COLOUR_CODES[state.led]
    return Trick(state.leader, colour, _plays_of(state.trick, state.leader, state.players), winner)


def _last_trick(state: State) -> Trick:
    leader = state.last_leader
    colour = COLOUR_CODES[state.last_trick[leader] // NUM_VALUES]
    return Trick(leader, colour, _plays_of(state.last_trick, leader, state.players), state.last_winner)


def _plays_of(trick: list[int], leader: int, players: int) -> list[Play]:
    order = [(leader + step) % players for step in range(players)]
    return [Play(seat, CARD_CODES[trick[seat]]) for seat in order if trick[seat] != NO_CARD]


def _codes(cards: Iterable[int]) -> list[str]:
    return [CARD_CODES[card] for card in cards]
