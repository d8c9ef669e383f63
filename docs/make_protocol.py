"""Write docs/protocol.md and web/src/protocol.ts from the server's own structures.

`python docs/make_protocol.py` writes both; with `--check` it only checks that they are up to date.
"""

from __future__ import annotations

import inspect
import re
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as types

from heliodor import fairness, new_match
from heliodor.core.contract import Game
from heliodor.core.record import Record
from heliodor.games import GAME_IDS, get_game
from heliodor.hints import advice_of
from heliodor.protocol import http, messages, requests, settings, tables
from heliodor.protocol.phrases import PHRASES
from heliodor.server.http.openapi import ENDPOINTS


def _own_structures(game: Game) -> list[Any]:
    known = advice_of(game).Knowledge
    return [*([] if game.aid is None else [game.aid.Entry]), *([] if known is None else [known])]


ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "protocol.md"
TYPES = ROOT / "web" / "src" / "protocol.ts"

REQUESTS: tuple[Any, ...] = typing.get_args(requests.Request)
MESSAGES: tuple[Any, ...] = typing.get_args(messages.Message)
VIEWS = {game_id: get_game(game_id).view.View for game_id in GAME_IDS}
# Structures that a game defines and messages contain: those of its aid and of its reviews.
OWN_STRUCTURES = {game_id: _own_structures(get_game(game_id)) for game_id in GAME_IDS}
VIEW_GAMES = {view: game_id for game_id, view in VIEWS.items()}


