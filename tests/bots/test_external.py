"""Bots that are programs: a conversation with the real thing, and with programs that misbehave."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

from heliodor.bots.external import BotError, Hello, LineBot, Reply, Request
from heliodor.core.bits import members
from heliodor.core.contract import RANDOM_FIRST, States
from heliodor.core.errors import BadOption
from heliodor.games import GAME_IDS, get_game

LINE_BOT = Path(__file__).parents[2] / "examples" / "line_bot.py"
DOCUMENT = Path(__file__).parents[2] / "docs" / "bot-writing.md"
HELLO = 'say({"type": "hello", "protocol": 1})'
PREAMBLE = """
import json, os, sys, time
def hear():
    return json.loads(sys.stdin.readline() or sys.exit(0))
def say(message):
    print(json.dumps(message), flush=True)
"""

Make = Callable[..., LineBot]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Make a bot from some lines of Python, which it repeats after the greeting."""
    bots: list[LineBot] = []

    def make_bot(body: str, greeting: str = HELLO, game: str = "nizam", time_limit: float = 20.0) -> LineBot:
        script = tmp_path / f"bot_{len(bots)}.py"
        script.write_text(f"{PREAMBLE}\nhear()\n{greeting}\nwhile True:\n    request = hear()\n    {body}\n")
        bots.append(LineBot(get_game(game), f"{sys.executable} '{script}'", time_limit))
        return bots[-1]

    yield make_bot
    for bot in bots:
        bot.close()


def deal(game_id: str = "nizam", players: int = 3) -> States:
    """Return a state as its seat to act sees it."""
    game = get_game(game_id)
    states = game.new_states(1, game.check_options({"players": players}))
    game.kernels.seed(states, 0, 1, 0)
    game.kernels.set_up(states, 0, RANDOM_FIRST)
    game.kernels.hide(states, 0, game.kernels.to_act(states, 0))
    return states


def ask(bot: LineBot, states: States | None = None, seed: int = 1) -> list[int]:
    states = deal() if states is None else states
    return bot.choose(states, 0, 0, np.array([seed], np.uint64))


def failure_of(bot: LineBot) -> BotError:
    with pytest.raises(BotError) as caught:
        ask(bot)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_example_plays_every_game_legally(game_id: str) -> None:
    game = get_game(game_id)
    bot = LineBot(game, f"{sys.executable} {LINE_BOT}")
    states = game.new_states(1, game.check_options({"players": game.max_players}))
    game.kernels.seed(states, 0, 1, 0)
    game.kernels.set_up(states, 0, RANDOM_FIRST)
    for decision in range(40):
        if game.kernels.is_over(states, 0):
            break
        hidden = states.copy()
        game.kernels.hide(hidden, 0, game.kernels.to_act(states, 0))
        bot.situate("match", decision)
        for step in ask(bot, hidden, seed=decision):
            assert step in members(game.kernels.legal_actions(states, 0))
            game.kernels.step(states, 0, step)
    assert bot.cpu_seconds() > 0 or not sys.platform.startswith("linux")
    bot.close()


def test_the_example_gives_the_same_answer_to_the_same_question() -> None:
    bots = [LineBot(get_game("nizam"), f"{sys.executable} {LINE_BOT}") for _ in range(2)]
    choices = [[ask(bot, seed=seed) for seed in range(5)] for bot in bots]
    assert choices[0] == choices[1]
    assert len({tuple(choice) for choice in choices[0]}) > 1
    for bot in bots:
        bot.close()


