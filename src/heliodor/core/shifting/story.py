"""What happened on the shifting board, for the actions that Nizam and Pearl of the East share."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.contract import NOBODY, Event
from heliodor.core.deck import UNKNOWN
from heliodor.core.shifting.notation import KIND_CODES, SHIFT_TEXTS, end_card
from heliodor.core.shifting.rules import PAY_0, SHIFT_0
from heliodor.core.shifting.state import ShiftingState
from heliodor.core.shifting.words import card_name, number_of, shift_name
from heliodor.core.words import counted, joined, with_article


def tell_draw(game: str, before: ShiftingState, after: ShiftingState) -> Event:
    """Say how many cards were drawn, and which ones if the reader may know them."""
    seat = before.turn
    had = before.hand[seat]
    count = after.hand_size[seat] - before.hand_size[seat]
    facts: dict[str, object] = {"count": count}
    text = f"{{{seat}}} draws {counted(count, 'card')}"
    if had[0] != UNKNOWN:
        gained = [b - a for a, b in zip(had, after.hand[seat], strict=True)]
        facts["cards"] = "".join(code * n for code, n in zip(KIND_CODES, gained, strict=True))
        text += f": {joined([number_of(n, kind) for kind, n in enumerate(gained) if n])}"
    return Event(f"{game}.draw", seat, facts, f"{text}.")


def tell_shift(game: str, before: ShiftingState, steps: Sequence[int]) -> Event:
    """Say which line slid which way and what it cost."""
    seat = before.turn
    shift = steps[0] - SHIFT_0
    if len(steps) == 1:
        paid = [end_card(before, shift)]
        price = with_article(card_name(paid[0]))
    else:
        paid = [step - PAY_0 for step in steps[1:]]
        price = joined([number_of(paid.count(kind), kind) for kind in sorted(set(paid))])
    facts = {"shift": SHIFT_TEXTS[shift], "paid": "".join(KIND_CODES[kind] for kind in paid)}
    return Event(f"{game}.shift", seat, facts, f"{{{seat}}} slides {shift_name(shift)} and pays {price}.")


def tell_pass(game: str, before: ShiftingState) -> Event:
    """Report a pass."""
    seat = before.turn
    return Event(f"{game}.pass", seat, {}, f"{{{seat}}} can neither draw nor shift and passes.")


def tell_deck(game: str, before: ShiftingState, after: ShiftingState) -> list[Event]:
    """Report a deck that has run out or was rebuilt, in the order it happened (N15)."""
    events = [_tell_run_out(game, time) for time in range(before.run_outs + 1, after.run_outs + 1)]
    if after.num_shuffles > before.num_shuffles:
        count = len(after.deck) - after.deck_start
        text = f"The discard pile, {counted(count, 'card')}, is shuffled into a new deck."
        # A deck that still had cards ran out before the new one was made; further run-outs are the new deck's.
        had_cards = before.deck_pos < len(before.deck)
        events.insert(1 if had_cards else 0, Event(f"{game}.reshuffle", NOBODY, {"count": count}, text))
    return events


def _tell_run_out(game: str, times: int) -> Event:
    text = f"The deck has run out, {'for the first time' if times == 1 else f'{times} times by now'}."
    return Event(f"{game}.run_out", NOBODY, {"times": times}, text)


def tell_end(game: str, winners: Sequence[int], scores: Sequence[int], noun: str) -> Event:
    """Say who has won, and with what score."""
    best = counted(scores[winners[0]], noun)
    names = joined([f"{{{seat}}}" for seat in winners])
    verb = "wins" if len(winners) == 1 else "share the win"
    facts = {"winners": list(winners), "scores": list(scores)}
    return Event(f"{game}.end", NOBODY, facts, f"The match is over: {names} {verb} with {best}.")
