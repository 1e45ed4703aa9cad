"""What is measured while a server works, for Prometheus: how long things take, and what is refused.

Everything is counted on the event loop, so nothing has to be locked; to note a time takes a fraction of a microsecond.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import Counter
from itertools import accumulate
from pathlib import Path

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
STATM = Path("/proc/self/statm")  # where Linux says how much memory this process has


class Times:
    """How often something took how long."""

    def __init__(self) -> None:
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def add_to(self, family: HistogramMetricFamily, *labels: str) -> None:
        names = [*map(str, SECONDS), "+Inf"]
        buckets = list(zip(names, map(float, accumulate(self._counts)), strict=True))
        family.add_metric(list(labels), buckets, self._sum)


class Measures:
    """What one process has measured."""

    def __init__(self) -> None:
        self.requests = {f"{number}xx": Times() for number in range(2, 6)}
        self.bot_wait = {"quick": Times(), "searching": Times()}
        self.commit, self.frame, self.loop_lag = Times(), Times(), Times()
        self.refused: Counter[str] = Counter()  # by error

    def request(self, status: int, seconds: float) -> None:
        self.requests[f"{min(max(status // 100, 2), 5)}xx"].observe(seconds)

    def collect(self) -> list[Metric]:
        """As Prometheus wants it."""
        refusals = CounterMetricFamily("bauboom_refusals", "requests and commands refused", labels=["error"])
        for error, count in self.refused.items():
            refusals.add_metric([error], count)
        return [
            _histogram("request", "HTTP requests, until the last byte is sent", self.requests, "status"),
            _histogram("bot_wait", "bots of the house, until they have a thread to think", self.bot_wait, "bots"),
            _histogram("commit", "groups of entries, until they are on the disk", self.commit),
            _histogram("frame", "telling everybody at a table what has happened there", self.frame),
            _histogram("loop_lag", "how late the event loop is", self.loop_lag),
            refusals,
            *_memory(),
        ]


def _histogram(what: str, text: str, times: Times | dict[str, Times], label: str = "") -> Metric:
    family = HistogramMetricFamily(f"bauboom_{what}_seconds", text, labels=[label] if label else [])
    if isinstance(times, Times):
        times.add_to(family)
    else:
        for name, some in times.items():
            some.add_to(family, name)
    return family


def _memory() -> list[Metric]:
    """How much memory the process has; nothing where the system does not say so."""
    if not STATM.exists():
        return []
    pages = int(STATM.read_text(encoding="ascii").split()[1])
    return [GaugeMetricFamily("bauboom_memory_bytes", "memory of this process", pages * os.sysconf("SC_PAGE_SIZE"))]
