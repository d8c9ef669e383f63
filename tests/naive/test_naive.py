"""The reference itself: sample records, random games, the rulebooks' examples, refused records."""

import copy
import json
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from . import GAMES
from .board import KINDS, SHIFTS, shifted
from .gnomes import all_cards, best_split, best_split_of_few
from .luz import points_of_deal, trick_winner
from .nizam import points_for, scoring_combinations
from .records import BadRecord, random_record, verify
from .shuffles import Random, Refused

RECORDS = Path(__file__).parent.parent / "data" / "records"

# What the refusal of a bad sample says, by the sample's note.
REASONS = {
    "wrong score": "wrong scores",
    "done before any shift": "N9: done before any shift",
    "the first shuffle is not twelve of each kind": "shuffle 1 is not twelve of each kind",
    "a result, but the game is not over": "a result, but the game is not over",
    "the pearl is not a kind": "the pearl is not a kind",
    "unknown option": "unknown option 'stal_limit'",
    "an action after the end": "comes after the end",
    "a shuffle too many": "too many",
    "wrong winner": "wrong winners",
    "no such slot": "no such slot",
    "Gnomes has versions 1 and 2 only": "gnomes has no version 3",
    "version is not a whole number": "version is not a whole number: '2'",
    "without version the rules are version 1: last_round is finish, and the game is over earlier": "after the end",
    "Nizam has version 1 only": "nizam has no version 2",
}

# Every player count with every option, and with several chances to hoard.
NIZAM = [{"players": 1, "solo_hand_limit": limit} for limit in (8, 9)]
NIZAM += [{"players": players} for players in range(1, 6)]
PEARL = [{"players": players, "stall_limit": limit} for players in range(2, 6) for limit in (1, 10, 50)]
GNOMES = [
    {"players": players, "deck": deck, "quick_start": quick_start, "last_round": last_round}
    for players in range(2, 7)
    for deck in ("three_shapes", "six_shapes")
    for quick_start in (False, True)
    for last_round in ("finish", "full")
]
LUZ = [{"players": players, "bead_supply": supply} for players in range(3, 6) for supply in ("unlimited", "box")]
HOARDS = (0.0, 0.5, 0.9)
SMALL = [("nizam", 1), ("nizam", 3), ("pearl", 2), ("gnomes", 3), ("luz", 3)]


