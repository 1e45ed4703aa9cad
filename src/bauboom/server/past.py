"""A game that is no secret any more, to be looked through: that of a finished table, or of an imported record."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from bauboom.core.fair import report
from bauboom.core.record import Record
from bauboom.core.state import State
from bauboom.games import load
from bauboom.machines.pages import rules_hash

from .problems import Problem

MOMENTS = 100  # in one answer


class Past:
    """All states of a game, from before its first action to where it ended, with the names of those who played."""

    def __init__(self, end: State, names: Sequence[str], record: Callable[[], Record]) -> None:
        self.game, self.end, self.names = end.game, end, list(names)
        self._record = record  # makes it: telling a whole game takes a while

    @cached_property
    def states(self) -> list[State]:
        return [State.root_of(self.game, None), *self.end.path()]

    @property
    def steps(self) -> int:
        return self.end.step

    def moment(self, step: int, seat: int | None) -> dict[str, Any]:
        """The game at a step, as a seat (None: a spectator) saw it, and the action that led there."""
        if not 0 <= step <= self.steps or (seat is not None and not 0 <= seat < self.game.seats):
            raise Problem("not_found", f"steps go from 0 to {self.steps}, seats from 0 to {self.game.seats - 1}")
        state = self.states[step]
        before, action = state.previous if step else None, state.action
        return {
            "step": step,
            "steps": self.steps,
            "seat": seat,
            "turn": state.turn,
            "scores": list(state.scores),
            "action": None if action is None else str(self.game.space.actions[action]),
            "by": before.turn if before else None,
            "view": state.view(seat).data,
            "told": state.told(seat, before) if before else [],
        }

    def moments(self, first: int, count: int, seat: int | None) -> dict[str, Any]:
        """Several steps at once; fewer where the game ends."""
        last = min(first + count, self.steps + 1)
        return {"steps": self.steps, "seat": seat, "list": [self.moment(step, seat) for step in range(first, last)]}

    def moves(self) -> dict[str, Any]:
        """The whole game for a page that has the rules: the row that it began with, and the ids of all actions."""
        end = self.end
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "rules": rules_hash(load(self.game.name)),
            "names": self.names,
            "opening": base64.b64encode(self.game.opening.tobytes()).decode(),
            "actions": [state.action for state in end.path()],
            "result": {"scores": list(end.scores), "winners": list(end.winners)} if end.is_over else None,
        }

    def record(self) -> Record:
        """The transcript of the game, with the proof of its chance if there is one."""
        return self._record()

    def verified(self) -> dict[str, Any]:
        """Whether all that chance brought is what the record's seed and the players' nonces give."""
        return report(self.record())

    def picture(self, seat: int | None = None) -> str:
        """The end of the game as a seat (None: a spectator) saw it, as SVG."""
        return self.end.view(seat).picture(self.names)
