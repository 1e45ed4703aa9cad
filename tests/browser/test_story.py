"""The story at a table: lines with meaning, round by round; pointing at them; looking again; hints in three steps."""

import random
import re

import pytest
from playwright.sync_api import expect

from .hands import Keyboard
from .people import DESK, PHONE

GAMES = ("manhattan", "hoch-hinaus", "gratte-ciel")


def lines(page):
    return page.locator("[role=log] li").all_inner_texts()


def check_step(page, step, count):
    """The bar that shows again what happened stands at this step, of so many."""
    expect(page.get_by_role("toolbar")).to_have_text(re.compile(rf"^{step} of {count}\b"), use_inner_text=True)


# whether the beacon lies around a place on the board
AROUND = """(place) => {
    const [ring, spot] = ['[data-beacon]', place].map((it) => document.querySelector(it)?.getBoundingClientRect());
    const [x, y] = [spot.x + spot.width / 2, spot.y + spot.height / 2];
    return ring && ring.left < x && x < ring.right && ring.top < y && y < ring.bottom;
}"""


def with_moves(visitor, game):
    """A table at which a player has moved or built; decisions before that may be about cards alone."""
    table, rng = visitor.advanced(game, 5), random.Random(5)
    while not any(told["e"] in ("move", "build") for told in visitor.api(f"/api/tables/{table}?since=0")["told"]):
        assert visitor._answer(table, rng)
        assert visitor._turn(table)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_lines_are_grouped_by_round_and_light_their_place(visit, game):
    ada = visit("Ada")
    page = ada.goto(f"/t/{with_moves(ada, game)}")
    page.locator("[role=log] button").first.wait_for()
    expect(page.locator("[role=log] h2").first).to_have_text("Round 1")
    page.locator("[role=log] button svg").first.wait_for()  # whose it is, by colour and windows
    line = page.locator("[role=log] button").last
    line.hover()
    page.locator("[data-beacon]").first.wait_for()
    page.mouse.move(5, 5)
    page.locator("[data-beacon]").first.wait_for(state="detached")
    keys = Keyboard(page)
    keys.tab_until(lambda: keys.is_in("[role=log] button"), "[role=log] button")
    page.locator("[data-beacon]").first.wait_for()
    ada.check_access()
    ada.shoot(f"story-{game}")
    page.keyboard.press("ArrowUp")
    assert keys.is_in("[role=log] button")


def test_a_line_lights_the_very_site_and_says_what_a_build_means(visit):
    ada = visit("Ada")
    table = ada.advanced("manhattan", 6)
    page = ada.goto(f"/t/{table}")
    page.locator("[role=log] button").first.wait_for()
    told = [event for event in ada.api(f"/api/tables/{table}?since=0")["told"] if event["e"] == "build"]
    expect(page.locator("[role=log] button")).to_have_count(len(told))
    for number, event in enumerate(told[-3:], len(told) - 3):
        page.locator("[role=log] button").nth(number).hover()
        page.wait_for_function(AROUND, arg=f'[data-site="{event["city"] * 9 + event["site"]}"]')
    meant = [text for text in lines(page) if re.search(r"takes|wins|breaks|tallest|level", text)]
    assert meant
    assert all("{" not in text and ".." not in text for text in lines(page))


def test_on_a_phone_a_line_leads_back_to_the_board(visit):
    ada = visit("Ada", screen=PHONE)
    page = ada.goto(f"/t/{ada.advanced('manhattan', 3)}")
    page.get_by_role("button", name="Log, chat and rules").click()
    page.locator("[role=log] button").last.tap()
    page.locator("[data-beacon]").first.wait_for()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_goes_from_a_nudge_to_the_move_to_its_reasons(visit, game, by_keys):
    ada = visit("Ada")
    page = ada.goto(f"/t/{ada.advanced(game, 4, hints=True)}")
    page.locator("[data-version]").wait_for()

    def further():
        page.keyboard.press("h") if by_keys else page.get_by_role("button", name="Hint").click()

    further()
    page.locator('[role=status] [data-step="1"] li').wait_for()
    assert page.locator(".hinted, .best, [class*=hint]:visible").count() == 0
    nudge = page.locator(".why li").inner_text()
    further()
    page.locator('[role=status] [data-step="2"]').wait_for()
    expect(page.locator(".why li")).not_to_have_text(nudge, use_inner_text=True)
    further()
    page.locator('[role=status] [data-step="3"] li').first.wait_for()
    texts = page.locator(".why li").all_inner_texts()
    assert texts
    assert all(text.endswith(".") and "{" not in text and "undefined" not in text for text in texts)
    further()
    assert page.locator(".why li").all_inner_texts() == texts


