"""Whatever is wrong with a record, it is refused by a rule that the help knows and for a reason in every language."""

import copy
import json
import random

import pytest

from bauboom import Record, RecordError, load
from bauboom.core.words import LANGUAGES

from ..illegal import check_sentence, records_of
from .games import NAMES


def spoil(record, pool, rng):
    """Replace, drop, double, swap or put in one event, or make the result another."""
    events = record["events"]
    here, there = rng.randrange(len(events)), rng.randrange(len(events))
    foreign = copy.deepcopy(rng.choice(pool))
    if "seat" in foreign and rng.random() < 0.8:
        foreign["seat"] = events[here].get("seat", 0)  # more often a wrong deed than a wrong player
    match rng.randrange(7):
        case 0:
            events[here] = foreign
        case 1:
            del events[here]
        case 2:
            events.insert(here, events[here])
        case 3:
            events[here], events[there] = events[there], events[here]
        case 4:
            events.insert(here, foreign)
        case 5:
            alike = [event for event in pool if event["e"] == events[here]["e"]]
            seat = {k: v for k, v in events[here].items() if k == "seat"}
            events[here] = copy.deepcopy(rng.choice(alike)) | seat
        case 6:
            seats = range(len(record["seats"]))
            record["result"]["winners"] = rng.sample(seats, rng.randrange(len(seats) + 1))
            record["result"]["scores"][rng.randrange(len(seats))] += rng.randrange(2)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 12))])
def test_whatever_is_wrong_is_explained(name, seed):
    game, records, rng = load(name), records_of(name), random.Random(seed)
    known = {rule for rule, _ in game.rule_titles} | {"record"}
    pool = [event for record in records for event in record["events"]]
    refused = 0
    for _ in range(60):
        record = copy.deepcopy(rng.choice(records))
        spoil(record, pool, rng)
        if (error := error_of(record)) is not None:
            refused += 1
            assert error.rule in known
            for language in LANGUAGES:
                check_sentence(error.explain(language))
    assert refused > 40


def error_of(record):
    try:
        Record.decode(json.dumps(record).encode(), load).replay()
    except RecordError as error:
        return error
    return None
