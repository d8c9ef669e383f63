"""`heliodor admin`: what the host of a site can see and do."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter

from heliodor.cli.inputs import Json, counted, whole_number
from heliodor.cli.printing import age, columns, moment, period, print_json
from heliodor.cli.secrets import with_password
from heliodor.cli.settings import ConfigFile, Sources
from heliodor.core.errors import BadOption, HeliodorError
from heliodor.core.words import joined
from heliodor.languages import LANGUAGES, ORIGINAL

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from heliodor.server.administration.orders import Order
    from heliodor.store.rows import ReportRow

Who = Annotated[str, Parameter(help="Id of a person, or a name that nobody else has.", allow_leading_hyphen=True)]
Id = Annotated[str, Parameter(allow_leading_hyphen=True)]
Limit = Annotated[int, Parameter(converter=whole_number(1, 100_000), help="Most lines.")]
Days = Annotated[int | None, Parameter(converter=whole_number(1, 36_500))]
Yes = Annotated[bool, Parameter(help="Do not ask; for scripts.")]
State = Literal["live", "open", "playing", "paused", "over", "stopped", "all"]

STATES = {"live": ("open", "playing", "paused"), "all": ("open", "playing", "paused", "over", "stopped")}
LIMIT = 50
LONGEST_REASON = 200
LONGEST_ANNOUNCEMENT = 200
MODE_SENTENCES = {
    "open": "The site is open.",
    "read-only": "The site is read-only: nobody can act or create anything.",
    "drain": "The site is draining: there are no new tables, running matches go on.",
}


@Parameter(name="*")
@dataclass(frozen=True)
class Where:
    """Which site; the settings are those of `serve`."""

    config: ConfigFile = None
    database: Annotated[
        str | None,
        Parameter(help="postgresql://user@host/name or sqlite:///file, as for serve. [a file in your data folder]"),
    ] = None
    database_password_file: Annotated[str | None, Parameter(help="A file with its password. [none]")] = None


NOWHERE = Where()
SOURCES = Sources("serve", only=("database", "database_password_file"), is_part=True)


def make_admin() -> App:
    """Return the parser of `heliodor admin`."""
    app = App(name="admin", help="Look after a site: people, tables, reports, bans.", sort_key=1, config=SOURCES)
    for command in (
        people,
        person,
        tables,
        reports,
        resolve,
        ban,
        unban,
        rename,
        export,
        statistics,
        audit,
        announce,
        silence,
        mode,
        prune,
    ):
        app.command(command)
    app.command(remove_person, name="remove-person")
    app.command(remove_table, name="remove-table")
    return app


# --- Looking --------------------------------------------------------------------------------------------------------


def people(
    search: Annotated[str, Parameter(help="A part of a name, or an id.", allow_leading_hyphen=True)] = "",
    /,
    *,
    limit: Limit = LIMIT,
    site: Where = NOWHERE,
    json: Json = False,
) -> None:
    """List people, those seen last first."""
    from heliodor.store import overview

    with _reading(site) as connection:
        found = overview.people(connection, _now(), search, limit)
    if json:
        print_json(found)
        return
    now = _now()
    lines = [
        (each.id, each.name, each.language, age(now - each.seen_at), each.tables, each.live, _banned(each))
        for each in found
    ]
    columns(("id", "name", "language", "seen", "tables", "live", ""), lines, "nobody is known here")


def person(who: Who, /, *, limit: Limit = LIMIT, site: Where = NOWHERE, json: Json = False) -> None:
    """Show one person: names, tables, ratings, ban, reports."""
    from heliodor.server.administration.perform import person_called
    from heliodor.store import overview

    with _reading(site) as connection:
        found = overview.person_details(connection, _now(), person_called(connection, who), limit)
    if json:
        print_json(found)
        return
    summary = found.person
    ban = "no" if found.ban is None else f"{_until(found.ban.until)}: {found.ban.reason}"
    ratings = (f"{row.game} {row.mu:.1f} ± {row.sigma:.1f} ({row.matches})" for row in found.ratings)
    fields = {
        "id": summary.id,
        "name": summary.name,
        "at tables": ", ".join(found.names),
        "language": summary.language,
        "came": moment(summary.created_at),
        "last seen": moment(summary.seen_at),
        "tables": f"{summary.tables}, {summary.live} of them live",
        "latest": " ".join(found.tables[:5]),
        "ratings": ", ".join(ratings),
        "banned": ban,
        "reports": f"{found.reports_made} made, {found.reports_against} about this person",
    }
    for name, value in fields.items():
        print(f"{name:<10} {value}".rstrip())


def tables(
    *,
    state: Annotated[State, Parameter(help="live: not ended yet.")] = "live",
    limit: Limit = LIMIT,
    site: Where = NOWHERE,
    json: Json = False,
) -> None:
    """List tables: state, age, who sits there, whose turn it is."""
    from heliodor.server.administration.turns import seat_to_act
    from heliodor.store import overview

    with _reading(site) as connection:
        found = overview.tables(connection, STATES.get(state, (state,)), limit)
        turns = {each.id: seat_to_act(connection, each.id) for each in found if each.status == "playing"}
    if json:
        import msgspec

        print_json([msgspec.to_builtins(each) | {"to_act": turns.get(each.id)} for each in found])
        return
    now = _now()
    lines = []
    for each in found:
        seat = turns.get(each.id)
        still = age(now - (each.acted_at or each.started_at or each.created_at))
        names = ", ".join(name or "free" for name in each.names)
        turn = "" if seat is None else each.names[seat]
        lines.append((each.id, each.game, each.status, age(now - each.created_at), still, names, turn))
    columns(("id", "game", "state", "age", "still", "seats", "turn"), lines, "there are no such tables")


def reports(
    *,
    resolved: Annotated[bool, Parameter(name="--all", help="Also those that are resolved.")] = False,
    limit: Limit = LIMIT,
    site: Where = NOWHERE,
    json: Json = False,
) -> None:
    """List what people report about others at their tables."""
    from heliodor.store import reports as report_store

    with _reading(site) as connection:
        found = report_store.list_reports(connection, limit, resolved=resolved)
    if json:
        print_json(found)
        return
    now = _now()
    lines = [
        (
            each.id,
            age(now - each.created_at),
            each.kind,
            each.person,
            each.match_id or each.review or "",
            each.reporter,
            "resolved" if each.resolved_at else "open",
            _told(each),
        )
        for each in found
    ]
    columns(("id", "age", "kind", "about", "table", "by", "state", "text"), lines, "there are no reports")


def _told(report: ReportRow) -> str:
    """Return what a reporter wrote, and what the other had said in a shared review: nothing else keeps that."""
    import msgspec

    said = " / ".join(msgspec.json.decode(report.said, type=list[str]))
    return f"{report.text} (said: {said})".strip() if said else report.text


def export(
    who: Annotated[
        str | None, Parameter(help="Id of a person, or a name that nobody else has; without it, everything.")
    ] = None,
    /,
    *,
    site: Where = NOWHERE,
) -> None:
    """Print what is stored about a person, or everything, as JSON lines without secrets."""
    import msgspec

    from heliodor.server.administration.perform import person_called
    from heliodor.store import export as export_store

    with _reading(site) as connection:
        rows = (
            export_store.everything(connection)
            if who is None
            else export_store.about(connection, person_called(connection, who))
        )
        for row in rows:
            sys.stdout.write(msgspec.json.encode(row).decode() + "\n")


def statistics(*, site: Where = NOWHERE, json: Json = False) -> None:
    """Print figures of the site."""
    from heliodor.store import overview

    with _reading(site) as connection:
        found = overview.statistics(connection, _now())
    if json:
        print_json(found)
        return
    print(f"people      {found.people:,}, {found.seen_this_week:,} seen in the last week, {found.banned:,} banned")
    print(f"tables      {_amounts(found.tables)}")
    print(f"matches     {_amounts(found.matches)}")
    print(f"actions     {found.actions:,}, {found.actions_today:,} in the last 24 hours")
    print(f"reports     {found.open_reports:,} open")
    print(f"database    {found.bytes / 1e6:,.1f} MB")


def audit(*, limit: Limit = LIMIT, site: Where = NOWHERE, json: Json = False) -> None:
    """List what hosts have done, the latest first."""
    from heliodor.store import audit as audit_store

    with _reading(site) as connection:
        found = audit_store.entries(connection, limit)
    if json:
        print_json(found)
        return
    lines = [
        (moment(each.at), each.host_user, each.action, each.person or "", each.match_id or "", each.detail)
        for each in found
    ]
    columns(("when", "user", "action", "person", "table", "detail"), lines, "nothing has been done yet")


# --- Acting ---------------------------------------------------------------------------------------------------------


def resolve(report: Id, /, *, site: Where = NOWHERE, json: Json = False) -> None:
    """Mark a report as dealt with."""
    from heliodor.server.administration.orders import Resolve

    _order(site, Resolve(report=report), json, "The report is resolved.")


def ban(
    who: Who,
    /,
    *,
    reason: Annotated[str, Parameter(help="Shown to the person.")],
    lasts: Annotated[str | None, Parameter(name="--for", help="How long, as in 30m, 12h, 7d or 4w. [for good]")] = None,
    until: Annotated[str | None, Parameter(help="Until when, as in 2027-01-31. [for good]")] = None,
    yes: Yes = False,
    site: Where = NOWHERE,
    json: Json = False,
) -> None:
    """Ban a person: they cannot act, create, sit or talk, and have left their running matches."""
    from heliodor.server.administration.orders import Ban

    if not reason.strip() or len(reason) > LONGEST_REASON:
        raise BadOption(f"--reason takes a sentence of at most {LONGEST_REASON} letters")
    if lasts is not None and until is not None:
        raise BadOption("--for and --until say the same; give one of them")
    end = _now() + period("--for", lasts) if lasts is not None else None if until is None else _day(until)
    found = _asked(site, who, "Ban", yes)
    _order(site, Ban(who=found, reason=reason.strip(), until=end), json, f"{who} is banned {_until(end)}.")


def unban(who: Who, /, *, site: Where = NOWHERE, json: Json = False) -> None:
    """End a ban."""
    from heliodor.server.administration.orders import Unban

    _order(site, Unban(who=who), json, f"{who} is no longer banned.")


def rename(
    who: Who,
    name: Annotated[str, Parameter(help="The new name.", allow_leading_hyphen=True)],
    /,
    *,
    site: Where = NOWHERE,
    json: Json = False,
) -> None:
    """Give a person another name, also at their tables."""
    from heliodor.server.administration.orders import Rename

    _order(site, Rename(who=who, name=name), json, f"{who} is called {name} from now on.")


def remove_person(who: Who, /, *, yes: Yes = False, site: Where = NOWHERE, json: Json = False) -> None:
    """Remove a person and everything that names them; finished matches stay, without the name."""
    from heliodor.server.administration.orders import RemovePerson

    found = _asked(site, who, "Remove", yes)
    _order(site, RemovePerson(who=found), json, f"{who} is removed.")


def remove_table(table: Id, /, *, yes: Yes = False, site: Where = NOWHERE, json: Json = False) -> None:
    """Remove a table and its match, live or finished."""
    from heliodor.server.administration.orders import RemoveTable

    _ask(f"Remove the table {table} and its match?", yes)
    _order(site, RemoveTable(table=table), json, "The table is removed.")


def announce(
    text: Annotated[str, Parameter(help="The message, in English or in the one language of your site.")],
    /,
    *,
    translation: Annotated[
        list[str] | None, Parameter(help="The message in another language, as uk=TEXT; may be given several times.")
    ] = None,
    lasts: Annotated[str, Parameter(name="--for", help="How long it is shown, as in 10m or 2h.")] = "10m",
    site: Where = NOWHERE,
    json: Json = False,
) -> None:
    """Show everybody a message, at every table and on the first page."""
    from heliodor.server.administration.orders import Announce
    from heliodor.store.control import Announcement

    texts = {ORIGINAL: text.strip()}
    for each in translation or ():
        language, equals, told = each.partition("=")
        if not equals or language not in LANGUAGES or language == ORIGINAL:
            raise BadOption(f"--translation is like uk=TEXT, for {joined([*LANGUAGES][1:], 'or')}, not {each!r}")
        texts[language] = told.strip()
    if not all(0 < len(each) <= LONGEST_ANNOUNCEMENT for each in texts.values()):
        raise BadOption(f"a message has at least one letter and at most {LONGEST_ANNOUNCEMENT}")
    end = _now() + period("--for", lasts)
    _order(site, Announce(announcement=Announcement(texts, end)), json, f"Shown until {moment(end)}.")


def silence(*, site: Where = NOWHERE, json: Json = False) -> None:
    """End the message to everybody."""
    from heliodor.server.administration.orders import Silence

    _order(site, Silence(), json, "There is no message any more.")


def mode(
    wanted: Annotated[Literal["open", "read-only", "drain"], Parameter(name="mode")],
    /,
    *,
    site: Where = NOWHERE,
    json: Json = False,
) -> None:
    """Open the site; make it read-only, so that nobody acts; or drain it: no new tables, running matches go on."""
    from heliodor.server.administration.orders import SetMode

    _order(site, SetMode(mode=wanted), json, MODE_SENTENCES[wanted])


def prune(
    *,
    matches: Annotated[Days, Parameter(help="Remove matches that ended before then.")] = None,
    lobbies: Annotated[Days, Parameter(help="Remove tables that were made before then and have not begun.")] = None,
    idle: Annotated[Days, Parameter(help="Stop matches in which nobody has acted since then.")] = None,
    people: Annotated[Days, Parameter(help="Remove people without a match who were not here since then.")] = None,
    talk: Annotated[Days, Parameter(help="Remove older chat and notes.")] = None,
    logs: Annotated[Days, Parameter(help="Remove older audit entries and resolved reports.")] = None,
    yes: Yes = False,
    site: Where = NOWHERE,
    json: Json = False,
) -> None:
    """Remove what is older than a number of days; a server does the same every day by its own settings."""
    from heliodor.server.administration.orders import Prune
    from heliodor.store.retention import Retention

    days = {"matches": matches, "lobbies": lobbies, "idle": idle, "people": people, "talk": talk, "logs": logs}
    wanted = {kind: value for kind, value in days.items() if value is not None}
    if not wanted:
        raise BadOption(f"say what to remove and its age in days: {joined([f'--{kind}' for kind in days], 'or')}")
    parts = (f"{kind} older than {counted(value, 'day')}" for kind, value in wanted.items())
    _ask(f"Prune {', '.join(parts)}?", yes)
    answer = _carried_out(site, Prune(retention=Retention(**days)))
    if json:
        print_json(answer)
    else:
        print(f"Pruned: {_amounts({kind: int(answer.get(kind) or 0) for kind in wanted})}.")


# --- Parts ----------------------------------------------------------------------------------------------------------


def _url(site: Where) -> str:
    from heliodor.store import default_url

    url = site.database or default_url()
    return with_password(url, site.database_password_file) if site.database_password_file else url


@contextmanager
def _reading(site: Where) -> Iterator[Connection]:
    """Open the database for reading; a server may run on it."""
    from heliodor.store import open_engine

    engine = open_engine(_url(site))
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _order(site: Where, order: Order, json: bool, sentence: str) -> None:
    """Have an order carried out, and tell its result."""
    answer = _carried_out(site, order)
    if json:
        print_json(answer)
    else:
        print(sentence)


def _carried_out(site: Where, order: Order) -> dict[str, str | int | None]:
    from heliodor.server.administration.caller import carry_out

    return carry_out(_url(site), order)


def _asked(site: Where, who: str, verb: str, yes: bool) -> str:
    """Return the id of a person after asking about them."""
    from heliodor.server.administration.perform import person_called
    from heliodor.store import overview

    with _reading(site) as connection:
        found = person_called(connection, who)
        (summary,) = overview.summaries(connection, _now(), [found])
    _ask(f"{verb} {summary.name} ({found}, at {counted(summary.tables, 'table')})?", yes)
    return found


def _ask(question: str, yes: bool) -> None:
    """Ask before something that cannot be undone; a script says --yes."""
    if yes:
        return
    if not _is_asked_by_a_person():
        raise HeliodorError("this command asks first; in a script add --yes")
    if input(f"{question} [y/N] ").strip().lower() not in ("y", "yes"):
        raise HeliodorError("nothing has been done")


def _is_asked_by_a_person() -> bool:
    return sys.stdin.isatty()


def _day(text: str) -> int:
    from datetime import UTC, date, datetime

    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadOption(f"--until takes a day like 2027-01-31, not {text!r}") from None
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def _banned(each: Any) -> str:
    return f"banned {_until(each.banned_until)}" if each.banned else ""


def _until(end: int | None) -> str:
    return "for good" if end is None else f"until {moment(end)}"


def _amounts(counts: dict[str, int]) -> str:
    each: Sequence[str] = [f"{count:,} {name}" for name, count in counts.items()]
    return ", ".join(each) or "none"


def _now() -> int:
    return time.time_ns() // 1_000_000
