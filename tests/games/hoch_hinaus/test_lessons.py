"""What the lessons on the page say is so on the board they show."""

import pytest

from bauboom import load
from bauboom.core.lesson import exercise


def position(lesson, task):
    """The table when a task is due, and what is offered there, by its text."""
    found = exercise(load("hoch-hinaus"), lesson, task)
    offered = [str(found.state.game.space.decode(number)) for number in found.legal_ids()]
    return found, found.view.data, offered


def tower(data, name):
    return data["plots"][int(name[1]) - 1]["ABCDEFG".index(name[0])]


@pytest.mark.parametrize(("task", "heights"), [("goal", [3, 2]), ("turn", [3, 2]), ("end", [9, 7])])
def test_H_height_the_pictures_show_how_tall_both_are(task, heights):
    _, data, _ = position("win", task)
    assert [player["height"] for player in data["players"]] == heights


def test_H_win_the_last_picture_is_a_game_that_was_won():
    found, data, _ = position("win", "end")
    assert found.state.is_over
    assert data["end"] == {"how": "storeys", "winners": [0]}
    assert tower(position("win", "rivals")[1], "E3") == {
        "storeys": 2,
        "owner": 0,
        "spire": False,
        "roof": True,
        "closed": False,
    }


def test_H_cross_the_first_task_lights_no_plot_but_its_own():
    found, data, offered = position("first", "cross")
    moves = {"+".join(map(str, move["figures"])): move["plot"] for move in data["moves"]}
    assert {tuple(moves[text]) for text in offered if moves[text]} == {(2, 5)}
    assert {text for text in offered if moves[text]} == set(found.task.right)
    assert len(offered) < 8


def test_H_corner_only_the_plot_that_touches_nothing_takes_a_storey():
    found, data, offered = position("corner", "apart")
    by_figures = {"+".join(map(str, move["figures"])): (move["plot"], move["choices"]) for move in data["moves"]}
    crossed = {text: by_figures[text] for text in offered}
    assert {text for text, (_, choices) in crossed.items() if "storey" in choices} == set(found.task.right)
    corner = [crossed[text] for text in offered if found.mistake(found.state.game.space.encode(text)) == "corner"]
    assert corner
    assert all(place == ([3, 4], ["road"]) for place in corner)
    rest = [crossed[text] for text in offered if text not in found.task.right and crossed[text] not in corner]
    assert all(place == ([4, 5], []) for place in rest)


def test_H_double_brought_a_roof_and_leaves_a_second_1():
    found, data, offered = position("dice", "double")
    assert (data["dice"], data["ones"]) == ([1, 1], 2)
    before = exercise(load("hoch-hinaus"), "dice", "tear").view.data["players"][0]["roofs"]
    assert data["players"][0]["roofs"] == before + 1
    after = found.state.play_one("roofB5")
    assert (after.turn, after.view(0).data["ones"]) == (0, 1)
    assert offered == ["roofE1", "roofB5", "decline"]


def test_H_tie_the_last_storey_decides_the_game_as_the_lesson_says():
    found, data, offered = position("end", "last")
    assert (data["supply"]["storey"], [player["height"] for player in data["players"]]) == (1, [7, 8])
    ends = {text: found.state.play_one(text).view(0).data for text in offered}
    assert {text: end["end"] and end["end"]["winners"] for text, end in ends.items()} == {
        "raiseC3": [0],
        "raiseD3": [1],
        "decline": None,
    }
    tallest = [b for b in ends["raiseC3"]["buildings"] if b["height"] == 8]
    assert sorted((b["owner"], b["storeys"]) for b in tallest) == [(0, 21), (1, 16)]