def main() -> int:
    """Write or check both files; return the exit code."""
    files = {PAGE: "\n".join(page()) + "\n", TYPES: "\n".join(typescript()) + "\n"}
    if "--check" in sys.argv[1:]:
        stale = [path.name for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
        print(f"{', '.join(stale)} stale: run make docs" if stale else "protocol.md and protocol.ts are fresh")
        return 1 if stale else 0
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


# --- Examples -------------------------------------------------------------------------------------------------------

_MATCH = new_match("nizam", players=2, seed=7, first=0)
_SEED = "00112233445566778899aabbccddeeff" * 2
_TABLE = tables.TableInfo(
    id="Q2hvcm55amFy0001",
    game="nizam",
    version=1,
    options={"players": 2},
    settings=settings.TableSettings(clock=settings.Clock(kind="bank", seconds=600, increment=10)),
    status="playing",
    seats=[
        tables.SeatInfo(
            seat=seat,
            kind=kind,  # type: ignore[arg-type]
            name=name,
            level="casual",
            covered=False,
            connected=True,
            has_pin=False,
            seeded=seat == 0,
            yours=seat == 0,
            host=seat == 0,
        )
        for seat, (kind, name) in enumerate([("person", "Olha"), ("bot", "Casual bot")])
    ],
    no_hints=None,
    no_coach=None,
    rated=False,
    to_act=0,
    host=True,
    commitment=fairness.commitment_to(_SEED),
    deal=None,
    practice=None,
    rematch=None,
    result=None,
    join_token="c2l0LWRvd24taGVyZS1wbHM0",
    watch_token="anVzdC1sb29raW5nLXRoYW5r",
    created_at=1767225600000,
    finished_at=None,
    deadline=1767226200000,
)
_CLOCK = tables.ClockState(
    left=[600000, 587500], running=0, held=False, away=[120000, 94000], waits=False, grace=[True, False]
)
_SHIFT = messages.EventInfo(key="nizam.shift", seat=0, facts={"shift": "3<", "paid": "T"}, ply=0)
_REASON = messages.Reason(
    key="no_shift_yet", text="done ends a turn of shifts, and no shift has been made yet", rule="N9"
)
_HINT = messages.HintInfo(
    actions=["3<", "done"],
    share=0.56,
    certain=False,
    lead=[4.5],
    reasons=[messages.HintReason(key="nizam.hint.points", seat=0, facts={"points": 3})],
)
_LOOKER = messages.LookerInfo(key="5f1c0a9be27d4436", name="Ihor", seat=1, muted=False)
_SPOKEN = messages.Spoken(by=_LOOKER.key, name="Ihor", seat=1, kind="phrase", text="well_played", at=1767225661000)
_SAID = messages.Said(seat=1, kind="phrase", text="well_played", ply=4, at=1767225661000)

EXAMPLES: dict[Any, Any] = {
    requests.Open: requests.Open(table=_TABLE.id, seen=12),
    requests.Learn: requests.Learn(game="nizam", lesson="first"),
    requests.Act: requests.Act(request="tab1-7", ply=12, actions=["3<", "b^:CXX", "done"]),
    requests.Preview: requests.Preview(request="tab1-6", ply=12, actions=["3<", "b^:CXX"]),
    requests.Hint: requests.Hint(request="tab1-8", ply=12),
    requests.Review: requests.Review(request="tab1-19", deal=1),
    requests.Coach: requests.Coach(request="tab1-20", on=True),
    requests.Note: requests.Note(request="tab1-9", text="slot 3: r7?"),
    requests.Phrase: requests.Phrase(request="tab1-10", key="well_played"),
    requests.Chat: requests.Chat(request="tab1-11", text="Добрий вечір!"),
    requests.Offer: requests.Offer(request="tab1-12", what="pause"),
    requests.Accept: requests.Accept(request="tab1-13", what="pause"),
    requests.Decline: requests.Decline(request="tab1-14", what="stop"),
    requests.Look: requests.Look(request="tab1-15", seat=1, pin="1234"),
    requests.Curtain: requests.Curtain(request="tab1-16"),
    requests.Refresh: requests.Refresh(request="tab1-17", seen=12),
    requests.Go: requests.Go(request="tab1-20", step=2),
    requests.Together: requests.Together(review=_TABLE.id),
    requests.Lead: requests.Lead(request="tab1-21", place=requests.Place(ply=12)),
    requests.Move: requests.Move(
        request="tab1-22",
        place=requests.Place(ply=14, view=0, tried=requests.Tried(ply=13, actions=["3<", "done"])),
    ),
    requests.HandOver: requests.HandOver(request="tab1-23", to=_LOOKER.key),
    requests.Mute: requests.Mute(request="tab1-24", who=_LOOKER.key, muted=True),
    requests.Report: requests.Report(request="tab1-25", who=_LOOKER.key, kind="talk", text="Insults"),
    requests.Ping: requests.Ping(request="tab1-18"),
    messages.Snapshot: messages.Snapshot(
        table=_TABLE,
        ply=0,
        seat=0,
        seats=[0],
        view=_MATCH.view(0),
        aid=None,
        clock=_CLOCK,
        events=[],
        covered=None,
        said=[_SAID],
        muted=[],
        note="",
        offers=[],
    ),
    messages.Update: messages.Update(
        since=0,
        ply=1,
        changes={"phase": "shifting", "board/2": "TTSRC", "hand_sizes/0": 2},
        events=[_SHIFT],
        clock=_CLOCK,
    ),
    messages.TableChanged: messages.TableChanged(
        table=_TABLE, clock=_CLOCK, offers=[messages.Offered(what="pause", agreed=[0])]
    ),
    messages.Accepted: messages.Accepted(request="tab1-7", ply=15),
    messages.Refused: messages.Refused(request="tab1-7", reason=_REASON, ply=12),
    messages.Previewed: messages.Previewed(
        request="tab1-6", ply=0, played=1, wall=True, refused=None, view=_MATCH.view(0)
    ),
    messages.Hinted: messages.Hinted(request="tab1-8", hints=[_HINT]),
    messages.Questioned: messages.Questioned(request="tab1-7", ply=12, given_away=0.12, points=None, better=_HINT),
    messages.Reviewed: messages.Reviewed(
        request="tab1-19",
        deal=1,
        known={"hand": [], "bets": [{"bid": 3, "safety": True, "met": 0.62, "points": 7.5}], "tricks": 3.4},
    ),
    messages.SaidNow: messages.SaidNow(said=_SAID),
    messages.Warned: messages.Warned(seat=0, key="time_short", until=20000, next="time_up"),
    messages.LessonNow: messages.LessonNow(
        game="nizam",
        lesson="first",
        name={"en": "First game"},
        titles=[{"en": "Slide a line"}, {"en": "Old combinations"}],
        step=0,
        task={"en": "Slide **row 4 to the right**, then end your turn."},
        why={"en": "The emerald on the right goes round to the left, and your emerald pays for it."},
        rule="N7",
        taught=["4>", "done"],
        look=[],
        result=None,
        answer={"en": "That is allowed, and you could pay for it. But do the step above first."},
        end=None,
        learned=[],
        next="second",
    ),
    messages.TogetherNow: messages.TogetherNow(
        review=_TABLE.id,
        you="0c4de8a1b7395f20",
        people=[messages.LookerInfo(key="0c4de8a1b7395f20", name="Olha", seat=0, muted=False), _LOOKER],
        leader=_LOOKER.key,
        name="Ihor",
        away=False,
        place=messages.PlaceInfo(ply=12, view=None, tried=None),
        talk="free",
        said=[_SPOKEN],
    ),
    messages.Moved: messages.Moved(place=messages.PlaceInfo(ply=13, view=0, tried=None)),
    messages.SpokenNow: messages.SpokenNow(said=_SPOKEN),
    messages.SiteChanged: messages.SiteChanged(
        site=messages.SiteInfo(
            announcement=messages.AnnouncementInfo(
                texts={"en": "The server restarts in five minutes.", "uk": "За п’ять хвилин сервер перезапуститься."},
                until=1767225900000,
            )
        )
    ),
    messages.Failed: messages.Failed(reason=messages.Reason(key="not_found", text="there is no such table")),
}


# --- The page -------------------------------------------------------------------------------------------------------

INTRODUCTION = """# The protocol of live tables

This page is generated from the code by `make docs`. A running server offers the same as OpenAPI
(`/api/openapi.json`) and JSON Schema (`/api/schema.json`); the TypeScript types are in `web/src/protocol.ts`.
`heliodor.client` is a client in Python.

## How it works

1. `POST /api/me` creates a person: the answer sets a cookie, which identifies you. There are no accounts.
2. `POST /api/tables` creates a table; others sit down with the token of its join link; the host starts it.
3. A WebSocket to `/api/socket?table=ID`, with the cookie, serves one table; the server does not read the query, but a
   proxy can send all sockets of a table to one process by it. The first message is `open`; the answer is a `snapshot`
   with your view of the match, or `failed`.
4. From then on every action is followed by an `update`: `changes` are paths in the view with their new
   values, so `{"board/2": "TTSRC"}` means `view.board[2] = "TTSRC"`. An update applies to a view at the ply `since`; if
   yours is at another one, ask for a `refresh`.
5. `act` plays a list of actions, all or none. `accepted` means that they are saved. Anything else is
   `refused`, with a key for translations and, if a rule of the game forbids it, the number of its paragraph; if your
   view was out of date (`stale`), a snapshot follows. Where the coach is on (`settings.coach`, one person against
   bots), `questioned` may come instead: nothing has been played, and the same `act` with `anyway` plays it.
6. When the connection is lost, open the socket again with the last ply that you have `seen`, and resend unanswered
   requests *with the same* `request` id: each is played once.
7. With `learn` instead of `open` the socket serves a lesson. It is played like a table; `lesson` has what to do, and
   another legal decision than the taught one is refused with the key `lesson`, after a `lesson` with an `answer` to it.
8. `POST /api/practice` makes a private table against bots in the middle of another match: a finished one at a ply, or a
   puzzle that you have answered. It has started; you sit where you want, and see what that seat saw. The cards left in
   the deck lie in a new order. Nothing is rated, and the record has no `fairness`.
9. With `together` the socket serves a review (`/api/reviews/{review}`) that several people have open. One of them may
   `lead`; the others get a `moved` for each of the leader's places and ask for that moment by HTTP, so each sees what
   they may see. Of two people who take the lead at once one gets it, and the other is refused (`led_already`). A leader
   gives the lead up or away with `hand_over`. A leader whose connection is lost keeps the lead for ten seconds
   (`away`); then nobody leads, and anyone may take it. `phrase` and `chat` work as at a table and are not stored.

Texts from people are plain text, not HTML: escape them where you show them. A message has at most 16,384 bytes. The
key of a reason is stable; the English text beside it is not."""


def page() -> Iterator[str]:
    """Yield the lines of docs/protocol.md."""
    yield INTRODUCTION
    yield from ("", "## Requests over HTTP", "", "| request | body | answer | |", "| --- | --- | --- | --- |")
    for endpoint in ENDPOINTS:
        body = f"`{endpoint.takes.__name__}`" if endpoint.takes else ""
        who = "" if endpoint.for_people else " (no cookie needed)"
        kinds = getattr(endpoint.returns, "__args__", (endpoint.returns,))
        answer = " \\| ".join("null" if kind is type(None) else kind.__name__ for kind in kinds)
        yield f"| `{endpoint.method} {endpoint.path}` | {body} | `{answer}` | {endpoint.summary}{who} |"
    yield ""
    yield "A request that is refused is answered with a `Problem`. `GET /healthz` and `/readyz` are for hosts."
    yield from ("", "## Socket: requests")
    for kind in REQUESTS:
        yield from _message(kind)
    yield from ("", "## Socket: messages")
    for kind in MESSAGES:
        yield from _message(kind)
    yield from ("", "## Structures")
    for kind in _structures():
        yield from ("", f"### `{kind.__name__}`", "", _doc(kind), "", *_fields(kind))
    yield from ("", "## Phrases", "", ", ".join(f"`{phrase}`" for phrase in PHRASES))


def _message(kind: Any) -> Iterator[str]:
    yield from ("", f"### `{kind.__struct_config__.tag}`", "", _doc(kind), "", *_fields(kind))
    yield from ("", "```json", msgspec.json.encode(EXAMPLES[kind]).decode(), "```")


def _doc(kind: Any) -> str:
    return " ".join(inspect.getdoc(kind).split())


def _fields(kind: Any) -> Iterator[str]:
    yield from ("| field | type | meaning |", "| --- | --- | --- |")
    for field in types.type_info(kind).fields:  # type: ignore[attr-defined]
        optional = "" if field.required else "?"
        shown = _type_name(field.type).replace("|", "\\|")
        yield f"| `{field.encode_name}{optional}` | `{shown}` | {comments_of(kind).get(field.name, '')} |"


def _structures() -> list[Any]:
    """Return every structure that is part of a message or a body, in the order of the modules."""
    found: dict[Any, None] = {}

    def visit(info: Any) -> None:
        if isinstance(info, types.StructType):
            if info.cls in (*_NAMES, *found, *REQUESTS, *MESSAGES, Record):
                return
            found[info.cls] = None
            for field in info.fields:
                visit(field.type)
        for name in ("item_type", "key_type", "value_type"):
            if hasattr(info, name):
                visit(getattr(info, name))
        for inner in getattr(info, "types", ()):
            visit(inner)

    for kind in (*REQUESTS, *MESSAGES):
        for field in types.type_info(kind).fields:  # type: ignore[attr-defined]
            visit(field.type)
    for endpoint in ENDPOINTS:
        for kind in (endpoint.takes, endpoint.returns):
            if kind is not None and kind is not Record:
                visit(types.type_info(kind))
    visit(types.type_info(http.Problem))
    return list(found)


def comments_of(kind: Any) -> dict[str, str]:
    """Return the comment beside each field, from the source; fields of a base class included."""
    comments: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if not base.__module__.startswith("heliodor."):
            continue
        source = inspect.getsource(base)
        for name, comment in re.findall(r"^    (\w+): [^\n]*?  # (.*)$", source, re.MULTILINE):
            comments[name] = comment
        for name, comment in re.findall(r"^    (\w+): \($.*?^    \)[^\n]*  # (.*?)$", source, re.MULTILINE | re.DOTALL):
            comments.setdefault(name, comment)
    return comments


# --- TypeScript -------------------------------------------------------------------------------------------------------


def _type_name(info: Any) -> str:
    if isinstance(info, types.StructType):
        return str(_NAMES.get(info.cls, info.cls.__name__))
    if isinstance(info, types.ListType | types.VarTupleType):
        inner = _type_name(info.item_type)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if isinstance(info, types.DictType):
        return f"Record<{_type_name(info.key_type)}, {_type_name(info.value_type)}>"
    if isinstance(info, types.UnionType):
        return " | ".join(dict.fromkeys(_type_name(inner) for inner in info.types))
    if isinstance(info, types.LiteralType):
        return " | ".join(msgspec.json.encode(value).decode() for value in info.values)
    simple = {
        types.IntType: "number",
        types.FloatType: "number",
        types.StrType: "string",
        types.BoolType: "boolean",
        types.NoneType: "null",
        types.AnyType: "unknown",
    }
    return simple[type(info)]


_NAMES: dict[Any, str] = {settings.WantedSettings: "TableSettings", settings.WantedClock: "Clock"}  # The same fields.


def typescript() -> Iterator[str]:
    """Yield the lines of web/src/protocol.ts."""
    yield "// Generated from the server's structures by `make docs`; do not edit."
    structures = _structures()
    for game_id, view in VIEWS.items():
        for kind in (view, *OWN_STRUCTURES[game_id]):
            _name_view(game_id.capitalize(), kind, structures)
    for kind in structures:
        yield from _interface(kind)
    for kind in (*REQUESTS, *MESSAGES):
        yield from _interface(kind)
    yield from ("", "/** Everything that is sent to the server. */")
    yield f"export type Request = {' | '.join(kind.__name__ for kind in REQUESTS)};"
    yield from ("", "/** Everything that the server sends. */")
    yield f"export type Message = {' | '.join(kind.__name__ for kind in MESSAGES)};"
    yield from ("", "/** The view of a game. */")
    yield f"export type View = {' | '.join(_NAMES[view] for view in VIEWS.values())};"
    yield from ("", "/** Keys of the phrases that can be said at a table. */")
    yield f"export const PHRASES = {msgspec.json.encode(PHRASES).decode()} as const;"


def _name_view(prefix: str, kind: Any, structures: list[Any]) -> None:
    """Give the structures of a view names that differ between games, inner ones first."""
    for field in types.type_info(kind).fields:  # type: ignore[attr-defined]
        for inner in _inner_structs(field.type):
            if inner not in _NAMES:
                _name_view(prefix, inner, structures)
    _NAMES[kind] = f"{prefix}{kind.__name__}"
    structures.append(kind)


def _inner_structs(info: Any) -> Iterator[Any]:
    if isinstance(info, types.StructType):
        yield info.cls
    for name in ("item_type", "value_type"):
        if hasattr(info, name):
            yield from _inner_structs(getattr(info, name))
    for inner in getattr(info, "types", ()):
        yield from _inner_structs(inner)


def _interface(kind: Any) -> Iterator[str]:
    yield from ("", f"/** {_doc(kind)} */", f"export interface {_NAMES.get(kind, kind.__name__)} {{")
    tag = kind.__struct_config__.tag
    if tag is not None:
        yield f'  type: "{tag}";'
    comments = comments_of(kind)
    for field in types.type_info(kind).fields:  # type: ignore[attr-defined]
        if field.name in comments:
            yield f"  /** {comments[field.name]} */"
        # The game's id distinguishes its view from those of other games.
        literal = VIEW_GAMES.get(kind) if field.name == "game" else None
        value = f'"{literal}"' if literal else _type_name(field.type)
        yield f"  {field.encode_name}{'' if field.required else '?'}: {value};"
    yield "}"


if __name__ == "__main__":
    sys.exit(main())
