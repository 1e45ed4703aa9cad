"""Telling people by their webhooks that it is their turn; notices wait in the database until they are delivered."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from .settings import Settings
from .store import Store, notices, now_ms, people, tables
from .webhooks import WebhookError, deliver, retry_after

AT_ONCE = 64  # notices that are under way to receivers that answer, or may do so
SLOW_AT_ONCE = 32  # beside them, to those that have lately kept us waiting
PER_PERSON = 2  # of them to one person
PATIENCE = 2.0  # seconds after which a receiver counts as slow
SLOW_FOR = 600.0  # seconds for which it does
SLOW_KNOWN = 10_000  # people whose receivers are known to be slow; as many as a statement takes
CLAIM = 60_000  # milliseconds that a process has for sending a notice, before another tries

logger = logging.getLogger(__name__)


class Notices:
    def __init__(self, store: Store, settings: Settings, count: Callable[[str], None]) -> None:
        self.store, self.settings, self._count = store, settings, count
        self._tasks: dict[asyncio.Task[None], tuple[str, float]] = {}  # to whom each sends something, and since when
        self._sending: Counter[str] = Counter()  # to whom notices are under way
        self._slow: dict[str, float] = {}  # people whose receivers keep us waiting, and until when that is remembered

    async def send_due(self) -> None:
        """Begin to send what is due, and wait a little. A receiver that is slow keeps only its own person waiting.

        Many of them have little room in common: one stranger can be many guests.
        """
        self._note_slow()
        slow = sum(person in self._slow for person, _ in self._tasks.values())
        await self._begin(AT_ONCE - (len(self._tasks) - slow), notices.c.person.not_in(self._slow))
        if self._slow:
            await self._begin(SLOW_AT_ONCE - slow, notices.c.person.in_(self._slow))
        try:
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=1, return_when=asyncio.FIRST_COMPLETED)
            else:
                await asyncio.sleep(1)
        except asyncio.CancelledError:
            for task in self._tasks:
                task.cancel()
            raise

    def _note_slow(self) -> None:
        """Remember whose receivers keep us waiting, and forget who has not done so for long."""
        now = time.monotonic()
        for person, since in self._tasks.values():
            if now - since > PATIENCE:
                self._slow.pop(person, None)
                self._slow[person] = now + SLOW_FOR  # those that come last are remembered longest
        kept = [(person, until) for person, until in self._slow.items() if until > now]
        self._slow = dict(kept[-SLOW_KNOWN:])

    async def _begin(self, room: int, whose: sa.ColumnElement[bool]) -> None:
        """Begin to send to some people, as far as there is room."""
        now = now_ms()
        for notice in await self.store.rows(self._next(now, room, whose)) if room > 0 else ():
            person = notice["person"]
            if self._sending[person] >= PER_PERSON:
                continue
            self._sending[person] += 1
            task = asyncio.create_task(self._claim_and_send(notice, now))
            self._tasks[task] = person, time.monotonic()
            task.add_done_callback(functools.partial(self._end, person))

    def _next(self, now: int, room: int, whose: sa.ColumnElement[bool]) -> sa.Select[Any]:
        """What is due to some people, the oldest first, and of each no more than may be sent at once."""
        busy = [person for person, number in self._sending.items() if number >= PER_PERSON]
        place = sa.func.row_number().over(partition_by=notices.c.person, order_by=notices.c.due).label("place")
        due = sa.select(notices, place).where(notices.c.due <= now, notices.c.person.not_in(busy), whose).subquery()
        return sa.select(due).where(due.c.place <= PER_PERSON).order_by(due.c.due).limit(room)

    def _end(self, person: str, task: asyncio.Task[None]) -> None:
        del self._tasks[task]
        self._sending[person] -= 1
        if not self._sending[person]:
            del self._sending[person]
        if not task.cancelled() and (error := task.exception()):
            logger.warning("a notice could not be sent", exc_info=error)

    async def _claim_and_send(self, notice: dict[str, Any], now: int) -> None:
        is_due = (notices.c.id == notice["id"]) & (notices.c.due == notice["due"])
        mine = sa.update(notices).where(is_due).values(due=now + CLAIM, attempts=notice["attempts"] + 1)
        if not await self.store.execute(mine):
            return  # another process sends it
        wait = await self._send(notice)
        this = notices.c.id == notice["id"]
        if wait is None:
            await self.store.execute(sa.delete(notices).where(this))
        else:
            await self.store.execute(sa.update(notices).where(this).values(due=now_ms() + int(wait * 1000)))

    async def _send(self, notice: dict[str, Any]) -> float | None:
        """Deliver a notice, if it is still wanted; in how many seconds to try again, or None."""
        body = msgspec.json.decode(notice["body"])
        person = await self._person(notice["person"])
        table = await self.store.row(sa.select(tables.c.turn).where(tables.c.id == body["table"]))
        if person is None or not person["webhook"] or table is None or table["turn"] != body["seat"]:
            return None
        body |= {"event": "turn", "name": person["name"]}
        if self.settings.url:
            body["url"] = f"{self.settings.url.rstrip('/')}/t/{body['table']}"
        data, again = msgspec.json.encode(body), retry_after(notice["attempts"] + 1)
        message_id = f"turn_{body['table']}_{body['version']}"
        try:
            status = await deliver(
                person["webhook"], person["webhook_secret"], message_id, data, self.settings.private_webhooks
            )
        except (WebhookError, OSError, TimeoutError) as error:
            logger.info("a notice was not taken", extra={"data": {"person": person["id"], "why": str(error)}})
            return again
        self._count("notices")
        return None if status < 300 or 400 <= status < 500 else again

    async def _person(self, number: str) -> dict[str, Any] | None:
        """A person, or the account that a guest has become."""
        person = await self.store.row(sa.select(people).where(people.c.id == number))
        if person is not None and person["became"]:
            person = await self.store.row(sa.select(people).where(people.c.id == person["became"]))
        return person
