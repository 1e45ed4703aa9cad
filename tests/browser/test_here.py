"""Games on this device: whole ones without a network, kept by the browser, passed from hand to hand."""

import itertools
import json
import random
import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from bauboom import load
from bauboom.core.fair import verify
from bauboom.core.record import Record
from bauboom.server.trial import legal_list

from .hands import PLAYERS
from .people import DESK, PHONE

# the same random numbers in every run, but other ones for every game
FIXED = (
    "(n) => (Crypto.prototype.getRandomValues = (a) => a.fill(n + (localStorage.n = 1 + Number(localStorage.n ?? 0))))"
)
TITLES = {"manhattan": "Manhattan", "hoch-hinaus": "Hoch hinaus!", "gratte-ciel": "Gratte-ciel"}
# all that the page needs without a network is kept by the browser
KEPT = """async () => {
    if (!navigator.serviceWorker.controller) return false;
    const games = await (await fetch('/page/games.json')).json();
    const files = games.flatMap(({library, description, network}) => [library, description, network]).filter(Boolean);
    return (await Promise.all(files.map((name) => caches.match(`/page/${name}`)))).every(Boolean);
}"""


class OnDevice:
    """Somebody who plays on his own device: what is legal there, the engine says, from what the browser has kept."""

    def __init__(self, visitor):
        super().__init__(visitor, None)
        self.page.wait_for_url("**/here/*")
        self.id = self.page.url.rpartition("/")[2]

    @property
    def saved(self):
        return json.loads(self.page.evaluate("(id) => localStorage.getItem(`bauboom game ${id}`)", self.id))

    @property
    def state(self):
        return state_of(self.saved)

    @property
    def frame(self):
        saved = self.saved
        state = state_of(saved)
        you = state.turn if state.turn is not None and "name" in saved["seats"][state.turn] else None
        view = state.view(you)
        legal = [json.loads(bytes(text)) for text in legal_list(view)] if you is not None else []
        phase = "over" if state.is_over else "playing"
        table = {"game": saved["game"], "phase": phase}
        return {"version": saved["version"], "you": you, "view": view.data, "legal": legal, "table": table}

    def play_on(self, choose, until=lambda decisions: False):
        """Decide whenever it is our turn, to the end of the game or until it is enough; how often we did."""
        decisions = 0
        while not until(decisions):
            frame = self.frame
            if frame["table"]["phase"] == "over":
                break
            if frame["legal"]:
                decisions += self.play(choose)
            else:
                self.wait(frame["version"])
        return decisions


HERE = {game: type(f"{player.__name__}Here", (OnDevice, player), {}) for game, player in PLAYERS.items()}


def state_of(saved):
    state = load(saved["game"], **saved["options"]).root
    for action in saved["actions"]:
        state = state.play_one(action)
    return state


def begin(visitor, game, *others, players=2, luck=0):
    """A new game of ours on this device; others are levels of bots, or names."""
    visitor.context.add_init_script(f"({FIXED})({luck})")
    page = visitor.goto(f"/new/{game}")
    page.get_by_role("radio", name=str(players), exact=True).locator("..").click()
    for seat, other in enumerate(others, 2):
        is_bot = other.startswith(("level", "trainer"))
        page.get_by_label(f"Seat {seat}").select_option(f"bot:{other}" if is_bot else "open")
        if not is_bot:
            page.get_by_label(f"Name of player {seat}").fill(other)
    return page


def start(visitor, game):
    visitor.page.get_by_role("button", name="Start the game").click()
    visitor.page.locator("[data-version], [data-cover]").first.wait_for()
    return HERE[game](visitor)


def keep(page, saved, **changed):
    """Put a game where the browser keeps them, with another id."""
    other = {**saved, **changed}
    page.evaluate("(one) => localStorage.setItem(`bauboom game ${one.id}`, JSON.stringify(one))", other)
    return other


def finished(page):
    """The ids of all games that are kept and over, the first one begun first."""
    kept = page.evaluate(
        "Object.keys(localStorage).filter((key) => key.startsWith('bauboom game ')).map((key) => localStorage[key])"
    )
    over = [saved for saved in map(json.loads, kept) if saved["result"]]
    return [saved["id"] for saved in sorted(over, key=lambda saved: saved["changed"])]


