"""The search bot: information-set Monte Carlo tree search, as kernels for every game.

One tree is grown for what the searching seat knows. Every simulation guesses what is hidden (`determinize`), walks down
by what the tree has learnt so far and by what looks good at once (`evaluate`), plays on for a few decisions where the
tree ends, and estimates the position it reached by forecasts. The tree is open-loop: its nodes are decisions only,
chance is drawn anew every time, and only those children of a node count that are legal in the guessed world.

With a network a simulation ends where the tree does: the network says what every decision there promises, and that
counts as the first visit to each. The first one guesses nothing, so a search of one simulation does what the network
holds for best.

A tree is a few arrays, used again for every decision: a search allocates nothing. Several threads grow
one tree each, and their findings are added up.
"""

import math
import os
import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np

from bauboom.bots.forecast import STAGES, promise, share_out, weights_of
from bauboom.bots.network import NOTHING, Learnt, Network, best_foreseen, is_learnt, learnt_by, read, with_room
from bauboom.bots.simple import best_reachable, choose_greedily, room_to_think
from bauboom.bots.taste import favourite, liked_at, taste_of
from bauboom.core.action import Action
from bauboom.core.arrays import room
from bauboom.core.dice import WORD, check_seed, roll, seeded
from bauboom.core.door import busy_door
from bauboom.core.engine import (
    CHANCE,
    OVER,
    SLACK,
    any_decision,
    apply,
    determinize,
    evaluate,
    legal,
    returns,
    sample,
    scores,
)
from bauboom.core.game import Game
from bauboom.core.kernel import kernel
from bauboom.core.kinds import Ids, Kind, OneRow, Plans, PointsOfAll, Rng, Rows, SharesOfAll
from bauboom.core.numbers import exp
from bauboom.core.state import View

NONE = -1
NODES = 250_000  # in a tree; when it is full, what is known is weighed more finely, but nothing new is tried
DEPTH = 128


Nodes = Annotated[np.ndarray, Kind("int32")]
Looks = Annotated[np.ndarray, Kind("float64")]


class Style(NamedTuple):
    """How a search thinks; tuned by matches, see docs/bots.md."""

    explore: float = 0.3  # how much a child is tried for being untried, with two seats; less with more
    prior: float = 0.6  # how much for looking good at once, likewise
    sharp: float = 3.0  # how much better it must look for that
    scale: float = 1000.0  # what `evaluate` counts a sure thing, against one rival
    expand: int = 4  # visits before the children of a node are looked at
    rollout: int = 4  # decisions played on from a leaf
    randomness: float = 0.1  # the share of those that are made at random, not greedily
    trust: float = 1.0  # in forecasts; the rest is in how good the position looks


class Tree(NamedTuple):
    """Nodes by number, the root 0. Children are a chain: the first, the next of the first, and so on."""

    action: Nodes
    parent: Nodes
    first: Nodes
    following: Nodes
    visits: Nodes
    prior: Looks  # e to the power of how good it looks at once, less the `best_look` of its parent
    best_look: Looks  # of a node's children, when it first had any; so that powers stay small
    totals: SharesOfAll  # [node, seat]: the shares of the win of all visits, added up
    squares: SharesOfAll  # [node, seat]: and their squares, for the root and its children, which are the first nodes
    size: Annotated[np.ndarray, Kind("int64", (1,))]  # nodes in use


class Workspace(NamedTuple):
    """Scratch memory for one searching thread."""

    rows: OneRow
    path: Annotated[np.ndarray, Kind("int32", (DEPTH,))]
    child_of: Ids  # by action: its child, of the node that had one for it most recently
    actions: Ids
    weights: Ids
    trials: Rows
    plans: Plans
    learnt: Annotated[np.ndarray, Kind("float64", (STAGES, "traits"))]
    traits: Annotated[np.ndarray, Kind("float64", ("traits",))]
    shares: Looks
    network: Network


@kernel
def has_network(workspace):
    return len(workspace.network.units) > 0


@kernel
def let_chance_act(workspace, rng):
    while workspace.rows[0].turn == CHANCE:
        apply(workspace.rows[0], sample(workspace.rows[0], rng, workspace.actions, workspace.weights))


