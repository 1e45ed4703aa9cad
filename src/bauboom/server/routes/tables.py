"""Tables: lists of them, making one, and what a caller sees and does at one."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter

from bauboom.bots.roster import HINTER

from .. import commands as ask
from .. import lists
from ..access import Caller, KnownPerson, RateLimits, TheCaller, TheHouse, TheLimits
from ..creation import NewTable
from ..house import House
from ..keeper import Keeper
from ..people import HAS_PROFILE, Person
from ..problems import Problem, not_found
from ..responses import ChatLine, Frame, Hint, LineSeat, Made, Previews, Stored, TableLine
from ..store import people, seats, tables
from ..table import Table
from .trials import Chains, try_out

LOOKING_BACK = 8  # what it costs, in trials, to be told of more than the last entry

TableId = Annotated[str, PathParameter(max_length=24)]


@contextlib.asynccontextmanager
async def seen_table(house: House, table_id: str, ids: frozenset[str]) -> AsyncIterator[Keeper]:
    """A table, for a person who may see it; for others it is as if there were none."""
    async with house.at(table_id) as keeper:
        if not keeper.table.may_watch(ids):
            raise not_found()
        yield keeper


# Lists


@get("/api/tables")
async def lobby(house: TheHouse, game: FromQuery[str | None] = None) -> list[TableLine]:
    """Tables that wait for players and want to be found, newest first."""
    return await _listed(house, lists.lobby(game))


@get("/api/watch")
async def watchable(house: TheHouse) -> list[TableLine]:
    """Listed games that are being played and may be watched."""
    return await _listed(house, lists.watchable())


@get("/api/mine")
async def mine(
    person: KnownPerson, house: TheHouse, finished: FromQuery[bool] = False, before: FromQuery[int | None] = None
) -> list[TableLine]:
    """The caller's own games: those that go on, or the finished ones."""
    query = lists.finished_of(person.ids, before) if finished else lists.going_on(person.ids, before)
    return await _listed(house, query, person.ids)


@get("/api/finished")
async def finished(
    house: TheHouse,
    game: FromQuery[str | None] = None,
    who: FromQuery[str | None] = None,
    before: FromQuery[int | None] = None,
) -> list[TableLine]:
    """Listed games that are over, the latest first; `before` is the `changed` of the last one seen."""
    if who is None:
        return await _listed(house, lists.finished(game, before))
    known = sa.select(people.c.id).where(people.c.id == who[:24], HAS_PROFILE)  # an account or a bot
    if await house.store.row(known) is None:
        return []
    return await _listed(house, lists.finished_of([who[:24]], before, game, is_public=True))


async def _listed(house: House, query: sa.Select[Any], ids: frozenset[str] = frozenset()) -> list[TableLine]:
    rows = await house.store.rows(query)
    places: dict[str, list[dict[str, Any]]] = {row["id"]: [] for row in rows}
    taken = (
        sa.select(seats, people.c.id.label("who"))
        .outerjoin(people, (people.c.id == seats.c.person) & HAS_PROFILE)
        .where(seats.c.table_id.in_(list(places)))
        .order_by(seats.c.table_id, seats.c.seat)
    )
    for row in await house.store.rows(taken):
        places[row["table_id"]].append(row)
    return [_line(row, places[row["id"]], ids) for row in rows]


def _line(row: dict[str, Any], places: list[dict[str, Any]], ids: frozenset[str]) -> TableLine:
    you = next((place["seat"] for place in places if place["person"] in ids), None)
    return TableLine(
        **{name: row[name] for name in ("id", "game", "players", "phase", "turn", "created", "changed", "rated")},
        options=msgspec.json.decode(row["options"]),
        pace=msgspec.json.decode(row["pace"]),
        seats=[LineSeat(*(p[name] for name in LineSeat.__struct_fields__)) for p in places if p["name"] or p["level"]],
        you=you,
        until=row["due"] if row["phase"] == "playing" and row["turn"] is not None and row["turn"] == you else None,
        result=msgspec.json.decode(row["result"]) if row["result"] else None,
    )


# One table


@post("/api/tables", status_code=200)
async def create(
    request: Request[Any, Any, Any],
    data: JSONBody[NewTable],
    person: KnownPerson,
    caller: TheCaller,
    house: TheHouse,
    limits: TheLimits,
) -> Made:
    """Make a table. Anyone who has its id or its code can join it."""
    limits.take_table(caller, len(await request.body()))
    info = await house.create(data, person.asker)
    return Made(info.id, info.code)


