"""The best split of gems into sets (S10, S11), exact and fast.

A set's cards share a colour or a shape. So a split puts every coloured gem onto the heap of its colour or onto the
heap of its shape, and a diamond onto any heap; then it cuts the heaps into sets. Four facts make the best split cheap
to find:

1. A heap of m cards is best cut into m // 6 sixes and one set of the rest. Any other cut has two sets that are not
   full; moving cards from the smaller to the larger one improves the split in the order of S11. For the same reason
   diamonds need no separate heap: joined to any other set they do at least as well.
2. So only the rests count: the number of sixes is (all cards − the sum of the rests) / 6. Moving six cards from one
   heap to another changes no rest; hence a cell (a colour and a shape) gives 0 to 5 cards to its shape's heap.
3. The shapes are decided one by one. Later shapes depend only on the rests of the three colour heaps, modulo 6, and
   on the number of diamonds used: 216 × 5 situations, each with the best rests of the shapes decided so far. A better
   beginning never makes a worse end, because the worth of a split is a sum over its heaps.
4. If all gems are on the heaps of their colours, at most 5 + 5 + 5 cards are outside the sixes, and the sum of the
   rests is fixed modulo 6. So the smallest sum is one of at most three numbers. They are tried in ascending order, and
   splits that leave more cards are cut off at once. The first sum that can be reached has the most sixes. Numbers that
   need more sixes than the colours and shapes have cards for are not tried.

A worth is one number, the greater the better: minus the sum of the rests, then the number of fives, fours, …,
ones, four bits each (there are nine heaps, so at most nine rests). The packed score has the sixes in place of the sum.

Measured on one core: 2 to 20 µs for up to ten gems, 20 to 50 µs for twenty. The most that one player can lay, 44 gems
and 4 diamonds, usually takes 0.2 ms. The slowest case that hill climbing has found took 2.1 ms (nightly test in
tests/games/gnomes/test_split.py).
"""

from __future__ import annotations

import numpy as np

from heliodor.core.jit import rule
from heliodor.games.gnomes.cards import COPIES, DIAMOND, NUM_COLOURS, NUM_LAID_KINDS, NUM_SHAPES

LARGEST_SET = 6
MAX_DIAMONDS = int(COPIES[0, DIAMOND])
COUNT_BITS, COUNT_MASK = 4, 15  # Each number of a packed score.
SIXES_SHIFT = COUNT_BITS * (LARGEST_SET - 1)  # The ones are in the lowest bits, the sixes in the highest.

# A table: [diamonds used, rests of the colour heaps: 36 × ruby + 6 × heliodor + sapphire] -> worth, or UNREACHED.
NUM_RESTS = LARGEST_SET**NUM_COLOURS
TABLE_SIZE = (MAX_DIAMONDS + 1) * NUM_RESTS
UNREACHED = -(1 << 30)

# The work space: a table before the first shape, one after each, and one for the end; then as many tables of choices;
# then the counts of the gems that count, colour by colour.
CHOICES = (NUM_SHAPES + 2) * TABLE_SIZE
CELLS = 2 * CHOICES
WORK_SIZE = CELLS + NUM_COLOURS * NUM_SHAPES

# A choice: the cards that a shape takes of each colour, and the diamonds, three bits each; above them the place in the
# previous table. In the first table: the diamonds of each colour.
CHOICE_BITS = 3
CAME_FROM_SHIFT = CHOICE_BITS * (NUM_COLOURS + 1)


def _worth_of_heap(size: int) -> int:
    rest = size % LARGEST_SET
    return (1 << COUNT_BITS * (rest - 1)) - (rest << SIXES_SHIFT) if rest else 0


