"""Finished games and imported records: the same routes look through both."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, PathParameter, QueryParameter

from bauboom.core.errors import OptionError
from bauboom.core.game import check_language

from ..access import KnownPerson, TheCaller, TheHouse, TheLimits
from ..imports import Imports
from ..insights import COST, Insights
from ..past import MOMENTS, Past
from ..problems import Problem
from ..responses import ImportInfo, Insight, Made, Moment, Moments, Moves, Verdict
from .tables import TableId, seen_table

LOOKS = "looks at finished games"  # what is counted

First = Annotated[int, QueryParameter(ge=0, le=10**6)]
Count = Annotated[int, QueryParameter(ge=1, le=MOMENTS)]
ImportId = Annotated[str, PathParameter(max_length=24)]

TheImports = NamedDependency[Imports]
TheInsights = NamedDependency[Insights]


class Found(msgspec.Struct, frozen=True):
    """A game that is no secret any more, and where it was found."""

    kind: str
    id: str
    past: Past


TheFound = NamedDependency[Found]


async def found_table(table_id: TableId, caller: TheCaller, house: TheHouse, limits: TheLimits) -> Found:
    limits.take_work(limits.drawings, caller, LOOKS)
    async with seen_table(house, table_id, caller.ids) as keeper:
        return Found("table", table_id, await house.off_loop(keeper.table.past))


async def found_import(import_id: ImportId, caller: TheCaller, limits: TheLimits, imports: TheImports) -> Found:
    limits.take_work(limits.drawings, caller, LOOKS)  # it may have to be played anew
    return Found("import", import_id, (await imports.find(import_id)).past)


@get("/steps")
async def steps(
    found: TheFound, house: TheHouse, first: First = 0, count: Count = 50, seat: FromQuery[int | None] = None
) -> Moments:
    """Several steps of a game, as a spectator or a seat saw them."""
    return msgspec.convert(await house.off_loop(found.past.moments, first, count, seat), Moments)


@get("/moves")
async def moves(found: TheFound) -> Moves:
    """A game for a program that has the rules: how it began, and all actions."""
    return msgspec.convert(found.past.moves(), Moves)


@get("/analysis")
async def analysis(
    found: TheFound, caller: TheCaller, house: TheHouse, limits: TheLimits, insights: TheInsights
) -> Insight:
    """The win chances of all seats through a game, and its turning points; not of a rated game that goes on."""
    if found.kind == "import":
        await house.check_not_running(found.past.end)
    key = f"{found.kind} {found.id}"
    if not insights.knows(key):
        limits.take_work(limits.trials, caller, "analyses", COST)
    return await insights.of(key, found.past.end, caller)


@get("/record")
async def record(found: TheFound, house: TheHouse) -> Response[dict[str, Any]]:
    """The record of a game, with the proof of its chance."""
    data: Any = await house.off_loop(lambda: found.past.record().encode() + b"\n")
    name = f'attachment; filename="bauboom-{found.past.game.name}-{found.id}.json"'
    return Response(data, media_type="application/json", headers={"content-disposition": name})


@get("/verify")
async def verify(found: TheFound, house: TheHouse) -> Verdict:
    """Whether everything that chance brought in a game is what its seed and the players' nonces give."""
    return msgspec.convert(await house.off_loop(found.past.verified), Verdict)


@get("/api/tables/{table_id:str}/steps/{step:int}")
async def step(
    table_id: TableId,
    step: FromPath[int],
    caller: TheCaller,
    house: TheHouse,
    limits: TheLimits,
    seat: FromQuery[int | None] = None,
) -> Moment:
    """A finished game at one of its steps, as a spectator or a seat saw it."""
    found = await found_table(table_id, caller, house, limits)
    return Moment(**found.past.moment(step, seat))


@post("/api/imports", status_code=200)
async def bring(
    request: Request[Any, Any, Any],
    person: KnownPerson,
    caller: TheCaller,
    limits: TheLimits,
    imports: TheImports,
    lang: FromQuery[str] = "en",
) -> Made:
    """Bring the record of a game, which is the whole body, to look through it and to show it to others."""
    limits.take_work(limits.drawings, caller, "records")
    limits.take(limits.imports, caller.address, "records from your address", 1 / 4)
    try:
        check_language(lang)
    except OptionError as error:
        raise Problem("not_found", str(error)) from None
    return Made(await imports.add(await request.body(), person, lang))


@get("/api/imports/{import_id:str}")
async def imported(import_id: ImportId, caller: TheCaller, limits: TheLimits, imports: TheImports) -> ImportInfo:
    """What a record is about."""
    limits.take_work(limits.drawings, caller, LOOKS)  # it may have to be played anew
    return (await imports.find(import_id)).info


SHARED = (steps, moves, analysis, record, verify)
HANDLERS = (
    step,
    bring,
    imported,
    Router("/api/tables/{table_id:str}", route_handlers=SHARED, dependencies={"found": Provide(found_table)}),
    Router("/api/imports/{import_id:str}", route_handlers=SHARED, dependencies={"found": Provide(found_import)}),
)
