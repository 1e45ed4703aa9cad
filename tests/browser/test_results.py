"""What the result of a game explains, and where it leads."""

import random
import re
import time
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from bauboom import GAMES, load

from .people import DESK, PHONE, SEARCH, settle
from .test_ends import RESULT, give, last_decision, resign, saved, two_at_a_table, whole
from .test_here import HERE

HERE_ID = "here-0123456789ab"
# whether something was ever there, however short
WATCH = """new MutationObserver(() => document.querySelector('.celebration') && (window.celebrated = true))
    .observe(document, {childList: true, subtree: true})"""


def open_result(ada, end, **more):
    give(ada, saved(end, **more))
    page = ada.goto(f"/here/{HERE_ID}")
    page.locator(RESULT).wait_for()
    return page


def explains_manhattan(result, end, names):
    rows = result.locator("tbody tr")
    expect(rows).to_have_count(end.view(None).data["rounds"])
    totals = [int(cell) for cell in result.locator("tfoot td > b").all_inner_texts()]
    assert totals == list(end.scores)
    by_round = [[int(cell) for cell in row.locator("td b").all_inner_texts()] for row in rows.all()]
    assert [sum(column) for column in zip(*by_round, strict=True)] == totals


def explains_hoch_hinaus(result, end, names):
    result.locator("figure").first.wait_for()  # the explanation is loaded when a game is over
    view = end.view(None).data
    why = {
        "storeys": "All storeys are built.",
        "last": "Only one player is left.",
        "standstill": "Nobody has built for a long time.",
        "dead": "Nothing more can be built.",
    }
    expect(result).to_contain_text(why[view["end"]["how"]], use_inner_text=True)
    best = {seat: player["height"] for seat, player in enumerate(view["players"]) if player["height"]}
    figures = result.locator("figure")
    expect(figures).to_have_count(len(best))
    [winner] = end.winners
    expect(figures.first).to_contain_text(names[winner], use_inner_text=True)
    expect(figures.first).to_contain_text(f"{best[winner]} tall", use_inner_text=True)


def explains_gratte_ciel(result, end, names):
    scores = {names[seat]: f"{score}".replace("-", "−") for seat, score in enumerate(end.scores)}
    shown = result.locator("section > ol > li > h3")
    expect(shown).to_have_count(len(scores))
    assert dict(text.split("\n") for text in shown.all_inner_texts()) == scores


EXPLAINS = {
    "manhattan": explains_manhattan,
    "hoch-hinaus": explains_hoch_hinaus,
    "gratte-ciel": explains_gratte_ciel,
}


