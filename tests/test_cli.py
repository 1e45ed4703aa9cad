"""The command line as people use it: real processes, pipes, and a terminal."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from bauboom import GAMES, Record, load
from bauboom.cli import main
from bauboom.cli.command import GAME, GameChoice, GameParser
from bauboom.cli.options import seed
from bauboom.core.chance import Fair, commitment
from bauboom.core.fair import Proof

RECORDS = Path(__file__).parent / "games/manhattan/records.jsonl"
OTHER_RECORDS = Path(__file__).parent / "games/hoch_hinaus/records.jsonl"
BAUBOOM = [sys.executable, "-m", "bauboom"]


@pytest.fixture
def home(tmp_path):
    """An empty home and working folder."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def bauboom(home):
    """A function: run a command; its exit status, output and complaints."""

    def run(*arguments, text="", **environment):
        done = subprocess.run(
            [*BAUBOOM, *map(str, arguments)],
            input=text.encode() if isinstance(text, str) else text,
            capture_output=True,
            cwd=home,
            env=environment_of(home, **environment),
            timeout=300,
            check=False,
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        return done.returncode, done.stdout.decode(), done.stderr.decode().splitlines()

    return run


@pytest.fixture
def in_process(home, monkeypatch, capsys):
    """The same without a process of its own: for what ends before anything is played."""

    def run(*arguments):
        monkeypatch.chdir(home)
        monkeypatch.setattr(sys, "argv", ["bauboom", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        output, complaints = capsys.readouterr()
        return ended.value.code or 0, output, complaints.splitlines()

    return run


def environment_of(home, **more):
    keep = {k: v for k, v in os.environ.items() if k not in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "COLUMNS", "LINES")}
    return {**keep, "HOME": str(home), "TERM": "xterm-256color", **more}


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


# check


def test_check_accepts_good_records(bauboom):
    assert bauboom("check", RECORDS) == (0, "24 good, 0 refused\n", [])


def test_options_may_stand_between_files(in_process):
    assert in_process("check", RECORDS, "--lang", "nl", RECORDS) == (0, "48 in orde, 0 afgewezen\n", [])


@pytest.mark.slow
def test_check_refuses_by_file_line_event_and_rule(bauboom, home):
    games = [json.loads(line) for line in RECORDS.read_bytes().splitlines()[:3]]
    games[1]["events"][3]["seat"] ^= 1
    bad = home / "bad.jsonl"
    bad.write_text("\n".join(map(json.dumps, games)) + '\n{"format": "baub\n[[[[\n')
    status, output, complaints = bauboom("check", bad, RECORDS)
    assert status == 2
    assert output == "26 good, 3 refused\n"
    assert complaints[0].startswith(f"{bad}:2: event 4, ")
    assert complaints[0].endswith("(M4)")
    assert [c.split(":")[1] for c in complaints] == ["2", "4", "5"]


@pytest.mark.parametrize(
    ("language", "tally", "says"),
    [
        ("en", "0 good, 2 refused", "event 4, Ada picks 4 blocks of blue (2, 2, 2 and 2): Grace must pick blocks now"),
        (
            "de",
            "0 in Ordnung, 2 abgelehnt",
            "Ereignis 4, Ada wählt 4 Bauteile in Blau (2, 2, 2 und 2): Grace muss jetzt Bauteile auswählen",
        ),
        (
            "nl",
            "0 in orde, 2 afgewezen",
            "gebeurtenis 4, Ada kiest 4 bouwstenen van blauw (2, 2, 2 en 2): Grace moet nu bouwstenen kiezen",
        ),
        (
            "fr",
            "en règle : 0, refusés : 2",
            "événement 4, Ada choisit 4 blocs en bleu (2, 2, 2 et 2) : Grace doit maintenant choisir des blocs",
        ),
    ],
)
def test_check_explains_in_a_language(in_process, home, language, tally, says):
    game = json.loads(RECORDS.read_bytes().splitlines()[0]) | {"seats": ["Ada", "Grace"]}
    game["events"][3]["seat"] ^= 1
    (home / "bad.jsonl").write_text(json.dumps(game) + "\n{\n")
    status, output, complaints = in_process("check", "bad.jsonl", "--lang", language)
    assert (status, output) == (2, f"{tally}\n")
    assert complaints[0] == f"bad.jsonl:1: {says} (M4)"
    assert complaints[1].startswith("bad.jsonl:2: ")
    assert complaints[1].endswith(": Input data was truncated (record)")


def test_check_in_a_language_that_nobody_speaks(in_process):
    status, output, complaints = in_process("check", RECORDS, "--lang", "la")
    assert (status, output) == (2, "")
    assert complaints == ["bauboom: explanations are not written in 'la'; try de, en, fr or nl"]


@pytest.mark.slow
def test_check_survives_hostile_files(bauboom, home):
    hostile = {
        "empty": b"",
        "binary": bytes(range(256)) * 20,
        "deep": b'{"format":' + b"[" * 300_000,
        "long": b'{"format": "' + b"x" * (100 * 2**20) + b'"}\n',
        "nan": b'{"format":"bauboom/1","game":"manhattan","seats":["Ada","Grace"],"events":[{"e":"start","seat":NaN}]}',
    }
    for name, content in hostile.items():
        (home / name).write_bytes(content)
        status, _, complaints = bauboom("check", name)
        assert status == 2
        assert 1 <= len(complaints) <= 20 + 1
        assert all(len(line) < 400 for line in complaints), name


@pytest.mark.slow
def test_check_streams_a_large_file_in_little_memory(home):
    large = home / "large.jsonl"
    block = RECORDS.read_bytes()
    with large.open("wb") as file:
        for _ in range(40):
            file.write(
                b'{"comment": "' + b"x" * 2**20 + b'"' + block.splitlines()[0][:-1].replace(b"{", b",", 1) + b"}\n"
            )
    code = (
        "import resource, sys; sys.argv = ['bauboom', 'check', sys.argv[1]]\n"
        "from bauboom.cli import main\n"
        "try: main()\n"
        "except SystemExit as e: print(e.code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )

    def peak(path):
        command = [sys.executable, "-c", code, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment_of(home), check=True)
        status, megabytes = done.stdout.split()[-2:]
        assert status in ("None", "0"), done.stderr
        return int(megabytes)

    assert peak(large) < peak(RECORDS) + 20  # 40 MB of records; far more would be needed to hold them all


# verify

NONCE = bytes([7]) * 32
FAIR = Fair(bytes(range(32)), "abc", (NONCE, None))
NOTED = ["--hash", commitment(FAIR.seed).upper(), "--table", "abc", "--commit", commitment(NONCE)]


def fair_record(name="manhattan", fair=FAIR, commits=(commitment(NONCE), None), moves=10**6):
    """A game from a table whose chance can be checked, as JSON; after so many decisions it is broken off."""
    state = load(name, players=2).start(chance=fair)
    while not state.is_over and moves:
        state, moves = state.play(state.legal_ids()[0]), moves - 1
    record = state.record(["Ada", "Grace"])
    record.extra["chance"] = Proof.of(fair, commits)
    return json.loads(record.encode())


def test_verify_says_what_is_proven(in_process, home):
    (home / "game.json").write_text(json.dumps(fair_record(), indent=1))
    status, output, complaints = in_process("verify", "game.json")
    assert (status, complaints) == (0, [])
    assert output == (
        "game.json:1: table abc: all 105 draws are what seed 00010203… and the nonces of 1 of 2 seats give; "
        f"the seed fits the hash {commitment(FAIR.seed)}; "
        "not compared with what was shown before the game: --hash, --table, --commit\n"
        "1 proven, 0 refused\n"
    )
    assert in_process("verify", "game.json", *NOTED, "--nonce", NONCE.hex().upper())[:2] == (
        0,
        "game.json:1: table abc: all 105 draws are what seed 00010203… and the nonces of 1 of 2 seats give; "
        "the seed fits the hash noted before the game; your nonce took part, for seat 0\n1 proven, 0 refused\n",
    )


def test_verify_says_what_a_proof_lacks(in_process, home):
    alone = Fair(FAIR.seed, "abc", (None, None))
    games = [fair_record(fair=alone, commits=(None, None)), fair_record(fair=alone, moves=9)]
    (home / "games.jsonl").write_text("\n".join(map(json.dumps, games)))
    status, output, _ = in_process("verify", "games.jsonl")
    one, two, _ = output.splitlines()
    assert status == 0
    assert "are what seed 00010203… gives, which the server alone chose; " in one
    assert one.endswith("not compared with what was shown before the game: --hash, --table")
    assert "seat 0 never revealed its nonce; " in two
    assert two.endswith("; the record ends before the game does")


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--hash", "00" * 32, f"the hash is {commitment(FAIR.seed)}, not the one noted before the game"),
        ("--table", "abd", "this is table abc, not the one noted before the game"),
        ("--commit", "00" * 32, "the players' commitments are not those noted before the game"),
        ("--nonce", "00" * 32, "your nonce is not among those that took part"),
    ],
)
def test_verify_compares_with_what_was_noted(in_process, home, option, value, message):
    (home / "game.json").write_text(json.dumps(fair_record(moves=3)))
    assert in_process("verify", "game.json", option, value) == (
        2,
        "0 proven, 1 refused\n",
        [f"game.json:1: {message} (chance)"],
    )


def test_verify_refuses_by_file_line_and_event(bauboom, home):
    good, swapped, spoilt = fair_record(), fair_record(), fair_record()
    first, second = (event["cards"] for event in swapped["events"][1:3])
    at = next(i for i in range(4) if first[i] != second[i])
    first[at], second[at] = second[at], first[at]  # hands that could have been dealt, but were not
    swapped["events"] = swapped["events"][:3]
    del swapped["result"]
    spoilt["chance"] = ["seed"]
    plain = json.loads(RECORDS.read_bytes().splitlines()[0])
    lines = [*map(json.dumps, (good, swapped, spoilt, plain)), "{"]
    (home / "games.jsonl").write_text("\n".join(lines))
    status, output, complaints = bauboom("verify", "games.jsonl")
    assert status == 2
    assert output.startswith("games.jsonl:1: table abc: all ")
    assert output.endswith("1 proven, 4 refused\n")
    assert complaints[0] == (
        f"games.jsonl:2: event 2: draw{first[at]} came at step {at + 1}, "
        f"but seed and nonces give draw{second[at]} (chance)"
    )
    assert complaints[1] == "games.jsonl:3: Expected `object`, got `array` (chance)"
    assert complaints[2] == "games.jsonl:4: the record has no key 'chance': nothing in it can be proven (chance)"
    assert complaints[3].startswith("games.jsonl:5: ")
    assert bauboom("check", "games.jsonl")[1] == "4 good, 1 refused\n"


# show, rules


@pytest.mark.slow
def test_show_tells_a_game(bauboom):
    status, output, _ = bauboom("show", RECORDS, "--number", 22)
    assert status == 0
    assert "start player" in output
    assert "Scoring of round 4" in output
    assert "Final score: random0 85, random1 57. random0 wins." in output
    assert output.count("A Sydney") == 4
    assert bauboom("show", RECORDS, "--no-boards")[1].count("A Sydney") == 1


@pytest.mark.slow
def test_show_draws_the_table_at_the_end(bauboom, home):
    status, out, complaints = bauboom("show", RECORDS, "--picture", "end.svg")
    assert (status, out, complaints) == (0, "end.svg written\n", [])
    svg = (home / "end.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "wins" in svg
    status, out, complaints = bauboom("show", RECORDS, "--picture", "end.svg")
    assert status == 2
    assert "exists already" in complaints[0]


def test_show_into_a_closed_pipe_ends_quietly(home):
    command = f"{' '.join(BAUBOOM)} show {RECORDS} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment_of(home), check=True)
    assert done.stdout.startswith("Manhattan")
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


@pytest.mark.parametrize("language", ["en", "de", "nl", "fr"])
@pytest.mark.parametrize(
    ("game", "rule"), [("manhattan", "M-cap"), ("hoch-hinaus", "H-ruin"), ("gratte-ciel", "G-flaw")]
)
def test_rules_in_four_languages(in_process, game, rule, language):
    status, output, _ = in_process("rules", game, "--lang", language)
    assert status == 0
    assert f"## {rule}: " in output
    section = in_process("rules", game, rule.lower(), "--lang", language)[1]
    assert section.startswith(f"## {rule}: ")
    assert section.count("##") == 1


# simulate


@pytest.mark.slow
def test_simulate_gives_the_same_table_on_any_number_of_cores(bauboom):
    runs = {bauboom("simulate", "manhattan", "--games", 500, "--seed", 4, "--workers", n)[1] for n in (1, 2, 3)}
    assert len(runs) == 1
    (output,) = runs
    assert "500 games" in output
    assert "95 % interval" in output
    assert "Game length: 225.0 actions" in output
    assert bauboom("simulate", "manhattan", "--games", 500, "--seed", 5)[1] != output


@pytest.mark.slow
def test_simulate_writes_records_that_check_accepts(bauboom, home):
    for workers in (1, 2):
        status, *_ = bauboom(
            *(
                "simulate",
                "manhattan",
                "--games",
                150,
                "--seed",
                2,
                "--players",
                3,
                "--edition",
                2017,
                "--workers",
                workers,
            ),
            *("--bots", "greedy,random,random", "--records", f"{workers}.jsonl"),
        )
        assert status == 0
    assert (home / "1.jsonl").read_bytes() == (home / "2.jsonl").read_bytes()
    assert bauboom("check", "1.jsonl")[1] == "150 good, 0 refused\n"
    first = json.loads((home / "1.jsonl").read_bytes().splitlines()[0])
    assert first["seats"] == ["bot:greedy", "bot:random", "bot:random"]
    assert first["options"]["edition"] == "2017"


@pytest.mark.slow
def test_what_chance_deals_does_not_depend_on_who_plays(bauboom, home):
    for bots in ("random", "greedy"):
        bauboom("simulate", "manhattan", "--games", 5, "--bots", bots, "--records", f"{bots}.jsonl")
    deals = [
        [json.loads(line)["events"][:5] for line in (home / f"{bots}.jsonl").read_bytes().splitlines()]
        for bots in ("random", "greedy")
    ]
    assert deals[0] == deals[1]


def test_simulate_overwrites_nothing(bauboom, home):
    (home / "mine.jsonl").write_text("precious")
    status, _, complaints = bauboom("simulate", "manhattan", "--games", 2, "--records", "mine.jsonl")
    assert status == 2
    assert "mine.jsonl exists already" in complaints[0]
    assert (home / "mine.jsonl").read_text() == "precious"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_greedy_beats_random_from_every_seat(bauboom, game):
    for bots, winner in (("greedy,random", 0), ("random,greedy", 1)):
        _, output, _ = bauboom("simulate", game, "--players", 2, "--games", 200, "--bots", bots)
        share = float(re.findall(r"([\d.]+)% +[\d.]+% –", output)[winner])
        assert share >= 95


@pytest.mark.slow
def test_simulate_stopped_by_ctrl_c_keeps_whole_records_and_tells_what_it_has(home):
    command = [*BAUBOOM, "simulate", "manhattan", "--games", "10000000", "--records", "part.jsonl"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=home, env=environment_of(home)
    ) as p:
        part = home / "part.jsonl"
        until(lambda: part.exists() and part.stat().st_size > 100_000)
        p.send_signal(signal.SIGINT)
        output, complaints = p.communicate(timeout=60)
    assert p.returncode == 130
    assert b"Interrupted after" in complaints
    assert b"Traceback" not in complaints
    assert b"win share" in output
    games = part.read_bytes().splitlines()
    assert f"{len(games):,} games" in output.decode()
    assert all(Record.decode(line, load).replay().is_over for line in games)


def until(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


def until_it_reads(process):
    """A signal in the moment between prompt and reading is overlooked by CPython until the next line comes."""
    time.sleep(0.5)
    stat = Path(f"/proc/{process.pid}/stat")  # on a busy machine that moment is long, and Linux says when it is over
    until(lambda: not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "S")


# play, through a pipe


def script(*lines):
    return "\n".join(lines) + "\n"


def follow_hints(home, *arguments):
    """People who ask for a hint each time and type it back, until the game is over; what they were shown."""
    command, pipe = [*BAUBOOM, "play", *arguments], subprocess.PIPE
    shown = []
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=home, env=environment_of(home)) as process:
        process.stdin.write("hint\n")
        process.stdin.flush()
        for line in process.stdout:
            shown.append(line)
            if hint := re.match(r"Hint: (\S+)", line):
                process.stdin.write(f"{hint[1]}\nhint\n")
                process.stdin.flush()
    assert process.returncode == 0
    return "".join(shown)


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["manhattan", "--option", "colours=1"], ["hoch-hinaus"], ["gratte-ciel"]], ids=lambda a: a[0]
)
def test_a_whole_game_through_a_pipe(home, arguments):
    output = follow_hints(home, *arguments, "--players", "2", "--record", "game.json")
    assert re.search(r"Final score: You -?\d+, greedy -?\d+\.", output)
    record = Record.decode((home / "game.json").read_bytes(), load)
    assert record.seats == ["You", "bot:greedy"]
    assert record.replay().is_over


