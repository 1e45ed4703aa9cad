"""What the database repeats of a table's log, so that tables can be looked up: worked out here, stored by the store."""

from __future__ import annotations

import functools
import hashlib

import msgspec
import numpy as np

from bauboom.core.game import Game

from . import clock
from . import entries as log
from .store import Rated, Summary, Write
from .table import OPENING, Table


def write_of(before: Table, after: Table, logged: log.Logged) -> Write:
    """What has to be stored so that a table can be found by what is so after an entry."""
    write = Write(after.info.id, logged, summary(after))
    if isinstance(logged.entry, (log.Sat, log.BotSat, log.Cleared, log.WentOut, log.CameBack)):
        seat = logged.entry.seat
        place = after.places[seat]
        write.seats.append(
            {
                "table_id": after.info.id,
                "seat": seat,
                "person": place.person,
                "name": place.name,
                "level": place.level,
                "out": place.out,
                "seen": None,
            }
        )
    if after.phase == "over" and before.phase == "playing":
        write.rated = rated_game(after)
    turn = after.turn
    if after.info.pace.kind == "days" and turn is not None and turn != before.turn and not after.places[turn].is_bot:
        body = {"table": after.info.id, "game": after.info.game, "seat": turn, "version": after.version}
        due = after.due
        text = msgspec.json.encode({**body, "until": due.at if due else None}).decode()
        write.notices.append({"person": after.places[turn].person, "body": text, "attempts": 0, "due": logged.at})
    return write


def summary(table: Table) -> Summary:
    due = clock.due(table, is_seen=False)  # no process opens a table so that bots play unseen
    return {
        "phase": table.phase,
        "turn": table.turn,
        "changed": table.ended or table.at,
        "due": due.at if due else None,
        "result": msgspec.json.encode(table.result).decode() if table.result else None,
        "opening": fingerprint(table.opening, table.game) if table.info.rated and table.phase == "playing" else None,
    }


@functools.lru_cache(32)
def namings(game: Game) -> np.ndarray:
    """[naming, action]: what every action is called if cities, chairs or sides of the board change their names."""
    names = np.arange(game.space.size, dtype=np.int16)[np.newaxis]
    for kind in game.symmetries.values():
        names = np.concatenate([symmetry.actions.astype(np.int16)[names] for symmetry in kind])
    return names


@functools.lru_cache(10_000)
def fingerprint(decisions: tuple[int, ...], game: Game) -> str | None:
    """Of the first decisions of a game, once there are enough of them to tell it from others.

    It is the same in whatever order they were made, and in all namings.
    """
    if len(decisions) < OPENING:
        return None
    images = np.sort(namings(game)[:, decisions[:OPENING]], axis=1)
    text = ",".join(map(str, min(map(tuple, images.tolist()))))
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def rated_game(table: Table) -> Rated | None:
    """How a finished game counts, if it does."""
    if not table.counts or table.how == "abandoned":
        return None
    return Rated(table.info.game, [place.who for place in table.places], table.ranks)
