"""Whole games in the browser."""

import random

import pytest

from .hands import LATE, PLAYERS, Keyboard
from .people import PHONE


@pytest.mark.parametrize("game", PLAYERS)
def test_a_whole_game_with_the_keyboard_alone(visit, game):
    ada = visit("Ada", plan="skyline")
    table = ada.table(game, ["me", "bot:greedy"], options={"players": 2})
    player, rng = PLAYERS[game](ada, table, Keyboard), random.Random(1)
    ada.goto(f"/t/{table}")
    decisions = 0
    while player.frame["table"]["phase"] != "over":
        decisions += player.play(rng.choice)
    assert decisions > 5
    ada.page.get_by_role("dialog").first.wait_for()
    ada.shoot(f"{game}-over-desk")


@pytest.mark.parametrize("game", PLAYERS)
def test_two_people_and_a_bot_by_touch_with_a_lost_connection_and_a_spectator(visit, game):
    ada, grace, joan = visit("Ada", screen=PHONE), visit("Grace", language="de"), visit()
    table = ada.table(game, ["me", "open", "bot:random"], options={"players": 3})
    ada.goto(f"/t/{table}")
    grace.goto(f"/t/{table}")
    grace.page.get_by_role("button", name="Platz nehmen").first.click()
    players = [PLAYERS[game](person, table) for person in (ada, grace)]
    rng, decisions, watched = random.Random(2), 0, 0
    while ada.frame(table)["table"]["phase"] != "over":
        for player in players:
            decisions += player.play(rng.choice)
        if decisions > 6 and not watched:
            joan.goto(f"/t/{table}")
            joan.page.locator("[data-version]").wait_for()
            watched = decisions
            ada.lose_connection()
    assert decisions > 20
    for person in (ada, grace, joan):
        person.page.get_by_role("dialog").first.wait_for()
    ada.shoot(f"{game}-over-phone")


def test_a_card_of_gratte_ciel_chosen_by_key_leads_to_a_site_at_once(visit):
    ada = visit("Ada")
    ada.context.add_init_script(LATE)
    table = ada.table("gratte-ciel", ["me", "bot:greedy"], options={"players": 2})
    player = PLAYERS["gratte-ciel"](ada, table, Keyboard)
    ada.goto(f"/t/{table}")
    build = lambda legal: next((action for action in legal if action["e"] == "build"), None)  # noqa: E731
    while not build(player.frame["legal"]):
        player.play(lambda legal: legal[0])
    player.see(player.frame)
    player._card(player.frame, build(player.frame["legal"])["card"])
    assert player.hands.is_in("button.column")