@get("/api/codes/{code:str}")
async def find(code: FromPath[str], caller: TheCaller, house: TheHouse, limits: TheLimits) -> Made:
    """The table with a code that the caller was told."""
    limits.take(limits.logins, "code " + caller.address, "attempts")
    query = sa.select(tables.c.id).where(tables.c.code == code.lower()[:12], tables.c.phase != "closed")
    row = await house.store.row(query)
    if row is None:
        raise not_found()
    async with seen_table(house, row["id"], caller.ids):
        return Made(row["id"])


def limit_looking_back(table: Table, since: int | None, caller: Caller, limits: RateLimits) -> None:
    """Count it, if more is to be told than the last entry: the game has to be played again for that."""
    if since is not None and 0 <= since < table.version - 1:
        limits.take_work(limits.trials, caller, "looks back", LOOKING_BACK)


@get("/api/tables/{table_id:str}")
async def table(
    table_id: TableId, caller: TheCaller, house: TheHouse, limits: TheLimits, since: FromQuery[int | None] = None
) -> Response[Frame]:
    """What the caller may know of a table now, and what happened since a version."""
    async with seen_table(house, table_id, caller.ids) as keeper:
        await keeper.refresh()
        keeper.look_on(caller.ids)
        limit_looking_back(keeper.table, since, caller, limits)
        frame: Any = keeper.table.frame(caller.ids, since)  # written already
    return Response(frame, media_type="application/json")


@post("/api/tables/{table_id:str}/do", status_code=200)
async def do(
    table_id: TableId,
    data: JSONBody[ask.AnyCommand],
    person: KnownPerson,
    caller: TheCaller,
    house: TheHouse,
    limits: TheLimits,
) -> Stored:
    """Do something at a table; the answer is the version that it made."""
    async with seen_table(house, table_id, person.ids) as keeper:
        return await carry_out(keeper, data, caller, person, limits)


async def carry_out(
    keeper: Keeper, command: ask.AnyCommand, caller: Caller, person: Person, limits: RateLimits
) -> Stored:
    match command:
        case ask.Chat() | ask.Say():
            person.check_not_muted()
            limits.take(limits.chats, person.id, "lines of chat")
        case ask.Rematch():
            limits.take_table(caller)
        case ask.Play() | ask.Reveal() | ask.Resign() | ask.Close():  # a game has only so many of them
            pass
        case _:  # what can be done and undone for ever, and is kept
            limits.take(limits.arrangements, person.id, "changes at tables")
    version = await keeper.submit(command, person.asker)
    return Stored(version, keeper.table.rematch) if isinstance(command, ask.Rematch) else Stored(version)


@get("/api/tables/{table_id:str}/preview")
async def preview(
    table_id: TableId, caller: TheCaller, house: TheHouse, limits: TheLimits, actions: Chains = ""
) -> Previews:
    """What the seat on turn would see after each of some decisions, before chance acts."""
    async with seen_table(house, table_id, caller.ids) as keeper:
        await keeper.refresh()
        table = keeper.table
        view = table.deciding_view(table.seat_of(caller.ids))
        return Previews(await try_out(view, actions, caller, house, limits), table.version)


@get("/api/tables/{table_id:str}/hint")
async def hint(table_id: TableId, caller: TheCaller, house: TheHouse, limits: TheLimits) -> Hint:
    """What a bot would do on the seat on turn, and why, where the table allows it."""
    async with seen_table(house, table_id, caller.ids) as keeper:
        await keeper.refresh()
        table = keeper.table
        limits.take_work(limits.trials, caller, "hints", 16)
        seat = table.seat_of(caller.ids)
        return Hint(table.version, **await house.thinking.run(caller.key, HINTER, table.hint, seat))


@get("/api/tables/{table_id:str}/chat")
async def chat(table_id: TableId, caller: TheCaller, house: TheHouse) -> list[ChatLine]:
    """The last things said at a table."""
    async with seen_table(house, table_id, caller.ids) as keeper:
        rows = await keeper.chats(caller.person.shunned if caller.person else ())
    return [ChatLine(**{name: row[name] for name in ChatLine.__struct_fields__}) for row in rows]


@get("/api/tables/{table_id:str}/picture", media_type="image/svg+xml")
async def picture(table_id: TableId, caller: TheCaller, house: TheHouse, limits: TheLimits) -> Response[str]:
    """The table as the caller may see it, as an SVG picture."""
    limits.take(limits.drawings, caller.address, "records and pictures")
    async with seen_table(house, table_id, caller.ids) as keeper:
        table = keeper.table
        if table.state is None:
            raise Problem("not_now", "the game has not begun")
        view = table.state.view(table.seat_of(caller.ids))
        drawn = await house.off_loop(view.picture, table.names)
    return Response(drawn)


HANDLERS = (lobby, watchable, mine, finished, create, find, table, do, preview, hint, chat, picture)