@pytest.mark.slow
def test_people_at_one_keyboard_finish_a_game_and_are_told_its_end_once(home):
    output = follow_hints(home, "manhattan", "--seats", "Ada,Grace", "--option", "colours=1")
    assert re.search(r"Final score: Ada \d+, Grace \d+\.", output)
    end = output.rpartition(" > ")[2]
    assert end.count("Scoring of round") == 1
    assert len(re.findall(r"(Ada|Grace): ", end)) <= 2
    assert end.count("4 hidden") == 2


@pytest.mark.slow
def test_typing_mistakes_are_explained_and_change_nothing(bauboom):
    _, output, _ = bauboom(
        *("play", "manhattan", "--players", 2, "--option", "colours=1", "--seed", 5),
        text=script(
            *(
                "hepl",
                "",
                "12",
                "123456",
                "444444",
                "111114",
                "5",
                "0A1",
                "5Z1",
                "5A9",
                "5A1 pink",
                "99A1",
                "x" * 5000,
                "quit",
            )
        ),
    )
    for message in (
        "or did you mean help?",
        "6 blocks are picked in a round; you named 2",
        "name 6 block sizes from 1 to 4",
        "only 3 blocks of size 4 are left",
        "say card, city and block, as in 5C2",
        "there is no card 0",
        "which city is 'z'?",
        "there is no block of 9 storeys",
        "which colour is 'pink'?",
        "there is no card 99",
    ):
        assert message in output, message


