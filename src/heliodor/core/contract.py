"""The contract: what a game offers to everything above it.

A game is a table of contents (`Game`): numbers, options and modules. Each module has the functions of one of the
Protocols below, and other code uses nothing else of it. `rules` and `encoding` are compiled and work on one record;
Python calls them through `Kernels` (core/kernels.py). The other modules are plain Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from heliodor.core.bits import MAX_ACTIONS
from heliodor.core.errors import BadOption, IllegalAction
from heliodor.core.jit import Question
from heliodor.core.kernels import Kernels
from heliodor.core.parts import Part

States = NDArray[Any]  # An array of records; a state is given as the array and an index.
OptionValue = bool | int | str

SPECTATOR = -1  # A spectator: `hide(state, SPECTATOR)` keeps only what every seat may know.
EVERYTHING = -2  # Hides nothing: for finished matches, and for callers that hold the state anyway.
NOBODY = -1  # `to_act` when the match is over.
OFF = "off"  # Value of a table setting that switches something off.
RANDOM_FIRST = -1  # `set_up(state, RANDOM_FIRST)` lets the state's generator choose the starting seat.


# --- Options ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """One option of a match that the host chooses, with the rule that names it."""

    name: str  # As in records and on the command line.
    default: OptionValue  # In the newest version of the game.
    rule: str  # "N19".
    summary: str  # One line for help texts.
    choices: tuple[OptionValue, ...] = ()  # Empty: any whole number from `at_least` on.
    at_least: int = 0
    earlier: Mapping[int, OptionValue] = field(default_factory=dict)  # Older version -> its default there.

    def default_in(self, version: int) -> OptionValue:
        """Return the default in this version of the game."""
        return self.earlier.get(version, self.default)

    def check(self, value: object) -> OptionValue:
        """Return the value if it is allowed; types are strict, so 1 is not True and "8" is not 8."""
        if self.choices:
            for choice in self.choices:
                if type(value) is type(choice) and value == choice:
                    return choice
        elif type(value) is int and value >= self.at_least:
            return value
        shown = msgspec.json.encode(value).decode() if isinstance(value, OptionValue) else type(value).__name__
        raise BadOption(f"option {self.name} cannot be {shown}; it takes {self.allowed()}")

    def allowed(self) -> str:
        """Return the allowed values in words."""
        if self.choices:
            return " or ".join(msgspec.json.encode(choice).decode() for choice in self.choices)
        return f"a whole number of {self.at_least} or more"

    def parse(self, text: str) -> OptionValue:
        """Read a value as typed on a command line."""
        for choice in self.choices:
            if text == (str(choice).lower() if isinstance(choice, bool) else str(choice)):
                return choice
        return self.check(int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text)


# --- The modules of a game --------------------------------------------------------------------------------------


class Notation(Protocol):
    """Cards and actions as text and back (`notation.py`).

    A text action is one decision of a person and one *ply* of a match. It consists of one or more steps (ints) of
    the rules. The texts are exactly those of the open record format.
    """

    @property
    def ACTION_TABLE(self) -> tuple[tuple[str, int, str], ...]:
        """The ranges of actions in order: their notation, their number, their meaning."""

    def setup_shuffles(self, states: States, index: int) -> list[list[int]]:
        """Return the shuffles of a state that has just been set up, each as cards, the top one first."""

    def parse_action(self, states: States, index: int, text: str) -> list[int]:
        """Parse a text into the steps it means here; raise BadNotation if it is not an action of this game."""

    def canonical_text(self, text: str) -> str:
        """Return a legal action in the spelling of records; `parse_action` may accept other spellings, too."""

    def legal_texts(self, states: States, index: int) -> list[str]:
        """Return every legal action as text, in the order of the actions."""

    def action_texts(self, states: States, index: int, steps: Sequence[int]) -> list[str]:
        """Return the texts of legal steps played from this state on; the last text may be incomplete."""

    def score_value(self, score: int) -> Any:
        """Return a score as records write it."""


class Refusals(Protocol):
    """Why an action is not allowed (`refusals.py`)."""

    def explain(self, states: States, index: int, steps: Sequence[int], text: str) -> IllegalAction:
        """Return the error for an action that parses but is illegal here: the rule and the reason."""


class View(Protocol):
    """What one seat sees, as a typed structure that becomes JSON (`view.py`)."""

    @property
    def View(self) -> type[msgspec.Struct]:
        """The structure itself, for schemas."""

    def render(self, states: States, index: int, seat: int) -> Any:
        """Return the view of a state that has been hidden from the seat; a new field is missing until added here."""

    @property
    def PARTS(self) -> Sequence[Part]:
        """All parts of a view with the record fields they depend on: a live table rebuilds only what can change."""

    def own_fields(self, states: States, index: int, seat: int, shared: Any) -> dict[str, Any]:
        """Return the fields in which a seat's view differs from `shared`, the spectator's view of the same moment.

        The state has been hidden from the seat. The set of fields is fixed, so a server renders the rest of the view
        once for all seats. Replacing these fields in `shared` gives the same view as `render`.
        """

    @property
    def OWN_SOURCES(self) -> str:
        """The record fields that `own_fields` depends on, written as in a Part. The seat to act depends on all."""


class Story(Protocol):
    """What happened, as events to animate and sentences to read (`story.py`)."""

    @property
    def OWN_EVENTS(self) -> frozenset[str]:
        """Keys of the events that may show a seat more than a spectator."""

    def tell(self, before: States, steps: Sequence[int], after: States) -> list[Event]:
        """Return the events of one text action; both arrays hold one state, hidden from the same reader."""


class Drawing(Protocol):
    """A view as text for a terminal, in Rich's console markup (`drawing.py`)."""

    def draw(self, view: Any, names: Sequence[str]) -> str:
        """Return the table as lines of text."""


