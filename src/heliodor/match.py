"""A match: what a person plays, replays, looks at and saves.

>>> import heliodor
>>> match = heliodor.new_match("luz", players=4, seed=7)
>>> match.legal()[:3]
['bid 0', 'bid 0+', 'bid 1']
>>> match.act("bid 3+")
>>> match.to_act == match.first
False
"""

from __future__ import annotations

import os
import random
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from heliodor.core import record as records
from heliodor.core import replay
from heliodor.core.contract import EVERYTHING, RANDOM_FIRST, SPECTATOR, Event, Game, OptionValue, States
from heliodor.core.errors import BadAction, BadOption, BadRecord, HeliodorError, IllegalAction, TurnOver
from heliodor.core.record import FORMAT, Record, Result
from heliodor.core.shown import Shown
from heliodor.games import get_game

MAX_SEED = 2**63 - 1
_TWO_WORDS = struct.Struct("<2Q")
_SYSTEM_RANDOM = random.SystemRandom()


def new_match(
    game: str,
    players: int | None = None,
    *,
    seed: int | None = None,
    first: int | None = None,
    names: Sequence[str] | None = None,
    version: int | None = None,
    **options: OptionValue,
) -> Match:
    """Deal a new match; without a seed, chance comes from the operating system.

    `version` is one of the game's versions; without it the newest one is played.

    >>> new_match("nizam", 2, seed=1).to_act in (0, 1)
    True
    >>> new_match("nizam", 7)
    Traceback (most recent call last):
    heliodor.core.errors.BadOption: Nizam takes 1 to 5 players, not 7
    """
    found = get_game(game)
    given = dict(options) if players is None else {"players": players, **options}
    played = found.check_version(version)
    checked = found.check_options(given, played)
    _check_first(found, first, checked)
    match = Match(found, checked, names, played)
    if seed is None:
        match.rekey(os.urandom(16))
    else:
        found.kernels.seed(match.states, 0, check_seed(seed), 0)
    match.start(RANDOM_FIRST if first is None else first)
    return match


def load(path: str | Path) -> list[Match]:
    """Return the matches of a file of records, each replayed and checked; raise BadRecord at the first bad one."""
    return list(_load(path))


def _load(path: str | Path) -> Iterator[Match]:
    for line, text in records.read_lines(path):
        try:
            yield Match.from_record(records.decode(text))
        except BadRecord as error:
            error.line = line
            raise


class Told(NamedTuple):
    """One action of a match, and its events."""

    ply: int  # Number of actions played before.
    seat: int  # The seat that acted.
    action: str
    events: list[Event]  # As the reader of the story may know them.


class Played(NamedTuple):
    """One action played by `act_all`."""

    ply: int  # How many actions had been played before.
    steps: list[int]
    after: States  # The state after it; for the last action it is the match's own, which the next action changes.


