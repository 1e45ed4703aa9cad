"""Manhattan's board: keys choose what has the focus, sites have one name, and labels and notes hide nothing."""

import re
import time

import pytest
from playwright.sync_api import expect

from bauboom.games.manhattan.components import CITIES

from .hands import ACTIVE, LATE, Keyboard
from .people import DESK, PHONE, TABLET, settle

LOOKS = ["skyline", "plan"]
CLASH = """([one, other]) => {
    const lines = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
    };
    const boxes = (selector) => [...document.querySelectorAll(selector)].flatMap((node) =>
        node.matches('h1, p') ? lines(node) : [node.getBoundingClientRect()]);
    const clash = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return boxes(one).some((a) => boxes(other).some((b) => clash(a, b)));
}"""


def to_build(ada, decisions=8):
    """A page on which we have to build: our third block of the second round, if not told otherwise."""
    page = ada.goto(f"/t/{ada.advanced('manhattan', decisions)}")
    page.locator(".cards button").first.wait_for()
    return page


def is_on(page, selector):
    return page.evaluate(f"(selector) => {ACTIVE}.matches(selector)", selector)


@pytest.mark.parametrize("plan", LOOKS)
def test_a_card_chosen_by_key_leads_to_a_site_on_which_one_may_build(visit, plan):
    page = to_build(visit("Ada", plan=plan))
    for key in ("1", "2", "3", "4"):
        page.keyboard.press(key)
        assert is_on(page, "[data-site].lit"), key
        page.keyboard.press("Escape")
    Keyboard(page).touch(".cards button", 1)
    assert is_on(page, "[data-site].lit")
    page.keyboard.press("Enter")
    expect(page.locator("[data-site].chosen")).to_have_count(1)
    assert is_on(page, "[data-block], [data-send]")


@pytest.mark.parametrize("plan", LOOKS)
def test_enter_on_another_site_chooses_nothing_and_says_why(visit, plan):
    page = to_build(visit("Ada", plan=plan))
    Keyboard(page).touch(".cards button", 0)
    page.locator("[data-site].lit").first.focus()
    refused = 0
    for way in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(way)
        if is_on(page, ".lit"):
            continue
        site = page.evaluate(f"{ACTIVE}.dataset.site")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        assert is_on(page, f'[data-site="{site}"]')
        assert page.locator("[data-site].chosen").count() == 0
        assert page.locator(".about .note").inner_text()
        refused += 1
    assert refused
    settle(page)
    assert page.locator("[data-send]").is_disabled()


def test_a_choice_moves_the_focus_at_once_or_not_at_all(visit):
    ada = visit("Ada", plan="plan")
    ada.context.add_init_script(LATE)
    page = to_build(ada, decisions=1)
    many = "[data-block]:enabled"
    Keyboard(page).touch(".cards button", 0)
    Keyboard(page).rove("[data-site].lit", 0)
    page.locator(many).nth(1).focus()
    page.evaluate("new Promise((then) => setTimeout(then, 200))")  # until all that was put off has happened
    wanted = page.locator(many).nth(1).get_attribute("data-block")
    page.keyboard.press("Enter")
    expect(page.locator("[data-block][aria-pressed=true]")).to_have_attribute("data-block", wanted)


