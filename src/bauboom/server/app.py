"""The API: HTTP for everything, and a socket per table that one watches or plays at."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hmac
import ipaddress
import logging
import math
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
import websockets
from litestar import Litestar, MediaType, Request, Response, WebSocket, delete, get, post, put, websocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, ValidationException, WebSocketException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from prometheus_client.core import CollectorRegistry, CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import generate_latest

from bauboom import __version__
from bauboom.arena.ratings import Rating
from bauboom.bots import LEVELS
from bauboom.core.errors import OptionError
from bauboom.core.fair import report
from bauboom.core.game import Game, check_language
from bauboom.core.lesson import Exercise, exercise, lessons
from bauboom.core.state import State, View
from bauboom.games import GAMES, load

from . import commands as ask
from . import site
from .creation import NewTable
from .gate import BODY_LIMIT, FRESH_COOKIE, App, Gate
from .house import House
from .imports import Imports
from .insights import COST, Insights
from .keeper import Keeper, Viewer, chat_message
from .limits import Buckets, Counted, address_key
from .past import MOMENTS
from .people import COOKIE_AGE, People, Person
from .problems import STATUS, Problem, not_found
from .settings import Settings
from .store import people, ratings, seats, tables
from .trial import TRIALS, legal_list, previews, read_chains
from .webhooks import WebhookError, check_url
from .wire import PUSH

GONE_AWAY = (WebSocketException, websockets.WebSocketException, OSError, RuntimeError)  # the other side did
LISTED = 50  # tables on one page of a list

logger = logging.getLogger(__name__)

Text = Annotated[str, msgspec.Meta(max_length=200)]
First = Annotated[int, QueryParameter(ge=0, le=10**6)]
Count = Annotated[int, QueryParameter(ge=1, le=MOMENTS)]
Chains = Annotated[str, QueryParameter(max_length=1000)]
TableId = Annotated[str, PathParameter(max_length=24)]
ImportId = Annotated[str, PathParameter(max_length=24)]


class Trouble(msgspec.Struct):
    """Why something was refused: a key for programs, a sentence for people, and sometimes more."""

    error: str
    why: str


class Name(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=100)]


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    login: Text
    password: Text


class Passwords(msgspec.Struct, forbid_unknown_fields=True):
    old: Text
    new: Text


class Wishes(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants kept: settings of his page, and an address to be told at when it is his turn ("": none)."""

    settings: dict[str, bool | int | str] | None = None
    webhook: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class Door:
    """Who is there, and how often he may ask."""

    def __init__(self, house: House, known: People) -> None:
        settings = house.settings
        self.house, self.people = house, known
        self.cookie = "__Host-bauboom" if settings.is_https else "bauboom"
        rate = settings.requests_per_second
        self.requests = Buckets(rate, int(5 * rate) + 1)
        self.messages = Buckets(settings.messages_per_second, int(5 * settings.messages_per_second) + 1)
        self.chats = Buckets(settings.chats_per_minute / 60, max(1, int(settings.chats_per_minute / 4)))
        self.logins = Buckets(settings.logins_per_minute / 60, max(1, int(settings.logins_per_minute)))
        self.trials = Buckets(5 * rate, int(50 * rate) + TRIALS)  # each takes a fraction of what a request does
        self.drawings = Buckets(rate / 5, int(rate) + 1)  # what takes as much time as ten other requests
        self.arrivals = Buckets(settings.people_per_address / 3600, max(1, settings.people_per_address))
        self.sockets = Counted(settings.connections_per_person)
        self.present: dict[Viewer, Person] = {}  # at a socket, with what they had shown when they came

    async def identify(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Person | None:
        """Whoever shows a cookie or a token; a bad one is refused, so that nobody thinks he is somebody."""
        header = connection.headers.get("authorization")
        if header is not None:
            scheme, _, token = header.partition(" ")
            person = await self.people.of_token(token.strip()) if scheme.lower() == "bearer" else None
            if person is None:
                raise Problem("need_name", "this token is not valid")
            return person
        value = connection.cookies.get(self.cookie)
        found = await self.people.of_cookie(value) if value else None
        if found is None:
            return None
        if found[1]:
            connection.scope["state"][FRESH_COOKIE] = self.made(found[0]).to_header(header="")
        return found[0]

    async def look_again(self) -> None:
        """Hang up on those whose cookie or token was withdrawn; all in a few queries, or many would wait for it."""
        await asyncio.sleep(max(0.1, self.house.settings.recheck))
        ids, valid = {person.id for person in self.present.values()}, set[tuple[str, int]]()
        listed = list(ids)
        for start in range(0, len(listed), 100):  # a few at a time: meanwhile others have their turn
            some = listed[start : start + 100]
            query = sa.select(people.c.id, people.c.epoch, people.c.kind, people.c.token)
            for row in await self.house.store.rows(query.where(people.c.id.in_(some))):
                if row["kind"] != "bot" or row["token"]:
                    valid.add((row["id"], row["epoch"]))
        for viewer, person in list(self.present.items()):
            if person.id in ids and (person.id, person.epoch) not in valid:
                viewer.withdraw()

    def made(self, person: Person) -> Cookie:
        return Cookie(
            self.cookie,
            value=self.people.cookie(person),
            max_age=COOKIE_AGE // 1000,
            httponly=True,
            secure=self.house.settings.is_https,
            samesite="lax",
        )

    @property
    def no_cookie(self) -> Cookie:
        """Takes the cookie away again; browsers want to see the same attributes for that."""
        secure = self.house.settings.is_https
        return Cookie(self.cookie, value="", max_age=0, httponly=True, secure=secure, samesite="lax")

    def limit(self, buckets: Buckets, key: str, what: str, cost: float = 1) -> None:
        if wait := buckets.take(key, cost=cost):
            retry = math.ceil(wait * 10) / 10  # never sooner than it helps
            raise Problem("too_many", f"too many {what}; wait {retry:.0f} seconds", retry=retry)

    def limit_work(
        self, buckets: Buckets, visitor: Person | None, request: Request[Any, Any, Any], what: str, cost: int = 1
    ) -> None:
        """For what takes long. An address gets four times as much as a person: one can be many guests."""
        self.limit(buckets, limit_key(visitor, request), what, cost)
        self.limit(buckets, "all at " + address_of(request), what, cost / 4)


TheHouse = NamedDependency[House]
TheDoor = NamedDependency[Door]
TheImports = NamedDependency[Imports]
TheInsights = NamedDependency[Insights]
Visitor = NamedDependency[Person | None]
KnownPerson = NamedDependency[Person]


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return address_key(connection.client.host if connection.client else "local")


def limit_key(visitor: Person | None, request: Request[Any, Any, Any]) -> str:
    """Under which key somebody's requests are counted."""
    return visitor.id if visitor else address_of(request)


async def give_visitor(request: Request[Any, Any, Any], door: TheDoor) -> Person | None:
    """Whoever asks, known or not."""
    person = await door.identify(request)
    door.limit(door.requests, limit_key(person, request), "requests")
    return person


async def give_person(visitor: Visitor) -> Person:
    """Whoever asks, if he has said who he is."""
    if visitor is None:
        raise Problem("need_name", "say who you are first: POST /api/me with a name")
    return visitor


# People


@get("/api/me")
async def who_am_i(visitor: Visitor) -> dict[str, Any] | None:
    """Who one is here, or null."""
    return visitor.public if visitor else None


@post("/api/me", status_code=200)
async def say_name(
    data: JSONBody[Name], visitor: Visitor, request: Request[Any, Any, Any], door: TheDoor
) -> Response[dict[str, Any]]:
    """Become a guest with a name, or change one's name."""
    if visitor is not None:
        person = await door.people.rename(visitor, data.name)
        return Response(person.public)
    door.limit(door.arrivals, address_of(request), "new people from your address")
    person = await door.people.make_guest(data.name)
    return Response(person.public, cookies=[door.made(person)])


@put("/api/me")
async def settle(data: JSONBody[Wishes], person: KnownPerson, door: TheDoor) -> dict[str, Any]:
    """Keep settings and a webhook."""
    if data.webhook:
        try:
            check_url(data.webhook, door.house.settings.private_webhooks)
        except WebhookError as error:
            raise Problem("illegal", str(error)) from None
    person, secret = await door.people.settle(person, data.settings, data.webhook)
    return {**person.public, **({"webhook_secret": secret} if secret else {})}


@delete("/api/me", status_code=200)
async def leave_for_good(person: KnownPerson, door: TheDoor) -> Response[dict[str, Any]]:
    """Be forgotten: login, name, settings, ratings, bots."""
    if person.kind == "bot":
        raise Problem("not_yours", "a bot's owner deletes it")
    await door.people.delete(person)
    return Response({}, cookies=[door.no_cookie])


@post("/api/account", status_code=200)
async def make_account(
    data: JSONBody[Credentials], person: KnownPerson, request: Request[Any, Any, Any], door: TheDoor
) -> Response[dict[str, Any]]:
    """Turn a guest into an account that can be used on several devices."""
    door.limit(door.logins, address_of(request), "attempts")
    person = await door.people.make_account(person, data.login, data.password)
    return Response(person.public, cookies=[door.made(person)])


@post("/api/login", status_code=200)
async def log_in(
    data: JSONBody[Credentials], visitor: Visitor, request: Request[Any, Any, Any], door: TheDoor
) -> Response[dict[str, Any]]:
    """Be an account here too; it adopts what one has played as a guest."""
    door.limit(door.logins, address_of(request), "attempts to log in")
    door.limit(door.logins, "login " + data.login.casefold()[:80], "attempts to log in")
    person = await door.people.log_in(data.login, data.password, visitor)
    return Response(person.public, cookies=[door.made(person)])


@post("/api/logout", status_code=200)
async def log_out(visitor: Visitor, door: TheDoor, everywhere: FromQuery[bool] = False) -> Response[dict[str, Any]]:
    """Forget who one is on this device, or on all of them. A guest has only this one."""
    if visitor is not None and (everywhere or visitor.kind == "guest"):
        await door.people.end_sessions(visitor)
    return Response({}, cookies=[door.no_cookie])


@post("/api/password", status_code=200)
async def change_password(
    data: JSONBody[Passwords], person: KnownPerson, request: Request[Any, Any, Any], door: TheDoor
) -> Response[dict[str, Any]]:
    """Change one's password, and end all other sessions."""
    door.limit(door.logins, address_of(request), "attempts")
    person = await door.people.change_password(person, data.old, data.new)
    return Response(person.public, cookies=[door.made(person)])


@get("/api/bots")
async def my_bots(person: KnownPerson, door: TheDoor) -> list[dict[str, Any]]:
    """One's own bots."""
    return await door.people.bots(person)


@post("/api/bots", status_code=200)
async def make_bot(data: JSONBody[Name], person: KnownPerson, door: TheDoor) -> dict[str, Any]:
    """A bot of one's own; its token is told once, here."""
    bot, token = await door.people.make_bot(person, data.name)
    return {"id": bot.id, "name": bot.name, "token": token}


@delete("/api/bots/{bot_id:str}", status_code=200)
async def drop_bot(bot_id: FromPath[str], person: KnownPerson, door: TheDoor) -> dict[str, Any]:
    """Make a bot's token invalid."""
    if not await door.people.drop_bot(person, bot_id[:24]):
        raise not_found()
    return {}


# Games


@get("/api/games")
async def games() -> list[dict[str, Any]]:
    """The games, with the options that each can be played with, and the bots."""
    return [_described(load(name)) for name in GAMES]


def _described(game: Game) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "variants": [dict(options) for options in game.variants],
        "languages": game.languages,
        "lessons": list(lessons(game)),
        "material": game.custom.key if game.custom else None,
        "bots": list(LEVELS),
    }