class Match:
    """One match: its state, and the shuffles and actions that led to it.

    Made by `new_match`, `load` or `Match.from_record`. Everything a person does goes through `act`. Programs that want
    ints and arrays use `states` and `game.kernels`, or a `heliodor.Batch`.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, OptionValue],
        names: Sequence[str] | None = None,
        version: int | None = None,
    ) -> None:
        self.game = game
        self.version = game.check_version(version)  # Of the game's rules.
        self.options = dict(options)  # All of them, defaults included.
        self.names = _check_names(names, self.players)
        self.states: States = game.new_states(1, options)  # One state.
        self.shuffles: list[list[int]] = []  # Every shuffle that has happened.
        self.actions: list[str] = []  # Every action, as text.
        self.shown = Shown(game, game.check_display({}))  # How much of the public information views and stories show.
        self._named = names is not None
        self._scratch = self.states.copy()
        self._before = self.states.copy()  # The state before the actions that `act_all` is playing.

    def start(self, first: int, recorded: replay.NextShuffle | None = None) -> None:
        """Deal; `first` is a seat or RANDOM_FIRST. Call it once, on a match made by `Match(…)`."""
        self.shuffles = replay.set_up(self.game, self.states, first, recorded)

    # --- Questions --------------------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """Number of seats."""
        return int(self.options["players"])

    @property
    def first(self) -> int:
        """The seat that started; in Luz the one that dealt first."""
        return int(self.states[0].first)

    @property
    def ply(self) -> int:
        """Number of actions played."""
        return len(self.actions)

    @property
    def to_act(self) -> int:
        """Seat to act, or −1 when the match is over."""
        return int(self.game.kernels.to_act(self.states, 0))

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self.game.kernels.is_over(self.states, 0))

    @property
    def scores(self) -> list[Any]:
        """Scores by seat, as records write them."""
        return self.game.scores(self.states, 0)

    @property
    def winners(self) -> list[int]:
        """The winning seats; empty until the match is over."""
        return self.game.winners(self.states, 0)

    def legal(self) -> list[str]:
        """Return every legal action as text; empty when the match is over."""
        return [] if self.over else self.game.notation.legal_texts(self.states, 0)

    def is_legal(self, text: str) -> bool:
        """Return whether `act` would accept this."""
        try:
            replay.play(self.game, self.states.copy(), self._scratch, text)
        except BadAction:
            return False
        return True

    # --- Playing ----------------------------------------------------------------------------------------------------

    def act(self, text: str) -> None:
        """Play an action of the seat to act; it is stored in the notation of records, however it was spelled.

        Raises BadNotation for a text that is not an action and IllegalAction, with the rule, for an illegal one; the
        match is then unchanged.
        """
        self._play(text)

    def act_dealt(self, text: str, shuffle: Sequence[int]) -> None:
        """Play an action that shuffles, as `act` does, with the order of the cards given, the top one first.

        Raises BadRecord if the action shuffles other cards; the match is then unchanged.
        """
        self._play(text, lambda: list(shuffle))

    def act_all(self, texts: Iterable[str], key_of: Callable[[int], bytes] | None = None) -> list[Played]:
        """Play actions of the seat to act, all or none, and return them.

        `key_of` returns the key of a ply; each action is played with its own (`rekey`). Raises BadAction as `act`
        does, and TurnOver if the seat's turn is over before the last action; the match is unchanged then, to the byte.
        """
        ply, num_shuffles = len(self.actions), len(self.shuffles)
        self.game.kernels.copy(self._before, 0, self.states, 0)
        played: list[Played] = []
        try:
            for at, text in enumerate(texts, ply):
                if played:
                    played[-1] = played[-1]._replace(after=self.states.copy())
                    if self.to_act != self.game.kernels.to_act(self._before, 0):
                        raise TurnOver("the turn is over before the last action of the list")
                if key_of is not None:
                    self.rekey(key_of(at))
                played.append(Played(at, self._play(text), self.states))
        except BaseException:
            self._return_to(self._before, ply, num_shuffles)
            raise
        return played

    def take_back(self, ply: int) -> None:
        """Undo the actions from this ply on; later shuffles will differ."""
        past = self.at(ply)
        self._return_to(past.states, ply, len(past.shuffles))

    def _return_to(self, states: States, ply: int, num_shuffles: int) -> None:
        self.game.kernels.copy(self.states, 0, states, 0)
        del self.actions[ply:]
        del self.shuffles[num_shuffles:]

    def tell(self, text: str, seat: int = SPECTATOR) -> list[Event]:
        """Play an action and return its events, as the seat (or a spectator, or EVERYTHING) may know them."""
        before = self.hidden_states(seat)
        steps = self._play(text)
        return self.game.story.tell(before, steps, self.hidden_states(seat))

    def _play(self, text: str, recorded: replay.NextShuffle | None = None) -> list[int]:
        if not isinstance(text, str):
            raise HeliodorError(f"an action is a text, not {type(text).__name__}")
        steps, shuffle = replay.play(self.game, self.states, self._scratch, text, recorded)
        self.actions.append(self.game.notation.canonical_text(text))
        if shuffle is not None:
            self.shuffles.append(shuffle)
        return steps

    def rekey(self, key: bytes) -> None:
        """Set the 128-bit key of all further shuffles; its first word is the first eight bytes."""
        if len(key) != 16:
            raise HeliodorError(f"a key has 16 bytes, not {len(key)}")
        self.states["rng"][0] = (*_TWO_WORDS.unpack(key), 0)

    # --- Looking ----------------------------------------------------------------------------------------------------

    def hidden_states(self, seat: int) -> States:
        """Return a copy of the state without what the seat may not know; EVERYTHING hides nothing."""
        hidden = self.states.copy()
        if seat != EVERYTHING:
            if seat != SPECTATOR and not 0 <= seat < self.players:
                raise HeliodorError(f"there is no seat {seat}; the seats are 0 to {self.players - 1}")
            self.game.kernels.hide(hidden, 0, seat)
        return hidden

    def view(self, seat: int = SPECTATOR) -> Any:
        """Return what the seat sees, as the game's typed View; a spectator sees what every seat may see."""
        return self.shown.view(self.hidden_states(seat), 0, seat)

    def draw(self, seat: int = SPECTATOR) -> str:
        """Return the table as the seat sees it, in Rich's console markup."""
        return self.game.drawing.draw(self.view(seat), self.names)

    def display(self, **settings: OptionValue) -> None:
        """Choose how much public information `view`, `draw` and `story` show, such as `taken_tricks="open"` in Luz."""
        self.shown = Shown(self.game, self.game.check_display({**self.shown.settings, **settings}))

    def observe(self, seat: int) -> np.ndarray:
        """Return what the seat sees as numbers for learning (docs/tables.md)."""
        out = np.zeros(self.game.encoding.SIZE, np.float32)
        self.game.kernels.encode(self.hidden_states(seat), 0, seat, out)
        return out

    # --- Copies of everything, the generator included ---------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "version": self.version,
            "options": dict(self.options),
            "names": list(self.names),
            "named": self._named,
            "display": dict(self.shown.settings),
            "state": self.states.tobytes(),
            "shuffles": [list(shuffle) for shuffle in self.shuffles],
            "actions": list(self.actions),
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(get_game(kept["game"]), kept["options"], kept["names"], kept["version"])  # type: ignore[misc]
        self._named = kept["named"]
        self.display(**kept["display"])
        self.states = np.frombuffer(kept["state"], self.game.dtype).copy()
        self.shuffles = kept["shuffles"]
        self.actions = kept["actions"]

    def __str__(self) -> str:
        """Draw the table with every card open."""
        from rich.text import Text  # Imported only when a match is printed.

        return Text.from_markup(self.draw(EVERYTHING)).plain

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.to_act} to act"
        return f"<Match {self.game.id}, {self.players} players, ply {self.ply}, {state}>"

    # --- History and records ----------------------------------------------------------------------------------------

    def at(self, ply: int) -> Match:
        """Return a new match as this one was at that ply; it can be played on from there."""
        if not 0 <= ply <= self.ply:
            raise HeliodorError(f"there is no ply {ply}; this match has plies 0 to {self.ply}")
        past, shuffles = self._rewound()
        for text in self.actions[:ply]:
            past._play(text, shuffles.__next__)
        return past

    def branch(self, ply: int) -> Match:
        """Return a new match as this one was at that ply, with a new random order of the cards left in the deck.

        Every seat sees the same as it saw then; nothing of what this match drew later tells what comes.
        """
        past = self.at(ply)
        left = past.states["deck"].shape[1] - int(past.states["deck_pos"][0])
        drawn, deck = past.shuffles[-1][: -left or None], past.shuffles[-1][-left:]
        past.shuffles[-1] = drawn + _SYSTEM_RANDOM.sample(deck, left)
        return past.at(ply)

    def story(self, seat: int = SPECTATOR) -> Iterator[Told]:
        """Yield the match from its start, action by action, as the seat (or a spectator, or EVERYTHING) saw it.

        Events leave out information that is covered by now (L10).
        """
        covered = range(0) if seat == EVERYTHING else self.shown.covered_plies(self.states, 0, self.ply)
        past, shuffles = self._rewound()
        before = past.hidden_states(seat)
        for ply, text in enumerate(self.actions):
            actor = past.to_act
            steps = past._play(text, shuffles.__next__)
            after = past.hidden_states(seat)
            events = self.game.story.tell(before, steps, after)
            yield Told(ply, actor, text, [self.shown.cover(event) for event in events] if ply in covered else events)
            before = after

    def positions(self) -> Iterator[States]:
        """Yield the state before each action, and the last one; nothing is hidden."""
        past, shuffles = self._rewound()
        yield past.states.copy()
        for text in self.actions:
            past._play(text, shuffles.__next__)
            yield past.states.copy()

    def _rewound(self) -> tuple[Match, Iterator[list[int]]]:
        """Return a match with the same set-up, and the recorded shuffles that its actions will need."""
        past = Match(self.game, self.options, self.names if self._named else None, self.version)
        past.shown = self.shown
        shuffles = iter(self.shuffles)
        past.rekey(os.urandom(16))
        past.start(self.first, shuffles.__next__)
        return past, shuffles

    def copy(self) -> Match:
        """Return an independent copy of the match; its later shuffles differ.

        `copy.copy` and `pickle` keep the generator, too: the same actions then give the same shuffles.
        """
        return self.at(self.ply)

    def record(self) -> Record:
        """Return the open record of the match so far; `heliodor.core.record.encode` turns it into JSON."""
        codes = self.game.card_codes
        return Record(
            format=FORMAT,
            game=self.game.id,
            version=self.version,
            options=changed_options(self.game, self.options, self.version),
            names=list(self.names) if self._named else UNSET,
            first=self.first,
            shuffles=[[codes[card] for card in shuffle] for shuffle in self.shuffles],
            actions=list(self.actions),
            result=Result(self.scores, self.winners) if self.over else UNSET,
        )

    def save(self, path: str | Path) -> None:
        """Append the record to a file of records, one per line."""
        try:
            with open(path, "ab") as file:
                file.write(records.encode(self.record()) + b"\n")
        except OSError as error:
            raise HeliodorError(f"cannot write {path}: {error.strerror}") from None

    @classmethod
    def from_record(cls, record: Record, before_action: Callable[[Match], None] = lambda match: None) -> Match:
        """Replay a record by the rules; raise BadRecord if it deviates from them.

        `before_action` is called with the match as it is before each action of the record.
        """
        game, options = _check_head(record)
        names = None if isinstance(record.names, UnsetType) else record.names
        match = cls(game, options, names, record.version)
        shuffles = _RecordedShuffles(game, record.shuffles)
        match.rekey(os.urandom(16))
        match.start(record.first, shuffles.take)
        for ply, text in enumerate(record.actions):
            before_action(match)
            _replay_action(match, ply, text, shuffles)
        shuffles.check_none_is_left()
        _check_result(match, record)
        return match


