"""A newcomer goes through the courses: how one wins, every task, and into the first game."""

import json
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from bauboom import load
from bauboom.core.lesson import lessons

from .hands import PUPILS, Fingers, Keyboard
from .people import DESK, PHONE, settle

COURSES = [("manhattan", DESK, Keyboard), ("hoch-hinaus", PHONE, Fingers), ("gratte-ciel", DESK, Keyboard)]
E2 = 2 * 9 + 5  # the cell of a plot


def kept(page, key):
    return json.loads(page.evaluate("(key) => localStorage.getItem(`bauboom ${key}`) ?? '[]'", key))


def look_at_pictures(page, hands, lesson):
    """How one wins: a picture and a sentence, and on to the next."""
    said = set()
    for task in lesson.tasks:
        page.locator(f'[data-task="{lesson.id}/{task.id}"]').wait_for()
        picture = page.get_by_role("img", name=page.locator("aside .say").inner_text())
        picture.locator("svg").first.wait_for()
        assert picture.evaluate("(node) => node.inert")
        said.add(page.locator("aside .say").inner_text())
        hands.touch("aside .primary")
    assert len(said) == len(lesson.tasks)


@pytest.mark.parametrize(("game", "screen", "hands"), COURSES, ids=[game for game, *_ in COURSES])
def test_a_newcomer_goes_through_a_whole_course_and_into_a_game(visit, game, screen, hands):
    ada = visit(screen=screen)
    page = ada.goto(f"/learn/{game}")
    pictures, *course = lessons(load(game)).values()
    look_at_pictures(page, hands(page), pictures)
    refused = 0
    for lesson in course:
        for task in lesson.task_ids:
            pupil = PUPILS[game](ada, game, lesson.id, task, hands)
            found = pupil.exercise
            answers = [(action, found.is_right(action["id"])) for action in pupil.frame["legal"]]
            bad = next((action for action, right in answers if not right and action["e"] != "discard"), None)
            if bad is not None and not refused:
                refused += pupil.play(lambda _, bad=bad: bad)
                expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", "wrong")
                assert len(page.locator(".feedback").inner_text()) > len("Not quite. ") + 20
                page.get_by_role("button", name="Try again").click()
            pupil.play(lambda _, answers=answers: next(action for action, right in answers if right))
            expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", "right")
            hands(page).touch("aside .primary")
    assert refused
    page.get_by_role("heading", name="You can play!").wait_for()
    expect(page.locator("[data-lesson].done")).to_have_count(len(course) + 1)
    assert "course" in page.evaluate("JSON.parse(localStorage['bauboom badges'])")[game]
    ada.check_access()
    page.get_by_role("button", name="Play against beginners, with hints").click()
    page.locator("[data-version]").wait_for()
    page.get_by_role("button", name="Hint").first.wait_for()
    saved = page.evaluate(
        "Object.keys(localStorage).filter((key) => key.startsWith('bauboom game ')).map((key) => localStorage[key])"
    )
    levels = {
        seat["level"].partition("/")[0] for game in saved for seat in json.loads(game)["seats"] if "level" in seat
    }
    assert levels == {"level1"}


def test_the_first_task_of_hoch_hinaus_is_done_by_touching_the_lit_plot(visit):
    ada = visit(screen=PHONE)
    page = ada.goto("/learn/hoch-hinaus?task=first/cross")
    lit = page.locator("g.touchable")
    expect(lit).to_have_count(1)
    expect(lit).to_have_attribute("data-cell", str(E2))
    lit.first.tap()
    page.locator("[data-send]").tap()
    expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", "right")


