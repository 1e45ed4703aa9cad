"""Win chances and turning points of finished games: worked out once, then kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from bauboom.analysis.game import Decision, analysed, assess, deciding
from bauboom.core.state import State

from .house import House
from .problems import Problem
from .responses import Insight, TurningPoint

BUDGET = "300"  # simulations for a decision: a second or two for a game
PART = 4  # decisions in a row, before others have their turn
KEPT = 256  # games in memory
WAITING = 16  # games at most that are being looked at, or wait for it
COST = 100  # in trials, of which a hint costs 16


class Insights:
    """Analyses of games, one at a time."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._kept: OrderedDict[str, asyncio.Task[Insight]] = OrderedDict()
        self._working = asyncio.Semaphore(1)  # other work of the house goes between its parts

    def knows(self, key: str) -> bool:
        """Whether it is known or under way: then it costs nothing."""
        return key in self._kept

    async def of(self, key: str, end: State) -> Insight:
        """The analysis of a game. It goes on without the caller, who finds it on coming back."""
        if key not in self._kept:
            if sum(not task.done() for task in self._kept.values()) >= WAITING:
                raise Problem("too_many", "many games are being analysed; wait a little", retry=10.0)
            self._kept[key] = asyncio.create_task(self._analyse(end))
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        try:
            return await asyncio.shield(self._kept[key])
        except Exception:
            self._kept.pop(key, None)  # the next attempt may succeed
            raise

    async def _analyse(self, end: State) -> Insight:
        async with self._working:
            states, decisions = await self.house.off_loop(deciding, end), list[Decision]()
            for first in range(0, len(states), PART):
                decisions += await self.house.off_loop(_assess_some, states[first : first + PART])
            return await self.house.off_loop(_insight, end, decisions)


def _assess_some(states: list[State]) -> list[Decision]:
    return [assess(state, BUDGET, seed=0) for state in states]


def _insight(end: State, decisions: list[Decision]) -> Insight:
    found = analysed(end, decisions)
    turns = []
    for turn in found.turns:
        told = {key: value for key, value in msgspec.to_builtins(turn).items() if value is not None}
        rounded = {"change": round(turn.change, 3), "error": round(turn.error, 3)}
        turns.append(msgspec.convert(told | rounded, TurningPoint))
    return Insight([(step, [round(chance, 3) for chance in chances]) for step, chances in found.curve], turns)
