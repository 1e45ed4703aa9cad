"""What the API answers is what its structs say, and the page's types are made from them."""

import msgspec
import pytest

from bauboom import GAMES, load
from bauboom.server import entries
from bauboom.server.app import make_app
from bauboom.server.problems import Problem
from bauboom.server.responses import Frame, Message, Moment, Moments, More, Moves, Refused, Verdict
from bauboom.server.settings import Settings
from bauboom.server.table import Info, Pace, Table
from bauboom.server.typescript import FILE, written

from .inside import Inside
from .process import SECONDS, Client


def assert_is(kind, data):
    """Each key of some JSON is a field of a struct, and each field is there that must be."""
    assert msgspec.json.decode(msgspec.json.encode(msgspec.convert(data, kind))) == data


def tables(name):
    """A table as it waits, as it is played, with an offer, and when it is over."""
    game = load(name, players=2)
    info = Info("table", "code", game.name, dict(game.options), Pace("live"), "ada", 0, bytes(32), hints=True)
    table = Table(info, game)
    yield table
    for number, entry in enumerate((entries.Sat(0, "ada", "Ada"), entries.Sat(1, "grace", "Grace")), 1):
        table = table.after(entries.Logged(number, number, entry))
    table = table.after(entries.Logged(3, 3, table.happen(table.due)))
    yield table
    asked = table.after(entries.Logged(4, 4, entries.UndoAsked(table.turn)))
    yield asked
    yield asked.after(entries.Logged(5, 5, entries.WentOut(0, "resigned", "greedy")))


def test_the_page_has_the_types_of_what_the_server_answers():
    """If not: python -m bauboom.server.typescript"""
    assert FILE.read_text(encoding="utf-8") == written()


@pytest.mark.parametrize("name", GAMES)
def test_a_frame_is_what_its_struct_says(name):
    phases = []
    for table in tables(name):
        for ids in (["ada"], ["grace"], []):
            frame = msgspec.json.decode(table.frame(ids, 0))
            assert_is(Frame, frame)
        phases.append(frame["table"]["phase"])
    assert phases == ["waiting", "playing", "playing", "over"]


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_what_its_structs_say(name):
    *_, table = tables(name)
    past = table.past()
    for kind, data in (
        (Moment, past.moment(past.steps, 0)),
        (Moments, past.moments(0, 5, None)),
        (Moves, past.moves()),
        (Verdict, past.verified()),
    ):
        assert_is(kind, msgspec.json.decode(msgspec.json.encode(data)))


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"rule": None, "event": 3},
        {"retry": 1.5},
        {"version": 7},
        {"actions": [1], "legal": [{"id": 2, "text": "x"}]},
    ],
)
def test_a_refusal_is_what_its_struct_says(more):
    data = Problem("illegal", "no", **more).data
    assert_is(Refused, data)
    assert_is(More, {"t": "more", **data, "of": "tag"})


def test_every_message_of_the_socket_is_what_its_struct_says(tmp_path):
    heard = {}

    def hear(socket, until):
        while until not in heard:
            text = socket.recv(SECONDS)
            message = msgspec.json.decode(text, type=Message)
            assert msgspec.json.decode(msgspec.json.encode(message)) == msgspec.json.decode(text)
            heard[message.__struct_config__.tag] = message

    with Inside(tmp_path) as server, Client(server, "Ada") as ada:
        table = ada.post("/api/tables", game="manhattan", seats=["me"], options={"players": 2}).json()["id"]
        with ada.live(table) as socket:
            hear(socket, "table")
            hear(socket, "here")
            for command in ({"do": "chat", "text": "Hello"}, {"do": "resign", "tag": "x"}):
                socket.send(msgspec.json.encode(command).decode())
            hear(socket, "error")
            hear(socket, "chat")
            hear(socket, "ack")
            server.server.should_exit = True
            hear(socket, "bye")
    assert (heard["error"].of, heard["ack"].of, heard["here"].seats) == ("x", None, [0])


def test_every_answer_in_json_is_described(tmp_path):
    """Each has a schema with fields, or is a list of such; only a record, which record.md describes, has none."""
    gate, _ = make_app(Settings(database=str(tmp_path / "bauboom.db")))
    described = msgspec.json.decode(msgspec.json.encode(gate.app.openapi_schema.to_schema()))
    vague = set()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            schema = operation["responses"]["200"]["content"].get("application/json", {}).get("schema")
            if schema is not None and "#/components/schemas/" not in str(schema):
                vague.add((method, path))
    assert vague == {("get", f"/api/{kind}_id}}/record") for kind in ("tables/{table", "imports/{import")}
