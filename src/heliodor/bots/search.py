"""Search in games with hidden cards: single-observer information-set Monte Carlo tree search, compiled.

Each round samples one world that is consistent with what the seat knows, walks down the tree by upper confidence
bounds, adds one node, lets the game's quick policy play on for a while, and credits every seat's choice with that
seat's own reward (max^n). The n-th visit to one move of the seat and the n-th visit to another use the same world, so
luck favours none of them. Everything specific to a game is in its *brain*, a module of compiled functions:

    imagine(state, seat, gen)        fill a hidden state with a possible world
    list_moves(state, moves) -> n    the candidate moves, best first; a move is one step or a whole plan; 0 where the
                                     tree may end and play_out does the rest
    list_root_moves(state, moves, insight) -> n  the same at the root, called once for all rounds: there the list may
                                     depend only on what the seat knows, and on the level's insight
    play_move(state, move)           play a move
    play_out(state, gen)             play on by the brain's quick policy, as far as is useful
    rate(state, rewards)             a reward from 0 to 1 for each seat
    first_look(state, rewards) -> share  optional: rate a position before play_out, and return the weight of this
                                     rating in the reward; may play on to a position that can be rated. 0: no rating
    greedy_move(state, gen) -> move  the best immediate move; works on a hidden state and on an imagined one
    steps_of(state, move, steps) -> n  the steps of a move; may change the state
    weigh(state, seat, gen, rounds, moves, values) -> n  optional: the moves with their mean rewards, if the brain
                                     knows them without a tree; else 0
    traits_of(state, move, traits) -> n  optional, with CHARACTERS: how much a move is of the kind that each character
                                     likes, in hundredths; the state is hidden. See characters.py
    play_out_by(state, gen, weights), rate_by(state, weights, rewards), first_look_by(state, weights, rewards),
    weigh_by(state, seat, gen, rounds, weights, moves, values)  optional: the same by trained weights, which are an
                                     argument of the search; bots/trained.py lists what training needs besides
    MAX_MOVES, TREE_DEPTH            how many moves list_moves may write; how deep the tree may grow

The budget is a number of rounds, so the same seed gives the same choice on any machine; the clock only stops a search
that is too slow. Several trees can share the rounds; their results are added up at the root. The number of threads is
how many trees grow at a time; it does not change the choice.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliodor.bots.brains import optional
from heliodor.bots.tree import NO_NODE, NODE, ROOT, follow_or_add, note_rewards
from heliodor.core.bits import count_bits, has_bit, nth_bit
from heliodor.core.jit import entrance
from heliodor.core.rng import next_word, random_below

if TYPE_CHECKING:  # A real import would recompile the searches after every edit of these modules.
    from heliodor.core.contract import Game, States

MAX_DEPTH = 64  # Moves on one path.
MAX_SEATS = 8
MAX_STEPS = 64  # Steps of one move.
MAX_TRAITS = 8  # Of one move.
ROUNDS_PER_LOOK = 16  # A search with a time limit checks the clock after this many rounds.
WORDS, INTS, FLOATS = np.dtype(np.uint64), np.dtype(np.int64), np.dtype(np.float64)
BYTES = np.dtype(np.uint8)
NO_NUMBERS, NO_GENERATOR = np.zeros(0, np.int64), np.zeros(1, np.uint64)
NO_WEIGHTS = np.zeros(0, np.float64)


class MoveValue(NamedTuple):
    """The search's value of one move."""

    move: int
    visits: int
    mean: float  # Expected reward of the seat, from 0 to 1.


