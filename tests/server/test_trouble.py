"""What goes wrong around a server: odd requests, a full disk, a database that is gone."""

import contextlib
import resource
import socket
import sqlite3
import time
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from .process import SECONDS, Client, Server

MANY = {"people_per_address": 10_000, "requests_per_second": 10_000}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trouble")
    with Server(str(folder / "bauboom.db"), folder, **MANY) as server:
        yield server


def raw(server, data):
    """What comes back until the server hangs up."""
    with socket.create_connection(("127.0.0.1", server.port), SECONDS) as connection:
        connection.sendall(data)
        answer = b""
        while part := connection.recv(65536):
            answer += part
        return answer


@pytest.mark.parametrize("path", ["/", "/health", "/ready", "/api/games", "/api/me", "/api/nothing", "/api/mine"])
def test_head_answers_like_get_without_the_body(server, path):
    plain = {"Accept-Encoding": "identity"}
    whole = httpx.get(server.url + path, headers=plain, trust_env=False)
    head = httpx.head(server.url + path, headers=plain, trust_env=False)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    names = ("content-type", "content-length", "content-security-policy")
    assert [head.headers.get(name) for name in names] == [whole.headers.get(name) for name in names]


def test_a_request_with_two_lengths_is_refused_and_nothing_after_it_is_read(server):
    head = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\n"
    hidden = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n"
    answer = raw(server, head + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"connection: close" in answer.lower()
    assert answer.count(b"HTTP/1.1") == 1


def test_an_upload_that_breaks_off_is_no_error_of_the_server(server):
    head = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n"
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.port), SECONDS) as connection:
            connection.sendall(head + b'{"na')
    time.sleep(0.5)
    figures = httpx.get(f"{server.url}/metrics", trust_env=False).text
    assert "bauboom_server_errors_total 0.0" in figures
    assert "Traceback" not in server.said()


def test_only_the_names_that_are_set_are_answered(tmp_path):
    with Server(
        str(tmp_path / "x.db"), tmp_path, hosts="games.example, 127.0.0.1", url="https://play.example"
    ) as server:

        def status(host, path="/api/games"):
            return httpx.get(server.url + path, headers={"Host": host}, trust_env=False).status_code

        for host in ("games.example", "GAMES.example:8443", "play.example", f"127.0.0.1:{server.port}"):
            assert status(host) == 200
        for host in ("evil.example", "games.example.evil.example", "x", "", "[::1]:80"):
            assert status(host) == 403
            assert status(host, "/health") == status(host, "/ready") == 200


def test_a_full_disk_is_said_and_reading_goes_on(tmp_path):
    database = tmp_path / "bauboom.db"
    with (
        Server(str(database), tmp_path, **MANY) as server,
        Client(server, "Ada") as ada,
        contextlib.ExitStack() as stack,
    ):
        table = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["me"]).json()["id"]
        for _ in range(20):
            ada.post("/api/me", name="Ada")
        reader = stack.enter_context(contextlib.closing(sqlite3.connect(database)))
        reader.execute("BEGIN").execute("SELECT count(*) FROM people").fetchall()  # so that the log is not begun anew
        full = Path(f"{database}-wal").stat().st_size
        _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, most))
        answers = [
            ada.post("/api/me", name="Grace"),
            ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["me"]),
            ada.do(table, "leave"),
        ]
        for answer in answers:
            assert (answer.status_code, answer.json()["error"]) == (503, "unavailable"), answer.text
        assert ada.get("/ready").status_code == 503
        assert ada.get("/health").status_code == 200
        assert ada.get(f"/api/tables/{table}").status_code == 200
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
        assert ada.get("/ready").status_code == 200
        assert ada.do(table, "leave").status_code == 200


def test_a_database_that_is_gone_is_said_and_found_again(postgres_url, tmp_path):
    url = sa.make_url(postgres_url).set(drivername="postgresql+psycopg")
    engine = sa.create_engine(url.set(database="postgres"), isolation_level="AUTOCOMMIT")

    def allow(is_allowed):
        with engine.connect() as connection:
            connection.execute(sa.text(f'ALTER DATABASE "{url.database}" ALLOW_CONNECTIONS {is_allowed}'))
            ours = {"name": url.database}
            connection.execute(
                sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"), ours
            )

    with Server(postgres_url, tmp_path, **MANY) as server, Client(server, "Ada") as ada:
        try:
            allow(False)
            for path in ("/api/tables", "/api/me", "/api/mine", "/api/finished", "/api/ratings/manhattan/2"):
                answer = ada.get(path)
                if answer.status_code == 200:  # known for some seconds
                    assert path == "/api/me"
                    continue
                assert (answer.status_code, answer.json()["error"]) == (503, "unavailable"), (path, answer.text)
            assert ada.post("/api/me", name="Grace").status_code == 503
            assert ada.get("/ready").status_code == ada.get("/health").status_code == 503
        finally:
            allow(True)
            engine.dispose()
        end = time.monotonic() + SECONDS
        while ada.get("/ready").status_code != 200:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert ada.post("/api/me", name="Grace").status_code == 200
