"""Puzzles: positions in which one decision is clearly the best, found in games and proven by searches.

A decision is looked at cheaply first. What seems clear is *tried*: the best action against every other one that could
rival it, each followed by a search of its own with the same dice, as `expected` does. Then a deeper search with another
seed has to name the same action, with the same lead. A puzzle shows what its seat could see, and nothing else.
"""

import base64
import hashlib
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Self

import msgspec
import numpy as np

from bauboom.bots import make_bot
from bauboom.bots.search import Outlook
from bauboom.core.action import Action
from bauboom.core.errors import OptionError, UserError
from bauboom.core.game import Game, counted
from bauboom.core.record import Record, RecordError, save
from bauboom.core.state import State, View
from bauboom.games import load

from .game import expected, thinker

FORMAT = "bauboom-puzzle/1"
PROGRESS = "bauboom-puzzles-progress/1"
LEAD, SURE = 0.05, 4.0  # the share of the win, and the standard errors, by which the best action leads all others
LEAST_CHOICE = 3  # legal actions: between two there is not much to find
MOST_OF_A_GAME = 8
PLAYERS = ("level1", "level2", "level3", "level3", "level3", "level4")  # of which each seat of a game gets one

# simulations
GLANCE = 160  # for every decision
TRIALS = (48, 192, 768)  # for an action: more where it is not clear yet whether it rivals the best one
DEEP = 4096
RIVALS = 3  # at least, that are tried again by the deep search
DOUBTFUL = 1.0  # standard errors by which a lead may fall short of LEAD, to be looked at more closely
MARGIN = 0.03  # by which an action must fall behind what is asked for, not to be tried again with more simulations
SEEMING = 0.025  # the lead after a glance that is worth a closer look
FEW = 6  # visits that say little about an action

# A puzzle's first rating: bots try it, whose own ratings are these. See `rated`.
SOLVERS = {"random": 300, "level1": 900, "level2": 1200, "level3": 1500, "search:24": 1700, "level4": 1900}
TRIES = {"level1": 24, "level2": 24, "level3": 12, "search:24": 12, "level4": 12}
RANDOM_TRIES = 12  # as many as a bot that plays at random would count for; its chance is known
USUAL, DOUBT = 1500, 4  # a puzzle's rating before anybody has tried it, and for how many tries that counts
LOWEST, HIGHEST = 600, 2400
DEVIATION = 150  # of the first rating
AT_FIRST_SIGHT = "level3"
OBVIOUS = 0.75  # what the greedy bot solves so often is done at first sight; of such puzzles, only some are kept
KEPT_OBVIOUS = 0.4


class Choice(msgspec.Struct, frozen=True):
    """An action of a puzzle, and the share of the win that its seat can expect of it."""

    action: str
    chance: float
    error: float


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position with one clearly best decision."""

    format: str
    id: str  # of what is shown: six hexadecimal digits
    game: str
    version: int  # of the game
    layout: str  # of its rows
    options: dict[str, Any]
    seat: int
    step: int
    legal: int  # actions to choose from
    view: str  # the row of what the seat sees, packed: `row_of`
    best: Choice
    second: Choice  # the best of all others
    lead: float
    lead_error: float
    chances: list[float]  # by seat, with the best action
    simulations: int  # for each of the two
    reasons: list[dict[str, Any]]  # that speak for the best action
    theme: str
    rating: int
    deviation: int
    solved: dict[str, float]  # by bot, the share of its tries
    source: dict[str, Any]


class PuzzleError(UserError):
    """A puzzle that cannot be shown here, and why."""


def layout_of(game: Game) -> str:
    """What the bytes of a game's rows mean, as a short hash: rows of another layout cannot be read."""
    described = repr(np.dtype([(n, *f[:2]) for n, f in (game.dtype.fields or {}).items()]).descr)
    return hashlib.sha256(f"{game.name} {game.dtype.itemsize} {described}".encode()).hexdigest()[:12]


