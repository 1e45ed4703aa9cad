"""The second opinion: our engine and the plain-Python version under bench/, written from the rules alone, agree."""

import importlib.util
import json
import random
from pathlib import Path

import msgspec
import pytest

from bauboom import load
from bauboom.core.perft import perft
from bauboom.games.hoch_hinaus.components import MOVE

from ...playthrough import positions

pytestmark = pytest.mark.slow

PATH = Path(__file__).parents[3] / "bench" / "hoch_hinaus" / "plain.py"
spec = importlib.util.spec_from_file_location("plain_hoch_hinaus", PATH)
plain = importlib.util.module_from_spec(spec)
spec.loader.exec_module(plain)
VARIANTS = load("hoch-hinaus").variants


def as_tuple(action):
    """A typed action in the plain version's words."""
    tag, flat = action.__struct_config__.tag, []
    for value in msgspec.structs.asdict(action).values():
        flat += value if isinstance(value, tuple) else [value]
    return (tag, *flat)


def eager(rng, legal):
    """Prefers building, as people do: random play alone hardly ever builds high or to the last storey."""
    wanted = [a for a in legal if as_tuple(a)[0] in ("storey", "raise", "demand", "demolish")]
    return rng.choice(wanted if wanted and rng.random() < 0.9 else legal)


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "-".join(map(str, o.values())))
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 2, 3))])
def test_both_allow_the_same_actions_tell_the_same_and_end_with_the_same_result(options, seed):
    rng = random.Random(seed)
    ours, other = load("hoch-hinaus", **options).root, plain.Plain(**options)
    while not ours.is_over:
        if ours.is_chance:
            assert other.turn is None
            assert [as_tuple(a) for a, _ in ours.outcomes] == [outcome for outcome, _ in other.chance()]
            action = rng.choice(ours.outcomes)[0]
        else:
            assert other.turn == ours.turn
            assert sorted(map(as_tuple, ours.legal)) == sorted(other.legal())
            if seed == 0:
                action = rng.choice(ours.legal)
            else:
                action = eager(rng, crossing_first(ours) if ours.row.phase == MOVE else ours.legal)
        ours = ours.play(action)
        other.apply(as_tuple(action))
        assert ours.scores == tuple(other.scores())
    assert other.turn == "over"
    assert ours.winners == tuple(other.winners())
    assert json.loads(msgspec.json.encode(ours.events())) == other.events


def crossing_first(state):
    """The moves after which the same seat has something to decide, if there are any."""
    useful = [a for a in state.legal if state.play(a).turn == state.turn]
    return useful or state.legal


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "-".join(map(str, o.values())))
def test_both_count_the_same_sequences(options):
    game = load("hoch-hinaus", **options)
    compared = 0
    for name, state in positions(game).items():
        other = plain.Plain(**options)
        for action in state.history:
            other.apply(as_tuple(action))
        for depth in (1, 2):
            compared += perft(state, depth, False)
            assert perft(state, depth, False) == plain.perft(other, depth), (name, depth)
    assert compared > 300
