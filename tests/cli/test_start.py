"""What is said before anything is played: mistakes, help, options, and what a start does not import."""

import json
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest

from bauboom import GAMES, load
from bauboom.cli.command import GAME, GameChoice, GameParser
from bauboom.cli.options import seed

from .running import OTHER_RECORDS, RECORDS, environment_of

# Bad input: one line, status 2, nothing overwritten


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess"], "there is no game 'chess'; there is manhattan, hoch-hinaus, gratte-ciel"),
        (["play"], "the following arguments are required: GAME; see bauboom play --help"),
        (["fly"], "No such command 'fly'"),
        (["play", "manhattan", "--fast"], "No such option"),
        (["play", "manhattan", "--players", "9"], "players cannot be '9' in manhattan; it can be 2, 3 or 4"),
        (["play", "manhattan", "--players", "many"], "players cannot be 'many' in manhattan; it can be 2, 3 or 4"),
        (["play", "hoch-hinaus", "--players", "7"], "players cannot be '7' in hoch-hinaus; it can be 2, 3, 4, 5 or 6"),
        (["play", "hoch-hinaus", "--edition", "1994"], "hoch-hinaus has no option 'edition'; it has players or"),
        (["play", "hoch-hinaus", "--option", "bankruptcy=no"], "bankruptcy cannot be 'no' in hoch-hinaus"),
        (["play", "manhattan", "--resume", str(OTHER_RECORDS)], "holds a game of hoch-hinaus, not of manhattan"),
        (["play", "manhattan", "--deck", "own.csv"], "manhattan has no option 'deck'"),
        (["play", "gratte-ciel", "--deck", "own.csv"], "own.csv: No such file"),
        (["simulate", "gratte-ciel", "--deck", str(RECORDS)], "line 1: the first line names the columns"),
        (["play", "gratte-ciel", "--players", "6"], "players cannot be '6' in gratte-ciel; it can be 2, 3, 4 or 5"),
        (["play", "manhattan", "--edition", "2020"], "edition cannot be '2020'"),
        (["play", "manhattan", "--option", "colours"], "--option takes NAME=VALUE"),
        (["play", "manhattan", "--option", "size=3"], "has no option 'size'"),
        (["play", "manhattan", "--players", "2", "--option", "players=3"], "players is given twice, as 2 and as 3"),
        (["play", "manhattan", "--edition", "2017", "--colours", "1", "--players", "2"], "has players=3 or 4, not 2"),
        (["play", "gratte-ciel", "--blocks-per-round", "6"], "gratte-ciel has no option 'blocks_per_round'; it has pl"),
        (["play", "manhattan", "hoch-hinaus"], "'hoch-hinaus' is one word too many; see bauboom play --help"),
        (["--fast"], "No such option '--fast'; see bauboom --help"),
        (["arena", "manhattan", "--bots", "greedy,random", "--ray", "away"], "'away' is no address"),
        (["play", "manhattan", "--players", "3", "--option", "colours=2"], "with players=3 has colours=1, not 2"),
        (["play", "manhattan", "--seats", "Ada,Grace,greedy", "--players", "2"], "3 seats are named, but 2 play"),
        (["play", "manhattan", "--seats", "bot:clever,Ada"], "there is no bot 'clever'"),
        (["play", "manhattan", "--seats", "x" * 99 + ",Ada"], "a person's name of 1 to 24 letters"),
        (["play", "manhattan", "--resume", "nothing.json"], "nothing.json: No such file"),
        (["play", "manhattan", "--seats", "Ada,,Grace"], "a person's name of 1 to 24 letters"),
        (["play", "manhattan", "--seed", "-1"], "--seed"),
        (["play", "manhattan", "--resume", str(RECORDS), "--players", "2"], "do not go with --resume"),
        (["simulate", "manhattan", "--games", "0"], "--games"),
        (["simulate", "manhattan", "--seed", str(2**70)], "--seed"),
        (["simulate", "manhattan", "--bots", "greedy,random"], "2 bots are named for 4 seats"),
        (["simulate", "manhattan", "--bots", "clever"], "there is no bot 'clever'"),
        (
            ["simulate", "manhattan", "--games", "2", "--records", "no/such/folder.jsonl"],
            "no/such: there is no such folder",
        ),
        (["check", "nothing.json"], "nothing.json: there is no such file"),
        (["check", "."], "is a folder"),
        (["verify", "nothing.json"], "nothing.json: there is no such file"),
        (["verify"], "the following arguments are required: FILE…; see bauboom verify --help"),
        (["verify", str(RECORDS), "--hash", "12ab"], "--hash takes 64 of the digits 0 to 9 and a to f, not '12ab'"),
        (["verify", str(RECORDS), "--commit", "x" * 64], "--commit takes 64 of the digits"),
        (["verify", str(RECORDS), "--nonce", "seven"], "--nonce takes pairs of the digits"),
        (["show", "nothing.json"], "No such file"),
        (["show", str(RECORDS), "--number", "99"], "holds 24 records; there is no number 99"),
        (["rules", "manhattan", "--lang", "xx"], "not written in 'xx'; try de, en, fr or nl"),
        (["rules", "manhattan", "--lang", "../en"], "not written in"),
        (["rules", "manhattan", "M-nonsense"], "has no rule 'M-nonsense'"),
        (["bench", "chess"], "there is no game"),
    ],
)
def test_a_mistake_is_one_clear_line_and_status_2(in_process, arguments, message):
    status, output, complaints = in_process(*arguments)
    assert status == 2
    assert output == ""
    assert len(complaints) == 1
    assert complaints[0].startswith("bauboom: ")
    assert message in complaints[0]


