"""What operators and moderators do: about people, tables, talk and invitations. Every deed is stored with what it does.

An operator works by commands beside the servers, a moderator by requests. Either way the database is changed first;
all processes hear of the deed, and let it take effect.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from . import entries as log
from . import lists
from .clock import DAY, Terms
from .house import empty_table
from .own_data import export
from .people import FOR_EVER, People, Person, Role, folded
from .problems import Problem
from .projection import write_of
from .store import (
    COOKIES,
    Deed,
    Store,
    chats,
    deeds,
    invitations,
    is_unfinished,
    new_id,
    now_ms,
    people,
    reports,
    seats,
    secrets_kept,
    tables,
)

MOST = 1000  # rows of a list
REPORTS = 20  # of one person that nobody has seen to
_is_for_moderators = tables.c.listed | tables.c.id.in_(
    sa.select(reports.c.table_id)
)  # others are none of their business


async def _nothing(_: Deed) -> None:
    pass


class Moderation:
    """Does what an operator (`by` is None) or a moderator wants done."""

    def __init__(
        self,
        store: Store,
        known: People,
        terms: Terms,
        outages: Sequence[tuple[int, int]] = (),
        heard: Callable[[Deed], Awaitable[None]] = _nothing,
    ) -> None:
        self.store, self.people = store, known
        self._terms, self._outages = terms, outages
        self._heard = heard  # lets a deed take effect in this process

    # People

    async def list_people(self, text: str = "", limit: int = 50, with_login: bool = True) -> list[dict[str, Any]]:
        """People whose name or login has a text in it, or who have this id; the newest first.

        Moderators do not see logins: who knows one can try passwords.
        """
        query = lists.newest_people()
        if text:
            columns = (people.c.name, people.c.login) if with_login else (people.c.name,)
            has = [column.icontains(text, autoescape=True) for column in columns]
            query = query.where(sa.or_(people.c.id == text, *has))
        return await self.store.rows(query.limit(min(limit, MOST)))

    async def person(self, who: str) -> Person:
        """The person with an id or a login."""
        query = sa.select(people.c.id, people.c.became).where((people.c.id == who) | (people.c.login == folded(who)))
        found = await self.store.row(query)
        person = await self.people.of_id(found["became"] or found["id"]) if found else None
        if person is None:
            raise Problem("not_found", f"there is nobody with the id or login {who[:40]!r}")
        return person

    async def ban(self, who: str, by: str | None, days: float | None = None, reason: str = "") -> Person:
        """Keep a person and their bots from doing anything here, for some days or for ever."""
        until = _until(days)
        values = {"banned": until, "ban_reason": reason[:200] or None}
        return await self._change(who, by, "ban", values, until=until, reason=reason[:200] or None)

    async def unban(self, who: str, by: str | None) -> Person:
        return await self._change(who, by, "unban", {"banned": None, "ban_reason": None})

    async def mute(self, who: str, by: str | None, days: float | None = None) -> Person:
        """Keep a person from talking at tables."""
        until = _until(days)
        return await self._change(who, by, "mute", {"muted": until}, until=until)

    async def unmute(self, who: str, by: str | None) -> Person:
        return await self._change(who, by, "unmute", {"muted": None})

    async def give_role(self, who: str, by: str | None, role: Role | None) -> Person:
        person = await self.person(who)
        if role and person.kind != "account":
            raise Problem("not_now", f"{person.name} is a {person.kind}; only accounts can be moderators")
        return await self._change(who, by, "role", {"role": role}, role=role or "none")

    async def reset_password(self, who: str, by: str | None) -> str:
        return await self.people.reset_password(await self.person(who), by)

    async def delete(self, who: str, by: str | None) -> Person:
        person = await self.person(who)
        await self.people.delete(person, by)
        return person

    async def export(self, who: str, by: str | None) -> tuple[Person, dict[str, Any]]:
        """Everything that is kept about a person; that somebody took it is noted, too."""
        person = await self.person(who)
        async with self.store.writing() as connection:
            await self.store.note(connection, "export", by, person.id)
        return person, await export(self.store, person)

    async def _change(self, who: str, by: str | None, what: str, values: dict[str, Any], **more: Any) -> Person:
        """Change a person and, where it is about what they may do, their bots."""
        person = await self.person(who)
        if by is not None and person.role is not None:
            raise Problem("not_yours", "a moderator answers to the operator alone")
        concerned = people.c.id == person.id
        if what != "role":
            concerned |= people.c.owner == person.id
        async with self.store.writing() as connection:
            await connection.execute(sa.update(people).where(concerned).values(values))
            changed = [row.id for row in await connection.execute(sa.select(people.c.id).where(concerned))]
            noted = [await self.store.note(connection, what, by, number, **more) for number in changed]
        await self._tell(*noted)
        return person

    async def _tell(self, *noted: Deed) -> None:
        for deed in noted:
            if deed.person is not None:
                self.people.forget(deed.person)
            await self._heard(deed)

    # Tables

    async def list_tables(self, text: str = "", limit: int = 50, is_public: bool = False) -> list[dict[str, Any]]:
        """Tables that are not over, or those with an id, a code, a game, or a player's name; who changed last first."""
        shown = ("id", "code", "game", "players", "phase", "listed", "chat", "rated", "host", "created", "changed")
        query = sa.select(*(tables.c[name] for name in shown))
        if text:
            known = seats.c.name.icontains(text, autoescape=True) | (seats.c.person == text)
            seated = sa.select(seats.c.table_id).where(known)
            exact = [column == text for column in (tables.c.id, tables.c.code, tables.c.game, tables.c.host)]
            query = query.where(sa.or_(*exact, tables.c.id.in_(seated)))
        else:
            query = query.where(is_unfinished)
        if is_public:
            query = query.where(_is_for_moderators)
        rows = await self.store.rows(query.order_by(tables.c.changed.desc()).limit(min(limit, MOST)))
        taken = sa.select(seats.c.table_id, sa.func.coalesce(seats.c.name, "bot:" + seats.c.level).label("who"))
        taken = taken.where(seats.c.table_id.in_([row["id"] for row in rows])).order_by(seats.c.seat)
        who: dict[str, list[str]] = {row["id"]: [] for row in rows}
        for row in await self.store.rows(taken):
            if row["who"]:
                who[row["table_id"]].append(row["who"])
        return [{**row, "seats": who[row["id"]]} for row in rows]

    async def table(self, name: str, by: str | None) -> str:
        """The id of the table with an id or a code; for moderators, of one that is listed or that a report is about.

        They do not judge where they play.
        """
        query = sa.select(tables.c.id).where((tables.c.id == name) | (tables.c.code == name))
        found = await self.store.row(query if by is None else query.where(_is_for_moderators))
        if found is None:
            raise Problem("not_found", f"there is no table with the id or code {name[:40]!r}")
        mine = (seats.c.table_id == found["id"]) & seats.c.person.in_(_all_of(by))
        if by is not None and await self.store.row(sa.select(seats.c.seat).where(mine).limit(1)):
            raise Problem("not_yours", "you sit at that table; leave it to another moderator")
        return str(found["id"])

    async def close_table(self, name: str, by: str | None) -> str:
        """End a table. A game that is being played is over without a winner, and changes no rating."""
        table_id = await self.table(name, by)
        for _ in range(10):
            info = await self.store.info(table_id)
            assert info is not None
            try:
                table = empty_table(info, self._terms, self._outages)
            except Problem:
                raise Problem("not_now", "that table was played by other rules; only its result is kept") from None
            table = await asyncio.to_thread(table.after, *await self.store.log(table_id))
            if table.phase in ("over", "closed"):
                raise Problem("not_now", "that table is over already")
            logged = log.Logged(table.version + 1, max(now_ms(), table.at), log.Closed("operator"))
            async with self.store.writing() as connection:
                if await self.store.write(connection, [write_of(table, table.after(logged), logged)]):
                    deed = await self.store.note(connection, "close", by, table=table_id, version=logged.version)
                    break
        else:
            raise Problem("unavailable", "the table is busy; try again")
        await self._tell(deed)
        return table_id

    async def list_chat(self, name: str, by: str | None = None) -> list[dict[str, Any]]:
        """Everything that was said at a table, also what is hidden."""
        query = sa.select(chats).where(chats.c.table_id == await self.table(name, by))
        return await self.store.rows(query.order_by(chats.c.id.desc()).limit(MOST))

    async def hide_chat(self, name: str, by: str | None, line: int | None = None) -> int:
        """Take what was said at a table from everybody's sight, or one line of it; how many lines."""
        table_id = await self.table(name, by)
        these = (chats.c.table_id == table_id) & ~chats.c.hidden
        if line is not None:
            these &= chats.c.id == line
        async with self.store.writing() as connection:
            hide = sa.update(chats).where(these).values(hidden=True).returning(chats.c.id)
            hidden = sorted(row.id for row in await connection.execute(hide))
            if not hidden:
                raise Problem("not_found", "there is nothing to hide at that table")
            deed = await self.store.note(connection, "hide_chat", by, table=table_id, hidden=hidden)
        await self._tell(deed)
        return len(hidden)

    # Reports

    async def report(self, by: str, person: str, table: str, reason: str, text: str) -> None:
        """Tell moderators about a person; the same reporter about the same person and table once."""
        mine = (reports.c.by == by) & reports.c.settled.is_(None)
        async with self.store.writing() as connection:
            again = (reports.c.person == person) & (reports.c.table_id == table)
            await connection.execute(sa.delete(reports).where(mine, again))
            open_ones = sa.select(sa.func.count()).select_from(reports).where(mine)
            if (await connection.execute(open_ones)).scalar_one() >= REPORTS:
                raise Problem(
                    "too_many", "moderators have so many reports of yours already; wait until they saw to them"
                )
            row = {"at": now_ms(), "by": by, "person": person, "table_id": table, "reason": reason, "text": text}
            await connection.execute(sa.insert(reports).values(row))

    async def list_reports(self, by: str | None = None) -> list[dict[str, Any]]:
        """Reports that nobody has seen to, the oldest first, with what was said last at their tables.

        Moderators do not see those about themselves, nor see to them.
        """
        reporter, subject = people.alias(), people.alias()
        query = (
            sa.select(reports, reporter.c.name.label("by_name"), subject.c.name.label("person_name"))
            .outerjoin(reporter, reporter.c.id == reports.c.by)
            .outerjoin(subject, subject.c.id == reports.c.person)
            .where(reports.c.settled.is_(None), *_not_about(by))
            .order_by(reports.c.at)
            .limit(50)
        )
        rows = await self.store.rows(query)
        for row in rows:
            said = sa.select(chats).where(chats.c.table_id == row["table_id"]).order_by(chats.c.id.desc()).limit(20)
            row["chat"] = (await self.store.rows(said))[::-1]
        return rows

    async def settle(self, report: int, by: str | None) -> None:
        """Note that a report was seen to."""
        async with self.store.writing() as connection:
            this = (reports.c.id == report) & reports.c.settled.is_(None)
            settled = (
                sa.update(reports).where(this, *_not_about(by)).values(settled=now_ms()).returning(reports.c.person)
            )
            found = (await connection.execute(settled)).first()
            if found is None:
                raise Problem("not_found", f"there is no open report {report}")
            await self.store.note(connection, "settle", by, found.person, report=report)

    # Invitations

    async def invite(self, by: str | None, uses: int = 1, days: float = 14, note: str = "") -> dict[str, Any]:
        """A code with which so many people can come."""
        code = new_id(10)
        values = {"code": code, "created": now_ms(), "by": by, "note": note[:100], "uses": uses, "used": 0}
        values["until"] = _until(days)
        async with self.store.writing() as connection:
            await connection.execute(sa.insert(invitations).values(values))
            await self.store.note(connection, "invite", by, code=code, uses=uses)
        return values

    async def list_invitations(self) -> list[dict[str, Any]]:
        """Invitations with which people can still come; the newest first."""
        valid = (invitations.c.until > now_ms()) & (invitations.c.used < invitations.c.uses)
        return await self.store.rows(
            sa.select(invitations).where(valid).order_by(invitations.c.created.desc()).limit(MOST)
        )

    async def withdraw(self, code: str, by: str | None) -> None:
        async with self.store.writing() as connection:
            this = (invitations.c.code == code) & (invitations.c.until > now_ms())
            if not (await connection.execute(sa.update(invitations).where(this).values(until=0))).rowcount:
                raise Problem("not_found", f"there is no invitation {code[:24]!r} that could be withdrawn")
            await self.store.note(connection, "withdraw", by, code=code)

    # The server

    async def rotate_key(self, by: str | None) -> None:
        """Let another key sign cookies; running servers notice."""
        async with self.store.writing() as connection:
            is_cookies = secrets_kept.c.name == COOKIES
            changed = sa.update(secrets_kept).where(is_cookies).values(value=secrets.token_bytes(32))
            if not (await connection.execute(changed)).rowcount:
                raise Problem("not_found", "this database has no key yet; its first server makes one")
            await self.store.note(connection, "rotate_key", by)

    async def list_deeds(self, limit: int = 50) -> list[dict[str, Any]]:
        """What was done, the latest first; with the names that people have now."""
        doer, subject = people.alias(), people.alias()
        query = (
            sa.select(deeds, doer.c.name.label("by_name"), subject.c.name.label("person_name"))
            .outerjoin(doer, doer.c.id == deeds.c.by)
            .outerjoin(subject, subject.c.id == deeds.c.person)
            .order_by(deeds.c.id.desc())
            .limit(min(limit, MOST))
        )
        return [{**row, "more": msgspec.json.decode(row["more"])} for row in await self.store.rows(query)]


def _all_of(person: str | None) -> sa.Select[Any]:
    """The ids of a person, of the guests that they were, and of their bots."""
    return sa.select(people.c.id).where(sa.or_(*(c == person for c in (people.c.id, people.c.became, people.c.owner))))


def _not_about(moderator: str | None) -> list[sa.ColumnElement[bool]]:
    return [] if moderator is None else [reports.c.person.not_in(_all_of(moderator))]


def _until(days: float | None) -> int:
    return FOR_EVER if days is None else now_ms() + int(days * DAY)
