"""The games of a match on a Ray cluster: this machine's cores, or those of many machines.

Every machine needs the same version of Bauboom. A game is a task that any machine can repeat, so a worker that
is killed in the middle of one costs only the time spent on it.
"""

import logging
import os
import re
import socket
from collections.abc import Iterable
from itertools import islice
from typing import Any

from bauboom.core.errors import OptionError

from .match import Games, Match, play

HERE = "local"  # the address of a cluster that is started for the match and ends with it
TRIES = 20  # a game that ends its worker each time is not tried for ever


def play_on_ray(match: Match, numbers: Iterable[int], address: str = HERE, workers: int | None = None) -> Games:
    """Play games on a cluster and yield them as they end. A caller that stops asking ends those still being played."""
    ray = _connect(address, workers)
    rest, waiting = iter(numbers), list[Any]()
    try:
        largest = max((node["Resources"].get("CPU", 0) for node in ray.nodes() if node["Alive"]), default=0)
        if largest < match.threads:
            raise OptionError(f"no machine of the cluster has {match.threads} cores for a game; try fewer --threads")
        cores = int(ray.cluster_resources().get("CPU", 1))
        task = ray.remote(play).options(num_cpus=match.threads, max_retries=TRIES, retry_exceptions=False)
        known = ray.put(match)
        ahead = 2 * max(1, cores // match.threads)
        waiting += [task.remote(known, number) for number in islice(rest, ahead)]
        while waiting:
            done, waiting = ray.wait(waiting, num_returns=1)
            waiting += [task.remote(known, number) for number in islice(rest, len(done))]
            yield from ray.get(done)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError) as error:
        raise OptionError(f"a game was tried {TRIES} times on Ray in vain: {str(error).splitlines()[0]}") from None
    finally:
        for game in waiting:
            ray.cancel(game, force=True)
        ray.shutdown()


def _connect(address: str, workers: int | None) -> Any:
    try:
        import ray
    except ModuleNotFoundError:
        raise OptionError("--ray needs Ray, which is not installed: pip install 'bauboom[ray]'") from None
    if place := re.fullmatch(r"(?:ray://)?\[?([^/]+?)\]?:(\d{1,5})", address):
        try:  # Ray itself would wait for minutes
            socket.create_connection((place[1], int(place[2])), timeout=10).close()
        except (OSError, OverflowError) as error:
            raise OptionError(f"there is no Ray cluster at {address}: {error}") from None
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address == HERE:
        quiet |= {"include_dashboard": False, "num_cpus": workers}
    try:
        ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        why = str(error).strip().splitlines()[0]
        advice = "if it wants a token, name that as Ray's documentation says: RAY_AUTH_MODE=token, RAY_AUTH_TOKEN=…"
        raise OptionError(f"there is no Ray cluster at {address} that lets us in: {why} ({advice})") from None
    return ray
