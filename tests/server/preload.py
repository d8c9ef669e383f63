"""What a server process needs, loaded once in the process that all of them are forked from."""

import heliodor.server.run  # noqa: F401
from heliodor.games import GAME_IDS, get_game
from heliodor.warm.parts import entrances

for game_id in GAME_IDS:
    for entrance in entrances(get_game(game_id), "play"):
        entrance.load()
