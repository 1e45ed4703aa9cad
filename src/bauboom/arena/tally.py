"""Tally: what the games of a match say about its bots, deal by deal, and when they have said enough.

Games of one deal have the same luck, so they are not independent; deals are. Every interval here is therefore one over
deals: of each deal there is one number, the mean of its games, and the spread of these numbers tells how sure we are.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import NormalDist, fmean

import msgspec

from .match import FinishedGame, Match
from .ratings import elo, ranks, rate_bots

ERROR = 0.05  # how likely any verdict "better" of a match is wrong, at most
FEW = 30  # deals


class BotStanding(msgspec.Struct, frozen=True):
    """How a bot fared. `low` and `high` are ends of 95 % intervals, `half` is half the width of one."""

    bot: str
    games: int  # a bot on two seats of a table has played two
    share: float  # of the wins; a win of two counts half for each
    share_low: float
    share_high: float
    lead: float  # points more than the mean of the seats of other bots
    lead_half: float
    rating: float
    rating_half: float
    mu: float  # the same as openskill has it
    sigma: float
    luckless: float | None = None  # the share less what chance brought, where that was weighed
    luckless_half: float | None = None


class Pair(msgspec.Struct, frozen=True):
    """Two bots compared, in the games in which both sat."""

    bots: tuple[str, str]
    games: int
    ahead: float  # how often a seat of the first came before one of the second; being level counts half
    ahead_low: float
    ahead_high: float
    lead: float  # points
    lead_half: float
    better: str | None  # who wins more, if that is settled


@dataclass
class Bet:
    """Whether numbers from 0 to 1 have a mean above or below ½: a bet on either, which may be looked at at any time.

    If the mean is ½, these bets are fair, because their stakes are fixed before each number is seen; and a fair bet
    multiplies its capital by 1 / error with a chance of at most `error`, whenever one stops (Ville). The stakes are
    from Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting".
    """

    error: float
    seen: int = 0
    total: float = 0.5  # begins as if one ½ had been seen, with the greatest spread
    spread: float = 0.25
    capital: list[float] = field(default_factory=lambda: [0.0, 0.0])  # logarithms, of betting on below and on above
    verdict: int = 0  # −1 below, 1 above, 0 not known yet

    def add(self, value: float) -> None:
        count = self.seen + 1
        stake = math.sqrt(2 * math.log(2 / self.error) / (self.spread * math.log(count + 1)))
        stake = min(stake, 1.5)  # no single number may cost more than three quarters of the capital
        for side, sign in enumerate((-1, 1)):
            self.capital[side] += math.log1p(sign * stake * (value - 0.5))
            if not self.verdict and self.capital[side] >= math.log(2 / self.error):
                self.verdict = sign
        self.seen, self.total = count, self.total + value
        self.spread += (value - self.total / (count + 1)) ** 2


class Tally:
    """What is known from whole deals, which are added in their order."""

    def __init__(self, match: Match) -> None:
        self.match, self.deals = match, 0
        self._pairs = list(combinations(match.bots, 2))
        self._shares: dict[str, list[float]] = {name: [] for name in match.bots}
        self._lucks: dict[str, list[float]] = {name: [] for name in match.bots}
        self._leads: dict[str, list[float]] = {name: [] for name in match.bots}
        self._aheads: dict[tuple[str, str], list[float]] = {pair: [] for pair in self._pairs}
        self._pair_leads: dict[tuple[str, str], list[float]] = {pair: [] for pair in self._pairs}
        self._bets = {pair: Bet(ERROR / len(self._pairs)) for pair in self._pairs}
        self._seats = {name: sum(seating.count(name) for seating in match.seatings) for name in match.bots}
        self._met = {pair: sum(set(pair) <= set(seating) for seating in match.seatings) for pair in self._pairs}
        self._games: list[tuple[Sequence[str], list[int]]] = []
        self._thought = {name: [0, 0.0] for name in match.bots}
        self.faults: dict[str, Counter[str]] = {name: Counter() for name in match.bots}  # of agents, by kind
        self.said: dict[str, str] = {}  # of one of its faults, by agent

    @property
    def games(self) -> int:
        return len(self._games)

    @property
    def is_settled(self) -> bool:
        """Whether it is known of every two bots which one wins more."""
        return all(bet.verdict for bet in self._bets.values())

    def add(self, results: Sequence[FinishedGame]) -> None:
        """Count the games of the next deal, by seating."""
        tables = list(zip(self.match.seatings, results, strict=True))
        places = [ranks(result.shares, result.points, [False] * len(names)) for names, result in tables]
        for name in self.match.bots:
            own = [
                (names, result, seat) for names, result in tables for seat in range(len(names)) if names[seat] == name
            ]
            self._shares[name].append(fmean(result.shares[seat] for _, result, seat in own))
            if self.match.weighs_luck:
                self._lucks[name].append(fmean(result.luck[seat] for _, result, seat in own))
            self._leads[name].append(
                fmean(result.points[seat] - _mean_of_others(names, result.points, seat) for names, result, seat in own)
            )
            for _, result, seat in own:
                self._thought[name][0] += result.decisions[seat]
                self._thought[name][1] += result.seconds[seat]
                self.faults[name].update(result.faults.get(seat, {}))
                if seat in result.said:
                    self.said.setdefault(name, result.said[seat])
        for pair in self._pairs:
            self._compare(pair, tables, places)
        self._games += [(names, places[i]) for i, (names, _) in enumerate(tables)]
        self.deals += 1

    def _compare(
        self, pair: tuple[str, str], tables: Sequence[tuple[Sequence[str], FinishedGame]], places: Sequence[list[int]]
    ) -> None:
        met = [
            (i, mine, theirs)
            for i, (names, _) in enumerate(tables)
            for mine in range(len(names))
            for theirs in range(len(names))
            if (names[mine], names[theirs]) == pair
        ]
        self._aheads[pair].append(
            fmean(_before(places[table][mine], places[table][theirs]) for table, mine, theirs in met)
        )
        points, shares = ([getattr(result, what) for _, result in tables] for what in ("points", "shares"))
        self._pair_leads[pair].append(fmean(points[table][mine] - points[table][theirs] for table, mine, theirs in met))
        self._bets[pair].add(
            fmean((1 + shares[table][mine] - shares[table][theirs]) / 2 for table, mine, theirs in met)
        )

    def standings(self) -> list[BotStanding]:
        """All bots, the one that wins most first."""
        ratings = rate_bots(self._games)
        centre = fmean(rating.mu for rating in ratings.values())
        rows = []
        for name, seats in self._seats.items():
            share, low, high = share_interval(self._shares[name], seats)
            lead, lead_half = mean_interval(self._leads[name])
            rating, rating_half = elo(ratings[name], centre)
            luckless, luckless_half = self._without_luck(name)
            rows.append(
                BotStanding(
                    bot=name,
                    games=self.deals * seats,
                    share=share,
                    share_low=low,
                    share_high=high,
                    lead=lead,
                    lead_half=lead_half,
                    rating=rating,
                    rating_half=rating_half,
                    mu=ratings[name].mu,
                    sigma=ratings[name].sigma,
                    luckless=luckless,
                    luckless_half=luckless_half,
                )
            )
        return sorted(rows, key=lambda row: (-row.share, -row.lead))

    def _without_luck(self, name: str) -> tuple[float | None, float | None]:
        if not self.match.weighs_luck:
            return None, None
        return mean_interval([share - luck for share, luck in zip(self._shares[name], self._lucks[name], strict=True)])

    def pairs(self) -> list[Pair]:
        """All pairs of bots."""
        return [self._pair(pair) for pair in self._pairs]

    def _pair(self, pair: tuple[str, str]) -> Pair:
        ahead, low, high = share_interval(self._aheads[pair], self._met[pair])
        lead, lead_half = mean_interval(self._pair_leads[pair])
        return Pair(
            bots=pair,
            games=self.deals * self._met[pair],
            ahead=ahead,
            ahead_low=low,
            ahead_high=high,
            lead=lead,
            lead_half=lead_half,
            better={1: pair[0], -1: pair[1], 0: None}[self._bets[pair].verdict],
        )

    def seconds_per_decision(self) -> dict[str, float]:
        """How long each bot thought; the one figure that no seed can fix."""
        return {name: seconds / max(count, 1) for name, (count, seconds) in self._thought.items()}

    def course(self, points: int = 60) -> dict[str, list[tuple[float, float, float, float]]]:
        """Each bot's win share and its interval as the deals went by: number of deals, share, low, high."""
        stops = sorted({max(2, round(self.deals * i / points)) for i in range(1, points + 1)}) if self.deals > 1 else []
        return {
            name: [(stop, *share_interval(shares[:stop], self._seats[name])) for stop in stops]
            for name, shares in self._shares.items()
        }


