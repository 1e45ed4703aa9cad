"""The three boards alike: what is drawn can be seen and touched on every screen, and one decides in the same way."""

import itertools
import json
import random
import re
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bauboom import load

from .hands import ACTIVE
from .people import DESK, PHONE, SIDEWAYS, WALL, settle
from .test_ends import give, saved
from .test_hoch_hinaus import crossings, middle, named

TALL_PHONE, MAC, NARROW, ZOOMED = (390, 844), (1440, 900), (320, 640), (640, 400)
SMALL = (375, 548)  # a small phone, less the bars of its browser
SLOW = 60_000  # a pace at which bots do nothing while we look
SEND, BACK = "[data-send]", "[data-back]"
WORDS = Path(__file__).parents[2] / "web" / "src" / "games" / "gratte-ciel" / "words"
# of names in the place of a card's: those that do not fit into it
TOO_LONG = """(names) => {
    const place = document.querySelector('.hand .card .name');
    return names.filter((name) => {
        place.textContent = name;
        return place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight + 3;  // a descender
    });
}"""


def games(game, choose=None, **options):
    """States of one game after the other in which seat 0 has to decide, with what is to be seen there."""
    for seed in itertools.count():
        rng, state = random.Random(seed), load(game, **options).root
        while not state.is_over:
            if state.turn == 0:
                yield state, state.view(0).data
            if state.is_chance:
                ids, weights = zip(*state.outcome_ids(), strict=True)
                state = state.play_one(rng.choices(ids, weights)[0])
            else:
                state = state.play_one((choose or random_choice)(state, rng))


def random_choice(state, rng):
    return rng.choice(state.legal_ids())


def highest(state, rng):
    """What makes the highest tower; of blocks, the largest."""
    data = state.view(state.turn).data
    marks = data["players"][state.turn]["marks"]

    def height(action):
        if hasattr(action, "blocks"):
            return sum(size * size for size in action.blocks)
        if not hasattr(action, "city"):
            return 0
        return 4 * data["cities"][action.city]["sites"][marks[action.card - 1] - 1]["height"] + action.block

    rated = [
        (height(action), rng.random(), number) for number, action in zip(state.legal_ids(), state.legal, strict=True)
    ]
    return max(rated)[2]


def heights(data):
    return [site["height"] for city in data["cities"] for site in city["sites"]]


@cache
def crowded():
    """Manhattan with one tower of 20 storeys or more and others around it."""
    return next(
        state
        for state, data in games("manhattan", highest, players=4)
        if data["phase"] == "build" and max(heights(data)) > 20 and sum(height > 9 for height in heights(data)) > 6
    )


@cache
def empty():
    return next(state for state, data in games("manhattan", players=4) if data["phase"] == "build")


@cache
def city():
    """Gratte-ciel in which others built after our last decision."""
    return next(
        state
        for state, data in games("gratte-ciel", players=3)
        if data["phase"] == "play" and len(data["sites"]) > 5 and added(state)
    )


def added(state):
    """By site, how many cards the others have added since the last decision of seat 0."""
    found = {}
    for one in reversed(list(state.path())):
        if one.previous.turn == 0:
            break
        if one.previous.turn is not None:
            told = dict(zip(one.previous.legal_ids(), one.previous.legal, strict=True))[one.action]
            if type(told).__name__ in ("Build", "Roof"):
                found[told.site] = found.get(told.site, 0) + 1
    return found


@cache
def plaza(number):
    """Hoch hinaus! with many plots to cross; one position of each of several games."""
    wanted = (
        state for state, data in games("hoch-hinaus", players=3) if data["phase"] == "move" and len(crossings(data)) > 5
    )
    return next(itertools.islice(wanted, 7 * number, None))


@cache
def threatened():
    """Hoch hinaus! with something to say about a danger."""
    for state, data in games("hoch-hinaus", players=3):
        me = data["players"][0]
        if data["phase"] == "move" and me["bankrupt"]:
            return state
    raise AssertionError


POSITIONS = {"manhattan": crowded, "hoch-hinaus": lambda: plaza(0), "gratte-ciel": city}


def sit(visitor, state):
    give(visitor, saved(state))
    page = visitor.goto("/here/here-0123456789ab")
    page.locator(
        "[data-version] .board [data-site], [data-version] [role=grid], [data-version] .column"
    ).first.wait_for()
    settle(page)
    return page


# Manhattan's skyline