@get("/api/games/{game:str}/rules", media_type="text/markdown")
async def rules(game: FromPath[str], lang: FromQuery[str] = "en") -> Response[str]:
    """The rules, as Markdown."""
    try:
        return Response(known_game(game).rules(lang))
    except OptionError as error:
        raise Problem("not_found", str(error)) from None


# Lessons


@get("/api/games/{game:str}/lessons")
async def game_lessons(game: FromPath[str]) -> list[dict[str, Any]]:
    """The lessons of a game, and of which rules their tasks are examples."""
    return [
        {"id": one.id, "seat": one.seat, "tasks": one.task_ids, "rules": [task.rules for task in one.tasks]}
        for one in lessons(known_game(game)).values()
    ]


@get("/api/games/{game:str}/lessons/{lesson:str}/{task:str}")
async def task(game: FromPath[str], lesson: FromPath[str], task: FromPath[str]) -> dict[str, Any]:
    """A task of a lesson in its position."""
    found = known_exercise(game, lesson, task)
    view = found.view
    return {
        "game": game,
        "seat": found.seat,
        "names": view.game.seat_names,
        "view": view.data,
        "legal": legal_list(view),
        "told": found.told,
    }


@get("/api/games/{game:str}/lessons/{lesson:str}/{task:str}/{action_id:int}")
async def attempt(
    game: FromPath[str], lesson: FromPath[str], task: FromPath[str], action_id: FromPath[int], visitor: Visitor
) -> dict[str, Any]:
    """Whether an action is right, and what comes of it."""
    found = known_exercise(game, lesson, task)
    tried = previews(found.view, [[action_id]])[0]
    return {"right": found.is_right(action_id), "view": tried["view"], "told": tried["told"]}


