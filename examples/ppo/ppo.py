"""PPO with self-play on a thousand matches at once: one file, JAX on the CPU.

pip install 'heliodor[ppo]'
python examples/ppo/ppo.py nizam --players 2 --minutes 10 --out weights.npz
heliodor arena nizam --players 2 --bots ppo:weights.npz,random --games 100
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

from heliodor.core.errors import HeliodorError
from heliodor.envs import observation, vector
from heliodor.games import get_game

CLIP, VALUE_WEIGHT, LONGEST_GRADIENT = 0.2, 0.5, 0.5
ILLEGAL = -1e9  # Logit of an illegal action.
REPORT = "{:6} CPU seconds, {:11,} steps: {:.1%} against random, {:.1%} against greedy, {:.1f} points in self-play"

# Kinds of gems are all alike, so the same weights look at each of them. Game -> number of kinds, blocks of the
# observation with a number for each kind, first of the actions that there is one of for each kind. Games without an
# entry have one kind, so their network is a plain one.
ALIKE = {"nizam": (8, ("board", "own_hand", "discard", "last_paid", "changed_runs"), 23)}


def settings():
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add = partial(parser.add_argument, help=" ", metavar="N")
    parser.add_argument("game")
    add("--players", type=int, default=2)
    add("--minutes", type=float, default=10.0, help="CPU time for each core")
    add("--cores", type=int, default=2)
    add("--seed", type=int, default=1)
    add("--out", default="weights.npz", metavar="FILE", help="the weights; the learning curve goes beside it, as .csv")
    add("--checks", type=int, default=20, help="how often to play against random and greedy")
    add("--envs", type=int, default=1024, help="matches at once")
    add("--steps", type=int, default=32, help="steps of each match between two updates")
    add("--epochs", type=int, default=3)
    add("--batch", type=int, default=2048)
    add("--rate", type=float, default=1e-3, help="learning rate at the beginning; at the end it is 0")
    add("--discount", type=float, default=0.99)
    add("--trace", type=float, default=0.8, help="lambda of the advantages")
    add("--entropy", type=float, default=0.01)
    add("--point", type=float, default=0.2, help="reward of a point; a win is worth 1")
    add("--width", type=int, default=64)
    return parser.parse_args()


# --- The network ----------------------------------------------------------------------------------------------------


def new_shape(game_id):
    """Return which numbers of an observation, and which actions, belong to each kind, and which to none."""
    game, slices = get_game(game_id), observation.slices(game_id)
    kinds, names, first = ALIKE.get(game_id, (1, (), game.num_actions))
    columns = [np.zeros((kinds, 0), np.int64)]
    for block in game.encoding.LAYOUT:
        if block.name in names:
            numbers = np.arange(slices[block.name].start, slices[block.name].stop)
            columns.append(numbers.reshape(-1, block.shape[-1] if block.shape else block.size)[:, :kinds].T)
    of_kinds = np.concatenate(columns, axis=1)
    shape = {"of_kinds": of_kinds, "rest": np.setdiff1d(np.arange(game.encoding.SIZE), of_kinds)}
    shape["kind_actions"] = np.arange(first, first + kinds if kinds > 1 else first)
    shape["actions"] = np.setdiff1d(np.arange(game.num_actions), shape["kind_actions"])
    # Counts become larger than in the usual floats: whether a hand has a card or none matters most.
    shape["scale"] = np.minimum(1, 4 * game.encoding.SCALE).astype(np.float32)
    return shape


def new_weights(key, shape, width):
    """Return random weights."""
    sizes = {
        "kind_1": (shape["of_kinds"].shape[1], 2 * width),
        "rest_1": (len(shape["rest"]), 2 * width),
        "kind_2": (2 * width, width),
        "mean_2": (2 * width, width),
        "trunk": (width, 2 * width),
        "kind_act": (width, 1),
        "sum_act": (width, len(shape["actions"])),
        "act": (2 * width, len(shape["actions"])),
        "value": (2 * width, 1),
    }
    gains = {"kind_act": 0.01, "sum_act": 0.01, "act": 0.01, "value": 0.01}
    weights = {"bias_1": jnp.zeros(2 * width), "bias_2": jnp.zeros(width), "bias_3": jnp.zeros(2 * width)}
    for name, (inputs, outputs) in sizes.items():
        key, part = jax.random.split(key)
        spread = np.sqrt(2 / max(1, inputs)) * gains.get(name, 1)
        weights[name] = jax.random.normal(part, (inputs, outputs)) * spread
    return weights


def network(weights, shape, numbers, mask):
    """Return the logits of all actions and the value; heliodor.bots.ppo does the same with NumPy."""
    seen = numbers.astype(jnp.float32) * shape["scale"]
    count, kinds = len(seen), len(shape["of_kinds"])

    def each_kind(x, layer, common):  # XLA is slow with three dimensions.
        return jax.nn.relu((x.reshape(count * kinds, -1) @ layer).reshape(count, kinds, -1) + common[:, None])

    common = seen[:, shape["rest"]] @ weights["rest_1"] + weights["bias_1"]
    x = each_kind(seen[:, shape["of_kinds"]], weights["kind_1"], common)
    x = each_kind(x, weights["kind_2"], x.mean(1) @ weights["mean_2"] + weights["bias_2"])
    trunk = jax.nn.relu(x.sum(1) @ weights["trunk"] + weights["bias_3"])
    logits = jnp.zeros((count, mask.shape[1]))
    logits = logits.at[:, shape["actions"]].set(trunk @ weights["act"] + x.sum(1) @ weights["sum_act"])
    if len(shape["kind_actions"]):
        of_kinds = (x.reshape(count * kinds, -1) @ weights["kind_act"]).reshape(count, kinds)
        logits = logits.at[:, shape["kind_actions"]].set(of_kinds)
    return jnp.where(mask > 0, logits, ILLEGAL), (trunk @ weights["value"])[:, 0]


# --- Rewards and advantages -----------------------------------------------------------------------------------------


def shaped(totals, gains, done, point):
    """Return what each seat earns, less the mean of the others: 1 for a win, and something for every point."""
    totals += gains
    won = (totals == totals.max(1, keepdims=True)) & done[:, None]
    earned = won / np.maximum(1, won.sum(1, keepdims=True)) + point * gains
    totals[done] = 0
    players = totals.shape[1]
    return earned - (earned.sum(1, keepdims=True) - earned) / (players - 1) if players > 1 else earned


def find_advantages(to_act, rewards, done, values, last_to_act, last_values, discount, trace):
    """Return the generalised advantages: for a seat, the next moment is the one in which it acts again."""
    steps, envs, players = rewards.shape
    row = np.arange(envs)
    # What the next seat to act expects is known. Rewards add up to zero, so the others expect to lose that.
    value = np.repeat(-last_values[:, None] / max(1, players - 1), players, axis=1)
    value[row, last_to_act] = last_values
    later, earned = np.zeros((envs, players)), np.zeros((envs, players))
    found = np.zeros((steps, envs), np.float32)
    for t in reversed(range(steps)):
        goes_on, seat = ~done[t][:, None], to_act[t]
        value, later, earned = value * goes_on, later * goes_on, earned * goes_on + rewards[t]
        surprise = earned[row, seat] + discount * value[row, seat] - values[t]
        found[t] = later[row, seat] = surprise + discount * trace * later[row, seat]
        value[row, seat], earned[row, seat] = values[t], 0
    return found


def loss(weights, shape, batch, entropy_weight):
    """Return the loss of PPO."""
    logits, value = network(weights, shape, batch["numbers"], batch["mask"])
    logs = jax.nn.log_softmax(logits)
    ratio = jnp.exp(jnp.take_along_axis(logs, batch["action"][:, None], 1)[:, 0] - batch["log"])
    advantage = (batch["advantage"] - batch["advantage"].mean()) / (batch["advantage"].std() + 1e-8)
    policy = -jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage).mean()
    entropy = -(jnp.exp(logs) * jnp.maximum(logs, -100)).sum(1).mean()
    return policy + VALUE_WEIGHT * jnp.square(value - batch["return"]).mean() - entropy_weight * entropy


# --- Matches against bots -------------------------------------------------------------------------------------------


def share_of_wins(choose, args, bot, matches=512):
    """Return the share of wins of seat 0 on deals that are not trained on."""
    envs = vector.make(args.game, matches, args.players, seat=0, bots=bot)
    seen, _ = envs.reset(seed=10**6 + args.seed)
    share, is_open = np.zeros(matches), np.ones(matches, np.bool_)
    while is_open.any():
        seen, reward, done, _, _ = envs.step(choose(seen["observation"], seen["action_mask"]))
        share[is_open & done] = reward[is_open & done] + 1 / args.players
        is_open &= ~done
    envs.close()
    return share.mean()


def save(args, shape, weights, curve):
    """Write the weights for the bot `ppo`, and the learning curve."""
    about = {"game": args.game, "version": get_game(args.game).version, "players": args.players}
    arrays = {name: np.asarray(array, np.float32) for name, array in weights.items()}
    np.savez_compressed(args.out, **about, **shape, **arrays)
    with open(Path(args.out).with_suffix(".csv"), "w", newline="") as file:
        names = ("cpu_seconds", "steps", "random", "greedy", "points")
        csv.writer(file, lineterminator="\n").writerows([names, *curve])


# --- Training -------------------------------------------------------------------------------------------------------


def train(args):
    """Play, learn, and write the weights at every check."""
    game, shape = get_game(args.game), new_shape(args.game)
    key = jax.random.key(args.seed)
    weights = new_weights(key, shape, args.width)
    optimizer = optax.inject_hyperparams(
        lambda rate: optax.chain(optax.clip_by_global_norm(LONGEST_GRADIENT), optax.adam(rate, eps=1e-5))
    )(rate=args.rate)
    memory, rng = optimizer.init(weights), np.random.default_rng(args.seed)

    @jax.jit
    def act(weights, key, numbers, mask):
        logits, value = network(weights, shape, numbers, mask)
        action = jax.random.categorical(key, logits)
        return action, jnp.take_along_axis(jax.nn.log_softmax(logits), action[:, None], 1)[:, 0], value

    @jax.jit
    def update(weights, memory, batch):
        gradient = jax.grad(loss)(weights, shape, batch, args.entropy)
        change, memory = optimizer.update(gradient, memory)
        return optax.apply_updates(weights, change), memory

    best = jax.jit(lambda weights, numbers, mask: network(weights, shape, numbers, mask)[0].argmax(1))

    envs = vector.make(args.game, args.envs, args.players, reward="score", threads=args.cores)
    seen, infos = envs.reset(seed=args.seed)
    size, totals = (args.steps, args.envs), np.zeros((args.envs, args.players))
    data = {"numbers": np.zeros((*size, game.encoding.SIZE), np.int8), "log": np.zeros(size, np.float32)}
    data |= {"mask": np.zeros((*size, game.num_actions), np.int8), "action": np.zeros(size, np.int64)}
    values, rewards = np.zeros(size, np.float32), np.zeros((*size, args.players))
    to_act, done = np.zeros(size, np.int64), np.zeros(size, np.bool_)
    points = ended = 0.0  # Of all seats in self-play since the last check, and matches that have ended.
    curve, steps, began, limit = [], 0, time.process_time(), args.minutes * 60 * args.cores
    while True:
        used = time.process_time() - began
        if used >= min(1, len(curve) / args.checks) * limit:
            shares = [share_of_wins(partial(best, weights), args, bot) for bot in ("random", "greedy")]
            curve.append((round(used), steps, *shares, points / max(1, ended * args.players)))
            points = ended = 0.0
            print(REPORT.format(*curve[-1]), flush=True)
            save(args, shape, weights, curve)
        if used >= limit:
            break
        for t in range(args.steps):
            key, part = jax.random.split(key)
            data["numbers"][t], data["mask"][t], to_act[t] = seen["observation"], seen["action_mask"], infos["to_act"]
            data["action"][t], data["log"][t], values[t] = act(weights, part, data["numbers"][t], data["mask"][t])
            seen, _, done[t], _, infos = envs.step(data["action"][t])
            points, ended = points + infos["rewards"].sum(), ended + done[t].sum()
            rewards[t] = shaped(totals, infos["rewards"], done[t], args.point)
        last = np.asarray(act(weights, key, seen["observation"], seen["action_mask"])[2])
        gained = find_advantages(to_act, rewards, done, values, infos["to_act"], last, args.discount, args.trace)
        whole = data | {"advantage": gained, "return": gained + values}
        flat = {name: array.reshape(done.size, *array.shape[2:]) for name, array in whole.items()}
        memory.hyperparams["rate"] = jnp.asarray(args.rate * max(0, 1 - used / limit))
        for _ in range(args.epochs):
            for batch in rng.permutation(done.size).reshape(-1, min(args.batch, done.size)):
                weights, memory = update(weights, memory, {name: array[batch] for name, array in flat.items()})
        steps += done.size


if __name__ == "__main__":
    given = settings()
    if given.cores == 1:  # Read by JAX when it is first used.
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    try:
        train(given)
    except HeliodorError as error:
        raise SystemExit(f"error: {error}") from None
