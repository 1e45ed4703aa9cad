"""Sheets: what people are shown of a game, as numbers that kernels write one after the other.

A board, what happened, why a decision may be good: kernels find the numbers, schema.py says what they mean. So Python,
a browser and anybody else read the same, and no rule is told twice.
"""

import numpy as np

from . import engine
from .door import door
from .kernel import kernel
from .kinds import Found, OneRow, Sheet, Spare

NOTHING = -(1 << 31)  # where there is nothing to tell
REFEREE = -2  # the seat of somebody who may know everything
SHEET = 20_000  # numbers on a sheet; the longest are a tenth of that
SPARE = 4  # rows to try things on
FOUND = 1 << 10  # numbers for reasons, before the best are chosen
WIDTH = 8  # numbers of one reason: its weight, how many follow, its kind, and what it speaks of
MOST_REASONS = 3  # for one decision: who hears more remembers none
MOST_MEANT = 2  # for one line of a story
UNTOLD = -1e300  # the weight of what is not said at all


@kernel
def put(sheet, number):
    """Write one number. The first place of a sheet says where the next one goes."""
    at = sheet[0]
    if at < len(sheet):
        sheet[at] = number
    sheet[0] = at + 1


@kernel
def put_or_nothing(sheet, number, is_known):
    put(sheet, number if is_known else NOTHING)


@kernel
def put_all(sheet, numbers, count):
    """Write a list: the first so many of some numbers."""
    put(sheet, count)
    for i in range(count):
        put(sheet, numbers[i])


@kernel
def put_head(s, seat, sheet):
    """Write what every game's board begins with: its options, who looks at it, the phase and who has to decide."""
    put(sheet, s.variant)
    put_or_nothing(sheet, seat, seat >= 0)
    put(sheet, s.phase)
    put_or_nothing(sheet, s.turn, s.turn >= 0)


@kernel
def may_know(seat, owner):
    """Whether a seat may know what belongs to another: its own, or everything, if it is the referee's."""
    return seat == owner or seat == REFEREE  # noqa: PLR1714  # Numba knows no tuple of two kinds of numbers


@kernel
def put_list(sheet):
    """Begin a list whose length is not known yet; return the place where it goes. `count_one` counts its items."""
    put(sheet, 0)
    return sheet[0] - 1


@kernel
def count_one(sheet, at):
    if at < len(sheet):
        sheet[at] += 1


@kernel
def weigh(found, weight, kind):
    """Note a reason of a kind, with a weight: about as many points as it is about. `speak_of` says of what."""
    at = 1 + int(found[0]) * WIDTH
    if at + WIDTH <= len(found):
        found[0] += 1
        found[at], found[at + 1], found[at + 2] = weight, 1, kind


@kernel
def speak_of(found, number):
    """Go on with what the last reason speaks of, in the order of the schema."""
    at = 1 + (int(found[0]) - 1) * WIDTH
    if found[0] > 0 and found[at + 1] < WIDTH - 2:
        found[at + 1] += 1
        found[at + 1 + int(found[at + 1])] = number


@kernel
def keep_only(found, is_kept):
    """Leave out the reasons of all kinds but some."""
    for i in range(int(found[0])):
        at = 1 + i * WIDTH
        if not is_kept[int(found[at + 2])]:
            found[at] = UNTOLD


@kernel
def put_best(found, most, sheet):
    """Write the reasons that weigh most, of equals the first; those that weigh nothing only where there is no other."""
    count, heaviest = int(found[0]), UNTOLD
    for i in range(count):
        heaviest = max(heaviest, found[1 + i * WIDTH])
    at = put_list(sheet)
    for _ in range(most):
        best, chosen = UNTOLD, -1
        for i in range(count):
            weight = found[1 + i * WIDTH]
            if weight > best and (weight > 0 or heaviest <= 0):
                best, chosen = weight, i
        if chosen < 0:
            break
        count_one(sheet, at)
        first = 1 + chosen * WIDTH
        for i in range(int(found[first + 1])):
            put(sheet, int(found[first + 2 + i]))
        found[first] = UNTOLD


@door
def present(view: OneRow, seat: int, sheet: Sheet, spare: Spare) -> int:
    """All that a board shows to a seat that has this view; return where the sheet ends."""
    sheet[0] = 1
    engine.present(view[0], seat, sheet, spare)
    return int(sheet[0])


@door
def event(row: OneRow, action: int, seat: int, sheet: Sheet) -> int:
    """What a seat learns of an action on this row, as a list: nobody has to learn anything."""
    sheet[0] = 1
    at = put_list(sheet)
    if engine.event(row[0], action, seat, sheet):
        count_one(sheet, at)
    return int(sheet[0])


@door
def tell(
    before: OneRow, action: int, after: OneRow, seat: int, sheet: Sheet, found: Found, spare: Spare
) -> int:  # fmt: skip
    """The same with what happened by itself afterwards; then another list: what a decision that is told means.

    The meaning is found in what the seat sees before and after, so it cannot tell more. A record needs none, and a
    referee, who writes it, gets none.
    """
    sheet[0] = 1
    found[0] = 0
    at = put_list(sheet)
    if engine.event(before[0], action, seat, sheet):
        count_one(sheet, at)
        if seat != REFEREE and before[0].turn >= 0:
            engine.observe(before[0], seat, spare[2])
            engine.observe(after[0], seat, spare[3])
            engine.meaning(spare[2], action, spare[3], np.int64(before[0].turn), found, spare)
    for _ in range(engine.consequences(before[0], after[0], sheet)):
        count_one(sheet, at)
    put_best(found, MOST_MEANT, sheet)
    return int(sheet[0])


@door
def reasons(
    before: OneRow, action: int, after: OneRow, seat: int, sheet: Sheet, found: Found, spare: Spare
) -> int:  # fmt: skip
    """What speaks for a decision of a seat that led from one of its views to the next; the most important first."""
    sheet[0] = 1
    found[0] = 0
    engine.reasons(before[0], action, after[0], seat, found, spare)
    put_best(found, MOST_REASONS, sheet)
    return int(sheet[0])


@door
def is_secret(row: OneRow) -> int:
    """Whether others may not even know that somebody has to decide something here."""
    return int(engine.is_secret(row[0]))