class Display(Protocol):
    """How much of the public information a table shows (`display.py`); optional.

    Its settings never change what is legal, and records do not store them. They do not limit callers that may see
    everything (EVERYTHING), bots or hints.
    """

    @property
    def SETTINGS(self) -> tuple[Option, ...]:
        """The settings that the host of a table chooses."""

    @property
    def COVERED_FACTS(self) -> tuple[str, ...]:
        """Names of the facts that `cover` removes from events."""

    def limit(self, fields: dict[str, Any], state: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return fields of a view as the table shows them; `state` is the hidden state they were made from.

        A field of `state` that it reads must be a source of the part that it changes.
        """

    def covered_plies(self, state: Any, ply: int, settings: Mapping[str, Any]) -> range:
        """Return the plies that show less now than when they were played; `ply` is the ply of the state."""

    def cover(self, event: Event) -> Event:
        """Return an event of a covered ply as it is shown now."""


class Aid(Protocol):
    """What a table may work out for its players, each from what that player knows (`aid.py`); optional.

    While it is off, the table gives no hints either.
    """

    @property
    def SETTING(self) -> Option:
        """How much of it the host of a table allows; one of the choices is OFF."""

    @property
    def Entry(self) -> type[msgspec.Struct]:
        """The structure of one entry, for schemas."""

    def work_out(self, states: States, index: int, seat: int, setting: str) -> Sequence[msgspec.Struct]:
        """Return the entries for a seat; the state has been hidden from it, and the setting is not OFF."""


class Prompt(Protocol):
    """How a terminal lists actions and understands what is typed (`prompt.py`); optional.

    Without it, actions are listed and typed as records write them.
    """

    @property
    def HEADINGS(self) -> tuple[str, ...]:
        """The headings that actions are listed under, in their order; an empty one is not shown."""

    def heading_of(self, action: str) -> str:
        """Return the heading of an action."""

    def shown(self, action: str) -> str:
        """Return an action of a view as it appears in the list."""

    def understand(self, typed: str) -> str | None:
        """Return the action that a line means beyond those of the list; None: nothing."""

    def is_incomplete(self, action: str) -> bool:
        """Return whether an action of a view lacks something that the person has to choose."""

    def ways_to_complete(self, action: str, legal: Sequence[str]) -> list[str]:
        """Return the legal actions that complete it."""

    def question(self, action: str, ways: Sequence[str]) -> str:
        """Return what to ask the person if there are several ways, in markup."""

    def complete(self, action: str, answer: str) -> str:
        """Return the action with the person's answer."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event. `key` and `facts` make a sentence in any language; `text` is the English one."""

    key: str  # Game and kind of event, as in "nizam.shift".
    seat: int  # The seat that did it, or NOBODY.
    facts: dict[str, Any]  # JSON values, named as in the sentence's template.
    text: str  # The sentence; {seat} stands for a player's name and is filled in by `say`.

    def say(self, names: Sequence[str]) -> str:
        """Return the sentence with the players' names in it."""
        # In one pass, because a name may itself contain braces.
        return re.sub(r"\{(\d+)}", lambda found: names[int(found[1])], self.text)


@dataclass(frozen=True)
class Translation:
    """A game in a language other than English, for the page's plain board."""

    tell: Callable[[Event], str]  # The sentence of an event, with {seat} for a player's name as in `Event.text`.
    draw: Callable[[Any, Sequence[str]], str]  # As `Drawing.draw`.
    say: Callable[[str], str]  # A legal action in words.


# --- The game ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DailyBoard:
    """A deal that everybody can play alone, a new one every day; optional."""

    options: Mapping[str, OptionValue]  # `players`, always 1, and options that are not at their default.
    turn_ends: tuple[str, ...]  # The actions that end a turn.


@dataclass(frozen=True)
class Game:
    """A game's table of contents."""

    id: str  # The same word in the folder, the docs, the tests, the web client and the database.
    title: str
    version: int  # The newest one; raised when a rule or a default changes.
    history: Mapping[int, str]  # Every version that can be played -> what it changed.
    min_players: int
    max_players: int
    options: tuple[Option, ...]
    card_codes: tuple[str, ...]  # Code of card 0, 1, …: how shuffles are written.
    rule_letter: str  # "N" of N1, N2, …
    rules: ModuleType  # All compiled rules.
    encoding: ModuleType  # A hidden state as numbers for learning.
    kernels: Kernels  # The compiled functions, called from Python with an array of states and an index.
    questions: tuple[Question, ...]  # Compiled questions beyond the contract's.
    notation: Notation
    refusals: Refusals
    view: View
    story: Story
    drawing: Drawing
    display: Display | None = None
    aid: Aid | None = None
    rulebook: Path | None = None  # Folder of <id>.md and its translations; None: that of Heliodor's own games.
    lessons: Path | None = None  # Folder of its lessons (docs/lessons.md); None: it has none.
    lead_noun: str = ""  # What a lead is counted in, as in "2 points ahead"; empty: a lead is not one number.
    # Modules above the games, by their dotted names, because games know nothing of what is built on them:
    brain: str = ""  # What bots know of the game (see bots/search.py); empty: only bots that play every game.
    advice: str = ""  # What hints and analysis do differently (see hints/contract.py); empty: nothing.
    puzzles: str = ""  # Kinds of puzzles (see puzzles/contract.py); empty: none.
    study: str = ""  # What a study counts (see study/contract.py); empty: what every game has.
    peer: str = ""  # OpenSpiel's game that is closest to it, with its parameters, for the benchmark.
    # From a view, a legal action and the names in markup: what the terminal's list says beside the action.
    note_on: Callable[[Any, str, Sequence[str]], str] | None = None
    prompt: Prompt | None = None
    daily: DailyBoard | None = None
    # Whether the page has a board for it; if not, views and events come with what the page's plain board shows.
    has_board: bool = False
    translations: Mapping[str, Translation] = field(default_factory=dict)  # By language: "uk", "ru".

    def __post_init__(self) -> None:
        if self.rules.NUM_ACTIONS > MAX_ACTIONS:
            raise ValueError(f"{self.id}: {self.rules.NUM_ACTIONS} actions; a legal set holds {MAX_ACTIONS}")
        if not hasattr(self.encoding, "SCALE"):
            raise ValueError(f"{self.id}: encoding.py needs SCALE = scale_of(LAYOUT); see docs/adding-a-game.md")

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of a state."""
        return self.rules.STATE  # type: ignore[no-any-return]

    @property
    def num_actions(self) -> int:
        """Number of actions; they are counted from 0."""
        return self.rules.NUM_ACTIONS  # type: ignore[no-any-return]

    @property
    def players(self) -> range:
        """The allowed numbers of players."""
        return range(self.min_players, self.max_players + 1)

    def check_version(self, version: object = None) -> int:
        """Return the version if the game has it; None stands for the newest one."""
        if version is None:
            return self.version
        if type(version) is int and version in self.history:
            return version
        known = " and ".join(str(number) for number in sorted(self.history))
        shown = version if isinstance(version, int | str) else type(version).__name__
        raise BadOption(f"{self.title} has no version {shown}; it has {known}")

    def check_options(self, given: Mapping[str, object], version: int | None = None) -> dict[str, OptionValue]:
        """Return `players` and every option with its value; refuse anything else.

        Missing options get their default in `version`, which must be a version of the game; None is the newest one.
        """
        played = self.version if version is None else version
        known = {option.name: option for option in self.options}
        if unknown := [name for name in given if name != "players" and name not in known]:
            names = ", ".join(["players", *known])
            raise BadOption(f"{self.title} has no option {unknown[0]!r}; it has {names}")
        checked: dict[str, OptionValue] = {"players": self._check_players(given.get("players"))}
        for name, option in known.items():
            checked[name] = option.check(given[name]) if name in given else option.default_in(played)
        return checked

    def _check_players(self, players: object) -> int:
        if type(players) is int and players in self.players:
            return players
        allowed = f"{self.min_players} to {self.max_players} players"
        if players is None:
            raise BadOption(f"the number of players is missing; {self.title} takes {allowed}")
        shown = players if isinstance(players, int | str) else type(players).__name__
        raise BadOption(f"{self.title} takes {allowed}, not {shown}")

    @property
    def table_settings(self) -> tuple[Option, ...]:
        """What the host of a table chooses beside the options; records do not have it."""
        aid = () if self.aid is None else (self.aid.SETTING,)
        return (*aid, *(() if self.display is None else self.display.SETTINGS))

    def check_table_settings(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return every table setting with its value, defaults filled in; refuse anything else."""
        return self._check_settings("table", self.table_settings, given)

    def check_display(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return every display setting with its value, defaults filled in; refuse anything else."""
        return self._check_settings("display", () if self.display is None else self.display.SETTINGS, given)

    def _check_settings(
        self, kind: str, settings: Sequence[Option], given: Mapping[str, object]
    ) -> dict[str, OptionValue]:
        known = {setting.name: setting for setting in settings}
        if unknown := [name for name in given if name not in known]:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise BadOption(f"{self.title} has no {kind} setting {unknown[0]!r}; {has}")
        return {name: s.check(given[name]) if name in given else s.default for name, s in known.items()}

    def new_states(self, count: int, options: Mapping[str, OptionValue]) -> States:
        """Allocate states for checked options; they are not set up yet."""
        states = np.zeros(count, self.dtype)
        if count:
            self.rules.configure(states[0], options)
            states[1:] = states[0]
        return states

    def scores(self, states: States, index: int) -> list[Any]:
        """Return the scores by seat, in the form that records use."""
        players = int(states[index].players)
        return [self.notation.score_value(self.kernels.score_of(states, index, s)) for s in range(players)]

    def winners(self, states: States, index: int) -> list[int]:
        """Return the winning seats, ascending; the match must be over."""
        won = self.kernels.winners(states, index)
        return [seat for seat in range(int(states[index].players)) if won >> seat & 1]
