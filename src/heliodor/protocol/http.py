"""Bodies of HTTP requests and responses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from heliodor.protocol.messages import EventInfo, Reason
from heliodor.protocol.plain import PlainBoard
from heliodor.protocol.requests import MAX_ACTIONS, MAX_REPORT, ReportKind
from heliodor.protocol.settings import (
    MAX_SEATS,
    Commitment,
    Id,
    Language,
    Level,
    Name,
    SeatPlan,
    Seed,
    Token,
    WantedSettings,
)
from heliodor.protocol.tables import TableInfo


class Problem(msgspec.Struct, kw_only=True):
    """Why a request was refused."""

    key: str  # Stable name of the reason, for translations.
    text: str  # The reason in English.


# --- People -------------------------------------------------------------------------------------------------------


class PersonChange(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Your name and language; without a cookie, a new person is created."""

    name: Name | None = None
    guest: Name | None = None  # A name for a person without one; it never replaces a name.
    language: Language | None = None


class RatingInfo(msgspec.Struct, kw_only=True):
    """The rating of a person at a game, by Plackett-Luce (openskill)."""

    game: str
    mu: float
    sigma: float
    matches: int


class BanInfo(msgspec.Struct, kw_only=True):
    """Why the host of the server has banned you: you cannot create tables, sit, act or talk."""

    reason: str  # As the host wrote it.
    until: int | None  # Milliseconds since 1970; null: for good.


class Me(msgspec.Struct, kw_only=True):
    """The person of the cookie."""

    id: str
    name: str
    language: Language
    ratings: list[RatingInfo]
    ban: BanInfo | None


class RecoveryCode(msgspec.Struct, kw_only=True):
    """A code that moves you to another device."""

    code: str


class Recovery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The code of the person to become on this device."""

    code: Annotated[str, Meta(min_length=8, max_length=64)]


class RatingAt(msgspec.Struct, kw_only=True):
    """A rating after a match."""

    at: int  # Milliseconds since 1970.
    rating: int  # A newcomer has 1500.


class RatingCurve(msgspec.Struct, kw_only=True):
    """Your rating at a game over time."""

    game: str
    rating: int  # Now.
    matches: int  # Rated ones; few say little.
    change: int  # In the last 30 days.
    points: list[RatingAt]  # The latest ones, in order.


class RivalInfo(msgspec.Struct, kw_only=True):
    """Your results against a person, or against the bots of one strength; the latest 500 matches count."""

    name: str  # Of the person, or the level of the bots.
    is_bot: bool
    matches: int
    won: int  # By you, and not by them,
    lost: int  # and the reverse.


class MutedInfo(msgspec.Struct, kw_only=True):
    """Somebody whose phrases and chat you do not see."""

    key: str  # For `Unmute`.
    name: str


class PuzzlesDone(msgspec.Struct, kw_only=True):
    """How you do at the puzzles of a game."""

    game: str
    rating: int  # A newcomer has 1500.
    answered: int
    streak: int


class MyPage(msgspec.Struct, kw_only=True):
    """What your own page shows, besides tables, matches and lessons."""

    since: int  # Your first visit, in milliseconds since 1970.
    matches: int  # How many have ended.
    ratings: list[RatingCurve]
    rivals: list[RivalInfo]  # People first, those whom you have met most often first.
    puzzles: list[PuzzlesDone]
    muted: list[MutedInfo]


class Export(msgspec.Struct, kw_only=True):
    """Everything that the server stores about you, without secrets and without the names of others."""

    at: int  # Milliseconds since 1970.
    rows: list[dict[str, Any]]  # Each with the name of its "table".


class Removal(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Remove everything about you, at once and for good."""

    name: Name  # Your name, typed in, so that nobody does it by mistake.


