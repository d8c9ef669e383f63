"""Luz, rules L1 to L9."""

from collections.abc import Sequence
from typing import Any

from .shuffles import Refused, ShuffleSource

COLOURS = "RYGBP"
TRUMP = "Y"
NUM_DEALS = 4
NUM_TRICKS = 10
BEADS_IN_BOX = 15
HIGHEST_VALUE = {3: 8, 4: 10, 5: 12}


def value(card: str) -> int:
    return int(card[1:])


def place_in_hand(card: str) -> tuple[int, int]:
    """Return the sort key of a card in a hand (L2)."""
    return COLOURS.index(card[0]), value(card)


def trick_winner(cards: Sequence[str]) -> int:
    """Return which of the cards, in the order played, wins the trick (L6)."""
    trumps = [card for card in cards if card[0] == TRUMP]
    of_led_colour = [card for card in cards if card[0] == cards[0][0]]
    return cards.index(max(trumps or of_led_colour, key=value))


def points_of_deal(deal: int, bet: int, safety: bool, tricks: int) -> int:
    """Return the points of a bet in deal 1 to 4 (L7)."""
    if safety and tricks in (bet, bet + 1):
        return 5 * deal
    if not safety and tricks == bet:
        return 10 * deal
    return -5 * abs(tricks - bet)


def all_bids(most: int) -> list[str]:
    """Return the bids of up to `most` bet beads, without and with a safety bead (L4)."""
    return [f"bid {beads}{safety}" for beads in range(most + 1) for safety in ("", "+")]


def first_clockwise(seats: Sequence[int], start: int, num_players: int) -> int:
    """Return the first of `seats` clockwise from `start`, that seat included."""
    return min(seats, key=lambda seat: (seat - start) % num_players)


class NaiveLuz:
    """One game of Luz."""

    PLAYERS = range(3, 6)

    def __init__(self, options: dict[str, Any], first: int, shuffles: ShuffleSource) -> None:
        self.num_players: int = options["players"]
        self.has_box: bool = options.get("bead_supply", "unlimited") == "box"
        self.shuffles = shuffles
        self.first = first
        self.seat = first
        self.points = [0] * self.num_players
        self.points_in_deal = [0] * self.num_players  # In the last finished deal.
        self.deal = 0  # 1 to 4.
        self.over = False
        self._deal()

    @property
    def shuffles_used(self) -> list[list[str]]:
        return self.shuffles.used

    def is_over(self) -> bool:
        return self.over

    def to_act(self) -> int | None:
        return None if self.over else self.seat

    def scores(self) -> list[int]:
        return list(self.points)

    def winners(self) -> list[int]:
        # L9: the most points, then the most points in deal 4, then clockwise from the marker.
        results = list(zip(self.points, self.points_in_deal, strict=True))
        best = [seat for seat, result in enumerate(results) if result == max(results)]
        return [first_clockwise(best, self._marker(), self.num_players)]

    def legal(self) -> list[str]:
        if self.over:
            return []
        if self._is_betting():
            return all_bids(self._most_beads())
        return [f"play {slot}" for slot in self._playable_slots()]

    def act(self, text: str) -> None:
        if text not in self.legal():
            raise self._explain(text)
        verb, number = text.split()
        if verb == "bid":
            self.bets[self.seat] = (int(number.removesuffix("+")), number.endswith("+"))
            self.seat = self._left_of(self.seat)
        else:
            self._play(int(number) - 1)

    def _marker(self) -> int:
        # L8: the seat with the first-player marker.
        return (self.first + self.deal) % self.num_players

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.num_players

    def _deal(self) -> None:
        self.deal += 1
        values = range(1, HIGHEST_VALUE[self.num_players] + 1)
        deck = [f"{colour}{number}" for colour in COLOURS for number in values]
        cards = self.shuffles.shuffle(deck, f"each of the {len(deck)} cards once")
        # L2: the hands as they are after the passing, sorted; a played card leaves an empty slot.
        self.hands: list[list[str | None]] = [
            [*sorted(cards[10 * seat : 10 * seat + 10], key=place_in_hand)] for seat in range(self.num_players)
        ]
        self.aside = cards[-10:]
        self.bets: dict[int, tuple[int, bool]] = {}
        self.tricks = [0] * self.num_players
        self.trick: list[tuple[int, str]] = []  # Seats and cards in the order played.
        self.seat = self._first_player()

    def _first_player(self) -> int:
        # L2; L8: in deal 4 it is the player with the most points.
        if self.deal < NUM_DEALS:
            return self._marker()
        leaders = [seat for seat, points in enumerate(self.points) if points == max(self.points)]
        return first_clockwise(leaders, self._marker(), self.num_players)

    def _is_betting(self) -> bool:
        return len(self.bets) < self.num_players

    def _most_beads(self) -> int:
        # L4: with `box`, no more bet beads than the others have left in it.
        if not self.has_box:
            return NUM_TRICKS
        return min(NUM_TRICKS, BEADS_IN_BOX - sum(beads for beads, _ in self.bets.values()))

    def _playable_slots(self) -> list[int]:
        held = [(slot, card) for slot, card in enumerate(self.hands[self.seat], 1) if card]
        # L5: a player with the led colour must play it.
        led = self.trick[0][1][0] if self.trick else ""
        following = [slot for slot, card in held if card[0] == led]
        return following or [slot for slot, _ in held]

    def _play(self, place: int) -> None:
        card = self.hands[self.seat][place]
        assert card is not None
        self.hands[self.seat][place] = None
        self.trick.append((self.seat, card))
        self.seat = self._left_of(self.seat)
        if len(self.trick) == self.num_players:
            self._end_trick()

    def _end_trick(self) -> None:
        # L5: the winner leads the next trick.
        self.seat = self.trick[trick_winner([card for _, card in self.trick])][0]
        self.tricks[self.seat] += 1
        self.trick = []
        if sum(self.tricks) == NUM_TRICKS:
            self._end_deal()

    def _end_deal(self) -> None:
        for seat, (bet, safety) in self.bets.items():
            self.points_in_deal[seat] = points_of_deal(self.deal, bet, safety, self.tricks[seat])
            self.points[seat] += self.points_in_deal[seat]
        # L1: four deals; the next one is shuffled at once.
        if self.deal == NUM_DEALS:
            self.over = True
        else:
            self._deal()

    def _explain(self, text: str) -> Refused:
        if self.over:
            return Refused("L9", "the game is over")
        slots = [f"play {slot}" for slot in range(1, NUM_TRICKS + 1)]
        bids = all_bids(NUM_TRICKS)
        if text.startswith("play ") and text not in slots:
            return Refused("L5", f"{text!r}: there is no such slot")
        if text not in slots + bids:
            return Refused("RECORD", f"{text!r} is not an action")
        if self._is_betting():
            return Refused("L4", "too few beads are left" if text in bids else "bets come first")
        if text in bids:
            return Refused("L4", "all bets are made")
        if self.hands[self.seat][slots.index(text)] is None:
            return Refused("L5", f"{text!r}: that card has been played")
        return Refused("L5", "the led colour must be followed")
