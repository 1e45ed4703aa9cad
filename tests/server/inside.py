"""A server in a thread of the tests: what it takes for the time, for its ids and for chance is theirs to say."""

import threading
from dataclasses import dataclass, field

from bauboom.core.chance import Fair
from bauboom.server import creation, house, keeper, notices, people, store, table
from bauboom.server.serve import serve
from bauboom.server.settings import Settings

from .process import SECONDS

SEED = bytes(range(100, 132))
PLENTY = 1_000_000
GENEROUS = {
    "requests_per_second": PLENTY,
    "messages_per_second": PLENTY,
    "logins_per_minute": PLENTY,
    "people_per_address": PLENTY,
}


class Inside:
    """`serve`, but here; as a context it runs, and has ended afterwards."""

    def __init__(self, folder, **settings):
        folder.mkdir(parents=True, exist_ok=True)
        self.settings = Settings(database=str(folder / "bauboom.db"), port=0, **(GENEROUS | settings))
        self._ready = threading.Event()
        self._thread = threading.Thread(target=serve, args=(self.settings, self._note), name="server")

    def _note(self, server):
        self.server = server
        self._ready.set()

    @property
    def port(self):
        return self.server.servers[0].sockets[0].getsockname()[1]

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self):
        return f"ws://127.0.0.1:{self.port}"

    @property
    def house(self):
        return self.server._house

    @property
    def thread(self):
        """The one in which its event loop runs."""
        return self._thread.ident

    def __enter__(self):
        self._thread.start()
        while not self._ready.wait(0.05):
            assert self._thread.is_alive(), "the server did not start"
        return self

    def __exit__(self, *_):
        self.server.should_exit = True
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()


@dataclass
class Clock:
    """The time, which passes when somebody says so."""

    now: int = 1_700_000_000_000

    def __call__(self):
        return self.now

    def pass_by(self, milliseconds):
        self.now += milliseconds


@dataclass(frozen=True)
class Scripted(Fair):
    """A table's chance, whose outcomes are written down: by step, the place among those possible, or else the first."""

    script: dict[int, int] = field(default_factory=dict)

    def draw(self, step, weights):
        return self.script.get(step, 0)


def script_of(end):
    """The outcomes that led to a state."""
    drawn = (state for state in end.path() if state.previous.is_chance)
    return {s.previous.step: [number for number, _ in s.previous.outcome_ids()].index(s.action) for s in drawn}


def take_over(patch, script):
    """Let ids count up, time stand still, and a table's seed and outcomes be known; the clock comes back."""
    clock, counts = Clock(), {}

    def new_id(size=12):
        counts[size] = counts.get(size, 0) + 1
        return f"{counts[size]:x}".rjust(size, "a")

    def info(**values):
        return table.Info(**values | {"seed": SEED})

    def fair(at):
        nonces = tuple(bytes.fromhex(place.nonce) if place.nonce else None for place in at.places)
        return Scripted(at.info.seed, at.info.id, nonces, script)

    for module in (creation, house, keeper, notices, people, store):
        patch.setattr(module, "now_ms", clock)
    for module in (creation, house, people):
        patch.setattr(module, "new_id", new_id)
    patch.setattr(creation, "Info", info)
    patch.setattr(table.Table, "fair", property(fair))
    return clock
