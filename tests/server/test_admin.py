"""An operator at work on a database while servers use it: what is done holds there soon, and is written down."""

import contextlib
import json
import re
import time

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from bauboom.cli import run
from bauboom.core.errors import OptionError

from .nursery import QuickServer
from .postgres import plain
from .process import Client, heard, soon

PASSWORD = "correct horse battery"
PLENTY = {"logins_per_minute": 6000, "people_per_address": 10_000, "requests_per_second": 10_000, "recheck": 600}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request, tmp_path_factory, nursery):
    """A server on each kind of database."""
    folder = tmp_path_factory.mktemp("admin")
    if request.param == "sqlite":
        with QuickServer(nursery, str(folder / "bauboom.db"), folder, **PLENTY) as server:
            yield server
    else:
        with (
            request.getfixturevalue("postgres").database() as url,
            QuickServer(nursery, url, folder, **PLENTY) as server,
        ):
            yield server


@pytest.fixture
def admin(server, capsys):
    """The command, as JSON."""

    def call(*words):
        run(["admin", *words, "--json", "--database", server.database])
        return json.loads(capsys.readouterr().out)

    return call


@pytest.fixture
def ada(server):
    with Client(server, "Ada") as ada:
        ada.login = f"ada-{time.time_ns()}"
        ada.post("/api/account", login=ada.login, password=PASSWORD).raise_for_status()
        yield ada


def table_of(person, *seats, **wishes):
    wished = {"game": "manhattan", "options": {"players": 2}, "seats": list(seats) or ["me"], **wishes}
    return person.post("/api/tables", **wished).json()["id"]


def until(socket, kind):
    while (message := heard(socket))["t"] != kind:
        pass
    return message


def is_closed(socket):
    try:
        while True:
            heard(socket)
    except ConnectionClosed as closed:
        return closed.rcvd.code == 4401


def test_people_are_found_by_name_login_and_id(ada, admin):
    (found,) = admin("people", ada.login)
    assert (found["name"], found["kind"], found["role"], found["banned"]) == ("Ada", "account", None, None)
    assert admin("people", found["id"]) == [found]
    assert found in admin("people", "aDa", "--last", "1000")
    assert admin("people", "%") == []


def test_a_ban_ends_sockets_and_bots_and_says_why_until_it_is_taken_back(ada, admin, server):
    bot = ada.post("/api/bots", name="Engine").json()
    table = table_of(ada)
    with ada.live(table) as socket, Client(server) as engine:
        engine.http.headers["Authorization"] = f"Bearer {bot['token']}"
        assert heard(socket)["t"] == "table"
        admin("ban", ada.login, "--days", "3", "--reason", "insults")
        assert is_closed(socket)
        soon(lambda: ada.post("/api/tables", game="manhattan").status_code == 403)
        refused = ada.post("/api/me", name="Eve").json()
        assert refused["error"] == "banned"
        assert re.search(r"until 20\d\d-\d\d-\d\d \d\d:\d\d UTC: insults$", refused["why"])
        assert ada.get("/api/me").json()["banned"] > time.time() * 1000
        soon(lambda: engine.post("/api/tables", game="manhattan").json().get("error") == "banned")
        with ada.live(table) as again:
            assert heard(again)["error"] == "banned"
    admin("unban", ada.login)
    soon(lambda: ada.post("/api/me", name="Ada").status_code == 200)


@pytest.fixture
def grace(server):
    with Client(server, "Grace") as grace:
        yield grace


def table_now(person, table):
    return person.get(f"/api/tables/{table}").json()["table"]


def played_by(*people, **wishes):
    """A game in progress, at a table of the first one's."""
    open_seats = ["open"] * (len(people) - 1)
    table = table_of(people[0], "me", *open_seats, *wishes.pop("bots", ()), **wishes)
    for person in people[1:]:
        person.do(table, "sit").raise_for_status()
    soon(lambda: table_now(people[0], table)["phase"] == "playing")
    return table


def test_a_ban_ends_a_seat_in_a_game_as_a_resignation_does(ada, grace, admin):
    alone = played_by(ada, grace)
    many = played_by(ada, grace, bots=["bot:random"], options={"players": 3})
    admin("ban", ada.login)
    soon(lambda: table_now(grace, alone)["phase"] == "over")
    result = table_now(grace, alone)["result"]
    assert (result["how"], result["winners"]) == ("resigned", [1])
    soon(lambda: table_now(grace, many)["seats"][0]["out"] == "resigned")
    with grace.live(many) as socket:  # a bot decides there now, and the game goes on until it is Grace's turn
        while (frame := until(socket, "table"))["table"]["turn"] != 1:
            pass
    assert (frame["table"]["phase"], frame["table"]["seats"][0]["level"]) == ("playing", "greedy")
    admin("unban", ada.login)
    soon(lambda: ada.do(many, "back").json()["error"] == "not_now")