def test_without_a_command_the_help_is_shown(bauboom):
    status, output, complaints = bauboom()
    assert status == 0
    assert "bauboom [OPTIONS] COMMAND" in output
    assert complaints == []


def test_show_tells_a_bad_game_up_to_its_first_bad_event(bauboom, home):
    game = json.loads(RECORDS.read_bytes().splitlines()[0])
    game["events"][9]["seat"] ^= 1
    (home / "bad.json").write_text(json.dumps(game))
    status, output, complaints = bauboom("show", "bad.json")
    assert status == 2
    assert "   9  " in output
    assert "  10  " not in output
    assert complaints[0].startswith("bauboom: bad.json: event 10, ")


@pytest.mark.slow
def test_help_teaches_every_command(bauboom):
    status, output, _ = bauboom("--help")
    assert status == 0
    for command in ("play", "simulate", "check", "verify", "show", "rules", "bench", "balance"):
        assert command in output
    assert "referee" in bauboom("play", "--help")[1]
    assert "does not prove that nobody looked" in " ".join(bauboom("verify", "--help")[1].split())
    assert bauboom("--version")[1].startswith("bauboom ")


# Options of a game


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("command", ["play", "simulate", "arena", "balance", "bench"])
def test_help_for_a_game_lists_its_options_with_their_values(in_process, command, name):
    status, output, _ = in_process(command, name, "--help")
    assert status == 0
    words, game = output.partition("\noptions of")[2].replace("|", " ").split(), load(name)
    for option in game.variants[0]:
        shown = words[words.index(f"--{option.replace('_', '-')}") + 1 :]
        values = {str(variant[option]) for variant in game.variants}
        assert set(shown[: len(values)]) == values
    if game.custom is not None:
        assert f"--{game.custom.key} FILE" in output


def test_help_shows_which_options_go_together(in_process):
    output = in_process("play", "--help", "manhattan")[1]
    assert re.search(r"edition +players +blocks-per-round +colours\n +1994 +4 +6 +1\n", output)
    assert "by default" not in output
    output = in_process("play", "hoch-hinaus", "--help")[1]
    assert "--players 2|3|4|5|6   4 by default." in output
    assert "--bankruptcy automatic|demand" in output
    assert "options of" not in in_process("play", "--help")[1]


