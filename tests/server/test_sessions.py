"""Where an account is logged in: listed, and ended at once wherever that is asked for."""

import asyncio
import subprocess
import sys
import time

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from bauboom.server.people import People, device_of
from bauboom.server.serve import migrate
from bauboom.server.settings import Settings

from .play import run, store_of
from .process import Client, Server, heard

PASSWORD = "correct horse battery"
SETTINGS = {"logins_per_minute": 6000, "people_per_address": 10_000, "requests_per_second": 10_000, "recheck": 600}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sessions")
    with Server(str(folder / "bauboom.db"), folder, **SETTINGS) as server:
        yield server


@pytest.fixture
def ada(server):
    with Client(server, "Ada") as ada:
        ada.http.headers["User-Agent"] = FIREFOX
        ada.login = f"ada-{time.time_ns()}"
        ada.post("/api/account", login=ada.login, password=PASSWORD).raise_for_status()
        yield ada


def enter(ada, server=None, agent=CHROME):
    """Another device of hers."""
    device = Client(server or ada.server)
    device.http.headers["User-Agent"] = agent
    device.post("/api/login", login=ada.login, password=PASSWORD).raise_for_status()
    return device


def drop(person, path, **body):
    return person.http.request("DELETE", person.server.url + path, json=body, headers={"Origin": person.server.url})


def me(server, cookie):
    return httpx.get(f"{server.url}/api/me", headers={"Cookie": f"bauboom={cookie}"}, trust_env=False).json()


def is_closed(socket):
    try:
        while True:
            heard(socket)
    except ConnectionClosed as closed:
        return closed.rcvd.code == 4401


def test_logging_out_ends_the_session_itself_and_its_sockets(ada, server):
    table = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["me"]).json()["id"]
    with enter(ada) as phone, phone.live(table) as hers, ada.live(table) as mine:
        stolen = phone.http.cookies["bauboom"]
        assert me(server, stolen)["login"] == ada.login
        phone.post("/api/logout").raise_for_status()
        assert me(server, stolen) is None
        assert is_closed(hers)
        ada.do(table, "leave").raise_for_status()
        assert heard(mine)["t"] == "table"
    assert ada.get("/api/me").json()["login"] == ada.login


def test_sessions_are_listed_and_each_can_be_withdrawn(ada):
    with enter(ada) as phone, enter(ada, agent=SAFARI) as tablet, Client(ada.server, "Eve") as eve:
        listed = ada.get("/api/sessions").json()
        devices = [("Safari, iPhone", False), ("Chrome, Android", False), ("Firefox, Linux", True)]
        assert [(line["device"], line["current"]) for line in listed] == devices
        assert all(line["created"] <= line["seen"] <= time.time() * 1000 + 1000 for line in listed)
        theirs = next(line["id"] for line in listed if line["device"] == "Chrome, Android")
        assert drop(eve, f"/api/sessions/{theirs}").status_code == 404
        assert phone.get("/api/me").json() is not None
        assert drop(ada, f"/api/sessions/{theirs}").status_code == 200
        assert phone.get("/api/me").json() is None
        assert tablet.get("/api/me").json()["login"] == ada.login
        assert drop(ada, f"/api/sessions/{theirs}").status_code == 404
        assert len(ada.get("/api/sessions").json()) == 2
        tablet.post("/api/login", login=ada.login, password=PASSWORD).raise_for_status()
        assert len(ada.get("/api/sessions").json()) == 2, "who logs in again has one session all the same"
        assert eve.get("/api/sessions").json() == []


def test_an_account_has_so_many_sessions_and_the_oldest_end(ada):
    devices = [enter(ada) for _ in range(20)]
    assert ada.get("/api/me").json() is None
    assert len(devices[-1].get("/api/sessions").json()) == 20
    for device in devices:
        device.http.close()


def test_an_account_is_deleted_with_its_password_alone(ada):
    for body in ({}, {"password": ""}, {"password": "a guess"}):
        answer = drop(ada, "/api/me", **body)
        assert (answer.status_code, answer.json()["error"]) == (401, "wrong_password")
    plain = ada.http.delete(f"{ada.server.url}/api/me", headers={"Origin": ada.server.url})
    assert plain.json()["error"] == "wrong_password"
    assert ada.get("/api/me").json()["login"] == ada.login
    assert drop(ada, "/api/me", password=PASSWORD).status_code == 200
    assert ada.get("/api/me").json() is None


