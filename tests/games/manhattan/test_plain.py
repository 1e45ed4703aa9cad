"""The second opinion: our engine and the plain-Python version under bench/, written from the rules alone, agree."""

import importlib.util
import random
from pathlib import Path

import msgspec
import pytest

from bauboom import load

from ...perft import perft
from ...playthrough import positions

PATH = Path(__file__).parents[3] / "bench" / "plain.py"
spec = importlib.util.spec_from_file_location("plain", PATH)
plain = importlib.util.module_from_spec(spec)
spec.loader.exec_module(plain)


def as_tuple(action):
    """A typed action in the plain version's words."""
    fields = msgspec.structs.asdict(action)
    return (action.__struct_config__.tag, *(tuple(v) if isinstance(v, tuple) else v for v in fields.values()))


@pytest.mark.parametrize("options", load("manhattan").variants, ids=lambda o: "-".join(map(str, o.values())))
@pytest.mark.parametrize("seed", range(4))
def test_both_allow_the_same_actions_and_end_with_the_same_result(options, seed):
    rng = random.Random(seed)
    ours, other = load("manhattan", **options).root, plain.Plain(**options)
    while not ours.is_over:
        if ours.is_chance:
            assert other.turn is None
            total = sum(weight for _, weight in other.chance())
            mine = {as_tuple(a): p for a, p in ours.outcomes}
            assert mine == pytest.approx({outcome: weight / total for outcome, weight in other.chance()})
            action = rng.choice(ours.outcomes)[0]
        else:
            assert other.turn == ours.turn
            assert sorted(map(as_tuple, ours.legal)) == sorted(other.legal())
            # mostly the largest blocks, so that towers get capped and nothing-to-build comes about
            action = rng.choice(ours.legal) if rng.random() < 0.5 else max(ours.legal, key=lambda a: str(a)[::-1])
        ours = ours.play(action)
        other.apply(as_tuple(action))
        assert ours.scores == tuple(other.scores())
    assert other.turn == "over"
    assert ours.winners == tuple(other.winners())


@pytest.mark.parametrize("options", load("manhattan").variants, ids=lambda o: "-".join(map(str, o.values())))
def test_both_count_the_same_sequences(options):
    game = load("manhattan", **options)
    compared = 0
    for name, state in positions(game).items():
        other = plain.Plain(**options)
        for action in state.history:
            other.apply(as_tuple(action))
        for depth in (1, 2):
            compared += perft(state, depth, False)
            assert perft(state, depth, False) == plain.perft(other, depth), (name, depth)
    assert compared > 1000
