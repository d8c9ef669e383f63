"""A lesson over a socket: to the page it is a table, and a coach speaks beside it.

The match of a lesson is the same for everybody and a function of the step, so nothing of it is stored, and any process
can go on with it. What is stored is how far a person is, before the decision is acknowledged.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from heliodor.core.errors import BadAction
from heliodor.games import game_ids, get_game
from heliodor.languages import LANGUAGES, ORIGINAL
from heliodor.lessons import BadLesson, Book, Run, Script, lessons_of, script_of
from heliodor.lessons.book import LessonTexts, StepTexts, Texts
from heliodor.lessons.texts import spoken
from heliodor.match import Played, changed_options
from heliodor.protocol import requests
from heliodor.protocol.messages import Accepted, LessonNow, Previewed, Reason, Refused, Snapshot
from heliodor.protocol.settings import TableSettings
from heliodor.protocol.tables import SeatInfo, TableInfo
from heliodor.server.jobs import Job, Jobs
from heliodor.server.metrics import Metrics
from heliodor.server.plans import refusal_of, try_plan
from heliodor.server.refusal import Refusal, not_found
from heliodor.server.terms import aid_of
from heliodor.server.viewers import Viewers, encode
from heliodor.store import lessons as lesson_store
from heliodor.store.rows import LessonRow

if TYPE_CHECKING:
    from heliodor.server.socket import Connection
    from heliodor.server.table import Receiver

log = logging.getLogger("heliodor.lesson")

Handler = Callable[["LessonTable", "Connection", Any], Awaitable[None]]

COACHED = Reason(key="lesson", text="the lesson teaches another decision; the coach has answered")


class LessonTable:
    """One person in one lesson."""

    def __init__(self, script: Script, book: Book, step: int, metrics: Metrics) -> None:
        self.script = script
        self.book = book
        self.game = script.game
        self.settings = TableSettings(game=script.settings, hints="never")
        self._run = Run(script, step)
        self._jobs = Jobs(metrics, lesson=f"{script.game.id}/{script.lesson.id}")  # Requests.
        self._viewers = self._new_viewers()

    @property
    def ply(self) -> int:
        """Number of actions played."""
        return self._run.ply

    @property
    def seat(self) -> int:
        """The learner's seat."""
        return self.script.lesson.seat

    def submit(self, job: Job) -> None:
        """Queue a job; it reports its own errors."""
        self._jobs.submit(job)

    def leave(self, receiver: Receiver) -> None:
        """Forget the connection; nothing is kept here."""

    def _new_viewers(self) -> Viewers:
        viewers = Viewers(self._run.shown, self._run.states, self.ply, aid_of(self.game, self.settings))
        viewers.view(self.seat)
        return viewers

    # --- Telling ----------------------------------------------------------------------------------------------------

    def show(self, connection: Connection) -> None:
        """Send the whole table, and what to do."""
        self._viewers = self._new_viewers()
        connection.seats, connection.seat = [self.seat], self.seat
        plain = self._viewers.plain(self.seat)
        message = Snapshot(
            table=self._info(),
            ply=self.ply,
            seat=self.seat,
            seats=[self.seat],
            view=self._viewers.view(self.seat),
            aid=self._viewers.aid(self.seat),
            clock=None,
            events=[],
            covered=self._viewers.covered(),
            said=[],
            muted=[],
            note="",
            offers=[],
            plain=UNSET if plain is None else plain,
        )
        connection.post(encode(message))
        connection.post(encode(self.now()))

    def _tell(self, connection: Connection, played: list[Played]) -> None:
        connection.post(self._viewers.updates(played, {self.seat}, None)[self.seat])

    def _info(self) -> TableInfo:
        """Return the table that the page shows; the other players are bots in name only."""
        script = self.script
        return TableInfo(
            id=f"{self.game.id}-{script.lesson.id}",
            game=self.game.id,
            version=script.version,
            options=changed_options(self.game, script.match.options),
            settings=self.settings,
            status="playing",
            seats=[
                SeatInfo(
                    seat=seat,
                    kind="person" if seat == self.seat else "bot",
                    name="",
                    level="novice",
                    covered=False,
                    connected=True,
                    has_pin=False,
                    seeded=False,
                    yours=seat == self.seat,
                    host=seat == self.seat,
                )
                for seat in range(script.match.players)
            ],
            practice=None,
            no_hints="hints_off",
            no_coach="hints_off",
            rated=False,
            to_act=int(self.game.kernels.to_act(self._run.states, 0)),
            host=True,
            commitment="",
            deal=None,
            rematch=None,
            result=None,
            join_token=None,
            watch_token=None,
            created_at=0,
            finished_at=None,
            deadline=None,
        )

    def now(self, *, result: int | None = None, wrong: str | None = None) -> LessonNow:
        """Return what the coach says; `result` is the step that has just been done, `wrong` the name of an answer."""
        run, lesson = self._run, self.script.lesson
        step = run.task
        following = [other.id for other in self.book.lessons]
        after = following[following.index(lesson.id) + 1 :]
        return LessonNow(
            game=self.game.id,
            lesson=lesson.id,
            name=self._texts(lambda texts: texts.name),
            titles=[self._step_texts(each.key, lambda texts: texts.title) for each in lesson.steps],
            step=run.step,
            task=None if step is None else self._step_texts(step.key, lambda texts: texts.task),
            why=None if step is None else self._step_texts(step.key, lambda texts: texts.why),
            rule=None if step is None else step.rule,
            taught=run.taught,
            look=[] if step is None else step.look,
            result=None if result is None else self._result(lesson.steps[result].key),
            answer=None if wrong is None or step is None else self._answer(step.key, wrong),
            end=self._texts(lambda texts: texts.end) if step is None else None,
            learned=[] if step is not None else self._learned(),
            next=next(iter(after), None),
        )

    def _result(self, key: str) -> dict[str, str] | None:
        texts = self._step_texts(key, lambda texts: texts.result)
        return texts if texts[ORIGINAL] else None

    def _answer(self, key: str, wrong: str) -> dict[str, str]:
        general = self._texts(lambda texts: texts.other)
        own = self._step_texts(key, lambda texts: texts.wrong[wrong] if wrong else texts.other)
        return {language: own[language] or general[language] for language in own}

    def _learned(self) -> list[dict[str, str]]:
        lines = range(len(self.book.texts[ORIGINAL].lessons[self.script.lesson.id].learned))
        return [self._texts(lambda texts, line=line: texts.learned[line]) for line in lines]  # type: ignore[misc]

    def _texts(self, choose: Callable[[LessonTexts], str]) -> dict[str, str]:
        return in_all_languages(self.book, lambda texts: choose(texts.lessons[self.script.lesson.id]))

    def _step_texts(self, key: str, choose: Callable[[StepTexts], str]) -> dict[str, str]:
        return self._texts(lambda texts: choose(texts.steps[key]))

    # --- Requests ---------------------------------------------------------------------------------------------------

    async def act(self, connection: Connection, request: requests.Act) -> None:
        """Play the taught decision; answer another legal one, without changing anything."""
        self._check_ply(request.ply)
        try:
            answer = self._run.judge(request.actions)
        except BadAction as error:
            raise refusal_of(error) from None
        if not answer.played:
            connection.post(encode(self.now(wrong=answer.wrong)))
            raise Refusal(COACHED.key, COACHED.text)
        if len(answer.played) == len(self._run.taught):
            await self._save(connection, self._run.step + 1)
        done = self._run.step
        self._run.decide(request.actions)
        connection.post(encode(Accepted(request=request.request, ply=self.ply)))
        self._tell(connection, answer.played)
        for played in self._run.others():
            self._tell(connection, played)
        connection.post(encode(self.now(result=done if self._run.step > done else None)))

    async def preview(self, connection: Connection, request: requests.Preview) -> None:
        """Try the taught decision, or the beginning of it; another legal one is answered already."""
        self._check_ply(request.ply)
        hidden = self._run.states.copy()
        self.game.kernels.hide(hidden, 0, self.seat)
        refused = None
        try:
            answer = self._run.judge(request.actions)
            if not answer.played:
                connection.post(encode(self.now(wrong=answer.wrong)))
                refused = COACHED
        except BadAction as error:
            refused = refusal_of(error).reason
        tried = try_plan(self.game, hidden, self.seat, [] if refused else request.actions)
        connection.post(
            encode(
                Previewed(
                    request=request.request,
                    ply=self.ply,
                    played=tried.played,
                    wall=tried.wall,
                    refused=refused,
                    view=self._run.shown.view(tried.hidden, 0, self.seat),
                )
            )
        )

    async def go(self, connection: Connection, request: requests.Go) -> None:
        """Go to a step."""
        self._run.go(request.step)
        await self._save(connection, self._run.step)
        self._accept(connection, request.request)
        self.show(connection)

    async def refresh(self, connection: Connection, request: requests.Refresh) -> None:
        """Send everything again."""
        self.show(connection)
        self._accept(connection, request.request)

    async def ping(self, connection: Connection, request: requests.Ping) -> None:
        """Answer."""
        self._accept(connection, request.request)

    def _accept(self, connection: Connection, request: str) -> None:
        connection.post(encode(Accepted(request=request, ply=self.ply)))

    def _check_ply(self, ply: int) -> None:
        if self._run.is_done:
            raise Refusal("lesson_over", "the lesson is over; go back to one of its steps")
        if ply != self.ply:
            raise Refusal("stale", "the table has changed; look again", stale=True)

    async def _save(self, connection: Connection, step: int) -> None:
        """Save how far the person is; somebody without a cookie, and a site that is read-only, learn without it."""
        if connection.person is None or connection.site.control.is_read_only:
            return
        row = LessonRow(
            connection.person, self.game.id, self.script.lesson.id, step, int(step == self.script.num_steps)
        )
        await connection.site.store.write(lesson_store.set_progress, row)


