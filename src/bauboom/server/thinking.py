"""Who thinks next: bots share a few threads, and no person's tables keep the bots of others waiting.

Bots that only look at the board need milliseconds, those that search a second: each kind has threads of its own. Within
a kind people take turns, and one person's bots never have all threads at once.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from bauboom.bots import parted
from bauboom.bots.simple import SIMPLE

Result = TypeVar("Result")
Job = tuple[Callable[..., Any], tuple[Any, ...], "asyncio.Future[Any]", float]
Told = Callable[[float], None]


class Lane:
    """Threads for one kind of bot, and a queue for each person who has some."""

    def __init__(self, name: str, threads: int, on_wait: Told = lambda seconds: None) -> None:
        self._on_wait = on_wait  # told how long each waited for a thread
        self._threads = threads
        self._most = max(1, threads // 2)  # of one person at once
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._queues: OrderedDict[str, deque[Job]] = OrderedDict()  # the person who was served last comes last
        self._running: Counter[str] = Counter()

    async def run(self, person: str, function: Callable[..., Result], *arguments: Any) -> Result:
        """What a function gives, after what this person asked for before."""
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(person, deque()).append((function, arguments, done, time.perf_counter()))
        self._begin()
        return await done

    def __len__(self) -> int:
        """How many wait."""
        return sum(len(jobs) for jobs in self._queues.values())

    def _begin(self) -> None:
        """Give free threads to those whose turn it is."""
        while self._running.total() < self._threads:
            ready = (one for one, jobs in self._queues.items() if jobs and self._running[one] < self._most)
            if (person := next(ready, None)) is None:
                return
            function, arguments, done, since = self._queues[person].popleft()
            if done.done():  # its table was closed
                self._forget(person)
                continue
            self._queues.move_to_end(person)
            self._running[person] += 1
            self._on_wait(time.perf_counter() - since)
            work = asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)
            work.add_done_callback(lambda work, person=person, done=done: self._end(person, done, work))  # type: ignore[misc]

    def _end(self, person: str, done: asyncio.Future[Any], work: asyncio.Future[Any]) -> None:
        if work.cancelled():  # the house is closed
            done.cancel()
            return
        self._running[person] -= 1
        self._forget(person)
        if error := work.exception():
            if not done.done():
                done.set_exception(error)
        elif not done.done():
            done.set_result(work.result())
        self._begin()

    def _forget(self, person: str) -> None:
        """A person for whom nothing runs or waits needs no place in the row."""
        if not self._running[person] and not self._queues[person]:
            del self._running[person], self._queues[person]

    def close(self) -> None:
        self._queues.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)


class Thinking:
    """All thinking of bots in this process."""

    def __init__(self, on_quick_wait: Told = lambda seconds: None, on_search_wait: Told = lambda seconds: None) -> None:
        threads = max(2, os.cpu_count() or 2)
        self.simple = Lane("bot", threads, on_quick_wait)
        self.searching = Lane("search", threads, on_search_wait)

    async def run(self, person: str, level: str, function: Callable[..., Result], *arguments: Any) -> Result:
        """Let a bot of a level think, at a table that a person has made."""
        lane = self.simple if parted(level)[0] in SIMPLE else self.searching
        return await lane.run(person, function, *arguments)

    def __len__(self) -> int:
        return len(self.simple) + len(self.searching)

    def close(self) -> None:
        for lane in (self.simple, self.searching):
            lane.close()