@pytest.mark.slow
def test_an_illegal_build_names_the_rule(bauboom):
    start = ("play", "manhattan", "--players", 2, "--option", "colours=1", "--seed", 5)
    _, output, _ = bauboom(
        *start, text=script("111114", *(f"{card}A1{c}" for c in ("blue", "") for card in range(1, 10)), "quit")
    )
    assert "? You cannot build blue, only red (M-colours)" in output
    assert re.search(r"card \d is not in the hand, which is [\d, ]+ and \d \(M-build\)", output)


@pytest.mark.slow
def test_commands_in_a_pipe(bauboom, home):
    status, output, _ = bauboom(
        *("play", "manhattan", "--players", 2, "--seed", 5),
        text=script(
            "help", "rules M-cap", "rules M-nonsense", "moves", "board", "hint", "undo", "save", "save g.json", "quit"
        ),
    )
    assert status == 0
    for message in (
        "Building: card, city, block",
        "## M-cap: taking over a tower",
        "manhattan has no rule 'M-nonsense'",
        "pick1111  pick1112",
        "Hint: pick",
        "there is nothing to take back",
        "name the file, as in: save game.json",
        "Saved. Go on later with:",
    ):
        assert message in output, message
    assert output.count("Round 1 of 6") == 2
    assert (home / "g.json").exists()


