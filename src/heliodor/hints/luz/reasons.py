"""Reasons for a bet or a card in Luz."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliodor.core.bits import members
from heliodor.core.contract import Event
from heliodor.core.words import counted, joined, number
from heliodor.games.luz.questions import possible_values, winning_seat
from heliodor.games.luz.rules import BID_0, NO_COLOUR, NUM_VALUES, PLAY_0
from heliodor.games.luz.words import COLOUR_NAMES, signed
from heliodor.hints.luz.bets import colour_of, is_bet, odds_of_bets
from heliodor.hints.outlook import whole_percents
from heliodor.hints.position import Position, Steps

KEY = "luz.hint"
PLAY_WORLDS = 200  # Hands sampled to estimate the values of a card.


class TrickOdds(NamedTuple):
    """The fate of a card in the present trick, as shares of the possible hands in whole per cent."""

    takes: float  # It takes the trick whatever the others do.
    open: float  # It is the highest so far, and somebody can beat it.
    loses: float  # A card in the trick beats it.


def explain(position: Position, steps: Steps) -> list[Event]:
    """Return how often a bet is met, or what a card does in the trick and how that fits the bet."""
    if is_bet(position):
        return _tell_bet(position, steps[0] - BID_0)
    slot = steps[0] - PLAY_0
    return [_tell_card(position, slot), _tell_need(position)]


# --- Bets ---------------------------------------------------------------------------------------------------------


def _tell_bet(position: Position, bet: int) -> list[Event]:
    odds = odds_of_bets(position)
    bid, safety = divmod(bet, 2)
    tricks = float(sum(count * share for count, share in enumerate(odds.taken)))
    facts = {
        "bid": bid,
        "safety": bool(safety),
        "met": round(float(odds.met[bet]), 3),
        "points": round(float(odds.points[bet]), 1),
        "tricks": round(tricks, 2),
    }
    bead = " with the safety bead" if safety else ""
    text = (
        f"{counted(bid, 'trick').capitalize()}{bead} can be met in {odds.met[bet]:.0%} of the hands that you can have: "
        f"{_signed(float(odds.points[bet]))} points on average."
    )
    taking = f"Played to win, such hands take {tricks:.1f} tricks on average."
    return [
        Event(f"{KEY}.bet", position.seat, facts, text),
        Event(f"{KEY}.tricks", position.seat, {"tricks": round(tricks, 2)}, taking),
    ]


def _signed(points: float) -> str:
    return f"{signed(1 if points >= 0 else -1)[:1]}{abs(points):.1f}"


# --- Cards --------------------------------------------------------------------------------------------------------


def _tell_card(position: Position, slot: int) -> Event:
    """Explain what the card can be and what it does in this trick."""
    odds = trick_odds(position, slot)
    colour = colour_of(position.hidden, position.seat, slot)
    values = [value + 1 for value in members(int(possible_values(position.hidden, 0, position.seat, slot)))]
    facts = {
        "slot": slot + 1,
        "colour": COLOUR_NAMES[colour],
        "values": values,
        "takes": odds.takes,
        "open": odds.open,
        "loses": odds.loses,
    }
    name = f"{COLOUR_NAMES[colour].capitalize()} {_range(values)}"
    text = f"{name} {_fate_in_words(odds)}."
    return Event(f"{KEY}.card", position.seat, facts, text)


def _fate_in_words(odds: TrickOdds) -> str:
    if odds.takes == 1:
        return "takes this trick for certain"
    if odds.loses == 1:
        return "cannot take this trick"
    if odds.open == 1:
        return "takes this trick unless somebody beats it, and somebody can"
    ways = (
        (odds.takes, "takes this trick for certain"),
        (odds.open, "can be beaten"),
        (odds.loses, "cannot take it"),
    )
    return joined([f"{way} in {share:.0%} of your hands" for share, way in ways if share > 0], "and")


def _tell_need(position: Position) -> Event:
    """Explain how many tricks the bet still needs."""
    state = position.hidden[0]
    deal = int(state.deal) - 1
    bid, safety = int(state.bid[deal, position.seat]), bool(state.safety[deal, position.seat])
    needed = bid - int(state.tricks[deal, position.seat])
    left = bin(int(state.unplayed[position.seat])).count("1")
    facts = {"needed": needed, "safety": safety, "left": left}
    tricks = counted(left, "trick")
    if needed < 0 and not (safety and needed == -1):
        text = f"Your bet is already missed by {counted(-needed, 'trick')}; each further one costs more."
    elif needed > left:
        only = f"only {tricks} {'is' if left == 1 else 'are'} left"
        text = f"Your bet is out of reach: you need {number(needed)} more, and {only}."
    elif needed <= 0:
        spare = "avoid further tricks" if needed < 0 or not safety else "you can afford one more trick, not two"
        text = f"Your bet is met: {spare}."
    elif needed == left:
        text = f"You need {'the last trick' if left == 1 else f'all {tricks} left'}."
    else:
        more = "; one extra does no harm" if safety else ""
        text = f"You need {number(needed)} more of the {tricks} left{more}."
    return Event(f"{KEY}.need", position.seat, facts, text)


def trick_odds(position: Position, slot: int) -> TrickOdds:
    """Return the fate of a card in the present trick, over its possible values and their frequencies."""
    seat = position.seat
    lowest_card = NUM_VALUES * colour_of(position.hidden, seat, slot)
    values = members(int(possible_values(position.hidden, 0, seat, slot)))
    # Only the card itself is unknown in this trick: all others are visible.
    fates = {value: _fate(position, slot, lowest_card + value) for value in values}
    # A fate that is the same for all values does not depend on the sampled hands.
    is_certain = len(set(fates.values())) == 1
    cards = values if is_certain else [int(card) - lowest_card for card in _own_hands(position)[:, slot]]
    shares = [sum(fates[value] == fate for value in cards) / len(cards) for fate in TrickOdds._fields]
    return TrickOdds(*(percent / 100 for percent in whole_percents(shares)))


def _own_hands(position: Position) -> NDArray[np.integer]:
    """Return hands that the seat may have, [world, slot] -> card; they are imagined once for all its cards."""
    if "own hands" not in position.memory:
        hands = [states[0].hand[position.seat] for states, _gen in position.worlds(PLAY_WORLDS)]
        position.memory["own hands"] = np.array(hands)
    found: NDArray[np.integer] = position.memory["own hands"]
    return found


def _fate(position: Position, slot: int, card: int) -> str:
    """Return the fate of a card: every later player is tried with every legal card."""
    kernels, seat = position.game.kernels, position.seat
    states, _gen = next(position.worlds(1))
    states[0].hand[seat, slot] = card
    deal = int(states[0].deal) - 1
    before = int(states[0].tricks[deal, seat])
    kernels.apply_action(states, 0, PLAY_0 + slot)
    if states[0].led == NO_COLOUR:  # It was the last card of the trick.
        return "takes" if int(states[0].tricks[deal, seat]) > before else "loses"
    if winning_seat(states, 0) != seat:
        return "loses"
    while states[0].led != NO_COLOUR:
        mover = int(states[0].turn)
        legal = members(int(kernels.legal_actions(states, 0)))
        for action in legal:
            tried = states.copy()
            kernels.apply_action(tried, 0, action)
            taker = int(tried[0].last_winner) if tried[0].led == NO_COLOUR else int(winning_seat(tried, 0))
            if taker == mover:
                return "open"
        kernels.apply_action(states, 0, legal[0])  # None of them changes who takes the trick.
    return "takes"


def _range(values: list[int]) -> str:
    """Return "4", or "2–9" where not all between need be possible."""
    return str(values[0]) if len(values) == 1 else f"{values[0]}–{values[-1]}"
