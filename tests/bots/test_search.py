"""The search bot: what it finds, and what it must not depend on."""

from collections import Counter

import numpy as np
import pytest

from bauboom import load
from bauboom.bots import make_bot
from bauboom.bots.search import CORES, KEPT, POOL, SearchBot, Searcher, Style, estimate, how_sure
from bauboom.core import doors
from bauboom.core.arrays import room
from bauboom.core.dice import seeded
from bauboom.core.engine import SLACK
from bauboom.core.jit import compiled
from bauboom.games import GAMES

pytestmark = pytest.mark.slow


@compiled
def _estimate(rows, workspace, style):
    workspace.rows[0] = rows[0]
    estimate(workspace, len(workspace.shares), style)


def forecast(state, searcher):
    """What a search without any simulation expects of a position, by seat."""
    _estimate(state._rows, searcher.workspace, Style(trust=1.0))
    return searcher.workspace.shares.copy()


def played(game, steps, seed):
    """A position after some decisions of a greedy bot."""
    state, bot = game.start(seed=seed), make_bot("greedy", seed)
    for _ in range(steps):
        if state.is_over:
            break
        view = state.view(state.turn)
        state = state.play(bot.choose(view, view.legal))
    return state


def last_decision(game, seed):
    """The position before the last decision of a game."""
    state = played(game, 10_000, seed)
    while state.turn is None:
        state = state.previous
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_lead_looks_alike_whatever_the_number_of_rivals(players):
    """Otherwise what looks good at once outweighs all that a search finds out at a full table."""
    game, style = load("manhattan", players=players), Style(scale=1000.0)
    even, ahead = (game.root._rows.copy() for _ in range(2))
    ahead[0]["score"][0] += 10
    gains = [doors.evaluate(ahead, seat) - doors.evaluate(even, seat) for seat in (0, 1)]
    assert [how_sure(gain, players, style) for gain in gains] == pytest.approx([1, -1 / (players - 1)])


@pytest.mark.parametrize("name", GAMES)
def test_level4_makes_as_many_simulations_as_its_game_says(name):
    state = played(load(name, players=3), 5, seed=1)
    made = make_bot("level4", 1).look(state.view(state.turn)).simulations
    assert load(name).simulations / 2 <= made <= load(name).simulations  # it may end when half of them agree


@pytest.mark.parametrize("name", GAMES)
def test_a_search_sees_that_a_decision_wins_at_once(name):
    game, found = load(name, players=2), 0
    for seed in range(60):
        state = last_decision(game, seed)
        ends = [state.play(action) for action in state.legal_ids()]
        wins = sum(end.is_over and end.returns[state.turn] == 1 for end in ends)
        if 0 < wins < len(ends):
            assert make_bot("search:400", seed).look(state.view(state.turn)).chances[state.turn] > 0.95
            found += 1
        if found == 5:
            break
    assert found > 0


@pytest.mark.parametrize("name", GAMES)
def test_forecasts_are_shares_and_know_the_end(name):
    game = load(name)
    searcher = Searcher(game)
    for seed in range(3):
        state = played(game, 10_000, seed)
        for before in state.path()[:: max(1, state.step // 12)]:
            shares = forecast(before, searcher)
            assert shares.sum() == pytest.approx(1)
            assert (shares >= 0).all()
        assert forecast(state, searcher).tolist() == list(state.returns)


@pytest.mark.parametrize(("name", "has_network"), [*((name, False) for name in GAMES), ("hoch-hinaus", True)])
def test_forecasts_of_late_positions_are_better_than_blind_ones(name, has_network):
    """Log-loss over the last fifth of greedy games, against the even share."""
    game = load(name, players=2)
    losses, searcher = [], Searcher(game, has_network)
    for seed in range(60):
        end = played(game, 10_000, seed)
        late = end.path()[int(0.8 * end.step)]
        losses.append(-np.dot(end.returns, np.log(np.maximum(forecast(late, searcher), 1e-6))))
    assert np.mean(losses) < np.log(2) - 0.03


@pytest.mark.parametrize("name", GAMES)
def test_a_random_decision_is_each_legal_one_as_often(name):
    game = load(name, players=2)
    for steps in (3, 20, 60):
        state = played(game, steps, steps)
        legal, rng, actions = state.legal_ids(), seeded(1, 2), room(game.space.size + SLACK, np.int32)
        counts = Counter(doors.decide(state._rows, rng, actions) for _ in range(400 * len(legal)))
        assert sorted(counts) == legal
        assert max(abs(count - 400) for count in counts.values()) < 6 * 20


def test_a_search_stops_early_only_when_it_is_decided():
    """The favourite is the same as if all simulations had been made."""
    game, style, simulations = load("gratte-ciel", players=2), Style(rollout=0), []
    for seed in range(16):
        state = played(game, 4 * seed, seed)
        rows, searcher = state.view(state.turn).rows, Searcher(game)
        searcher.begin(seed, 0)
        searcher.grow(1000, rows, style)
        favourite = max(searcher.children(), key=lambda child: child[1])
        found = SearchBot("search", simulations=1000, seed=seed, style=style).look(state.view(state.turn))
        assert found.lines[0].action == favourite[0]
        simulations.append(found.simulations)
    assert min(simulations) < 1000  # else nothing was stopped


def test_a_full_tree_is_searched_on(monkeypatch):
    monkeypatch.setattr("bauboom.bots.search.NODES", 40)
    game = load("hoch-hinaus", players=2)
    state = game.start(seed=1)
    searcher = Searcher(game)
    searcher.begin(1, 0)
    searcher.grow(500, state.view(state.turn).rows, Style(rollout=0))
    assert searcher.tree.size[0] <= 40
    assert searcher.tree.visits[0] == 500


def test_thinkers_are_given_back_and_few_are_kept():
    for players in (2, 3, 4, 5, 6):
        game = load("hoch-hinaus", players=players)
        state = game.start(seed=1)
        make_bot("search:4", 1).choose(state.view(state.turn), state.legal)
    assert POOL.waiting == 0
    assert 0 < len(POOL._idle) <= KEPT
    with POOL.searchers(game, 100) as all_of_them:  # each core's is free again
        assert len(all_of_them) == CORES


def test_what_is_expected_has_points_and_errors():
    state = load("manhattan", players=3).start(seed=2)
    outlook = make_bot("search:300", 1).look(state.view(state.turn), playouts=8, best=2)
    assert sum(outlook.chances) == pytest.approx(1)
    assert [line.scores is not None for line in outlook.lines[:3]] == [True, True, False]
    assert all(0 <= error <= 0.5 for line in outlook.lines for error in line.errors)
    assert all(points > 0 for points in outlook.lines[0].scores)


@pytest.mark.parametrize("name", GAMES)
def test_every_level_is_stronger_than_the_one_below(name):
    """Only roughly: `bauboom arena` says by how much."""
    from bauboom.arena.match import plan, play

    game = load(name, players=2)
    for weaker, stronger in (("level1", "level2"), ("level2", "level3"), ("level3", "level4")):
        match = plan(game, [weaker, stronger], seed=3)
        results = [play(match, number) for number in range(40)]
        shares = sum(result.shares[match.seatings[result.seating].index(stronger)] for result in results)
        assert shares > 20, f"{stronger} won {shares} of 40 games against {weaker}"
