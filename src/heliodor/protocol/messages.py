"""Socket messages to a client."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from heliodor.protocol.plain import PlainBoard
from heliodor.protocol.requests import Matter
from heliodor.protocol.tables import ClockState, TableInfo


class EventInfo(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One event, to animate and to log; the page has the sentences by key, in every language, or they come along."""

    key: str  # "nizam.shift".
    seat: int  # The seat that did it, or −1.
    facts: dict[str, Any] = {}  # Values for the sentence.
    ply: int  # Of the action that caused it.
    text: dict[str, str] = {}  # A game without a board: the sentence by language; {0} stands for the name of seat 0.


class Covered(msgspec.Struct, kw_only=True, gc=False):
    """Events that may no longer be shown in full: clients remove these facts from the events they keep."""

    since: int  # The first ply,
    until: int  # and the one after the last.
    facts: list[str]  # Names.


class Reason(msgspec.Struct, kw_only=True):
    """Why something was refused."""

    key: str  # Stable name of the reason, for translations: "no_matching_card".
    text: str  # The reason in English.
    rule: str | None = None  # Number of the paragraph, if it is one of the game's rules: "N8".


class Said(msgspec.Struct, kw_only=True):
    """Something said at the table, or a notice of the table about a seat, for the log.

    Notices: "left" (a bot plays for the person from now on), "covered" (the same, because time is up), "back" (the
    person plays again), "hint" (the person has been given a hint).
    """

    seat: int
    kind: Literal["phrase", "chat", "notice"]
    text: str  # Key of the phrase or of the notice, or the text.
    ply: int
    at: int  # Milliseconds since 1970.


class Offered(msgspec.Struct, kw_only=True):
    """An offer that awaits everybody's consent."""

    what: Matter
    by: int = -1  # The seat that offered it; −1 if unknown.
    agreed: list[int]  # Seats.
    declined: int | None = None  # The seat that said no: then the offer is withdrawn.


class AnnouncementInfo(msgspec.Struct, kw_only=True, frozen=True):
    """A message of the host of the server."""

    texts: dict[str, str]  # By language; show English, or the first one, where the reader's is missing.
    until: int  # Milliseconds since 1970; after that it is no longer shown.


class SiteInfo(msgspec.Struct, kw_only=True, frozen=True):
    """What holds for the whole site.

    "read-only": nobody can act or create anything; watching and looking back work. "drain": no new tables.
    """

    mode: Literal["open", "read-only", "drain"] = "open"
    announcement: AnnouncementInfo | None = None


class _Message(msgspec.Struct, kw_only=True, tag_field="type"):
    """Every message has a `type`."""


class Snapshot(_Message, tag="snapshot"):
    """The whole table as you see it: on connecting, after `look` and `curtain`, and after a stale request."""

    table: TableInfo
    ply: int  # Number of actions played.
    seat: int  # The seat whose view this is; −1: what everybody may see.
    seats: list[int]  # The seats that are yours, or at your device.
    view: Any  # The game's View; null before the match.
    aid: Any  # The game's aid for your seat, as the game defines it; null: there is none, or it is off.
    clock: ClockState | None
    events: list[EventInfo]  # Events since the last ply that you had seen.
    covered: Covered | None  # Which of these and of earlier events may not be shown in full now.
    said: list[Said]  # Without what people say whom you have muted.
    muted: list[int]  # Their seats.
    note: str
    offers: list[Offered]
    plain: dict[str, PlainBoard] | UnsetType = UNSET  # A game without a board, by language; English is always there.


class Update(_Message, tag="update", omit_defaults=True):
    """The changes made by one request of a player.

    It applies to a view at the ply `since`; a client with another view has missed something and asks for a `refresh`.
    """

    since: int  # Number of actions played before.
    ply: int  # Number of actions played now.
    changes: dict[str, Any]  # Path in the view, like "hands/2", -> the new value.
    events: list[EventInfo]
    covered: Covered | None = None  # If something may no longer be shown.
    uncovered: int | None = None  # If events since this ply may be shown in full again: ask for a `refresh` from it.
    aid: Any = None  # As in `snapshot`, as it is now.
    clock: ClockState | None = None
    plain: dict[str, PlainBoard] | None = None  # A game without a board: the whole plain board again.


class TableChanged(_Message, tag="table"):
    """Seats, status or settings have changed."""

    table: TableInfo
    clock: ClockState | None
    offers: list[Offered]


class Accepted(_Message, tag="accepted"):
    """A request has been carried out; if it was an action, it is saved."""

    request: str
    ply: int  # Number of actions played, including this one.


class Refused(_Message, tag="refused"):
    """A request has been refused, and why. If it was stale, a snapshot follows."""

    request: str
    reason: Reason
    ply: int


class Previewed(_Message, tag="previewed"):
    """The result of a plan, as far as it can be known."""

    request: str
    ply: int  # The ply that it starts from.
    played: int  # Number of its actions that could be tried; the next one would reveal a card or is refused.
    wall: bool  # Whether the next one would reveal a card.
    refused: Reason | None  # Why the next one is not allowed.
    view: Any  # What you would see after them.


