"""Solves a small game for two: an equilibrium by CFR+, and the exact exploitability of that, and of our bots.

    pip install ./examples/small 'bauboom[machines]' && bauboom build
    python examples/solve.py little-manhattan --blocks 1 --hand 2 --iterations 1000 --bots random,level3

The whole tree is written down once, level by level, as arrays; docs/small.md has what came out.
"""

import argparse
from dataclasses import dataclass, field

import numpy as np

import bauboom
from bauboom.bots import check_bot, make_bot
from bauboom.core.errors import OptionError, UserError

CHANCE, OVER = -1, -2
MOST = 8  # decisions in a position, at most
PLAYERS = 2


@dataclass
class Level:
    """All positions after as many steps. An edge leads to each from one of the level before."""

    states: list = field(default_factory=list)
    memories: list = field(default_factory=list)  # by position: what each seat has seen so far, as a number for each
    parents: list = field(default_factory=list)
    chances: list = field(default_factory=list)  # of the edge, 1 if a seat decided
    choices: list = field(default_factory=list)  # of the edge: information set × MOST + which decision; −1 for chance
    actors: list = field(default_factory=list)  # who acts here
    sets: list = field(default_factory=list)  # in which information set; −1 if no seat decides


class Memories:
    """What seats remember, as numbers: all that they have seen, as often as it changed, and done (perfect recall)."""

    def __init__(self) -> None:
        self.numbers: dict[tuple, int] = {}  # by the memory before, and what was added to it
        self.views: dict[bytes, int] = {}
        self.last: dict[int, int] = {}  # by memory: the view that was seen last

    def seen(self, memory: int, state: bauboom.State, seat: int) -> int:
        view = self.views.setdefault(state.view(seat).rows.tobytes(), len(self.views))
        return memory if self.last.get(memory) == view else self._more(memory, "seen", view, view)

    def done(self, memory: int, choice: int) -> int:
        return self._more(memory, "done", choice, self.last[memory])

    def _more(self, memory: int, kind: str, what: int, view: int) -> int:
        number = self.numbers.setdefault((memory, kind, what), len(self.numbers) + 1)
        self.last[number] = view
        return number


