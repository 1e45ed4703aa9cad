"""Records of Hoch hinaus!: those of an independent implementation are accepted, wrong ones refused by their rule."""

import json
from pathlib import Path

import pytest

from bauboom import Record, RecordError, load
from bauboom.games.hoch_hinaus.events import Built, Demolished, Paved, Raised, Rolled, Roofed

RECORDS = Path(__file__).with_name("records.jsonl").read_bytes().splitlines()


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_a_record_of_another_implementation_is_accepted_and_written_back_the_same(number):
    record = Record.decode(RECORDS[number], load)
    end = record.replay()
    assert end.is_over
    assert end.audit() == 0
    assert json.loads(record.encode()) == json.loads(end.record(record.seats).encode()) == json.loads(RECORDS[number])


def test_the_independent_records_cover_every_variant():
    assert {Record.decode(line, load).game.variant for line in RECORDS} == set(range(len(load("hoch-hinaus").variants)))


def test_every_event_prefix_is_an_unfinished_record():
    whole = json.loads(RECORDS[1])
    for length in range(len(whole["events"])):
        part = {k: v for k, v in whole.items() if k != "result"} | {"events": whole["events"][:length]}
        Record.decode(json.dumps(part).encode(), load).replay()


def test_players_has_no_default_and_bankruptcy_has():
    record = json.loads(RECORDS[0])
    assert record["options"] == {"players": 2, "bankruptcy": "demand"}
    assert refused(record | {"options": {"bankruptcy": "demand"}}) == (None, "record")
    assert refused({k: v for k, v in record.items() if k != "options"}) == (None, "record")
    assert Record.decode(json.dumps(record | {"options": {"players": 2}}).encode(), load).replay().is_over


def test_H_roll_the_dice_stand_in_any_order():
    record = json.loads(RECORDS[0])
    for event in record["events"]:
        if event["e"] == "roll":
            event["dice"] = event["dice"][::-1]
    assert Record.decode(json.dumps(record).encode(), load).replay().is_over


def refused(record):
    with pytest.raises(RecordError) as caught:
        Record.decode(json.dumps(record).encode(), load).replay()
    return caught.value.event, caught.value.rule


def record_of(**options):
    """The first independent record with these options."""
    return next(r for r in map(json.loads, RECORDS) if options.items() <= r["options"].items())


def first(record, kind, n=0):
    return [i for i, event in enumerate(record["events"]) if event["e"] == kind][n]


@pytest.mark.parametrize(
    ("rule", "kind", "n", "fields"),
    [
        ("H-start", "start", 0, {"seat": 4}),  # only three play
        ("record", "start", 0, {"seat": 6}),
        ("H-turn", "roll", 0, {"seat": 1}),
        ("record", "roll", 0, {"dice": [0, 7]}),
        ("record", "roll", 0, {"dice": [1, 2, 3]}),
        ("H-enter", "move", 0, {"figures": [3, 4]}),
        ("H8", "move", 0, {"figures": [14, 3]}),
        ("H-move", "move", 9, {"figures": [0, 1]}),
        ("record", "move", 0, {"figures": [0, 32]}),
        ("H-turn", "move", 1, {"seat": 2}),
        ("H-cross", "storey", 0, {"plot": [1, 1]}),
        ("record", "storey", 0, {"plot": [0, 8]}),
        ("H-demolish", "storey", 0, {"e": "demolish"}),
        ("H-raise", "storey", 0, {"e": "raise"}),
        ("H-turn", "storey", 0, {"e": "roof"}),
        ("H-duty", "storey", 0, {"e": "decline", "plot": None}),
        ("H-turn", "move", 0, {"e": "decline", "figures": None}),
        ("H-turn", "roll", 1, {"e": "move", "dice": None, "figures": [0, 1]}),
        ("H-demand", "roll", 0, {"e": "bankrupt", "dice": None}),
        ("H-demand", "move", 0, {"e": "demand", "figures": None, "of": 1}),
        ("H-bankrupt", "roll", 0, {"e": "demand", "dice": None, "of": 1}),
        ("H-start", "roll", 0, {"e": "start", "dice": None}),
    ],
)
def test_a_changed_event_is_refused_by_its_number_and_rule(rule, kind, n, fields):
    record = record_of(players=3)
    assert record["events"][0]["seat"] == 2
    place = first(record, kind, n)
    changed = record["events"][place] | fields
    record["events"][place] = {k: v for k, v in changed.items() if v is not None}
    assert refused(record) == (place, rule)


def at_the_end_of_a_turn(drawing, name, dice, event, **rest):
    """The rule by which an event of the seat that has just moved is refused, its turn having gone by."""
    from bauboom import State

    from .table import crossing

    state: State = crossing(drawing + " ." * (49 - len(drawing.split())), name, dice, **rest)
    assert state.row.seat == 1
    return state.game.refuse(state.row, event, None).rule


