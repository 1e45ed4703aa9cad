"""What is measured while a server works, for Prometheus: how long things take, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from prometheus_client.core import GaugeMetricFamily, Metric

from .problems import STATUS

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
disable_created_metrics()  # type: ignore[no-untyped-call]  # when each of them began: as many lines again, which nobody asks for
STATM = Path("/proc/self/statm")  # where Linux says how much memory this process has


class Measures:
    """The histograms and counters of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        requests = self._histogram("request", "HTTP requests, from their arrival to the last byte", ["status"])
        self._requests = {number: requests.labels(f"{number}xx") for number in range(2, 6)}
        self.commit = self._histogram(
            "commit", "groups of entries, from the first statement until they are on the disk"
        )
        self.frame = self._histogram("frame", "telling everybody at a table what has happened there")
        waits = self._histogram("bot_wait", "bots of the house, until they have a thread to think", ["bots"])
        self.bot_wait = {kind: waits.labels(kind) for kind in ("quick", "searching")}
        self.loop_lag = self._histogram("loop_lag", "how late the event loop comes to what it was asked to do")
        refused = Counter("bauboom_refusals", "requests and commands refused", ["error"], registry=self.registry)
        self._refused = {key: refused.labels(key) for key in STATUS}
        self.registry.register(Memory())

    def _histogram(self, what: str, text: str, labels: list[str] | None = None) -> Histogram:
        return Histogram(f"bauboom_{what}_seconds", text, labels or [], buckets=SECONDS, registry=self.registry)

    def request(self, status: int, seconds: float) -> None:
        self._requests[min(max(status // 100, 2), 5)].observe(seconds)

    def refused(self, key: str) -> None:
        self._refused[key].inc()


class Memory:
    """How much memory the process has; nothing where the system does not say so."""

    def collect(self) -> list[Metric]:
        if not STATM.exists():
            return []
        pages = int(STATM.read_text(encoding="ascii").split()[1])
        return [GaugeMetricFamily("bauboom_memory_bytes", "memory of this process", pages * os.sysconf("SC_PAGE_SIZE"))]
