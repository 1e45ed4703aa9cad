"""A data set: games of bots, as records and as columns of numbers; docs/datasets.md.

It is a folder of parts, each of which is made whole by one process: the same command goes on where it was interrupted,
and gives the same files on any number of cores.
"""

import gzip
import hashlib
import io
import os
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from bauboom import __version__
from bauboom.bots import agents
from bauboom.bots.simple import SIMPLE
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.state import State

from .match import hashed
from .processes import side_by_side
from .simulate import last_states, simulate

FORMAT = "bauboom-dataset/1"
ABOUT, SUMS = "about.json", "SHA256SUMS"
NEW = ".new"  # behind the name of a file that is not complete
CHANCE = -1  # who acts, where no seat does
COLUMNS = {
    "game": "the number of each game in the data set",
    "first": "where the actions of each game begin, and, at the end, how many there are in all",
    "action": "the ids of all actions, chance included, one game after the other",
    "actor": "the seat that acts, or -1 for chance; as long as action",
    "points": "by game and seat",
    "share": "each seat's share of the win, by game and seat",
}


@dataclass(frozen=True)
class Plan:
    """Everything that the games of a data set depend on."""

    game: Game
    bots: tuple[str, ...]  # by seat
    seed: int
    part: int  # how many games a part has

    @cached_property
    def description(self) -> dict[str, Any]:
        """What distinguishes this data set from all others but longer ones, as JSON."""
        game = self.game
        return {
            **{"format": FORMAT, "bauboom": __version__, "game": game.name, "options": dict(game.options)},
            **({game.custom.key: game.material} if game.custom and game.material else {}),
            **{"bots": list(self.bots), "seed": self.seed, "part": self.part, "columns": COLUMNS},
        }

    def parts(self, games: int) -> list[tuple[int, int]]:
        """The first game of every part, and how many it has."""
        return [(first, min(self.part, games - first)) for first in range(0, games, self.part)]


def plan(game: Game, bots: list[str], seed: int, part: int) -> Plan:
    """A data set of games between these bots, one for all seats or one for each."""
    names = bots * game.seats if len(bots) == 1 else bots
    if len(names) != game.seats:
        raise OptionError(f"{len(names)} bots are named for {game.seats} seats; name one for all or one for each")
    for name in names:
        agents.check(name, game)
        if agents.is_timed(name):
            raise OptionError(f"{name} never plays the same twice; name a number of simulations, as in search:1000")
    return Plan(game, tuple(names), seed, part)


def open_folder(folder: Path, wanted: Plan, games: int) -> None:
    """Begin or go on with a data set in a folder; OptionError if it holds anything else."""
    folder.mkdir(parents=True, exist_ok=True)
    about, description = folder / ABOUT, wanted.description
    if about.exists():
        try:
            found = msgspec.json.decode(about.read_bytes())
        except msgspec.DecodeError:
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise OptionError(f"{about} is not of a data set; name another folder with --out")
        for key in description:
            if found.get(key) != msgspec.to_builtins(description[key]):
                raise OptionError(f"{folder} is of another data set: its {key} differs; name another folder with --out")
        games = max(games, found.get("games", 0))  # a shorter data set is part of it
    elif any(folder.iterdir()):
        raise OptionError(f"{folder} is not empty, and no data set; name another folder with --out")
    for left in folder.glob(f"*{NEW}"):
        left.unlink()
    text = msgspec.json.format(msgspec.json.encode({**description, "games": games}))
    _write(about, text + b"\n")


def missing(folder: Path, wanted: Plan, games: int) -> list[tuple[int, int]]:
    """The parts that are not there yet, or have fewer games than they should."""
    return [(first, count) for first, count in wanted.parts(games) if _games_in(_columns(folder, first)) < count]


