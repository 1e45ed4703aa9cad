"""Trying things out costs the server time: as much of it as a quick player wants, and no more."""

import contextlib
import json
import time

import pytest

from bauboom import load
from bauboom.core.lesson import lessons
from bauboom.server.trial import TRIALS

from .inside import Inside
from .process import SECONDS, Client

pytestmark = pytest.mark.slow


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


def test_sockets_that_want_a_whole_game_told_again_and_again_have_to_wait(tmp_path):
    with Inside(tmp_path, requests_per_second=2, bot_pace=0) as server, Client(server, "Ada") as ada:
        table, _ = begin(ada)
        heard = []
        with Client(server) as stranger:
            while len(heard) < 60 and "error" not in heard:
                with stranger.live(table, since=0) as socket:
                    while (message := json.loads(socket.recv(SECONDS)))["t"] == "here":
                        pass
                    heard.append(message["t"])
            assert 10 < len(heard) < 60
            assert (message["error"], message["why"][:19]) == ("too_many", "too many looks back")
            with stranger.live(table) as socket:
                assert '"t":"error"' not in socket.recv(SECONDS)


def test_a_crowd_of_guests_from_one_address_gets_four_times_as_much_as_one_of_them(server):
    lesson = lessons(load("manhattan"))["first"]
    address = f"/api/games/manhattan/lessons/{lesson.id}/{lesson.task_ids[0]}"
    with contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(Client(server, f"Guest {number}")) for number in range(9)]
        action = crowd[0].get(address).json()["legal"][0]["id"]
        query = {"actions": ",".join([str(action)] * TRIALS)}
        tried, statuses = 0, []
        for guest in crowd:
            while (answer := guest.get(f"{address}/preview", **query)).status_code == 200:
                tried += len(answer.json()["previews"])
            statuses.append(answer.status_code)
        burst = 50 * 20 + TRIALS
        assert 3 * burst < tried < 7 * burst  # some comes back while one asks
        assert set(statuses) == {429}


def test_a_class_can_read_the_rules_with_all_their_pictures(server):
    with Client(server) as pupil:
        for lesson in lessons(load("manhattan")).values():
            for task in lesson.task_ids * 5:
                answer = pupil.get(f"/api/games/manhattan/lessons/{lesson.id}/{task}/picture")
                assert (answer.status_code, answer.text[:4]) == (200, "<svg")
        assert pupil.get(f"/api/games/manhattan/lessons/{lesson.id}/other/picture").status_code == 404
