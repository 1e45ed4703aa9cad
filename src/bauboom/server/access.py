"""Who asks, and how often they may: cookies, tokens, and rates per person and address."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import msgspec
import sqlalchemy as sa
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from .gate import BODY_LIMIT, FRESH_COOKIE
from .house import House
from .keeper import Viewer
from .limits import Buckets, Counted, address_key
from .people import BOTS, COOKIE_AGE, People, Person, folded
from .problems import Problem
from .settings import Settings
from .store import BEAT, now_ms, people, sessions
from .trial import TRIALS

LARGEST = 16  # as many more tables a table counts as whose request is as long as can be

Connection = ASGIConnection[Any, Any, Any, Any]


class Caller(msgspec.Struct, frozen=True):
    """Who sent a request: a person if they are known, and an address in any case."""

    person: Person | None
    address: str

    @property
    def key(self) -> str:
        """Under which their requests are counted."""
        return self.person.id if self.person else self.address

    @property
    def ids(self) -> frozenset[str]:
        return self.person.ids if self.person else frozenset()


class Access:
    """Tells who a connection belongs to, for as long as what they showed is valid."""

    def __init__(self, house: House, known: People) -> None:
        self.house, self.people = house, known
        self._is_https = house.settings.is_https
        self._cookie = "__Host-bauboom" if self._is_https else "bauboom"
        self._device = self._cookie + "-device"
        self.present: dict[Viewer, Person] = {}  # at a socket, as they were when they came
        known.on_withdrawn = self.hear_of
        house.on_person = self.hear_of

    async def identify(self, connection: Connection) -> Person | None:
        """The person whose cookie or token this is. A bad token is refused, so that its program notices."""
        header = connection.headers.get("authorization")
        if header is not None:
            scheme, _, token = header.partition(" ")
            person = await self.people.of_token(token.strip()) if scheme.lower() == "bearer" else None
            if person is None:
                raise Problem("need_name", "this token is not valid")
            return person
        value = connection.cookies.get(self._cookie)
        found = await self.people.of_cookie(value) if value else None
        if found is None:
            return None
        if found[1]:
            await self.people.renew(found[0])
            connection.scope["state"][FRESH_COOKIE] = self.cookie(found[0]).to_header(header="")
        return found[0]

    async def caller(self, connection: Connection) -> Caller:
        """Who is at the other end, known or not; bots think in turn for the addresses that people come from."""
        person = await self.identify(connection)
        caller = Caller(person, address_key(connection.client.host if connection.client else "local"))
        if person is not None:
            self.house.thinking.note_address(person.id, caller.address)
        return caller

    async def look_for_new_key(self) -> None:
        """Close all sockets that came with a cookie, if the key that signed it does not count any more."""
        await asyncio.sleep(BEAT)
        if await self.people.look_for_new_key():
            for viewer, person in list(self.present.items()):
                if person.kind != "bot":
                    viewer.withdraw()

    async def close_revoked(self) -> None:
        """Close the sockets of people whose cookie or token was withdrawn, if we did not hear of it."""
        await asyncio.sleep(max(0.1, self.house.settings.recheck))
        await self.close_revoked_of(*{person.id for person in self.present.values()})

    async def hear_of(self, person: str) -> None:
        """A session or a token has ended, or something else about a person has changed, here or at another process."""
        self.people.forget(person)
        await self.close_revoked_of(person)
        await self._hear_shunned(person)

    async def _hear_shunned(self, number: str) -> None:
        """What somebody wants to hear has changed, or a guest has logged in as somebody else."""
        listeners = {number} | await self.people.forget_those_who_shun(number)
        for one in listeners & {person.id for person in self.present.values()}:
            if (listener := await self.people.of_id(one)) is not None:
                for viewer, person in self.present.items():
                    if person.id == one:
                        viewer.shunned = listener.shunned

    async def close_revoked_of(self, *persons: str) -> None:
        """Close the sockets of some people whose cookie or token was withdrawn; a few queries for all of them."""
        ids, valid, lasting = set(persons), set[tuple[str, int]](), set[str | None]([None])
        listed = sorted(ids & {person.id for person in self.present.values()})
        for start in range(0, len(listed), 100):  # a few at a time: meanwhile others have their turn
            some = listed[start : start + 100]
            found = sa.select(sessions.c.id).where(sessions.c.person.in_(some))
            lasting |= {row["id"] for row in await self.house.store.rows(found)}
            query = sa.select(people.c.id, people.c.epoch, people.c.kind, people.c.token, people.c.banned)
            for row in await self.house.store.rows(query.where(people.c.id.in_(some))):
                if (row["kind"] != "bot" or row["token"]) and (row["banned"] or 0) <= now_ms():
                    valid.add((row["id"], row["epoch"]))
        for viewer, person in list(self.present.items()):
            if person.id in listed and ((person.id, person.epoch) not in valid or person.session not in lasting):
                viewer.withdraw()

    def cookie(self, person: Person) -> Cookie:
        return self._made(self.people.cookie(person), COOKIE_AGE // 1000)

    def device_cookie(self, login: str) -> Cookie:
        """Stays after a logout, so that strangers who guess a password cannot keep its owner out."""
        return self._made(self.people.device(login), COOKIE_AGE // 1000, self._device)

    def known_device(self, connection: Connection, login: str) -> str | None:
        return self.people.known_device(connection.cookies.get(self._device, ""), login)

    @property
    def no_cookie(self) -> Cookie:
        """Takes the cookie away again; browsers want to see the same attributes for that."""
        return self._made("", 0)

    def _made(self, value: str, max_age: int, name: str | None = None) -> Cookie:
        secure = self._is_https
        return Cookie(name or self._cookie, value=value, max_age=max_age, httponly=True, secure=secure, samesite="lax")


class RateLimits:
    """How often a person or an address may do something."""

    def __init__(self, settings: Settings) -> None:
        rate = settings.requests_per_second
        self.requests = Buckets(rate, int(5 * rate) + 1)
        self.messages = Buckets(settings.messages_per_second, int(5 * settings.messages_per_second) + 1)
        self.chats = Buckets(settings.chats_per_minute / 60, max(1, int(settings.chats_per_minute / 4)))
        self.logins = Buckets(settings.logins_per_minute / 60, max(1, int(settings.logins_per_minute)))
        self.trials = Buckets(5 * rate, int(50 * rate) + TRIALS)  # each takes a fraction of what a request does
        self.drawings = Buckets(rate / 5, int(rate) + 1)  # what takes as much time as ten other requests
        self.arrivals = Buckets(settings.people_per_address / 3600, max(1, settings.people_per_address))
        hourly = 4 * max(50, settings.tables_per_person)
        self.new_tables = Buckets(hourly / 3600, hourly + LARGEST)
        self.arrangements = Buckets(settings.messages_per_second / 16, int(15 * settings.messages_per_second) + 1)
        daily = max(1, settings.imports_per_day)
        self.imports = Buckets(daily / 86_400, daily)
        self.new_bots = Buckets(2 * BOTS / 3600, 2 * BOTS)
        self.sockets = Counted(settings.connections_per_person)

    def take(self, buckets: Buckets, key: str, what: str, cost: float = 1) -> None:
        """Count one more; Problem if there were too many."""
        if wait := buckets.take(key, cost=cost):
            retry = math.ceil(wait * 10) / 10  # never sooner than it helps
            raise Problem("too_many", f"too many {what}; wait {retry:.0f} seconds", retry=retry)

    def take_login(self, address: str, login: str, device: str | None) -> None:
        """Count an attempt to log in: of an address at one account, of an address, and at an account.

        A device that has logged in to the account before is counted alone. Others cannot use up what it may do.
        """
        what, login = "attempts to log in", folded(login)[:80]
        if device is not None:
            self.take(self.logins, f"device {device}", what)
            return
        self.take(self.logins, f"login {address} {login}", what)
        self.take(self.logins, f"logins from {address}", what, 1 / 4)
        self.take(self.logins, f"logins to {login}", what, 1 / 5)

    def take_table(self, caller: Caller, size: int = 0) -> None:
        """Count a new table, which stays in the database for long; one asked for in many bytes counts as several."""
        self.take_work(self.new_tables, caller, "new tables", 1 + LARGEST * min(1, size / BODY_LIMIT))

    def take_work(self, buckets: Buckets, caller: Caller, what: str, cost: float = 1) -> None:
        """Count what takes long. An address gets four times as much as a person: one can be many guests."""
        self.take(buckets, caller.key, what, cost)
        self.take(buckets, "all at " + caller.address, what, cost / 4)


TheHouse = NamedDependency[House]
TheAccess = NamedDependency[Access]
TheLimits = NamedDependency[RateLimits]
TheCaller = NamedDependency[Caller]
KnownPerson = NamedDependency[Person]
DataSubject = NamedDependency[Person]


async def give_caller(request: Request[Any, Any, Any], access: TheAccess, limits: TheLimits) -> Caller:
    """The caller, known or not."""
    caller = await access.caller(request)
    limits.take(limits.requests, caller.key, "requests")
    return caller


async def give_subject(caller: TheCaller) -> Person:
    """The caller, if they have said who they are: what is kept about them is theirs, even if they are banned."""
    if caller.person is None:
        raise Problem("need_name", "say who you are first: POST /api/me with a name")
    return caller.person


async def give_person(subject: DataSubject) -> Person:
    """The caller, if they have said who they are and may do something here."""
    subject.check_not_banned()
    return subject
