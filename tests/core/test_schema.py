"""Sheets: what kernels write as numbers is read as they are described, by Python here and by the page elsewhere."""

import json

import numpy as np
import pytest

from bauboom import GAMES, load
from bauboom.core.schema import (
    FLAG,
    NUMBER,
    Case,
    Const,
    Many,
    Maybe,
    Named,
    Object,
    Sheets,
    Tuple,
    Word,
    description,
    reader,
    types,
)
from bauboom.core.sheet import FOUND, MOST_REASONS, NOTHING, SHEET, put, put_best, speak_of, weigh
from bauboom.machines.types import written

PLACE = Tuple([NUMBER, NUMBER])
KINDS = Case("Event", "e", {"start": Object("Started", {"seat": NUMBER}), "end": Object("Ended", {})})
PLAIN = Case("Plot", "", {"tower": Object("Tower", {"height": NUMBER}), "free": Object("Free", {"road": FLAG})})
CASES = [
    (NUMBER, [7], 7),
    (FLAG, [1], True),
    (FLAG, [0], False),
    (Word(("deal", None, ["x"])), [2], ["x"]),
    (Const("manhattan"), [], "manhattan"),
    (Maybe(NUMBER), [NOTHING], None),
    (Maybe(NUMBER), [0], 0),
    (Maybe(FLAG), [0], False),
    (Many(NUMBER), [3, 5, 6, 7], [5, 6, 7]),
    (Many(NUMBER), [0], []),
    (Maybe(Many(NUMBER)), [NOTHING], None),
    (Maybe(Many(NUMBER)), [1, 4], [4]),
    (Many(Maybe(NUMBER)), [2, NOTHING, 4], [None, 4]),
    (PLACE, [2, 9], [2, 9]),
    (Maybe(PLACE), [NOTHING], None),
    (Maybe(PLACE), [2, 9], [2, 9]),
    (Many(Maybe(PLACE)), [3, 1, 2, NOTHING, 3, 4], [[1, 2], None, [3, 4]]),
    (Object("A", {"game": Const("x"), "b": NUMBER, "c": PLACE}), [1, 2, 3], {"game": "x", "b": 1, "c": [2, 3]}),
    (Maybe(Object("A", {"game": Const("x"), "b": PLACE})), [5, 6], {"game": "x", "b": [5, 6]}),
    (Maybe(Object("A", {"b": Maybe(NUMBER)})), [NOTHING], None),
    (Object("A", {"a?": NUMBER, "b": NUMBER}), [NOTHING, 2], {"b": 2}),
    (Object("A", {"a?": PLACE, "b": NUMBER}), [1, 1, 2], {"a": [1, 1], "b": 2}),
    (Named(Word(("flat", "dome")), PLACE), [2, 1, 5, 6, 0, 7, 8], {"dome": [5, 6], "flat": [7, 8]}),
    (Many(KINDS), [2, 0, 3, 1], [{"e": "start", "seat": 3}, {"e": "end"}]),
    (Many(PLAIN), [2, 1, 1, 0, 9], [{"road": True}, {"height": 9}]),
]


@pytest.mark.parametrize(("node", "numbers", "told"), CASES)
def test_numbers_are_read_as_they_are_described(node, numbers, told):
    assert reader(node)(numbers) == told
    json.dumps(description(node))


def test_too_few_numbers_are_noticed():
    with pytest.raises(StopIteration):
        reader(Tuple([NUMBER, NUMBER]))([1])


def test_a_full_sheet_is_not_written_beyond_and_says_how_much_there_would_have_been():
    sheet = np.zeros(4, np.int32)
    sheet[0] = 1
    for number in range(9):
        put(sheet, number)
    assert sheet.tolist() == [10, 0, 1, 2]


def test_the_reasons_that_weigh_most_are_told_of_equals_the_first():
    found, sheet = np.zeros(FOUND), np.zeros(SHEET, np.int32)
    sheet[0] = 1
    for weight, kind in ((1, 5), (0, 6), (3, 7), (1, 8), (1, 9)):
        weigh(found, weight, kind)
        speak_of(found, 10 * kind)
    put_best(found, MOST_REASONS, sheet)
    assert sheet[1 : sheet[0]].tolist() == [MOST_REASONS, 7, 70, 5, 50, 8, 80]


def test_what_weighs_nothing_is_told_where_there_is_no_other():
    found, sheet = np.zeros(FOUND), np.zeros(SHEET, np.int32)
    sheet[0] = 1
    weigh(found, 0, 6)
    put_best(found, MOST_REASONS, sheet)
    assert sheet[1 : sheet[0]].tolist() == [1, 6]


def test_more_reasons_than_there_is_room_for_do_no_harm():
    found = np.zeros(40)
    for kind in range(9):
        weigh(found, 1, kind)
        for number in range(9):
            speak_of(found, number)
    assert found[0] == 4


def test_types_say_what_the_reader_gives():
    view = Object("View", {"phase": Word(("a", "b")), "top": Maybe(PLACE), "bar?": NUMBER}, {"top": "of all"})
    told = types(Sheets(view, KINDS, Case("Reason", "why", {"wins": Object("Wins", {})})), "Test")
    assert 'phase: "a" | "b";' in told
    assert "top: [number, number] | null; // of all" in told
    assert "bar?: number;" in told
    assert "export type Event = Started | Ended;" in told
    assert 'e: "start";\n  seat: number;' in told


def test_the_pages_types_are_those_of_the_games():
    """If not: python -m bauboom.machines.types"""
    for file, text in written().items():
        assert file.read_text(encoding="utf-8") == text, file


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_can_happen_is_described(name):
    game = load(name)
    assert [kind.__struct_config__.tag for kind in game.event_types] == list(game.sheets.event.kinds)
    for kind in game.event_types:
        told = {field.rstrip("?") for field in game.sheets.event.kinds[kind.__struct_config__.tag].fields}
        assert told == set(kind.__struct_encode_fields__)
