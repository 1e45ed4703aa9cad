"""What the lessons of the page say is so on the board they show."""

import pytest

from bauboom import load
from bauboom.core.lesson import exercise


def position(lesson, task):
    """The board when a task is due, and what is right there."""
    found = exercise(load("manhattan"), lesson, task)
    return found.state, found.task.right


def points_now(state):
    return [sum(colour["points_now"]) for colour in state.view(0).data["colours"]]


@pytest.mark.parametrize(("task", "storeys", "smallest"), [("equal", [0, 2], 2), ("total", [2, 3], 1)])
def test_M_cap_the_smallest_block_that_takes_the_tower_is_asked_for(task, storeys, smallest):
    state, right = position("takeover", task)
    site = state.view(0).data["cities"][0]["sites"][4]
    assert (site["owner"], site["storeys"], site["to_take"][0]) == (1, storeys, smallest)
    assert right == (f"5A{smallest}.0",)


def test_M_tallest_only_the_right_block_stays_out_of_reach():
    state, right = position("scoring", "tallest")
    assert state.view(0).data["tallest"] is None
    heights = {block: 4 + block for block in (1, 3) if f"5A{block}.0" in map(str, state.legal)}
    assert [block for block, height in heights.items() if height > 4 + 1] == [3]
    assert right == ("5A3.0",)


def test_M_majority_every_right_build_and_no_other_wins_the_city():
    state, right = position("scoring", "majority")
    before = state.view(0).data["cities"]
    assert before[5]["majority"] is None
    wins = []
    for action in state.legal:
        after = state.play_one(action).view(0).data["cities"][action.city]
        if after["majority"] == 0 != before[action.city]["majority"]:
            wins.append(str(action))
    assert sorted(right) == sorted(wins)
    assert points_now(state.play_one(wins[0]))[0] == points_now(state)[0] + 3


def test_M_score_the_pictures_show_a_scored_round():
    data = exercise(load("manhattan"), "win", "points").view.data
    assert [colour["score"] for colour in data["colours"]] == [14, 12]


def test_M_score_the_last_task_shows_the_scoring_of_the_round():
    found = exercise(load("manhattan"), "scoring", "next")
    (scored,) = [told for told in found.told if told["e"] == "score"]
    assert scored["points"] == {"tallest": [3, 0], "cities": [6, 6], "towers": [5, 6]}
