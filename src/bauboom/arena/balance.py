"""The balance lab: how fair and how exciting a game is. The same bot sits on every seat, so only the rules differ.

What is the seat worth, and beginning? What does an option of the game change? How early is a game decided? Every figure
comes with its 95 % interval. A difference is called real only if it is too large for chance with all differences of the
report in mind: among sixty figures, three look unlikely by luck alone.
"""

import math
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bauboom.bots.simple import SIMPLE, bot_numbers, decide, room_to_think
from bauboom.core import engine
from bauboom.core.arrays import room
from bauboom.core.dice import check_seed, new_dice, reseed
from bauboom.core.door import busy_door
from bauboom.core.engine import CHANCE, OVER, SLACK, apply, clock, sample
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.kinds import Moves, Numbers, OneRow, Plans, PointsOfAll, Rngs, Rows, Scratch, SharesOfAll, StagePoints

from .simulate import CHUNK, Chunk, in_order, wilson

STAGES = 64  # the most stages of a game that are watched
APART = 10**12  # from the games of one variant to those of the next: each has its own luck
SURE = 0.05  # how likely a single wrong "real" may be in a whole report
REACHED = 0.1  # the share of games that must have come to a stage for it to be reported
MEASURES = {  # of a variant, by key: in words, and the unit
    "decisions": ("decisions in a game", ""),
    "points": ("points of a seat", ""),
    "gap": ("points from first to last", ""),
    "margin": ("points from first to second", ""),
    "shared": ("shared wins", "%"),
    "starter": ("start player's wins above an even share", "%"),
    "half": ("wins of the leader at half-time", "%"),
    "changes": ("changes of the lead", ""),
    "decided": ("part of a game until its winner leads for good", "%"),
}