@pytest.mark.parametrize(
    "options",
    [["--players=2", "--colours", 1], ["--option", "players=2", "--colours=1"], ["--option=colours=1", "--players", 2]],
)
def test_options_of_a_game_can_be_typed_in_any_way_and_place(in_process, options):
    for arguments in (["manhattan", *options], [*options, "manhattan"]):
        status, output, _ = in_process("simulate", *arguments, "--games", 2)
        assert status == 0
        assert "2 games of manhattan(edition=1994, players=2, blocks_per_round=6, colours=1)" in " ".join(
            output.split()
        )


def test_what_a_game_calls_like_an_option_of_the_command_is_left_to_option(monkeypatch):
    variants = ({"players": 2, "seed": "early"}, {"players": 10, "seed": "late"}, {"players": 9, "seed": "late"})
    game = SimpleNamespace(title="Other", variants=variants, custom=None)
    monkeypatch.setattr("bauboom.cli.command.load", lambda name: game)
    typed = ["other", "--seed", "7", "--option", "seed=late", "--players", "2"]
    parser = GameParser("play", "", [GAME, seed()], typed)
    assert parser.values(typed) == {"seed": 7, "game": GameChoice("other", {"players": "2", "seed": "late"})}
    assert "--players 2|9|10" in parser.format_help()


# Libraries


BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise AssertionError(name + " was imported")
sys.meta_path.insert(0, Blocked())
sys.argv[0] = "bauboom"
from bauboom.cli import main
main()
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["play", "manhattan"],
        ["check", RECORDS],
        ["show", RECORDS],
        ["simulate", "hoch-hinaus", "--games", "3", "--bots", "greedy"],
        ["arena", "gratte-ciel", "--bots", "level1,level2", "--games", "4", "--workers", "1"],
        ["balance", "manhattan", "--games", "100"],
        ["rules", "hoch-hinaus"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_commands_import_no_compiler_and_write_nothing(arguments, home, tmp_path):
    home.chmod(0o500)
    (tmp_path / "file").write_text("not a folder")
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED, *map(str, arguments)],
        input=b"quit\n",
        capture_output=True,
        cwd=tmp_path,
        env=environment_of(home, BAUBOOM_CACHE=str(tmp_path / "file"), PYTHONDONTWRITEBYTECODE="1"),
        check=False,
    )
    home.chmod(0o700)
    assert b"was imported" not in done.stderr, done.stderr.decode()
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    assert done.returncode == 0, done.stderr.decode()
    assert [path.name for path in tmp_path.iterdir() if path != home] == ["file"]
    assert not any(home.iterdir())


@pytest.mark.parametrize(
    ("arguments", "unneeded"),
    [
        (["--help"], {"numpy", "msgspec", "rich", "inspect"}),
        (["check", RECORDS], {"rich", "openskill", "bauboom.bots", "bauboom.arena", "bauboom.server"}),
        (["play", "manhattan"], {"rich", "openskill", "bauboom.bots.search", "bauboom.core.fair", "bauboom.arena"}),
    ],
    ids=["help", "check", "play"],
)
def test_a_start_imports_nothing_that_it_does_not_need(arguments, unneeded, home):
    """A person waits for every import; what is unneeded here took longest."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "bauboom", *map(str, arguments)],
        input=b"quit\n",
        capture_output=True,
        env=environment_of(home),
        check=True,
    )
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()}
    assert "bauboom.cli" in imported
    assert not imported & unneeded


def test_build_says_so_when_there_is_nothing_to_do(bauboom):
    assert bauboom("build") == (0, "The libraries are as they should be.\n", [])
    assert bauboom("build", "chess")[0] == 2


@pytest.mark.slow
def test_bench_gives_its_figures_as_json(bauboom):
    status, output, _ = bauboom("bench", "manhattan", "--json", "--no-start", "--players", 2)
    assert status == 0
    figures = json.loads(output)
    assert figures["bytes_per_game"] < 1024
    assert figures["options"]["players"] == 2
    assert all(value > 0 for name, value in figures.items() if isinstance(value, (int, float)) and name != "apply_ns")
