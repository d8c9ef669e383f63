"""Reasons for taking or playing a card in Speedy Gnomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from heliodor.core.contract import Event, States
from heliodor.core.deck import NO_CARD
from heliodor.core.words import counted, joined, number
from heliodor.games.gnomes.cards import (
    CARD_CODES,
    CAVE,
    CAVE_IN,
    DIAMOND,
    FOG_0,
    NUM_COLOURS,
    NUM_SHAPES,
    WIND_0,
)
from heliodor.games.gnomes.questions import colours_that_count, fogs_for, playable_kinds
from heliodor.games.gnomes.rules import (
    CARD_0,
    DRIVE_0,
    NUM_OPEN,
    PASS,
    SKIP,
    TAKE_DECK,
    TAKE_OPEN_0,
    TARGET_0,
    Phase,
)
from heliodor.games.gnomes.words import FOG_NAMES, card_name, with_article
from heliodor.hints.calibration import SHIPPED, Standing, distances
from heliodor.hints.contract import Advice
from heliodor.hints.position import Position, Steps

KEY = "gnomes.hint"


class GnomesAdvice(Advice):
    """The hooks of Speedy Gnomes."""

    calibration = SHIPPED / "gnomes.json"
    inputs = ("turns to wait", "place in the round", "gems that count, in fives", "hidden gems, in fives", "curses")
    questioned_from = 0.03  # One card of many decides little: with more, the coach is silent in half of the matches.

    def standing(self, states: States) -> Standing:
        """Return how much of the deck is taken, each seat's place in the round, its gems and its curses."""
        state = states[0]
        players = int(state.players)
        shown = np.array([gems_that_count(states, seat) for seat in range(players)])
        hidden = state.gems[:players, 1:].sum(axis=1) - shown
        inputs = [distances(states, int(state.turn)), distances(states, int(state.first)), shown / 5, hidden / 5]
        dealt, left = len(state.deck) - int(state.deck_start), len(state.deck) - int(state.deck_pos)
        progress = 1.0 - left / dealt if dealt else 1.0
        return Standing(progress, np.column_stack([*inputs, state.num_curses[:players]]))

    def explain(self, position: Position, steps: Steps, others: Sequence[Steps]) -> list[Event]:
        """Return the effects of a card on its player, or on its target."""
        first = steps[0]
        if first in (SKIP, PASS):
            return [Event(f"{KEY}.nothing", position.seat, {}, "There is nothing else to do.")]
        if first == TAKE_DECK:
            return [_tell_take_deck(position)]
        if first < SKIP:
            return [_tell_take_open(position, int(position.hidden[0].open_cards[first - TAKE_OPEN_0]))]
        kind = first - CARD_0 if first < TARGET_0 else int(position.hidden[0].pending)
        if position.hidden[0].phase == Phase.PLAYING and not int(playable_kinds(position.hidden, 0)) >> kind & 1:
            text = f"Nothing can be played, and you will miss the {card_name(kind)} least."
            return [Event(f"{KEY}.drop", position.seat, {"card": CARD_CODES[kind]}, text)]
        if kind >= DIAMOND:
            return [_tell_gem(position, kind)]
        if kind == CAVE:
            return [_tell_cave(position)]
        if steps[-1] >= DRIVE_0:
            return [_tell_wind(position, kind, steps[-1] - DRIVE_0)]
        return [_tell_curse(position, kind, steps[-1] - TARGET_0, steps)]


ADVICE = GnomesAdvice()


def set_made(position: Position, kind: int) -> tuple[list[int], list[int]]:
    """Return the seat's score before and after laying a gem, as numbers of sets; it need not be in hand."""
    laid = position.hidden.copy()
    laid[0].gems[position.seat, kind - DIAMOND] += 1
    return _score(position, position.hidden), _score(position, laid)


# --- Taking -------------------------------------------------------------------------------------------------------


def _tell_take_deck(position: Position) -> Event:
    cards = [int(card) for card in position.hidden[0].open_cards[:NUM_OPEN] if card != NO_CARD]
    facts = {"open": [CARD_CODES[card] for card in cards]}
    names = joined([with_article(card) for card in dict.fromkeys(cards)], "or")
    text = f"An unknown card instead of {names}." if cards else "Only the deck has cards."
    return Event(f"{KEY}.take_deck", position.seat, facts, text)


