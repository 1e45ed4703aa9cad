"""Records from elsewhere: what is right can be looked through by whoever has the link, what is wrong is told."""

import contextlib
import itertools
import json
from pathlib import Path

import pytest

from bauboom import GAMES, load
from bauboom.core.chance import Fair, commitment
from bauboom.core.fair import KEY, Proof
from bauboom.core.record import Record
from bauboom.core.state import IllegalAction
from bauboom.server.gate import BODY_LIMIT
from bauboom.server.imports import KEPT, NAME
from bauboom.server.table import OPENING, at_step
from bauboom.server.trial import played

from .inside import PLENTY, Inside
from .process import Client

pytestmark = pytest.mark.slow

FILES = Path(__file__).parents[1] / "games"
RECORDS = {name: (FILES / name.replace("-", "_") / "records.jsonl").read_bytes().splitlines() for name in GAMES}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("imports")


@pytest.fixture(scope="module")
def server(folder):
    with Inside(folder, imports_per_day=PLENTY) as server:
        yield server


@pytest.fixture
def ada(server):
    with Client(server, "Ada") as ada:
        yield ada


@pytest.fixture
def eve(server):
    with Client(server) as eve:
        yield eve


def bring(person, text, **query):
    headers = {"Content-Type": "application/json"}
    return person.http.post(f"{person.server.url}/api/imports", content=text, headers=headers, params=query)


def brought(person, text):
    answer = bring(person, text)
    assert answer.status_code == 200, answer.text
    return f"/api/imports/{answer.json()['id']}"


@pytest.mark.parametrize("name", GAMES)
def test_a_record_can_be_looked_through_by_who_has_the_link(name, ada, eve):
    text = max(RECORDS[name], key=len)
    record = Record.decode(text, load)
    end = record.replay()
    path = brought(ada, text)
    assert eve.get(path).json() == {
        "game": name,
        "options": dict(record.game.options),
        "seats": record.seats,
        "steps": end.step,
        "scores": list(end.scores),
        "winners": list(end.winners),
        "has_proof": False,
    }
    first = eve.get(f"{path}/steps").json()
    assert (first["steps"], first["seat"], len(first["list"])) == (end.step, None, 50)
    last = eve.get(f"{path}/steps", first=end.step, seat=1).json()["list"]
    assert last[0]["view"] == json.loads(json.dumps(end.view(1).data))
    assert last[0]["scores"] == list(end.scores)
    assert eve.get(f"{path}/record").json() == json.loads(text)
    assert eve.get(f"{path}/steps", seat=7).status_code == 404


def test_every_independent_record_is_small_enough_and_good():
    assert max(len(text) for texts in RECORDS.values() for text in texts) < BODY_LIMIT


def test_a_record_may_be_unfinished_and_spread_over_lines(ada):
    whole = json.loads(RECORDS["manhattan"][0])
    del whole["result"]
    whole["events"] = whole["events"][:9]
    found = ada.get(brought(ada, json.dumps(whole, indent=2))).json()
    assert found["winners"] == []


def test_the_chance_of_a_record_is_checked(ada, eve):
    game = load("manhattan", players=2)
    fair = Fair(bytes(32), "somewhere", (bytes(16), None))
    state = game.start(chance=fair)
    for _ in range(30):
        state = state.play(state.legal_ids()[0])
    record = state.record(["Ada", "Grace"])
    record.extra[KEY] = Proof.of(fair, [commitment(bytes(16)), None])
    path = brought(ada, record.encode())
    assert eve.get(path).json()["has_proof"]
    verdict = eve.get(f"{path}/verify").json()
    assert (verdict["ok"], verdict["table"], verdict["revealed"]) == (True, "somewhere", [0])
    record.extra[KEY] = Proof.of(Fair(bytes(32), "elsewhere", (bytes(16), None)), [commitment(bytes(16)), None])
    verdict = eve.get(f"{brought(ada, record.encode())}/verify").json()
    assert (verdict["ok"], verdict["checks"]["rules"], verdict["checks"]["chance"]) == (False, True, False)
    verdict = eve.get(f"{brought(ada, RECORDS['manhattan'][0])}/verify").json()
    assert verdict["checks"] == {"proof": False, "commitments": None, "rules": None, "chance": None}