class Course:
    """A match under way. Games may come in any order; deals are counted in theirs, so that the result is the same."""

    def __init__(self, match: Match, deals: int, stop_early: bool, results: Iterable[FinishedGame] = ()) -> None:
        self.match, self.deals, self.stop_early = match, deals, stop_early
        self.tally, self._open = Tally(match), dict[int, dict[int, FinishedGame]]()
        for result in results:
            self.add(result)

    @property
    def is_finished(self) -> bool:
        return self.tally.deals == self.deals or (self.stop_early and self.tally.is_settled)

    def add(self, result: FinishedGame) -> None:
        """Take a game that has ended."""
        self._open.setdefault(result.deal, {})[result.seating] = result
        while not self.is_finished:
            games = self._open.get(self.tally.deals, {})
            if len(games) < len(self.match.seatings):
                return
            del self._open[self.tally.deals]
            self.tally.add([games[seating] for seating in range(len(games))])

    def break_off(self) -> None:
        """No more games come: count the whole deals, even those after an unfinished one."""
        for deal in sorted(self._open):
            games = self._open.pop(deal)
            if len(games) == len(self.match.seatings) and not self.is_finished:
                self.tally.add([games[seating] for seating in range(len(games))])

    def missing(self, done: Iterable[int]) -> Iterable[int]:
        """The numbers of the games still to be played, if the match goes on to the end."""
        known, size = set(done), len(self.match.seatings)
        return (number for number in range(self.tally.deals * size, self.deals * size) if number not in known)


