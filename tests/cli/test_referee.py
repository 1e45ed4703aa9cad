"""play as the referee of a game at a real table: all that happens there is typed in."""

import json
import re
from pathlib import Path

import pytest

from .running import OTHER_RECORDS, RECORDS, script


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
    path = Path(__file__).parents[1] / "games/gratte_ciel/records.jsonl"
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
    deck = (Path(__file__).parents[2] / "src/bauboom/games/gratte_ciel/deck.csv").read_text(encoding="utf-8")
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
