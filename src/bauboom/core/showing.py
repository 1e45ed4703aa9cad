"""A game's sheets in Python: filled by its library, read as its description says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from . import engine, sheet
from .door import Bound
from .event import Event
from .schema import Many, Tuple, reader
from .sheet import FOUND, REFEREE, SHEET, SPARE

if TYPE_CHECKING:
    from .game import Game, Row

Told = dict[str, Any]


class Showing:
    """What a game shows and tells, as JSON, or as the numbers that JSON is made of."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.doors = Bound(game.dtype, sheet)
        self._view = reader(game.sheets.view)
        self._events = reader(Many(game.sheets.event))
        self._reasons = reader(Many(game.sheets.reason))
        self._told = reader(Tuple([Many(game.sheets.event), Many(game.sheets.reason)]))
        self.joined_kinds = {kind for kind, told in game.sheets.event.kinds.items() if "cards" in _names(told.fields)}

    def _numbers(self, sheet: np.ndarray, end: int) -> list[int]:
        """What a door has written on a sheet; it said where that ends."""
        if end > SHEET:
            raise OverflowError(f"a sheet of {self.game.name} would have {end} numbers")
        numbers: list[int] = sheet[1:end].tolist()
        return numbers

    def view(self, rows: np.ndarray, seat: int | None) -> dict[str, Any]:
        """What a board shows to a seat that has this view."""
        sheet, who = blank(), engine.SPECTATOR if seat is None else seat
        end = self.doors.present(rows, who, sheet, np.empty(SPARE, self.game.dtype))
        shown: dict[str, Any] = self._view(self._numbers(sheet, end))
        return shown

    def numbers_told(self, before: np.ndarray, action: int, after: np.ndarray, seat: int | None) -> list[int]:
        """What a seat (None: a spectator) learns of an action and of what it led to by itself, as numbers."""
        sheet, who = blank(), engine.SPECTATOR if seat is None else seat
        found, spare = np.empty(FOUND), np.empty(SPARE, self.game.dtype)
        return self._numbers(sheet, self.doors.tell(before, action, after, who, sheet, found, spare))

    def told(self, before: np.ndarray, action: int, after: np.ndarray, seat: int | None) -> list[Told]:
        """The same as JSON; what a decision means goes with its event."""
        events: list[Told]
        events, means = self._told(self.numbers_told(before, action, after, seat))
        if means:
            events[0]["means"] = means
        return events

    def events(self, before: np.ndarray, action: int, after: np.ndarray) -> list[Event]:
        """All of it, as a record tells it."""
        return self.game.typed_events(self.told(before, action, after, REFEREE))

    def event(self, row: np.ndarray, action: int, seat: int | None = REFEREE) -> Told | None:
        """What a seat, or the referee, learns of an action alone, be it legal or not."""
        sheet, who = blank(), engine.SPECTATOR if seat is None else seat
        found = self._events(self._numbers(sheet, self.doors.event(row, action, who, sheet)))
        return found[0] if found else None

    def reasons(self, before: np.ndarray, action: int, after: np.ndarray, seat: int) -> list[dict[str, Any]]:
        """What speaks for a decision that led from one view of a seat to the next."""
        sheet, spare = blank(), np.empty(SPARE, self.game.dtype)
        end = self.doors.reasons(before, action, after, seat, sheet, np.empty(FOUND), spare)
        reasons: list[dict[str, Any]] = self._reasons(self._numbers(sheet, end))
        return reasons

    def joined(self, events: Iterable[tuple[Told, Any]]) -> list[tuple[Told, Any]]:
        """Events, each with what comes with it; cards that chance turned up one by one for one seat are told as one
        event with a list of cards, which keeps what came with the first.
        """
        found: list[tuple[Told, Any]] = []
        for event, beside in events:
            if found and event["e"] in self.joined_kinds and _is_same(found[-1][0], event):
                first, its = found[-1]
                more = {"cards": [*first["cards"], *event["cards"]]} if "cards" in event else {}
                found[-1] = {**first, **more}, its
            else:
                found.append((event, beside))
        return found


def blank() -> np.ndarray:
    """A new sheet every time: what was on another one is nobody's business."""
    return np.empty(SHEET, np.int32)


def _names(fields: Iterable[str]) -> set[str]:
    return {name.rstrip("?") for name in fields}


def _is_same(one: Told, other: Told) -> bool:
    """Whether two events differ at most in their cards."""
    return {**one, "cards": None} == {**other, "cards": None} and ("cards" in one) == ("cards" in other)


def shown(row: Row, seat: int | None) -> dict[str, Any]:
    """What a board shows of a row: a seat's view, or the whole table for a referee."""
    from .kernel import GAMES

    game: Game = GAMES[row.dtype][0]
    return game.showing.view(np.array([row], game.dtype), seat)
