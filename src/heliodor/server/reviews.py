"""Reviews: matches that have ended and record files, moment by moment, and their analysis in the background.

Everything that is shown leaves through `hide`. All cards of a table are open once its match has ended, also if it was
stopped: its record has the seeds, and every card follows from them. Of a record file whose match is not over, readers
see what everybody may see.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from heliodor.core import record as records
from heliodor.core.contract import EVERYTHING, NOBODY, SPECTATOR
from heliodor.core.errors import BadRecord, HeliodorError
from heliodor.games import get_game
from heliodor.hints import DEFAULT_LEVEL, Analysis, Study, has_hints
from heliodor.hints.analysis import Decision, Moment
from heliodor.match import Match, changed_options
from heliodor.protocol.http import PuzzleTried, Replay
from heliodor.protocol.review import AnalysisInfo, AnalysisNow, ReviewInfo, ReviewPlan, ReviewStory
from heliodor.server.plain_board import plain_board
from heliodor.server.plans import try_plan
from heliodor.server.refusal import Refusal, not_found
from heliodor.server.viewers import infos
from heliodor.store import analyses as analysis_store
from heliodor.store.rows import AnalysisRow, Person, RecordFileRow

if TYPE_CHECKING:
    from heliodor.server.site import Site

log = logging.getLogger("heliodor.reviews")

FILE_PREFIX = "record-"
MOST_RUNNING = 16  # Analyses at the same time in one process.
MOST_FILES = 32  # Record files that are held in memory, replayed.
PIECE_SECONDS = 0.05  # After this time a study lets others have the thread.
SAVE_SECONDS = 5.0  # Between two saves of an analysis in progress.


class Subject(NamedTuple):
    """A match to be reviewed."""

    id: str
    table: str | None  # None: a record file.
    match: Match
    over: bool  # Played to its end.
    is_open: bool  # All cards may be seen.
    yours: list[int]  # Seats of the reader.
    talk: Literal["free", "phrases"] = "free"  # For those who look at it together: as at the table.

    @property
    def views(self) -> list[int]:
        """The seats whose view the reader may have."""
        return list(range(self.match.players)) if self.is_open else self.yours

    @property
    def can_be_analysed(self) -> bool:
        """Whether it was played to its end, and a bot knows the game."""
        return self.over and has_hints(self.match.game)

    def viewer(self, wanted: int | None) -> int:
        """Return whose view to show; None: the most that the reader may see."""
        if wanted is None:
            return EVERYTHING if self.is_open else (self.yours[0] if len(self.yours) == 1 else SPECTATOR)
        if wanted not in self.views:
            if wanted < self.match.players:
                text = "the match was not played to its end: only your own cards are shown"
                raise Refusal("no_view", text, status=403)
            raise Refusal("no_view", f"the seats are 0 to {self.match.players - 1}", status=422)
        return wanted


class Content(msgspec.Struct):
    """The stored part of an analysis: without names, which people may have removed."""

    curve: list[Moment]
    decisions: list[Decision]


class _Running:
    """A study that is being worked on."""

    def __init__(self, subject: Subject, level: str) -> None:
        self.subject = subject
        self.level = level
        self.people: set[str] = set()  # The people who wait for it.
        self.study: Study | None = None  # None until it is loaded.
        self.failed = False
        self.task: asyncio.Task[None] | None = None


class Reviews:
    """The reviews of one process."""

    level = DEFAULT_LEVEL
    seed = 0

    def __init__(self, site: Site) -> None:
        self._site = site
        self._files: dict[str, Match] = {}  # Record files, replayed; the least recently used first.
        self._running: dict[str, _Running] = {}

    # --- What is reviewed -------------------------------------------------------------------------------------------

    async def file(self, review: str) -> Subject:
        """Return the match of a record file."""
        match = self._files.pop(review, None)
        if match is None:
            row = await self._site.store.read(analysis_store.read_file, review)
            if row is None:
                raise not_found("record")
            match = await self._replayed(row.text)
        self._files[review] = match
        while len(self._files) > MOST_FILES:
            del self._files[next(iter(self._files))]
        return Subject(review, None, match, match.over, match.over, [])

    async def take_in(self, person: Person, text: str) -> Subject:
        """Check a record and keep it for a while; refuse one that does not follow the rules."""
        await self._replayed(text)
        found = await self._site.store.read(analysis_store.file_of, person.id, text)
        if found is None:
            found = f"{FILE_PREFIX}{secrets.token_urlsafe(12)}"
            row = RecordFileRow(found, person.id, text, self._site.now())
            await self._site.store.write(analysis_store.keep_file, row)
        return await self.file(found)

    async def _replayed(self, text: str) -> Match:
        try:
            if "\0" in text:
                raise BadRecord("this is not JSON")
            record = records.decode(text)
            game = get_game(record.game)
            await self._site.preparation.ready(game)
            return await asyncio.to_thread(Match.from_record, record)
        except HeliodorError as error:  # Also a game, a version or options that are not there.
            raise Refusal("bad_record", str(error), status=422) from None

    def info(self, subject: Subject) -> ReviewInfo:
        """Return what a reader may see of a match."""
        match = subject.match
        return ReviewInfo(
            id=subject.id,
            table=subject.table,
            game=match.game.id,
            version=match.version,
            options=changed_options(match.game, match.options, match.version),
            names=list(match.names),
            plies=match.ply,
            actors=[int(match.game.kernels.to_act(states, 0)) for states in match.positions()][: match.ply],
            over=subject.over,
            scores=match.scores,
            winners=match.winners,
            views=subject.views,
            yours=subject.yours,
            analysis=subject.can_be_analysed,
        )

    # --- Moments ----------------------------------------------------------------------------------------------------

    def moment(self, subject: Subject, ply: int | None, view: int | None) -> Replay:
        """Return one moment, as a seat saw it, or with all cards open."""
        match, viewer = subject.match, subject.viewer(view)
        at = match.ply if ply is None else ply
        if at > match.ply:
            raise Refusal("no_ply", f"there are plies 0 to {match.ply}", status=422)
        past = match.at(at)
        shown = past.view(viewer)
        last = next((told for told in past.story(viewer) if told.ply == at - 1), None)
        return Replay(
            table=subject.id,
            game=match.game.id,
            names=list(match.names),
            ply=at,
            plies=match.ply,
            viewer=viewer,
            seat=NOBODY if last is None else last.seat,
            action=None if last is None else last.action,
            events=[] if last is None else infos(match.game, last.events, last.ply),
            view=shown,
            plain=UNSET if match.game.has_board else plain_board(match.game, shown),
        )

    def story(self, subject: Subject, view: int | None) -> ReviewStory:
        """Return everything that happened, as a seat saw it."""
        viewer = subject.viewer(view)
        told = (infos(subject.match.game, each.events, each.ply) for each in subject.match.story(viewer))
        return ReviewStory(view=viewer, events=[event for events in told for event in events])

    def try_actions(self, subject: Subject, plan: ReviewPlan) -> PuzzleTried:
        """Return what the seat to act would have seen after some actions, up to the first revealed card."""
        if plan.ply >= subject.match.ply:
            raise Refusal("no_ply", f"there are decisions at plies 0 to {subject.match.ply - 1}", status=422)
        past = subject.match.at(plan.ply)
        seat = subject.viewer(past.to_act)
        tried = try_plan(past.game, past.hidden_states(seat), seat, plan.actions)
        return PuzzleTried(
            played=tried.played,
            wall=tried.wall,
            refused=None if tried.refusal is None else tried.refusal.reason,
            view=past.shown.view(tried.hidden, 0, seat),
        )

    # --- Analysis ---------------------------------------------------------------------------------------------------

    async def analysis(self, subject: Subject, person: str) -> AnalysisNow:
        """Return how far the analysis of a match is; work on it in the background if it is not complete.

        A person has one place: work on what they looked at before is left, saved as far as it is.
        """
        if not subject.over:
            raise Refusal("not_over", "only a match that was played to its end is analysed")
        if not subject.can_be_analysed:
            raise Refusal("no_hints", "no bot knows this game well enough to analyse it")
        self._leave_others(person, subject.id)
        running = self._running.get(subject.id)
        if running is None:
            row = await self._site.store.read(analysis_store.read_analysis, subject.id)
            if row is not None and row.done == row.total and (row.level, row.seed) == (self.level, self.seed):
                return await asyncio.to_thread(_complete, subject.match, row)
            running = self._running.get(subject.id) or self._begin(subject)
        running.people.add(person)
        study = running.study
        if running.failed:
            del self._running[subject.id]
            raise Refusal("no_analysis", "this match could not be analysed")
        if study is None:
            return AnalysisNow(done=0, total=0, analysis=None)
        done = study.done  # Counted first: everything that is counted is then in the result.
        found = study.result() if study.has_curve else None
        return AnalysisNow(done=done, total=study.total, analysis=None if found is None else analysis_info(found))

    def _leave_others(self, person: str, subject: str) -> None:
        for other, running in list(self._running.items()):
            if other != subject and person in running.people:
                running.people.discard(person)
                if not running.people:
                    del self._running[other]

    def _begin(self, subject: Subject) -> _Running:
        if len(self._running) >= MOST_RUNNING:
            raise Refusal("busy", "too many people are asking the bots for advice; try again soon", status=503)
        running = self._running[subject.id] = _Running(subject, self.level)
        running.task = self._site.in_background(self._work(running))
        return running

    async def _work(self, running: _Running) -> None:
        """Work on a study until it is complete, or nobody waits for it any more."""
        subject, thinkers = running.subject, self._site.thinkers
        try:
            await self._site.preparation.ready(subject.match.game, "hints")
            row = await self._site.store.read(analysis_store.read_analysis, subject.id)
            resumed = partial(_resumed, subject.match, row, running.level, self.seed)
            study = running.study = await thinkers.study(resumed)
            saved_at, had_curve = time.monotonic(), study.has_curve
            while study.done < study.total and self._running.get(subject.id) is running:
                await thinkers.study(partial(_advance, study))
                if time.monotonic() - saved_at >= SAVE_SECONDS or study.has_curve != had_curve:
                    await self._save(subject, study)
                    saved_at, had_curve = time.monotonic(), study.has_curve
            await self._save(subject, study)
        except Exception:
            self._site.metrics.faults.inc()
            log.exception("an analysis failed", extra={"match": subject.id})
            running.failed = True
            return
        if self._running.get(subject.id) is running:
            del self._running[subject.id]

    async def _save(self, subject: Subject, study: Study) -> None:
        content = Content(list(study.curve), list(study.decisions))
        done = len(content.curve) + len(content.decisions)
        text = (await asyncio.to_thread(msgspec.json.encode, content)).decode()
        row = AnalysisRow(subject.id, study.level, study.seed, done, study.total, text)
        await self._site.store.write(analysis_store.save_analysis, row, subject.table is None)


def _resumed(match: Match, row: AnalysisRow | None, level: str, seed: int) -> Study:
    """Return a study of the match that goes on where it was saved."""
    if row is None or (row.level, row.seed) != (level, seed):
        return Study(match, level=level, seed=seed)
    content = msgspec.json.decode(row.content, type=Content)
    return Study(match, level=level, seed=seed, curve=content.curve, decisions=content.decisions)


def _advance(study: Study) -> None:
    until = time.monotonic() + PIECE_SECONDS
    had_curve = study.has_curve
    while study.done < study.total and time.monotonic() < until and study.has_curve == had_curve:
        study.advance()


def _complete(match: Match, row: AnalysisRow) -> AnalysisNow:
    study = _resumed(match, row, row.level, row.seed)
    return AnalysisNow(done=row.done, total=row.total, analysis=analysis_info(study.result()))


def analysis_info(found: Analysis) -> AnalysisInfo:
    """Return an analysis as the page gets it."""
    plain = msgspec.to_builtins(found)
    for decision in plain["decisions"]:
        decision["known"] = decision.pop("bet")
        decision["best"]["certain"] = decision["best"].pop("is_certain")
    return msgspec.convert(plain, AnalysisInfo)
