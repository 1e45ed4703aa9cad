"""How games end on the page, and what is said and shown of them afterwards."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from bauboom import GAMES, load
from bauboom.core.lesson import lessons
from bauboom.machines import pages

from .people import DESK, PHONE, settle
from .test_here import HERE

RESULT = "dialog[open]"
WALKED = {  # what a board shows once it has walked through its end
    "manhattan": "document.querySelector('.scoring .close')",
    "gratte-ciel": "document.querySelector('.reckoning') && !document.querySelector('.reckoning .hidden')",
}


def whole(game, players=2):
    """A game of random decisions, to its end."""
    state, rng = load(game).with_options({"players": players}).root, random.Random(0)
    while not state.is_over:
        ids, weights = zip(*state.outcome_ids(), strict=True) if state.is_chance else (state.legal_ids(), None)
        state = state.play_one(rng.choices(ids, weights)[0])
    return state


def last_decision(end):
    """The game after its last decision, before chance ends it."""
    while end.previous.is_chance:
        end = end.previous
    return end


def saved(state, mine=0, name="Ada"):
    """A game on this device as the page keeps it; one seat is ours."""
    seats = [{"level": "level1"} for _ in range(state.game.seats)]
    seats[mine] = {"name": name}
    return {
        "format": "bauboom-here/1",
        "id": "here-0123456789ab",
        "game": state.game.name,
        "options": dict(state.game.options),
        "seats": seats,
        "hints": False,
        "seed": "ab" * 32,
        "actions": [one.action for one in state.path()],
        "version": 9,
        "created": 1_700_000_000_000,
        "changed": 1_700_000_000_000,
        "rules": pages.rules_hash(load(state.game.name)),
        "begun": True,
        "turn": state.turn,
        "result": {"scores": list(state.scores), "winners": list(state.winners)} if state.is_over else None,
        "moved": None,
    }


def give(visitor, kept):
    """Let a browser keep a game from before."""
    line = f"localStorage.getItem(key) || localStorage.setItem(key, {json.dumps(json.dumps(kept))})"
    visitor.context.add_init_script(f"{{const key = 'bauboom game {kept['id']}'; {line}}}")


def stops(end):
    """The steps at which a player decides, and the last one."""
    root = end.game.root
    return [state.step for state in [root, *end.path()] if state.turn is not None or state.step == end.step]


def replayed(moves):
    """The end of a game, as a server tells its moves."""
    state = load(moves["game"], **moves["options"]).root
    for action in moves["actions"]:
        state = state.play_one(action)
    return state


# The end


@pytest.mark.parametrize("game", WALKED)
def test_the_result_comes_when_the_board_has_shown_the_end(visit, game):
    last = last_decision(whole(game))
    ada = visit(speed=1, pace=0)
    give(ada, saved(last.previous, mine=last.previous.turn))
    page = ada.goto("/here/here-0123456789ab")
    HERE[game](ada).play(lambda legal: next(action for action in legal if action["id"] == last.action))
    first = f"() => document.querySelector('{RESULT}') ? 'the result' : ({WALKED[game]}) ? 'the end' : null"
    assert page.wait_for_function(first).json_value() == "the end"
    page.locator(RESULT).wait_for()
    ada.shoot(f"ends-{game}")


def two_at_a_table(ada, grace, **more):
    table = ada.table("manhattan", ["me", "open"], options={"players": 2}, **more)
    grace.api(f"/api/tables/{table}/do", {"do": "sit", "seat": 1})
    for visitor in (ada, grace):
        visitor.goto(f"/t/{table}").locator("[data-version]").wait_for()
    return table


def resign(visitor):
    visitor.page.get_by_role("button", name="Menu").click()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def check_tag(page, word):
    """Grace is said to have resigned, and no bot plays for her: the game is over."""
    tags = page.locator(".players .tags").nth(1)
    expect(tags).to_contain_text(word)
    assert "bot" not in tags.text_content().lower()


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_after_a_resignation_the_result_comes_at_once_and_says_what_is_true(visit, screen):
    ada, grace = visit("Ada", speed=1, screen=screen), visit("Grace", speed=1, screen=screen)
    two_at_a_table(ada, grace)
    resign(grace)
    for visitor, said in ((grace, "You resigned."), (ada, "Grace resigned.")):
        page = visitor.page
        expect(page.locator(RESULT)).to_contain_text(said, use_inner_text=True)
        visitor.shoot(f"resigned-{visitor.screen[0]}-{said.split()[0]}")
        page.keyboard.press("Escape")
        page.locator(RESULT).wait_for(state="detached")
        shown = page.locator("body").inner_text()
        assert "Not your turn" not in shown
        assert "others resigned" not in shown
        check_tag(page, "resigned")
        visitor.shoot(f"resigned-{visitor.screen[0]}-{said.split()[0]}-board")


@pytest.mark.parametrize(
    ("language", "yours", "hers", "tag"),
    [
        ("de", "Du hast aufgegeben.", "Grace hat aufgegeben.", "aufgegeben"),
        ("nl", "Je hebt opgegeven.", "Grace heeft opgegeven.", "opgegeven"),
        ("fr", "Tu as abandonné.", "Grace a abandonné.", "abandon"),
    ],
)
def test_a_resignation_in_other_languages(visit, language, yours, hers, tag):
    ada, grace = (visit(name, language=language) for name in ("Ada", "Grace"))
    table = two_at_a_table(ada, grace)
    grace.api(f"/api/tables/{table}/do", {"do": "resign"})
    for visitor, said in ((grace, yours), (ada, hers)):
        expect(visitor.page.locator(RESULT)).to_contain_text(said, use_inner_text=True)
        check_tag(visitor.page, tag)


# Replays


def check_walk(page, address, end):
    """Whether a replay goes from decision to decision, and finds what an old link to any step means."""
    wanted = stops(end)
    assert len(wanted) < end.step  # or chance plays no part
    page.goto(address)
    slider = page.get_by_role("slider")
    page.locator(f"[type=range][max='{len(wanted) - 1}']").wait_for()  # all of it has come
    expect(slider).to_have_value("0")
    for place in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_value(str(place))
        expect(page).to_have_url(re.compile(f"step={wanted[place]}$"))
    for old in (wanted[5], wanted[5] + 1, end.step):
        page.goto(f"{address}?step={old}")
        page.locator(f"[type=range][max='{len(wanted) - 1}']").wait_for()
        expect(slider).to_have_value(str(next(place for place, step in enumerate(wanted) if step >= old)))
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => Number(document.querySelector('[type=range]').value) >= 2")
    page.get_by_role("button", name="Pause").click()
    assert int(page.url.rpartition("=")[2]) in wanted


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_of_this_device_goes_from_decision_to_decision(visit, game):
    end = whole(game)
    ada = visit(speed=2)
    give(ada, saved(end))
    check_walk(ada.page, "/replay/here/here-0123456789ab", end)
    ada.shoot(f"replay-{game}")


@pytest.mark.parametrize("rules", ["same", "others"])
def test_a_replay_of_a_server_goes_from_decision_to_decision(visit, rules):
    """Whether the page plays the game again, or is told its steps because the server has other rules."""
    ada = visit("Ada", speed=2)
    table = ada.finished("manhattan")
    end = replayed(ada.api(f"/api/tables/{table}/moves"))
    if rules == "others":
        changed = {**ada.api(f"/api/tables/{table}/moves"), "rules": "others"}
        ada.context.route(re.compile("/moves$"), lambda route: route.fulfill(json=changed))
    check_walk(ada.page, f"/replay/{table}", end)


def test_an_analysis_speaks_of_the_others_by_name_in_sentences_with_one_stop(visit):
    end = whole("gratte-ciel")
    ada = visit("Ada")
    number = ada.api("/api/imports", json.loads(end.record(["Ada", "Grace"]).encode()))["id"]
    step = next(state.step for state in end.path() if state.turn == 1)
    turn = {
        **{"step": step, "kind": "decision", "seat": 1, "change": -0.12, "error": 0.01, "since": step},
        "told": [{"e": "build", "seat": 1, "card": "home-10", "site": 0}, {"e": "put", "seat": 1, "card": "home-10"}],
        "reasons": [{"why": "prepares", "site": 0, "points": 5}, {"why": "crowns", "site": 0, "points": 5}],
    }
    found = {"turns": [turn], "curve": [[0, [0.5, 0.5]], [end.step, [1, 0]]]}
    moves = {**ada.api(f"/api/imports/{number}/moves"), "rules": "others"}
    ada.context.route(re.compile("/moves$"), lambda route: route.fulfill(json=moves))
    ada.context.route(re.compile("/analysis$"), lambda route: route.fulfill(json=found))
    page = ada.goto(f"/import/{number}")
    page.get_by_role("button", name="Win chances").click()
    page.get_by_role("button", name=re.compile("Grace −12 %")).click()
    said = page.get_by_text("Better:")
    expect(said).to_have_text(
        "Grace gives away 12 points of win chance here. Better: Grace builds home 10 m ★★ on site 1. "
        "Grace puts back home 10 m ★★. With a roof in the hand, site 1 is now worth 5 points. "
        "Grace finishes site 1 for 5 points.",
        use_inner_text=True,
    )
    ada.shoot("analysis-of-another-seat")
    page.get_by_label("Point of view").select_option("Grace")
    expect(said).to_have_text(
        "You give away 12 points of win chance here. Better: You build home 10 m ★★ on site 1. "
        "You put back home 10 m ★★. With a roof in the hand, site 1 is now worth 5 points. "
        "You finish site 1 for 5 points.",
        use_inner_text=True,
    )


# Around games


def test_a_game_without_a_clock_shows_no_time(visit):
    ada = visit("Ada")
    table = ada.advanced("manhattan", 1)
    line = ada.goto("/").locator(f".line:has(a[href$='/t/{table}']) .state")
    expect(line).to_have_text("Your turn", use_inner_text=True)
    days = ada.advanced("manhattan", 1, pace={"kind": "days", "days": 2})
    line = ada.goto("/").locator(f".line:has(a[href$='/t/{days}']) .state")
    expect(line).to_have_text(re.compile(r"^Your turn · (1 d 23|2 d 0) h$"), use_inner_text=True)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_the_last_picture_of_the_lessons_is_seen_whole(visit, game, screen):
    ada = visit(screen=screen)
    page = ada.goto(f"/learn/{game}")
    for lesson in lessons(load(game)).values():
        for task in lesson.task_ids:
            page.locator(f'[data-task="{lesson.id}/{task}"]').wait_for()
            page.get_by_role("button", name="Skip", exact=True).click()
    page.locator("[data-task]").wait_for(state="detached")
    page.locator("main svg").wait_for()
    settle(page)
    outside = page.evaluate(
        """(() => {
            const stage = document.querySelector('main').getBoundingClientRect();
            return [...document.querySelectorAll('main svg, main svg *')]
                .map((node) => node.getBoundingClientRect())
                .filter((box) => box.width && (box.left < stage.left - 1 || box.right > stage.right + 1
                                               || box.top < stage.top - 1 || box.bottom > stage.bottom + 1)).length;
        })()"""
    )
    ada.shoot(f"lessons-end-{game}-{screen[0]}")
    assert outside == 0


def test_a_visitor_is_offered_one_name_everywhere_and_no_other_player_s(visit):
    ada, grace = visit(), visit()
    for visitor in (ada, grace):  # as chance may have it
        visitor.context.add_init_script("Math.random = () => 0.3")
    page = ada.goto("/new/manhattan")
    page.get_by_role("radio", name="Online").locator("..").click()
    expect(page.get_by_label("Your name")).not_to_have_value("")
    name = page.get_by_label("Your name").input_value()
    ada.context.add_init_script("Math.random = () => 0.9")
    page = ada.goto("/new/gratte-ciel")
    page.get_by_role("radio", name="Online").locator("..").click()
    expect(page.get_by_label("Your name")).to_have_value(name)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    page = grace.goto(page.url)
    expect(page.get_by_label("Your name")).not_to_have_value("")
    assert page.get_by_label("Your name").input_value() != name
    grace.shoot("names")