# --- Checks of a record, in the order they are made -----------------------------------------------------------------


def changed_options(
    game: Game, options: Mapping[str, OptionValue], version: int | None = None
) -> dict[str, OptionValue]:
    """Return `players` and the options that differ from their defaults in this version; None is the newest one."""
    played = game.version if version is None else version
    defaults = {option.name: option.default_in(played) for option in game.options}
    return {name: value for name, value in options.items() if name not in defaults or value != defaults[name]}


def _check_head(record: Record) -> tuple[Game, dict[str, OptionValue]]:
    try:
        game = get_game(record.game)
        options = game.check_options(record.options, game.check_version(record.version))
        _check_first(game, record.first, options)
        if not isinstance(record.names, UnsetType):
            _check_names(record.names, int(options["players"]))
    except BadRecord:
        raise
    except HeliodorError as error:
        raise BadRecord(str(error)) from None
    return game, options


class _RecordedShuffles:
    """Supplies the shuffles of a record one by one, as cards."""

    def __init__(self, game: Game, shuffles: list[list[str]]) -> None:
        self._codes = {code: card for card, code in enumerate(game.card_codes)}
        self._game = game
        self._shuffles = shuffles
        self._taken = 0

    def take(self) -> list[int]:
        if self._taken == len(self._shuffles):
            raise BadRecord(f"another shuffle is needed here, but the record has only {self._taken}")
        texts = self._shuffles[self._taken]
        self._taken += 1
        if unknown := [text for text in texts if text not in self._codes]:
            raise BadRecord(f"shuffle {self._taken} holds {unknown[0]!r}, which is not a card of {self._game.title}")
        return [self._codes[text] for text in texts]

    def check_none_is_left(self) -> None:
        if self._taken < len(self._shuffles):
            raise BadRecord(f"the record holds {len(self._shuffles)} shuffles, but only {self._taken} happened")