@kernel
def play_greedily(workspace, rng):
    n, seat, chosen = legal(workspace.rows[0], workspace.actions), np.int64(workspace.rows[0].turn), 0
    if n > 1:
        chosen = choose_greedily(
            workspace.rows, 0, seat, workspace.actions, n, rng, workspace.trials, workspace.plans, 0
        )
    apply(workspace.rows[0], workspace.actions[chosen])


@kernel
def play_on(workspace, rng, style):
    """Play a few decisions for all seats, most of them greedily."""
    for _ in range(style.rollout):
        let_chance_act(workspace, rng)
        if workspace.rows[0].turn == OVER:
            return
        if style.randomness >= 1 or roll(rng) < style.randomness * WORD:
            apply(workspace.rows[0], any_decision(workspace.rows[0], rng, workspace.actions))
        else:
            play_greedily(workspace, rng)


@kernel
def how_sure(value, seats, style):
    """A value of `evaluate`, which adds up what a seat is ahead of each rival: 1 is a sure thing."""
    return value / (style.scale * max(seats - 1, 1))


@kernel
def estimate(workspace, seats, style):
    """Write into `shares` which share of the win each seat can expect in the position that was reached."""
    if workspace.rows[0].turn == OVER:
        returns(workspace.rows[0], workspace.shares)
        return
    for seat in range(seats):
        workspace.shares[seat] = 0.0
        if style.trust < 1:
            looks = how_sure(evaluate(workspace.rows[0], seat), seats, style)
            workspace.shares[seat] = (1 - style.trust) * looks
        if style.trust > 0:
            workspace.shares[seat] += style.trust * promise(workspace.rows, 0, seat, workspace.learnt, workspace.traits)
    share_out(workspace.shares, seats)


@kernel
def add_node(tree, parent, action, prior):
    node = tree.size[0]
    tree.size[0] = node + 1
    tree.action[node] = action
    tree.parent[node] = parent
    tree.first[node] = NONE
    tree.following[node] = NONE
    tree.visits[node] = 0
    tree.prior[node] = prior
    for seat in range(tree.totals.shape[1]):
        tree.totals[node, seat] = 0.0
        if node < len(tree.squares):
            tree.squares[node, seat] = 0.0
    return node


@kernel
def find_children(tree, node, workspace, n, style):
    """Note in `child_of` the children of a node for the first n actions, and add new ones; False: no room."""
    child, known = tree.first[node], tree.size[0]
    is_first_look, has_room = child == NONE, True
    while child != NONE:
        workspace.child_of[tree.action[child]] = child
        child = tree.following[child]
    highest = -1e300
    for i in range(n):
        action = workspace.actions[i]
        if tree.parent[workspace.child_of[action]] != node:  # it is of a node that was looked at before
            if tree.size[0] == len(tree.action):
                has_room = False
                break
            looks = how_it_looks(workspace, action, tree.totals.shape[1], style)
            highest = max(highest, looks)
            child = add_node(tree, node, action, looks)
            if has_network(workspace):
                visit(tree, child, workspace.shares, node == 0)
            tree.following[child] = tree.first[node]
            tree.first[node] = child
            workspace.child_of[action] = child
    if is_first_look:
        tree.best_look[node] = highest
    for child in range(known, tree.size[0]):
        tree.prior[child] = exp(max(-300.0, min(300.0, tree.prior[child] - tree.best_look[node])))
    return has_room


@kernel
def visit(tree, node, shares, is_near_root):
    """Add what was found out to a node."""
    tree.visits[node] += 1
    for seat in range(tree.totals.shape[1]):
        share = shares[seat]
        tree.totals[node, seat] += share
        if is_near_root and node < len(tree.squares):
            tree.squares[node, seat] += share * share  # not ** 2, which Python rounds otherwise