# numbers behind another tower than their own, if they do not stand on a sign; and numbers that lie on one another
HIDDEN = """() => {
    const boxes = [...document.querySelectorAll('[data-height]')].map((node) =>
        [node, node.querySelector('text').getBoundingClientRect()]);
    const wrong = boxes.flatMap(([node, box]) => {
        const under = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('[data-site]');
        const seen = node.matches('.sign') || under?.dataset.site === node.dataset.height;
        return seen ? [] : [`${node.dataset.height} is behind ${under?.dataset.site}`];
    });
    const meet = (from, to, other, end) => from + 3 < end && other + 3 < to;
    const clash = (a, b) => meet(a.left, a.right, b.left, b.right) && meet(a.top, a.bottom, b.top, b.bottom);
    boxes.forEach(([one, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
        if (clash(a, b)) wrong.push(`${one.dataset.height} lies on ${other.dataset.height}`);
    }));
    return wrong;
}"""


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_the_number_of_every_tower_is_seen(visit, screen):
    ada = visit(screen=screen, plan="skyline", pace=SLOW)
    page = sit(ada, crowded())
    standing = sum(height > 0 for height in heights(crowded().view(0).data))
    expect(page.locator("[data-height]")).to_have_count(standing)
    assert not page.evaluate(HIDDEN)
    ada.shoot(f"manhattan-crowded-{screen[0]}")


COVERED = """() => {
    const area = (node) => (({width, height}) => width * height)(node.getBoundingClientRect());
    const islands = [...document.querySelectorAll('.ground')].reduce((sum, node) => sum + area(node), 0);
    return islands / area(document.querySelector('.cities'));
}"""


def card_names(language):
    """What stands on Gratte-ciel's cards."""
    text = (WORDS / f"{language}.ts").read_text(encoding="utf-8")
    names = {}
    for block in ("cards", "shortCards"):
        found = re.search(rf"\n  {block}: \{{(.*?)\}}", text, re.DOTALL)[1]
        names |= {key.strip('"'): json.loads(name) for key, name in re.findall(r'("?[\w-]+"?): ("[^"]*")', found)}
    return list(names.values())


@pytest.mark.parametrize("language", ["en", "de", "nl", "fr"])
def test_every_name_fits_on_its_card_in_the_hand_on_a_phone(visit, language):
    names = card_names(language)
    assert len(names) > 20
    page = visit(screen=PHONE, language=language).goto("/learn/gratte-ciel")
    page.locator(".hand .card .name").first.wait_for()
    assert page.evaluate(TOO_LONG, names) == []


def test_islands_stay_large_however_high_the_towers_are(visit):
    shares = {}
    for name, state in {"empty": empty(), "crowded": crowded()}.items():
        page = sit(visit(plan="skyline", pace=SLOW), state)
        for width, height in (DESK, MAC, WALL, PHONE, SIDEWAYS):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(f"({COVERED})() < 1")
            settle(page)
            shares[name, width, height] = page.evaluate(COVERED)
    for (name, *screen), share in shares.items():
        assert 1 > share > 0.62 * shares["empty", *screen], (name, screen, share)
    assert all(shares["crowded", *screen] > 0.3 for screen in (DESK, MAC, WALL)), shares


def test_a_tower_that_is_too_high_shows_its_gap_and_says_its_height(visit):
    page = sit(visit(plan="skyline", pace=SLOW), crowded())
    most = max(heights(crowded().view(0).data))
    tower = page.locator("g[data-site]:has(.gap)")
    tower.first.wait_for()
    assert any(f"{most} storeys" in label for label in tower.evaluate_all("(all) => all.map((it) => it.ariaLabel)"))
    assert str(most) in page.locator("[data-height] text").all_text_contents()


# Skyline and plan


@pytest.mark.parametrize("game", POSITIONS)
@pytest.mark.parametrize("place", ["table", "lesson"])
def test_the_header_switches_between_skyline_and_plan_where_a_game_has_both(visit, game, place):
    ada = visit(plan="skyline", pace=SLOW)
    if place == "table":
        page = sit(ada, POSITIONS[game]())
    else:
        page = ada.goto(f"/learn/{game}")
        page.locator("main svg").first.wait_for()
    switch = page.locator("header [data-look]")
    flat = page.locator("button[data-site], svg.plan[role=group]").first
    if game == "gratte-ciel":
        assert not switch.count()
        return
    expect(switch).to_have_attribute("data-look", "plan")
    switch.click()
    flat.wait_for()
    page.keyboard.press("v")
    flat.wait_for(state="detached")
    expect(switch).to_have_attribute("data-look", "plan")


# Gratte-ciel


