"""MCCFR with external sampling on a small game, and how far its policy is from an equilibrium, by OpenSpiel.

pip install 'heliodor[openspiel]' ./examples/pebbles
python examples/mccfr/mccfr.py "heliodor_pebbles(players=2,pebbles=6,limit=15,deals=10)" --iterations 3000
"""

from __future__ import annotations

import argparse
import csv
import time

import pyspiel

import heliodor.envs.openspiel  # noqa: F401, as it registers the games.


def measure_points(most: int) -> list[int]:
    """Return 10, 30, 100, 300 and so on up to `most`, and `most` itself."""
    points = [step * 10**power for power in range(1, 9) for step in (1, 3)]
    return [point for point in points if point < most] + [most]


def solve(game: pyspiel.Game, iterations: int, seed: int) -> list[tuple[int, float, float]]:
    """Return rows of iterations, CPU seconds so far (without measuring) and exploitability of the mean policy."""
    solver, rows, done, used = pyspiel.ExternalSamplingMCCFRSolver(game, seed), [], 0, 0.0
    for point in measure_points(iterations):
        began = time.process_time()
        for _ in range(point - done):
            solver.run_iteration()
        done, used = point, used + time.process_time() - began
        # What the best answers gain against it, in the mean of both seats; it is 0 in an equilibrium.
        rows.append((done, round(used, 1), pyspiel.exploitability(game, solver.average_policy())))
        print("{:9,} iterations, {:7.1f} CPU seconds: exploitability {:.4f}".format(*rows[-1]), flush=True)
    return rows


def main() -> None:
    """Read the command line, solve the game, and write the curve."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", help="a two-player game of OpenSpiel with few deals")
    parser.add_argument("--iterations", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--out", default="mccfr.csv", metavar="FILE")
    args = parser.parse_args()
    rows = solve(pyspiel.load_game(args.game), args.iterations, args.seed)
    with open(args.out, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([("iterations", "cpu_seconds", "exploitability"), *rows])


if __name__ == "__main__":
    main()
