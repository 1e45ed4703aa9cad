"""A training in its folder: what is kept, what is told, and how it goes on after an interruption."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import torch

from bauboom.analysis import plots
from bauboom.bots.network import read
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.portable import lock
from bauboom.machines.tensors import machine_for

from .foresight import learnt_by, network_from, replace, write
from .learn import Student
from .settings import Settings, settings_of

CHECKPOINT, NETWORK, LOG, REPORT, SETTINGS = "checkpoint.pt", "network.npz", "log.jsonl", "report.html", "settings.json"
LOCK = ".lock"  # held by the process that trains here
MOST = torch.finfo(torch.float16).max  # of a weight: more cannot be kept, nor what is no number
BETWEEN = 20.0  # seconds between two lines


class Row(msgspec.Struct, frozen=True):
    """A line of the log: how a training stands."""

    minutes: float
    lessons: int
    games: int
    decisions: int
    surprise: float | None  # null: no turn has ended in so short a lesson
    against: dict[str, dict[str, float]]  # shares of the win by name of the others and number of players


class Course:
    """A student with a folder."""

    def __init__(
        self,
        game: Game,
        out: Path,
        device: str,
        library: Path | None,
        settings: Path | None,
        against: Path | None,
        start: Path | None,
        threads: int | None,
        seed: int,
    ) -> None:
        self.game, self.out = game, out
        if not game.inputs.size:
            raise OptionError(
                f"{game.name} does not say what a network is shown (`list_inputs`); docs/adding-a-game.md"
            )
        chosen = self._settings(settings)
        threads = threads or os.cpu_count() or 1
        torch.set_num_threads(threads)
        torch.set_float32_matmul_precision("high")  # 10 bits of a fraction will do, and take a tenth of the time
        machine = machine_for(game, device, library, threads)
        frozen = network_from(read(against, game), game) if against else None
        self.student = Student(game, machine, chosen, seed, frozen)
        if start:
            self.student.begin_with(network_from(read(start, game), game))
        self.settings = chosen
        self.log: list[Row] = []
        self._told: list[float] = []
        where = "a GPU" if machine.device.type == "cuda" else "1 core" if threads == 1 else f"{threads} cores"
        self.heading = f"{game.title} on {where}: {chosen.places:,} games side by side"

    def begin(self) -> None:
        """Take up what the folder has, while nobody else trains there."""
        self._check_settings()
        if (self.out / CHECKPOINT).exists():
            self.student.go_on_from(self.out / CHECKPOINT)
            self.log = _log_of(self.out / LOG)
            self.heading += f", going on after {self.minutes:.1f} minutes"
        replace(self.out / SETTINGS, msgspec.json.format(msgspec.json.encode(self.settings)) + b"\n")

    def _settings(self, file: Path | None) -> Settings:
        """What this training has been told from the beginning, or is told now."""
        kept = self.out / SETTINGS
        return settings_of(self.game, file or (kept if kept.exists() else None))

    def _check_settings(self) -> None:
        kept = self.out / SETTINGS
        if kept.exists() and self.settings != settings_of(self.game, kept):
            raise OptionError(f"{self.out} has a training with other settings ({SETTINGS}); name another folder")

    @property
    def minutes(self) -> float:
        return self.student.seconds / 60

    def go_on(self, minutes: float, may_go_on: Callable[[], bool]) -> None:
        """Lessons until it is time for a line; `minutes` is how long the training takes in all."""
        end = time.perf_counter() + BETWEEN
        while may_go_on() and self.minutes < minutes and time.perf_counter() < end:
            surprise = self.student.study(self.minutes / minutes, may_go_on)["surprise"]
            if surprise is not None:
                self._told.append(surprise)
            if not all((weights.abs() <= MOST).all() for weights in self.student.player.parameters()):
                raise OptionError(
                    f"the training has gone astray: its weights are too large to keep; {self.out} stays as it was, "
                    "so begin anew in another folder, with a lower `rate` in --settings"
                )

    def report(self, minutes: float) -> str:
        """Write down how it stands; the same in a line."""
        student = self.student
        standing = student.standing()
        surprise = round(sum(self._told) / len(self._told), 4) if self._told else None
        row = Row(
            minutes=round(self.minutes, 2),
            lessons=student.lessons,
            games=student.finished,
            decisions=student.decisions,
            surprise=surprise,
            against=standing,
        )
        self._told.clear()
        self.log.append(row)
        self.save()
        shares = "; ".join(
            f"{name} " + ", ".join(f"{share:.0%} of {n}" for n, share in by_players.items())
            for name, by_players in standing.items()
            if by_players
        )
        pace = student.decisions / max(student.seconds, 1e-9)
        return (
            f"{self.minutes:6.1f} of {minutes:g} minutes, {student.finished:,} games, {pace:,.0f} decisions a second, "
            + ("nothing learnt yet" if surprise is None else f"surprise {surprise:.3f}")
            + (f"; wins against {shares}" if shares else "")
        )

    def save(self) -> None:
        """All of it; each file whole or not at all."""
        checkpoint = io.BytesIO()
        torch.save(self.student.saved(), checkpoint)
        replace(self.out / CHECKPOINT, checkpoint.getvalue())
        write(learnt_by(self.student.player), self.out / NETWORK)
        replace(self.out / LOG, b"".join(msgspec.json.encode(row) + b"\n" for row in self.log))
        replace(self.out / REPORT, self.page().encode())

    def page(self) -> str:
        """The log in plots."""
        sections: list[tuple[str, ...]] = []
        for name in ("greedy", "rival"):
            series: dict[str, list[plots.Point]] = {}
            for row in self.log:
                for players, share in row.against.get(name, {}).items():
                    series.setdefault(f"{players} players", []).append((row.minutes, share, None, None))
            if series:
                title = "Against greedy bots on all other seats" if name == "greedy" else "Against earlier selves"
                sections.append(
                    (title, "", plots.lines(title, "minutes", "share of the win", series, "%", y_range=(0, 1)))
                )
        surprise = [(row.minutes, row.surprise, None, None) for row in self.log if row.surprise is not None]
        if surprise:
            title = "Surprise"
            drawn = plots.lines(
                title, "minutes", "how far forecasts are from what came, in nats", {"surprise": surprise}
            )
            sections.append((title, "", drawn))
        return plots.page(f"Training: {self.game.title}", sections)


def _log_of(file: Path) -> list[Row]:
    """The log so far; empty if the training was killed before it was written, since it comes last."""
    try:
        return msgspec.json.Decoder(Row).decode_lines(file.read_bytes())
    except FileNotFoundError:
        return []
    except msgspec.MsgspecError as error:
        raise OptionError(f"{file}: {error}; remove it, and the training goes on with a new log") from None


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Make a folder and lock it: two trainings would overwrite each other's files."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("a", encoding="utf-8") as file:
        if not lock(file):
            raise OptionError(f"another process trains in {folder}; wait for it, or name another folder")
        yield