def test_sites_are_counted_from_1_wherever_they_are_named(visit):
    state = city()
    page = sit(visit(pace=SLOW), state)
    count = len(state.view(0).data["sites"])
    numbers = [str(number + 1) for number in range(count)]
    expect(page.locator(".column .plate b")).to_have_text(numbers)
    labels = page.locator(".column .unseen").all_text_contents()
    assert all(label.startswith(f"site {number}, ") for label, number in zip(labels, numbers, strict=True))
    site, _ = added(state).popitem()
    log = page.locator("[role=tabpanel], .log").first
    log.get_by_text(f"site {site + 1}").first.wait_for()
    assert "site 0" not in page.locator("body").inner_text().lower()


def test_what_others_added_is_marked_until_one_has_decided(visit):
    state = city()
    page = sit(visit(pace=SLOW), state)
    news = added(state)
    expect(page.locator(".news")).to_have_count(len(news))
    for site in news:
        expect(page.locator(".column .unseen").nth(site)).to_contain_text("just added: ")
    page.locator(".hand button.card").first.click()
    discard = page.locator(".tray .choices button", has_text="Discard")
    discard.click()
    page.locator(SEND).click()
    page.locator(".news").first.wait_for(state="detached")


@pytest.mark.parametrize("screen", [PHONE, NARROW])
def test_prizes_and_cards_are_legible_on_phones(visit, screen):
    page = sit(visit(screen=screen, pace=SLOW), city())
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('.prizes text, .label text:not(.stars)')].map((node) =>
            parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a)"""
    )
    assert len(sizes) > 7
    assert min(sizes) >= 11.99
    cards = page.evaluate(
        """() => [...document.querySelectorAll('.hand .card')].map((card) => [
            parseFloat(getComputedStyle(card.querySelector('.name')).fontSize),
            Math.max(...[...card.querySelectorAll('.name, .foot')].map((part) => part.scrollWidth - part.clientWidth)),
        ])"""
    )
    assert all(size >= 11 and over <= 0 for size, over in cards), cards


# Hoch hinaus! under a finger


@pytest.mark.parametrize("screen", [(360, 740), TALL_PHONE], ids=["360", "390"])
@pytest.mark.parametrize("number", [0, 1])
def test_every_plot_is_as_large_as_a_finger(visit, screen, number):
    ada = visit(screen=screen, pace=SLOW)
    page = sit(ada, plaza(number))
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('[role=gridcell]:has(.plot)')].map((cell) =>
            cell.querySelector('.plot').getBoundingClientRect()).map(({width, height}) => Math.min(width, height))"""
    )
    assert len(sizes) == 49
    assert min(sizes) > 40  # a line is left free between two of them
    ada.shoot(f"hoch-hinaus-finger-{screen[0]}-{number}")
    for place in crossings(plaza(number).view(0).data):
        x, y = middle(page, place)
        for dx, dy in ((21.5, 0), (-21.5, 0), (0, 21.5), (0, -21.5)):
            page.mouse.click(x + dx, y + dy)
            expect(page.locator(".tray .say"), f"{dx} {dy}").to_contain_text(
                f"cross {named(place)}", use_inner_text=True
            )
        page.locator(BACK).click()


# One idiom


def choose_by_keys(page, game):
    """With the keyboard alone, all that makes a decision; the focus is then on the button that sends it."""
    if game == "manhattan":
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        if page.evaluate(f"{ACTIVE}.matches('[data-block]')"):
            page.keyboard.press("Enter")
    elif game == "hoch-hinaus":
        page.locator('[role=gridcell][tabindex="0"]').focus()
        page.keyboard.press("PageDown")
        while "Possible now" not in (page.evaluate(f"{ACTIVE}.ariaLabel") or ""):
            page.keyboard.press("PageDown")
        page.keyboard.press("Enter")
    else:
        page.locator(".hand button.card[tabindex='0']").focus()
        for _ in range(5):
            page.keyboard.press("Enter")
            if page.evaluate(f"{ACTIVE}.matches('.column')"):
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Escape")
            page.keyboard.press("ArrowRight")
        raise AssertionError("no card fits on a site")


