"""Replaying a record gives the same match."""

from __future__ import annotations

import random

from heliodor.core import record as records
from heliodor.match import Match
from heliodor.testing.configurations import Configuration
from heliodor.testing.scale import scaled
from heliodor.testing.walks import random_match, random_texts


def a_finished_match_survives_its_record(configuration: Configuration) -> None:
    for seed in range(scaled(2)):
        match = random_match(configuration, seed)
        line = records.encode(match.record())
        assert b"\n" not in line
        again = Match.from_record(records.decode(line))
        assert records.encode(again.record()) == line
        assert again.options == match.options


def an_unfinished_match_survives_its_record_and_goes_on(configuration: Configuration) -> None:
    rng = random.Random(2)
    for seed in range(scaled(2)):
        whole = configuration.new_match(seed)
        texts = random_texts(whole, seed)
        match = configuration.new_match(seed, names=[f"Player {n}" for n in range(configuration.players)])
        for text in texts[: rng.randrange(max(1, len(texts)))]:
            match.act(text)
        line = records.encode(match.record())
        again = Match.from_record(records.decode(line))
        assert records.encode(again.record()) == line
        for text in random_texts(again, seed + 1):
            again.act(text)
        assert Match.from_record(again.record()).view() == again.view()


PROMISES = (a_finished_match_survives_its_record, an_unfinished_match_survives_its_record_and_goes_on)