def test_a_ban_closes_tables_that_wait_and_frees_seats_elsewhere(ada, grace, admin, server):
    three = {"options": {"players": 3}}
    hosted = table_of(ada, "me", "open", "open", **three)
    visited, engaged = (table_of(grace, "me", "open", "open", **three) for _ in range(2))
    dealing = table_of(grace, "me", "open")
    grace.do(hosted, "sit").raise_for_status()
    ada.do(visited, "sit").raise_for_status()
    ada.do(dealing, "sit", commit="0" * 64).raise_for_status()  # now everybody waits for her nonce
    with Client(server) as engine:
        engine.http.headers["Authorization"] = f"Bearer {ada.post('/api/bots', name='Engine').json()['token']}"
        engine.do(engaged, "sit").raise_for_status()
    admin("ban", ada.login)
    for table in (hosted, dealing):
        soon(lambda table=table: table_now(grace, table)["phase"] == "closed")
    for table in (visited, engaged):
        soon(lambda table=table: table_now(grace, table)["seats"][1]["kind"] == "open")
        assert table_now(grace, table)["phase"] == "waiting"


def test_a_ban_holds_from_the_start_of_a_server_that_was_not_there(tmp_path, nursery):
    place = str(tmp_path / "bauboom.db")
    with (
        QuickServer(nursery, place, tmp_path, **PLENTY) as server,
        Client(server, "Ada") as ada,
        Client(server, "Grace") as grace,
    ):
        table = played_by(ada, grace)  # where she sits as the guest that she was before
        ada.post("/api/account", login="ada", password=PASSWORD).raise_for_status()
        server.stop()
        run(["admin", "ban", "ada", "--database", place])
        server.restart()
        soon(lambda: table_now(grace, table)["seats"][0]["out"] == "resigned")


def test_a_muted_player_plays_on_and_says_nothing(ada, admin):
    table = table_of(ada)
    admin("mute", ada.login)
    soon(lambda: ada.do(table, "chat", text="hello").status_code == 409)
    ada.do(table, "leave").raise_for_status()
    ada.do(table, "sit").raise_for_status()
    admin("unmute", ada.login)
    soon(lambda: ada.do(table, "chat", text="hello").status_code == 200)


def test_a_new_password_ends_all_sessions(ada, admin, server):
    given = admin("reset-password", ada.login)["password"]
    soon(lambda: ada.get("/api/me").json() is None)
    with Client(server) as phone:
        assert phone.post("/api/login", login=ada.login, password=PASSWORD).status_code == 401
        assert phone.post("/api/login", login=ada.login, password=given).json()["name"] == "Ada"


def test_a_deleted_person_leaves_games_without_a_name(ada, admin, server, capsys):
    with Client(server, "Grace") as grace:
        table = table_of(ada, "me", "open")
        ada.do(table, "chat", text="a secret").raise_for_status()
        grace.do(table, "sit").raise_for_status()
        with grace.live(table) as socket:
            while until(socket, "table")["table"]["phase"] != "playing":
                pass
            with pytest.raises(OptionError, match="say --yes"):
                run(["admin", "delete", ada.login, "--database", server.database])
            assert admin("delete", ada.login, "--yes")["name"] == "Ada"
            assert [seat["name"] for seat in until(socket, "table")["table"]["seats"]] == ["gone", "Grace"]
        assert grace.get(f"/api/tables/{table}/chat").json() == []
        grace.do(table, "resign").raise_for_status()
        assert grace.get(f"/api/tables/{table}/record").json()["seats"] == ["gone", "Grace"]
    assert ada.get("/api/me").json() is None
    assert admin("people", ada.login) == []


