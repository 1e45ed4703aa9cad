"""The gate: origins, sizes, headers, cookies, addresses, and what the log keeps to itself."""

import contextlib
import json
import socket
import sqlite3
import time

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bauboom.server import site
from bauboom.server.clock import DAY
from bauboom.server.gate import BODY_LIMIT, HEADERS, hidden
from bauboom.server.people import People, Person
from bauboom.server.store import now_ms

from .process import SECONDS, Client, Server, heard

TOKEN = "a token for figures"
LIMITS = ("requests_per_second", "messages_per_second", "people_per_address", "logins_per_minute")
PLENTY = dict.fromkeys(LIMITS, 10_000)
JSON = "application/json"
HTTP = httpx.Client(timeout=SECONDS, trust_env=False)


@pytest.fixture(scope="module", autouse=True)
def _close():
    yield
    HTTP.close()


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A server as it is at home: http, no proxy."""
    folder = tmp_path_factory.mktemp("plain")
    with Server(str(folder / "bauboom.db"), folder, bot_pace=0.01, recheck=0.1, **PLENTY) as server:
        yield server


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """A server behind a proxy on this machine, where people come by https."""
    folder = tmp_path_factory.mktemp("public")
    settings = {"url": "https://games.example", "proxies": "127.0.0.1", "metrics_token": TOKEN, "people_per_address": 3}
    with Server(str(folder / "bauboom.db"), folder, **{**PLENTY, **settings}) as server:
        yield server


@pytest.fixture
def ada(plain):
    with Client(plain, "Ada") as ada:
        yield ada


def ask(server, method="GET", path="/api/me", headers=None, **rest):
    HTTP.cookies.clear()  # only what a test shows itself
    return HTTP.request(method, server.url + path, headers=headers, **rest)


def raw(server, data, wait=True):
    """Send bytes and read until the server has no more to say."""
    with socket.create_connection(("127.0.0.1", server.port), SECONDS) as connection:
        connection.sendall(data)
        if wait:
            connection.shutdown(socket.SHUT_WR)
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while part := connection.recv(65536):
                answer += part
        return answer


def signer(server):
    """What signs the server's cookies, to make some that nobody gets otherwise."""
    with contextlib.closing(sqlite3.connect(server.database)) as database:
        people = People(None, None)
        people._key = database.execute("SELECT value FROM secrets WHERE name = 'cookies'").fetchone()[0]
        return people


# Origins


def origins(server):
    """Origin and Sec-Fetch-Site of a request, and whether it may change something."""
    host = f"127.0.0.1:{server.port}"
    return [
        ({}, True),  # a program
        ({"Origin": f"http://{host}"}, True),
        ({"Origin": f"HTTP://{host}"}, True),
        ({"Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": ""}, False),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": f"http://127.0.0.1:{server.port + 1}"}, False),
        ({"Origin": "http://127.0.0.1"}, False),
        ({"Origin": f"http://{host}.evil.example"}, False),
        ({"Origin": f"http://{host}@evil.example"}, False),
        ({"Origin": f"http://evil.example/{host}"}, False),
        ({"Origin": f"http://evil.example, http://{host}"}, False),
        ({"Origin": f"ftp://{host}"}, False),
        ({"Origin": "http://["}, False),
        ({"Origin": "http://[::1"}, False),
        ({"Origin": "\u00ff".encode("latin-1")}, False),
        ({"Origin": "http://localhost:" + "9" * 5000}, False),
    ]


def https_origins(server):
    host = f"127.0.0.1:{server.port}"
    return [
        ({}, True),
        ({"Origin": "https://games.example"}, True),
        ({"Origin": "https://GAMES.example"}, True),
        ({"Origin": "http://games.example"}, False),  # whoever is in between could have written that page
        ({"Origin": f"http://{host}"}, False),
        ({"Origin": "https://games.example:444"}, False),
        ({"Origin": "https://evil.games.example"}, False),
        ({"Origin": "https://games.example.evil.example"}, False),
        ({"Origin": "null"}, False),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("where", "cases"), [("plain", origins), ("public", https_origins)])
