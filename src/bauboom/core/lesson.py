"""Lessons: tasks in positions of a game, to learn it by playing. A game keeps them as data beside its rules.

`lessons.json` in the game's folder is a list of lessons. Actions stand there in notation, chance and the other seats
included: what has to happen is played by the rules like any game, so a lesson that breaks one cannot be loaded.
In `only` and `wrong`, `*` stands for anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from .game import Game
from .state import State, View

FILE = "lessons.json"


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to do. `right` lists what is right, or is None where anything legal is; `shown` then goes on with.
    If nothing is right, it is a picture: only to be looked at."""

    id: str
    right: tuple[str, ...] | None
    shown: str | None = None
    only: tuple[str, ...] = ()  # all that is offered, so that a newcomer is not lost; nothing here: all that is legal
    wrong: dict[str, tuple[str, ...]] = {}  # by the name of a mistake, the actions that make it
    rules: tuple[str, ...] = ()  # which its position is a picture of
    then: tuple[str, ...] = ()  # what chance and the others do afterwards, up to the next task

    @property
    def is_picture(self) -> bool:
        return self.right == ()

    @property
    def example(self) -> str:
        """The action after which the next task comes, whatever was answered."""
        action = self.right[0] if self.right else self.shown
        if action is None:
            raise ValueError(f"the task {self.id} names no action to go on with")
        return action


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    seat: int  # the pupil's
    setup: tuple[str, ...]  # what happens before the first task
    tasks: tuple[Task, ...]
    options: dict[str, str | int] = {}

    @property
    def task_ids(self) -> list[str]:
        return [task.id for task in self.tasks]


@dataclass(frozen=True)
class Exercise:
    """A task in its position."""

    task: Task
    seat: int
    state: State
    since: State  # where what the pupil is told of begins

    @property
    def view(self) -> View:
        return self.state.view(self.seat)

    @property
    def told(self) -> list[dict[str, Any]]:
        """What happened just before."""
        return self.state.told(self.seat, self.since)

    def legal_ids(self) -> list[int]:
        """What is offered to the pupil; on a picture, what would be."""
        only = self.task.only
        legal = self.view.legal_ids() if self.state.turn == self.seat else []
        return [number for number in legal if not only or _is_one_of(self._text(number), only)]

    def is_right(self, number: int) -> bool:
        return self.task.right is None or self._text(number) in self.task.right

    def mistake(self, number: int) -> str | None:
        """The name of the mistake that a wrong action makes; None for one that has no words of its own."""
        return next((name for name, made in self.task.wrong.items() if _is_one_of(self._text(number), made)), None)

    def _text(self, number: int) -> str:
        return str(self.state.game.space.decode(number))


_decoder = msgspec.json.Decoder(tuple[Lesson, ...])


@cache
def lessons(game: Game) -> dict[str, Lesson]:
    """The lessons of a game by their ids, in order."""
    path = game.folder / FILE
    read = _decoder.decode(path.read_bytes()) if path.exists() else ()
    found = {lesson.id: lesson for lesson in read}
    if len(found) != len(read) or any(len({*lesson.task_ids}) != len(lesson.tasks) for lesson in read):
        raise ValueError(f"{path.name} of {game.name} uses an id twice")
    return found


def exercise(game: Game, lesson: str, task: str) -> Exercise:
    """A task of a lesson; KeyError if there is none of that name."""
    return _exercises(game, lesson)[task]


@cache
def _exercises(game: Game, name: str) -> dict[str, Exercise]:
    lesson = lessons(game)[name]
    state = _played(game.with_options(lesson.options).root, lesson.setup)
    since, found = _before_last_decision(state), {}
    for task in lesson.tasks:
        if state.turn != lesson.seat and not task.is_picture:
            raise ValueError(f"in {name}, {task.id} it is not the turn of seat {lesson.seat}")
        found[task.id] = Exercise(task, lesson.seat, state, since)
        if task is not lesson.tasks[-1]:
            since = state if task.is_picture else state.play_one(task.example)
            state = _played(since, task.then)
    return found


def _is_one_of(text: str, patterns: tuple[str, ...]) -> bool:
    return any(re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text) for pattern in patterns)


def _before_last_decision(state: State) -> State:
    before = state.previous
    while before is not None and before.turn is None:
        before = before.previous
    return before or state


def _played(state: State, actions: tuple[str, ...]) -> State:
    for action in actions:
        state = state.play_one(action)
    return state
