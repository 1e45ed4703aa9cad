"""The story at a table: lines with meaning, round by round; pointing at them; looking again; hints in three steps."""

import random
import re

import pytest

from .hands import Keyboard
from .people import DESK, PHONE

GAMES = ("manhattan", "hoch-hinaus", "gratte-ciel")


def lines(page):
    return page.locator("[role=log] li").all_inner_texts()


def steps(page):
    """Where the bar stands that shows again what happened: step and number of steps."""
    return tuple(map(int, re.match(r"(\d+) of (\d+)", page.get_by_role("toolbar").inner_text()).groups()))


def overlap(page, place):
    """Whether the beacon lies around a place on the board."""
    ring, spot = page.locator("[data-beacon]").first.bounding_box(), page.locator(place).first.bounding_box()
    middle = [spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2]
    return ring["x"] < middle[0] < ring["x"] + ring["width"] and ring["y"] < middle[1] < ring["y"] + ring["height"]


@pytest.mark.parametrize("game", GAMES)
def test_lines_are_grouped_by_round_and_light_their_place(visit, game):
    ada = visit("Ada")
    page = ada.goto(f"/t/{ada.advanced(game, 5)}")
    page.locator("[role=log] button").first.wait_for()
    assert page.locator("[role=log] h2").first.inner_text() == "Round 1"
    assert page.locator("[role=log] button svg").count() > 0  # whose it is, by colour and windows
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
    assert page.locator("[role=log] button").count() == len(told)
    for number, event in enumerate(told[-3:], len(told) - 3):
        page.locator("[role=log] button").nth(number).hover()
        page.locator("[data-beacon]").first.wait_for()
        page.wait_for_timeout(250)
        assert overlap(page, f'[data-site="{event["city"] * 9 + event["site"]}"]')
    meant = [text for text in lines(page) if re.search(r"takes|wins|breaks|tallest|level", text)]
    assert meant
    assert all("{" not in text and ".." not in text for text in lines(page))


def test_on_a_phone_a_line_leads_back_to_the_board(visit):
    ada = visit("Ada", screen=PHONE)
    page = ada.goto(f"/t/{ada.advanced('manhattan', 3)}")
    page.get_by_role("button", name="Log, chat and rules").click()
    page.locator("[role=log] button").last.tap()
    page.locator("[data-beacon]").first.wait_for()
    assert page.get_by_role("dialog").count() == 0


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
    assert page.locator(".why li").inner_text() != nudge
    further()
    page.locator('[role=status] [data-step="3"]').wait_for()
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
    assert page.locator(".why[data-step]").count() == 0
    assert page.locator(".hinted").count() > 0


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
    page.get_by_role("toolbar").wait_for()
    first, count = steps(page)
    assert first == 1
    assert count > 1
    assert page.get_by_role("toolbar").get_by_text("You pick").count() == 1
    page.get_by_role("button", name="Next step").click()
    assert steps(page) == (2, count)
    ada.check_access()
    ada.shoot(f"again-{screen[0]}")
    page.keyboard.press("ArrowLeft")
    assert steps(page) == (1, count)
    page.get_by_role("button", name="Play on").click()
    assert page.get_by_role("toolbar").count() == 0
    page.locator("[data-card]").first.click()  # and on with the game
    page.locator("[data-site].lit").first.wait_for()


def test_at_a_server_only_what_this_page_has_seen_is_shown_again(visit):
    ada = visit("Ada")
    table = ada.advanced("hoch-hinaus", 3)
    page = ada.goto(f"/t/{table}")
    page.locator("[data-version]").wait_for()
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
    assert speeds.locator("label").all_inner_texts() == ["Off", "Calm", "Normal", "Fast"]
    speeds.get_by_text("Calm").click()
    assert page.evaluate("JSON.parse(localStorage.getItem('bauboom settings')).speed") == 0.5
