"""Games of other packages: found when they are needed, and never in the way of the others."""

import dataclasses
import logging
import re
import shutil
import subprocess
import sys

import msgspec
import pytest

from bauboom import GAMES, OptionError, games, load, registered
from bauboom.core import library
from bauboom.machines import pages

from . import example


@pytest.fixture
def package(tmp_path):
    """A function: a package in a folder, with an entry point for a game, as if it were installed."""

    def make(module, code, point, value):
        folder = tmp_path / module
        (folder / module).mkdir(parents=True)
        (folder / module / "__init__.py").write_text(code)
        (folder / f"{module}.py").write_text(code)
        project = f'[project]\nname = "{module}"\nversion = "1.0"\n[project.entry-points."bauboom.games"]\n'
        (folder / "pyproject.toml").write_text(f'{project}{point} = "{value}"\n')
        return example.on_path(example.written(folder / "metadata", folder), folder)

    return make


@pytest.fixture
def warnings(caplog):
    """A function: what was said so far, each in one line."""
    caplog.set_level(logging.WARNING)

    def said():
        lines = [record.getMessage() for record in caplog.records]
        assert not [line for line in lines if "\n" in line]
        return lines

    return said


def test_a_game_of_another_package_is_loaded_by_its_name():
    assert registered() == GAMES
    with example.installed():
        assert registered() == (*GAMES, example.NAME)
        assert load(example.NAME, players=3).seats == 3
        with pytest.raises(OptionError, match=r"there is no game 'chess'; there is .*gratte-ciel, cairn"):
            load("chess")
    with pytest.raises(OptionError, match="there is no game 'cairn'"):
        load(example.NAME)


@pytest.mark.parametrize(
    ("code", "value", "why"),
    [
        ("import nowhere_to_be_found", "broken:GAME", "No module named 'nowhere_to_be_found'"),
        ("raise RuntimeError('two\\nlines')", "broken:GAME", "RuntimeError: two lines"),
        ("GAME = 3", "broken:GAME", "broken:GAME is no Game"),
        ("", "broken:GAME", "has no attribute 'GAME'"),
        ("from bauboom.games.manhattan import GAME", "broken:GAME", "the game calls itself manhattan"),
        ("", "nowhere:GAME", "No module named 'nowhere'"),
    ],
)
def test_a_broken_package_is_named_in_one_line_and_the_others_are_played(package, warnings, code, value, why):
    with package("broken", code, "wreck", value):
        assert registered() == (*GAMES, "wreck")
        with pytest.raises(OptionError, match=re.escape(why)) as refused:
            load("wreck")
        assert str(refused.value).startswith("wreck, a game of the package broken, cannot be loaded (")
        assert [game.name for game in games.playable()] == list(GAMES)
        assert warnings() == [f"wreck is left out: {refused.value}"]
    sys.modules.pop("broken", None)


def test_a_game_without_its_library_is_left_out_with_what_to_do(warnings, monkeypatch, tmp_path):
    with example.installed():
        monkeypatch.setattr(library, "places", lambda game: [tmp_path] if game.name == "cairn" else [library.OURS])
        library._loaded.cache_clear()
        assert [game.name for game in games.playable()] == list(GAMES)
        (line,) = warnings()
        assert line.startswith("cairn is left out: cairn has no library in ")
        assert line.endswith("then bauboom build cairn")
        assert [game.name for game in games.load_all()] == [*GAMES, "cairn"]
    library._loaded.cache_clear()


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("manhattan", "Bauboom has a game of that name itself"),
        ("Tower", "a game's name has small letters, and hyphens between them"),
        ("tower_2", "a game's name has small letters, and hyphens between them"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(package, warnings, point, why):
    with package("claims", "GAME = 3", point, "claims:GAME"):
        assert registered() == GAMES
        assert load("manhattan").package == "bauboom.games.manhattan"
        assert warnings() == [f"'{point}' of the package claims is no game here: {why}"]


def test_of_two_packages_with_a_game_of_one_name_the_first_has_it(package, warnings):
    with example.installed(), package("copycat", "GAME = 3", "cairn", "copycat:GAME"):
        assert registered() == (*GAMES, "cairn")
        (line,) = warnings()
        assert re.fullmatch(
            r"'cairn' of the package .* is no game here: the package .* has a game of that name, too", line
        )


ALONE = """
import dataclasses
import numpy as np
from bauboom_cairn import GAME
ROW = np.dtype((np.record, np.dtype([("alone", np.int8), ("turn", np.int8)])))
GAME = dataclasses.replace(GAME, name="solo", package="alone", dtype=ROW)
"""


def test_a_game_of_a_single_module_has_no_folder_and_is_refused(package, tmp_path):
    with example.installed(), package("alone", ALONE, "solo", "alone:GAME"):
        shutil.rmtree(tmp_path / "alone" / "alone")  # so that alone.py is found
        with pytest.raises(OptionError, match="alone is a module; a game needs a folder for its files"):
            load("solo")


def test_two_games_cannot_have_rows_that_look_the_same():
    with example.installed(), pytest.raises(ValueError, match="twin and cairn have rows of the same dtype"):
        dataclasses.replace(load(example.NAME), name="twin", package="twin")


def test_help_looks_for_no_packages():
    program = "import sys; from bauboom.cli import overview; overview(); sys.exit('importlib.metadata' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_page_goes_on_without_a_game_whose_parts_are_faulty(monkeypatch):
    with example.installed():
        outside = load(example.NAME)
        games = (load("manhattan"), outside)
        monkeypatch.setattr(pages, "playable", lambda: games)
        assert {line["game"] for line in msgspec.json.decode(pages.files()[pages.INDEX])} == {"manhattan", "cairn"}
        whole = pages.parts_of

        def parts_of(game):
            if game is outside:
                raise ValueError("its lessons are no JSON")
            return whole(game)

        monkeypatch.setattr(pages, "parts_of", parts_of)
        assert [line["game"] for line in msgspec.json.decode(pages.files()[pages.INDEX])] == ["manhattan"]
        monkeypatch.setattr(pages, "playable", lambda: (outside,))
        assert msgspec.json.decode(pages.files()[pages.INDEX]) == []
