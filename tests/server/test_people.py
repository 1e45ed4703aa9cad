"""Who somebody is: guests, accounts on several devices, bots with tokens; over real HTTP."""

import base64
import hmac
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from bauboom.server.people import checked_login, checked_name
from bauboom.server.problems import Problem

from .process import Client, Server

DAY = 86_400_000
PASSWORD = "correct horse battery"
MANY = {"logins_per_minute": 6000, "people_per_address": 10_000, "requests_per_second": 1000, "bot_pace": 0.01}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("people")
    with Server(str(folder / "bauboom.db"), folder, **MANY) as server:
        yield server


@pytest.fixture
def come(server):
    """A function: a new person, with a browser of his own."""
    browsers = []

    def make(name=None):
        browsers.append(Client(server, name))
        return browsers[-1]

    yield make
    for browser in browsers:
        browser.http.close()


@pytest.fixture
def login():
    """A login that nobody has yet."""
    return f"ada-{time.time_ns()}"


def send(person, method, path, **body):
    return person.http.request(method, person.server.url + path, json=body, headers={"Origin": person.server.url})


def me(person):
    return person.get("/api/me").json()


def error(answer):
    return answer.status_code, answer.json()["error"]


def account(person, login):
    person.post("/api/account", login=login, password=PASSWORD).raise_for_status()
    return person


def table_of(host, *seats, **more):
    body = {"game": "manhattan", "options": {"players": len(seats)}, "seats": list(seats), **more}
    answer = host.post("/api/tables", **body)
    answer.raise_for_status()
    return answer.json()["id"]


def frame_when(person, table, is_so):
    """The first frame in which something is so."""
    while not is_so(frame := person.get(f"/api/tables/{table}").json()):
        time.sleep(0.01)
    return frame


# Guests and names


def test_a_guest_is_known_by_his_cookie_and_can_change_his_name(come):
    ada = come("Ada")
    assert me(ada)["name"] == "Ada"
    assert me(ada)["kind"] == "guest"
    number = me(ada)["id"]
    assert ada.post("/api/me", name="  Ada   L. ").json()["name"] == "Ada L."
    assert me(ada)["id"] == number
    assert me(come()) is None


def test_who_has_not_said_his_name_is_asked_for_it(come):
    stranger = come()
    for answer in (
        stranger.post("/api/tables", game="manhattan"),
        stranger.get("/api/mine"),
        stranger.get("/api/bots"),
    ):
        assert error(answer) == (401, "need_name")


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "x" * 25, "...", "Ada\u202eadA", "A\u200bda", "Ada\x00", "Ada\x1b[31m", "\u2066Ada", "A\u00adda"),
        *(
            "bot:greedy",
            "BOT:greedy",
            "ｂｏｔ：greedy",
            "Bot :greedy",
            "Bot Otis",
            "B0T Alva",
            "\u3164",
            "\uffa0\u115f",
            "\ud800",
            "\ue000",
        ),
    ],
)
def test_names_that_cannot_be_read_or_look_like_a_bot_of_the_house_are_refused(name):
    with pytest.raises(Problem) as caught:
        checked_name(name)
    assert caught.value.key == "illegal"


@pytest.mark.parametrize("name", ["A", "Zoë", "李小龍", "Ada & Co.", "Robot", "bottom: 1", "עדה", "x" * 24, "Ada 🎲"])
def test_ordinary_names_are_kept(name):
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "ADM1N", "\u0410dmin", "M\u043ederator", "Bauboom", "s-y-s-t-e-m", "B0t:x", "Аda", "Gracе"),
        *(
            "admin2",
            "Bauboom_Admin",
            "The-Admin",
            "Official.Bauboom",
            "Support-Team-1",
            "adrnin",
            "\u2c81dmin",
            "Adm\u00a1n",
            "\u1d00dm\u026an",
            "\u0251dmin",
            "Moderatorin",
            "Der Betreiber",
            "Modérateur",
            "Het-Systeem",
            "sysop",
        ),
    ],
)
def test_names_that_pose_as_the_server_or_as_another_name_are_refused(name):
    for check in (checked_name, checked_login):
        if check is checked_name or name not in ("B0t:x",):
            with pytest.raises(Problem) as caught:
                check(name)
            assert caught.value.key == "illegal"


