"""A spectator's view and events, with the private parts of a seat, are what the seat is shown."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from heliodor import SPECTATOR
from tests.contract.configurations import Configuration, every_configuration
from tests.contract.test_hidden import some_of
from tests.contract.walks import WALKS, in_state, random_positions

Scale = Callable[[int], int]


@every_configuration
def test_a_seats_view_is_the_spectators_and_its_own_fields(configuration: Configuration, scale: Scale) -> None:
    view = configuration.game.view
    for match in random_positions(configuration, WALKS[0], scale(4)):
        shared = match.view(SPECTATOR)
        names = set(view.own_fields(match.hidden_states(SPECTATOR), 0, SPECTATOR, shared))
        for seat in range(match.players):
            own = view.own_fields(match.hidden_states(seat), 0, seat, shared)
            assert set(own) == names
            assert msgspec.structs.replace(shared, **own) == match.view(seat)


@every_configuration
def test_only_private_events_of_a_seat_differ_for_it(configuration: Configuration, scale: Scale) -> None:
    for number, match in enumerate(random_positions(configuration, WALKS[0], scale(3))):
        for text in some_of(match.legal(), number, 3):
            told = in_state(match, match.states).tell(text, SPECTATOR)
            for seat in range(match.players):
                for public, own in zip(told, in_state(match, match.states).tell(text, seat), strict=True):
                    assert public == own or (public.seat == seat and public.key in configuration.game.story.OWN_EVENTS)
