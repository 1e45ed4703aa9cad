"""`bauboom play`: a game in the terminal."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauboom.core.errors import OptionError

from .command import GAME, GameChoice, command
from .options import file, flag, option, seed
from .records import in_file, read_one

if TYPE_CHECKING:
    from bauboom.core.state import State


@command(
    GAME,
    option(
        "--seats", default="", help="Who sits where, people and bots (level1 to level6, greedy, …): Ada,level2,Grace."
    ),
    seed(default=None, help="Fix what chance brings; without a seed it cannot be predicted."),
    file("--resume", help="Go on with a saved game."),
    file("--record", help="Write the game's record to a new file."),
    flag("--referee", help="Type in a game played at a real table, cards and all."),
)
def play(
    game: GameChoice, seats: str, seed: int | None, resume: Path | None, record: Path | None, referee: bool
) -> None:
    """Play in the terminal, or referee a real table.

    Without --seats you play seat 0 against greedy bots. During the game, help lists what you can type.

      bauboom play GAME                              you against bots
      bauboom play GAME --help                       what the game can be played with
      bauboom play GAME --seats Ada,Grace,greedy     two people at one keyboard, and a bot
      bauboom play GAME --referee --record game.json type in what happens at a real table
      bauboom play GAME --resume game.json           go on with a saved game
    """
    from bauboom.core.chance import Seeded, System
    from bauboom.terminal import Player, TerminalGame, typed_names

    if record is not None and record.exists():
        raise OptionError(f"{record} exists already; name a new file, or go on with it by --resume {record}")
    names, extra, own = typed_names(seats), dict[str, Any](), record
    if resume is not None:
        state, saved_names, extra = resumed(resume, game)
        own, names = record or own_file(resume), names or saved_names
    else:
        state = game.load(**({"players": len(names)} if names else {})).root
        names = names or (state.game.seat_names if referee else ["You"] + ["greedy"] * (state.game.seats - 1))
    if len(names) != state.game.seats:
        raise OptionError(f"{len(names)} seats are named, but {state.game.seats} play")
    if referee or state.is_over:
        players = [Player(name) for name in names]
    else:
        seeds = [None if seed is None else (seed + seat) % 2**62 for seat in range(len(names))]
        players = [Player.called(name, own_seed) for name, own_seed in zip(names, seeds, strict=True)]
        state = state.with_chance(System() if seed is None else Seeded(seed))
    played = TerminalGame(state.after_chance(), players, referee, own, extra, told_until=state)
    if record is not None:  # ours from now on; whether it can be written is known before the game, not after it
        record.open("xb").close()
        played.write(record)
    played.run()


def resumed(path: Path, wanted: GameChoice) -> tuple[State, list[str], dict[str, Any]]:
    """Where a saved game stands, who plays, and what else its file holds."""
    from bauboom.core.record import RecordError

    if wanted.options:
        raise OptionError("options of the game do not go with --resume: the file has its own")
    record = read_one(path, 1)
    if record.game.name != wanted.name:
        raise OptionError(f"{path} holds a game of {record.game.name}, not of {wanted.name}")
    try:
        return record.replay(), record.seats, record.extra
    except RecordError as error:
        raise in_file(error, path) from None


def own_file(path: Path) -> Path | None:
    """The file of a resumed game, to be written to; a file of many games is read from, never written to."""
    from bauboom.core.record import lines

    with path.open("rb") as content:
        return path if sum(1 for _ in islice(lines(content), 2)) == 1 else None
