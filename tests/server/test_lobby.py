"""Finding tables and people: lists, codes, ratings, talk, finished games; over real HTTP."""

import json
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest

from bauboom import GAMES, load
from bauboom.core.chance import commitment
from bauboom.core.lesson import lessons

from .process import SECONDS, Client, Server

PASSWORD = "correct horse battery"
NONCE = bytes(range(16))
SETTINGS = {
    **{"logins_per_minute": 60_000, "people_per_address": 10_000, "requests_per_second": 10_000},
    **{"chats_per_minute": 6000, "tables_per_person": 3, "bot_pace": 0},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lobby")
    with Server(str(folder / "bauboom.db"), folder, **SETTINGS) as server:
        yield server


@pytest.fixture
def come(server):
    """A function: a new person, as a guest or with an account."""
    browsers = []

    def make(name=None, has_account=False):
        browsers.append(Client(server, name))
        if has_account:
            login = f"{name}-{time.time_ns()}"
            browsers[-1].post("/api/account", login=login, password=PASSWORD).raise_for_status()
        return browsers[-1]

    yield make
    for browser in browsers:
        browser.http.close()


def error(answer):
    return answer.status_code, answer.json()["error"]


def make(host, *seats, **more):
    body = {"game": "manhattan", "options": {"players": len(seats)}, "seats": list(seats), **more}
    answer = host.post("/api/tables", **body)
    assert answer.status_code == 200, answer.text
    return answer.json()["id"]


def frame_when(person, table, is_so):
    """The first frame in which something is so."""
    end = time.monotonic() + SECONDS
    while not is_so(frame := person.get(f"/api/tables/{table}").json()):
        assert time.monotonic() < end, frame["table"]
        time.sleep(0.01)
    return frame


def begun(person, table):
    return frame_when(person, table, lambda frame: frame["table"]["phase"] == "playing")


def play_between(people, table, moves=10_000):
    """Let people take their first choices, until it is over or so many were taken; the last frame."""
    for _ in range(moves):
        frames = [person.get(f"/api/tables/{table}").json() for person in people]
        for person, frame in zip(people, frames, strict=True):
            if frame["legal"]:
                person.do(table, "play", actions=[frame["legal"][0]["id"]], version=frame["version"])
        if frames[0]["table"]["phase"] == "over":
            break
    return people[0].get(f"/api/tables/{table}").json()


def decide(person, table, times=6):
    """Let a person against bots take the first choice some times, so that the game counts."""
    for _ in range(times):
        frame = frame_when(person, table, lambda frame: frame["legal"])
        person.do(table, "play", actions=[frame["legal"][0]["id"]], version=frame["version"]).raise_for_status()


def ids(answer):
    return [line["id"] for line in answer.json()]


# Lists


def test_a_listed_table_is_found_until_it_begins_and_then_it_can_be_watched(come):
    ada, grace, eve = come("Ada"), come("Grace"), come()
    listed, private = make(ada, "me", "open", listed=True), make(ada, "me", "open")
    assert listed in ids(eve.get("/api/tables"))
    assert listed in ids(eve.get("/api/tables", game="manhattan"))
    assert listed not in ids(eve.get("/api/tables", game="gratte-ciel"))
    assert private not in ids(eve.get("/api/tables"))
    line = next(line for line in eve.get("/api/tables").json() if line["id"] == listed)
    assert line["seats"] == [{"seat": 0, "name": "Ada", "level": None, "out": None, "who": None}]
    assert (line["players"], line["phase"], line["you"], line["pace"]["kind"]) == (2, "waiting", None, "free")
    for table in (listed, private):
        assert grace.do(table, "sit").status_code == 200
        begun(grace, table)
    assert listed not in ids(eve.get("/api/tables"))
    assert listed in ids(eve.get("/api/watch"))
    assert private not in ids(eve.get("/api/watch"))
    assert eve.get(f"/api/tables/{private}").status_code == 200  # who has the link may watch


def test_a_table_is_joined_by_its_code(come):
    ada, grace = come("Ada"), come("Grace")
    made = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["me"]).json()
    assert grace.get(f"/api/codes/{made['code'].upper()}").json() == {"id": made["id"]}
    assert error(grace.get("/api/codes/zzzzzz")) == (404, "not_found")
    assert ada.do(made["id"], "close").status_code == 200
    assert error(grace.get(f"/api/codes/{made['code']}")) == (404, "not_found")