@kernel
def how_it_looks(workspace, action, seats, style):
    """How good the best position looks that the mover can still reach in this turn after an action.

    With a network `shares` gets what every seat can expect there.
    """
    if style.prior == 0 and not has_network(workspace):
        return 0.0
    workspace.trials[0] = workspace.rows[0]
    apply(workspace.trials[0], action)
    mover = np.int64(workspace.rows[0].turn)
    if has_network(workspace):
        return style.sharp * best_foreseen(
            workspace.network, workspace.trials, mover, workspace.plans, workspace.shares
        )
    return style.sharp * how_sure(best_reachable(workspace.trials, mover, workspace.plans), seats, style)


@kernel
def best_child(tree, node, workspace, n, style):
    """The child to walk to, among the first n actions: good so far, little tried, or promising at once."""
    mover = np.int64(workspace.rows[0].turn)
    visits, weight = 0, 1e-300
    for i in range(n):
        child = workspace.child_of[workspace.actions[i]]
        visits += tree.visits[child]
        weight += tree.prior[child]
    tried, fair = tree.visits[node], 1.0 / tree.totals.shape[1]
    hope = tree.totals[node, mover] / tried if tried > 0 else fair
    urge = 2 * fair * math.sqrt(visits + 1.0)  # the more seats, the smaller the differences between shares of the win
    for_looks, for_novelty = style.prior * urge / weight, style.explore * urge / n
    best, chosen = -1e300, NONE
    for i in range(n):
        child = workspace.child_of[workspace.actions[i]]
        tried = int(tree.visits[child])
        total, count = (tree.totals[child, mover], tried) if tried > 0 else (hope, 1)
        urged = for_looks * tree.prior[child] + for_novelty
        value = (total * (1 + tried) + urged * count) / (count * (1 + tried))  # mean + urged / (1 + tried)
        if value > best:
            best, chosen = value, child
    return chosen


@kernel
def take_best_look(tree, workspace, n):
    """Write into `shares` what the mover's best decision promises, of the first n actions, whose children are known."""
    mover = np.int64(workspace.rows[0].turn)
    best, chosen = -1.0, 0
    for i in range(n):
        child = workspace.child_of[workspace.actions[i]]
        mean = tree.totals[child, mover] / tree.visits[child]
        if mean > best:
            best, chosen = mean, child
    for seat in range(tree.totals.shape[1]):
        workspace.shares[seat] = tree.totals[chosen, seat] / tree.visits[chosen]


@kernel
def guess(tree, views, workspace, rng):
    """Begin at the root, in a guessed world. Only a network's first look guesses nothing.

    It has learnt what cards are worth that nobody has seen.
    """
    workspace.rows[0] = views[0]
    is_first_look = has_network(workspace) and tree.first[0] == NONE and legal(workspace.rows[0], workspace.actions) > 1
    if not is_first_look:
        determinize(workspace.rows[0], rng)


@kernel
def descend(tree, workspace, rng, style):
    """Walk from the root to where the tree ends; `path` says how.

    Return how deep that is, and whether `shares` has what is expected there already: looking at new children told it.
    """
    node, depth = 0, 0
    workspace.path[0] = 0
    while depth < DEPTH - 1 and (depth == 0 or has_network(workspace) or tree.visits[node] >= style.expand):
        let_chance_act(workspace, rng)
        if workspace.rows[0].turn == OVER:
            break
        n = legal(workspace.rows[0], workspace.actions)
        is_new = tree.first[node] == NONE
        if not find_children(tree, node, workspace, n, style):
            break
        if has_network(workspace) and is_new and n > 1:
            take_best_look(tree, workspace, n)
            return depth, True
        node = best_child(tree, node, workspace, n, style)
        apply(workspace.rows[0], tree.action[node])
        depth += 1
        workspace.path[depth] = node
    return depth, False


@kernel
def evaluate_leaf(tree, node, workspace, rng, style):
    """Write into `shares` what every seat can expect where the walk ended."""
    if not has_network(workspace):
        play_on(workspace, rng, style)
    if not has_network(workspace) or workspace.rows[0].turn == OVER:
        estimate(workspace, tree.totals.shape[1], style)
        return
    for seat in range(tree.totals.shape[1]):  # no room for more nodes: what is known has to do
        workspace.shares[seat] = tree.totals[node, seat] / tree.visits[node]


