"""What Nizam and Pearl of the East share: the 5×5 board, shifts and payments, the deck."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

from .shuffles import Refused, ShuffleSource

KINDS = "RCTEQSAX"
ROWS = {str(row + 1): [5 * row + column for column in range(5)] for row in range(5)}
COLUMNS = {"abcde"[column]: [5 * row + column for row in range(5)] for column in range(5)}
LINES = [*ROWS.values(), *COLUMNS.values()]

# The cells of every shift, from the chosen end on: the card in the first of them wraps (N6).
SHIFTS = {name + "<": cells for name, cells in ROWS.items()}
SHIFTS |= {name + ">": cells[::-1] for name, cells in ROWS.items()}
SHIFTS |= {name + "^": cells for name, cells in COLUMNS.items()}
SHIFTS |= {name + "v": cells[::-1] for name, cells in COLUMNS.items()}


class Deck:
    """A face-down deck and its discard pile (N15)."""

    def __init__(self, cards: list[str], shuffles: ShuffleSource) -> None:
        self.cards = cards  # The top card first.
        self.discard: list[str] = []
        self.run_outs = 0
        self.shuffles = shuffles

    def can_take(self) -> bool:
        return bool(self.cards or self.discard)

    def take(self) -> str:
        """Take the top card; the deck and the discard pile must not both be empty."""
        # N15: the discard pile is shuffled only now that a card is needed.
        if not self.cards:
            self.cards = self.shuffles.shuffle(self.discard, "the discard pile")
            self.discard = []
        card = self.cards.pop(0)
        if not self.cards:
            self.run_outs += 1
        return card

    def take_up_to(self, number: int) -> list[str]:
        """Take `number` cards, or as many as are left (N18)."""
        taken: list[str] = []
        while len(taken) < number and self.can_take():
            taken.append(self.take())
        return taken


def deal_hands(cards: list[str], num_players: int) -> list[list[str]]:
    """Take three cards for seat 0, three for seat 1, … from the top of `cards`."""
    hands = []
    for _ in range(num_players):
        hands.append(cards[:3])
        del cards[:3]
    return hands


def three_card_payments(hand: Sequence[str]) -> list[str]:
    """Return every choice of three cards from the hand, spelled in code order."""
    held = Counter(hand)
    return [
        "".join(three)
        for three in combinations_with_replacement(KINDS, 3)
        if all(three.count(kind) <= held[kind] for kind in three)
    ]


def legal_shifts(board: Sequence[str], hand: Sequence[str]) -> list[str]:
    """Return every shift with every payment for it."""
    shifts = []
    payments = three_card_payments(hand)
    for name, cells in SHIFTS.items():
        # N7, N8: while there is a matching card, it is the payment; P4: none matches the pearl.
        if board[cells[0]] in hand:
            shifts.append(name)
        else:
            shifts.extend(f"{name}:{payment}" for payment in payments)
    return shifts


def payment_for(shift: str, board: Sequence[str]) -> list[str]:
    """Return the cards that a legal shift costs."""
    name, colon, three = shift.partition(":")
    return list(three) if colon else [board[SHIFTS[name][0]]]


def shifted(shift: str, board: Sequence[str]) -> list[str]:
    """Return the board after the shift (N6)."""
    cells = SHIFTS[shift.partition(":")[0]]
    line = [board[cell] for cell in cells]
    after = list(board)
    for cell, card in zip(cells, line[1:] + line[:1], strict=True):
        after[cell] = card
    return after


def explain_shift(text: str, board: Sequence[str], hand: Sequence[str]) -> Refused:
    """Say why a text is not a legal shift."""
    name, colon, three = text.partition(":")
    if name not in SHIFTS:
        return Refused("RECORD", f"{text!r} is not an action")
    kind = board[SHIFTS[name][0]]
    if not colon:
        rule = "P4" if kind == "P" else "N7"
        return Refused(rule, f"no card in hand matches {kind}: three cards have to be named")
    if kind in hand:
        return Refused("N8", f"three cards cannot pay while {kind} is in hand")
    if len(three) != 3 or sorted(three, key=KINDS.find) != list(three):
        return Refused("RECORD", f"{three!r} is not three cards in code order")
    return Refused("N8", f"the three cards {three} are not in hand")
