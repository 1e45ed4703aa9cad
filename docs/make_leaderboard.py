"""Writes leaderboard.md out of the results in leaderboard/, after a look at each of them.

    python docs/make_leaderboard.py            # write it
    python docs/make_leaderboard.py --check    # say what is wrong with a result, or that the page is out of date

How to submit a result is on the page itself.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from bauboom import load
from bauboom.arena.match import FORMAT, plan
from bauboom.arena.report import MatchReport
from bauboom.core.errors import OptionError
from bauboom.games import GAMES

DOCS = Path(__file__).resolve().parent
PAGE, RESULTS = DOCS / "leaderboard.md", DOCS.parent / "leaderboard"
YARDSTICK = "level3"
LEAST_GAMES = 400
LONGEST = 200  # characters of what people say about an agent
HOUSE = ("random", "level1", "level2", "level4", "level5")  # the columns of the overview
HEAD = f"""# Leaderboard

How well agents play against `{YARDSTICK}` ([bots.md](bots.md)), by game and variant: how often a seat of the agent
comes before one of the yardstick's, being level counting half, so that 50 % is equally strong with any number of
players. Every deal is played with every seating; 95 % intervals over deals ([arena.md](arena.md)). The page is made of
the files in [leaderboard/](../leaderboard) by `python docs/make_leaderboard.py`, and a test checks both. How long a
decision took depends on the machine, and on what else it did: compare that within a match at most.

## Yours

1. `bauboom arena GAME --bots YOURS,{YARDSTICK} --games 1000 --all --seed 1 --out match`, with the options of the
   variant. Yours is anything that [agents.md](agents.md) describes. At least {LEAST_GAMES} games, all of those planned,
   and no faults.
2. Write `leaderboard/<game>-<your agent>.json`: `{{"agent": "as in --bots", "title": "…", "by": "you", "about": "how it
   was made, and where it can be had", "result": …}}`, the last being what is in `match/result.json`.
3. `python docs/make_leaderboard.py` says in a line if something is missing, and writes this page. Open a pull request
   with both files.

Whoever doubts a result plays the match again: the same seed gives the same games, unless an agent thinks for a time.

## The bots of the house

In each variant: ahead of `{YARDSTICK}`, with 95 % intervals (`python bench/bots/baselines.py`; – was not played).

"""


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """A result that somebody submitted."""

    agent: str  # as the match names it
    title: str
    by: str
    about: str
    result: MatchReport


def read(path: Path) -> Entry:
    """An entry, looked at; ValueError says what is wrong."""
    try:
        entry = msgspec.json.decode(path.read_bytes(), type=Entry)
    except msgspec.DecodeError as error:
        raise ValueError(f"it cannot be read: {error}") from None
    result, match = entry.result, entry.result.match
    if not all(0 < len(text) <= LONGEST and "|" not in text for text in (entry.title, entry.by, entry.about)):
        raise ValueError(f"title, by and about are texts of 1 to {LONGEST} characters, without |")
    if match.get("format") != FORMAT or match.get("game") not in GAMES:
        raise ValueError(f"the match is none of {FORMAT} and of {', '.join(GAMES)}")
    try:
        game = load(match["game"], **match["options"])
        wanted = plan(game, ["random", YARDSTICK]).seatings  # any two, seated as an arena seats them
    except (OptionError, KeyError) as error:
        raise ValueError(f"its options are not those of a game: {error}") from None
    if dict(game.options) != match["options"]:
        raise ValueError("its options are not complete")
    seated = [tuple(entry.agent if name == "random" else name for name in seating) for seating in wanted]
    if sorted(map(tuple, match["seatings"])) != sorted(seated) or entry.agent == YARDSTICK:
        raise ValueError(f"it is no match of {entry.agent} and {YARDSTICK} alone")
    if result.games < LEAST_GAMES or result.deals != result.planned_deals:
        raise ValueError(f"at least {LEAST_GAMES} games are needed, and all that were planned: --all")
    if result.games != result.deals * len(wanted):
        raise ValueError("its games are not whole deals")
    if result.faults:
        raise ValueError("there were faults: such a match does not say how good the agent is")
    if len(result.pairs) != 1 or set(result.pairs[0].bots) != {entry.agent, YARDSTICK}:
        raise ValueError("its only pair is the agent and the yardstick")
    pair = result.pairs[0]
    if not 0 <= pair.ahead_low <= pair.ahead <= pair.ahead_high <= 1:
        raise ValueError("its shares are no shares")
    return entry


def ahead(entry: Entry) -> tuple[float, float, float]:
    """How often the agent came before the yardstick, with the interval."""
    pair = entry.result.pairs[0]
    found = pair.ahead_low, pair.ahead, pair.ahead_high
    low, middle, high = found if pair.bots[0] == entry.agent else tuple(1 - value for value in reversed(found))
    return middle, low, high


def entries() -> list[Entry]:
    found = []
    for path in sorted(RESULTS.glob("*.json")):
        try:
            found.append(read(path))
        except ValueError as error:
            raise SystemExit(f"leaderboard/{path.name}: {error}") from None
    return found


def page(found: list[Entry]) -> str:
    parts = [HEAD, overview(found)]
    for name in GAMES:
        game = load(name)
        parts.append(f"\n## {game.title}\n")
        for options in game.variants:
            here = [entry for entry in found if _key(entry) == (name, tuple(options.items()))]
            if here:
                parts.append(f"\n### {_told(options)}\n\n")
                parts.append("| agent | by | games | ahead of level3 | 95 % interval | a decision | about |\n")
                parts.append("|---|---|---:|---:|---|---:|---|\n")
                parts += [row(entry) for entry in sorted(here, key=ahead, reverse=True)]
    return "".join(parts)


def overview(found: list[Entry]) -> str:
    """The bots of the house in all variants, a line for each."""
    lines = [f"| variant | {' | '.join(HOUSE)} |\n", f"|---|{'---:|' * len(HOUSE)}\n"]
    for name in GAMES:
        game = load(name)
        for options in game.variants:
            here = {entry.agent: entry for entry in found if _key(entry) == (name, tuple(options.items()))}
            cells = (_cell(here[agent]) if agent in here else "–" for agent in HOUSE)
            lines.append(f"| {game.title}: {_told(options)} | {' | '.join(cells)} |\n")
    return "".join(lines)


def _cell(entry: Entry) -> str:
    share, low, high = ahead(entry)
    return f"{share:.1%} ({100 * low:.1f}\u00a0–\u00a0{100 * high:.1f})"  # no break within an interval


def _told(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in options.items())


def _key(entry: Entry) -> tuple[str, tuple[tuple[str, Any], ...]]:
    match = entry.result.match
    return match["game"], tuple((key, match["options"][key]) for key in load(match["game"]).variants[0])


def row(entry: Entry) -> str:
    share, low, high = ahead(entry)
    spent = 1000 * entry.result.seconds_per_decision[entry.agent]
    return (
        f"| {entry.title} | {entry.by} | {entry.result.games:,} | {share:.1%} | {low:.1%} – {high:.1%} "
        f"| {spent:.2g} ms | {entry.about} |\n"
    )


def main(is_check: bool) -> int:
    text = page(entries())
    if not is_check:
        PAGE.write_text(text, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != text:
        sys.stderr.write("docs/leaderboard.md is out of date: run python docs/make_leaderboard.py\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
