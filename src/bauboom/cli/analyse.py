"""`bauboom analyse`: where a recorded game was won and lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bauboom.core.errors import OptionError

from .command import command
from .options import count, file, flag, option, seed, whole
from .output import check_new, patient_interrupt, print_all, progress_bar, remark, say, write_new
from .records import in_file, read_one

if TYPE_CHECKING:
    from bauboom.analysis.game import Decision
    from bauboom.core.state import State


@command(
    file("file", "RECORD", help="A record, or a file of many."),
    option(
        "--number",
        "--game",
        dest="number",
        type=whole(1, 2**62),
        metavar="N",
        default=1,
        help="Which record of the file.",
    ),
    option("--budget", help="Thought for each decision: simulations, as 2000, or a time, as 500ms."),
    count("--seat", 0, 2**62, help="Tell only what this seat decided and met with."),
    flag("--all", dest="every", help="Show every decision, what was better, and what it cost."),
    count("--at", 0, 2**62, metavar="STEP", help="The best actions at this step instead."),
    flag("--review", help="Where the result came from, how well each seat decided, and its key moments."),
    seed(help="The same seed gives the same figures."),
    flag("--json", help="Everything as JSON."),
    file("--out", help="Write the curve (.svg), a page (.html), or reviews of all games (.jsonl) to a file."),
)
def analyse(
    file: Path,
    number: int,
    budget: str | None,
    seat: int | None,
    every: bool,
    at: int | None,
    review: bool,
    seed: int,
    json: bool,
    out: Path | None,
) -> int:
    """Show where a recorded game was won and lost.

    Every decision is searched from what the seat on turn knew then. That gives the win chances of all seats through the
    game, and its turning points: decisions that gave much away, with what was better and why, and strokes of luck.

      bauboom analyse game.json
      bauboom analyse game.json --seat 0 --all           every decision of seat 0
      bauboom analyse game.json --at 57 --budget 20000   what was best at step 57?
      bauboom analyse games.jsonl --game 3 --out curve.svg
      bauboom analyse game.json --review --seat 0        luck, skill and three key moments
      bauboom analyse games.jsonl --review --out reviews.jsonl

    A review takes some seconds. Reviews of many games are written one by one; Ctrl-C and the same command go on there.

    Steps count actions, chance included, as in replays. Ctrl-C shows what is known so far. With a time as budget no two
    runs are the same. More in docs/analysis.md.
    """
    from bauboom.analysis.game import analysed, deciding
    from bauboom.analysis.report import GameReport, page, picture, tables
    from bauboom.analysis.report import json as as_json
    from bauboom.core.record import RecordError
    from bauboom.core.words import display_names

    if budget is not None:
        check_budget(budget)
    if review:
        from .review import review_records

        if at is not None or every:
            raise OptionError("--review is for whole games; --at and --all are not")
        return review_records(file, number, budget, seat, seed, json, out)
    budget = budget or "2000"
    check_new(out, ".svg", ".html")
    record = read_one(file, number)
    try:
        end = record.replay()
    except RecordError as error:
        raise in_file(error, file) from None
    if seat is not None and seat >= end.game.seats:
        raise OptionError(f"there is no seat {seat}; seats go from 0 to {end.game.seats - 1}")
    names = display_names(record.seats)
    if at is not None:
        if out is not None or every or seat is not None:
            raise OptionError("--at shows one position; --seat, --all and --out are for the whole game")
        show_advice(end, at, names, budget, seed, json)
        return 0
    states = deciding(end)
    if not states:
        raise OptionError(f"{file}: nobody has decided anything in this game yet")
    decisions = assess_each(states, budget, seed)
    report = GameReport(end, names, analysed(end, decisions, len(decisions) == len(states)), budget, seed, seat)
    if out is not None:
        write_new(out, picture(report) if out.suffix == ".svg" else page(report))
    if json:
        say(as_json(report).decode())
    else:
        print_all(tables(report, every))
    if out is not None:
        remark(f"{out} written")
    if len(decisions) < len(states):
        remark(f"Interrupted after {len(decisions)} of {len(states)} decisions.")
        return 130
    if not end.is_over:
        remark("The record ends before the game does.")
    return 0


def check_budget(budget: str) -> None:
    from bauboom.bots import check_bot

    try:
        check_bot(f"search:{budget}")
    except OptionError:
        text = f"--budget takes simulations, as 2000, or a time, as 500ms or 1s; not {budget[:40]!r}"
        raise OptionError(text) from None


def assess_each(states: list[State], budget: str, seed: int) -> list[Decision]:
    """What each decision was worth, until all are known or a person has seen enough."""
    from bauboom.analysis.game import assess

    decisions = []
    with patient_interrupt() as interrupted, progress_bar("decisions", len(states)) as advance:
        for state in states:
            decisions.append(assess(state, budget, seed))
            advance(1)
            if interrupted():
                break
    return decisions


def show_advice(end: State, step: int, names: list[str], budget: str, seed: int, json: bool) -> None:
    """The best actions at a step of a game."""
    import msgspec

    from bauboom.analysis.game import advise
    from bauboom.analysis.report import advice_tables

    if step > end.step:
        raise OptionError(f"there is no step {step}; steps go from 0 to {end.step}")
    states = [end.game.root, *end.path()]
    if states[step].turn is None:
        following = next((str(state.step) for state in states[step:] if state.turn is not None), "")
        why = f"the next decision is at step {following}" if following else "no decision follows"
        raise OptionError(f"nobody decides at step {step}; {why}")
    view = states[step].view(states[step].turn)
    advice = advise(view, budget, (seed + step) % 2**62)
    if json:
        say(msgspec.json.encode(advice).decode())
    else:
        print_all(advice_tables(view, advice, names))
