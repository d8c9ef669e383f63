"""Everything the site knows of one person, or of everybody, as rows; without secrets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, or_, select

from heliodor.store import schema

_S = schema.seats
Row = dict[str, Any]  # "table": its name, then the columns.
ROWS_AT_ONCE = 500

# Tables that name nobody, with the reason.
IMPERSONAL = {
    "settings": "the site's own key and switches",
    "processes": "heartbeats of the server",
    "analyses": "what a bot thinks of the decisions of a match, by seat; it follows from the match",
    "daily": "boards and puzzles of the day",
    "challenges": "which match a deal came from; its people are named by their seats",
}


# Tables whose every row concerns the person that it names.
_PROGRESS = ("ratings", "rating_history", "lessons", "puzzle_ratings", "puzzle_answers")
OF_ONE_PERSON = (
    "seats",
    "bans",
    "known_deals",
    "deal_results",
    *_PROGRESS,
    "record_files",
    "push_subscriptions",
    "review_leads",
    "vacations",
    "audit",
)


def everything(connection: Connection) -> Iterator[Row]:
    """Yield every row of every table, without secret columns."""
    for table in schema.metadata.sorted_tables:
        if table.name not in IMPERSONAL:
            yield from _rows(connection, table)


def about(connection: Connection, person: str) -> Iterator[Row]:
    """Yield every row that names a person, with their seats' actions and words; others stay unnamed."""
    for table in schema.metadata.sorted_tables:
        if table.name not in IMPERSONAL:
            hidden = HIDDEN.get(table.name, ())
            yield from _rows(connection, table, concerns(table, person), hidden)


# Columns that would name somebody else.
HIDDEN = {
    "matches": ("host", "removed"),
    "deals": ("host",),
    "reports": ("reporter",),
    "mutes": ("person", "muted"),
    "audit": ("host_user",),
}


def concerns(table: Table, person: str) -> ColumnElement[bool]:
    """Return the condition for the rows of a table that concern a person; raise KeyError for an unknown table."""
    columns = table.c
    if table.name == "people":
        return columns.id == person
    if table.name == "deals":
        return columns.host == person
    if table.name == "matches":
        seated = select(_S.c.match_id).where(_S.c.person == person)
        return or_(columns.host == person, columns.id.in_(seated), columns.removed.contains(person, autoescape=True))
    if table.name == "reports":
        return or_(columns.person == person, columns.reporter == person)
    if table.name == "mutes":
        return or_(columns.person == person, columns.muted == person)
    if table.name == "notices":
        mine = select(schema.push_subscriptions.c.id).where(schema.push_subscriptions.c.person == person)
        return columns.subscription.in_(mine)
    if table.name in OF_ONE_PERSON:
        return columns.person == person
    if table.name in ("actions", "said", "notes"):
        places = and_(_S.c.match_id == columns.match_id, _S.c.seat == columns.seat, _S.c.person == person)
        return select(_S.c.seat).where(places).exists()
    raise KeyError(f"nobody has said which rows of {table.name} concern a person")


def _rows(
    connection: Connection, table: Table, condition: ColumnElement[bool] | None = None, hidden: tuple[str, ...] = ()
) -> Iterator[Row]:
    columns = [column for column in table.columns if not column.info.get("secret") and column.name not in hidden]
    wanted = select(*columns).order_by(*table.primary_key.columns)
    if condition is not None:
        wanted = wanted.where(condition)
    names = [str(column.name) for column in columns]
    for row in connection.execution_options(yield_per=ROWS_AT_ONCE).execute(wanted):
        yield {"table": str(table.name), **dict(zip(names, row, strict=True))}
