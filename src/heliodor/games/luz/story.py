"""What happened in Luz."""

from __future__ import annotations

from collections.abc import Sequence

from heliodor.core.bits import members
from heliodor.core.contract import NOBODY, Event, States
from heliodor.core.deck import NO_CARD
from heliodor.core.plain import plain
from heliodor.core.words import counted, joined, number
from heliodor.games.luz.notation import CARD_CODES
from heliodor.games.luz.questions import KERNELS
from heliodor.games.luz.rules import BID_0, HAND_SIZE, NO_COLOUR, NUM_DEALS, NUM_VALUES, PLAY_0, TRUMP, Phase
from heliodor.games.luz.state import State
from heliodor.games.luz.words import COLOUR_NAMES, card_name, signed, tricks_taken

OWN_EVENTS: frozenset[str] = frozenset()  # Everyone sees a card that is played.


def tell(before: States, steps: Sequence[int], after: States) -> list[Event]:
    """Return the events of one action; both states are hidden from the same reader."""
    was, now = plain(before, 0, State), plain(after, 0, State)
    if steps[0] < PLAY_0:
        return _tell_bid(was, steps[0] - BID_0, now)
    seat = was.turn
    has_ended_trick = now.trick[seat] == NO_CARD
    card = now.last_trick[seat] if has_ended_trick else now.trick[seat]
    events = [_tell_play(was, steps[0] - PLAY_0, card)]
    if has_ended_trick:
        events.append(_tell_trick(was, now))
    if now.phase == Phase.OVER:
        events += [*_tell_points(was, now), _tell_end(now)]
    elif now.deal > was.deal:
        events += [*_tell_points(was, now), _tell_deal(now)]
    return events


def _tell_bid(was: State, bid: int, now: State) -> list[Event]:
    """Report a bet, and after the last one the sum of all bets (L4)."""
    seat = was.turn
    beads, safety = divmod(bid, 2)
    bead = " and takes the safety bead" if safety else ""
    text = f"{{{seat}}} bets on {counted(beads, 'trick')}{bead}."
    events = [Event("luz.bid", seat, {"bid": beads, "safety": bool(safety)}, text)]
    if now.phase == Phase.PLAYING:
        total = sum(now.bid[now.deal - 1][: now.players])
        leader = now.leader
        text = f"All bets are made, on {_sum_of_bets(total)}; {{{leader}}} leads the first trick."
        events.append(Event("luz.bets_made", NOBODY, {"total": total, "leader": leader}, text))
    return events


def _sum_of_bets(total: int) -> str:
    """Compare the sum of the bets with the ten tricks of a deal."""
    if total == HAND_SIZE:
        return "exactly the ten tricks of the deal"
    difference = f"{number(abs(total - HAND_SIZE))} {'more' if total > HAND_SIZE else 'fewer'} than there are"
    return f"{counted(total, 'trick')} together, {difference}"


def _tell_play(was: State, slot: int, card: int) -> Event:
    """Say which card was turned up, and why it could be played (L5)."""
    seat = was.turn
    led = was.led
    colour = card // NUM_VALUES
    name = card_name(card)
    if led == NO_COLOUR:
        way, text = "lead", f"{{{seat}}} leads the {name}."
    elif colour == led:
        way, text = "follow", f"{{{seat}}} follows with the {name}."
    elif colour == TRUMP:
        way, text = "trump", f"{{{seat}}} has no {COLOUR_NAMES[led]} and plays a trump, the {name}."
    else:
        way, text = "throw", f"{{{seat}}} has no {COLOUR_NAMES[led]} and discards the {name}."
    return Event("luz.play", seat, {"slot": slot + 1, "card": CARD_CODES[card], "way": way}, text)


def _tell_trick(was: State, now: State) -> Event:
    """Say who takes the trick, and how that compares with the bet (L6)."""
    deal = was.deal - 1
    winner = now.last_winner
    card = now.last_trick[winner]
    tricks, bid = now.tricks[deal][winner], now.bid[deal][winner]
    facts = {"card": CARD_CODES[card], "tricks": tricks, "bid": bid, "safety": bool(now.safety[deal][winner])}
    standing = f"{tricks_taken(tricks)} taken, {tricks_taken(bid)} bet"
    text = f"{{{winner}}} takes the trick with the {card_name(card)}: {standing}."
    return Event("luz.trick", winner, facts, text)


def _tell_points(was: State, now: State) -> list[Event]:
    """Say for each player what the bet has scored (L7)."""
    deal = was.deal - 1
    events = []
    for seat in range(now.players):
        bid, tricks = now.bid[deal][seat], now.tricks[deal][seat]
        safety = bool(now.safety[deal][seat])
        points, score = now.points[deal][seat], now.score[seat]
        facts = {"deal": deal + 1, "bid": bid, "safety": safety, "tricks": tricks, "points": points, "score": score}
        bet = f"{{{seat}}} bet on {counted(bid, 'trick')}{' with the safety bead' if safety else ''}"
        result = f"{signed(points)} points, {signed(score).removeprefix('+')} in all."
        if points > 0:
            events.append(Event("luz.bet_met", seat, facts, f"{bet} and took {tricks_taken(tricks)}: {result}"))
        else:
            events.append(Event("luz.bet_missed", seat, facts, f"{bet}, but took {tricks_taken(tricks)}: {result}"))
    return events


def _tell_deal(now: State) -> Event:
    """Say who deals and who begins (L2, L8)."""
    deal, players = now.deal, now.players
    dealer = (now.first + deal - 1) % players
    opener = now.leader
    reason = ", who leads on points," if deal == NUM_DEALS else ""
    text = f"Deal {deal} of {NUM_DEALS}: {{{dealer}}} has dealt, and {{{opener}}}{reason} bets first."
    return Event("luz.deal", NOBODY, {"deal": deal, "dealer": dealer, "opener": opener}, text)


def _tell_end(now: State) -> Event:
    """Say who has won, and what broke a tie (L9)."""
    scores, in_last_deal = now.score[: now.players], now.points[NUM_DEALS - 1]
    [winner] = members(KERNELS.winners(now.states, now.index))
    level = [seat for seat, score in enumerate(scores) if score == scores[winner] and seat != winner]
    still_level = [seat for seat in level if in_last_deal[seat] == in_last_deal[winner]]
    tie_break = "marker" if still_level else "deal_4" if level else None
    text = f"The match is over: {{{winner}}} wins with {signed(scores[winner]).removeprefix('+')} points"
    if level:
        others = joined([f"{{{seat}}}" for seat in level])
        reason = "by the seat, counted from the marker" if still_level else "by more points in deal 4"
        text += f", ahead of {others} {reason}"
    return Event("luz.end", NOBODY, {"winners": [winner], "scores": scores, "tie_break": tie_break}, f"{text}.")
