"""What a brain need not have of its own."""

from __future__ import annotations

from heliodor.core.jit import rule


@rule
def first_look(state, rewards):
    """Leave it to playouts what a position is worth."""
    return 0.0
