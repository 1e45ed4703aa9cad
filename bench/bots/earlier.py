"""A bot as an earlier version of this repository has it, for the arena. Rows must have stayed as they are.

    git worktree add /tmp/before COMMIT && (cd /tmp/before && make made)
    EARLIER=/tmp/before EARLIER_BOT=search:1000 bauboom arena hoch-hinaus --bots level5,bench/bots/earlier.py:Earlier

It thinks in a process of its own, which runs the other version and is asked for one decision after the other.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np


class Earlier:
    """Asks the other version; a seed makes its decisions repeatable."""

    def __init__(self, seed):
        folder = Path(os.environ["EARLIER"]).resolve()
        python = folder / ".venv" / "bin" / "python"
        self.process = subprocess.Popen(
            [python if python.exists() else sys.executable, "-P", __file__, os.environ["EARLIER_BOT"], str(seed)],
            env={**os.environ, "PYTHONPATH": str(folder / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def choose(self, view, legal):
        game = view.game
        asked = {"game": game.name, "options": dict(game.options), "seat": view.seat, "row": view.rows.tobytes().hex()}
        print(json.dumps(asked), file=self.process.stdin, flush=True)
        return game.space.actions[int(self.process.stdout.readline())]

    def __del__(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def answer(bot):
    """Decide for whoever asks, until nobody does."""
    from bauboom import load
    from bauboom.core.state import View

    for line in sys.stdin:
        asked = json.loads(line)
        game = load(asked["game"], **asked["options"])
        rows = np.frombuffer(bytes.fromhex(asked["row"]), game.dtype).copy()
        view = View(game, rows, asked["seat"])
        sys.stdout.write(f"{game.space.encode(bot.choose(view, view.legal))}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    from bauboom.bots import make_bot

    answer(make_bot(sys.argv[1], int(sys.argv[2])))
