"""Public profiles: what everybody may know of an account or a bot, and nothing else."""

import contextlib
import time

import pytest

from .process import SECONDS, Client, Server

PASSWORD = "correct horse battery"
SETTINGS = {"logins_per_minute": 60_000, "people_per_address": 10_000, "requests_per_second": 10_000, "bot_pace": 0}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("profiles")
    with Server(str(folder / "bauboom.db"), folder, **SETTINGS) as server:
        yield server


@pytest.fixture
def come(server):
    """A function: a new person, as a guest or with an account whose login is a secret."""
    with contextlib.ExitStack() as stack:

        def make(name, has_account=True):
            person = stack.enter_context(Client(server, name))
            if has_account:
                login = f"secret-login-{time.time_ns()}"
                person.post("/api/account", login=login, password=PASSWORD).raise_for_status()
                settings = {"settings": {"theme": "secret-setting"}}
                person.http.put(f"{server.url}/api/me", json=settings).raise_for_status()
            return person

        yield make


def id_of(person):
    return person.get("/api/me").json()["id"]


def finished(*people, **wishes):
    """A game that the last one of them gives up; its id."""
    body = {"game": "manhattan", "options": {"players": len(people)}, "seats": ["me"], "listed": True, **wishes}
    table = people[0].post("/api/tables", **body).json()["id"]
    for person in people[1:]:
        person.do(table, "sit").raise_for_status()
    deadline = time.monotonic() + SECONDS
    while people[0].get(f"/api/tables/{table}").json()["table"]["phase"] != "playing":
        assert time.monotonic() < deadline
        time.sleep(0.01)
    for person in people * 12 if "rated" in wishes else ():  # without play it would not be rated
        if (frame := person.get(f"/api/tables/{table}").json())["legal"]:
            person.do(table, "play", actions=[frame["legal"][0]["id"]], version=frame["version"]).raise_for_status()
    for person in people[1:]:
        person.do(table, "resign").raise_for_status()
    return table


def games_of(asker, who, **more):
    return [line["id"] for line in asker.get("/api/finished", who=who, **more).json()]


def test_a_profile_has_a_name_ratings_and_public_games_and_nothing_else(come):
    ada, grace, eve = come("Ada"), come("Grace"), come("Eve", has_account=False)
    who = id_of(ada)
    rated = finished(ada, grace, rated=True)
    finished(grace, eve)  # without her
    finished(ada, grace, listed=False)  # nobody else finds it
    finished(ada, grace, spectators=False)  # nobody else may see it
    answer = eve.get(f"/api/people/{who}")
    profile = answer.json()
    assert {**profile, "ratings": []} == {"id": who, "kind": "account", "name": "Ada", "ratings": []}
    assert [(line["game"], line["players"], line["games"]) for line in profile["ratings"]] == [("manhattan", 2, 1)]
    assert profile["ratings"][0].keys() == {"game", "players", "rating", "games"}
    assert "secret" not in answer.text
    assert games_of(eve, who) == [rated]
    assert games_of(eve, who, game="gratte-ciel") == []
    assert games_of(ada, who) == [rated]  # her own private games are in /api/mine


def test_lists_and_ratings_lead_to_profiles_of_accounts_but_not_of_guests(come):
    ada, grace, eve = come("Ada"), come("Grace"), come("Eve", has_account=False)
    table = finished(ada, grace, eve)
    line = next(line for line in eve.get("/api/finished").json() if line["id"] == table)
    assert [seat["who"] for seat in line["seats"]] == [id_of(ada), id_of(grace), None]
    finished(ada, grace, rated=True)
    ratings = {line["who"] for line in eve.get("/api/ratings/manhattan/2").json()}
    assert {id_of(ada), id_of(grace)} <= ratings
    assert eve.get(f"/api/people/{id_of(eve)}").status_code == 404
    assert games_of(ada, id_of(eve)) == []


def test_who_is_unknown_or_deleted_is_not_there(come):
    ada, grace = come("Ada"), come("Grace")
    bot = ada.post("/api/bots", name="Robot").json()["id"]
    who, table = id_of(ada), finished(ada, grace, rated=True)
    assert grace.get(f"/api/people/{bot}").json() == {"id": bot, "kind": "bot", "name": "Robot", "ratings": []}
    assert games_of(grace, who) == [table]
    ada.http.request("DELETE", f"{ada.server.url}/api/me", json={"password": PASSWORD}).raise_for_status()
    for gone in (who, bot, "abcdefghjkmn", "x" * 24, "gone"):
        answer = grace.get(f"/api/people/{gone}")
        assert (answer.status_code, answer.json()["error"]) == (404, "not_found"), gone
        assert games_of(grace, gone) == []
    line = next(line for line in grace.get("/api/finished").json() if line["id"] == table)
    assert [seat["who"] for seat in line["seats"]] == [None, id_of(grace)]
    assert who not in grace.get("/api/ratings/manhattan/2").text
