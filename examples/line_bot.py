#!/usr/bin/env python3
"""A bot that speaks Heliodor's line protocol: one line of JSON in, one line of JSON out. Any game, nothing to install.

    heliodor arena nizam --players 2 --bots "random,cmd:python3 examples/line_bot.py" --games 20

It draws no more than it has to: whatever brings a result now is better than collecting. docs/bot-writing.md tells
what the messages hold.
"""

import json
import random
import sys

# Actions that only get the bot ready for later, by their first word; whatever else is legal comes first.
COLLECTING = {"draw", "done", "pass", "take", "skip", "drop"}


def answer(message):
    """Return the reply to a message."""
    if message["type"] == "hello":
        return {"type": "hello", "protocol": 1, "name": "line bot"}
    return {"action": choose(message)}


def choose(request):
    """Return one of the legal actions."""
    legal = request["legal"]
    eager = [action for action in legal if action.split()[0] not in COLLECTING]
    # The seed makes the choice repeatable: the same question gets the same answer.
    return random.Random(request["seed"]).choice(eager or legal)


def main():
    """Answer every line until there are no more."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
