"""The second opinion: our engine and the plain-Python version under bench/, written from the rules alone, agree."""

import importlib.util
import json
import random
from pathlib import Path

import msgspec
import pytest

from bauboom import load
from bauboom.core.perft import perft

from ...playthrough import positions
from .table import OTHER_DECK

PATH = Path(__file__).parents[3] / "bench" / "gratte_ciel" / "plain.py"
spec = importlib.util.spec_from_file_location("plain_gratte_ciel", PATH)
plain = importlib.util.module_from_spec(spec)
spec.loader.exec_module(plain)
PLAYERS = [2, 3, 4, 5]


def as_tuple(action):
    """A typed action in the plain version's words."""
    return (action.__struct_config__.tag, *msgspec.structs.asdict(action).values())


def favourite(rng, legal, wanted):
    """Mostly what is wanted, so that rare things come about more often than by chance."""
    fitting = [a for a in legal if as_tuple(a)[0] in wanted]
    return rng.choice(fitting if fitting and rng.random() < 0.8 else legal)


STYLES = {
    "random": (),
    "studious": ("study", "play", "swap"),
    "thief": ("steal", "build"),
    "shaky": ("quake", "century", "insure"),
    "finisher": ("roof", "insure", "build"),
    "fetcher": ("study", "take", "tornado"),
}


SLOW = pytest.mark.slow


@pytest.mark.parametrize("style", ["random", "studious", *(pytest.param(s, marks=SLOW) for s in list(STYLES)[2:])])
@pytest.mark.parametrize("players", [2, *(pytest.param(n, marks=SLOW) for n in PLAYERS[1:])])
@pytest.mark.parametrize("deck", [None, pytest.param(OTHER_DECK, marks=SLOW)], ids=["standard", "other"])
def test_both_allow_the_same_actions_tell_the_same_and_end_with_the_same_result(style, players, deck):
    rng = random.Random(f"{style}{players}")
    game = load("gratte-ciel", players=players, **({} if deck is None else {"deck": deck}))
    ours, other = game.root, plain.Plain(players, deck)
    while not ours.is_over:
        if ours.is_chance:
            assert other.turn is None
            total = sum(weight for _, weight in other.chance())
            mine = {as_tuple(a): p for a, p in ours.outcomes}
            assert mine == pytest.approx({outcome: weight / total for outcome, weight in other.chance()})
            actions, weights = zip(*ours.outcomes, strict=True)
            action = rng.choices(actions, weights)[0]
        else:
            assert other.turn == ours.turn
            assert sorted(map(as_tuple, ours.legal)) == sorted(other.legal())
            action = favourite(rng, ours.legal, STYLES[style])
        ours = ours.play(action)
        other.apply(as_tuple(action))
        assert ours.scores == tuple(other.scores())
    assert other.turn == "over"
    assert ours.winners == tuple(other.winners())
    assert json.loads(msgspec.json.encode(ours.events())) == other.events


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_both_count_the_same_sequences(players):
    game = load("gratte-ciel", players=players)
    compared = 0
    for name, state in positions(game).items():
        other = plain.Plain(players)
        for action in state.history:
            other.apply(as_tuple(action))
        for depth in (1, 2):
            compared += perft(state, depth, False)
            assert perft(state, depth, False) == plain.perft(other, depth), (name, depth)
    assert compared > 300


def test_G18_both_end_a_game_of_endless_studies_after_100_turns():
    game = load("gratte-ciel", players=2)
    ours, other = game.root, plain.Plain(2)
    rng = random.Random(3)
    while not ours.is_over:
        if ours.is_chance:
            wanted = [a for a, _ in ours.outcomes if getattr(a, "card", "") == "study"]
            action = wanted[0] if wanted else rng.choice(ours.outcomes)[0]
        else:
            wanted = [a for a in ours.legal if str(a) in ("study:discard", "take:study")]
            action = wanted[0] if wanted else rng.choice([a for a in ours.legal if str(a) != "discard:study"])
        ours = ours.play(action)
        other.apply(as_tuple(action))
    assert other.turn == "over"
    assert ours.row.quiet == 100
    assert ours.row.deck_size > 0