class Tree:
    """A game's whole tree, with its information sets."""

    def __init__(self, game: bauboom.Game) -> None:
        self.levels: list[Level] = []
        self.views: list[bauboom.View] = []  # one of each information set
        self.sizes: list[int] = []  # how many decisions it has
        remembered = Memories()
        level = Level([game.root], [tuple(remembered.seen(0, game.root, seat) for seat in (0, 1))], [0], [1.0], [-1])
        numbers: dict[tuple, int] = {}
        while level.states:
            following = Level()
            for place, (state, seen) in enumerate(zip(level.states, level.memories, strict=True)):
                actor = OVER if state.is_over else CHANCE if state.turn is None else state.turn
                level.actors.append(actor)
                number, known = -1, seen
                if actor >= 0:
                    number = numbers.setdefault((actor, seen[actor]), len(numbers))
                    if number == len(self.views):
                        self.views.append(state.view(actor))
                        self.sizes.append(len(state.legal_ids()))
                        assert self.sizes[-1] <= MOST
                level.sets.append(number)
                edges = state.outcome_ids() if actor == CHANCE else [(action, 1.0) for action in state.legal_ids()]
                for choice, (action, chance) in enumerate(edges):
                    if actor >= 0:
                        mine = remembered.done(seen[actor], choice)
                        known = (mine, seen[1]) if actor == 0 else (seen[0], mine)
                    after = state.play_listed(action)
                    following.states.append(after)
                    following.memories.append(tuple(remembered.seen(known[seat], after, seat) for seat in (0, 1)))
                    following.parents.append(place)
                    following.chances.append(chance)
                    following.choices.append(number * MOST + choice if actor >= 0 else -1)
            self.levels.append(level)
            level = following
        self.positions = sum(len(level.states) for level in self.levels)
        self.results = [
            np.array([state.returns if state.is_over else (0.0, 0.0) for state in level.states])
            for level in self.levels
        ]
        for level in self.levels:
            level.states = level.memories = []
            for name in ("parents", "chances", "choices", "actors", "sets"):
                setattr(level, name, np.array(getattr(level, name)))
        self.players = np.array([view.seat for view in self.views])
        self.allowed = np.arange(MOST) < np.array(self.sizes)[:, np.newaxis]

    def uniform(self) -> np.ndarray:
        """The policy that plays at random."""
        return self.allowed / self.allowed.sum(1, keepdims=True)

    def _edges(self, policy: np.ndarray) -> list[np.ndarray]:
        """By level, how likely the edge to each position is where it begins."""
        flat = policy.ravel()
        return [np.where(level.choices >= 0, flat[level.choices], level.chances) for level in self.levels]

    def _reach(self, edges: list[np.ndarray], seat: int) -> list[np.ndarray]:
        """By level, how likely each position is if a seat does all it can to get there."""
        reach, made = np.ones(1), []
        for number, level in enumerate(self.levels):
            if number:
                is_own = self.levels[number - 1].actors[level.parents] == seat
                reach = reach[level.parents] * np.where(is_own, 1.0, edges[number])
            made.append(reach)
        return made

    def values(self, policy: np.ndarray) -> np.ndarray:
        """What each seat wins on average."""
        edges = self._edges(policy)
        value = np.zeros((0, PLAYERS))
        for number in range(len(self.levels) - 1, -1, -1):
            here = self.results[number].copy()
            if len(value):
                below = self.levels[number + 1]
                for seat in range(PLAYERS):
                    weights = value[:, seat] * edges[number + 1]
                    here[:, seat] += np.bincount(below.parents, weights, len(here))
            value = here
        return value[0]

    def regrets(self, policy: np.ndarray, seat: int, is_best: bool = False) -> tuple[np.ndarray, float]:
        """How much better each decision of a seat would be than its policy, and what the seat wins.

        With `is_best` it wins what the best answer to the others' policies wins, which is found from the end backwards.
        """
        edges, regrets = self._edges(policy), np.zeros(policy.shape)
        reach, value = self._reach(edges, seat), np.zeros(0)
        for number in range(len(self.levels) - 1, -1, -1):
            level, here = self.levels[number], self.results[number][:, seat].copy()
            if len(value):
                below = self.levels[number + 1]
                is_own = level.actors[below.parents] == seat
                weighed = value * reach[number + 1]
                gains = np.bincount(below.choices[is_own], weighed[is_own], policy.size)
                edge = edges[number + 1]
                if is_best:
                    best = np.where(self.allowed, gains.reshape(policy.shape), -np.inf).argmax(1)
                    chosen = below.choices[is_own]
                    edge = edge.copy()
                    edge[is_own] = best[chosen // MOST] == chosen % MOST
                here += np.bincount(below.parents, value * edge, len(here))
                own = level.actors == seat
                stay = np.bincount(level.sets[own], (here * reach[number])[own], len(policy))
                mine = np.bincount(level.sets[own], minlength=len(policy)) > 0
                better = gains.reshape(policy.shape) - stay[:, np.newaxis]
                regrets += np.where(mine[:, np.newaxis] & self.allowed, better, 0)
            value = here
        return regrets, float(value[0])

    def exploitability(self, policy: np.ndarray) -> float:
        """How much more than in an equilibrium the best answers win, in shares of the win and the mean of the seats."""
        best = sum(self.regrets(policy, seat, is_best=True)[1] for seat in range(PLAYERS))
        return (best - 1) / PLAYERS

    def solve(self, iterations: int, told=lambda number, policy: None) -> np.ndarray:
        """An equilibrium, nearly: the mean policy of CFR+, later ones counting more."""
        regrets, total = np.zeros(self.allowed.shape), np.zeros(self.allowed.shape)
        policy = self.uniform()
        for number in range(1, iterations + 1):
            for seat in range(PLAYERS):
                mine = self.players == seat
                regrets[mine] = np.maximum(regrets + self.regrets(policy, seat)[0], 0)[mine]
                positive = regrets.sum(1, keepdims=True)
                policy = np.where(mine[:, np.newaxis], _shares(regrets, positive, self.uniform()), policy)
                total[mine] += (number * self._own_reach(policy, seat)[:, np.newaxis] * policy)[mine]
            told(number, total)
        return self.mean(total)

    def mean(self, total: np.ndarray) -> np.ndarray:
        return _shares(total, total.sum(1, keepdims=True), self.uniform())

    def _own_reach(self, policy: np.ndarray, seat: int) -> np.ndarray:
        """By information set of a seat: how likely its own decisions lead there."""
        edges, reach, found = self._edges(policy), np.ones(1), np.zeros(len(policy))
        for number, level in enumerate(self.levels):
            if number:
                is_own = self.levels[number - 1].actors[level.parents] == seat
                reach = reach[level.parents] * np.where(is_own, edges[number], 1.0)
            own = level.actors == seat
            found[level.sets[own]] = reach[own]
        return found

    def of_bot(self, name: str, tries: int) -> np.ndarray:
        """A bot's policy, by asking it often at every information set."""
        counts = np.zeros(self.allowed.shape)
        for number, view in enumerate(self.views):
            legal = view.legal
            for seed in range(tries if len(legal) > 1 else 1):
                counts[number, legal.index(make_bot(name, seed, threads=1).choose(view, legal))] += 1
        return counts / counts.sum(1, keepdims=True)


def _shares(parts: np.ndarray, whole: np.ndarray, otherwise: np.ndarray) -> np.ndarray:
    return np.where(whole > 0, parts / np.where(whole > 0, whole, 1), otherwise)


def main() -> None:
    parser = argparse.ArgumentParser(description="Solves a small game for two.")
    parser.add_argument("game", nargs="?", default="little-manhattan", help="or little-gratte-ciel")
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--bots", default="random", help="whose exploitability is told, too")
    parser.add_argument("--tries", type=int, default=20, help="how often a bot is asked at every information set")
    game = bauboom.load(parser.parse_known_args()[0].game)
    if any(options["players"] != PLAYERS for options in game.variants):
        raise OptionError(f"{game.name} is too large to be solved: docs/small.md names two games that are not")
    for option, usual in game.options.items():
        parser.add_argument(f"--{option}", type=type(usual), default=usual)
    asked = parser.parse_args()
    for name in asked.bots.split(","):
        check_bot(name)
    tree = Tree(game.with_options({option: getattr(asked, option) for option in game.options}))
    print(f"{tree.positions:,} positions, {len(tree.views):,} information sets")
    for name in asked.bots.split(","):
        policy = tree.uniform() if name == "random" else tree.of_bot(name, asked.tries)
        print(f"{name}: exploitability {tree.exploitability(policy):.6f}", flush=True)

    def tell(number: int, total: np.ndarray) -> None:
        if number in (1, 10, 100, 1000, 10000):
            print(f"CFR+, {number} iterations: exploitability {tree.exploitability(tree.mean(total)):.2e}", flush=True)

    policy = tree.solve(asked.iterations, tell)
    print(f"exploitability {tree.exploitability(policy):.2e}; seat 0 wins {tree.values(policy)[0]:.6f}")


if __name__ == "__main__":
    try:
        main()
    except UserError as error:
        raise SystemExit(str(error)) from None