def packed(row: bytes) -> str:
    return base64.b64encode(zlib.compress(row, 9)).decode()


def row_of(game: Game, text: str) -> np.ndarray:
    """The row that a puzzle shows, in an array of one."""
    try:
        data = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), game.dtype.itemsize + 1)
    except (ValueError, zlib.error):
        data = b""
    if len(data) != game.dtype.itemsize:
        raise PuzzleError("the position cannot be read")
    return np.frombuffer(data, game.dtype).copy()


def view_of(game: Game, puzzle: Puzzle) -> View:
    """What a puzzle shows; a PuzzleError says why it cannot be shown."""
    if (puzzle.format, puzzle.game) != (FORMAT, game.name):
        raise PuzzleError(f"it is no puzzle of {game.name}")
    if puzzle.layout != layout_of(game):
        raise PuzzleError("it is of another version of the game")
    return View(game.with_options(puzzle.options), row_of(game, puzzle.view), puzzle.seat)


# Which decisions there are


@dataclass(frozen=True)
class Origin:
    """A game to look for puzzles in, and where it is from."""

    states: list[State]  # in which a seat decides, in order
    source: dict[str, Any]


def played_by_bots(games: Sequence[Game], seed: int, number: int) -> Origin:
    """One of the games that bots play with a seed: any variant, and any mixture of levels."""
    game = games[_hashed(seed, number, "variant") % len(games)]
    names = [PLAYERS[_hashed(seed, number, "bot", seat) % len(PLAYERS)] for seat in range(game.seats)]
    bots = [make_bot(name, _hashed(seed, number, "dice", seat)) for seat, name in enumerate(names)]
    state, states = game.start(_hashed(seed, number, "deal")), []
    while state.turn is not None:
        states.append(state)
        view = state.view(state.turn)
        state = state.play(bots[state.turn].choose(view, view.legal))
    return Origin(states, {"bots": names, "seed": seed, "number": number})


def recorded(end: State, line: bytes) -> Origin:
    """A game that was recorded."""
    states = [state.previous for state in end.path() if state.previous is not None and state.previous.turn is not None]
    return Origin(states, {"record": hashlib.sha256(line.strip()).hexdigest()[:12]})


