"""People in front of a browser."""

import json
import random
import time
from functools import cache
from pathlib import Path

from playwright.sync_api import expect

MODULES = Path(__file__).parents[2] / "web" / "node_modules"
SHOTS = Path(__file__).parents[2] / "build" / "screenshots"
PHONE, SIDEWAYS, TABLET, DESK, WALL = (360, 740), (740, 360), (820, 1180), (1280, 800), (3840, 2160)
SECONDS = 30_000  # in ms: how long something may take on a busy machine
SEARCH = 6 * SECONDS  # the same for a search through a whole game
expect.set_options(timeout=SECONDS)


# true once nothing has moved for two frames; false if that never comes
STILL = """async (patience) => {
    const places = () =>
        JSON.stringify([...document.querySelectorAll('body *')].map((node) => node.getBoundingClientRect()));
    const end = performance.now() + patience;
    for (let now = places(), before, same = 0; same < 2; same = now === before ? same + 1 : 0) {
        if (performance.now() > end) return false;
        await new Promise(requestAnimationFrame);
        [before, now] = [now, places()];
    }
    return true;
}"""


@cache
def axe_source():
    return (MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@cache
def qr_source():
    """What reads a QR code in a picture: `jsQR(pixels, width, height)`."""
    return (MODULES / "jsqr" / "dist" / "jsQR.js").read_text(encoding="utf-8")


def settle(page):
    """Wait until all is in its place: boards follow the screen and what lies beside them in several frames."""
    assert page.evaluate(STILL, SECONDS), "something never stops moving"


class Visitor:
    """Somebody with a browser of his own: cookies, storage, language, screen."""

    def __init__(self, chromium, server, name=None, screen=DESK, language="en", theme="light", **settings):
        self.server, self.screen = server, screen
        self.context = chromium.new_context(
            viewport={"width": screen[0], "height": screen[1]},
            locale={"en": "en-GB", "de": "de-DE", "nl": "nl-NL", "fr": "fr-FR"}[language],
            color_scheme=theme,
            base_url=server.url,
            reduced_motion="reduce",
            has_touch=screen in (PHONE, SIDEWAYS, TABLET),
        )
        self.context.set_default_timeout(SECONDS)
        if settings:
            kept = json.dumps({"language": language, "speed": 0, **settings})
            self.context.add_init_script(f"localStorage.setItem('bauboom settings', {json.dumps(kept)})")
        self.complaints = []
        # parts of complaints that a test brings about itself; 409: a preview that came after the decision
        self.expected = ["409 (Conflict)"]
        self.page = self.open_page()
        if name is not None:
            self.api("/api/me", {"name": name})

    def open_page(self):
        page = self.context.new_page()
        page.on("console", lambda said: self._complain(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._complain(str(error)))
        return page

    def _complain(self, text):
        if not any(part in text for part in self.expected):
            self.complaints.append(text)

    def api(self, path, body=None):
        """Ask the server with this browser's cookies; the answer, which must be a good one."""
        headers = {"Origin": self.server.url}
        request = self.context.request
        answer = request.get(path, timeout=SEARCH) if body is None else request.post(path, data=body, headers=headers)
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        return answer.json()

    def frame(self, table):
        return self.api(f"/api/tables/{table}")

    def table(self, game, seats, **more):
        """A new table; its id."""
        return self.api("/api/tables", {"game": game, "seats": seats, **more})["id"]

    def advanced(self, game, decisions, **more):
        """A table in the middle of a game, after so many decisions of ours; its id. It is our turn."""
        for attempt in range(10):
            table = self.table(game, ["me", "bot:greedy", "bot:greedy"], options={"players": 3}, **more)
            rng = random.Random(attempt)
            if all(self._answer(table, rng) for _ in range(decisions)) and self._turn(table):
                return table
        raise AssertionError(f"no game of {game} lasts {decisions} decisions")

    def finished(self, game):
        """A game of bots that is over, in which we had a seat and gave it up; its id."""
        table = self.table(game, ["me", "bot:greedy", "bot:greedy"], options={"players": 3})
        self._turn(table)
        self.api(f"/api/tables/{table}/do", {"do": "resign"})
        while self.frame(table)["table"]["phase"] != "over":
            time.sleep(0.05)
        return table

    def _turn(self, table):
        """Wait until we have to decide something; the frame, or None if that will never be."""
        for _ in range(SECONDS // 50):
            frame = self.frame(table)
            if frame["legal"]:
                return frame
            if frame["table"]["phase"] == "over" or (frame["view"] or {}).get("players", [{}])[0].get("left"):
                return None  # bankrupt
            time.sleep(0.05)
        raise AssertionError(f"it is never our turn at {table}")

    def _answer(self, table, rng):
        frame = self._turn(table)
        if frame is None:
            return False
        actions = [rng.choice(frame["legal"])["id"]]
        play = {"do": "play", "actions": actions, "version": frame["version"]}
        answer = self.context.request.post(f"/api/tables/{table}/do", data=play, headers={"Origin": self.server.url})
        if not answer.ok:  # something else has to be decided at once
            more = answer.json()
            assert more["error"] == "more", more
            self.api(f"/api/tables/{table}/do", {**play, "actions": [*more["actions"], more["legal"][-1]["id"]]})
        return True

    def goto(self, path):
        self.page.goto(path)
        self.page.locator("main").first.wait_for()
        return self.page

    def check_access(self):
        """What axe finds wrong with the page as it is now, and whether it scrolls sideways."""
        self.page.evaluate(axe_source())
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        wrong = [
            f"{item['id']}: {item['help']}: {node['html'][:160]} ({node['failureSummary'][:200]})"
            for item in found["violations"]
            for node in item["nodes"]
        ]
        assert not wrong, "\n".join(wrong)
        self.check_width()

    def check_width(self):
        """Nothing scrolls sideways."""
        settle(self.page)
        wide = self.page.evaluate(
            """[...document.querySelectorAll('body *')]
                .filter((node) => document.documentElement.scrollWidth > innerWidth
                                  && node.getBoundingClientRect().right > innerWidth + 0.5)
                .map((node) => `${node.getBoundingClientRect().right} px: ${node.outerHTML.slice(0, 90)}`)"""
        )
        assert not wide, f"wider than {self.page.viewport_size}:\n" + "\n".join(wide[:8])

    def check_targets(self):
        """Whatever can be touched is large enough for a finger. A card marks one site of a city, so a touch anywhere in
        the city is enough; and a label counts as its box."""
        settle(self.page)
        small = self.page.evaluate(
            """[...document.querySelectorAll('button, a[href], input, select, summary, [role=button], [role=tab]')]
                .filter((node) => node.checkVisibility({visibilityProperty: true, opacityProperty: true})
                                  && !node.closest('p, li, td, .rules, [aria-hidden=true]'))
                .map((node) => [node.closest('label, [data-city]') ?? node, node.outerHTML.slice(0, 120)])
                .map(([node, html]) => [node.getBoundingClientRect(), html])
                .filter(([box]) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
                .map(([box, html]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${html}`)"""
        )
        assert not small, "\n".join(small)

    def lose_connection(self):
        """The network is gone for a while; the page says so, and is there again afterwards by itself."""
        self.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket connection"]
        self.context.set_offline(True)
        self.page.evaluate("dispatchEvent(new Event('offline'))")
        self.page.locator("[data-offline]").wait_for()
        self.context.set_offline(False)
        self.page.locator("[data-offline]").wait_for(state="detached")

    def shoot(self, name):
        """A screenshot under build/screenshots, to be looked at."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png", animations="disabled", caret="hide")
        return SHOTS / f"{name}.png"

    def leave(self):
        self.context.close()
