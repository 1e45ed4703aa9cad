"""Match: bots play each other on the same deals, every one on every seat, so that luck and seats cancel out.

A *deal* is a number that fixes what chance brings, whichever bots play. It is played once with every *seating* of the
match. A game has a number (deal × seatings + seating) and depends on that and on the match alone, so that any process
on any machine can play it, at any time, and play it again.
"""

import hashlib
import math
import time
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from bauboom import __version__
from bauboom.bots import Bot, agents
from bauboom.core.dice import check_seed
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.state import State

from .fortune import check_fortune, fortune_of
from .processes import side_by_side

FORMAT = "bauboom/arena/1"


@dataclass(frozen=True)
class Match:
    """Everything that the games of a match depend on."""

    game: Game
    seatings: tuple[tuple[str, ...], ...]  # of every deal: the bots by seat
    seed: int = 0
    threads: int = 1  # that one bot thinks with
    limit: float = agents.LIMIT  # seconds for a decision of an agent
    weighs_luck: bool = False  # whether what chance brings is told apart (fortune.py)

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """Each bot once, as they were named."""
        return tuple(dict.fromkeys(name for seating in self.seatings for name in seating))

    def make_bot(self, name: str, seed: int) -> Bot:
        return agents.make(name, seed, self.threads, self.limit)

    @cached_property
    def description(self) -> dict[str, Any]:
        """What distinguishes this match from all others, as JSON."""
        return {
            "format": FORMAT,
            "bauboom": __version__,
            "game": self.game.name,
            "options": dict(self.game.options),
            **({self.game.custom.key: self.game.material} if self.game.custom and self.game.material else {}),
            "seatings": [list(seating) for seating in self.seatings],
            "seed": self.seed,
            "threads": self.threads,
            **({"limit": self.limit} if any(map(agents.is_agent, self.bots)) else {}),
            **({"luck": True} if self.weighs_luck else {}),
        }


def plan(
    game: Game,
    bots: Sequence[str],
    seed: int = 0,
    threads: int = 1,
    limit: float = agents.LIMIT,
    weighs_luck: bool = False,
) -> Match:
    """The match of some bots.

    As many bots as seats are one line-up, in which a bot may have several seats. Of more bots, every combination that
    fills the seats is one. With fewer, each is alone against every other, which has all the other seats. A line-up is
    played in all its rotations; so each bot sits on each seat equally often, and meets each other equally often.
    """
    names = list(dict.fromkeys(bots))
    for name in names:
        agents.check(name, game)
    if weighs_luck:
        check_fortune(game)
    if len(names) < 2:
        raise OptionError("an arena takes two bots or more, as in --bots greedy,random; one alone plays in simulate")
    lineups: Iterable[Sequence[str]]
    if len(bots) == game.seats:
        lineups = [bots]
    elif len(names) < len(bots):
        raise OptionError(
            f"a bot is named twice among {len(bots)} bots; name each once, or exactly the {game.seats} that play"
        )
    elif len(names) > game.seats:
        lineups = combinations(names, game.seats)
    else:
        lineups = [(one, *[other] * (game.seats - 1)) for one, other in permutations(names, 2)]
    rotations = ((*lineup[i:], *lineup[:i]) for lineup in lineups for i in range(game.seats))
    return Match(game, tuple(dict.fromkeys(rotations)), check_seed(seed), threads, limit, weighs_luck)


class FinishedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one game of a match. The tuples are by seat."""

    deal: int
    seating: int
    points: tuple[int, ...]
    shares: tuple[float, ...]  # of the win
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]  # of thinking, in all decisions
    faults: dict[int, dict[str, int]] = {}  # of agents, by seat and kind
    luck: tuple[float, ...] = ()  # in shares of the win, where it is weighed
    said: dict[int, str] = {}  # of the last fault, by seat


Games = Generator[FinishedGame, None, None]  # as they end


class Deal:
    """What chance brings in a deal: as similar as possible in games with different decisions.

    Outcomes are drawn one kind at a time (cards, rolls, the start player): the n-th card is the same card whatever was
    rolled, and however many decisions there were, before it. And they are drawn by a race: each possible outcome has an
    arrival time of its own, exponential with its chance as the rate, and the first one comes. That gives every outcome
    exactly its chance; and where one of thirty cards is gone already, any of the others still comes as it would have.
    """

    def __init__(self, seed: int, deal: int) -> None:
        self._seed, self._deal = seed, deal
        self._drawn: Counter[str] = Counter()

    def outcome(self, state: State) -> int:
        """What comes now."""
        outcomes = state.outcome_ids()
        if len(outcomes) == 1:
            return outcomes[0][0]  # a card that a player put there is not drawn
        kind = type(state.game.space.actions[outcomes[0][0]]).__name__
        number = self._drawn[kind]
        self._drawn[kind] += 1

        def arrival(outcome: tuple[int, float]) -> float:
            action, chance = outcome
            drawn = hashed(self._seed, "deal", self._deal, kind, number, action)
            return -math.log((drawn + 1) / (1 << 62)) / chance

        return min(outcomes, key=arrival)[0]


def hashed(*what: object) -> int:
    """A random number of 62 bits that belongs to this and nothing else."""
    text = "/".join(map(str, what)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") >> 2


def play(match: Match, number: int) -> FinishedGame:
    """Play one game of a match."""
    deal, seating = divmod(number, len(match.seatings))
    chance, state = Deal(match.seed, deal), match.game.root
    bots = [
        match.make_bot(name, hashed(match.seed, "bot", deal, seating, seat))
        for seat, name in enumerate(match.seatings[seating])
    ]
    try:
        return _play(match, state, chance, bots, deal, seating)
    finally:
        for bot in bots:
            agents.close(bot)


def _play(match: Match, state: State, chance: Deal, bots: Sequence[Bot], deal: int, seating: int) -> FinishedGame:
    decisions, seconds, luck = [0] * len(bots), [0.0] * len(bots), np.zeros(len(bots))
    while not state.is_over:
        seat = state.turn
        if seat is None:
            came = chance.outcome(state)
            if match.weighs_luck:
                luck += fortune_of(state, came)
            state = state.play_one(came)
            continue
        view = state.view(seat)
        legal, begun = view.legal, time.perf_counter()
        action = bots[seat].choose(view, legal)
        seconds[seat] += time.perf_counter() - begun
        decisions[seat] += 1
        state = state.play_one(action)
    spent = tuple(round(value, 6) for value in seconds)
    faults = {seat: found for seat, bot in enumerate(bots) if (found := agents.faults_of(bot))}
    weighed = tuple(luck.tolist()) if match.weighs_luck else ()
    said = {seat: agents.last_fault_of(bots[seat]) for seat in faults}
    return FinishedGame(deal, seating, state.scores, state.returns, tuple(decisions), spent, faults, weighed, said)


class Ledger:
    """The file of a match: a line that names it, then a line for each finished game, in whatever order they ended.

    A line is written whole or not at all: what was cut off by a crash is dropped when the file is opened again.
    """

    def __init__(self, path: Path, match: Match) -> None:
        self.path, self._match = path, match
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("a+b", buffering=0)
        self.results: dict[int, FinishedGame] = {}
        try:
            self._read()
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> None:
        self._file.seek(0)
        content = self._file.read()
        whole = content[: content.rfind(b"\n") + 1]
        if not whole and not _first_line(self._match).startswith(content):
            raise self._stranger("it is no file of an arena")
        if len(whole) < len(content):
            self._file.truncate(len(whole))
        first, *lines = whole.splitlines() or [b""]
        if not whole:
            self._write(_first_line(self._match))
            return
        self._compare(first)
        decoder = msgspec.json.Decoder(FinishedGame)
        for i, line in enumerate(lines, 2):
            try:
                result = decoder.decode(line)
                if result.deal < 0 or not len(result.points) == len(result.shares) == self._match.game.seats:
                    raise ValueError
                number = self.number(result)
            except ValueError:
                raise OptionError(f"{self.path}: line {i} is no game of this match; delete that line") from None
            self.results.setdefault(number, result)

    def _compare(self, line: bytes) -> None:
        try:
            found = msgspec.json.decode(line)
        except msgspec.DecodeError:
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise self._stranger("it is no file of an arena")
        wanted = msgspec.json.decode(_first_line(self._match))
        for key in dict.fromkeys([*wanted, *found]):
            if found.get(key) != wanted.get(key):
                raise self._stranger(f"{key} is {_told(found.get(key))} there and {_told(wanted.get(key))} here")

    def _stranger(self, why: str) -> OptionError:
        return OptionError(f"{self.path} is not of this match: {why}; name another folder with --out")

    def number(self, result: FinishedGame) -> int:
        if not 0 <= result.seating < len(self._match.seatings):
            raise ValueError
        return result.deal * len(self._match.seatings) + result.seating

    def add(self, result: FinishedGame) -> None:
        """Keep a game."""
        self._write(msgspec.json.encode(result) + b"\n")
        self.results[self.number(result)] = result

    def _write(self, line: bytes) -> None:
        if self._file.write(line) != len(line):
            raise OSError(28, "no room left on the disk; the games before are kept", str(self.path))

    def close(self) -> None:
        self._file.close()


def _first_line(match: Match) -> bytes:
    return msgspec.json.encode(match.description) + b"\n"


def _told(value: object) -> str:
    text = "nothing" if value is None else msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else text[:57] + "…"


def play_here(match: Match, numbers: Iterable[int]) -> Games:
    """Play games one after the other."""
    return (play(match, number) for number in numbers)


def play_in_processes(match: Match, numbers: Iterable[int], workers: int) -> Games:
    """Play games side by side and yield them as they end; a caller that stops asking ends the processes."""
    return side_by_side(partial(play, match), numbers, workers, "try fewer --workers, and with --out it goes on")