def test_the_request_holds_what_a_bot_needs_and_nothing_hidden(make: Make, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    bot = make(f'open({str(heard)!r}, "w").write(json.dumps(request)); say({{"action": "draw"}})', game="luz")
    states = deal("luz")
    bot.situate("some match", 7)
    with pytest.raises(BotError):  # Luz has no such action.
        ask(bot, states)
    request = json.loads(heard.read_text())
    seat = get_game("luz").kernels.to_act(states, 0)
    assert (request["type"], request["match"], request["decision"]) == ("choose", "some match", 7)
    assert request["seat"] == request["view"]["seat"] == seat
    assert 0 <= request["seed"] < 2**53
    assert request["legal"][:2] == ["bid 0", "bid 0+"]
    assert "rng" not in heard.read_text()


def test_the_documented_messages_are_the_real_ones() -> None:
    page = DOCUMENT.read_text(encoding="utf-8")
    found = re.findall(r"<!-- protocol: (.*?) -->\n```json\n(.*?)```", page, re.DOTALL)
    kinds = {"hello": Hello, "hello answer": Hello, "choose": Request, "answer": Reply}
    assert {kind for kind, _ in found} == set(kinds)
    for kind, text in found:
        message = msgspec.json.decode(text, type=kinds[kind])
        spoken = msgspec.to_builtins(message)
        assert msgspec.json.decode(text).items() <= spoken.items()


def test_several_actions_of_one_turn_come_in_one_answer(make: Make) -> None:
    bot = make('shift = next(text for text in request["legal"] if text[1] in "<>"); say({"actions": [shift, "done"]})')
    steps = ask(bot)
    game, states = get_game("nizam"), deal()
    texts = game.notation.action_texts(states, 0, steps)
    assert len(texts) == 2
    assert texts[0] in game.notation.legal_texts(states, 0)
    assert texts[1] == "done"


@pytest.mark.parametrize(
    ("answer", "kind", "reason"),
    [
        ('print("jump", flush=True)', "nonsense", "it answered 'jump': JSON is malformed"),
        ('say({"move": "draw"})', "nonsense", "an answer has either `action` or `actions`"),
        ('say({"action": "draw", "actions": ["draw"]})', "nonsense", "an answer has either"),
        ('say({"actions": []})', "nonsense", "an answer has either"),
        ('say({"action": 5})', "nonsense", "Expected `str`"),
        ('say({"action": "jump"})', "illegal", "it chose 'jump': 'jump' is not an action of Nizam"),
        ('say({"action": "pass"})', "illegal", "it chose 'pass': "),
        ('say({"actions": ["draw", "draw"]})', "illegal", "it chose 'draw' when its turn was over"),
        ('sys.exit("out of ideas")', "died", "it ended with exit code 1; its last words: out of ideas"),
        ("os.kill(os.getpid(), 9)", "died", "it was ended by signal 9"),
        ('sys.stdout.write("x" * (1 << 21))', "nonsense", "it answered with a line of more than"),
    ],
)
def test_a_fault_of_a_bot_is_reported_in_one_sentence(make: Make, answer: str, kind: str, reason: str) -> None:
    failure = failure_of(make(answer))
    assert failure.kind == kind
    assert reason in str(failure)


def test_a_bot_that_hangs_is_stopped(make: Make) -> None:
    bot = make("time.sleep(600)", time_limit=0.3)
    began = time.monotonic()
    failure = failure_of(bot)
    assert (failure.kind, str(failure)) == ("timeout", "it has not answered within 0.3 seconds")
    assert time.monotonic() - began < 10


def test_a_bot_that_never_reads_is_stopped_too(make: Make) -> None:
    bot = make("", greeting=f"{HELLO}\nfor _ in range(10 ** 6):\n    say({{'action': 'draw'}})", time_limit=0.5)
    with pytest.raises(BotError, match=r"without being asked|has not answered"):
        for _ in range(100):  # The first answers may come in time by chance.
            ask(bot)


def test_an_extra_line_is_noticed_at_the_next_decision(make: Make) -> None:
    bot = make('sys.stdout.write(json.dumps({"action": "draw"}) + "\\nand another thing\\n"); sys.stdout.flush()')
    ask(bot)
    assert "it said 'and another thing" in str(failure_of(bot))


def test_after_a_failure_it_is_restarted(make: Make, tmp_path: Path) -> None:
    marker = tmp_path / "been here"
    first = f'not os.path.exists({str(marker)!r}) and open({str(marker)!r}, "w")'
    bot = make(f'sys.exit(1) if {first} else say({{"action": "draw"}})')
    assert failure_of(bot).kind == "died"
    assert ask(bot) == [0]


@pytest.mark.parametrize(
    ("greeting", "reason"),
    [
        ('say({"type": "hello", "protocol": 2})', "it speaks protocol 2, not 1"),
        ('say({"action": "draw"})', "it answered"),
        ('sys.exit("no licence")', "its last words: no licence"),
        ('print("Welcome to my bot!", flush=True)', "it answered 'Welcome to my bot!'"),
    ],
)
def test_a_bot_that_does_not_greet_is_refused_at_once(make: Make, greeting: str, reason: str) -> None:
    with pytest.raises(BadOption, match=r"the bot cmd:.* cannot be used: ") as caught:
        make("pass", greeting=greeting)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("/no/such/program", "/no/such/program cannot be started: No such file or directory"),
        ("", "cmd: is followed by the command"),
        ("python 'x", "cannot be read"),
    ],
)
def test_a_command_that_cannot_be_started_is_refused(command: str, reason: str) -> None:
    with pytest.raises(BadOption) as caught:
        LineBot(get_game("nizam"), command)
    assert reason in str(caught.value)


def test_a_bot_that_writes_a_lot_of_errors_keeps_playing(make: Make) -> None:
    bot = make('sys.stderr.write("warning\\n" * 300_000); sys.stderr.flush(); say({"action": "draw"})')
    assert [ask(bot) for _ in range(3)] == [[0], [0], [0]]


def test_closing_ends_the_program_and_what_it_has_started(make: Make) -> None:
    bot = make("time.sleep(600)", greeting=f"import signal; signal.signal(15, signal.SIG_IGN)\n{HELLO}")
    assert bot._child is not None
    process = bot._child._process
    bot.close()
    assert process.returncode is not None