# [cards on a heap] -> what its rest adds to the worth; a shape's heap has at most 15 gems, plus diamonds.
HEAP_WORTH = np.array([_worth_of_heap(size) for size in range(20)], np.int32)
# [rests of the colour heaps] -> what they add to it.
RESTS_WORTH = np.array(
    [HEAP_WORTH[rests // 36] + HEAP_WORTH[rests // 6 % 6] + HEAP_WORTH[rests % 6] for rests in range(NUM_RESTS)],
    np.int32,
)
_BYTE, _BYTE_MASK = 8, 255
_ONES = sum(1 << (_BYTE * shape) for shape in range(NUM_SHAPES))
_ALL_SHAPES = _BYTE_MASK * _ONES


@rule
def split_bound(gems, shown):  # type: ignore[no-untyped-def]
    """Return a packed score that no split exceeds; see `best_split`.

    As if every gem lay on both its heaps: for each size, as many sets as the diamonds suffice for.
    """
    diamonds = int(gems[0])
    total, sixes, heaps, rests = (
        diamonds,
        0,
        0,
        0,
    )  # Numbers of heaps by size, six at most, and by rest: four bits each.
    for colour in range(NUM_COLOURS):
        heap = 0
        if (shown >> colour) & 1:
            for shape in range(NUM_SHAPES):
                heap += int(gems[1 + NUM_SHAPES * colour + shape])
        total += heap
        sixes += heap // LARGEST_SET
        heaps += 1 << (COUNT_BITS * min(LARGEST_SET, heap))
        rests += 1 << (COUNT_BITS * (heap % LARGEST_SET))
    for shape in range(NUM_SHAPES):
        heap = 0
        for colour in range(NUM_COLOURS):
            heap += int(gems[1 + NUM_SHAPES * colour + shape]) * ((shown >> colour) & 1)
        sixes += heap // LARGEST_SET
        heaps += 1 << (COUNT_BITS * min(LARGEST_SET, heap))
        rests += 1 << (COUNT_BITS * (heap % LARGEST_SET))
    bound = min(sixes + _sets_with_diamonds(diamonds, rests, LARGEST_SET), total // LARGEST_SET)
    left = total - LARGEST_SET * bound
    without_diamonds = heaps >> (COUNT_BITS * LARGEST_SET)
    for size in range(LARGEST_SET - 1, 0, -1):
        without_diamonds += (heaps >> (COUNT_BITS * size)) & COUNT_MASK
        sets = min(without_diamonds + _sets_with_diamonds(diamonds, heaps, size), left // size)
        left -= sets * size
        bound = (bound << COUNT_BITS) + sets
    return bound


@rule
def _sets_with_diamonds(diamonds, heaps, size):  # type: ignore[no-untyped-def]
    """Return how many smaller heaps the diamonds can fill up to a size; `heaps` are numbers of heaps by size."""
    sets = 0
    for missing in range(1, min(size, MAX_DIAMONDS) + 1):
        more = min((heaps >> (COUNT_BITS * (size - missing))) & COUNT_MASK, diamonds // missing)
        sets += more
        diamonds -= more * missing
    return sets


@rule
def quick_split(gems, shown):  # type: ignore[no-untyped-def]
    """Return the packed score of one split, found by laying the largest possible set again and again.

    It is often the best one, and takes a fiftieth of the time. Each colour is one number: its count of each shape, a
    byte each. So the sum of the three has the heaps of the shapes.
    """
    diamonds, score = int(gems[0]), 0
    red, yellow, blue = _packed(gems, shown, 0), _packed(gems, shown, 1), _packed(gems, shown, 2)
    while True:
        # The largest heap, and the gems that are on it.
        gems_on, most = _ALL_SHAPES, _sum_of_bytes(red)
        colours = 1
        if _sum_of_bytes(yellow) > most:
            colours, most = 2, _sum_of_bytes(yellow)
        if _sum_of_bytes(blue) > most:
            colours, most = 4, _sum_of_bytes(blue)
        shapes = red + yellow + blue
        for shape in range(NUM_SHAPES):
            heap = (shapes >> (_BYTE * shape)) & _BYTE_MASK
            if heap > most:
                colours, gems_on, most = 7, _BYTE_MASK << (_BYTE * shape), heap
        if most + diamonds == 0:
            return score

        # Six of its gems, or all of them with as many diamonds as fit.
        with_diamonds = max(0, min(diamonds, LARGEST_SET - most))
        diamonds -= with_diamonds
        size = min(LARGEST_SET, most)
        score += 1 << (COUNT_BITS * (size + with_diamonds - 1))
        if most <= LARGEST_SET:
            red &= ~(gems_on if colours & 1 else 0)
            yellow &= ~(gems_on if colours & 2 else 0)
            blue &= ~(gems_on if colours & 4 else 0)
        else:
            for shape in range(NUM_SHAPES):
                one = (1 << (_BYTE * shape)) & gems_on
                byte = _BYTE_MASK << (_BYTE * shape)
                while size > 0 and one and colours & 1 and red & byte:
                    red, size = red - one, size - 1
                while size > 0 and one and colours & 2 and yellow & byte:
                    yellow, size = yellow - one, size - 1
                while size > 0 and one and colours & 4 and blue & byte:
                    blue, size = blue - one, size - 1


@rule
def _packed(gems, shown, colour):  # type: ignore[no-untyped-def]
    """Return how many gems of each shape a colour has, a byte each; none if the colour does not count."""
    counts = 0
    for shape in range(NUM_SHAPES):
        counts |= int(gems[1 + NUM_SHAPES * colour + shape]) << (_BYTE * shape)
    return counts * ((shown >> colour) & 1)


@rule
def _sum_of_bytes(counts):  # type: ignore[no-untyped-def]
    """Return the sum of the counts that are packed into a number, a byte each."""
    return ((counts * _ONES) >> (_BYTE * (NUM_SHAPES - 1))) & _BYTE_MASK


@rule
def best_split(gems, shown, work):  # type: ignore[no-untyped-def]
    """Return the best split as a packed score: sets of six, five, …, one, four bits each. Changes `work`.

    `gems` are counts: the diamonds, then colour by colour its six shapes. `shown` is the set of colours that count.
    `work` is space for WORK_SIZE numbers and is overwritten.
    """
    diamonds = int(gems[0])
    total = diamonds
    for cell in range(NUM_COLOURS * NUM_SHAPES):
        work[CELLS + cell] = int(gems[1 + cell]) * ((shown >> cell // NUM_SHAPES) & 1)
        total += int(work[CELLS + cell])
    left = total - LARGEST_SET * min(total // LARGEST_SET, _most_sixes(diamonds, work))
    while True:  # Fact 4: ends when 15 cards are left at the latest.
        _begin(diamonds, work)
        table = 0
        for shape in range(NUM_SHAPES):
            if _num_in_shape(work, shape) > 0:
                table += TABLE_SIZE
                _decide_shape(diamonds, shape, left, work, table)

        # Now all diamonds must be used, and the rests of the colour heaps are added.
        best = UNREACHED
        for rests in range(NUM_RESTS):
            place = diamonds * NUM_RESTS + rests
            worth = int(work[table + place]) + int(RESTS_WORTH[rests])
            if worth > best:
                best = worth
                work[CHOICES + table + TABLE_SIZE] = place
        if best >= -(left << SIXES_SHIFT):
            return (((total - left) // LARGEST_SET + left) << SIXES_SHIFT) + best
        left += LARGEST_SET


@rule
def _most_sixes(diamonds, work):  # type: ignore[no-untyped-def]
    """Return a number of sets of six that no split exceeds, as if every heap had all its cards and all diamonds."""
    sixes = 0
    for colour in range(NUM_COLOURS):
        sixes += (_num_in_colour(work, colour) + diamonds) // LARGEST_SET
    for shape in range(NUM_SHAPES):
        sixes += (_num_in_shape(work, shape) + diamonds) // LARGEST_SET
    return sixes


@rule
def _begin(diamonds, work):  # type: ignore[no-untyped-def]
    """Lay all gems onto the heaps of their colours, with any number of diamonds on each. Changes `work`."""
    for place in range((diamonds + 1) * NUM_RESTS):
        work[place] = UNREACHED
    rubies, heliodors, sapphires = _num_in_colour(work, 0), _num_in_colour(work, 1), _num_in_colour(work, 2)
    for with_rubies in range(diamonds + 1):
        for with_heliodors in range(diamonds - with_rubies + 1):
            for with_sapphires in range(diamonds - with_rubies - with_heliodors + 1):
                place = with_rubies + with_heliodors + with_sapphires  # The diamonds used.
                place = LARGEST_SET * place + (rubies + with_rubies) % LARGEST_SET
                place = LARGEST_SET * place + (heliodors + with_heliodors) % LARGEST_SET
                place = LARGEST_SET * place + (sapphires + with_sapphires) % LARGEST_SET
                work[place] = 0
                work[CHOICES + place] = with_sapphires << 6 | with_heliodors << 3 | with_rubies


@rule
def _decide_shape(diamonds, shape, left, work, table):  # type: ignore[no-untyped-def]
    """Fill a table from the previous one: try all cards that a shape may take, and diamonds. Changes `work`."""
    size = (diamonds + 1) * NUM_RESTS
    for place in range(size):
        work[table + place] = UNREACHED
    least = -(left << SIXES_SHIFT)  # Splits that leave more cards are cut off.
    # Fact 2: five cards of a cell at most.
    most_0 = min(LARGEST_SET - 1, int(work[CELLS + shape]))
    most_1 = min(LARGEST_SET - 1, int(work[CELLS + NUM_SHAPES + shape]))
    most_2 = min(LARGEST_SET - 1, int(work[CELLS + 2 * NUM_SHAPES + shape]))
    for place in range(size):
        before = work[table - TABLE_SIZE + place]
        if before == UNREACHED:
            continue
        for take_0 in range(most_0 + 1):
            step_0 = table + place + 36 * _change_of_rest(place // 36 % 6, take_0)
            for take_1 in range(most_1 + 1):
                step_1 = step_0 + 6 * _change_of_rest(place // 6 % 6, take_1)
                for take_2 in range(most_2 + 1):
                    to = step_1 + _change_of_rest(place % 6, take_2)
                    heap = take_0 + take_1 + take_2
                    for more in range(diamonds - place // NUM_RESTS + 1):
                        worth = before + HEAP_WORTH[heap + more]
                        if worth >= least and worth > work[to]:
                            work[to] = worth
                            work[CHOICES + to] = place << 12 | more << 9 | take_2 << 6 | take_1 << 3 | take_0
                        to += NUM_RESTS


@rule
def _change_of_rest(rest, taken):  # type: ignore[no-untyped-def]
    """Return by how much a rest changes, modulo 6, when `taken` cards leave its heap."""
    return -taken if taken <= rest else LARGEST_SET - taken


@rule
def _num_in_colour(work, colour):  # type: ignore[no-untyped-def]
    total = 0
    for shape in range(NUM_SHAPES):
        total += int(work[CELLS + NUM_SHAPES * colour + shape])
    return total


@rule
def _num_in_shape(work, shape):  # type: ignore[no-untyped-def]
    total = 0
    for colour in range(NUM_COLOURS):
        total += int(work[CELLS + NUM_SHAPES * colour + shape])
    return total


@rule
def _digit(choice, number):  # type: ignore[no-untyped-def]
    return (choice >> (CHOICE_BITS * number)) & 7


@rule
def best_heaps(work, heaps):  # type: ignore[no-untyped-def]
    """Write the heaps of the split that `best_split` has just left in `work`. Changes `heaps`.

    They follow one after another, first the colours, then the shapes, each as counts: diamonds, then gems.
    """
    heaps[:] = 0
    table = CHOICES
    for shape in range(NUM_SHAPES):
        if _num_in_shape(work, shape) > 0:
            table += TABLE_SIZE

    # Follow the choices back from the end to the first shape; gems that a shape does not take stay with their colour.
    place = int(work[table + TABLE_SIZE])
    for shape in range(NUM_SHAPES - 1, -1, -1):
        if _num_in_shape(work, shape) == 0:
            continue
        choice = int(work[table + place])
        shape_heap = NUM_LAID_KINDS * (NUM_COLOURS + shape)
        heaps[shape_heap] = choice >> 9 & 7
        for colour in range(NUM_COLOURS):
            cell = NUM_SHAPES * colour + shape
            heaps[shape_heap + 1 + cell] = _digit(choice, colour)
            heaps[NUM_LAID_KINDS * colour + 1 + cell] = int(work[CELLS + cell]) - _digit(choice, colour)
        place = choice >> CAME_FROM_SHIFT
        table -= TABLE_SIZE
    for colour in range(NUM_COLOURS):
        heaps[NUM_LAID_KINDS * colour] = _digit(int(work[table + place]), colour)