@pytest.mark.slow
def test_save_overwrites_no_other_file(bauboom, home):
    (home / "mine.txt").write_text("precious")
    _, output, _ = bauboom("play", "manhattan", text=script("save mine.txt", "save no/folder/x", "quit"))
    assert "mine.txt exists already" in output
    assert "cannot write no/folder/x" in output
    assert (home / "mine.txt").read_text() == "precious"
    status, _, complaints = bauboom("play", "manhattan", "--record", "mine.txt")
    assert status == 2
    assert "exists already" in complaints[0]


def test_undo_goes_back_over_own_decisions_but_not_over_what_was_seen(bauboom):
    _, output, _ = bauboom(
        *("play", "manhattan", "--players", 2, "--seed", 2), text=script("1123", "undo", "1111", "1234", "undo", "quit")
    )
    picked = [line for line in output.splitlines() if "pick" in line or "Taken" in line or "cannot" in line]
    assert "Taken back." in output
    assert "that cannot be taken back: greedy has acted since" in output
    assert any("You: pick 1 1 1 1 of red" in line for line in picked)
    assert "You: pick 1 1 2 3" not in output or output.index("You: pick 1 1 2 3") < output.index("Taken back.")


@pytest.mark.slow
def test_an_unfinished_game_is_saved_and_resumed_where_it_was(bauboom, home):
    start = ("play", "manhattan", "--players", 2, "--option", "colours=1", "--seed", 5)
    _, output, _ = bauboom(*start, text="111114\n")
    command = re.search(r"Go on with: .*bauboom (play .*)", output)[1].split()
    saved = Path(command[-1])
    assert home in saved.parents
    before = json.loads(saved.read_bytes())
    _, output, _ = bauboom(*command, "--seed", 5, text=script("hint", "quit"))
    assert re.search(r"Hint:.*\n  It [a-z].*\.\n", output)
    assert json.loads(saved.read_bytes()) == before  # nothing was decided, nothing changed