def cut(visitor):
    """The network is gone, as soon as the page could do without."""
    while not visitor.page.evaluate(KEPT):
        visitor.page.wait_for_timeout(50)
    visitor.expected.append("ERR_INTERNET_DISCONNECTED")
    visitor.context.set_offline(True)


@pytest.mark.parametrize(
    ("game", "level", "players", "luck", "screen"),  # with this luck, games are short
    [
        ("manhattan", "level4", 3, 0, PHONE),
        ("hoch-hinaus", "level3", 3, 40, DESK),
        ("gratte-ciel", "level2", 5, 5, PHONE),
    ],
    ids=TITLES,
)
def test_a_whole_game_without_a_network_in_two_tabs_and_its_record(visit, tmp_path, game, level, players, luck, screen):
    ada, number = visit(screen=screen, pace=0), itertools.count(7, 7)
    begin(ada, game, *[level] * (players - 1), players=players, luck=luck)
    cut(ada)
    player = start(ada, game)

    def choose(legal):
        return legal[next(number) % len(legal)]

    assert player.play_on(choose, lambda decisions: decisions >= 3) == 3
    ada.page.close()
    ada.page = ada.open_page()
    ada.page.goto("/")
    ada.page.locator("a[href*='/here/']", has_text=TITLES[game]).first.click()  # others name the game, too
    player = HERE[game](ada)
    for old in range(52):
        keep(ada.page, player.saved, id=f"old{old}", changed=old, result={"scores": [], "winners": []})
    player.play_on(choose)
    assert finished(ada.page) == [*(f"old{old}" for old in range(3, 52)), player.id]
    dialog = ada.page.get_by_role("dialog")
    with ada.page.expect_download() as download:
        dialog.get_by_role("button", name="Download the record").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name.startswith(f"{game}-20")
    subprocess.run([sys.executable, "-m", "bauboom", "check", file], check=True)
    record = Record.decode(file.read_bytes(), load)
    assert record.seats[1] == f"bot:{level}/alva"
    assert verify(record).is_over
    ada.shoot(f"{game}-here-over")
    dialog.get_by_role("link", name="Review my game").click()
    ada.page.get_by_role("slider").wait_for()
    ada.page.get_by_role("button", name="Play again").click()
    ada.page.wait_for_url(lambda url: "/replay/" not in url)
    again = HERE[game](ada)
    assert again.id != player.id
    assert again.saved["seats"] == player.saved["seats"]


@pytest.mark.parametrize("level", ["level1", "level3", "level5", "level6"])
def test_bots_of_all_levels_answer_without_a_network(visit, level):
    ada = visit(pace=0)
    begin(ada, "manhattan", level)
    cut(ada)
    player = start(ada, "manhattan")
    assert player.play_on(random.Random(level).choice, lambda decisions: decisions >= 3) == 3


def test_a_game_begins_at_once_is_found_again_and_deleted(visit):
    ada = visit(pace=0)
    page = ada.goto("/")
    cut(ada)
    for game, title in TITLES.items():
        page.get_by_role("button", name=f"Play now {title}").click()
        page.locator("[data-version]").wait_for()
        player = HERE[game](ada)
        assert [seat.get("level") for seat in player.saved["seats"][:2]] == [None, "level1/alva"]
        player.play_on(random.Random(game).choice, lambda decisions: decisions >= 1)
        page.get_by_role("link", name="Bauboom").click()
        page.get_by_role("heading", name="Your games").wait_for()
        page.get_by_role("link", name=f"{title} you").click()
        page.wait_for_url(f"**/here/{player.id}")
        page.locator("[data-version]").wait_for()
        page.get_by_role("link", name="Bauboom").click()
    ada.check_access()
    page.get_by_role("button", name="Delete this game of Manhattan").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.get_by_role("link", name="Manhattan you").wait_for(state="detached")
    expect(page.get_by_role("link", name="Gratte-ciel you")).to_have_count(1)
    ada.goto(f"/here/{player.id[::-1]}").get_by_text("not there").wait_for()