@get("/api/games/{game:str}/lessons/{lesson:str}/{task:str}/preview")
async def task_preview(
    game: FromPath[str],
    lesson: FromPath[str],
    task: FromPath[str],
    visitor: Visitor,
    request: Request[Any, Any, Any],
    door: TheDoor,
    actions: Chains = "",
) -> dict[str, Any]:
    """What one would see after each of some decisions, as at a table."""
    view = known_exercise(game, lesson, task).view
    return {"previews": await try_out(view, actions, visitor, request, door)}


@get("/api/games/{game:str}/lessons/{lesson:str}/{task:str}/picture", media_type="image/svg+xml")
async def task_picture(
    game: FromPath[str],
    lesson: FromPath[str],
    task: FromPath[str],
    house: TheHouse,
) -> Response[str]:
    """The table of a task, drawn by the game's own hand: an example for a rule."""
    return Response(await house.off_loop(example, game, lesson, task))


def known_game(name: str) -> Game:
    try:
        return load(name)
    except OptionError as error:
        raise Problem("not_found", str(error)) from None


def known_exercise(game: str, lesson: str, task: str) -> Exercise:
    try:
        return exercise(known_game(game), lesson, task)
    except KeyError:
        raise not_found() from None


@functools.cache  # a page of rules shows many, and a class reads it at once; what is unknown raises and is not kept
def example(game: str, lesson: str, task: str) -> str:
    return known_exercise(game, lesson, task).view.picture()


# Tables


@get("/api/tables")
async def lobby(house: TheHouse, game: FromQuery[str | None] = None) -> list[dict[str, Any]]:
    """Tables that wait for players and want to be found, newest first."""
    query = sa.select(tables).where(tables.c.phase == "waiting", tables.c.listed)
    if game is not None:
        query = query.where(tables.c.game == game[:40])
    return await _listed(house, query.order_by(tables.c.created.desc()).limit(LISTED))


@get("/api/watch")
async def watchable(house: TheHouse) -> list[dict[str, Any]]:
    """Listed games that are being played and may be watched."""
    query = sa.select(tables).where(tables.c.phase == "playing", tables.c.listed, tables.c.spectators)
    return await _listed(house, query.order_by(tables.c.changed.desc()).limit(LISTED))


