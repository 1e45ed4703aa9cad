"""Illegal records of Hoch hinaus!: the first bad event, the rule it breaks, and the reason in four languages."""

import copy
import json

import pytest

from bauboom import Record, load
from bauboom.games.hoch_hinaus.components import DEMAND, DICE, ROLL
from bauboom.games.hoch_hinaus.events import crossed_by

from ...illegal import appended, at, changed, dropped, inserted, records_of, refusal, result

RECORDS = records_of("hoch-hinaus")


def record_of(**options):
    return copy.deepcopy(next(r for r in RECORDS if options.items() <= r["options"].items()))


def record_with(kind, **options):
    """A record with such an event before its end."""
    fitting = (r for r in RECORDS if options.items() <= r["options"].items())
    return copy.deepcopy(next(r for r in fitting if any(e["e"] == kind for e in r["events"][:-2])))


def other(event):
    return (event["seat"] + 1) % 3


CASES = [
    ("H-start", "no-player", changed("start", seat=4)),
    ("H-start", "due-start", dropped("start")),
    ("H-start", "begun", changed("roll", e="start", dice=None)),
    ("H-turn", "due-roll", changed("roll", seat=other)),
    ("H-turn", "due-roll", dropped("roll", 1)),
    ("H-turn", "due-move", dropped("move", 1)),
    ("H-turn", "due-move", changed("move", 1, seat=other)),
    ("H-enter", "move", changed("move", figures=[3, 4])),
    ("H8", "move-order", changed("move", figures=[14, 3])),
    ("H-move", "move", changed("move", 9, figures=[0, 1])),
    ("H-cross", "cross", changed("storey", plot=[1, 1])),
    ("H-duty", "duty", changed("storey", e="decline", plot=None)),
    ("H-demolish", "no-roof", changed("storey", e="demolish")),
    ("H-raise", "not-own", changed("storey", e="raise")),
    ("H-turn", "due-cross", changed("storey", e="roof")),
    ("H-turn", "due-cross", dropped("storey")),
    ("H-turn", "decline", changed("move", e="decline", figures=None)),
    ("H-demand", "bankrupt-undemanded", changed("roll", e="bankrupt", dice=None)),
    ("H-demand", "demand-late", changed("move", e="demand", figures=None, of=other)),
    ("H-demand", "demand-whom", changed("roll", e="demand", dice=None, of=lambda event: event["seat"])),
    ("H-bankrupt", "demand-unbuilt", changed("roll", e="demand", dice=None, of=other)),
    ("H-end", "over", appended({"e": "roll", "seat": 0, "dice": [1, 2]})),
    ("H-height", "scores", result(scores=lambda scores: [scores[0] + 1, *scores[1:]])),
    ("H-bankrupt", "scores", result(scores=lambda scores: [*scores[:-1], 2])),
    ("H-win", "winners", result(winners=lambda winners: [(winners[0] + 1) % 3])),
    ("H-win", "winners", result(winners=[0, 1, 2])),
    ("record", "result-scores", result(scores=[1, 2, 3, 4])),
]


@pytest.mark.parametrize(("rule", "key", "spoil"), CASES)
def test_an_illegal_record_is_refused_by_event_rule_and_reason(rule, key, spoil):
    record = record_of(players=3, bankruptcy="demand")
    assert record["result"]["scores"] == [3, 4, 0]
    place = spoil(record)
    error = refusal(record)
    assert (error.event, error.rule, error.refusal.key) == (place, rule, key)
    assert str(error).startswith("at the end: " if place is None else f"event {place + 1}, ")


AUTOMATIC = [
    ("H6", "due-bankrupt", dropped("bankrupt")),
    ("H6", "bankrupt-automatic", inserted({"e": "bankrupt", "seat": 0}, "roll", 3)),
    ("H6", "demand-automatic", inserted(lambda there: {"e": "demand", "seat": there["seat"], "of": 0}, "roll", 3)),
]