def _mean_of_others(names: Sequence[str], points: Sequence[int], seat: int) -> float:
    return fmean(points[other] for other in range(len(names)) if names[other] != names[seat])


def _before(mine: int, theirs: int) -> float:
    return 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval (Student's)."""
    mean, error = _mean_and_error(values)
    return mean, student(len(values) - 1) * error


def share_interval(values: Sequence[float], games: int) -> tuple[float, float, float]:
    """The mean of the shares in deals of so many games each, and its 95 % interval.

    Wilson's interval for as many independent games as would leave us as unsure as these deals do, so that it stays
    within 0 and 1 and never shrinks to nothing, not even where a bot won all. A deal is worth one game at least;
    and where they are few, they are not trusted to be worth more than their games.
    """
    mean, error = _mean_and_error(values)
    deals = len(values)
    if deals < 2:
        return mean, 0.0, 1.0
    worth = mean * (1 - mean) / error**2 if error > 1e-9 else 0.0  # deals that are all alike say nothing of it
    worth = max(min(worth, deals * games) if deals < FEW else worth, deals)
    z = student(deals - 1)
    centre, stretch = mean + z * z / (2 * worth), 1 + z * z / worth
    half = z * math.sqrt(mean * (1 - mean) / worth + (z / (2 * worth)) ** 2)
    low, high = (centre - half) / stretch, (centre + half) / stretch
    return mean, max(0.0, min(low, mean)), min(1.0, max(high, mean))  # rounded, they could miss a mean of 0 or 1


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of independent values, and its standard error, which is infinite for a single value."""
    mean = fmean(values)
    if len(values) < 2:
        return mean, math.inf
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def student(freedom: int) -> float:
    """What 1.96 becomes for a mean of few values: the 97.5 % quantile of Student's distribution, to a thousandth."""
    if freedom < 3:
        return (math.inf, 12.706, 4.303)[freedom]
    z = NormalDist().inv_cdf(0.975)
    terms = (  # Cornish and Fisher's expansion
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / float(freedom) ** i for i, term in enumerate(terms, 1))