def test_what_is_taken_back_brings_the_same_luck_again(visit):
    ada, rng = visit(pace=0), random.Random(7)
    begin(ada, "manhattan", "level1")
    player = start(ada, "manhattan")
    player.play_on(rng.choice, lambda decisions: decisions >= 3)
    while not player.frame["legal"]:
        player.wait(player.frame["version"])
    before, view = player.saved, player.frame["view"]
    chosen = rng.choice(player.frame["legal"])
    player.play(lambda legal: next(action for action in legal if action["id"] == chosen["id"]))
    player.play_on(rng.choice, lambda decisions: bool(player.frame["legal"]))
    after = player.saved["actions"]
    undo = ada.page.get_by_role("banner").get_by_role("button", name="Take back")
    version = player.saved["version"]
    undo.click()
    player.wait(version)
    assert player.frame["view"] == view
    player.play(lambda legal: next(action for action in legal if action["id"] == chosen["id"]))
    player.play_on(rng.choice, lambda decisions: bool(player.frame["legal"]))
    assert player.saved["actions"] == after
    for _ in range(4):
        version = player.saved["version"]
        undo.click()
        player.wait(version)
    expect(undo).to_have_count(0)
    assert player.state.step < len(before["actions"])


def test_two_people_on_one_device_never_see_each_others_cards(visit):
    ada, rng = visit(screen=PHONE, theme="dark", pace=0), random.Random(5)
    page = begin(ada, "manhattan", "Grace", "level1", players=3)
    page.get_by_label("Name of player 1").fill("Ada")
    player = start(ada, "manhattan")
    seen = set()
    for _ in range(5):
        page.locator("[data-cover]").wait_for()
        seat = int(page.locator("[data-cover]").get_attribute("data-cover"))
        name = ("Ada", "Grace")[seat]
        seen.add(name)
        page.wait_for_function("(text) => document.querySelector('.spoken').innerText === text", arg=f"Pass to {name}")
        shown = page.locator("[data-cover] main").inner_text().split("\n")
        assert [line for line in shown if line] == [
            f"Pass to {name}",
            "Everything stays covered until you tap.",
            f"I am {name}",
            *(["Take back"] if player.saved["begun"] else []),
        ]
        assert page.locator("[data-version], .board, .cards, [role=log]").count() == 0
        expect(page).to_have_title(re.compile(f"^Pass to {name}"))
        if len(seen) == 1:
            ada.check_access()
            ada.check_targets()
        page.keyboard.press("Enter")  # the button has the focus
        page.locator("[data-version]").wait_for()
        hand = player.state.view(seat).data["players"][seat]["hand"]
        others = player.state.view(1 - seat).data["players"][1 - seat]["hand"]
        page.locator(".cards button").first.wait_for()
        cards = page.locator(".cards button").all_inner_texts()
        assert [int(re.search(r"\d+", text)[0]) for text in cards] == hand != others
        page.get_by_text(f"{name}: ").first.wait_for()
        player.play(rng.choice)
    assert seen == {"Ada", "Grace"}


def test_people_who_may_know_the_same_need_no_cover(visit):
    ada, rng = visit(pace=0), random.Random(6)
    page = begin(ada, "hoch-hinaus", "Grace")
    page.get_by_label("Name of player 1").fill("Ada")
    player, deciders = start(ada, "hoch-hinaus"), set()
    for _ in range(6):
        frame = player.frame
        page.get_by_text(f"{('Ada', 'Grace')[frame['you']]}: ").first.wait_for()
        deciders.add(frame["you"])
        player.play(rng.choice)
        assert page.locator("[data-cover]").count() == 0
    assert deciders == {0, 1}


def test_where_nothing_can_be_kept_the_game_goes_on_and_says_what_is_lost(visit):
    ada = visit()
    ada.context.add_init_script("Storage.prototype.setItem = () => { throw new Error('not allowed') }")
    page = ada.goto("/")
    page.get_by_role("button", name="Play now Manhattan").click()
    page.locator("[data-lost]").wait_for()
    page.get_by_text("Your turn: pick").first.wait_for()
    page.get_by_role("button", name="Hint").click()
    page.locator(".why li").first.wait_for()
    page.get_by_role("button", name="Show the move").click()
    version = int(page.locator("[data-version]").get_attribute("data-version"))
    page.locator("[data-send]").click()
    HERE["manhattan"].wait(HERE["manhattan"](ada), version)
    page.locator("[data-lost] button").click()
    page.get_by_role("link", name="Bauboom").click()
    page.get_by_role("link", name="Manhattan you").click()
    page.locator("[data-version] [data-site]").first.wait_for()
    assert page.locator("[data-lost]").count() == 0  # once is enough


