"""The page in Chromium, from a server on this machine: how much is loaded, when one sees it, and how smoothly it moves.

First paint is asked of the browser itself (with nothing in its cache), for the start page and for a table in the middle
of a game. Frames are counted while bots build, with animations on: the share of frames that came within 1/60 s, or the
next one.

    python bench/page/paint.py
"""

import statistics
import sys
import tempfile
from pathlib import Path

import httpx
from playwright.sync_api import sync_playwright
from rich import box
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.browser.conftest import ARGUMENTS
from tests.browser.install import find
from tests.server.process import Server

RUNS = 7
GAMES = ("manhattan", "hoch-hinaus", "gratte-ciel")
PAINT = """() => new Promise((tell) => new PerformanceObserver((list) => {
    const found = list.getEntriesByName('first-contentful-paint')[0];
    if (found) tell(found.startTime);
}).observe({type: 'paint', buffered: true}))"""
FRAMES = """(ms) => new Promise((tell) => {
    const gaps = []; let last = performance.now(), end = last + ms;
    const next = (now) => { gaps.push(now - last); last = now; now < end ? requestAnimationFrame(next) : tell(gaps); };
    requestAnimationFrame(next);
})"""


def main() -> None:
    table = Table(box=box.SIMPLE)
    for name, justify in (("page", "left"), ("first paint", "right"), ("loaded", "right"), ("frames in time", "right")):
        table.add_column(name, justify=justify)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"{folder}/bauboom.db", Path(folder), bot_pace=0.7, bot_tables="everybody") as server,
    ):
        person = httpx.Client(base_url=server.url, headers={"Origin": server.url}, trust_env=False)
        person.post("/api/me", json={"name": "Ada"}).raise_for_status()
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
            for game in (None, *GAMES):
                path = "/"
                if game:
                    seats = ["bot:greedy"] * 3
                    made = person.post("/api/tables", json={"game": game, "options": {"players": 3}, "seats": seats})
                    path = f"/t/{made.raise_for_status().json()['id']}"
                paints, sizes = zip(*(measure(chromium, server.url + path) for _ in range(RUNS)), strict=True)
                smooth = f"{moving(chromium, server.url + path):.1%}" if game else ""
                table.add_row(
                    game or "start", f"{statistics.median(paints):.0f} ms", f"{sizes[0] / 1000:.0f} KB", smooth
                )
            chromium.close()
    Console().print(table)


def measure(chromium, address):
    """When something is seen first, in ms, and how many bytes came for it."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page, sizes = context.new_page(), []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(address, wait_until="networkidle")
    page.wait_for_timeout(1500)  # a board is loaded once the table has said which game it is
    paint = page.evaluate(PAINT)
    context.close()
    return paint, sum(sizes)


def moving(chromium, address):
    """The share of frames that came in time while bots play."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="no-preference")
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    page.wait_for_timeout(1500)
    gaps = page.evaluate(FRAMES, 10_000)
    context.close()
    return sum(gap < 1000 / 60 * 1.5 for gap in gaps) / len(gaps)


if __name__ == "__main__":
    main()
