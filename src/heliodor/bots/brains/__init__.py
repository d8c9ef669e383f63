"""Game knowledge for the search: one folder per game with a `brain` (see bots/search.py), which `Game.brain` names."""