@pytest.mark.parametrize(
    ("rule", "drawing", "name", "event"),
    [
        ("H-free", "R1 R2", "B1", Raised(0, (1, 2))),  # the spire is there
        ("H-demolish", "B1 B2", "A1", Demolished(0, (1, 1))),
        ("H-duty", "B1 B2", "A1", Built(0, (1, 1))),
        ("H-road", "# R1", "A1", Paved(0, (1, 1))),
        ("H-raise", "B1 B2", "A1", Raised(0, (1, 1))),
        ("H-cross", "B1 B2", "A1", Built(0, (5, 5))),
        ("H-closed", "R1r R2 # . . . . # #", "A1", Demolished(0, (1, 1))),
        ("H-closed", "R1 R2 # . . . . # #", "A1", Raised(0, (1, 1))),
        ("H-free", "B1 B2", "A1", Roofed(0, (1, 2))),
        ("H-one", "B1 B2", "A1", Roofed(0, (1, 1))),
        ("H-free", "R1", "A1", Raised(0, (1, 1))),
        ("H-turn", "B1 B2", "A1", Rolled(0, (1, 2))),
    ],
)
def test_what_was_not_possible_is_refused_by_its_rule_although_the_turn_has_gone_by(rule, drawing, name, event):
    assert at_the_end_of_a_turn(drawing, name, (2, 3), event) == rule


def test_H_turn_what_was_done_or_declined_cannot_be_done_again():
    from .table import crossing

    state = crossing("R1 R3" + " ." * 47, "A1")
    for after in (state.play("raiseA1"), state.play("decline")):
        assert after.game.refuse(after.row, Raised(0, (1, 1)), None).rule == "H-turn"


def test_H_demand_a_bankruptcy_follows_its_demand_at_once():
    record = next(r for r in map(json.loads, RECORDS) if any(e["e"] == "demand" for e in r["events"][:-2]))
    place = first(record, "demand")
    assert record["events"][place + 1]["e"] == "bankrupt"
    del record["events"][place + 1]
    assert refused(record) == (place + 1, "H-bankrupt")


def test_H_demand_a_missing_decline_is_refused():
    record = next(r for r in map(json.loads, RECORDS) if declined_demand(r) is not None)
    place = declined_demand(record)
    del record["events"][place]
    assert refused(record) == (place, "H-demand")


def declined_demand(record):
    """Where a demand is declined: a decline right before a roll, but of the same seat."""
    pairs = zip(record["events"], record["events"][1:], strict=False)
    return next(
        (i for i, (a, b) in enumerate(pairs) if a["e"] == "decline" and b["e"] == "roll" and a["seat"] == b["seat"]),
        None,
    )


def test_H6_an_automatic_bankruptcy_may_not_be_left_out():
    record = next(
        r
        for r in map(json.loads, RECORDS)
        if r["options"]["bankruptcy"] == "automatic" and any(e["e"] == "bankrupt" for e in r["events"][:-1])
    )
    place = first(record, "bankrupt")
    del record["events"][place]
    assert refused(record) == (place, "H6")


def test_H6_and_may_not_come_where_it_is_not_due():
    record = record_of(bankruptcy="automatic")
    record["events"].insert(3, {"e": "bankrupt", "seat": 0})
    assert refused(record) == (3, "H6")
    record = record_of(bankruptcy="automatic")
    place = first(record, "roll", 3)
    record["events"].insert(place, {"e": "demand", "seat": record["events"][place]["seat"], "of": 1})
    assert refused(record) == (place, "H6")


def test_H_end_nothing_comes_after_the_end():
    record = json.loads(RECORDS[0])
    record["events"].append({"e": "roll", "seat": 0, "dice": [1, 2]})
    assert refused(record) == (len(record["events"]) - 1, "H-end")


def test_a_wrong_result_is_refused():
    record = json.loads(RECORDS[0])
    assert record["result"] == {"scores": [3, 3], "winners": [1]}
    assert refused(record | {"result": {"scores": [3, 3], "winners": [0, 1]}}) == (None, "H-tie")
    assert refused(record | {"result": {"scores": [4, 3], "winners": [1]}}) == (None, "H-height")
    record = record_of(players=3)
    assert record["result"] == {"scores": [3, 4, 0], "winners": [1]}  # the last of them is bankrupt
    assert refused(record | {"result": {"scores": [3, 4, 0], "winners": [0]}}) == (None, "H-win")
    assert refused(record | {"result": {"scores": [3, 4, 2], "winners": [1]}}) == (None, "H-bankrupt")