def test_only_our_own_pages_and_programs_may_change_something(request, where, cases):
    server = request.getfixturevalue(where)
    for headers, allowed in cases(server):
        for method, path in (("POST", "/api/logout"), ("PUT", "/api/me"), ("DELETE", "/api/me")):
            response = ask(server, method, path, headers)
            assert (response.status_code == 403 and response.json()["error"] == "origin") is not allowed, headers
        assert ask(server, "GET", "/api/me", headers).status_code == 200  # looking changes nothing
        path = f"{server.ws_url}/api/tables/none/live"
        if allowed:
            with connect(path, additional_headers=headers, proxy=None) as live:
                assert json.loads(live.recv(SECONDS))["error"] == "not_found"
            continue
        sent = {name: value.decode("latin-1") if isinstance(value, bytes) else value for name, value in headers.items()}
        with pytest.raises(InvalidStatus) as refused, connect(path, additional_headers=sent, proxy=None):
            pass
        response = refused.value.response
        assert (response.status_code, json.loads(response.body)["error"]) == (403, "origin")
        assert all(response.headers[name] == value for name, value in HEADERS.items())
    assert "Traceback" not in server.said()


# Bodies


@pytest.mark.parametrize(
    ("body", "kind", "status", "error"),
    [
        (b'{"name":"Ada"}', JSON, 200, None),
        (b'{"name":"Ada"}', "application/json; charset=utf-8", 200, None),
        (b'{"name":"Ada"}', "text/plain", 400, "bad_message"),  # what a form of another site can send
        (b'{"name":"Ada"}', "application/x-www-form-urlencoded", 400, "bad_message"),
        (b'{"name":"Ada"}', "multipart/form-data; boundary=x", 400, "bad_message"),
        (b'{"name":"Ada"}', "application/x-msgpack", 400, "bad_message"),
        (b'{"name":"Ada"}', "", 400, "bad_message"),
        (b"", JSON, 400, "bad_message"),
        (b"{", JSON, 400, "bad_message"),
        (b"null", JSON, 400, "bad_message"),
        (b'{"name":1}', JSON, 400, "bad_message"),
        (b'{"name":"Ada","x":1}', JSON, 400, "bad_message"),
        (b'{"name":NaN}', JSON, 400, "bad_message"),
        (b'{"name":"\\ud800"}', JSON, 400, "bad_message"),
        (b'{"name":"\xff\xfe"}', JSON, 400, "bad_message"),
        (b"[" * 60_000, JSON, 400, "bad_message"),
        (b'{"name":' * 8000, JSON, 400, "bad_message"),
        (b'{"name":"' + b"a" * BODY_LIMIT + b'"}', JSON, 413, "too_large"),
    ],
)
def test_only_a_small_body_of_json_is_read(plain, body, kind, status, error):
    def chunks():
        yield body

    for content in (body, chunks()):  # with a length, and in chunks
        response = ask(plain, "POST", "/api/me", {"Content-Type": kind}, content=content)
        assert (response.status_code, response.json().get("error")) == (status, error)
    assert "Traceback" not in plain.said()


@pytest.mark.parametrize("length", [b"65537", b"9" * 19, b"9" * 5000, b"-1", b"+5", b"0x10", b"1_0", b"5, 6", b"\xb2"])
def test_a_length_that_is_too_much_or_none_is_refused_before_the_body(plain, length):
    head = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %s\r\n\r\n" % length
    assert raw(plain, head).split()[1] in (b"400", b"413")
    assert "Traceback" not in plain.said()


