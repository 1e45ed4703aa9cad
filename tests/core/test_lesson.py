"""Lessons of every game: they can be played as they are written, and what is right can be told from what is not."""

import dataclasses
import re

import msgspec
import pytest

from bauboom import GAMES, IllegalAction, UnknownAction, load
from bauboom.core import lesson
from bauboom.core.lesson import exercise, lessons

ALL = [(name, one.id) for name in GAMES for one in lessons(load(name)).values()]
TASKS = [(name, number, task) for name, number in ALL for task in lessons(load(name))[number].task_ids]


@pytest.mark.parametrize("name", GAMES)
def test_there_is_a_lesson(name):
    assert lessons(load(name))


@pytest.mark.parametrize(("name", "number", "task"), TASKS, ids=["-".join(task) for task in TASKS])
def test_every_task_can_be_done_and_can_be_done_wrong_unless_anything_is_right(name, number, task):
    found = exercise(load(name), number, task)
    legal = found.legal_ids()
    if found.task.is_picture:
        assert not any(map(found.is_right, legal))
        return
    assert found.view.seat == found.view.turn == found.seat
    assert set(legal) <= set(found.view.legal_ids())
    right = [action for action in legal if found.is_right(action)]
    if found.task.right is None:
        assert right == legal
        assert found.task.shown is None or found.state.play_one(found.task.shown)
    else:
        assert 0 < len(right) < len(legal)
        assert {str(found.state.game.space.actions[action]) for action in right} == set(found.task.right)
        assert len(set(found.task.right)) == len(found.task.right)
        made = {found.mistake(action) for action in legal if not found.is_right(action)}
        assert set(found.task.wrong) <= made


@pytest.mark.parametrize(("name", "number", "task"), TASKS, ids=["-".join(task) for task in TASKS])
def test_every_task_tells_what_happened_before_it(name, number, task):
    found = exercise(load(name), number, task)
    assert bool(found.told) == (found.state.step > found.since.step)


@pytest.mark.parametrize("name", GAMES)
def test_examples_are_of_rules_that_exist(name):
    game = load(name)
    cited = {rule for lesson in lessons(game).values() for task in lesson.tasks for rule in task.rules}
    assert len(cited) >= 6
    for language in game.languages:
        assert cited <= set(re.findall(r"^## ([A-Z][\w-]*):", game.rules(language), re.MULTILINE))


GOOD = {
    "id": "first",
    "seat": 0,
    "options": {"edition": "1994", "players": 2, "colours": 1},
    "setup": ["start0", *["draw1"] * 4, *["draw2"] * 4],
    "tasks": [
        {"id": "pick", "right": None, "shown": "pick111112", "then": ["pick111112"]},
        {"id": "build", "right": ["1A2.0"]},
    ],
}


@pytest.fixture
def made(tmp_path):
    """A function: a game whose lessons are these."""

    def make(*lessons):
        (tmp_path / lesson.FILE).write_bytes(msgspec.json.encode(lessons))
        game = dataclasses.replace(load("manhattan"))
        game.__dict__["folder"] = tmp_path
        lesson.lessons.cache_clear()
        lesson._exercises.cache_clear()
        return game

    yield make
    lesson.lessons.cache_clear()
    lesson._exercises.cache_clear()


def test_the_next_task_comes_after_what_is_shown_and_what_follows(made):
    game = made(GOOD)
    assert lessons(game)["first"].task_ids == ["pick", "build"]
    first, second = (exercise(game, "first", task) for task in ("pick", "build"))
    assert (first.state.turn, second.state.turn) == (0, 0)
    assert [event["e"] for event in second.told] == ["pick"]
    assert second.told[0]["seat"] == 1
    assert second.state.step == first.state.step + 2
    assert second.is_right(game.space.encode("1A2.0"))
    for wrong in (("none", "pick"), ("first", "none")):
        with pytest.raises(KeyError):
            exercise(game, *wrong)


def test_a_picture_is_only_looked_at_and_shows_whatever_happens(made):
    picture = {"id": "look", "right": [], "then": ["pick111112", "pick111112", "1A2.0"]}
    game = made({**GOOD, "tasks": [picture, {**picture, "id": "then", "then": []}]})
    first, second = (exercise(game, "first", task) for task in ("look", "then"))
    assert (first.legal_ids(), second.legal_ids()) == (first.view.legal_ids(), [])
    assert not any(map(first.is_right, first.legal_ids()))
    assert (first.state.turn, second.state.turn) == (0, None)  # a card is drawn
    assert second.state.step == first.state.step + 3
    assert second.view.seat == 0


def test_a_task_offers_a_few_actions_and_knows_mistakes_by_name(made):
    task = {"id": "build", "right": ["1A2.0"], "only": ["1A*", "1B2.0"], "wrong": {"city": ["1B*"]}}
    found = exercise(made({**GOOD, "tasks": [GOOD["tasks"][0], task]}), "first", "build")
    space = found.state.game.space
    assert {str(space.decode(number)) for number in found.legal_ids()} == {"1A1.0", "1A2.0", "1B2.0"}
    assert [found.mistake(space.encode(text)) for text in ("1B2.0", "1A1.0")] == ["city", None]


def test_a_game_without_lessons_has_none(made):
    assert lessons(made()) == {}


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"setup": ["start0", "draw1"]}, "not the turn of seat 0"),
        ({"seat": 1}, "not the turn of seat 1"),
        ({"setup": ["start7"]}, None),
        ({"setup": [*GOOD["setup"], "1A1.0"]}, None),
        ({"tasks": [{"id": "pick", "right": None}, {"id": "build", "right": None}]}, "names no action"),
        ({"tasks": [{"id": "pick", "right": None}] * 2}, "uses an id twice"),
        ({"words": "Hello"}, "unknown field"),
        ({"tasks": [{"id": "pick"}]}, "missing required field"),
        ({"options": {"players": 9}}, "players cannot be 9"),
    ],
)
def test_a_lesson_that_cannot_be_played_is_refused(made, change, error):
    game = made({**GOOD, **change})
    with pytest.raises((ValueError, IllegalAction, UnknownAction), match=error):
        exercise(game, "first", "pick")
