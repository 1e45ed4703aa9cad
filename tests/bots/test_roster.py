"""The names of bots, and what they mean."""

import pytest

from bauboom import load
from bauboom.bots import BOTS, LEVELS, check_bot, make_bot
from bauboom.bots.roster import is_timed
from bauboom.core.errors import OptionError


@pytest.mark.parametrize(
    "name",
    [
        "clever",
        "",
        "search:",
        "search:0",
        "search:1h",
        "search:-5",
        "greedy:5",
        "level7",
        "search:99999999",
        "level4:",
        "level4:soon",
    ],
)
def test_a_name_that_no_bot_has_is_refused_with_those_there_are(name):
    with pytest.raises(OptionError, match="greedy, level1"):
        check_bot(name)


def test_bots_that_think_for_a_time_are_known():
    names = [*BOTS, "search:500", "search:1s", "search:200ms", "level4:50", "level4:1s"]
    assert [name for name in names if is_timed(name)] == ["level6", "search", "search:1s", "search:200ms", "level4:1s"]


@pytest.mark.slow
def test_a_search_without_a_network_thinks_as_long_as_its_name_says():
    state = load("hoch-hinaus", players=2).start(seed=3)
    view = state.view(state.turn)
    short, plain = make_bot("level4:20", 1), make_bot(f"level4:{load('hoch-hinaus').simulations}", 1)
    assert short.look(view).simulations <= 20
    assert plain.look(view) == make_bot("level4", 1).look(view) != make_bot("search:1000", 1).look(view)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*LEVELS, "search:20", "search:20ms", "search:1s", "level4:20ms"])
def test_every_bot_chooses_a_legal_action(name):
    state = load("hoch-hinaus", players=2).start(seed=3)
    view = state.view(state.turn)
    assert make_bot(name, 1).choose(view, view.legal) in view.legal


@pytest.mark.slow
def test_a_bot_of_simulations_chooses_the_same_for_the_same_seed():
    state = load("gratte-ciel", players=3).start(seed=5)
    view = state.view(state.turn)
    one, other = ([make_bot("search:200", seed).look(view)] for seed in (7, 7))
    assert one == other
    assert one != [make_bot("search:200", 8).look(view)]