class Search:
    """A tree for one decision of one seat."""

    def __init__(
        self,
        kernel: Any,
        states: States,
        index: int,
        seat: int,
        nodes: int,
        exploration: float,
        root_moves: NDArray[np.int64],
        weights: NDArray[np.float64] = NO_WEIGHTS,
    ) -> None:
        self._kernel = kernel
        self._root = states[index : index + 1].copy()
        self._scratch = self._root.copy()
        self._seat = seat
        self._pool = np.zeros(nodes, NODE)
        self._used = np.ones(1, np.int64)  # Number of nodes; the root is the first.
        self._worlds = np.zeros(2, np.uint64)  # The seed of all worlds, and the generator for the present one.
        self._exploration = np.array([exploration])
        self._root_moves = root_moves
        self._weights = weights

    def run(self, gen: NDArray[np.uint64], rounds: int, seconds: float | None = None) -> int:
        """Search for a number of rounds, or until the time is up; return the number of rounds done."""
        if seconds is None:
            self._run(gen, rounds)
            return rounds
        end = time.thread_time() + seconds
        done = 0
        while done < rounds and time.thread_time() < end:
            now = min(ROUNDS_PER_LOOK, rounds - done)
            self._run(gen, now)
            done += now
        return done

    def _run(self, gen: NDArray[np.uint64], rounds: int) -> None:
        self._kernel(
            self._root,
            self._scratch,
            self._seat,
            gen,
            self._worlds,
            self._pool,
            self._used,
            self._exploration,
            self._root_moves,
            self._weights,
            rounds,
        )

    def moves(self) -> list[MoveValue]:
        """Return the moves tried at the root, the most visited first."""
        found = []
        child = int(self._pool[ROOT].child)
        while child != NO_NODE:
            node = self._pool[child]
            found.append(MoveValue(int(node.move), int(node.visits), float(node.value) / max(1, int(node.visits))))
            child = int(node.sibling)
        return sorted(found, key=lambda value: (-value.visits, value.move))


def search_in_threads(
    searches: list[Search], gens: list[NDArray[np.uint64]], rounds: int, seconds: float | None, threads: int
) -> list[MoveValue]:
    """Split rounds over independent searches of the same decision and add up their results at the root.

    `seconds` is the CPU time of all of them together.
    """
    count = len(searches)
    limit = None if seconds is None else seconds / count

    def run(place: int) -> None:
        searches[place].run(gens[place], rounds // count + (place < rounds % count), limit)

    if min(threads, count) == 1:
        for place in range(count):
            run(place)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(run, range(count)))
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for search in searches:
        for found in search.moves():
            visits[found.move] = visits.get(found.move, 0) + found.visits
            totals[found.move] = totals.get(found.move, 0.0) + found.mean * found.visits
    summed = [MoveValue(move, looks, totals[move] / max(1, looks)) for move, looks in visits.items()]
    return sorted(summed, key=lambda value: (-value.visits, value.move))


GREEDY_MOVE, ROOT_MOVES, STEPS, TRAITS = 0, 1, 2, 3  # Questions for `SearchKernels.ask`.


