"""Records: check, verify, show, and the rules they cite."""

import json
import subprocess
import sys

import pytest

from bauboom import load
from bauboom.core.chance import Fair, commitment
from bauboom.core.fair import Proof

from .running import BAUBOOM, RECORDS, environment_of


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


def test_a_pipe_can_be_checked(home):
    command = f"{' '.join(BAUBOOM)} check <(cat {RECORDS})"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env=environment_of(home), check=False
    )
    assert done.stdout == "24 good, 0 refused\n", done.stderr