def test_an_export_has_everything_but_no_hidden_card_of_a_game_in_progress(ada, admin, tmp_path, server):
    ada.post("/api/bots", name="Engine").raise_for_status()
    over, going = table_of(ada, "me", "bot:random"), table_of(ada, "me", "bot:random")
    with ada.live(over) as socket:
        while until(socket, "table")["table"]["phase"] != "playing":
            pass
    ada.do(over, "chat", text="mine").raise_for_status()
    ada.do(over, "resign").raise_for_status()
    target = tmp_path / "ada.json"
    admin("export", ada.login, "--out", str(target))
    assert target.stat().st_mode & 0o777 == 0o600
    text = target.read_text()
    data = json.loads(text)
    mine = ada.get("/api/me/export")
    assert "attachment" in mine.headers["content-disposition"]
    assert {**mine.json(), "deeds": []} == {**data, "deeds": []}
    assert [deed["what"] for deed in mine.json()["deeds"]] == ["export"]
    assert [row["name"] for row in data["people"]] == ["Ada", "Engine"]
    assert {row["id"] for row in data["tables"]} == {over, going}
    assert {row["table"] for row in data["decisions"]} == {over}
    assert [row["text"] for row in data["chats"]] == ["mine"]
    assert len(data["sessions"]) == 1
    assert not re.search("argon2|seed|token|whsec", text)
    with pytest.raises(OptionError, match="exists already"):
        admin("export", ada.login, "--out", str(target))


def test_a_closed_table_is_over_for_everybody_at_once(ada, admin):
    waiting, playing = table_of(ada), table_of(ada, "me", "bot:random", rated=True)
    assert {waiting, playing} <= {row["id"] for row in admin("tables")}
    assert admin("tables", playing)[0]["seats"] == ["Ada", "bot:random"]
    with ada.live(playing) as socket, ada.live(waiting) as other:
        while until(socket, "table")["table"]["phase"] != "playing":
            pass
        for table in (waiting, playing):
            admin("close", table)
        while (frame := until(socket, "table"))["table"]["phase"] != "over":
            pass
        assert (frame["table"]["result"]["how"], frame["table"]["result"]["winners"]) == ("abandoned", [])
        while until(other, "table")["table"]["phase"] != "closed":
            pass
    with pytest.raises(OptionError, match="over already"):
        admin("close", playing)


def test_hidden_lines_vanish_and_only_the_operator_sees_them(ada, admin):
    table = table_of(ada)
    with ada.live(table) as socket:
        for text in ("one", "two", "three"):
            ada.do(table, "chat", text=text).raise_for_status()
        second = [until(socket, "chat")["id"] for _ in range(3)][1]
        admin("hide-chat", table, "--line", str(second))
        assert until(socket, "hidden")["ids"] == [second]
    assert [line["text"] for line in ada.get(f"/api/tables/{table}/chat").json()] == ["one", "three"]
    assert admin("hide-chat", table) == {"lines": 2}
    assert ada.get(f"/api/tables/{table}/chat").json() == []
    assert next((line["text"], line["hidden"]) for line in admin("chat", table)) == ("three", True)


def test_a_moderator_is_an_account(ada, admin, server):
    admin("promote", ada.login)
    soon(lambda: ada.get("/api/me").json()["role"] == "moderator")
    admin("demote", ada.login)
    soon(lambda: ada.get("/api/me").json()["role"] is None)
    with Client(server, "Grace") as grace, pytest.raises(OptionError, match="only accounts"):
        admin("promote", grace.get("/api/me").json()["id"])


def test_reports_are_listed_and_settled(ada, admin, server, capsys):
    with Client(server, "Eve") as eve:
        table = table_of(ada, "me", "open")
        eve.do(table, "sit").raise_for_status()
        eve.do(table, "chat", text="an insult").raise_for_status()
        ada.post(f"/api/tables/{table}/report", seat=1, reason="abuse").raise_for_status()
    (report,) = [one for one in admin("reports") if one["table_id"] == table]
    assert (report["person_name"], report["chat"][0]["text"]) == ("Eve", "an insult")
    run(["admin", "reports", "--database", server.database])
    assert "an insult" in capsys.readouterr().out
    admin("settle", str(report["id"]))
    assert report["id"] not in {one["id"] for one in admin("reports")}


def test_everything_is_written_down(ada, admin):
    admin("ban", ada.login, "--reason", "insults")
    admin("unban", ada.login)
    last, before = admin("log", "--last", "2")
    assert (last["what"], last["by"], last["person_name"]) == ("unban", None, "Ada")
    assert (before["what"], before["more"]["reason"]) == ("ban", "insults")


