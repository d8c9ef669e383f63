"""What the search knows of each game: one folder a game, whose `brain` the search asks (see bots/search.py)."""
