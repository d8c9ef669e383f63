"""Puzzles of Luz: what a card can be, and which card keeps the bet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from heliodor.bots.brain_bots import SearchBot
from heliodor.bots.contract import Generator
from heliodor.core.bits import members
from heliodor.core.contract import Event
from heliodor.core.errors import BadOption
from heliodor.core.words import joined
from heliodor.games.luz.questions import possible_values, unseen_cards
from heliodor.games.luz.rules import HAND_SIZE, HIGHEST_VALUE, NUM_DEALS, NUM_VALUES, Phase
from heliodor.games.luz.words import COLOUR_NAMES
from heliodor.hints import Position
from heliodor.hints.luz.bets import colour_of
from heliodor.puzzles.contract import Answer, Facts, Kind, Proof, Verdict, read_steps
from heliodor.puzzles.proof import expert_values

KEY = "luz.puzzle"
FEWEST, MOST = 2, 7  # Values that a card asked about can have.
RAREST = 0.04  # One of them at least must be this rare among the possible hands, or counting is not needed.
SAMPLED = 200  # Hands sampled to find that out.
SOLVED_TRICKS = (2, 3)  # Cards in hand when the rest of the deal is solved exactly.


class WhatCanItBe(Kind):
    """What can this card be: deduced exactly from what the player has seen."""

    id = "values"
    means = "values"
    least_margin = 1.0
    apart = 30

    def find(self, position: Position) -> Iterator[Facts]:
        """Ask about the card whose values are hardest to see, if some value is rare enough to be overlooked."""
        if not _sees_everything(position):
            return
        slots = members(int(position.hidden[0].unplayed[position.seat]))
        open_slots = [slot for slot in slots if FEWEST <= len(values_of(position, slot)) <= MOST]
        if not open_slots:
            return
        seen: dict[int, list[int]] = {slot: [] for slot in open_slots}
        for states, _gen in position.worlds(SAMPLED):
            for slot in open_slots:
                seen[slot].append(int(states[0].hand[position.seat, slot]) % NUM_VALUES + 1)
        rare = {slot: min(seen[slot].count(value) for value in values_of(position, slot)) for slot in open_slots}
        slot = min(open_slots, key=lambda slot: (rare[slot], slot))
        if rare[slot] <= RAREST * SAMPLED:
            yield {"slot": slot + 1, "colour": COLOUR_NAMES[colour_of(position.hidden, position.seat, slot)]}

    def prove(self, position: Position, facts: Facts) -> Proof | None:
        """Return the values as the rules deduce them; no other set is right."""
        values = values_of(position, facts["slot"] - 1)
        if not _sees_everything(position) or not FEWEST <= len(values) <= MOST:
            return None
        return Proof("deduction", Answer(values=values), len(values), len(values) - 1, "values")

    def question(self, position: Position, facts: Facts) -> Event:
        """Return the question; the card is named by its colour and its place among the cards of that colour."""
        text = f"What can this card be? Mark every value that card {facts['slot']}, a {facts['colour']} one, may have."
        return Event(f"{KEY}.values", position.seat, facts, text)

    def choices(self, position: Position, facts: Facts) -> list[int]:
        """Return all values of the cards in play."""
        return list(range(1, int(HIGHEST_VALUE[position.players]) + 1))

    def judge(self, position: Position, facts: Facts, solution: Answer, answer: Answer) -> Verdict:
        """The marked values must be exactly the possible ones; one of those that are wrong is named."""
        values = values_of(position, facts["slot"] - 1)
        if unknown := [value for value in answer.values if value not in self.choices(position, facts)]:
            raise BadOption(f"there is no card of value {unknown[0]}")
        wrong = [value for value in answer.values if value not in values]
        if wrong:
            text = f"It cannot be {wrong[0]}."
            return Verdict(False, [Event(f"{KEY}.not", position.seat, {**facts, "value": wrong[0]}, text)])
        missing = len(set(values) - set(answer.values))
        if missing:
            more = {**facts, "missing": missing}
            return Verdict(False, [Event(f"{KEY}.more", position.seat, more, "It can be more than that.")])
        text = f"It can be {joined([str(value) for value in values], 'or')}."
        told = {**facts, "values": values, **self._bounds(position, facts["slot"] - 1)}
        return Verdict(True, [Event(f"{KEY}.can", position.seat, told, text)])

    def _bounds(self, position: Position, slot: int) -> Facts:
        """Return the values of the colour that are still unseen, and how many unseen cards of the hand lie around."""
        colour = colour_of(position.hidden, position.seat, slot)
        cards = int(unseen_cards(position.hidden, 0))
        unseen = [card % NUM_VALUES + 1 for card in members(cards) if card // NUM_VALUES == colour]
        same = [s for s in range(HAND_SIZE) if int(position.hidden[0].slots_of[position.seat, colour]) >> s & 1]
        left = [s for s in same if int(position.hidden[0].unplayed[position.seat]) >> s & 1]
        return {"unseen": unseen, "lower": left.index(slot), "higher": len(left) - 1 - left.index(slot)}

    def attempt(self, position: Position, facts: Facts, bot: SearchBot, gen: Generator) -> Answer:
        """Return the values that a bot meets in as many sampled hands as it has rounds."""
        slot, kernels = facts["slot"] - 1, position.game.kernels
        states = position.hidden.copy()
        found = set()
        for _ in range(bot.strength.rounds):
            kernels.copy(states, 0, position.hidden, 0)
            kernels.determinize(states, 0, position.seat, gen)
            found.add(int(states[0].hand[position.seat, slot]) % NUM_VALUES + 1)
        return Answer(values=sorted(found))


class KeepBet(Kind):
    """Which card keeps your bet: the last tricks are solved exactly over all possible hands."""

    id = "bet"
    settings: ClassVar = {"aid": "full"}  # Played cards are not shown again, so the table says what the hand can be.
    least_margin = 0.12  # Before the last deal, a bet met or missed is 0.4 to 0.6 of the reward.
    apart = 3

    def find(self, position: Position) -> Iterator[Facts]:
        """Ask before the last deal, where the bet can still be met and one card is clearly better."""
        needed = needed_tricks(position)
        if needed is None:
            return
        values = expert_values(position)
        if len(values) > 1 and values[0].mean - values[1].mean >= self.least_margin:
            yield {"needed": needed[0], "left": needed[1], "safety": needed[2]}

    def prove(self, position: Position, facts: Facts) -> Proof | None:
        """Return the mean rewards of the best card and of the next, if all play their best."""
        if needed_tricks(position) is None:
            return None
        values = expert_values(position)
        if len(values) < 2:
            return None
        best, other = (round(value.mean, 6) for value in values[:2])
        return Proof("solver", Answer(position.texts([values[0].move])), best, other, "reward")

    def question(self, position: Position, facts: Facts) -> Event:
        """Return the question."""
        return Event(f"{KEY}.bet", position.seat, facts, "Which card keeps your bet?")

    def judge(self, position: Position, facts: Facts, solution: Answer, answer: Answer) -> Verdict:
        """Only the best card is right; another card's effect in the trick is described."""
        steps = read_steps(position, answer.actions)
        told = position.advice.explain(position, steps, []) if steps else []
        if steps == read_steps(position, solution.actions):
            return Verdict(True, told)
        return Verdict(False, [*told, Event(f"{KEY}.less", position.seat, {}, "Another card does more for your bet.")])


