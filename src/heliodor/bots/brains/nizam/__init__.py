"""What the bots know of Nizam; the search asks `brain`."""
