"""What the API answers. The OpenAPI document and the page's types (`typescript.py`) are made from these structs.

A field whose type includes `UnsetType` is left out where there is nothing to say; every other field is always there.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from .clock import Pace
from .entries import Out
from .frames import Clock, Fair, SeatInfo, UndoOffer
from .people import PersonKind, Role
from .table import Unrated

GameName = Annotated[str, Meta(title="GameName", description="A game as it is registered, of any package.")]
Options = Annotated[dict[str, str | int], Meta(title="Options")]
View = Annotated[dict[str, Any], Meta(title="View", description="What a seat sees; a game's sheet says what is in it.")]
Legal = Annotated[
    dict[str, Any],
    Meta(
        title="Legal",
        description="A decision that is allowed: its id, its notation, its kind, and the fields of that kind.",
        extra={"fields": {"id": int, "text": str, "e": str}},
    ),
]
Reason = Annotated[
    dict[str, Any],
    Meta(
        title="Reason",
        description="What a decision changes: a fact that speaks for it, or that the story tells.",
        extra={"fields": {"why": str}},
    ),
]
Told = Annotated[
    dict[str, Any],
    Meta(
        title="Told",
        description="Something that happened, as one seat may know it; of a decision, what it means.",
        extra={"fields": {"e": str, "seat?": int, "means?": list[Reason]}},
    ),
]
StoredRow = Annotated[dict[str, Any], Meta(title="StoredRow", description="As it is stored.", extra={"fields": {}})]
Phase = Annotated[Literal["waiting", "dealing", "playing", "over", "closed"], Meta(title="Phase")]


class Answer(Struct, forbid_unknown_fields=True):
    pass


class Refused(Answer):
    """Why a request was refused: a key for programs, a sentence for people, and what else helps."""

    error: str
    why: str
    rule: str | UnsetType | None = UNSET  # of the game
    event: int | UnsetType | None = UNSET  # of a record, the index of the first that is wrong
    retry: float | UnsetType = UNSET  # seconds to wait
    version: int | UnsetType = UNSET  # of the table now
    actions: list[int] | UnsetType = UNSET  # decided so far
    legal: list[Legal] | UnsetType = UNSET  # what goes with them


class Done(Answer):
    """Nothing more to say."""


# People


class Profile(Answer):
    """Who the caller is, as only they may know it."""

    id: str
    kind: PersonKind
    name: str
    login: str | None
    settings: dict[str, bool | int | str]
    webhook: str | None
    shares_games: bool  # finished games may become puzzles
    role: Role | None
    banned: int | None  # until when
    webhook_secret: str | UnsetType = UNSET  # told once, when the webhook is set


class StoredPuzzles(Answer):
    """What is kept about a person's puzzles."""

    tries: list[StoredRow]
    days: list[StoredRow]
    ratings: list[StoredRow]


class OwnData(Answer):
    """Everything that is kept about a person and their bots."""

    people: list[StoredRow]
    sessions: list[StoredRow]
    ratings: list[StoredRow]
    imports: list[StoredRow]
    puzzles: StoredPuzzles
    tables: list[StoredRow]
    decisions: list[StoredRow]
    chats: list[StoredRow]
    notices: list[StoredRow]
    shuns: list[StoredRow]  # whom they do not want to hear or to meet
    reports: list[StoredRow]  # that they made
    invitations: list[StoredRow]
    deeds: list[StoredRow]  # what operators and moderators did about them


class Session(Answer):
    """A device on which an account is logged in."""

    id: str
    device: str  # browser and system, as far as they are known
    created: int
    seen: int  # when it was last used, within a day
    current: bool  # whether this request came by it


class OwnBot(Answer):
    """A bot that belongs to an account."""

    id: str
    name: str
    token: str | UnsetType = UNSET  # told once, when the bot is made


class PublicRating(Answer):
    """How good a person is at a game with so many players."""

    game: GameName
    players: int
    rating: int
    games: int


class PublicProfile(Answer):
    """What everybody may know of an account or a bot."""

    id: str
    kind: PersonKind
    name: str
    ratings: list[PublicRating]


class Shunned(Answer):
    """Somebody whom the caller does not want to hear, or to meet."""

    id: str  # of this wish, not of the person
    name: str  # as they were called then
    kind: Literal["mute", "block"]


# Moderation


class KnownPerson(Answer):
    """A person as moderators see them."""

    id: str
    kind: PersonKind
    name: str
    role: Role | None
    created: int
    banned: int | None  # until when
    ban_reason: str | None
    muted: int | None


