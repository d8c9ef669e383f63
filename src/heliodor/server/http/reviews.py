"""Reviews of matches that have ended, and of record files."""

from __future__ import annotations

from heliodor.protocol.http import PuzzleTried, Replay
from heliodor.protocol.review import AnalysisNow, NewReview, ReviewInfo, ReviewPlan, ReviewStory
from heliodor.server.finished import subject_of
from heliodor.server.http.endpoint import Call, Endpoint
from heliodor.server.refusal import Refusal
from heliodor.server.reviews import Subject

LARGEST_RECORD = 256 * 1024  # As JSON, in which a letter can take several bytes.


async def create_review(call: Call) -> ReviewInfo:
    """Take in a record."""
    call.count("create")
    wanted: NewReview = call.body
    return call.site.reviews.info(await call.site.reviews.take_in(call.me, wanted.record))


async def review(call: Call) -> ReviewInfo:
    """Return what a reader may see of a match."""
    return call.site.reviews.info(await _subject(call))


async def review_moment(call: Call) -> Replay:
    """Return one moment."""
    return call.site.reviews.moment(await _subject(call), call.number("ply"), call.number("view"))


async def review_story(call: Call) -> ReviewStory:
    """Return the log."""
    return call.site.reviews.story(await _subject(call), call.number("view"))


async def try_review(call: Call) -> PuzzleTried:
    """Try other actions."""
    if not call.site.limits.allows("think", call.me.id):
        raise Refusal("slow_down", "too many requests; wait a little", status=429)
    return call.site.reviews.try_actions(await _subject(call), call.body)


async def review_analysis(call: Call) -> AnalysisNow:
    """Return the analysis as far as it is."""
    return await call.site.reviews.analysis(await _subject(call), call.me.id)


async def _subject(call: Call) -> Subject:
    return await subject_of(call.site, call.part("review"), None if call.person is None else call.person.id)


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/reviews",
        "Look at a record file; it is kept for a week, and only your last four.",
        create_review,
        ReviewInfo,
        takes=NewReview,
        effect="own",
        largest=LARGEST_RECORD,
    ),
    Endpoint(
        "GET",
        "/api/reviews/{review}",
        "A match that has ended, by the id of its table, or a record file.",
        review,
        ReviewInfo,
        for_people=False,
    ),
    Endpoint(
        "GET",
        "/api/reviews/{review}/moment",
        "One moment of it, as seat `view` saw it; without `view`, with all cards open if it was played to its end.",
        review_moment,
        Replay,
        for_people=False,
        query=("ply", "view"),
    ),
    Endpoint(
        "GET",
        "/api/reviews/{review}/story",
        "Everything that happened, as seat `view` saw it.",
        review_story,
        ReviewStory,
        for_people=False,
        query=("view",),
    ),
    Endpoint(
        "POST",
        "/api/reviews/{review}/try",
        "Try other actions at one of its decisions, up to the first card that would be revealed.",
        try_review,
        PuzzleTried,
        takes=ReviewPlan,
    ),
    Endpoint(
        "GET",
        "/api/reviews/{review}/analysis",
        "Its analysis, as far as it is; asking for it starts the work.",
        review_analysis,
        AnalysisNow,
    ),
)
