"""Socket messages from a client.

The first is `open`, `learn` or `together`; the others are answered with their own `request`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from heliodor.protocol.settings import MAX_SEATS, Id, Pin, Token

MAX_ACTIONS = 64  # In one plan.
MAX_NOTE = 2000
MAX_CHAT = 300
MAX_REPORT = 300

RequestId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00]*$")]
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
Actions = Annotated[list[Annotated[str, Meta(min_length=1, max_length=20)]], Meta(min_length=1, max_length=MAX_ACTIONS)]
Matter = Literal["pause", "resume", "stop"]
ReportKind = Literal["name", "talk", "play", "other"]  # An offensive name, offensive talk, unfair play.
Who = Annotated[str, Meta(min_length=1, max_length=40)]  # `key` of somebody in a shared review.


class _Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """Every message has a `type`."""


class Open(_Request, tag="open"):
    """Open a table: in your seat, or to watch."""

    table: Id
    watch: Token | None = None  # From the watch link; not needed at a public table.
    seen: Ply | None = None  # Number of actions you had seen: the events since then are sent along.


class Learn(_Request, tag="learn"):
    """Open a lesson, as `open` opens a table. The answer is a `snapshot` and a `lesson`."""

    game: Id
    lesson: Id
    step: Ply | None = None  # Where to begin; null: where this person has left it.


class Act(_Request, tag="act"):
    """Play a list of actions: all of them or none."""

    request: RequestId  # The same when it is resent: it is played once.
    ply: Ply  # Number of actions you had seen when you decided.
    actions: Actions
    anyway: bool = False  # Play it even if the coach, where there is one, would ask first (`questioned`).


class Preview(_Request, tag="preview"):
    """Try a list of actions, up to the first card that would be revealed."""

    request: RequestId
    ply: Ply
    actions: Actions


class Hint(_Request, tag="hint"):
    """Ask what a bot would do."""

    request: RequestId
    ply: Ply


class Review(_Request, tag="review"):
    """Ask what you could have known at your decision in a deal that is over, if the game reviews it."""

    request: RequestId
    deal: Annotated[int, Meta(ge=1, le=4)]


class Coach(_Request, tag="coach"):
    """Switch the coach on or off, where one person plays against bots."""

    request: RequestId
    on: bool


class Note(_Request, tag="note"):
    """Keep a private note for your seat."""

    request: RequestId
    text: Annotated[str, Meta(max_length=MAX_NOTE)]


class Phrase(_Request, tag="phrase"):
    """Say one of the table's phrases; each reader sees it in their language."""

    request: RequestId
    key: Annotated[str, Meta(max_length=40)]


class Chat(_Request, tag="chat"):
    """Say something in your own words, where free chat is allowed."""

    request: RequestId
    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT)]


class Offer(_Request, tag="offer"):
    """Offer to pause, resume or stop; it takes effect when all people at the table agree."""

    request: RequestId
    what: Matter


class Accept(_Request, tag="accept"):
    """Agree to an offer."""

    request: RequestId
    what: Matter


class Decline(_Request, tag="decline"):
    """Disagree."""

    request: RequestId
    what: Matter


class Look(_Request, tag="look"):
    """On a shared device: show what this seat sees, from now on."""

    request: RequestId
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
    pin: Pin | None = None


class Curtain(_Request, tag="curtain"):
    """On a shared device: show nobody's cards, until the next `look`."""

    request: RequestId


class Refresh(_Request, tag="refresh"):
    """Ask for a snapshot: a message has been lost, or events may be shown in full again."""

    request: RequestId
    seen: Ply | None = None  # Number of actions you had seen.


class Go(_Request, tag="go"):
    """In a lesson: go to a step, as to the previous one, the next one or the first one."""

    request: RequestId
    step: Ply


class Tried(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """Other actions that are shown on the board of a review, instead of what was played."""

    ply: Ply  # Of the decision.
    actions: Actions


class Place(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """Where somebody is in a review. It names no card: each reader asks for the moment, and sees what they may see."""

    ply: Ply
    view: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None = None  # The seat whose view is shown; null: the most.
    tried: Tried | None = None


class Together(_Request, tag="together"):
    """Look at a review together with the others who have it open, as `open` opens a table; needs a cookie."""

    review: Id


class Lead(_Request, tag="lead"):
    """In a shared review: take the lead, if nobody has it. The others follow from this place."""

    request: RequestId
    place: Place


class Move(_Request, tag="move"):
    """In a shared review: the leader is at another place."""

    request: RequestId
    place: Place


class HandOver(_Request, tag="hand_over"):
    """In a shared review: give the lead to somebody else, or to nobody."""

    request: RequestId
    to: Who | None


class Mute(_Request, tag="mute"):
    """In a shared review: do not see what somebody says, or see it again; at every table, too."""

    request: RequestId
    who: Who
    muted: bool


class Report(_Request, tag="report"):
    """In a shared review: report somebody to the host of the server; a second report replaces the first."""

    request: RequestId
    who: Who
    kind: ReportKind
    text: Annotated[str, Meta(max_length=MAX_REPORT)] = ""  # In your own words.


class Ping(_Request, tag="ping"):
    """Check whether the server is up."""

    request: RequestId


Request = (
    Open
    | Learn
    | Act
    | Preview
    | Hint
    | Review
    | Coach
    | Note
    | Phrase
    | Chat
    | Offer
    | Accept
    | Decline
    | Look
    | Curtain
    | Refresh
    | Go
    | Together
    | Lead
    | Move
    | HandOver
    | Mute
    | Report
    | Ping
)
