"""How long people wait: starting commands and a server, in an empty home and again, beside importing NumPy alone.

All starts take turns in one run, and medians are compared. "Cold" means a new, empty home for every start; the files of
the package are in the machine's memory in both cases.

    python bench/machines/starts.py
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import numpy as np
from rich.console import Console
from rich.table import Table
from websockets.sync.client import connect

sys.path.insert(0, str(Path(__file__).parents[2]))
from bauboom import GAMES, load
from tests.server.process import Server

TURNS = 9
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as wheels are installed: with what Python makes of sources kept
PYTHON = sys.executable


def seconds(command, home):
    begun = time.perf_counter()
    subprocess.run(
        command, input=b"quit\n", capture_output=True, check=True, cwd=home, env={**os.environ, "HOME": str(home)}
    )
    return time.perf_counter() - begun


def commands(folder):
    record = folder / "game.json"
    state = load("manhattan").start(seed=1)
    record.write_bytes(state.play(state.legal[0]).record().encode())
    bauboom = [PYTHON, "-m", "bauboom"]
    yield "python -c 'import numpy'", [PYTHON, "-c", "import numpy"]
    yield "bauboom --help", [*bauboom, "--help"]
    yield "bauboom check, a small file", [*bauboom, "check", str(record)]
    for name in GAMES:
        yield f"bauboom play {name}, first prompt", [*bauboom, "play", name]


def command_table(console):
    table = Table("command", "cold, s", "warm, s", "cold ÷ warm", "cold ÷ NumPy")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        todo = dict(commands(folder))
        times = {name: ([], []) for name in todo}
        warm = folder / "warm"
        warm.mkdir()
        for turn in range(TURNS):
            for name, command in todo.items():
                cold = folder / f"{turn}-{len(os.listdir(folder))}"
                cold.mkdir()
                times[name][0].append(seconds(command, cold))
                times[name][1].append(seconds(command, warm))
    medians = {name: (np.median(cold), np.median(again)) for name, (cold, again) in times.items()}
    numpy = medians["python -c 'import numpy'"][0]
    for name, (cold, again) in medians.items():
        table.add_row(name, f"{cold:.2f}", f"{again:.2f}", f"{cold / again:.2f}", f"{cold / numpy:.2f}")
    console.print(table)


def next_frame(socket):
    return next(message for text in socket if (message := json.loads(text))["t"] == "table")


def bot_move(socket, frame):
    """Seconds from the end of the person's turn until the bot has decided, its pace included."""
    while True:
        actions, legal = [], frame["legal"]
        begun = time.perf_counter()
        socket.send(json.dumps({"do": "play", "actions": [legal[0]["id"]], "version": frame["version"]}))
        while (message := json.loads(socket.recv()))["t"] != "table":
            if message["t"] == "more":
                actions = [*message["actions"], message["legal"][0]["id"]]
                socket.send(json.dumps({"do": "play", "actions": actions, "version": frame["version"]}))
        frame = message
        if not frame["legal"]:
            next_frame(socket)
            return time.perf_counter() - begun


def server_times(home):
    """Seconds until the page answers; then, for every game, until its first frame, its first hint and a bot's move."""
    found = {}
    begun = time.perf_counter()
    server = Server(str(Path(home) / "games.db"), Path(home))
    server.environment["HOME"] = str(home)
    with server:
        http = httpx.Client(base_url=server.url, timeout=60, trust_env=False)
        http.get("/").raise_for_status()
        found["page"] = time.perf_counter() - begun
        http.post("/api/me", json={"name": "Ada"}).raise_for_status()
        cookie = {"cookie": "; ".join(f"{c.name}={c.value}" for c in http.cookies.jar)}
        for name in GAMES:
            wanted = {"game": name, "options": {"players": 2}, "seats": ["me", "bot:level4"], "hints": True}
            begun = time.perf_counter()
            table = http.post("/api/tables", json=wanted).raise_for_status().json()["id"]
            with connect(f"{server.ws_url}/api/tables/{table}/live", additional_headers=cookie, proxy=None) as socket:
                frame = next_frame(socket)
                found[f"{name}: first frame"] = time.perf_counter() - begun
                while not frame["legal"]:  # the bot begins
                    frame = next_frame(socket)
                begun = time.perf_counter()
                http.get(f"/api/tables/{table}/hint").raise_for_status()
                found[f"{name}: first hint"] = time.perf_counter() - begun
                found[f"{name}: first move of a bot"] = bot_move(socket, frame)
    return found


def server_table(console):
    table = Table("server", "cold, s", "warm, s", "cold ÷ warm")
    cold, again = [], []
    with tempfile.TemporaryDirectory() as warm:
        for _ in range(3):
            with tempfile.TemporaryDirectory() as home:
                cold.append(server_times(home))
            again.append(server_times(warm))
    for name in cold[0]:
        first, later = (np.median([times[name] for times in runs]) for runs in (cold, again))
        table.add_row(name, f"{first:.2f}", f"{later:.2f}", f"{first / later:.2f}")
    console.print(table)


if __name__ == "__main__":
    console = Console()
    command_table(console)
    server_table(console)