def make(folder: Path, wanted: Plan, parts: list[tuple[int, int]], workers: int | None) -> Generator[int, None, None]:
    """Make parts, side by side; yields how many games each of them has, as it is done."""
    advice = "try fewer --workers; the same command goes on"
    yield from side_by_side(partial(_make_part, folder, wanted), parts, workers or os.cpu_count() or 1, advice)


def sums(folder: Path) -> str:
    """The checksums of all parts, as `sha256sum` writes them, and into a file; two equal data sets have equal ones."""
    files = sorted(path for path in folder.iterdir() if path.name.startswith("games-") and path.suffix != NEW)
    text = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    _write(folder / SUMS, text.encode())
    return hashlib.sha256(text.encode()).hexdigest()


def positions(game: Game, columns: Mapping[str, np.ndarray]) -> Iterator[tuple[State, int, np.ndarray]]:
    """Every decision of a part's games: the state, the action that was taken, and how the game ended for every seat."""
    for number, start in enumerate(columns["first"][:-1].tolist()):
        state, shares = game.root, columns["share"][number]
        for action in columns["action"][start : columns["first"][number + 1]].tolist():
            if state.turn is not None:
                yield state, action, shares
            state = state.play_listed(action)


def _make_part(folder: Path, wanted: Plan, part: tuple[int, int]) -> int:
    """Play the games of a part and write its two files, that with the columns last."""
    first, count = part
    seats = [f"bot:{name}" for name in wanted.bots]
    records, packed = io.BytesIO(), io.BytesIO()
    lengths: list[int] = [0]
    actions, actors, points, shares = [], [], [], []
    with gzip.GzipFile(fileobj=records, mode="wb", mtime=0) as file:  # without a date: equal games are equal files
        for state in _played(wanted, first, count):
            file.write(state.record(seats).encode() + b"\n")
            path = state.path()
            lengths.append(len(path))
            actions.append(np.array([step.action for step in path], np.int32))
            actors.append(np.array([_actor(step) for step in path], np.int8))
            points.append(state.scores)
            shares.append(state.returns)
    np.savez_compressed(
        packed,
        game=np.arange(first, first + count),
        first=np.cumsum(lengths),
        action=np.concatenate(actions),
        actor=np.concatenate(actors),
        points=np.array(points, np.int32),
        share=np.array(shares),
    )
    _write(folder / f"games-{first:09}.jsonl.gz", records.getvalue())
    _write(_columns(folder, first), packed.getvalue())
    return count


def _played(wanted: Plan, first: int, count: int) -> Iterator[State]:
    """How games ended, with all that led there."""
    game = wanted.game
    if set(wanted.bots) <= set(SIMPLE):
        for chunk in simulate(game, wanted.bots, count, wanted.seed, 1, keep_moves=True, first=first):
            yield from last_states(game, chunk)
        return
    for number in range(first, first + count):
        bots = [
            agents.make(name, hashed(wanted.seed, "bot", number, seat), threads=1)
            for seat, name in enumerate(wanted.bots)
        ]
        state = game.start(seed=hashed(wanted.seed, "game", number))
        try:
            while (seat := state.turn) is not None:
                view = state.view(seat)
                state = state.play(bots[seat].choose(view, view.legal))
        finally:
            for bot in bots:
                agents.close(bot)
        for bot in bots:
            if isinstance(bot, agents.Guarded) and bot.faults:
                raise OptionError(f"game {number}: {bot.last_fault}")
        yield state


def _actor(step: State) -> int:
    assert step.previous is not None
    return CHANCE if step.previous.turn is None else step.previous.turn


def _columns(folder: Path, first: int) -> Path:
    return folder / f"games-{first:09}.npz"


def _games_in(path: Path) -> int:
    """How many games a file of columns has; none, if it is not there."""
    if not path.exists():
        return 0
    with np.load(path) as columns:
        return len(columns["game"])


def _write(path: Path, content: bytes) -> None:
    """A reader sees the whole file, or the one before."""
    fresh = path.with_name(path.name + NEW)
    fresh.write_bytes(content)
    fresh.replace(path)
