"""People play while all that SQLite does is noted down; then the power goes at any moment of that, again and again."""

import asyncio
import contextlib
import hashlib
import random
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from bauboom.server.serve import migrate, report_damage
from bauboom.server.settings import Settings
from bauboom.server.wal import lost_commits

from .disk import FATES, Disk, read_notes
from .nursery import QuickServer
from .play import FAST, Player, Witness, check, run, series

NAME = "bauboom.db"
KILLS = 3  # while the notes are taken, so that what a start makes of a log is among them


def record(folder, nursery, actions, seed=1, synchronous=None, seconds=600):
    """Let people play until so many of their commands were acknowledged; the notes, and how many commands it were.

    The server is killed now and then, and asked to end at last. What people heard must be in its database then.
    """
    notes, witness, is_enough = folder / "notes", Witness(), False

    def until(game):
        return is_enough

    async def kill(server):
        nonlocal is_enough
        for _ in range(KILLS):
            await witness.more(actions // (KILLS + 1))
            await asyncio.to_thread(server.restart)
        await witness.more(actions - witness.acks)
        is_enough = True

    async def everything(server):
        people = [
            Player(witness, lambda: server, name, seed, by, talks=0.05)
            for name, by in (("Ada", "socket"), ("Grace", "http"), ("Alan", "socket"), ("Kurt", "socket"))
        ]
        for person in people:
            await person.introduce()
        async with asyncio.TaskGroup() as group:
            group.create_task(series(people[:2], "manhattan", until))
            group.create_task(series(people[2:3], "gratte-ciel", until, bots=1))
            group.create_task(series(people[3:], "hoch-hinaus", until, bots=1))
            group.create_task(kill(server))
        for person in people:
            await person.close()

    inside = ["disk", str(notes), synchronous]
    with QuickServer(nursery, str(folder / NAME), folder, inside=inside, **FAST) as server:
        run(everything(server), seconds)
        server.stop()
    run(check(str(folder / NAME), witness), seconds)
    return notes, witness.acks


@dataclass(frozen=True)
class State:
    """What a database holds."""

    digest: str
    entries: int


class Loss(AssertionError):
    """A power cut cost something that had been acknowledged, or left a database that is none."""


class History:
    """What was noted down, with the states that the database was in."""

    def __init__(self, notes, lies=False):
        self.notes, self.lies = read_notes(notes), lies
        self.marks = [at for at, note in enumerate(self.notes) if note[0] in ("begun", "committed")]
        self.sure = [at for at in self.marks if self.notes[at][0] == "committed"]
        self._states = {}

    def allowed(self, cut):
        """The states that a database may be in after a cut: the last that was acknowledged, and what was under way.

        None: nothing was acknowledged yet. What a killed process has left is there or not until the next one commits.
        """
        earlier = [at for at in self.sure if at < cut]
        if not earlier:
            return None
        later = next((at for at in self.sure if at >= cut), len(self.notes))
        return [*(at for at in self.marks if earlier[-1] <= at < later), later]

    def read(self, cuts):
        """Learn the states that the database was in around some cuts."""
        needed = {at for cut in cuts for at in self.allowed(cut) or ()} - set(self._states)
        disk = Disk()
        for at in range(len(self.notes) + 1):
            if at in needed:
                self._states[at] = self._found(disk, at, "kept")
            if at < len(self.notes):
                disk.play(*self.notes[at])

    def test(self, cuts, fates, told=lambda cut: None):
        """Cut the power at these notes, with each fate; yield (cut, fate, what went wrong) where it was not well."""
        self.read(cuts)
        disk, begin, before = Disk(self.lies), 0, None
        for cut in sorted(cuts):
            for note in self.notes[begin:cut]:
                disk.play(*note)
            begin = cut
            for fate in fates:
                if fate == "lost" and (disk.syncs, self.allowed(cut)) == before:
                    continue  # the files are the same, and so is what must be in them
                try:
                    self._check(disk, cut, fate)
                except (Loss, sqlite3.DatabaseError) as error:
                    yield cut, fate, str(error)
            before = disk.syncs, self.allowed(cut)
            told(cut)

    def _check(self, disk, cut, fate):
        allowed = self.allowed(cut)
        if allowed is None:
            with self.files(disk, cut, fate) as folder:
                migrate(Settings(database=str(folder / NAME)))
            return
        found, states = self._found(disk, cut, fate), [self._states[at] for at in allowed]
        if found not in states:
            raise Loss(f"{found.entries} entries are there, of {states[0].entries} that were acknowledged")

    def _found(self, disk, cut, fate):
        with self.files(disk, cut, fate) as folder:
            if lost := lost_commits(folder / f"{NAME}-wal"):
                raise Loss(f"a start would report that {lost} commits are lost")
            return content(folder / NAME)

    @contextlib.contextmanager
    def files(self, disk, cut, fate):
        """A folder with what is left after a cut."""
        with tempfile.TemporaryDirectory() as place:
            for name, data in disk.after_cut(fate if fate in FATES else f"{cut} {fate}").items():
                Path(place, name).write_bytes(data)
            yield Path(place)

    def serve(self, cut, fate, nursery):
        """Start a server on what is left after a cut, and let somebody play there."""
        disk = Disk(self.lies)
        for note in self.notes[:cut]:
            disk.play(*note)
        with self.files(disk, cut, fate) as folder:
            report_damage(Settings(database=str(folder / NAME)))
            with QuickServer(nursery, str(folder / NAME), folder, **FAST) as server:
                run(play_once(server))
                said = server.said()
                server.stop()
            assert "damaged" not in said
            assert "Traceback" not in said, said
            content(folder / NAME)


async def play_once(server):
    """A game from its beginning to its end."""
    witness = Witness()

    def until(game):
        return bool(witness.finished)

    people = [Player(witness, lambda: server, name, 1) for name in ("Emmy", "Rózsa")]
    for person in people:
        await person.introduce()
    await series(people, "hoch-hinaus", until)
    for person in people:
        await person.close()


def content(database):
    """Everything that is in a database, which must be sound."""
    with closing(sqlite3.connect(database)) as connection:
        if (verdict := connection.execute("PRAGMA integrity_check").fetchall()) != [("ok",)]:
            raise Loss(f"the database is damaged: {verdict[0][0]}")
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise Loss("a row is there without what it belongs to")
        digest = hashlib.blake2b()
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        for (name,) in names:
            digest.update(name.encode())
            for row in connection.execute(f'SELECT * FROM "{name}" ORDER BY rowid'):
                digest.update(repr(row).encode())
        (entries,) = connection.execute("SELECT count(*) FROM entries").fetchone()
    return State(digest.hexdigest(), entries)


def some_cuts(notes, count, seed):
    """Moments of all kinds: half of them anywhere, half where much is unsynced, as while the log is copied back."""
    chance, everywhere = random.Random(seed), range(1, len(notes) + 1)
    runs = [at for at, (one, two) in enumerate(pairwise(notes), 1) if one[0] == "write" and two[0] == "sync"]
    near = [at + chance.randint(-8, 2) for at in runs]
    chosen = chance.sample(everywhere, min(count // 2, len(everywhere)))
    chosen += chance.sample(near, min(count - len(chosen), len(near)))
    return sorted({min(max(1, at), len(notes)) for at in chosen})
