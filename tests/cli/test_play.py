"""`heliodor play`: whole matches in the terminal, and everything a person may type in one."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import heliodor
from heliodor.core.shifting.prompt import is_incomplete
from heliodor.games import GAME_IDS, get_game
from heliodor.games.luz.words import COLOUR_NAMES
from heliodor.hints import give_hints
from heliodor.match import Match
from heliodor.terminal import session
from heliodor.terminal.choices import list_choices

from .conftest import Run


class Person:
    """Types legal choices at random, in every form that is understood, and now and then something else."""

    DISTURBANCES = ("help", "legal", "table", "story", "rules Q1", "nonsense", "", "3", "bid 99", "b^:ZZZ")

    def __init__(self, seat: int, disturbs: bool) -> None:
        self.matches: list[Match] = []
        self._seat = seat
        self._chance = random.Random(seat)
        self._disturbs = disturbs
        self._cards = ""

    def __call__(self, prompt: str) -> str:
        match = self.matches[-1]
        if match.over:
            return "n"
        assert match.to_act == self._seat
        if self._cards:
            cards, self._cards = self._cards, ""
            return cards
        if self._disturbs and self._chance.random() < 0.1:
            typed = self._chance.choice(self.DISTURBANCES)
            if not match.is_legal(typed) and not (typed == "" and len(match.legal()) == 1) and typed != "3":
                return typed
        choice = self._chance.choice(list_choices(match.view(self._seat), match.names))
        if is_incomplete(choice.action):
            ways = [text for text in match.legal() if text.startswith(choice.action[:3])]
            if len(ways) > 1:
                self._cards = "".join(self._chance.sample(list(self._chance.choice(ways)[-3:]), 3)).lower()
            return choice.label
        return self._chance.choice([choice.label or choice.action, choice.action, choice.action.upper()])


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, bool], Person]:
    """Seat a Person at the table."""

    def sit_down(seat: int, disturbs: bool) -> Person:
        someone = Person(seat, disturbs)

        def new_match(*args: object, **named: object) -> Match:
            someone.matches.append(heliodor.new_match(*args, **named))  # type: ignore[arg-type]
            return someone.matches[-1]

        monkeypatch.setattr(session, "new_match", new_match)
        monkeypatch.setattr("builtins.input", someone)
        return someone

    return sit_down


def flat(text: str) -> str:
    """Return a text without the line breaks that fit it into the terminal."""
    return " ".join(text.split())


CONFIGURATIONS = [(game, players) for game in GAME_IDS for players in get_game(game).players]


@pytest.mark.parametrize(("game", "players"), CONFIGURATIONS)
def test_whole_matches(run: Run, person: Callable[[int, bool], Person], game: str, players: int) -> None:
    seat = players - 1
    someone = person(seat, True)
    tokens = ["--players", players, "--seat", seat, "--seed", players, "--name", "Mira", "--bots", "random"]
    if game == "pearl":
        tokens += ["--option", "stall_limit=20"]  # Random players take very long to finish otherwise.
    code, out, err = run("play", "--terminal", game, *tokens)
    assert (code, err) == (0, "")
    match = someone.matches[-1]
    assert match.over
    assert match.names[seat] == "Mira"
    assert out.endswith("Another match? y or n\nGood-bye!\n")
    assert "The match is over" in flat(out)
    assert max(map(len, out.splitlines())) <= 80
    if players > 1:
        verdict = {0: "Somebody else has won this one.", 1: "You have won!"}.get(
            (seat in match.winners) * len(match.winners), "You share the win."
        )
        assert verdict in out


def test_the_same_seed_is_the_same_match(run: Run, person: Callable[[int, bool], Person]) -> None:
    actions = []
    for _ in range(2):
        someone = person(0, False)
        run("play", "--terminal", "gnomes", "--seed", 11, "--bots", "novice")
        actions.append(someone.matches[-1].actions)
    assert actions[0] == actions[1]


def test_the_person_learns_only_what_the_seat_may_know(run: Run) -> None:
    """The other player's cards are counted, never named."""
    _, out, _ = run("play", "--terminal", "nizam", "--seed", 3, "--players", 2, "--bots", "random", stdin="1\n" * 12)
    assert "Ada draws three cards." in out
    assert "Ada draws three cards:" not in out
    assert "Guest draws three cards: " in out


