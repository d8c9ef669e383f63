"""Reviews of finished matches: moments, the log, and the analysis. Bodies of HTTP requests and responses."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from heliodor.protocol.messages import EventInfo, HintInfo, HintReason
from heliodor.protocol.requests import MAX_ACTIONS

MAX_RECORD = 65_536


class NewReview(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A record to look at: the text of one match, as a record file has it."""

    record: Annotated[str, Meta(max_length=MAX_RECORD)]


class ReviewInfo(msgspec.Struct, kw_only=True):
    """A match that can be reviewed: a table's, or that of a record file."""

    id: str  # Of the table, or of the file.
    table: str | None  # The table; null for a file.
    game: str
    version: int  # Of the game's rules.
    options: dict[str, Any]
    names: list[str]
    plies: int  # Number of actions in the match.
    actors: list[int]  # [ply] -> the seat that acted.
    over: bool  # Whether it was played to its end; otherwise there is no analysis.
    scores: list[Any]
    winners: list[int]
    views: list[int]  # The seats whose view you may have; all of them when the match is over.
    yours: list[int]  # Your seats in it.
    analysis: bool  # Whether it can be analysed.


class ReviewStory(msgspec.Struct, kw_only=True):
    """Everything that happened, for the log."""

    view: int  # The seat whose view this is; −1: what everybody may see, −2: all cards open.
    events: list[EventInfo]


class ReviewPlan(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Actions to try at a moment of a match, by the seat that was to act."""

    ply: Annotated[int, Meta(ge=0, lt=1_000_000)]
    actions: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(min_length=1, max_length=MAX_ACTIONS)]


# --- Analysis -----------------------------------------------------------------------------------------------------


class MomentInfo(msgspec.Struct, kw_only=True):
    """One point of the curve: before a decision, or the end."""

    ply: int
    shares: list[float]  # [seat] -> chance to win, as an onlooker sees it; they add up to 1.
    is_certain: bool  # The match is over.


class LineInfo(msgspec.Struct, kw_only=True):
    """The most that a seat could score in one decision."""

    actions: list[str]
    points: int
    reasons: list[HintReason]


class DecisionInfo(msgspec.Struct, kw_only=True):
    """One decision of the match, and the bot's judgement."""

    ply: int  # Number of actions played before.
    seat: int
    actions: list[str]  # One, or those of a whole turn.
    rating: str  # "best", "fine", "inaccuracy", "mistake", or "forced" where there was no choice.
    given_away: float  # Of the reward, from 0 to 1.
    error: float  # Standard error of that; 0 where it is exact.
    points: float | None  # Points given away, where points are what counts.
    chance: float  # What it cost of the seat's chance to win.
    best: HintInfo  # What the bot would have played.
    reasons: list[HintReason]  # Effects of the actions played.
    line: LineInfo | None  # The most that could be scored, in games where that is worth telling.
    known: Any  # What could be known, as the game defines it; null if there is nothing worth listing.


class TurningPointInfo(msgspec.Struct, kw_only=True):
    """A decision after which the chances were very different."""

    ply: int
    seat: int
    before: list[float]  # [seat] -> chance to win before it,
    after: list[float]  # and before the next decision, or at the end.
    given_away: float | None  # What the decision itself cost of the seat's chance; null: not known yet.


class AccountInfo(msgspec.Struct, kw_only=True):
    """Where a seat's chance to win went: start + own + others + cards = end."""

    start: float
    own: float  # Given away by its own decisions; 0 or less.
    others: float  # Its part of what the others gave away; 0 or more.
    cards: float  # The rest.
    end: float


class SeatReportInfo(msgspec.Struct, kw_only=True):
    """The decisions of one seat."""

    seat: int
    ratings: dict[str, int]  # Number of decisions by rating.
    account: AccountInfo | None  # null for a player alone, and until all decisions are analysed.


class AnalysisInfo(msgspec.Struct, kw_only=True):
    """A match, decision by decision; the numbers are those of `heliodor record analyse`."""

    level: str  # Of the bot that judges.
    seed: int
    curve: list[MomentInfo]  # Empty for a player alone.
    turning_points: list[TurningPointInfo]  # At most three.
    decisions: list[DecisionInfo]  # As far as they are analysed.
    seats: list[SeatReportInfo]


class AnalysisNow(msgspec.Struct, kw_only=True):
    """How far an analysis is; ask again until `done` is `total`."""

    done: int  # Pieces of work.
    total: int
    analysis: AnalysisInfo | None  # As far as it is; null until the curve is complete.
