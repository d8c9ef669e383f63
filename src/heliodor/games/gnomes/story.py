"""What happened in Speedy Gnomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from heliodor.core.bits import members
from heliodor.core.contract import NOBODY, Event, States
from heliodor.core.deck import NO_CARD, UNKNOWN
from heliodor.core.plain import plain
from heliodor.core.words import joined
from heliodor.games.gnomes.cards import CARD_CODES, CAVE, CAVE_IN, DIAMOND, FOG_0, WIND_0
from heliodor.games.gnomes.questions import KERNELS, playable_kinds
from heliodor.games.gnomes.rules import CARD_0, DRIVE_0, PASS, SKIP, TAKE_DECK, TAKE_OPEN_0, TARGET_0, Phase
from heliodor.games.gnomes.standing import compare
from heliodor.games.gnomes.state import State
from heliodor.games.gnomes.view import split_of
from heliodor.games.gnomes.words import card_name, curse_cure, curse_effect, decision_text, score_text, with_article

OWN_EVENTS = frozenset({"gnomes.take_deck"})


def tell(before: States, steps: Sequence[int], after: States) -> list[Event]:
    """Return the events of one action; both states are hidden from the same reader."""
    was, now = plain(before, 0, State), plain(after, 0, State)
    seat = was.turn
    action = steps[0]
    if action == TAKE_DECK:
        events = [_tell_take_deck(was, now)]
    elif action == SKIP:
        events = [Event("gnomes.skip", seat, {}, f"{{{seat}}} takes no card.")]
    elif action < SKIP:
        events = [_tell_take_open(was, now, action - TAKE_OPEN_0)]
    elif action == PASS:
        events = [Event("gnomes.pass", seat, {}, f"{{{seat}}} has no card left and passes.")]
    else:
        events = _tell_play(was, steps, now)
    return [*events, *_tell_deck(was, now), *_tell_round(was, now)]


# --- Taking -------------------------------------------------------------------------------------------------------


def _tell_take_deck(before: State, after: State) -> Event:
    """Name the card only if the reader may know it."""
    seat = before.turn
    gained = Counter(after.hand[seat])
    gained.subtract(before.hand[seat])
    card = next(card for card, count in gained.items() if count > 0)
    if card == UNKNOWN:
        return Event("gnomes.take_deck", seat, {}, f"{{{seat}}} takes a card from the deck.")
    text = f"{{{seat}}} takes {with_article(card)} from the deck."
    return Event("gnomes.take_deck", seat, {"card": CARD_CODES[card]}, text)


def _tell_take_open(before: State, after: State, slot: int) -> Event:
    seat = before.turn
    card, new_card = before.open_cards[slot], after.open_cards[slot]
    text = f"{{{seat}}} takes the {card_name(card)} from slot {slot + 1}"
    if new_card == NO_CARD:
        text += "; the slot stays empty."
    else:
        text += f"; {with_article(new_card)} takes its place."
    facts = {
        "slot": slot + 1,
        "card": CARD_CODES[card],
        "replaced_by": None if new_card == NO_CARD else CARD_CODES[new_card],
    }
    return Event("gnomes.take_open", seat, facts, text)


# --- Playing ------------------------------------------------------------------------------------------------------


def _tell_play(before: State, steps: Sequence[int], after: State) -> list[Event]:
    """Report a card played or dropped; the steps begin with the card, or with its target if the card is already out."""
    seat = before.turn
    kind = steps[0] - CARD_0 if steps[0] < TARGET_0 else before.pending
    if steps[0] < TARGET_0 and not playable_kinds(before.states, before.index) >> kind & 1:
        text = f"{{{seat}}} can play nothing and discards {with_article(kind)}."
        return [Event("gnomes.drop", seat, {"card": CARD_CODES[kind]}, text)]
    if kind == CAVE:
        return _tell_cave(before, after)
    if kind >= DIAMOND:
        return [_tell_gem(before, kind)]
    if steps[-1] < TARGET_0:
        text = f"{{{seat}}} brings out {with_article(kind)}."
        return [Event("gnomes.pending", seat, {"card": CARD_CODES[kind]}, text)]
    if kind >= WIND_0:
        return [_tell_wind(before, kind, FOG_0 + steps[-1] - DRIVE_0)]
    return [_tell_curse(before, kind, steps[-1] - TARGET_0)]


def _tell_cave(before: State, after: State) -> list[Event]:
    seat = before.turn
    if after.num_curses[seat] == before.num_curses[seat]:
        return [Event("gnomes.cave", seat, {}, f"{{{seat}}} lays a cave and can dig for gems.")]
    has_cave = bool(after.caves[seat])
    rest = "keeps one cave" if has_cave else "still has no cave"
    text = f"{{{seat}}} lays a cave and clears the cave-in; both cards go, and {{{seat}}} {rest}."
    return [Event("gnomes.clear", seat, {"has_cave": has_cave}, text)]


def _tell_gem(before: State, kind: int) -> Event:
    seat = before.turn
    count = sum(before.gems[seat]) + 1
    text = f"{{{seat}}} lays {with_article(kind)}, gem number {count}."
    return Event("gnomes.gem", seat, {"card": CARD_CODES[kind], "count": count}, text)


def _tell_curse(before: State, kind: int, target: int) -> Event:
    seat = before.turn
    blow = "brings a cave-in down on" if kind == CAVE_IN else f"sends {with_article(kind)} to"
    cure = "clears it" if kind == CAVE_IN else "drives it off"
    text = f"{{{seat}}} {blow} {{{target}}}: no {curse_effect(kind)} until {curse_cure(kind)} {cure}."
    return Event("gnomes.curse", seat, {"card": CARD_CODES[kind], "target": target}, text)


def _tell_wind(before: State, kind: int, fog: int) -> Event:
    seat = before.turn
    text = f"{{{seat}}} drives off the {card_name(fog)} with {with_article(kind)}."
    return Event("gnomes.wind", seat, {"card": CARD_CODES[kind], "fog": CARD_CODES[fog]}, text)


# --- Ends ---------------------------------------------------------------------------------------------------------


def _tell_deck(before: State, after: State) -> list[Event]:
    """Report that the last card of the deck has been taken (S9)."""
    if before.rounds_left or not after.rounds_left:
        return []
    more = after.rounds_left - 1
    text = "The last card of the deck is taken: this round is played to its end"
    text += ", then one more whole round." if more else ", and it is the last one."
    return [Event("gnomes.deck_empty", NOBODY, {"rounds_left": more + 1}, text)]


def _tell_round(before: State, after: State) -> list[Event]:
    """Report the last whole round and the end (S9, S11)."""
    if after.phase == Phase.OVER:
        return [_tell_end(after)]
    if before.rounds_left == 2 and after.rounds_left == 1:
        return [Event("gnomes.last_round", NOBODY, {}, "The last round begins.")]
    return []


def _tell_end(after: State) -> Event:
    scores = [split_of(after.states, after.index, seat)[0] for seat in range(after.players)]
    won = members(KERNELS.winners(after.states, after.index))
    _ranks, decision = compare(scores)
    names = joined([f"{{{seat}}}" for seat in won])
    verb = "wins" if len(won) == 1 else "share the win"
    text = f"The match is over: {names} {verb} with {score_text(scores[won[0]])}. {decision_text(decision)}"
    facts = {"winners": won, "scores": scores, "decision": msgspec.to_builtins(decision)}
    return Event("gnomes.end", NOBODY, facts, text)
