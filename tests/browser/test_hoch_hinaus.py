"""Hoch hinaus! on the page: what a click means, and what a player is told of bankruptcy and places."""

import itertools
import math
import random
import re

import pytest
from playwright.sync_api import expect

from bauboom import load

from .people import settle
from .test_here import HERE, begin, keep, start

WIDE, TALL = (1440, 900), (390, 844)
ME = 0
SLOW = 60_000  # a pace at which bots do nothing while we look
STOREY, TILE = 17, 52  # of the skyline, in its own units: height of a storey, width of a tile


def named(place):
    return f"{'ABCDEFG'[place[1] - 1]}{place[0]}"


def random_games(**options):
    """One random game after the other, as all its steps: the actions so far, the state, the next action."""
    for seed in itertools.count():
        rng, state, actions = random.Random(seed), load("hoch-hinaus", **options).root, []
        while not state.is_over:
            action = rng.choice(state.legal_ids() or [number for number, _ in state.outcome_ids()])
            yield list(actions), state, action
            actions.append(action)
            state = state.play_one(action)
        yield actions, state, None


def position(is_wanted, **options):
    return next(found for found in random_games(**options) if is_wanted(found[1], found[2]))


def sit_down(visitor, actions, state, people=1):
    """Open a game on this device after these actions; the other seats are bots."""
    begin(visitor, "hoch-hinaus", "level1")
    saved = start(visitor, "hoch-hinaus").saved
    options = state.game.options
    seats = [{"name": f"Player {seat}"} if seat < people else {"level": "level1"} for seat in range(options["players"])]
    result = {"scores": state.scores, "winners": state.winners} if state.is_over else None
    keep(visitor.page, saved, id="here", options=options, seats=seats, actions=actions, turn=state.turn, result=result)
    visitor.goto("/here/here")
    visitor.page.locator("[data-version] .tray").wait_for()
    settle(visitor.page)
    return HERE["hoch-hinaus"](visitor)


def middle(page, place, storeys=0):
    """Where the middle of a plot, or of the top of its tower, is on the screen."""
    row, column = place
    settle(page)
    box = page.locator(f'[role=gridcell][data-cell="{9 * row + column}"] .plot').bounding_box()
    up = STOREY * storeys * box["width"] / TILE
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - up


def is_turn(state, phase):
    return state.turn == ME and state.view(ME).data["phase"] == phase


def crossings(data):
    return sorted({tuple(move["plot"]) for move in data["moves"] if move["plot"] and move["choices"]})


def click_each(page, data):
    for place in crossings(data):
        row, column = place
        page.mouse.click(*middle(page, place, data["plots"][row - 1][column - 1]["storeys"]))
        expect(page.locator(".tray .say")).to_contain_text(f"cross {named(place)}", use_inner_text=True)


def test_a_click_in_the_middle_of_a_plot_chooses_that_plot(visit):
    ada = visit(screen=WIDE, plan="skyline", pace=SLOW)
    state = load("hoch-hinaus", players=2).root
    actions = [state.game.space.encode(text) for text in ("start0", "roll43")]
    for action in actions:
        state = state.play_one(action)
    sit_down(ada, actions, state)
    ada.shoot("hoch-hinaus-signs")
    click_each(ada.page, state.view(ME).data)


def test_a_click_in_the_middle_of_a_plot_chooses_it_among_towers(visit):
    def is_wanted(state, _):
        if not is_turn(state, "move"):
            return False
        data = state.view(ME).data
        tops = [data["plots"][row - 1][column - 1]["storeys"] for row, column in crossings(data)]
        return max(tops, default=0) > 1 and min(tops) == 0 and len(tops) > 5

    ada = visit(screen=WIDE, plan="skyline", pace=SLOW)
    actions, state, _ = position(is_wanted, players=3)
    sit_down(ada, actions, state)
    ada.shoot("hoch-hinaus-signs-towers")
    click_each(ada.page, state.view(ME).data)


@pytest.mark.parametrize("plan", ["skyline", "plan"])
def test_the_preview_of_a_move_hides_no_figure(visit, plan):
    def joins(state, action):
        """Whether a move leads to a square where another player's figure stands."""
        if not is_turn(state, "move"):
            return False
        players = state.view(ME).data["players"]
        others = {square for player in players[1:] for square in player["figures"]} - {-1}
        chosen = dict(zip(state.legal_ids(), state.legal, strict=True))[action]
        return bool(set(chosen.figures) & others - set(players[ME]["figures"]))

    ada = visit(screen=WIDE, plan=plan, pace=SLOW)
    actions, state, action = position(joins, players=3)
    sit_down(ada, actions, state)
    ada.page.locator(".tray select").select_option(str(action))
    ada.page.locator(".figure.ghost").first.wait_for()
    ada.shoot(f"hoch-hinaus-ghost-{plan}")
    figures = ada.page.locator(".board .figure[data-cell]")
    spots = [
        tuple(map(float, re.match(r"translate\((\S+) (\S+)\)", figure.get_attribute("transform")).groups()))
        for figure in figures.all()
    ]
    assert min(math.dist(*pair) for pair in itertools.combinations(spots, 2)) > 11  # a figure's half width


