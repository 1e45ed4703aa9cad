"""The deck as a file (G-deck): readable, replaceable, and refused with the line and the reason."""

import copy
import pickle
from pathlib import Path

import pytest

from bauboom import OptionError, load
from bauboom.games.gratte_ciel.deck import (
    ACTIONS,
    FLOORS,
    FOUNDATIONS,
    KINDS,
    LANGUAGES,
    NAMES,
    NUMBERS,
    PRIZES,
    STANDARD,
)

from .table import lay, site, tower

FILE = Path(load("gratte-ciel").folder) / "deck.csv"
LINES = FILE.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def deck(tmp_path):
    """A function: a file with these lines changed, by number from 1."""

    def write(changes=(), text=None):
        lines = list(LINES)
        for number, line in dict(changes).items():
            lines[number - 1] = line
        path = tmp_path / "own.csv"
        path.write_text("\n".join(lines) if text is None else text, encoding="utf-8")
        return str(path)

    return write


def line_of(kind):
    return next(number for number, line in enumerate(LINES, 1) if line.startswith(f"{kind},"))


def test_every_kind_has_a_name_in_every_language():
    assert set(NAMES) == {*KINDS, *FOUNDATIONS, *PRIZES}
    for names in NAMES.values():
        assert set(names) == set(LANGUAGES)
        assert all(names.values())


def test_every_kind_says_whether_name_count_and_value_are_printed_or_reconstructed():
    rows = [line.split(",") for line in LINES if not line.startswith("#")]
    assert rows[0][-3:] == ["name is", "count is", "value is"]
    said = {row[0]: tuple(word.split(" (")[0] for word in row[-3:]) for row in rows[1:]}
    assert set(said) == set(NUMBERS)
    assert {word for words in said.values() for word in words} == {"printed", "reconstruction", ""}
    named = {kind for kind, (name, _, _) in said.items() if name == "printed"}
    assert named == {*FLOORS, "parking", "absorber", "toilet", "toilet-roof", *ACTIONS, *PRIZES}  # as in the source
    assert {kind for kind, (_, count, _) in said.items() if count == "printed"} == {"toilet", *ACTIONS, "flawed"}
    assert {kind for kind, (*_, value) in said.items() if value == "printed"} == {"parking", "flawed"}
    assert {kind for kind, (*_, value) in said.items() if value == ""} == set(ACTIONS)  # they have no number
    assert sum(int(row[2]) for row in rows[1:]) == 128


def test_the_file_itself_is_the_standard_deck():
    assert load("gratte-ciel", deck=str(FILE)).material == STANDARD
    assert load("gratte-ciel", deck=FILE).root == load("gratte-ciel").root


def test_other_values_are_played_with(deck):
    path = deck({line_of("pool"): "pool,special,4,45,2,,pool,Schwimmbad,zwembad,piscine,mine"})
    game = load("gratte-ciel", players=3, deck=path)
    assert game.seats == 3
    assert game.root.view(None).data["cards"]["pool"] == [45, 2, 4]
    assert game != load("gratte-ciel", players=3)
    assert game.root != load("gratte-ciel", players=3).root
    assert pickle.loads(pickle.dumps(game)) == copy.copy(game) == game


def test_prizes_heights_and_the_absorbers_bonus_are_played_with(deck):
    lines = {
        "absorber": "absorber,special,2,20,0,3",
        "mini": "mini,prize,1,55,7",
        "flawed": "flawed,prize,6,90,-2",
        "unity": "unity,prize,5,,8",
        "record": "record,prize,1,,9",
        "specialist": "specialist,prize,2,,4",
    }
    path = deck({line_of(kind): line for kind, line in lines.items()})
    sites = [
        tower("hotel-30 hotel-15 toilet flat", owner=0),  # 55 m: the mini
        tower("home-30 home-25 home-20 toilet terrace", owner=1),  # 90 m, homes only, the tallest
        tower("absorber pool flat", owner=1, ground="clay"),  # flawed
    ]
    state = lay(sites, toilets=[2, 0], deck_file=path)
    assert state.scores == (7 + 1 + 2 * 4, 8 + 9 - 2)
    assert [site(state, n)["resistance"] for n in range(3)] == [3, 3, 1 + 3]
    assert state.view(0).data["levels"] == {"mini": 55, "lowest": 90}


def test_an_older_file_without_prizes_has_the_standard_ones(deck):
    older = [line for line in LINES if line.split(",")[0] not in PRIZES]
    older[line_of("absorber") - 1] = "absorber,special,2,20,0"
    assert load("gratte-ciel", deck=deck(text="\n".join(older))).material == STANDARD


def test_a_file_without_absorbers_is_not_completed(deck):
    lines = [line for line in LINES if not line.startswith("absorber,")]
    with pytest.raises(OptionError, match="absorber missing"):
        load("gratte-ciel", deck=deck(text="\n".join(lines)))


def test_a_spreadsheets_semicolons_and_byte_order_mark_are_understood(deck):
    text = "\ufeff" + "\r\n".join(line.replace(",", ";") if not line.startswith("#") else line for line in LINES)
    assert load("gratte-ciel", deck=deck(text=text)).material == STANDARD


