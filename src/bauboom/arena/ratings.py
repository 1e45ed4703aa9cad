"""Ratings: what the outcomes of games say about who plays better, after Bradley and Terry in openskill's form."""

import math
from collections.abc import Iterable, Sequence
from statistics import fmean

import msgspec
from openskill.models import BradleyTerryFull

_MODEL = BradleyTerryFull()
# Bots do not change between games, so nothing fades (tau 0), and a game teaches as much as the odds before it allow
# (gamma 1): the deviation is then that of the estimate.
_STEADY = BradleyTerryFull(tau=0.0, gamma=lambda *_: 1.0)
# The odds of two whose ratings are well known are e^(Δmu/c) with this c; chess writes the same odds as 10^(Δ/400).
_PER_MU = 400 / math.log(10) / math.sqrt(2 * _STEADY.beta**2)


class Rating(msgspec.Struct, frozen=True):
    """A player's estimated strength: its mean, its deviation, and the number of games behind them."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """One number for people: the strength that a player almost surely has, so that few games never lead a table.

        A newcomer has 1000; a player of average strength rises towards 1600 with the number of games. Between two who
        have played a lot, 400 points mean about nine to one, nearly as in chess: the model's odds are e^(Δmu/c), and c
        is 6 then.
        """
        return round(1000 + 30 * (self.mu - 3 * self.sigma))


def ranks(
    shares: Sequence[float], scores: Sequence[int], out: Sequence[bool], ties: Sequence[tuple[int, ...]] | None = None
) -> list[int]:
    """Each seat's rank, 1 the best: winners, the others by score, then those who left (resigned, lost on time …).

    Equal scores are ordered by `ties`, more being better.
    """
    keys: list[tuple[bool, tuple[int, ...]]] = []
    for share, score, is_out, tie in zip(shares, scores, out, ties or [()] * len(scores), strict=True):
        is_winner = share > 0 and not is_out
        keys.append((not is_out, () if is_out else (int(is_winner), *(() if is_winner else (score, *tie)))))
    return [1 + sum(other > key for other in keys) for key in keys]


def rate(
    before: Sequence[Rating], ranks: Sequence[int], who: Sequence[str], model: BradleyTerryFull = _MODEL
) -> dict[str, Rating]:
    """The ratings after a game, by player, from each seat's rating, rank and player.

    A bot in several seats has one rating: it learns the mean of what happened to its seats, as one game, and nothing
    from having beaten itself. Where one player had all seats, there is nothing to learn and the answer is empty.
    """
    start = dict(zip(who, before, strict=True))
    if len(start) < 2:
        return {}
    seats = list(zip(who, ranks, strict=True))
    rated = {}
    for name, rating in start.items():
        rivals = [(start[other], rank) for other, rank in seats if other != name]
        after = [_against(rating, rank, rivals, model) for other, rank in seats if other == name]
        mu, sigma = (fmean(column) for column in zip(*after, strict=True))
        rated[name] = Rating(mu, sigma, rating.games + 1)
    return rated


def _against(
    rating: Rating, rank: int, rivals: Sequence[tuple[Rating, int]], model: BradleyTerryFull
) -> tuple[float, float]:
    """Mean and deviation of one seat after a game; the model compares pair by pair, so rivals may be left out."""
    players = [(rating, rank), *rivals]
    teams = [[model.rating(mu=player.mu, sigma=player.sigma)] for player, _ in players]
    mine = model.rate(teams, ranks=[float(rank) for _, rank in players])[0][0]
    return mine.mu, mine.sigma


def rate_bots(games: Iterable[tuple[Sequence[str], Sequence[int]]]) -> dict[str, Rating]:
    """The ratings of bots after some games; each game is the bots by seat, and their ranks."""
    ratings: dict[str, Rating] = {}
    for who, places in games:
        ratings |= rate([ratings.get(name, Rating()) for name in who], places, who, _STEADY)
    return ratings


def elo(rating: Rating, centre: float) -> tuple[float, float]:
    """A rating as a number like that of chess, 1500 for a mean of `centre`, and half the width of its 95 % interval.

    400 points are ten to one. Where one wins nearly always, it says little more than "far better".
    """
    return 1500 + _PER_MU * (rating.mu - centre), 1.96 * _PER_MU * rating.sigma
