"""Policies as agents: a function of observations and masks, or a network in a file; docs/agents.md.

PolicyAgent(policy)            a function that environments would ask, or one that was learnt there
onnx:net.onnx                  a network that gives every action a number, of which the largest legal one is played
torchscript:net.pt?normalise   the same for PyTorch, and for observations between −1 and 1
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from bauboom.core.action import Action
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.state import View

ONNX, TORCHSCRIPT = "onnx", "torchscript"
NORMALISE, TABLE = "normalise", "table"  # what may follow the name of a file
NUMBERS = {  # the types of ONNX that an input may have
    "tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(bool)": np.bool_,
    "tensor(int8)": np.int8, "tensor(uint8)": np.uint8, "tensor(int32)": np.int32, "tensor(int64)": np.int64,
}  # fmt: skip
Scores = Callable[[np.ndarray, np.ndarray], np.ndarray]  # observations and masks -> a number for every action


class PolicyAgent:
    """A policy of a Gymnasium or PettingZoo environment, as an agent with choose(view, legal).

    It is asked with `{"observation": …, "action_mask": …}`, as in the environment in which it learnt: of many games at
    once, here of one (`is_batched`), or of a single one, without a first axis.
    """

    def __init__(
        self,
        policy: Callable[[dict[str, np.ndarray]], Any],
        *,
        normalise: bool = False,
        from_chair: bool = True,  # actions as in the newer of a game's two versions; False: as the table counts them
        is_batched: bool = True,
    ) -> None:
        self._policy, self._normalise, self._from_chair, self._is_batched = policy, normalise, from_chair, is_batched

    def choose(self, view: View, legal: Sequence[Action]) -> int:
        assert view.seat is not None
        seen = seen_by(view.game, view, self._normalise, self._from_chair)
        if not self._is_batched:
            seen = {name: values[0] for name, values in seen.items()}
        answer = np.asarray(self._policy(seen))
        if answer.size != 1 or answer.dtype.kind not in "iu":
            raise ValueError(f"a policy gives one action, a whole number, not {answer.shape} of {answer.dtype}")
        action = int(answer.reshape(()))
        if not 0 <= action < view.game.space.decisions:
            return -1  # no action at all, which is for others to refuse
        return int(view.game.table_actions[view.seat, action]) if self._from_chair else action


def seen_by(game: Game, view: View, normalise: bool, from_chair: bool) -> dict[str, np.ndarray]:
    """What an environment shows of a view: the observation and the mask, as of one game out of many."""
    mask = np.zeros((1, game.space.decisions), np.int8)
    mask[0, view.legal_ids()] = 1
    if from_chair and view.seat is not None:
        mask = mask[:, game.table_actions[view.seat]]
    observation = view.observation() * game.factors(normalise, from_chair)
    return {"observation": observation[np.newaxis], "action_mask": mask}


def is_network(name: str) -> bool:
    return name.partition(":")[0] in (ONNX, TORCHSCRIPT)


def network_agent(name: str, threads: int = 1) -> PolicyAgent:
    """The agent that a name such as onnx:net.onnx?normalise means."""
    kind, path, flags = _read(name)
    scores = _loaded(kind, path, threads)

    def policy(seen: dict[str, np.ndarray]) -> np.ndarray:
        values = np.asarray(scores(seen["observation"], seen["action_mask"]), np.float64)
        if values.shape != seen["action_mask"].shape:
            raise ValueError(f"{path.name} gives numbers of shape {values.shape}, not {seen['action_mask'].shape}")
        if np.isnan(values).any():
            raise ValueError(f"{path.name} gives what is not a number")
        return np.where(seen["action_mask"] != 0, values, -np.inf).argmax(1)

    return PolicyAgent(policy, normalise=NORMALISE in flags, from_chair=TABLE not in flags)


def check_network(name: str, game: Game | None) -> None:
    """Raise an OptionError if there is no such network, or if it is not one of this game."""
    agent = network_agent(name)
    if game is None:
        return
    view = game.start(seed=0).view(0)
    try:
        agent.choose(view, view.legal)
    except Exception as error:  # a library's own words for an input that does not fit
        sizes = f"{game!r} has observations of {game.observation_size} numbers and {game.space.decisions} actions"
        raise OptionError(f"{name} does not fit: {sizes}; {' '.join(str(error).split())[:160]}") from None


def _read(name: str) -> tuple[str, Path, set[str]]:
    """The kind of a network, its file and its flags."""
    kind, _, rest = name.partition(":")
    file, _, said = rest.partition("?")
    flags = {flag for flag in said.split("&") if flag}
    if unknown := flags - {NORMALISE, TABLE}:
        raise OptionError(f"{name}: {min(unknown)[:40]!r} means nothing here; there is ?{NORMALISE} and ?{TABLE}")
    if not file or not Path(file).is_file():
        raise OptionError(f"{name}: there is no file {file!r}")
    return kind, Path(file).resolve(), flags


@cache
def _loaded(kind: str, path: Path, threads: int) -> Scores:
    load = _onnx if kind == ONNX else _torchscript
    try:
        return load(path, threads)
    except ModuleNotFoundError as error:
        extra = "bauboom[onnx]" if kind == ONNX else "torch"
        raise OptionError(f"{error.name} is not installed: pip install '{extra}'") from None
    except Exception as error:  # whatever a library says of a file that is none of its own
        said = " ".join(str(error).split())[:160]
        raise OptionError(f"{path} cannot be read as {kind}: {type(error).__name__}: {said}") from None


def _onnx(path: Path, threads: int) -> Scores:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = threads
    options.log_severity_level = 3  # errors are raised; nothing is written beside the report
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    asked = [(one.name, NUMBERS[one.type]) for one in session.get_inputs()]
    if not 1 <= len(asked) <= 2:
        raise ValueError("a network has one input, the observation, or a second one, the mask")

    def scores(*given: np.ndarray) -> np.ndarray:
        fed: dict[str, Any] = {name: values.astype(kind) for (name, kind), values in zip(asked, given, strict=False)}
        return np.asarray(session.run(None, fed)[0])

    return scores


def _torchscript(path: Path, threads: int) -> Scores:
    import torch

    torch.set_num_threads(threads)
    network = torch.jit.load(str(path), map_location="cpu").eval()
    inputs = len(network.forward.schema.arguments) - 1  # the first is the network itself
    if not 1 <= inputs <= 2:
        raise ValueError("a network has one input, the observation, or a second one, the mask")

    def scores(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        given = [torch.from_numpy(observations), torch.from_numpy(masks != 0)][:inputs]
        with torch.inference_mode():
            answer: Any = network(*given)
        return np.asarray(answer[0] if isinstance(answer, tuple) else answer)

    return scores
