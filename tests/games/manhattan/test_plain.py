"""The second opinion: our engine and the plain-Python version under bench/, written from the rules alone, agree."""

import importlib.util
import random
from pathlib import Path

import msgspec
import pytest

from bauboom import load
from bauboom.core.perft import perft

from ...playthrough import positions
from .table import BLUE, RED, lay

PATH = Path(__file__).parents[3] / "bench" / "manhattan" / "plain.py"
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


def transplanted(state):
    """The plain version in the position of one of our states in which a seat builds or a card is drawn."""
    row, other = state.row, plain.Plain(**state.game.options)
    for site in range(54):
        tower = other.towers[site // 9][site % 9]
        tower.owner = None if row.owner[site] == 4 else int(row.owner[site])
        tower.storeys[:] = row.floors[site, :4].tolist()
    for colour in range(other.colours):
        other.supply[colour][1:] = row.supply[colour].tolist()
        other.picked[colour][1:] = row.picked[colour].tolist()
    other.hands = [[int(card) + 1 for card in row.hand[seat] if card < 9] for seat in range(other.players)]
    other.pile[1:], other.played[1:] = row.pile.tolist(), row.played.tolist()
    other.totals = row.score[: other.colours].tolist()
    other.phase = {3: "turn", 4: "draw"}[int(row.phase)]
    other.seat, other.start, other.round = int(row.seat), int(row.starter), int(row.round_no)
    return other


CENTRES = [[(BLUE, 4), (BLUE, 1)]] * 3 + [[(BLUE, 3), (BLUE, 2)]] * 3


@pytest.mark.parametrize("free_city", [None, 0, 5])
@pytest.mark.parametrize("options", [{"colours": 1}, {"colours": 2}, {"edition": "2017"}])
def test_M2_both_give_blocks_away_exactly_where_nothing_can_be_built(options, free_city):
    """Only centres are marked, and blue has five storeys on all of them, or on all but one."""
    towers = {f"{letter}5": t for i, (letter, t) in enumerate(zip("ABCDEF", CENTRES, strict=True)) if i != free_city}
    ours = lay(towers, {0: [5, 5, 5, 5]}, {RED: [1, 2, 4], BLUE: [1, 1, 3]}, scores=[7, 9], players=2, **options)
    other = transplanted(ours)
    rng = random.Random(1)
    skips = 0
    while ours.row.round_no == 1:
        if ours.is_chance:
            action = ours.outcomes[-1][0]
        else:
            assert sorted(map(as_tuple, ours.legal)) == sorted(other.legal())
            skips += type(ours.legal[0]).__name__ == "Skip"
            action = rng.choice(ours.legal)
        ours = ours.play(action)
        other.apply(as_tuple(action))
    assert ours.scores == tuple(other.scores())
    assert (skips > 0) == (free_city is None)
