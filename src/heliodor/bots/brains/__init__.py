"""What the search knows of each game: one module of compiled functions a game (see bots/search.py)."""
