"""No seat learns what it may not know: all output is the same in every world that the seat cannot tell apart.

For a seat, h = hide(s) is everything it knows about a state s. A world imagined from h alone differs from s only in
what the seat does not know. So views, encodings, drawings, legal actions, refusals and stories must be the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from heliodor.core.contract import EVERYTHING, SPECTATOR, States
from heliodor.core.deck import UNKNOWN
from heliodor.core.errors import BadAction, HeliodorError
from heliodor.match import Match
from heliodor.testing.configurations import Configuration
from heliodor.testing.errors import error_of
from heliodor.testing.facts import needs, plausible_texts, secrets_of
from heliodor.testing.fields import differences
from heliodor.testing.scale import scaled
from heliodor.testing.walks import WALKS, all_viewers, in_state, random_positions
from heliodor.testing.worlds import imagined


def positions_and_viewers(configuration: Configuration, count: int) -> Iterator[tuple[Match, int]]:
    for seed in WALKS:
        for match in random_positions(configuration, seed, scaled(count)):
            for seat in all_viewers(match):
                yield match, seat


def hiding_again_changes_nothing(configuration: Configuration) -> None:
    for match, seat in positions_and_viewers(configuration, 6):
        hidden = match.hidden_states(seat)
        twice = hidden.copy()
        match.game.kernels.hide(twice, 0, seat)
        assert not differences(hidden, twice), f"hiding twice from seat {seat} is not hiding once"


def a_hidden_state_holds_no_key_and_no_deck(configuration: Configuration) -> None:
    for match, seat in positions_and_viewers(configuration, 6):
        hidden = match.hidden_states(seat)[0]
        assert not hidden.rng.any()
        assert (hidden.deck == UNKNOWN).all()
        assert hidden.script_pos == hidden.script_end == 0


@needs("secrets")
def a_hidden_state_lacks_the_secrets_and_nothing_else(configuration: Configuration) -> None:
    for match, seat in positions_and_viewers(configuration, 6):
        expected = match.states.copy()
        for field, nothing in (("rng", 0), ("deck", UNKNOWN), ("script_pos", 0), ("script_end", 0)):
            expected[field] = nothing
        for field, place in secrets_of(configuration, match.states[0], seat):
            expected[field][0][place] = UNKNOWN
        found = differences(expected, match.hidden_states(seat))
        assert not found, f"seat {seat}: what it may know by the facts, and what hide has left, differ"


def a_spectator_knows_no_more_than_a_seat(configuration: Configuration) -> None:
    for match, seat in positions_and_viewers(configuration, 4):
        hidden = match.hidden_states(seat)
        match.game.kernels.hide(hidden, 0, SPECTATOR)
        found = differences(hidden, match.hidden_states(SPECTATOR))
        assert not found, f"hiding from seat {seat}, then from a spectator, differs from hiding from a spectator"


def an_imagined_world_hides_to_the_same_bytes(configuration: Configuration) -> None:
    for match, seat in positions_and_viewers(configuration, 8):
        for seed in range(3):
            world = imagined(match, seat, seed)
            found = differences(match.hidden_states(seat), world.hidden_states(seat))
            assert not found, f"seat {seat} knows something else in the match than in a world made by determinize"


def an_imagined_world_looks_the_same(configuration: Configuration) -> None:
    for match, seat in positions_and_viewers(configuration, 1):
        world = imagined(match, seat, 5)
        assert world.view(seat) == match.view(seat)
        if seat in (SPECTATOR, match.to_act):
            assert world.draw(seat) == match.draw(seat)
        assert world.observe(seat).tolist() == match.observe(seat).tolist(), f"numbers for seat {seat} tell a secret"


def numbers_from_an_open_state_are_those_from_a_hidden_one(configuration: Configuration) -> None:
    """For an encoding that states HIDES, this is what keeps secrets: its `encode` gets states that are not hidden."""
    for match, seat in positions_and_viewers(configuration, 8):
        expected = numbers_of(match, match.hidden_states(seat), seat)
        for states in (match.states, imagined(match, seat, 6).states, imagined(match, seat, 7).states):
            assert numbers_of(match, states, seat) == expected, f"numbers for seat {seat} depend on what `hide` removes"


def numbers_of(match: Match, states: States, seat: int) -> bytes:
    numbers = np.empty(match.game.encoding.SIZE, np.int8)
    place, viewer = np.zeros(1, np.int64), np.full(1, seat, np.int64)
    match.game.kernels.observe_many(states, states.copy(), place, viewer, numbers)
    return numbers.tobytes()


def the_seat_to_act_has_the_same_choice_in_every_world(configuration: Configuration) -> None:
    for match in random_positions(configuration, 11, scaled(10)):
        if match.over:
            continue
        hidden = in_state(match, match.hidden_states(match.to_act))
        world = imagined(match, match.to_act, 8)
        assert world.legal() == match.legal()
        assert hidden.legal() == match.legal()


def refusal_of(match: Match, text: str) -> str | None:
    try:
        match.act(text)
    except BadAction as error:
        return f"{type(error).__name__}: {error}"
    return None


@needs("texts")
def a_refusal_tells_no_secret(configuration: Configuration) -> None:
    texts = plausible_texts(configuration)
    for number, match in enumerate(random_positions(configuration, 11, scaled(4))):
        if match.over:
            continue
        worlds = [match, *(imagined(match, match.to_act, seed) for seed in range(2))]
        for text in some_of(sorted(set(texts) - set(match.legal())), number, 25):
            reasons = {refusal_of(world, text) for world in worlds}
            assert None not in reasons, f"{text} is legal in a world that seat {match.to_act} cannot tell apart"
            assert len(reasons) == 1, f"the refusal of {text} tells seat {match.to_act} what it may not know"


def a_story_depends_only_on_what_its_reader_knows(configuration: Configuration) -> None:
    told_alike = 0
    for number, (match, seat) in enumerate(positions_and_viewers(configuration, 2)):
        if match.over:
            continue
        world = imagined(match, seat, 9)
        for text in some_of(sorted(set(match.legal()) & set(world.legal())), number, 4):
            here, there = in_state(match, match.states), in_state(world, world.states)
            told_here, told_there = here.tell(text, seat), there.tell(text, seat)
            if here.hidden_states(seat).tobytes() == there.hidden_states(seat).tobytes():
                assert told_here == told_there
                told_alike += 1
    assert told_alike > 0


def a_story_tells_a_seat_nothing_false(configuration: Configuration) -> None:
    for number, (match, seat) in enumerate(positions_and_viewers(configuration, 2)):
        for text in some_of(match.legal(), number, 3):
            told = in_state(match, match.states).tell(text, seat)
            whole = in_state(match, match.states).tell(text, EVERYTHING)
            keys = [event.key for event in told]
            assert keys == [event.key for event in whole], (
                f"{text}: seat {seat} gets other events than a reader who sees everything"
            )
            for event, full in zip(told, whole, strict=True):
                assert event.seat == full.seat
                for name, fact in event.facts.items():
                    assert_is_hidden_part_of(fact, full.facts[name], f"{event.key} {name} for seat {seat}")


def a_view_shows_a_seat_nothing_false(configuration: Configuration) -> None:
    for match, seat in positions_and_viewers(configuration, 1):
        whole = msgspec.to_builtins(match.view(EVERYTHING))
        view = msgspec.to_builtins(match.view(seat))
        assert view.keys() == whole.keys()
        assert view.pop("seat") == seat
        legal = view.pop("legal")
        assert legal == (whole["legal"] if seat == match.to_act and not match.over else [])
        for name, value in view.items():
            assert_is_hidden_part_of(value, whole[name], f"{name} for seat {seat}")


def a_view_survives_json(configuration: Configuration) -> None:
    for match, seat in positions_and_viewers(configuration, 1):
        view = match.view(seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=configuration.game.view.View) == view


def only_seats_spectators_and_everything_can_look(configuration: Configuration) -> None:
    match = configuration.new_match(1)
    for seat in (configuration.players, 99, -3):
        for look in (match.view, match.draw, match.observe, match.hidden_states):
            error = error_of(HeliodorError, look, seat)
            assert error is not None and f"no seat {seat}; the seats are 0 to" in str(error)


def some_of(texts: list[str], seed: int, count: int) -> list[str]:
    return random.Random(seed).sample(texts, min(count, len(texts)))


def assert_is_hidden_part_of(shown: Any, whole: Any, name: str) -> None:
    """Fail unless `shown` is `whole` with some parts blanked: as null, or as question marks in a text."""
    if shown is None:
        return
    untrue = f"{name} is shown as {shown!r}, but is {whole!r}; what a seat may not know is None, or ? in a text"
    if isinstance(shown, dict):
        assert shown.keys() == whole.keys(), untrue
        for key in shown:
            assert_is_hidden_part_of(shown[key], whole[key], f"{name}.{key}")
    elif isinstance(shown, list):
        assert len(shown) == len(whole), untrue
        for place, (part, full) in enumerate(zip(shown, whole, strict=True)):
            assert_is_hidden_part_of(part, full, f"{name}[{place}]")
    elif isinstance(shown, str):
        assert re.fullmatch(re.escape(shown).replace(r"\?", ".+"), whole), untrue
    else:
        assert shown == whole, untrue


PROMISES = (
    hiding_again_changes_nothing,
    a_hidden_state_holds_no_key_and_no_deck,
    a_hidden_state_lacks_the_secrets_and_nothing_else,
    a_spectator_knows_no_more_than_a_seat,
    an_imagined_world_hides_to_the_same_bytes,
    an_imagined_world_looks_the_same,
    numbers_from_an_open_state_are_those_from_a_hidden_one,
    the_seat_to_act_has_the_same_choice_in_every_world,
    a_refusal_tells_no_secret,
    a_story_depends_only_on_what_its_reader_knows,
    a_story_tells_a_seat_nothing_false,
    a_view_shows_a_seat_nothing_false,
    a_view_survives_json,
    only_seats_spectators_and_everything_can_look,
)