def test_chunks_without_end_are_cut_off(plain):
    head = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", plain.port), SECONDS) as connection:
        connection.sendall(head)
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < 100 * BODY_LIMIT:
                connection.sendall(b"1000\r\n" + b" " * 4096 + b"\r\n")
                sent += 4096
        assert sent < 100 * BODY_LIMIT
    assert "Traceback" not in plain.said()


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/%00",
        "/api/tables?game=%00",
        "/api/finished?before=" + "9" * 5000,
        "/api/tables/a/steps/" + "9" * 5000,
        "/api/tables/a/steps/-1",
        "/api/ratings/manhattan/" + "9" * 5000,
        "/api/games/..%2f..%2fcore/rules",
        "/api/games/manhattan/rules?lang=../../../core/x",
        "/page/..%2findex.html",
        "/page/../app.py",
        "/page/%2e%2e/app.py",
        "/page/index.html/..",
        "/page/x/index.html",
        "/api/tables/%ff%fe",
        "/api/codes/" + "%F0%9F%8F%97" * 20,
        "/api//tables/../me/..;/x",
        "/" + "a/" * 2000,
    ],
)
def test_an_odd_path_leads_nowhere(plain, path):
    response = ask(plain, "GET", path)
    assert response.status_code in (400, 404)
    assert response.json()["error"] in ("bad_message", "not_found")
    assert "Traceback" not in plain.said()


@pytest.mark.slow
def test_zero_bytes_are_refused_before_postgresql_sees_them(postgres_url, tmp_path):
    with Server(postgres_url, tmp_path) as server:
        for path in (
            "/api/tables/%00",
            "/api/codes/%00",
            "/api/tables?game=%00",
            "/api/ratings/%00/2",
            "/api/people/%00",
            "/api/finished?who=%00",
        ):
            assert ask(server, "GET", path).json()["error"] == "bad_message"
        login = ask(server, "POST", "/api/login", json={"login": "zero\0byte", "password": "a password"})
        assert login.json()["error"] == "wrong_password"
        with Client(server, "Ada") as ada:
            table = ada.post("/api/tables", game="manhattan", seats=["me"], options={"players": 2}).json()["id"]
            assert ada.do(table, "chat", text="zero\0byte").status_code == 200
            assert ada.http.put(f"{server.url}/api/me", json={"settings": {"\0": "\0"}}).status_code == 200
        assert "Traceback" not in server.said()


# What every answer carries


def answers_of_every_kind(server):
    host = {"Content-Type": JSON}
    yield 200, ask(server)
    yield 200, ask(server, "GET", "/")
    yield 200, ask(server, "GET", "/t/abcdefghjkmn")
    for name in list(site.files())[:1]:  # none where the page has not been built
        yield 200, ask(server, "GET", f"/page/{name}")
    yield 200, ask(server, "GET", "/schema/openapi.json")
    yield 204, ask(server, "OPTIONS")
    yield 400, ask(server, "POST", "/api/me", host, content=b"{")
    yield 401, ask(server, "GET", "/api/mine")
    yield 401, ask(server, headers={"Authorization": "Bearer bb_none"})
    yield 403, ask(server, "POST", "/api/logout", {"Origin": "null"})
    yield 404, ask(server, "GET", "/api/tables/abcdefghjkmn")
    yield 404, ask(server, "GET", "/nothing")
    yield 404, ask(server, "GET", "/nothing", {"Accept": "text/html"})
    yield 404, ask(server, "GET", "/schema/nothing")
    yield 405, ask(server, "PATCH")
    yield 405, ask(server, "TRACE")
    yield 413, ask(server, "POST", "/api/me", host, content=b" " * (BODY_LIMIT + 1))
    yield 422, ask(server, "POST", "/api/me", host, content=b'{"name":""}')


@pytest.mark.parametrize("where", ["plain", "public"])
def test_every_answer_has_the_headers_that_protect_its_reader(request, where):
    for status, response in answers_of_every_kind(request.getfixturevalue(where)):
        assert response.status_code == status
        for name, value in HEADERS.items():
            assert response.headers.get_list(name) == [value]
        assert ("strict-transport-security" in response.headers) == (where == "public")
        assert "server" not in response.headers
        assert "access-control-allow-origin" not in response.headers
        if response.request.url.path.startswith("/api/"):
            assert response.headers.get_list("cache-control") == ["no-store"]