@pytest.mark.slow
def test_resuming_keeps_extra_keys_and_never_writes_into_a_file_of_many_games(bauboom, home):
    games = [json.loads(line) for line in RECORDS.read_bytes().splitlines()[:2]]
    for game in games:
        del game["result"]
        game |= {"events": game["events"][:12], "seats": ["Ada", "Grace"], "comment": "keep me"}
    (home / "one.json").write_text(json.dumps(games[0], indent=1))
    (home / "many.jsonl").write_text("\n".join(map(json.dumps, games)))
    for name in ("one.json", "many.jsonl"):
        _, output, _ = bauboom("play", "manhattan", "--resume", name, "--seed", 1, text=script("hint", "quit"))
        move = re.search(r"Hint: (\S+)", output)[1]
        bauboom("play", "manhattan", "--resume", name, "--seed", 1, text=script(move, "quit"))
    one = json.loads((home / "one.json").read_text())
    assert one["comment"] == "keep me"
    assert len(one["events"]) > 12
    assert (home / "many.jsonl").read_text() == "\n".join(map(json.dumps, games))


@pytest.mark.slow
def test_a_finished_or_foreign_record_cannot_be_gone_on_with(bauboom, home):
    (home / "done.json").write_bytes(RECORDS.read_bytes().splitlines()[0])
    status, output, _ = bauboom("play", "manhattan", "--resume", "done.json")
    assert status == 0
    assert "Final score: random0 137, random1 142. random1 wins." in output
    (home / "bad.json").write_text(json.dumps(json.loads((home / "done.json").read_text()) | {"events": []}))
    status, _, complaints = bauboom("play", "manhattan", "--resume", "bad.json")
    assert status == 2
    assert "the game is not over" in complaints[0]


@pytest.mark.slow
def test_bots_alone_play_a_game_to_the_end(bauboom):
    status, output, _ = bauboom("play", "manhattan", "--seats", "greedy,random,greedy", "--seed", 1)
    assert status == 0
    assert re.search(r"Final score: greedy 0 \d+, random \d+, greedy 2 \d+\.", output)


@pytest.mark.slow
def test_undo_never_goes_over_a_drawn_card_or_somebody_elses_decision(bauboom):
    start = ("play", "manhattan", "--seats", "Ada,Grace", "--option", "colours=1", "--seed", 5)
    _, output, _ = bauboom(*start, text=script("111114", "undo", "quit"))
    assert "the last decision was not yours" in output
    _, output, _ = bauboom(*start, text=script("111114", "111113", "hint", "quit"))
    build = re.findall(r"Hint: (\S+)", output)[-1]
    _, output, _ = bauboom(*start, text=script("111114", "111113", build, "undo", "hint", "quit"))
    second = re.findall(r"Hint: (\S+)", output)[-1]
    _, output, _ = bauboom(*start, text=script("111114", "111113", build, second, "undo", "quit"))
    assert "Taken back" not in output


@pytest.mark.slow
def test_nobody_at_one_keyboard_is_shown_anothers_cards(bauboom):
    """Boards, hints and news of every prompt: cards are told to their holder alone."""
    _, output, _ = bauboom(
        *("play", "manhattan", "--seats", "Ada,Grace", "--option", "colours=1", "--seed", 5),
        text=script("111114", "111113", "board", "hint", "quit"),
    )
    boards = output.split("seen from")[1:]
    for board in boards:
        viewer = re.search(r"by (Ada|Grace)", board)[1]
        for line in board.splitlines():
            row = re.match(r"[▶ ] (Ada|Grace) .*?(\d hidden|\d \d \d \d)(?: ← start player)?$", line)
            if row:
                assert ("hidden" in row[2]) == (row[1] != viewer), line
    assert len(boards) == 4
    build = re.findall(r"Hint: (\S+)", output)[-1]
    _, output, _ = bauboom(
        *("play", "manhattan", "--seats", "Ada,Grace", "--option", "colours=1", "--seed", 5),
        text=script("111114", "111113", build, "board", "quit"),
    )
    assert re.search(r"(Ada|Grace): card \d, (red|blue) \d on", output)
    assert "draw card" not in output  # that is for the builder, at his next turn