@get("/api/mine")
async def mine(
    person: KnownPerson, house: TheHouse, finished: FromQuery[bool] = False, before: FromQuery[int | None] = None
) -> list[dict[str, Any]]:
    """One's own games: those that go on, or the finished ones."""
    mine = sa.select(seats.c.table_id).where(seats.c.person.in_(person.ids))
    near = tables.c.id.in_(mine) | (tables.c.host.in_(person.ids) & (tables.c.phase == "waiting"))
    phases = ("over",) if finished else ("waiting", "dealing", "playing")
    query = sa.select(tables).where(near, tables.c.phase.in_(phases))
    return await _listed(house, _page(query, before), person)


@get("/api/finished")
async def finished(
    house: TheHouse, game: FromQuery[str | None] = None, before: FromQuery[int | None] = None
) -> list[dict[str, Any]]:
    """Listed games that are over, the latest first; `before` is the `changed` of the last one seen."""
    query = sa.select(tables).where(tables.c.phase == "over", tables.c.listed, tables.c.spectators)
    if game is not None:
        query = query.where(tables.c.game == game[:40])
    return await _listed(house, _page(query, before))


def _page(query: sa.Select[Any], before: int | None) -> sa.Select[Any]:
    if before is not None:
        query = query.where(tables.c.changed < max(0, min(before, 2**60)))
    return query.order_by(tables.c.changed.desc()).limit(LISTED)


async def _listed(house: House, query: sa.Select[Any], person: Person | None = None) -> list[dict[str, Any]]:
    rows = await house.store.rows(query)
    places: dict[str, list[dict[str, Any]]] = {row["id"]: [] for row in rows}
    taken = sa.select(seats).where(seats.c.table_id.in_(list(places))).order_by(seats.c.table_id, seats.c.seat)
    for row in await house.store.rows(taken):
        places[row["table_id"]].append(row)
    ids = person.ids if person else frozenset[str]()
    return [_line(row, places[row["id"]], ids) for row in rows]


def _line(row: dict[str, Any], places: list[dict[str, Any]], ids: frozenset[str]) -> dict[str, Any]:
    you = next((place["seat"] for place in places if place["person"] in ids), None)
    return {
        **{name: row[name] for name in ("id", "game", "players", "phase", "turn", "created", "changed", "rated")},
        "options": msgspec.json.decode(row["options"]),
        "pace": msgspec.json.decode(row["pace"]),
        "seats": [
            {"seat": p["seat"], "name": p["name"], "level": p["level"], "out": p["out"]}
            for p in places
            if p["name"] or p["level"]
        ],
        "you": you,
        "until": row["due"] if row["phase"] == "playing" and row["turn"] is not None and row["turn"] == you else None,
        "result": msgspec.json.decode(row["result"]) if row["result"] else None,
    }


@post("/api/tables", status_code=200)
async def create(data: JSONBody[NewTable], person: KnownPerson, house: TheHouse) -> dict[str, Any]:
    """Make a table. Who has its id or its code can join it."""
    info = await house.create(data, person.asker)
    return {"id": info.id, "code": info.code}


@get("/api/codes/{code:str}")
async def find(
    code: FromPath[str], visitor: Visitor, request: Request[Any, Any, Any], house: TheHouse, door: TheDoor
) -> dict[str, Any]:
    """The table with a code that somebody was told."""
    door.limit(door.logins, "code " + address_of(request), "attempts")
    query = sa.select(tables.c.id).where(tables.c.code == code.lower()[:12], tables.c.phase != "closed")
    row = await house.store.row(query)
    if row is None:
        raise not_found()
    async with seen_table(house, row["id"], visitor):
        return {"id": row["id"]}


@contextlib.asynccontextmanager
async def seen_table(house: House, table_id: str, visitor: Person | None) -> AsyncIterator[Keeper]:
    """A table, for who may see it; for others it is as if there were none."""
    async with house.at(table_id) as keeper:
        if not keeper.table.may_watch(visitor.ids if visitor else ()):
            raise not_found()
        yield keeper


@get("/api/tables/{table_id:str}", media_type=MediaType.JSON)
async def table(
    table_id: TableId, visitor: Visitor, house: TheHouse, since: FromQuery[int | None] = None
) -> Response[Any]:
    """What one may know of a table now, and what happened since a version."""
    async with seen_table(house, table_id, visitor) as keeper:
        await keeper.refresh()
        frame = keeper.table.frame(visitor.ids if visitor else (), since)
    return Response(frame, media_type="application/json")


@post("/api/tables/{table_id:str}/do", status_code=200)
async def do(
    table_id: TableId, data: JSONBody[ask.AnyCommand], person: KnownPerson, house: TheHouse, door: TheDoor
) -> dict[str, Any]:
    """Do something at a table; the answer is the version that it made."""
    async with seen_table(house, table_id, person) as keeper:
        return await obey(keeper, data, person, door)


async def obey(keeper: Keeper, command: ask.AnyCommand, person: Person, door: Door) -> dict[str, Any]:
    if isinstance(command, ask.Chat):
        door.limit(door.chats, person.id, "lines of chat")
    version = await keeper.submit(command, person.asker)
    return {"version": version, **({"table": keeper.table.rematch} if isinstance(command, ask.Rematch) else {})}