def test_batches_simulations_and_views_use_the_deck(deck):
    from bauboom.arena.simulate import simulate

    path = deck({line_of("toilet"): "toilet,toilet,50,5,0"})
    game = load("gratte-ciel", players=2, deck=path)
    assert (game.batch(3, seed=1).rows["card_count"][:, KINDS.index("toilet")] == 50).all()
    (chunk,) = simulate(game, ["random"], 8, 1)
    assert chunk.points.mean() > 5  # so many toilets
    other = game.start(seed=1).view(0).determinize(5)
    assert other.audit() == 0


@pytest.mark.parametrize(
    ("kind", "line", "why"),
    [
        ("flat", "flat,roof,four,5,0", "the count of flat must be a whole number, not 'four'"),
        ("flat", "flat,roof,4,5,1", "flat has no prestige; leave it out"),
        ("clay", "clay,foundation,2,10,,1", "clay has no height; leave it out"),
        ("pool", "pool,special,1,20,3,2", "pool has no resistance; leave it out"),
        ("record", "record,prize,1,300,5", "record has no height; leave it out"),
        ("mini", "mini,prize,1,,3", "the height of mini must be a whole number, not ''"),
        ("absorber", "absorber,special,2,20,0,-1", "the resistance of absorber is -1; it can be 0 to 20"),
        ("flat", "flat,roof,4,,0", "the height of flat must be a whole number, not ''"),
        ("flat", "flat,roof,4,5000,0", "the height of flat is 5000; it can be 0 to 300"),
        ("flat", "flat,roof,-4,5,0", "the count of flat is -4; it can be 0 to 60"),
        ("flat", "slate,roof,4,5,0", "there is no kind 'slate'"),
        ("flat", "dome,roof,4,5,0", "dome stands here a second time"),
        ("clay", "clay,foundation,2,,,0", "the resistance of clay is 0; it can be 1 to 20"),
        ("flat", "flat,roof,4,5,0,,a,b,c,d,e,f,g,h", "14 values, but 13 columns"),
    ],
)
def test_a_bad_line_is_named_with_the_reason(deck, kind, line, why):
    number = line_of(kind)
    later = line_of("dome") if why.startswith("dome") else number
    with pytest.raises(OptionError) as caught:
        load("gratte-ciel", deck=deck({number: line}))
    assert f"own.csv, line {later}: {why}" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is nothing in it"),
        ("# nothing but a remark\n", "there is nothing in it"),
        ("a,b,c\n", "line 1: the first line names the columns"),
        ("kind,count\nstudy,10\n", "clay, parking, piles, bedrock, home-10 … missing"),
    ],
)
def test_a_file_that_is_no_deck_is_refused(deck, text, why):
    with pytest.raises(OptionError, match=why):
        load("gratte-ciel", deck=deck(text=text))


def test_a_deck_that_cannot_be_played_with_is_refused(deck):
    few = {line_of(kind): f"{kind},foundation,0,,,1" for kind in ("parking", "piles", "bedrock")}
    with pytest.raises(OptionError, match="2 foundations; there can be 5 to 10"):
        load("gratte-ciel", deck=deck(few))
    many = {line_of(kind): f"{kind},action,60" for kind in ("study", "insurance", "tornado", "quake")}
    with pytest.raises(OptionError, match="there can be 35 to 250"):
        load("gratte-ciel", deck=deck(many))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("count,kind\n5\n", "line 2: there is no kind ''"),
        ("kind,count,count\n", "line 1: the column count stands there twice"),
        ("kind,count\n" + "x" * 200_000 + ",1\n", "line 2"),
        ("kind,count\nflat,0_2\n", "must be a whole number, not '0_2'"),
        ("kind,count\nstudy," + "9" * 4000 + "\n", "must be a whole number, not '9{20}'$"),
        ("kind,count\n" + "#\n" * 1_000_000, "too large for a deck"),
    ],
)
def test_hostile_files_are_refused_in_a_line(deck, text, why):
    with pytest.raises(OptionError, match=why) as caught:
        load("gratte-ciel", deck=deck(text=text))
    assert len(str(caught.value)) < 300


def test_tabs_are_understood_too(deck):
    text = "\n".join(line.replace(",", "\t") if not line.startswith("#") else line for line in LINES)
    assert load("gratte-ciel", deck=deck(text=text)).material == STANDARD


def test_no_file_a_folder_and_no_text_are_refused(tmp_path):
    with pytest.raises(OptionError, match="No such file"):
        load("gratte-ciel", deck=str(tmp_path / "none.csv"))
    with pytest.raises(OptionError, match=r"folder|directory"):
        load("gratte-ciel", deck=str(tmp_path))
    (tmp_path / "bytes.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OptionError, match="not a text file"):
        load("gratte-ciel", deck=str(tmp_path / "bytes.csv"))
    for name in ("/dev/zero", "a\0b"):
        with pytest.raises(OptionError):
            load("gratte-ciel", deck=name)
    with pytest.raises(OptionError, match="a file's name or a mapping"):
        load("gratte-ciel", deck=7)


def test_games_without_a_deck_say_so():
    with pytest.raises(OptionError, match="has no option 'deck'"):
        load("manhattan", deck=str(FILE))