def test_a_real_process_with_a_real_pipe() -> None:
    command = [sys.executable, "-m", "heliodor", "play", "nizam", "--terminal", "--seed", "2", "--bots", "greedy"]
    done = subprocess.run(command, input="1\n" * 60 + "y\nquit\n", capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Another match? y or n" in done.stdout
    assert done.stdout.endswith("The match is left unfinished.\nGood-bye!\n")


# --- Beginning and ending -------------------------------------------------------------------------------------------


def test_without_a_game_it_asks_which_and_how_many(run: Run) -> None:
    code, out, _ = run("play", "--terminal", stdin="chess\n\nLUZ\n9\n4\nquit\n")
    assert code == 0
    assert "  2 Pearl of the East    2 to 5 players" in out
    assert out.count("Type a number from 1 to 4 or a name: nizam, pearl, gnomes, luz.") == 2
    assert "Luz takes 3 to 5 players." in out
    assert "against Ada (casual), Ben (casual) and Cleo (casual)." in flat(out)


def test_enter_takes_the_usual_number_of_players(run: Run) -> None:
    _, out, _ = run("play", "--terminal", stdin="4\n\nquit\n")
    assert "against Ada (casual) and Ben (casual)." in flat(out)


@pytest.mark.parametrize("typed", ["", "nizam\n", "nizam\n2\n", "nizam\n2\n1\n", "nizam\n2\nhelp\n"])
def test_the_end_of_the_input_ends_the_game_kindly(run: Run, typed: str) -> None:
    code, out, err = run("play", "--terminal", stdin=typed)
    assert (code, err) == (0, "")
    assert out.endswith("Good-bye!\n")


def test_ctrl_c_ends_the_game_kindly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    code, out, err = run("play", "--terminal", "luz")
    assert (code, err) == (0, "")
    assert out.endswith("The match is left unfinished.\nGood-bye!\n")


def test_a_player_alone_has_no_bots(run: Run) -> None:
    _, out, _ = run("play", "--terminal", "nizam", "--players", 1, stdin="quit\n")
    assert "You are Guest and play alone." in out


# --- What can be typed ----------------------------------------------------------------------------------------------


def test_a_refusal_names_the_rule_and_asks_again(run: Run) -> None:
    _, out, _ = run("play", "--terminal", "nizam", "--seed", 3, stdin="done\ndraw\nquit\n")
    assert "Not allowed by N9: done ends a turn of shifts, and no shift has been made yet." in out
    assert "Type rules N9 for the rule" in out
    assert "Guest draws three cards" in out


def test_a_text_that_is_not_an_action_is_explained(run: Run) -> None:
    _, out, _ = run("play", "--terminal", "luz", "--seed", 3, stdin="bid twelve\nquit\n")
    assert "'bid twelve' is not an action of Luz; actions are bid 0 to bid 10" in flat(out)


def test_help_shows_the_notation_and_the_commands(run: Run) -> None:
    _, out, _ = run("play", "--terminal", "nizam", "--seed", 3, stdin="help\nquit\n")
    assert "row 3 slides left" in out
    for command in session.COMMANDS:
        assert f"  {command}" in out


def test_rules_legal_table_and_story(run: Run) -> None:
    _, out, _ = run("play", "--terminal", "nizam", "--seed", 3, stdin="rules N8\nlegal\ntable\nstory\nrules 8\nquit\n")
    assert "any three cards instead" in out
    assert "1<:TSS" in out
    assert out.count("╭─") == 2
    assert "nizam has no rule '8'; its rules are N1 to N19." in out


def test_three_cards_are_asked_for_and_nothing_else_is_taken_for_them(run: Run) -> None:
    match = heliodor.new_match("nizam", 1, seed=3)
    match.act("draw")
    shift = next(text.removesuffix(":???") for text in match.view(0).legal if is_incomplete(text))
    *_, payment = [text[-3:] for text in match.legal() if text.startswith(f"{shift}:")]
    typed = ["draw", shift, "", shift, "zz", shift, "done", shift, payment[::-1].lower(), "quit"]
    _, out, _ = run("play", "--terminal", "nizam", "--players", 1, "--seed", 3, stdin="\n".join(typed))
    assert out.count(f"Which three cards pay for {shift}?") == 4
    assert f"costs any three cards; name them as in {shift}:CXX" in flat(out)
    (told,) = match.tell(f"{shift}:{payment}", 0)
    assert told.say(["Guest"]) in flat(out)


def test_the_only_way_to_pay_is_taken_without_asking(run: Run) -> None:
    _, out, _ = run("play", "--terminal", "nizam", "--seed", 3, stdin="4<\nquit\n")
    assert "Which three cards" not in out
    assert "Guest slides row 4 to the left and pays one topaz and two sapphires." in out


def test_enter_plays_the_only_legal_action(run: Run) -> None:
    _, out, _ = run("play", "--terminal", "nizam", "--seed", 3, stdin="4<\n\nquit\n")
    assert "There is only one thing to do: done. Press Enter." in out
    assert "Guest ends the turn" in out


def test_enter_does_nothing_where_there_is_a_choice(run: Run) -> None:
    _, out, _ = run("play", "--terminal", "nizam", "--seed", 3, stdin="\nquit\n")
    assert "Type an action from the list, its number, or help." in out
    assert "The match is left unfinished." in out


def test_bytes_that_are_not_text_are_only_refused(run: Run) -> None:
    code, out, err = run("play", "--terminal", "nizam", "--seed", 3, stdin=b"\xff\xfe\x00[bold]\nquit\n")
    assert (code, err) == (0, "")
    assert "is not an action of Nizam" in out


# --- The others, and advice -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("setting", "is_shown"), [([], False), (["--setting", "taken_tricks=open"], True)])
def test_l10_a_trick_is_shown_again_only_if_taken_tricks_are_open(
    run: Run, monkeypatch: pytest.MonkeyPatch, setting: list[str], is_shown: bool
) -> None:
    matches: list[Match] = []
    waiting: list[str] = []
    cards: list[str] = []

    def dealt(*args: Any, **options: Any) -> Match:
        matches.append(heliodor.new_match(*args, **options))
        return matches[-1]

    def type_in(prompt: str) -> str:
        if waiting:
            return waiting.pop(0)
        view = matches[-1].view(0)
        if view.phase == "playing" and sum(view.deals[0].tricks) and view.trick.plays:
            story = list(matches[-1].story(heliodor.EVERYTHING))
            last_taken = max(told.ply for told in story if told.events[-1].key == "luz.trick")
            cards.extend(told.events[0].facts["card"] for told in story[last_taken - 2 : last_taken + 1])
            print("@@")
            waiting.extend(["table", "quit"])
            return "story"
        return str(view.legal[0])

    monkeypatch.setattr(session, "new_match", dealt)
    monkeypatch.setattr("builtins.input", type_in)
    code, out, _ = run("play", "luz", "--terminal", "--bots", "random", "--seed", 3, *setting)
    assert code == 0 and len(cards) == 3
    again = flat(out.split("@@")[1])
    for card in cards:
        name = f"{COLOUR_NAMES['RYGBP'.index(card[0])]} {card[1:]}"
        assert (f"the {name}" in again or re.search(rf"\b{card}\b", again) is not None) == is_shown


def test_an_unknown_setting_is_refused(refused: Callable[..., str]) -> None:
    play = ("play", "luz", "--terminal", "--setting")
    assert "option taken_tricks cannot be" in refused(*play, "taken_tricks=shut")
    assert refused(*play, "open") == "--setting takes name=value, not 'open'"
    assert refused("play", "luz", "--setting", "taken_tricks=open").startswith(
        "--setting is for the game in the terminal"
    )


def test_the_others_are_chosen_by_name(run: Run) -> None:
    _, out, _ = run("play", "luz", "--terminal", "--bots", "greedy,random", "--seat", 1, stdin="quit\n")
    assert "against Ada (greedy) and Ben (random)." in flat(out)


@pytest.mark.parametrize("game", GAME_IDS)
def test_bots_of_every_game_play_against_a_person(run: Run, person: Callable[[int, bool], Person], game: str) -> None:
    players = get_game(game).min_players + (game == "nizam")
    someone = person(0, False)
    tokens = ["--option", "stall_limit=20"] if game == "pearl" else []
    code, _, err = run("play", game, "--terminal", "--players", players, "--seed", 1, "--bots", "novice", *tokens)
    assert (code, err) == (0, "")
    assert someone.matches[-1].over


def test_an_unknown_bot_is_refused(run: Run) -> None:
    code, _, err = run("play", "luz", "--terminal", "--bots", "clever")
    assert code == 2
    assert err.startswith("heliodor: there is no bot 'clever'; the bots are random, greedy, novice, casual, skilled,")


@pytest.mark.parametrize("game", GAME_IDS)
def test_hint_says_what_to_do_and_why(run: Run, game: str) -> None:
    players = get_game(game).min_players + (game == "nizam")
    tokens = ["--players", players, "--seed", 5, "--seat", heliodor.new_match(game, players, seed=5).to_act]
    _, out, _ = run("play", game, "--terminal", *tokens, "--bots", "random", stdin="hint novice\nquit\n")
    match = heliodor.new_match(game, players, seed=5)
    (hint, *_) = give_hints(match.game, match.states, level="novice")
    assert f"> best {', '.join(hint.actions)}" in out
    names = ["Ada", "Ben"]
    names.insert(match.to_act, "Guest")
    assert hint.reasons[0].say(names) in flat(out)


def test_hint_of_an_unknown_level_is_refused_and_the_match_goes_on(run: Run) -> None:
    code, out, _ = run("play", "nizam", "--terminal", "--seed", 3, stdin="hint clever\ndraw\nquit\n")
    assert code == 0
    assert "there is no level 'clever'; the levels are novice, casual, skilled, expert, master." in flat(out)
    assert "Guest draws three cards" in out


# --- The coach ------------------------------------------------------------------------------------------------------

MISTAKE = "1>\ndone\n"  # Three cards for nothing, in the deal of seed 3.


def test_the_coach_asks_before_a_mistake_and_the_person_decides(run: Run) -> None:
    tokens = ["play", "nizam", "--terminal", "--seed", 3]
    _, silent, _ = run(*tokens, stdin=f"{MISTAKE}quit\n")
    assert "Coach:" not in silent, "it is off by default"
    typed = f"coach on\n{MISTAKE}what?\nb\ndraw\ncoach off\nquit\n"
    _, out, _ = run(*tokens, stdin=typed)
    assert out.count("Coach: this gives away about") == 1
    assert "Better: draw. Cards now" in flat(out)
    assert "Type b or p." in out
    _, _, after = out.partition("Nothing has been played.")
    assert "Guest draws three cards" in after and "The coach is off." in after
    _, out, _ = run(*tokens, "--coach", stdin=f"{MISTAKE}p\nquit\n")
    assert out.count("Coach:") == 1 and "Nothing has been played." not in out
    assert "Ada" in out.partition("plays it anyway")[2], "the turn is over"


def test_the_coach_is_switched_on_or_off_and_only_in_the_terminal(run: Run, refused: Callable[..., str]) -> None:
    _, out, _ = run("play", "nizam", "--terminal", "--seed", 3, stdin="coach maybe\ncoach\ncoach\nquit\n")
    assert "coach takes on or off, not 'maybe'." in out
    assert out.index("The coach is on.") < out.index("The coach is off.")
    assert refused("play", "nizam", "--coach") == "--coach is for the game in the terminal: add --terminal"


# --- Saving ---------------------------------------------------------------------------------------------------------


def test_save_adds_the_match_so_far_to_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    _, out, _ = run(
        "play", "--terminal", "nizam", "--seed", 3, stdin=f"draw\nsave {path}\nsave\nsave /nowhere/x\nquit\n"
    )
    assert f"Saved in {path}." in flat(out)
    assert "Name a file: save match.jsonl" in out
    assert "cannot write /nowhere/x: No such file or directory." in flat(out)
    (match,) = heliodor.load(path)
    assert not match.over
    assert match.names == ["Guest", "Ada"]


def test_record_keeps_finished_and_unfinished_matches(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    stdin = "1\n" * 60 + "y\ndraw\nquit\n"
    run("play", "--terminal", "nizam", "--seed", 2, "--record", path, "--bots", "random", stdin=stdin)
    first, second = heliodor.load(path)
    assert first.over
    assert not second.over
    assert second.shuffles != first.shuffles, "the second match has new shuffles"


# --- Bad input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        (["chess"], "there is no game 'chess'; the games are nizam, pearl, gnomes, luz"),
        (["luz", "--players", 6], "Luz takes 3 to 5 players, not 6"),
        (["luz", "--seat", 3], "there is no seat 3; with 3 players the seats are 0 to 2"),
        (["luz", "--seat", -1], "--seat takes a whole number from 0 on, not '-1'"),
        (["luz", "--seed", "x"], f"--seed takes a whole number from 0 to {2**63 - 1}, not 'x'"),
        (["luz", "--option", "deck=x"], "Luz has no option 'deck'; it has players, bead_supply"),
        (
            ["luz", "--bots", "a,b,c"],
            "3 bots are named, but there are two other players; name one for all or one for each",
        ),
        (
            ["nizam", "--players", 1, "--bots", "a,b"],
            "2 bots are named, but there are no other players; name one for all or one for each",
        ),
        (["luz", "--bots", "cmd:false"], "the bot cmd:false cannot be used: it ended with exit code 1"),
        (["luz", "--record", "/nowhere/x"], "cannot write /nowhere/x: No such file or directory"),
    ],
)
def test_bad_input_is_refused(refused: Callable[..., str], tokens: list[object], sentence: str) -> None:
    assert refused("play", "--terminal", *tokens) == sentence
