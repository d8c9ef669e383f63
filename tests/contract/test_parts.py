"""A view of which only changed parts are rebuilt equals the view built from scratch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest

from heliodor import Match
from heliodor.core.kernels import BYTES, INTS
from heliodor.core.parts import field_bounds, source_bits
from heliodor.core.plain import plain
from tests.contract.configurations import Configuration, every_configuration
from tests.contract.walks import WALKS, all_viewers, random_texts

Scale = Callable[[int], int]


class Followed:
    """A match as everybody may know it, now and before."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.readers = np.array(all_viewers(match), INTS)
        self.bounds = field_bounds(match.game.dtype)
        self.now, self.before = np.zeros((2, len(self.readers)), match.game.dtype)
        self.follow()

    def follow(self) -> list[int]:
        """Look at the match again; return which fields have changed, for each reader."""
        self.now, self.before = self.before, self.now
        changed = np.zeros(len(self.readers), INTS)
        arrays = self.now, self.now.view(BYTES), self.before.view(BYTES), self.match.states
        self.match.game.kernels.follow(*arrays, self.readers, self.bounds, changed)
        return changed.tolist()


def walk(configuration: Configuration, scale: Scale) -> tuple[Match, list[str]]:
    match = configuration.new_match(WALKS[0])
    return match, random_texts(match, WALKS[0], most=scale(120))


@every_configuration
def test_everybody_is_hidden_from_at_once_as_from_one_alone(configuration: Configuration, scale: Scale) -> None:
    match, texts = walk(configuration, scale)
    followed = Followed(match)
    names = match.game.dtype.names or ()
    for text in texts[: scale(40)]:
        match.act(text)
        changed = followed.follow()
        for place, reader in enumerate(followed.readers.tolist()):
            now, before = followed.now[place : place + 1], followed.before[place : place + 1]
            assert now.tobytes() == match.hidden_states(reader).tobytes()
            different = [name for name in names if now[name].tobytes() != before[name].tobytes()]
            assert changed[place] == source_bits(match.game.dtype, " ".join(different))


@pytest.mark.parametrize("open_to_all", [False, True], ids=["as usual", "shown otherwise"])
@every_configuration
def test_parts_change_only_with_their_sources(configuration: Configuration, scale: Scale, open_to_all: bool) -> None:
    match, texts = walk(configuration, scale)
    if open_to_all and match.game.display is not None:
        match.display(**{setting.name: setting.choices[-1] for setting in match.game.display.SETTINGS})
    dtype, view = match.game.dtype, match.game.view
    parts = [(source_bits(dtype, part.sources), part.make) for part in view.PARTS]
    own_sources = source_bits(dtype, view.OWN_SOURCES)
    followed = Followed(match)
    kept = [match.view(reader) for reader in followed.readers.tolist()]
    own: list[dict[str, Any]] = [{} for _ in kept]
    had_turn = match.to_act
    for text in texts:
        match.act(text)
        changed = followed.follow()
        shared = match.view(-1)
        for place, reader in enumerate(followed.readers.tolist()):
            state = plain(followed.now, place)
            for sources, make in parts:
                if changed[place] & sources:
                    for name, value in match.shown.fields(make(state, reader), state).items():
                        setattr(kept[place], name, value)
            whole = match.view(reader)
            assert kept[place] == whole
            acts = reader in (had_turn, match.to_act)
            if acts or not own[place] or changed[place] & own_sources:
                own[place] = match.shown.fields(view.own_fields(followed.now, place, reader, shared), state)
            assert msgspec.structs.replace(shared, **own[place]) == whole
        had_turn = match.to_act


@every_configuration
def test_every_field_is_in_one_part(configuration: Configuration) -> None:
    match = configuration.new_match(1)
    made = [name for part in match.game.view.PARTS for name in part.make(plain(match.hidden_states(0), 0), 0)]
    assert sorted(made) == sorted(match.game.view.View.__struct_fields__)
