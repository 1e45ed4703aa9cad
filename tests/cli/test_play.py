"""play, through a pipe: by people, bots and programs, saved and gone on with."""

import json
import re
import signal
import subprocess
from pathlib import Path

import pytest

from bauboom import Record, load

from .running import BAUBOOM, RECORDS, environment_of, script, until_it_reads


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
