"""The people a server knows: guests with a signed cookie, accounts with a password, and their bots with a token."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from collections.abc import Awaitable, Callable, Collection
from datetime import UTC, datetime
from functools import cache
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from .clock import DAY
from .naming import check_not_posing, is_common, looks
from .own_data import erase
from .problems import Problem
from .puzzle_tables import adopt
from .store import COOKIES, PERSON, Deed, Store, invitations, new_id, now_ms, people, sessions, shuns
from .table import Asker
from .webhooks import new_secret

COOKIE_AGE = 400 * DAY  # the longest that browsers keep one
TOKEN = "bb_"  # what a bot's token begins with
REMEMBERED = 5.0  # seconds that a person is not looked up again
MANY = 1000  # people; if more are remembered, those are forgotten who have to be looked up again anyway
BOTS = 10  # of one person
SESSIONS = 20  # of one account
SHUNS = 200  # people whom one person does not want to hear or to meet
# what a User-Agent header tells; the first that fits, for most of them name others too
BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad")),
    *(("Windows", "Windows"), ("Mac OS", "Mac"), ("Linux", "Linux")),
)
PersonKind = Literal["guest", "account", "bot"]
Role = Literal["moderator"]
Registration = Literal["open", "invitation", "closed"]
FOR_EVER = 2**53  # until when, in milliseconds; programs in any language can hold it
STORED = (
    *("id", "kind", "name", "epoch", "login", "owner", "webhook", "shares_games"),
    *("role", "banned", "ban_reason", "muted"),
)
INVISIBLE = "\u115f\u1160"  # letters of Hangul that show nothing, in their plain form

# Accounts and bots can be looked up by their ids, until they are deleted; guests cannot.
HAS_PROFILE = ((people.c.kind == "account") & people.c.login.is_not(None)) | (
    (people.c.kind == "bot") & people.c.token.is_not(None)
)

_hasher = PasswordHasher()


@cache
def _unknown() -> str:
    """The hash of a password that no account has, so that an unknown login takes as long as a known one."""
    hashed: str = _hasher.hash(secrets.token_hex())
    return hashed


class Person(msgspec.Struct, frozen=True):
    id: str
    kind: PersonKind
    name: str
    epoch: int
    ids: frozenset[str]  # with those of the guests that they were before
    login: str | None = None
    owner: str | None = None
    webhook: str | None = None
    settings: dict[str, Any] = {}
    sessions: frozenset[str] = frozenset()  # of an account, one for each login
    session: str | None = None  # by which the person came here
    shares_games: bool = False  # finished games may become puzzles
    role: Role | None = None
    banned: int | None = None  # until when
    ban_reason: str | None = None
    muted: int | None = None  # until when
    shunned: frozenset[str] = frozenset()  # people whom they do not want to hear

    def check_not_banned(self) -> None:
        if (self.banned or 0) > now_ms():
            why = f": {self.ban_reason}" if self.ban_reason else ""
            raise Problem("banned", f"you are banned from this server{_until(self.banned)}{why}")

    def check_not_muted(self) -> None:
        if (self.muted or 0) > now_ms():
            raise Problem("not_now", f"a moderator has taken the chat from you{_until(self.muted)}")

    @property
    def asker(self) -> Asker:
        return Asker(self.id, self.name, self.ids, self.kind != "guest", self.owner)


class People:
    """Finds people by what they show, and keeps what they tell of themselves."""

    def __init__(
        self, store: Store, off_loop: Callable[..., Awaitable[Any]], registration: Registration = "open"
    ) -> None:
        self.store, self.off_loop, self.registration = store, off_loop, registration
        self._key = b""
        self.on_withdrawn: Callable[[str], Awaitable[None]] = _nothing  # what else to do when a session or token ends
        self.on_deleted: Callable[[Deed], Awaitable[None]] = _nothing  # what else to do when a person is deleted
        self._known: dict[str, tuple[float, Person]] = {}
        self._most_known = MANY
        self._changes = 0  # of people, which what is being looked up may not show

    async def open(self) -> None:
        self._key = await self.store.secret(COOKIES)

    async def look_for_new_key(self) -> bool:
        """Whether the operator has changed the key; then all cookies are worth nothing."""
        before, self._key = self._key, await self.store.secret(COOKIES, is_there=True)
        return before != self._key

    # Cookies

    def cookie(self, person: Person, now: int | None = None) -> str:
        """A cookie's value: person, epoch, time and session, signed. A new epoch ends all sessions."""
        text = f"{person.id}.{person.epoch}.{now_ms() if now is None else now}"
        if person.session is not None:
            text += f".{person.session}"
        return f"{text}.{self._sign(text)}"

    def device(self, login: str) -> str:
        """A second cookie's value: on this device somebody has logged in to that account. It tells no login."""
        nonce = secrets.token_urlsafe(9)
        return f"{nonce}.{self._sign(f'{nonce}.{folded(login)}', 'device')}"

    def known_device(self, value: str, login: str) -> str | None:
        """What a device is called that knows a login's password; None if it does not."""
        nonce, _, signature = value.partition(".")
        expected = self._sign(f"{nonce}.{folded(login)}", "device")
        return nonce if value.isascii() and hmac.compare_digest(signature, expected) else None

    def _sign(self, text: str, what: str = "cookie") -> str:
        digest = hmac.digest(self._key, f"{what}/{text}".encode(), "sha256")
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    async def of_cookie(self, value: str) -> tuple[Person, bool] | None:
        """The owner of a cookie, and whether it is time for a new one; None if it is forged, old or withdrawn."""
        text, _, signature = value.rpartition(".")
        if not value.isascii() or not hmac.compare_digest(signature, self._sign(text)):
            return None
        who, epoch, issued, *rest = text.split(".")
        session = rest[0] if rest else None
        age = now_ms() - int(issued)
        person = await self.of_id(who)
        is_new = person is not None and (person.epoch < int(epoch) or session not in {None, *person.sessions})
        if is_new:  # another process may have given it out a moment ago
            person = await self._found(who)
        if person is None or person.kind == "bot" or age > COOKIE_AGE or str(person.epoch) != epoch:
            return None
        if person.kind == "account" and session not in person.sessions:
            return None
        return msgspec.structs.replace(person, session=session), age > DAY

    async def of_token(self, token: str) -> Person | None:
        """The bot that a token belongs to."""
        if not token.startswith(TOKEN) or len(token) > 100:
            return None
        hashed = hashlib.sha256(token.encode()).hexdigest()
        row = await self.store.row(sa.select(people.c.id).where(people.c.token == hashed))
        return None if row is None else await self.of_id(row["id"])

    async def of_id(self, number: str) -> Person | None:
        """A person, with the ids of the guests that an account has adopted."""
        until, person = self._known.get(number, (0.0, None))
        if until > time.monotonic():
            return person
        changes = self._changes
        row = await self.store.row(sa.select(people).where(people.c.id == number))
        if row is None:
            return None
        earlier = await self.store.rows(sa.select(people.c.id).where(people.c.became == number))
        ids = frozenset({number, *(guest["id"] for guest in earlier)})
        shunned = await self.store.rows(households(sa.select(shuns.c.other).where(shuns.c.person.in_(ids))))
        lasting = []
        if row["kind"] == "account":
            lasting = await self.store.rows(sa.select(sessions.c.id).where(sessions.c.person == number))
        person = Person(
            **{name: row[name] for name in STORED},
            ids=ids,
            settings=msgspec.json.decode(row["settings"]),
            shunned=frozenset(row["id"] for row in shunned) - ids,
            sessions=frozenset(session["id"] for session in lasting),
        )
        if changes == self._changes:  # what was found before a change must not outlive it
            self._remember(number, person)
        return person

    def _remember(self, number: str, person: Person) -> None:
        now = time.monotonic()
        if len(self._known) >= self._most_known:
            self._known = {other: known for other, known in self._known.items() if known[0] > now}
            self._most_known = max(MANY, 2 * len(self._known))
        self._known[number] = now + REMEMBERED, person

    async def _found(self, number: str) -> Person:
        self.forget(number)
        person = await self.of_id(number)
        assert person is not None
        return person

    async def _change(self, number: str, **values: Any) -> Person:
        await self.store.execute(sa.update(people).where(people.c.id == number).values(**values))
        return await self._found(number)

    def forget(self, number: str) -> None:
        """What was known of a person may have changed."""
        self._changes += 1
        self._known.pop(number, None)

    async def forget_those_who_shun(self, number: str) -> set[str]:
        """Of a guest who has logged in as somebody else, forget who shuns them: they have more to shun now."""
        row = await self.store.row(sa.select(people.c.became).where(people.c.id == number))
        if row is None or row["became"] is None:
            return set()
        theirs = sa.select(shuns.c.person).where(shuns.c.other == number)
        listeners = {row["id"] for row in await self.store.rows(households(theirs))}
        for listener in listeners:
            self.forget(listener)
        return listeners

    async def _withdrawn(self, *numbers: str) -> None:
        """Sessions or tokens of people have ended: all processes close what was opened with them."""
        for number in numbers:
            self.forget(number)
            await self.on_withdrawn(number)
        if self.store.is_postgresql:
            async with self.store.writing() as connection:
                await self.store.announce(connection, [f"{PERSON} {number}" for number in numbers])

    # Sessions

    async def _begin_session(self, person: Person, device: str) -> Person:
        """A new session of an account; the oldest ends where there are too many."""
        number, now = new_id(16), now_ms()
        async with self.store.writing() as connection:
            mine = sessions.c.person == person.id
            newest = sa.select(sessions.c.id).where(mine).order_by(sessions.c.seen.desc()).limit(SESSIONS - 1)
            kept = {row.id for row in await connection.execute(newest.where(sessions.c.seen > now - COOKIE_AGE))}
            await connection.execute(sa.delete(sessions).where(mine, sessions.c.id.not_in(kept)))
            row = {"id": number, "person": person.id, "created": now, "seen": now, "device": device}
            await connection.execute(sa.insert(sessions).values(row))
        return msgspec.structs.replace(await self._found(person.id), session=number)

    async def renew(self, person: Person) -> None:
        """Note that a session was used today."""
        if person.session is not None:
            await self.store.execute(sa.update(sessions).where(sessions.c.id == person.session).values(seen=now_ms()))

    async def sessions_of(self, person: Person) -> list[dict[str, Any]]:
        """The sessions of an account, the one that was used last first."""
        query = sa.select(sessions).where(sessions.c.person == person.id)
        return await self.store.rows(query.order_by(sessions.c.seen.desc(), sessions.c.created.desc()))

    async def end_session(self, person: Person, number: str) -> bool:
        this = (sessions.c.id == number) & (sessions.c.person == person.id)
        is_ended = bool(await self.store.execute(sa.delete(sessions).where(this)))
        await self._withdrawn(person.id)
        return is_ended

    async def check_password(self, person: Person, password: str) -> None:
        """Problem, unless this is the password of an account: who finds an open page may not do everything."""
        row = await self.store.row(sa.select(people.c.password).where(people.c.id == person.id))
        unknown = await self.off_loop(_unknown)
        if row is None or not await self.off_loop(_verify, row["password"] or unknown, password[:1000]):
            raise Problem("wrong_password", "the password is wrong")

    # Guests and accounts

    async def make_guest(self, name: str, invitation: str = "") -> Person:
        number = new_id(16)
        values = {"id": number, "kind": "guest", "name": checked_name(name), "created": now_ms()}
        async with self.store.writing() as connection:
            values["invitation"] = await self._admit(connection, invitation)
            await connection.execute(sa.insert(people).values(values))
        return await self._found(number)

    async def _admit(self, connection: AsyncConnection, invitation: str) -> str | None:
        """Problem, unless somebody new may come; uses up an invitation where one is needed."""
        if self.registration == "open":
            return None
        if self.registration == "closed":
            raise Problem("not_invited", "this server takes nobody new; who has an account logs in")
        code = invitation.strip().lower()[:24]
        is_good = (invitations.c.used < invitations.c.uses) & (invitations.c.until > now_ms())
        use = sa.update(invitations).where(invitations.c.code == code, is_good).values(used=invitations.c.used + 1)
        if not (await connection.execute(use)).rowcount:
            why = (
                "this invitation is not valid, or has been used" if code else "this server is for those who are invited"
            )
            raise Problem("not_invited", f"{why}; ask whoever runs it for a code")
        return code

    async def rename(self, person: Person, name: str) -> Person:
        return await self._change(person.id, name=checked_name(name))

    async def make_account(
        self, person: Person, login: str, password: str, device: str = "", invitation: str = ""
    ) -> Person:
        """Turn a guest into an account that keeps all they had; the guest's cookies do not lead into it."""
        if person.kind != "guest":
            raise Problem("not_now", "you have an account already")
        login = checked_login(login)
        values: dict[str, Any] = {"kind": "account", "login": login, "password": await self._hash(password, login)}
        is_guest = (people.c.id == person.id) & (people.c.kind == "guest") & people.c.became.is_(None)
        invited = sa.select(people.c.id).where(people.c.id == person.id, people.c.invitation.is_not(None))
        try:
            async with self.store.writing() as connection:
                if self.registration == "closed" or (await connection.execute(invited)).first() is None:
                    values["invitation"] = await self._admit(connection, invitation)
                change = sa.update(people).where(is_guest).values(**values, epoch=people.c.epoch + 1)
                is_made = (await connection.execute(change)).rowcount
        except IntegrityError:
            raise Problem("taken", "that login is taken") from None
        if not is_made:  # another request was quicker
            raise Problem("not_now", "you have an account already")
        await self._withdrawn(person.id)
        return await self._begin_session(person, device)

    async def log_in(self, login: str, password: str, before: Person | None, device: str = "") -> Person:
        """The account with this login and password; it adopts the guest who logs in, or ends their session before."""
        found = await self.store.row(sa.select(people).where(people.c.login == folded(login)[:80]))
        unknown = await self.off_loop(_unknown)
        hashed = found["password"] if found else unknown
        if not await self.off_loop(_verify, hashed, password[:1000]) or found is None:
            raise Problem("wrong_password", "login or password is wrong")
        if _hasher.check_needs_rehash(hashed):
            await self._change(found["id"], password=await self.off_loop(_hasher.hash, password))
        if before is not None and before.kind == "guest":
            is_guest = (people.c.id == before.id) & (people.c.kind == "guest")  # still: they may make an account now
            adopted = {"became": found["id"], "epoch": people.c.epoch + 1}
            async with self.store.writing() as connection:
                changed = await connection.execute(sa.update(people).where(is_guest).values(adopted))
                if changed.rowcount:
                    await adopt(connection, before.id, found["id"])
            await self._withdrawn(before.id, found["id"])
        elif before is not None and before.session is not None:
            await self.end_session(before, before.session)
        return await self._begin_session(await self._found(found["id"]), device)

    async def change_password(self, person: Person, old: str, new: str, device: str = "") -> Person:
        """Change a password, and end every other session."""
        await self.check_password(person, old)
        await self.end_sessions(person, password=await self._hash(new, person.login or ""))
        return await self._begin_session(person, device)

    async def reset_password(self, person: Person, by: str | None) -> str:
        """Give an account a new password, which is shown once, and end all its sessions."""
        if person.login is None:
            raise Problem("not_now", f"{person.name} is a {person.kind} and has no password")
        password = new_id(16)
        hashed = await self._hash(password, person.login)
        async with self.store.writing() as connection:
            change = sa.update(people).where(people.c.id == person.id)
            await connection.execute(change.values(password=hashed, epoch=people.c.epoch + 1))
            await connection.execute(sa.delete(sessions).where(sessions.c.person == person.id))
            await self.store.note(connection, "reset_password", by, person.id)
        await self._withdrawn(person.id)
        return password

    async def end_sessions(self, person: Person, **values: Any) -> None:
        await self.store.execute(sa.delete(sessions).where(sessions.c.person == person.id))
        await self._change(person.id, **values, epoch=people.c.epoch + 1)
        await self._withdrawn(person.id)

    async def set_preferences(
        self, person: Person, settings: dict[str, Any] | None, webhook: str | None, shares_games: bool | None = None
    ) -> tuple[Person, str | None]:
        """Keep settings and a webhook; returns the secret that signs the notices of a new webhook."""
        values: dict[str, Any] = {}
        secret = None
        if settings is not None:
            values["settings"] = msgspec.json.encode(settings).decode()
            if len(values["settings"]) > 4000:
                raise Problem("too_large", "these settings are too long")
        if webhook is not None:
            secret = new_secret() if webhook else None
            values |= {"webhook": webhook or None, "webhook_secret": secret}
        if shares_games is not None:
            values["shares_games"] = shares_games
        return (await self._change(person.id, **values) if values else person), secret

    async def delete(self, person: Person, by: str | None) -> None:
        """Forget a person and their bots, in one step. Games with others stay, without a name."""
        async with self.store.writing() as connection:
            ids = await erase(connection, person)
            deed = await self.store.note(connection, "delete", by, person.id, ids=ids)
        await self._withdrawn(*ids)
        await self.on_deleted(deed)

    async def _hash(self, password: str, login: str) -> str:
        if not 8 <= len(password) <= 200:
            raise Problem("illegal", "a password has 8 to 200 characters")
        if is_common(password, login):
            raise Problem("illegal", "that password is one of the first that anyone would try; take another")
        hashed: str = await self.off_loop(_hasher.hash, password)
        return hashed

    # Whom people do not want to hear or to meet

    async def shun(self, person: Person, other: str, name: str, kind: str) -> None:
        """Mute another person (their talk is not shown) or block them (and they cannot sit down where this one is)."""
        mine = shuns.c.person.in_(person.ids)
        async with self.store.writing() as connection:
            await connection.execute(sa.delete(shuns).where(mine, shuns.c.other.in_(households([other]))))
            number = sa.select(sa.func.count()).select_from(shuns).where(mine)
            if (await connection.execute(number)).scalar_one() >= SHUNS:
                raise Problem("too_many", f"{SHUNS} people are enough; take some back first")
            row = {"id": new_id(16), "person": person.id, "other": other, "name": name, "kind": kind}
            await connection.execute(sa.insert(shuns).values(**row, created=now_ms()))
        await self._withdrawn(person.id)

    async def shunned_by(self, person: Person) -> list[dict[str, Any]]:
        query = sa.select(shuns.c.id, shuns.c.name, shuns.c.kind).where(shuns.c.person.in_(person.ids))
        return await self.store.rows(query.order_by(shuns.c.created.desc()))

    async def take_back_shun(self, person: Person, number: str) -> bool:
        this = (shuns.c.id == number) & shuns.c.person.in_(person.ids)
        is_gone = bool(await self.store.execute(sa.delete(shuns).where(this)))
        if is_gone:
            await self._withdrawn(person.id)
        return is_gone

    # Bots of people

    async def make_bot(self, owner: Person, name: str) -> tuple[Person, str]:
        """A bot and its token, which is shown once and kept only as a hash."""
        if owner.kind != "account":
            raise Problem("not_yours", "bots belong to accounts; make one first")
        if len(await self.bots(owner)) >= BOTS:
            raise Problem("too_many", f"{BOTS} bots are enough")
        token, number = TOKEN + secrets.token_urlsafe(32), new_id(16)
        hashed = hashlib.sha256(token.encode()).hexdigest()
        values = {"id": number, "kind": "bot", "name": checked_name(name), "owner": owner.id, "token": hashed}
        muted = sa.select(people.c.muted).where(people.c.id == owner.id).scalar_subquery()  # as it is now
        await self.store.execute(sa.insert(people).values(**values, muted=muted, created=now_ms()))
        return await self._found(number), token

    async def bots(self, owner: Person) -> list[dict[str, Any]]:
        query = sa.select(people.c.id, people.c.name).where(people.c.owner == owner.id, people.c.token.is_not(None))
        return await self.store.rows(query.order_by(people.c.created))

    async def drop_bot(self, owner: Person, number: str) -> bool:
        mine = (people.c.id == number) & (people.c.owner == owner.id)
        is_dropped = bool(await self.store.execute(sa.update(people).where(mine).values(token=None)))
        if is_dropped:
            await self._withdrawn(number)
        return is_dropped