def _replay_action(match: Match, ply: int, text: str, shuffles: _RecordedShuffles) -> None:
    try:
        match._play(text, shuffles.take)
    except IllegalAction as error:
        message = f"{text} is not legal for seat {match.to_act}: {error.message}"
        if match.over:
            message = f"{text} comes after the end of the match"
        raise BadRecord(message, ply=ply, rule=error.rule) from None
    except BadRecord as error:
        error.ply = ply
        raise
    except BadAction as error:
        raise BadRecord(str(error), ply=ply) from None
    if match.actions[ply] != text:
        raise BadRecord(f"{text} is written {match.actions[ply]} in a record", ply=ply)


def _check_result(match: Match, record: Record) -> None:
    result = record.result
    if isinstance(result, UnsetType):
        if match.over:
            raise BadRecord("the match is over, but the record has no result")
        return
    if not match.over:
        raise BadRecord(f"there is a result, but the match is not over: seat {match.to_act} is to act", ply=match.ply)
    # Compared as JSON, so that true is not 1 and 3.0 is not 3.
    for name, claimed, true in (
        ("scores", result.scores, match.scores),
        ("winners", result.winners, match.winners),
    ):
        if msgspec.json.encode(claimed) != msgspec.json.encode(true):
            raise BadRecord(f"the {name} are given as {claimed}, but by the rules they are {true}")


def _check_first(game: Game, first: object, options: Mapping[str, OptionValue]) -> None:
    players = int(options["players"])
    if first is not None and (type(first) is not int or not 0 <= first < players):
        raise BadOption(f"there is no seat {first} to start; the seats are 0 to {players - 1}")


def _check_names(names: Iterable[str] | None, players: int) -> list[str]:
    checked = [f"Seat {seat}" for seat in range(players)] if names is None else list(names)
    if len(checked) != players or not all(isinstance(name, str) for name in checked):
        raise BadOption(f"there are {players} seats, so {players} names are needed, not {len(checked)}")
    return checked


def check_seed(seed: object) -> int:
    """Return the seed if it is valid."""
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise BadOption(f"a seed is a whole number from 0 to {MAX_SEED}, not {seed}")
    return seed