async def open_lesson(connection: Connection, request: requests.Learn) -> LessonTable:
    """Return a lesson at the step that is asked for, or at which the person has left it, and show it."""
    if request.game not in game_ids():
        raise not_found("lesson")
    game = get_game(request.game)
    await connection.site.preparation.ready(game)
    try:
        book, script = lessons_of(game), script_of(game.id, request.lesson)
    except BadLesson:  # Of a package.
        raise not_found("lesson") from None
    if script is None:
        raise not_found("lesson")
    step = request.step
    if step is None and connection.person is not None:
        step = await connection.site.store.read(lesson_store.step_of, connection.person, game.id, request.lesson)
        step = 0 if step >= script.num_steps else step  # It is learned once more.
    table = LessonTable(script, book, step or 0, connection.site.metrics)
    table.show(connection)
    return table


async def run(connection: Connection, table: LessonTable, request: Any) -> None:
    """Handle a request; the sender always gets an answer."""
    try:
        handler = _HANDLERS.get(type(request))
        if handler is None:
            raise Refusal("in_lesson", "this is a lesson; here you can only play what it teaches")
        await handler(table, connection, request)
    except Refusal as refusal:
        connection.site.metrics.refusals.labels(refusal.reason.key).inc()
        connection.post(encode(Refused(request=request.request, reason=refusal.reason, ply=table.ply)))
        if refusal.stale:
            table.show(connection)
    except Exception:
        connection.site.metrics.faults.inc()
        log.exception("a request in a lesson failed", extra={"game": table.game.id})
        reason = Reason(key="fault", text="internal error; it has been logged")
        connection.post(encode(Refused(request=request.request, reason=reason, ply=table.ply)))


_HANDLERS: dict[type, Handler] = {
    requests.Act: LessonTable.act,
    requests.Preview: LessonTable.preview,
    requests.Go: LessonTable.go,
    requests.Refresh: LessonTable.refresh,
    requests.Ping: LessonTable.ping,
}


def in_all_languages(book: Book, choose: Callable[[Texts], str]) -> dict[str, str]:
    """Return a text as it is shown, by language."""
    return {language: spoken(choose(book.texts[language])) for language in LANGUAGES}
