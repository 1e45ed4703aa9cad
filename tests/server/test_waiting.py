"""Events and queues in little memory do what asyncio's own do."""

import asyncio
import sys

import pytest

from bauboom.server.waiting import Inbox, Signal


def size(thing):
    parts = [getattr(thing, name) for name in getattr(thing, "__slots__", ())] or list(vars(thing).values())
    own = sys.getsizeof(thing) + (sys.getsizeof(vars(thing)) if hasattr(thing, "__dict__") else 0)
    return own + sum(size(part) if isinstance(part, Signal | asyncio.Event) else sys.getsizeof(part) for part in parts)


@pytest.mark.parametrize("make", [Signal, asyncio.Event])
def test_all_who_wait_for_a_signal_go_on_and_one_who_gives_up_does_not_matter(make):
    async def main():
        signal, passed = make(), []

        async def wait(name):
            await signal.wait()
            passed.append(name)

        tasks = [asyncio.create_task(wait(name)) for name in "abc"]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.sleep(0)
        assert not passed
        signal.set()
        assert signal.is_set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert passed == ["a", "c"]
        await signal.wait()  # at once
        signal.clear()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(signal.wait(), 0.01)

    asyncio.run(main())


@pytest.mark.parametrize("make", [Inbox, asyncio.Queue])
def test_messages_come_in_their_order_also_to_a_reader_who_was_there_first(make):
    async def main():
        inbox = make()
        assert inbox.empty()
        reading = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        for message in (1, 2, 3):
            inbox.put_nowait(message)
        assert [await reading, await inbox.get(), await inbox.get()] == [1, 2, 3]
        assert inbox.empty()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(inbox.get(), 0.01)
        inbox.put_nowait(4)
        assert await inbox.get() == 4

    asyncio.run(main())


def test_they_are_smaller():
    assert 4 * size(Signal()) < size(asyncio.Event())
    assert 4 * size(Inbox()) < size(asyncio.Queue())
