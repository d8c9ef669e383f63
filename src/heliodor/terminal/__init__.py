"""Games in the terminal: `session` is the dialogue, `choices` the legal actions as a list, `bots` the opponents."""