def test_my_games_tell_whose_turn_it_is_and_until_when(come):
    ada, grace = come("Ada"), come("Grace")
    table = make(ada, "me", "open", pace={"kind": "days", "days": 2})
    assert [(line["phase"], line["you"]) for line in ada.get("/api/mine").json()] == [("waiting", 0)]
    assert grace.get("/api/mine").json() == []
    grace.do(table, "sit").raise_for_status()
    turn = begun(ada, table)["table"]["turn"]
    for seat, person in enumerate((ada, grace)):
        (line,) = person.get("/api/mine").json()
        assert (line["id"], line["you"], line["turn"]) == (table, seat, turn)
        assert line["until"] == (line["changed"] + 2 * 86_400_000 if seat == turn else None)
    grace.do(table, "resign").raise_for_status()
    assert ada.get("/api/mine").json() == []
    (line,) = grace.get("/api/mine", finished=True).json()
    assert line["result"]["winners"] == [0]
    assert line["result"]["how"] == "resigned"
    assert line["seats"][1]["out"] == "resigned"


def test_finished_games_come_in_pages_the_latest_first(come, server):
    ada = come("Ada")
    tables = []
    for _ in range(52):
        tables.append(make(ada, "me", "bot:random", listed=True))
        begun(ada, tables[-1])
        ada.do(tables[-1], "resign").raise_for_status()
    for path, query in (("/api/mine", {"finished": True}), ("/api/finished", {"game": "manhattan"})):
        first = ada.get(path, **query).json()
        assert [line["id"] for line in first] == tables[:1:-1]
        rest = ada.get(path, **query, before=first[-1]["changed"]).json()
        assert [line["id"] for line in rest][:2] == tables[1::-1]
    assert ada.get("/api/mine", finished=True, before=0).json() == []