def test_what_is_wrong_with_a_record_is_told_with_the_event_and_the_rule(ada):
    whole = json.loads(RECORDS["manhattan"][0])
    whole["events"].insert(3, whole["events"][0])
    answer = bring(ada, json.dumps(whole))
    assert answer.status_code == 422
    assert (answer.json()["error"], answer.json()["event"]) == ("illegal", 3)
    assert answer.json()["rule"].startswith("M")
    for text in ("", "{", "[]", "{}", '"x"', "nothing", '{"format": "other"}', b"\xff", "[" * 9999, "{" * 9999):
        answer = bring(ada, text)
        assert (answer.status_code, answer.json()["error"]) in ((422, "illegal"), (400, "bad_message")), text
        assert answer.json()["why"]
    assert bring(ada, b" " * (BODY_LIMIT + 1)).status_code == 413


def test_what_is_wrong_is_told_in_the_language_that_is_asked_for(ada):
    whole = json.loads(RECORDS["manhattan"][0]) | {"seats": ["Ada", "Grace"]}
    whole["events"][3]["seat"] ^= 1
    reasons = {
        "en": "event 4, Ada picks 4 blocks of blue (2, 2, 2 and 2): Grace must pick blocks now",
        "de": "Ereignis 4, Ada wählt 4 Bauteile in Blau (2, 2, 2 und 2): Grace muss jetzt Bauteile auswählen",
        "nl": "gebeurtenis 4, Ada kiest 4 bouwstenen van blauw (2, 2, 2 en 2): Grace moet nu bouwstenen kiezen",
        "fr": "événement 4, Ada choisit 4 blocs en bleu (2, 2, 2 et 2) : Grace doit maintenant choisir des blocs",
    }
    for language, why in reasons.items():
        answer = bring(ada, json.dumps(whole), lang=language)
        assert answer.status_code == 422
        assert answer.json() == {"error": "illegal", "why": why, "rule": "M4", "event": 3}
    assert bring(ada, json.dumps(whole)).json()["why"] == reasons["en"]
    answer = bring(ada, json.dumps(whole), lang="la")
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")
    assert answer.json()["why"] == "explanations are not written in 'la'; try de, en, fr or nl"


def test_who_brings_a_record_is_known_and_brings_so_many_a_day(tmp_path):
    text = RECORDS["manhattan"][0]
    with Inside(tmp_path, imports_per_day=3) as server, Client(server) as eve, Client(server, "Ada") as ada:
        assert bring(eve, text).status_code == 401
        assert [bring(ada, text).status_code for _ in range(5)] == [200] * 3 + [429] * 2
        with Client(server, "Grace") as grace:
            assert bring(grace, text).status_code == 200


def test_a_record_is_kept_until_who_brought_it_is_forgotten(tmp_path):
    with Inside(tmp_path) as server, Client(server, "Ada") as ada:
        path = brought(ada, RECORDS["gratte-ciel"][0])
        known = ada.get(path).json()
        assert brought(ada, RECORDS["gratte-ciel"][0]) != path
    with Inside(tmp_path, imports_per_day=PLENTY) as server, Client(server) as eve:
        assert eve.get(path).json() == known
        with Client(server, "Grace") as grace:
            for _ in range(KEPT):
                brought(grace, RECORDS["manhattan"][0])
        assert eve.get(path).json() == known
        cookie = f"bauboom={ada.http.cookies['bauboom']}"
        eve.http.delete(f"{server.url}/api/me", headers={"Cookie": cookie}).raise_for_status()
        assert eve.get(path).status_code == 404


