"""A training in its folder: what is kept, what is told, and how it goes on after an interruption."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import torch

from bauboom.analysis import plots
from bauboom.bots.network import read
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.machines.tensors import machine_for

from .foresight import learnt_by, network_from, write
from .learn import Student
from .settings import Settings, settings_of

CHECKPOINT, NETWORK, LOG, REPORT, SETTINGS = "checkpoint.pt", "network.npz", "log.jsonl", "report.html", "settings.json"
BETWEEN = 20.0  # seconds between two lines


class Course:
    """A student with a folder."""

    pause = BETWEEN

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
        self.log: list[dict[str, Any]] = []
        if (out / CHECKPOINT).exists():
            self.student.go_on_from(out / CHECKPOINT)
            with suppress(FileNotFoundError):  # it is written last
                self.log = [json.loads(line) for line in (out / LOG).read_text(encoding="utf-8").splitlines()]
        out.mkdir(parents=True, exist_ok=True)
        (out / SETTINGS).write_bytes(msgspec.json.format(msgspec.json.encode(chosen)) + b"\n")
        where = "a GPU" if machine.device.type == "cuda" else "1 core" if threads == 1 else f"{threads} cores"
        whence = f", going on after {self.minutes:.1f} minutes" if self.student.lessons else ""
        self.heading = f"{game.title} on {where}: {chosen.places:,} games side by side{whence}"
        self._told: list[float] = []

    def _settings(self, file: Path | None) -> Settings:
        """What this training has been told from the beginning, or is told now."""
        kept = self.out / SETTINGS
        settings = settings_of(self.game, file or (kept if kept.exists() else None))
        if kept.exists() and settings != settings_of(self.game, kept):
            raise OptionError(f"{self.out} has a training with other settings ({SETTINGS}); name another folder")
        return settings

    @property
    def minutes(self) -> float:
        return self.student.seconds / 60

    def step(self, minutes: float) -> None:
        """One lesson; `minutes` is how long it will go on in all."""
        self._told.append(self.student.study(self.minutes / minutes)["surprise"])

    def report(self, minutes: float) -> str:
        """Write down how it stands; the same in a line."""
        student = self.student
        standing = student.standing()
        row = {
            **{"minutes": round(self.minutes, 2), "lessons": student.lessons, "games": student.finished},
            **{"decisions": student.decisions, "surprise": round(sum(self._told) / max(len(self._told), 1), 4)},
            **{"against": standing},
        }
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
            f"surprise {row['surprise']:.3f}" + (f"; wins against {shares}" if shares else "")
        )

    def save(self) -> None:
        """All of it; each file whole or not at all."""
        new = self.out / (CHECKPOINT + ".new")
        torch.save(self.student.saved(), new)
        new.replace(self.out / CHECKPOINT)
        write(learnt_by(self.student.player), self.out / NETWORK)
        _replace(self.out / LOG, "".join(json.dumps(row) + "\n" for row in self.log))
        _replace(self.out / REPORT, self.page())

    def page(self) -> str:
        """The log in plots."""
        sections: list[tuple[str, ...]] = []
        for name in ("greedy", "rival"):
            series: dict[str, list[plots.Point]] = {}
            for row in self.log:
                for players, share in row["against"].get(name, {}).items():
                    series.setdefault(f"{players} players", []).append((row["minutes"], share, None, None))
            if series:
                title = "Against greedy bots on all other seats" if name == "greedy" else "Against earlier selves"
                sections.append(
                    (title, "", plots.lines(title, "minutes", "share of the win", series, "%", y_range=(0, 1)))
                )
        surprise = [(row["minutes"], row["surprise"], None, None) for row in self.log]
        if surprise:
            title = "Surprise"
            drawn = plots.lines(
                title, "minutes", "how far forecasts are from what came, in nats", {"surprise": surprise}
            )
            sections.append((title, "", drawn))
        return plots.page(f"Training: {self.game.title}", sections)


def _replace(path: Path, text: str) -> None:
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
