"""How strong a network is: games on deals that everybody gets, from every seat, the same ones every time."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from bauboom.core.game import Game
from bauboom.machines.tensors import Machine

from .foresight import Foresight
from .play import GREEDY, NETWORK, RIVAL, Games
from .positions import ENDED


class Result(NamedTuple):
    """The share of the win of one seat against others on all other seats, with its standard error over deals."""

    share: float
    error: float
    games: int

    @property
    def low(self) -> float:
        return self.share - 1.96 * self.error


def match(game: Game, machine: Machine, network: Foresight, rival: Foresight | None, deals: int, seed: int) -> Result:
    """A network against another one, or against greedy bots: every deal once from every seat."""
    won = by_deal(game, machine, network, rival, deals, seed)
    error = float(won.std()) / math.sqrt(deals) if deals > 1 else math.inf
    return Result(float(won.mean()), error, deals * game.seats)


def by_deal(game: Game, machine: Machine, network: Foresight, rival: Foresight | None, deals: int, seed: int) -> Tensor:
    """The network's share of the win on every deal, the mean of all seats."""
    count, device = deals * game.seats, machine.device
    number = torch.arange(count, device=device)
    variants = torch.full((count,), game.variant)
    games = Games(game, machine, variants, seed, numbers=number // game.seats)
    own = number % game.seats
    seats = torch.arange(games.who.shape[1], device=device)
    games.who = torch.where(seats == own[:, None], NETWORK, GREEDY if rival is None else RIVAL)
    won = torch.zeros(count, dtype=torch.float64, device=device)
    network, rival = network.to(device), rival.to(device) if rival is not None else None
    games.move_on()
    while len(number):
        games.decide(network, rival, 0.0, 0.0)
        games.move_on()
        ended = games.told[:, ENDED] != 0
        won[number[ended]] = games.shares[ended].gather(1, own[number[ended], None])[:, 0]
        games.keep(~ended)
        number = number[~ended]
    return won.view(deals, game.seats).mean(1)