@get("/api/tables/{table_id:str}/preview")
async def preview(
    table_id: TableId,
    visitor: Visitor,
    request: Request[Any, Any, Any],
    house: TheHouse,
    door: TheDoor,
    actions: Chains = "",
) -> dict[str, Any]:
    """What the seat on turn would see after each of some decisions, before chance acts."""
    async with seen_table(house, table_id, visitor) as keeper:
        await keeper.refresh()
        table = keeper.table
        view = table.deciding_view(table.seat_of(visitor.ids if visitor else ()))
        return {"version": table.version, "previews": await try_out(view, actions, visitor, request, door)}


@get("/api/tables/{table_id:str}/hint")
async def hint(
    table_id: TableId, visitor: Visitor, request: Request[Any, Any, Any], house: TheHouse, door: TheDoor
) -> dict[str, Any]:
    """What a bot would do on the seat on turn, and why, where the table allows it."""
    async with seen_table(house, table_id, visitor) as keeper:
        await keeper.refresh()
        table = keeper.table
        door.limit_work(door.trials, visitor, request, "hints", 16)
        seat = table.seat_of(visitor.ids if visitor else ())
        return {"version": table.version, **await house.off_loop(table.hint, seat)}


async def try_out(
    view: View, actions: str, visitor: Person | None, request: Request[Any, Any, Any], door: Door
) -> list[dict[str, Any]]:
    chains = read_chains(actions)
    door.limit_work(door.trials, visitor, request, "previews", len(chains))
    return await door.house.off_loop(previews, view, chains)


@get("/api/tables/{table_id:str}/chat")
async def chat(table_id: TableId, visitor: Visitor, house: TheHouse) -> list[dict[str, Any]]:
    """The last things said at a table."""
    async with seen_table(house, table_id, visitor) as keeper:
        rows = await keeper.chats()
    return [{name: row[name] for name in ("id", "at", "seat", "name", "text")} for row in rows]


@get("/api/tables/{table_id:str}/record")
async def record(
    table_id: TableId, visitor: Visitor, request: Request[Any, Any, Any], house: TheHouse, door: TheDoor
) -> Response[Any]:
    """The record of a finished game, with the proof of its chance."""
    door.limit(door.drawings, address_of(request), "records and pictures")
    async with seen_table(house, table_id, visitor) as keeper:
        data = await house.off_loop(lambda: keeper.table.record().encode())
    return record_file(data, keeper.table.info.game, table_id)


def record_file(data: bytes, game: str, number: str) -> Response[Any]:
    name = f'attachment; filename="bauboom-{game}-{number}.json"'
    return Response(data + b"\n", media_type="application/json", headers={"content-disposition": name})


@get("/api/tables/{table_id:str}/steps/{step:int}")
async def step(
    table_id: TableId, step: FromPath[int], visitor: Visitor, house: TheHouse, seat: FromQuery[int | None] = None
) -> dict[str, Any]:
    """A finished game at one of its steps, as a spectator or a seat saw it."""
    async with seen_table(house, table_id, visitor) as keeper:
        return keeper.table.replay().moment(step, seat)


@get("/api/tables/{table_id:str}/steps")
async def steps(
    table_id: TableId,
    visitor: Visitor,
    request: Request[Any, Any, Any],
    house: TheHouse,
    door: TheDoor,
    first: First = 0,
    count: Count = 50,
    seat: FromQuery[int | None] = None,
) -> dict[str, Any]:
    """Several steps of a finished game."""
    door.limit_work(door.drawings, visitor, request, "steps")
    async with seen_table(house, table_id, visitor) as keeper:
        return await house.off_loop(lambda: keeper.table.replay().moments(first, count, seat))


@get("/api/tables/{table_id:str}/moves")
async def moves(
    table_id: TableId, visitor: Visitor, request: Request[Any, Any, Any], house: TheHouse, door: TheDoor
) -> dict[str, Any]:
    """A finished game for somebody who has the rules: how it began, and all actions."""
    door.limit_work(door.drawings, visitor, request, "steps")
    async with seen_table(house, table_id, visitor) as keeper:
        return keeper.table.replay().moves()


@get("/api/tables/{table_id:str}/analysis")
async def analysis(
    table_id: TableId,
    visitor: Visitor,
    request: Request[Any, Any, Any],
    house: TheHouse,
    door: TheDoor,
    insights: TheInsights,
) -> dict[str, Any]:
    """Everybody's win chances through a finished game, and its turning points."""
    async with seen_table(house, table_id, visitor) as keeper:
        end = keeper.table.replay().states[-1]
    return await analyse(f"table {table_id}", end, visitor, request, door, insights)


async def analyse(
    key: str, end: State, visitor: Person | None, request: Request[Any, Any, Any], door: Door, insights: Insights
) -> dict[str, Any]:
    if not insights.knows(key):
        door.limit_work(door.trials, visitor, request, "analyses", COST)
    return await insights.of(key, end)


@get("/api/tables/{table_id:str}/verify")
async def verify(
    table_id: TableId, visitor: Visitor, request: Request[Any, Any, Any], house: TheHouse, door: TheDoor
) -> dict[str, Any]:
    """Whether everything that chance brought in a finished game is what its seed and the players' nonces give."""
    door.limit_work(door.drawings, visitor, request, "records and pictures")
    async with seen_table(house, table_id, visitor) as keeper:
        return await house.off_loop(lambda: report(keeper.table.record()))


