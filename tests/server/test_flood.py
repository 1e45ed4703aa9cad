"""Too much of anything is refused politely, and two people play their game to its end meanwhile."""

import contextlib
import itertools
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from .crowd import Game
from .process import SECONDS, Client, Server

SETTINGS = {
    "proxies": "127.0.0.1",  # so that a header says where somebody comes from
    "bot_pace": 0.01,
    "tables": 20,
    "tables_per_person": 4,
    "connections": 24,
    "connections_per_person": 3,
    "connections_per_address": 6,
    "people_per_address": 5,
    "requests_per_second": 5,
    "messages_per_second": 50,
    "chats_per_minute": 20,
    "logins_per_minute": 6,
}
addresses = (f"198.51.{number // 250}.{number % 250 + 1}" for number in itertools.count())
WAITING = {"game": "manhattan", "seats": ["me"], "options": {"players": 2}}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("flood")
    with Server(str(folder / "bauboom.db"), folder, **SETTINGS) as server:
        yield server


@pytest.fixture
def game(server):
    """Two who play: the second half of their game when the flood has come."""
    game = Game(server, {"X-Forwarded-For": next(addresses)}).start()
    yield game
    game.join()
    assert server.process.poll() is None
    assert "Traceback" not in server.said()


@pytest.fixture
def come(server):
    """A function: somebody comes, from an address of his own or a given one."""
    with contextlib.ExitStack() as stack:

        def come(name="Mallory", address=None):
            client = stack.enter_context(Client(server))
            client.address = address or next(addresses)
            client.http.headers["X-Forwarded-For"] = client.address
            if name is not None:
                client.post("/api/me", name=name).raise_for_status()
            return client

        yield come


def watch(client, table):
    """A socket from where somebody is."""
    headers = {"X-Forwarded-For": client.address}
    if "bauboom" in client.http.cookies:
        headers["Cookie"] = f"bauboom={client.http.cookies['bauboom']}"
    path = f"{client.server.ws_url}/api/tables/{table}/live"
    # nobody reads these: with a queue that fills up, not even the end of a connection would be seen
    return connect(path, additional_headers=headers, proxy=None, open_timeout=SECONDS, max_queue=None)


def fill(stack, client, table):
    """Open sockets until there is no room; how many there were, and the refusal."""
    for count in range(2000):
        try:
            stack.enter_context(watch(client, table)).recv(SECONDS)
        except InvalidStatus as refused:
            return count, refused.response
    raise AssertionError("there is always room")


def until_refused(ask, most):
    """Ask again and again; how often it went well before the first polite refusal, which is the last answer."""
    for count in range(most):
        response = ask()
        if response.status_code == 429:
            assert response.json()["error"] == "too_many"
            return count, response
        assert response.status_code < 500
    raise AssertionError(f"{most} times and no refusal")


def says_when(response):
    """Whether a refusal tells how long to wait, in the header as in the text for people."""
    wait, told = int(response.headers["retry-after"]), response.json()["retry"]
    return 0 <= told <= wait <= told + 1


def test_requests_of_one_person(game, come):
    mallory, edsger = come(), come("Edsger")
    count, response = until_refused(lambda: mallory.get("/api/me"), 2000)
    assert count >= 20
    assert says_when(response)
    assert edsger.get("/api/me").json()["name"] == "Edsger"


def test_requests_of_one_address_whoever_they_say_they_are(game, come):
    mallory = come(None)
    _, response = until_refused(lambda: mallory.get("/api/games/manhattan/rules"), 5000)
    assert says_when(response)
    assert come(None).get("/api/games/manhattan/rules").status_code == 200
    with contextlib.ExitStack() as stack:
        _, response = fill(stack, mallory, "none")  # sockets count as requests
    assert response.status_code == 429
    assert int(response.headers["retry-after"]) > 0


def test_pictures_which_take_long(game, come):
    mallory = come(None)
    count, response = until_refused(lambda: mallory.get(f"/api/tables/{game.table}/picture"), 100)
    assert count <= 20
    assert says_when(response)


