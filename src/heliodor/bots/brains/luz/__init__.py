"""What the bots know of Luz; the search asks `brain`."""