def test_the_banner_of_a_hint_leads_on_by_its_own_button(visit):
    ada = visit("Ada", screen=PHONE)
    page = ada.goto(f"/t/{ada.advanced('manhattan', 3, hints=True)}")
    page.get_by_role("button", name="Hint").tap()
    page.get_by_role("button", name="Show the move").tap()
    page.locator(".hinted").first.wait_for()
    page.get_by_role("button", name="Why?").tap()
    page.locator('[data-step="3"] li').first.wait_for()
    ada.check_targets()
    ada.check_access()
    ada.shoot("hint-phone")
    page.locator(".why[data-step]").get_by_role("button", name="Close").tap()
    expect(page.locator(".why[data-step]")).to_have_count(0)
    assert page.locator(".hinted").count() > 0  # it is still there


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_what_happened_since_my_last_turn_is_shown_again(visit, screen):
    """On this device all of it is known, after a reload too."""
    ada = visit(screen=screen, pace=0)
    page = ada.goto("/")
    page.get_by_role("button", name="Play now Manhattan").click()
    page.get_by_text("Your turn: pick").first.wait_for()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    page.locator("[data-send]").click()
    page.get_by_text("Your turn: play").first.wait_for()
    page.reload()
    page.get_by_text("Your turn: play").first.wait_for()
    if screen == PHONE:
        page.get_by_role("button", name="Log, chat and rules").click()
    page.get_by_role("button", name="Show again").click()
    bar = page.get_by_role("toolbar")
    bar.wait_for()
    count = int(re.match(r"1 of (\d+)", bar.inner_text())[1])
    assert count > 1
    expect(bar.get_by_text("You pick")).to_have_count(1)
    page.get_by_role("button", name="Next step").click()
    check_step(page, 2, count)
    ada.check_access()
    ada.shoot(f"again-{screen[0]}")
    page.keyboard.press("ArrowLeft")
    check_step(page, 1, count)
    page.get_by_role("button", name="Play on").click()
    expect(bar).to_have_count(0)
    page.locator("[data-card]").first.click()  # and on with the game
    page.locator("[data-site].lit").first.wait_for()


def test_at_a_server_only_what_this_page_has_seen_is_shown_again(visit):
    ada = visit("Ada")
    table = ada.advanced("hoch-hinaus", 3)
    page = ada.goto(f"/t/{table}")
    page.locator("[role=log] li").first.wait_for()
    assert page.get_by_role("button", name="Show again").count() == 0
    version = page.locator("[data-version]").get_attribute("data-version")
    ada._answer(table, random.Random(1))
    page.locator(f"[data-version]:not([data-version='{version}'])").wait_for()
    page.get_by_role("button", name="Show again").wait_for()
    page.keyboard.press("r")
    page.get_by_role("toolbar").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("toolbar").wait_for(state="detached")


def test_calm_is_a_speed(visit):
    ada = visit()
    page = ada.goto("/settings")
    speeds = page.locator("fieldset").filter(has_text="Animation")
    expect(speeds.locator("label")).to_have_text(["Off", "Calm", "Normal", "Fast"], use_inner_text=True)
    speeds.get_by_text("Calm").click()
    page.wait_for_function("JSON.parse(localStorage.getItem('bauboom settings'))?.speed === 0.5")
