"""What every game stands on: compilation, chance, cards, the contract, replays and records."""
