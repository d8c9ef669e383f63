"""The bots' knowledge of Pearl of the East; the search uses `brain`."""
