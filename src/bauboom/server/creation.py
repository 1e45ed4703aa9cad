"""New tables: what can be asked for, and what it becomes."""

from __future__ import annotations

import os
from typing import Annotated, Any

import msgspec

from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.games import playable

from . import entries as log
from .clock import Pace
from .commands import Digest
from .permissions import bot_at
from .problems import Problem
from .store import new_id, now_ms
from .table import Asker, Info, Table
from .trial import played, refusing


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that is asked for; the game begins when no seat is open.

    Seats are "me", "open" or "bot:<level>", with a character or without: "bot:level3/otis", "bot:level3".
    """

    game: Annotated[str, msgspec.Meta(max_length=40)]
    options: dict[str, str | int] = {}
    seats: Annotated[list[Annotated[str, msgspec.Meta(max_length=50)]], msgspec.Meta(max_length=16)] = []
    pace: Pace = Pace()
    listed: bool = False
    spectators: bool = True
    chat: bool = True
    rated: bool = False
    hints: bool = False
    material: dict[str, Any] | None = None
    commit: Digest | None = None
    # a game that was begun elsewhere goes on here: all that happened in it, chance included
    past: Annotated[list[Annotated[int, msgspec.Meta(ge=0, lt=2**31)]], msgspec.Meta(max_length=20_000)] = []


def again(table: Table, asker: Asker, commit: str | None) -> NewTable:
    """A table like one that is over: bots and the asker have their seats again, the other people's are open."""
    info = table.info
    seats = [f"bot:{place.level}" if place.person is None else "open" for place in table.places]
    mine = table.seat_of(asker.ids)
    assert mine is not None
    seats[mine] = "me"
    return NewTable(
        game=info.game,
        options=info.options,
        seats=seats,
        pace=info.pace,
        listed=False,  # its open seats are for those who played
        spectators=info.spectators,
        chat=info.chat,
        rated=info.rated,
        hints=info.hints,
        material=info.material,
        commit=commit,
    )


def new_info(new: NewTable, game: Game, asker: Asker) -> Info:
    return Info(
        id=new_id(),
        code=new_id(6),
        game=game.name,
        options=dict(game.options),
        pace=new.pace,
        host=asker.id,
        created=now_ms(),
        seed=os.urandom(32),
        material=game.material,
        listed=new.listed,
        spectators=new.spectators,
        chat=new.chat,
        rated=new.rated,
        hints=new.hints,
        rules=game.version,
    )


def check_seats(new: NewTable, game: Game) -> None:
    """Problem, if a table cannot be as it is asked for."""
    if len(new.seats) > game.seats:
        raise Problem("illegal", f"{len(new.seats)} seats are named, but {game.seats} play")
    if new.seats.count("me") > 1:
        raise Problem("illegal", "you can have one seat")
    if new.rated and new.hints:
        raise Problem("illegal", "a rated game is played without hints")


def seated(new: NewTable, asker: Asker) -> list[log.AnyEntry]:
    """The entries for those who sit there from the beginning."""
    entries: list[log.AnyEntry] = []
    for seat, who in enumerate(new.seats):
        if who == "me":
            entries.append(log.Sat(seat, asker.id, asker.name, new.commit, asker.is_rated, asker.owner))
        elif who.startswith("bot:"):
            entries.append(bot_at(seat, who.removeprefix("bot:")))
        elif who != "open":
            raise Problem("illegal", f"a seat is me, open or bot:<level>, not {who!r}")
    return entries


def brought(new: NewTable, game: Game) -> list[log.AnyEntry]:
    """The entry for a game that was begun elsewhere; Problem, if it cannot have happened like that or cannot go on."""
    if not new.past:
        return []
    if new.rated:
        raise Problem("illegal", "a rated game begins here")
    if len(new.past) > game.max_steps:
        raise Problem("illegal", f"no game has {len(new.past)} actions")
    with refusing():
        state = played(game.root, new.past)
    if state.is_over:
        raise Problem("illegal", "that game is over")
    if state.is_secret:
        raise Problem("illegal", "somebody has to decide something at once there; decide it before you bring the game")
    return [log.Brought(new.past)]


def playable_game(name: str) -> Game:
    """A game that can be played here: what is wrong with another package is for the log, not for callers."""
    games = {game.name: game for game in playable()}
    if name not in games:
        raise Problem("illegal", f"there is no game {name[:40]!r}; there is {', '.join(games)}")
    return games[name]


def game_of(name: str, options: dict[str, str | int], material: Any) -> Game:
    """A game as it is asked for."""
    game = playable_game(name)
    try:
        if game.custom is not None and game.custom.key in options:
            raise Problem("illegal", f"{game.custom.key} belongs in material")  # a file's name is not for strangers
        game = game.with_options(options)
        if material is not None:
            if game.custom is None or not isinstance(material, dict):
                raise Problem("illegal", f"{game.title} takes no material of your own, or this is not a valid one")
            game = game.with_material(material)
    except OptionError as error:
        raise Problem("illegal", str(error)) from None
    return game