def _tell_take_open(position: Position, kind: int) -> Event:
    """Explain the use of the card: now, or later."""
    is_playable = bool(int(playable_kinds(position.hidden, 0)) >> kind & 1)
    facts: dict[str, Any] = {"card": CARD_CODES[kind], "playable": is_playable}
    name = f"The {card_name(kind)}"
    if kind >= DIAMOND:
        before, after = set_made(position, kind)
        facts |= {"score_before": before, "score_after": after}
        when = "can be laid at once and" if is_playable else "cannot be laid yet; later it"
        text = f"{name} {when} {_effect_on_sets(before, after)}."
    elif kind == CAVE:
        has_cave = position.hidden[0].caves[position.seat] > 0
        use = "clears the cave-in" if has_cave else "is needed to lay gems"
        text = f"{name} {use}." if is_playable else f"{name} is kept against a cave-in."
    elif kind >= WIND_0:
        fogs = int(fogs_for(position.hidden, 0, kind))
        text = f"{name} {'drives off a fog that lies before you' if fogs else 'is kept against a fog'}."
    else:
        text = f"{name} can slow down another player, and none of them gets it."
    return Event(f"{KEY}.take_open", position.seat, facts, text)


# --- Playing ------------------------------------------------------------------------------------------------------


def _tell_gem(position: Position, kind: int) -> Event:
    before, after = set_made(position, kind)
    facts = {"card": CARD_CODES[kind], "score_before": before, "score_after": after}
    return Event(f"{KEY}.gem", position.seat, facts, f"The {card_name(kind)} {_effect_on_sets(before, after)}.")


def _effect_on_sets(before: list[int], after: list[int]) -> str:
    """Return in words the largest set that the gem adds."""
    for place, (had, has) in enumerate(zip(before, after, strict=True)):
        if has > had:
            size = len(before) - place
            return f"makes a set of {number(size)}" if size > 1 else "begins a new set"
    return "adds nothing that counts now"


def _tell_cave(position: Position) -> Event:
    clears = position.hidden[0].caves[position.seat] > 0
    text = "The cave clears the cave-in, and gems can be laid again." if clears else "With a cave, gems can be laid."
    return Event(f"{KEY}.cave", position.seat, {"clears": bool(clears)}, text)


def _tell_wind(position: Position, kind: int, fog: int) -> Event:
    steps = [DRIVE_0 + fog] if position.hidden[0].phase == Phase.DRIVING else [CARD_0 + kind, DRIVE_0 + fog]
    gems = gems_that_count(position.after(steps), position.seat) - gems_that_count(position.hidden, position.seat)
    facts = {"card": CARD_CODES[kind], "fog": CARD_CODES[FOG_0 + fog], "gems": gems}
    back = (
        f"{counted(gems, 'gem')} {'counts' if gems == 1 else 'count'} again" if gems else "its gems can be laid again"
    )
    return Event(f"{KEY}.wind", position.seat, facts, f"Without the {FOG_NAMES[fog]} {back}.")


def _tell_curse(position: Position, kind: int, target: int, steps: Steps) -> Event:
    """Explain what a curse takes from its target."""
    after = position.after(steps)
    hidden = gems_that_count(position.hidden, target) - gems_that_count(after, target)
    packed = [int(position.game.kernels.score_of(position.hidden, 0, seat)) for seat in range(position.players)]
    leads = packed[target] == max(packed) > 0
    facts = {"card": CARD_CODES[kind], "target": target, "gems": hidden, "leads": leads}
    who = f"{{{target}}}, who has the best sets," if leads else f"{{{target}}}"
    if kind == CAVE_IN:
        text = f"The cave-in keeps {who} from laying gems until a cave clears it."
    elif hidden:
        text = f"The {card_name(kind)} hides {counted(hidden, 'gem')} of {who.rstrip(',')}."
    else:
        text = f"The {card_name(kind)} hides nothing of {who.rstrip(',')} yet, but stops gems of two colours."
    return Event(f"{KEY}.curse", position.seat, facts, text)


def gems_that_count(states: States, seat: int) -> int:
    """Return how many coloured gems before a seat no fog hides."""
    shown = int(colours_that_count(states, 0, seat))
    gems = states[0].gems[seat]
    return sum(
        int(gems[1 + NUM_SHAPES * colour + shape])
        for colour in range(NUM_COLOURS)
        if shown >> colour & 1
        for shape in range(NUM_SHAPES)
    )


def _score(position: Position, states: States) -> list[int]:
    score: list[int] = position.game.notation.score_value(int(position.game.kernels.score_of(states, 0, position.seat)))
    return score
