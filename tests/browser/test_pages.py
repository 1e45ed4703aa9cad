"""Every page: that everybody can use it, on every screen, in both themes; and that it can be shown around."""

import json
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from bauboom import GAMES
from bauboom.server.site import files, game_files

from .people import DESK, PHONE, SEARCH, SIDEWAYS, TABLET, WALL
from .test_ends import replayed, stops

RECORDS = Path(__file__).parents[1] / "games" / "manhattan" / "records.jsonl"
PAGES = {
    "start": "/",
    "lobby": "/lobby",
    "games": "/games",
    "ratings": "/ratings",
    "settings": "/settings",
    "me": "/me",
    "puzzles": "/puzzles",
    "missing": "/there/is/nothing",
    "gone": "/t/nothing",
    **{f"{kind}-{game}": f"/{kind}/{game}" for kind in ("new", "rules", "learn") for game in GAMES},
    **{f"puzzle-{game}": f"/puzzles/{game}" for game in GAMES},
    "waiting": None,
    **{f"{kind}-{game}": None for kind in ("opening", "middle", "end", "replay") for game in GAMES},
}


def open_page(ada, name):
    """Go to a page; for tables, to one in just that condition."""
    path = PAGES[name]
    kind, _, game = name.partition("-")
    if path is None and kind == "waiting":
        path = f"/t/{ada.table('manhattan', ['me', 'open', 'bot:greedy', 'open'])}"
    elif path is None and kind == "replay":
        path = f"/replay/{ada.finished(game)}?step=60"
    elif path is None:
        path = f"/t/{ada.finished(game) if kind == 'end' else ada.advanced(game, 0 if kind == 'opening' else 12)}"
    if name == "missing":
        ada.expected.append("404 (Not Found)")
    page = ada.goto(path)
    page.wait_for_load_state("networkidle")
    if kind in ("opening", "middle", "end", "learn", "puzzle"):
        page.locator("main .board svg").first.wait_for()
    return page


@pytest.mark.parametrize(("theme", "screen"), [("light", DESK), ("dark", PHONE)], ids=["desk", "phone"])
@pytest.mark.parametrize("name", PAGES)
def test_everybody_can_use_the_page(visit, name, theme, screen):
    ada = visit("Ada", screen=screen, theme=theme)
    open_page(ada, name)
    ada.shoot(f"{name}-{'desk' if screen == DESK else 'phone'}")
    ada.check_access()
    if screen == PHONE:
        ada.check_targets()


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith(("start", "middle", "learn", "replay"))])
def test_the_page_fits_on_every_screen(visit, name):
    ada = visit("Ada", screen=TABLET)
    page = open_page(ada, name)
    for label, (width, height) in {"tablet": TABLET, "sideways": SIDEWAYS, "wall": WALL, "narrow": (320, 640)}.items():
        page.set_viewport_size({"width": width, "height": height})
        ada.check_width()
        ada.shoot(f"{name}-{label}")
        if name.startswith("middle"):  # the board is the largest thing
            board = page.locator("main .board").first.bounding_box()
            assert board["width"] * board["height"] > 0.4 * width * height, label


def test_a_newcomer_is_in_a_game_one_click_later(visit):
    newcomer = visit()
    page = newcomer.goto("/")
    page.get_by_role("button", name="Play now Manhattan").click()
    page.locator("[data-version]").wait_for()
    page.get_by_text("Your turn").first.wait_for()
    expect(page).to_have_url(re.compile("/here/"))
    assert newcomer.api("/api/me") is None


def weighed(newcomer, game) -> dict[str, int]:
    """What comes over the wire from the first address until a table stands, in bytes by address."""
    loaded = []
    newcomer.context.add_init_script("delete Navigator.prototype.serviceWorker")  # it loads the rest, in idle time
    newcomer.page.on("requestfinished", lambda request: loaded.append(request))  # noqa: PLW0108
    page = newcomer.goto("/")
    page.locator(f"main li:has(a[href='/rules/{game}']) button.primary").click()
    page.locator("[data-version] .board svg").first.wait_for()
    sizes = {request.url: request.sizes()["responseBodySize"] for request in loaded}
    assert any(url.endswith(".wasm") for url in sizes)
    return sizes


