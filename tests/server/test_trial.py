"""Trying things out costs the server time: as much of it as a quick player wants, and no more."""

import time

import pytest

from bauboom.server.trial import TRIALS

from .inside import Inside
from .process import SECONDS, Client


@pytest.fixture
def server(tmp_path):
    with Inside(tmp_path, requests_per_second=20, bot_pace=0) as server:
        yield server


def begin(person):
    """A table at which somebody decides now, and an action that is legal."""
    new = {"game": "manhattan", "options": {"players": 2}, "seats": ["me", "bot:random"], "hints": True}
    table = person.post("/api/tables", **new).json()["id"]
    end = time.monotonic() + SECONDS
    while not (legal := person.get(f"/api/tables/{table}").json()["legal"]):
        assert time.monotonic() < end
        time.sleep(0.1)
    return table, legal[0]["id"]


def ask_often(person, table, what, **query):
    """What is answered until something else than 200 is."""
    answers = []
    while not answers or answers[-1].status_code == 200:
        answers.append(person.get(f"/api/tables/{table}/{what}", **query))
    return answers


def test_a_quick_player_tries_as_much_as_he_likes_and_a_program_has_to_wait(server):
    with Client(server, "Ada") as ada, Client(server, "Grace") as grace:
        table, action = begin(ada)
        answers = ask_often(ada, table, "preview", actions=",".join([str(action)] * TRIALS))
        assert len(answers[-2].json()["previews"]) == TRIALS
        assert 16 < len(answers) < 60  # ten turns of which every decision is tried, without a pause
        assert (answers[-1].status_code, answers[-1].json()["error"]) == (429, "too_many")
        assert 0 < answers[-1].json()["retry"] < 2
        time.sleep(answers[-1].json()["retry"])
        assert ada.get(f"/api/tables/{table}/preview", actions=action).status_code == 200
        other, action = begin(grace)
        assert grace.get(f"/api/tables/{other}/preview", actions=action).status_code == 200


def test_hints_are_limited_too(server):
    with Client(server, "Ada") as ada:
        table, _ = begin(ada)
        answers = ask_often(ada, table, "hint")
        assert 20 < len(answers) < 200
        assert answers[-1].json()["error"] == "too_many"
        assert "too many hints" in answers[-1].json()["why"]
