"""The lessons are played to their end, by right decisions and after wrong ones."""

import pytest

from bauboom import GAMES, load
from bauboom.core.lesson import lessons

from .hands import PUPILS, Keyboard


@pytest.mark.parametrize("game", GAMES)
def test_all_lessons_of_a_game_are_played(visit, game):
    ada, played = visit(), load(game)
    page = ada.goto(f"/learn/{game}")
    wrong = 0
    for lesson in lessons(played).values():
        for task in lesson.task_ids:
            pupil = PUPILS[game](ada, game, lesson.id, task, Keyboard)
            is_right = [(action, pupil.exercise.is_right(action["id"])) for action in pupil.frame["legal"]]
            bad = next((action for action, right in is_right if not right and action["e"] != "discard"), None)
            if bad is not None and not wrong:
                wrong += pupil.play(lambda _, bad=bad: bad)
                assert page.locator("[data-outcome]").get_attribute("data-outcome") == "wrong"
                page.get_by_role("button", name="Try again").click()
            pupil.play(lambda _, found=is_right: next(action for action, right in found if right))
            assert page.locator("[data-outcome]").get_attribute("data-outcome") == "right"
            page.keyboard.press("Enter")  # on the button that leads on, which has the focus
    assert wrong
    page.get_by_role("button", name="Play a real game").click()
    page.locator("[data-version]").wait_for()
