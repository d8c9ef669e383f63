#!/usr/bin/env python3
"""A bot that speaks Heliodor's line protocol: one line of JSON in, one line of JSON out. Any game, nothing to install.

    heliodor arena nizam --players 2 --bots "random,cmd:python3 examples/line_bot.py" --games 20

It plays at random, with two ideas for Nizam: points on the board are taken at once, and no shift is worth three
cards. docs/bot-writing.md tells what the messages hold.
"""

import json
import random
import sys


def answer(message):
    """Return the reply to a message."""
    if message["type"] == "hello":
        return {"type": "hello", "protocol": 1, "name": "line bot"}
    return {"action": choose(message)}


def choose(request):
    """Return one of the legal actions."""
    legal, view = request["legal"], request["view"]
    if view["game"] == "nizam" and view["points_now"] > 0 and "done" in legal:
        return "done"
    cheap = [action for action in legal if ":" not in action]
    # The seed makes the choice repeatable: the same question gets the same answer.
    return random.Random(request["seed"]).choice(cheap or legal)


def main():
    """Answer every line until there are no more."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