class HintReason(msgspec.Struct, kw_only=True):
    """Why an action is good; the page has the sentences by key, in every language."""

    key: str  # "nizam.hint.points".
    seat: int  # The seat it is about, or −1.
    facts: dict[str, Any]


class HintInfo(msgspec.Struct, kw_only=True):
    """What a bot would do, and why."""

    actions: list[str]  # In this order: one action, or those of a whole turn.
    share: float | None  # Expected share of the win, from 0 to 1; null where the bot does not look that far.
    certain: bool  # The action ends the match in every possible world: `share` is exact.
    lead: list[float]  # Expected lead over the best other player, in the form of a score; or the points of a bet.
    reasons: list[HintReason]


class Hinted(_Message, tag="hinted"):
    """The answer to `hint`, best first."""

    request: str
    hints: list[HintInfo]


class Questioned(_Message, tag="questioned"):
    """The coach asks before an `act` is played that gives away too much. Nothing has been played.

    The same `act` with `anyway` plays it.
    """

    request: str
    ply: int
    given_away: float  # From 0 to 1; 1 is the whole win, or in a game of several deals the whole deal.
    points: float | None  # The same in points, where these are what counts: for a bet, or for a player alone.
    better: HintInfo  # What a bot would do; the first reason is the one to tell.


class Reviewed(_Message, tag="reviewed"):
    """The answer to `review`, from what your seat knew at its decision."""

    request: str
    deal: int
    known: Any  # As the game defines it.


class SaidNow(_Message, tag="said"):
    """Somebody has said something."""

    said: Said


class Warned(_Message, tag="warned"):
    """Somebody's time is nearly up, or has run out."""

    seat: int
    key: Literal["time_short", "time_up", "covered"]
    until: int  # Milliseconds until `next` happens.
    next: Literal["time_up", "covered", "waiting"]


Texts = dict[str, str]  # By language; what can be played stands between double asterisks, {1} is the name of seat 1.


class LessonNow(_Message, tag="lesson"):
    """What the coach says: after the `snapshot` of a lesson, after each step, and after another legal decision."""

    game: str
    lesson: str
    name: Texts
    titles: list[Texts]  # Of all steps.
    step: int  # Number of steps done; if it is that of all steps, the lesson is over.
    task: Texts | None  # What to do now; null at the end.
    why: Texts | None
    rule: str | None  # The number of the rule behind it.
    taught: list[str]  # The actions to play now.
    look: list[str]  # What else to look at: elements of the board, by the start of their `data-explain`.
    result: Texts | None  # What the last decision has brought, if there is something to say.
    answer: Texts | None  # To another legal decision; nothing has changed.
    end: Texts | None  # At the end: a headline,
    learned: list[Texts]  # and what is known now.
    next: str | None  # The lesson after this one.


class SiteChanged(_Message, tag="site"):
    """The host of the server tells everybody something; on connecting it comes only if there is something to tell."""

    site: SiteInfo


class LookerInfo(msgspec.Struct, kw_only=True):
    """Somebody who looks at a review."""

    key: str  # Their name for requests, in this review alone.
    name: str
    seat: int  # Their seat in the match, or −1.
    muted: bool  # Whether you do not see what they say.


class TriedInfo(msgspec.Struct, kw_only=True):
    """Other actions that the leader of a shared review shows, instead of what was played."""

    ply: int  # Of the decision.
    actions: list[str]


class PlaceInfo(msgspec.Struct, kw_only=True):
    """Where the leader of a shared review is."""

    ply: int
    view: int | None  # The seat whose view is shown; null: the most that may be seen.
    tried: TriedInfo | None


class Spoken(msgspec.Struct, kw_only=True):
    """Something said in a shared review. It is held in memory while somebody is there, and not stored."""

    by: str  # Key of the person,
    name: str  # and their name, for readers who come when they have left.
    seat: int
    kind: Literal["phrase", "chat"]
    text: str  # Key of the phrase, or the text.
    at: int  # Milliseconds since 1970.


class TogetherNow(_Message, tag="together"):
    """A shared review: on connecting, and when somebody comes, leaves, takes the lead or gives it up."""

    review: str
    you: str  # Your key.
    people: list[LookerInfo]  # Those who came first come first.
    leader: str | None  # The key of the person who leads,
    name: str  # and their name; "" if nobody leads.
    away: bool  # Whether the leader's connection is lost. After a while nobody leads.
    place: PlaceInfo | None  # The leader's place.
    talk: Literal["free", "phrases"]
    said: list[Spoken]  # Without what people say whom you have muted.


class Moved(_Message, tag="moved"):
    """The leader of a shared review is at another place."""

    place: PlaceInfo


class SpokenNow(_Message, tag="spoken"):
    """Somebody has said something in a shared review."""

    said: Spoken


class Failed(_Message, tag="failed"):
    """A message that could not be parsed, or a table that does not exist; the socket may be closed after it."""

    reason: Reason


Message = (
    Snapshot
    | Update
    | TableChanged
    | Accepted
    | Refused
    | Previewed
    | Hinted
    | Questioned
    | Reviewed
    | SaidNow
    | Warned
    | LessonNow
    | TogetherNow
    | Moved
    | SpokenNow
    | SiteChanged
    | Failed
)
