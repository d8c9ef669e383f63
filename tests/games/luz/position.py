"""Positions of Luz, written as card codes and played by card or action text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heliodor.core.bits import members
from heliodor.core.kernels import OK
from heliodor.games.luz import GAME
from heliodor.games.luz.rules import HAND_SIZE, HIGHEST_VALUE, NUM_VALUES, Phase

CODES = GAME.card_codes
KERNELS = GAME.kernels


class Position:
    """One state, hand-made or dealt."""

    def __init__(self, states: Any) -> None:
        self.states = states

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def players(self) -> int:
        return int(self.state.players)

    @property
    def legal(self) -> list[str]:
        return GAME.notation.legal_texts(self.states, 0)

    @property
    def legal_cards(self) -> set[str]:
        """The cards that can be played now."""
        slots = [int(text.removeprefix("play ")) - 1 for text in self.legal]
        return {CODES[self.state.hand[self.to_act, slot]] for slot in slots}

    @property
    def to_act(self) -> int:
        return int(KERNELS.to_act(self.states, 0))

    @property
    def is_over(self) -> bool:
        return bool(KERNELS.is_over(self.states, 0))

    @property
    def scores(self) -> list[int]:
        return GAME.scores(self.states, 0)

    @property
    def winners(self) -> list[int]:
        return GAME.winners(self.states, 0)

    @property
    def tricks(self) -> list[int]:
        return [int(count) for count in self.state.tricks[int(self.state.deal) - 1][: self.players]]

    def hand(self, seat: int) -> list[str]:
        """The cards of all ten slots, played ones too."""
        return [CODES[card] for card in self.state.hand[seat]]

    def unplayed(self, seat: int) -> list[int]:
        """The slots, from 0, that are not played yet."""
        return members(int(self.state.unplayed[seat]))

    def play(self, *texts: str) -> Position:
        """Play legal actions, cards by their code; an illegal one fails the test."""
        for text in texts:
            action = f"play {self.hand(self.to_act).index(text) + 1}" if text in CODES else text
            assert action in self.legal, f"{text} is not legal; legal are {self.legal}"
            [step] = GAME.notation.parse_action(self.states, 0, action)
            assert KERNELS.step(self.states, 0, step) == OK
        return self

    def play_first_legal(self, until_deal: int) -> Position:
        """Play the first legal action again and again until that deal begins, or to the end."""
        while not self.is_over and self.state.deal < until_deal:
            self.play(self.legal[0])
        return self

    def copy(self) -> Position:
        return Position(self.states.copy())

    def hidden_from(self, seat: int) -> Any:
        """Return a copy of the states as the seat may know them."""
        states = self.states.copy()
        KERNELS.hide(states, 0, seat)
        return states


def dealt(players: int = 4, seed: int = 1, first: int = 0, supply: str = "unlimited") -> Position:
    """Return a match just set up from a seed."""
    states = GAME.new_states(1, {"players": players, "bead_supply": supply})
    KERNELS.seed(states, 0, seed, 0)
    KERNELS.set_up(states, 0, first)
    return Position(states)


def position(
    *hands: str,
    bids: Sequence[str] = (),
    deal: int = 1,
    first: int = 0,
    leader: int = 0,
    tricks: Sequence[int] = (),
    scores: Sequence[int] = (),
) -> Position:
    """Return a match before a trick: what each hand still holds, as in "R4 G3"; a bid is "3" or "3+".

    The hands are filled up to ten with other cards, which count as played.
    """
    players = len(hands)
    match = dealt(players, first=first)
    state = match.state
    held = [[CODES.index(code) for code in hand.split()] for hand in hands]
    taken = {card for cards in held for card in cards}
    spare = [c for c in range(len(CODES)) if c % NUM_VALUES < HIGHEST_VALUE[players] and c not in taken]
    for seat, cards in enumerate(held):
        missing = HAND_SIZE - len(cards)
        filled = sorted(cards + spare[:missing])
        del spare[:missing]
        state.hand[seat] = filled
        state.slots_of[seat] = [sum(1 << s for s, c in enumerate(filled) if c // NUM_VALUES == n) for n in range(5)]
        state.unplayed[seat] = sum(1 << filled.index(card) for card in cards)
    state.phase = Phase.PLAYING
    state.deal = deal
    state.leader = state.turn = leader
    state.score[:players] = scores or [0] * players
    row = deal - 1
    state.tricks[row, :players] = tricks or [0] * players
    for seat, bid in enumerate(bids or ["0"] * players):
        state.bid[row, seat] = int(bid.removesuffix("+"))
        state.safety[row, seat] = bid.endswith("+")
    return match


def last_trick(*cards: str, **given: Any) -> Position:
    """Return a match in which every hand holds one card: the next trick ends the deal."""
    return position(*cards, **given)
