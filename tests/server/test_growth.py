"""What is kept for ever can be made only so often: one guest must not fill the disk, or a list that is for all."""

import pytest

from .process import Client, Server

QUICK = {"requests_per_second": 10_000, "people_per_address": 100}
TABLE = {"game": "manhattan", "options": {"players": 2}, "seats": ["me"]}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("growth")
    with Server(str(folder / "bauboom.db"), folder, messages_per_second=2, tables_per_person=12, **QUICK) as server:
        yield server


@pytest.fixture
def eve(server):
    with Client(server, "Eve") as eve:
        yield eve


def count_until_refused(act, most=300):
    for number in range(most):
        answer = act()
        if answer.status_code != 200:
            assert (answer.status_code, answer.json()["error"]) == (429, "too_many"), answer.text
            return number, answer.json()["why"]
    return most, ""


def make_and_close(person, **wishes):
    answer = person.post("/api/tables", **TABLE, **wishes)
    return person.do(answer.json()["id"], "close") if answer.status_code == 200 else answer


def test_tables_that_are_made_and_closed_again(eve):
    count, why = count_until_refused(lambda: make_and_close(eve))
    assert 200 <= count <= 200 + 20
    assert why.startswith("too many new tables")


def test_large_tables_count_as_several(server):
    with Client(server, "Mary") as mary:
        wish = TABLE | {"game": "gratte-ciel", "options": {"players": 3}, "past": [10**9] * 5900}

        def make():
            answer = mary.post("/api/tables", **wish)
            assert answer.status_code in (422, 429), "nobody can begin like that"
            return answer

        answers = [make().json()["error"] for _ in range(20)]
        assert answers.index("too_many") in (12, 13, 14), "but it was counted"


def test_sitting_down_and_leaving_again_and_again(server, eve):
    with Client(server, "Ada") as ada:
        wish = TABLE | {"options": {"players": 3}}
        table = ada.post("/api/tables", **wish).json()["id"]
        turns = iter(["sit", "leave"] * 200)
        count, why = count_until_refused(lambda: eve.do(table, next(turns)))
        assert 30 <= count < 50
        assert why.startswith("too many changes at tables")
        assert ada.do(table, "seat_bot", seat=2, level="greedy").status_code == 200, "others go on"


def test_the_lobby_is_not_one_persons(server):
    with Client(server, "Grace") as grace:
        count, why = count_until_refused(lambda: grace.post("/api/tables", **TABLE, listed=True), 12)
        assert (count, why) == (10, "you have 10 tables in the lobby; it is for others, too")
        assert grace.post("/api/tables", **TABLE).status_code == 200, "that is listed nowhere"


def test_bots_that_are_made_and_dropped_again(server, eve):
    eve.post("/api/account", login="eve", password="correct horse battery").raise_for_status()

    def make_and_drop():
        answer = eve.post("/api/bots", name="Otis")
        if answer.status_code != 200:
            return answer
        return eve.http.delete(f"{server.url}/api/bots/{answer.json()['id']}", headers={"Origin": server.url})

    count, why = count_until_refused(make_and_drop)
    assert count == 20
    assert why.startswith("too many new bots")
