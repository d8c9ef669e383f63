"""Nobody learns what he may not know: whatever leaves the rules is the same in every world a seat cannot tell apart.

For a seat, h = hide(s) is all it knows of a state s. A world imagined from h alone differs from s in nothing but
what the seat does not know; so views, encodings, drawings, legal actions, refusals and stories must be the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from heliodor import EVERYTHING, SPECTATOR, BadAction, HeliodorError, Match
from heliodor.core.deck import UNKNOWN
from tests.contract.configurations import Configuration, every_configuration
from tests.contract.fields import differences
from tests.contract.secrets import secrets_of
from tests.contract.texts import plausible_texts
from tests.contract.walks import WALKS, all_viewers, in_state, random_positions
from tests.contract.worlds import imagined

Scale = Callable[[int], int]


def positions_and_viewers(configuration: Configuration, scale: Scale, count: int) -> Iterator[tuple[Match, int]]:
    for seed in WALKS:
        for match in random_positions(configuration, seed, scale(count)):
            for seat in all_viewers(match):
                yield match, seat


@every_configuration
def test_hiding_again_changes_nothing(configuration: Configuration, scale: Scale) -> None:
    for match, seat in positions_and_viewers(configuration, scale, 6):
        hidden = match.hidden_states(seat)
        twice = hidden.copy()
        match.game.kernels.hide(twice, 0, seat)
        assert not differences(hidden, twice), f"hiding twice from seat {seat} is not hiding once"


@every_configuration
def test_a_hidden_state_holds_no_key_and_no_deck(configuration: Configuration, scale: Scale) -> None:
    for match, seat in positions_and_viewers(configuration, scale, 6):
        hidden = match.hidden_states(seat)[0]
        assert not hidden.rng.any()
        assert (hidden.deck == UNKNOWN).all()
        assert hidden.script_pos == hidden.script_end == 0


@every_configuration
def test_a_hidden_state_lacks_the_secrets_and_nothing_else(configuration: Configuration, scale: Scale) -> None:
    for match, seat in positions_and_viewers(configuration, scale, 6):
        expected = match.states.copy()
        for field, nothing in (("rng", 0), ("deck", UNKNOWN), ("script_pos", 0), ("script_end", 0)):
            expected[field] = nothing
        for field, place in secrets_of(configuration.game_id, match.states[0], seat):
            expected[field][0][place] = UNKNOWN
        found = differences(expected, match.hidden_states(seat))
        assert not found, f"what seat {seat} may know by tests/contract/secrets.py, or what hide has left"


@every_configuration
def test_a_spectator_knows_no_more_than_a_seat(configuration: Configuration, scale: Scale) -> None:
    for match, seat in positions_and_viewers(configuration, scale, 4):
        hidden = match.hidden_states(seat)
        match.game.kernels.hide(hidden, 0, SPECTATOR)
        found = differences(hidden, match.hidden_states(SPECTATOR))
        assert not found, f"hidden from seat {seat} and then from a spectator, or from a spectator at once"


@every_configuration
def test_an_imagined_world_hides_to_the_same_bytes(configuration: Configuration, scale: Scale) -> None:
    for match, seat in positions_and_viewers(configuration, scale, 8):
        for seed in range(3):
            world = imagined(match, seat, seed)
            found = differences(match.hidden_states(seat), world.hidden_states(seat))
            assert not found, f"what seat {seat} knows, in the match or in the world that determinize made of it"


@every_configuration
def test_an_imagined_world_looks_the_same(configuration: Configuration, scale: Scale) -> None:
    for match, seat in positions_and_viewers(configuration, scale, 1):
        world = imagined(match, seat, 5)
        assert world.view(seat) == match.view(seat)
        if seat in (SPECTATOR, match.to_act):
            assert world.draw(seat) == match.draw(seat)
        assert world.observe(seat).tolist() == match.observe(seat).tolist(), f"numbers for seat {seat} tell a secret"


@every_configuration
def test_the_seat_to_act_has_the_same_choice_in_every_world(configuration: Configuration, scale: Scale) -> None:
    for match in random_positions(configuration, 11, scale(10)):
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


@every_configuration
def test_a_refusal_tells_no_secret(configuration: Configuration, scale: Scale) -> None:
    texts = plausible_texts(configuration.game_id)
    for number, match in enumerate(random_positions(configuration, 11, scale(4))):
        if match.over:
            continue
        worlds = [match, *(imagined(match, match.to_act, seed) for seed in range(2))]
        for text in some_of(sorted(set(texts) - set(match.legal())), number, 25):
            reasons = {refusal_of(world, text) for world in worlds}
            assert None not in reasons, f"{text} is legal in a world that seat {match.to_act} cannot tell apart"
            assert len(reasons) == 1, f"the refusal of {text} tells seat {match.to_act} what it may not know"


@every_configuration
def test_a_story_depends_on_what_its_reader_knows_alone(configuration: Configuration, scale: Scale) -> None:
    told_alike = 0
    for number, (match, seat) in enumerate(positions_and_viewers(configuration, scale, 2)):
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


@every_configuration
def test_a_story_tells_a_seat_nothing_that_is_not_so(configuration: Configuration, scale: Scale) -> None:
    for number, (match, seat) in enumerate(positions_and_viewers(configuration, scale, 2)):
        for text in some_of(match.legal(), number, 3):
            told = in_state(match, match.states).tell(text, seat)
            whole = in_state(match, match.states).tell(text, EVERYTHING)
            keys = [event.key for event in told]
            assert keys == [event.key for event in whole], f"{text}: seat {seat} gets other events than all"
            for event, full in zip(told, whole, strict=True):
                assert event.seat == full.seat
                for name, fact in event.facts.items():
                    assert_is_hidden_part_of(fact, full.facts[name], f"{event.key} {name} for seat {seat}")


@every_configuration
def test_a_view_shows_a_seat_nothing_that_is_not_so(configuration: Configuration, scale: Scale) -> None:
    for match, seat in positions_and_viewers(configuration, scale, 1):
        whole = msgspec.to_builtins(match.view(EVERYTHING))
        view = msgspec.to_builtins(match.view(seat))
        assert view.keys() == whole.keys()
        assert view.pop("seat") == seat
        legal = view.pop("legal")
        assert legal == (whole["legal"] if seat == match.to_act and not match.over else [])
        for name, value in view.items():
            assert_is_hidden_part_of(value, whole[name], f"{name} for seat {seat}")


@every_configuration
def test_a_view_survives_json(configuration: Configuration, scale: Scale) -> None:
    for match, seat in positions_and_viewers(configuration, scale, 1):
        view = match.view(seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=configuration.game.view.View) == view


@every_configuration
def test_only_seats_spectators_and_everything_can_look(configuration: Configuration) -> None:
    match = configuration.new_match(1)
    for seat in (configuration.players, 99, -3):
        for look in (match.view, match.draw, match.observe, match.hidden_states):
            with pytest.raises(HeliodorError, match=f"no seat {seat}; the seats are 0 to"):
                look(seat)


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
