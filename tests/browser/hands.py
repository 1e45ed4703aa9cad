"""Hands that play on the page as people do: by touch, or with the keyboard alone.

What they want to do they take from the server's list; how it is done they have to find on the page.
"""

import msgspec

from bauboom import load
from bauboom.core.lesson import exercise
from bauboom.server.trial import legal_list

from .people import SECONDS

ACTIVE = "document.activeElement"
# as on a busy machine: whatever a page puts off until later comes so late that keys are pressed before it
LATE = "((later) => (window.setTimeout = (what, ms) => later(what, (ms ?? 0) + 400)))(window.setTimeout)"


class Fingers:
    """Touch: whatever is to be touched must be there, in sight and free to be touched."""

    def __init__(self, page):
        self.page = page

    def touch(self, selector, place=0):
        self.page.locator(selector).nth(place).click()

    def rove(self, selector, place):
        """One of a group that is a single stop for the keyboard."""
        self.touch(selector, place)

    def select(self, selector, value):
        self.page.locator(selector).select_option(value)


class Keyboard(Fingers):
    """Tab, arrows, Enter and Escape, and nothing else."""

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def is_on(self, selector, place):
        return self.page.evaluate(
            f"([selector, place]) => [...document.querySelectorAll(selector)].indexOf({ACTIVE}) === place",
            [selector, place],
        )

    def is_in(self, selector):
        return self.page.evaluate(f"(selector) => {ACTIVE}?.matches(selector) ?? false", selector)

    def tab_until(self, is_there, what):
        self.page.locator(what).first.wait_for()
        for _ in range(150):
            if is_there():
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {what}")

    def touch(self, selector, place=0):
        self.tab_until(lambda: self.is_on(selector, place), selector)
        self.press("Enter")

    def rove(self, selector, place):
        """Tab to the group, then arrow keys: to its first corner, and from there row by row."""
        self.tab_until(lambda: self.is_in(selector), selector)
        for back in ("ArrowLeft", "ArrowUp"):
            self.walk(selector, place, back)
        way = "ArrowRight"
        while not self.is_on(selector, place):
            self.walk(selector, place, way)
            if self.is_on(selector, place):
                break
            assert self.step("ArrowDown"), f"arrow keys do not lead to {selector} number {place}"
            way = "ArrowLeft" if way == "ArrowRight" else "ArrowRight"
        self.press("Enter")

    def walk(self, selector, place, way):
        seen = set()
        while not self.is_on(selector, place):
            before = self.where()
            if before in seen:  # a row that is a ring
                return
            seen.add(before)
            if not self.step(way):
                return

    def where(self):
        return self.page.evaluate(
            f"[...document.querySelectorAll('*')].indexOf({ACTIVE})",
        )

    def step(self, way):
        """Whether an arrow key leads anywhere."""
        before = self.where()
        self.press(way)
        return self.where() != before

    def select(self, selector, value):
        self.tab_until(lambda: self.is_on(selector, 0), selector)
        self.press("Home")
        for _ in range(400):
            if self.page.evaluate(f"{ACTIVE}.value") == value:
                return
            self.press("ArrowDown")
        raise AssertionError(f"{selector} does not offer {value}")


class Player:
    """Somebody at a table who plays what he is told, through the page."""

    def __init__(self, visitor, table, hands=Fingers):
        self.visitor, self.page, self.table = visitor, visitor.page, table
        self.hands = hands(self.page)

    @property
    def frame(self):
        return self.visitor.frame(self.table)

    def play(self, choose):
        """Carry out one decision, `choose` of what is legal, and wait until the server has taken it."""
        frame = self.frame
        legal = frame["legal"]
        if not legal:
            return False
        self.see(frame)
        action = choose(legal)
        try:
            getattr(self, f"do_{action['e']}", self.do_other)(frame, action)
            self.wait(frame["version"])
        except Exception as error:
            error.add_note(f"{self.visitor.screen} {frame['table']['game']}: {action}; {self.visitor.shoot('failed')}")
            raise
        return True

    def see(self, frame):
        """Wait until the page shows what the server says."""
        self.page.wait_for_function(
            "(version) => Number(document.querySelector('[data-version]')?.dataset.version) >= version",
            arg=frame["version"],
        )

    def wait(self, version):
        """Wait for a later version; a device that is passed on shows one for a second only, and is covered then."""
        self.page.wait_for_function(
            """(version) => Number(document.querySelector('[data-version]')?.dataset.version) > version
                || document.querySelector('[data-cover]')""",
            arg=version,
            timeout=SECONDS,
        )

    def do_other(self, frame, action):
        raise NotImplementedError(action)