class SearchKernels:
    """The compiled loops of a search for one game; each is compiled or loaded on first use."""

    def __init__(self, game: Game, brain: ModuleType) -> None:
        self._owner = f"bots/{game.id}"
        self._rules = game.rules
        self._brain = brain

    @property
    def can_weigh(self) -> bool:
        """Whether the brain knows some moves' rewards without a tree."""
        return hasattr(self._brain, "weigh")

    @property
    def names(self) -> tuple[str, ...]:
        """The entrances that the bots with a brain need."""
        return ("ask", "with_brain", "weigh") if self.can_weigh else ("ask", "with_brain")

    def root_moves(
        self, states: States, index: int, seat: int, insight: int, gen: NDArray[np.uint64]
    ) -> NDArray[np.int64]:
        """Return the moves that a search of this decision chooses between, best first."""
        moves = np.zeros(self._brain.MAX_MOVES, np.int64)
        return moves[: self.ask(ROOT_MOVES, states[index : index + 1].copy(), 0, seat, insight, gen, moves)]

    def greedy(self, states: States, index: int, gen: NDArray[np.uint64]) -> int:
        """Return the quick policy's move for the seat to act."""
        return int(self.ask(GREEDY_MOVE, states, index, 0, 0, gen, NO_NUMBERS))

    def steps_of(self, states: States, index: int, move: int) -> list[int]:
        """Return the steps that a move of the brain consists of."""
        steps = np.zeros(MAX_STEPS, np.int64)
        count = self.ask(STEPS, states[index : index + 1].copy(), 0, 0, move, NO_GENERATOR, steps)
        return [int(step) for step in steps[:count]]

    def traits_of(self, states: States, index: int, move: int) -> list[int]:
        """Return how much a move is of the kind that each character likes, in hundredths; empty without characters."""
        traits = np.zeros(MAX_TRAITS, np.int64)
        count = self.ask(TRAITS, states[index : index + 1].copy(), 0, 0, move, NO_GENERATOR, traits)
        return [int(trait) for trait in traits[:count]]

    @cached_property
    def ask(self) -> Any:
        """ask(question, states, i, seat, number, gen, out): what a bot needs besides the search.

        GREEDY_MOVE returns the quick policy's move. ROOT_MOVES writes the moves of a decision for the insight
        `number`; it fills the hidden state. STEPS writes the steps of the move `number`, and TRAITS its traits; they
        may change the state. All are one entrance, because they share most of their code, and code is compiled again
        for each entrance.
        """
        rules, brain = self._rules, self._brain
        kinds = brain if hasattr(brain, "traits_of") else optional

        @entrance(int, rules.STATE, int, int, int, WORDS, INTS, owner=self._owner)
        def ask(question, states, i, seat, number, gen, out):
            if question == GREEDY_MOVE:
                return int(brain.greedy_move(states[i], gen))
            if question == STEPS:
                return int(brain.steps_of(states[i], number, out))
            if question == TRAITS:
                return int(kinds.traits_of(states[i], number, out))
            brain.imagine(states[i], seat, gen)
            return int(brain.list_root_moves(states[i], out, number))

        return ask

    @cached_property
    def greedy_many(self) -> Any:
        """greedy_many(states, scratch, seat, done, gens): let the quick policy play until the seat is to act.

        A match whose place in `done` is not 0 stays as it is. Each decision is made in `scratch`, one state, from what
        the seat to act knows. Returns the index of a match in which the policy made an illegal step, or −1.
        """
        rules, brain = self._rules, self._brain

        @entrance(rules.STATE, rules.STATE, int, BYTES, WORDS, owner=self._owner)
        def greedy_many(states, scratch, seat, done, gens):
            steps = np.empty(MAX_STEPS, np.int64)
            for i in range(len(states)):
                state = states[i]
                while done[i] == 0 and rules.to_act(state) >= 0 and rules.to_act(state) != seat:
                    scratch[0] = state
                    rules.hide(scratch[0], rules.to_act(state))
                    move = brain.greedy_move(scratch[0], gens[i : i + 1])
                    scratch[0] = state
                    rules.hide(scratch[0], rules.to_act(state))
                    for n in range(brain.steps_of(scratch[0], move, steps)):
                        if not has_bit(rules.legal_actions(state), steps[n]):
                            return i
                        rules.apply_action(state, steps[n])
            return -1

        return greedy_many

    @cached_property
    def weigh(self) -> Any:
        """weigh(states, i, seat, gen, rounds, weights, moves, values): the moves of a decision without a tree, or 0."""
        rules, brain = self._rules, self._brain
        trained = brain if hasattr(brain, "weigh_by") else optional

        @entrance(rules.STATE, int, int, WORDS, int, FLOATS, INTS, FLOATS, owner=self._owner)
        def weigh(states, i, seat, gen, rounds, weights, moves, values):
            if len(weights) > 0:
                return int(trained.weigh_by(states[i], seat, gen, rounds, weights, moves, values))
            return int(brain.weigh(states[i], seat, gen, rounds, moves, values))

        return weigh

    def weighed_moves(
        self,
        states: States,
        index: int,
        seat: int,
        gen: NDArray[np.uint64],
        rounds: int,
        weights: NDArray[np.float64] = NO_WEIGHTS,
    ) -> list[MoveValue]:
        """Return the moves as the brain values them without a tree, best first; empty if it cannot."""
        if not self.can_weigh:
            return []
        moves = np.zeros(self._brain.MAX_MOVES, np.int64)
        values = np.zeros(self._brain.MAX_MOVES, np.float64)
        count = int(self.weigh(states, index, seat, gen, rounds, weights, moves, values))
        found = [MoveValue(int(moves[i]), rounds, float(values[i])) for i in range(count)]
        return sorted(found, key=lambda value: (-value.mean, value.move))

    @cached_property
    def with_brain(self) -> Any:
        """The search with the brain's moves, policy and rewards."""
        rules, brain = self._rules, self._brain
        # The module, not the function: the disk cache supports closures over modules and plain values only.
        looks = brain if hasattr(brain, "first_look") else optional
        trained = brain if hasattr(brain, "rate_by") else optional
        trained_looks = brain if hasattr(brain, "first_look_by") else optional

        @entrance(rules.STATE, rules.STATE, int, WORDS, WORDS, NODE, INTS, FLOATS, INTS, FLOATS, int, owner=self._owner)
        def search(root, scratch, seat, gen, worlds, pool, used, exploration, root_moves, weights, rounds):
            moves = np.empty(brain.MAX_MOVES, np.int64)
            path = np.empty(MAX_DEPTH, np.int64)
            seats = np.empty(MAX_DEPTH, np.int64)
            rewards = np.zeros(MAX_SEATS, np.float64)
            at_first = np.zeros(MAX_SEATS, np.float64)
            world = worlds[1:]
            if worlds[0] == 0:
                worlds[0] = next_word(gen)
            for _ in range(rounds):
                # The seat's own move first: its number of visits selects the world.
                node, is_new = follow_or_add(pool, used, ROOT, root_moves, len(root_moves), exploration[0])
                if node == NO_NODE:
                    break  # The pool has no room, not even for one move.
                world[0] = worlds[0] + np.uint64(pool[node].visits)
                world[0] = next_word(world)
                scratch[0] = root[0]
                state = scratch[0]
                brain.imagine(state, seat, world)
                brain.play_move(state, pool[node].move)
                path[0] = node
                seats[0] = seat
                depth = 1
                # Walk down while all moves are known; forced moves take no node.
                while not is_new and depth < brain.TREE_DEPTH and not rules.is_over(state):
                    num_moves = brain.list_moves(state, moves)
                    if num_moves == 0:
                        break  # The tree may end here.
                    if num_moves == 1:
                        brain.play_move(state, moves[0])
                        continue
                    node, is_new = follow_or_add(pool, used, node, moves, num_moves, exploration[0])
                    if node == NO_NODE:
                        break  # The pool is full.
                    path[depth] = node
                    seats[depth] = rules.to_act(state)
                    depth += 1
                    brain.play_move(state, pool[node].move)
                if len(weights) > 0:
                    part = trained_looks.first_look_by(state, weights, at_first)
                    trained.play_out_by(state, world, weights)
                    trained.rate_by(state, weights, rewards)
                else:
                    part = looks.first_look(state, at_first)
                    brain.play_out(state, world)
                    brain.rate(state, rewards)
                if part > 0.0:
                    for s in range(int(state.players)):
                        rewards[s] += part * (at_first[s] - rewards[s])
                note_rewards(pool, path, seats, depth, rewards)

        return search

    @cached_property
    def plain(self) -> Any:
        """The search without knowledge of the game: single steps, random play to the end, win or no win.

        It is the baseline: the value of a brain is how far it beats this search.
        """
        rules = self._rules

        @entrance(rules.STATE, rules.STATE, int, WORDS, WORDS, NODE, INTS, FLOATS, INTS, FLOATS, int, owner=self._owner)
        def plain(root, scratch, seat, gen, worlds, pool, used, exploration, root_moves, weights, rounds):
            moves = np.empty(64, np.int64)
            path = np.empty(MAX_DEPTH, np.int64)
            seats = np.empty(MAX_DEPTH, np.int64)
            rewards = np.zeros(MAX_SEATS, np.float64)
            for _ in range(rounds):
                scratch[0] = root[0]
                state = scratch[0]
                rules.determinize(state, seat, gen)
                node = ROOT
                depth = 0
                legal = int(rules.legal_actions(state))
                while depth < MAX_DEPTH and legal != 0:
                    num_moves = 0
                    while legal != 0:
                        moves[num_moves] = nth_bit(legal, 0)
                        legal &= legal - 1
                        num_moves += 1
                    # Shuffle the moves, so that none is tried first because of its number.
                    for i in range(num_moves - 1, 0, -1):
                        j = random_below(gen, i + 1)
                        moves[i], moves[j] = moves[j], moves[i]
                    node, is_new = follow_or_add(pool, used, node, moves, num_moves, exploration[0])
                    if node == NO_NODE:
                        break
                    path[depth] = node
                    seats[depth] = rules.to_act(state)
                    depth += 1
                    rules.apply_action(state, int(pool[node].move))
                    if is_new:
                        break
                    legal = int(rules.legal_actions(state))
                legal = int(rules.legal_actions(state))
                while legal != 0:
                    rules.apply_action(state, nth_bit(legal, random_below(gen, count_bits(legal))))
                    legal = int(rules.legal_actions(state))
                won = rules.winners(state)
                for s in range(int(state.players)):
                    rewards[s] = ((won >> s) & 1) / count_bits(won)
                note_rewards(pool, path, seats, depth, rewards)

        return plain
