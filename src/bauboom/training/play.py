"""Many games side by side, in which networks and simple bots play."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from bauboom.core.game import Game
from bauboom.machines.tensors import Machine

from . import positions
from .foresight import Foresight
from .positions import CHOICES, ENDED, SEAT

NETWORK, RIVAL, GREEDY, CASUAL = range(4)  # who plays a seat: the network, another one, or a simple bot
OVERLOOKED = 0.4  # of its actions, by a casual bot


class Choice(NamedTuple):
    """What was decided in every game, and what the network says of it."""

    seats: Tensor  # [game]: whose decision it was
    ended: Tensor  # [game]: whether a game had ended before, and another begun
    shares: Tensor  # [game, seat]: the result of that one
    who: Tensor  # [game]: who decided
    chances: Tensor  # [game, chair]: what the network expects of the decision
    best: Tensor  # [game, chair]: and of what it holds for best
    is_last: Tensor  # [game]: whether the seat's turn ended by it, and the game did not
    parts: Tensor  # [game, input]: the inputs of the position after it
    whole: Tensor


class Reachable(NamedTuple):
    """Positions at which a turn can end, and how they come about."""

    rows: Tensor
    game: Tensor
    action: Tensor  # the first of the turn
    branch: Tensor  # a number for each game and action
    is_last: Tensor  # whether that leaves no other choice


class Games:
    """Games at their next decision. Every place always has games of the same variant."""

    def __init__(
        self, game: Game, machine: Machine, variants: Tensor, seed: int, numbers: Tensor | None = None
    ) -> None:
        self.game, self.machine = game, machine
        device, count = machine.device, len(variants)
        players = torch.tensor([int(v["players"]) for v in game.variants], device=device)
        self.variants = variants.to(device)
        self.seats = players[self.variants]
        size, most = game.dtype.itemsize, game.lengths["seats"]

        def empty(*shape: int, dtype: torch.dtype = torch.int64) -> Tensor:
            return torch.zeros(shape, dtype=dtype, device=device)

        assert game.dtype.fields is not None
        self._turn = game.dtype.fields["turn"][1]  # its place in a row
        self.rows, self.views = empty(count, size, dtype=torch.uint8), empty(count, size, dtype=torch.uint8)
        self.chosen = empty(count) + positions.NOTHING
        self.rngs, self.told = empty(count, 4), empty(count, 3)
        self.lists = empty(count, game.list_size, dtype=torch.int32)
        self.shares = empty(count, most, dtype=torch.float64)
        self.who = empty(count, most)  # plays every seat
        self.random = torch.Generator(device).manual_seed(seed)
        self._parts, self._whole = empty(0, dtype=torch.float32), empty(0, dtype=torch.float32)
        self.seed = seed
        self.numbers = torch.arange(count, device=device) if numbers is None else numbers.to(device)

    def __len__(self) -> int:
        return len(self.variants)

    def keep(self, which: Tensor) -> None:
        """Go on with these places only."""
        names = ("variants", "seats", "rows", "views", "chosen", "rngs", "numbers", "told", "lists", "shares", "who")
        for name in names:
            setattr(self, name, getattr(self, name)[which].contiguous())

    def move_on(self) -> None:
        """Play what was chosen, up to the next decision of every game."""
        places = (self.rows, self.chosen, self.variants, self.rngs, self.views, self.lists, self.told, self.shares)
        self.machine.run(positions.move_on, len(self), *places, self.seed, self.numbers)

    @torch.no_grad()
    def decide(self, network: Foresight, rival: Foresight | None, noise: float, blunders: float) -> Choice:
        """Choose everywhere: what the one who plays expects most of, but for noise and blunders of networks."""
        device = self.machine.device
        seat, ended = self.told[:, SEAT], self.told[:, ENDED] != 0
        places = torch.arange(len(self), device=device)
        found = self._reachable()
        game, branch = found.game, found.branch
        parts, whole = self._room(len(game))
        looks, over = torch.zeros_like(game), torch.zeros(len(game), device=device)
        arrays = (found.rows, seat[game], parts, whole, looks, over)
        self.machine.run(positions.look, len(game), *arrays)
        chances = network(parts, whole, self.seats[game]).exp()
        chances[:, 0] = torch.where(over >= 0, over, chances[:, 0])
        who = self.who[places, seat]
        its = who[game]
        value = chances[:, 0].double()
        if rival is not None:
            of_rival = (its == RIVAL).nonzero()[:, 0]
            if len(of_rival):
                said = rival(parts[of_rival], whole[of_rival], self.seats[game[of_rival]])[:, 0].exp().double()
                value[of_rival] = torch.where(over[of_rival] >= 0, value[of_rival], said)
        best = self._best(game, value)
        luck = torch.rand(len(game), generator=self.random, device=device, dtype=torch.float64)
        by_action = torch.rand(len(game), generator=self.random, device=device, dtype=torch.float64)[branch]
        tried = value + noise * -torch.log(-torch.log(luck.clamp(1e-12, 1 - 1e-12))) if noise else value
        tried = torch.where((its == NETWORK) | (its == RIVAL), tried, looks + luck)
        tried = torch.where((its == CASUAL) & (by_action < OVERLOOKED), tried - 1e12, tried)
        if blunders:
            blunder = (torch.rand(len(self), generator=self.random, device=device) < blunders) & (who == NETWORK)
            tried = torch.where(blunder[game], by_action, tried)
        chosen = self._best(game, tried)
        self.chosen = found.action[chosen]
        return Choice(
            *(seat.clone(), ended, self.shares.clone(), who, chances[chosen], chances[best]),
            found.is_last[chosen] & (over[chosen] < 0),
            *(parts[chosen], whole[chosen]),
        )

    def _reachable(self) -> Reachable:
        """All positions at which the turns of those who decide can end."""
        machine, device = self.machine, self.machine.device
        rows, lists, n = self.views, self.lists, self.told[:, CHOICES]
        which = game = torch.repeat_interleave(torch.arange(len(self), device=device), n)
        first = action = _flat(lists, n)
        branch = torch.arange(len(action), device=device)
        found, is_last = [], torch.ones_like(branch, dtype=torch.bool)
        for depth in range(self.game.lookahead + 1):
            tried = torch.empty(len(action), rows.shape[1], dtype=rows.dtype, device=device)
            machine.run(positions.try_out, len(action), rows, which, action, tried)
            turn = tried[:, self._turn].view(torch.int8)
            goes_on = turn == self.told[game, SEAT]
            if depth == self.game.lookahead:
                goes_on = torch.zeros_like(goes_on)
            stops = (~goes_on).nonzero()[:, 0]
            found.append((tried[stops], game[stops], first[stops], branch[stops], is_last[stops]))
            which = goes_on.nonzero()[:, 0]
            if not len(which):
                break
            rows, n = tried, torch.zeros_like(which)
            lists = torch.zeros(len(which), self.game.list_size, dtype=torch.int32, device=device)
            machine.run(positions.list_legal, len(which), rows, which, lists, n)
            is_last[which] &= n == 1
            action, which = _flat(lists, n), torch.repeat_interleave(which, n)
            game, first, branch, is_last = game[which], first[which], branch[which], is_last[which]
        return Reachable(*(torch.cat(column) for column in zip(*found, strict=True)))

    def _best(self, game: Tensor, value: Tensor) -> Tensor:
        """Of every game the position of the largest value, the first among equals."""
        most = torch.full((len(self),), -torch.inf, dtype=value.dtype, device=value.device)
        most.scatter_reduce_(0, game, value, "amax")
        places = torch.where(value == most[game], torch.arange(len(game), device=game.device), len(game))
        first = torch.full((len(self),), len(game), dtype=torch.int64, device=game.device)
        return first.scatter_reduce_(0, game, places, "amin")

    def _room(self, count: int) -> tuple[Tensor, Tensor]:
        """Zeros for the inputs of so many positions; the memory of before is used again."""
        inputs = self.game.inputs
        if len(self._whole) < count:
            more = count + count // 4
            device = self.machine.device
            self._parts = torch.zeros(more, inputs.parts * inputs.each, device=device)
            self._whole = torch.zeros(more, inputs.whole, device=device)
        parts, whole = self._parts[:count], self._whole[:count]
        return parts.zero_(), whole.zero_()


def _flat(lists: Tensor, n: Tensor) -> Tensor:
    """What lists begin with, one after the other."""
    which = torch.repeat_interleave(torch.arange(len(n), device=n.device), n)
    return lists[which, torch.arange(len(which), device=n.device) - (n.cumsum(0) - n)[which]].long()
