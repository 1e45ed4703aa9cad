"""Records of Gratte-ciel: those of an independent implementation are accepted, wrong ones refused by event and rule."""

import json
from pathlib import Path

import pytest

from bauboom import Record, RecordError, load

from .table import OTHER_DECK

RECORDS = Path(__file__).with_name("records.jsonl").read_bytes().splitlines()


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_a_record_of_another_implementation_is_accepted_and_written_back_the_same(number):
    record = Record.decode(RECORDS[number], load)
    end = record.replay()
    assert end.is_over
    assert end.audit() == 0
    assert json.loads(record.encode()) == json.loads(end.record(record.seats).encode()) == json.loads(RECORDS[number])


def test_the_independent_records_cover_every_number_of_players():
    assert {Record.decode(line, load).game.variant for line in RECORDS} == set(range(len(load("gratte-ciel").variants)))


@pytest.mark.slow
def test_every_event_prefix_is_an_unfinished_record():
    whole = json.loads(RECORDS[0])
    for length in range(len(whole["events"])):
        part = {k: v for k, v in whole.items() if k != "result"} | {"events": whole["events"][:length]}
        Record.decode(json.dumps(part).encode(), load).replay()


def refused(record):
    with pytest.raises(RecordError) as caught:
        Record.decode(json.dumps(record).encode(), load).replay()
    return caught.value.event, caught.value.rule


def first(record, kind, n=0):
    return [i for i, event in enumerate(record["events"]) if event["e"] == kind][n]


def record_with(*kinds):
    """The first independent record in which all of these events come."""
    return next(r for r in map(json.loads, RECORDS) if set(kinds) <= {e["e"] for e in r["events"]})


@pytest.mark.parametrize(
    ("rule", "kind", "n", "fields"),
    [
        ("G-start", "start", 0, {"seat": 4}),  # only two play
        ("record", "start", 0, {"seat": 5}),
        ("G-setup", "foundation", 0, {"site": 1}),
        ("record", "foundation", 0, {"kind": "sand"}),
        ("G-setup", "deal", 0, {"seat": 1}),
        ("G-setup", "deal", 0, {"cards": ["flat"] * 4}),
        ("G-setup", "deal", 0, {"cards": ["flat", "flat", "dome", "pool", "plant", "study"]}),
        ("G-theft", "build", 0, {"e": "steal", "card": None, "site": None, "from": 1}),
        ("G-cards", "deal", 0, {"cards": ["flat"] * 5}),
        ("G-turn", "build", 0, {"card": "museum"}),
        ("G-build", "build", 0, {"site": 9}),
        ("G-turn", "build", 0, {"seat": 0}),
        ("record", "build", 0, {"card": "castle"}),
        ("G-study-deck", "seen", 0, {"cards": ["flat"]}),
        ("G-study-deck", "put", 0, {"card": "museum"}),
        ("G-turn", "draw", 0, {"seat": 1}),
        ("G-study-deck", "draw", 14, {"card": "museum"}),  # what was put back is drawn
        ("G-turn", "build", 0, {"e": "decline", "card": None, "site": None}),
        ("G-collapse", "draw", 2, {"e": "collapse", "seat": None, "card": None, "site": 0}),
    ],
)
def test_a_changed_event_is_refused_by_its_number_and_rule(rule, kind, n, fields):
    record = json.loads(RECORDS[0])
    assert record["events"][0]["seat"] == 0
    place = first(record, kind, n)
    changed = record["events"][place] | fields
    record["events"][place] = {k: v for k, v in changed.items() if v is not None}
    assert refused(record) == (place, rule)


def test_G_cards_a_foundation_of_which_none_is_left_is_refused():
    record = json.loads(RECORDS[0])
    foundations = [i for i, event in enumerate(record["events"]) if event["e"] == "foundation"]
    clay = [i for i in foundations if record["events"][i]["kind"] == "clay"]
    place = next(i for i in foundations if i > clay[1])  # there are two of clay
    record["events"][place]["kind"] = "clay"
    assert refused(record) == (place, "G-cards")


