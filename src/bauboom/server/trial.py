"""Decisions that are listed and tried before they are made: from a seat's own view and nothing else."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from bauboom.bots import Bot
from bauboom.core.action import ActionSpace, UnknownAction
from bauboom.core.state import IllegalAction, State, View

from .problems import Problem

TRIALS = 64  # in one request
CHAIN = 8  # decisions that belong together

_chains = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})*(,[0-9]{1,9}(\.[0-9]{1,9})*)*", re.ASCII)


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Tell the caller what the rules have against an action."""
    try:
        yield
    except UnknownAction as error:
        raise Problem("illegal", str(error)) from None
    except IllegalAction as error:
        raise Problem("illegal", error.why, rule=error.rule) from None


def played(state: State, actions: Iterable[int]) -> State:
    """A state after some actions, each of which must be legal."""
    for action in actions:
        state = state.play_one(action)
    return state


def legal_list(view: View, ids: Sequence[int] | None = None) -> list[msgspec.Raw]:
    """What a seat may do, from its own view; or some of it."""
    return [_action_text(view.game.space, number) for number in (view.legal_ids() if ids is None else ids)]


@functools.lru_cache(100_000)
def _action_text(space: ActionSpace, number: int) -> msgspec.Raw:
    action = space.actions[number]
    return msgspec.Raw(msgspec.json.encode({"id": number, "text": str(action), **msgspec.to_builtins(action)}))


def read_chains(text: str) -> list[list[int]]:
    """`12,57.3`: two decisions to be tried, the second with one that belongs to it."""
    if not text:
        return []
    if not _chains.fullmatch(text):
        raise Problem("bad_message", "actions are ids with commas between them, as in 12,57")
    chains = [[int(number) for number in chain.split(".")] for chain in text.split(",")]
    if len(chains) > TRIALS or any(len(chain) > CHAIN for chain in chains):
        raise Problem("bad_message", f"{TRIALS} decisions can be tried at once, each of {CHAIN} actions at most")
    return chains


def previews(view: View, chains: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """What the seat on turn would see and be told after each decision, before chance acts."""
    return [_preview(view, chain) for chain in chains]


def _preview(view: View, actions: Sequence[int]) -> dict[str, Any]:
    told: list[dict[str, Any]] = []
    for number, action in enumerate(actions):
        if number > 0 and not view.is_secret:
            raise Problem("illegal", "one decision at a time")
        with refusing():
            told += view.told(action)
            view = view.after(action)
    return {"actions": list(actions), "view": view.data, "told": told}


def reasons(view: View, actions: Sequence[int]) -> list[list[dict[str, Any]]]:
    """What speaks for each of some decisions that belong together."""
    found = []
    for action in actions:
        found.append(view.reasons(action))
        view = view.after(action)
    return found


def decisions(bot: Bot, view: View) -> list[int]:
    """What a bot does, together with what nobody may know that it decides."""
    actions: list[int] = []
    while not actions or view.is_secret:
        actions.append(view.game.space.encode(bot.choose(view, view.legal)))
        view = view.after(actions[-1])
    return actions
