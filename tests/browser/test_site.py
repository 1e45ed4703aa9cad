"""The page as a folder on a host of plain files, somewhere below its root: all that needs no server works, offline too.

Everything else says so.
"""

import functools
import json
import random
import re
import shutil
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bauboom import GAMES, OptionError, load
from bauboom.core.lesson import lessons
from bauboom.machines import pages
from bauboom.machines.puzzles import shown
from bauboom.site import Host, write

from .hands import PUPILS, SOLVERS, Keyboard
from .people import DESK, PHONE, SECONDS

WHERE = "some/where"
DAY = 24 * 60 * 60  # seconds
RECORDS = Path(__file__).parents[1] / "games" / "manhattan" / "records.jsonl"
SETTLED = "navigator.serviceWorker.controller?.state === 'activated'"
KEPT = """caches.keys().then(async (shelves) => (await Promise.all(shelves.map(async (shelf) =>
    (await (await caches.open(shelf)).keys()).map(({ url }) => url)))).flat())"""
ENTRY = "document.querySelector('script[type=module]').src"


class Site:
    """A folder below the root of a host of plain files."""

    def __init__(self, root):
        self.folder = root / WHERE
        self.host = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Host, directory=str(root)))
        self.url = f"http://127.0.0.1:{self.host.server_address[1]}/{WHERE}/"
        threading.Thread(target=self.host.serve_forever, daemon=True).start()

    def close(self):
        self.host.shutdown()
        self.host.server_close()


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """The folder as `bauboom site` makes it."""
    folder = tmp_path_factory.mktemp("made") / "site"
    write(folder)
    return folder


@pytest.fixture(scope="module")
def site(made, tmp_path_factory):
    """Takes the place of the server that `visit` goes to."""
    root = tmp_path_factory.mktemp("host")
    shutil.copytree(made, root / WHERE)
    site = Site(root)
    yield site
    site.close()


@pytest.fixture
def other_site(made, tmp_path):
    """One of its own, to be changed."""
    shutil.copytree(made, tmp_path / WHERE)
    site = Site(tmp_path)
    yield site
    site.close()