@pytest.mark.parametrize("language", ["en", "de", "nl", "fr"])
def test_a_first_visit_loads_at_most_120_kB_until_a_table_stands(visit, language):
    sizes = weighed(visit(screen=PHONE, language=language), "manhattan")
    assert sum(sizes.values()) <= 120_000, "\n".join(f"{size:7} {url}" for url, size in sizes.items())


@pytest.mark.parametrize("game", GAMES)
def test_a_first_visit_to_any_game_loads_less_than_200_kB(visit, game):
    sizes = weighed(visit(screen=DESK), game)
    assert sum(sizes.values()) < 200_000, "\n".join(f"{size:7} {url}" for url, size in sizes.items())


@pytest.mark.parametrize("language", ["en", "de", "nl", "fr"])
def test_all_games_take_at_most_450_kB_and_what_the_strongest_bots_learnt_1200_kB_more(site, language):
    lines = httpx.get(f"{site.url}/page/games.json", trust_env=False).json()
    games = {line[key] for line in lines for key in ("description", "library")}
    games |= {line["texts"][language] for line in lines}
    networks = {line["network"] for line in lines if line["network"]}
    others = re.compile(rf"(^|-|/)({'|'.join({'en', 'de', 'nl', 'fr'} - {language})})-[\w-]{{8}}\.js$")
    own = {name for name in files() if name.endswith((".js", ".css", ".html")) and not others.search(name)}
    sizes = {
        name: min(map(len, file.packed.values())) for name, file in (files() | game_files()).items() if file.packed
    }
    assert sum(sizes[name] for name in own | games) <= 450_000
    assert sum(sizes[name] for name in networks) <= 1_200_000  # they come last, in idle time


@pytest.mark.parametrize(("language", "words"), [("de", "Jetzt spielen"), ("nl", "Nu spelen"), ("fr", "Jouer")])
def test_the_page_speaks_the_language_of_the_browser(visit, language, words):
    page = visit(language=language).goto("/")
    page.get_by_role("button", name=words).first.wait_for()
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_the_language_is_changed_in_the_middle_of_a_game_and_remembered(visit):
    ada = visit("Ada")
    page = ada.goto(f"/t/{ada.advanced('manhattan', 3)}")
    page.get_by_text("Your turn").first.wait_for()
    page.get_by_label("Language").select_option("de")
    page.get_by_text("Du bist dran").first.wait_for()
    page.reload()
    page.get_by_text("Du bist dran").first.wait_for()


def test_friends_come_by_link_or_code_and_a_full_table_says_so(visit):
    ada, grace, joan = visit("Ada"), visit(), visit("Joan")
    table = ada.table("manhattan", ["me", "open"], options={"players": 2}, spectators=False)
    code = ada.frame(table)["table"]["code"]
    page = grace.goto("/")
    page.get_by_label("Join by code").or_(page.get_by_label("Code")).first.fill(code)
    page.get_by_role("button", name="Join").click()
    page.get_by_role("button", name="Sit here").first.click()
    page.locator("[data-version]").wait_for()
    assert ada.frame(table)["table"]["phase"] == "playing"
    joan.expected.append("404")
    joan.goto(f"/t/{table}").get_by_role("heading", level=1).wait_for()
    assert joan.page.locator("[data-version]").count() == 0


def test_a_table_that_was_given_up_says_so(visit):
    ada, grace = visit("Ada"), visit("Grace")
    table = ada.table("manhattan", ["me", "open"], options={"players": 2})
    page = grace.goto(f"/t/{table}")
    page.get_by_role("button", name="Sit here").first.wait_for()
    ada.api(f"/api/tables/{table}/do", {"do": "close"})
    page.get_by_text("closed").first.wait_for()


def test_a_game_is_looked_through_shared_and_verified(visit):
    ada = visit("Ada")
    table = ada.finished("manhattan")
    steps = stops(replayed(ada.api(f"/api/tables/{table}/moves")))
    page = ada.goto(f"/replay/{table}")
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("max", str(len(steps) - 1))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    page.keyboard.press("End")
    expect(slider).to_have_value(str(len(steps) - 1))
    slider.fill("40")
    expect(page).to_have_url(re.compile(rf"\bstep={steps[40]}$"))
    grace = visit()
    expect(grace.goto(page.url).get_by_role("slider")).to_have_value("40")
    page.get_by_role("button", name="Verify").click()
    page.locator("p.good").wait_for()


