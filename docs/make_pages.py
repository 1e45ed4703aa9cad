"""Write what the pages of docs/games/ can say by themselves: tables, statistics and pictures.

    python docs/make_pages.py           # write them
    python docs/make_pages.py --check   # say whether they are up to date

A page is written by hand but for the parts between `<!-- name -->` and `<!-- end -->`. A test runs the check: who
changes a game's observations or actions sees it here, and adds a line to the game's `versions`.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bauboom import GAMES, Game, State, load
from bauboom.adapters import env_id, spiel_name
from bauboom.arena.simulate import Totals, simulate
from bauboom.bots import make_bot

FOLDER = Path(__file__).parent / "games"
NAMES = ("Ada", "Grace", "Joan", "Katherine", "Emmy", "Mary")
GAMES_PLAYED, BRANCHING_GAMES = 10_000, 200


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def facts(game: Game) -> str:
    variants = "; ".join(
        f"`{name}` {', '.join(dict.fromkeys(str(variant[name]) for variant in game.variants))}" for name in game.options
    )
    own = f"; `{game.custom.key}`: a file or a mapping" if game.custom else ""
    return table(
        ["", ""],
        [
            [
                "environment",
                f"`{env_id(game)}`, from the own chair `{env_id(game, is_relative=True)}`; in OpenSpiel "
                f"`{spiel_name(game)}`",
            ],
            ["options", f"{variants}{own} ({len(game.variants)} combinations)"],
            ["hidden information", "yes; a view has what its seat may know" if game.has_secrets else "none"],
            [
                "actions",
                f"{game.space.decisions} decisions, {game.space.size - game.space.decisions} outcomes of chance",
            ],
            ["observation", f"{game.observation_size} numbers, float32"],
            ["reward", "the share of the win at the end: 1 for a single winner, 0 for the rest"],
            ["longest possible game", f"{game.max_steps:,} actions, chance included"],
            ["a state", f"{game.dtype.itemsize} bytes"],
        ],
    )


def observations(game: Game) -> str:
    rows, start = [], 0
    for feature in game.features:
        shape = " × ".join(map(str, feature.shape))
        span = f"{start}" if feature.size == 1 else f"{start} – {start + feature.size - 1}"
        rows.append([f"`{feature.name}`", shape, f"{feature.low} … {feature.high}", span, feature.meaning])
        start += feature.size
    return table(["name", "shape", "range", "place in the vector", "meaning"], rows)


def actions(game: Game) -> str:
    rows = []
    ends = [*list(game.space.first.values())[1:], game.space.size]
    for (kind, first), end in zip(game.space.first.items(), ends, strict=True):
        fields = "; ".join(f"`{name}` {values_of(values)}" for name, values in game.space.fields[kind].items())
        who = "chance" if first >= game.space.decisions else "seat"
        ids = f"{first}" if end == first + 1 else f"{first} – {end - 1}"
        example = f"`{game.space.actions[(first + end) // 2]}`"
        rows.append([ids, who, f"`{kind.__name__}`", fields, example, str(kind.__doc__).rstrip(".")])
    return table(["ids", "who", "action", "fields, the last one counting fastest", "for example", "rule"], rows)


def values_of(values: Sequence[Any]) -> str:
    if isinstance(values, range):
        return f"{values[0]} – {values[-1]}"
    texts = ["".join(map(str, value)) if isinstance(value, tuple) else str(value) for value in values]
    return ", ".join(texts) if len(texts) <= 6 else f"{', '.join(texts[:3])} … {texts[-1]} ({len(texts)})"


def versions(game: Game) -> str:
    lines = [f"- v{number}: {text}" for number, text in enumerate(game.versions)]
    return "\n".join([*lines, f"- v{len(lines)}: the same, with actions that count seats from the own chair"])


def statistics(game: Game) -> str:
    rows = []
    for variant in map(game.of_variant, range(len(game.variants))):
        tally = Totals(variant, ["random"] * variant.seats)
        for chunk in simulate(variant, ["random"], GAMES_PLAYED, seed=0):
            tally.add(chunk)
        total, least, most = tally.lengths
        decisions, choices, widest = branching(variant)
        shares = [tally.win_share(seat) for seat in range(variant.seats)]
        margin = max((high - low) / 2 for _, low, high in shares)
        rows.append(
            [
                ", ".join(f"{name} {value}" for name, value in variant.options.items()),
                f"{total / tally.games:.0f} ({least} – {most})",
                f"{decisions:.0f}",
                f"{choices:.1f} (up to {widest})",
                " · ".join(f"{tally.mean_points(seat)[0]:.1f}" for seat in range(variant.seats)),
                " · ".join(f"{100 * share:.1f}" for share, _, _ in shares) + f" (± {100 * margin:.1f})",
            ]
        )
    head = ["variant", "actions per game", "decisions", "choices per decision", "points by seat", "wins by seat, %"]
    return table(head, rows)


def branching(game: Game) -> tuple[float, float, int]:
    """Decisions per game, legal actions per decision, and the most that there were."""
    batch = game.batch(BRANCHING_GAMES, seed=0)
    decisions, choices, widest = 0, 0, 0
    while not batch.is_over.all():
        counts = batch.legal_mask().sum(1)
        decisions, choices, widest = (
            decisions + int((counts > 0).sum()),
            choices + int(counts.sum()),
            max(widest, counts.max()),
        )
        batch.play(batch.random_actions())
    return decisions / BRANCHING_GAMES, choices / decisions, int(widest)


def picture(game: Game) -> str:
    """A game of greedy bots, three quarters through, as seat 0 sees it."""
    bots = [make_bot("greedy", seed=seat) for seat in range(game.seats)]
    state: State = game.start(seed=1)
    while not state.is_over:
        view = state.view(state.turn)
        state = state.play(bots[view.seat or 0].choose(view, view.legal))
    own = [step for step in state.path() if step.turn == 0]
    return own[3 * len(own) // 4].view(0).picture(NAMES[: game.seats]) + "\n"


PARTS = {
    "facts": facts,
    "observations": observations,
    "actions": actions,
    "versions": versions,
    "statistics": statistics,
}


def page(game: Game, text: str) -> str:
    """The page with its parts written anew; all of them must have their place."""
    if missing := set(PARTS) - set(re.findall(r"<!-- (\w+) -->", text)):
        sys.exit(f"the page of {game.name} has no place for {', '.join(sorted(missing))}")

    def write(found: re.Match[str]) -> str:
        return f"<!-- {found[1]} -->\n{PARTS[found[1]](game)}\n<!-- end -->"

    return re.sub(r"<!-- (\w+) -->\n.*?<!-- end -->", write, text, flags=re.DOTALL)


def main(check: bool) -> int:
    stale = []
    for name in GAMES:
        game, stem = load(name), FOLDER / name
        paths = stem.with_suffix(".md"), stem.with_suffix(".svg")
        for path, made in zip(paths, (page(game, paths[0].read_text(encoding="utf-8")), picture(game)), strict=True):
            if not path.exists() or path.read_text(encoding="utf-8") != made:
                stale.append(path.name)
                if not check:
                    path.write_text(made, encoding="utf-8")
    told = (
        f"{', '.join(stale)} {'differ from what the games say; run python docs/make_pages.py' if check else 'written'}"
    )
    sys.stdout.write(f"{told if stale else 'all pages are up to date'}\n")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
