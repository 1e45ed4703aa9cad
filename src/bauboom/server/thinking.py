"""Who thinks next: bots share a few threads, and no person's tables keep the bots of others waiting.

Bots that only look at the board need milliseconds, those that search a second: each kind has threads of its own. Within
a kind addresses take turns, for one can be many guests, and so do the people at each of them. One person's bots never
have all threads at once.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any, TypeVar

from bauboom.bots import parted
from bauboom.bots.simple import SIMPLE

from .problems import restarting

KNOWN = 100_000  # people whose addresses are remembered

Result = TypeVar("Result")
Job = tuple[Callable[..., Any], tuple[Any, ...], "asyncio.Future[Any]", float]
Asker = tuple[str, str]  # an address, and a person there
Told = Callable[[float], None]


class Lane:
    """Threads for one kind of bot, and a queue for each person who has some."""

    def __init__(self, name: str, threads: int, on_wait: Told = lambda seconds: None) -> None:
        self._on_wait = on_wait  # told how long each waited for a thread
        self._threads = threads
        self._most = max(1, threads // 2)  # of one person at once
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        # by address and person; what was served last comes last
        self._queues: OrderedDict[str, OrderedDict[str, deque[Job]]] = OrderedDict()
        self._running: Counter[Asker] = Counter()
        self._is_closed = False

    async def run(self, asker: Asker, function: Callable[..., Result], *arguments: Any) -> Result:
        """What a function gives, after what this person asked for before."""
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        address, person = asker
        jobs = self._queues.setdefault(address, OrderedDict()).setdefault(person, deque())
        jobs.append((function, arguments, done, time.perf_counter()))
        self._begin()
        return await done

    def __len__(self) -> int:
        """How many wait."""
        return sum(len(jobs) for people in self._queues.values() for jobs in people.values())

    def _next(self) -> Asker | None:
        """Whose turn it is, of those who may have another thread."""
        for address, people in self._queues.items():
            for person, jobs in people.items():
                if jobs and self._running[address, person] < self._most:
                    return address, person
        return None

    def _begin(self) -> None:
        """Give free threads to those whose turn it is."""
        while self._running.total() < self._threads and (asker := self._next()) is not None:
            address, person = asker
            function, arguments, done, since = self._queues[address][person].popleft()
            if done.done():  # its table was closed
                self._forget(asker)
                continue
            self._queues.move_to_end(address)
            self._queues[address].move_to_end(person)
            self._running[asker] += 1
            self._on_wait(time.perf_counter() - since)
            work = asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)
            work.add_done_callback(lambda work, asker=asker, done=done: self._end(asker, done, work))  # type: ignore[misc]

    def _end(self, asker: Asker, done: asyncio.Future[Any], work: asyncio.Future[Any]) -> None:
        if not done.done():
            if work.cancelled():
                done.set_exception(restarting())
            elif error := work.exception():
                done.set_exception(error)
            else:
                done.set_result(work.result())
        if not self._is_closed:
            self._running[asker] -= 1
            self._forget(asker)
            self._begin()

    def _forget(self, asker: Asker) -> None:
        """A person for whom nothing runs or waits needs no place in the row."""
        address, person = asker
        if not self._running[asker] and not self._queues[address][person]:
            del self._running[asker], self._queues[address][person]
            if not self._queues[address]:
                del self._queues[address]

    def close(self) -> None:
        """Stop; who still waits for a thread has to ask again."""
        self._is_closed = True
        for people in self._queues.values():
            for _, _, done, _ in chain.from_iterable(people.values()):
                if not done.done():
                    done.set_exception(restarting())
        self._queues.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)


class Thinking:
    """All thinking of bots in this process."""

    def __init__(self, on_quick_wait: Told = lambda seconds: None, on_search_wait: Told = lambda seconds: None) -> None:
        threads = max(2, os.cpu_count() or 2)
        self.simple = Lane("bot", threads, on_quick_wait)
        self.searching = Lane("search", threads, on_search_wait)
        self._addresses: OrderedDict[str, str] = OrderedDict()  # of people, those that were seen last last

    def note_address(self, person: str, address: str) -> None:
        """Know from where a person last came."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > KNOWN:
            self._addresses.popitem(last=False)

    async def run(self, person: str, level: str, function: Callable[..., Result], *arguments: Any) -> Result:
        """Let a bot of a level think, at a table that a person has made or for one who asks for its advice."""
        lane = self.simple if parted(level)[0] in SIMPLE else self.searching
        return await lane.run((self._addresses.get(person, person), person), function, *arguments)

    def __len__(self) -> int:
        return len(self.simple) + len(self.searching)

    def close(self) -> None:
        for lane in (self.simple, self.searching):
            lane.close()
