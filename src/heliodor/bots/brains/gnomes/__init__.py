"""The bots' knowledge of Speedy Gnomes; the search uses `brain`."""
