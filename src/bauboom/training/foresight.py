"""The network of bots/network.py for PyTorch, and the way from one to the other."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from bauboom.bots.network import Learnt
from bauboom.core.errors import OptionError
from bauboom.core.game import Game


class Foresight(nn.Module):
    """Foresees the shares of the win by chair, as logarithms, from the inputs of positions.

    parts: [position, all inputs of all parts], whole: [position, input], seats: [position].
    """

    def __init__(self, game: Game, of_part: int, of_whole: int, hidden: int) -> None:
        super().__init__()
        inputs, self.chairs = game.inputs, game.lengths["seats"]
        self.parts, self.each = inputs.parts, inputs.each
        units = of_part if inputs.parts else 0
        self.part = nn.Linear(inputs.each, units, bias=False) if inputs.parts else None
        self.whole = nn.Linear(inputs.whole, of_whole)
        self.second = nn.Linear(of_whole + units, hidden)
        self.last = nn.Linear(hidden, self.chairs)
        with torch.no_grad():  # a list has some hundred inputs at most, whatever there are
            for layer in (self.part, self.whole):
                if layer is not None:
                    layer.weight.normal_(0, 0.1)
            if inputs.parts:
                self.second.weight[:, of_whole:] /= inputs.parts

    def forward(self, parts: Tensor, whole: Tensor, seats: Tensor) -> Tensor:
        said = torch.relu(self.whole(whole))
        if self.part is not None:
            of_parts = torch.relu(self.part(parts.view(-1, self.each)))
            said = torch.cat([said, of_parts.view(len(whole), self.parts, -1).sum(1)], 1)
        numbers = self.last(torch.relu(self.second(said))).float()
        nobody = torch.arange(self.chairs, device=seats.device) >= seats[:, None]
        return torch.log_softmax(numbers.masked_fill(nobody, -1e9), 1)


def learnt_by(network: Foresight) -> Learnt:
    """What it has learnt, as bots use it: rounded to 16 bits, as it is kept."""
    layers = [network.whole, network.second, network.last]
    none = np.zeros((0, 0), np.float16)
    part = none if network.part is None else _rounded(network.part.weight.T)
    arrays = [_rounded(array) for layer in layers for array in (layer.weight.T, layer.bias)]
    return Learnt(part, *arrays)


def _rounded(weights: Tensor) -> np.ndarray:
    array: np.ndarray = np.ascontiguousarray(weights.detach().cpu().numpy().astype(np.float16))
    return array


def network_from(learnt: Learnt, game: Game) -> Foresight:
    """The network that has learnt this."""
    network = Foresight(game, learnt.part.shape[1], len(learnt.whole_bias), len(learnt.second_bias))
    given = [torch.from_numpy(array.astype(np.float32)) for array in learnt]
    with torch.no_grad():
        if network.part is not None:
            network.part.weight.copy_(given[0].T)
        for layer, weight, bias in zip(
            (network.whole, network.second, network.last), given[1::2], given[2::2], strict=True
        ):
            layer.weight.copy_(weight.T)
            layer.bias.copy_(bias)
    return network


def write(learnt: Learnt, file: Path) -> None:
    """A file as a game's folder has it."""
    content = io.BytesIO()
    np.savez_compressed(content, **learnt._asdict())
    replace(file, content.getvalue())


def replace(file: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    new = file.with_name(f".{file.name}.new")
    try:
        new.write_bytes(content)
        new.replace(file)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        raise OptionError(f"{file} cannot be written: {error.strerror}") from None