@pytest.mark.parametrize("game", POSITIONS)
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_one_decides_in_the_same_way_in_every_game(visit, game, screen):
    ada = visit(screen=screen, pace=SLOW)
    page = sit(ada, POSITIONS[game]())
    send, back = page.locator(SEND), page.locator(BACK)
    expect(send).to_be_disabled()
    expect(back).to_be_disabled()
    version = page.locator("[data-version]").get_attribute("data-version")
    for _ in range(2):
        choose_by_keys(page, game)
        page.wait_for_function(f"{ACTIVE}.matches('{SEND}')")
        expect(send).to_be_enabled()
        expect(back).to_be_enabled()
        expect(back).to_have_attribute("aria-label", "Back")
        expect(send).to_have_text(re.compile(r"\S"), use_inner_text=True)
        settle(page)
        ours, theirs = send.bounding_box(), back.bounding_box()
        assert theirs["x"] + theirs["width"] <= ours["x"]
        assert abs(theirs["y"] - ours["y"]) < 1
        assert min(ours["height"], theirs["height"], theirs["width"]) >= 44
        page.keyboard.press("Escape")
        expect(send).to_be_disabled()
        assert page.evaluate(f"{ACTIVE} !== document.body"), "the keyboard is lost"
        for _ in range(3):
            page.keyboard.press("Escape")
        expect(back).to_be_disabled()
    choose_by_keys(page, game)
    page.wait_for_function(f"{ACTIVE}.matches('{SEND}')")
    page.keyboard.press("Enter")
    page.wait_for_function("(old) => document.querySelector('[data-version]').dataset.version !== old", arg=version)


# Players


@pytest.mark.parametrize("game", POSITIONS)
def test_a_players_numbers_are_explained(visit, game):
    page = sit(visit(pace=SLOW), POSITIONS[game]())
    page.locator(".players li").nth(1).hover()
    told = page.locator(".explained")
    told.wait_for()
    facts = page.locator(".players li").nth(1).locator("dl").first.locator("dt").count()
    expect(told.locator("dd")).to_have_count(facts + 1)  # its score, too
    page.mouse.move(300, 300)
    told.wait_for(state="detached")
    page.locator(".players .why").first.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    told.wait_for()
    page.keyboard.press("Escape")
    told.wait_for(state="detached")


def test_a_players_numbers_are_explained_on_a_phone(visit):
    page = sit(visit(screen=PHONE, pace=SLOW), crowded())
    for seat in range(4):
        card = page.locator(".players li").nth(seat)
        card.tap(position={"x": 20, "y": card.bounding_box()["height"] - 8})  # the name: a bot's face tells of the bot
        expect(card.locator(".why")).to_have_attribute("aria-expanded", "true")
        box = page.locator(".explained").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]


SCORES = """[...document.querySelectorAll('.players li')].map((card) => {
    const [at, signs, score] = [card, ...card.querySelectorAll('.signs, .score')].map((n) => n.getBoundingClientRect());
    return signs.right <= score.left + 1 && score.right <= at.right - 2 && at.right <= innerWidth;
})"""


@pytest.mark.parametrize("screen", [SMALL, NARROW, TALL_PHONE], ids=["small", "narrow", "tall"])
@pytest.mark.parametrize(("game", "players"), [("manhattan", 4), ("hoch-hinaus", 6), ("gratte-ciel", 5)])
def test_every_score_is_on_its_card_and_a_board_is_never_too_low(visit, game, players, screen):
    state = crowded() if game == "manhattan" else next(state for state, _ in games(game, players=players))
    page = sit(visit(screen=screen, pace=SLOW), state)
    assert page.evaluate(SCORES) == [True] * players
    assert page.locator("main").bounding_box()["height"] >= 480
    assert page.locator("header .home").bounding_box()["y"] == page.locator("header .tools").bounding_box()["y"]


# Every screen

# parts of a tray that lie on one another
OVERLAPS = """() => {
    const parts = [...document.querySelectorAll('.tray > *, .tray .do > *, .tray .decide > *, .ask > *')]
        .filter((node) => node.checkVisibility());
    const boxes = parts.map((node) => node.getBoundingClientRect());
    return parts.flatMap((one, i) => parts.slice(i + 1).flatMap((other, j) => {
        const [a, b] = [boxes[i], boxes[i + 1 + j]];
        const apart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
        return apart || one.contains(other) || other.contains(one) ? [] : [`${one.className} and ${other.className}`];
    }));
}"""


@pytest.mark.parametrize("name", [*POSITIONS, "threatened"])
def test_nothing_lies_on_anything_else_on_any_screen(visit, name):
    ada = visit(pace=SLOW)
    page = sit(ada, threatened() if name == "threatened" else POSITIONS[name]())
    for width, height in (DESK, MAC, WALL, PHONE, SMALL, SIDEWAYS, NARROW, ZOOMED):
        page.set_viewport_size({"width": width, "height": height})
        ada.check_width()
        assert not page.evaluate(OVERLAPS), (width, height)
        board = page.locator(".cities, [role=grid], .city").first.bounding_box()
        assert min(board["width"], board["height"]) > 120, (width, height, board)
