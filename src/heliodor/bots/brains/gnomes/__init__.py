"""What the bots know of Speedy Gnomes; the search asks `brain`."""
