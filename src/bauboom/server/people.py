"""The people a server knows: guests with a signed cookie, accounts with a password, and their bots with a token."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.exc import IntegrityError

from .clock import DAY
from .problems import Problem
from .store import Store, imports, new_id, now_ms, people, ratings
from .table import Asker
from .webhooks import new_secret

COOKIE_AGE = 400 * DAY  # the longest that browsers keep one
TOKEN = "bb_"  # what a bot's token begins with
REMEMBERED = 5.0  # seconds that a person is not looked up again
BOTS = 10  # of one person
PersonKind = Literal["guest", "account", "bot"]
INVISIBLE = "\u115f\u1160"  # letters of Hangul that show nothing, in their plain form

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

    @property
    def asker(self) -> Asker:
        return Asker(self.id, self.name, self.ids, self.kind != "guest")


class People:
    """Finds people by what they show, and keeps what they tell of themselves."""

    def __init__(self, store: Store, off_loop: Callable[..., Awaitable[Any]]) -> None:
        self.store, self.off_loop = store, off_loop
        self._key = b""
        self._known: dict[str, tuple[float, Person]] = {}

    async def open(self) -> None:
        self._key = await self.store.secret("cookies")

    # Cookies

    def cookie(self, person: Person, now: int | None = None) -> str:
        """A cookie's value: the person, their epoch and the time, signed. A new epoch ends all sessions."""
        text = f"{person.id}.{person.epoch}.{now_ms() if now is None else now}"
        return f"{text}.{self._sign(text)}"

    def _sign(self, text: str) -> str:
        digest = hmac.digest(self._key, f"cookie/{text}".encode(), "sha256")
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    async def of_cookie(self, value: str) -> tuple[Person, bool] | None:
        """The owner of a cookie, and whether it is time for a new one; None if it is forged, old or withdrawn."""
        text, _, signature = value.rpartition(".")
        if not value.isascii() or not hmac.compare_digest(signature, self._sign(text)):
            return None
        who, epoch, issued = text.split(".")
        age = now_ms() - int(issued)
        person = await self.of_id(who)
        if person is not None and person.epoch < int(epoch):  # another process gave it out a moment ago
            person = await self._found(who)
        if person is None or person.kind == "bot" or age > COOKIE_AGE or str(person.epoch) != epoch:
            return None
        return person, age > DAY

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
        row = await self.store.row(sa.select(people).where(people.c.id == number))
        if row is None:
            return None
        earlier = await self.store.rows(sa.select(people.c.id).where(people.c.became == number))
        person = Person(
            **{name: row[name] for name in ("id", "kind", "name", "epoch", "login", "owner", "webhook")},
            ids=frozenset({number, *(guest["id"] for guest in earlier)}),
            settings=msgspec.json.decode(row["settings"]),
        )
        if len(self._known) > 20_000:
            self._known.clear()
        self._known[number] = time.monotonic() + REMEMBERED, person
        return person

    async def _found(self, number: str) -> Person:
        self._known.pop(number, None)
        person = await self.of_id(number)
        assert person is not None
        return person

    async def _change(self, number: str, **values: Any) -> Person:
        await self.store.execute(sa.update(people).where(people.c.id == number).values(**values))
        return await self._found(number)

    # Guests and accounts

    async def make_guest(self, name: str) -> Person:
        number = new_id(16)
        values = {"id": number, "kind": "guest", "name": checked_name(name), "created": now_ms()}
        await self.store.execute(sa.insert(people).values(values))
        return await self._found(number)

    async def rename(self, person: Person, name: str) -> Person:
        return await self._change(person.id, name=checked_name(name))

    async def make_account(self, person: Person, login: str, password: str) -> Person:
        """Turn a guest into an account that keeps all they had; the guest's cookies do not lead into it."""
        if person.kind != "guest":
            raise Problem("not_now", "you have an account already")
        values = {"kind": "account", "login": checked_login(login), "password": await self._hash(password)}
        try:
            return await self._change(person.id, **values, epoch=people.c.epoch + 1)
        except IntegrityError:
            raise Problem("taken", "that login is taken") from None

    async def log_in(self, login: str, password: str, guest: Person | None) -> Person:
        """The account with this login and password; it adopts the guest who logs in."""
        found = await self.store.row(sa.select(people).where(people.c.login == _folded(login)[:80]))
        unknown = await self.off_loop(_unknown)
        hashed = found["password"] if found else unknown
        if not await self.off_loop(_verify, hashed, password[:1000]) or found is None:
            raise Problem("wrong_password", "login or password is wrong")
        if _hasher.check_needs_rehash(hashed):
            await self._change(found["id"], password=await self._hash(password))
        if guest is not None and guest.kind == "guest":
            await self.store.execute(
                sa.update(people).where(people.c.id == guest.id).values(became=found["id"], epoch=guest.epoch + 1)
            )
            self._known.pop(guest.id, None)
        return await self._found(found["id"])

    async def change_password(self, person: Person, old: str, new: str) -> Person:
        """Change a password, and end every other session."""
        row = await self.store.row(sa.select(people.c.password).where(people.c.id == person.id))
        unknown = await self.off_loop(_unknown)
        if row is None or not await self.off_loop(_verify, row["password"] or unknown, old[:1000]):
            raise Problem("wrong_password", "the old password is wrong")
        return await self._change(person.id, password=await self._hash(new), epoch=people.c.epoch + 1)

    async def end_sessions(self, person: Person) -> None:
        await self._change(person.id, epoch=people.c.epoch + 1)

    async def set_preferences(
        self, person: Person, settings: dict[str, Any] | None, webhook: str | None
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
        return (await self._change(person.id, **values) if values else person), secret

    async def delete(self, person: Person) -> None:
        """Forget a person. Games with others stay, and so do names that are part of a record."""
        async with self.store.writing() as connection:
            mine = people.c.id.in_(person.ids) | (people.c.owner == person.id)
            bare = dict.fromkeys(("login", "password", "token", "webhook", "webhook_secret"))
            gone = {"name": "gone", "settings": "{}", **bare, "epoch": people.c.epoch + 1}
            await connection.execute(sa.update(people).where(mine).values(gone))
            await connection.execute(sa.delete(imports).where(imports.c.person.in_(person.ids)))
            await connection.execute(sa.delete(ratings).where(ratings.c.who.in_(sa.select(people.c.id).where(mine))))
        self._known.clear()

    async def _hash(self, password: str) -> str:
        if not 8 <= len(password) <= 200:
            raise Problem("illegal", "a password has 8 to 200 characters")
        hashed: str = await self.off_loop(_hasher.hash, password)
        return hashed

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
        await self.store.execute(sa.insert(people).values(**values, created=now_ms()))
        return await self._found(number), token

    async def bots(self, owner: Person) -> list[dict[str, Any]]:
        query = sa.select(people.c.id, people.c.name).where(people.c.owner == owner.id, people.c.token.is_not(None))
        return await self.store.rows(query.order_by(people.c.created))

    async def drop_bot(self, owner: Person, number: str) -> bool:
        mine = (people.c.id == number) & (people.c.owner == owner.id)
        self._known.pop(number, None)
        return bool(await self.store.execute(sa.update(people).where(mine).values(token=None)))


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
    if plain.startswith("bot:"):
        raise Problem("illegal", "names that begin with bot: are for bots of the house")
    return name


def _folded(login: str) -> str:
    return unicodedata.normalize("NFKC", login.replace("\0", " ")).strip().casefold()  # PostgreSQL stores no zero


def checked_login(login: str) -> str:
    login = _folded(login)
    if not 3 <= len(login) <= 80 or not login.isprintable() or any(c.isspace() for c in login):
        raise Problem("illegal", "a login has 3 to 80 characters and no spaces")
    return login
