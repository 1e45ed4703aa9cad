"""Puzzles are solved by touch and by keyboard; the day's is everybody's, and a streak lasts."""

import json
import re
import time

import numpy as np
import pytest
from playwright.sync_api import expect

from bauboom import GAMES, load
from bauboom.machines.puzzles import shown

from .hands import SOLVERS, Fingers, Keyboard
from .people import DESK, PHONE, SEARCH
from .test_site import finished

DAY = 24 * 60 * 60


def of_today(game, ahead=0):
    """The puzzle of a day; around midnight in Greenwich it is another one than the page's."""
    puzzles = list(shown(load(game)))
    return puzzles[(int(time.time()) // DAY + ahead) % len(puzzles)]


def check_outcome(page, outcome):
    expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", outcome)


def test_todays_puzzle_is_solved_by_touch_at_the_second_try_and_the_streak_stays(visit):
    ada, game = visit(screen=PHONE, theme="dark"), "manhattan"
    page = ada.goto(f"/puzzles/{game}")
    solver = SOLVERS[game](ada, of_today(game), Fingers)
    solver.answer(right=False)
    check_outcome(page, "wrong")
    page.get_by_text("at most").or_(page.get_by_text("Your decision wins")).first.wait_for()
    ada.check_access()
    ada.check_targets()
    ada.shoot("puzzle-wrong")
    page.get_by_role("button", name="Show the solution").click()
    page.locator("[data-shown]").wait_for()
    page.get_by_role("button", name="Try again").click()
    solver.answer()
    check_outcome(page, "right")
    share = round(solver.puzzle.chances[0] / 100)
    page.get_by_text(f"It wins {share} %").or_(page.get_by_text(f"It wins {share - 1} %")).wait_for()
    page.locator("[data-streak='1']").wait_for()
    ada.check_access()
    ada.shoot("puzzle-right")
    page.reload()
    page.locator("[data-streak='1']").wait_for()
    tried = json.loads(page.evaluate(f"localStorage.getItem('bauboom puzzles {game}')"))
    assert tried["tried"] == {solver.puzzle.id: 0}  # the first try counts
    assert tried["rating"]["rating"] < 1200
    page.goto("/puzzles")
    page.get_by_text("You solved today's puzzle.").wait_for()
    ada.check_access()


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_shows_everybodys_score(visit, game):
    ada, puzzle = visit(screen=(375, 548)), of_today(game)
    page = ada.goto(f"/puzzles/{game}")
    points = np.zeros(puzzle.view.game.seats, np.int32)
    puzzle.view.game.doors.scores(puzzle.view.rows, points)
    names = ["You" if seat == puzzle.view.seat else r"(?!You\n).+" for seat in range(len(points))]
    players = page.get_by_role("list", name="Players").get_by_role("listitem")
    said = [re.compile(rf"^{name}\n{score}$") for name, score in zip(names, points, strict=True)]
    expect(players).to_have_text(said, use_inner_text=True)
    ada.check_access()
    assert page.locator("main").bounding_box()["height"] >= 480  # the page scrolls instead


def test_puzzles_are_solved_by_keyboard_one_after_the_other(visit):
    ada, game = visit(screen=DESK), "hoch-hinaus"
    page = ada.goto(f"/puzzles/{game}")
    SOLVERS[game](ada, of_today(game), Keyboard).answer()
    check_outcome(page, "right")
    page.keyboard.press("Enter")  # on the button that leads on, which has the focus
    page.get_by_role("heading", name="More puzzles").wait_for()
    known = {puzzle.id: puzzle for puzzle in shown(load(game))}
    page.get_by_label("Theme").select_option("ruin")
    page.wait_for_function(
        "(ids) => ids.includes(document.querySelector('[data-puzzle]')?.dataset.puzzle)",
        arg=[puzzle.id for puzzle in known.values() if puzzle.theme == "ruin"],
    )
    again = known[page.locator("[data-puzzle]").get_attribute("data-puzzle")]
    SOLVERS[game](ada, again, Keyboard).answer()
    check_outcome(page, "right")
    rating = json.loads(page.evaluate(f"localStorage.getItem('bauboom puzzles {game}')"))["rating"]["rating"]
    page.get_by_text(f"your rating: {round(rating)}").wait_for()


def test_a_streak_grows_with_the_next_day_and_ends_after_one_without(visit):
    ada = visit()
    today = int(time.time()) // DAY
    for day, wanted in ((today, 5), (today - 1, 5), (today - 2, None)):
        page = ada.goto("/puzzles")
        page.evaluate(
            "(kept) => localStorage.setItem('bauboom puzzle streak', kept)", json.dumps({"day": day, "length": 5})
        )
        page.reload()
        page.get_by_role("heading", level=1).wait_for()
        page.get_by_role("link", name="Today's puzzle").first.wait_for()
        expect(page.locator(f"[data-streak='{wanted}']")).to_have_count(int(wanted is not None))
    assert page.locator("[data-streak]").count() == 0


def test_my_mistakes_become_puzzles(visit):
    game = "hoch-hinaus"
    _, saved = min((finished(game, seed) for seed in range(60)), key=lambda one: one[0].step)
    ada = visit(screen=PHONE)
    ada.context.add_init_script(f"localStorage.setItem('bauboom game {saved['id']}', {json.dumps(json.dumps(saved))})")
    page = ada.goto("/puzzles")
    page.get_by_role("button", name="Look through my games").click()
    page.get_by_label("Looking through your games.").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Look through my games").click()
    page.get_by_text("There is no new finished game on this device.").wait_for(timeout=SEARCH)
    page.get_by_role("link", name="My mistakes").click()
    page.locator("[data-puzzle]").wait_for()
    kept = json.loads(page.evaluate(f"localStorage.getItem('bauboom mistakes {game}')"))
    assert all(one["seat"] == 0 and one["chance"] - one["secondChance"] >= 0.05 for one in kept)
    assert page.locator("[data-puzzle]").get_attribute("data-puzzle") == kept[0]["id"]
    page.get_by_text("It is your turn.").wait_for()
    ada.check_access()
    ada.shoot("puzzle-mine")


def test_an_account_takes_rating_and_streak_to_another_device_also_what_was_tried_without_a_network(visit):
    game, password = "manhattan", "correct horse battery"
    login, puzzle = f"ada-{time.time_ns()}", of_today(game)
    ada = visit("Ada", screen=PHONE)
    ada.api("/api/account", {"login": login, "password": password})
    page = ada.goto(f"/puzzles/{game}")
    page.locator("[data-puzzle]").wait_for()
    ada.expected += ["ERR_INTERNET_DISCONNECTED"]
    ada.context.set_offline(True)
    SOLVERS[game](ada, puzzle, Fingers).answer()
    check_outcome(page, "right")
    page.locator("[data-streak='1']").wait_for()
    assert ada.api("/api/puzzles")["courses"] == []
    ada.context.set_offline(False)
    page.goto("/puzzles")
    page.get_by_text("kept with your account").wait_for()
    page.wait_for_function("() => localStorage.getItem('bauboom puzzles unsent') === '[]'")
    kept = ada.api("/api/puzzles")
    assert kept["courses"][0]["tried"] == {puzzle.id: True}
    assert kept["streak"]["length"] == 1
    rating = round(kept["courses"][0]["rating"])

    desk = visit(screen=DESK, theme="dark")
    page = desk.goto("/puzzles")
    page.get_by_text("your rating: 1200").first.wait_for()
    page.get_by_text("With an account, you find them on every device.").wait_for()
    desk.api("/api/login", {"login": login, "password": password})
    page.reload()
    page.get_by_text(f"your rating: {rating}").wait_for()
    page.locator("[data-streak='1']").wait_for()
    desk.check_access()
    desk.shoot("puzzles-account")
    page.goto(f"/puzzles/{game}")
    page.get_by_text(f"your rating: {rating}").wait_for()
    now = desk.api(f"/api/puzzles/{game}")["ratings"][puzzle.id]
    page.get_by_text(f"puzzle: {now}").wait_for()  # as hard as people find it
    page.get_by_text("You solved today's puzzle.").wait_for()


def test_a_person_can_let_finished_games_become_puzzles(visit):
    ada = visit("Ada", screen=PHONE)
    page = ada.goto("/settings")
    box = page.get_by_label("My finished games may become puzzles")
    assert not box.is_checked()
    box.check()
    page.get_by_text("Saved.").wait_for()
    assert ada.api("/api/me")["shares_games"]
    ada.check_access()
    ada.check_targets()
    page.reload()
    expect(box).to_be_checked()
    ada.context.route("**/api/me", lambda route: route.abort())
    ada.expected += ["ERR_FAILED"]
    with page.expect_event("requestfailed", lambda request: request.method == "PUT"):
        box.click()  # where it is not possible, it stays as it is
    ada.context.unroute("**/api/me")
    expect(box).to_be_checked()
    assert ada.api("/api/me")["shares_games"]


def test_an_unknown_game_has_no_puzzles(visit):
    ada = visit()
    page = ada.goto("/puzzles/nothing")
    page.get_by_text("This address leads to an empty site.").wait_for()