def test_scripts_run_from_nowhere_else():
    policy = HEADERS["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy  # the rules are WebAssembly; no text becomes a script
    assert policy.count("unsafe") == 1
    assert "*" not in policy


# Cookies


def cookie_of(response):
    """A cookie's name, value, and attributes in lower case."""
    (header,) = (one for one in response.headers.get_list("set-cookie") if "-device=" not in one.partition(";")[0])
    pair, *attributes = header.split("; ")
    return *pair.split("=", 1), {attribute.lower() for attribute in attributes}


@pytest.mark.parametrize(
    ("where", "name", "more"), [("plain", "bauboom", set()), ("public", "__Host-bauboom", {"secure"})]
)
def test_cookies_are_for_this_server_alone(request, where, name, more):
    server = request.getfixturevalue(where)
    made = cookie_of(ask(server, "POST", "/api/me", {"X-Forwarded-For": "198.51.100.77"}, json={"name": "Ada"}))
    assert made[0] == name
    assert made[2] == {"httponly", "path=/", "samesite=lax", f"max-age={400 * 86_400}"} | more
    gone = cookie_of(ask(server, "POST", "/api/logout", {"Cookie": f"{name}={made[1]}"}))
    assert gone[:2] == (name, '""')
    assert gone[2] == {"httponly", "path=/", "samesite=lax", "max-age=0"} | more  # a browser ignores it otherwise
    assert ask(server, headers={"Cookie": f"{name}={made[1]}"}).json() is None


def old_cookie(ada, epoch=0):
    """Ada's cookie as if she had got it two days ago."""
    me = ada.get("/api/me").json()
    session = next((one["id"] for one in ada.get("/api/sessions").json() if one["current"]), None)
    person = Person(me["id"], me["kind"], "Ada", epoch, frozenset(), session=session)
    return signer(ada.server).cookie(person, now_ms() - 2 * DAY)


def test_a_cookie_is_renewed_before_it_runs_out(ada):
    name, value, _ = cookie_of(ask(ada.server, headers={"Cookie": f"bauboom={old_cookie(ada)}"}))
    assert name == "bauboom"
    assert ask(ada.server, headers={"Cookie": f"bauboom={value}"}).json()["name"] == "Ada"
    assert "set-cookie" not in ask(ada.server, headers={"Cookie": f"bauboom={value}"}).headers


def test_who_logs_out_or_in_with_an_old_cookie_gets_one_cookie_and_it_is_the_right_one(ada):
    login = "ada" + ada.get("/api/me").json()["id"]
    ada.post("/api/account", login=login, password="correct horse").raise_for_status()
    with Client(ada.server, "Guest") as guest:
        worn = {"Cookie": f"bauboom={old_cookie(guest)}"}
        body = {"login": login, "password": "correct horse"}
        _, value, _ = cookie_of(ask(ada.server, "POST", "/api/login", worn, json=body))
    assert ask(ada.server, headers={"Cookie": f"bauboom={value}"}).json()["login"] == login
    _, value, attributes = cookie_of(
        ask(ada.server, "POST", "/api/logout", {"Cookie": f"bauboom={old_cookie(ada, epoch=1)}"})
    )
    assert value == '""'
    assert "max-age=0" in attributes


def test_who_knew_a_guests_cookie_is_not_in_the_account_that_the_guest_makes(ada):
    before = ada.http.cookies["bauboom"]
    login = "ada" + ada.get("/api/me").json()["id"]
    ada.post("/api/account", login=login, password="correct horse").raise_for_status()
    assert ask(ada.server, headers={"Cookie": f"bauboom={before}"}).json() is None
    assert ada.get("/api/me").json()["login"] == login


def test_open_sockets_end_with_the_session_and_the_token(ada):
    table = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["me"]).json()["id"]
    login = "ada" + ada.get("/api/me").json()["id"]
    ada.post("/api/account", login=login, password="correct horse").raise_for_status()
    bot = ada.post("/api/bots", name="Bot").json()
    token = {"Authorization": f"Bearer {bot['token']}"}
    path = f"{ada.server.ws_url}/api/tables/{table}/live"
    with ada.live(table) as hers, connect(path, additional_headers=token, proxy=None) as its, connect(path) as theirs:
        for live in (hers, its, theirs):
            assert heard(live)["t"] == "table"
        assert ada.http.delete(f"{ada.server.url}/api/bots/{bot['id']}").status_code == 200
        ada.post("/api/password", old="correct horse", new="battery staple").raise_for_status()
        for live in (hers, its):
            with pytest.raises(ConnectionClosed) as closed:
                heard(live)
            assert closed.value.rcvd.code == 4401
        ada.do(table, "seat_bot", seat=1, level="random").raise_for_status()
        assert heard(theirs)["t"] == "table"  # who was nobody before still is


