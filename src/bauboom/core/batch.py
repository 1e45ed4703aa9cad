"""Batch: many games of one kind in one array, stepped together by compiled loops."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import msgspec
import numpy as np

from . import dice, engine
from .arrays import room
from .dice import below, reseed
from .door import busy_door
from .engine import CHANCE, apply, determinize, legal, observe, sample
from .game import Game
from .kinds import Masks, Numbers, Observations, OneRow, PointsOfAll, Rng, Rngs, Rows, Scratch, SharesOfAll

if TYPE_CHECKING:
    from .state import State

FORMAT = "bauboom/batch/1"


class Batch:
    """`count` games side by side. Chance acts by itself: seed and actions determine each game, as in `simulate`."""

    def __init__(self, game: Game, count: int, seed: int = 0) -> None:
        if count < 1:
            raise ValueError("a batch needs at least one game")
        self.game, self.seed = game, dice.check_seed(seed)
        self._rows = np.zeros(count, game.dtype)
        self._dice = dice.new_dice(count)
        # for random_actions: a stream of its own, so that choices do not change what chance brings
        self._choices = dice.seeded(self.seed, dice.CHOICES)
        self._numbers = np.arange(count)
        self._actions, self._weights = room((2, game.list_size), np.int32)
        _begin(self.rows, self._dice, self._numbers, game.opening, self.seed, self._actions, self._weights)

    @property
    def rows(self) -> np.ndarray:
        """The games. You may write other rows into it; they must be rows of the same game."""
        return self._rows

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def turn(self) -> np.ndarray:
        """By game: the seat that decides, or −2 when the game is over."""
        turn: np.ndarray = self.rows["turn"].copy()
        return turn

    @property
    def is_over(self) -> np.ndarray:
        over: np.ndarray = self.rows["turn"] == engine.OVER
        return over

    def legal_mask(self, out: np.ndarray | None = None) -> np.ndarray:
        """By game and action id: whether it is legal now."""
        mask = _checked(out, (len(self), self.game.space.decisions), np.bool_)
        _legal_mask(self.rows, mask, self._actions)
        return mask

    def random_actions(self) -> np.ndarray:
        """By game: a random legal action; −1 where the game is over."""
        chosen = np.empty(len(self), np.int64)
        _choose(self.rows, self._choices, chosen, self._actions)
        return chosen

    def play(self, actions: np.ndarray) -> None:
        """Play one decision in every game that is not over; if any is illegal, ValueError, and none is played."""
        actions = np.ascontiguousarray(actions, np.int64)
        if actions.shape != (len(self),):
            raise ValueError(f"one action per game: {len(self)} expected, the shape is {actions.shape}")
        bad = _first_illegal(self.rows, actions, self._actions)
        if bad >= 0:
            raise ValueError(f"game {bad}: action {actions[bad]} is not legal")
        _play(self.rows, self._dice, actions, self._actions, self._weights)

    def restart(self, which: np.ndarray) -> None:
        """Begin new games at these places (a mask or indices), each with a number never used before."""
        places = np.arange(len(self))[which].ravel()
        if len(places):
            first = self._numbers.max() + 1
            self._numbers[places] = np.arange(first, first + len(places))
            rows, rngs = self.rows[places], self._dice[places]
            _begin(rows, rngs, self._numbers[places], self.game.opening, self.seed, self._actions, self._weights)
            self.rows[places], self._dice[places] = rows, rngs

    def scores(self) -> np.ndarray:
        """By game and seat: points."""
        return self._results()[0]

    def returns(self) -> np.ndarray:
        """By game and seat: the share of the win; 0 while a game goes on."""
        return np.where(self.is_over[:, None], self._results()[1], 0.0)

    def _results(self) -> tuple[np.ndarray, np.ndarray]:
        points, shares = np.zeros((len(self), self.game.seats), np.int32), np.zeros((len(self), self.game.seats))
        _results(self.rows, points, shares)
        return points.astype(np.int64), shares

    def features(self, out: np.ndarray | None = None, seat: int | np.ndarray | None = None) -> np.ndarray:
        """By game: what a seat sees, as one flat vector.

        `seat` is one for all games or one for each; without it, it is the seat on turn (zeros where the game is over).
        """
        array = _checked(out, (len(self), self.game.observation_size), np.float32)
        _features(self.rows, self._seats(seat), np.zeros(1, self.game.dtype), array)
        return array

    def _seats(self, seat: int | np.ndarray | None) -> np.ndarray:
        """By game, the seat that looks; below 0 where nobody does."""
        if seat is None:
            return self.turn.astype(np.int64)
        seats = np.asarray(seat)
        if seats.dtype.kind not in "iu" or seats.shape not in ((), (len(self),)):
            raise ValueError(f"seat is a number, or {len(self)} of them; not {seats.shape} of {seats.dtype}")
        if (seats < 0).any() or (seats >= self.game.seats).any():
            raise ValueError(f"seats go from 0 to {self.game.seats - 1}")
        return np.ascontiguousarray(np.broadcast_to(seats, len(self)), np.int64)

    def state(self, i: int) -> State:
        """One of the games, as a state without a past and without a source of chance."""
        from .state import State

        return State(self.game, self.rows[[i]], None, None, None)

    def determinize(self, seed: int, seat: int | np.ndarray | None = None) -> Batch:
        """As many games that a seat could not tell from these; what it does not see is dealt anew.

        `seat` is one for all games or one for each; without it, it is the seat on turn. Games that are over stay as
        they are when no seat is named. Their chance and their random actions come from the seed.
        """
        guessed = Batch.of_rows(self.game, self.rows, seed)
        _determinize(self.rows, self._seats(seat), guessed.seed, dice.seeded(0), guessed.rows)
        return guessed

    @classmethod
    def of_rows(cls, game: Game, rows: np.ndarray, seed: int = 0) -> Batch:
        """Games that go on from given rows (copied): of a batch, an environment or `state.rows`.

        None of them may wait for chance: `state.after_chance()` lets it act.
        """
        rows = np.asarray(rows)
        if rows.dtype != game.dtype or rows.ndim != 1:
            raise ValueError(f"rows of {game.name} are expected, in one line")
        if (rows["turn"] == CHANCE).any():
            raise ValueError("in a batch, no game waits for chance; let it act first")
        has_variants = "variant" in (rows.dtype.names or ())  # most games say so in their rows
        if (rows["turn"] >= game.seats).any() or (has_variants and (rows["variant"] != game.variant).any()):
            raise ValueError(f"these rows are of another variant than {game!r}")
        batch = cls(game, len(rows), seed)
        batch.rows[:] = rows
        return batch

    def save(self, path: str | Path) -> None:
        """Write everything that the batch goes on with into a file, an archive of NumPy's."""
        about = {"format": FORMAT, "game": self.game.name, "options": dict(self.game.options), "seed": self.seed}
        if self.game.custom is not None and self.game.material is not None:
            about[self.game.custom.key] = self.game.material
        with Path(path).open("wb") as file:
            np.savez_compressed(
                file,
                about=np.frombuffer(msgspec.json.encode(about), np.uint8),
                rows=self.rows.view(np.uint8).reshape(len(self), -1),
                dice=self._dice,
                choices=self._choices,
                numbers=self._numbers,
            )

    @classmethod
    def load(cls, path: str | Path, load: Callable[..., Game]) -> Batch:
        """A batch that was saved, with `bauboom.load` as the second argument; it goes on as the first would have."""
        try:
            with np.load(path, allow_pickle=False) as found:
                arrays = {name: found[name] for name in ("about", "rows", "dice", "choices", "numbers")}
            about = msgspec.json.decode(arrays["about"].tobytes())
            if about["format"] != FORMAT:
                raise ValueError
            seed, name = about.pop("seed"), about.pop("game")
            about.pop("format")
            game = load(name, **about.pop("options"), **about)
            rows = np.frombuffer(arrays["rows"].tobytes(), game.dtype)
            batch = cls.of_rows(game, rows, seed)
            for own, key in ((batch._dice, "dice"), (batch._choices, "choices"), (batch._numbers, "numbers")):
                own[...] = arrays[key]
        except (ValueError, KeyError, TypeError, EOFError, BadZipFile):
            raise ValueError(f"{path} is no batch that this version of Bauboom saved") from None
        return batch


