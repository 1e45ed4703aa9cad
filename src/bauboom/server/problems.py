"""Why a request cannot be met: a key for programs, a sentence for people."""

from typing import Any

STATUS = {
    "bad_message": 400,
    "need_name": 401,
    "wrong_password": 401,
    "not_yours": 403,
    "banned": 403,
    "not_invited": 403,
    "origin": 403,
    "not_found": 404,
    "more": 409,
    "not_now": 409,
    "stale": 409,
    "taken": 409,
    "outdated": 410,
    "too_large": 413,
    "illegal": 422,
    "too_many": 429,
    "unavailable": 503,
}


class Problem(Exception):
    """A request that cannot be met. Raised anywhere; the edges make an answer of it."""

    def __init__(self, key: str, why: str, **more: Any) -> None:
        super().__init__(why)
        self.key, self.why, self.more = key, why, more

    @property
    def status(self) -> int:
        return STATUS[self.key]

    @property
    def data(self) -> dict[str, Any]:
        return {"error": self.key, "why": self.why, **self.more}

    @property
    def headers(self) -> dict[str, str]:
        return {"retry-after": str(int(self.more["retry"]) + 1)} if "retry" in self.more else {}


def restarting() -> Problem:
    return Problem("unavailable", "the server is being restarted; try again in some seconds", retry=3.0)


def not_stored() -> Problem:
    return Problem("unavailable", "the server cannot store anything now; try again in some seconds", retry=5.0)


def not_found() -> Problem:
    """The same for what is not there and for what the caller may not know of."""
    return Problem("not_found", "there is nothing here; the link may be wrong, or the table is gone")
