"""What the lessons of the page say is so on the board they show."""

import json
from importlib.resources import files

import pytest

from bauboom import load

LESSONS = json.loads(files("bauboom.games.manhattan").joinpath("lessons.json").read_text("utf-8"))


def position(wanted):
    """The lesson's board when a task is due."""
    for lesson in LESSONS:
        state = load("manhattan", **lesson["options"]).root
        for action in lesson["setup"]:
            state = state.play_one(action)
        for task in lesson["tasks"]:
            assert state.turn == lesson["seat"]
            if task["id"] == wanted:
                return state, task
            for action in (task["right"][0], *task["then"]):
                state = state.play_one(action)
    raise KeyError(wanted)


def points_now(state):
    return [sum(colour["points_now"]) for colour in state.view(0).data["colours"]]


@pytest.mark.parametrize(("task", "storeys", "smallest"), [("equal", [0, 2], 2), ("total", [2, 3], 1)])
def test_M_cap_the_smallest_block_that_takes_the_tower_is_asked_for(task, storeys, smallest):
    state, task = position(task)
    site = state.view(0).data["cities"][0]["sites"][4]
    assert (site["owner"], site["storeys"], site["to_take"][0]) == (1, storeys, smallest)
    assert task["right"] == [f"5A{smallest}.0"]


def test_M_tallest_only_the_right_block_stays_out_of_reach():
    state, task = position("tallest")
    assert state.view(0).data["tallest"] is None
    heights = {block: 4 + block for block in (1, 3) if f"5A{block}.0" in map(str, state.legal)}
    assert [block for block, height in heights.items() if height > 4 + 1] == [3]
    assert task["right"] == ["5A3.0"]


def test_M_majority_every_right_build_and_no_other_wins_the_city():
    state, task = position("majority")
    before = state.view(0).data["cities"]
    assert before[5]["majority"] is None
    wins = []
    for action in state.legal:
        after = state.play_one(action).view(0).data["cities"][action.city]
        if after["majority"] == 0 != before[action.city]["majority"]:
            wins.append(str(action))
    assert sorted(task["right"]) == sorted(wins)
    assert points_now(state.play_one(wins[0]))[0] == points_now(state)[0] + 3
