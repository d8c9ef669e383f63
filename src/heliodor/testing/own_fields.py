"""A spectator's view and events, with a seat's own fields and events put in, are what the seat gets."""

from __future__ import annotations

import msgspec

from heliodor.core.contract import SPECTATOR
from heliodor.testing.configurations import Configuration
from heliodor.testing.hidden import some_of
from heliodor.testing.scale import scaled
from heliodor.testing.walks import WALKS, in_state, random_positions


def a_seats_view_is_the_spectators_and_its_own_fields(configuration: Configuration) -> None:
    view = configuration.game.view
    for match in random_positions(configuration, WALKS[0], scaled(4)):
        shared = match.view(SPECTATOR)
        names = set(view.own_fields(match.hidden_states(SPECTATOR), 0, SPECTATOR, shared))
        for seat in range(match.players):
            own = view.own_fields(match.hidden_states(seat), 0, seat, shared)
            assert set(own) == names
            assert msgspec.structs.replace(shared, **own) == match.view(seat)


def only_private_events_of_a_seat_differ_for_it(configuration: Configuration) -> None:
    for number, match in enumerate(random_positions(configuration, WALKS[0], scaled(3))):
        for text in some_of(match.legal(), number, 3):
            told = in_state(match, match.states).tell(text, SPECTATOR)
            for seat in range(match.players):
                for public, own in zip(told, in_state(match, match.states).tell(text, seat), strict=True):
                    assert public == own or (public.seat == seat and public.key in configuration.game.story.OWN_EVENTS)


PROMISES = (
    a_seats_view_is_the_spectators_and_its_own_fields,
    only_private_events_of_a_seat_differ_for_it,
)
