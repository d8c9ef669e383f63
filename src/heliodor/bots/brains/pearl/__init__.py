"""What the bots know of Pearl of the East; the search asks `brain`."""
