"""Records of Manhattan: those of an independent implementation are accepted, wrong ones refused by event and rule."""

import json
from pathlib import Path

import pytest

from bauboom import Record, RecordError, load
from bauboom.bots import make_bot

RECORDS = Path(__file__).with_name("records.jsonl").read_bytes().splitlines()


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_a_record_of_another_implementation_is_accepted_and_written_back_the_same(number):
    record = Record.decode(RECORDS[number], load)
    end = record.replay()
    assert end.is_over
    assert end.audit() == 0
    assert json.loads(record.encode()) == json.loads(end.record(record.seats).encode()) == json.loads(RECORDS[number])


def test_the_independent_records_cover_every_variant():
    assert {Record.decode(line, load).game.variant for line in RECORDS} == set(range(len(load("manhattan").variants)))


def test_every_event_prefix_is_an_unfinished_record():
    whole = json.loads(RECORDS[0])
    for length in range(len(whole["events"])):
        part = {k: v for k, v in whole.items() if k != "result"} | {"events": whole["events"][:length]}
        Record.decode(json.dumps(part).encode(), load).replay()


def four_players():
    return json.loads(next(line for line in RECORDS if b'"players":4' in line.replace(b" ", b"")))


def two_colours():
    return json.loads(RECORDS[0])


def first(record, kind, n=0):
    return [i for i, event in enumerate(record["events"]) if event["e"] == kind][n]


def reshuffle(record):
    return first(record, "reshuffle")


def refused(record):
    with pytest.raises(RecordError) as caught:
        Record.decode(json.dumps(record).encode(), load).replay()
    return caught.value.event, caught.value.rule


def change(record, place, **fields):
    record["events"][place] |= fields
    return record


def foreign_card(record, place):
    """A card that the builder of this event does not hold."""
    prefix = {k: v for k, v in record.items() if k != "result"} | {"events": record["events"][:place]}
    state = Record.decode(json.dumps(prefix).encode(), load).replay()
    held = state.view(state.turn).data["players"][state.turn]["hand"]
    return next(card for card in range(1, 10) if card not in held)


@pytest.mark.parametrize(
    ("rule", "kind", "n", "fields"),
    [
        ("M-start", "start", 0, {"seat": 3}),  # only three play
        ("M-deal", "deal", 1, {"seat": 0}),
        ("M-deal", "deal", 0, {"cards": [1, 2, 3]}),
        ("record", "deal", 0, {"cards": [1, 2, 3, 4, 5]}),
        ("M4", "pick", 0, {"seat": 2}),
        ("M-pick", "pick", 0, {"colour": 0}),
        ("M-pick", "pick", 0, {"blocks": [1, 1, 1, 1, 2, 3]}),
        ("M-pick", "pick", 0, {"blocks": [2, 1, 1, 1]}),
        ("M-blocks", "pick", 0, {"blocks": [4, 4, 4, 4]}),
        ("M-turn", "build", 0, {"seat": 2}),
        ("M-sides", "build", 0, {"site": 9}),
        ("M-colours", "build", 0, {"colour": 2}),
        ("M-draw", "draw", 0, {"seat": 2}),
        ("M-tallest", "score", 0, {"points": "tallest"}),
        ("M-majority", "score", 0, {"points": "cities"}),
        ("M-tower", "score", 0, {"points": "towers"}),
        ("M-score", "score", 0, {"total": [1, 1, 1]}),
        ("M-score", "score", 0, {"round": 2}),
    ],
)
def test_a_changed_event_is_refused_by_its_number_and_rule(rule, kind, n, fields):
    record = json.loads(next(line for line in RECORDS if b'"players":3' in line.replace(b" ", b"")))
    if record["events"][0]["seat"] == 2:
        fields = {k: 0 if k == "seat" and kind != "start" else v for k, v in fields.items()}
    place = first(record, kind, n)
    if kind == "pick" and "colour" in fields:
        fields = {"colour": (record["events"][place]["colour"] + 1) % 3}
    if kind == "build" and "site" in fields:
        fields = {"site": record["events"][place]["site"] % 9 + 1}
    if kind == "build" and "colour" in fields:
        fields = {"colour": (record["events"][place]["colour"] + 1) % 3}
    if isinstance(fields.get("points"), str):
        points = {k: list(v) for k, v in record["events"][place]["points"].items()}
        points[fields["points"]][0] += 1
        fields = {"points": points}
    assert refused(change(record, place, **fields)) == (place, rule)


def test_M_build_a_card_not_in_the_hand_is_refused():
    record = two_colours()
    place = first(record, "build")
    assert refused(change(record, place, card=foreign_card(record, place))) == (place, "M-build")


def test_M_pick_a_block_not_picked_is_refused():
    record = two_colours()
    place = first(record, "build")
    event = record["events"][place]
    picked = next(e for e in record["events"] if e["e"] == "pick" and e["colour"] == event["colour"])["blocks"]
    missing = next(size for size in (1, 2, 3, 4) if size not in picked)
    assert refused(change(record, place, block=missing)) == (place, "M-pick")


