"""Reading what others wrote: hostile records, long lines, and files that survive a crash."""

import io
import json
import os
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bauboom import IllegalAction, Record, RecordError, load, read_records
from bauboom.core import record as module
from bauboom.core.record import lines, save

GOOD = {"format": "bauboom/1", "game": "manhattan", "options": {"players": 2}, "seats": ["Ada", "Grace"], "events": []}


def check_message(error):
    assert "\n" not in str(error)
    assert len(str(error)) < 420


def refused(content):
    with pytest.raises(RecordError) as caught:
        Record.decode(content if isinstance(content, bytes) else json.dumps(content).encode(), load).replay()
    check_message(caught.value)
    return str(caught.value)


def test_the_empty_list_of_events_is_a_record():
    assert Record.decode(json.dumps(GOOD).encode(), load).replay() == load("manhattan", players=2).root


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "truncated"),
        (b"{", "truncated"),
        (b"[]", "Expected `object`"),
        (b"null", "Expected `object`"),
        (b"\xff\xfe", ""),
        (b'{"format": NaN}', "invalid"),
        (GOOD | {"format": "bauboom/2"}, "reads 'bauboom/1'"),
        (GOOD | {"game": "chess"}, "there is no game 'chess'"),
        (GOOD | {"game": "../../etc"}, "there is no game"),
        (GOOD | {"game": 3}, "Expected `str`"),
        (GOOD | {"seats": ["Ada"]}, "the record names 1 seat, but 2 play"),
        (GOOD | {"seats": "Ada"}, "Expected `array`"),
        (GOOD | {"options": {"players": 2.5}}, "Expected `int | str`"),
        (GOOD | {"options": {"players": 10**400}}, ""),
        (GOOD | {"options": {"players": None}}, "Expected `int | str`"),
        (GOOD | {"options": {"shields": 1}}, "has no option 'shields'"),
        (GOOD | {"events": {}}, "Expected `array`"),
        (GOOD | {"events": [{"e": "fly"}]}, "event 1: cannot be read: Invalid value 'fly'"),
        (GOOD | {"events": [{"seat": 1}]}, "event 1: cannot be read: Object missing required field `e`"),
        (GOOD | {"events": [{"e": "start", "seat": 1}, 7]}, "event 2: cannot be read: Expected `object`"),
        (GOOD | {"events": [{"e": "start", "seat": 10**30}]}, "event 1: cannot be read: "),
        (GOOD | {"events": [{"e": "start", "seat": -1}]}, "event 1: cannot be read: "),
        (GOOD | {"events": [{"e": "start", "seat": True}]}, "event 1: cannot be read: Expected `int`"),
        (GOOD | {"events": [{"e": "start", "seat": "1"}]}, "event 1: cannot be read: Expected `int`"),
        (
            GOOD | {"events": [{"e": "start", "seat": 1, "by": "Ada"}]},
            "event 1: cannot be read: Object contains unknown field `by`",
        ),
        (GOOD | {"events": [{"e": "$[7]"}]}, "event 1: cannot be read: Invalid value"),
        (
            GOOD | {"events": [{"e": "start", "seat": 1}, {"e": "start", "$[0]` - at `$[3]": 1}]},
            "event 2: cannot be read: ",
        ),
        (GOOD | {"result": None}, "Expected `object`"),
        (
            GOOD | {"result": {"scores": [1, 2], "winners": [1]}},
            "at the end: there is a result, but the game is not over (record)",
        ),
        ({k: v for k, v in GOOD.items() if k != "seats"}, "missing required field `seats`"),
    ],
)
def test_a_bad_record_is_refused_with_one_clear_line(content, message):
    assert message in refused(content)


@pytest.mark.parametrize("place", ["events", "options", "comment", "result"])
def test_deep_nesting_is_refused(place):
    deep = b"[" * 200_000 + b"]" * 200_000
    line = json.dumps({k: v for k, v in GOOD.items() if k != place}).encode()[:-1] + b', "%s": %s}' % (
        place.encode(),
        deep,
    )
    refused(line)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda x: st.lists(x) | st.dictionaries(st.text(), x),
    )
)
def test_no_json_value_in_any_place_does_more_than_be_refused(value):
    for place in GOOD:
        try:
            Record.decode(json.dumps(GOOD | {place: value}).encode(), load).replay()
        except RecordError as error:
            check_message(error)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_damaged_record_is_refused_or_still_legal(data):
    line = bytearray((Path(__file__).parents[1] / "games/manhattan/records.jsonl").read_bytes().split(b"\n")[0])
    for _ in range(data.draw(st.integers(1, 3))):
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
    try:
        Record.decode(bytes(line[: data.draw(st.integers(0, len(line)))]), load).replay()
    except RecordError as error:
        check_message(error)


