"""Win chances and turning points of games that are no secret any more: found out once, then kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec

from bauboom.analysis.game import Decision, analysed, deciding
from bauboom.analysis.game import assess as judge
from bauboom.core.state import State

from .house import House
from .problems import Problem

BUDGET = "300"  # simulations for a decision: a second or two for a game
PART = 4  # decisions in a row, before others have their turn
KEPT = 256  # games in memory
WAITING = 16  # games at most that are being looked at, or wait for it
COST = 100  # in trials, of which a hint costs 16


class Insights:
    def __init__(self, house: House) -> None:
        self.house = house
        self._kept: OrderedDict[str, asyncio.Task[dict[str, Any]]] = OrderedDict()
        self._working = asyncio.Semaphore(1)  # one game at a time; whoever else has work for the house goes between

    def knows(self, key: str) -> bool:
        """Whether somebody has asked already: then it costs nothing."""
        return key in self._kept

    async def of(self, key: str, end: State) -> dict[str, Any]:
        """The analysis of a game. Whoever goes away meanwhile finds it when he comes back."""
        if key not in self._kept:
            if sum(not task.done() for task in self._kept.values()) >= WAITING:
                raise Problem("too_many", "many games are being analysed; wait a little", retry=10.0)
            self._kept[key] = asyncio.create_task(self._find_out(end))
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        try:
            return await asyncio.shield(self._kept[key])
        except Exception:
            self._kept.pop(key, None)  # the next one may have more luck
            raise

    async def _find_out(self, end: State) -> dict[str, Any]:
        async with self._working:
            states, decisions = await self.house.off_loop(deciding, end), list[Decision]()
            for first in range(0, len(states), PART):
                decisions += await self.house.off_loop(_judge_some, states[first : first + PART])
            return await self.house.off_loop(_told, end, decisions)


def _judge_some(states: list[State]) -> list[Decision]:
    return [judge(state, BUDGET, seed=0) for state in states]


def _told(end: State, decisions: list[Decision]) -> dict[str, Any]:
    found = analysed(end, decisions)
    turns = [
        {key: value for key, value in msgspec.to_builtins(turn).items() if value is not None} for turn in found.turns
    ]
    for turn in turns:
        turn.update(change=round(turn["change"], 3), error=round(turn["error"], 3))
    curve = [[step, [round(chance, 3) for chance in chances]] for step, chances in found.curve]
    return {"curve": curve, "turns": turns}