def test_finished_games_make_room_where_it_runs_short(visit):
    ada = visit(pace=0)
    begin(ada, "manhattan", "level1")
    player = start(ada, "manhattan")
    for number in range(3):
        keep(ada.page, player.saved, id=f"old{number}", changed=number, result={"scores": [], "winners": []})
    ada.context.add_init_script(
        """const set = Storage.prototype.setItem;
        Storage.prototype.setItem = function (key, value) {
            if (key.startsWith('bauboom game ') && !(key in localStorage) && localStorage.length >= full)
                throw new DOMException('', 'QuotaExceededError');
            set.call(this, key, value);
        };
        const full = localStorage.length;"""
    )
    page = ada.goto("/")
    page.get_by_role("button", name="Play now Gratte-ciel").click()
    HERE["gratte-ciel"](ada).saved  # noqa: B018  # it is kept
    assert finished(page) == ["old1", "old2"]


def test_what_is_damaged_or_outdated_is_named_and_can_be_kept_as_a_file(visit):
    ada = visit(pace=0)
    begin(ada, "gratte-ciel", "level1")
    player = start(ada, "gratte-ciel")
    saved = player.saved
    odd = keep(ada.page, saved, id="odd", actions=[*saved["actions"], 0, 0, 0])
    ada.page.evaluate("(text) => localStorage.setItem('bauboom game torn', text)", json.dumps(saved)[:200])
    page = ada.goto("/")
    page.get_by_text("cannot be read").wait_for()
    page.get_by_role("link", name="Gratte-ciel you").first.wait_for()
    for name in ("torn", "odd"):
        page = ada.goto(f"/here/{name}")
        with page.expect_download() as download:
            page.get_by_role("button", name="Keep as a file").click()
        text = download.value.path().read_text()
        assert text == json.dumps(saved)[:200] if name == "torn" else json.loads(text) == odd
        ada.check_access()


def test_two_tabs_with_the_same_game_stay_together(visit):
    ada, rng = visit(pace=0), random.Random(8)
    begin(ada, "manhattan", "Grace", "level1", players=3)
    player = start(ada, "manhattan")
    first, second = ada.page, ada.open_page()
    second.goto(first.url)
    for page in (first, second, first):
        player.page = player.hands.page = page
        page.bring_to_front()
        page.locator("[data-cover] .primary").click()
        player.play(rng.choice)
        seat = page.locator("[data-cover]").get_attribute("data-cover")
        for tab in (first, second):
            tab.locator(f"[data-cover='{seat}']").wait_for()
        decisions = [step for step in player.state.path() if step.previous.turn is not None]
        assert player.saved["version"] == 1 + len(decisions)  # nothing was decided in both


def test_friends_are_invited_to_a_game_that_goes_on_at_a_server(visit):
    ada, grace, rng = visit("Ada", pace=0), visit("Grace"), random.Random(9)
    begin(ada, "manhattan", "level1", "trainer", players=3)
    player = start(ada, "manhattan")
    player.play_on(rng.choice, lambda decisions: decisions >= 3)
    while not player.frame["legal"]:
        player.wait(player.frame["version"])
    before = player.frame
    page = ada.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Invite friends").click()
    ada.check_access()
    page.get_by_role("button", name="Move it online").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    seats = ada.frame(table)["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "open", "bot"]
    assert seats[2]["level"].startswith("level1/")  # a server has no trainer
    grace.goto(f"/t/{table}").get_by_role("button", name="Sit here").click()
    for person in (grace, ada):
        person.page.locator("[data-version]").wait_for()
    frame = ada.frame(table)
    assert [action["id"] for action in frame["legal"]] == [action["id"] for action in before["legal"]]
    assert frame["view"]["cities"] == before["view"]["cities"]
    online = PLAYERS["manhattan"](ada, table)
    online.play(rng.choice)
    ada.goto(f"/here/{player.id}").get_by_role("link", name="To the table").wait_for()