def wait(page, promised, given=None, now_and_then=None):
    """Until what is promised is true; every ten seconds something may be done for it."""
    for tenths in range(1, SECONDS // 100):
        if page.evaluate(promised, given):
            return
        page.wait_for_timeout(100)
        if now_and_then and tenths % 100 == 0:
            now_and_then(page)
    raise AssertionError(f"this never comes true: {promised}")


def names_of_files(site, language):
    """What is needed offline."""
    worker = (site.folder / "sw.js").read_text(encoding="utf-8")
    others = re.compile(rf"(^|-)({'|'.join({'en', 'de', 'nl', 'fr'} - {language})})-[\w-]{{8}}\.js$")
    own = [name for name in json.loads(re.search(r"FILES = (\[.*?\])", worker)[1]) if not others.search(name)]
    lines = json.loads((site.folder / "page" / pages.INDEX).read_bytes())
    games = [[line["description"], line["library"], line["network"], line["texts"][language]] for line in lines]
    return {pages.INDEX, *own, *(name for names in games for name in names if name)}


def keep_all(visitor, site, language="en"):
    """Come for the first time, and stay until everything is kept."""
    page = visitor.goto("./")
    wait(page, SETTLED)
    wanted = [f"{site.url}page/{name}" for name in names_of_files(site, language)]
    wait(page, f"(wanted) => {KEPT}.then((kept) => wanted.every((url) => kept.includes(url)))", wanted)
    return page


def stop_idle_workers(page):
    """As Chromium does by itself, unless it is watched as tests watch it; a new worker waits for that."""
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    session.detach()


def leave_network(visitor):
    visitor.expected.append("ERR_INTERNET_DISCONNECTED")
    visitor.context.set_offline(True)


def go(page, address):
    """To an address from nowhere, as by a link."""
    page.goto("about:blank")
    page.goto(address)
    page.locator("main").first.wait_for()
    return page


def play_lesson(visitor, game):
    """The pictures of how one wins, and the first lesson of a game, from its first task to its last."""
    pictures, lesson, *_ = lessons(load(game)).values()
    page = go(visitor.page, f"./#/learn/{game}")
    for task in pictures.task_ids:
        page.locator(f'[data-task="{pictures.id}/{task}"]').wait_for()
        page.locator("aside .primary").click()
    for task in lesson.task_ids:
        pupil = PUPILS[game](visitor, game, lesson.id, task, Keyboard)
        found = pupil.exercise
        assert pupil.play(lambda legal, found=found: next(one for one in legal if found.is_right(one["id"])))
        expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", "right")
        page.keyboard.press("Enter")  # on the button that leads on, which has the focus


def finished(game, seed=5):
    """A game of this device that is over, as the page keeps it."""
    state, rng = load(game).with_options({"players": 2}).root, random.Random(seed)
    while not state.is_over:
        ids, weights = zip(*state.outcome_ids(), strict=True) if state.is_chance else (state.legal_ids(), None)
        state = state.play_one(rng.choices(ids, weights)[0])
    saved = {
        "format": "bauboom-here/1",
        "id": "here-0123456789ab",
        "game": game,
        "options": dict(state.game.options),
        "seats": [{"name": "Ada"}, {"level": "level1"}],
        "hints": False,
        "seed": "ab" * 32,
        "actions": [one.action for one in state.path()],
        "version": 9,
        "created": 1_700_000_000_000,
        "changed": 1_700_000_000_000,
        "rules": pages.rules_hash(load(game)),
        "begun": True,
        "turn": None,
        "result": {"scores": list(state.scores), "winners": list(state.winners)},
        "moved": None,
    }
    return state, saved


# Addresses


def test_the_start_page_offers_what_works_here_and_asks_nobody_else(visit, site):
    ada, asked = visit(), []
    ada.page.on("request", lambda request: asked.append(request.url))
    page = ada.goto("./")
    expect(page.get_by_role("button", name="Play now")).to_have_count(len(GAMES))
    page.wait_for_load_state("networkidle")
    assert all(url.startswith(site.url) for url in asked), asked
    assert not [url for url in asked if "/api/" in url]
    addresses = page.eval_on_selector_all("a[href]", "(links) => links.map((link) => link.getAttribute('href'))")
    assert all(address.startswith("#/") for address in addresses), addresses
    assert not {"#/lobby", "#/ratings"} & {*addresses}
    ada.check_access()
    ada.shoot("site-start")


def test_links_lead_on_without_loading_and_back_again(visit, site):
    page = visit().goto("./")
    page.evaluate("window.mark = 1")
    page.get_by_role("link", name="Rules of Manhattan").click()
    page.get_by_role("heading", name="Rules of Manhattan").wait_for()
    expect(page).to_have_url(f"{site.url}#/rules/manhattan")
    page.get_by_role("link", name="Learn by playing").click()
    page.locator("[data-task]").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Rules of Manhattan").wait_for()
    assert page.evaluate("window.mark") == 1


def test_a_link_opens_in_another_tab(visit, site):
    ada = visit()
    page = ada.goto("./")
    with ada.context.expect_page() as opened:
        page.get_by_role("link", name="Rules of Manhattan").click(modifiers=["ControlOrMeta"])
    opened.value.get_by_role("heading", name="Rules of Manhattan").wait_for()
    expect(opened.value).to_have_url(f"{site.url}#/rules/manhattan")


def test_a_deep_link_leads_there_and_stays_there_when_loaded_anew(visit, site):
    page = visit().goto("./index.html#/rules/gratte-ciel?rule=G-quake")
    page.get_by_role("heading", name="Rules of Gratte-ciel").wait_for()
    page.reload()
    page.get_by_role("heading", name="Rules of Gratte-ciel").wait_for()
    wait(page, "document.activeElement?.id === 'rule-G-quake'")


def test_an_address_of_nothing_says_so(visit, site):
    page = visit().goto("./#/there/is/nothing")
    page.get_by_role("heading", level=1).wait_for()
    expect(page.locator("main a[href='#/']")).to_have_count(1)
    assert page.locator("main a[href='#/lobby']").count() == 0


@pytest.mark.parametrize("address", ["lobby", "ratings", "t/n5sukg", "replay/n5sukg", "import/n5sukg"])
def test_what_needs_a_server_says_so(visit, address):
    ada = visit()
    page = ada.goto(f"./#/{address}")
    page.locator("main").get_by_text("Bauboom on a server").wait_for()
    assert page.locator("main").get_by_text("One moment").count() == 0
    ada.check_access()


def test_settings_keep_a_name_without_an_account(visit):
    page = visit().goto("./#/settings")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    assert page.get_by_label("Password").count() == 0
    page.reload()
    expect(page.get_by_label("Your name")).to_have_value("Ada")


def test_the_page_can_be_installed_from_where_it_is(visit, site):
    ada = visit()
    page = ada.goto("./")
    devtools = ada.context.new_cdp_session(page)
    found = devtools.send("Page.getAppManifest")
    assert found["url"] == f"{site.url}manifest.webmanifest"
    assert not found["errors"]
    manifest = json.loads(found["data"])
    assert (manifest["start_url"], manifest["scope"]) == ("./", "./")
    for icon in manifest["icons"]:
        assert (site.folder / icon["src"]).is_file()
    wait(page, SETTLED)
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}  # as all tests are


