"""Environments for learning, over every game: PettingZoo, Gymnasium, vectors of matches, PufferLib, OpenSpiel.

Each module needs the package it is named after, and says how to install it if it is missing. Importing this package
registers every game and version with Gymnasium, if that is installed: `heliodor/luz-v1`.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):
    from heliodor.envs.gymnasium import register_all

    register_all()
