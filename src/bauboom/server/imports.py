"""Records of games that were played elsewhere. Anyone who has the link of one may look through it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

import sqlalchemy as sa

from bauboom.core.fair import KEY
from bauboom.core.record import Record, RecordError
from bauboom.core.state import State
from bauboom.core.words import printable
from bauboom.games import load

from .clock import DAY
from .house import House
from .past import Past
from .people import Person
from .problems import Problem, not_found
from .responses import ImportInfo
from .store import imports, new_id, now_ms

KEPT = 32  # in memory
NAME = 40  # letters of a name that are shown


@dataclass(frozen=True)
class Imported:
    """A record, and the game that it tells."""

    record: Record
    end: State

    @classmethod
    def read(cls, data: bytes, language: str = "en") -> Imported:
        """A record as it was sent; Problem says in a language what is wrong with it."""
        try:
            record = Record.decode(data, load)
            return cls(record, record.replay())
        except RecordError as error:
            raise Problem("illegal", error.explain(language), rule=error.rule, event=error.event) from None

    @property
    def names(self) -> list[str]:
        return [printable(name, NAME) for name in self.record.seats]

    @property
    def info(self) -> ImportInfo:
        return ImportInfo(
            game=self.record.game.name,
            options=dict(self.record.game.options),
            seats=self.names,
            steps=self.end.step,
            scores=list(self.end.scores),
            winners=list(self.end.winners),
            has_proof=KEY in self.record.extra,
        )

    @property
    def past(self) -> Past:
        return Past(self.end, self.names, lambda: self.record)


class Imports:
    """All imported records; those that were looked at last stay in memory."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._kept: OrderedDict[str, Imported] = OrderedDict()
        self._adding = asyncio.Lock()

    async def add(self, data: bytes, person: Person, language: str) -> str:
        """Keep a record; the id under which it is found."""
        imported = await self.house.off_loop(Imported.read, data, language)
        text = (await self.house.off_loop(imported.record.encode)).decode()
        number = new_id()
        async with self._adding:  # two at once would both pass the check
            await self._check_quota(person)
            row = {"id": number, "person": person.id, "created": now_ms(), "data": text}
            await self.house.store.execute(sa.insert(imports).values(row))
        self._keep(number, imported)
        return number

    async def _check_quota(self, person: Person) -> None:
        limit = self.house.settings.imports_per_day
        lately = imports.c.person.in_(person.ids) & (imports.c.created > now_ms() - DAY)
        rows = await self.house.store.rows(sa.select(sa.func.count().label("count")).where(lately))
        if rows[0]["count"] >= limit:
            raise Problem("too_many", f"{limit} records a day are enough; come back tomorrow")

    async def find(self, number: str) -> Imported:
        kept = self._kept.get(number)
        column = imports.c.id if kept else imports.c.data  # a kept one may have been deleted
        row = await self.house.store.row(sa.select(column).where(imports.c.id == number))
        if row is None:
            raise not_found()
        if kept is None:
            try:
                kept = await self.house.off_loop(Imported.read, row["data"].encode())
            except Problem:  # it was good when it came
                raise Problem("outdated", "the rules have changed since this record was imported") from None
        self._keep(number, kept)
        return kept

    def _keep(self, number: str, imported: Imported) -> None:
        self._kept[number] = imported
        self._kept.move_to_end(number)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