# Lessons, rules, replays


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_to_its_end(visit, game):
    play_lesson(visit(screen=DESK), game)


@pytest.mark.parametrize("game", GAMES)
def test_rules_show_boards_as_examples_and_lead_to_their_lessons(visit, game):
    ada = visit(screen=PHONE, theme="dark")
    page = ada.goto(f"./#/rules/{game}")
    board = page.locator("figure:has(a):not(details *) [data-example]").first
    board.scroll_into_view_if_needed()
    board.locator("svg").first.wait_for()
    ada.shoot(f"site-rules-{game}")
    focused = page.evaluate(
        """[...document.querySelectorAll('[data-example] :is(button, a, select, [tabindex])')]
            .filter((node) => (node.focus(), document.activeElement === node)).length"""
    )
    assert focused == 0
    drawn = page.locator("[data-example] svg").count()
    assert drawn < page.locator("[data-example]").count() * 100  # not all of them at once
    ada.check_access()
    task = board.get_attribute("data-example")
    page.locator("figure:not(details *) a").first.click()
    page.locator(f'[data-task="{task}"]').wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_this_device_is_looked_through(visit, game):
    state, saved = finished(game)
    ada = visit()
    kept = f"localStorage.setItem('bauboom game {saved['id']}', {json.dumps(json.dumps(saved))})"
    ada.context.add_init_script(kept)
    page = ada.goto(f"./#/replay/here/{saved['id']}?step=7")
    slider = page.get_by_role("slider")
    stops = [one.step for one in [state.game.root, *state.path()] if one.turn is not None or one is state]
    place = next(place for place, step in enumerate(stops) if step >= 7)
    expect(slider).to_have_attribute("max", str(len(stops) - 1))
    expect(slider).to_have_value(str(place))
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(f"step={state.step}$"))
    expect(page.locator(".players strong")).to_have_text([str(score) for score in state.scores], use_inner_text=True)
    page.get_by_label("Point of view").select_option("Ada")
    page.keyboard.press("Home")
    page.locator(".board svg").first.wait_for()
    ada.check_access()
    page.get_by_role("button", name="Win chances").click()
    page.get_by_label("Analysing the game").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("img", name="Points: ").wait_for()


def test_a_record_is_looked_through_and_a_wrong_one_refused(visit, tmp_path):
    record = json.loads(max(RECORDS.read_bytes().splitlines(), key=len))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    page = visit().goto("./#/games")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Open").click()
    page.get_by_role("slider").wait_for()
    page.reload()
    page.get_by_role("slider").wait_for()
    page.goto("./#/games")
    del record["events"][7]
    file.write_text(json.dumps(record))
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Open").click()
    page.get_by_role("alert").get_by_text("event 8").wait_for()
    page.locator("textarea").fill("{}")
    page.get_by_role("button", name="Open").click()
    page.get_by_role("alert").get_by_text("not a Bauboom record").wait_for()


# Offline


def test_puzzles_of_the_next_days_are_there_without_a_network(visit, site):
    ada, game = visit(), "gratte-ciel"
    page = keep_all(ada, site)
    go(page, f"./#/puzzles/{game}").locator("[data-puzzle]").wait_for()
    today = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    puzzles = list(shown(load(game)))
    number = next(number for number, puzzle in enumerate(puzzles) if puzzle.id == today)
    page.wait_for_load_state("networkidle")
    page.reload()  # what is kept of games that are gone is thrown away now; puzzles are not
    page.locator("[data-puzzle]").wait_for()
    now = page.evaluate("Date.now() / 1000")
    leave_network(ada)
    ada.expected.append("ERR_FAILED")  # at last it looks for puzzles of days that are too far away
    for ahead in (0, 1, 13):
        ada.context.clock.set_fixed_time(now + ahead * DAY)
        go(page, f"./#/puzzles/{game}")
        wanted = puzzles[(number + ahead) % len(puzzles)]
        page.locator(f'[data-puzzle="{wanted.id}"]').wait_for()
    SOLVERS[game](ada, wanted, Keyboard).answer()
    expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", "right")