@pytest.mark.parametrize(
    "name", ["Иван", "Ελένη", "Hostess", "Admina", "René", "李 Ada", "Rooth", "Team 1", "Bauboom fan"]
)
def test_names_in_one_alphabet_that_are_nobodys_are_kept(name):
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "password",
    [
        *("password", "Passw0rd1!", "12345678", "87654321", "aaaaaaaa", "qwertz123", "20261118", "ababababab"),
        *("123456789a", "q1w2e3r4t5", "pa$$w0rd", "Nicole123", "michelle", "zaq12wsx", "qwe1qwe1", "Willkommen1!"),
        *("pass word 123", "ｐａｓｓｗｏｒｄ1", "abcabcabc", "passwordpassword", "Manhattan1"),
    ],
)
def test_passwords_that_everybody_tries_are_refused(come, login, password):
    ada = come("Ada")
    assert error(ada.post("/api/account", login=login, password=password)) == (422, "illegal")
    for same in (login.upper(), f"{login}2026!", login.replace("-", " ")):
        assert error(ada.post("/api/account", login=login, password=same)) == (422, "illegal")


def test_a_guest_who_makes_two_accounts_at_once_gets_one(come, login):
    ada = come("Ada")
    names = [f"{login}-{number}" for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda name: ada.post("/api/account", login=name, password=PASSWORD).status_code, names))
    assert made.count(200) == 1, made
    for name, status in zip(names, made, strict=True):
        answer = come().post("/api/login", login=name, password=PASSWORD)
        assert answer.status_code == (200 if status == 200 else 401)


@pytest.mark.parametrize("name", ["Ada\u202e", "bot:greedy"])
def test_a_bad_name_makes_nobody(come, name):
    stranger, ada = come(), come("Ada")
    assert error(stranger.post("/api/me", name=name)) == (422, "illegal")
    assert me(stranger) is None
    assert error(ada.post("/api/me", name=name)) == (422, "illegal")
    assert me(ada)["name"] == "Ada"


# Accounts


def test_a_guest_becomes_an_account_and_keeps_his_games(come, login):
    ada = come("Ada")
    table = table_of(ada, "me", "open")
    number = me(ada)["id"]
    account(ada, login)
    assert (me(ada)["id"], me(ada)["kind"], me(ada)["login"]) == (number, "account", login)
    assert [line["id"] for line in ada.get("/api/mine").json()] == [table]
    assert ada.do(table, "leave").status_code == 200
    assert error(ada.post("/api/account", login=login + "x", password=PASSWORD)) == (409, "not_now")


def test_a_login_is_one_persons_however_it_is_written(come, login):
    account(come("Ada"), login)
    assert error(come("Grace").post("/api/account", login=f" {login.upper()} ", password=PASSWORD)) == (409, "taken")
    assert come().post("/api/login", login=login.upper(), password=PASSWORD).json()["login"] == login
    assert checked_login("Ada") == "ada"


@pytest.mark.parametrize(("login", "password"), [("ab", PASSWORD), ("a b c", PASSWORD), ("ada", "short"), ("", "")])
def test_logins_and_passwords_that_are_too_short_are_refused(come, login, password):
    ada = come("Ada")
    assert error(ada.post("/api/account", login=login, password=password)) == (422, "illegal")
    assert me(ada)["kind"] == "guest"


def test_a_wrong_password_and_an_unknown_login_are_refused_alike(come, login):
    account(come("Ada"), login)
    answers = [
        come().post("/api/login", login=login, password=PASSWORD + "!"),
        come().post("/api/login", login=login + "x", password=PASSWORD),
        come().post("/api/login", login=login, password=""),
    ]
    assert {error(answer) for answer in answers} == {(401, "wrong_password")}
    assert len({answer.text for answer in answers}) == 1