class KnownTable(Answer):
    """A table as moderators see it."""

    id: str
    game: GameName
    phase: Phase
    listed: bool
    chat: bool
    created: int
    changed: int
    seats: list[str]


class SaidLine(Answer):
    """A line of chat as moderators see it."""

    id: int
    at: int
    seat: int
    name: str
    text: str
    person: str | None
    hidden: bool


class Report(Answer):
    """What a person has told moderators about another, and what was said last at the table."""

    id: int
    at: int
    by_name: str | None
    person: str
    person_name: str | None
    table_id: str
    reason: str
    text: str
    chat: list[SaidLine]


class Invitation(Answer):
    """A code by which people can come."""

    code: str
    created: int
    note: str
    uses: int
    used: int
    until: int


class DoneDeed(Answer):
    """What an operator or a moderator has done."""

    id: int
    at: int
    by: str | None  # none: the operator
    by_name: str | None
    what: str
    person: str | None
    person_name: str | None
    table_id: str | None
    more: StoredRow


class Rated(Answer):
    """A line of the ratings."""

    who: str | None  # has a profile under this id
    name: str
    kind: PersonKind
    rating: int
    mu: float
    sigma: float
    games: int


# Puzzles


class PuzzleStreak(Answer):
    """Days without a gap on which the puzzle of the day was solved."""

    day: int  # the last one, counted from 1970
    length: int


class PuzzleTry(Answer):
    """What came of an answer to a puzzle, and the person's rating after it."""

    right: bool
    first: bool  # only the first try at a puzzle is rated
    puzzle: int  # its rating now
    streak: PuzzleStreak | None
    rating: float
    deviation: float
    volatility: float


class PuzzleCourse(Answer):
    """How far a person came with the puzzles of a game."""

    game: GameName
    rating: float
    deviation: float
    volatility: float
    tried: dict[str, bool]  # by puzzle: whether the first try was right
    day: int | None  # the last one whose puzzle was solved


class OwnPuzzles(Answer):
    """Everything that is kept about a person's puzzles."""

    courses: list[PuzzleCourse]
    streak: PuzzleStreak | None


class PuzzleRatings(Answer):
    """How hard puzzles are, by their ids, as far as people have tried them."""

    ratings: dict[str, int]


# Games


class GameInfo(Answer):
    """A game, and how it can be played."""

    game: GameName
    title: str
    variants: list[Options]  # every legal set of options, the default first
    languages: list[str]
    lessons: list[str]
    material: str | None
    bots: list[str]


class LessonInfo(Answer):
    """A lesson, and for each of its tasks the rules that it is an example of."""

    id: str
    seat: int
    tasks: list[str]
    rules: list[tuple[str, ...]]


class LessonTask(Answer):
    """A task of a lesson in its position."""

    game: GameName
    seat: int
    names: list[str]
    view: View
    legal: list[Legal]
    told: list[Told]


class Attempt(Answer):
    """Whether an answer to a task is right, and what comes of it."""

    right: bool
    view: View
    told: list[Told]


class Preview(Answer):
    """What a seat would see after a decision, before chance or anyone else acts."""

    actions: list[int]
    view: View
    told: list[Told]


class Previews(Answer):
    previews: list[Preview]
    version: int | UnsetType = UNSET  # of the table


# Tables


class Made(Answer):
    """A table that was made or found, or a record that was imported."""

    id: str
    code: str | UnsetType = UNSET


class Result(Answer):
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    how: Literal["rules", "resigned", "time", "abandoned"]


class LineSeat(Answer):
    seat: int
    name: str | None
    level: str | None
    out: Out | None
    who: str | None  # has a profile under this id


class TableLine(Answer):
    """A table in a list: the lobby, games to watch, games of one's own."""

    id: str
    game: GameName
    players: int
    phase: Phase
    turn: int | None
    created: int
    changed: int
    rated: bool
    options: Options
    pace: Pace
    seats: list[LineSeat]
    you: int | None  # the caller's seat
    until: int | None  # when the caller must have moved
    result: Result | None


class TableInfo(Answer):
    """What everybody at a table may know of it. Material of the host's own stands beside these, under its own name."""

    id: str
    code: str
    game: GameName
    options: Options
    pace: Pace
    listed: bool
    spectators: bool
    chat: bool
    rated: bool
    hints: bool
    created: int
    phase: Phase
    seats: list[SeatInfo]
    turn: int | None
    since: int
    clock: Clock | None
    replaceable: int | None
    offer: UndoOffer | None
    result: Result | None
    unrated: Unrated | None  # why a game that was to be rated does not count
    fair: Fair