def test_lines_come_one_at_a_time_and_a_long_one_is_passed_over(monkeypatch):
    monkeypatch.setattr(module, "LINE_LIMIT", 100)
    source = io.BytesIO(b'{"a": 1}\n\n' + b"x" * 1000 + b'\n{"b": 2}')
    found = list(lines(source))
    assert [number for number, _ in found] == [1, 3, 4]
    assert isinstance(found[1][1], RecordError)
    assert found[2][1] == b'{"b": 2}'


def test_the_first_bad_event_is_named_even_if_a_later_one_cannot_be_read():
    line = (Path(__file__).parents[1] / "games/manhattan/records.jsonl").read_bytes().split(b"\n")[0]
    for late in ({"events": lambda e: [*e[:20], {"e": "fly"}]}, {"result": lambda r: None}, {"result": lambda r: {}}):
        record = json.loads(line)
        for key, change in late.items():
            record[key] = change(record[key])
        assert not refused(record).startswith("event 4")
        record["events"][3]["seat"] ^= 1
        assert refused(record).startswith("event 4, ")


@pytest.mark.parametrize(
    "text", ["\n\n" + json.dumps(GOOD), json.dumps(GOOD, indent=2), json.dumps(GOOD).replace(", ", ",\n")]
)
def test_one_record_may_be_spread_over_lines(text):
    ((_, content),) = lines(io.BytesIO(text.encode()))
    assert Record.decode(content, load).seats == ["Ada", "Grace"]


def test_the_example_of_the_docs_is_a_record():
    text = (Path(__file__).parents[2] / "docs/record.md").read_text(encoding="utf-8")
    example = text.partition("```json\n")[2].partition("```")[0].encode()
    ((_, content),) = lines(io.BytesIO(example))
    assert len(Record.decode(content, load).play().history) == 5


def test_records_of_a_file_are_read_one_by_one():
    found = list(read_records(Path(__file__).parents[1] / "games/manhattan/records.jsonl"))
    assert len(found) == 24
    assert all(record.replay().is_over for record in found[:3])


def test_one_spread_out_object_is_read_as_a_whole():
    text = json.dumps(GOOD, indent=2).encode()
    ((number, content),) = lines(io.BytesIO(text))
    assert number == 1
    assert Record.decode(content, load).seats == ["Ada", "Grace"]


def test_save_replaces_a_file_and_leaves_nothing_beside_it(tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    save(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_failed_save_keeps_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        save(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["game.json"]


@pytest.mark.slow
def test_a_process_killed_while_saving_leaves_the_old_or_the_new_file(tmp_path):
    """A writer that saves all the time is killed at some moment, many times over."""
    path = tmp_path / "game.json"
    save(path, b"0" * 5000)
    code = textwrap.dedent(
        f"""
        from pathlib import Path
        from bauboom.core.record import save
        print("ready", flush=True)
        for i in range(10**9):
            save(Path({str(path)!r}), str(i % 10).encode() * 5000)
        """
    )
    for _ in range(5):
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            process.kill()
        content = path.read_bytes()
        assert len(content) == 5000
        assert len(set(content)) == 1


def test_errors_travel_between_processes():
    state = load("manhattan").start(seed=1)
    with pytest.raises(IllegalAction) as illegal:
        state.play(state.game.space.size - 1)  # an outcome, where a seat decides
    names, result = ["Ada", "Grace", "Alan", "Barbara"], {"scores": [], "winners": []}
    record = json.loads(state.record(names).encode()) | {"result": result}
    with pytest.raises(RecordError) as wrong:
        Record.decode(json.dumps(record).encode(), load).replay()
    for error in (illegal.value, wrong.value, illegal.value.refusal):
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), str(copy), copy.rule) == (type(error), str(error), error.rule)