@kernel
def back_up(tree, workspace, depth):
    """Add what was found out to all nodes of the path."""
    for i in range(depth + 1):
        visit(tree, workspace.path[i], workspace.shares, i <= 1)


@kernel
def simulate_once(tree, views, workspace, rng, style):
    guess(tree, views, workspace, rng)
    depth, is_known = descend(tree, workspace, rng, style)
    if not is_known:
        evaluate_leaf(tree, workspace.path[depth], workspace, rng, style)
    back_up(tree, workspace, depth)


@busy_door
def grow(tree: Tree, simulations: int, views: OneRow, workspace: Workspace, rng: Rng, style: Style) -> int:
    """Add simulations to a tree, or begin a new one if it has no root yet.

    Return how many visits the favourite at the root has more than any other.
    """
    if tree.size[0] == 0:
        add_node(tree, NONE, NONE, 0.0)
        workspace.child_of[:] = 0
    for _ in range(simulations):
        simulate_once(tree, views, workspace, rng, style)
    most, second = 0, 0
    child = tree.first[0]
    while child != NONE:
        visits = tree.visits[child]
        if visits > most:
            most, second = visits, most
        else:
            second = max(second, visits)
        child = tree.following[child]
    return most - second


@busy_door
def play_to_the_end(
    count: int, views: OneRow, action: int, workspace: Workspace, rng: Rng, points: PointsOfAll, shares: SharesOfAll
) -> None:
    """Play on greedily from an action in `count` guessed worlds; note points and shares of the win by seat."""
    for i in range(count):
        workspace.rows[0] = views[0]
        determinize(workspace.rows[0], rng)
        apply(workspace.rows[0], action)
        while workspace.rows[0].turn != OVER:
            let_chance_act(workspace, rng)
            if workspace.rows[0].turn != OVER:
                play_greedily(workspace, rng)
        scores(workspace.rows[0], points[i])
        returns(workspace.rows[0], shares[i])


class Searcher:
    """A tree with its workspace: too big to be made for every decision, so they are kept in a pool."""

    def __init__(self, game: Game, has_network: bool = True, network: Path | None = None) -> None:
        seats, space = game.seats, game.space.size
        self.tree = Tree(
            action=np.zeros(NODES, np.int32),
            parent=np.zeros(NODES, np.int32),
            first=np.zeros(NODES, np.int32),
            following=np.zeros(NODES, np.int32),
            visits=np.zeros(NODES, np.int32),
            prior=np.zeros(NODES),
            best_look=np.zeros(NODES),
            totals=np.zeros((NODES, seats)),
            squares=np.zeros((space + 1, seats)),
            size=np.zeros(1, np.int64),
        )
        lists = room((3, space + SLACK), np.int32)
        self.workspace = Workspace(
            *(room(1, game.dtype), room(DEPTH, np.int32), lists[0], lists[1], lists[2]),
            *room_to_think(game),
            *(weights_of(game), room(len(game.traits), np.float64), room(seats, np.float64)),
            network=with_room(learnt_of(game, has_network, network), game),
        )
        self.rng = seeded(0)
        self.lead = 0  # how many visits the favourite has more than any other

    def begin(self, seed: int, stream: int) -> None:
        self.tree.size[0] = 0
        self.rng, self.lead = seeded(seed, stream), 0

    def grow(self, simulations: int, views: np.ndarray, style: Style) -> None:
        self.lead = grow(self.tree, simulations, views, self.workspace, self.rng, style)

    def children(self) -> Iterator[tuple[int, int, np.ndarray, np.ndarray]]:
        """Of every action at the root: its id, visits, shares of the win by seat added up, and their squares."""
        tree, child = self.tree, int(self.tree.first[0])
        while child != NONE:
            yield int(tree.action[child]), int(tree.visits[child]), tree.totals[child], tree.squares[child]
            child = int(tree.following[child])


