"""What the network sees: open sites as the rules name them, and the board turned and mirrored."""

import numpy as np
import pytest

from bauboom import load
from bauboom.games.hoch_hinaus import heuristic, inputs

from ...looking import Looker, states

# of several best buildings these are about the one that is found first, as on the board
OF_FIRST = (heuristic.EVEN_TOPS, heuristic.NEAR_TOPS, heuristic.ROOFED_TOPS, heuristic.EXPOSED)


def chair(number):
    return inputs.FIRST_CHAIR + number * inputs.CHAIR


@pytest.mark.parametrize("players", [2, 4])
def test_H_closed_the_open_sites_are_those_that_the_rules_name(players):
    game = load("hoch-hinaus", players=players)
    looker, shared_once = Looker(game), 0
    for state in (state for seed in range(3) for state in states(game, seed)):
        buildings = state.view(None).data["buildings"]
        sites = [{tuple(s) for b in buildings if b["owner"] == seat for s in b["sites"]} for seat in range(players)]
        for seat in range(players):
            _, whole = looker.spread(state._rows, seat)
            theirs = set()
            for number in range(players):
                other, its = (seat + number) % players, whole[chair(number) :][: inputs.CHAIR]
                if not its[inputs.IN_GAME]:
                    assert not its.any()  # nothing is said of a player who is bankrupt
                    continue
                counts = its[inputs.OPEN_SITES :][: inputs.MOST_SITES + 1]
                assert np.flatnonzero(counts).tolist() == [min(len(sites[other]), inputs.MOST_SITES)]
                theirs |= sites[other] if number else set()
            plots = np.flatnonzero(whole[inputs.SHARED :][: inputs.PLOTS]).tolist()
            shared = {(plot // inputs.SIDE + 1, plot % inputs.SIDE + 1) for plot in plots}
            assert shared == sites[seat] & theirs
            shared_once += bool(shared)
    assert shared_once > 5


@pytest.mark.parametrize("game", [load("hoch-hinaus", players=players) for players in (2, 3, 6)], ids=repr)
def test_the_board_turned_or_mirrored_is_seen_as_the_images_say(game):
    looker, board = Looker(game), game.symmetries["board"]
    by_building = {chair(number) + inputs.TRAIT + trait for number in range(inputs.CHAIRS) for trait in OF_FIRST}
    rest = [number for number in range(game.inputs.size) if number not in by_building]
    assert len(game.inputs.images) == len(board) == 8
    assert len(np.unique(game.inputs.images, axis=0)) == 8
    changed = 0
    for state in states(game, 1, 20):
        _, whole = looker.spread(state._rows, 0)
        for image, symmetry in zip(game.inputs.images, board, strict=True):
            assert sorted(image.tolist()) == list(range(game.inputs.size))
            _, other = looker.spread(symmetry.rows(state._rows), 0)
            np.testing.assert_allclose(other[image][rest], whole[rest], atol=1e-6)
            changed += (other != whole).any()
    assert changed > 70  # most positions look otherwise from another side
