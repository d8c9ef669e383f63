"""What a server process needs, loaded once in the process that all of them are forked from."""

import heliodor.server.run  # noqa: F401
from heliodor.games import GAME_IDS, get_game
from heliodor.server.site import _load_kernels

for game_id in GAME_IDS:
    _load_kernels(get_game(game_id))