@pytest.mark.parametrize(("theme", "screen"), [("light", DESK), ("dark", PHONE)], ids=["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_the_result_explains_the_game(visit, game, theme, screen):
    end = whole(game)
    ada = visit(screen=screen, theme=theme)
    page = open_result(ada, end)
    result = page.locator(RESULT)
    result.locator("section").first.wait_for()
    EXPLAINS[game](result, end, ["Ada", "Bot Alva"])
    ada.shoot(f"result-{game}-{screen[0]}")
    settle(page)
    assert result.locator(".inside").evaluate("(node) => node.scrollWidth <= node.clientWidth")
    ada.check_access()
    ada.check_targets()


def test_the_result_is_read_and_left_by_keyboard_alone(visit):
    ada = visit()
    page = open_result(ada, whole("hoch-hinaus"))
    page.wait_for_function("document.activeElement.tagName === 'H2'")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Review my game":
            break
    assert "primary" in page.evaluate("document.activeElement.className")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/replay/here/{HERE_ID}?review=1*")
    page.get_by_role("slider").wait_for()
    page.locator("button[aria-pressed=true]", has_text="Win chances").wait_for(timeout=SEARCH)  # found by the review
    expect(page.get_by_label("Point of view")).to_have_value("0")
    page.keyboard.press("ArrowRight")
    assert "review=1" in page.url


# The decisive moment


def test_the_decisive_moment_of_a_game_here_leads_to_its_step(visit):
    ada = visit()
    page = open_result(ada, whole("hoch-hinaus"))
    link = page.locator(".decisive a")
    link.wait_for(timeout=SEARCH)
    place = link.inner_text().removeprefix("Step ")
    assert re.search("point.? of win chance", page.locator(".decisive").inner_text())
    link.click()
    expect(page.get_by_role("slider")).to_have_value(place)
    page.locator("button[aria-pressed=true]", has_text="Win chances").wait_for(timeout=SEARCH)  # found by the review
    ada.shoot("review")


def over_at_a_table(ada, grace):
    """A game of two people over which nobody gave up; its table and its end."""
    end = whole("manhattan")
    past = [one.action for one in last_decision(end).previous.path()]
    table = ada.table("manhattan", ["me", "open"], options=dict(end.game.options), past=past)
    grace.api(f"/api/tables/{table}/do", {"do": "sit", "seat": 1})
    mover = (ada, grace)[last_decision(end).previous.turn]
    while not (frame := mover.frame(table))["legal"]:
        time.sleep(0.05)  # the table is dealing
    play = {"do": "play", "actions": [frame["legal"][0]["id"]], "version": frame["version"]}
    mover.api(f"/api/tables/{table}/do", play)
    assert ada.frame(table)["table"]["result"]["how"] == "rules"
    return table


@pytest.mark.parametrize("found", ["turns", "luck", "nothing", "failure"])
def test_the_decisive_moment_of_a_game_on_a_server_with_other_rules(visit, found):
    ada, grace = visit("Ada"), visit("Grace")
    table = over_at_a_table(ada, grace)
    [winner] = ada.frame(table)["table"]["result"]["winners"]
    moves = {**ada.api(f"/api/tables/{table}/moves"), "rules": "others"}
    steps = ada.api(f"/api/tables/{table}/steps?first=0&count=50")["list"]
    mine, theirs = (next(step["step"] for step in steps[9:] if step["turn"] == seat) for seat in (winner, 1 - winner))
    turn = {"kind": "decision", "error": 0.01}
    turns = [
        {**turn, "step": mine, "seat": winner, "change": -0.4, "since": mine},  # did not decide it: the game was won
        {**turn, "step": theirs, "seat": 1 - winner, "change": -0.31, "since": theirs},
    ]
    built = next(one["step"] for one, next_one in pairwise(steps[9:]) if one["turn"] == 0 and next_one["turn"] is None)
    drawn = {**turn, "kind": "luck", "seat": winner, "change": 0.3, "since": built + 1, "step": built + 2}
    found_turns = {"turns": turns, "luck": [drawn]}.get(found, [])
    insight = {"turns": found_turns, "curve": [[0, [0.5, 0.5]]]}
    ada.context.route(re.compile("/moves$"), lambda route: route.fulfill(json=moves))
    ada.expected.append("500 (")
    ada.context.route(
        re.compile("/analysis$"),
        lambda route: route.fulfill(status=500, body="") if found == "failure" else route.fulfill(json=insight),
    )
    with ada.page.expect_response(re.compile("/analysis$")):
        page = ada.goto(f"/t/{table}")
    result = page.locator(RESULT)
    result.locator("progress").wait_for(state="detached")
    said = result.locator(".decisive").inner_text() if found != "failure" else ""
    if found == "turns":
        who = "You give" if winner else "Grace gives"
        assert "The decisive moment: Step" in said
        assert f"{who} away 31 points of win chance here." in said
        result.locator(".decisive a").click()
        page.wait_for_url(f"**/replay/{table}?review=1&step={theirs}*")
        expect(page.locator(".turns button")).to_have_count(len(turns))  # the replay has looked for them by itself
        expect(page.locator(".turns [aria-pressed=true]")).to_have_text(re.compile("−31 %$"), use_inner_text=True)
    elif found == "luck":  # what luck brought is told, not the decision before it
        assert re.search(r"Step \d+: You draw card \d\. Luck: (you gain|Grace gains) 30 points of win chance\.", said)
    elif found == "nothing":
        assert said == "No single step decided this game."
    else:
        assert "decisive" not in result.inner_text()
        expect(result.get_by_role("link", name="Review my game")).to_be_visible()


# Celebrations


def won_at_last(game):
    """A game that the player who decides last wins."""
    for seed in range(50):
        state, rng = load(game).with_options({"players": 2}).root, random.Random(seed)
        while not state.is_over:
            ids, weights = zip(*state.outcome_ids(), strict=True) if state.is_chance else (state.legal_ids(), None)
            state = state.play_one(rng.choices(ids, weights)[0])
        if state.winners == (last_decision(state).previous.turn,):
            return last_decision(state)
    raise AssertionError("nobody wins with the last decision")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_winner_is_celebrated_for_a_moment_but_not_where_motion_is_unwanted(visit, motion):
    last = won_at_last("hoch-hinaus")
    ada = visit(speed=2, pace=0)
    ada.page.emulate_media(reduced_motion=motion)
    ada.context.add_init_script(f"document.addEventListener('DOMContentLoaded', () => {WATCH})")
    give(ada, saved(last.previous, mine=last.previous.turn))
    page = ada.goto(f"/here/{HERE_ID}")
    HERE["hoch-hinaus"](ada).play(lambda legal: next(action for action in legal if action["id"] == last.action))
    expect(page.locator(RESULT)).to_contain_text("You win!", use_inner_text=True)
    if motion == "no-preference":
        page.wait_for_function("window.celebrated")
        page.locator(".celebration").wait_for(state="detached")
    else:
        settle(page)
        assert not page.evaluate("window.celebrated")
    page.reload()
    page.locator(RESULT).wait_for()
    settle(page)
    assert not page.evaluate("window.celebrated")  # it was long ago


# Badges


def check_no_badges(page):
    """A result names no badges, although it has got as far as where they come."""
    page.locator(f"{RESULT} .decisive").wait_for(state="attached")
    page.locator(f"{RESULT} section").first.wait_for()
    settle(page)
    assert page.locator(f"{RESULT} [data-badge]").count() == 0


def test_badges_are_new_once_and_stay(visit):
    end = whole("gratte-ciel")
    seat = end.winners[0]
    ada = visit()
    page = open_result(ada, end, mine=seat)
    fresh = page.locator(f"{RESULT} [data-badge]")
    fresh.first.wait_for()
    ids = {one.get_attribute("data-badge") for one in fresh.all()}
    assert {"won-level1"} <= ids
    ada.shoot("badges-new")
    page.reload()
    check_no_badges(page)
    page = ada.goto("/games")
    expect(page.locator("[data-badge][data-earned]")).to_have_count(len(ids))
    kept = {one.get_attribute("data-badge") for one in page.locator("[data-badge][data-earned]").all()}
    assert kept == ids
    assert page.locator("[data-badge]:not([data-earned])").count() > len(ids)
    ada.shoot("badges")
    ada.check_access()


# Other ends


def test_several_people_at_one_device_are_named_and_earn_no_badges(visit):
    end = whole("manhattan")
    kept = saved(end)
    kept["seats"] = [{"name": "Ada"}, {"name": "Grace"}]
    ada = visit()
    give(ada, kept)
    page = ada.goto(f"/here/{HERE_ID}")
    result = page.locator(RESULT)
    result.locator("tfoot").wait_for()
    names = [["Ada", "Grace"][seat] for seat in end.winners]
    title = f"{' and '.join(names)} {'share the win' if len(names) > 1 else 'wins'}"
    expect(result.get_by_role("heading", level=2)).to_have_text(title, use_inner_text=True)
    expect(result.get_by_role("link", name="Review the game")).to_be_visible()
    expect(result.get_by_role("button", name="Play again")).to_be_visible()
    check_no_badges(page)
    assert page.evaluate("localStorage.getItem('bauboom badges')") is None


def test_a_resignation_decides_a_game_before_a_spectator_s_eyes(visit):
    ada, grace, otis = visit("Ada"), visit("Grace"), visit("Otis")
    table = two_at_a_table(ada, grace)
    otis.goto(f"/t/{table}").locator("[data-version]").wait_for()
    resign(grace)
    for visitor, title, review in ((ada, "You win!", "Review my game"), (otis, "Ada wins", "Review the game")):
        result = visitor.page.locator(RESULT)
        expect(result.get_by_role("heading", level=2)).to_have_text(title, use_inner_text=True)
        expect(result).to_contain_text("Grace resigned.", use_inner_text=True)
        expect(result.get_by_role("link", name=review)).to_be_visible()
        expect(result.get_by_role("button", name="Play again")).to_have_count(int(visitor is ada))
        # nothing was scored, and no step decided it
        assert result.locator("table, .decisive, [data-badge]").count() == 0
        assert [text.split("\n")[0] for text in result.locator("ol li").all_inner_texts()] == ["★", "2"]


def test_who_gave_up_comes_last_whatever_the_points(visit):
    ada = visit("Ada")
    table = ada.finished("manhattan")
    page = ada.goto(f"/t/{table}")
    expect(page.locator(RESULT)).to_contain_text("You resigned.", use_inner_text=True)
    expect(page.locator(f"{RESULT} ol li").last).to_contain_text("Ada", use_inner_text=True)
    assert page.locator(f"{RESULT} [data-badge]").count() == 0