class Frame(Answer, tag_field="t", tag="table"):
    """All that a caller may know of a table, and what happened since a version. `Table.frame` writes it as bytes."""

    version: int
    since: int
    you: int | None
    host: bool
    rematch: str | None
    undo: bool
    table: TableInfo
    view: View | None
    legal: list[Legal]
    told: list[Told]


class Stored(Answer):
    """A command was carried out: the version that it made, and after `rematch` the new table."""

    version: int
    table: str | UnsetType | None = UNSET


class Hint(Answer):
    """What a bot would do in the caller's place: decisions that belong together, and what speaks for each."""

    version: int
    actions: list[int]
    by: str
    reasons: list[list[Reason]]


class ChatLine(Answer):
    id: int
    at: int
    seat: int | None
    name: str
    text: str
    phrase: str | None  # the key of a quick phrase


# Messages of a table's socket, beside frames


class Ack(Stored, tag_field="t", tag="ack", kw_only=True):
    """A command was carried out."""

    of: str | None  # the tag of the command


class ErrorMessage(Refused, tag_field="t", tag="error"):
    """A command, or the socket itself, was refused."""

    of: str | UnsetType | None = UNSET


class More(ErrorMessage, tag="more"):
    """Something else has to be decided together with what was sent."""


class ChatMessage(ChatLine, tag_field="t", tag="chat"):
    """A line of chat."""


class Hidden(Answer, tag_field="t", tag="hidden"):
    """Lines of chat that a moderator has hidden."""

    ids: list[int]


class Here(Answer, tag_field="t", tag="here"):
    """Who is at the table: the seats whose people have a socket open, and how many others watch."""

    seats: list[int]
    watching: int


class Bye(Answer, tag_field="t", tag="bye"):
    """The server is going; come back in `retry` seconds."""

    why: str
    retry: int


Message = Frame | Ack | ErrorMessage | More | ChatMessage | Hidden | Here | Bye


# Finished games


class Moment(Answer):
    """A finished game at one of its steps, and the action that led there."""

    step: int
    steps: int
    seat: int | None
    turn: int | None
    scores: list[int]
    action: str | None
    by: int | None
    view: View
    told: list[Told]


class Moments(Answer):
    steps: int
    seat: int | None
    moments: list[Moment] = field(name="list")


class Score(Answer):
    scores: list[int]
    winners: list[int]


class Moves(Answer):
    """A finished game for a program that has the rules."""

    game: GameName
    options: Options
    rules: str  # the version of the library and of the description
    names: list[str]
    opening: str  # the row that the game began with, in base64
    actions: list[int]
    result: Score | None


class TurningPoint(Answer):
    """Where a game turned: by a decision that gave much away, or by luck."""

    step: int
    kind: Literal["decision", "luck"]
    seat: int
    change: float
    error: float
    since: int
    played: str | UnsetType = UNSET
    better: str | UnsetType = UNSET
    told: list[Told] | UnsetType = UNSET  # of what was better
    reasons: list[Reason] | UnsetType = UNSET


class Insight(Answer):
    """The chances of all seats at every decision, and where the game turned."""

    curve: list[tuple[int, list[float]]]
    turns: list[TurningPoint]


class Checks(Answer):
    """Each is passed, failed or (null) not come to."""

    proof: bool | None
    commitments: bool | None
    rules: bool | None
    chance: bool | None


class Verdict(Answer):
    """Whether the chance of a game was what its record says."""

    ok: bool
    checks: Checks
    draws: int | UnsetType = UNSET
    table: str | UnsetType = UNSET
    hash: str | UnsetType = UNSET
    revealed: list[int] | UnsetType = UNSET
    withheld: list[int] | UnsetType = UNSET
    since: int | UnsetType = UNSET
    earlier: int | UnsetType = UNSET
    why: str | UnsetType = UNSET
    rule: str | UnsetType | None = UNSET
    event: int | UnsetType | None = UNSET


class ImportInfo(Answer):
    """What an imported record is about."""

    game: GameName
    options: Options
    seats: list[str]
    steps: int
    scores: list[int]
    winners: list[int]
    has_proof: bool


# The server


class Health(Answer):
    ok: bool
    version: str