@pytest.mark.slow
@pytest.mark.parametrize("name", ["~nosuchuser/x", "a\0b", "x" * 300, "loop", "/"])
def test_a_name_that_cannot_be_saved_under_is_explained(bauboom, home, name):
    (home / "loop").symlink_to("loop")
    status, output, _ = bauboom("play", "manhattan", text=script(f"save {name}", "quit"))
    assert status == 0
    assert "? cannot write" in output or "exists already" in output


def test_a_record_that_cannot_be_written_is_refused_before_the_game(bauboom):
    status, output, complaints = bauboom("play", "manhattan", "--record", "no/such/folder.json")
    assert status == 2
    assert "No such file" in complaints[0]
    assert output == ""


@pytest.mark.slow
def test_a_game_broken_off_from_outside_is_saved(home):
    for number in (signal.SIGTERM, signal.SIGHUP):
        command = [*BAUBOOM, "play", "manhattan", "--seed", "5", "--players", "2", "--option", "colours=1"]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=home, env=environment_of(home)) as process:
            process.stdin.write(b"111114\nhint\n")
            process.stdin.flush()
            for line in process.stdout:
                if line.startswith(b"Hint:"):
                    break
            until_it_reads(process)
            process.send_signal(number)
            output = process.stdout.read()
        assert process.returncode == 128 + number
        assert b"--resume" in output
    assert len(list(home.rglob("saved/*.json"))) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"TERM": "dumb"},
        {"COLUMNS": "1"},
    ],
)
def test_poor_terminals_are_no_obstacle(bauboom, environment):
    status, output, _ = bauboom("play", "manhattan", "--seed", 5, text=script("111114", "hint", "quit"), **environment)
    assert status == 0
    assert "Hint: " in output
    assert "\x1b" not in output


@pytest.mark.slow
def test_bytes_that_are_no_text_spoil_only_their_own_line(bauboom):
    status, output, _ = bauboom(
        *("play", "manhattan", "--seed", 5, "--players", 2, "--option", "colours=1"),
        text=b"111114\nboard\xff\xfe\nhint\nquit\n",
        PYTHONIOENCODING="utf-8",
    )
    assert status == 0
    assert re.search(r"Hint: \d", output)


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams_are_no_trace_back(home, closed):
    command = f"{' '.join(BAUBOOM)} play manhattan --seed 1 {closed}"
    done = subprocess.run(
        ["bash", "-c", command], input=b"quit\n", capture_output=True, env=environment_of(home), cwd=home, check=False
    )
    assert b"Traceback" not in done.stderr + done.stdout


@pytest.mark.slow
def test_what_others_wrote_cannot_paint_the_screen(bauboom, home):
    game = json.loads(RECORDS.read_bytes().splitlines()[0])
    evil = "\x1b[2J\nsecond line\x07" + "y" * 5000
    (home / "seats.json").write_text(json.dumps(game | {"seats": [evil, "Grace"]}))
    _, output, _ = bauboom("show", "seats.json")
    assert "\x1b" not in output
    assert "\nsecond line" not in output
    assert max(map(len, output.splitlines())) < 400
    for bad in ({"events": [{"e": evil}]}, {"options": {evil: 1}}, {"game": evil}, {"format": evil}):
        (home / "bad.json").write_text(json.dumps(game | bad))
        _, _, complaints = bauboom("check", "bad.json")
        assert len(complaints) == 1
        assert "\x1b" not in complaints[0]
        assert len(complaints[0]) < 400


@pytest.mark.slow
def test_looking_at_a_finished_game_leaves_its_file_alone(bauboom, home):
    text = json.dumps(json.loads(RECORDS.read_bytes().splitlines()[0]), indent=3)
    (home / "done.json").write_text(text)
    assert bauboom("play", "manhattan", "--resume", "done.json")[0] == 0
    assert (home / "done.json").read_text() == text


@pytest.mark.slow
def test_a_full_disk_leaves_whole_records(home):
    command = f"ulimit -f 100; {' '.join(BAUBOOM)} simulate manhattan --games 2000 --records big.jsonl"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env=environment_of(home), cwd=home, check=False
    )
    assert done.returncode == 2
    assert "big.jsonl: " in done.stderr
    lines = (home / "big.jsonl").read_bytes()
    assert lines == b"" or lines.endswith(b"\n")
    assert all(json.loads(line)["result"] for line in lines.splitlines())


def test_a_pipe_can_be_checked(home):
    command = f"{' '.join(BAUBOOM)} check <(cat {RECORDS})"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env=environment_of(home), check=False
    )
    assert done.stdout == "24 good, 0 refused\n", done.stderr


# A referee


