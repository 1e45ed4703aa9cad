"""Seats at tables that wait for players are for those who want to play."""

import time

import pytest

from .process import SECONDS, Client, Server

MANY = {"people_per_address": 10_000, "requests_per_second": 10_000}


def error(answer):
    return answer.status_code, answer.json()["error"]


def make(host, *seats, **more):
    body = {"game": "manhattan", "options": {"players": len(seats)}, "seats": list(seats), **more}
    return host.post("/api/tables", **body).json()["id"]


def names(person, table):
    return [seat["name"] for seat in person.get(f"/api/tables/{table}").json()["table"]["seats"]]


def wait_for(person, table, wanted):
    """Until people sit as wanted; the host looks, which does not count as theirs."""
    end = time.monotonic() + SECONDS
    while names(person, table) != wanted:
        assert time.monotonic() < end, names(person, table)
        time.sleep(0.05)


def test_seats_at_other_peoples_tables_count_like_tables_of_ones_own(tmp_path):
    with (
        Server(str(tmp_path / "bauboom.db"), tmp_path, tables_per_person=3, **MANY) as server,
        Client(server, "Ada") as ada,
        Client(server, "Grace") as grace,
        Client(server, "Eve") as eve,
    ):
        tables = [make(host, "me", "open", "open", listed=True) for host in (ada, ada, grace, grace)]
        make(eve, "me", "open", "open")
        assert [eve.do(table, "sit").status_code for table in tables[:2]] == [200, 200]
        assert error(eve.do(tables[2], "sit")) == (429, "too_many")
        assert error(eve.post("/api/tables", game="manhattan", seats=["me"])) == (429, "too_many")
        assert eve.do(tables[0], "leave").status_code == 200
        assert eve.do(tables[2], "sit").status_code == 200
        assert grace.do(tables[1], "sit").status_code == 200, "her own tables and one seat are three"
        assert names(ada, tables[1]) == ["Ada", "Eve", "Grace"], "what has begun does not count"
        assert eve.do(tables[3], "sit").status_code == 200


def test_a_seat_at_a_listed_table_is_freed_when_its_player_has_gone(tmp_path):
    with (
        Server(str(tmp_path / "bauboom.db"), tmp_path, idle_minutes=0.03, **MANY) as server,
        Client(server, "Ada") as ada,
        Client(server, "Eve") as eve,
        Client(server) as stranger,
    ):
        table = make(ada, "me", "open", "open", listed=True)
        with ada.live(table):
            kept = [
                make(ada, "me", "open", "open"),
                make(ada, "me", "open", "open", listed=True, pace={"kind": "days", "days": 2}),
            ]
            for one in (table, *kept):
                assert eve.do(one, "sit").status_code == 200
            wait_for(stranger, table, ["Ada", None, None])
            time.sleep(2)
            assert names(stranger, table)[0] == "Ada", "she is there"
            assert eve.do(table, "sit").status_code == 200, "freed is not forbidden"
        for one in kept:
            assert names(stranger, one) == ["Ada", "Eve", None]
        wait_for(stranger, table, [None, None, None])


@pytest.mark.slow
def test_a_player_who_is_at_another_process_is_there(postgres_url, tmp_path):
    with (
        Server(postgres_url, tmp_path, idle_minutes=0.03, **MANY) as one,
        Server(postgres_url, tmp_path, idle_minutes=0.03, **MANY) as two,
        Client(one, "Ada") as ada,
        Client(two, "Eve") as eve,
        Client(one) as stranger,
    ):
        table = make(ada, "open", "open", "open", listed=True)
        with ada.live(table), eve.live(table):
            assert eve.do(table, "sit").status_code == 200
            assert ada.do(table, "sit").status_code == 200
            time.sleep(5)
            assert names(ada, table) == ["Eve", "Ada", None]
        wait_for(stranger, table, [None, None, None])


def test_a_person_and_their_bots_have_together_what_one_person_may_have(tmp_path):
    with (
        Server(str(tmp_path / "bauboom.db"), tmp_path, tables_per_person=3, **MANY) as server,
        Client(server, "Ada") as ada,
        Client(server, "Eve") as eve,
    ):
        eve.post("/api/account", login="evelyn", password="a password").raise_for_status()
        tables = [make(ada, "me", "open", "open") for _ in range(3)]
        with eve.bot() as one, eve.bot() as two:
            make(eve, "open", "open")
            make(one, "open", "open")
            assert two.do(tables[0], "sit").status_code == 200
            for who in (eve, one, two):
                assert error(who.do(tables[1], "sit")) == (429, "too_many")
                assert error(who.post("/api/tables", game="manhattan", seats=["open"])) == (429, "too_many")
            (bot, *_) = eve.get("/api/bots").json()
            eve.http.delete(f"{server.url}/api/bots/{bot['id']}", headers={"Origin": server.url}).raise_for_status()
        with eve.bot() as three:
            assert error(three.do(tables[1], "sit")) == (429, "too_many"), "a bot that is gone counts with its tables"


def test_whom_a_host_sends_away_does_not_come_back_as_a_bot(tmp_path):
    with (
        Server(str(tmp_path / "bauboom.db"), tmp_path, **MANY) as server,
        Client(server, "Ada") as ada,
        Client(server, "Eve") as eve,
    ):
        eve.post("/api/account", login="evelyn", password="a password").raise_for_status()
        with eve.bot() as one, eve.bot() as two:
            for first, others in ((eve, (one, two)), (one, (eve, two))):
                table = make(ada, "me", "open", "open")
                first.do(table, "sit").raise_for_status()
                ada.do(table, "clear", seat=1).raise_for_status()
                assert [error(who.do(table, "sit")) for who in (first, *others)] == [(403, "not_yours")] * 3
            table = make(eve, "me", "open", "open")
            one.do(table, "sit").raise_for_status()
            eve.do(table, "clear", seat=1).raise_for_status()
            assert two.do(table, "sit").status_code == 200, "her own table is hers to arrange"
