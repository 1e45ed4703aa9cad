"""The reasons for decisions: every choice has some, they tell no secret, and the page has words for all of them."""

import random
import re
from importlib import import_module
from pathlib import Path
from string import Formatter

import msgspec
import pytest

from bauboom import GAMES, IllegalAction, load
from bauboom.core.sheet import MOST_REASONS

from .games import NAMES

PAGE = Path(__file__).parents[2] / "web" / "src" / "games"
LANGUAGES = ("en", "de", "nl", "fr")


def sentences(name):
    """A game's kinds of reasons, each with its English sentence; a game may have none."""
    game = load(name)
    return import_module(f"{game.package}.reasons").SENTENCES if game.sheets.reason.kinds else {}


def page_words(name, language):
    """What the page says for each kind."""
    text = (PAGE / name / "words" / f"{language}.ts").read_text(encoding="utf-8")
    block = re.search(r"\n  why: \{.*?\n(.*?)\n  \},", text, re.S)
    return dict(re.findall(r'^    (\w+):\s+"(.*)",$', block[1], re.M))


@pytest.mark.slow
def test_every_real_choice_has_reasons_and_words_for_them(variant, random_states):
    rng, names = random.Random(5), [f"Player{seat}" for seat in range(variant.seats)]
    known = sentences(variant.name)
    for state in random_states(variant, 5):
        view = state.view(state.turn)
        for action in rng.sample(view.legal, min(2, len(view.legal))) if len(view.legal) > 1 else ():
            found = view.reasons(action)
            assert len(found) in (range(1, MOST_REASONS + 1) if known else (0,))
            assert msgspec.json.decode(msgspec.json.encode(found)) == found
            for reason in found:
                assert reason["why"] in known
                text = variant.face.why(view.row, reason, names)
                assert not re.search(r"[{}]|None|seat", text)


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
        assert {*re.findall(r"\{(\w+)", words[kind])} == gaps, kind