@pytest.mark.parametrize(("rule", "key", "spoil"), AUTOMATIC)
def test_H6_with_automatic_bankruptcy(rule, key, spoil):
    record = record_with("bankrupt", bankruptcy="automatic")
    place = spoil(record)
    error = refusal(record)
    assert (error.event, error.rule, error.refusal.key) == (place, rule, key)


def test_H_demand_what_follows_a_demand_and_what_comes_before_the_roll():
    record = record_with("demand")
    place = dropped("bankrupt")(record)
    error = refusal(record)
    assert (error.event, error.rule, error.refusal.key) == (place, "H-bankrupt", "due-bankrupt")


def free_tops_of_others(state, seat):
    for building in state.view(None).data["buildings"]:
        for row, column in building["plots"]:
            plot = state.view(None).data["plots"][row - 1][column - 1]
            if building["owner"] != seat and not (plot["roof"] or plot["spire"]):
                yield row, column


def with_six(phases):
    """A record in which another player's plot is raised for a 6, in a phase with one to use or right after the turn."""
    for record in copy.deepcopy(RECORDS):
        whole = Record.decode(json.dumps(record).encode(), load)
        for number in range(3, len(whole.events)):
            state = Record(whole.game, whole.seats, whole.events[:number]).play()
            roll = next(e for e in reversed(record["events"][:number]) if e["e"] == "roll")
            seat = roll["seat"]
            if (
                state.row["phase"] not in phases
                or 6 not in roll["dice"]
                or record["events"][number - 1]["seat"] != seat
            ):
                continue
            if state.row["phase"] == DICE and not state.row["sixes"]:
                continue
            for place in free_tops_of_others(state, seat):
                if place != crossed_by(state.row, seat):
                    record["events"].insert(number, {"e": "raise", "seat": seat, "plot": place})
                    return record, number
    raise AssertionError("there is such a place")


@pytest.mark.parametrize("phases", [(DICE,), (ROLL, DEMAND)])
def test_H_six_another_players_building_is_not_raised_in_the_turn_and_when_it_has_gone_by(phases):
    record, place = with_six(phases)
    error = refusal(record)
    assert (error.event, error.rule, error.refusal.key) == (place, "H-six", "not-own")


def test_H_tie_a_wrong_winner_among_equally_tall_buildings():
    record = record_of(players=2, bankruptcy="demand")
    assert record["result"] == {"scores": [3, 3], "winners": [1]}
    for winners in ([0], [0, 1], []):
        record["result"]["winners"] = winners
        error = refusal(record)
        assert (error.event, error.rule, error.refusal.key) == (None, "H-tie", "winners-tied")
    record["result"]["winners"] = [0]
    sentence = "at the end: among equally tall buildings, the win goes to Grace, but the result names Ada (H-tie)"
    assert str(refusal(record)) == sentence


def test_the_sentence_names_the_event_the_players_and_the_reason():
    record = record_of(players=3, bankruptcy="demand")
    place = at(record, "storey")
    event = record["events"][place]
    who, right = record["seats"][event["seat"]], "ABCDEFG"[event["plot"][1] - 1] + str(event["plot"][0])
    event["plot"] = [7, 7] if right != "G7" else [1, 1]
    wrong = "G7" if right != "G7" else "A1"
    error = refusal(record)
    assert str(error) == (
        f"event {place + 1}, {who} builds a storey on {wrong}: the figures cross {right}, not {wrong} (H-cross)"
    )
    assert error.explain("de") == (
        f"Ereignis {place + 1}, {who} baut ein Stockwerk auf {wrong}: "
        f"Die Figuren kreuzen sich auf {right}, nicht auf {wrong}"
    )
    assert error.explain("nl") == (
        f"gebeurtenis {place + 1}, {who} bouwt een verdieping op {wrong}: de pionnen kruisen {right}, niet {wrong}"
    )
    assert error.explain("fr") == (
        f"événement {place + 1}, {who} pose un étage en {wrong} : les pions se croisent en {right}, et non en {wrong}"
    )
