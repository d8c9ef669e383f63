"""Database rows as typed structures."""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class Person(msgspec.Struct, frozen=True):
    """A person known to the server."""

    id: str
    name: str
    language: str
    seen_at: int = 0  # The last request, to about a day.
    generation: int = 0  # Of the cookie; older ones are signed out.
    code_number: int = 0  # Of the recovery code.


class BanRow(msgspec.Struct, frozen=True):
    """A ban; columns as in schema.bans."""

    person: str
    reason: str
    until: int | None
    created_at: int


class ReportRow(msgspec.Struct):
    """A report of one person about another; columns as in schema.reports."""

    id: str
    match_id: str | None
    seat: int | None
    reporter: str
    person: str
    kind: str
    text: str
    created_at: int
    resolved_at: int | None = None
    review: str | None = None
    said: str = "[]"


class LeadRow(msgspec.Struct, frozen=True):
    """The leader of a shared review, and their place; columns as in schema.review_leads."""

    review: str
    person: str
    place: str
    revision: int
    seen_at: int


class VacationRow(msgspec.Struct, frozen=True):
    """A vacation of a person; columns as in schema.vacations."""

    person: str
    from_at: int
    until: int


class LessonRow(msgspec.Struct, frozen=True):
    """How far a person is in a lesson; columns as in schema.lessons."""

    person: str
    game: str
    lesson: str
    step: int
    done: int


class AuditRow(msgspec.Struct):
    """Something the host has done; columns as in schema.audit."""

    id: str
    at: int
    host_user: str
    action: str
    person: str | None
    match_id: str | None
    detail: str


class MatchRow(msgspec.Struct):
    """One table and its match; columns as in schema.matches."""

    id: str
    revision: int
    status: str
    game: str
    version: int
    options: str
    settings: str
    host: str
    is_public: int
    join_token: str
    watch_token: str
    server_seed: str
    secret: str | None
    deal: str | None
    rematch: str | None
    result: str | None
    offers: str
    needs_driver: int
    driver: str | None
    created_at: int
    started_at: int | None
    finished_at: int | None
    removed: str = "[]"
    clock: str | None = None
    beginning: str | None = None
    visited_at: int | None = None
    expires_at: int | None = None


class SeatRow(msgspec.Struct):
    """One seat; columns as in schema.seats."""

    match_id: str
    seat: int
    kind: str
    person: str | None
    name: str
    level: str
    covered: int
    seed: str | None
    pin_hash: str | None
    away_ms: int = 0
    graced: int = 0
    away_since: int | None = None


def bot_name(level: str) -> str:
    """Return the name of a bot in a seat: "Casual bot", or "Casual bot, bold" with a character."""
    strength, _, character = level.partition(":")
    return f"{strength.capitalize()} bot" + (f", {character}" if character else "")


class ActionRow(msgspec.Struct, gc=False):
    """One action; columns as in schema.actions."""

    ply: int
    seat: int
    text: str
    request: str | None
    left_ms: int | None
    at: int


class NewAction(NamedTuple):
    """An action to be appended; columns as in schema.actions, in their order."""

    match_id: str
    ply: int
    seat: int
    text: str
    request: str | None
    left_ms: int | None
    at: int


class SaidRow(msgspec.Struct, gc=False):
    """A phrase or a chat text."""

    seat: int
    kind: str
    text: str
    ply: int
    at: int


class AnalysisRow(msgspec.Struct, frozen=True):
    """An analysis, as far as it is; columns as in schema.analyses."""

    subject: str
    level: str
    seed: int
    done: int
    total: int
    content: str


class RecordFileRow(msgspec.Struct, frozen=True):
    """A record file that a person looks at; columns as in schema.record_files."""

    id: str
    person: str
    text: str
    created_at: int


class DealRow(msgspec.Struct):
    """A deal that many tables play."""

    id: str
    game: str
    options: str
    server_seed: str
    host: str
    closes_at: int
    created_at: int
    version: int
    kind: str = "shared"


class DailyRow(msgspec.Struct, frozen=True):
    """The board or the puzzle of a day; columns as in schema.daily."""

    day: str
    kind: str
    game: str
    item: str
    expert_table: str | None = None
    expert_score: int | None = None


class ChallengeRow(msgspec.Struct, frozen=True):
    """A finished deal that others play from the same seat; columns as in schema.challenges."""

    deal: str
    match_id: str
    seat: int
    seats: str
    seeds: str
    created_at: int


class DealResultRow(msgspec.Struct, frozen=True):
    """The result of a person's first try at a deal; columns as in schema.deal_results."""

    deal: str
    person: str
    match_id: str
    score: int
    turns: str
    finished_at: int


class RatingRow(msgspec.Struct):
    """A person's rating at one game."""

    person: str
    game: str
    mu: float
    sigma: float
    matches: int


class RatingPoint(msgspec.Struct, frozen=True):
    """A person's rating at one game after a match; columns as in schema.rating_history, without the person."""

    game: str
    matches: int
    mu: float
    sigma: float
    at: int


class SubscriptionRow(msgspec.Struct, frozen=True):
    """A browser that wants notices; columns as in schema.push_subscriptions."""

    id: str
    person: str
    endpoint: str
    p256dh: str
    auth: str
    kinds: str
    created_at: int


class NoticeRow(msgspec.Struct, frozen=True):
    """A notice for one browser; columns as in schema.notices."""

    id: str
    subscription: str
    kind: str
    match_id: str
    ply: int
    status: str
    attempts: int
    due_at: int
    created_at: int
    until: int | None = None


class PuzzleRatingRow(msgspec.Struct):
    """A person's rating at the puzzles of one game."""

    person: str
    game: str
    mu: float
    sigma: float
    answered: int
    streak: int
