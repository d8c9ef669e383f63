"""A record replays to the same match; a record that breaks the format or the rules in one place is refused."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heliodor import BadRecord, Match, get_game
from heliodor.core import record as records
from heliodor.testing.facts import broken_texts
from heliodor.testing.walks import random_match
from tests.conftest import scaled
from tests.contract.configurations import (
    Configuration,
    every_configuration,
    every_game,
    smallest_and_largest_of_every_game,
)
from tests.contract.texts import plausible_texts
from tests.naive import records as naive

Scale = Callable[[int], int]
Json = dict[str, Any]


def as_json(match: Match) -> Json:
    return json.loads(records.encode(match.record()))  # type: ignore[no-any-return]


def replayed(record: Json) -> Match:
    return Match.from_record(records.decode(json.dumps(record)))


def refusal_of(record: Json) -> BadRecord:
    with pytest.raises(BadRecord) as refusal:
        replayed(record)
    message = str(refusal.value)
    assert message
    assert "\n" not in message
    return refusal.value


# --- Round trips --------------------------------------------------------------------------------------------------


@every_configuration
def test_a_record_is_one_of_the_open_format(configuration: Configuration, scale: Scale) -> None:
    for seed in range(scale(2)):
        naive.verify(as_json(random_match(configuration, seed, plies=150)))


@smallest_and_largest_of_every_game
def test_other_fields_of_a_record_are_ignored(configuration: Configuration) -> None:
    record = as_json(random_match(configuration, 1, plies=20))
    defaults = {option.name: option.default for option in configuration.game.options}
    record |= {"fairness": {"seed": None}, "place": ["home"], "options": defaults | record["options"]}
    assert replayed(record).actions == record["actions"]


# --- Records that are broken in one place --------------------------------------------------------------------------

FIELDS = ("format", "game", "options", "first", "shuffles", "actions")
WRONG_TYPES: dict[str, tuple[Any, ...]] = {
    "format": (None, 1, ["heliodor/1"], {}, True),
    "game": (None, 1, ["nizam"], {}),
    "options": (None, 2, "players", [], [["players", 2]]),
    "names": (None, "Ann", 2, {}, [1, 2, 3], [None]),
    "version": (None, "1", True, 1.0, 0.5, [1], {}),
    "first": (None, "0", True, False, 1.0, 0.0, 0.5, [0], {}),
    "shuffles": (None, "R", {}, 7, [1], ["R"], [[1]], [None], [[None]], [["R"], 1]),
    "actions": (None, "draw", {}, 3, [1], [None], [["draw"]]),
    "result": (None, True, 1, "won", [], [[0], [0]]),
}


@cache
def finished(configuration: Configuration) -> str:
    """Return a finished match as JSON."""
    match = random_match(configuration, 3)  # This walk often draws, which makes short matches.
    assert match.over
    return json.dumps(as_json(match))


def good(configuration: Configuration) -> Json:
    return json.loads(finished(configuration))  # type: ignore[no-any-return]


@smallest_and_largest_of_every_game
def test_a_missing_field_is_named(configuration: Configuration) -> None:
    for field in FIELDS:
        record = good(configuration)
        del record[field]
        assert field in str(refusal_of(record))


@smallest_and_largest_of_every_game
def test_a_field_of_the_wrong_type_is_named(configuration: Configuration) -> None:
    for field, values in WRONG_TYPES.items():
        for value in values:
            assert field.rstrip("s") in str(refusal_of(good(configuration) | {field: value})), f"{field}: {value}"


@smallest_and_largest_of_every_game
def test_another_format_or_game_is_refused(configuration: Configuration) -> None:
    assert "heliodor/2" in str(refusal_of(good(configuration) | {"format": "heliodor/2"}))
    assert "there is no game 'chess'" in str(refusal_of(good(configuration) | {"game": "chess"}))


@smallest_and_largest_of_every_game
def test_a_version_that_the_game_does_not_have_is_refused(configuration: Configuration) -> None:
    for version in (0, -1, configuration.game.version + 1, 2**70):
        assert f"has no version {version}" in str(refusal_of(good(configuration) | {"version": version}))


@every_game
def test_every_version_is_replayed_by_its_own_defaults(game_id: str) -> None:
    game = get_game(game_id)
    for version in game.history:
        quick = {option.name: 12 for option in game.options if not option.choices}
        options = {"players": usual_players(game_id), **quick}
        record = naive.random_record(game_id, options, random.Random(5), hoard=0.6, version=version)
        match = replayed(record)
        assert match.over
        assert match.options == game.check_options(options, version)
        assert as_json(match) == record


@smallest_and_largest_of_every_game
def test_the_number_of_players_is_checked(configuration: Configuration) -> None:
    game = configuration.game
    for players in (game.min_players - 1, game.max_players + 1, -1, 2**70, True, 2.0, "2", None, [2]):
        record = good(configuration)
        record["options"]["players"] = players
        assert "players" in str(refusal_of(record))
    record = good(configuration)
    del record["options"]["players"]
    assert "the number of players is missing" in str(refusal_of(record))


@smallest_and_largest_of_every_game
def test_an_unknown_option_is_named(configuration: Configuration) -> None:
    record = good(configuration)
    record["options"]["stal_limit"] = 50
    assert "'stal_limit'" in str(refusal_of(record))


@smallest_and_largest_of_every_game
def test_a_wrong_value_of_an_option_is_named(configuration: Configuration) -> None:
    for option in configuration.game.options:
        for value in (None, "", "no", -1, 0.5, 8.0, [], {}, 1 if option.default is False else True):
            record = good(configuration)
            record["options"][option.name] = value
            assert f"option {option.name} cannot be" in str(refusal_of(record))


@every_game
def test_a_whole_number_without_upper_limit_is_accepted(game_id: str) -> None:
    for option in get_game(game_id).options:
        if not option.choices:
            record = json.loads(short_record(game_id))
            for value in (2**31, 2**63, 10**30):
                record["options"][option.name] = value
                naive.verify(record)
                assert as_json(replayed(record))["options"] == record["options"]


@smallest_and_largest_of_every_game
def test_the_first_seat_is_a_seat(configuration: Configuration) -> None:
    for first in (-1, configuration.players, 99, 2**70):
        assert f"there is no seat {first}" in str(refusal_of(good(configuration) | {"first": first}))


@smallest_and_largest_of_every_game
def test_there_is_a_name_for_each_seat(configuration: Configuration) -> None:
    for count in (0, configuration.players - 1, configuration.players + 1):
        if count != configuration.players:
            record = good(configuration) | {"names": [f"Ann {n}" for n in range(count)]}
            assert f"{configuration.players} names are needed, not {count}" in str(refusal_of(record))


@smallest_and_largest_of_every_game
def test_a_shuffle_of_other_cards_is_refused(configuration: Configuration) -> None:
    for number, cards in enumerate(good(configuration)["shuffles"][:5]):
        other = next(code for code in configuration.game.card_codes if code != cards[0])
        for wrong in ([other, *cards[1:]], cards[1:], [*cards, cards[0]], []):
            record = good(configuration)
            record["shuffles"][number] = wrong
            assert "to be shuffled" in str(refusal_of(record))
        record["shuffles"][number] = ["Zz", *cards[1:]]
        assert f"shuffle {number + 1} holds 'Zz'" in str(refusal_of(record))


@smallest_and_largest_of_every_game
def test_a_shuffle_too_few_or_too_many_is_refused(configuration: Configuration) -> None:
    record = good(configuration)
    last = record["shuffles"].pop()
    assert "another shuffle is needed here" in str(refusal_of(record))
    record["shuffles"] += [last, last]
    assert f"holds {len(record['shuffles'])} shuffles, but only" in str(refusal_of(record))
    record = good(configuration) | {"shuffles": []}
    assert "has only 0" in str(refusal_of(record))


@smallest_and_largest_of_every_game
def test_an_illegal_action_is_refused_with_its_ply_and_rule(configuration: Configuration, scale: Scale) -> None:
    actions = good(configuration)["actions"]
    for ply in {0, 1, len(actions) // 2, len(actions) - 1}:
        there = replayed(good(configuration)).at(ply)
        illegal = sorted(set(plausible_texts(configuration.game_id)) - set(there.legal()))
        for text in random.Random(ply).sample(illegal, min(scale(10), len(illegal))):
            record = good(configuration)
            record["actions"][ply] = text
            refusal = refusal_of(record)
            assert refusal.ply == ply
            assert refusal.rule is not None
            said = f"ply {ply}, rule {refusal.rule}: {text} is not legal for seat {there.to_act}: "
            assert str(refusal).startswith(said)


@smallest_and_largest_of_every_game
def test_a_text_that_is_not_an_action_is_refused_with_its_ply(configuration: Configuration, scale: Scale) -> None:
    for text in broken_texts(configuration)[: scale(200)]:
        record = good(configuration)
        record["actions"][1] = text
        assert refusal_of(record).ply == 1


@smallest_and_largest_of_every_game
def test_an_action_after_the_end_is_refused(configuration: Configuration) -> None:
    for text in plausible_texts(configuration.game_id)[:10]:
        record = good(configuration)
        record["actions"].append(text)
        refusal = refusal_of(record)
        assert refusal.ply == len(record["actions"]) - 1
        assert "comes after the end of the match" in str(refusal)


@smallest_and_largest_of_every_game
def test_a_result_before_the_end_is_refused(configuration: Configuration) -> None:
    record = good(configuration)
    record["actions"].pop()
    message = str(refusal_of(record))
    # If the last action shuffled, there is a shuffle too many, and that is found first.
    assert "the match is not over" in message or "shuffles, but only" in message


@smallest_and_largest_of_every_game
def test_a_finished_match_has_its_result(configuration: Configuration) -> None:
    record = good(configuration)
    del record["result"]
    assert "the match is over, but the record has no result" in str(refusal_of(record))
    for field in ("scores", "winners"):
        record = good(configuration)
        del record["result"][field]
        assert field in str(refusal_of(record))


@smallest_and_largest_of_every_game
def test_wrong_scores_are_refused(configuration: Configuration, scale: Scale) -> None:
    scores = good(configuration)["result"]["scores"]
    wrong_ones: list[Any] = [[], scores[1:], [*scores, scores[0]], None, 0, "0", {}]
    for seat in range(configuration.players):
        for change in changes_of_score(scores[seat]):
            wrong_ones.append([*scores[:seat], change, *scores[seat + 1 :]])
    for wrong in wrong_ones[-scale(100) :]:
        record = good(configuration)
        record["result"]["scores"] = wrong
        assert "scores" in str(refusal_of(record)), wrong


def changes_of_score(score: Any) -> list[Any]:
    if isinstance(score, list):
        first = score[0]
        return [[first + 1, *score[1:]], [float(first), *score[1:]], score[1:], [*score, 0], None, 3]
    return [score + 1, score - 1, float(score), str(score), None, [score], bool(score)]


@smallest_and_largest_of_every_game
def test_wrong_winners_are_refused(configuration: Configuration) -> None:
    winners = good(configuration)["result"]["winners"]
    first, others = winners[0], winners[1:]
    wrong_ones: list[Any] = [[], [*winners, winners[-1]], [99], [-1], [None], None, 0]
    wrong_ones += [[float(first), *others], [bool(first), *others], [str(first), *others]]
    if len(winners) < configuration.players:
        loser = min(set(range(configuration.players)) - set(winners))
        wrong_ones += [[loser], sorted([*winners, loser])]
    for wrong in wrong_ones:
        record = good(configuration)
        record["result"]["winners"] = wrong
        assert "winners" in str(refusal_of(record)), wrong


# --- Broken JSON --------------------------------------------------------------------------------------------------


@smallest_and_largest_of_every_game
def test_a_record_cut_off_anywhere_is_refused(configuration: Configuration, scale: Scale) -> None:
    line = finished(configuration).encode()
    rng = random.Random(4)
    for end in {0, 1, len(line) - 1, *(rng.randrange(len(line)) for _ in range(scale(100)))}:
        with pytest.raises(BadRecord):
            records.decode(line[:end])


@smallest_and_largest_of_every_game
def test_a_record_followed_by_something_is_refused(configuration: Configuration) -> None:
    line = finished(configuration).encode()
    for more in (b"x", b"{}", b"]", line):
        with pytest.raises(BadRecord, match="not JSON"):
            records.decode(line + more)


@every_game
@given(place=st.floats(0, 1), byte=st.integers(0, 255))
def test_a_damaged_byte_leads_to_a_refusal_at_worst(game_id: str, place: float, byte: int) -> None:
    line = bytearray(short_record(game_id).encode())
    line[int(place * (len(line) - 1))] = byte
    try:
        Match.from_record(records.decode(bytes(line)))
    except BadRecord as error:
        assert str(error)


# --- Agreement with the reference that was written from the rules alone --------------------------------------------


@cache
def short_record(game_id: str) -> str:
    """Return an unfinished match of a few actions as JSON."""
    options = {"players": usual_players(game_id)}
    return json.dumps(naive.random_record(game_id, options, random.Random(5), unfinished_at=12))


def usual_players(game_id: str) -> int:
    """Return three players, or the nearest number that the game allows."""
    game = get_game(game_id)
    return max(game.min_players, min(3, game.max_players))


@cache
def record_pool(game_id: str) -> tuple[str, ...]:
    """Return records of the reference: short ones, longer ones, finished ones."""
    rng = random.Random(3)
    game = get_game(game_id)
    quick = {"stall_limit": 12} if game_id == "pearl" else {}
    lengths = (0, 3, 8, 20, 40, None, None)
    return tuple(
        json.dumps(naive.random_record(game_id, {"players": players, **quick}, rng, length, hoard))
        for players in game.players[:2]
        for length in lengths
        for hoard in (0.0, 0.6)
    )


def accepted_by_engine(text: str) -> bool:
    try:
        Match.from_record(records.decode(text))
    except BadRecord:
        return False
    return True


def accepted_by_reference(text: str) -> bool:
    try:
        naive.verify(json.loads(text))
    except naive.BadRecord:
        return False
    return True


@every_game
def test_both_accept_the_records_of_the_reference(game_id: str) -> None:
    for text in record_pool(game_id):
        assert accepted_by_reference(text)
        assert accepted_by_engine(text)


@st.composite
def mutated_records(draw: st.DrawFn, game_id: str) -> str:
    """Draw a record of the reference with one or two changes, some of which do no harm."""
    record = json.loads(draw(st.sampled_from(record_pool(game_id))))
    for change in draw(st.lists(st.sampled_from(CHANGES), min_size=1, max_size=2)):
        change(draw, record)
    return json.dumps(record)


def place_in(draw: st.DrawFn, things: list[Any]) -> int:
    return draw(st.integers(0, max(0, len(things) - 1)))


def swap_cards(draw: st.DrawFn, record: Json) -> None:
    if record["shuffles"]:
        cards = record["shuffles"][place_in(draw, record["shuffles"])]
        i, j = place_in(draw, cards), place_in(draw, cards)
        cards[i], cards[j] = cards[j], cards[i]


def change_card(draw: st.DrawFn, record: Json) -> None:
    if record["shuffles"]:
        cards = record["shuffles"][place_in(draw, record["shuffles"])]
        cards[place_in(draw, cards)] = draw(st.sampled_from([*get_game(record["game"]).card_codes, "?"]))


def drop_shuffle(draw: st.DrawFn, record: Json) -> None:
    if record["shuffles"]:
        del record["shuffles"][place_in(draw, record["shuffles"])]


def double_shuffle(draw: st.DrawFn, record: Json) -> None:
    if record["shuffles"]:
        record["shuffles"].append(copy.copy(record["shuffles"][-1]))


def drop_action(draw: st.DrawFn, record: Json) -> None:
    if record["actions"]:
        del record["actions"][place_in(draw, record["actions"])]


def drop_last_actions(draw: st.DrawFn, record: Json) -> None:
    del record["actions"][place_in(draw, record["actions"]) :]


def double_action(draw: st.DrawFn, record: Json) -> None:
    if record["actions"]:
        place = place_in(draw, record["actions"])
        record["actions"].insert(place, record["actions"][place])


def change_action(draw: st.DrawFn, record: Json) -> None:
    if record["actions"]:
        place = place_in(draw, record["actions"])
        record["actions"][place] = draw(st.sampled_from(plausible_texts(record["game"])))


def reorder_payment(draw: st.DrawFn, record: Json) -> None:
    paid = [place for place, text in enumerate(record["actions"]) if ":" in text]
    if paid:
        place = draw(st.sampled_from(paid))
        shift, _colon, payment = record["actions"][place].partition(":")
        record["actions"][place] = f"{shift}:{''.join(draw(st.permutations(payment)))}"


def add_action(draw: st.DrawFn, record: Json) -> None:
    record["actions"].append(draw(st.sampled_from(plausible_texts(record["game"])[:60])))


def change_first(draw: st.DrawFn, record: Json) -> None:
    record["first"] = draw(st.integers(-1, 3))


def change_players(draw: st.DrawFn, record: Json) -> None:
    record["options"]["players"] = draw(st.integers(0, 7))


def change_option(draw: st.DrawFn, record: Json) -> None:
    options = {option.name: option for option in get_game(record["game"]).options}
    name = draw(st.sampled_from(sorted(options)))
    values = [*options[name].choices, 1, 2, 12, 10**12, True, False, "finish", "box", 9, None]
    record["options"][name] = draw(st.sampled_from(values))


def change_version(draw: st.DrawFn, record: Json) -> None:
    record["version"] = draw(st.sampled_from([1, 1, 2, 2, 0, 3, None, "1", True, 1.0]))


def drop_version(draw: st.DrawFn, record: Json) -> None:
    record.pop("version", None)


def drop_result(draw: st.DrawFn, record: Json) -> None:
    record.pop("result", None)


def change_result(draw: st.DrawFn, record: Json) -> None:
    result = record.setdefault("result", {"scores": [0, 0], "winners": [0, 1]})
    result[draw(st.sampled_from(["scores", "winners"]))] = draw(
        st.sampled_from([[0], [1], [0, 1], [0, 0], [3, 0], [], None, [True], [0.0, 1]])
    )


def change_names(draw: st.DrawFn, record: Json) -> None:
    record["names"] = draw(st.sampled_from([["Ann"], ["Ann", "Bob"], ["Ann", "Bob", "Cy"], None, ["Ann", 2], "Ann"]))


CHANGES: list[Callable[[st.DrawFn, Json], None]] = [
    swap_cards,
    swap_cards,
    change_card,
    drop_shuffle,
    double_shuffle,
    drop_action,
    drop_last_actions,
    double_action,
    change_action,
    reorder_payment,
    add_action,
    change_first,
    change_players,
    change_option,
    change_version,
    drop_version,
    drop_result,
    change_result,
    change_names,
]


@every_game
@settings(max_examples=max(10, scaled(150)))
@given(data=st.data())
def test_engine_and_reference_agree_about_changed_records(game_id: str, data: st.DataObject) -> None:
    text = data.draw(mutated_records(game_id))
    assert accepted_by_engine(text) == accepted_by_reference(text)
