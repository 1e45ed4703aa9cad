"""How a network learns: games against itself and others, and a lesson after so many decisions in each.

A position at the end of a turn is told what came of it: part of the way what the same seat expected at the end of its
next turn, and part of the way how the game ended (temporal differences, TD(λ)). What plays is the mean of what was
learnt lately, which keeps it from running after its own mistakes.
"""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor

from bauboom.core.errors import OptionError, one_line
from bauboom.core.game import Game
from bauboom.machines.tensors import Machine

from .foresight import Foresight
from .play import CASUAL, GREEDY, NETWORK, RIVAL, Choice, Games
from .positions import ENDED
from .settings import Settings

FORMAT = "bauboom-training/1"
NAMES = {GREEDY: "greedy", RIVAL: "rival"}
STRAY = 0.03  # of the win: a decision that is expected to be worse by more was made to try something
COUNTED = ("lessons", "decisions", "finished", "seconds")


class Lesson(NamedTuple):
    """Positions, what came of them, and in which of them that is known."""

    parts: Tensor
    whole: Tensor
    seats: Tensor
    truth: Tensor  # [position, chair]


class Student:
    """A network in training."""

    def __init__(
        self, game: Game, machine: Machine, settings: Settings, seed: int, frozen: Foresight | None = None
    ) -> None:
        self.game, self.machine, self.settings, self.seed = game, machine, settings, seed
        self.frozen = frozen  # the only rival, if there is one: the network looks for what beats it
        device = machine.device
        torch.manual_seed(seed)
        self.network = Foresight(game, settings.of_part, settings.of_whole, settings.hidden).to(device)
        self.player = copy.deepcopy(self.network).requires_grad_(False)
        self.rival = frozen.to(device) if frozen is not None else copy.deepcopy(self.player)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=settings.rate, fused=True)
        self.selves: list[dict[str, Tensor]] = []
        self.lessons = self.decisions = self.finished = 0
        self.seconds = 0.0
        self.random = torch.Generator(device).manual_seed(seed)
        self.images = [torch.tensor(image).argsort().to(device) for image in game.inputs.images]
        self.players = sorted({int(variant["players"]) for variant in game.variants})
        # [who plays the other seats, number of players]: games, and shares of the win of the network's seat
        self.results = torch.zeros(CASUAL + 1, max(self.players) + 1, 2, dtype=torch.float64, device=device)
        self.ended = torch.zeros((), dtype=torch.int64, device=device)
        self._begin()

    def _begin(self) -> None:
        """Begin games at all places; chance and all else differ from those begun before."""
        settings, game = self.settings, self.game
        weights = torch.tensor([settings.players.get(str(v["players"]), 1.0) for v in game.variants])
        edges = (weights.cumsum(0) / weights.sum() * settings.places).round().long()
        variants = torch.searchsorted(edges, torch.arange(settings.places), right=True)
        self.games = Games(game, self.machine, variants, self.seed + 1_000_003 * self.lessons)
        self.against = torch.full((settings.places,), NETWORK, device=self.machine.device)  # who plays the other seats
        self.own = torch.zeros_like(self.against)  # the network's seat there
        self._seat(torch.ones(settings.places, dtype=torch.bool, device=self.machine.device))
        self.games.move_on()

    def _draw(self, *shape: int) -> Tensor:
        return torch.rand(shape, generator=self.random, device=self.machine.device)

    def _seat(self, begun: Tensor) -> None:
        """Say who plays the games that have begun: often the network alone, else somebody on all seats but one."""
        settings, games = self.settings, self.games
        count = len(games)
        luck, kind = self._draw(count), self._draw(count)
        total = settings.pool + settings.greedy + settings.casual
        against = torch.where(
            kind < settings.pool / total,
            RIVAL,
            torch.where(kind < (settings.pool + settings.greedy) / total, GREEDY, CASUAL),
        )
        against = torch.where(luck < settings.rivals, against, NETWORK)
        if self.frozen is not None:
            against[:] = RIVAL
        own = (self._draw(count) * games.seats).long()
        seats = torch.arange(games.who.shape[1], device=own.device)
        who = torch.where((seats == own[:, None]) & (against != CASUAL)[:, None], NETWORK, against[:, None])
        games.who = torch.where(begun[:, None], who, games.who)
        self.against = torch.where(begun, against, self.against)
        self.own = torch.where(begun, own, self.own)

    def study(self, progress: float, may_go_on: Callable[[], bool] = lambda: True) -> dict[str, float | None]:
        """Play so many decisions at every place, then learn; how it went. `progress` goes from 0 to 1.

        `may_go_on` is asked after every decision and every batch: with False, the lesson is a short one.
        """
        begun = time.perf_counter()
        settings = self.settings
        choices = [self._decide()]
        while len(choices) < settings.steps and may_go_on():
            choices.append(self._decide())
        rate = settings.rate * (0.02 + 0.98 * (1 + math.cos(math.pi * min(progress, 1.0))) / 2)
        told = self._learn(self._lesson(choices), rate, may_go_on)
        if self.frozen is None:
            self._remember()
        self.lessons += 1
        self.decisions += len(choices) * len(self.games)
        self.seconds += time.perf_counter() - begun
        return told

    def _decide(self) -> Choice:
        """A decision at every place."""
        games, settings = self.games, self.settings
        choice = games.decide(self.player, self.rival, settings.noise, settings.blunders)
        at = torch.arange(len(games), device=self.own.device)
        takes_over = (choice.who == CASUAL) & (self._draw(len(games)) < settings.takeover)
        games.who[at, choice.seats] = torch.where(takes_over, NETWORK, choice.who)
        games.move_on()
        ended = games.told[:, ENDED] != 0
        self._count(ended)
        self._seat(ended)
        return choice._replace(parts=choice.parts.half(), whole=choice.whole.half())

    def _count(self, ended: Tensor) -> None:
        """Note the results of games that have ended."""
        self.ended += ended.sum()
        won = self.games.shares.gather(1, self.own[:, None])[:, 0]
        counts = torch.stack([ended.double(), torch.where(ended, won, 0.0)], 1)
        self.results.index_put_((self.against, self.games.seats), counts, accumulate=True)

    def _lesson(self, choices: list[Choice]) -> Lesson:
        """What came of every position: looked at from the last decision back to the first."""
        games, trace = self.games, self.settings.trace
        count, most = games.who.shape
        device = self.own.device
        at, chair = torch.arange(count, device=device), torch.arange(most, device=device)
        # [place, seat, chair]: whose share stands where, if a seat looks at the result
        turned = (chair[:, None] + chair) % games.seats[:, None, None]
        truth = torch.zeros(count, most, most, device=device)
        following, known = torch.zeros_like(truth), torch.zeros(count, most, dtype=torch.bool, device=device)
        ended, shares = games.told[:, ENDED] != 0, games.shares
        found: list[Lesson] = []
        for choice in reversed(choices):
            result = shares.float()[:, None, :].expand(-1, most, -1).gather(2, turned)
            result = torch.where(chair < games.seats[:, None, None], result, 0.0)
            truth = torch.where(ended[:, None, None], result, truth)
            following = torch.where(ended[:, None, None], result, following)
            known = known | ended[:, None]
            seat, counts = choice.seats, choice.is_last & (choice.who == NETWORK)
            its, is_known = trace * truth[at, seat] + (1 - trace) * following[at, seat], known[at, seat]
            use = (counts & is_known).nonzero()[:, 0]
            found.append(Lesson(choice.parts[use], choice.whole[use], games.seats[use], its[use]))
            # a worse decision, made to try something, is not what the positions before it should expect
            strays = (choice.best[:, 0] - choice.chances[:, 0] > STRAY)[:, None]
            expected = torch.where(strays, choice.best, choice.chances)
            its = torch.where(strays | ~is_known[:, None], expected, its)
            truth[at, seat] = torch.where(counts[:, None], its, truth[at, seat])
            following[at, seat] = torch.where(counts[:, None], expected, following[at, seat])
            known[at, seat] = known[at, seat] | counts
            ended, shares = choice.ended, choice.shares
        return Lesson(*(torch.cat(column) for column in zip(*found, strict=True)))

    def _learn(self, lesson: Lesson, rate: float, may_go_on: Callable[[], bool]) -> dict[str, float | None]:
        device = self.own.device
        if not len(lesson.truth):  # so few decisions that no turn has ended
            return {"surprise": None, "positions": 0}
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        surprise, seen = torch.zeros((), device=device), 0
        for which in self._batches(len(lesson.truth)):
            parts, whole, seats, truth = (column[which] for column in lesson)
            whole = whole.float()
            if self.images:  # the same position, turned or mirrored
                way = int(torch.randint(len(self.images), (), generator=self.random, device=device))
                whole = whole[:, self.images[way]]
            chances = self.network(parts.float(), whole, seats)
            loss = -(truth * chances).sum(1).mean()
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            self._smooth()
            surprise += loss.detach() * len(which)
            seen += len(which)
            if not may_go_on():
                break
        return {"surprise": float(surprise) / seen, "positions": len(lesson.truth)}

    def _batches(self, count: int) -> Iterator[Tensor]:
        """Which positions are learnt from together: in each epoch all, in a new order."""
        settings = self.settings
        for epoch in range(settings.epochs):
            order = torch.randperm(count, generator=self.random, device=self.own.device).split(settings.batch)
            for number, which in enumerate(order):
                # a small rest would weigh as much as a whole batch
                if len(which) >= settings.batch // 2 or epoch == number == 0:
                    yield which

    @torch.no_grad()
    def _smooth(self) -> None:
        torch._foreach_lerp_(list(self.player.parameters()), list(self.network.parameters()), 1 - self.settings.smooth)

    def _remember(self) -> None:
        """Now and then keep an earlier self; the rival is one of those."""
        if self.lessons % self.settings.snapshot == 0:
            self.selves.append({name: weights.half() for name, weights in self.player.state_dict().items()})
            if len(self.selves) > self.settings.selves:  # the newest stay, and of the older ones any
                del self.selves[int(self._draw(1) * (len(self.selves) // 2))]
        self._meet()

    def _meet(self) -> None:
        """Let an earlier self be the rival."""
        if self.selves:
            self.rival.load_state_dict(self.selves[int(self._draw(1) * len(self.selves))])

    def standing(self) -> dict[str, dict[str, float]]:
        """The share of the win against others on all other seats, by number of players, since it was asked last."""
        results = self.results.tolist()
        self.results.zero_()
        self.finished += int(self.ended)
        self.ended.zero_()
        return {
            name: {str(n): round(won / games, 4) for n, (games, won) in enumerate(results[kind]) if games >= 50}
            for kind, name in NAMES.items()
        }

    def saved(self) -> dict[str, Any]:
        """All that is needed to go on, but for the games at hand."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.version,
            "network": self.network.state_dict(),
            "player": self.player.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "selves": self.selves,
            **{name: getattr(self, name) for name in COUNTED},
        }

    def begin_with(self, network: Foresight) -> None:
        """Know what a network has learnt."""
        try:
            for own in (self.network, self.player, *([self.rival] if self.frozen is None else [])):
                own.load_state_dict(network.state_dict())
        except RuntimeError:
            raise OptionError("the network to start with is of another size; see the settings") from None

    def go_on_from(self, file: Path) -> None:
        """Take up what was saved, with games that differ from all before."""
        try:
            saved = torch.load(file, map_location=self.machine.device, weights_only=True)
            if (saved["format"], saved["game"], saved["rules"]) != (FORMAT, self.game.name, self.game.version):
                raise OptionError(f"{file} is a training of {saved['game']}, version {saved['rules']} of its rules")
            self.selves = [dict(weights) for weights in saved["selves"]]
            for weights in (*self.selves, saved["player"]):
                self.player.load_state_dict(weights)
            self.network.load_state_dict(saved["network"])
            self.optimizer.load_state_dict(saved["optimizer"])
            for name in COUNTED:
                setattr(self, name, type(getattr(self, name))(saved[name]))
        except OptionError:
            raise
        except Exception as error:  # a damaged file fails in many ways
            raise OptionError(f"{file} does not fit: {one_line(error)}") from None
        if self.frozen is None:
            self._meet()
        self._begin()