class Pool:
    """The searchers of all games. No more are in use at a time than there are cores."""

    def __init__(self, cores: int) -> None:
        self.free = threading.Semaphore(cores)
        self.waiting = 0
        self._idle: list[tuple[tuple[Game, bool, Path | None], Searcher]] = []  # those used last come last
        self._lock = threading.Lock()

    @contextmanager
    def searchers(
        self, game: Game, most: int, has_network: bool = True, network: Path | None = None
    ) -> Iterator[list[Searcher]]:
        """Wait for one searcher; more, up to `most`, come with it if no other caller is waiting."""
        kind = game, has_network, network
        with self._lock:
            self.waiting += 1
        self.free.acquire()
        count, taken = 1, list[Searcher]()
        with self._lock:
            self.waiting -= 1
            while count < most and self.waiting == 0 and self.free.acquire(blocking=False):
                count += 1
        try:
            with self._lock:
                taken += [self._one(*kind) for _ in range(count)]
            yield taken
        finally:
            with self._lock:
                self._idle += [(kind, searcher) for searcher in taken]
                del self._idle[:-KEPT]
            self.free.release(count)

    def _one(self, *kind: Any) -> Searcher:
        for place, (known, searcher) in enumerate(self._idle):
            if known == kind:
                del self._idle[place]
                return searcher
        return Searcher(*kind)


WITHOUT_NETWORK = 8  # times as many simulations for a bot that wants a network, where there is none
CORES = os.cpu_count() or 1
KEPT = 2 * CORES + 2  # idle searchers, for the few games that are played most
POOL = Pool(CORES)


def learnt_of(game: Game, has_network: bool, network: Path | None) -> Learnt:
    """What a search knows: what a file has, or what the game's own network has learnt, or nothing."""
    if network is not None:
        return read(network, game)
    return learnt_by(game) if has_network else NOTHING


def usual_simulations(game: Game, has_network: bool, network: Path | None = None) -> int:
    """How many a bot makes that is told nothing: with a network one, which is to do what it holds for best at once."""
    if network is not None or (has_network and is_learnt(game)):
        return 1
    return WITHOUT_NETWORK * game.simulations if has_network else game.simulations


def style_of(game: Game, has_network: bool = True, network: Path | None = None) -> Style:
    """How to search a game best."""
    style = Style(**game.search)  # type: ignore[arg-type]  # numbers by name, from a game's folder
    if network is not None or (has_network and is_learnt(game)):
        style = style._replace(prior=1.0, sharp=20.0)  # for shares of the win, not for points
    return style


class Line(NamedTuple):
    """What is known of one action."""

    action: int
    visits: int
    chances: list[float]  # by seat, the share of the win to be expected
    errors: list[float]  # by seat, their standard errors; what the forecasts themselves are worth is not in them
    scores: list[float] | None = None  # by seat, points at the end, if everybody plays on greedily
    score_errors: list[float] | None = None


class Outlook(NamedTuple):
    """What a search found out about a position as a seat sees it."""

    lines: list[Line]  # the best first
    simulations: int

    @property
    def chances(self) -> list[float]:
        """By seat, if the best action is taken."""
        return self.lines[0].chances


