"""The foundations of every game: compilation, chance, cards, the contract, replays and records."""
