"""The pictures of the README, made anew from the page as it is: games of greedy bots, the same in every run.

python bench/page/pictures.py
"""

import base64
import json
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bauboom import load
from bauboom.bots import make_bot
from bauboom.core.state import State

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.browser.conftest import ARGUMENTS
from tests.browser.install import find
from tests.browser.test_ends import saved
from tests.server.process import Server

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DESK, PHONE = (1280, 800), (360, 743)
SETTINGS = {"language": "en", "speed": 0, "pace": 60_000}
FRAMES = """<style>
body { margin: 0; padding: 16px; display: flex; gap: 16px; background: #f6f4ee }
img { border: 5px solid #22302c; border-radius: 26px; width: 280px; height: 578px }
</style>"""


def position(game: str, is_wanted: Callable[[dict[str, Any]], bool], seed: int, **options: int) -> State:
    """The first position of a game of greedy bots in which seat 0 has to decide and which is wanted."""
    state, rng = load(game, **options).root, random.Random(seed)
    bots = [make_bot("greedy", seed=seed + seat) for seat in range(state.game.seats)]
    while not state.is_over:
        if state.turn == 0 and is_wanted(state.view(0).data):
            return state
        if state.is_chance:
            ids, weights = zip(*state.outcome_ids(), strict=True)
            state = state.play_one(rng.choices(ids, weights)[0])
        else:
            view = state.view(state.turn)
            state = state.play(bots[state.turn].choose(view, view.legal))
    raise ValueError(f"{game}: there is no such position in game {seed}")


def shoot(
    chromium: Browser, url: str, state: State | None, screen: tuple[int, int], theme: str, act: str = ""
) -> bytes:
    context = chromium.new_context(
        viewport={"width": screen[0], "height": screen[1]}, color_scheme=theme, locale="en-GB", reduced_motion="reduce"
    )
    context.add_init_script(f"localStorage.setItem('bauboom settings', {json.dumps(json.dumps(SETTINGS))})")
    page = context.new_page()
    if state is None:
        page.goto(url)
        page.locator("main .card").first.wait_for()
    else:
        kept = {**saved(state), "hints": True}
        line = f"localStorage.setItem('bauboom game {kept['id']}', {json.dumps(json.dumps(kept))})"
        context.add_init_script(line)
        page.goto(f"{url}/here/{kept['id']}")
        page.locator("[data-version] .board [data-site], [role=grid], .column").first.wait_for()
    page.wait_for_timeout(600)
    for key in act.split():
        page.keyboard.press(key)
    page.mouse.move(*screen)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(600)
    picture = page.screenshot(animations="disabled", caret="hide")
    context.close()
    return picture


def beside(page: Page, pictures: list[bytes]) -> bytes:
    """Phones side by side."""
    sources = [f'<img src="data:image/png;base64,{base64.b64encode(picture).decode()}">' for picture in pictures]
    page.set_viewport_size({"width": 1240, "height": 620})
    page.set_content(FRAMES + "".join(sources))
    return page.screenshot()


def main() -> None:
    manhattan = position("manhattan", lambda data: data["phase"] == "build" and data["round"] == 3, 3, players=4)
    hoch = position("hoch-hinaus", lambda data: data["phase"] == "move" and data["supply"]["storey"] < 32, 4, players=4)
    ciel = position(
        "gratte-ciel",
        lambda data: data["phase"] == "play" and sum(site["state"] == "finished" for site in data["sites"]) > 1,
        2,
        players=3,
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"{folder}/bauboom.db", Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)

        def take(state: State | None, screen: tuple[int, int], theme: str, act: str = "") -> bytes:
            return shoot(chromium, server.url, state, screen, theme, act)

        FOLDER.joinpath("manhattan.png").write_bytes(take(manhattan, DESK, "light", "1"))
        FOLDER.joinpath("hoch-hinaus.png").write_bytes(take(hoch, DESK, "light"))
        FOLDER.joinpath("gratte-ciel.png").write_bytes(take(ciel, DESK, "dark"))
        phones = [take(state, PHONE, "dark") for state in (None, manhattan, hoch, ciel)]
        FOLDER.joinpath("phones.png").write_bytes(beside(chromium.new_page(), phones))
        chromium.close()


if __name__ == "__main__":
    main()
