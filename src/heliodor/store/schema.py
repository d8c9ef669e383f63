"""The schema as SQLAlchemy sees it. `migrations/` creates it; a test compares the two.

Nothing here depends on a game: options, settings and results are JSON texts, actions are the texts of records.
Columns marked `SECRET` are in no export. Every column that names a person is cleared by `removal.remove_person` and
read by `export`; a test walks this schema for it.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, MetaData, Table, Text, UniqueConstraint

metadata = MetaData()

SECRET = {"secret": True}  # Opens a seat or a link, or tells cards; for `Column.info`.

settings = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False, info=SECRET),  # One of them is the key that signs cookies.
)

processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("seen_at", BigInteger, nullable=False),  # The latest heartbeat.
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    # Hash of the code that moves a person to another device.
    Column("recovery_hash", Text, unique=True, info=SECRET),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),  # The last request, to about a day.
    Column("generation", BigInteger, nullable=False),  # Of the cookie; older ones are signed out.
    Column("code_number", BigInteger, nullable=False),  # The recovery code follows from it and the site's key.
)

bans = Table(
    "bans",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("reason", Text, nullable=False),  # Shown to the person.
    Column("until", BigInteger),  # NULL: for good.
    Column("created_at", BigInteger, nullable=False),
)

deals = Table(
    "deals",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("server_seed", Text, nullable=False, info=SECRET),  # Revealed when the deal is closed.
    Column("host", Text, ForeignKey("people.id"), nullable=False),
    Column("closes_at", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),  # Of the game's rules, for every table that plays it.
    Column("kind", Text, nullable=False),  # shared, daily or challenge.
)

daily = Table(
    "daily",
    metadata,
    Column("day", Text, primary_key=True),  # 2026-11-18, in UTC.
    Column("kind", Text, primary_key=True),  # board or puzzle.
    Column("game", Text, nullable=False),
    Column("item", Text, nullable=False),  # The deal, or the puzzle.
    Column("expert_table", Text),  # Board: the table where an expert bot has played it,
    Column("expert_score", BigInteger),  # and its points.
)

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("revision", BigInteger, nullable=False),  # Raised by every change except an action.
    Column("status", Text, nullable=False),  # open, playing, paused, over or stopped.
    Column("game", Text, nullable=False),
    Column("version", BigInteger, nullable=False),  # Of the game's rules.
    Column("options", Text, nullable=False),
    Column("settings", Text, nullable=False),  # protocol.TableSettings.
    Column("host", Text, ForeignKey("people.id"), nullable=False),
    Column("is_public", BigInteger, nullable=False),
    Column("join_token", Text, nullable=False, unique=True, info=SECRET),
    Column("watch_token", Text, nullable=False, unique=True, info=SECRET),
    Column("server_seed", Text, nullable=False, info=SECRET),
    Column("secret", Text, info=SECRET),  # From all seeds; set when the match starts.
    Column("deal", Text, ForeignKey("deals.id")),
    Column("rematch", Text),  # Id of the table where the same people play again.
    Column("result", Text),  # protocol.Result.
    Column("offers", Text, nullable=False),  # List of protocol.Offered: the offers that await consent.
    Column("needs_driver", BigInteger, nullable=False),  # Whether a bot or a clock may act without a request.
    Column("driver", Text),  # The process that runs them.
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("finished_at", BigInteger),
    Column("removed", Text, nullable=False),  # People whom the host has removed from the lobby, a JSON list.
    Column("clock", Text),  # timekeeper.SavedClock of the current turn; NULL if it follows from the actions.
    Column("beginning", Text, info=SECRET),  # beginnings.Beginning of a match for practice; NULL: it began with a deal.
    # When a player last came to the table without acting soon, or the end of a player's vacation.
    Column("visited_at", BigInteger),
    Column("expires_at", BigInteger),  # When it ends, as announced, unless a player comes back.
)

known_deals = Table(
    "known_deals",
    metadata,
    Column("deal", Text, ForeignKey("deals.id"), primary_key=True),
    Column("person", Text, ForeignKey("people.id"), primary_key=True),  # Has seen its cards,
    Column("match_id", Text, ForeignKey("matches.id"), nullable=False),  # first at this table.
)

challenges = Table(
    "challenges",
    metadata,
    Column("deal", Text, ForeignKey("deals.id"), primary_key=True),
    Column("match_id", Text, ForeignKey("matches.id"), nullable=False),  # The match it came from,
    Column("seat", BigInteger, nullable=False),  # and the seat that others play.
    Column("seats", Text, nullable=False),  # By seat: strength of the bot there, a JSON list.
    Column("seeds", Text, nullable=False, info=SECRET),  # By seat: what players added to the deal, a JSON list.
    Column("created_at", BigInteger, nullable=False),
)

deal_results = Table(
    "deal_results",
    metadata,
    Column("deal", Text, ForeignKey("deals.id"), primary_key=True),
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("match_id", Text, ForeignKey("matches.id"), nullable=False),  # The first table where they saw the cards.
    Column("score", BigInteger, nullable=False),
    Column("turns", Text, nullable=False),  # Points of each turn, a JSON list; empty if the game has no such turns.
    Column("finished_at", BigInteger, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seat", BigInteger, primary_key=True),
    Column("kind", Text, nullable=False),  # open, person, device or bot.
    Column("person", Text, ForeignKey("people.id")),  # The player, or the owner of the device.
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),  # Of the bot that plays here, or would cover for a person.
    Column("covered", BigInteger, nullable=False),  # Whether a bot plays for a person who has left.
    Column("seed", Text, info=SECRET),
    Column("pin_hash", Text, info=SECRET),  # "table:seat" where the PIN was set, a dot, and its hash.
    Column("away_ms", BigInteger, nullable=False),  # Milliseconds used of the allowance for lost connections.
    Column("graced", BigInteger, nullable=False),  # Whether the one grace after "time is up" has been used.
    # Since when the others in a rated match, or in the lobby of a rematch, wait for this player.
    Column("away_since", BigInteger),
)

actions = Table(
    "actions",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("ply", BigInteger, primary_key=True),
    Column("seat", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("request", Text),  # The sender's id of the request, for de-duplication.
    Column("left_ms", BigInteger),  # Milliseconds that the seat has left after this action.
    Column("at", BigInteger, nullable=False),
)

said = Table(
    "said",
    metadata,
    Column("id", Text, primary_key=True),
    Column("match_id", Text, ForeignKey("matches.id"), nullable=False),
    Column("seat", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),  # phrase or chat.
    Column("text", Text, nullable=False),  # Key of the phrase, or what was written.
    Column("ply", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seat", BigInteger, primary_key=True),
    Column("text", Text, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", BigInteger, nullable=False),
)

rating_history = Table(
    "rating_history",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("matches", BigInteger, primary_key=True),  # The rating after this many matches.
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("at", BigInteger, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),  # Does not read
    Column("muted", Text, ForeignKey("people.id"), primary_key=True),  # what this person says.
    Column("created_at", BigInteger, nullable=False),
)

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("endpoint", Text, nullable=False, unique=True, info=SECRET),  # A URL of the browser's push service.
    Column("p256dh", Text, nullable=False, info=SECRET),  # The browser's keys, by RFC 8291.
    Column("auth", Text, nullable=False, info=SECRET),
    Column("kinds", Text, nullable=False),  # Of notices that it wants, a JSON list.
    Column("created_at", BigInteger, nullable=False),
)

notices = Table(
    "notices",
    metadata,
    Column("id", Text, primary_key=True),
    Column("subscription", Text, ForeignKey("push_subscriptions.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("match_id", Text, ForeignKey("matches.id"), nullable=False),
    Column("ply", BigInteger, nullable=False),  # Of a table that expires: the day, since 1970.
    Column("status", Text, nullable=False),  # waiting, sent or dropped.
    Column("attempts", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),  # When it is sent, or its sender counts as dead.
    Column("created_at", BigInteger, nullable=False),
    Column("until", BigInteger),  # The time that it names, if it does.
    UniqueConstraint("subscription", "kind", "match_id", "ply"),
)

vacations = Table(
    "vacations",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("from_at", BigInteger, primary_key=True),
    Column("until", BigInteger, nullable=False),  # When it ends or has ended.
)

lessons = Table(
    "lessons",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("lesson", Text, primary_key=True),
    Column("step", BigInteger, nullable=False),  # How many steps have been done; there it goes on.
    Column("done", BigInteger, nullable=False),  # Whether it has been done to its end once.
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("answered", BigInteger, nullable=False),  # How many puzzles.
    Column("streak", BigInteger, nullable=False),  # How many of the latest were right at once.
)

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),  # Its id in the set that comes with the package.
    Column("is_right", BigInteger, nullable=False),  # Whether the first answer was right.
    Column("answered_at", BigInteger, nullable=False),
)

analyses = Table(
    "analyses",
    metadata,
    Column("subject", Text, primary_key=True),  # The match, or the record file.
    Column("level", Text, nullable=False),  # Of the bot that judges.
    Column("seed", BigInteger, nullable=False),
    Column("done", BigInteger, nullable=False),  # Pieces of work,
    Column("total", BigInteger, nullable=False),  # of this number.
    Column("content", Text, nullable=False),  # reviews.Content: numbers and reasons, no names.
)

record_files = Table(
    "record_files",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),  # Whose review it is.
    Column("text", Text, nullable=False),  # The record.
    Column("created_at", BigInteger, nullable=False),
)

review_leads = Table(
    "review_leads",
    metadata,
    Column("review", Text, primary_key=True),  # The match, or the record file, that several people look at.
    Column("person", Text, ForeignKey("people.id"), nullable=False),  # Leads,
    Column("place", Text, nullable=False),  # is here (protocol.requests.Place),
    Column("revision", BigInteger, nullable=False),  # which grows with every change,
    Column("seen_at", BigInteger, nullable=False),  # and was connected at this time.
)

reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("match_id", Text, ForeignKey("matches.id")),  # NULL: in a shared review of a record file.
    Column("seat", BigInteger),  # The seat that is reported; −1: the deal is; NULL: somebody in a shared review.
    Column("reporter", Text, ForeignKey("people.id"), nullable=False),
    Column("person", Text, ForeignKey("people.id"), nullable=False),  # The person it is about; NOBODY, for a deal.
    Column("kind", Text, nullable=False),  # protocol.http.ReportKind.
    Column("text", Text, nullable=False),  # What the reporter wrote; may be empty.
    Column("created_at", BigInteger, nullable=False),
    Column("resolved_at", BigInteger),  # NULL: the host has not dealt with it yet.
    Column("review", Text),  # The shared review where it happened; NULL: at the table.
    Column("said", Text, nullable=False),  # In a shared review: what the person had said lately, a JSON list.
    UniqueConstraint("match_id", "seat", "reporter"),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("host_user", Text, nullable=False),  # The host's user on the machine.
    Column("action", Text, nullable=False),  # Name of the command.
    Column("person", Text),  # The person it was about; no key, because it outlives a removal.
    Column("match_id", Text),  # The table it was about.
    Column("detail", Text, nullable=False),  # JSON, without names and secrets.
)