def samples(name: str) -> list[dict[str, Any]]:
    lines = (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def play_and_verify(game: str, options: dict[str, Any], times: int, hoard: float = 0.0) -> None:
    for seed in range(times):
        record = random_record(game, options, random.Random(seed), hoard=hoard)
        assert "result" in record
        verify(json.loads(json.dumps(record)))


# Samples.


@pytest.mark.parametrize("name", [*GAMES, "gnomes-v2"])
def test_valid_samples_are_accepted(name: str) -> None:
    records = samples(name)
    assert records
    for record in records:
        assert record["game"] == name.removesuffix("-v2")
        verify(record)


@pytest.mark.parametrize("record", samples("bad") + samples("bad-v2"), ids=lambda record: record["note"])
def test_bad_samples_are_refused_for_their_reason(record: dict[str, Any]) -> None:
    with pytest.raises(BadRecord, match=REASONS[record["note"]]):
        verify(record)


# Random games.


@pytest.mark.parametrize("hoard", HOARDS)
@pytest.mark.parametrize("options", NIZAM, ids=str)
def test_random_nizam(options: dict[str, Any], hoard: float) -> None:
    play_and_verify("nizam", options, 4, hoard)


@pytest.mark.parametrize("hoard", HOARDS)
@pytest.mark.parametrize("options", PEARL, ids=str)
def test_random_pearl(options: dict[str, Any], hoard: float) -> None:
    play_and_verify("pearl", options, 3, hoard)


@pytest.mark.parametrize("players", range(2, 6))
def test_random_pearl_with_the_default_stall_limit(players: int) -> None:
    play_and_verify("pearl", {"players": players}, 1)


@pytest.mark.parametrize("options", GNOMES, ids=str)
def test_random_gnomes(options: dict[str, Any]) -> None:
    play_and_verify("gnomes", options, 4)


@pytest.mark.parametrize(("version", "rounds"), [(1, 1), (2, 2)])
def test_s09_the_version_decides_how_many_rounds_are_left_when_the_deck_is_empty(version: int, rounds: int) -> None:
    for players in range(2, 7):
        record = random_record("gnomes", {"players": players}, random.Random(players), version=version)
        assert record.get("version", 1) == version
        verify(record)
        cards_taken = len(all_cards("three_shapes")) - 5 * players - 3  # One a turn, until the deck is empty.
        assert len(record["actions"]) == 2 * players * (-(-cards_taken // players) + rounds - 1)


@pytest.mark.parametrize("options", LUZ, ids=str)
def test_random_luz(options: dict[str, Any]) -> None:
    play_and_verify("luz", options, 40)


@pytest.mark.parametrize(("game", "players"), SMALL)
@pytest.mark.parametrize("length", [0, 1, 7, 30])
def test_unfinished_games_verify(game: str, players: int, length: int) -> None:
    record = random_record(game, {"players": players}, random.Random(length), length)
    assert len(record["actions"]) == length
    assert "result" not in record
    verify(record)


def test_the_same_seed_gives_the_same_record() -> None:
    records = [random_record("nizam", {"players": 2}, random.Random(3)) for _ in range(2)]
    assert records[0] == records[1]


def cards_of(game: Any) -> Counter[str]:
    """Return all cards of a game of Nizam, Pearl or Gnomes, wherever they are."""
    if hasattr(game, "board"):
        places = [game.board, *game.hands, game.deck.cards, game.deck.discard]
    else:
        opened = [card for card in game.open if card]
        places = [*game.hands, *game.curses, *game.gems, game.deck, opened, game.discard]
        places.append(["C"] * sum(game.caves))
    return Counter(card for place in places for card in place)


@pytest.mark.parametrize("hoard", HOARDS)
@pytest.mark.parametrize(
    ("game", "options", "cards"),
    [
        ("nizam", {"players": 4}, list(KINDS) * 12),
        ("pearl", {"players": 3, "stall_limit": 30}, [*list(KINDS) * 9, "P"]),
        ("gnomes", {"players": 2, "quick_start": True}, all_cards("three_shapes")),
    ],
)
def test_no_card_is_lost(game: str, options: dict[str, Any], cards: list[str], hoard: float) -> None:
    rng = random.Random(11)
    played = GAMES[game](options, 0, Random(rng))
    while not played.is_over():
        legal = played.legal()
        assert legal
        assert len(set(legal)) == len(legal)
        assert played.to_act() in range(options["players"])
        draws = "draw" in legal and rng.random() < hoard
        played.act("draw" if draws else rng.choice(legal))
        assert cards_of(played) == Counter(cards)
    assert played.legal() == []
    assert played.to_act() is None


def some_texts(game: str) -> list[str]:
    """Return texts that are, or look like, actions of any turn of a game."""
    if game in ("nizam", "pearl"):
        payments = ["", ":RCT", ":XXX", ":TCR", ":RR", ":", ":PPP"]
        shifts = [shift + payment for shift in SHIFTS for payment in payments]
        return [
            *shifts,
            *(f"task {kind}" for kind in KINDS + "P"),
            "draw",
            "done",
            "pass",
            "3^",
            "",
        ]
    if game == "luz":
        numbers = ["0", "1", "5", "10", "11", "+", "", "05", "1 ", "-1"]
        return [f"{verb} {number}{more}" for verb in ("bid", "play") for number in numbers for more in ("", "+")]
    cards = sorted({*all_cards("three_shapes"), "Rx", "P"})
    texts = [f"{verb} {card}" for verb in ("lay", "drop", "wind", "curse") for card in cards]
    texts += [f"curse {card} {seat}" for card in ("K", "FO", "Ro") for seat in range(-1, 4)]
    texts += [f"wind {wind} {fog}" for wind in ("WR", "WB", "C") for fog in ("FO", "FP", "K")]
    return [
        *texts,
        *(f"take {what}" for what in ("deck", "0", "1", "2", "3", "4")),
        "skip",
        "pass",
        "x",
    ]


def state_of(game: Any) -> dict[str, Any]:
    state = {name: value for name, value in vars(game).items() if name != "shuffles"}
    if hasattr(game, "board"):
        deck = state.pop("deck")
        state |= {"deck": deck.cards, "discard": deck.discard, "run_outs": deck.run_outs}
    return copy.deepcopy(state)


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_refused_actions_change_nothing(game: str, players: int) -> None:
    rng = random.Random(5)
    played = GAMES[game]({"players": players}, 1 % players, Random(rng))
    for _ in range(25):
        legal, before = played.legal(), state_of(played)
        for text in set(some_texts(game)) - set(legal):
            with pytest.raises(Refused) as refusal:
                played.act(text)
            assert refusal.value.rule
            assert refusal.value.message
        assert state_of(played) == before
        played.act(rng.choice(legal))


# The rulebooks' examples.


def test_a_four_and_a_three_are_nine_points() -> None:
    # Column a sliding down brings an R to two in row 1 and an A to three in row 2.
    before = [*"ARRCE", *"RAAAQ", *"EQSAX", *"CTEQS", *"RCTEA"]
    combinations = scoring_combinations([before, shifted("av", before)])
    assert sorted(len(cells) for cells in combinations) == [3, 4]
    assert points_for(combinations) == 5 + 3 + 1


@pytest.mark.parametrize(("tricks", "points"), [(3, 5), (6, -15), (2, -5)])
def test_luz_bet_three_with_safety_bead_in_deal_one(tricks: int, points: int) -> None:
    assert points_of_deal(1, 3, True, tricks) == points


def test_luz_red_four_wins_the_trick() -> None:
    assert trick_winner(["R4", "R3", "G3", "R2"]) == 0


@pytest.mark.parametrize(
    "gems",
    [["Ro", "Ho", "So", "Ro", "Ho", "D"], ["Ho", "Hs", "Ht", "Ht", "Ho", "D"]],
    ids=["five round ones", "five heliodors"],
)
def test_gnomes_five_and_a_diamond_are_a_set_of_six(gems: list[str]) -> None:
    assert best_split(gems) == (1, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("deck", ["three_shapes", "six_shapes"])
def test_best_split_is_the_best_of_all_partitions(deck: str) -> None:
    rng = random.Random(2)
    gems = [card for card in all_cards(deck) if card == "D" or card[-1] in "osthdm"]
    assert len(gems) == 58
    for _ in range(150):
        hand = rng.sample(gems, rng.randrange(10))
        assert best_split(hand) == best_split_of_few(hand)


# Records that break the format or the rules in one place.

Change = Callable[[dict[str, Any]], Any]


def put(*path: Any) -> Change:
    """Return a change that puts the last of `path` at the place named by the others."""

    def change(record: dict[str, Any]) -> None:
        place: Any = record
        for key in path[:-2]:
            place = place[key]
        place[path[-2]] = path[-1]

    return change


CHANGES: list[tuple[str, Change, str]] = [
    ("nizam", put("format", "heliodor/2"), "format"),
    ("nizam", put("game", "chess"), "unknown game"),
    ("nizam", put("game", ["nizam"]), "unknown game"),
    ("nizam", put("options", []), "options"),
    ("nizam", put("options", "players", 6), "players"),
    ("nizam", put("options", "players", True), "players"),
    ("nizam", put("options", "players", 2.0), "players"),
    ("nizam", lambda record: record["options"].pop("players"), "players"),
    ("pearl", put("options", "players", 1), "players"),
    ("gnomes", put("options", "players", 7), "players"),
    ("luz", put("options", "players", 2), "players"),
    ("nizam", put("options", "stall_limit", 200), "unknown option"),
    ("nizam", put("options", "solo_hand_limit", 7), "unknown value"),
    ("pearl", put("options", "stall_limit", 0), "unknown value"),
    ("pearl", put("options", "stall_limit", True), "unknown value"),
    ("pearl", put("options", "stall_limit", "200"), "unknown value"),
    ("gnomes", put("options", "quick_start", 0), "unknown value"),
    ("gnomes", put("options", "deck", "four_shapes"), "unknown value"),
    ("gnomes", put("options", "last_round", []), "unknown value"),
    ("luz", put("options", "bead_supply", "bag"), "unknown value"),
    ("luz", put("version", 2), "luz has no version 2"),
    ("gnomes", put("version", 0), "gnomes has no version 0"),
    ("gnomes", put("version", None), "version is not a whole number"),
    ("gnomes", put("version", 2.0), "version is not a whole number"),
    ("gnomes", put("version", True), "version is not a whole number"),
    ("gnomes", put("version", 1), "comes after the end"),
    ("luz", put("first", -1), "first"),
    ("luz", put("first", 3), "first"),
    ("luz", put("first", "0"), "first"),
    ("luz", lambda record: record.pop("first"), "first"),
    ("luz", put("names", ["Ann", "Bob"]), "names"),
    ("luz", put("names", ["Ann", "Bob", 3]), "names"),
    ("luz", put("shuffles", "R1"), "shuffles"),
    ("luz", put("shuffles", 0, 0, 1), "shuffles"),
    ("luz", put("shuffles", 2, 0, "R9"), "shuffle 3 is not"),
    ("luz", lambda record: record["shuffles"].pop(), "shuffle 4 .* is missing"),
    ("pearl", lambda record: record["shuffles"].append(["R"]), "too many"),
    ("pearl", lambda record: record["shuffles"][0].append("P"), "shuffle 1 is not"),
    ("nizam", lambda record: record["shuffles"].clear(), "shuffle 1 .* is missing"),
    ("nizam", put("actions", "draw"), "actions"),
    ("nizam", put("actions", 0, None), "actions"),
    ("nizam", put("actions", 0, "pass"), "N18"),
    ("gnomes", put("actions", 0, "skip"), "S9"),
    ("gnomes", lambda record: record["actions"].append("take deck"), "after the end"),
    ("gnomes", lambda record: record["actions"].pop(), "not over"),
    ("luz", lambda record: record.pop("result"), "no result"),
    ("luz", put("result", None), "result"),
    ("luz", put("result", "scores", [0, 0]), "wrong scores"),
    ("luz", lambda record: record["result"].pop("winners"), "wrong winners"),
    ("nizam", put("result", "winners", [False, 1]), "wrong winners"),
    ("gnomes", put("result", "scores", 0, 0, 9), "wrong scores"),
]


@cache
def good_record(game: str) -> dict[str, Any]:
    options = {"players": 3 if game == "luz" else 2}
    record = random_record(game, options, random.Random(8))
    verify(record)
    return record


@pytest.mark.parametrize(("game", "change", "reason"), CHANGES)
def test_a_broken_record_is_refused(game: str, change: Change, reason: str) -> None:
    record = copy.deepcopy(good_record(game))
    change(record)
    with pytest.raises(BadRecord, match=reason):
        verify(record)


def test_a_record_is_an_object() -> None:
    with pytest.raises(BadRecord, match="object"):
        verify([])  # type: ignore[arg-type]


def test_names_and_unknown_fields_are_allowed() -> None:
    record = random_record("luz", {"players": 3}, random.Random(8))
    verify(record | {"names": ["Ann", "Bob", "Cy"], "fairness": {"seed": "00"}, "place": "home"})