@pytest.mark.parametrize(("answer", "why"), [("road", "touches E4 at a corner"), ("building", "E4 is your opponent’s")])
def test_each_kind_of_mistake_has_its_own_reason(visit, answer, why):
    ada = visit(screen=DESK)
    page = ada.goto("/learn/hoch-hinaus?task=corner/apart")
    found = PUPILS["hoch-hinaus"](ada, "hoch-hinaus", "corner", "apart")
    wanted = "corner" if answer == "road" else None
    found.play(
        lambda legal: next(
            one
            for one in legal
            if not found.exercise.is_right(one["id"]) and found.exercise.mistake(one["id"]) == wanted
        )
    )
    expect(page.locator(".feedback")).to_contain_text(why, use_inner_text=True)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_pupil_comes_back_to_what_is_left_and_to_any_lesson(visit, screen):
    ada = visit(screen=screen)
    page = ada.goto("/learn/manhattan")
    page.locator('[data-task="win/goal"]').wait_for()
    page.get_by_role("button", name="Skip the introduction").click()
    page.locator('[data-task="first/pick"]').wait_for()
    assert len(kept(page, "learnt manhattan")) == 3
    page.reload()
    page.get_by_role("button", name="Go on").wait_for()
    assert page.locator("[data-task]").count() == 0
    lines = page.locator("aside [data-lesson]")
    assert [line.get_attribute("data-lesson") for line in lines.all()] == ["win", "first", "takeover", "scoring"]
    assert [("done" in (line.get_attribute("class") or "")) for line in lines.all()] == [True, False, False, False]
    page.get_by_role("button", name="Points 0 of 3 solved").click()
    page.locator('[data-task="scoring/tallest"]').wait_for()
    if screen == PHONE:
        page.get_by_role("button", name="Lessons").click()
        page.get_by_role("dialog").get_by_role("button", name="Taking over").click()
    else:
        page.get_by_role("navigation", name="Lessons").get_by_role("button", name="Taking over").click()
    page.locator('[data-task="takeover/equal"]').wait_for()
    expect(page.get_by_role("dialog")).to_have_count(0)
    ada.check_access()
    page.reload()
    page.get_by_role("button", name="Go on").click()
    page.locator('[data-task="first/pick"]').wait_for()


def test_a_picture_in_the_rules_shows_all_of_the_board_and_its_figures(visit):
    page = visit(screen=(1440, 900)).goto("/rules/hoch-hinaus")
    page.locator("[data-example] .figure").first.wait_for()
    settle(page)
    cut = """[...document.querySelectorAll('[data-example]')].slice(0, 2).flatMap((frame) => {
        const around = frame.getBoundingClientRect();
        return [...frame.querySelectorAll('.figure, [role=gridcell]')].filter((node) => {
            const box = node.getBoundingClientRect();
            return box.left < around.left || box.right > around.right || box.top < around.top;
        }).map((node) => node.outerHTML.slice(0, 90));
    })"""
    assert page.evaluate(cut) == []


@pytest.mark.parametrize(("width", "height"), [(320, 640), (640, 400)], ids=["320", "zoomed"])
def test_a_course_fits_on_small_screens_and_at_200_percent(visit, width, height):
    ada = visit(screen=PHONE, language="de")
    page = ada.page
    page.set_viewport_size({"width": width, "height": height})
    for task in ("win/end", "first/toilet"):
        ada.goto(f"/learn/gratte-ciel?task={task}")
        page.locator("[data-task] .say").wait_for()
        page.locator("main svg").first.wait_for()
        ada.check_width()
        last = page.locator("aside .say, aside .primary").last  # what does not fit can be scrolled to
        last.scroll_into_view_if_needed()
        box = last.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height


@pytest.mark.parametrize(
    ("game", "ruling", "hidden"), [("manhattan", "M1", "M8"), ("gratte-ciel", "G3", "--deck FILE")]
)
def test_the_rules_begin_with_a_minute_and_fold_away_what_experts_want(visit, game, ruling, hidden):
    ada = visit(screen=DESK)
    page = ada.goto(f"/rules/{game}")
    minute = page.get_by_role("region", name="The game in a minute")
    minute.wait_for()
    pictures = minute.locator("figure > [role=img]")
    pictures.nth(2).wait_for()
    assert pictures.count() <= 5
    assert pictures.first.get_attribute("aria-labelledby") == minute.locator("figcaption").first.get_attribute("id")
    assert minute.bounding_box()["y"] < page.get_by_role("searchbox").bounding_box()["y"]
    article = page.get_by_role("article")
    article.get_by_role("heading").first.wait_for()
    assert hidden not in article.inner_text()
    assert article.locator("code:visible").count() == 0
    levels = page.evaluate(
        """[...document.querySelectorAll('h1, h2, h3, h4')]
            .filter((node) => node.checkVisibility()).map((node) => Number(node.tagName[1]))"""
    )
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    ada.check_access()
    page.get_by_role("searchbox").fill(ruling.lower())
    expect(article).to_contain_text(ruling, use_inner_text=True)
    page.goto(f"/rules/{game}?rule={ruling}")
    page.locator(f"#rule-{ruling}:focus").wait_for()
    expect(page.locator(f"#rule-{ruling}")).to_be_visible()
    page.get_by_label("Show rule numbers and rulings everywhere").check()
    expect(article).to_contain_text(hidden, use_inner_text=True)
    page.reload()
    expect(article).to_contain_text(hidden, use_inner_text=True)
    ada.check_access()
