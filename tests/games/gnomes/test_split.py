"""The best split of gems (S10, S11) against two slower ways to find it, and how long it takes."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from heliodor.core.jit import entrance
from heliodor.core.kernels import INTS
from heliodor.games import get_game
from heliodor.games.gnomes import rules
from heliodor.games.gnomes.notation import score_value
from heliodor.games.gnomes.split import WORK_SIZE, best_split, quick_split, split_bound
from heliodor.games.gnomes.view import split_of
from tests.conftest import scaled
from tests.naive.gnomes import COLOURS, COPIES, SHAPES, best_split_of_few, is_set
from tests.naive.gnomes import best_split as naive_best_split

from .position import CODES, DIAMOND, KINDS, position

DECKS = ("three_shapes", "six_shapes")
MOST_GEMS = 44  # Of one player in one match, besides the diamonds.
MOST_DIAMONDS = 4


@entrance(INTS, int, owner="gnomes")
def packed_split(gems: Any, shown: int) -> int:
    return best_split(gems, shown, np.empty(WORK_SIZE, np.int32))


@entrance(INTS, int, owner="gnomes")
def packed_bound(gems: Any, shown: int) -> int:
    return split_bound(gems, shown)


@entrance(INTS, int, owner="gnomes")
def packed_quick_split(gems: Any, shown: int) -> int:
    return quick_split(gems, shown)


def split(cards: Sequence[str], shown: int = 0b111) -> tuple[int, ...]:
    """Return the numbers of sets of six, five, …, one that the engine makes."""
    return tuple(score_value(packed_split(counts_of(cards), shown)))


def counts_of(cards: Sequence[str]) -> Any:
    counts = np.zeros(rules.NUM_LAID_KINDS, np.int64)
    for card in cards:
        counts[KINDS[card] - DIAMOND] += 1
    return counts


def gems_of(deck: str) -> list[str]:
    return [colour + shape for colour in COLOURS for shape in SHAPES[deck] for _ in range(COPIES[deck])]


def random_gems(rng: random.Random, deck: str, most: int) -> list[str]:
    """Return gems of one player: of all kinds, or of a few kinds only."""
    gems = gems_of(deck)
    if rng.random() < 0.5:
        kinds = rng.sample(sorted(set(gems)), rng.randint(1, len(set(gems))))
        gems = [gem for gem in gems if gem in kinds]
    number = rng.randint(0, min(most, len(gems)))
    return [*rng.sample(gems, number), *["D"] * rng.choice((0, 0, 1, 2, 3, 4))]


@pytest.mark.parametrize("deck", DECKS)
def test_few_gems_are_split_as_well_as_by_trying_every_partition(deck: str) -> None:
    rng = random.Random(1)
    for _ in range(scaled(150)):
        cards = random_gems(rng, deck, 7)
        assert split(cards) == best_split_of_few(cards), cards


@pytest.mark.parametrize("deck", DECKS)
def test_many_gems_are_split_as_well_as_by_trying_every_heap(deck: str) -> None:
    rng = random.Random(2)
    for _ in range(scaled(40)):
        cards = random_gems(rng, deck, 24 if deck == "six_shapes" else 20)
        assert split(cards) == naive_best_split(cards), cards


@pytest.mark.nightly
@pytest.mark.parametrize("deck", DECKS)
def test_the_most_gems_are_split_as_well_as_by_trying_every_heap(deck: str) -> None:
    rng = random.Random(3)
    for _ in range(scaled(3)):
        cards = random_gems(rng, deck, MOST_GEMS)
        assert split(cards) == naive_best_split(cards), cards


# Hard cases: every cell full or nearly full, rests that fit nowhere, single gems that share nothing, Latin squares.
PATTERNS = {
    "one each": ["111", "111", "111"],
    "a diagonal": ["500", "050", "005"],
    "a heavy diagonal": ["611", "161", "116"],
    "a cross": ["151", "515", "151"],
    "a Latin square": ["123", "231", "312"],
    "fives and a six": ["500", "056", "005"],
    "one colour": ["666", "000", "000"],
    "one shape": ["600", "600", "600"],
    "two colours": ["234", "432", "000"],
    "one gem": ["100", "000", "000"],
    "none": ["000", "000", "000"],
}
WIDE_PATTERNS = {
    "one each": ["111111", "111111", "111111"],
    "steps": ["123123", "231231", "312312"],
    "a staircase": ["300000", "030000", "003000"],
    "chequered": ["303030", "030303", "303030"],
    "one colour": ["333333", "000000", "000000"],
    "lonely shapes": ["300300", "030030", "003003"],
}
# For these the reference takes seconds.
FULL_PATTERNS = {
    "all alike": ["666", "666", "666"],
    "one short": ["555", "555", "555"],
    "a large Latin square": ["456", "564", "645"],
    "all alike, six shapes": ["333333", "333333", "333333"],
}


def cards_of(rows: Sequence[str], diamonds: int) -> list[str]:
    shapes = SHAPES["six_shapes"]
    gems = [
        colour + shape
        for colour, row in zip(COLOURS, rows, strict=True)
        for shape, count in zip(shapes, row, strict=False)
        for _ in range(int(count))
    ]
    return [*gems, *["D"] * diamonds]


@pytest.mark.jit
@pytest.mark.parametrize("name", PATTERNS)
def test_patterns_of_three_shapes(name: str) -> None:
    for diamonds in range(MOST_DIAMONDS + 1):
        cards = cards_of(PATTERNS[name], diamonds)
        assert split(cards) == naive_best_split(cards)


@pytest.mark.jit
@pytest.mark.parametrize("name", WIDE_PATTERNS)
def test_patterns_of_six_shapes(name: str) -> None:
    for diamonds in (0, 3):
        cards = cards_of(WIDE_PATTERNS[name], diamonds)
        assert split(cards) == naive_best_split(cards)


@pytest.mark.jit
@pytest.mark.nightly
@pytest.mark.parametrize("diamonds", range(MOST_DIAMONDS + 1))
@pytest.mark.parametrize("name", FULL_PATTERNS)
def test_patterns_of_very_many_gems(name: str, diamonds: int) -> None:
    cards = cards_of(FULL_PATTERNS[name], diamonds)
    assert split(cards) == naive_best_split(cards)


@pytest.mark.parametrize("diamonds", range(MOST_DIAMONDS + 1))
@pytest.mark.parametrize("name", ["all alike", "all alike, six shapes"])
def test_all_gems_of_the_deck_make_nine_sixes(name: str, diamonds: int) -> None:
    rest = [0] * 6
    if diamonds:
        rest[-diamonds] = 1
    assert split(cards_of(FULL_PATTERNS[name], diamonds)) == (9, *rest[1:])


@pytest.mark.parametrize("deck", DECKS)
def test_no_split_exceeds_its_bound_and_a_single_heap_reaches_it(deck: str) -> None:
    rng = random.Random(f"bound {deck}")
    for _ in range(scaled(300)):
        counts, shown = counts_of(random_gems(rng, deck, 20)), rng.choice((0b111, 0b111, 0b011, 0b100, 0))
        assert packed_split(counts, shown) <= packed_bound(counts, shown)
    for number in range(6):
        pile = counts_of(["D"] * min(number, 4))
        assert packed_split(pile, 0b111) == packed_bound(pile, 0b111)


@pytest.mark.parametrize("deck", DECKS)
def test_the_quick_split_uses_all_cards_and_is_often_the_best(deck: str) -> None:
    rng = random.Random(f"quick {deck}")
    tries, best = scaled(300), 0
    for _ in range(tries):
        counts, shown = counts_of(random_gems(rng, deck, 30)), rng.choice((0b111, 0b111, 0b011, 0b100, 0))
        quick, whole = packed_quick_split(counts, shown), packed_split(counts, shown)
        assert quick <= whole
        assert cards_in(quick) == cards_in(whole)
        best += quick == whole
    assert best > tries // 4


def cards_in(score: int) -> int:
    return sum(size * number for size, number in zip(range(6, 0, -1), score_value(score), strict=True))


@pytest.mark.parametrize("deck", DECKS)
def test_the_winners_are_those_with_the_best_split(deck: str) -> None:
    game, matches = get_game("gnomes"), scaled(200)
    for players in (2, 4, 6):
        states, lengths = np.zeros(matches, game.dtype), np.zeros(matches, np.int64)
        template = game.new_states(1, game.check_options({"players": players, "deck": deck}))
        game.kernels.simulate_random(states, template, 5, 0, lengths)
        scores, winners = np.zeros((matches, players), np.int64), np.zeros(matches, np.int64)
        game.kernels.results_many(states, scores.reshape(-1), winners)
        is_best = scores == scores.max(axis=1, keepdims=True)
        assert (winners == (is_best << np.arange(players)).sum(axis=1)).all()


def test_diamonds_alone_are_a_set() -> None:
    assert split(["D"] * 3) == (0, 0, 0, 1, 0, 0)
    assert split([*["Ro"] * 6, "D"]) == (1, 0, 0, 0, 0, 1)
    assert split([]) == (0,) * 6


def test_a_diamond_completes_a_six_rather_than_two_other_sets() -> None:
    assert split([*["Ro"] * 5, *["Hs"] * 4, "D"]) == (1, 0, 1, 0, 0, 0)
    assert split([*["Ro"] * 4, *["Hs"] * 4, "D", "D"]) == (1, 0, 1, 0, 0, 0)


def test_hidden_colours_are_left_out() -> None:
    cards = ["Ro", "Ro", "Hs", "Hs", "Hs", "St", "D"]
    assert split(cards, shown=0b001) == (0, 0, 0, 1, 0, 0)
    assert split(cards, shown=0b110) == (0, 0, 1, 0, 0, 1)
    assert split(cards, shown=0) == (0, 0, 0, 0, 0, 1)


def test_packed_scores_compare_as_splits_do() -> None:
    rng = random.Random(5)
    hands = [random_gems(rng, "three_shapes", 14) for _ in range(scaled(60))]
    packed = [packed_split(counts_of(cards), 0b111) for cards in hands]
    assert sorted(range(len(hands)), key=lambda i: packed[i]) == sorted(
        range(len(hands)), key=lambda i: tuple(score_value(packed[i]))
    )


@pytest.mark.parametrize("deck", DECKS)
def test_the_sets_that_are_shown_are_those_that_are_counted(deck: str) -> None:
    rng = random.Random(6)
    for _ in range(scaled(60)):
        cards = random_gems(rng, deck, 30)
        match = position(("", ""), gems={0: " ".join(cards)}, six_shapes=deck == "six_shapes")
        score, sets = split_of(match.states, 0, 0)
        sizes = Counter(len(gem_set.cards) for gem_set in sets)
        assert tuple(score) == split(cards) == tuple(sizes[size] for size in range(6, 0, -1))
        assert Counter(card for gem_set in sets for card in gem_set.cards) == Counter(cards)
        for gem_set in sets:
            assert is_set(gem_set.cards)
            assert all(gem_set.shares in card for card in gem_set.cards if card != "D")
        assert [len(gem_set.cards) for gem_set in sets] == sorted(sizes.elements(), reverse=True)


# --- How long it takes ----------------------------------------------------------------------------------------------

# The slowest case that test_a_search_for_slow_splits has found, by deck.
SLOWEST = {
    "three_shapes": (["555", "556", "445"], 3),
    "six_shapes": (["122322", "233233", "133323"], 4),
}


def seconds_for(counts: Any) -> float:
    times = []
    for _ in range(5):
        start = time.process_time()
        packed_split(counts, 0b111)
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.jit
@pytest.mark.parametrize("deck", DECKS)
def test_the_slowest_split_takes_far_less_than_ten_milliseconds(deck: str) -> None:
    assert seconds_for(counts_of(cards_of(*SLOWEST[deck]))) < 0.005


@pytest.mark.jit
@pytest.mark.nightly
@pytest.mark.parametrize("deck", DECKS)
def test_a_search_for_slow_splits(deck: str) -> None:
    slowest = max(hill_climbs(random.Random(7), deck, scaled(6)))
    print(f"{deck}: {slowest[0] * 1e3:.2f} ms for {slowest[1]}")
    assert slowest[0] < 0.010


def hill_climbs(rng: random.Random, deck: str, count: int) -> Iterator[tuple[float, list[str]]]:
    """Search for gems that take long to split: exchange some, and keep the change if it takes longer."""
    all_gems = gems_of(deck)
    for _ in range(count):
        cards = [*rng.sample(all_gems, rng.randint(20, MOST_GEMS)), *["D"] * rng.randint(0, MOST_DIAMONDS)]
        taken = seconds_for(counts_of(cards))
        for _ in range(400):
            other = changed(rng, cards, all_gems)
            time_for_other = seconds_for(counts_of(other))
            if time_for_other > taken:
                taken, cards = time_for_other, other
        yield taken, sorted(cards)


def changed(rng: random.Random, cards: list[str], all_gems: list[str]) -> list[str]:
    """Return the cards with one or two removed and up to as many others added."""
    kept = rng.sample(cards, max(0, len(cards) - rng.randint(0, 2)))
    left = list((Counter([*all_gems, *["D"] * MOST_DIAMONDS]) - Counter(kept)).elements())
    added = rng.sample(left, min(len(left), rng.randint(0, 2)))
    cards = [*kept, *added]
    return cards if len(cards) - cards.count("D") <= MOST_GEMS else kept


def test_codes_and_counts_agree() -> None:
    assert [CODES[DIAMOND + kind] for kind in range(rules.NUM_LAID_KINDS)] == ["D", *gems_in_order()]


def gems_in_order() -> list[str]:
    return [colour + shape for colour in COLOURS for shape in SHAPES["six_shapes"]]
