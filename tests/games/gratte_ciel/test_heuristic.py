"""The greedy bot plays sensibly; how often it wins, `simulate` shows."""

import pytest

from bauboom import load
from bauboom.bots import make_bot
from bauboom.games.gratte_ciel.components import STANDSTILL

from .table import lay, tower

TALL = "home-30 home-25 home-20 home-15 home-10 toilet"  # 105 m


def chosen(state):
    """What greedy may do here, whatever its dice say."""
    view = state.view(state.turn)
    return {str(make_bot("greedy", seed).choose(view, view.legal)) for seed in range(6)}


def test_it_finishes_a_tower_that_earns_points_and_leaves_flawed_ones_alone():
    state = lay([tower(TALL), tower("shop-10")], ("flat hotel-10", "quake pool"))
    assert chosen(state) == {"flat@0"}


def test_it_plays_toilets():
    assert chosen(lay([tower("home-10")], ("toilet hotel-10 flat", "quake pool"))) == {"toilet@0"}


def test_it_shakes_the_towers_of_rivals_and_insures_its_own():
    rival = tower(TALL + " flat", owner=1, ground="parking")
    assert chosen(lay([rival, tower()], ("quake hotel-10", "pool"))) == {"quake@0"}
    own = tower(TALL + " flat", owner=0, ground="clay")
    assert chosen(lay([own, tower()], ("insurance hotel-10", "pool"))) == {"insure@0"}


@pytest.mark.parametrize("bots", [["greedy", "random"], ["random", "greedy"]])
def test_it_beats_random_play(bots):
    from bauboom.arena.simulate import simulate

    shares = [chunk.shares for chunk in simulate(load("gratte-ciel", players=2), bots, 200, 0)]
    assert sum(share[:, bots.index("greedy")].sum() for share in shares) >= 180


@pytest.mark.parametrize("bot", ["level1", "level2", "greedy"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_G18_its_games_do_not_stand_still(players, bot):
    from bauboom.arena.simulate import simulate

    game, ends = load("gratte-ciel", players=players), []
    for chunk in simulate(game, [bot], 40, 1, keep_moves=True):
        for moves, length in zip(chunk.moves, chunk.lengths, strict=True):
            state = game.root
            for move in moves[:length].tolist():
                state = state.play_one(move)
            ends.append(int(state.row["quiet"]) < STANDSTILL)
    assert len(ends) == 40
    assert all(ends)
