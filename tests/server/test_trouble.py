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

from bauboom.server.wal import lost_commits

from .nursery import QuickServer
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


FRAME = 24 + 4096  # bytes of a commit's page in SQLite's log


def test_a_damaged_log_is_reported_and_kept_and_what_is_sound_goes_on(tmp_path, nursery):
    database = tmp_path / "bauboom.db"
    log = Path(f"{database}-wal")
    with QuickServer(nursery, str(database), tmp_path, **MANY) as server, Client(server, "Ada") as ada:
        for number in range(20):
            ada.post("/api/me", name=f"Ada {number}")
        server.kill()
        server.restart()  # a log that ends as it should is no news
        assert "are lost" not in server.said()
        for number in range(20):
            ada.post("/api/me", name=f"Ada {number}")
        server.kill()
        whole = log.read_bytes()
        flipped = bytearray(whole)
        flipped[32 + 9 * FRAME + 1000] ^= 1
        log.write_bytes(flipped)
        server.restart()
        (kept,) = tmp_path.glob("*.damaged-*")
        assert kept.read_bytes() == flipped
        assert kept.stat().st_mode & 0o777 == 0o600
        assert "commits that were stored are lost" in server.said()
        assert kept.name in server.said()
        assert ada.post("/api/me", name="Grace").status_code == 200


@pytest.fixture(scope="module")
def commits(tmp_path_factory):
    """A log of thirty commits, as a crash leaves it."""
    database = tmp_path_factory.mktemp("log") / "x.db"
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE lines (text)")
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
        for number in range(30):
            connection.execute("INSERT INTO lines VALUES (?)", ("x" * (700 + number),))
        yield Path(f"{database}-wal").read_bytes()


@pytest.mark.parametrize(
    ("change", "is_lost"),
    [
        (lambda log: log, False),
        (lambda log: b"", False),
        (lambda log: log[:-100], False),  # cut off, as a crash does
        (lambda log: log[:-1] + bytes([log[-1] ^ 1]), False),  # the last page may not have got to the disk
        (lambda log: log + bytes(3 * FRAME), False),
        (lambda log: log[:20] + bytes([log[20] ^ 1]) + log[21:], True),  # nothing can be read
        *((lambda log, at=at: log[:at] + bytes([log[at] ^ 1]) + log[at + 1 :], True) for at in (33, 42, 50, 60, 9000)),
        (lambda log: log[: 32 + FRAME] + bytes(FRAME) + log[32 + 2 * FRAME :], True),
    ],
)
def test_what_a_crash_cuts_off_is_told_from_what_a_disk_loses(tmp_path, commits, change, is_lost):
    log = tmp_path / "x.db-wal"
    log.write_bytes(change(commits))
    assert bool(lost_commits(log)) is is_lost


@pytest.mark.parametrize("left", [bytes(range(100, 124)), "before"])
def test_a_page_of_the_last_commit_that_is_torn_is_no_loss(tmp_path, left):
    """The power went while it was written: its place holds anything, or what was there before."""
    database, log = tmp_path / "x.db", tmp_path / "x.db-wal"
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE lines (text)")
        for _ in range(20):
            connection.execute("INSERT INTO lines VALUES (?)", ("x" * 100,))
        before = log.read_bytes()
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
        connection.execute("INSERT INTO lines VALUES (?)", ("x" * 100,))
        first = 32 + FRAME  # where the last commit begins
        connection.execute("INSERT INTO lines VALUES (?)", ("x" * 9000,))
        after = log.read_bytes()
    torn = before[first : first + 24] if left == "before" else left
    log.write_bytes(after[:first] + torn + after[first + 24 :])
    assert lost_commits(log) == 0