def test_everything_works_without_a_network_after_the_first_visit(visit, site):
    ada = visit()
    page = keep_all(ada, site)
    leave_network(ada)
    page.reload()
    page.get_by_role("button", name="Play now Manhattan").wait_for()
    play_lesson(ada, "manhattan")
    go(page, "./#/rules/hoch-hinaus").locator("article h3").first.wait_for()
    page.locator("[data-example]").first.scroll_into_view_if_needed()
    page.locator("[data-example] svg").first.wait_for()
    go(page, "./#/lobby").get_by_text("Bauboom on a server").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_bots_begins_without_a_network(visit, site, game):
    ada = visit()
    page = keep_all(ada, site)
    leave_network(ada)
    go(page, "./").get_by_role("button", name=f"Play now {load(game).title}").click()
    page.locator("[data-version]").wait_for()
    page.locator("main .board svg").first.wait_for()
    page.get_by_text("Your turn").first.wait_for()
    expect(page).to_have_url(re.compile("/here/"))


def test_the_page_of_a_language_is_kept_when_it_is_set(visit, site):
    ada = visit(language="de")
    page = keep_all(ada, site, "de")
    leave_network(ada)
    go(page, "./#/rules/manhattan").locator("article h3").first.wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def renewed(site):
    """The site becomes another version: all its files have other names, and the old ones are gone."""
    index, worker, folder = site.folder / "index.html", site.folder / "sw.js", site.folder / "page"
    names = json.loads(re.search(r"FILES = (\[.*?\])", worker.read_text(encoding="utf-8"))[1])
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in names}
    texts |= {"../index.html": index.read_text(encoding="utf-8"), "../sw.js": worker.read_text(encoding="utf-8")}
    for name in names:
        (folder / name).unlink()
    known = re.compile("|".join(map(re.escape, names)))
    for name, text in texts.items():
        new = known.sub(lambda found: _renamed(found[0]), text)
        new = re.sub('VERSION = "[0-9a-f]+"', 'VERSION = "another"', new)
        (folder / (_renamed(name) if name in names else name)).write_text(new, encoding="utf-8")


def _renamed(name):
    return re.sub(r"(?<=-)[\w-]{8}(?=\.(js|css)$)", lambda found: found[0][:6] + "ZZ", name)


def test_a_new_version_takes_over_and_pages_of_the_old_one_go_on(visit, other_site):
    ada = visit(server=other_site)
    old = keep_all(ada, other_site)
    renewed(other_site)
    new = ada.open_page()
    new.goto("./")
    new.locator("main").first.wait_for()
    assert new.evaluate(ENTRY) != old.evaluate(ENTRY)
    for page in (old, new):  # each has its own
        page.evaluate("location.hash = '#/learn/manhattan'")
        page.locator("[data-task]").wait_for()
    wait(new, "navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)")
    old.close()
    new.reload()
    wait(
        new,
        "caches.keys().then((shelves) => shelves.every((name) => / (games|another)$/.test(name)))",
        None,
        stop_idle_workers,
    )
    leave_network(ada)
    go(new, "./#/learn/hoch-hinaus").locator("[data-task]").wait_for()
    assert new.evaluate(ENTRY).endswith("ZZ.js")


def test_only_a_site_is_replaced_and_nothing_that_lies_beside_it(made, tmp_path):
    shutil.copytree(made, tmp_path / "mine")
    with pytest.raises(OptionError, match="is not empty; name another folder, or add --force to replace a site"):
        write(tmp_path / "mine")
    (tmp_path / "mine" / "page" / "old.js").write_text("of an earlier version")
    write(tmp_path / "mine", force=True)
    assert not (tmp_path / "mine" / "page" / "old.js").exists()
    for name in ("CNAME", ".git"):
        (tmp_path / "mine" / name).write_text("not ours")
        with pytest.raises(OptionError, match="holds something else than a site"):
            write(tmp_path / "mine", force=True)
        (tmp_path / "mine" / name).unlink()
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