def test_the_chances_of_a_game_are_told_and_its_turning_points(ada, eve):
    text = min(RECORDS["manhattan"], key=len)
    end = Record.decode(text, load).replay()
    path = brought(ada, text)
    found = eve.get(f"{path}/analysis").json()
    assert found["curve"][-1] == [end.step, list(end.returns)]
    steps = [step for step, _ in found["curve"]]
    assert steps == sorted(set(steps))
    for _, chances in found["curve"]:
        assert sum(chances) == pytest.approx(1, abs=0.01)
    for turn in found["turns"]:
        assert turn["kind"] in ("decision", "luck")
        assert ("better" in turn) == (turn["kind"] == "decision")
    assert eve.get(f"{path}/analysis").json() == found


def test_there_is_nothing_under_another_id(eve):
    for path in ("", "/steps", "/analysis", "/record", "/verify"):
        assert eve.get(f"/api/imports/abcdefgh2345{path}").status_code == 404


def test_names_in_a_record_are_shown_as_far_as_they_fit_on_a_line(ada, eve):
    record = json.loads(max(RECORDS["manhattan"], key=len))
    record["seats"][:2] = ["A" * 5000, "Gr\u202eace\n"]
    path = brought(ada, json.dumps(record))
    assert eve.get(path).json()["seats"][:2] == ["A" * (NAME - 1) + "…", "Gr�ace�"]
    assert eve.get(f"{path}/record").json()["seats"] == record["seats"]


def places_of_decisions(state):
    return [number for number, one in enumerate(state.path()) if not one.previous.is_chance]


def told_otherwise(state):
    """A game as one might tell it so that nobody knows it again, but engines would say the same of it."""
    game, actions, decided = state.game, [one.action for one in state.path()], places_of_decisions(state)
    renamed = game.symmetries["cities"][271].actions
    yield played(game.root, [int(renamed[action]) for action in actions])
    for number in reversed(decided[OPENING:]):  # another decision
        previous = played(game.root, actions[:number])
        if others := [action for action in previous.legal_ids() if action != actions[number]]:
            yield previous.play_one(others[0])
            break
    for one, other in itertools.combinations(decided[:OPENING], 2):  # two decisions in the other order
        swapped = [*actions]
        swapped[one], swapped[other] = actions[other], actions[one]
        with contextlib.suppress(IllegalAction):
            if swapped != actions:
                yield played(game.root, swapped)
                return
    raise AssertionError("no decisions can be swapped")


def test_a_rated_game_that_goes_on_is_not_analysed_by_an_import(server, ada, eve):
    with Client(server, "Grace") as grace:
        for person in (ada, grace):
            login = person.get("/api/me").json()["id"]
            person.post("/api/account", login=login, password="correct horse battery").raise_for_status()
        body = {"options": {"players": 2}, "seats": ["me", "open"], "rated": True}
        table = ada.post("/api/tables", game="manhattan", **body).json()["id"]
        grace.do(table, "sit").raise_for_status()
        decided = 0
        while decided < 14:
            for person in (ada, grace):
                frame = person.get(f"/api/tables/{table}").json()
                if frame["legal"]:
                    play = {"actions": [frame["legal"][0]["id"]], "version": frame["version"]}
                    decided += person.do(table, "play", **play).status_code == 200
        state = server.house.keepers[table].table.whole()
        actions = [one.action for one in state.path()]
        ends = [at_step(state, state.step - 3), state, *told_otherwise(state)]
        places = [brought(grace, end.record(["A", "B"]).encode()) for end in ends]
        for place in places:
            answer = eve.get(f"{place}/analysis")
            assert (answer.status_code, answer.json()["error"]) == (409, "not_now")
            assert eve.get(f"{place}/steps").status_code == 200
        other = played(
            state.game.root, actions[: places_of_decisions(state)[OPENING - 1]]
        )  # too few decisions to be told from other games
        assert eve.get(f"{brought(grace, other.record(['A', 'B']).encode())}/analysis").status_code == 200
        wish = {"game": "manhattan", "options": {"players": 2}, "seats": ["me", "open"], "hints": True, "past": actions}
        assert grace.post("/api/tables", **wish).json()["error"] == "not_now"
        grace.do(table, "resign").raise_for_status()
        assert eve.get(f"{places[0]}/analysis").status_code == 200
        assert grace.post("/api/tables", **wish).status_code == 200
