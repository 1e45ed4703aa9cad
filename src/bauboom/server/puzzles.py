"""Puzzles that people try: the server judges the answer, and rates the person and the puzzle by it (Glicko-2).

Only a person's first try at a puzzle counts. The puzzle of a day also counts towards a streak once it is solved, at
whichever try.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bauboom.arena.glicko import NEWCOMER, Glicko, rated
from bauboom.core.action import Action
from bauboom.core.errors import UserError
from bauboom.core.state import View
from bauboom.machines.puzzles import index_of, shown

from .clock import DAY
from .creation import playable_game
from .house import House
from .people import Person
from .problems import Problem, not_found
from .puzzle_tables import RATING, days, puzzle_ratings, solvers, tries
from .responses import OwnPuzzles, PuzzleCourse, PuzzleStreak, PuzzleTry
from .store import now_ms

LATE = 14  # days that an answer to the puzzle of a day may come late: tries without a network are sent afterwards
EARLY = DAY // 24  # by which the clock of a device may be ahead


class Known(msgspec.Struct, frozen=True):
    """A puzzle, and what it takes to judge an answer."""

    number: int  # it is the puzzle of the day with this number, see machines/puzzles.py
    count: int
    view: View
    best: str
    first: Glicko  # its rating before anybody has tried it

    def judged(self, answer: str) -> bool:
        legal: Iterable[Action] = self.view.legal
        if answer not in {str(action) for action in legal}:
            raise Problem("illegal", "that is no legal decision in this puzzle")
        return answer == self.best

    def check_day(self, day: int, now: int) -> None:
        if not now // DAY - LATE <= day <= (now + EARLY) // DAY:
            raise Problem("illegal", f"the puzzle of a day is solved on that day, or sent {LATE} days later at most")
        if day % self.count != self.number:
            raise Problem("illegal", "this is not the puzzle of that day")


def known_puzzles(game: str) -> dict[str, Known]:
    """The puzzles of a game by their ids; none if there is no such game."""
    try:
        its = playable_game(game)
        index, all_of_them = index_of(its), list(shown(its))
    except (Problem, UserError):
        return {}
    return {
        one.id: Known(number, len(all_of_them), one.view, one.best, Glicko(one.rating, index.deviation if index else 0))
        for number, one in enumerate(all_of_them)
    }


class Puzzles:
    """What people have tried, and how strong they and the puzzles are."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._insert = postgresql.insert if house.store.is_postgresql else sqlite.insert
        self._known: dict[str, dict[str, Known]] = {}

    async def find(self, game: str, puzzle: str) -> Known:
        if game not in self._known:
            found = await self.house.off_loop(known_puzzles, game)
            if not found:
                raise not_found()
            self._known[game] = found
        if puzzle not in self._known[game]:
            raise Problem("not_found", "there is no such puzzle; a newer page may have others")
        return self._known[game][puzzle]

    async def attempt(self, person: Person, game: str, puzzle: str, answer: str, day: int | None) -> PuzzleTry:
        """Judge an answer, and rate both sides if it is the person's first to this puzzle."""
        known, now = await self.find(game, puzzle), now_ms()
        is_right = await self.house.off_loop(known.judged, answer)
        if day is not None:
            known.check_day(day, now)
        async with self.house.store.writing() as connection:
            row = {"person": person.id, "game": game, "puzzle": puzzle, "is_right": is_right, "at": now}
            added = await connection.execute(self._insert(tries).values(row).on_conflict_do_nothing())
            its = {"game": game, "puzzle": puzzle}, known.first, {"tries": 0}
            mine, strength = (
                await self._rating(connection, solvers, {"person": person.id, "game": game}, NEWCOMER),
                await self._rating(connection, puzzle_ratings, *its),
            )
            if is_first := added.rowcount == 1:
                after, harder = rated(mine, [(strength, is_right)]), rated(strength, [(mine, not is_right)])
                await _store(connection, solvers, {"person": person.id, "game": game}, after)
                counted = {"tries": puzzle_ratings.c.tries + 1}
                await _store(connection, puzzle_ratings, {"game": game, "puzzle": puzzle}, harder, counted)
                mine, strength = after, harder
            if is_right and day is not None:
                solved = {"person": person.id, "game": game, "day": day}
                await connection.execute(self._insert(days).values(solved).on_conflict_do_nothing())
        return PuzzleTry(
            right=is_right,
            first=is_first,
            puzzle=round(strength.rating),
            streak=await self.streak(person),
            **msgspec.structs.asdict(mine),
        )

    async def _rating(
        self, connection: AsyncConnection, table: sa.Table, key: dict[str, str], first: Glicko, more: Any = None
    ) -> Glicko:
        """A rating, which is ours alone until the transaction is over; a first one if there is none."""
        blank = {**key, **msgspec.structs.asdict(first), **(more or {})}
        await connection.execute(self._insert(table).values(blank).on_conflict_do_nothing())
        query = sa.select(*(table.c[name] for name in RATING)).where(*_at(table, key)).with_for_update()
        return Glicko(*(await connection.execute(query)).one())

    async def own(self, person: Person) -> OwnPuzzles:
        """Everything that is kept about a person's puzzles."""
        rows = self.house.store.rows
        tried: dict[str, dict[str, bool]] = {}
        for row in await rows(sa.select(tries).where(tries.c.person == person.id).order_by(tries.c.at)):
            tried.setdefault(row["game"], {})[row["puzzle"]] = row["is_right"]
        last = sa.select(days.c.game, sa.func.max(days.c.day).label("day")).where(days.c.person == person.id)
        solved = {row["game"]: row["day"] for row in await rows(last.group_by(days.c.game))}
        mine = await rows(sa.select(solvers).where(solvers.c.person == person.id).order_by(solvers.c.game))
        courses = [
            PuzzleCourse(
                game=row["game"],
                **{name: row[name] for name in RATING},
                tried=tried.get(row["game"], {}),
                day=solved.get(row["game"]),
            )
            for row in mine
        ]
        return OwnPuzzles(courses, await self.streak(person))

    async def streak(self, person: Person) -> PuzzleStreak | None:
        """The days without a gap up to the last one on which a puzzle of the day was solved."""
        query = sa.select(days.c.day).distinct().where(days.c.person == person.id).order_by(days.c.day.desc())
        found = [row["day"] for row in await self.house.store.rows(query)]
        if not found:
            return None
        length = sum(1 for _ in takewhile(lambda pair: pair[0] + pair[1] == found[0], enumerate(found)))
        return PuzzleStreak(found[0], length)

    async def ratings(self, game: str) -> dict[str, int]:
        """The ratings of the puzzles that people have tried."""
        query = sa.select(puzzle_ratings.c.puzzle, puzzle_ratings.c.rating).where(puzzle_ratings.c.game == game[:40])
        return {row["puzzle"]: round(row["rating"]) for row in await self.house.store.rows(query)}


async def _store(
    connection: AsyncConnection, table: sa.Table, key: dict[str, str], rating: Glicko, more: Any = None
) -> None:
    values = {**msgspec.structs.asdict(rating), **(more or {})}
    await connection.execute(sa.update(table).where(*_at(table, key)).values(values))


def _at(table: sa.Table, key: dict[str, str]) -> list[sa.ColumnElement[bool]]:
    return [table.c[name] == value for name, value in key.items()]
