"""The lists that people see. Each follows an index, so that a million games cost no more than a hundred.

An index that holds only part of a table serves a query that says the same in the same words: phases are no parameters.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from .people import HAS_PROFILE
from .store import FINISHED, chats, people, ratings, seats, sessions, tables

LISTED = 50  # tables on one page of a list
BEST = 100  # people in a list of ratings
CHATS = 50  # lines that are shown to those who come later
LATEST = 2**60  # later than any time


def _is(phase: str) -> sa.ColumnElement[bool]:
    return tables.c.phase == sa.literal_column(f"'{phase}'")


def _of_game(query: sa.Select[Any], game: str | None) -> sa.Select[Any]:
    return query if game is None else query.where(tables.c.game == game[:40])


def lobby(game: str | None) -> sa.Select[Any]:
    """Tables that wait for players and want to be found, newest first."""
    query = _of_game(sa.select(tables).where(_is("waiting"), tables.c.listed), game)
    return query.order_by(tables.c.created.desc()).limit(LISTED)


def lobby_of(ids: Collection[str]) -> sa.Select[Any]:
    """Those of one person; there are few."""
    return sa.select(tables.c.id).where(tables.c.host.in_(ids), _is("waiting"), tables.c.listed)


def watchable() -> sa.Select[Any]:
    """Listed games that are being played and may be watched, those with the latest moves first."""
    query = sa.select(tables).where(_is("playing"), tables.c.listed, tables.c.spectators)
    return query.order_by(tables.c.changed.desc()).limit(LISTED)


def finished(game: str | None, before: int | None) -> sa.Select[Any]:
    """Listed games that are over, the latest first."""
    query = _of_game(sa.select(tables).where(_is("over"), tables.c.listed, tables.c.spectators), game)
    return query.where(tables.c.changed < _until(before)).order_by(tables.c.changed.desc()).limit(LISTED)


def finished_of(
    ids: Collection[str], before: int | None, game: str | None = None, is_public: bool = False
) -> sa.Select[Any]:
    """Games of one person that are over, the latest first: all of them, or those that everybody may look at."""
    pages = []
    for number in sorted(ids):  # a few: what an account has been as a guest; each has its own order in the index
        joined = tables.join(seats, seats.c.table_id == tables.c.id)
        page = _of_game(sa.select(tables).select_from(joined), game)
        page = page.where(seats.c.person == number, seats.c.ended < _until(before), _is("over"))
        if is_public:
            page = page.where(tables.c.listed, tables.c.spectators)
        pages.append(page.order_by(seats.c.ended.desc()).limit(LISTED))
    if len(pages) == 1:
        return pages[0]
    found = sa.union(*(sa.select(page.subquery()) for page in pages)).subquery()
    return sa.select(found).order_by(found.c.changed.desc()).limit(LISTED)


def going_on(ids: Collection[str], before: int | None) -> sa.Select[Any]:
    """Games of one person that are not over, and tables that they have made and that wait; sorted, for they are few."""
    mine = sa.select(seats.c.table_id).where(seats.c.person.in_(ids), seats.c.ended.is_(None))
    made = sa.select(tables.c.id).where(tables.c.host.in_(ids), _is("waiting"))
    query = sa.select(tables).where(tables.c.id.in_(mine.union(made)), tables.c.phase.not_in(FINISHED))
    return query.where(tables.c.changed < _until(before)).order_by(tables.c.changed.desc()).limit(LISTED)


def best(game: str, players: int) -> sa.Select[Any]:
    """The best at a game with so many players."""
    return (
        sa.select(ratings, people.c.name, people.c.kind, sa.case((HAS_PROFILE, people.c.id)).label("profile"))
        .outerjoin(people, people.c.id == ratings.c.who)
        .where(ratings.c.game == game[:40], ratings.c.players == max(0, min(players, 100)), ratings.c.games > 0)
        .order_by(ratings.c.fitness.desc())
        .limit(BEST)
    )


def last_chats(table: str) -> sa.Select[Any]:
    """The last things said at a table, the latest first."""
    return sa.select(chats).where(chats.c.table_id == table, ~chats.c.hidden).order_by(chats.c.id.desc()).limit(CHATS)


def newest_people() -> sa.Select[Any]:
    """Everybody who is here, for operators and moderators; those who came last first."""
    seen = sa.select(sa.func.max(sessions.c.seen)).where(sessions.c.person == people.c.id).scalar_subquery()
    shown = ("id", "kind", "name", "login", "role", "created", "banned", "ban_reason", "muted", "owner")
    query = sa.select(*(people.c[name] for name in shown), seen.label("seen"))
    query = query.where(people.c.became.is_(None), (people.c.kind != "bot") | people.c.token.is_not(None))
    return query.order_by(people.c.created.desc(), people.c.id.desc())


def _until(before: int | None) -> int:
    return LATEST if before is None else max(0, min(before, LATEST))
