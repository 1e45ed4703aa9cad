"""The games themselves: their options, rules and lessons, and the ratings of those who play them."""

from __future__ import annotations

import functools
from typing import Any

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from bauboom.arena.ratings import Rating
from bauboom.bots import LEVELS
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.lesson import Exercise, exercise, lessons
from bauboom.games import playable

from .. import lists
from ..access import TheCaller, TheHouse, TheLimits
from ..creation import playable_game
from ..problems import Problem, not_found
from ..responses import Attempt, GameInfo, LessonInfo, LessonTask, Previews, Rated
from ..trial import legal_list, previews
from .trials import Chains, try_out


@get("/api/games")
async def games() -> list[GameInfo]:
    """The games, with the options that each can be played with, and the bots."""
    return [_described(game) for game in playable()]


def _described(game: Game) -> GameInfo:
    return GameInfo(
        game=game.name,
        title=game.title,
        variants=[dict(options) for options in game.variants],
        languages=game.languages,
        lessons=list(lessons(game)),
        material=game.custom.key if game.custom else None,
        bots=list(LEVELS),
    )


@get("/api/games/{game:str}/rules", media_type="text/markdown")
async def rules(game: FromPath[str], lang: FromQuery[str] = "en") -> Response[str]:
    """The rules, as Markdown."""
    try:
        return Response(_known_game(game).rules(lang))
    except OptionError as error:
        raise Problem("not_found", str(error)) from None


@get("/api/games/{game:str}/lessons")
async def game_lessons(game: FromPath[str]) -> list[LessonInfo]:
    """The lessons of a game, and of which rules their tasks are examples."""
    return [
        LessonInfo(one.id, one.seat, one.task_ids, [task.rules for task in one.tasks])
        for one in lessons(_known_game(game)).values()
    ]


@get("/api/games/{game:str}/lessons/{lesson:str}/{task:str}")
async def task(game: FromPath[str], lesson: FromPath[str], task: FromPath[str]) -> LessonTask:
    """A task of a lesson in its position."""
    found = _known_exercise(game, lesson, task)
    view = found.view
    legal: Any = legal_list(view, found.legal_ids())  # written already
    return LessonTask(game, found.seat, view.game.seat_names, view.data, legal, found.told)


@get("/api/games/{game:str}/lessons/{lesson:str}/{task:str}/{action_id:int}")
async def attempt(
    game: FromPath[str], lesson: FromPath[str], task: FromPath[str], action_id: FromPath[int], caller: TheCaller
) -> Attempt:
    """Whether an action is right, and what comes of it."""
    found = _known_exercise(game, lesson, task)
    tried = previews(found.view, [[action_id]])[0]
    return Attempt(found.is_right(action_id), tried["view"], tried["told"])


@get("/api/games/{game:str}/lessons/{lesson:str}/{task:str}/preview")
async def task_preview(
    game: FromPath[str],
    lesson: FromPath[str],
    task: FromPath[str],
    caller: TheCaller,
    house: TheHouse,
    limits: TheLimits,
    actions: Chains = "",
) -> Previews:
    """What the pupil would see after each of some decisions, as at a table."""
    return Previews(await try_out(_known_exercise(game, lesson, task).view, actions, caller, house, limits))


@get("/api/games/{game:str}/lessons/{lesson:str}/{task:str}/picture", media_type="image/svg+xml")
async def task_picture(
    game: FromPath[str], lesson: FromPath[str], task: FromPath[str], house: TheHouse
) -> Response[str]:
    """The table of a task as an SVG picture: an example for a rule."""
    return Response(await house.off_loop(_example, game, lesson, task))


def _known_game(name: str) -> Game:
    try:
        return playable_game(name)
    except Problem as problem:
        raise Problem("not_found", problem.why) from None


def _known_exercise(game: str, lesson: str, task: str) -> Exercise:
    try:
        return exercise(_known_game(game), lesson, task)
    except KeyError:
        raise not_found() from None


@functools.cache  # a page of rules shows many, and a class reads it at once; what is unknown raises and is not kept
def _example(game: str, lesson: str, task: str) -> str:
    return _known_exercise(game, lesson, task).view.picture()


@get("/api/ratings/{game:str}/{players:int}")
async def rated(game: FromPath[str], players: FromPath[int], house: TheHouse) -> list[Rated]:
    """The best at a game with so many players."""
    return [
        Rated(
            who=row["profile"],
            name=row["name"] or row["who"],
            kind=row["kind"] or "bot",
            rating=Rating(row["mu"], row["sigma"], row["games"]).shown,
            mu=round(row["mu"], 2),
            sigma=round(row["sigma"], 2),
            games=row["games"],
        )
        for row in await house.store.rows(lists.best(game, players))
    ]


HANDLERS = (games, rules, game_lessons, task, attempt, task_preview, task_picture, rated)
