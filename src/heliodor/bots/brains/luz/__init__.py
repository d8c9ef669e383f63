"""The bots' knowledge of Luz; the search uses `brain`."""
