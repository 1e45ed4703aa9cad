"""Telling people by their webhooks that it is their turn; notices wait in the database until they are delivered."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from .settings import Settings
from .store import Store, notices, now_ms, people, tables
from .webhooks import WebhookError, deliver, retry_after

AT_ONCE = 64  # notices that are under way
PER_PERSON = 2  # of them to one person
CLAIM = 60_000  # milliseconds that a process has for sending a notice, before another tries

logger = logging.getLogger(__name__)


class Notices:
    def __init__(self, store: Store, settings: Settings, count: Callable[[str], None]) -> None:
        self.store, self.settings, self._count = store, settings, count
        self._tasks: set[asyncio.Task[None]] = set()
        self._sending: Counter[str] = Counter()  # to whom notices are under way

    async def send_due(self) -> None:
        """Begin to send what is due, and wait a little. A receiver that is slow keeps only its own person waiting."""
        now, room = now_ms(), AT_ONCE - len(self._tasks)
        for notice in await self.store.rows(self._next(now, room)) if room else ():
            person = notice["person"]
            if self._sending[person] >= PER_PERSON:
                continue
            self._sending[person] += 1
            task = asyncio.create_task(self._claim_and_send(notice, now))
            self._tasks.add(task)
            task.add_done_callback(functools.partial(self._end, person))
        try:
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=1, return_when=asyncio.FIRST_COMPLETED)
            else:
                await asyncio.sleep(1)
        except asyncio.CancelledError:
            for task in self._tasks:
                task.cancel()
            raise

    def _next(self, now: int, room: int) -> sa.Select[Any]:
        """What is due, the oldest first, and of each person no more than may be sent at once."""
        busy = [person for person, number in self._sending.items() if number >= PER_PERSON]
        place = sa.func.row_number().over(partition_by=notices.c.person, order_by=notices.c.due).label("place")
        due = sa.select(notices, place).where(notices.c.due <= now, notices.c.person.not_in(busy)).subquery()
        return sa.select(due).where(due.c.place <= PER_PERSON).order_by(due.c.due).limit(room)

    def _end(self, person: str, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
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
