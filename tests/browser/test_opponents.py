"""Against whom one plays: chosen beside "Play now", remembered, stronger after a win."""

import json
import random

from playwright.sync_api import expect

from bauboom import load
from bauboom.bots import make_bot

from .people import PHONE
from .test_here import keep


def saved_at(page):
    page.wait_for_url("**/here/*")
    page.locator("[data-version]").wait_for()
    number = page.url.rpartition("/")[2]
    return json.loads(page.evaluate("(id) => localStorage.getItem(`bauboom game ${id}`)", number))


def levels(saved):
    return [player["level"] for player in saved["seats"][1:]]


def test_a_newcomer_meets_beginners_with_hints_as_many_as_usual(visit):
    page = visit().goto("/")
    page.get_by_role("button", name="4 players · Beginner").first.wait_for()
    page.get_by_role("button", name="Play now Manhattan").click()
    saved = saved_at(page)
    assert levels(saved) == ["level1/alva", "level1/mies", "level1/zora"]
    assert saved["hints"]


def test_number_and_strength_are_chosen_on_the_start_page_and_remembered(visit):
    ada = visit(screen=PHONE)
    page = ada.goto("/")
    page.get_by_role("button", name="Hoch hinaus!: choose opponents").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="6", exact=True).locator("..").click()
    dialog.get_by_role("radio", name="Intermediate").locator("..").click()
    expect(dialog.get_by_role("listitem")).to_have_count(5)
    dialog.get_by_text("Zora moves in next to you").wait_for()
    ada.check_access()
    ada.check_targets()
    dialog.get_by_role("button", name="Close").click()
    page.reload()
    chosen = page.get_by_role("button", name="6 players · Intermediate")
    expect(chosen).to_have_count(1)  # the other games are as they were
    chosen.click()
    page.get_by_role("dialog").get_by_role("button", name="Play now").click()
    saved = saved_at(page)
    assert [level.partition("/")[0] for level in levels(saved)] == ["level3"] * 5
    assert len({*levels(saved)}) == 5
    assert saved["options"]["players"] == 6


def test_a_face_at_the_table_tells_how_its_bot_plays(visit):
    ada = visit(screen=PHONE)
    page = ada.goto("/")
    page.get_by_role("button", name="Play now Manhattan").click()
    page.get_by_role("button", name="Bot Zora", exact=True).click()
    page.get_by_text("Zora takes over your towers wherever she can.").wait_for()
    ada.check_access()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Zora takes over your towers")).to_be_hidden()


def test_after_a_win_one_click_begins_a_game_against_stronger_bots(visit):
    ada = visit()
    page = ada.goto("/new/manhattan")
    page.get_by_role("radio", name="2", exact=True).locator("..").click()
    page.get_by_role("button", name="Start the game").click()
    saved = saved_at(page)
    assert levels(saved) == ["level1/alva"]
    for winner, text in ((0, "Stronger? Play the next level: Casual"), (1, None)):
        over = keep(page, saved, **won_by(saved, winner), id=f"abcdef{winner}")
        page.goto(f"/here/{over['id']}")
        page.get_by_role("dialog").get_by_role("button", name="Play again").wait_for()
        offer = page.locator("[data-next]")
        if text is None:
            assert offer.count() == 0
            break
        expect(offer).to_contain_text(text, use_inner_text=True)
        ada.check_access()
        offer.click()
        page.wait_for_url(lambda url, old=over["id"]: old not in url)
        assert {level.partition("/")[0] for level in levels(saved_at(page))} == {"level2"}
        page.goto("/")
        page.get_by_role("button", name="2 players · Casual").wait_for()


def won_by(saved, winner):
    """A game that is over, and was won by a seat."""
    game = load(saved["game"], **saved["options"])
    for seed in range(50):
        bots = [make_bot("level3" if seat == winner else "random", seed) for seat in range(game.seats)]
        state, rng, actions = game.root, random.Random(seed), []
        while not state.is_over:
            if state.turn is None:
                ids = [action for action, chance in state.outcome_ids() if chance > 0]
                actions.append(rng.choice(ids))
            else:
                view = state.view(state.turn)
                actions.append(game.space.encode(bots[state.turn].choose(view, view.legal)))
            state = state.play_one(actions[-1])
        if state.winners == (winner,):
            result = {"scores": list(state.scores), "winners": [winner]}
            return {"actions": actions, "result": result, "turn": None, "begun": True, "version": len(actions)}
    raise AssertionError(f"seat {winner} never wins")


def test_the_trainer_adapts_to_results_and_says_how_strongly_it_plays(visit):
    ada = visit(screen=PHONE, theme="dark")
    page = ada.goto("/")
    page.get_by_role("button", name="Manhattan: choose opponents").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="2", exact=True).locator("..").click()
    dialog.get_by_role("radio", name="Trainer").locator("..").click()
    dialog.get_by_text("It now plays like: Beginner.").wait_for()
    ada.check_access()
    ada.check_targets()
    ada.shoot("trainer-chosen")
    dialog.get_by_role("button", name="Play now").click()
    saved = saved_at(page)
    assert [level.partition("/")[0] for level in levels(saved)] == ["trainer:1.00"]
    for winner, level, now in ((0, "trainer:2.00", "Casual"), (1, "trainer:1.50", "50 % Beginner, 50 % Casual")):
        over = keep(page, saved, **won_by(saved, winner), id=f"abcdef{winner}")
        page.goto(f"/here/{over['id']}")
        page.get_by_text(f"In the next game, the trainer plays like: {now}.").wait_for()
        ada.check_access()
        ada.shoot("trainer-over")
        assert page.locator("[data-next]").count() == 0
        page.get_by_role("button", name="Play again").click()
        page.wait_for_url(lambda url, old=over["id"]: old not in url)
        saved = saved_at(page)
        assert [one.partition("/")[0] for one in levels(saved)] == [level]
    page.locator("button[popovertarget]").first.click()
    page.get_by_text("Trainer: Beginner – Casual").last.wait_for()
    ada.check_access()
    ada.shoot("trainer-face")
    page.goto("/")
    page.get_by_role("button", name="2 players · Trainer").wait_for()
