"""The files that pin behaviour down: readable golden games and perft counts, one of each for every variant.

`python -m tests.playthrough` writes them anew; look at the difference before you commit it.
"""

import sys
from pathlib import Path

from bauboom import GAMES, State, load
from bauboom.bots import make_bot
from bauboom.core.perft import perft
from bauboom.study import tell_record

ROOT = Path(__file__).parent / "games"


def title(game):
    return "-".join(map(str, game.options.values()))


def folder(game, kind):
    return ROOT / game.name.replace("-", "_") / kind


def played(game, decisions=None):
    """A game of the greedy bot against random ones, or its first decisions."""
    bots = [make_bot("greedy" if seat == 0 else "random", 100 + seat) for seat in range(game.seats)]
    state = game.start(seed=7)
    while not state.is_over and decisions != 0:
        view = state.view(state.turn)
        state = state.play(bots[state.turn].choose(view, view.legal))
        decisions = None if decisions is None else decisions - 1
    return state


def golden(game):
    """A whole game as text."""
    names = [f"bot:{'greedy' if seat == 0 else 'random'}" for seat in range(game.seats)]
    return "\n".join(tell_record(played(game).record(names))) + "\n"


def positions(game):
    """Three positions to count from: the first decision, somewhere in the middle, and shortly before the end."""
    whole = sum(a in range(game.space.decisions) for a in (s.action for s in played(game).path()))
    return {"begin": played(game, 0), "middle": played(game, whole * 3 // 5), "end": played(game, whole - 2)}


def perft_text(game):
    """Counts by depth, as far as they stay under a few hundred thousand."""
    lines = [
        f"# Perft of {game!r}",
        "# A position is the list of actions that led to it. Decisions: sequences of that many decisions, chance",
        "# taking its first possible outcome each time. Plies: sequences of that many actions, chance included.",
    ]
    for name, state in positions(game).items():
        lines += ["", f"position {name}: {' '.join(map(str, state.history))}", "depth decisions plies"]
        for depth in range(1, 5):
            decisions, plies = perft(state, depth, False), perft(state, depth, True)
            lines.append(f"{depth:5} {decisions:9} {plies:9}")
            if max(decisions, plies) > 20_000:
                break
    return "\n".join(lines) + "\n"


def parse_perft(game, text):
    """(position, depth, decisions, plies) for every line of a perft file."""
    state: State | None = None
    for line in text.splitlines():
        if line.startswith("position "):
            state = game.root
            for notation in line.partition(": ")[2].split():
                state = state.play(notation)
        elif line and line.split()[0].isdecimal():
            yield state, *map(int, line.split())


def main():
    if sys.argv[1:]:  # it writes whatever is asked
        raise SystemExit(__doc__)
    for name in GAMES:
        for options in load(name).variants:
            game = load(name, **options)
            for kind, text in (("golden", golden(game)), ("perft", perft_text(game))):
                path = folder(game, kind) / f"{title(game)}.txt"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