class SearchBot:
    """Searches for a number of simulations or for a time, on so many threads, with the game's network if it has one.

    Without either, it does at once what the network holds for best, or makes as many simulations as the game says.
    `network` names a file with another network. With a character it takes the action that it likes most, of those that
    are as good as the best.
    """

    def __init__(
        self,
        name: str,
        simulations: int | None = None,
        seconds: float | None = None,
        seed: int | None = None,
        threads: int = 1,
        style: Style | None = None,
        has_network: bool = True,
        character: str = "",
        network: Path | None = None,
    ) -> None:
        self.name, self.simulations, self.seconds, self.threads = name, simulations, seconds, threads
        self.style, self.has_network, self.character, self.network = style, has_network, character, network
        self._seed = secrets.randbits(62) if seed is None else check_seed(seed)
        self._decisions = 0  # made so far: every one has dice of its own

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        if view.seat is None or not legal:
            raise ValueError("a bot chooses for a seat that is on turn")
        if len(legal) == 1:
            return legal[0]
        lines, taste = self.look(view).lines, taste_of(view.game, self.character)
        chosen = lines[0] if taste is None else favourite(lines, view.seat, liked_at(view, taste))
        return view.game.space.actions[chosen.action]

    def look(self, view: View, playouts: int = 0, best: int = 5) -> Outlook:
        """What to expect of every action; of the best ones also the points, from `playouts` games played to the end."""
        if view.seat is None or not view.legal_ids():
            raise ValueError("a search needs the view of the seat that is on turn")
        game = view.game
        style = self.style or style_of(game, self.has_network, self.network)
        stream, self._decisions = 64 * self._decisions, self._decisions + 1
        is_timed = self.seconds is not None
        threads = self.threads if is_timed else 1
        with POOL.searchers(game, threads, self.has_network, self.network) as searchers:
            for number, searcher in enumerate(searchers):
                searcher.begin(self._seed, stream + number)
            if is_timed:
                self._search_for_a_time(searchers, view.rows, style)
            else:
                simulations = self.simulations or usual_simulations(game, self.has_network, self.network)
                self._search(searchers[0], view.rows, style, simulations)
            lines = gathered(searchers, view.seat)
            if playouts:
                lines[:best] = [scored(line, searchers[0], view.rows, playouts) for line in lines[:best]]
        return Outlook(lines, sum(line.visits for line in lines))

    def _search(self, searcher: Searcher, views: np.ndarray, style: Style, simulations: int) -> None:
        """All simulations, or fewer when no other action could still become the favourite."""
        left = simulations
        while left > 0 and (left == simulations or searcher.lead <= left):
            chunk = min(CHUNK, left)
            searcher.grow(chunk, views, style)
            left -= chunk

    def _search_for_a_time(self, searchers: list[Searcher], views: np.ndarray, style: Style) -> None:
        """Until the time is over, or until no other action is likely to become the favourite in what is left of it."""
        seconds = (self.seconds or 0.0) / (1 + POOL.waiting / CORES)  # where many wait, each searches for less time
        begun = time.perf_counter()
        end = begun + seconds

        def work(searcher: Searcher) -> None:
            done, chunk = 0, CHUNK
            while not done or time.perf_counter() < end:
                searcher.grow(chunk, views, style)
                done += chunk
                now = time.perf_counter()
                pace = done / (now - begun)
                if searcher.lead > pace * (end - now):
                    break
                chunk = max(1, min(int(pace * BETWEEN), int(pace * (end - now))))

        if len(searchers) == 1:
            work(searchers[0])
        else:
            with ThreadPoolExecutor(len(searchers)) as threads:
                list(threads.map(work, searchers))


CHUNK = 64  # simulations between two looks at how it stands
BETWEEN = 0.01  # seconds, where there is a clock


def gathered(searchers: list[Searcher], seat: int) -> list[Line]:
    """The findings of several trees, added up; the action visited most first, among equals the best one for a seat."""
    sums: dict[int, tuple[int, np.ndarray, np.ndarray]] = {}
    for searcher in searchers:
        for action, visits, totals, squares in searcher.children():
            old = sums.get(action, (0, 0.0, 0.0))
            sums[action] = old[0] + visits, old[1] + totals, old[2] + squares
    lines = []
    for action, (visits, totals, squares) in sums.items():
        means = totals / max(visits, 1)
        variances = np.maximum(squares / max(visits, 1) - means**2, 0.0)
        lines.append(Line(action, visits, means.tolist(), np.sqrt(variances / max(visits, 1)).tolist()))
    return sorted(lines, key=lambda line: (-line.visits, -line.chances[seat]))


def scored(line: Line, searcher: Searcher, views: np.ndarray, playouts: int) -> Line:
    """The same line with the points to expect."""
    seats = len(line.chances)
    points, shares = np.zeros((playouts, seats), np.int32), np.zeros((playouts, seats))
    play_to_the_end(playouts, views, line.action, searcher.workspace, searcher.rng, points, shares)
    errors = points.std(0) / np.sqrt(playouts)
    return line._replace(scores=points.mean(0).tolist(), score_errors=errors.tolist())