@pytest.mark.parametrize("screen", [WIDE, TALL])
def test_a_player_is_warned_before_bankruptcy(visit, screen):
    def is_threatened(state, _):
        return is_turn(state, "move") and state.view(ME).data["threats"]

    def is_bankrupt(state, _):
        return is_turn(state, "move") and state.view(ME).data["players"][ME]["bankrupt"]

    ada = visit(screen=screen, pace=SLOW)
    actions, state, _ = position(is_threatened, players=3)
    sit_down(ada, actions, state)
    warning = ada.page.locator(".danger")
    ada.shoot(f"hoch-hinaus-threat-{screen[0]}")
    for place in state.view(ME).data["threats"]:
        expect(warning).to_contain_text(named(place), use_inner_text=True)
    ada.check_access()
    actions, state, _ = position(is_bankrupt, players=3)
    sit_down(ada, actions, state)
    ada.shoot(f"hoch-hinaus-bankrupt-{screen[0]}")
    expect(warning).to_contain_text("may demand your bankruptcy", use_inner_text=True)
    closed = [plot for row in state.view(ME).data["plots"] for plot in row if plot.get("closed")]
    assert closed
    expect(ada.page.locator('[role=gridcell][aria-label*="padlock"]')).to_have_count(len(closed))


@pytest.mark.parametrize("screen", [WIDE, TALL])
def test_a_bankrupt_player_hears_why_and_may_watch_or_begin_anew(visit, screen):
    def ruins_me(state, action):
        if state.turn != ME or not state.view(ME).data["buildings"]:
            return False
        after = state.play_one(action)
        return not after.is_over and after.view(ME).data["players"][ME]["left"] is not None

    ada = visit(screen=screen, pace=SLOW)
    actions, state, action = position(ruins_me, players=3, bankruptcy="automatic")
    mine = [building for building in state.view(ME).data["buildings"] if building["owner"] == ME]
    player = sit_down(ada, actions, state)
    player.play(lambda legal: next(decision for decision in legal if decision["id"] == action))
    told = ada.page.locator(".tray .out")
    told.wait_for()
    ada.shoot(f"hoch-hinaus-out-{screen[0]}")
    text = told.inner_text()
    assert "You are bankrupt and out of the game." in text
    expect(ada.page.locator(".players li dl").nth(ME)).to_have_text("bankrupt", use_inner_text=True)
    buildings = state.play_one(action).view(ME).data["buildings"]
    for building in buildings:
        if any(building["plots"][0] in had["plots"] for had in mine):
            assert all(named(place) in text for place in building["plots"] + building["roads"] + building["barred"])
    ada.check_access()
    ada.check_targets()
    told.get_by_role("button", name="Watch the rest").click()
    expect(told).to_have_count(0)
    ada.page.reload()
    told.get_by_role("link", name="New game").click()
    ada.page.wait_for_url("**/new/hoch-hinaus")


def test_a_bankrupt_player_hears_why_when_that_ends_the_game(visit):
    def ends_by_ruin(state, action):
        if state.turn != ME:
            return False
        after = state.play_one(action)
        return after.is_over and after.view(ME).data["players"][ME]["left"] is not None

    ada = visit(pace=SLOW)
    actions, state, action = position(ends_by_ruin, players=2, bankruptcy="automatic")
    player = sit_down(ada, actions, state)
    player.play(lambda legal: next(decision for decision in legal if decision["id"] == action))
    ending = ada.page.locator(".tray .ending")
    expect(ending).to_contain_text("You are bankrupt and out of the game.", use_inner_text=True)


def test_places_follow_the_order_of_leaving_and_equal_players_share_one(visit):
    def standing(player):
        return player["height"], player["storeys"], player["left"] or 9

    def is_wanted(state, _):
        if not state.is_over:
            return False
        players = state.view(None).data["players"]
        others = [standing(player) for seat, player in enumerate(players) if seat not in state.winners]
        order = [player["left"] for player in players if player["left"]]
        return len(set(others)) < len(others) and order != sorted(order, reverse=True)

    ada = visit(screen=WIDE)
    actions, state, _ = position(is_wanted, players=6, bankruptcy="automatic")
    sit_down(ada, actions, state, people=6)
    players = state.view(None).data["players"]
    rows = ada.page.locator("dialog[open] ol li")
    rows.first.wait_for()
    ada.shoot("hoch-hinaus-places")
    shown = [(row.locator(".name").inner_text(), row.locator(".place").inner_text()) for row in rows.all()]
    keys = {f"Player {seat}": (seat in state.winners, *standing(player)) for seat, player in enumerate(players)}
    assert [keys[name] for name, _ in shown] == sorted(keys.values(), reverse=True)
    for name, place in shown:
        if not keys[name][0]:
            assert place == str(1 + sum(other > keys[name] for other in keys.values()))
