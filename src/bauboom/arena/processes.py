"""The same work for many things, side by side in processes: bots are Python around their kernels."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

from bauboom.core.errors import OptionError

Thing = TypeVar("Thing")
Made = TypeVar("Made")


def side_by_side(
    work: Callable[[Thing], Made], things: Iterable[Thing], workers: int, advice: str
) -> Generator[Made, None, None]:
    """What the work makes of each thing, as it is done, in whatever order.

    A caller that stops asking ends the processes; what they were working on can be done again. The advice is for a
    person whose machine ended one of them.
    """
    rest, others = iter(things), set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _depend_on_the_parent)
    waiting: set[Future[Made]] = set()
    try:
        with _deaf():
            waiting |= {pool.submit(work, thing) for thing in islice(rest, 2 * workers)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(work, thing) for thing in islice(rest, len(done))}
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise OptionError(f"a worker process was ended, perhaps for lack of memory; {advice}") from None
    finally:
        if waiting:  # the caller has given up: this is not needed
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _depend_on_the_parent() -> None:
    """Leave interrupts to the parent process, and end when it does, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


@contextmanager
def _deaf() -> Iterator[None]:
    """Ignore interrupts, also in processes that are started meanwhile: they would print a trace-back each."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
