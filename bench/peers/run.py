"""Random play in our games beside well-known libraries, in one run on one core.

    python bench/peers/run.py                  # all of them: about a quarter of an hour
    python bench/peers/run.py --only backgammon manhattan
    python bench/peers/run.py --docs           # and write the table and the plot into docs/

Every measurement is a process of its own, pinned to one core; all are made, one after the other, in as many rounds as
asked for, and the median counts. Rates are per second of the processor, which other people's work on the machine
hardly disturbs; a library that is not installed is left out and named (pip install 'bauboom[peers]' installs all).
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

from ours import OURS
from rich.console import Console
from rich.progress import Progress
from rivals import RIVALS

from bauboom.core.svg import INK, LINE, drawing, rect, tag, words

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"
COLOURS = {
    "Bauboom": "#db4630",
    "OpenSpiel": "#2f80d0",
    "PettingZoo": "#2a9f72",
    "RLCard": "#8450bb",
    "Pgx": "#e6b412",
}
LEAST, MOST = 3, 8  # the plot goes from a thousand to a hundred million


def cores():
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)


def measured(script, name, seconds, core):
    """One measurement in a process of its own, or the line that says what is missing."""
    command = [sys.executable, str(HERE / script), name, "--seconds", str(seconds), "--core", str(core)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode == 0:
        return json.loads(ended.stdout)
    lines = ended.stderr.strip().splitlines()
    return f"{name}: {lines[-1] if lines else f'exit status {ended.returncode}'}"


def rate(report):
    return report["actions"] / report["processor"]


def run(only, seconds, rounds, core, console):
    """The median report of each contestant, in their order, and what went wrong."""
    wanted = [("ours.py", rival) for rival in OURS] + [("rivals.py", rival) for rival in RIVALS]
    wanted = [(script, rival.name) for script, rival in wanted if not only or any(text in rival.name for text in only)]
    found, problems = {name: [] for _, name in wanted}, {}
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("", total=rounds * len(wanted))
        for _ in range(rounds):
            for script, name in wanted:
                progress.update(task, description=name)
                report = measured(script, name, seconds, core)
                if isinstance(report, str):
                    problems[name] = report
                else:
                    found[name].append(report)
                progress.advance(task)
    return [sorted(reports, key=rate)[len(reports) // 2] for reports in found.values() if reports], [*problems.values()]


def short(number):
    """12,345,678 -> 12.3 M"""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if number >= 0.9995 * size:
            return f"{number / size:.3g} {unit}"
    return f"{number:.3g}"


def table(reports):
    """The figures as Markdown."""
    lines = ["| library | game | how | actions a game | actions per second |", "|---|---|---|---:|---:|"]
    for report in reports:
        is_whole = report["games"] > 2 and "batch" not in report["how"]  # of batches few games end in so short a time
        each = f"{report['actions'] / report['games']:.0f}" if is_whole else ""
        library = f"{report['library']} {report['version']}"
        lines.append(f"| {library} | {report['game']} | {report['how']} | {each} | {short(rate(report))} |")
    return "\n".join(lines)


def plot(reports):
    """The figures as bars on a logarithmic scale, the fastest on top."""
    bars = sorted(reports, key=rate, reverse=True)
    left, width, step, top = 360, 620, 17, 64
    scale = width / (MOST - LEAST)
    height = top + step * len(bars) + 30
    parts = [words(16, 28, "Random legal play on one core, actions per second", font_size=17, font_weight="bold")]
    for i, library in enumerate(name for name in COLOURS if any(report["library"] == name for report in reports)):
        x = 16 + 118 * i
        parts += [rect(x, 38, 12, 12, fill=COLOURS[library]), words(x + 18, 48, library, font_size=12)]
    for power in range(LEAST, MOST + 1):
        x = left + scale * (power - LEAST)
        parts.append(tag("line", x1=x, x2=x, y1=top, y2=height - 26, stroke=LINE))
        parts.append(words(x, height - 10, short(10.0**power), font_size=11, text_anchor="middle"))
    for i, report in enumerate(bars):
        y, length = top + step * i, scale * (math.log10(max(rate(report), 10**LEAST)) - LEAST)
        how = re.sub(r", (batch .*|.* actions a game)", "", report["how"])
        label = f"{report['library']} · {report['game']} · {how}"
        ours = report["library"] == "Bauboom"
        weight = "bold" if ours else "normal"
        parts.append(words(left - 6, y + 12, label, font_size=11, text_anchor="end", font_weight=weight))
        parts.append(rect(left, y + 3, max(length, 1), step - 6, fill=COLOURS[report["library"]]))
        parts.append(words(left + length + 5, y + 12, short(rate(report)), font_size=11, font_weight=weight, fill=INK))
    return drawing(left + width + 60, height, "Actions per second of game libraries", *parts) + "\n"


def machine():
    """What was measured on: the processor, and the Python."""
    cpu = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", cpu.read_text()) if cpu.exists() else None
    version = ".".join(map(str, sys.version_info[:3]))
    return f"{found[1].strip() if found else 'processor unknown'}, one core; Python {version}"


def write_docs(text, picture, rounds):
    page = DOCS / "peers.md"
    about = f"`python bench/peers/run.py --docs --rounds {rounds}` on {machine()}."
    part = f"<!-- figures -->\n{about}\n\n{text}\n<!-- end -->"
    page.write_text(
        re.sub(r"<!-- figures -->.*?<!-- end -->", lambda _: part, page.read_text("utf-8"), flags=re.DOTALL), "utf-8"
    )
    (DOCS / "peers.svg").write_text(picture, "utf-8")


def main():
    parser = argparse.ArgumentParser(description="Random play in our games beside other libraries, on one core.")
    parser.add_argument("--only", nargs="+", metavar="TEXT", help="those whose name has one of these texts in it")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each is measured in a round")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured; the median counts")
    parser.add_argument("--core", type=int, default=max(cores()), help="the core to use")
    parser.add_argument("--docs", action="store_true", help="write docs/peers.md and docs/peers.svg")
    asked = parser.parse_args()
    if asked.docs and asked.only:
        parser.error("the documentation shows all of them; leave out --only")
    console = Console()
    try:
        reports, problems = run(asked.only, asked.seconds, asked.rounds, asked.core, console)
    except KeyboardInterrupt:
        sys.exit("stopped; nothing was written")
    if not reports:
        sys.exit("\n".join(problems) or "nothing has such a name; see --list of ours.py and rivals.py")
    text = table(reports)
    console.print(text, markup=False, highlight=False, soft_wrap=True)
    for problem in problems:
        console.print(problem, style="yellow", markup=False, highlight=False)
    if asked.docs and problems:
        sys.exit("nothing was written, because some are missing")
    if asked.docs:
        write_docs(text, plot(reports), asked.rounds)


if __name__ == "__main__":
    main()