@get("/api/tables/{table_id:str}/picture", media_type="image/svg+xml")
async def picture(
    table_id: TableId, visitor: Visitor, request: Request[Any, Any, Any], house: TheHouse, door: TheDoor
) -> Response[str]:
    """The table as one may see it, as an SVG picture."""
    door.limit(door.drawings, address_of(request), "records and pictures")
    async with seen_table(house, table_id, visitor) as keeper:
        table = keeper.table
        if table.state is None:
            raise Problem("not_now", "the game has not begun")
        view = table.state.view(table.seat_of(visitor.ids if visitor else ()))
        drawn = await house.off_loop(view.picture, table.names)
    return Response(drawn)


@get("/api/ratings/{game:str}/{players:int}")
async def rated(game: FromPath[str], players: FromPath[int], house: TheHouse) -> list[dict[str, Any]]:
    """The best at a game with so many players."""
    query = (
        sa.select(ratings, people.c.name, people.c.kind)
        .outerjoin(people, people.c.id == ratings.c.who)
        .where(ratings.c.game == game[:40], ratings.c.players == max(0, min(players, 100)), ratings.c.games > 0)
        .order_by((ratings.c.mu - 3 * ratings.c.sigma).desc())
        .limit(100)
    )
    return [
        {
            "name": row["name"] or row["who"],
            "kind": row["kind"] or "bot",
            "rating": Rating(row["mu"], row["sigma"], row["games"]).shown,
            "mu": round(row["mu"], 2),
            "sigma": round(row["sigma"], 2),
            "games": row["games"],
        }
        for row in await house.store.rows(query)
    ]


# Records from elsewhere


@post("/api/imports", status_code=200)
async def bring(
    request: Request[Any, Any, Any],
    person: KnownPerson,
    door: TheDoor,
    collection: TheImports,
    lang: FromQuery[str] = "en",
) -> dict[str, Any]:
    """Bring the record of a game, which is the whole body, to look through it and to show it to others."""
    door.limit_work(door.drawings, person, request, "records and pictures")
    try:
        check_language(lang)
    except OptionError as error:
        raise Problem("not_found", str(error)) from None
    return {"id": await collection.add(await request.body(), person, lang)}


@get("/api/imports/{import_id:str}")
async def imported(
    import_id: ImportId, visitor: Visitor, request: Request[Any, Any, Any], door: TheDoor, collection: TheImports
) -> dict[str, Any]:
    """What a record is about."""
    door.limit_work(door.drawings, visitor, request, "records and pictures")  # it may have to be played anew
    return (await collection.find(import_id)).public


@get("/api/imports/{import_id:str}/steps")
async def imported_steps(
    import_id: ImportId,
    visitor: Visitor,
    request: Request[Any, Any, Any],
    door: TheDoor,
    collection: TheImports,
    first: First = 0,
    count: Count = 50,
    seat: FromQuery[int | None] = None,
) -> dict[str, Any]:
    """Several steps of it."""
    door.limit_work(door.drawings, visitor, request, "steps")
    found = await collection.find(import_id)
    return await door.house.off_loop(lambda: found.replay.moments(first, count, seat))


@get("/api/imports/{import_id:str}/moves")
async def imported_moves(
    import_id: ImportId, visitor: Visitor, request: Request[Any, Any, Any], door: TheDoor, collection: TheImports
) -> dict[str, Any]:
    """All of it, for somebody who has the rules."""
    door.limit_work(door.drawings, visitor, request, "steps")
    found = await collection.find(import_id)
    return found.replay.moves()


@get("/api/imports/{import_id:str}/analysis")
async def imported_analysis(
    import_id: ImportId,
    visitor: Visitor,
    request: Request[Any, Any, Any],
    door: TheDoor,
    collection: TheImports,
    insights: TheInsights,
) -> dict[str, Any]:
    """Everybody's win chances through it, and its turning points."""
    door.limit_work(door.drawings, visitor, request, "records and pictures")
    found = await collection.find(import_id)
    return await analyse(f"import {import_id}", found.end, visitor, request, door, insights)


@get("/api/imports/{import_id:str}/record")
async def imported_record(
    import_id: ImportId, visitor: Visitor, request: Request[Any, Any, Any], door: TheDoor, collection: TheImports
) -> Response[Any]:
    """The record itself."""
    door.limit_work(door.drawings, visitor, request, "records and pictures")
    found = await collection.find(import_id)
    data = await door.house.off_loop(found.record.encode)
    return record_file(data, found.record.game.name, import_id)


@get("/api/imports/{import_id:str}/verify")
async def imported_verify(
    import_id: ImportId, visitor: Visitor, request: Request[Any, Any, Any], door: TheDoor, collection: TheImports
) -> dict[str, Any]:
    """Whether its chance was what it says it was."""
    door.limit_work(door.drawings, visitor, request, "records and pictures")
    found = await collection.find(import_id)
    return await door.house.off_loop(report, found.record)


# The socket