def test_a_login_on_another_device_adopts_what_was_played_there_as_a_guest(come, login):
    ada, grace = account(come("Ada"), login), come("Grace")
    phone = come("Ada's phone")
    table = table_of(grace, "me", "open")
    assert phone.do(table, "sit", seat=1).status_code == 200
    before = phone.http.cookies.get("bauboom")
    assert phone.post("/api/login", login=login, password=PASSWORD).json()["id"] == me(ada)["id"]
    for device in (ada, phone):
        (line,) = device.get("/api/mine").json()
        assert (line["id"], line["you"]) == (table, 1)
    frame = frame_when(ada, table, lambda frame: frame["table"]["phase"] == "playing")
    while not frame["legal"]:
        other = grace.get(f"/api/tables/{table}").json()
        grace.do(table, "play", actions=[other["legal"][0]["id"]], version=other["version"]).raise_for_status()
        frame = ada.get(f"/api/tables/{table}").json()
    assert frame["you"] == 1
    assert ada.do(table, "play", actions=[frame["legal"][0]["id"]], version=frame["version"]).status_code == 200
    old = httpx.Cookies({"bauboom": before})
    assert httpx.get(f"{ada.server.url}/api/me", cookies=dict(old), trust_env=False).json() is None


def test_a_changed_password_ends_all_other_sessions(come, login):
    ada, phone = account(come("Ada"), login), come()
    phone.post("/api/login", login=login, password=PASSWORD).raise_for_status()
    assert me(phone)["login"] == login
    assert error(ada.post("/api/password", old="wrong", new=PASSWORD + "2")) == (401, "wrong_password")
    assert error(ada.post("/api/password", old=PASSWORD, new="short")) == (422, "illegal")
    assert me(phone)["login"] == login
    assert ada.post("/api/password", old=PASSWORD, new=PASSWORD + "2").status_code == 200
    assert me(ada)["login"] == login
    assert me(phone) is None
    assert error(phone.post("/api/login", login=login, password=PASSWORD)) == (401, "wrong_password")
    assert phone.post("/api/login", login=login, password=PASSWORD + "2").status_code == 200


def test_who_logs_out_is_unknown_on_that_device_only(come, login):
    ada, phone = account(come("Ada"), login), come()
    phone.post("/api/login", login=login, password=PASSWORD).raise_for_status()
    assert phone.post("/api/logout").status_code == 200
    assert me(phone) is None
    assert me(ada)["login"] == login


def test_who_wants_to_be_forgotten_is(come, login):
    ada, phone = account(come("Ada"), login), come("Ada's phone")
    phone.post("/api/login", login=login, password=PASSWORD).raise_for_status()
    token = ada.post("/api/bots", name="Difference").json()["token"]
    assert send(ada, "DELETE", "/api/me", password=PASSWORD).status_code == 200
    assert me(ada) is None
    assert me(phone) is None
    assert error(come().post("/api/login", login=login, password=PASSWORD)) == (401, "wrong_password")
    assert error(as_bot(ada, token, "GET", "/api/me")) == (401, "need_name")
    account(come("Ada"), login)  # somebody else may have the login now


def test_settings_are_the_same_on_every_device(come, login):
    ada, phone = account(come("Ada"), login), come()
    kept = {"sound": False, "language": "fr", "zoom": 120}
    assert send(ada, "PUT", "/api/me", settings=kept).json()["settings"] == kept
    assert phone.post("/api/login", login=login, password=PASSWORD).json()["settings"] == kept
    send(phone, "PUT", "/api/me", settings={"sound": True}).raise_for_status()
    assert me(ada)["settings"] == {"sound": True}
    assert error(send(ada, "PUT", "/api/me", settings={"x": "y" * 5000})) == (413, "too_large")


# Cookies


def cookie_of(server, person, age):
    """The cookie as the server made it some time ago."""
    with sqlite3.connect(server.database) as database:
        ((key,),) = database.execute("SELECT value FROM secrets WHERE name = 'cookies'")
        ((epoch,),) = database.execute("SELECT epoch FROM people WHERE id = ?", (person,))
    text = f"{person}.{epoch}.{time.time_ns() // 1_000_000 - age}"
    signature = base64.urlsafe_b64encode(hmac.digest(key, f"cookie/{text}".encode(), "sha256"))
    return f"{text}.{signature.decode().rstrip('=')}"


def show(server, cookie, method="GET", path="/api/me"):
    return httpx.request(method, server.url + path, headers={"Cookie": f"bauboom={cookie}"}, trust_env=False)


def test_a_cookie_is_renewed_every_day_and_does_not_last_for_ever(server, come):
    number = me(come("Ada"))["id"]
    young, old = show(server, cookie_of(server, number, 0)), show(server, cookie_of(server, number, 2 * DAY))
    assert young.json()["id"] == old.json()["id"] == number
    assert "set-cookie" not in young.headers
    assert "HttpOnly" in old.headers["set-cookie"]
    assert "Max-Age=34560000" in old.headers["set-cookie"]
    assert "samesite=lax" in old.headers["set-cookie"].lower()
    assert show(server, old.cookies["bauboom"]).json()["id"] == number
    assert show(server, cookie_of(server, number, 401 * DAY)).json() is None