def _hashed(*what: object) -> int:
    """A random number of 62 bits that belongs to this and nothing else."""
    text = "/".join(map(str, what)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") >> 2


# Finding puzzles


def found_in(origin: Origin, seed: int, most: int = MOST_OF_A_GAME) -> list[Puzzle]:
    """The puzzles of a game: at most one of a turn, and at most `most`, those with the largest lead."""
    found: list[tuple[int, Puzzle]] = []
    turn, before, is_found = 0, None, False
    for state in origin.states:
        if state.turn != before:
            turn, before, is_found = turn + 1, state.turn, False
        if not is_found and (puzzle := puzzle_at(state, seed, origin.source)):
            found.append((turn, puzzle))
            is_found = True
    best = sorted(found, key=lambda one: -one[1].lead)[:most]
    return [puzzle for _, puzzle in sorted(best, key=lambda one: one[0])]


def puzzle_at(state: State, seed: int, source: Mapping[str, Any]) -> Puzzle | None:
    """The puzzle of a decision, if there is one in it."""
    seat = state.turn
    assert seat is not None
    game, view = state.game, state.view(seat)
    legal, row = view.legal_ids(), view.rows.tobytes()
    if len(legal) < LEAST_CHOICE:
        return None
    own = _hashed(seed, row.hex())
    outlook = thinker(str(GLANCE), own).look(view)
    best = outlook.lines[0].action
    if seeming_lead(outlook, seat) < SEEMING:
        return None
    is_obvious = share_solved(view, best, AT_FIRST_SIGHT, own) >= OBVIOUS
    if is_obvious and _hashed(own, "obvious") % 1000 >= 1000 * KEPT_OBVIOUS:
        return None
    looks = {line.action: line.chances[seat] for line in outlook.lines if line.visits}
    rivals = sorted((action for action in legal if action != best), key=lambda action: -looks.get(action, 0.0))
    nearest = nearest_rivals(view, best, rivals, own)
    proof = confirmed(view, best, nearest, _hashed(own, "again")) if nearest else None
    if proof is None:
        return None
    actions, reasons = game.space.actions, view.reasons(best)
    solved = {name: share_solved(view, best, name, own) for name in TRIES}
    return Puzzle(
        format=FORMAT,
        id=id_of(game, seat, row),
        game=game.name,
        version=game.version,
        layout=layout_of(game),
        options=dict(game.options),
        seat=seat,
        step=state.step,
        legal=len(legal),
        view=packed(row),
        best=Choice(str(actions[best]), *_short(proof.chances[seat], proof.error)),
        second=Choice(str(actions[proof.second]), *_short(proof.second_chance, proof.second_error)),
        lead=round(proof.lead, 4),
        lead_error=round(proof.lead_error, 5),
        chances=[round(chance, 4) for chance in proof.chances],
        simulations=DEEP,
        reasons=reasons,
        theme=theme_of(view, actions[best], actions[proof.second]),
        rating=rated(solved, len(legal)),
        deviation=DEVIATION,
        solved=solved,
        source=dict(source),
    )


def theme_of(view: View, best: Action, second: Action) -> str:
    """What a puzzle is about."""
    assert view.seat is not None
    reasons = {str(reason["why"]) for reason in view.reasons(best)}
    return view.game.theme_of(view.row, view.seat, best, second, reasons)


def id_of(game: Game, seat: int, row: bytes) -> str:
    return hashlib.sha256(f"{game.name} {seat} ".encode() + row).hexdigest()[:6]


def _short(chance: float, error: float) -> tuple[float, float]:
    return round(chance, 4), round(error, 5)


def seeming_lead(outlook: Outlook, seat: int) -> float:
    """By how much the favourite of a short search leads all others that it has tried more than a few times."""
    first, *others = outlook.lines
    rest = [line.chances[seat] for line in others if line.visits >= FEW]
    return first.chances[seat] - max(rest) if rest else first.chances[seat]


def nearest_rivals(view: View, best: int, rivals: Sequence[int], seed: int) -> list[int]:
    """The rivals that come nearest to the best action, the nearest first; none if one of them comes too near.

    All are tried, with ever more simulations as long as it is not clear that they fall behind.
    """
    seat, chances = view.seat or 0, dict[int, float]()
    left = list(rivals)
    for simulations in TRIALS:
        is_last = simulations == TRIALS[-1]
        mine, error = _tried(view, best, simulations, seed, seat)
        still = []
        for action in left:
            chance, its_error = _tried(view, action, simulations, seed, seat)
            lead, doubt = mine - chance, math.hypot(error, its_error)
            chances[action] = chance
            if lead + DOUBTFUL * doubt < LEAD or (is_last and lead < LEAD):
                return []
            if lead - SURE * doubt < LEAD + MARGIN:
                still.append(action)
        left = sorted(still, key=lambda action: -chances[action])
    far = sorted(chances.keys() - set(left), key=lambda action: -chances[action])
    return [*left, *far][: max(RIVALS, len(left))]


def _tried(view: View, action: int, simulations: int, seed: int, seat: int) -> tuple[float, float]:
    chances, errors = expected(view, action, simulations, seed)
    return chances[seat], errors[seat]


@dataclass(frozen=True)
class Proof:
    """What the deep search says of the best action and of its nearest rival."""

    chances: list[float]  # by seat, with the best action
    error: float  # of the seat's own
    second: int
    second_chance: float
    second_error: float

    lead: float
    lead_error: float


def confirmed(view: View, best: int, nearest: Sequence[int], seed: int) -> Proof | None:
    """Whether a deeper search with another seed names the same action, with the same lead before every near rival."""
    seat = view.seat or 0
    chances, errors = expected(view, best, DEEP, seed)
    tried: dict[int, tuple[float, float]] = {}

    def leads(action: int) -> bool:
        chance, error = tried[action] = _tried(view, action, DEEP, seed, seat)
        return chances[seat] - chance >= max(LEAD, SURE * math.hypot(errors[seat], error))

    if not all(map(leads, nearest)):
        return None
    first, *others = thinker(str(DEEP), seed).look(view).lines
    if first.action != best or not all(leads(line.action) for line in others[:1] if line.action not in tried):
        return None
    second = max(tried, key=lambda action: tried[action][0])
    chance, error = tried[second]
    lead, doubt = chances[seat] - chance, math.hypot(errors[seat], error)
    return Proof(chances, errors[seat], second, chance, error, lead, doubt)


# How hard a puzzle is


def share_solved(view: View, best: int, bot: str, seed: int) -> float:
    """The share of a bot's tries in which it finds the best action."""
    legal, wanted, tries = view.legal, view.game.space.actions[best], TRIES[bot]
    right = sum(make_bot(bot, _hashed(seed, bot, number)).choose(view, legal) == wanted for number in range(tries))
    return round(right / tries, 3)


def rated(solved: Mapping[str, float], legal: int) -> int:
    """The rating at which the bots would have solved a puzzle as often as they did.

    Elo's formula says how often a bot of rating r solves a puzzle of rating p: 1 / (1 + 10 ** ((p - r) / 400)). The
    puzzle's rating is the one for which these shares, times the tries, add up to what was solved: the most likely one.
    A bot that chooses at random counts as well, and so do a few tries by USUAL players of which half succeed.
    """
    tries = {**TRIES, "random": RANDOM_TRIES}
    shares = {**solved, "random": 1 / legal}
    right = sum(shares[name] * tries[name] for name in tries) + DOUBT / 2

    def promised(rating: float) -> float:
        usual = DOUBT * _promise(USUAL, rating)
        return usual + sum(tries[name] * _promise(SOLVERS[name], rating) for name in tries)

    low, high = float(LOWEST), float(HIGHEST)
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (middle, high) if promised(middle) > right else (low, middle)
    return round((low + high) / 2)


def _promise(rating: float, puzzle: float) -> float:
    return float(1 / (1 + 10 ** ((puzzle - rating) / 400)))


# Many games, and the file of what was found in them


class Job(NamedTuple):
    """A game to look at: one that bots play, or a record."""

    number: int  # from 0
    line: int  # of a file of records
    record: bytes | RecordError | None
    key: str = ""  # of a game of a server, which is not looked at twice


class Looked(NamedTuple):
    """What was found in a game."""

    number: int
    line: int
    puzzles: list[Puzzle]
    problem: str = ""  # why a record was not looked at
    key: str = ""


def look_at(games: Sequence[Game], seed: int, job: Job) -> Looked:
    if job.record is None:
        return Looked(job.number, job.line, found_in(played_by_bots(games, seed, job.number), seed))
    try:
        if isinstance(job.record, RecordError):
            raise job.record
        record = Record.decode(job.record, load)
        if record.game.name != games[0].name:
            return Looked(job.number, job.line, [], f"this is a game of {record.game.name}, not of {games[0].name}")
        if all(dict(record.game.options) != dict(game.options) for game in games):
            return Looked(job.number, job.line, [], key=job.key)
        return Looked(job.number, job.line, found_in(recorded(record.replay(), job.record), seed), key=job.key)
    except RecordError as error:
        return Looked(job.number, job.line, [], str(error), job.key)


def described(games: Sequence[Game], seed: int, origin: str | None) -> dict[str, Any]:
    """What the puzzles of a file depend on."""
    return {
        "format": PROGRESS,
        "game": games[0].name,
        "layout": layout_of(games[0]),
        "variants": [game.variant for game in games],
        "material": games[0].material,
        "seed": seed,
        "from": origin,
    }


class Progress:
    """A file of puzzles, and beside it how far the search for them came.

    A game is looked at as a whole: its puzzles are added, and then the progress is written, in one move. What a crash
    left behind that is not in the progress is cut off.
    """

    def __init__(self, path: Path, what: dict[str, Any], state: dict[str, int], seen: Sequence[str] = ()) -> None:
        self.seen = list(seen)  # the keys of a server's games
        self.path, self._what, self._file = path, what, path.open("ab", buffering=0)
        self.games, self.puzzles, self.bad = state["games"], state["puzzles"], state["bad"]
        self._file.truncate(state["bytes"])
        self._bytes = state["bytes"]
        with path.open("rb") as source:
            self._known = {puzzle.id for puzzle in read(source)}

    @classmethod
    def open(cls, path: Path, what: dict[str, Any]) -> Self:
        if not path.parent.is_dir():
            raise OptionError(f"{path.parent}: there is no such folder")
        state, seen = {"games": 0, "puzzles": 0, "bad": 0, "bytes": 0}, list[str]()
        try:
            found = msgspec.json.decode(beside(path).read_bytes(), type=dict[str, Any])
            state = {key: int(found.pop(key)) for key in state}
            seen = msgspec.convert(found.pop("seen", []), list[str])
        except FileNotFoundError:
            if path.exists() and path.stat().st_size:
                raise OptionError(f"{path} exists already; name a new file") from None
        except (msgspec.MsgspecError, KeyError, TypeError, ValueError):
            raise OptionError(f"{beside(path)} cannot be read; name a new file with --out") from None
        else:
            wanted = msgspec.json.decode(msgspec.json.encode(what))
            for key in wanted:
                if found.get(key) != wanted[key]:
                    there, here = (msgspec.json.encode(value).decode()[:60] for value in (found.get(key), wanted[key]))
                    text = f"{path} was made otherwise: {key} is {there} there and {here} here"
                    raise OptionError(f"{text}; name a new file with --out")
            if not path.exists() or path.stat().st_size < state["bytes"]:
                raise OptionError(f"{path} is shorter than {beside(path).name} says; delete that, or name a new file")
        return cls(path, what, state, seen)

    def add(self, looked: Looked) -> int:
        """Keep the puzzles of the next game, and say how many are new."""
        fresh = [puzzle for puzzle in looked.puzzles if puzzle.id not in self._known]
        content = b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in fresh)
        if content and self._file.write(content) != len(content):
            raise OSError(28, "no room left on the disk; the puzzles before are kept", str(self.path))
        self._known |= {puzzle.id for puzzle in fresh}
        self._bytes += len(content)
        self.games, self.puzzles = looked.number + 1, self.puzzles + len(fresh)
        self.bad += bool(looked.problem)
        self.seen += [looked.key] if looked.key else []
        state = {"games": self.games, "puzzles": self.puzzles, "bad": self.bad, "bytes": self._bytes}
        seen = {"seen": self.seen} if self.seen else {}
        save(beside(self.path), msgspec.json.encode({**self._what, **state, **seen}) + b"\n")
        return len(fresh)

    def told(self) -> str:
        refused = f", {self.bad} of them refused" if self.bad else ""
        return f"{counted(self.puzzles, 'puzzle')} of {counted(self.games, 'game')}{refused}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def beside(path: Path) -> Path:
    return path.with_name(path.name + ".progress")


def read(source: BinaryIO) -> Iterator[Puzzle]:
    """The puzzles of a file, one a line; a PuzzleError names the line that is none."""
    decoder = msgspec.json.Decoder(Puzzle)
    for number, line in enumerate(source, 1):
        try:
            puzzle = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise PuzzleError(f"{source.name}: line {number} is no puzzle") from None
        if puzzle.format != FORMAT:
            raise PuzzleError(f"{source.name}: line {number} is no puzzle of the format {FORMAT}")
        yield puzzle
