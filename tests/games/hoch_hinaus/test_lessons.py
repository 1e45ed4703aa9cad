"""The lessons: every position can be reached, what is right is legal there, and is not all that is."""

import json

from bauboom import State, load

LESSONS = json.loads((load("hoch-hinaus").folder / "lessons.json").read_text())


def test_every_task_can_be_played_and_has_something_to_decide():
    for lesson in LESSONS:
        state = State.root_of(load("hoch-hinaus", **lesson["options"]), None)
        for notation in lesson["setup"]:
            state = state.play_one(notation)
        for task in lesson["tasks"]:
            assert state.turn == lesson["seat"]
            legal = {str(action) for action in state.legal}
            assert set(task["right"]) < legal, (lesson["id"], task["id"])
            for notation in [task["right"][0], *task["then"]]:
                state = state.play_one(notation)
