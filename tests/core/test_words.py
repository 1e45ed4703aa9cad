"""Sentences out of templates: grammar, names that mean no good, and files that are complete in every language."""

import ast
import json
from pathlib import Path
from string import Formatter

import pytest

from bauboom import GAMES, IllegalAction, OptionError, Record, RecordError, load
from bauboom.core import game as game_module
from bauboom.core.words import LANGUAGES, Words, display_names

CORE = Path(game_module.__file__).parent


def words(language="en", players=("Ada", "Grace", "Alan")):
    return Words(language, load("manhattan").folder, players)


@pytest.mark.parametrize(
    ("language", "counts"),
    [
        ("en", ["0 storeys", "1 storey", "2 storeys"]),
        ("de", ["0 Stockwerke", "1 Stockwerk", "2 Stockwerke"]),
        ("nl", ["0 etages", "1 etage", "2 etages"]),
        ("fr", ["0 étage", "1 étage", "2 étages"]),
    ],
)
def test_a_number_has_its_noun_in_the_right_form(language, counts):
    assert [words(language).format("{:storeys}", number) for number in range(3)] == counts


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ada, Grace and Alan"),
        ("de", "Ada, Grace und Alan"),
        ("nl", "Ada, Grace en Alan"),
        ("fr", "Ada, Grace et Alan"),
    ],
)
def test_a_list_is_joined(language, text):
    assert words(language).format("{:player}", [0, 1, 2]) == text
    assert words(language).format("{:player}", [2]) == "Alan"


def test_a_list_is_counted_or_said_and_an_empty_one_is_nobody():
    assert words().format("{0:cards} ({0})", [3, 4]) == "2 cards (3 and 4)"
    assert words().format("{:player}", []) == "nobody"
    assert words().format("{:by player}", [3, -1]) == "Ada 3, Grace -1"


def test_items_with_commas_are_kept_apart():
    cards = load("gratte-ciel").words()
    assert cards.format("{:card}", ["toilet", "study"]) == "toilet, 5 m; study"
    assert cards.format("{:card}", ["study", "quake"]) == "study and earthquake"


def test_who_is_not_at_the_table_or_has_no_name_is_told_by_number():
    table = words(players=("Ada", " "))
    assert [table.format("{:player}", seat) for seat in (0, 1, 2, -1, 10**30)] == [
        *("Ada", "player 1", "player 2", "player -1", f"player {10**30}")
    ]


def test_bots_are_shown_without_their_prefix_and_twins_with_their_seat():
    assert display_names(["Ada", "bot:greedy", "bot:greedy"]) == ["Ada", "greedy 1", "greedy 2"]


HOSTILE = ["{0}", "{seat:player}", "{0.__class__}", "\x1b[31mAda\n", "A" * 5000, "\u202eAda", "", "%s", "{", "}"]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_means_no_good_is_only_a_name(name, language):
    record = {"format": "bauboom/1", "game": "manhattan", "options": {"players": 2}, "seats": [name, "Grace"]}
    record["events"] = [{"e": "start", "seat": 0}, {"e": "draw", "seat": 0, "card": 1}]
    with pytest.raises(RecordError) as caught:
        Record.decode(json.dumps(record).encode(), load).replay()
    sentence = caught.value.explain(language)
    assert sentence.isprintable()
    assert len(sentence) <= 400
    shown = display_names([name])[0] or Words(language).format("{:player}", 0)
    assert sentence.count(shown) == 2
    assert len(shown) <= 40


def test_a_language_that_nobody_speaks_is_refused():
    with pytest.raises(OptionError, match="not written in 'xx'; try de, en, fr or nl"):
        load("manhattan").words(language="xx")
    with pytest.raises(OptionError, match="try de, en, fr or nl"):
        RecordError("why").explain("../core/refusals.en")


def test_an_illegal_action_is_explained_with_names_and_in_a_language():
    state = load("manhattan", players=2).start(seed=7)
    with pytest.raises(IllegalAction) as caught:
        state.play("5C2.0")
    assert str(caught.value) == "seat 0 must pick blocks now (M-pick)"
    assert caught.value.why == "seat 0 must pick blocks now"
    assert caught.value.explain(["Ada", "Grace"], "nl") == "Ada moet nu bouwstenen kiezen"


# The files


def book(folder, language):
    return json.loads((folder / f"refusals.{language}.json").read_text(encoding="utf-8"))


def fields(template):
    return {name.partition("[")[0] for _, name, _, _ in Formatter().parse(template) if name}


OF_CORE = [CORE / "record.py", CORE / "usual" / "events.py"]
FOLDERS = {"core": CORE, **{name: load(name).folder for name in GAMES}}


@pytest.mark.parametrize("place", FOLDERS)
def test_every_language_says_the_same(place):
    folder, english = FOLDERS[place], book(FOLDERS[place], "en")
    for language in LANGUAGES:
        found = book(folder, language)
        assert found.keys() == english.keys()
        for section in ("names", "events", "refusals", "places", "cards"):
            assert found.get(section, {}).keys() == english.get(section, {}).keys()
        for table in english["names"]:
            assert found["names"][table].keys() == english["names"][table].keys()
        for section in ("events", "refusals", "places", "cards"):
            for key, template in english.get(section, {}).items():
                assert fields(found[section][key]) == fields(template), (language, key)
                assert list(english[section]) == sorted(english[section]) or section in ("places", "cards")


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_event_is_said_and_no_other(name):
    game = load(name)
    kinds = {kind.__struct_config__.tag: kind for kind in game.event_types}
    events = book(game.folder, "en")["events"]
    assert events.keys() == kinds.keys()
    for tag, template in events.items():
        assert fields(template) <= set(kinds[tag].__struct_fields__)


def refusals(path):
    """Every Refusal that a module makes: its keys, as far as they stand there, and the names of its facts."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
            yield keys_of(node.args[1]), {keyword.arg for keyword in node.keywords}


def keys_of(node):
    if isinstance(node, ast.IfExp):
        return keys_of(node.body) | keys_of(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) else set()


@pytest.mark.parametrize("place", FOLDERS)
def test_every_reason_given_in_code_has_a_sentence_whose_fields_are_facts(place):
    folder = FOLDERS[place]
    sentences = book(CORE, "en")["refusals"] | book(folder, "en")["refusals"]
    modules = OF_CORE if folder == CORE else [folder / "events.py"]
    checked = 0
    for keys, facts in (found for module in modules for found in refusals(module)):
        for key in keys:
            assert None in facts or fields(sentences[key]) <= facts, key  # None: facts by **
            checked += 1
    assert checked > 8


@pytest.mark.parametrize("place", FOLDERS)
def test_no_sentence_is_left_over(place):
    folder = FOLDERS[place]
    modules = [*OF_CORE, *(load(name).folder / "events.py" for name in GAMES)]
    code = "\n".join(
        path.read_text(encoding="utf-8") for path in (modules if folder == CORE else [folder / "events.py"])
    )
    quoted = {node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant)}
    assert set(book(folder, "en")["refusals"]) <= quoted


def test_every_noun_and_name_that_a_template_asks_for_is_there():
    for name in GAMES:
        for language in LANGUAGES:
            said = load(name).words(language=language)
            known = {
                "player",
                "event",
                "by player",
                "by colour",
                "",
                *said.book["nouns"],
                *said.book["names"],
                *said.terms,
            }
            for section in ("events", "refusals"):
                for template in said.book[section].values():
                    assert {spec or "" for _, _, spec, _ in Formatter().parse(template)} <= known, template
