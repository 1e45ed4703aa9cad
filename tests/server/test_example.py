"""The example bot plays whole games against a real server."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bauboom import GAMES, load
from bauboom.core.fair import verify
from bauboom.core.record import Record

from .process import Client, Server

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("example")
    with Server(str(folder / "bauboom.db"), folder, bot_pace=0.01, messages_per_second=30) as server:
        yield server


@pytest.fixture(scope="module")
def owner(server):
    with Client(server, "Ada") as ada:
        ada.post("/api/account", login="ada", password="only for this test").raise_for_status()
        yield ada


def start_bot(server, owner, where):
    token = owner.post("/api/bots", name=f"at {where}").json()["token"]
    return subprocess.Popen(
        [sys.executable, str(BOT), server.url, token, where], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def ended(bot):
    said, complaint = bot.communicate(timeout=300)
    assert bot.returncode == 0, complaint
    return json.loads(said)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_example_bot_plays_a_game_to_its_end(server, owner, game):
    result = ended(start_bot(server, owner, game))
    assert result["seat"] == 0
    assert result["how"] == "rules"
    assert len(result["scores"]) == 2
    assert result["winners"]


@pytest.mark.slow
def test_two_example_bots_meet_at_a_table_and_its_record_is_proven(server, owner):
    game = GAMES[-1]
    table = owner.post("/api/tables", game=game, options={"players": 2}).json()
    bots = [start_bot(server, owner, table["code"]) for _ in range(2)]
    results = [ended(bot) for bot in bots]
    assert sorted(result.pop("seat") for result in results) == [0, 1]
    assert results[0] == results[1]
    record = Record.decode(owner.get(f"/api/tables/{table['id']}/record").content, load)
    assert list(record.seats) == [f"at {table['code']}"] * 2
    assert verify(record).draws > 10
