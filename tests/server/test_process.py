"""Processes that tests start are ready when they say so, and never stay behind."""

import fcntl
import json
import sys
import time

import pytest

from .process import SECONDS, Client, Server

# an application so small that it shows what the helpers do; it and its child hold a lock as long as they live
ECHO = """
import argparse, fcntl, os, signal, subprocess, sys, uvicorn
from litestar import Litestar, Request, Response, WebSocket, get, post, websocket

parser = argparse.ArgumentParser()
for name in ("--host", "--port", "--database"):
    parser.add_argument(name)
options = parser.parse_args()
if options.database == "none":
    sys.exit("no database")
alive = open(os.environ["BAUBOOM_ALIVE"])
fcntl.flock(alive, fcntl.LOCK_SH)
child = subprocess.Popen(["sleep", "3600"], pass_fds=[alive.fileno()])
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn ends in order and then raises the signal again

@get("/health")
async def health() -> None:
    print("asked", flush=True)

@post("/api/me")
async def me(data: dict[str, str]) -> Response[None]:
    answer = Response(None)
    answer.set_cookie("bauboom", data["name"])
    return answer

@post("/api/tables/{table:str}/do", status_code=200)
async def do(request: Request, table: str, data: dict[str, object]) -> list[object]:
    return [table, request.cookies.get("bauboom"), request.headers["origin"], data]

@websocket("/api/tables/{table:str}/live")
async def live(socket: WebSocket, table: str) -> None:
    await socket.accept()
    await socket.send_json([table, socket.cookies.get("bauboom"), socket.headers["origin"]])
    await socket.close()

try:
    uvicorn.run(Litestar([health, me, do, live]), host=options.host, port=int(options.port))
finally:
    if "BAUBOOM_UNTIDY" not in os.environ:
        child.kill()
        child.wait()
"""


class Echo(Server):
    command = (sys.executable, "-c", ECHO)


@pytest.fixture
def alive(tmp_path):
    """The file that processes lock as long as they live."""
    file = tmp_path / "alive"
    file.touch()
    return file


def is_held(alive):
    with open(alive) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def is_left(alive):
    """Whether a process is left; killed ones need a moment until they are gone."""
    end = time.monotonic() + SECONDS
    while is_held(alive):
        if time.monotonic() > end:
            return True
        time.sleep(0.01)
    return False


def test_a_server_is_ready_inside_its_context_and_gone_afterwards(tmp_path, alive):
    with Echo("a database", tmp_path, alive=alive) as server:
        assert is_held(alive)
        assert "asked" in server.said()
    assert not is_left(alive)


def test_a_server_is_gone_after_a_test_that_fails_which_tells_what_the_server_said(tmp_path, alive):
    with pytest.raises(ZeroDivisionError) as failure, Echo("a database", tmp_path, alive=alive):
        raise ZeroDivisionError
    assert "asked" in failure.value.__notes__[0]
    assert not is_left(alive)


def test_a_killed_server_comes_back_on_the_same_port(tmp_path, alive):
    with Echo("a database", tmp_path, alive=alive) as server, Client(server) as ada:
        for end in (server.kill, server.stop, server.kill):
            assert ada.get("/health").status_code == 200
            end()
            assert not is_left(alive)
            server.restart()
        assert ada.get("/health").status_code == 200
    assert not is_left(alive)


def test_stop_takes_what_a_server_left_behind_along(tmp_path, alive):
    with Echo("a database", tmp_path, alive=alive, untidy=1) as server:
        server.stop()
        assert not is_left(alive)


def test_a_server_that_ends_before_it_is_ready_tells_why(tmp_path):
    with pytest.raises(RuntimeError, match=r"ended with 1 before it was ready:\nno database"), Echo("none", tmp_path):
        pass


def test_a_server_that_does_not_end_in_order_is_noticed(tmp_path, alive):
    with Echo("a database", tmp_path, alive=alive) as server:
        server.kill()
        with pytest.raises(RuntimeError, match="was asked to end and gave -9"):
            server.stop()


def test_a_person_comes_with_cookie_and_origin_by_both_ways_and_moves_to_another_server(tmp_path, alive):
    with (
        Echo("one", tmp_path, alive=alive) as one,
        Echo("two", tmp_path, alive=alive) as two,
        Client(one, "Ada") as ada,
    ):
        for server in (one, two):
            ada.server = server
            assert ada.do("t1", "sit", seat=0).json() == ["t1", "Ada", server.url, {"do": "sit", "seat": 0}]
            with ada.live("t1") as socket:
                assert json.loads(socket.recv()) == ["t1", "Ada", server.url]
        with Client(two) as stranger, stranger.live("t1") as socket:
            assert json.loads(socket.recv()) == ["t1", None, two.url]