@websocket("/api/tables/{table_id:str}/live")
async def live(
    socket: WebSocket[Any, Any, Any],
    table_id: TableId,
    since: FromQuery[int | None] = None,
    rows: FromQuery[bool] = False,
) -> None:
    """Watch a table, and play at it: frames come as things happen, commands go the other way.

    Who has the rules asks for `rows` and gets packed frames.
    """
    door: Door = socket.app.state.door
    try:
        person = await door.identify(socket)
        if person is not None and not door.sockets.enter(person.id):
            raise Problem("too_many", "you have too many connections open")
    except Problem as problem:
        await _turn_away(socket, problem)
        return
    try:
        async with seen_table(door.house, table_id, person) as keeper:
            await socket.accept()
            await keeper.refresh()
            push = socket.scope["state"].get(PUSH, lambda message: False)
            viewer = Viewer(person.ids if person else frozenset(), since, rows, push)
            await _attend(socket, keeper, person, door, viewer)
    except Problem as problem:
        await _turn_away(socket, problem)
    finally:
        if person is not None:
            door.sockets.leave(person.id)


async def _turn_away(socket: WebSocket[Any, Any, Any], problem: Problem) -> None:
    await socket.accept()
    await socket.send_data(msgspec.json.encode({"t": "error", **problem.data}).decode())
    await socket.close(4000 + problem.status, problem.key)


async def _attend(
    socket: WebSocket[Any, Any, Any], keeper: Keeper, person: Person | None, door: Door, viewer: Viewer
) -> None:
    keeper.viewers.add(viewer)
    sending = asyncio.create_task(_send(socket, keeper, viewer))
    listening = asyncio.create_task(_listen(socket, keeper, viewer, person, door))
    try:
        if keeper.table.info.chat:
            for row in await keeper.chats():
                viewer.write(chat_message(row))
        keeper.look_around()
        viewer.wake.set()
        if person is not None:
            door.present[viewer] = person
        for task in (sending, listening):
            task.add_done_callback(viewer.leave)
        await viewer.gone.wait()
        if viewer.is_withdrawn:
            await socket.close(4401, "need_name")
    finally:
        keeper.viewers.discard(viewer)
        keeper.look_around()
        door.present.pop(viewer, None)
        for task in (sending, listening):
            task.cancel()
        for ended in await asyncio.gather(sending, listening, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(ended, GONE_AWAY):
                logger.error("a connection failed", exc_info=ended, extra={"data": {"table": keeper.table.short_id}})
        with contextlib.suppress(Exception):
            await socket.close(1000)


async def _send(socket: WebSocket[Any, Any, Any], keeper: Keeper, viewer: Viewer) -> None:
    """Send what there is to send, as fast as the other side takes it."""
    while not viewer.is_lost:
        viewer.is_busy = False
        await viewer.wake.wait()
        viewer.is_busy = True
        viewer.wake.clear()
        while viewer.messages:
            await socket.send_data(viewer.messages.pop(0).decode())
        table = keeper.table
        if table.version != viewer.sent and not table.may_watch(viewer.ids):
            return
        if keeper.here is not None and keeper.here != viewer.here:
            viewer.here = keeper.here
            await socket.send_data(viewer.here.decode())
        if table.version != viewer.sent:
            await _send_frame(socket, viewer.frame(table))  # which nobody holds when it is sent


async def _send_frame(socket: WebSocket[Any, Any, Any], frame: str | bytes) -> None:
    await socket.send_data(frame, "text" if isinstance(frame, str) else "binary")


async def _listen(
    socket: WebSocket[Any, Any, Any], keeper: Keeper, viewer: Viewer, person: Person | None, door: Door
) -> None:
    refused = 0
    while refused < 100:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        data: str | bytes = message.get("text") or message.get("bytes") or b""  # type: ignore[assignment]
        tag = None
        try:
            if person is None:
                raise Problem("need_name", "say who you are first: POST /api/me with a name")
            door.limit(door.messages, person.id, "messages")
            command = decode(data)
            tag = command.tag
            letter: dict[str, Any] = {"t": "ack", **await obey(keeper, command, person, door), "of": tag}
        except Problem as problem:
            refused += problem.key in ("too_many", "bad_message", "need_name")
            letter = {"t": "more" if problem.key == "more" else "error", **problem.data, "of": tag}
        viewer.write(msgspec.json.encode(letter))


def decode(data: str | bytes) -> ask.AnyCommand:
    if len(data) > ask.MESSAGE_LIMIT:
        raise Problem("too_large", f"a message has {ask.MESSAGE_LIMIT} bytes at most")
    try:
        return ask.decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("bad_message", str(error)[:200]) from None


# The server itself


@get("/health")
async def health(house: TheHouse) -> Response[dict[str, Any]]:
    """Whether the server can do its work: the database answers."""
    try:
        async with asyncio.timeout(5):
            await house.store.rows(sa.select(sa.literal(1)))
    except Exception:
        logger.warning("the database does not answer", exc_info=True)
        return Response({"ok": False, "version": __version__}, status_code=503)
    return Response({"ok": not house.is_closing, "version": __version__}, status_code=503 if house.is_closing else 200)


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], house: TheHouse) -> Response[bytes]:
    """Figures for Prometheus; for this machine, or with the token."""
    token = house.settings.metrics_token
    header = request.headers.get("authorization", "")
    if token:
        allowed = hmac.compare_digest(header.encode(), f"Bearer {token}".encode())
    else:
        is_handed_on = "x-forwarded-for" in request.headers and not house.settings.proxies  # by a proxy on this machine
        allowed = _is_local(request.client.host if request.client else "") and not is_handed_on
    if not allowed:
        raise not_found()
    registry = CollectorRegistry()
    registry.register(Figures(house))
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")