def test_M_cap_a_build_on_too_strong_a_tower_is_refused():
    """Play until some seat could, but for the storey rule, build on a rival's tower; record that as done."""
    state = load("manhattan").start(seed=5)
    bot = make_bot("greedy", 1)
    while True:
        view = state.view(state.turn)
        wrong = [
            a
            for a in state.game.space.actions
            if type(a).__name__ == "Build" and a not in state.legal and _only_storeys_missing(state, a)
        ]
        if wrong:
            break
        state = state.play(bot.choose(view, view.legal))
    record = json.loads(state.record().encode())
    record["events"].append(json.loads(_encoded(state, wrong[0])))
    assert refused(record) == (len(record["events"]) - 1, "M-cap")


def _only_storeys_missing(state, action):
    return (
        state.game.refuse(state.row, state.game.event_of(state.rows, state.game.space.encode(action)), None).rule
        == "M-cap"
    )


def _encoded(state, action):
    import msgspec

    return msgspec.json.encode(state.game.event_of(state.rows, state.game.space.encode(action)))


def test_M2_a_skip_where_building_is_possible_is_refused():
    record = two_colours()
    place = first(record, "build")
    event = record["events"][place]
    record["events"][place] = {"e": "skip", **{k: event[k] for k in ("seat", "card", "colour", "block")}}
    assert refused(record) == (place, "M2")


def test_M1_a_missing_reshuffle_is_refused():
    record = four_players()
    place = reshuffle(record)
    del record["events"][place]
    assert refused(record) == (place, "M1")


def test_M1_a_reshuffle_that_is_not_due_is_refused():
    record = four_players()
    place = first(record, "build", 1)
    record["events"].insert(place, {"e": "reshuffle"})
    assert refused(record) == (place, "M-turn")


def test_M_score_a_missing_scoring_is_refused():
    record = four_players()
    place = first(record, "score")
    del record["events"][place]
    assert refused(record) == (place, "M-score")


def test_M_turn_a_build_where_a_card_must_be_drawn_is_refused():
    record = four_players()
    place = first(record, "draw")
    del record["events"][place]
    assert refused(record) == (place, "M-draw")


def test_M_draw_a_deal_where_a_card_must_be_drawn_is_refused():
    record = four_players()
    place = first(record, "draw")
    record["events"][place] = {"e": "deal", "seat": record["events"][place]["seat"], "cards": [1, 2]}
    assert refused(record) == (place, "M-draw")


def test_M_end_nothing_comes_after_the_end():
    record = four_players()
    record["events"].append({"e": "draw", "seat": 0, "card": 1})
    assert refused(record) == (len(record["events"]) - 1, "M-end")


def test_M_draw_a_card_that_is_not_in_the_pile_is_refused():
    record = four_players()
    drawn = {}
    for place, event in enumerate(record["events"]):
        for card in event.get("cards", [event.get("card")] if event["e"] == "draw" else []):
            drawn[card] = drawn.get(card, 0) + 1
        if 5 in drawn.values() and record["events"][place + 1]["e"] == "build":
            break
    kind = next(card for card, count in drawn.items() if count == 5)
    assert refused(change(record, place + 2, card=kind)) == (place + 2, "M-cards")


def test_a_wrong_result_is_refused():
    right = four_players()["result"]
    assert right["scores"].count(max(right["scores"])) == 1
    for rule, result in (
        ("M-score", {"scores": [1, 2, 3, 4], "winners": [3]}),
        ("M-win", {"scores": right["scores"], "winners": []}),
        ("record", {"scores": right["scores"][1:], "winners": right["winners"]}),
        ("record", {"scores": right["scores"], "winners": right["winners"] * 2}),
    ):
        assert refused(four_players() | {"result": result}) == (None, rule)


def test_a_finished_game_needs_a_result_and_an_unfinished_one_has_none():
    record = four_players()
    del record["result"]
    assert refused(record) == (None, "record")
    record = four_players()
    record["events"].pop()
    assert refused(record) == (len(record["events"]), "record")
    del record["result"]
    Record.decode(json.dumps(record).encode(), load).replay()


def test_missing_options_have_their_defaults_and_unknown_ones_are_refused():
    record = json.loads(RECORDS[0]) | {"options": {"edition": "1994"}}
    assert Record.decode(json.dumps(record).encode(), load).game.options["colours"] == 2
    assert refused(record | {"options": {"speed": 3}}) == (None, "record")


def test_extra_keys_are_preserved():
    extra = {"id": "7", "date": "1994-05-01", "comment": {"by": "Ada", "stars": [1, 2.5, None, True]}}
    record = Record.decode(json.dumps(json.loads(RECORDS[0]) | extra).encode(), load)
    assert record.extra == extra
    assert json.loads(record.encode()) == json.loads(RECORDS[0]) | extra
