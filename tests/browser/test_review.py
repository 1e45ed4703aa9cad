"""What a finished game tells its player: key moments on the board, a rate, and a ledger that adds up."""

import json
import re

import pytest
from playwright.sync_api import expect

from bauboom import GAMES

from .people import DESK, PHONE, SEARCH, settle
from .test_ends import give, saved, whole

HERE = "here-0123456789ab"


def reviewed(visitor, address):
    page = visitor.goto(address)
    page.locator("[data-sum=result]").wait_for(timeout=SEARCH)
    return page


def figure(page, part):
    text = page.locator(f"[data-sum={part}] dd").inner_text()
    return float(re.match(r"[−+][\d.]+", text)[0].replace("−", "-"))


@pytest.mark.parametrize(("game", "screen"), [*((game, DESK) for game in GAMES), ("manhattan", PHONE)])
def test_a_review_names_key_moments_on_the_board_and_adds_up(visit, game, screen):
    end = whole(game)
    ada = visit("Ada", screen=screen)
    give(ada, saved(end))
    page = reviewed(ada, f"/replay/here/{HERE}?review=1&seat=0")
    parts = [one.get_attribute("data-sum") for one in page.locator("[data-sum]").all()]
    assert {"chance", "place", "others", "own", "result"} <= set(parts)
    result = 100 * (end.returns[0] - 0.5)
    assert abs(figure(page, "result") - result) < 0.051
    assert abs(sum(figure(page, part) for part in parts) - 2 * result) < 0.05 * len(parts) + 0.01  # each is rounded
    assert "per decision that mattered" in page.locator("[data-review]").inner_text()
    moments = page.locator("[data-moment]")
    assert 1 <= moments.count() <= 3
    slip = page.locator("[data-moment=decision]").first  # random decisions give much away
    slip.locator(".head").click()
    expect(slip).to_contain_text("Played: You", use_inner_text=True)
    expect(slip).to_contain_text("Better: You", use_inner_text=True)
    if game == "gratte-ciel":  # luck with hidden cards names them: those of whoever did not decide
        luck = page.locator("[data-moment=hidden]").inner_text()
        assert re.search(r"You discard tornado\. .+ holds .*pool.*toilet", luck), luck
    ada.check_access()
    ada.check_width()
    ada.shoot(f"review-{game}-{screen[0]}")
    step = int(re.search(r"step=(\d+)", page.evaluate("location.href"))[1])
    assert [state.turn for state in end.path() if state.step == step] == [0]
    slip.get_by_role("button", name="Try again here").click()
    page.locator("[data-version]").wait_for()
    key = "bauboom game " + page.url.rsplit("/", 1)[1]
    kept = json.loads(page.evaluate("(key) => localStorage.getItem(key)", key))
    before = [state.action for state in end.path()][:step]
    assert kept["actions"][: kept["given"]] == before[: kept["given"]]
    assert kept["given"] > step - 4  # several decisions may belong together
    assert [seat.get("level") for seat in kept["seats"]] == [None, "level1"]
    assert kept["turn"] == 0


@pytest.mark.parametrize("screen", [DESK, (375, 548)], ids=["desk", "small"])
def test_a_player_without_a_name_and_the_bots_are_called_as_at_the_table(visit, screen):
    ada = visit(screen=screen)
    give(ada, saved(whole("hoch-hinaus", players=4), name=""))
    page = ada.goto(f"/replay/here/{HERE}")
    expect(page.locator(".players .name")).to_have_text(["You", "Alva", "Mies", "Zora"], use_inner_text=True)
    settle(page)
    assert page.evaluate(
        "[...document.querySelectorAll('.players .name')].every((n) => n.scrollWidth <= n.clientWidth)"
    )
    expect(page.get_by_label("Point of view").locator("option").nth(1)).to_have_text("You")
    assert page.locator(".stage").first.bounding_box()["height"] >= 480  # a small phone scrolls
    ada.check_width()


def test_a_spectator_chooses_whose_game_it_is_and_reads_of_them_by_name(visit):
    ada = visit("Ada")
    number = ada.api("/api/imports", json.loads(whole("manhattan").record(["Grace", "Joan"]).encode()))["id"]
    page = ada.goto(f"/import/{number}")
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_role("button", name="Joan", exact=True).click()
    page.locator("[data-sum=result]").wait_for(timeout=SEARCH)
    review = page.locator("[data-review]")
    expect(review).to_contain_text("Played: Joan builds ", use_inner_text=True)
    expect(review).to_contain_text("Joan gave away", use_inner_text=True)
    assert "You " not in review.inner_text()
    ada.shoot("review-of-another")


def test_a_record_that_ends_early_is_reviewed_as_far_as_it_goes_and_says_so(visit):
    end = whole("hoch-hinaus")
    half = next(state for state in end.path() if state.step >= end.step // 2 and state.turn is not None)
    ada = visit("Ada", language="de")
    number = ada.api("/api/imports", json.loads(half.record(["Grace", "Joan"]).encode()))["id"]
    page = reviewed(ada, f"/import/{number}?review=1&seat=0")
    said = "Diese Aufzeichnung endet vor der Partie"
    expect(page.locator("[data-review]")).to_contain_text(said, use_inner_text=True)


def test_reviewed_games_are_remembered_and_shown_together(visit):
    ada = visit("Ada")
    first = saved(whole("manhattan"))
    for kept in (first, {**first, "id": HERE[:-1] + "c"}):
        give(ada, kept)
        page = reviewed(ada, f"/replay/here/{kept['id']}?review=1&seat=0")
    expect(page.locator("[data-review]")).to_contain_text("In your last 2 reviewed games", use_inner_text=True)
    page = ada.goto("/me")
    page.get_by_text("Accuracy").first.wait_for()
    expect(page.locator("main")).to_contain_text("2 reviewed games", use_inner_text=True)