class Manhattan(Player):
    def do_pick(self, frame, action):
        self.page.locator(".scoring, .shelf").first.wait_for()
        if self.page.locator(".scoring").count():  # the scoring of the round before
            self.page.keyboard.press("Escape")
            self.page.locator(".scoring").wait_for(state="detached")
        for size in range(1, 5):
            wanted = action["blocks"].count(size)
            chosen = int(self.page.locator(".shelf .less b").nth(size - 1).inner_text())
            for _ in range(chosen, wanted):
                self.hands.touch(".shelf .more", size - 1)
            for _ in range(wanted, chosen):
                self.hands.touch(".shelf .less", size - 1)
        self.hands.touch("[data-send]")

    def do_build(self, frame, action):
        me = frame["view"]["players"][frame["you"]]
        self.hands.touch(".cards button", me["hand"].index(action["card"]))
        site = 9 * action["city"] + me["marks"][action["card"] - 1]
        place = self.page.evaluate(
            "(site) => [...document.querySelectorAll('[data-site]')].findIndex((node) => node.dataset.site == site)",
            site,
        )
        self.hands.rove("[data-site]", place)
        self._block(action)

    def do_skip(self, frame, action):
        me = frame["view"]["players"][frame["you"]]
        self.hands.touch(".cards button", me["hand"].index(action["card"]))
        self._block(action)

    def _block(self, action):
        block = f'[data-block="{action["colour"]} {action["block"]}"]'
        if self.page.locator(block).get_attribute("aria-pressed") != "true":
            self.hands.touch(block)
        self.hands.touch("[data-send]")


class HochHinaus(Player):
    def do_other(self, frame, action):
        if frame["view"]["phase"] in ("cross", "demand") or action["e"] == "decline":
            buttons = frame["legal"] if frame["view"]["phase"] in ("cross", "demand") else [action]
            self.hands.touch(".tray .deed", buttons.index(action))
        else:
            self.hands.select(".tray select", str(action["id"]))
        self.hands.touch("[data-send]")