def households(ids: Collection[str] | sa.Select[Any]) -> sa.CompoundSelect[Any]:
    """A query: everybody who is the same as one of these people: who is behind a guest or a bot, their guests and bots.

    Each part follows an index; together as alternatives they would not.
    """
    head = sa.func.coalesce(people.c.owner, people.c.became, people.c.id)
    heads = sa.select(head.label("id")).where(people.c.id.in_(ids))
    other = people.alias()
    parts = (sa.select(other.c.id).where(column.in_(heads)) for column in (other.c.became, other.c.owner))
    return sa.union_all(heads, *parts)


async def _nothing(_: Any) -> None:
    pass


def _until(time_ms: int | None) -> str:
    if time_ms is None or time_ms >= FOR_EVER:
        return ""
    return f" until {datetime.fromtimestamp(time_ms / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def device_of(agent: str) -> str:
    """The browser and the system that a User-Agent header names, so that people know their devices again."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return ", ".join(filter(None, (browser, system)))


def _verify(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


def checked_name(name: str) -> str:
    """A name that fits on a line, can be read, and does not pose as a bot of the house."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    bad = any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for c in name)
    plain = unicodedata.normalize("NFKC", name).casefold().replace(" ", "")
    if not 1 <= len(name) <= 24 or bad or not any(c.isalnum() and c not in INVISIBLE for c in plain):
        raise Problem("illegal", "a name has 1 to 24 letters, and at least one of them can be read")
    first, _, rest = name.partition(" ")
    if plain.startswith("bot:") or looks(name).startswith("bot:") or (rest and looks(first) == "bot"):
        raise Problem("illegal", "names that begin with Bot are for bots of the house")
    check_not_posing(name)
    return name


def folded(login: str) -> str:
    return unicodedata.normalize("NFKC", login.replace("\0", " ")).strip().casefold()  # PostgreSQL stores no zero


def checked_login(login: str) -> str:
    login = folded(login)
    if not 3 <= len(login) <= 80 or not login.isprintable() or any(c.isspace() for c in login):
        raise Problem("illegal", "a login has 3 to 80 characters and no spaces")
    check_not_posing(login)
    return login