@pytest.mark.slow
def test_a_referee_types_in_a_whole_real_game(bauboom, home):
    """Everything of an independent record is typed in, with some mistakes; the record that results is the same game."""
    record = json.loads(
        next(line for line in RECORDS.read_bytes().splitlines() if b'"colours": 1' in line or b'"colours":1' in line)
    )
    typed = []
    for event in record["events"]:
        match event["e"]:
            case "start":
                typed += ["7", str(event["seat"])]
            case "deal":
                typed += ["0", " ".join(map(str, event["cards"]))]
            case "pick":
                typed += ["99", "".join(map(str, event["blocks"]))]
            case "build":
                typed += ["board"] if len(typed) % 40 == 0 else []
                typed.append(f"{event['card']}{'ABCDEF'[event['city']]}{event['block']}")
            case "draw":
                typed += [str(event["card"])]
    options = [f"--option={k}={v}" for k, v in record["options"].items()]
    names = ",".join(["Ada", "Grace", "Joan", "Mary"][: record["options"]["players"]])
    status, output, _ = bauboom(
        "play", "manhattan", "--referee", "--record", "real.json", "--seats", names, *options, text=script(*typed)
    )
    assert status == 0
    assert "Final score:" in output
    written = json.loads((home / "real.json").read_text())
    assert written == record | {"seats": names.split(",")}


@pytest.mark.slow
def test_a_referee_types_in_a_game_with_real_dice(bauboom, home):
    """A whole independent game with a bankruptcy, typed as people would say it; the record that results is the same."""
    games = map(json.loads, OTHER_RECORDS.read_bytes().splitlines())
    record = next(r for r in games if r["options"]["players"] == 3 and any(e["e"] == "demand" for e in r["events"]))
    typed = []
    for event in record["events"]:
        plot = f"{'ABCDEFG'[event['plot'][1] - 1]}{event['plot'][0]}" if "plot" in event else ""
        match event["e"]:
            case "start":
                typed += ["3", str(event["seat"])]
            case "roll":
                typed += ["7 7", " ".join(map(str, event["dice"]))]
            case "move":
                typed.append(" ".join("off" if square < 0 else str(square) for square in event["figures"]))
            case "demand":
                typed.append(f"demand {('red', 'blue', 'green')[event['of']]}")
            case "decline":
                typed.append("no")
            case "bankrupt":
                pass
            case kind:
                typed.append(f"{kind} {plot}")
    status, output, _ = bauboom(
        *("play", "hoch-hinaus", "--referee", "--record", "real.json", "--seats", "Ada,Grace,Joan"),
        text=script(*typed),
    )
    assert status == 0
    assert "bankrupt, out of the game" in output
    assert "Final score:" in output
    assert json.loads((home / "real.json").read_text()) == record | {"seats": ["Ada", "Grace", "Joan"]}


@pytest.mark.slow
def test_a_referee_types_in_a_game_with_real_cards(bauboom, home):
    """A whole independent game with a study, a theft and a collapse; the record that results is the same."""
    path = Path(__file__).parent / "games/gratte_ciel/records.jsonl"
    games = map(json.loads, path.read_bytes().splitlines())
    wanted = {"stolen", "keep", "put", "collapse", "seen", "insure"}
    record = next(r for r in games if wanted <= {e["e"] for e in r["events"]})
    typed = []
    for event in record["events"]:
        match event["e"]:
            case "start":
                typed += ["9", str(event["seat"])]
            case "foundation":
                typed += ["sand", event["kind"]]
            case "deal" | "seen" | "stolen":
                typed.append(" ".join(event["cards"]))
            case "build" | "roof":
                typed.append(f"{event['card']} {event['site']}")
            case "steal" | "study":
                typed.append(f"{event['e']} {event['from']}")
            case "tornado":
                typed.append(f"tornado {event['to']}")
            case "quake" | "insure":
                typed.append(f"{event['e']} {event['site']}")
            case "draw" | "keep" | "put":
                typed.append(event["card"])
            case "take" | "play" | "discard":
                typed.append(f"{event['e']} {event['card']}")
            case "century" | "swap" | "decline":
                typed.append(event["e"])
    players = str(record["options"]["players"])
    status, output, _ = bauboom(
        *("play", "gratte-ciel", "--referee", "--record", "real.json", "--players", players), text=script(*typed)
    )
    assert status == 0
    assert "Final score:" in output
    written = json.loads((home / "real.json").read_text())
    assert written["events"] == record["events"]
    assert written["result"] == record["result"]


@pytest.mark.slow
def test_a_deck_of_ones_own_goes_with_the_saved_game(bauboom, home):
    deck = (Path(__file__).parents[1] / "src/bauboom/games/gratte_ciel/deck.csv").read_text(encoding="utf-8")
    (home / "own.csv").write_text(deck.replace("toilet,toilet,10,5,0", "toilet,toilet,30,7,1"), encoding="utf-8")
    bauboom(*("play", "gratte-ciel", "--players", 2, "--deck", "own.csv", "--record", "game.json"), text="quit\n")
    (home / "own.csv").unlink()
    assert json.loads((home / "game.json").read_text())["deck"]["toilet"] == {"count": 30, "height": 7, "prestige": 1}
    status, output, _ = bauboom("play", "gratte-ciel", "--resume", "game.json", text="moves\nquit\n")
    assert status == 0
    assert "discard" in output
    (home / "own.csv").write_text(deck, encoding="utf-8")
    status, output, _ = bauboom("simulate", "gratte-ciel", "--deck", "own.csv", "--games", 5, "--records", "g.jsonl")
    assert status == 0
    assert bauboom("check", "g.jsonl")[0] == 0