def test_a_replay_shows_win_chances_and_leads_to_where_the_game_turned(visit):
    ada = visit("Ada")
    record = json.loads(max(RECORDS.read_text(encoding="utf-8").splitlines(), key=len))
    record["seats"] = [f"player {seat}" for seat, _ in enumerate(record["seats"])]
    number = ada.api("/api/imports", record)["id"]
    found = ada.api(f"/api/imports/{number}/analysis")
    page = ada.goto(f"/import/{number}")
    page.get_by_role("button", name="Win chances").click()
    chances = page.get_by_role("img", name="Win chances: ")
    chances.wait_for(timeout=SEARCH)
    said = f"{record['seats'][0]} {round(100 * found['curve'][0][1][0])} %"
    expect(chances).to_have_attribute("aria-label", re.compile(re.escape(said)))
    turns = page.get_by_role("button", name=re.compile(r"^Step ?\d+: "))
    assert found["turns"]
    expect(turns).to_have_count(len(found["turns"]))
    mistake = next(turn for turn in found["turns"] if turn["kind"] == "decision")
    turns.nth(found["turns"].index(mistake)).click()
    page.get_by_text(re.compile(r"gives away \d+ points of win chance here\. Better: .")).first.wait_for()
    expect(page).to_have_url(re.compile(f"step={mistake['step']}"))
    ada.check_access()
    ada.shoot("chances")
    page.locator("aside").get_by_role("button", name="Points", exact=True).click()
    page.get_by_role("img", name="Points: ").wait_for()


def test_a_server_with_other_rules_tells_the_steps_itself(visit):
    ada = visit("Ada")
    table = ada.finished("manhattan")
    asked = []

    def changed(route):
        asked.append(route.request.url)
        moves = route.fetch().json()
        route.fulfill(json={**moves, "rules": "others"})

    ada.context.route(re.compile("/moves$"), changed)
    ada.page.on("request", lambda request: asked.append(request.url) if "/steps" in request.url else None)
    page = ada.goto(f"/replay/{table}?step=20")
    page.get_by_role("slider").wait_for()
    page.locator(".board svg").first.wait_for()
    assert [url.rpartition("/")[2] for url in asked[:2]] == ["moves", "moves"]  # the page was loaded anew, once
    assert asked[2:]
    assert all("/steps" in url for url in asked[2:])


def test_a_server_that_is_away_is_told_of_and_found_again(visit):
    ada = visit("Ada")
    ada.expected += ["ERR_FAILED", "502"]
    page = ada.goto("/lobby")
    ada.context.route(re.compile("/api/"), lambda route: route.abort())
    page.reload()
    page.get_by_role("heading", name="The server is not answering").wait_for()
    ada.check_access()
    page.goto("/learn/manhattan")
    page.locator("[data-task]").wait_for()
    page.goto("/ratings")
    page.get_by_role("heading", name="The server is not answering").wait_for()
    ada.context.unroute_all()
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("group", name="Players").or_(page.get_by_text("rated games")).first.wait_for()


def test_a_record_is_imported_and_looked_through(visit, tmp_path):
    ada = visit("Ada")
    record = ada.api(f"/api/tables/{ada.finished('hoch-hinaus')}/record")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    page = ada.goto("/games")
    page.locator("input[type=file]").set_input_files(file)
    page.locator("form button").last.click()
    page.get_by_role("slider").wait_for()
    expect(page).to_have_url(re.compile("/import/"))
    ada.expected.append("422")
    page = ada.goto("/games")
    file.write_text("{}")
    page.locator("input[type=file]").set_input_files(file)
    page.locator("form button").last.click()
    page.get_by_role("alert").get_by_text("record").wait_for()


