"""What a seat sees of Luz."""

from __future__ import annotations

import random

import msgspec
import pytest

from heliodor.core.contract import EVERYTHING, SPECTATOR
from heliodor.games.luz import GAME
from heliodor.games.luz.view import Bet, Play, Trick, View

from .position import CODES, Position, dealt, last_trick, position


def view_of(match: Position, seat: int) -> View:
    states = match.states if seat == EVERYTHING else match.hidden_from(seat)
    return GAME.view.render(states, 0, seat)


def json_of(view: View) -> str:
    return msgspec.json.encode(view).decode()


def random_match(players: int, seed: int, plies: int) -> Position:
    match = dealt(players, seed)
    rng = random.Random(seed)
    for _ in range(plies):
        match.play(rng.choice(match.legal))
    return match


def test_the_start_of_a_match() -> None:
    match = dealt(4, first=2)
    view = view_of(match, 3)
    assert (view.game, view.seat, view.players, view.first) == ("luz", 3, 4, 2)
    assert (view.to_act, view.phase, view.over) == (3, "betting", False)
    assert (view.deal, view.dealer, view.marker, view.highest_value) == (1, 2, 3, 10)
    assert (view.bead_supply, view.beads_left) == ("unlimited", None)
    assert (view.scores, view.winners) == ([0, 0, 0, 0], [])
    assert view.trick == Trick(leader=3, colour=None, plays=[], winner=-1)
    assert view.last_trick is None
    assert view.past_hands == []
    assert [deal.bets for deal in view.deals] == [[None] * 4]


def test_a_viewers_own_hand_is_colours_only_and_the_others_are_open() -> None:
    match = dealt(4)
    view = view_of(match, 1)
    for seat, hand in enumerate(view.hands):
        assert [slot.colour for slot in hand] == [card[0] for card in match.hand(seat)]
        assert [slot.card for slot in hand] == ([None] * 10 if seat == 1 else match.hand(seat))
        assert not any(slot.played for slot in hand)
    assert view.aside == [None] * 10


def test_a_spectator_sees_no_value_of_any_hand() -> None:
    view = view_of(dealt(5), SPECTATOR)
    assert all(slot.card is None for hand in view.hands for slot in hand)
    assert view.aside == [None] * 10


def test_everything_is_shown_to_a_viewer_of_everything() -> None:
    match = dealt(3)
    view = view_of(match, EVERYTHING)
    assert [[slot.card for slot in hand] for hand in view.hands] == [match.hand(seat) for seat in range(3)]
    dealt_cards = {card for seat in range(3) for card in match.hand(seat)}
    assert len(view.aside) == 10
    assert dealt_cards | set(view.aside) == {code for code in CODES if int(code[1:]) <= 8}
    assert view.legal == match.legal


def test_legal_actions_are_for_the_seat_to_act() -> None:
    match = dealt(3, first=0)
    assert view_of(match, 1).legal == match.legal
    assert view_of(match, 0).legal == view_of(match, SPECTATOR).legal == []


def test_a_trick_in_the_order_played() -> None:
    match = position("R4 G7", "R3 Y5", "R8 P2", leader=2).play("R8", "R4")
    for seat in (SPECTATOR, 0, 1, 2):
        view = view_of(match, seat)
        assert view.trick == Trick(leader=2, colour="R", plays=[Play(2, "R8"), Play(0, "R4")], winner=2)
        assert view.last_trick is None


def test_the_last_trick_stays_and_older_ones_are_not_shown_again() -> None:
    match = position("R4 G7 B1", "R3 Y5 B2", "R8 P2 B3").play("R4", "R3", "R8")
    for seat in (SPECTATOR, 0, 1, 2):
        view = view_of(match, seat)
        plays = [Play(0, "R4"), Play(1, "R3"), Play(2, "R8")]
        assert view.last_trick == Trick(leader=0, colour="R", plays=plays, winner=2)
        assert view.trick == Trick(leader=2, colour=None, plays=[], winner=-1)
    match.play("P2", "G7", "Y5")
    for seat in (SPECTATOR, 0, 1, 2):
        text = json_of(view_of(match, seat))
        assert '"P2"' in text
        assert '"R4"' not in text
        assert '"R8"' not in text


def test_a_played_slot_shows_that_it_is_played() -> None:
    match = dealt(3, first=2).play("bid 1", "bid 1", "bid 1", "play 4")
    card = match.hand(0)[3]
    slot = view_of(match, 1).hands[0][3]
    assert (slot.colour, slot.card, slot.played) == (card[0], None, True)
    assert view_of(match, EVERYTHING).hands[0][3].card == card


def test_bets_tricks_and_points_by_deal() -> None:
    match = last_trick("R1", "R8", "R2", bids=["4", "5", "3+"], tricks=[3, 4, 2], deal=2, scores=[10, -5, 20])
    assert view_of(match, SPECTATOR).deals[-1].points is None
    match.play("R1", "R8", "R2").play("bid 0+")
    view = view_of(match, SPECTATOR)
    deal = view.deals[1]
    assert deal.bets == [Bet(4, False), Bet(5, False), Bet(3, True)]
    assert (deal.tricks, deal.points) == ([3, 5, 2], [-5, 20, -5])
    assert (deal.number, deal.dealer, deal.marker) == (2, 1, 2)
    assert view.deals[2].opener == 0
    assert view.scores == [5, 15, 15]
    assert (view.deal, view.dealer, view.marker) == (3, 2, 0)
    assert view.deals[2].bets == [Bet(0, True), None, None]


def test_the_hands_of_a_finished_deal_are_open_to_all() -> None:
    match = dealt(3)
    hands = [match.hand(seat) for seat in range(3)]
    match.play_first_legal(until_deal=2)
    assert all(view_of(match, seat).past_hands == hands for seat in (SPECTATOR, 0, 1, 2))


def test_beads_left_in_the_box() -> None:
    match = dealt(3, supply="box").play("bid 4+", "bid 3")
    view = view_of(match, 0)
    assert (view.bead_supply, view.beads_left) == ("box", 8)


def test_the_end() -> None:
    match = last_trick("R1", "R8", "R2", bids=["0", "1", "0"], deal=4, scores=[0, 30, 0]).play("R1", "R8", "R2")
    view = view_of(match, 0)
    assert (view.over, view.phase, view.to_act, view.winners, view.legal) == (True, "over", -1, [1], [])
    assert view.scores == [40, 70, 40]
    assert view.deals[3].points == [40, 40, 40]


@pytest.mark.parametrize("players", GAME.players)
def test_no_view_tells_a_hidden_value(players: int) -> None:
    for plies in (0, players, 3 * players + 1, 7 * players + 2):
        match = random_match(players, 7, plies)
        shown = {int(card) for trick in (match.state.trick, match.state.last_trick) for card in trick}
        for viewer in (SPECTATOR, *range(players)):
            text = json_of(view_of(match, viewer))
            for seat in range(players):
                for slot, card in enumerate(match.hand(seat)):
                    is_unplayed = slot in match.unplayed(seat)
                    is_open = is_unplayed and viewer not in (seat, SPECTATOR)
                    assert (f'"{card}"' in text) == (is_open or CODES.index(card) in shown)


def test_known_and_unknown_cards_have_the_same_shape() -> None:
    shapes = set()
    for viewer in (SPECTATOR, 0, 1, 2):
        view = msgspec.to_builtins(view_of(dealt(3), viewer))
        shapes.add((tuple(view), tuple(tuple(slot) for hand in view["hands"] for slot in hand), len(view["aside"])))
    assert len(shapes) == 1
