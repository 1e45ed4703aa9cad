"""Many games stepped together on PyTorch's tensors, on a GPU or on this computer's processors.

They are the games of `Vector`, number for number, by the same doors (steps.py). On a GPU nothing leaves it: rows, dice,
observations and masks are tensors there, and so are the results. JAX and CuPy take the tensors as they are, by DLPack.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor

from bauboom.core.dice import CHOICES, WORDS, check_seed
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.machines.tensors import machine_for

from . import steps, whole
from .opponents import NOBODY

WHOLE = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)


class TensorVector:
    """`count` games, each at a decision. What ends is followed by the next game in the same step.

    `opponents` is "random", or None if the learner plays every seat. On a GPU `library` names the folder that
    `bauboom export GAME --target ptx` wrote. All tensors are made once and written anew at every step.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        opponents: str | None = "random",
        seat: int | None = None,
        normalise: bool = False,
        is_relative: bool = True,
        device: str = "auto",
        library: Path | None = None,
        threads: int = 1,
    ) -> None:
        count = whole("the number of games", count, 1)
        if opponents not in ("random", None):
            raise OptionError("here opponents are 'random', or None: then all seats are yours to decide for")
        if seat is not None and not 0 <= whole("seat", seat, 0) < game.seats:
            raise OptionError(f"there is no seat {seat}; seats go from 0 to {game.seats - 1}")
        if seat is not None and opponents is None:
            raise OptionError("a learner that plays every seat has no seat of its own")
        self.game, self.count = game, count
        self.machine = machine_for(game, device, library, whole("threads", threads, 1))
        device = self.device = self.machine.device
        on = {"device": device}
        real, number = {"dtype": torch.float64, **on}, {"dtype": torch.int64, **on}
        self.observations = torch.zeros(count, game.observation_size, **on)
        self.masks = torch.zeros(count, game.space.decisions, dtype=torch.bool, **on)
        self.rewards = torch.zeros(count, **real)  # of the last step: the share of the win of the seat that acted
        self.returns = torch.zeros(count, game.seats, **real)  # of all seats, where a game has ended
        self.scores = torch.zeros(count, game.seats, dtype=torch.int32, **on)
        self.is_over = torch.zeros(count, dtype=torch.bool, **on)  # a game has ended in the last step
        self.was_illegal = torch.zeros_like(self.is_over)  # by an illegal action, at the cost of −1
        self.seats = torch.zeros(count, **number)  # whose view the observations are
        self.rows = torch.zeros(count, game.dtype.itemsize, dtype=torch.uint8, **on)
        self._opening = torch.tensor(game.opening.view("u1")[None], **on)
        self._steps, self._games = torch.zeros(count, **number), torch.zeros(count, **number)
        self._seat = steps.EVERYBODY if opponents is None else game.seats if seat is None else seat
        self._bots = torch.zeros(count, max(game.seats - 1, 1), **number)
        self._asked, self._is_cut = torch.full((count,), NOBODY, **number), torch.zeros_like(self.is_over)
        self._dice = torch.zeros(2 * count, WORDS, **number)
        table = torch.arange(game.space.decisions).repeat(game.seats, 1)
        self._to_table = (torch.tensor(game.table_actions) if is_relative else table).to(device)
        self._to_chair = self._to_table.argsort(1)
        factors = game.factors(normalise, is_relative)
        self._factors, self._is_scaled = torch.tensor(factors, **on), int((factors != 1).any())
        self._choices = torch.Generator(device)
        self.seed: int | None = None  # until the first reset

    def reset(self, seed: int) -> None:
        """Begin anew at every place."""
        self.seed = check_seed(seed)  # type: ignore[no-untyped-call]  # dice.py is untyped
        self._choices.manual_seed((self.seed + CHOICES) % (1 << 63))
        self._games.fill_(-1)
        everywhere = torch.ones_like(self.is_over)
        self._restart(everywhere)
        self._show(everywhere)
        for told in (self.is_over, self.was_illegal, self.rewards, self.returns, self.scores):
            told.zero_()

    def step(self, actions: Tensor) -> None:
        """A decision at every place, and all that follows until the next one."""
        if self.seed is None:
            raise ValueError("no game has begun: call reset first")
        is_right = isinstance(actions, Tensor) and actions.shape == (self.count,) and actions.dtype in WHOLE
        if not is_right or actions.device != self.rows.device:
            raise ValueError(f"one action per game: {self.count} whole numbers on {self.rows.device} expected")
        everywhere, chosen = torch.ones_like(self.is_over), actions.to(torch.int64, copy=True)
        arrays = (self.rows, everywhere, chosen, self.masks, self.was_illegal, steps.TERMINATE, self._dice)
        self._run(steps.check, *arrays)
        self._run(steps.act, everywhere, chosen, self.rows, self._to_table)
        self._steps += 1
        acted = self.seats.clone()
        self._go_on(everywhere)
        places = self.was_illegal.nonzero()[:, 0]
        self.returns[places] = 0
        self.returns[places, acted[places]] = -1
        self.rewards[places] = -1
        if self.is_over.any():
            told = (self.is_over, self.rewards, self.returns, self.scores)
            kept = [tensor.clone() for tensor in told]
            self._restart(self.is_over.clone())
            for tensor, before in zip(told, kept, strict=True):
                tensor.copy_(before)
        self._show(everywhere)

    def random_actions(self) -> Tensor:
        """By game: one legal action at random."""
        luck = torch.rand(self.masks.shape, generator=self._choices, device=self.rows.device)
        return torch.where(self.masks, luck, -1.0).argmax(1)

    def _restart(self, where: Tensor) -> None:
        """Begin the next game at some places; one that is over before the learner's first decision does not count."""
        while where.any():
            self._steps[where] = 0
            self._games += where
            self._run(steps.begin, where, self.rows, self._opening, self._dice, self._games, self.seed, self.count)
            self._go_on(where)
            where = where & self.is_over

    def _go_on(self, where: Tensor) -> None:
        told = (self._asked, self.seats, self.rewards, self.is_over, self._is_cut, self.returns, self.scores)
        numbers = (self.game.max_steps + 1, self._seat, self.game.seats)
        self._run(steps.go_on, where, self.rows, self._dice, self._games, self._steps, self._bots, *told, *numbers)

    def _show(self, where: Tensor) -> None:
        seen = (where, self.rows, self.seats, self.observations, self.masks)
        self._run(steps.show, *seen, self._factors, self._is_scaled, self._to_chair)

    def _run(self, door: object, *given: object) -> None:
        self.machine.run(door, self.count, *given)  # type: ignore[arg-type]
