"""Positions of Speedy Gnomes, written as card codes and played by action texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from heliodor.core.deck import NO_CARD
from heliodor.core.kernels import OK
from heliodor.games.gnomes import GAME
from heliodor.games.gnomes.rules import NO_SEAT, Phase
from tests.naive.gnomes import all_cards

CODES = GAME.card_codes
KERNELS = GAME.kernels
KINDS = {code: kind for kind, code in enumerate(CODES)}
DIAMOND = KINDS["D"]
DEFAULTS: dict[str, Any] = {"deck": "three_shapes", "quick_start": False, "last_round": "finish"}


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
    def legal(self) -> set[str]:
        texts = GAME.notation.legal_texts(self.states, 0)
        assert len(set(texts)) == len(texts)
        return set(texts)

    @property
    def to_act(self) -> int:
        return int(KERNELS.to_act(self.states, 0))

    @property
    def is_over(self) -> bool:
        return bool(KERNELS.is_over(self.states, 0))

    @property
    def scores(self) -> list[list[int]]:
        return GAME.scores(self.states, 0)

    @property
    def winners(self) -> list[int]:
        return GAME.winners(self.states, 0)

    @property
    def deck(self) -> list[str]:
        """The cards left to take, the top one first."""
        return _codes(self.state.deck[int(self.state.deck_pos) :])

    @property
    def open(self) -> list[str | None]:
        return [None if card == NO_CARD else CODES[card] for card in self.state.open_cards]

    @property
    def discard(self) -> str:
        return " ".join(CODES[kind] for kind, count in enumerate(self.state.discard) for _ in range(count))

    def hand(self, seat: int) -> str:
        """The cards in a hand: known ones, a bar, secret ones."""
        size, num_known = int(self.state.hand_size[seat]), int(self.state.num_known[seat])
        hand = [int(card) for card in self.state.hand[seat]]
        assert hand[size:] == [NO_CARD] * (len(hand) - size)
        known, secret = hand[:num_known], hand[num_known:size]
        assert (known, secret) == (sorted(known), sorted(secret))
        return " ".join([*_codes(known), "|", *_codes(secret)]).strip()

    def gems(self, seat: int) -> str:
        counts = enumerate(self.state.gems[seat])
        return " ".join(CODES[DIAMOND + kind] for kind, count in counts for _ in range(count))

    def curses(self, seat: int) -> list[tuple[str, int]]:
        """The curses before a seat with the seats that laid them, oldest first."""
        count = int(self.state.num_curses[seat])
        assert all(card == NO_CARD for card in self.state.curses[seat][count:])
        assert all(by == NO_SEAT for by in self.state.cursed_by[seat][count:])
        laid = zip(self.state.curses[seat], self.state.cursed_by[seat], strict=True)
        return [(CODES[card], int(by)) for card, by in list(laid)[:count]]

    def all_cards(self) -> Counter[str]:
        """Count every card, wherever it lies."""
        cards = Counter(self.deck) + Counter(card for card in self.open if card) + Counter(self.discard.split())
        for seat in range(self.players):
            cards += Counter(self.hand(seat).replace("|", "").split()) + Counter(self.gems(seat).split())
            cards += Counter(card for card, _ in self.curses(seat)) + Counter("C" * int(self.state.caves[seat]))
        return cards + Counter([CODES[self.state.pending]] if self.state.pending != NO_CARD else [])

    def play(self, *texts: str) -> Position:
        """Play legal actions; an illegal one fails the test."""
        for text in texts:
            assert text in self.legal, f"{text} is not legal; legal are {sorted(self.legal)}"
            for step in GAME.notation.parse_action(self.states, 0, text):
                assert KERNELS.step(self.states, 0, step) == OK
        return self

    def copy(self) -> Position:
        return Position(self.states.copy())

    def hidden_from(self, seat: int) -> Position:
        """Return the position as the seat may know it."""
        hidden = self.copy()
        KERNELS.hide(hidden.states, 0, seat)
        return hidden


def dealt(players: int = 3, seed: int = 1, first: int = -1, **options: Any) -> Position:
    """Return a match just set up from a seed."""
    states = GAME.new_states(1, {"players": players, **DEFAULTS, **options})
    KERNELS.seed(states, 0, seed, 0)
    KERNELS.set_up(states, 0, first)
    return Position(states)


def position(
    hands: Sequence[str] = ("", ""),
    caves: Sequence[int] = (),
    curses: Mapping[int, str] | None = None,
    gems: Mapping[int, str] | None = None,
    deck: str | None = None,
    open: str = "- - -",
    turn: int = 0,
    first: int = 0,
    taken: bool = True,
    six_shapes: bool = False,
    full: bool = False,
) -> Position:
    """Return a match in a turn, after a card was taken or before; there are as many players as hands.

    A hand may have known cards before a bar: "Ro | Ht C". `caves`: the seats that have one. Curses come from the
    next seat. All cards that are not named make up the deck, or lie on the discard pile if a deck is named.
    """
    deck_name = "six_shapes" if six_shapes else "three_shapes"
    match = dealt(len(hands), first=first, deck=deck_name, last_round="full" if full else "finish")
    state = match.state
    left = Counter(all_cards(deck_name))
    for seat, text in enumerate(hands):
        known, bar, secret = text.partition("|")
        parts = [sorted(KINDS[code] for code in part.split()) for part in ((known, secret) if bar else ("", known))]
        cards = [*parts[0], *parts[1]]
        state.hand[seat] = cards + [NO_CARD] * (len(state.hand[seat]) - len(cards))
        state.hand_size[seat], state.num_known[seat] = len(cards), len(parts[0])
        left.subtract(_codes(cards))
    for seat in range(len(hands)):
        state.caves[seat] = seat in caves
        left["C"] -= seat in caves
        for place, code in enumerate((curses or {}).get(seat, "").split()):
            state.curses[seat, place] = KINDS[code]
            state.cursed_by[seat, place] = (seat + 1) % len(hands)
            state.num_curses[seat] = place + 1
            left[code] -= 1
        state.gems[seat] = 0
        for code in (gems or {}).get(seat, "").split():
            state.gems[seat, KINDS[code] - DIAMOND] += 1
            left[code] -= 1
    for slot, code in enumerate(open.split()):
        state.open_cards[slot] = NO_CARD if code == "-" else KINDS[code]
        left[code] -= code != "-"
    _fill_deck(state, left, deck)
    state.turn = turn
    state.phase = Phase.PLAYING if taken else Phase.TAKING
    assert not any(count < 0 for code, count in left.items() if code != "-"), left
    return match


def _fill_deck(state: Any, left: Counter[str], deck: str | None) -> None:
    top = (deck or "").split()
    left.subtract(top)
    rest = [KINDS[code] for code in CODES for _ in range(max(0, left[code]))]
    state.discard[:] = 0
    if deck is not None:
        for kind in rest:
            state.discard[kind] += 1
        rest = []
    cards = [*(KINDS[code] for code in top), *rest]
    state.deck_pos = len(state.deck) - len(cards)
    state.deck[int(state.deck_pos) :] = cards
    state.rounds_left = 0 if cards else 1 + int(state.full_last_round)


def _codes(cards: Any) -> list[str]:
    return [CODES[int(card)] for card in cards]