def test_G_theft_a_card_the_victim_does_not_hold_is_refused():
    record = record_with("stolen")
    place = first(record, "stolen")
    record["events"][place]["cards"] = ["century"] * len(record["events"][place]["cards"])
    assert refused(record) == (place, "G-theft")


def test_G_theft_one_card_where_two_are_due_is_refused():
    record = record_with("stolen", "keep")
    place = first(record, "keep") - 1
    record["events"][place]["cards"].pop()
    assert refused(record) == (place, "G-theft")


def test_G_collapse_a_missing_collapse_is_refused():
    record = record_with("collapse")
    place = first(record, "collapse")
    del record["events"][place]
    assert refused(record) == (place, "G-collapse")


def test_G_study_site_a_missing_foundation_is_refused():
    record = json.loads(RECORDS[0])
    place = first(record, "foundation", 3)
    del record["events"][place]
    assert refused(record) == (place, "G-study-site")


def test_G_end_nothing_comes_after_the_end():
    record = json.loads(RECORDS[0])
    record["events"].append({"e": "decline", "seat": 0})
    assert refused(record) == (len(record["events"]) - 1, "G-end")


def test_a_wrong_result_is_refused():
    record = json.loads(RECORDS[0])
    scores = [points + 1 for points in record["result"]["scores"]]
    assert refused(record | {"result": record["result"] | {"scores": scores}}) == (None, "G-score")
    assert refused(record | {"result": record["result"] | {"winners": []}}) == (None, "G-score")


# A deck of one's own


def test_G_deck_a_record_made_with_another_deck_carries_it_and_is_replayed_with_it(random_states):
    *_, end = random_states(load("gratte-ciel", players=2, deck=OTHER_DECK), 3)
    line = end.record(["Ada", "Grace"]).encode()
    assert json.loads(line)["deck"] == OTHER_DECK
    record = Record.decode(line, load)
    assert record.game == end.game
    assert record.replay() == end
    assert record.encode() == line
    without = {k: v for k, v in json.loads(line).items() if k != "deck"}
    with pytest.raises(RecordError):
        Record.decode(json.dumps(without).encode(), load).replay()


def test_G_deck_the_standard_deck_is_not_written_down():
    assert "deck" not in json.loads(load("gratte-ciel").start(seed=1).record().encode())


def test_G_deck_a_record_cannot_name_a_file_to_be_read(tmp_path):
    for name in (str(tmp_path / "secret.csv"), "/dev/zero", "a\0b"):
        record = json.loads(RECORDS[0]) | {"options": {"players": 2, "deck": name}}
        with pytest.raises(RecordError, match="gratte-ciel has no option 'deck'; it is a key of the record itself"):
            Record.decode(json.dumps(record).encode(), load)


@pytest.mark.parametrize(
    ("deck", "why"),
    [
        (OTHER_DECK | {"flat": {"count": "4", "height": 5, "prestige": 0}}, "must be a whole number, not '4'"),
        (OTHER_DECK | {"flat": {"count": 4, "height": 5, "prestige": 0, "colour": 1}}, "flat has no colour"),
        ("deck.csv", "deck is not an object"),
        ([], "deck is not an object"),
        ({}, "clay, parking, piles, bedrock, home-10 … missing"),
        ({"clay": 3}, "numbers are expected"),
        (OTHER_DECK | {"castle": {"count": 1}}, "there is no kind 'castle'"),
        (OTHER_DECK | {"pool": {"count": 1, "height": 20}}, "the prestige of pool must be a whole number"),
        (
            OTHER_DECK | {"flat": {"count": 4, "height": 5.5, "prestige": 0}},
            "the height of flat must be a whole number",
        ),
        (
            OTHER_DECK | {"flat": {"count": -1, "height": 5, "prestige": 0}},
            "the count of flat is -1; it can be 0 to 60",
        ),
        (OTHER_DECK | {"flat": {"count": True, "height": 5, "prestige": 0}}, "must be a whole number"),
    ],
)
def test_G_deck_a_bad_deck_in_a_record_is_refused_with_the_reason(deck, why):
    record = json.loads(RECORDS[0]) | {"deck": deck}
    with pytest.raises(RecordError, match=why):
        Record.decode(json.dumps(record).encode(), load)