def _checked(out: np.ndarray | None, shape: tuple[int, int], dtype: Any) -> np.ndarray:
    """Kernels do not check where they write: an array that does not fit must not reach them."""
    if out is None:
        return np.zeros(shape, dtype)
    if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(
            f"out must be a contiguous array of {shape} and {np.dtype(dtype)}, not {out.shape}, {out.dtype}"
        )
    return out


@busy_door
def _begin(
    rows: Rows, rngs: Rngs, numbers: Numbers, opening: OneRow, seed: int, actions: Scratch, weights: Scratch
) -> None:
    for i in range(len(rows)):
        reseed(rngs[i], seed, 2 * numbers[i])
        rows[i] = opening[0]
        while rows[i].turn == CHANCE:
            apply(rows[i], sample(rows[i], rngs[i], actions, weights))


@busy_door
def _legal_mask(rows: Rows, mask: Masks, actions: Scratch) -> None:
    for i in range(len(rows)):
        for a in range(mask.shape[1]):
            mask[i, a] = False
        for k in range(legal(rows[i], actions)):
            mask[i, actions[k]] = True


@busy_door
def _choose(rows: Rows, rng: Rng, chosen: Numbers, actions: Scratch) -> None:
    for i in range(len(rows)):
        chosen[i] = actions[below(rng, legal(rows[i], actions))] if rows[i].turn >= 0 else -1


@busy_door
def _first_illegal(rows: Rows, chosen: Numbers, actions: Scratch) -> int:
    for i in range(len(rows)):
        if rows[i].turn >= 0:
            found = False
            for k in range(legal(rows[i], actions)):
                found |= actions[k] == chosen[i]
            if not found:
                return i
    return -1


@busy_door
def _play(rows: Rows, rngs: Rngs, chosen: Numbers, actions: Scratch, weights: Scratch) -> None:
    for i in range(len(rows)):
        if rows[i].turn >= 0:
            apply(rows[i], chosen[i])
            while rows[i].turn == CHANCE:
                apply(rows[i], sample(rows[i], rngs[i], actions, weights))


@busy_door
def _results(rows: Rows, points: PointsOfAll, shares: SharesOfAll) -> None:
    for i in range(len(rows)):
        engine.scores(rows[i], points[i])
        engine.returns(rows[i], shares[i])


@busy_door
def _features(rows: Rows, seats: Numbers, view: OneRow, out: Observations) -> None:
    for i in range(len(rows)):
        if seats[i] >= 0:
            observe(rows[i], seats[i], view[0])
            engine.encode(view[0], seats[i], out[i])
        else:
            for k in range(out.shape[1]):
                out[i, k] = 0


@busy_door
def _determinize(rows: Rows, seats: Numbers, seed: int, rng: Rng, out: Rows) -> None:
    for i in range(len(rows)):
        if seats[i] >= 0:
            reseed(rng, seed, 2 * i + 1)
            observe(rows[i], seats[i], out[i])
            determinize(out[i], rng)
        else:
            out[i] = rows[i]