def test_a_guest_has_no_password_to_say(server):
    with Client(server, "Grace") as grace:
        assert grace.http.delete(f"{server.url}/api/me", headers={"Origin": server.url}).status_code == 200
        assert grace.get("/api/me").json() is None


def test_what_is_withdrawn_is_withdrawn_at_all_processes_at_once(postgres_url, tmp_path):
    with (
        Server(postgres_url, tmp_path, **SETTINGS) as one,
        Server(postgres_url, tmp_path, **SETTINGS) as two,
        Client(one, "Ada") as ada,
    ):
        ada.login = "ada"
        ada.post("/api/account", login="ada", password=PASSWORD).raise_for_status()
        bot = ada.post("/api/bots", name="Engine").json()
        table = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["me"]).json()["id"]
        with enter(ada, two) as phone, phone.live(table) as socket, Client(two) as engine:
            engine.http.headers["Authorization"] = f"Bearer {bot['token']}"
            assert engine.get("/api/me").json()["kind"] == "bot"
            assert heard(socket)["t"] == "table"
            assert phone.get("/api/me").json()["login"] == "ada", "the process knows her now"
            (theirs,) = (line["id"] for line in ada.get("/api/sessions").json() if not line["current"])
            assert drop(ada, f"/api/sessions/{theirs}").status_code == 200
            assert is_closed(socket)
            assert phone.get("/api/me").json() is None
            assert drop(ada, f"/api/bots/{bot['id']}").status_code == 200
            assert engine.get("/api/me").status_code == 401


def test_a_new_key_logs_everybody_out_while_the_server_goes_on(database_url, tmp_path):
    command = [sys.executable, "-m", "bauboom", "admin", "rotate-key", "--database", database_url]
    with Server(database_url, tmp_path, **SETTINGS) as server, Client(server, "Ada") as ada:
        ada.login = "ada"
        ada.post("/api/account", login="ada", password=PASSWORD).raise_for_status()
        bot = ada.post("/api/bots", name="Engine").json()
        table = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["me"]).json()["id"]
        with ada.live(table) as socket, Client(server) as engine:
            assert heard(socket)["t"] == "table"
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            assert "everybody is logged out" in done.stdout
            assert is_closed(socket)
            assert ada.get("/api/me").json() is None
            engine.http.headers["Authorization"] = f"Bearer {bot['token']}"
            assert engine.get("/api/me").json()["kind"] == "bot"
        with enter(ada) as phone:
            assert phone.get("/api/me").json()["login"] == "ada"


def test_a_key_is_rotated_where_there_is_one(tmp_path):
    command = [sys.executable, "-m", "bauboom", "admin", "rotate-key", "--database", str(tmp_path / "nothing.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, "there is no database" in done.stderr) == (2, True)
    assert not (tmp_path / "nothing.db").exists()


@pytest.mark.parametrize(
    ("agent", "device"),
    [(FIREFOX, "Firefox, Linux"), (CHROME, "Chrome, Android"), (SAFARI, "Safari, iPhone"), ("curl/8.9", ""), ("", "")],
)
def test_a_device_is_called_by_its_browser_and_system(agent, device):
    assert device_of(agent) == device


def test_a_session_that_ends_while_its_person_is_looked_up_is_not_remembered(database_url):
    """Or it would last for some seconds more: what was read before the end was kept after it."""
    migrate(Settings(database=database_url))

    async def story():
        async with store_of(database_url) as store:

            async def off_loop(function, *arguments):
                return function(*arguments)

            people = People(store, off_loop)
            await people.open()
            ada = await people.make_account(await people.make_guest("Ada"), "ada", PASSWORD)
            people.forget(ada.id)
            rows, is_read, goes_on = store.rows, asyncio.Event(), asyncio.Event()

            async def slow_rows(query):
                found = await rows(query)
                if "FROM sessions" in str(query):  # the last that is asked about a person
                    is_read.set()
                    await goes_on.wait()
                return found

            store.rows = slow_rows
            looking = asyncio.create_task(people.of_cookie(people.cookie(ada)))
            await asyncio.wait([looking, asyncio.create_task(is_read.wait())], return_when=asyncio.FIRST_COMPLETED)
            assert is_read.is_set()
            await people.end_session(ada, ada.session)
            goes_on.set()
            await looking
            assert await people.of_cookie(people.cookie(ada)) is None

    run(story())