def test_guests(game, come):
    mallory = come(None)

    def arrive():
        mallory.http.cookies.clear()
        return mallory.post("/api/me", name="Mallory")

    count, response = until_refused(arrive, 50)
    assert count == 5
    assert says_when(response)
    assert come("Edsger").get("/api/me").json()["name"] == "Edsger"


def test_logins_from_one_address(game, come):
    mallory = come(None)
    names = itertools.count()
    guess = {"password": "a password"}
    count, response = until_refused(lambda: mallory.post("/api/login", login=f"name {next(names)}", **guess), 60)
    assert count >= 6
    assert says_when(response)


def test_logins_to_one_account_from_many_addresses(game, come):
    guess = {"login": "Victim", "password": "a password"}
    count, response = until_refused(lambda: come(None).post("/api/login", **guess), 60)
    assert count >= 6
    assert says_when(response)
    other = come(None).post("/api/login", **guess | {"login": "another"})
    assert other.json()["error"] == "wrong_password"


def test_logins_to_one_account_however_it_is_spelt(game, come):
    mallory, spellings = come(None), itertools.cycle(["Curie", "curie", " CURIE ", "\uff23urie", "curie\u3000"])
    count, _ = until_refused(lambda: mallory.post("/api/login", login=next(spellings), password="a password"), 60)
    assert count <= 8
    assert mallory.post("/api/login", login="another", password="a password").json()["error"] == "wrong_password"


def test_strangers_guesses_do_not_keep_the_owner_of_an_account_out(game, come):
    ada, credentials = come("Ada"), {"login": "lovelace", "password": "correct horse battery"}
    ada.post("/api/account", **credentials).raise_for_status()
    ada.post("/api/logout").raise_for_status()
    guess = credentials | {"password": "a password"}
    near = come(None, ada.address)  # even from the same house
    until_refused(lambda: near.post("/api/login", **guess), 60)
    assert come(None).post("/api/login", **credentials).status_code == 200, "one address's guesses are its own"
    until_refused(lambda: come(None).post("/api/login", **guess), 60)
    assert come(None).post("/api/login", **credentials).json()["error"] == "too_many"
    assert ada.post("/api/login", **credentials).status_code == 200, "her device is known"
    ada.post("/api/logout").raise_for_status()
    assert until_refused(lambda: ada.post("/api/login", **guess), 60)[0] <= 8, "but it may not guess for ever"
    other = guess | {"login": "another"}
    assert come(None).post("/api/login", **other).json()["error"] == "wrong_password"


def test_guessing_codes(game, come):
    mallory = come(None)
    count, response = until_refused(lambda: mallory.get("/api/codes/abcdef"), 60)
    assert count >= 6
    assert says_when(response)


def test_tables_of_one_person_even_all_at_once(game, come):
    mallory = come()
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: mallory.post("/api/tables", **WAITING), range(16)))
    made = [answer.json()["id"] for answer in answers if answer.status_code == 200]
    assert len(made) == 4
    assert {answer.json()["error"] for answer in answers if answer.status_code != 200} == {"too_many"}
    mallory = come_again(come, mallory)
    for table in made:
        mallory.do(table, "close").raise_for_status()
    table = mallory.post("/api/tables", **WAITING)
    assert table.status_code == 200
    mallory.do(table.json()["id"], "close").raise_for_status()


def come_again(come, client):
    """The same person, who waited until he may ask again."""
    again = come(None)
    again.http.cookies.update(client.http.cookies)
    while again.get("/api/me").status_code == 429:
        pass
    return again


