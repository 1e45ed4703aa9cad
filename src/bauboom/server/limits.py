"""How often and how many: token buckets and counts per key, in memory and bounded."""

import ipaddress
import math
import time
from operator import itemgetter

_ROUNDING = 1e-6  # seconds; a caller who waited as long as told must not be refused for the last bit of a float


class Buckets:
    """A bucket per key that holds `burst` tokens and fills again at a steady rate.

    Of a bucket only the time is kept at which it will be full: a full one is as good as none and can be forgotten.
    """

    def __init__(self, rate_per_second: float, burst: int, most: int = 100_000) -> None:
        if rate_per_second <= 0 or burst < 1 or most < 1:
            raise ValueError("a bucket needs a rate above 0, and room for a token and a key")
        self._burst, self._most = burst, most
        self._seconds = 1 / rate_per_second
        self._full_at: dict[str, float] = {}
        self._sweep_above = min(most, 1024)

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._full_at)

    def take(self, key: str, now: float | None = None, cost: float = 1) -> float:
        """0.0 if allowed, else how many seconds until it would be; infinity if a full bucket holds too little."""
        if cost > self._burst:
            return math.inf
        now = time.monotonic() if now is None else now
        full_at = max(self._full_at.get(key, now), now) + cost * self._seconds
        wait = full_at - now - self._burst * self._seconds
        if wait > _ROUNDING:
            return wait
        self._full_at[key] = full_at
        if len(self._full_at) > self._sweep_above:
            self._sweep(now)
        return 0.0

    def _sweep(self, now: float) -> None:
        """Forget full buckets, then the fullest; so many that the next sweep is far away."""
        kept = {key: full_at for key, full_at in self._full_at.items() if full_at > now}
        room = self._most * 3 // 4
        if len(kept) > room:
            kept = dict(sorted(kept.items(), key=itemgetter(1), reverse=True)[:room])
        self._full_at = kept
        self._sweep_above = min(self._most, max(1024, 2 * len(kept)))


class Counted:
    """How many of something are open at once for a key."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: dict[str, int] = {}

    def __len__(self) -> int:
        """How many keys have something open."""
        return len(self._open)

    def enter(self, key: str) -> bool:
        """Whether there is room for one more, which then counts until `leave`."""
        count = self._open.get(key, 0)
        if count >= self._limit:
            return False
        self._open[key] = count + 1
        return True

    def leave(self, key: str) -> None:
        """One of those that entered is gone; KeyError if none had."""
        if self._open[key] == 1:
            del self._open[key]
        else:
            self._open[key] -= 1


def address_key(ip: str) -> str:
    """Under which key an address is limited: who has one IPv6 address usually has all of its /64."""
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return ip[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), 64), strict=False))
