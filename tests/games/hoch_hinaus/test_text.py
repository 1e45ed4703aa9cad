"""The terminal's face: what is on the screen, and what a person may type."""

import re

import pytest

from bauboom import load
from bauboom.core.game import Misread

from .table import crossing, lay

NAMES = ["Ada", "Grace", "Joan", "Mary"]
FACE = load("hoch-hinaus").face
TOWN = """
    R1r R2 .  #  .  .  .
    .   .  .  .  B1 .  .
    .   .  .  .  .  .  .
    .   .  .  .  .  .  .
    #   #  .  .  .  .  .
    -1  -1 #  .  .  .  .
    #   #  .  .  .  .  ."""


def shown(state, width=100):
    return FACE.board(state.row, state.turn, NAMES[: state.game.seats], lambda _, text: text, width)


def test_the_board_shows_heights_owners_spires_roofs_roads_closed_buildings_and_figures():
    text = shown(lay(TOWN, players=3, figures={0: (3, 20), 1: (20, 31)}, phase="move", dice=(5, 2)))
    lines = text.splitlines()
    assert "dice 5 2" in lines[0]
    assert lines[1].split() == list("ABCDEFG")
    assert lines[2].split() == ["0", "1", "2", "3", "R", "4", "5", "6", "7", "8"]
    assert lines[4] == "1 31 B  │ R1⌂  │ R2▲  │  ·   │░░░░░░│  ·   │  ·   │  ·   │ 9"
    assert lines[9].startswith("6 26    │ [-1] │ [-1] │░░░░░░│")
    assert re.search(r"20 RB", text)
    assert re.search(r"▶ Ada +red R +3 20 +2 +1 +2 high, 3 storeys in all", text)


def test_every_possible_move_is_told_with_what_it_crosses_and_allows():
    state = lay(TOWN, players=3, figures={0: (3, 27)}, phase="move", dice=(2, 2), built=[2])
    text = shown(state)
    assert "A1  own, 1 storey: demolish the roof: 1+31" not in text
    listed = re.findall(r"(?:\d+|off)\+\d+", text.partition("Possible moves:")[2])
    assert sorted(listed) == sorted(map(str, state.legal))
    state = lay(TOWN, players=3, figures={0: (1, 27)}, phase="move", dice=(2, 4))
    assert "  C1  empty: storey (extension) or road: 3+31" in shown(state)
    state = lay(TOWN, players=3, figures={0: (1, 29)}, phase="move", dice=(1, 1))
    assert "  A1  own, 1 storey: demolish the roof: 1+31" in shown(state)
    assert "nothing to do at the crossing" in shown(state)


@pytest.mark.parametrize(
    ("drawing", "told"),
    [
        ("R2 . B1 . . . .", "empty: storey (swallows Grace's, 1 high) or road"),
        ("R2 . -1 . . . .", "empty: storey (swallows a building of nobody's, 1 high) or road"),
        ("R2 . R1 . . . .", "empty: storey (merger) or road"),
        ("R2 . . . . . .", "empty: storey (extension) or road"),
        (". . . . . . .", "empty: storey (new building) or road"),
        ("R1 . B1 . . . .", "empty: road; no storey, Grace's is 1 high (H-ruin)"),
        ("B1 . . . . . .", "empty: road; no storey, beside Grace's only (H-extend)"),
        ("-1 . . . . . .", "empty: road; no storey, beside nobody's only (H7)"),
    ],
)
def test_at_a_crossing_it_says_what_a_storey_would_do(drawing, told):
    assert f"Crossing at B1: {told}" in shown(crossing(drawing + " . . . . . . ." * 6, "B1"))


def test_a_narrow_screen_is_enough():
    state = lay(TOWN, players=3, figures={0: (3, 20), 1: (20, 31)}, phase="move", dice=(5, 2))
    for width in (48, 60, 80):
        assert max(map(len, shown(state, width).splitlines())) <= width
    assert " _1" in shown(state, 48)  # closed and nobody's


def test_the_dice_are_told_with_the_places_they_can_be_used_on():
    state = lay("R1 R2 R1 . B1 B2 ." + " . . . . . . ." * 6, phase="dice", dice=(1, 6))
    text = shown(state)
    assert "1 roof on any of: A1 C1 E1" in text
    assert "1 storey on any of: A1 C1" in text
    assert FACE.ask(state.row, NAMES) == "Ada: roof A1 … or raise A1 … or decline?"


def typed(state, text):
    return [str(action) for action in FACE.read(state.row, text)]


def test_moves_are_typed_as_squares_or_as_the_plot_to_cross():
    state = lay(figures={0: (2, 26)}, phase="move", dice=(2, 3))
    for text in (
        "4 29",
        "29 4",
        "4+29",
        "4, 29",
        "4-29",
        "4/29",
        "move 4 29",
        "4 and 29",
        "D3",
        "d3",
        "3d",
        "cross d3",
    ):
        assert typed(state, text) == ["4+29"]
    off = lay(phase="move", dice=(2, 3))
    assert typed(off, "off 4") == ["off+4"]
    for text, advice in (
        ("G7", "no possible move crosses G7"),
        ("4", "name the two squares"),
        ("4 32", "there is no square 32"),
        ("off off", "a figure must be moved"),
        ("", "name the two squares"),
        ("H9", "name the two squares"),
    ):
        with pytest.raises(Misread, match=advice):
            typed(state, text)