def test_tables_of_all_together(game, come):
    made, refused = [], None
    while refused is None:
        mallory = come()
        for _ in range(4):
            answer = mallory.post("/api/tables", **WAITING)
            if answer.status_code == 200:
                made.append((mallory, answer.json()["id"]))
            else:
                refused = answer
                break
        assert len(made) <= 20
    assert (refused.status_code, refused.json()["error"]) == (429, "too_many")
    assert "this server" in refused.json()["why"]
    for mallory, table in made:
        mallory.do(table, "close").raise_for_status()
    edsger = come("Edsger")
    table = edsger.post("/api/tables", **WAITING)
    assert table.status_code == 200
    edsger.do(table.json()["id"], "close").raise_for_status()


def test_sockets_of_one_person(game, come):
    mallory = come()
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            assert json.loads(stack.enter_context(watch(mallory, game.table)).recv(SECONDS))["t"] in ("chat", "here")
        with watch(mallory, game.table) as fourth:
            assert json.loads(fourth.recv(SECONDS))["error"] == "too_many"
            with pytest.raises(ConnectionClosed) as closed:
                fourth.recv(SECONDS)
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4429, "too_many")
    watch_when_there_is_room(mallory, game.table)


def watch_when_there_is_room(client, table):
    """Connections that were closed do not count for ever."""
    for _ in range(200):
        with contextlib.suppress(InvalidStatus), watch(client, table) as live:
            if json.loads(live.recv(SECONDS))["t"] != "error":
                return
        client.address = client.http.headers["X-Forwarded-For"]
    raise AssertionError("there is no room again")


def test_sockets_of_one_address_and_of_all(game, come):
    with contextlib.ExitStack() as stack:
        mallory = come(None)
        count, response = fill(stack, mallory, game.table)
        assert (count, response.status_code) == (6, 429)
        assert json.loads(response.body)["error"] == "too_many"
        assert int(response.headers["retry-after"]) > 0
        total = count
        while count == 6:
            count, response = fill(stack, come(None), game.table)
            total += count
        assert total == 24 - 2  # two play
        assert response.status_code == 429
    watch_when_there_is_room(mallory, game.table)


def test_chat(game, come):
    ada, grace = come("Ada"), come("Grace")
    table = ada.post("/api/tables", **WAITING).json()["id"]
    with watch(grace, table) as ears, watch(ada, table) as mouth:
        count, response = until_refused(lambda: ada.do(table, "chat", text="spam"), 20)
        assert count >= 5
        assert says_when(response)
        mouth.send(json.dumps({"do": "chat", "text": "spam", "tag": "mine"}))
        while (said := json.loads(mouth.recv(SECONDS)))["t"] != "error":
            pass
        assert (said["error"], said["of"]) == ("too_many", "mine")
        ada.do(table, "close").raise_for_status()
        heard = []
        while (said := json.loads(ears.recv(SECONDS))).get("table", {}).get("phase") != "closed":
            heard.append(said["t"])
    assert heard.count("chat") == count


def test_messages_over_a_socket(game, come):
    mallory = come()
    with watch(mallory, game.table) as live:
        said = []
        with contextlib.suppress(ConnectionClosed):
            while len(said) < 20_000:
                live.send('{"do":"resign"}')
                while (answer := json.loads(live.recv(SECONDS)))["t"] != "error":
                    pass
                said.append(answer["error"])
    assert said.count("not_yours") >= 250  # as many as anybody may
    assert said.count("too_many") in (99, 100)  # and then it is enough


def test_a_seat_is_taken_once_by_who_asks_many_times_at_once(game, come):
    ada, mallory = come("Ada"), come()
    table = ada.post("/api/tables", game="manhattan", options={"players": 3}).json()["id"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: mallory.do(table, "sit"), range(12)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 11
    seats = ada.get(f"/api/tables/{table}").json()["table"]["seats"]
    assert [seat["name"] for seat in seats] == ["Mallory", None, None]
    ada.do(table, "close").raise_for_status()


def test_bots_of_one_account(game, come):
    mallory = come()
    login = "flood" + mallory.get("/api/me").json()["id"]
    mallory.post("/api/account", login=login, password="a password").raise_for_status()
    count, _ = until_refused(lambda: mallory.post("/api/bots", name="Bot"), 20)
    assert count == 10
