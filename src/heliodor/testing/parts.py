"""Rebuilding only the parts of a view whose sources have changed gives the same view as building all."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from heliodor.core.contract import SPECTATOR
from heliodor.core.kernels import BYTES, INTS
from heliodor.core.parts import field_bounds, source_bits
from heliodor.core.plain import plain
from heliodor.match import Match
from heliodor.testing.configurations import Configuration
from heliodor.testing.scale import scaled
from heliodor.testing.walks import WALKS, all_viewers, random_texts


class Followed:
    """A match hidden from every viewer, now and before."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.readers = np.array(all_viewers(match), INTS)
        self.bounds = field_bounds(match.game.dtype)
        self.now, self.before = np.zeros((2, len(self.readers)), match.game.dtype)
        self.follow()

    def follow(self) -> list[int]:
        """Hide the match again; return the fields that have changed, for each viewer."""
        self.now, self.before = self.before, self.now
        changed = np.zeros(len(self.readers), INTS)
        arrays = self.now, self.now.view(BYTES), self.before.view(BYTES), self.match.states
        self.match.game.kernels.follow(*arrays, self.readers, self.bounds, changed)
        return changed.tolist()


def walk(configuration: Configuration) -> tuple[Match, list[str]]:
    match = configuration.new_match(WALKS[0])
    return match, random_texts(match, WALKS[0], most=scaled(120))


def hiding_from_many_is_hiding_from_each(configuration: Configuration) -> None:
    match, texts = walk(configuration)
    followed = Followed(match)
    names = match.game.dtype.names or ()
    for text in texts[: scaled(40)]:
        match.act(text)
        changed = followed.follow()
        for place, reader in enumerate(followed.readers.tolist()):
            now, before = followed.now[place : place + 1], followed.before[place : place + 1]
            assert now.tobytes() == match.hidden_states(reader).tobytes()
            different = [name for name in names if now[name].tobytes() != before[name].tobytes()]
            assert changed[place] == source_bits(match.game.dtype, " ".join(different))


def parts_change_only_with_their_sources(configuration: Configuration) -> None:
    match, texts = walk(configuration)
    check_parts(match, texts)


def parts_change_only_with_their_sources_if_more_is_shown(configuration: Configuration) -> None:
    display = configuration.game.display
    if display is None:
        return  # There is nothing more to show.
    match, texts = walk(configuration)
    match.display(**{setting.name: setting.choices[-1] for setting in display.SETTINGS})
    check_parts(match, texts)


def check_parts(match: Match, texts: list[str]) -> None:
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
        shared = match.view(SPECTATOR)
        for place, reader in enumerate(followed.readers.tolist()):
            state = plain(followed.now, place)
            for sources, make in parts:
                if changed[place] & sources:
                    for name, value in match.shown.fields(make(state, reader), state).items():
                        setattr(kept[place], name, value)
            whole = shared if reader == SPECTATOR else match.view(reader)
            assert kept[place] == whole
            acts = reader in (had_turn, match.to_act)
            if acts or not own[place] or changed[place] & own_sources:
                own[place] = match.shown.fields(view.own_fields(followed.now, place, reader, shared), state)
            assert msgspec.structs.replace(shared, **own[place]) == whole
        had_turn = match.to_act


def every_field_is_in_one_part(configuration: Configuration) -> None:
    match = configuration.new_match(1)
    made = [name for part in match.game.view.PARTS for name in part.make(plain(match.hidden_states(0), 0), 0)]
    assert sorted(made) == sorted(match.game.view.View.__struct_fields__)


PROMISES = (
    hiding_from_many_is_hiding_from_each,
    parts_change_only_with_their_sources,
    parts_change_only_with_their_sources_if_more_is_shown,
    every_field_is_in_one_part,
)
