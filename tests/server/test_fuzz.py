"""Whatever is thrown at the server: it answers or hangs up, and those who play notice nothing."""

import contextlib
import json
import os
import random
import socket
import struct
import typing
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bauboom.server.commands import MESSAGE_LIMIT, AnyCommand

from .crowd import Game
from .process import SECONDS, Client, Server, heard

LIMITS = ("requests_per_second", "messages_per_second", "people_per_address", "chats_per_minute")
TAGS = [struct.__struct_config__.tag for struct in typing.get_args(AnyCommand)]
HOSTILE = [
    *(None, True, False, 0, -1, -(2**63), 2**31 + 1, 2**53, 2**64, 10**30, 0.5, -0.0, 1e308, 10**400),
    *("", "\0", "\n", "a" * 3000, "'; DROP TABLE tables; --", "<script>alert(1)</script>", "\u202e", "👩‍👩‍👧‍👦" * 50),
    *("../../etc/passwd", "%s%n{}", "__class__", "0" * 64, "ab" * 16 + "\n", "A" * 64),
    *([], [[]], [0] * 9, [0] * 1000, [None], [-1], [2**31], ["0"], {}, {"do": "sit"}, [{}]),
]
FIELDS = ["seat", "version", "tag", "commit", "nonce", "level", "actions", "text", "do", "extra", "__class__", ""]
BROKEN = [
    *(
        b"",
        b" ",
        b"{",
        b"}",
        b"[",
        b"]",
        b"{}",
        b"[]",
        b"null",
        b"true",
        b"0",
        b'"do"',
        b"\0",
        b"\xff",
        b"\xef\xbb\xbf{}",
    ),
    *(b"NaN", b"Infinity", b"-Infinity", b'{"do":NaN}', b'{"do":"play","actions":[NaN],"version":Infinity}'),
    *(b'{"do":"chat","text":"\\ud800"}', b'{"do":"chat","text":"\\udc00\\ud800"}', b'{"do":"chat","text":"\\u00"}'),
    *(b'{"do":"chat","do":"close"}', b'{"do":"resign","do":"chat","text":"x"}', b'{"text":"x","do":"chat","text":1}'),
    *(b'{"do":"play","actions":[1e9],"version":1e1}', b'{"do":"play","actions":[' + b"9" * 3000 + b'],"version":1}'),
    *(b"[" * 4000, b'{"a":' * 800, b"[" * 2000 + b"]" * 2000, b'{"do":"chat","text":' + b"[" * 4000),
    *(
        b'{"do":"chat","text":"' + b"a" * MESSAGE_LIMIT + b'"}',
        b" " * MESSAGE_LIMIT + b"{}",
        b"x" * (4 * MESSAGE_LIMIT),
    ),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")
    plenty = dict.fromkeys(LIMITS, 1_000_000) | {"connections_per_person": 1000, "connections_per_address": 1000}
    with Server(str(folder / "bauboom.db"), folder, **plenty) as server:
        yield server


@pytest.fixture
def game(server):
    game = Game(server).start()
    yield game
    game.join()
    assert server.process.poll() is None
    assert "Traceback" not in server.said()
    with Client(server, "Ada") as ada:
        assert ada.get("/api/me").json()["name"] == "Ada"


def memory(server):
    """What a server has in memory, in MiB."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


needs_proc = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")


def messages(seed):
    """Frames that no good client sends, and some that one could."""
    dice = random.Random(seed)
    yield from BROKEN
    for data in BROKEN:
        yield data.decode("utf-8", "replace")
    for _ in range(150):
        yield dice.randbytes(dice.randrange(1, 300))
    for _ in range(400):
        body = {"do": dice.choice(TAGS)}
        for field in dice.sample(FIELDS, dice.randrange(5)):
            body[field] = dice.choice(HOSTILE)
        yield json.dumps(body)
    whole = json.dumps({"do": "play", "actions": [1, 2, 3], "version": 3, "tag": "x"}).encode()
    for end in range(0, len(whole), 3):
        yield whole[:end]
    for _ in range(150):
        spoilt = bytearray(whole)
        for _ in range(dice.randrange(1, 4)):
            spoilt[dice.randrange(len(spoilt))] = dice.randrange(256)
        yield bytes(spoilt)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["nobody", "a guest", "a seat of another table"])
def test_every_message_is_answered_or_ends_the_connection(server, game, who):
    with contextlib.ExitStack() as stack:
        client = stack.enter_context(Client(server, None if who == "nobody" else "Mallory"))
        table = game.table
        if who == "a seat of another table":
            # bots do not come, so whatever is done there, the table is never full
            wishes = {"game": "manhattan", "seats": ["me"], "options": {"players": 3}}
            table = client.post("/api/tables", **wishes).json()["id"]
        live, answered, ends = None, 0, []
        for message in messages(who):
            if live is None:
                live = stack.enter_context(client.live(table))
                while json.loads(live.recv(SECONDS))["t"] != "table":
                    pass
            try:
                live.send(message)
                while json.loads(live.recv(SECONDS))["t"] not in ("error", "ack", "more"):
                    pass  # frames and chat of the others
                answered += 1
            except ConnectionClosed as end:
                ends.append(end.rcvd and end.rcvd.code)
                live = None
        assert answered > 500
        assert set(ends) <= {1000, 1007, 1009}  # and none was just cut off
        assert ends


def shake_hands(server, table, cookie=""):
    connection = socket.create_connection(("127.0.0.1", server.port), SECONDS)
    connection.sendall(f"{hello_to(table)}Cookie: {cookie}\r\n\r\n".encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(1)
    assert answer.startswith(b"HTTP/1.1 101")
    return connection


def frame(opcode, data=b"", fin=True, mask=True, length=None):
    """A WebSocket frame as it is on the wire; the mask is 0, so that the data stays as it is."""
    length = len(data) if length is None else length
    first = bytes([opcode | (0x80 if fin else 0)])
    bit = 0x80 if mask else 0
    if length < 126:
        size = bytes([bit | length])
    elif length < 2**16:
        size = bytes([bit | 126]) + struct.pack("!H", length)
    else:
        size = bytes([bit | 127]) + struct.pack("!Q", length)
    return first + size + (b"\0\0\0\0" if mask else b"") + data


TEXT, BINARY, CONT, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
WIRE = {
    "no mask": frame(TEXT, b"{}", mask=False),
    "unknown opcode": frame(3, b"{}"),
    "reserved bits": bytes([0xF1, 0x80, 0, 0, 0, 0]),
    "a part of nothing": frame(CONT, b"{}"),
    "a new message within one": frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"),
    "a ping in parts": frame(PING, b"x", fin=False),
    "a long ping": frame(PING, b"x" * 126),
    "an endless length": frame(TEXT, b"x", length=2**63 - 1),
    "a negative length": frame(TEXT, b"x", length=2**64 - 1),
    "more than a message may have": frame(TEXT, b"x" * (4 * MESSAGE_LIMIT + 1)),
    "the same in parts": frame(TEXT, b"x" * 4096, fin=False) + frame(CONT, b"x" * 4096, fin=False) * 5,
    "no UTF-8": frame(TEXT, b"\xff\xfe"),
    "half a letter": frame(TEXT, "ö".encode()[:1]),
    "no UTF-8 in parts": frame(TEXT, b"{", fin=False) + frame(CONT, b"\xff"),
    "countless parts": frame(TEXT, b"", fin=False) + frame(CONT, b"", fin=False) * 1000,
    "half a close": frame(CLOSE, b"\x03"),
    "a close for no reason": frame(CLOSE, struct.pack("!H", 999)),
    "a close with a bad reason": frame(CLOSE, struct.pack("!H", 1000) + b"\xff"),
    "garbage": random.Random(0).randbytes(5000),
    "HTTP": b"GET /api/me HTTP/1.1\r\nHost: x\r\n\r\n",
}


def test_bytes_that_are_no_frames_end_the_connection(server, game):
    for name, data in WIRE.items():
        with shake_hands(server, game.table) as connection:
            connection.sendall(data)
            connection.settimeout(SECONDS)
            with contextlib.suppress(ConnectionResetError):
                while connection.recv(65536):
                    pass  # it ends, or the test runs into the timeout
        assert "Traceback" not in server.said(), name


@pytest.mark.parametrize(
    "odd",
    [
        "Content-Length: 5\r\n\r\nhello",
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "X: y\r\n" * 200 + "\r\n",
        f"X: {'y' * 9000}\r\n\r\n",
    ],
    ids=["length", "chunks", "both", "many headers", "a long header"],
)
def test_a_handshake_that_only_one_of_two_parsers_can_read_is_refused(server, game, odd):
    """Or connections would pile up that count for nobody and never end."""
    with socket.create_connection(("127.0.0.1", server.port), SECONDS) as connection:
        connection.sendall(f"{hello_to(game.table)}{odd}".encode())
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while part := connection.recv(65536):  # until the server hangs up
                answer += part
    assert answer.startswith(b"HTTP/1.1 400")


def hello_to(table):
    """The beginning of a handshake."""
    return (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    )


def test_connections_that_break_off_leave_nothing_behind(server, game):
    dice = random.Random(1)
    whole = f"{hello_to(game.table)}\r\n".encode() + frame(TEXT, b'{"do":"chat","text":"x"}') * 3 + frame(PING, b"x")
    for number in range(200):
        with socket.create_connection(("127.0.0.1", server.port), SECONDS) as connection:
            connection.sendall(whole[: dice.randrange(len(whole))] if number % 4 else dice.randbytes(500))
            if number % 2:  # a reset instead of an end
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    with Client(server, "Ada") as ada:
        for _ in range(600):
            figures = dict(line.split() for line in ada.get("/metrics").text.splitlines() if line[:1] != "#")
            if float(figures["bauboom_connections"]) <= 2:  # of those who play
                break
        assert float(figures["bauboom_viewers"]) <= 2
        assert float(figures["bauboom_connections"]) <= 2


@needs_proc
@pytest.mark.parametrize("name", ["pings", "pongs", "parts"])
def test_memory_does_not_grow_with_what_one_connection_sends(server, game, name):
    crumbs = {"pings": frame(PING, b"x" * 125), "pongs": frame(PONG, b"x" * 125), "parts": frame(CONT, b"", fin=False)}
    block = crumbs[name] * (2**20 // len(crumbs[name]))
    with shake_hands(server, game.table) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        before = memory(server)
        if name == "parts":
            connection.sendall(frame(TEXT, b"", fin=False))
        with contextlib.suppress(ConnectionError):
            for _ in range(60):  # MiB, and nothing is read
                connection.sendall(block)
    assert memory(server) - before < 30


@needs_proc
def test_memory_does_not_grow_with_who_listens_to_nothing(server, game):
    """Guests who ask again and again and never read an answer."""
    ask = frame(TEXT, msgspec.json.encode({"do": "resign", "tag": "x" * 40}))
    before = memory(server)
    with Client(server, "Mallory") as mallory, contextlib.ExitStack() as stack:
        cookie = f"bauboom={mallory.http.cookies['bauboom']}"
        for _ in range(10):
            connection = stack.enter_context(shake_hands(server, game.table, cookie))
            connection.settimeout(2)
            with contextlib.suppress(OSError):
                connection.sendall(ask * 20_000)
    assert memory(server) - before < 30


def test_a_command_goes_through_as_text_or_bytes_and_in_parts(server):
    """The measure of the tests above: good frames by hand do work."""
    with Client(server, "Ada") as ada:
        table = ada.post("/api/tables", game="manhattan", options={"players": 2}).json()["id"]
        cookie = f"bauboom={ada.http.cookies['bauboom']}"
        path = f"{server.ws_url}/api/tables/{table}/live"
        with connect(path, additional_headers={"Cookie": cookie}, proxy=None) as live:
            heard(live)
            for data in ('{"do":"sit"}', b'{"do":"leave"}', ['{"do":', '"sit"', "}"]):
                live.send(data)
                said = [heard(live)["t"] for _ in range(2)]
                assert sorted(said) == ["ack", "table"]