def test_nobody_has_more_unfinished_tables_than_he_may(come):
    ada = come("Ada")
    tables = [make(ada, "me", "open") for _ in range(3)]
    assert error(ada.post("/api/tables", game="manhattan")) == (429, "too_many")
    ada.do(tables[0], "close").raise_for_status()
    make(ada, "open", "open")


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "manhattan", "options": {"players": 9}}, "players"),
        ({"game": "manhattan", "options": {"speed": 1}}, "speed"),
        ({"game": "manhattan", "options": {"players": 2}, "seats": ["me", "open", "open"]}, "3 seats are named, but 2"),
        ({"game": "manhattan", "options": {"players": 2}, "seats": ["me", "me"]}, "you can have one seat"),
        ({"game": "manhattan", "options": {"players": 2}, "seats": ["me", "bot:deep"]}, "there is no bot 'deep'"),
        # who could say how long it thinks could keep the server busy for years
        (
            {"game": "manhattan", "options": {"players": 2}, "seats": ["me", "bot:search:9s"]},
            "there is no bot 'search:9s'",
        ),
        ({"game": "manhattan", "options": {"players": 2}, "seats": ["you"]}, "a seat is me, open or bot:<level>"),
        ({"game": "manhattan", "material": {}}, "no material"),
        ({"game": "gratte-ciel", "options": {"deck": "/etc/passwd"}}, "deck belongs in material"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(come, wish, why):
    answer = come("Ada").post("/api/tables", **wish)
    assert error(answer) == (422, "illegal")
    assert why in answer.json()["why"]


def test_spectators_can_be_kept_out(come):
    ada, grace, eve = come("Ada"), come("Grace"), come("Eve")
    table = make(ada, "me", "open", spectators=False, listed=True)
    assert eve.get(f"/api/tables/{table}").status_code == 200  # he might want to sit down
    grace.do(table, "sit").raise_for_status()
    begun(ada, table)
    for path in ("", "/chat", "/picture", "/record", "/steps/0"):
        assert error(eve.get(f"/api/tables/{table}{path}")) == (404, "not_found")
    assert error(eve.do(table, "sit")) == (404, "not_found")
    assert table not in ids(eve.get("/api/watch"))
    with eve.live(table) as socket:
        assert '"not_found"' in socket.recv()


# Talk


def test_those_who_play_talk_and_others_listen(come):
    ada, grace, eve = come("Ada"), come("Grace"), come("Eve")
    table = make(ada, "me", "open")
    assert error(grace.do(table, "chat", text="hello")) == (403, "not_yours")
    grace.do(table, "sit").raise_for_status()
    ada.do(table, "chat", text="good\nluck\u202e").raise_for_status()
    grace.do(table, "chat", text="  you too ").raise_for_status()
    said = [(line["seat"], line["name"], line["text"]) for line in eve.get(f"/api/tables/{table}/chat").json()]
    assert said == [(0, "Ada", "good luck"), (1, "Grace", "you too")]
    assert error(ada.do(table, "chat", text=" \n ")) == (400, "bad_message")
    assert error(ada.do(table, "chat", text="x" * 301)) == (400, "bad_message")


def test_a_table_can_be_without_talk(come):
    ada = come("Ada")
    table = make(ada, "me", "open", chat=False)
    assert error(ada.do(table, "chat", text="hello")) == (409, "not_now")
    assert ada.get(f"/api/tables/{table}/chat").json() == []


# Ratings


def rating_of(person, game="manhattan", players=2):
    name = person.get("/api/me").json()["name"]
    return next((line for line in person.get(f"/api/ratings/{game}/{players}").json() if line["name"] == name), None)


def test_a_rated_game_between_accounts_changes_both_ratings(come):
    ada, grace = come(f"Ada{time.time_ns() % 10**9}", True), come(f"Grace{time.time_ns() % 10**9}", True)
    table = make(ada, "me", "open", rated=True)
    grace.do(table, "sit").raise_for_status()
    begun(ada, table)
    play_between([ada, grace], table, 12)
    assert error(ada.do(table, "undo")) == (409, "not_now")
    grace.do(table, "resign").raise_for_status()
    winner, loser = rating_of(ada), rating_of(grace)
    assert winner["games"] == loser["games"] == 1
    assert winner["mu"] > 25 > loser["mu"]
    assert winner["kind"] == "account"


def test_a_bot_of_the_house_has_a_rating_too(come):
    ada = come(f"Ada{time.time_ns() % 10**9}", True)
    table = make(ada, "me", "bot:greedy", "bot:greedy", rated=True)
    begun(ada, table)
    decide(ada, table)
    before = {line["name"]: line["games"] for line in ada.get("/api/ratings/manhattan/3").json()}
    ada.do(table, "resign").raise_for_status()
    frame_when(ada, table, lambda frame: frame["table"]["phase"] == "over")
    lines = {line["name"]: line for line in ada.get("/api/ratings/manhattan/3").json()}
    assert lines["bot:greedy"]["games"] == before.get("bot:greedy", 0) + 1
    assert lines["bot:greedy"]["kind"] == "bot"
    assert rating_of(ada, players=3)["mu"] < 25  # who resigned is last, whatever the bot made of the seat


def test_a_game_with_a_guest_or_without_the_wish_is_not_rated(come):
    ada, grace, guest = come(f"Ada{time.time_ns() % 10**9}", True), come("Grace", True), come("Tim")
    for other, rated in ((guest, True), (grace, False)):
        table = make(ada, "me", "open", rated=rated)
        other.do(table, "sit").raise_for_status()
        begun(ada, table)
        other.do(table, "resign").raise_for_status()
    assert rating_of(ada) is None


def test_no_rating_is_lost_when_many_games_end_at_once(come):
    hosts = [come(f"Ada{number}-{time.time_ns() % 10**9}", True) for number in range(4)]
    before = {line["name"]: line["games"] for line in hosts[0].get("/api/ratings/manhattan/2").json()}
    tables = [(host, make(host, "me", "bot:greedy", rated=True)) for host in hosts for _ in range(3)]
    for host, table in tables:
        begun(host, table)
        decide(host, table)
    # all at once: each on a connection of its own
    with ExitStack() as sockets:
        for socket in [sockets.enter_context(host.live(table)) for host, table in tables]:
            socket.send('{"do":"resign"}')
        for host, table in tables:
            frame_when(host, table, lambda frame: frame["table"]["phase"] == "over")
    after = {line["name"]: line["games"] for line in hosts[0].get("/api/ratings/manhattan/2").json()}
    assert after["bot:greedy"] == before.get("bot:greedy", 0) + len(tables)
    assert [rating_of(host)["games"] for host in hosts] == [3] * 4


# Help


def test_what_one_might_do_is_tried_out_and_left_undone(come):
    ada, eve = come("Ada"), come()
    table = make(ada, "me", "bot:random")
    frame = frame_when(ada, table, lambda frame: frame["legal"])
    ids = [action["id"] for action in frame["legal"][:3]]
    answer = ada.get(f"/api/tables/{table}/preview", actions=",".join(map(str, ids))).json()
    assert answer["version"] == frame["version"]
    assert [preview["actions"] for preview in answer["previews"]] == [[number] for number in ids]
    for preview in answer["previews"]:
        assert [event["e"] for event in preview["told"]] == ["pick"]
        assert preview["view"]["colours"] != frame["view"]["colours"]
    assert ada.get(f"/api/tables/{table}").json() == frame
    assert error(eve.get(f"/api/tables/{table}/preview", actions=ids[0])) == (409, "not_now")
    refused = ada.get(f"/api/tables/{table}/preview", actions="999")
    assert error(refused) == (422, "illegal")
    assert refused.json()["rule"] == "M-pick"
    assert error(ada.get(f"/api/tables/{table}/preview", actions="x")) == (400, "bad_message")


def test_hints_are_for_tables_that_allow_them_and_not_for_rated_games(come):
    ada, eve = come("Ada"), come()
    both = ada.post("/api/tables", game="manhattan", hints=True, rated=True)
    assert error(both) == (422, "illegal")
    table, plain = (make(ada, "me", "bot:random", hints=hints) for hints in (True, False))
    frame = frame_when(ada, table, lambda frame: frame["legal"])
    assert frame["table"]["hints"]
    hint = ada.get(f"/api/tables/{table}/hint").json()
    assert (hint["version"], hint["by"]) == (frame["version"], "level4")
    assert hint["actions"][0] in [action["id"] for action in frame["legal"]]
    assert {reason["why"] for reason in hint["reasons"][0]} <= {"ration", "reach", "keeps"}
    assert hint["reasons"][0]
    assert error(eve.get(f"/api/tables/{table}/hint")) == (409, "not_now")
    frame_when(ada, plain, lambda frame: frame["legal"])
    assert error(ada.get(f"/api/tables/{plain}/hint")) == (409, "not_now")


@pytest.mark.parametrize("name", GAMES)
def test_lessons_are_played_without_a_table(name, come):
    eve, known = come(), lessons(load(name))
    described = {game["game"]: game for game in eve.get("/api/games").json()}
    assert described[name]["lessons"] == list(known)
    path = f"/api/games/{name}/lessons"
    assert eve.get(path).json() == [
        {"id": k, "seat": one.seat, "tasks": one.task_ids, "rules": [list(task.rules) for task in one.tasks]}
        for k, one in known.items()
    ]
    lesson, task = next((one, task) for one in known.values() for task in one.tasks if task.right)
    path = f"{path}/{lesson.id}/{task.id}"
    found = eve.get(path).json()
    assert (found["game"], found["seat"], found["view"]["turn"]) == (name, lesson.seat, lesson.seat)
    assert len(found["names"]) == len(found["view"]["players"])
    legal = {action["text"]: action["id"] for action in found["legal"]}
    for text in (task.right[0], next(text for text in legal if text not in task.right)):
        answer = eve.get(f"{path}/{legal[text]}").json()
        assert answer["right"] == (text in task.right)
        assert answer["told"][0]["seat"] == lesson.seat
        assert answer["view"] != found["view"]
        tried = eve.get(f"{path}/preview", actions=legal[text]).json()["previews"]
        assert tried == [{"actions": [legal[text]], "view": answer["view"], "told": answer["told"]}]
    assert eve.get(path).json() == found
    illegal = next(number for number in range(10_000) if number not in legal.values())
    refused = eve.get(f"{path}/{illegal}")
    assert error(refused) == (422, "illegal")
    assert refused.json()["rule"]


@pytest.mark.parametrize("path", ["chess/lessons", *(f"manhattan/lessons/{p}" for p in ("none/none", "takeover/none"))])
def test_there_is_no_other_lesson(path, come):
    for more in ("", "/5", "/preview") if path.count("/") > 1 else ("",):
        assert error(come().get(f"/api/games/{path}{more}")) == (404, "not_found")


# Afterwards


def test_a_rematch_is_a_new_table_of_the_same_kind_with_everybody_on_his_seat(come):
    ada, grace, eve = come("Ada"), come("Grace"), come("Eve")
    wishes = {"chat": False, "hints": True, "listed": True, "spectators": True}
    table = make(ada, "bot:random", "me", "open", pace={"kind": "days", "days": 5}, **wishes)
    grace.do(table, "sit").raise_for_status()
    begun(ada, table)
    assert error(grace.do(table, "rematch")) == (409, "not_now")
    for person in (ada, grace):
        person.do(table, "resign").raise_for_status()
    assert error(eve.do(table, "rematch")) == (403, "not_yours")
    made = grace.do(table, "rematch", commit=commitment(NONCE)).json()
    new = ada.get(f"/api/tables/{table}").json()["rematch"]
    assert made == {"version": ada.get(f"/api/tables/{table}").json()["version"], "table": new}
    assert [person.do(table, "rematch").json() for person in (grace, ada)] == [made] * 2
    assert new not in ids(eve.get("/api/tables"))
    frame = grace.get(f"/api/tables/{new}").json()
    assert [seat["level"] for seat in frame["table"]["seats"]] == ["random", None, None]
    assert [seat["name"] for seat in frame["table"]["seats"]] == [None, None, "Grace"]
    assert frame["table"]["seats"][2]["commit"] == commitment(NONCE)
    assert (frame["host"], frame["you"]) == (True, 2)
    assert frame["table"]["pace"]["days"] == 5
    assert not frame["table"]["chat"]
    assert frame["table"]["hints"]
    ada.do(new, "sit", seat=1).raise_for_status()
    grace.do(new, "reveal", nonce=NONCE.hex()).raise_for_status()
    assert begun(ada, new)["table"]["fair"]["hash"] != ada.get(f"/api/tables/{table}").json()["table"]["fair"]["hash"]


def test_a_rematch_against_bots_begins_at_once_and_the_socket_says_where(come):
    ada = come("Ada")
    table = make(ada, "me", "bot:random")
    begun(ada, table)
    with ada.live(table) as socket:
        for do in ("resign", "rematch"):
            socket.send(json.dumps({"do": do, "tag": do}))
            while (message := json.loads(socket.recv(SECONDS))).get("of") != do:
                pass
    new = begun(ada, message["table"])
    assert new["table"]["id"] == message["table"] != table
    assert new["you"] == 0


@pytest.mark.slow
def test_a_finished_game_can_be_looked_through_checked_and_proven(come, tmp_path):
    ada, grace, eve = come("Ada"), come("Grace"), come()
    table = make(ada, "me", "open", commit=commitment(NONCE))
    noted = eve.get(f"/api/tables/{table}").json()["table"]["fair"]["hash"]
    assert error(ada.do(table, "reveal", nonce=NONCE.hex())) == (409, "not_now")
    grace.do(table, "sit").raise_for_status()
    assert error(ada.do(table, "reveal", nonce=bytes(16).hex())) == (422, "illegal")
    ada.do(table, "reveal", nonce=NONCE.hex()).raise_for_status()
    begun(ada, table)
    for path in ("record", "steps/0", "steps", "analysis", "verify"):
        assert error(ada.get(f"/api/tables/{table}/{path}")) == (409, "not_now")
    last = play_between([ada, grace], table)
    steps = eve.get(f"/api/tables/{table}/steps/0").json()["steps"]
    for seat in (0, 1):
        moment = eve.get(f"/api/tables/{table}/steps/{steps}", seat=seat).json()
        assert moment["view"] == (ada, grace)[seat].get(f"/api/tables/{table}").json()["view"]
    assert error(eve.get(f"/api/tables/{table}/steps/{steps + 1}")) == (404, "not_found")
    some = eve.get(f"/api/tables/{table}/steps", first=steps - 1, count=100, seat=1).json()
    assert (some["steps"], some["seat"]) == (steps, 1)
    assert some["list"][-1] == moment
    assert [moment["step"] for moment in some["list"]] == [steps - 1, steps]
    assert moment["scores"] == last["table"]["result"]["scores"]
    assert len(eve.get(f"/api/tables/{table}/steps").json()["list"]) == 50
    assert error(eve.get(f"/api/tables/{table}/steps", count=101)) == (400, "bad_message")
    assert error(eve.get(f"/api/tables/{table}/steps", seat=2)) == (404, "not_found")
    verdict = eve.get(f"/api/tables/{table}/verify").json()
    assert verdict["ok"]
    assert set(verdict["checks"].values()) == {True}
    assert (verdict["table"], verdict["hash"], verdict["revealed"]) == (table, noted, [0])
    answer = eve.get(f"/api/tables/{table}/record")
    assert f"{table}.json" in answer.headers["content-disposition"]
    assert answer.json()["result"]["scores"] == last["table"]["result"]["scores"]
    file = tmp_path / "game.json"
    file.write_bytes(answer.content)
    for command, said in (
        (["check"], "1 good"),
        (["verify", "--hash", noted, "--nonce", NONCE.hex(), "--table", table], "1 proven"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "bauboom", command[0], str(file), *command[1:]],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert said in done.stdout
    wrong = [sys.executable, "-m", "bauboom", "verify", str(file), "--hash", "0" * 64]
    assert subprocess.run(wrong, capture_output=True, check=False).returncode == 2


def test_a_picture_shows_what_one_may_see(come):
    ada, eve = come("Ada"), come()
    table = make(ada, "me", "open")
    assert error(ada.get(f"/api/tables/{table}/picture")) == (409, "not_now")
    ada.do(table, "seat_bot", seat=1, level="random").raise_for_status()
    begun(ada, table)
    assert ada.get(f"/api/tables/{table}/picture").headers["content-type"].startswith("image/svg+xml")
    assert ada.get(f"/api/tables/{table}/picture").text != eve.get(f"/api/tables/{table}/picture").text
