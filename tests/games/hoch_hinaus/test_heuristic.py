"""The greedy bot plays sensibly; how often it wins, `simulate` shows."""

import pytest

from bauboom import load
from bauboom.bots import make_bot

from .table import crossing, lay, plot

FENCED = """
    B3 #  .  .  .  .  .
    #  .  .  .  .  .  .
    .  .  .  .  .  .  .
    .  .  .  R1 .  .  .
    .  .  .  .  .  .  .
    .  .  .  .  .  .  .
    .  .  .  .  .  .  ."""


def chosen(state):
    """What greedy does here, whatever its dice say."""
    view = state.view(state.turn)
    answers = {str(make_bot("greedy", seed).choose(view, view.legal)) for seed in range(5)}
    assert len(answers) == 1, answers
    return answers.pop()


def test_it_puts_a_roof_on_the_rivals_tallest_free_top():
    drawing = "R1 R2 . B1 B2 B2 B1" + " . . . . . . ." * 6
    assert chosen(lay(drawing, phase="dice", dice=(1, 3))) == "roofE1"


def test_it_never_roofs_itself():
    assert chosen(lay("R1 R2 R1 . . . B1" + " . . . . . . ." * 6, phase="dice", dice=(1, 3), hands={0: 9})) == "decline"


def test_it_raises_what_it_crosses_and_builds_for_a_six():
    assert chosen(crossing("R1 R2 . . . . B1" + " . . . . . . ." * 6, "A1")) == "raiseA1"
    assert chosen(lay("R1 R2 R2 . B1 B2 ." + " . . . . . . ." * 6, phase="dice", dice=(6, 3))) == "raiseB1"


def test_it_demands_bankruptcies():
    assert chosen(lay(FENCED, players=3, phase="demand")) == "demand1"


def after_turn(state):
    """The state when greedy has finished its turn."""
    seat = state.turn
    while state.turn == seat:
        state = state.play(chosen(state))
    return state


def test_it_moves_to_where_it_can_build():
    state = lay("R1 R2 . . . . B1" + " . . . . . . ." * 6, phase="move", dice=(2, 3), figures={0: (3, 28)})
    assert any(state.play(move).is_chance for move in state.legal)  # some moves cross nothing
    assert after_turn(state).row.storey_supply == state.row.storey_supply - 1


def test_it_closes_a_rivals_way_out_if_it_can():
    """Blue's building can be extended on C1 only; a road there closes it, and so does a building that touches C1."""
    drawing = """
        B3 B1 .  .  .  .  .
        #  #  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  R1 .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  ."""
    state = lay(drawing, phase="move", dice=(2, 3), figures={0: (1, 28)})
    assert not plot(state, "A1")["closed"]
    assert plot(after_turn(state), "A1")["closed"]


@pytest.mark.parametrize("bots", [["greedy", "random"], ["random", "greedy"]])
def test_it_beats_random_play(bots):
    from bauboom.arena.simulate import simulate

    shares = [chunk.shares for chunk in simulate(load("hoch-hinaus", players=2), bots, 200, 0)]
    assert sum(share[:, bots.index("greedy")].sum() for share in shares) >= 190