def _is_local(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class Figures:
    """The house in numbers."""

    def __init__(self, house: House) -> None:
        self.house = house

    def collect(self) -> list[Metric]:
        house = self.house
        viewers = sum(len(keeper.viewers) for keeper in house.keepers.values())
        gauges = {
            "open_tables": ("tables in memory", len(house.keepers)),
            "viewers": ("sockets at tables", viewers),
            "connections": ("sockets in all", house.counted["connections"]),
        }
        counters = {
            "requests": ("HTTP requests", house.counted["requests"]),
            "server_errors": ("HTTP answers 5xx", house.counted["status_5xx"]),
            "tables": ("tables made here", house.counted["tables"]),
            "entries": ("entries committed here", house.counted["entries"]),
            "commits": ("groups of entries committed here", house.store.commits),
            "notices": ("turn notices delivered", house.counted["notices"]),
        }
        return [
            *(GaugeMetricFamily(f"bauboom_{name}", text, value) for name, (text, value) in gauges.items()),
            *(CounterMetricFamily(f"bauboom_{name}", text, value) for name, (text, value) in counters.items()),
        ]


# The page


@get(list(site.ADDRESSES), include_in_schema=False, media_type=MediaType.HTML)
async def index(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _sent(site.index(), request)


@get(["/page/{name:str}", *(f"/{name}" for name in site.ROOT_FILES)], include_in_schema=False)
async def page_file(request: Request[Any, Any, Any], house: TheHouse) -> Response[bytes]:
    name = request.scope["path"].rpartition("/")[2]
    file = site.files().get(name) or (await house.off_loop(site.game_files)).get(name)
    if file is None:
        raise not_found()
    return _sent(file, request)


def _sent(file: site.File, request: Request[Any, Any, Any]) -> Response[bytes]:
    headers = request.headers
    status, body, more = file.answer(headers.get("accept-encoding", ""), headers.get("if-none-match", ""))
    return Response(body, status_code=status, media_type=file.kind, headers=more)


# Putting it together


class Asked(Request[Any, Any, Any]):
    """A request whose body may be anything at all."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except (RecursionError, UnicodeDecodeError):
            raise Problem("bad_message", "this cannot be read as JSON") from None


def tell_problem(_: Request[Any, Any, Any], problem: Problem) -> Response[dict[str, Any]]:
    headers = {"retry-after": str(int(problem.more["retry"]) + 1)} if "retry" in problem.more else {}
    return Response(problem.data, status_code=problem.status, headers=headers)


def tell_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What Litestar itself refuses, in our words; to people who went astray, by the page."""
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        _, body, headers = site.index().answer(
            request.headers.get("accept-encoding", ""), ""
        )  # all of it, known or not
        return Response(body, status_code=404, media_type=MediaType.HTML, headers=headers)
    key = next((key for key, status in STATUS.items() if status == error.status_code), "bad_message")
    why = error.detail
    if isinstance(error, ValidationException) and error.extra:
        why = "; ".join(str(item.get("message", item)) for item in error.extra)[:300]  # type: ignore[union-attr]
    return Response({"error": key, "why": why}, status_code=error.status_code, headers=error.headers or {})


def tell_failure(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    logger.error("a request failed", exc_info=error, extra={"data": {"method": request.method}})
    return Response({"error": "failed", "why": "something went wrong here; it has been written down"}, status_code=500)


HANDLERS: list[Any] = [
    *(who_am_i, say_name, settle, leave_for_good, make_account, log_in, log_out, change_password),
    *(my_bots, make_bot, drop_bot, games, rules, game_lessons, task, attempt, task_preview, task_picture),
    *(lobby, watchable, mine, finished, create, find, table, do, preview, hint, chat, record, step, steps, moves),
    *(analysis, verify, picture, rated, bring, imported, imported_steps, imported_moves, imported_analysis),
    *(imported_record, imported_verify, live),
    *(health, metrics, index, page_file),
]


REFUSALS = {
    status: ResponseSpec(Trouble, generate_examples=False, description="; ".join(keys))
    for status in sorted(set(STATUS.values()))
    if (keys := [key for key, number in STATUS.items() if number == status])
}
for handler in HANDLERS:
    if isinstance(handler, HTTPRouteHandler):
        handler.responses = REFUSALS


def make_app(settings: Settings) -> tuple[App, House]:
    """The whole server as an ASGI application."""
    house = House(settings)
    known = People(house.store, house.off_loop)
    door, collection, insights = Door(house, known), Imports(house), Insights(house)

    @contextlib.asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await house.open()
        await known.open()
        looking = asyncio.create_task(house.for_ever(door.look_again))
        try:
            yield
        finally:
            looking.cancel()
            await house.close()

    app = Litestar(
        HANDLERS,
        lifespan=[lifespan],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "door": Provide(lambda: door, sync_to_thread=False),
            "collection": Provide(lambda: collection, sync_to_thread=False),
            "insights": Provide(lambda: insights, sync_to_thread=False),
            "visitor": Provide(give_visitor),
            "person": Provide(give_person),
        },
        exception_handlers={Problem: tell_problem, HTTPException: tell_http, Exception: tell_failure},
        openapi_config=OpenAPIConfig(
            title="Bauboom",
            version=__version__,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_class=Asked,
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
        debug=False,
    )
    app.state.door = door
    return Gate(app, house), house  # type: ignore[arg-type]  # ASGI has as many types as frameworks
