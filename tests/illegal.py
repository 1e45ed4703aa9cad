"""Records that break a rule, made from good ones by changing one thing, and what is asked of the reason given."""

import json
import re
from pathlib import Path

import pytest

from bauboom import Record, RecordError, load
from bauboom.bots import make_bot
from bauboom.core.words import LANGUAGES

NAMES = ("Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald")


def lines_of(game):
    """The independent records of a game; where it has none, some of bots."""
    file = Path(__file__).parent / "games" / game.replace("-", "_") / "records.jsonl"
    if file.exists():
        return file.read_bytes().splitlines()
    return [
        played(load(game, **options), seed).record().encode() for options in load(game).variants for seed in range(8)
    ]


def played(game, seed):
    """The end of a game of beginners."""
    state, bot = game.start(seed), make_bot("level1", seed)
    while not state.is_over:
        state = state.play(bot.choose(state.view(state.turn), state.legal))
    return state


def records_of(game):
    """The same as JSON, played by people with names."""
    records = [json.loads(line) for line in lines_of(game)]
    return [record | {"seats": list(NAMES[: len(record["seats"])])} for record in records]


def refusal(record):
    """The error with which a record is refused, its sentences looked at in all languages."""
    with pytest.raises(RecordError) as caught:
        Record.decode(json.dumps(record).encode(), load).replay()
    error = caught.value
    assert str(error) == f"{error.why} ({error.rule})"
    assert error.why == error.explain("en")
    sentences = [error.explain(language) for language in LANGUAGES]
    assert len(set(sentences)) == len(LANGUAGES)
    for sentence in sentences:
        check_sentence(sentence)
    return error


def check_sentence(sentence):
    assert sentence.isprintable()
    assert 10 < len(sentence) <= 400
    assert not re.search(r"\b(seat|Sitzplatz|zitplaats|place) \d", sentence), sentence
    assert not re.search(r"[a-z]-\d+p?\b", sentence), sentence  # the kind of a card, as programs write it
    assert not re.search(r"[][{}_\\]|None|\bevents?\b \d+ \d", sentence), sentence


def at(record, kind, n=0, **fields):
    """Where the nth event of a kind stands, of those that have these fields."""
    places = [i for i, e in enumerate(record["events"]) if e["e"] == kind and fields.items() <= e.items()]
    return places[n]


def changed(kind, n=0, **fields):
    """A way to spoil a record: the nth event of a kind has other fields; a function gets the old event."""

    def spoil(record):
        place = at(record, kind, n)
        event = record["events"][place]
        new = {k: v(event) if callable(v) else v for k, v in fields.items()}
        record["events"][place] = {k: v for k, v in (event | new).items() if v is not None}
        return place

    return spoil


def dropped(kind, n=0):
    def spoil(record):
        place = at(record, kind, n)
        del record["events"][place]
        return place

    return spoil


def inserted(event, kind, n=0, after=0):
    """An event is put before the nth of a kind, or after it; a function gets the one that is there."""

    def spoil(record):
        place = at(record, kind, n)
        there = record["events"][place]
        record["events"].insert(place + after, event(there) if callable(event) else event)
        return place + after

    return spoil


def appended(event):
    def spoil(record):
        record["events"].append(event)
        return len(record["events"]) - 1

    return spoil


def result(**fields):
    """The result is another; a function gets the right value."""

    def spoil(record):
        right = record["result"]
        record["result"] = right | {k: v(right[k]) if callable(v) else v for k, v in fields.items()}

    return spoil