@pytest.mark.slow
def test_undo_also_takes_a_decision_out_of_the_file(bauboom, home):
    start = ("play", "manhattan", "--referee", "--players", 2, "--option", "colours=1", "--record", "r.json")
    bauboom(*start, text=script("1", "5 8 1 7", "quit"))
    bauboom("play", "manhattan", "--referee", "--resume", "r.json", text=script("undo"))
    assert json.loads((home / "r.json").read_text())["events"] == [{"e": "start", "seat": 1}]


def test_people_are_told_everything_that_happened_since_they_last_looked(bauboom):
    _, output, _ = bauboom(
        *("play", "manhattan", "--seats", "Ada,Grace,Joan", "--seed", 5), text=script(*["1123", "1124", "1134"], "quit")
    )
    last = output.rpartition("Round 1 of 6")[0].rpartition(" > ")[2]
    assert len(re.findall(r"(Ada|Grace|Joan): pick", last)) == 3


@pytest.mark.slow
def test_a_referee_may_take_back_anything_and_go_on_later(bauboom, home):
    start = ("play", "manhattan", "--referee", "--players", 2, "--option", "colours=1")
    _, output, _ = bauboom(
        *start, "--record", "r.json", text=script("1", "5 8 1 7", "undo", "5 8 1 9 3", "5 8 1 9", "3 6 7")
    )
    assert "Taken back." in output
    assert "4 cards are missing, not 5" in output
    saved = json.loads((home / "r.json").read_text())
    assert saved["events"] == [{"e": "start", "seat": 1}, {"e": "deal", "seat": 1, "cards": [5, 8, 1, 9]}]
    _, output, _ = bauboom(
        "play", "manhattan", "--referee", "--resume", "r.json", text=script("3 6 7 3", "112234", "quit")
    )
    saved = json.loads((home / "r.json").read_text())
    assert [e["e"] for e in saved["events"]] == ["start", "deal", "deal", "pick"]


# A terminal


# run first in the new process: the terminal becomes its own, so that Ctrl-C reaches it whoever started the tests
TAKE_TERMINAL = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""


class Screen:
    """A program in a pseudo-terminal: type, and read what it shows."""

    def __init__(self, command, home):
        self.process, self.shown = None, ""
        self.leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, *command],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            cwd=home,
            env=environment_of(home),
            start_new_session=True,
        )
        os.close(follower)

    def until(self, text, seconds=120):
        end = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < end, f"never shown: {text!r} in {self.shown[-2000:]!r}"
            if select.select([self.leader], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self.leader, 65536).decode(errors="replace")
                except OSError:
                    assert text in self.shown, f"ended without {text!r}: {self.shown[-2000:]!r}"
        shown, _, self.shown = self.shown.partition(text)
        return shown + text

    def type(self, text):
        os.write(self.leader, text.encode())

    def close(self):
        status = self.process.wait(timeout=60)
        os.close(self.leader)
        return status


@pytest.fixture
def screen(home):
    opened = []

    def open_screen(*arguments):
        opened.append(Screen([*BAUBOOM, *map(str, arguments)], home))
        return opened[-1]

    yield open_screen
    for one in opened:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


def test_at_a_terminal_a_decision_can_be_taken_back_before_the_card_is_drawn(screen):
    game = screen("play", "manhattan", "--players", 2, "--option", "colours=1", "--seed", 5)
    first = game.until("pick 6 blocks")
    assert "\x1b[91m" in first  # red is red
    game.type("111114\n")
    game.until("Enter to confirm")
    game.type("undo\n")
    game.until("Taken back.")
    game.until("pick 6 blocks")
    game.type("112234\n")
    game.until("Enter to confirm")
    game.type("save MyGame.json\n")
    game.until("MyGame.json")
    game.type("now\n")
    game.until("Enter confirms, undo takes it back")
    game.until("Enter to confirm")
    game.type("\n")
    game.until("build (card city block")
    game.type("quit\n")
    game.until("Go on with")
    assert game.close() == 0


@pytest.mark.slow
def test_people_at_one_keyboard_do_not_see_each_others_cards(screen):
    game = screen("play", "manhattan", "--seats", "Ada,Grace", "--option", "colours=1", "--seed", 5)
    shown = game.until("Press Enter when only")
    assert "your cards" not in shown
    game.type("\n")
    game.until("pick 6 blocks")
    game.type("111114\n")
    shown = game.until("Press Enter when only")
    assert "\x1b[2J" in shown
    assert "your cards" not in shown
    game.type("\n")
    shown = game.until("pick 6 blocks")
    assert shown.count("4 hidden") == 1
    game.type("quit\n")
    game.close()


@pytest.mark.slow
def test_ctrl_c_at_the_prompt_saves_the_game(screen):
    game = screen("play", "manhattan", "--players", 2, "--option", "colours=1", "--seed", 5)
    game.until("pick 6 blocks")
    game.type("111114\n")
    game.until("Enter to confirm")
    game.type("\n")
    game.until("build (card")
    game.until(" > ")
    until_it_reads(game.process)
    game.type("\x03")
    shown = game.until("--resume")
    assert "Traceback" not in shown
    assert game.close() == 130


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
