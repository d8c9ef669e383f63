"""A match in the terminal: one person against bots."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from heliodor import rulebook
from heliodor.bots import Bot
from heliodor.bots.referee import close_bots, make_bots
from heliodor.core.contract import NOBODY, Event, Game, OptionValue
from heliodor.core.errors import BadAction, BadOption, HeliodorError, IllegalAction
from heliodor.core.words import counted, joined
from heliodor.games import game_ids, get_game
from heliodor.hints import DEFAULT_LEVEL, chances, give_hints, load_kernels
from heliodor.match import Match, new_match
from heliodor.terminal.advice import draw_chances, draw_hints
from heliodor.terminal.bots import DEFAULT_BOT, Opponent
from heliodor.terminal.choices import (
    Choice,
    has_own_numbers,
    list_choices,
    understand,
)
from heliodor.terminal.coach import Coach
from heliodor.terminal.pages import show_page
from heliodor.terminal.words import coloured_names, printable_name, sentence
from heliodor.warm import warm_game

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")
FEWEST_STORY_LINES = 3  # Shown even if they push the line above them off the screen.
PROMPT_LINES = 2  # The line above the story, and the input line.
COMMANDS = {
    "help": "this page",
    "coach": "a coach who asks before a mistake is played: on or off",
    "hint": "what a good player would do, and why; hint expert uses another level",
    "legal": "every legal action in full",
    "table": "the table again",
    "story": "everything that has happened since your last action",
    "rules NUMBER": "one rule; without a number, all rules",
    "save FILE": "add the match so far to a file of records",
    "quit": "leave the match (also Ctrl-D and Ctrl-C)",
}


class Quit(Exception):
    """The person leaves."""


def ask_game(console: Console) -> Game:
    """Ask which game to play."""
    console.print("Which game would you like to play?\n")
    games = [get_game(game_id) for game_id in game_ids()]
    names: dict[str, Game] = {}
    for number, game in enumerate(games, 1):
        names |= {str(number): game, game.id: game, game.title.casefold(): game}
        console.print(f"  [bold]{number}[/] {game.title:<20} [dim]{_players_range(game)} players[/]")
    console.print()
    while (typed := read_line(console).casefold()) not in names:
        console.print(f"Type a number from 1 to {len(games)} or a name: {', '.join(game.id for game in games)}.")
    return names[typed]


def ask_players(console: Console, game: Game) -> int:
    """Ask for the number of players."""
    console.print(f"How many players, {_players_range(game)}? Enter for {default_players(game)}.")
    numbers = {str(number): number for number in game.players} | {"": default_players(game)}
    while (typed := read_line(console)) not in numbers:
        console.print(f"{game.title} takes {_players_range(game)} players.")
    return numbers[typed]


def default_players(game: Game) -> int:
    """Return the default number of players: the smallest with an opponent."""
    return max(2, game.min_players)


def read_line(console: Console) -> str:
    """Return the line a person types; raise Quit at the end of the input or on Ctrl-C."""
    console.file.flush()
    try:
        return input("> ").strip()
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise Quit from None


def _players_range(game: Game) -> str:
    return f"{game.min_players} to {game.max_players}"


class Session:
    """Matches of one game, one after another, until the person leaves."""

    def __init__(
        self,
        console: Console,
        game: Game,
        options: Mapping[str, OptionValue],
        *,
        seat: int = 0,
        seed: int | None = None,
        name: str = "Guest",
        record: str | None = None,
        bots: Sequence[str] = (DEFAULT_BOT,),
        display: Mapping[str, OptionValue] | None = None,
        coach: bool = False,
    ) -> None:
        players = int(options["players"])
        if not 0 <= seat < players:
            raise HeliodorError(f"there is no seat {seat}; with {players} players the seats are 0 to {players - 1}")
        self._console = console
        self._game = game
        self._options = dict(options)
        self._seat = seat
        self._seed = seed
        self._record = record  # File to which every match is appended when it ends or is left.
        self._bot_names = _seat_bots(bots, seat, players)  # [seat] -> name of the bot in the registry.
        self._bots: dict[str, Bot] = {}
        others = [bot for bot in NAMES if bot != name]
        self._names = [*others[:seat], printable_name(name), *others[seat : players - 1]]
        self._display = game.check_display(display or {})
        self._coach = Coach(console, game, seat, self._names, lambda: read_line(console))
        self._wants_coach = coach
        self._first = ""  # Sentence with the seat that acted first, until it has been shown.
        self._story: list[tuple[int, int, list[Event]]] = []  # Since the last decision: ply, seat, events.
        self._commands: dict[str, Callable[[Match, str], None]] = {
            "help": self._help,
            "?": self._help,
            "coach": self._switch_coach,
            "hint": self._show_hints,
            "legal": self._show_legal,
            "table": self._show_table,
            "story": self._show_story,
            "rules": self._show_rules,
            "save": self._save,
        }

    def run(self) -> None:
        """Play until the person leaves."""
        if sys.stdin.isatty():
            import readline  # noqa: F401 (gives `input` its line editing)
        try:
            self._prepare()
            if self._wants_coach:
                self._coach.switch("on")
            self._introduce()
            while True:
                self._play_match()
                if self._seed is not None:
                    self._seed += 1  # Another match that is also reproducible.
                if not self._wants_another():
                    break
        except Quit:
            pass
        finally:
            close_bots(self._bots.values())
        self._console.print("Good-bye!")

    def _wants_another(self) -> bool:
        while True:
            self._console.print("Another match? [bold]y[/] or [bold]n[/]")
            answer = read_line(self._console).casefold()
            if answer in ("y", "yes", "n", "no", "quit", "exit"):
                return answer.startswith("y")

    def _prepare(self) -> None:
        """Load the rules and the bots, or compile them the first time, and show progress."""
        with self._console.status("") as status:
            getting_ready = "Getting the rules ready (slow only the first time) …"
            warm_game(self._game, lambda what: status.update(f"{getting_ready} [dim]{what}[/]"))
            status.update("Getting the other players ready (slow only the first time) …")
            # With a seed the match must be reproducible; without one, a time limit shortens the wait on slow machines.
            others = [bot for bot in self._bot_names if bot]
            self._bots = make_bots(self._game, {name: name for name in others}, with_clock=self._seed is None)

    def _introduce(self) -> None:
        names = coloured_names(self._names)
        others = [f"{names[seat]} ({escape(bot)})" for seat, bot in enumerate(self._bot_names) if seat != self._seat]
        against = f"against {joined(others)}" if others else "alone"
        self._console.rule(f"[bold]{self._game.title}[/]")
        self._console.print(rulebook.introduction(self._game.id))
        self._console.print(f"You are {names[self._seat]} and play {against}. Type [bold]help[/] at any time.")

    # --- One match ------------------------------------------------------------------------------------------------

    def _play_match(self) -> None:
        match = new_match(self._game.id, seed=self._seed, names=self._names, **self._options)  # type: ignore[arg-type]
        opponents = self._seat_opponents()
        match.display(**self._display)
        self._first = f"{coloured_names(self._names)[match.to_act]} acts first."
        self._story = []
        try:
            while not match.over:
                if match.to_act == self._seat:
                    self._decide(match)
                else:
                    with self._console.status(f"{coloured_names(self._names)[match.to_act]} is thinking …"):
                        actions = opponents[match.to_act].choose(match)
                    for text in actions:
                        self._tell(match, text)
        except Quit:
            self._console.print("The match is left unfinished.")
            raise
        finally:
            if self._record is not None and match.ply:
                self._save(match, self._record)
        self._show_end(match)

    def _seat_opponents(self) -> dict[int, Opponent]:
        chance = random.Random(self._seed)
        seeds = [chance.getrandbits(64) for _ in self._bot_names]
        return {seat: Opponent(self._bots[bot], seeds[seat]) for seat, bot in enumerate(self._bot_names) if bot}

    def _tell(self, match: Match, text: str) -> None:
        """Play an action and store the events that the person may see."""
        ply, seat = match.ply, match.to_act
        self._story.append((ply, seat, match.tell(text, self._seat)))

    def _decide(self, match: Match) -> None:
        """Let the person act; commands and refused attempts may come first."""
        self._show_screen(match)
        self._coach.begin(match)
        view = match.view(self._seat)
        while True:
            line = read_line(self._console)
            word, _, rest = line.partition(" ")
            if word.casefold() in ("quit", "exit"):
                raise Quit
            if word.casefold() in self._commands:
                self._commands[word.casefold()](match, rest.strip())
                continue
            if not line:
                if len(view.legal) > 1:
                    self._console.print("Type an action from the list, its number, or [bold]help[/].")
                    continue
                line = view.legal[0]
            text = self._completed(match, understand(line, view, self._names))
            if text and not self._coach.agrees(match, text):
                self._story, self._first = [], "Nothing has been played."
                return
            if text and self._is_played(match, text):
                return

    def _completed(self, match: Match, action: str) -> str:
        """Return the action in full; ask for a missing part that is not obvious. Empty if the person cancels."""
        prompt = match.game.prompt
        if prompt is None or not prompt.is_incomplete(action):
            return action
        ways = prompt.ways_to_complete(action, match.legal())
        if len(ways) == 1:
            return ways[0]
        self._console.print(prompt.question(action, ways))
        answer = read_line(self._console)
        return prompt.complete(action, answer) if answer else ""

    def _is_played(self, match: Match, text: str) -> bool:
        """Play an action, or print why it is refused."""
        earlier, self._story = (self._story, self._first), []
        self._first = ""
        try:
            self._tell(match, text)
        except IllegalAction as error:
            self._console.print(Text(f"Not allowed by {error.rule}: {error.message}."), style="red")
            self._console.print(f"[dim]Type rules {error.rule} for the rule, or legal for what is allowed.[/]")
        except BadAction as error:
            self._console.print(Text(f"{error}."), style="red")
        else:
            return True
        self._story, self._first = earlier
        return False

    # --- What the person sees -----------------------------------------------------------------------------------------

    def _show_screen(self, match: Match) -> None:
        """Print the story, the table and the choices; the story is shortened on a small screen."""
        table = match.draw(self._seat)
        choices = self._draw_choices(match)
        story = [line for paragraph in self._paragraphs() for line in self._wrapped(paragraph)]
        if self._console.is_terminal:
            room = self._console.height - self._height(choices) - PROMPT_LINES
            if self._height(table) + FEWEST_STORY_LINES > room:
                table = "\n".join(line for line in table.split("\n") if line)
            room_for_story = max(FEWEST_STORY_LINES, room - self._height(table))
            if len(story) > room_for_story:
                story = [Text("… (type story to read all of it)", style="dim"), *story[1 - room_for_story :]]
        self._console.rule(style="dim")
        self._console.print(Group(*story))
        self._console.print(table)
        self._console.print(choices)

    def _draw_choices(self, match: Match) -> RenderableType:
        view = match.view(self._seat)
        choices = list_choices(view, self._names)
        if len(choices) == 1:
            return Text.from_markup(f"\nThere is only one thing to do: [bold]{choices[0].action}[/]. Press Enter.")
        grid = Table.grid(padding=(0, 2))
        for group, members in groupby(choices, key=lambda choice: choice.group):
            grid.add_row(Text(group, style="dim"), Columns(map(_draw_choice, members), padding=(0, 2)))
        hint = " [dim](the number is enough)[/]" if has_own_numbers(view) else ""
        heading = Text.from_markup(f"{coloured_names(self._names)[self._seat]}, you can{hint}")
        return Group("", heading, Padding(grid, (0, 2)))

    def _turns(self, retold_in: Match | None) -> list[list[str]]:
        """Return the sentences since the last decision, turn by turn; `retold_in` leaves out what is now covered."""
        covered = range(0) if retold_in is None else retold_in.shown.covered_plies(retold_in.states, 0, retold_in.ply)
        turns = [[self._first]] if self._first else []
        last = NOBODY
        for ply, seat, events in self._story:
            if retold_in is not None and ply in covered:
                events = [retold_in.shown.cover(event) for event in events]
            told = [sentence(event, self._names) for event in events]
            if seat == last:
                turns[-1] += told
            else:
                turns.append(told)
            last = seat
        return turns

    def _paragraphs(self, retold_in: Match | None = None) -> list[str]:
        """Return the story since the last decision; short turns share a paragraph."""
        paragraphs: list[str] = []
        is_open = False
        for turn in self._turns(retold_in):
            text = " ".join(turn)
            if is_open and len(turn) == 1:
                paragraphs[-1] += f" {text}"
            else:
                paragraphs.append(text)
            is_open = len(turn) == 1
        return paragraphs

    def _wrapped(self, paragraph: str) -> list[Text]:
        return list(Text.from_markup(paragraph).wrap(self._console, self._console.width))

    def _height(self, renderable: RenderableType) -> int:
        return len(self._console.render_lines(renderable))

    def _show_end(self, match: Match) -> None:
        self._console.rule(style="dim")
        for paragraph in self._paragraphs():
            self._console.print(paragraph)
        self._console.print(match.draw(self._seat))
        if match.players > 1:
            self._console.print(f"\n[bold]{_verdict(match.winners, self._seat)}[/]")

    # --- Commands -----------------------------------------------------------------------------------------------------

    def _help(self, match: Match, rest: str) -> None:
        self._console.print(Markdown(rulebook.notation(self._game.id, rulebook.preferred_language())))
        self._console.print("\nBesides actions and the numbers of the list, you can type:")
        width = max(map(len, COMMANDS))
        for command, meaning in COMMANDS.items():
            self._console.print(f"  [bold]{command:<{width}}[/]  {meaning}")

    def _switch_coach(self, match: Match, rest: str) -> None:
        try:
            self._coach.switch(rest.casefold())
        except BadOption as error:
            self._console.print(Text(f"{error}."))
        else:
            self._console.print(f"The coach is {'on' if self._coach.is_on else 'off'}.")

    def _show_hints(self, match: Match, rest: str) -> None:
        try:
            with self._console.status("Getting hints ready (slow only the first time) …") as status:
                load_kernels(self._game)
                status.update("Thinking …")
                # Only the hidden state is passed on.
                hints = give_hints(
                    self._game, match.hidden_states(self._seat), level=rest or DEFAULT_LEVEL, seed=match.ply
                )
                now = chances(self._game, match.states, level=rest or DEFAULT_LEVEL, seed=match.ply)
        except BadOption as error:
            self._console.print(Text(f"{error}."))
            return
        self._console.print(draw_hints(hints, self._game.id, self._names))
        if match.players > 1:
            self._console.print(draw_chances(now, self._names))

    def _show_legal(self, match: Match, rest: str) -> None:
        self._console.print(Columns(match.legal(), padding=(0, 2)))

    def _show_table(self, match: Match, rest: str) -> None:
        self._console.print(match.draw(self._seat))
        self._console.print(self._draw_choices(match))

    def _show_story(self, match: Match, rest: str) -> None:
        for paragraph in self._paragraphs(match) or ["Nothing yet."]:
            self._console.print(paragraph)

    def _show_rules(self, match: Match, rest: str) -> None:
        language = rulebook.preferred_language()
        try:
            text = rulebook.paragraph(self._game.id, rest, language) if rest else rulebook.read(self._game.id, language)
        except HeliodorError as error:
            self._console.print(Text(f"{error}."))
        else:
            show_page(self._console, text)

    def _save(self, match: Match, rest: str) -> None:
        if not rest:
            self._console.print("Name a file: [bold]save match.jsonl[/]")
            return
        try:
            match.save(Path(rest).expanduser())
        except HeliodorError as error:
            self._console.print(Text(f"{error}."))
            return
        except (ValueError, RuntimeError) as error:  # A name with a zero byte; an unknown home folder.
            self._console.print(Text(f"cannot write {rest!r}: {error}."))
            return
        self._console.print(Text(f"Saved in {rest}."), soft_wrap=True)  # A file name is not wrapped.


def _verdict(winners: list[int], seat: int) -> str:
    if seat not in winners:
        return "Somebody else has won this one."
    return "You have won!" if len(winners) == 1 else "You share the win."


def _draw_choice(choice: Choice) -> Text:
    label = f"[dim]{choice.label}[/] " if choice.label else ""
    return Text.from_markup(f"{label}[bold]{choice.shown}[/] {choice.note}")


def _seat_bots(bots: Sequence[str], seat: int, players: int) -> list[str]:
    """Return the bot of each seat, and an empty name for the person's; one name stands for all bots."""
    others = players - 1
    if len(bots) not in (1, others):
        raise BadOption(
            f"{len(bots)} bots are named, but there are {counted(others, 'other player')}; "
            "name one for all or one for each"
        )
    named = list(bots) * others if len(bots) == 1 else list(bots)
    return [*named[:seat], "", *named[seat:]]