def test_hints_are_shown_where_all_allow_them(visit):
    ada = visit("Ada")
    table = ada.advanced("manhattan", 3, hints=True)
    page = ada.goto(f"/t/{table}")
    page.get_by_role("button", name="Hint").click()
    page.locator(".why li").first.wait_for()
    page = ada.goto(f"/t/{ada.advanced('manhattan', 3)}")
    page.locator("[data-version]").wait_for()
    assert page.get_by_role("button", name="Hint").count() == 0


def test_a_decision_is_taken_back_and_a_game_resigned_and_played_again(visit):
    ada = visit("Ada")
    table = ada.advanced("manhattan", 3)
    page = ada.goto(f"/t/{table}")
    before = ada.frame(table)
    page.get_by_role("banner").get_by_role("button", name="Take back").click()
    page.wait_for_function(
        """([table, version]) => fetch(`/api/tables/${table}`).then((a) => a.json())
            .then((frame) => frame.version > version && frame.legal.length)""",
        arg=[table, before["version"]],
    )
    assert ada.frame(table)["view"] != before["view"]
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Play again").or_(page.get_by_role("button", name="Rematch")).first.click()
    page.wait_for_url(lambda url: table not in url)


def test_the_page_can_be_installed(visit):
    page = visit().goto("/")
    manifest = page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert manifest["display"] == "standalone"
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


@pytest.mark.parametrize("game", GAMES)
def test_rules_show_boards_as_examples_that_lead_to_a_lesson(visit, game):
    page = visit().goto(f"/rules/{game}")
    board = page.locator("figure:has(a):not(details *) [data-example]").first
    board.scroll_into_view_if_needed()
    board.locator("svg").first.wait_for()
    page.locator("figure:not(details *) a").first.click()
    task = page.locator("[data-task]").get_attribute("data-task")
    expect(page).to_have_url(re.compile(task))


def test_what_is_no_page_is_never_kept_as_one(visit):
    ada = visit()
    ada.expected += ["ERR_INTERNET_DISCONNECTED", "404 (Not Found)"]  # what is no page has no icon
    page = ada.goto("/lobby")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.goto("/lobby")
    page.goto("/health")
    page.goto("/schema/openapi.json")
    ada.context.set_offline(True)
    page.goto("/lobby")
    page.locator("#page > *").first.wait_for(state="attached")
    ada.context.set_offline(False)
    kept = """caches.keys()
        .then((names) => Promise.all(names.map((name) => caches.open(name).then((shelf) => shelf.keys()))))
        .then((all) => all.flat().map(({ url }) => new URL(url).pathname))"""
    page.wait_for_function(f"{kept}.then((names) => ['/', '/page/games.json'].every((name) => names.includes(name)))")
    names = page.evaluate(kept)
    beside = r"/(|manifest\.webmanifest|icon.*|page/(games\.json|.+-[\w-]{8,}\.(js|css|json|wasm|bin|md)))"
    assert all(re.fullmatch(beside, name) for name in names), names


@pytest.mark.parametrize("address", ["/rules/constructor", "/new/toString", "/learn/__proto__"])
def test_an_address_that_names_no_game_leads_to_the_page_of_who_went_astray(visit, address):
    page = visit().goto(address)
    expect(page.locator("main a[href='/lobby']")).to_have_count(1)


def test_odd_questions_in_an_address_do_no_harm(visit):
    ada = visit("Ada")
    page = ada.goto("/ratings?game=../../me%3F&players=2.5")
    page.get_by_role("heading", level=1).wait_for()
    record = json.loads(max(RECORDS.read_bytes().splitlines(), key=len))
    record["seats"][0] = "<img src=x onerror=alert(1)>" * 100
    number = ada.api("/api/imports", record)["id"]
    for query in ("step=-5&seat=7", "step=1.5&seat=x", "step=&seat=-1"):
        page.goto(f"/import/{number}?{query}")
        page.locator(".board svg").first.wait_for()
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", ["en", "de", "nl", "fr"])
def test_no_sun_shines_through_the_words_of_the_start_page(visit, language):
    page = visit(screen=(320, 640), language=language).goto("/")
    light, words = page.locator(".sun:visible").bounding_box(), page.locator("h1 + p").first.bounding_box()
    assert light["y"] >= words["y"] + words["height"] - 1
