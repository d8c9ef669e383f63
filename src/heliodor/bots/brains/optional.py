"""Defaults for the optional parts of a brain."""

from __future__ import annotations

from heliodor.core.jit import rule


@rule
def first_look(state, rewards):
    """Leave the value of a position to playouts."""
    return 0.0


@rule
def traits_of(state, move, traits):
    """Write no traits of a move: bots without characters."""
    return 0


@rule
def play_out_by(state, gen, weights):
    """Play on by trained weights; a brain without them is never asked."""


@rule
def rate_by(state, weights, rewards):
    """Rate by trained weights; a brain without them is never asked."""


@rule
def first_look_by(state, weights, rewards):
    """Leave the value of a position to playouts by trained weights."""
    return 0.0


@rule
def weigh_by(state, seat, gen, rounds, weights, moves, values):
    """Leave all decisions to the tree."""
    return 0


@rule
def can_look(state):
    """Let the model be fitted to any position."""
    return True