def test_logging_out_everywhere_ends_all_sessions_and_logging_out_here_only_this_one(ada):
    login = "ada" + ada.get("/api/me").json()["id"]
    ada.post("/api/account", login=login, password="correct horse").raise_for_status()
    with Client(ada.server) as phone, Client(ada.server) as tablet:
        for client in (phone, tablet):
            client.post("/api/login", login=login, password="correct horse").raise_for_status()
        phone.post("/api/logout").raise_for_status()
        assert phone.get("/api/me").json() is None
        assert ada.get("/api/me").json()["login"] == login
        ada.http.post(f"{ada.server.url}/api/logout?everywhere=true").raise_for_status()
        assert tablet.get("/api/me").json() is None


def test_a_wrong_login_and_a_wrong_password_get_the_same_answer(ada):
    login = "ada" + ada.get("/api/me").json()["id"]
    ada.post("/api/account", login=login, password="correct horse").raise_for_status()
    answers = [
        ask(ada.server, "POST", "/api/login", json={"login": name, "password": "nobody has this password"})
        for name in (login, "nobody at all", "zero\0byte", "")
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {(401, answers[0].content)}
    assert ada.post("/api/login", login=login.upper(), password="correct horse").status_code == 200


def test_no_password_stands_for_none(ada):
    response = ada.post("/api/password", old="nobody has this password", new="a new password")
    assert (response.status_code, response.json()["error"]) == (401, "wrong_password")


@pytest.mark.parametrize(
    "name",
    [
        "bot:greedy",
        "BOT:greedy",
        "ｂｏｔ：greedy",
        "Ada\u202eecarG",
        "A\u200bda",
        "Ada\n",
        "\0",
        "   ",
        "x\u2066y",
        "...",
        "x" * 25,
        "\ue000a",
        "",
    ],
)
def test_names_that_deceive_are_refused(ada, name):
    response = ada.post("/api/me", name=name)
    if name == "Ada\n":
        assert response.json()["name"] == "Ada"
    else:
        assert (response.status_code, response.json()["error"]) == (422, "illegal")
        assert ada.get("/api/me").json()["name"] == "Ada"


# Addresses


def test_the_address_in_a_header_is_believed_from_the_proxy_alone(plain, public):
    def guests(server, *addresses):
        headers = {"X-Forwarded-For": ", ".join(addresses)}
        return [ask(server, "POST", "/api/me", headers, json={"name": "Ada"}).status_code for _ in range(5)]

    assert guests(public, "198.51.100.1") == [200] * 3 + [429] * 2
    assert guests(public, "198.51.100.2") == [200] * 3 + [429] * 2  # somebody else
    assert guests(public, "198.51.100.9", "198.51.100.2") == [429] * 5  # what he wrote himself does not count
    assert guests(public, "2001:db8::1") == [200] * 3 + [429] * 2
    assert guests(public, "2001:db8::2") == [429] * 5  # the same network


@pytest.mark.slow
def test_without_a_proxy_the_header_changes_nothing(tmp_path):
    with Server(str(tmp_path / "bauboom.db"), tmp_path, people_per_address=2) as server:
        statuses = [
            ask(server, "POST", "/api/me", {"X-Forwarded-For": f"198.51.100.{i}"}, json={"name": "Ada"}).status_code
            for i in range(4)
        ]
        assert statuses == [200, 200, 429, 429]


def test_figures_are_for_this_machine_or_for_who_has_the_token(plain, public):
    def status(server, **headers):
        sent = {name.replace("_", "-"): value.encode("latin-1") for name, value in headers.items()}
        return ask(server, "GET", "/metrics", sent).status_code

    assert status(plain) == 200
    assert status(plain, X_Forwarded_For="198.51.100.1") == 404  # from a proxy that we were not told of
    assert status(public) == 404
    assert status(public, Authorization=TOKEN) == 404
    assert status(public, Authorization=f"Bearer {TOKEN}x") == 404
    assert status(public, Authorization="Bearer \u00ff") == 404
    assert status(public, Authorization=f"Bearer {TOKEN}", X_Forwarded_For="198.51.100.1") == 200


# The log


@pytest.mark.slow
@pytest.mark.parametrize("style", ["text", "json"])
def test_the_log_tells_neither_tables_nor_codes_nor_tokens(tmp_path, style):
    with Server(str(tmp_path / "bauboom.db"), tmp_path, bot_pace=0.01, log=style, log_level="debug") as server:
        with Client(server, "Ada") as ada:
            ada.post("/api/account", login="ada", password="correct horse").raise_for_status()
            table = ada.post("/api/tables", game="manhattan", seats=["me", "bot:random"], options={"players": 2}).json()
            bot = ada.post("/api/bots", name="Bot").json()
            token = {"Authorization": f"Bearer {bot['token']}"}
            for path in ("", "/chat", "/record", "/picture", "/steps/0", "/nothing", "%20", "?since=0"):
                for start in ("/api/tables/", "/t/", "/x/", "/"):
                    ask(server, "GET", start + table["id"] + path, token)
            ada.get(f"/api/codes/{table['code']}")
            ada.get(f"/api/codes/{table['code']}x")
            with ada.live(table["id"]) as live:
                live.send("{")
                live.recv(SECONDS)
            raw(server, f"GET /t/{table['id']} HTTP/1.1\r\nbroken\r\n\r\n".encode())
            cookies = [cookie.value for cookie in ada.http.cookies.jar]
            ada.do(table["id"], "resign")
        log = server.said()
    assert "request" in log
    for secret in (table["id"], table["code"], bot["token"], *cookies, *(c.split(".")[-1] for c in cookies)):
        assert secret not in log
    assert "correct horse" not in log
    assert "Traceback" not in log


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/api/me", "/api/me"),
        ("/api/tables/abcdefghjkmn/do", "/api/tables/abcd…/do"),
        ("/api/tables/abcdefghjkmn./do", "/api/tables/abcd…/do"),
        ("/t/abcdefghjkmn", "/t/abcd…"),
        ("/replay/abcdefghjkm", "/replay/abc…"),
        ("/import/abcdefghjkm", "/import/abc…"),
        ("/api/imports/abcdefghjkm/steps", "/api/imports/abc…/steps"),
        ("/api/codes/abcdef", "/api/codes/ab…"),
        ("//abcdefghjkmn", "//abcd…"),
        ("/api/games/hoch-hinaus/rules", "/api/games/hoch-hinaus/rules"),
    ],
)
def test_a_path_is_logged_without_its_keys(path, shown):
    assert hidden(path) == shown


# Connections


@pytest.mark.slow
def test_half_a_request_does_not_keep_a_connection_for_ever(plain):
    starts = [
        b"",
        b"GET /api/me HTT",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        b"GET /api/me HTTP/1.1\r\nHost: x\r\n\r\nGET /api/m",
        b"GET /api/tables/x/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
    ]
    with contextlib.ExitStack() as stack:
        connections = [
            stack.enter_context(socket.create_connection(("127.0.0.1", plain.port), SECONDS)) for _ in starts
        ]
        for connection, start in zip(connections, starts, strict=True):
            connection.sendall(start)
        for connection in connections:
            with contextlib.suppress(ConnectionResetError):
                while connection.recv(65536):
                    pass
    assert "Traceback" not in plain.said()


def test_what_is_no_http_is_refused_without_a_trace(plain):
    for data in (
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"POST /api/logout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nZZ\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nZZ\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
    ):
        assert raw(plain, data)[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 200", b"HTTP/1.1 404", b""), data[:60]
    time.sleep(0.1)
    assert ask(plain).status_code == 200
    assert "Traceback" not in plain.said()