def test_an_old_cookie_is_not_renewed_for_who_logs_out(server, come):
    answer = show(server, cookie_of(server, me(come("Ada"))["id"], 2 * DAY), "POST", "/api/logout")
    (header,) = answer.headers.get_list("set-cookie")
    assert 'bauboom="";' in header
    assert "Max-Age=0" in header


def test_a_cookie_that_was_tampered_with_is_nobodys(server, come):
    cookie = cookie_of(server, me(come("Ada"))["id"], 0)
    other = me(come("Grace"))["id"]
    for forged in (cookie[:-1], cookie + "x", other + cookie[len(other) :], "", "...", "a.b.c.d", cookie.upper()):
        assert show(server, forged).json() is None


# Bots


def as_bot(person, token, method, path, **body):
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.request(method, person.server.url + path, json=body or None, headers=headers, trust_env=False)


def test_a_bot_plays_with_its_token_until_that_is_withdrawn(come, login):
    ada = account(come("Ada"), login)
    made = ada.post("/api/bots", name="Difference Engine").json()
    assert made["token"].startswith("bb_")
    assert ada.get("/api/bots").json() == [{"id": made["id"], "name": "Difference Engine"}]
    assert as_bot(ada, made["token"], "GET", "/api/me").json()["kind"] == "bot"
    table = table_of(ada, "me", "open")
    assert as_bot(ada, made["token"], "POST", f"/api/tables/{table}/do", do="sit").status_code == 200
    assert ada.get(f"/api/tables/{table}").json()["table"]["seats"][1]["name"] == "Difference Engine"
    assert error(as_bot(ada, made["token"], "DELETE", "/api/me")) == (403, "not_yours")
    assert error(as_bot(ada, made["token"], "POST", "/api/bots", name="Another")) == (403, "not_yours")
    assert error(send(come("Grace"), "DELETE", f"/api/bots/{made['id']}")) == (404, "not_found")
    assert send(ada, "DELETE", f"/api/bots/{made['id']}").status_code == 200
    assert ada.get("/api/bots").json() == []
    assert error(as_bot(ada, made["token"], "GET", "/api/me")) == (401, "need_name")


def test_only_accounts_have_bots_and_not_too_many(come, login):
    ada = come("Ada")
    assert error(ada.post("/api/bots", name="Engine")) == (403, "not_yours")
    account(ada, login)
    assert error(ada.post("/api/bots", name="bot:greedy")) == (422, "illegal")
    for number in range(10):
        assert ada.post("/api/bots", name=f"Engine {number}").status_code == 200
    assert error(ada.post("/api/bots", name="Engine 10")) == (429, "too_many")
    send(ada, "DELETE", f"/api/bots/{ada.get('/api/bots').json()[0]['id']}").raise_for_status()
    assert ada.post("/api/bots", name="Engine 10").status_code == 200


@pytest.mark.parametrize("header", ["Bearer bb_nothing", "Bearer", "Basic YTpi", "bb_nothing", "Bearer \xff"])
def test_a_bad_token_is_refused_and_not_taken_for_nobody(server, header):
    answer = httpx.get(f"{server.url}/api/me", headers={"Authorization": header.encode("latin-1")}, trust_env=False)
    assert error(answer) == (401, "need_name")


def test_over_https_the_cookie_is_for_this_host_alone_and_can_be_taken_away(tmp_path):
    with Server(str(tmp_path / "x.db"), tmp_path, url="https://games.example", **MANY) as server:
        answer = httpx.post(f"{server.url}/api/me", json={"name": "Ada"}, trust_env=False)
        (made,) = answer.headers.get_list("set-cookie")
        (gone,) = httpx.post(f"{server.url}/api/logout", trust_env=False).headers.get_list("set-cookie")
        for header in (made, gone):
            assert header.startswith("__Host-bauboom=")
            assert {"secure", "path=/", "httponly"} <= {part.strip().lower() for part in header.split(";")}
        assert "Max-Age=0" in gone
