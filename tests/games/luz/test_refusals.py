"""Every reason for which Luz refuses an action."""

from __future__ import annotations

from heliodor.core.errors import IllegalAction
from heliodor.core.kernels import ILLEGAL
from heliodor.games.luz import GAME

from .position import KERNELS, Position, dealt, last_trick, position


def refusal(match: Position, text: str) -> IllegalAction:
    """Return why the text is refused; the state must not change."""
    steps = GAME.notation.parse_action(match.states, 0, text)
    before = match.states.tobytes()
    assert KERNELS.step(match.states, 0, steps[0]) == ILLEGAL
    reason = GAME.refusals.explain(match.states, 0, steps, text)
    assert match.states.tobytes() == before
    return reason


def slot(match: Position, card: str) -> str:
    return f"play {match.hand(match.to_act).index(card) + 1}"


def test_a_card_before_all_bets_are_made() -> None:
    match = dealt(3).play("bid 2", "bid 3+")
    reason = refusal(match, "play 1")
    assert (reason.rule, reason.key) == ("L4", "bets_first")
    assert str(reason) == (
        "cards are played after all have bet; now a bet is due, bid 0 to bid 10, or with + added (L4)"
    )


def test_a_bet_beyond_the_beads_of_the_box() -> None:
    match = dealt(4, supply="box").play("bid 10", "bid 4")
    reason = refusal(match, "bid 2")
    assert (reason.rule, reason.key) == ("L4", "too_few_beads")
    assert reason.message == "one bet bead is left in the box, so bid 1 is the highest bet"
    match.play("bid 1")
    assert refusal(match, "bid 10+").message == "no bet beads are left in the box, so bid 0 is the highest bet"


def test_a_bet_after_the_bets() -> None:
    reason = refusal(position("R1 R3", "R8 R4", "R2 R5"), "bid 3")
    assert (reason.rule, reason.key) == ("L4", "bets_are_made")
    assert reason.message == "all bets are made and stand; now a card is due, as in play 4"


def test_a_card_that_has_been_played() -> None:
    match = dealt(3, first=2).play("bid 1", "bid 1", "bid 1", "play 3")
    while match.to_act != 0:
        match.play(match.legal[0])
    reason = refusal(match, "play 3")
    assert (reason.rule, reason.key) == ("L5", "already_played")
    assert reason.message.startswith("the card of slot 3 has been played already; slot ")


def test_another_colour_than_the_led_one() -> None:
    match = position("R4 G7", "R3 R6 Y5", "B1 R2").play("R4")
    reason = refusal(match, slot(match, "Y5"))
    choices = " or ".join(slot(match, card).removeprefix("play ") for card in ("R3", "R6"))
    assert (reason.rule, reason.key) == ("L5", "must_follow")
    assert reason.message == f"red is led and the hand holds red, so it must be played: slot {choices}"


def test_anything_after_the_end() -> None:
    match = last_trick("R1", "R8", "R2", deal=4).play("R1", "R8", "R2")
    for text in ("bid 3", "play 1"):
        reason = refusal(match, text)
        assert (reason.rule, reason.key) == ("G5", "match_over")
        assert reason.message == "the match is over; no action can follow"


def test_no_reason_tells_a_value() -> None:
    """The refusal is the same in every world that the seat cannot tell apart (L3)."""
    match = dealt(4, seed=5).play(*["bid 2"] * 4)
    while len(match.legal) == len(match.unplayed(match.to_act)):
        match.play(match.legal[0])
    hidden = match.hidden_from(match.to_act)
    illegal = next(f"play {n}" for n in range(1, 11) if f"play {n}" not in match.legal)
    steps = GAME.notation.parse_action(match.states, 0, illegal)
    reasons = [GAME.refusals.explain(states, 0, steps, illegal).message for states in (match.states, hidden)]
    assert reasons[0] == reasons[1]
