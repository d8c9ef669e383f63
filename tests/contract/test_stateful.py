"""A match and its naive reference stay equal, whatever is done with the match and in whatever order."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from heliodor import EVERYTHING, SPECTATOR, BadAction, Match
from heliodor.core import record as records
from heliodor.games import GAME_IDS
from heliodor.testing.walks import random_texts
from tests.conftest import scaled
from tests.contract.configurations import configurations_of
from tests.contract.lookup import entry_of
from tests.contract.texts import plausible_texts
from tests.naive import GAMES
from tests.naive.shuffles import Recorded


class MatchMachine(RuleBasedStateMachine):
    """Plays, replays, copies and looks at a match; the reference gets the same shuffles and actions."""

    game_id: str

    @initialize(data=st.data(), seed=st.integers(0, 2**63 - 1))
    def start(self, data: st.DataObject, seed: int) -> None:
        configuration = data.draw(st.sampled_from(list(configurations_of(self.game_id))))
        self.match = configuration.new_match(seed)
        self.source = Recorded([])
        self.feed_shuffles()
        naive_game = entry_of(GAMES, self.game_id, "GAMES of tests/naive/__init__.py")
        self.naive = naive_game(configuration.options, self.match.first, self.source)
        self.views = [self.match.view(EVERYTHING)]

    def feed_shuffles(self) -> None:
        """Give the reference the shuffles that it has not used yet."""
        codes = self.match.game.card_codes
        shuffles = [[codes[card] for card in shuffle] for shuffle in self.match.shuffles]
        self.source.coming = shuffles[len(self.source.used) :]

    def play(self, text: str) -> None:
        self.match.act(text)
        self.feed_shuffles()
        self.naive.act(text)
        self.views.append(self.match.view(EVERYTHING))

    @precondition(lambda self: not self.match.over)
    @rule(choice=st.integers(0, 10**6))
    def act(self, choice: int) -> None:
        legal = self.match.legal()
        self.play(legal[choice % len(legal)])

    @precondition(lambda self: not self.match.over)
    @rule(seed=st.integers(0, 7), steps=st.integers(5, 40))
    def act_many_times(self, seed: int, steps: int) -> None:
        for text in random_texts(self.match, seed, steps):
            self.play(text)

    @rule(data=st.data())
    def try_an_illegal_action(self, data: st.DataObject) -> None:
        text = data.draw(st.sampled_from(plausible_texts(self.game_id)))
        if text in self.match.legal():
            assert self.match.is_legal(text)
            return
        assert not self.match.is_legal(text)
        before = self.match.states.tobytes()
        with pytest.raises(BadAction):
            self.match.act(text)
        assert self.match.states.tobytes() == before

    @rule(share=st.floats(0, 1))
    def look_back(self, share: float) -> None:
        ply = round(share * self.match.ply)
        past = self.match.at(ply)
        assert past.actions == self.match.actions[:ply]
        assert past.view(EVERYTHING) == self.views[ply]

    @rule()
    def go_on_with_a_copy(self) -> None:
        self.match = self.match.copy()

    @rule(key=st.binary(min_size=16, max_size=16))
    def go_on_from_the_record(self, key: bytes) -> None:
        line = records.encode(self.match.record())
        self.match = Match.from_record(records.decode(line))
        assert records.encode(self.match.record()) == line
        self.match.rekey(key)  # A record does not have the shuffles to come: a new key, by chance, decides about them.

    @rule()
    def look(self) -> None:
        before = self.match.states.tobytes()
        for seat in range(SPECTATOR, self.match.players):
            view = self.match.view(seat)
            assert view.scores == self.match.scores
            assert view.to_act == self.match.to_act
        assert str(self.match)
        assert self.match.states.tobytes() == before

    @invariant()
    def both_agree(self) -> None:
        assert self.match.to_act == (-1 if self.naive.is_over() else self.naive.to_act())
        assert self.match.over == self.naive.is_over()
        assert plain(self.match.scores) == plain(self.naive.scores())
        assert self.match.winners == (self.naive.winners() if self.naive.is_over() else [])
        assert sorted(self.match.legal()) == sorted(self.naive.legal())
        assert self.match.ply == len(self.match.actions) == len(self.views) - 1
        assert not self.source.coming


def plain(scores: Any) -> Any:
    """Return scores as JSON values."""
    return json.loads(json.dumps(scores))


def machine_of(game_id: str) -> Any:
    machine = type(f"{game_id.title()}Machine", (MatchMachine,), {"game_id": game_id})
    case = machine.TestCase
    case.settings = settings(max_examples=max(3, scaled(12)), stateful_step_count=12)
    return case


# TestNizam, TestPearl, …: pytest finds test cases by their names in the module.
globals().update({f"Test{game_id.title()}": machine_of(game_id) for game_id in GAME_IDS})
