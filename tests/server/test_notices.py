"""Whose turn it is in a game of days is told by webhook: signed, again if nobody was there, and to no one else."""

import contextlib
import json
import queue
import socket
import sqlite3
import threading
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from bauboom.server.webhooks import signature

from .process import SECONDS, Client, Server

DAYS = {"kind": "days", "days": 2}


class Handler(BaseHTTPRequestHandler):
    """Keeps what it was sent, and answers with the status that is asked for."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()
        self.server.got.put((self.path, self.headers, body))

    def log_message(self, *_):
        pass


@pytest.fixture
def receiver():
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as receiver:
        receiver.got, receiver.status = queue.Queue(), 200
        receiver.url = f"http://127.0.0.1:{receiver.server_port}"
        thread = threading.Thread(target=receiver.serve_forever, args=(0.02,))
        thread.start()
        yield receiver
        receiver.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notices")
    settings = {"private_webhooks": "yes", "url": "http://games.example", "bot_pace": 0.01, "people_per_address": 1000}
    with Server(str(folder / "bauboom.db"), folder, **settings) as server:
        yield server


@pytest.fixture
def people(server):
    with Client(server, "Ada") as ada, Client(server, "Grace") as grace:
        yield ada, grace


def put(person, **wishes):
    answer = person.http.put(person.server.url + "/api/me", json=wishes, headers={"Origin": person.server.url})
    assert answer.status_code == 200, answer.text
    return answer.json()


def begin(ada, grace, pace=DAYS):
    """A game for two that has begun."""
    table = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["me"], pace=pace).json()["id"]
    grace.do(table, "sit").raise_for_status()
    wait_until(lambda: ada.get(f"/api/tables/{table}").json()["table"]["phase"] == "playing")
    return table


def play(table, *people):
    """Whoever is on turn decides something; his seat."""
    for person in people:
        frame = person.get(f"/api/tables/{table}").json()
        if frame["legal"]:
            person.do(table, "play", actions=[frame["legal"][0]["id"]], version=frame["version"]).raise_for_status()
            return frame["you"]
    raise AssertionError("nobody is on turn")


def turn(person, table):
    return person.get(f"/api/tables/{table}").json()["table"]["turn"]


def wait_until(is_so):
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def ask(server, text, *values):
    with closing(sqlite3.connect(server.database, timeout=SECONDS, isolation_level=None)) as database:
        return database.execute(text, values).fetchall()


def waiting(server, table):
    """The notices about a table that wait to be sent: attempts and the time of the next."""
    return ask(server, "SELECT attempts, due FROM notices WHERE body LIKE ?", f'%"{table}"%')


def has_failed_once(server, table):
    """Whether the next attempt is to come after ten seconds; while one goes on, it is said to be due in a minute."""
    return any(attempts == 1 and due < (time.time() + 30) * 1000 for attempts, due in waiting(server, table))


def hurry(server, table):
    """Let the next attempt be due at once."""
    ask(server, "UPDATE notices SET due = 0 WHERE body LIKE ?", f'%"{table}"%')


def test_who_is_on_turn_is_told_with_a_signature(server, people, receiver):
    ada, grace = people
    secret = put(ada, webhook=receiver.url + "/hook")["webhook_secret"]
    assert ada.get("/api/me").json()["webhook"] == receiver.url + "/hook"
    assert "webhook_secret" not in ada.get("/api/me").json()
    table = begin(ada, grace)
    while turn(ada, table) != 0:
        play(table, grace)
    path, headers, body = receiver.got.get(timeout=SECONDS)
    assert path == "/hook"
    notice = json.loads(body)
    signed = (headers["Webhook-Id"], int(headers["Webhook-Timestamp"]), body)
    assert secret.startswith("whsec_")
    assert headers["Webhook-Signature"] == signature(secret, *signed)
    assert abs(time.time() - signed[1]) < SECONDS
    frame = ada.get(f"/api/tables/{table}").json()
    assert notice == {
        **{"event": "turn", "name": "Ada", "table": table, "game": "manhattan", "seat": 0},
        **{"version": frame["version"], "until": frame["table"]["since"] + 2 * 86_400_000},
        "url": f"http://games.example/t/{table}",
    }
    wait_until(lambda: waiting(server, table) == [])
    while turn(ada, table) == 0:
        play(table, ada)
    while turn(ada, table) != 0:
        play(table, grace)
    _, headers, body = receiver.got.get(timeout=SECONDS)
    assert json.loads(body)["version"] > notice["version"]
    assert headers["Webhook-Id"] != signed[0]
    assert receiver.got.empty()  # and nothing about Grace's turns


def test_a_notice_that_was_not_taken_is_sent_again(server, people, receiver):
    ada, grace = people
    receiver.status = 503
    for person in people:
        put(person, webhook=f"{receiver.url}/{person.name}")
    table = begin(ada, grace)
    first = receiver.got.get(timeout=SECONDS)
    wait_until(lambda: has_failed_once(server, table))
    receiver.status = 200
    hurry(server, table)
    second = receiver.got.get(timeout=SECONDS)
    assert (second[0], second[2]) == (first[0], first[2])
    assert second[1]["Webhook-Id"] == first[1]["Webhook-Id"]  # by which the receiver knows it again
    wait_until(lambda: waiting(server, table) == [])


def test_a_notice_is_sent_again_when_nobody_listens(server, people, receiver):
    ada, grace = people
    for person in people:
        put(person, webhook="http://127.0.0.1:9999/")
    table = begin(ada, grace)
    wait_until(lambda: has_failed_once(server, table))
    for person in people:
        put(person, webhook=receiver.url + "/new")
    hurry(server, table)
    assert receiver.got.get(timeout=SECONDS)[0] == "/new"


def test_a_notice_of_a_turn_that_has_passed_is_not_sent_again(server, people, receiver):
    ada, grace = people
    receiver.status = 500
    put(ada, webhook=receiver.url)
    table = begin(ada, grace)
    while turn(ada, table) != 0:
        play(table, grace)
    receiver.got.get(timeout=SECONDS)
    wait_until(lambda: has_failed_once(server, table))
    while turn(ada, table) == 0:
        play(table, ada)
    hurry(server, table)
    wait_until(lambda: waiting(server, table) == [])
    assert receiver.got.empty()


def test_a_receiver_that_wants_none_gets_no_more(server, people, receiver):
    ada, grace = people
    receiver.status = 410
    for person in people:
        put(person, webhook=receiver.url)
    table = begin(ada, grace)
    receiver.got.get(timeout=SECONDS)
    wait_until(lambda: waiting(server, table) == [])
    assert receiver.got.empty()


def test_nothing_is_sent_without_a_webhook_or_without_days(server, people, receiver):
    ada, grace = people
    put(ada, webhook=receiver.url)
    put(ada, webhook="")
    assert ada.get("/api/me").json()["webhook"] is None
    table = begin(ada, grace)
    for _ in range(6):
        play(table, ada, grace)
    wait_until(lambda: waiting(server, table) == [])
    for person in people:
        put(person, webhook=receiver.url)
    live = begin(ada, grace, {"kind": "live"})
    for _ in range(6):
        play(live, ada, grace)
    assert waiting(server, live) == []
    assert receiver.got.empty()


def test_an_account_is_told_of_the_games_of_the_guest_it_adopted(server, people, receiver):
    ada, grace = people
    login = f"ada-{time.time_ns()}"
    with Client(server, "Ada at home") as home:
        home.post("/api/account", login=login, password="correct horse battery").raise_for_status()
        put(home, webhook=receiver.url)
        table = begin(ada, grace)
        ada.post("/api/login", login=login, password="correct horse battery").raise_for_status()
        while turn(grace, table) != 1:
            play(table, ada)
        while turn(grace, table) != 0:
            play(table, grace)
        notice = json.loads(receiver.got.get(timeout=SECONDS)[2])
        assert (notice["table"], notice["seat"], notice["name"]) == (table, 0, "Ada at home")


def test_a_receiver_that_never_answers_delays_nobody_elses_notices(server, people, receiver):
    ada, grace = people
    with socket.create_server(("127.0.0.1", 0), backlog=100) as tarpit, Client(server, "Mallory") as mallory:
        put(mallory, webhook=f"http://127.0.0.1:{tarpit.getsockname()[1]}/")
        begun = time.monotonic()
        slow = begin(mallory, grace)
        while turn(mallory, slow) == 1:
            play(slow, grace)
        wait_until(lambda: len(waiting(server, slow)) == 1)
        copy = (
            "INSERT INTO notices (person, body, attempts, due) SELECT person, body, 0, 1 FROM notices WHERE body LIKE ?"
        )
        for _ in range(7):
            ask(server, copy, f'%"{slow}"%')  # 127 more that are due
        caught = []
        tarpit.settimeout(0.1)
        put(ada, webhook=receiver.url)
        table = begin(ada, grace)
        while turn(ada, table) == 1:
            play(table, grace)
        assert json.loads(receiver.got.get(timeout=SECONDS / 2)[2])["table"] == table
        with contextlib.suppress(TimeoutError):
            while True:
                caught.append(tarpit.accept()[0])
        rounds = 2 + (time.monotonic() - begun) // 5
        assert 1 <= len(caught) <= 2 * rounds, "two at a time, and each is given five seconds"
        for one in caught:
            one.close()
        ask(server, "DELETE FROM notices WHERE body LIKE ?", f'%"{slow}"%')


def test_many_guests_with_receivers_that_never_answer_delay_nobody_elses_notices(server, people, receiver):
    ada, grace = people
    with socket.create_server(("127.0.0.1", 0), backlog=4000) as tarpit, contextlib.ExitStack() as guests:
        copy = "INSERT INTO notices (person, body, attempts, due) SELECT ?, body, 0, 1 FROM notices WHERE body LIKE ?"
        for number in range(50):
            guest = guests.enter_context(Client(server, f"Mallory {number}"))
            put(guest, webhook=f"http://127.0.0.1:{tarpit.getsockname()[1]}/")
            table = begin(guest, grace)
            while turn(guest, table) == 1:
                play(table, grace)
            for _ in range(6):
                ask(server, copy, guest.get("/api/me").json()["id"], f'%"{table}"%')  # 63 more that are due
        put(ada, webhook=receiver.url)
        table = begin(ada, grace)
        while turn(ada, table) == 1:
            play(table, grace)
        assert json.loads(receiver.got.get(timeout=SECONDS / 2)[2])["table"] == table
        ask(server, "DELETE FROM notices")


def test_a_webhook_that_is_no_address_is_refused(people):
    ada, _ = people
    for url in ("ftp://games.example", "games.example", "http://127.0.0.1:22/"):
        answer = ada.http.put(ada.server.url + "/api/me", json={"webhook": url}, headers={"Origin": ada.server.url})
        assert (answer.status_code, answer.json()["error"]) == (422, "illegal")