def test_by_invitation_so_many_come_as_it_is_for(tmp_path, capsys, nursery):
    place = str(tmp_path / "bauboom.db")
    with (
        QuickServer(nursery, place, tmp_path, **PLENTY, registration="invitation") as server,
        contextlib.ExitStack() as stack,
    ):

        def arrive(name, **more):
            client = stack.enter_context(Client(server))
            return client, client.post("/api/me", name=name, **more)

        assert arrive("Ada")[1].json()["error"] == "not_invited"
        run(["admin", "invite", "--uses", "2", "--note", "class", "--database", place])
        code = capsys.readouterr().out.strip()
        assert arrive("Eve", invitation="wrong")[1].status_code == 403
        ada, came = arrive("Ada", invitation=f" {code.upper()} ")
        assert came.status_code == 200
        assert ada.post("/api/account", login="ada", password=PASSWORD).status_code == 200, "she is here already"
        assert arrive("Grace", invitation=code)[1].status_code == 200
        assert arrive("Eve", invitation=code)[1].status_code == 403
        run(["admin", "invite", "--database", place])
        code = capsys.readouterr().out.strip()
        run(["admin", "withdraw", code, "--database", place])
        assert arrive("Eve", invitation=code)[1].status_code == 403
        server.stop()
    with QuickServer(nursery, place, tmp_path, **PLENTY, registration="closed") as server, Client(server) as phone:
        assert phone.post("/api/me", name="Eve").status_code == 403
        assert phone.post("/api/login", login="ada", password=PASSWORD).json()["name"] == "Ada"


def test_two_processes_follow_at_once(postgres_url, tmp_path, nursery):
    with (
        QuickServer(nursery, postgres_url, tmp_path, **PLENTY) as one,
        QuickServer(nursery, postgres_url, tmp_path, **PLENTY) as two,
        Client(one, "Ada") as ada,
    ):
        table = table_of(ada)
        mine = ada.get("/api/me").json()["id"]
        ada.server = two
        with ada.live(table) as socket:
            assert heard(socket)["t"] == "table"
            run(["admin", "ban", mine, "--database", postgres_url])
            assert is_closed(socket)
        for ada.server in (one, two):
            assert ada.post("/api/me", name="Eve").status_code == 403


def test_a_ban_ends_a_seat_whichever_process_keeps_the_table(postgres_url, tmp_path, nursery):
    with (
        QuickServer(nursery, postgres_url, tmp_path, **PLENTY) as one,
        QuickServer(nursery, postgres_url, tmp_path, **PLENTY) as two,
        Client(one, "Ada") as ada,
        Client(two, "Grace") as grace,
        Client(two, "Mary") as moderator,
    ):
        table = played_by(ada, grace)
        moderator.post("/api/account", login="mary", password=PASSWORD).raise_for_status()
        run(["admin", "promote", "mary", "--database", postgres_url])
        mine = ada.get("/api/me").json()["id"]
        with grace.live(table) as socket:
            soon(lambda: moderator.post(f"/api/moderation/people/{mine}", do="ban").status_code < 300)
            while (frame := until(socket, "table"))["table"]["phase"] != "over":
                pass
        assert frame["table"]["result"]["winners"] == [1]
        with contextlib.closing(psycopg.connect(plain(postgres_url))) as connection:
            query = "SELECT count(*) FROM entries WHERE table_id = %s AND data LIKE %s"
            assert connection.execute(query, (table, '%"e":"out"%')).fetchone() == (1,)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["ban"], "ban needs WHO"),
        (["ban", "nobody"], "there is nobody with the id or login 'nobody'"),
        (["unban", "ada", "--days", "3"], "unban does not go with --days; it takes no such options"),
        (["invite", "Ada"], "invite takes no name"),
        (["close", "nothing"], "there is no table with the id or code 'nothing'"),
        (["withdraw", "nothing"], "there is no invitation"),
        (["settle", "it"], "a report has a number"),
        (["burn"], "burn"),
    ],
)
def test_a_mistake_is_one_line(words, why, server):
    with pytest.raises(OptionError, match=re.escape(why)):
        run(["admin", *words, "--database", server.database])


def test_lists_are_readable(ada, server, capsys):
    for words in (["people"], ["tables"], ["log"], ["invitations"]):
        run(["admin", *words, "--database", server.database])
        assert capsys.readouterr().out.strip()


def test_a_database_that_is_missing_or_older_is_left_alone(tmp_path):
    with pytest.raises(OptionError, match="there is no database"):
        run(["admin", "people", "--database", str(tmp_path / "nothing.db")])
    assert not (tmp_path / "nothing.db").exists()
    (tmp_path / "empty.db").touch()
    with pytest.raises(OptionError, match="start a server of this version first"):
        run(["admin", "people", "--database", str(tmp_path / "empty.db")])
