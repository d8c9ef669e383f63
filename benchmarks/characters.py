"""How the characters of the bots differ in style: `python benchmarks/characters.py GAME --players N`.

One bot with a character sits among bots of its level without one, in every seat of every deal. A figure is the mean
trait of its choices, in hundredths, over the decisions whose candidate moves differ in that trait; docs/bots.md says
what the traits are. The arena measures strength.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from heliodor.bots import CHARACTER_LEVELS, CHARACTERS, get_bot, search_kernels
from heliodor.bots.brain_bots import SearchBot
from heliodor.bots.referee import Referee, without_clock
from heliodor.bots.seating import Player, generator_from
from heliodor.core.contract import Game
from heliodor.games import get_game


class Watched:
    """A bot whose choices are noted."""

    def __init__(self, name: str, game: Game) -> None:
        self.name = name
        self._bot = without_clock(get_bot(name, game))
        self._kernels = search_kernels(game)
        self.sums = [0.0] * len(CHARACTERS)  # [trait] -> sum of the choices that differ in it from others,
        self.counts = [0] * len(CHARACTERS)  # and their number.

    def choose(self, states, index, legal, gen):
        """Return the bot's steps, and note the traits of its choice."""
        assert isinstance(self._bot, SearchBot)
        values = self._bot.evaluate(states, index, gen)
        move = self._bot.pick(values, states, index, gen)
        traits = {value.move: self._kernels.traits_of(states, index, value.move) for value in values}
        for trait, chosen in enumerate(traits[move]):
            if len({each[trait] for each in traits.values()}) > 1:
                self.sums[trait] += chosen
                self.counts[trait] += 1
        return self._kernels.steps_of(states, index, move)

    def means(self) -> list[float]:
        """Return the mean of each trait."""
        return [total / max(1, count) for total, count in zip(self.sums, self.counts, strict=True)]


def styles(game: Game, players: int, level: str, deals: int, seed: int) -> Iterator[tuple[str, list[float]]]:
    """Yield the level and each of its characters, with the mean of each trait."""
    referee = Referee(game, game.check_options({"players": players}))
    others = without_clock(get_bot(level, game))
    for name in (level, *(f"{level}:{character}" for character in CHARACTERS)):
        watched = Watched(name, game)
        for deal in range(deals):
            for place in range(players):
                bots = [watched if seat == place else others for seat in range(players)]
                gens = [generator_from(f"{deal} {place} {seat}".encode()) for seat in range(players)]
                seated = [Player(bot, gen) for bot, gen in zip(bots, gens, strict=True)]
                referee.play(seed, deal, seated, "styles")
        yield name, watched.means()


def main() -> None:
    """Print the table of a game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=17)
    given = parser.parse_args()
    print(f"{'':16}" + "".join(f"{character:>9}" for character in CHARACTERS))
    for level in CHARACTER_LEVELS:
        for name, means in styles(get_game(given.game), given.players, level, given.deals, given.seed):
            print(f"{name:16}" + "".join(f"{mean:9.1f}" for mean in means), flush=True)


if __name__ == "__main__":
    main()