KINDS = (WhatCanItBe(), KeepBet())


def _sees_everything(position: Position) -> bool:
    """Return whether it is the first trick of a deal: every card that counts lies open, none was taken."""
    state = position.hidden[0]
    return bool(state.phase == Phase.PLAYING and int(state.unplayed[position.seat]).bit_count() == HAND_SIZE)


def values_of(position: Position, slot: int) -> list[int]:
    """Return the values that a card of the seat can have."""
    return [value + 1 for value in members(int(possible_values(position.hidden, 0, position.seat, slot)))]


def needed_tricks(position: Position) -> tuple[int, int, bool] | None:
    """Return the tricks that the bet needs yet, the cards left and whether there is a safety bead.

    None unless the rest is solved exactly, the deal is not the last, and the bet can still be met.
    """
    state, seat = position.hidden[0], position.seat
    left = int(state.unplayed[seat]).bit_count()
    if state.phase != Phase.PLAYING or state.deal == NUM_DEALS or left not in SOLVED_TRICKS:
        return None
    deal = int(state.deal) - 1
    needed = int(state.bid[deal, seat]) - int(state.tricks[deal, seat])
    safety = bool(state.safety[deal, seat])
    least = -1 if safety else 0
    return (needed, left, safety) if least <= needed <= left else None