def test_a_plot_that_several_moves_cross_is_asked_about():
    state = lay(figures={0: (4, 29)}, phase="move", dice=(1, 1))
    assert typed(state, "E4") == ["5+28"]
    off = lay(phase="move", dice=(2, 3))
    with pytest.raises(Misread, match=r"moves cross A2: 1\+10, 1\+30"):
        typed(off, "A2")


def test_at_a_crossing_one_word_is_enough():
    state = crossing("R1 R2 . . . . ." + " . . . . . . ." * 6, "A1")
    for text in ("raise", "RAISE", "raise A1", "raisea1"):
        assert typed(state, text) == ["raiseA1"]
    for text in ("decline", "no", "n", "pass", "nothing"):
        assert typed(state, text) == ["decline"]
    empty = crossing("R1 R2 . . . . ." + " . . . . . . ." * 6, "C1")
    assert typed(empty, "storey") == typed(empty, "build") == typed(empty, "build a storey") == ["storeyC1"]
    assert typed(empty, "a road") == typed(empty, "build road") == ["roadC1"]
    forced = crossing("B1 . . . . . ." + " . . . . . . ." * 6, "B1")
    assert typed(forced, "b1") == ["roadB1"]
    for text, advice in (("sing", "say raise A1 or decline"), ("raise Z9", "a plot is a column from A to G")):
        with pytest.raises(Misread, match=advice):
            typed(state, text)


def test_dice_need_a_plot():
    state = lay("R1 R2 R1 . B1 B2 ." + " . . . . . . ." * 6, phase="dice", dice=(1, 6))
    assert typed(state, "roof e1") == typed(state, "roof on e1") == typed(state, "put a roof on e1") == ["roofE1"]
    assert typed(state, "raise 1c") == ["raiseC1"]
    with pytest.raises(Misread, match="where\\? Add a plot"):
        typed(state, "roof")


def test_demands_by_colour_letter_or_seat():
    drawing = """
        B1 #  .  .  .  .  .
        #  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  R1 .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  ."""
    state = lay(drawing, players=3, phase="demand")
    assert FACE.ask(state.row, NAMES).startswith("Ada: demand blue (bankruptcy of Grace")
    for text in ("demand blue", "demand b", "demand 1", "demand", "yes", "y", "blue"):
        assert typed(state, text) == ["demand1"]
    with pytest.raises(Misread, match="say demand blue, or decline"):
        typed(state, "demand pink")
    assert "may go bankrupt" in shown(state)
    assert "bankrupt" in shown(state.play("demand1"))


def test_a_referee_types_who_begins_and_the_dice():
    root = load("hoch-hinaus", players=3).root
    assert typed(root, "2") == ["start2"]
    for wrong in ("3", "x", ""):
        with pytest.raises(Misread, match="from 0 to 2"):
            typed(root, wrong)
    state = root.play("start2")
    for text in ("5 2", "52", "roll 5 2", "5,2", "5-2", "5 and 2"):
        assert typed(state, text) == ["roll52"]
    with pytest.raises(Misread, match="both dice"):
        typed(state, "7 1")


def test_every_notation_can_be_typed_back(random_states):
    """What `moves` and `hint` print is understood."""
    for seed in range(2):
        for state in random_states(load("hoch-hinaus", players=3), seed):
            for action in state.legal[:3] + state.legal[-3:]:
                assert FACE.read(state.row, str(action)) == [action]


def test_the_colours_of_owners_are_painted():
    state = lay(TOWN, players=3)
    text = FACE.board(state.row, 0, NAMES[:3], lambda colour, part: f"<{colour}:{part.strip()}>", 100)
    assert "<red:R2▲>" in text
    assert "<blue:B1▲>" in text


def test_a_game_tells_why_it_is_over_and_how_a_tie_was_broken():
    quiet = {"phase": "move", "dice": (2, 3), "figures": {0: (1, 2)}, "quiet": 149}
    state = lay("R2 R1 . B2 B1 B1 ." + " . . . . . . ." * 6, **quiet)
    ended = next(after for after in map(state.play, state.legal) if after.is_over)  # a move that crosses nothing
    assert FACE.ending(ended.row, NAMES) == (
        "150 turns in a row without building (H10). Equally tall; storeys in all (H-tie): Ada 3, Grace 4."
    )
    last = crossing("R1 R2 . . B1 . ." + " . . . . . . ." * 6, "A1", storeys=1).play("raiseA1")
    assert FACE.ending(last.row, NAMES) == "All storeys are built (H-end)."


def test_what_a_storey_brought_about_and_what_was_declined_is_told():
    state = crossing("R2 . B1 . . . ." + " . . . . . . ." * 6, "B1")
    assert state.play("storeyB1").story(NAMES[:2], 0, state)[0] == (
        "Ada: built a storey on B1; leaves Grace bankrupt: no building of theirs can grow any more; "
        "swallows a building of Grace, 1 storey tall"
    )
    state = crossing("R1 R2 . . . . ." + " . . . . . . ." * 6, "A1")
    assert state.play("decline").story(NAMES[:2], 1, state)[0] == "Ada: declined at the crossing"
