"""Games in the terminal: `session` is the conversation, `choices` what can be done, `bots` who else plays."""
