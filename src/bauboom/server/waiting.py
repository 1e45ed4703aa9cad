"""Waiting in little memory: asyncio's own event and queue take two kilobytes each, and a server has thousands."""

from __future__ import annotations

import asyncio
from typing import Any


class Signal:
    """What `asyncio.Event` is."""

    __slots__ = ("_is_set", "_waiters")

    def __init__(self, is_set: bool = False) -> None:
        self._is_set = is_set
        self._waiters: tuple[asyncio.Future[None], ...] = ()

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def clear(self) -> None:
        self._is_set = False

    async def wait(self) -> bool:
        while not self._is_set:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters = (*self._waiters, waiter)
            try:
                await waiter
            finally:
                self._waiters = tuple(other for other in self._waiters if other is not waiter)
        return True


class Inbox:
    """What `asyncio.Queue` is to one reader."""

    __slots__ = ("_messages", "_signal")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._signal = Signal()

    def empty(self) -> bool:
        return not self._messages

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        self._signal.set()

    async def get(self) -> Any:
        while not self._messages:
            self._signal.clear()
            await self._signal.wait()
        return self._messages.pop(0)