class Mute(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Whether you do not want to see what the person in a seat says, here and at every other table."""

    muted: bool


class Unmute(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """See again what somebody says."""

    key: Annotated[str, Meta(max_length=64)]


class Ranked(msgspec.Struct, kw_only=True):
    """One line of a list of ratings."""

    name: str
    mu: float
    sigma: float
    matches: int


class Ranking(msgspec.Struct, kw_only=True):
    """The strongest people at a game."""

    game: str
    people: list[Ranked]


# --- Vacations ----------------------------------------------------------------------------------------------------


class VacationInfo(msgspec.Struct, kw_only=True):
    """Your vacation: while it lasts, your clocks at tables of days stand still. Every day that has begun counts."""

    bank: int  # Days that everybody has each year, by the host of the server; 0: there are no vacations here.
    left: int  # Of this year (in UTC), without those of the present vacation.
    days: int  # Of the present vacation; 0: you are not on one.
    most: int  # How many it can have.
    until: int | None  # When it ends, in milliseconds since 1970; null: you are not on one.


class VacationWanted(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A vacation from now on, or another length of the present one."""

    days: Annotated[int, Meta(ge=0, le=366)]  # From its beginning; 0: it ends now.


# --- Notices ------------------------------------------------------------------------------------------------------

# Your turn; little time is left; somebody wants to play again; a table ends because nobody comes back.
NoticeKind = Literal["turn", "time", "invitation", "expiry"]
PushEndpoint = Annotated[str, Meta(min_length=8, max_length=1000)]


class PushInfo(msgspec.Struct, kw_only=True):
    """Whether this site sends notices to browsers."""

    key: str | None  # The site's public key, for `PushManager.subscribe`; null: it offers none.


class PushWanted(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A browser's push subscription, and the notices that it wants; an empty list ends them."""

    endpoint: PushEndpoint
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]
    kinds: Annotated[list[NoticeKind], Meta(max_length=4)]


class PushLook(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A browser's push subscription."""

    endpoint: PushEndpoint


class PushKinds(msgspec.Struct, kw_only=True):
    """The notices that a browser gets."""

    kinds: list[NoticeKind]


class SignOut(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Sign out all other devices."""

    endpoint: PushEndpoint | None = None  # Of this browser's push subscription, which stays.


# --- Games and tables ---------------------------------------------------------------------------------------------


class OptionInfo(msgspec.Struct, kw_only=True):
    """An option of a game, or a setting of its tables."""

    name: str
    default: bool | int | str
    choices: list[bool | int | str]  # Empty: any whole number from `at_least` on.
    at_least: int
    rule: str  # The paragraph that names it.
    summary: str


class GameWords(msgspec.Struct, kw_only=True):
    """A game's title, introduction and option names from its rulebook, in one language."""

    title: str
    blurb: str  # The game in a few sentences.
    minutes: str  # How long a match takes; empty if the book does not say.
    options: dict[str, str]  # Names of options, as far as the book gives them.


class GameInfo(msgspec.Struct, kw_only=True):
    """A game that can be played here."""

    id: str
    title: str
    version: int
    min_players: int
    max_players: int
    options: list[OptionInfo]
    settings: list[OptionInfo]  # Of a table, besides those that every game has; `rule` may be empty.
    aid: str | None  # Name of the setting that must not be "off" for hints.
    levels: list[str]  # Of the bots.
    characters: list[str]  # Levels with a character, such as "casual:bold"; empty if the game's bots have none.
    hints: bool  # Whether hints can be given.
    puzzles: bool  # Whether puzzles come with the server.
    preparing: int | None  # About how many seconds until it can be played; null: now. A table can be made before.
    words: dict[str, GameWords]  # By language; empty if the page has the game's words, or there is no rulebook.


class Rulebook(msgspec.Struct, kw_only=True):
    """The rules of a game."""

    text: str  # Markdown; in English if the package has no translation.


class Games(msgspec.Struct, kw_only=True):
    """All games."""

    games: list[GameInfo]
    phrases: list[str]  # Keys of the phrases that can be said at a table.
    longest_name: int  # Maximum number of letters in a name.


class NewTable(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A table to be created."""

    game: Annotated[str, Meta(max_length=20)]
    options: Annotated[
        dict[str, bool | int | str], Meta(max_length=16)
    ] = {}  # Without `players`: that is the number of seats.
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=MAX_SEATS)]
    settings: WantedSettings = WantedSettings()
    seed: Seed | None = None  # Refused: a seed is given with `Join`, after the table's commitment has been shown.
    deal: Id | None = None  # Play this deal, as other tables do.


class NewPractice(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A private table against bots that goes on from a finished match, or from a puzzle you have answered."""

    table: Id | None = None  # The finished match; with `ply`.
    ply: Annotated[int, Meta(ge=0, lt=1_000_000)] | None = None  # Number of its actions that have been played.
    game: Annotated[str, Meta(max_length=20)] | None = None  # The puzzle's, with `puzzle`.
    puzzle: Id | None = None
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None = None  # Yours; null: the seat to act.
    actions: Annotated[
        list[Annotated[str, Meta(max_length=20)]], Meta(max_length=MAX_ACTIONS)
    ] = []  # Played at once by the seat to act, all or none: such as your answer to the puzzle.
    level: Level = "casual"  # Of the bots.
    settings: WantedSettings = WantedSettings()  # `public` and `clock` are left out.


class Tables(msgspec.Struct, kw_only=True):
    """Some tables."""

    tables: list[TableInfo]


class Matches(msgspec.Struct, kw_only=True):
    """Some of your matches that have ended, the latest first."""

    tables: list[TableInfo]
    total: int  # How many there are.


class Join(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Where you want to sit."""

    token: Token | None = None  # From the link; not needed at a public table.
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None = None  # None: any open one.
    seed: Seed | None = None  # Your part of the randomness, for each of your seats; needs `commitment`.
    commitment: Commitment | None = (
        None  # The table's own, as you received it: proves that the server's seed was fixed before.
    )


class Invitation(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A token from a link."""

    token: Token


class Invited(msgspec.Struct, kw_only=True):
    """The table that a link leads to."""

    table: str
    play: bool  # Otherwise it is for watching.
    game: str
    host: str  # The host's name; empty if the host does not sit there.
    status: Literal["open", "playing", "paused", "over", "stopped"]  # Of the table; people sit down while it is open.
    yours: bool  # Whether you sit there already.
    watch: str | None  # Token for watching, if people may watch.


class SeatChange(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A change of a seat.

    "bot": a bot plays there; during a match for somebody who is away, until they are back. "person": the person plays
    again. "open": the host removes somebody, before the match; the link then changes.
    """

    to: Literal["bot", "person", "open"]
    level: Level = "casual"


class NewReport(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A report about a person or the deal at your table, for the host of the server; a new one replaces it."""

    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None = None  # Null with "deal", which is about nobody.
    kind: ReportKind | Literal["deal"]  # "deal": it does not agree with its seeds.
    text: Annotated[str, Meta(max_length=MAX_REPORT)] = ""  # In your own words.


class Done(msgspec.Struct, kw_only=True):
    """The request has been carried out."""

    ok: bool = True


# --- Lessons ------------------------------------------------------------------------------------------------------


class LessonInfo(msgspec.Struct, kw_only=True):
    """A lesson, and how far you are in it."""

    game: str
    lesson: str
    name: dict[str, str]  # By language.
    minutes: int
    steps: int  # Number of steps.
    step: int  # Where you go on.
    done: bool  # Whether you have done it to its end.


class Lessons(msgspec.Struct, kw_only=True):
    """All lessons, in the order in which they are learned."""

    lessons: list[LessonInfo]


# --- Records, replays, deals --------------------------------------------------------------------------------------


class Replay(msgspec.Struct, kw_only=True):
    """One moment of a match that has ended."""

    table: str
    game: str
    names: list[str]
    ply: int  # Number of actions played so far.
    plies: int  # Number of actions in the match.
    viewer: int  # The seat whose view this is; −1: what everybody may see, −2: all cards open.
    seat: int  # The seat that acted last, or −1.
    action: str | None  # The last action.
    events: list[EventInfo]  # Its events.
    view: Any  # The game's View.
    plain: dict[str, PlainBoard] | UnsetType = UNSET  # As in a `snapshot`.


class NewDeal(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A deal for many tables."""

    game: Annotated[str, Meta(max_length=20)]
    options: Annotated[dict[str, bool | int | str], Meta(max_length=16)]  # With `players`.
    hours: Annotated[int, Meta(ge=1, le=24 * 30)] = 24  # How long tables can be created for it.


class DealResult(msgspec.Struct, kw_only=True):
    """The result of one table."""

    table: str
    names: list[str]
    scores: list[Any]
    winners: list[int]


class DealInfo(msgspec.Struct, kw_only=True):
    """A deal and its results, shown to those who have played it, and to all when it is revealed.

    It is revealed when its time is up and no table plays it any more.
    """

    id: str
    game: str
    version: int  # Of the game's rules, for every table that plays it.
    options: dict[str, Any]
    commitment: str
    closes_at: int  # Milliseconds since 1970; no match of it starts after that.
    known: bool  # Whether you have seen its cards: then you cannot sit down at another table of it.
    played: int  # Number of finished tables.
    results: list[DealResult] | None
    server_seed: str | None  # Once it is revealed.
    kind: Literal["shared", "daily", "challenge"]  # Whether tables play it, or each person alone.


# --- Daily --------------------------------------------------------------------------------------------------------


class DailyTry(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A try at the board of a day."""

    day: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class ScoreCount(msgspec.Struct, kw_only=True):
    """How many people have reached a score."""

    score: int
    people: int


class DayResult(msgspec.Struct, kw_only=True):
    """Your result on a day."""

    day: str
    score: int | None  # null: not played.


class DailyBoard(msgspec.Struct, kw_only=True):
    """The board of a day, and how you and everybody have played it in the first try."""

    day: str
    game: str
    options: dict[str, Any]
    deal: str
    closes_at: int  # Milliseconds since 1970; until then it can be played for a result.
    state: Literal["new", "playing", "played", "practice"]  # practice: you know its cards, but have no result.
    table: str | None  # Where you play it now, for a result or for practice.
    score: int | None  # Yours, in the first try.
    turns: list[int]  # Your points of each turn.
    played_at: str | None  # The table of your first try.
    # Of everybody; sent when you have a result or can no longer get one.
    players: int
    counts: list[ScoreCount] | None  # Ascending.
    expert: int | None  # The score of an expert bot, which knew no more than its seat.


class DailyPuzzle(msgspec.Struct, kw_only=True):
    """The puzzle of a day."""

    game: str
    puzzle: str
    question: EventInfo | None  # null while the server still loads the game.
    solved: int | None  # Per cent of people who were right at once; null if too few have answered.
    right: bool | None  # Your first answer; null: none yet.


class EarlierBoard(msgspec.Struct, kw_only=True):
    """The latest board whose day is over and that you cannot play for a result any more, with its best match."""

    day: str
    game: str
    score: int | None  # Yours.
    best: int | None
    by: Literal["expert", "player", "you"]
    table: str | None  # The best match, for the replay; null while others can still play the board.


class LineTurn(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One turn of the best line, as the one who played it saw it."""

    actions: list[str]  # Empty: the board before the first turn.
    events: list[EventInfo]
    score: int  # After the turn.
    view: Any  # The game's View, before the action that ends the turn: what scores is on the board.
    plain: dict[str, PlainBoard] | UnsetType = UNSET  # As in a `snapshot`.


class BestLine(msgspec.Struct, kw_only=True):
    """The best match of a board whose day is over, turn by turn."""

    day: str
    game: str
    score: int
    by: Literal["expert", "player", "you"]
    turns: list[LineTurn]


class DailyInfo(msgspec.Struct, kw_only=True):
    """The board and the puzzle of today, in UTC."""

    day: str
    ends_at: int  # Milliseconds since 1970: the next midnight in UTC.
    board: DailyBoard | None  # null: no game on this server offers one.
    missed: DailyBoard | None  # Yesterday's, while it can still be played and you have not.
    puzzle: DailyPuzzle | None
    earlier: EarlierBoard | None
    streak: int  # Days in a row.
    longest: int
    record: int | None  # Your best result on any day.
    week: list[DayResult]  # The last seven days, today last.


# --- Challenges ---------------------------------------------------------------------------------------------------


class ChallengeSeat(msgspec.Struct, kw_only=True):
    """A seat of a challenge: yours, or a bot's."""

    seat: int
    level: str | None  # null: the seat that each person plays.


class ChallengeResult(msgspec.Struct, kw_only=True):
    """The first try of a person."""

    name: str
    score: Any  # As in the result of a match.
    won: bool
    yours: bool
    first: bool  # Whether it is the match that the challenge came from.


class ChallengeInfo(msgspec.Struct, kw_only=True):
    """A finished deal that others play from the same seat, with the same cards, against bots of the same strength."""

    id: str  # Of the deal.
    game: str
    options: dict[str, Any]
    seats: list[ChallengeSeat]
    name: str  # Of the person whose result is to beat; empty if they have been removed.
    closes_at: int  # Milliseconds since 1970; until then it can be played.
    state: Literal["new", "playing", "played", "practice"]  # practice: you know its cards, but have no result.
    table: str | None  # Where you play it now, for a result or for practice.
    players: int  # How many have a result.
    results: list[ChallengeResult] | None  # The best first; sent when you know the cards, or when it is closed.


# --- Puzzles ------------------------------------------------------------------------------------------------------


class PuzzleScore(msgspec.Struct, kw_only=True):
    """How you do at the puzzles of a game; apart from ratings at the game."""

    rating: int  # A newcomer has 1500.
    answered: int  # How many puzzles.
    streak: int  # How many of the latest were right at once.


class PuzzleInfo(msgspec.Struct, kw_only=True):
    """A decision to find, as its seat sees the table."""

    id: str
    game: str
    kind: str
    question: EventInfo  # The page has the sentence by key.
    choices: list[int]  # Values to choose from; empty if the answer is made on the board.
    rating: int  # How hard it is, on the scale of people's ratings.
    solved: int | None  # Per cent of people who were right at once; null if too few have answered.
    is_new: bool  # Whether you have not answered it yet: only then your rating can change.
    options: dict[str, Any]  # Of the match, as in a record.
    settings: dict[str, bool | int | str]  # Of the game's tables, as this one has them.
    seat: int  # Yours.
    ply: int
    view: Any  # The game's View of the seat.
    aid: Any  # The game's aid for your seat, as the game defines it; null: there is none.
    score: PuzzleScore


class PuzzleSolution(msgspec.Struct, kw_only=True):
    """Actions of the seat from the puzzle's position on, or the values chosen."""

    actions: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=MAX_ACTIONS)] = []
    values: Annotated[list[Annotated[int, Meta(ge=0, le=99)]], Meta(max_length=32)] = []


class PuzzleAnswer(PuzzleSolution, kw_only=True, forbid_unknown_fields=True):
    """Your answer, in the same form."""


class PuzzleTried(msgspec.Struct, kw_only=True):
    """The result of a plan, as in `previewed`."""

    played: int  # Number of its actions that could be tried.
    wall: bool  # Whether the next one would reveal a card.
    refused: Reason | None  # Why the next one is not allowed.
    view: Any  # What you would see after them.


class PuzzleVerdict(msgspec.Struct, kw_only=True):
    """What an answer is worth."""

    whole: bool  # Otherwise there is still something to decide; `view` is the table so far, and nothing is judged.
    right: bool
    said: list[EventInfo]  # Why it is right, or what it reaches; never the solution.
    counted: bool  # Whether it was your first answer, which alone changes the rating.
    change: int  # Of your rating.
    score: PuzzleScore
    view: Any  # After the actions, as far as nothing is revealed.
    solution: PuzzleSolution | None  # If you asked for it, or your answer is right.


class Privacy(msgspec.Struct, kw_only=True):
    """After how many days this server removes something; null: it keeps it. It stores no IP addresses."""

    matches: int | None  # Finished matches, since their end.
    lobbies: int | None  # Tables whose match has not begun, since a player was last there.
    idle: int | None  # Matches that nobody comes back to are stopped, since the last action or visit.
    people: int | None  # People without a match, since their last visit.
    talk: int | None  # Phrases, chat and notes.
    logs: int | None  # Resolved reports, and the log of what the host has done.
    announced: int | None  # How many days before its end a table is announced; null: not at all.


class Health(msgspec.Struct, kw_only=True):
    """Whether the process is alive and can serve."""

    ok: bool
    version: str
    tables: int  # Loaded here.
    connections: int
