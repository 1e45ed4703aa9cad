"""A game that is no secret any more, to be looked through step by step."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from bauboom.core.state import State
from bauboom.games import load
from bauboom.machines.pages import rules_hash

from .problems import Problem

MOMENTS = 100  # in one answer


class Replay:
    """All states of a game, from before its first action to where it ended."""

    def __init__(self, end: State) -> None:
        self.game = end.game
        self.states = [State.root_of(end.game, None), *end.path()]
        self.steps = len(self.states) - 1

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

    def moves(self, names: Sequence[str]) -> dict[str, Any]:
        """All of it for somebody who has the rules: the row that it began with, and the ids of all actions."""
        opening, end = self.states[0], self.states[-1]
        game = self.game
        return {
            "game": game.name,
            "options": dict(game.options),
            "rules": rules_hash(load(game.name)),
            "names": list(names),
            "opening": base64.b64encode(opening.rows.tobytes()).decode(),
            "actions": [state.action for state in self.states[1:]],
            "result": {"scores": list(end.scores), "winners": list(end.winners)} if end.is_over else None,
        }

    def moments(self, first: int, count: int, seat: int | None) -> dict[str, Any]:
        """Several steps at once; fewer where the game ends."""
        last = min(first + count, self.steps + 1)
        return {"steps": self.steps, "seat": seat, "list": [self.moment(step, seat) for step in range(first, last)]}
