"""Carrying out an order on the database, in one transaction with its audit entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection

from heliodor.core.errors import HeliodorError
from heliodor.server.administration import orders
from heliodor.store import audit, bans, control, overview, removal, reports
from heliodor.store.matches import matches_of_person
from heliodor.store.rows import AuditRow, BanRow

MOST_NAMED = 5  # Of several people with the same name.
ALL = 10_000_000


class Outcome(NamedTuple):
    """What an order has done."""

    answer: dict[str, Any]  # For the host.
    tables: list[str]  # Tables that have changed or are gone.
    entry: AuditRow


class _Done(msgspec.Struct):
    answer: dict[str, Any]
    tables: list[str] = []
    person: str | None = None
    table: str | None = None
    detail: dict[str, Any] = {}


def perform(connection: Connection, order: orders.Order, host_user: str, now: int) -> Outcome:
    """Carry out an order and log it; raise HeliodorError if it cannot be done, with nothing changed."""
    done = _ACTIONS[type(order)](connection, order, now)
    entry = audit.note(
        connection,
        now,
        host_user,
        str(type(order).__struct_config__.tag),
        person=done.person,
        match_id=done.table,
        detail=done.detail,
    )
    return Outcome(done.answer, done.tables, entry)


def note_pruned(
    connection: Connection, order: orders.Prune, counts: dict[str, int], host_user: str, now: int
) -> Outcome:
    """Log that an order to prune has been carried out, batch by batch."""
    days = {kind: value for kind, value in msgspec.structs.asdict(order.retention).items() if value is not None}
    entry = audit.note(connection, now, host_user, "prune", detail={"days": days, "removed": counts})
    return Outcome(dict(counts), [], entry)


def person_called(connection: Connection, who: str) -> str:
    """Return the person with an id, or with a name that nobody else has."""
    found = overview.people_called(connection, who)
    if not found:
        raise HeliodorError(f"there is no person {who!r}; `heliodor admin people` lists them")
    if len(found) > 1:
        some = ", ".join(found[:MOST_NAMED]) + (", …" if len(found) > MOST_NAMED else "")
        raise HeliodorError(f"{len(found)} people are called {who!r}; give one of their ids: {some}")
    return found[0]


def _ban(connection: Connection, order: orders.Ban, now: int) -> _Done:
    if order.until is not None and order.until <= now:
        raise HeliodorError("the end of the ban is in the past")
    person = person_called(connection, order.who)
    bans.ban(connection, BanRow(person, order.reason, order.until, now))
    control.raise_revision(connection)
    tables = matches_of_person(connection, person, ALL)
    return _Done({"person": person, "until": order.until}, tables, person, detail={"until": order.until})


def _unban(connection: Connection, order: orders.Unban, now: int) -> _Done:
    person = person_called(connection, order.who)
    if not bans.unban(connection, person):
        raise HeliodorError(f"{order.who!r} is not banned")
    control.raise_revision(connection)
    return _Done({"person": person}, person=person)


def _rename(connection: Connection, order: orders.Rename, now: int) -> _Done:
    from heliodor.server import names  # It loads the bots' names, which nothing else here needs.
    from heliodor.server.refusal import Refusal

    person = person_called(connection, order.who)
    try:
        name = names.checked(order.name)
    except Refusal as refusal:
        raise HeliodorError(f"{order.name!r} cannot be a name: {refusal}") from None
    tables = removal.rename_person(connection, person, name, names.unique)
    return _Done({"person": person, "name": name, "tables": len(tables)}, tables, person)


def _remove_person(connection: Connection, order: orders.RemovePerson, now: int) -> _Done:
    person = person_called(connection, order.who)
    tables = removal.remove_person(connection, person)
    control.raise_revision(connection)
    # The id stays in this entry alone, as the proof of the removal; from now on it names nobody.
    return _Done({"person": person, "tables": len(tables)}, tables, person, detail={"tables": len(tables)})


def _remove_table(connection: Connection, order: orders.RemoveTable, now: int) -> _Done:
    removed = removal.remove_tables(connection, [order.table])
    if not removed:
        raise HeliodorError(f"there is no table {order.table!r}; `heliodor admin tables` lists them")
    return _Done({"table": order.table}, removed, table=order.table)


def _resolve(connection: Connection, order: orders.Resolve, now: int) -> _Done:
    report = reports.resolve(connection, order.report, now)
    if report is None:
        raise HeliodorError(f"there is no report {order.report!r}; `heliodor admin reports` lists them")
    return _Done({"report": report.id}, person=report.person, table=report.match_id, detail={"report": report.id})


def _announce(connection: Connection, order: orders.Announce, now: int) -> _Done:
    if order.announcement.until <= now:
        raise HeliodorError("the end of the message is in the past")
    control.announce(connection, order.announcement)
    told = {"until": order.announcement.until}
    return _Done(told, detail=told | {"languages": sorted(order.announcement.texts)})


def _silence(connection: Connection, order: orders.Silence, now: int) -> _Done:
    control.announce(connection, None)
    return _Done({})


def _set_mode(connection: Connection, order: orders.SetMode, now: int) -> _Done:
    control.set_mode(connection, order.mode)
    return _Done({"mode": order.mode}, detail={"mode": order.mode})


_ACTIONS: dict[type, Callable[[Connection, Any, int], _Done]] = {
    orders.Ban: _ban,
    orders.Unban: _unban,
    orders.Rename: _rename,
    orders.RemovePerson: _remove_person,
    orders.RemoveTable: _remove_table,
    orders.Resolve: _resolve,
    orders.Announce: _announce,
    orders.Silence: _silence,
    orders.SetMode: _set_mode,
}
