"""The reasons for decisions, and what these mean to others: no secret is told, and the page has words for all."""

import random
import re
from importlib import import_module
from pathlib import Path
from string import Formatter

import msgspec
import pytest

from bauboom import GAMES, IllegalAction, load
from bauboom.core.sheet import MOST_MEANT, MOST_REASONS

from .games import NAMES

PAGE = Path(__file__).parents[2] / "web" / "src" / "games"
LANGUAGES = ("en", "de", "nl", "fr")


def sentences(name):
    """A game's kinds of reasons, each with its English sentence; a game may have none."""
    game = load(name)
    package = game.kernels["reasons"].__module__.rpartition(".")[0]  # a little game has those of its larger one
    return import_module(f"{package}.reasons").SENTENCES if game.sheets.reason.kinds else {}


def page_words(name, language):
    """What the page says for each kind."""
    text = (PAGE / name / "words" / f"{language}.ts").read_text(encoding="utf-8")
    block = re.search(r"\n  why: \{.*?\n(.*?)\n  \},", text, re.S)
    return dict(re.findall(r'^    (\w+):\s+"(.*)",$', block[1], re.M))


@pytest.mark.slow
def test_there_are_words_for_all_reasons_and_meanings(variant, random_states):
    rng, names = random.Random(5), [f"Player{seat}" for seat in range(variant.seats)]
    known, choices, reasoned, told = sentences(variant.name), 0, 0, 0
    for state in random_states(variant, 5):
        view = state.view(state.turn)
        for action in rng.sample(view.legal, min(2, len(view.legal))) if len(view.legal) > 1 else ():
            found, event = view.reasons(action), state.play_one(action).told(None, state)[:1]
            means = event[0].get("means", []) if event else []
            assert len(found) <= MOST_REASONS
            assert len(means) <= MOST_MEANT
            assert msgspec.json.decode(msgspec.json.encode(found)) == found
            choices, reasoned, told = choices + 1, reasoned + bool(found), told + bool(means)
            for reason in found + means:
                assert reason["why"] in known
                text = variant.face.why(view.row, reason, names)
                assert text
                assert not re.search(r"[{}]|None|seat", text)
    if known and variant.name in NAMES:  # a little game is over too soon
        assert reasoned > choices / 3
        assert told


@pytest.mark.slow
def test_what_a_seat_is_told_of_a_meaning_follows_from_what_it_sees(variant, random_states):
    """The two views are enough to find it out, so it tells nothing else."""
    rng, told = random.Random(7), variant.showing.told
    for state in random_states(variant, 7):
        if state.turn is None or state.is_secret:  # others do not even see that there is something to decide
            continue
        action = rng.choice(state.legal_ids())
        after = state.play_one(action)
        for seat in (None, *range(variant.seats)):
            seen = told(state.view(seat).rows, action, after.view(seat).rows, seat)
            real = told(state.rows, action, after.rows, seat)
            assert [event.get("means") for event in seen[:1]] == [event.get("means") for event in real[:1]]


def test_records_hold_no_meanings():
    """They follow from the rest, and a record is for ever."""
    rng = random.Random(4)
    for name in GAMES:
        state = load(name).start(seed=4)
        while not state.is_over:
            state = state.play(rng.choice(state.legal))
        assert b'"means"' in msgspec.json.encode(state.told(None))
        assert b'"means"' not in msgspec.json.encode(state.record().events)


@pytest.mark.slow
def test_reasons_depend_on_what_the_seat_sees_and_on_nothing_else(variant, random_states):
    rng = random.Random(6)
    for state in random_states(variant, 6):
        view = state.view(state.turn)
        if view.legal:
            action = rng.choice(view.legal)
            other = view.determinize(rng.randrange(1 << 60)).view(state.turn)
            assert view.reasons(action) == other.reasons(action)


@pytest.mark.parametrize("name", NAMES)
def test_only_what_may_be_decided_has_reasons(name):
    state = load(name).start(seed=1)
    legal = state.legal_ids()
    refused = next(number for number in range(state.game.space.decisions) if number not in legal)
    for view, action in ((state.view(state.turn), refused), (state.view(None), legal[0])):
        with pytest.raises(IllegalAction):
            view.reasons(action)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_words_for_every_reason(name, language):
    words, known = page_words(name, language), sentences(name)
    assert {*words} - {"then"} == {*known}
    for kind, text in known.items():
        gaps = {gap for _, gap, _, _ in Formatter().parse(text) if gap}
        assert {*re.findall(r"\{(\w+)", words[kind])} - {"who"} == gaps, kind