def test_everybody_calls_a_site_by_the_same_name(visit):
    ada, grace = visit("Ada", plan="skyline"), visit("Grace", plan="plan")
    table = ada.table("manhattan", ["me", "open"], options={"players": 2, "colours": 1, "blocks_per_round": 6})
    grace.api(f"/api/tables/{table}/do", {"do": "sit", "seat": 1})
    told = []
    end = time.monotonic() + 60
    while len(told) < 8:  # at first, the table is dealing
        assert time.monotonic() < end
        for person in (ada, grace):
            frame = person.frame(table)
            if frame["legal"]:
                action = frame["legal"][len(frame["legal"]) // 2]
                person.api(
                    f"/api/tables/{table}/do", {"do": "play", "actions": [action["id"]], "version": frame["version"]}
                )
                if action["e"] == "build":
                    site = frame["view"]["players"][frame["you"]]["marks"][action["card"] - 1]
                    told.append(rf"{action['block']}( in|,) {CITIES[action['city']]} {site}\b")
    for person in (ada, grace):
        page = person.goto(f"/t/{table}")
        for line in told:
            page.get_by_text(re.compile(line)).first.wait_for(state="attached")
        names = page.eval_on_selector_all(
            "[data-site]", "(all) => all.map((it) => [it.dataset.site, it.ariaLabel ?? it.textContent.trim()])"
        )
        assert len(names) == 54
        for site, name in names:
            city, number = divmod(int(site) - 1, 9)
            assert name.startswith(f"{CITIES[city]} {number + 1}: "), name
        me = person.frame(table)["view"]["players"][person is grace]
        cards = page.locator(".cards .unseen").all_inner_texts()
        assert cards == [f"Card {card}: marks site {me['marks'][card - 1]} of every city" for card in me["hand"]]
    free = grace.page.locator("[data-site].free")
    assert free.count() > 30
    for site in range(free.count()):
        number = (int(free.nth(site).get_attribute("data-site")) - 1) % 9 + 1
        assert free.nth(site).locator(".number").inner_text() == str(number)
    mover = ada if ada.frame(table)["legal"] else grace
    page, me = mover.page, mover.frame(table)["view"]["players"][mover is grace]
    if mover is grace:
        page.keyboard.press("v")
        page.locator("g[data-site]").first.wait_for()
    page.keyboard.press("1")
    assert set(page.locator(".pin text").all_text_contents()) == {str(me["marks"][me["hand"][0] - 1])}


NEAREST = """() => {
    const named = [...document.querySelectorAll('.named, .name text:not(.count)')].map((node) => {
        const range = document.createRange();
        range.selectNodeContents([...node.childNodes].find((child) => child.nodeType === 3 && child.data.trim()));
        return [node.closest('[data-city]').dataset.city, range.getBoundingClientRect()];
    });
    const across = (a, b) => Math.max(a.left - b.right, b.left - a.right, 0);
    const down = (a, b) => Math.max(a.top - b.bottom, b.top - a.bottom, 0);
    const apart = (a, b) => Math.hypot(across(a, b), down(a, b));
    return [...document.querySelectorAll('.census b, .name .count')].map((node) => {
        const box = node.getBoundingClientRect();
        const nearest = named.toSorted((a, b) => apart(a[1], box) - apart(b[1], box))[0][0];
        return [node.closest('[data-city]').dataset.city, nearest];
    });
}"""


@pytest.mark.parametrize("plan", LOOKS)
@pytest.mark.parametrize("screen", [DESK, TABLET, PHONE])
def test_the_towers_of_a_city_are_counted_beside_its_own_name(visit, screen, plan):
    ada = visit("Ada", screen=screen, plan=plan)
    page = to_build(ada)
    page.locator("[data-site]").first.wait_for()
    settle(page)
    counts = page.evaluate(NEAREST)
    assert counts
    assert all(city == nearest for city, nearest in counts), counts


@pytest.mark.parametrize("plan", LOOKS)
@pytest.mark.parametrize("screen", [DESK, PHONE])
def test_what_is_said_about_a_site_does_not_hide_what_would_be_built_there(visit, screen, plan):
    ada = visit("Ada", screen=screen, plan=plan)
    page = to_build(ada)
    seen = 0
    preview = ".ghost, .pin.chosen" if plan == "skyline" else "[data-site].chosen"
    for city in range(6):
        page.locator(".cards button").first.focus()
        page.keyboard.press("1")
        lit = page.locator(f'[data-city="{city}"] [data-site].lit')
        if lit.count():
            lit.first.focus()
            page.keyboard.press("Enter")
            if is_on(page, "[data-block]"):
                page.keyboard.press("Enter")
            lit.first.focus()
            page.locator(".about").wait_for()
            page.locator(preview).first.wait_for()
            settle(page)
            assert not page.evaluate(CLASH, [".about", preview]), city
            seen += 1
        page.reload()
        page.locator(".cards button").first.wait_for()
    assert seen > 3


@pytest.mark.parametrize("language", ["en", "de", "nl", "fr"])
def test_the_airship_passes_beside_the_words(visit, language):
    page = visit(language=language).goto("/")
    for moves in ("reduce", "no-preference"):
        page.emulate_media(reduced_motion=moves)
        for width, height in (
            PHONE,
            (390, 844),
            (640, 900),
            (660, 900),
            TABLET,
            (1000, 700),
            (1440, 900),
            (1920, 1080),
        ):
            page.set_viewport_size({"width": width, "height": height})
            for second in range(0, 61, 6):
                page.evaluate(
                    """(ms) => document.querySelector('.blimp').getAnimations().forEach((flight) => {
                        flight.pause();
                        flight.currentTime = ms;
                    })""",
                    second * 1000,
                )
                assert not page.evaluate(CLASH, [".blimp", ".words > *"]), (width, second)
