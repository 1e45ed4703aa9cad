"""Keeping the peace: reports, mutes and blocks for everybody, and what moderators do about them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from .. import responses as tell
from ..access import KnownPerson, TheAccess, TheHouse, TheLimits
from ..commands import Seat
from ..keeper import Keeper
from ..moderation import Moderation
from ..people import Person
from ..problems import Problem, not_found
from ..responses import Done
from .people import PersonId
from .tables import TableId, seen_table

TheModeration = NamedDependency[Moderation]
Moderator = NamedDependency[Person]
Days = Annotated[int, msgspec.Meta(ge=1, le=36_500)] | None  # none: for ever


class NewReport(msgspec.Struct, forbid_unknown_fields=True):
    seat: Seat
    reason: Literal["abuse", "cheating", "name", "other"]
    text: Annotated[str, msgspec.Meta(max_length=500)] = ""


class Shun(msgspec.Struct, forbid_unknown_fields=True):
    seat: Seat
    kind: Literal["mute", "block"]


class Measure(msgspec.Struct, forbid_unknown_fields=True):
    do: Literal["ban", "unban", "mute", "unmute"]
    days: Days = None
    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""


class TableMeasure(msgspec.Struct, forbid_unknown_fields=True):
    do: Literal["close", "hide_chat"]
    line: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None


class NewInvitation(msgspec.Struct, forbid_unknown_fields=True):
    uses: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    days: Annotated[int, msgspec.Meta(ge=1, le=365)] = 14
    note: Annotated[str, msgspec.Meta(max_length=100)] = ""


async def give_moderator(person: KnownPerson) -> Person:
    """The caller, if they are a moderator."""
    if person.role != "moderator":
        raise Problem("not_yours", "only moderators may do that")
    return person


def _other(keeper: Keeper, seat: int, person: Person) -> tuple[str, str]:
    """The id and the name of another person at a table."""
    places = keeper.table.places
    if seat >= len(places) or places[seat].person is None or places[seat].person in person.ids:
        raise Problem("illegal", f"on seat {seat} is no other person")
    return str(places[seat].person), str(places[seat].name)


# For everybody


@post("/api/tables/{table_id:str}/report", status_code=200)
async def report(
    table_id: TableId,
    data: JSONBody[NewReport],
    person: KnownPerson,
    house: TheHouse,
    limits: TheLimits,
    moderation: TheModeration,
) -> Done:
    """Tell the moderators about another person at a table."""
    async with seen_table(house, table_id, person.ids) as keeper:
        other, _ = _other(keeper, data.seat, person)
    limits.take(limits.chats, person.id, "reports")
    text = "".join(c if c.isprintable() else " " for c in data.text).strip()
    await moderation.report(person.id, other, table_id, data.reason, text)
    return Done()


@post("/api/tables/{table_id:str}/shun", status_code=200)
async def shun(
    table_id: TableId, data: JSONBody[Shun], person: KnownPerson, house: TheHouse, access: TheAccess
) -> Done:
    """Mute another person at a table, or block them."""
    async with seen_table(house, table_id, person.ids) as keeper:
        other, name = _other(keeper, data.seat, person)
    await access.people.shun(person, other, name, data.kind)
    return Done()


@get("/api/shunned")
async def shunned(person: KnownPerson, access: TheAccess) -> list[tell.Shunned]:
    """Whom the caller has muted or blocked."""
    return [tell.Shunned(**row) for row in await access.people.shunned_by(person)]


@delete("/api/shunned/{shun_id:str}", status_code=200)
async def take_back(shun_id: FromPath[str], person: KnownPerson, access: TheAccess) -> Done:
    """Hear and meet somebody again."""
    if not await access.people.take_back_shun(person, shun_id[:24]):
        raise not_found()
    return Done()


# For moderators


def _shown(kind: type[Any], rows: list[dict[str, Any]]) -> list[Any]:
    return [kind(**{name: row[name] for name in kind.__struct_fields__}) for row in rows]


@get("/api/moderation/reports")
async def list_reports(moderator: Moderator, moderation: TheModeration) -> list[tell.Report]:
    """Reports that nobody has seen to, the oldest first."""
    rows = await moderation.list_reports(moderator.id)
    return _shown(tell.Report, [{**row, "chat": _shown(tell.SaidLine, row["chat"])} for row in rows])


@delete("/api/moderation/reports/{report_id:int}", status_code=200)
async def settle(report_id: FromPath[int], moderator: Moderator, moderation: TheModeration) -> Done:
    """Note that a report was seen to."""
    await moderation.settle(min(max(report_id, 0), 2**31 - 1), moderator.id)
    return Done()


@get("/api/moderation/people")
async def list_people(
    moderator: Moderator, moderation: TheModeration, text: FromQuery[str] = ""
) -> list[tell.KnownPerson]:
    """People with a text in their names, or with that id; the newest first."""
    return _shown(tell.KnownPerson, await moderation.list_people(text[:40], with_login=False))


@post("/api/moderation/people/{person_id:str}", status_code=200)
async def act_on_person(
    person_id: PersonId, data: JSONBody[Measure], moderator: Moderator, moderation: TheModeration
) -> Done:
    """Ban or mute a person, or take that back. Moderators answer to the operator alone."""
    match data.do:
        case "ban":
            await moderation.ban(person_id, moderator.id, data.days, data.reason)
        case "unban":
            await moderation.unban(person_id, moderator.id)
        case "mute":
            await moderation.mute(person_id, moderator.id, data.days)
        case "unmute":
            await moderation.unmute(person_id, moderator.id)
    return Done()


@get("/api/moderation/tables")
async def list_tables(
    moderator: Moderator, moderation: TheModeration, text: FromQuery[str] = ""
) -> list[tell.KnownTable]:
    """Tables that are listed or reported: those that are not over, or with an id, a code, a game or a player."""
    return _shown(tell.KnownTable, await moderation.list_tables(text[:40], is_public=True))


@post("/api/moderation/tables/{table_id:str}", status_code=200)
async def act_on_table(
    table_id: TableId, data: JSONBody[TableMeasure], moderator: Moderator, moderation: TheModeration
) -> Done:
    """Close such a table, or hide what was said there."""
    if data.do == "close":
        await moderation.close_table(table_id, moderator.id)
    else:
        await moderation.hide_chat(table_id, moderator.id, data.line)
    return Done()


@get("/api/moderation/tables/{table_id:str}/chat")
async def list_chat(table_id: TableId, moderator: Moderator, moderation: TheModeration) -> list[tell.SaidLine]:
    """Everything that was said at such a table, the latest first, also what is hidden."""
    return _shown(tell.SaidLine, await moderation.list_chat(table_id, moderator.id))


@get("/api/moderation/invitations")
async def list_invitations(moderator: Moderator, moderation: TheModeration) -> list[tell.Invitation]:
    """Invitations with which people can still come."""
    return _shown(tell.Invitation, await moderation.list_invitations())


@post("/api/moderation/invitations", status_code=200)
async def invite(data: JSONBody[NewInvitation], moderator: Moderator, moderation: TheModeration) -> tell.Invitation:
    """Make an invitation."""
    (made,) = _shown(tell.Invitation, [await moderation.invite(moderator.id, data.uses, data.days, data.note)])
    return made  # type: ignore[no-any-return]


@delete("/api/moderation/invitations/{code:str}", status_code=200)
async def withdraw(code: FromPath[str], moderator: Moderator, moderation: TheModeration) -> Done:
    """Make an invitation worthless."""
    await moderation.withdraw(code[:24], moderator.id)
    return Done()


@get("/api/moderation/log")
async def list_deeds(moderator: Moderator, moderation: TheModeration) -> list[tell.DoneDeed]:
    """What operators and moderators have done, the latest first."""
    return _shown(tell.DoneDeed, await moderation.list_deeds())


HANDLERS = (
    *(report, shun, shunned, take_back),
    *(list_reports, settle, list_people, act_on_person, list_tables, act_on_table, list_chat),
    *(list_invitations, invite, withdraw, list_deeds),
)