@busy_door
def watch_games(
    first: int, count: int, seed: int, opening: OneRow, bots: Numbers, rows: Rows, step: int, rngs: Rngs,
    actions: Scratch, weights: Scratch, trials: Rows, plans: Plans,
    points: PointsOfAll, shares: SharesOfAll, lengths: Numbers, decisions: Numbers, starters: Numbers,
    stages: Numbers, stage_points: StagePoints, stage_starters: Moves, most: int,
) -> int:  # fmt: skip
    """Play whole games as `play_games` does, and also note who began, and the points whenever a stage is over.

    A stage is over whenever the game's clock has moved by `step` since the first decision.
    """
    for i in range(count):
        reseed(rngs[0], seed, 2 * (first + i))
        reseed(rngs[1], seed, 2 * (first + i) + 1)
        rows[0] = opening[0]
        length, done, zero, is_new = 0, 0, 0, True
        while rows[0].turn != OVER:
            if length == most:
                return first + i
            seat = np.int64(rows[0].turn)
            if seat == CHANCE:
                action = sample(rows[0], rngs[0], actions, weights)
            else:
                if decisions[i] == 0:
                    starters[i], zero = seat, int(clock(rows[0]))
                if is_new and done < STAGES:
                    stage_starters[i, done], is_new = seat, False
                decisions[i] += 1
                action = decide(bots[seat], rows, 0, seat, rows, 1, rngs[1], actions, trials, plans)
            apply(rows[0], action)
            length += 1
            if decisions[i] > 0 and rows[0].turn != OVER:
                now = min(abs(int(clock(rows[0])) - zero) // step, STAGES)
                while done < now:
                    engine.scores(rows[0], stage_points[i, done])
                    done, is_new = done + 1, True
        stages[i], lengths[i] = done, length
        engine.scores(rows[0], points[i])
        engine.returns(rows[0], shares[i])
    return -1


@dataclass
class Watched(Chunk):
    """Finished games of which more is known than how they ended; arrays by game."""

    decisions: np.ndarray
    starters: np.ndarray
    stages: np.ndarray  # how many were over before the end
    stage_points: np.ndarray  # by stage and seat
    stage_starters: np.ndarray  # by stage


def watch(game: Game, bot: str, first: int, games: int, seed: int, workers: int | None = None) -> Iterator[Watched]:
    """Play games from number `first` on; chunks come in order, however many cores work on them."""
    numbers, seed = bot_numbers([bot], game.seats), check_seed(seed)
    workers = workers or os.cpu_count() or 1

    def play(offset: int) -> Chunk:
        count = min(CHUNK, games - offset)
        points, shares = np.zeros((count, game.seats), np.int32), np.zeros((count, game.seats))
        lengths, decisions, starters, stages = (np.zeros(count, np.int64) for _ in range(4))
        stage_points = np.zeros((count, STAGES, game.seats), np.int32)
        stage_starters = np.full((count, STAGES), -1, np.int32)
        rows = room(2, game.dtype)
        lists = room((2, game.space.size + SLACK), np.int32)
        endless = watch_games(
            *(first + offset, count, seed, game.opening, numbers, rows, game.clock.step if game.clock else 1),
            *(new_dice(2), *lists, *room_to_think(game)),
            *(points, shares, lengths, decisions, starters, stages, stage_points, stage_starters, game.max_steps),
        )
        if endless >= 0:
            raise AssertionError(f"game {endless} of seed {seed} did not end within {game.max_steps} steps (L8)")
        none = np.zeros((0, 0), np.int32)
        return Watched(points, shares, lengths, none, decisions, starters, stages, stage_points, stage_starters)

    with ThreadPoolExecutor(workers) as pool:
        for chunk in in_order(pool, play, range(0, games, CHUNK), 2 * workers):
            assert isinstance(chunk, Watched)
            yield chunk


@dataclass
class Mean:
    """A running mean, of sums only, so that a billion games take no more memory than one."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: np.ndarray) -> None:
        self.count += len(values)
        self.total += float(values.sum())
        self.squares += float((values * values).sum())

    @property
    def value(self) -> float:
        return self.total / self.count if self.count else math.nan

    @property
    def deviation(self) -> float:
        if self.count < 2:
            return math.nan
        return math.sqrt(max(self.squares / self.count - self.value**2, 0.0) * self.count / (self.count - 1))

    @property
    def error(self) -> float:
        return self.deviation / math.sqrt(self.count) if self.count else math.nan


@dataclass
class Study:
    """What is known of one variant so far."""

    game: Game
    means: dict[Hashable, Mean] = field(default_factory=lambda: defaultdict(Mean))
    stage_counts: Counter[int] = field(default_factory=Counter)
    final_points: list[Counter[int]] = field(default_factory=list)  # by rank: how often which number
    games: int = 0

    def add(self, chunk: Watched) -> None:
        """Count some finished games."""
        seats, count = self.game.seats, len(chunk.lengths)
        points = chunk.points.astype(float)
        self.games += count
        self.stage_counts.update(chunk.stages.tolist())
        self.final_points = self.final_points or [Counter() for _ in range(seats)]
        ordered = -np.sort(-chunk.points, axis=1)
        for rank in range(seats):
            self.final_points[rank].update(ordered[:, rank].tolist())
        all_games = np.arange(count)
        for k in range(seats):
            self._note(("seat", "share", k), chunk.shares[:, k])
            self._note(("seat", "points", k), points[:, k])
            who = (chunk.starters + k) % seats  # who is k places behind the start player
            self._note(("place", "share", k), chunk.shares[all_games, who])
            self._note(("place", "points", k), points[all_games, who])
        self._note("decisions", chunk.decisions)
        self._note("points", points.mean(1))
        self._note("gap", ordered[:, 0] - ordered[:, -1])
        self._note("margin", ordered[:, 0] - ordered[:, 1])
        self._note("shared", (chunk.shares > 0).sum(1) > 1)
        self._note("starter", chunk.shares[all_games, chunk.starters] - 1 / seats)
        self._add_stages(chunk)

    def _add_stages(self, chunk: Watched) -> None:
        """How points and win chances spread, and who was ahead when; the end counts as a stage too."""
        last = int(chunk.stages.max())
        for stage in range(min(last + 1, STAGES)):
            there = chunk.stages >= stage
            begins = (chunk.stage_starters[there, stage] - chunk.starters[there]) % self.game.seats
            self._note(("begins", stage), begins)
            if stage < last:
                there = chunk.stages > stage
                self._note_ranks(stage, chunk.stage_points[there, stage], chunk.shares[there])
        self._note_ranks("end", chunk.points, chunk.shares)
        if self.game.clock is None:
            return
        all_games, has_won = np.arange(len(chunk.stages)), chunk.shares > 0
        half = (chunk.stages + 1) // 2 - 1
        known = half >= 0
        points = chunk.stage_points[all_games[known], half[known]]
        self._note("half", rank_shares(points, chunk.shares[known])[0])
        leader, changes, behind = (np.zeros(len(all_games), np.int64) for _ in range(3))
        for stage in range(last + 1):
            before_end = chunk.stages > stage
            points = np.where(before_end[:, None], chunk.stage_points[:, min(stage, STAGES - 1)], chunk.points)
            ahead = points == points.max(1, keepdims=True)
            is_overtaken = ~ahead[all_games, leader]
            changes += is_overtaken & (stage > 0)
            leader = np.where(is_overtaken | (stage == 0), np.argmax(ahead, 1), leader)
            behind = np.where(before_end & ~(ahead & has_won).any(1), stage + 1, behind)
        self._note("changes", changes)
        self._note("decided", (behind + 1) / (chunk.stages + 1))

    def _note_ranks(self, stage: int | str, points: np.ndarray, shares: np.ndarray) -> None:
        ordered = -np.sort(-points, axis=1)
        for rank, wins in enumerate(rank_shares(points, shares)):
            self._note(("wins", stage, rank), wins)
            self._note(("ranked", stage, rank), ordered[:, rank])

    def _note(self, key: Hashable, values: np.ndarray) -> None:
        self.means[key].add(values.astype(float))


def rank_shares(points: np.ndarray, shares: np.ndarray) -> list[np.ndarray]:
    """Of each rank in points, from the first down, the share of the win; who is equal shares ranks."""
    better = (points[:, None, :] > points[:, :, None]).sum(2)
    equal = (points[:, None, :] == points[:, :, None]).sum(2)
    return [(((better <= rank) & (rank < better + equal)) / equal * shares).sum(1) for rank in range(points.shape[1])]


@dataclass
class Figure:
    """A mean and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass
class Difference(Figure):
    """How far a mean is from what it is compared with, and how likely chance alone brings as much."""

    p: float
    real: bool = False


@dataclass
class SeatStanding:
    """How a seat fares, or a place in the order of play."""

    name: str
    share: Figure
    edge: Difference  # above an even share of the wins
    points: Figure
    begins: list[int] = field(default_factory=list)  # the stages in which it is first to decide, from 1


@dataclass
class Stage:
    """How things stand when a stage is over; lists by rank in points, from the first down."""

    at: int  # in units of the game's clock
    games: int  # that came so far
    wins: list[Figure]
    points: list[Figure]
    deviations: list[float]


@dataclass
class Variant:
    """One set of options, beside the one that was asked for."""

    name: str
    options: Mapping[str, Any]
    games: int
    measures: dict[str, Figure]
    differences: dict[str, Difference]


@dataclass
class BalanceReport:
    """All figures. `claims` is how many differences were looked at; what is real is so with all of them in mind."""

    game: str
    title: str
    options: Mapping[str, Any]
    bot: str
    seed: int
    games: int
    claims: int
    seats: list[SeatStanding]
    places: list[SeatStanding]
    clock: str
    stages: list[Stage]
    variants: list[Variant]
    final_points: list[dict[int, int]]  # by rank in points: how often which number

    @property
    def even(self) -> float:
        return 1 / len(self.seats)


def alternatives(game: Game) -> list[Game]:
    """The variants to compare with: for as many players, all that change no more than they must; then other numbers.

    Some options change together or not at all, so a variant counts unless another one makes a part of its changes.
    For other numbers of players, it is the variant that has most in common.
    """
    others = [i for i in range(len(game.variants)) if i != game.variant]
    changes = {i: game.variants[i].items() - game.options.items() for i in others}
    alike = [i for i in others if game.variants[i]["players"] == game.seats]
    chosen = [i for i in alike if not any(changes[j] < changes[i] for j in alike)]
    for players in sorted({int(variant["players"]) for variant in game.variants} - {game.seats}):
        chosen.append(min((i for i in others if game.variants[i]["players"] == players), key=lambda i: len(changes[i])))
    return [game.of_variant(i) for i in chosen]


def balance(
    game: Game,
    bot: str = "greedy",
    games: int = 4000,
    seed: int = 0,
    workers: int | None = None,
    advance: Callable[[int], None] = lambda count: None,
    is_enough: Callable[[], bool] = lambda: False,
) -> BalanceReport:
    """Play every variant that is to be compared, and report. If it is enough earlier, of the games until then."""
    check_balance_bot(bot)
    studies = [Study(variant) for variant in (game, *alternatives(game))]
    for number, study in enumerate(studies):
        for chunk in watch(study.game, bot, number * APART, games, seed, workers):
            study.add(chunk)
            advance(len(chunk.lengths))
            if is_enough():
                break
        if is_enough():
            break
    return report([study for study in studies if study.games], bot, seed)


def check_balance_bot(bot: str) -> None:
    if bot not in SIMPLE:
        raise OptionError(
            f"the balance lab plays with {' or '.join(SIMPLE)}, the same bot on every seat, not with {bot[:40]!r}"
        )


def report(studies: Sequence[Study], bot: str, seed: int) -> BalanceReport:
    """The figures of some variants, the first of which is the one that was asked for."""
    base = studies[0]
    game = base.game
    seats = [_standing(base, "seat", k, f"seat {k}") for k in range(game.seats)]
    places = [_standing(base, "place", k, _ordinal(k)) for k in range(game.seats)]
    begins = [base.means["begins", stage] for stage in range(max(base.stage_counts) + 1)]
    if len(begins) > 1 and all(mean.deviation == 0 and mean.count == base.games for mean in begins):
        for stage, mean in enumerate(begins):
            places[round(mean.value)].begins.append(stage + 1)
    variants = [_variant_of(study, base) for study in studies]
    claims = [standing.edge for standing in (*seats, *places)]
    claims += [difference for variant in variants for difference in variant.differences.values()]
    mark_real(claims)
    return BalanceReport(
        game=game.name,
        title=game.title,
        options=game.options,
        bot=bot,
        seed=seed,
        games=base.games,
        claims=len(claims),
        seats=seats,
        places=places,
        clock="" if game.clock is None else game.clock.word,
        stages=[] if game.clock is None else _stages(base, game.clock.step),
        variants=variants,
        final_points=[dict(sorted(counts.items())) for counts in base.final_points],
    )


def mark_real(claims: Sequence[Difference]) -> None:
    """Mark the differences that are real, by Holm's method: the chance that any of them is not is at most SURE."""
    for number, claim in enumerate(sorted(claims, key=lambda claim: claim.p)):
        if claim.p * (len(claims) - number) > SURE:
            return
        claim.real = True


def chance_of(difference: float, error: float) -> float:
    """How likely chance alone brings a difference as large, in either direction."""
    if math.isnan(error):  # of a single game, nothing is known
        return 1.0
    if error == 0:  # the same in every game
        return float(difference == 0)
    return math.erfc(abs(difference) / error / math.sqrt(2))


def _standing(study: Study, kind: str, k: int, name: str) -> SeatStanding:
    share, points = study.means[kind, "share", k], study.means[kind, "points", k]
    even = 1 / study.game.seats
    low, high = wilson(share.value, share.count)
    p = chance_of(share.value - even, math.sqrt(even * (1 - even) / share.count))
    edge = Difference(share.value - even, low - even, high - even, p)
    return SeatStanding(name, Figure(share.value, low, high), edge, _figure(points, ""))


def _figure(mean: Mean, unit: str) -> Figure:
    if unit == "%" and 0 <= mean.value <= 1:
        return Figure(mean.value, *wilson(mean.value, mean.count))
    return Figure(mean.value, mean.value - 1.96 * mean.error, mean.value + 1.96 * mean.error)


def _stages(study: Study, step: int) -> list[Stage]:
    """The stages that enough games came to. If all games have as many, their end is the last one."""
    found: list[tuple[int | str, int]] = [(stage, (stage + 1) * step) for stage in range(max(study.stage_counts))]
    if len(study.stage_counts) == 1:
        found.append(("end", (len(found) + 1) * step))
    told = []
    for key, at in found:
        games = study.means["wins", key, 0].count
        if games >= REACHED * study.games:
            ranks = range(study.game.seats)
            points = [study.means["ranked", key, rank] for rank in ranks]
            wins = [_figure(study.means["wins", key, rank], "%") for rank in ranks]
            told.append(Stage(at, games, wins, [_figure(m, "") for m in points], [m.deviation for m in points]))
    return told


def _variant_of(study: Study, base: Study) -> Variant:
    options = study.game.options
    changed = {key: value for key, value in options.items() if value != base.game.options[key]}
    name = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in changed.items()) or "as asked"
    keys = [key for key in MEASURES if study.means[key].count]
    measures = {key: _measure(key, study.means[key]) for key in keys}
    differences = {}
    for key in keys:
        one, other = study.means[key], base.means[key]
        if study is not base and other.count:
            gap, error = one.value - other.value, math.hypot(one.error, other.error)
            differences[key] = Difference(gap, gap - 1.96 * error, gap + 1.96 * error, chance_of(gap, error))
    return Variant(name, options, study.games, measures, differences)


def _measure(key: str, mean: Mean) -> Figure:
    return _figure(mean, MEASURES[key][1] if key == "shared" else "")


def _ordinal(k: int) -> str:
    return ("first", "second", "third", "fourth", "fifth", "sixth")[k] if k < 6 else f"number {k + 1}"
