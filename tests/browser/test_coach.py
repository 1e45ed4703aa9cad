"""The coach beside the board, who says nothing until asked to: warnings, and what the others threaten."""

import pytest
from playwright.sync_api import expect

from bauboom.analysis.game import assess

from .people import DESK, PHONE
from .test_ends import give, saved, whole
from .test_here import HERE

ADDRESS = "/here/here-0123456789ab"


def positions(end, seat=0):
    return [state for state in [end.game.root, *end.path()] if state.turn == seat and len(state.legal_ids()) > 4]


def blunder():
    """A position with something to lose, the best decision and one that surely loses it."""
    for state in positions(whole("manhattan"))[4:]:
        for action in state.legal_ids()[::7]:
            found = assess(state.play_one(action), "300", 1)
            if found.gap > max(0.12, 5 * found.error):
                return state, found.best, action
    raise AssertionError("nothing to lose in this game")


def coached(visit, state, screen=DESK, hints=True, **settings):
    ada = visit("Ada", screen=screen, pace=0, **settings)
    give(ada, {**saved(state), "hints": hints})
    ada.goto(ADDRESS)
    ada.page.locator("[data-version]").wait_for()
    return ada, HERE["manhattan"](ada)


def begin(player, action):
    """Decide on the page, without waiting for what comes of it."""
    frame = player.frame
    chosen = next(one for one in frame["legal"] if one["id"] == action)
    getattr(player, f"do_{chosen['e']}")(frame, chosen)


def test_a_warning_lets_a_player_think_again_or_play_on(visit):
    state, best, worst = blunder()
    ada, player = coached(visit, state, warnings=True)
    version = player.frame["version"]
    begin(player, worst)
    dialog = ada.page.get_by_role("dialog", name="Wait a moment")
    dialog.wait_for()
    ada.check_access()
    ada.shoot("coach-warning")
    dialog.get_by_role("button", name="Think again", exact=True).click()
    dialog.wait_for(state="hidden")
    assert player.frame["version"] == version
    ada.page.locator("[data-send]").click()  # what was chosen is still chosen
    dialog.get_by_role("button", name="Play it all the same").click()
    player.wait(version)
    other, other_player = coached(visit, state, warnings=True)
    begin(other_player, best)
    other_player.wait(version)
    assert other.page.get_by_role("dialog").count() == 0


@pytest.mark.parametrize(("settings", "hints"), [({}, True), ({"warnings": True}, False)], ids=["off", "no hints here"])
def test_nobody_is_warned_who_did_not_ask_for_it_or_at_tables_without_hints(visit, settings, hints):
    state, _, worst = blunder()
    ada, player = coached(visit, state, hints=hints, **settings)
    version = player.frame["version"]
    begin(player, worst)
    player.wait(version)
    assert ada.page.get_by_role("dialog").count() == 0


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_threats_name_what_a_rival_could_take(visit, screen):
    state = positions(whole("manhattan"))[12]
    ada, _ = coached(visit, state, screen=screen, threats=True)
    shown = ada.page.locator("[data-threats]")
    shown.wait_for()
    shown.get_by_role("button", name="threat").click()
    expect(shown.locator("li")).to_have_count(int(shown.get_attribute("data-threats")))
    lines = shown.locator("li").all_inner_texts()
    assert all(line.startswith("Bot Alva ") for line in lines)
    assert all("you" in line for line in lines)
    ada.check_access()
    ada.check_targets()
    ada.shoot(f"coach-threats-{screen[0]}")
    shown.locator("li button").first.click()
    ada.page.locator("[data-beacon]").first.wait_for()
