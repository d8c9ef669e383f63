"""The tree of a search: nodes in one array of records, so that growing it allocates nothing.

A node is a move of some seat after the moves above it. Hidden cards are not part of it: in single-observer
information-set search, one tree serves all imagined worlds. A node counts in how many of them its move was possible
(`available`), so that a move that is rarely possible does not look like a bad one.
"""

from __future__ import annotations

import math

import numpy as np

from heliodor.core.jit import rule

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("move", np.int64),  # The move that leads here, as the game's brain numbers moves.
                ("value", np.float64),  # Sum of the rewards of the seat that chose the move.
                ("visits", np.int32),
                ("available", np.int32),  # How often it could have been chosen.
                ("child", np.int32),  # First of the moves that follow, 0 for none.
                ("sibling", np.int32),  # Next of the moves beside it, 0 for none.
            ],
            align=True,
        ),
    )
)
ROOT = 0
NO_NODE = 0  # The root, which is never a child.


@rule
def find_child(pool, node, move):
    """Return the node of a move below `node`, or NO_NODE."""
    child = int(pool[node].child)
    while child != NO_NODE and pool[child].move != move:
        child = int(pool[child].sibling)
    return child


@rule
def add_child(pool, used, node, move):
    """Add a node below `node` and return it, or NO_NODE when the pool is full. Changes `pool` and `used`."""
    if used[0] >= len(pool):
        return NO_NODE
    new = int(used[0])
    used[0] += 1
    pool[new].move = move
    pool[new].value = 0.0
    pool[new].visits = 0
    pool[new].available = 0
    pool[new].child = NO_NODE
    pool[new].sibling = pool[node].child
    pool[node].child = new
    return new


@rule
def first_untried(pool, node, moves, num_moves):
    """Return the place of the first move that has no node yet, or −1; moves come best first."""
    for i in range(num_moves):
        if find_child(pool, node, moves[i]) == NO_NODE:
            return i
    return -1


@rule
def most_promising(pool, node, moves, num_moves, exploration):
    """Return the node to follow: the best upper confidence bound among the possible moves. Changes `pool`."""
    best = NO_NODE
    best_bound = -1.0e300
    for i in range(num_moves):
        child = find_child(pool, node, moves[i])
        if child == NO_NODE:
            continue  # Happens only when the pool is full.
        pool[child].available += 1
        visits = pool[child].visits
        mean = pool[child].value / visits
        bound = mean + exploration * math.sqrt(math.log(pool[child].available) / visits)
        if bound > best_bound:
            best_bound = bound
            best = child
    return best


@rule
def follow_or_add(pool, used, node, moves, num_moves, exploration):
    """Return the node to go to and whether it is new; NO_NODE when nothing can be added or followed. Changes both."""
    untried = first_untried(pool, node, moves, num_moves)
    if untried >= 0:
        new = add_child(pool, used, node, moves[untried])
        if new != NO_NODE:
            pool[new].available += 1
            return new, True
    return most_promising(pool, node, moves, num_moves, exploration), False


@rule
def note_rewards(pool, path, seats, depth, rewards):
    """Add a reward to every node of the path, each for the seat that chose it. Changes `pool`."""
    for level in range(depth):
        pool[path[level]].visits += 1
        pool[path[level]].value += rewards[seats[level]]
