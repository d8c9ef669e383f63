"""Speedy Gnomes, rules S1 to S11."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from .shuffles import Refused, ShuffleSource

CAVE, CAVE_IN, DIAMOND = "C", "K", "D"
HIDES = {"FO": "RH", "FG": "HS", "FP": "RS"}
DRIVES_OFF = {"WR": ["FO", "FP"], "WY": ["FO", "FG"], "WB": ["FG", "FP"]}
CURSES = [CAVE_IN, *HIDES]
COLOURS = "RHS"
SHAPES = {"three_shapes": "ost", "six_shapes": "osthdm"}
COPIES = {"three_shapes": 6, "six_shapes": 3}


def all_cards(deck: str) -> list[str]:
    """Return the 102 cards."""
    gems = [colour + shape for colour in COLOURS for shape in SHAPES[deck]]
    cards = [CAVE] * 14 + [CAVE_IN] * 6 + [DIAMOND] * 4
    cards += list(DRIVES_OFF) * 5 + list(HIDES) * 3
    return cards + gems * COPIES[deck]


def is_gem(card: str) -> bool:
    return card == DIAMOND or (card[0] in COLOURS and len(card) == 2)


def is_hidden(gem: str, curses: Sequence[str]) -> bool:
    """Return whether a fog among the curses hides the gem; S8: never a diamond."""
    return gem != DIAMOND and any(gem[0] in HIDES.get(curse, "") for curse in curses)


# The best split (S10, S11).

Split = tuple[int, ...]  # The number of sets of 6, 5, 4, 3, 2, 1 cards.

# The worth of a set by its size: a split's worth is a number in base 100 whose digits are its six
# counts, so the greater number is the better split.
WORTH: list[int] = [0, *(100**power for power in range(6))]


def best_split(gems: Sequence[str]) -> Split:
    """Return the best split of the gems into sets.

    Every set belongs to a colour or to a shape, so a gem goes onto its colour's or its shape's heap
    and a diamond onto any heap. A heap gives sets of six and one set of what is left. All ways to
    make the heaps are tried, one shape after the other.
    """
    counts = Counter(gems)
    shapes = sorted({gem[1] for gem in gems if gem != DIAMOND})
    table = tuple(tuple(counts[colour + shape] for colour in COLOURS) for shape in shapes)
    worth = _best_worth(table, (0, 0, 0), counts[DIAMOND])
    return tuple(worth // WORTH[size] % 100 for size in range(6, 0, -1))


def _worth_of_heap(size: int) -> int:
    return size // 6 * WORTH[6] + WORTH[size % 6]


@lru_cache(maxsize=100_000)
def _best_worth(table: tuple[Split, ...], colours: Split, diamonds: int) -> int:
    """Return the best worth of the shapes in `table`, the colour heaps so far and the diamonds."""
    if not table:
        return _worth_of_colours(colours, diamonds)
    best = 0
    for by_shape in product(*(range(count + 1) for count in table[0])):
        heaps = [heap + count - taken for heap, count, taken in zip(colours, table[0], by_shape, strict=True)]
        # Full sets of six are put aside, so that equal rests are searched once.
        aside = sum(heap // 6 for heap in heaps) * WORTH[6]
        rests = tuple(heap % 6 for heap in heaps)
        for used in range(diamonds + 1):
            worth = aside + _worth_of_heap(sum(by_shape) + used)
            best = max(best, worth + _best_worth(table[1:], rests, diamonds - used))
    return best


def _worth_of_colours(colours: Split, diamonds: int) -> int:
    # Diamonds in any number on each of the three heaps, all of them used.
    return max(
        sum(_worth_of_heap(heap + more) for heap, more in zip(colours, given, strict=True))
        for given in product(range(diamonds + 1), repeat=3)
        if sum(given) == diamonds
    )


def best_split_of_few(gems: Sequence[str]) -> Split:
    """Return the best split by trying every partition: for a dozen gems at most."""
    return max(_splits(tuple(sorted(gems))))


def is_set(cards: Sequence[str]) -> bool:
    """Return whether the cards are one set (S10)."""
    gems = [card for card in cards if card != DIAMOND]
    colours, shapes = {gem[0] for gem in gems}, {gem[1] for gem in gems}
    return 1 <= len(cards) <= 6 and (len(colours) <= 1 or len(shapes) <= 1)


@lru_cache(maxsize=100_000)
def _splits(gems: tuple[str, ...]) -> frozenset[Split]:
    if not gems:
        return frozenset([(0,) * 6])
    found = set()
    for size in range(1, min(6, len(gems)) + 1):
        # The first gem is in some set; the others of that set are chosen by their places.
        for places in combinations(range(1, len(gems)), size - 1):
            chosen = (0, *places)
            if is_set([gems[place] for place in chosen]):
                rest = tuple(gem for place, gem in enumerate(gems) if place not in chosen)
                found |= {_with_one_more(split, size) for split in _splits(rest)}
    return frozenset(found)


def _with_one_more(split: Split, size: int) -> Split:
    return tuple(count + (6 - place == size) for place, count in enumerate(split))


class NaiveGnomes:
    """One game of Speedy Gnomes."""

    PLAYERS = range(2, 7)

    def __init__(self, options: dict[str, Any], first: int, shuffles: ShuffleSource) -> None:
        self.num_players: int = options["players"]
        self.last_round: str = options.get("last_round", "full")  # S9: since version 2; see records.py.
        self.shuffles = shuffles
        cards = all_cards(options.get("deck", "three_shapes"))
        self.caves = [0] * self.num_players
        # S2: a cave is laid before each player first.
        if options.get("quick_start", False):
            self.caves = [1] * self.num_players
            for _ in range(self.num_players):
                cards.remove(CAVE)
        # S1: the hands, the open cards, the deck.
        self.deck = shuffles.shuffle(cards, "the whole deck")  # The top card first.
        self.hands = [self._take_from_top(5) for _ in range(self.num_players)]
        self.open: list[str | None] = [*self._take_from_top(3)]
        self.curses: list[list[str]] = [[] for _ in range(self.num_players)]
        self.gems: list[list[str]] = [[] for _ in range(self.num_players)]
        self.discard: list[str] = []
        self.first = first
        self.seat = first
        self.has_taken = False  # in this turn
        self.rounds_left: int | None = None  # The current one included, once the deck is empty.
        self.over = False

    @property
    def shuffles_used(self) -> list[list[str]]:
        return self.shuffles.used

    def is_over(self) -> bool:
        return self.over

    def to_act(self) -> int | None:
        return None if self.over else self.seat

    def scores(self) -> list[list[int]]:
        return [list(best_split(self._gems_that_count(seat))) for seat in range(self.num_players)]

    def winners(self) -> list[int]:
        # S11, G4.
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    def legal(self) -> list[str]:
        if self.over:
            return []
        if not self.has_taken:
            return self._legal_takes()
        # S5.
        if not self.hands[self.seat]:
            return ["pass"]
        return self._legal_plays() or [f"drop {card}" for card in self._cards_in_hand()]

    def act(self, text: str) -> None:
        if text not in self.legal():
            raise self._explain(text)
        verb, *words = text.split()
        if verb in ("take", "skip"):
            self._take(words)
            self.has_taken = True
        else:
            self._play(verb, words)
            self._end_turn()

    def _take_from_top(self, number: int) -> list[str]:
        taken = self.deck[:number]
        del self.deck[:number]
        return taken

    def _cards_in_hand(self) -> list[str]:
        return sorted(set(self.hands[self.seat]))

    def _legal_takes(self) -> list[str]:
        # S3; S9: only while the deck is empty a player may take none.
        takes = [f"take {slot}" for slot, card in enumerate(self.open, 1) if card]
        return [*takes, "take deck" if self.deck else "skip"]

    def _legal_plays(self) -> list[str]:
        plays: list[str] = []
        for card in self._cards_in_hand():
            if card in CURSES:
                plays += [f"curse {card} {target}" for target in self._targets()]
            elif card in DRIVES_OFF:
                fogs = [fog for fog in DRIVES_OFF[card] if fog in self.curses[self.seat]]
                plays += [f"wind {card} {fog}" for fog in fogs]
            elif self._can_lay(card):
                plays.append(f"lay {card}")
        return plays

    def _targets(self) -> list[int]:
        # S4: another player; S7: with fewer curses than opponents.
        return [
            seat
            for seat in range(self.num_players)
            if seat != self.seat and len(self.curses[seat]) < self.num_players - 1
        ]

    def _can_lay(self, card: str) -> bool:
        caves, curses = self.caves[self.seat], self.curses[self.seat]
        if card == CAVE:
            return caves == 0 or CAVE_IN in curses
        return caves > 0 and CAVE_IN not in curses and not is_hidden(card, curses)

    def _take(self, words: list[str]) -> None:
        if words == ["deck"]:
            self.hands[self.seat] += self._take_from_top(1)
        elif words:
            slot = int(words[0]) - 1
            card = self.open[slot]
            assert card is not None
            self.hands[self.seat].append(card)
            self.open[slot] = self._take_from_top(1)[0] if self.deck else None
        # S9: taking the last card of the deck starts the last rounds.
        if not self.deck and self.rounds_left is None:
            self.rounds_left = 2 if self.last_round == "full" else 1

    def _play(self, verb: str, words: list[str]) -> None:
        if verb == "pass":
            return
        card = words[0]
        self.hands[self.seat].remove(card)
        if verb == "curse":
            self.curses[int(words[1])].append(card)
        elif verb == "wind":
            self.curses[self.seat].remove(words[1])
            self.discard += [card, words[1]]
        elif verb == "drop":
            self.discard.append(card)
        elif card == CAVE:
            self._lay_cave()
        else:
            self.gems[self.seat].append(card)

    def _lay_cave(self) -> None:
        self.caves[self.seat] += 1
        # S6: a cave-in goes, and a cave with it.
        if CAVE_IN in self.curses[self.seat]:
            self.curses[self.seat].remove(CAVE_IN)
            self.caves[self.seat] -= 1
            self.discard += [CAVE, CAVE_IN]

    def _end_turn(self) -> None:
        self.has_taken = False
        self.seat = (self.seat + 1) % self.num_players
        # S9: a round ends when it is the first player's turn again.
        if self.seat == self.first and self.rounds_left is not None:
            self.rounds_left -= 1
            self.over = self.rounds_left == 0

    def _gems_that_count(self, seat: int) -> list[str]:
        # S10: a fog hides gems also from scoring.
        return [gem for gem in self.gems[seat] if not is_hidden(gem, self.curses[seat])]

    def _explain(self, text: str) -> Refused:
        if self.over:
            return Refused("S9", "the game is over")
        verb, *words = text.split() or [""]
        if verb in ("take", "skip"):
            return self._explain_take(text)
        if verb not in ("lay", "curse", "wind", "drop", "pass"):
            return Refused("RECORD", f"{text!r} is not an action")
        if not self.has_taken:
            return Refused("S3", "first a card is taken, then one is played")
        if verb == "pass":
            return Refused("S5", "only an empty hand passes")
        if not words or words[0] not in self.hands[self.seat]:
            return Refused("S4", f"{text!r} needs a card that is in hand")
        return self._explain_play(text, verb, words)

    def _explain_take(self, text: str) -> Refused:
        if self.has_taken:
            return Refused("S3", "a card has been taken already")
        if text == "skip":
            return Refused("S9", "taking none is for an empty deck")
        if text == "take deck":
            return Refused("S9", "the deck is empty")
        return Refused("S3", f"{text!r}: no card lies there")

    def _explain_play(self, text: str, verb: str, words: list[str]) -> Refused:
        curses = self.curses[self.seat]
        if verb == "drop" and self._legal_plays():
            return Refused("S5", "a card can be played, so none may be discarded")
        if verb == "curse" and words[0] in CURSES:
            rule = "S4" if words[1:] == [str(self.seat)] else "S7"
            return Refused(rule, f"{text!r}: no such curse before that player")
        if verb == "wind" and words[0] in DRIVES_OFF:
            return Refused("S4", f"{text!r}: there is no such fog for this wind")
        if verb == "lay" and words[0] == CAVE:
            return Refused("S4", "there is a cave already and no cave-in")
        if verb == "lay" and is_gem(words[0]):
            return Refused("S6" if CAVE_IN in curses else "S4", f"{words[0]} cannot be laid now")
        return Refused("RECORD", f"{text!r} is not a way to play that card")
