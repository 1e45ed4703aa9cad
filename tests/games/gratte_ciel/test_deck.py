"""The deck as a file (G-deck): readable, replaceable, and refused with the line and the reason."""

import copy
import pickle
from pathlib import Path

import pytest

from bauboom import OptionError, load
from bauboom.games.gratte_ciel.deck import FLOORS, FOUNDATIONS, KINDS, LANGUAGES, NAMES, ROOFS, SPECIALS, STANDARD

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


def test_every_kind_has_a_name_in_every_language_and_says_what_is_reconstructed():
    assert set(NAMES) == {*KINDS, *FOUNDATIONS}
    for names in NAMES.values():
        assert set(names) == set(LANGUAGES)
        assert all(names.values())
    for kind in (*FOUNDATIONS, *FLOORS, *SPECIALS, *ROOFS, "toilet"):
        assert "reconstruction" in LINES[line_of(kind) - 1]
    assert "reconstruction" in "\n".join(LINES[:3])


def test_the_file_itself_is_the_standard_deck():
    assert load("gratte-ciel", deck=str(FILE)).material == STANDARD
    assert load("gratte-ciel", deck=FILE).root == load("gratte-ciel").root


def test_other_values_are_played_with(deck):
    path = deck({line_of("flat"): "flat,roof,4,45,3,,flat roof,Flachdach,plat dak,toit plat,mine"})
    game = load("gratte-ciel", players=3, deck=path)
    assert game.seats == 3
    assert game.root.view(None).data["cards"]["flat"] == [45, 3, 4]
    assert game != load("gratte-ciel", players=3)
    assert game.root != load("gratte-ciel", players=3).root
    assert pickle.loads(pickle.dumps(game)) == copy.copy(game) == game


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
        ("flat", "flat,roof,4,,0", "the height of flat must be a whole number, not ''"),
        ("flat", "flat,roof,4,5000,0", "the height of flat is 5000; it can be 0 to 300"),
        ("flat", "flat,roof,-4,5,0", "the count of flat is -4; it can be 0 to 60"),
        ("flat", "slate,roof,4,5,0", "there is no kind 'slate'"),
        ("flat", "dome,roof,4,5,0", "dome stands here a second time"),
        ("clay", "clay,foundation,2,,,0", "the resistance of clay is 0; it can be 1 to 20"),
        ("flat", "flat,roof,4,5,0,,a,b,c,d,e,f,g", "13 values, but 11 columns"),
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
