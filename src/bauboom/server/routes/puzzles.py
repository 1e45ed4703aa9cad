"""Puzzles: trying them, one's own results, and how hard they are for people."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ..access import KnownPerson, TheCaller, TheLimits
from ..people import Person
from ..problems import Problem
from ..puzzles import Puzzles
from ..responses import OwnPuzzles, PuzzleRatings, PuzzleTry

ThePuzzles = NamedDependency[Puzzles]


class Answered(msgspec.Struct, forbid_unknown_fields=True):
    """A decision in notation; with `day`, as an answer to the puzzle of that day, counted from 1970."""

    action: Annotated[str, msgspec.Meta(max_length=80)]
    day: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None


def _human(person: Person) -> Person:
    if person.kind == "bot":
        raise Problem("not_yours", "puzzles are for people; a program would spoil their ratings")
    return person


@get("/api/puzzles")
async def own_puzzles(person: KnownPerson, puzzles: ThePuzzles) -> OwnPuzzles:
    """Everything that is kept about the caller's puzzles: ratings, tries, streak."""
    return await puzzles.own(_human(person))


@get("/api/puzzles/{game:str}")
async def puzzle_ratings(game: FromPath[str], caller: TheCaller, puzzles: ThePuzzles) -> PuzzleRatings:
    """How hard the puzzles of a game are by now; those that nobody has tried are as hard as their file says."""
    return PuzzleRatings(await puzzles.ratings(game))


@post("/api/puzzles/{game:str}/{puzzle:str}", status_code=200)
async def try_puzzle(
    game: FromPath[str],
    puzzle: FromPath[str],
    data: JSONBody[Answered],
    person: KnownPerson,
    caller: TheCaller,
    limits: TheLimits,
    puzzles: ThePuzzles,
) -> PuzzleTry:
    """Answer a puzzle. The first answer is rated; the puzzle of a day counts for the streak once it is solved."""
    limits.take_work(limits.drawings, caller, "answers to puzzles")
    return await puzzles.attempt(_human(person), game, puzzle, data.action, data.day)


HANDLERS = (own_puzzles, puzzle_ratings, try_puzzle)