class GratteCiel(Player):
    SEND = "[data-send]"

    def _card(self, frame, kind):
        hand = frame["view"]["players"][frame["you"]]["hand"]
        if frame["view"]["at_once"] is None:
            self.hands.rove(".hand .cards button", hand.index(kind))

    def _site(self, frame, action, kind):
        self._card(frame, kind)
        self.hands.rove("button.column", action["site"])
        self.hands.touch(self.SEND)

    def do_build(self, frame, action):
        self._site(frame, action, action["card"])

    do_roof = do_build

    def do_insure(self, frame, action):
        self._site(frame, action, "insurance")

    def do_quake(self, frame, action):
        self._site(frame, action, "quake")

    def do_study(self, frame, action):
        self._card(frame, "study")
        ways = [other for other in frame["legal"] if other["e"] == "study"]
        if len(ways) > 1:
            self.hands.touch(".tray .choices button", ways.index(action))
        self.hands.touch(self.SEND)

    def do_tornado(self, frame, action):
        self._card(frame, "tornado")
        ways = [other for other in frame["legal"] if other["e"] == "tornado"]
        if len(ways) > 1:
            self.hands.touch(".tray .choices button", ways.index(action))
        self.hands.touch(self.SEND)

    def do_century(self, frame, action):
        self._card(frame, "century")
        self.hands.touch(self.SEND)

    def do_discard(self, frame, action):
        self._card(frame, action["card"])
        ways = [other for other in frame["legal"] if other["e"] == action["card"] and "site" not in other]
        self.hands.touch(".tray .choices button", len(ways) if len(ways) > 1 else 0)
        self.hands.touch(self.SEND)

    def do_steal(self, frame, action):
        victims = [other for other in frame["legal"] if other["e"] == "steal"]
        self.hands.touch(".victim", victims.index(action))
        self.hands.touch(self.SEND)

    def do_decline(self, frame, action):
        self.hands.touch(".tray .choices button")

    def do_keep(self, frame, action):
        self.hands.rove(".tray .table .cards button", frame["view"]["aside"].index(action["card"]))
        self.hands.touch(self.SEND)

    def do_take(self, frame, action):
        if frame["view"]["aside"] is not None and action["card"] in frame["view"]["aside"]:
            self.hands.rove(".tray .table .cards button", frame["view"]["aside"].index(action["card"]))
        else:
            self.hands.rove(".tray .table .cards button", list(frame["view"]["discards"]).index(action["card"]))
        self.hands.touch(self.SEND)

    def do_play(self, frame, action):
        self.hands.rove(".tray .table .cards button", frame["view"]["aside"].index(action["card"]))
        self.hands.touch(".tray .choices button")

    def wait(self, version):
        """A roof may bring the question of an insurance, which is answered at once."""
        self.page.wait_for_function(
            """(version) => Number(document.querySelector('[data-version]')?.dataset.version) > version
                || document.querySelector('[data-more]')""",
            arg=version,
        )
        if self.page.locator("[data-more]").count():
            self.hands.touch("[data-send]" if version % 2 else ".tray .choices button")
        super().wait(version)

    def do_swap(self, frame, action):
        self.hands.touch(".tray .choices button")
        self.hands.touch(self.SEND)

    def do_put(self, frame, action):
        """All of them, as they lie: the page sends one after the other."""
        self.hands.touch(".tray .choices button")
        self.page.locator(".order").wait_for(state="detached")


class Pupil:
    """Somebody who learns: the same hands, before the board of a lesson."""

    def __init__(self, visitor, game, lesson, task, hands=Fingers):
        self.visitor, self.page = visitor, visitor.page
        self.hands = hands(self.page)
        self.key = f"{lesson}/{task}"
        self.exercise = exercise(load(game), lesson, task)

    @property
    def frame(self):
        view = self.exercise.view
        legal = msgspec.json.decode(msgspec.json.encode(legal_list(view, self.offered())))
        return {"view": view.data, "legal": legal, "you": view.seat, "version": 0, "table": {"game": view.game.name}}

    def offered(self):
        """What may be decided: a lesson offers few things, a puzzle everything."""
        return self.exercise.legal_ids()

    def see(self, frame):
        self.page.locator(f'[data-task="{self.key}"]:not([data-outcome])').wait_for()

    def wait(self, version):
        self.page.locator("[data-outcome]").wait_for()


class Solver(Pupil):
    """Somebody before a puzzle."""

    def __init__(self, visitor, puzzle, hands=Fingers):
        self.visitor, self.page, self.hands = visitor, visitor.page, hands(visitor.page)
        self.exercise = self.puzzle = puzzle  # both have a view

    def offered(self):
        return self.puzzle.view.legal_ids()

    def see(self, frame):
        self.page.locator(f'[data-puzzle="{self.puzzle.id}"]:not([data-outcome])').wait_for()

    def answer(self, right=True):
        """Find the best decision, or overlook it."""
        assert self.play(lambda legal: next(one for one in legal if (one["text"] == self.puzzle.best) == right))


PLAYERS = {"manhattan": Manhattan, "hoch-hinaus": HochHinaus, "gratte-ciel": GratteCiel}
PUPILS = {game: type(f"Pupil{player.__name__}", (Pupil, player), {}) for game, player in PLAYERS.items()}
SOLVERS = {game: type(f"Solver{player.__name__}", (Solver, player), {}) for game, player in PLAYERS.items()}
