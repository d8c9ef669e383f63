"""The bots' knowledge of Nizam; the search uses `brain`."""
