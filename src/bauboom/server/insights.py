"""Win chances and turning points of finished games: worked out once, then kept for a while."""

from __future__ import annotations

import asyncio
import functools
from collections import Counter, OrderedDict

import msgspec

from bauboom.analysis.game import Decision, analysed, assess, deciding
from bauboom.bots.roster import HINTER
from bauboom.core.state import State

from .access import Caller
from .house import House
from .problems import Problem
from .responses import Insight, TurningPoint

BUDGET = "300"  # simulations for a decision: a second or two for a game
PART = 4  # decisions in a row, before others have their turn
KEPT = 256  # games in memory
WAITING = 64  # games at most that are being looked at, or wait for it
FROM_ADDRESS = 8  # of them for callers from one address
COST = 100  # in trials, of which a hint costs 16


class Insights:
    """Analyses of games, for which callers take turns with each other and with bots that search."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._kept: OrderedDict[str, asyncio.Task[Insight]] = OrderedDict()
        self._going: Counter[str] = Counter()  # by the address of the caller

    def knows(self, key: str) -> bool:
        """Whether it is known or under way: then it costs nothing."""
        return key in self._kept

    async def of(self, key: str, end: State, caller: Caller) -> Insight:
        """The analysis of a game. It goes on without the caller, who finds it on coming back."""
        if key not in self._kept:
            if self._going.total() >= WAITING or self._going[caller.address] >= FROM_ADDRESS:
                raise Problem("too_many", "many games are being analysed; wait a little", retry=10.0)
            self._going[caller.address] += 1
            self._kept[key] = asyncio.create_task(self._analyse(end, caller.key))
            self._kept[key].add_done_callback(functools.partial(self._end, caller.address))
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        try:
            return await asyncio.shield(self._kept[key])
        except Exception:
            self._kept.pop(key, None)  # the next attempt may succeed
            raise

    def _end(self, address: str, _: asyncio.Task[Insight]) -> None:
        self._going[address] -= 1
        if not self._going[address]:
            del self._going[address]

    async def _analyse(self, end: State, person: str) -> Insight:
        states, decisions = await self.house.off_loop(deciding, end), list[Decision]()
        for first in range(0, len(states), PART):
            part = states[first : first + PART]
            decisions += await self.house.thinking.run(person, HINTER, _assess_some, part)
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
