"""From an invitation to the first move: the host on a desk, a guest on a phone, bots for seats that stay open."""

import time

import pytest
from playwright.sync_api import expect

from bauboom import GAMES

from .people import DESK, PHONE, qr_source, settle

READ = """async ([bytes]) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    const { data, width, height } = pen.getImageData(0, 0, image.width, image.height);
    return jsQR(data, width, height)?.data ?? null;
}"""

LOST = {  # a finished game on this device
    **{"format": "bauboom-here/1", "id": "lost", "game": "manhattan", "options": {"players": 2}, "hints": True},
    **{"seats": [{"name": ""}, {"level": "level2"}], "seed": "0a" * 32, "actions": [], "version": 1, "created": 5},
    **{"changed": 5, "rules": "", "begun": True, "turn": None, "moved": None},
    "result": {"scores": [1, 2], "winners": [1]},
}


def read_by_camera(visitor, shot):
    """What a QR code in a screenshot says."""
    visitor.page.evaluate(qr_source())
    return visitor.page.evaluate(READ, [list(shot)])


def open_table(ada, seats, site=""):
    page = ada.goto(f"{site}/new/manhattan?online")
    page.get_by_role("group", name="Players").get_by_text(str(len(seats) + 1), exact=True).click()
    for number, seat in enumerate(seats, 2):
        page.get_by_label(f"Seat {number}").select_option(seat)
    page.get_by_role("button", name="Open the table").click()
    page.locator("[data-qr]").wait_for()
    return page.url


def test_a_guest_on_a_phone_scans_types_a_name_and_is_in_the_game_after_one_tap(visit):
    ada, guest = visit("Ada"), visit(screen=PHONE)
    link = open_table(ada, ["open"])
    assert read_by_camera(ada, ada.page.screenshot()) == link
    ada.shoot("host-desk")
    page = guest.goto(link)
    page.get_by_role("heading", name="Ada invites you").wait_for()
    guest.shoot("guest-phone")
    name, sit = page.get_by_label("Your name"), page.get_by_role("button", name="Sit down")
    expect(name).not_to_have_value("")
    settle(page)
    # nothing else on the first screen: no list of seats, no code, no other button, only the logo and the language
    inside = """[...document.querySelectorAll('button, input, select, a, h1, h2')]
        .filter((node) => node.getBoundingClientRect().top < innerHeight)
        .map((node) => node.tagName)"""
    assert sorted(page.evaluate(inside)) == ["A", "BUTTON", "H1", "INPUT", "SELECT"]
    assert sit.bounding_box()["y"] + sit.bounding_box()["height"] <= PHONE[1]
    name.fill("Grace")
    sit.tap()
    page.locator("[data-version]").wait_for()
    ada.page.locator("[data-version]").wait_for()
    ada.page.get_by_text("Grace").first.wait_for(state="attached")


def test_a_link_that_only_this_computer_can_open_says_so_and_what_to_do(visit):
    ada = visit("Ada", screen=PHONE)
    page = ada.goto(f"/t/{ada.table('manhattan', ['me', 'open'])}")
    note = page.get_by_role("note")
    expect(note).to_contain_text("--host 0.0.0.0", use_inner_text=True)
    ada.check_access()
    open_table(ada, ["open"], ada.server.url.replace("127.0.0.1", "bauboom.localhost"))  # another name: who knows
    page.get_by_text("Let them scan the picture").wait_for()
    assert note.count() == 0


@pytest.mark.parametrize(("theme", "screen"), [("light", PHONE), ("dark", DESK)], ids=["phone", "desk"])
def test_a_camera_reads_the_code_of_the_table_in_both_themes(visit, theme, screen):
    ada = visit("Ada", screen=screen, theme=theme)
    page = ada.goto(f"/t/{ada.table('gratte-ciel', ['me', 'open'])}")
    picture = page.locator("[data-qr]")
    picture.scroll_into_view_if_needed()
    settle(page)
    assert picture.bounding_box()["width"] >= 250
    assert read_by_camera(ada, page.screenshot()) == page.url


def test_who_plays_with_friends_finds_a_seat_for_one_here_and_online(visit):
    page = visit(screen=PHONE).goto("/")
    page.get_by_role("link", name="With friends: Gratte-ciel", exact=True).click()
    seat = page.get_by_label("Seat 2")
    expect(seat.locator("option:checked")).to_have_text("Person")
    page.get_by_text("Online", exact=True).click()
    expect(seat.locator("option:checked")).to_have_text("A friend (gets the link)")


def test_the_host_seats_bots_by_one_menu_and_starts_by_one_click(visit):
    ada = visit("Ada")
    table = ada.table("manhattan", ["me", "open", "open", "open"])
    page = ada.goto(f"/t/{table}")
    page.get_by_label("Bots play at level").select_option("level4")
    expect(page.locator("main select")).to_have_count(1)
    page.get_by_role("button", name="Add a bot").click()
    page.get_by_role("button", name="Free the seat of Bot Alva").wait_for()
    assert [seat["level"] for seat in ada.frame(table)["table"]["seats"]] == [None, "level4", None, None]
    page.get_by_label("Bots play at level").select_option("level1")
    page.get_by_role("button", name="Fill up with bots and start").click()
    page.locator("[data-version]").wait_for()
    assert [seat["level"] for seat in ada.frame(table)["table"]["seats"]] == [None, "level4", "level1", "level1"]


def test_a_guest_chooses_another_seat_and_sees_who_else_invites(visit):
    ada, grace, guest = visit("Ada"), visit("Grace"), visit(screen=PHONE)
    table = ada.table("manhattan", ["me", "open", "open", "open"])
    grace.api(f"/api/tables/{table}/do", {"do": "sit", "seat": 1})
    page = guest.goto(f"/t/{table}")
    page.get_by_role("heading", name="Ada and Grace invite you").wait_for()
    guest.check_access()
    page.get_by_role("listitem").filter(has_text="Seat 4").get_by_role("button", name="Sit here").tap()
    page.get_by_role("button", name="Stand up").wait_for()
    assert guest.frame(table)["you"] == 3
    assert page.locator(".qr, [data-qr]").count() == 0  # a guest on a phone shares the link
    guest.check_access()
    guest.check_targets()


def test_a_game_in_progress_shows_its_position_and_every_link_names_its_game(visit):
    ada = visit("Ada")
    tables = [ada.advanced(game, 6) for game in GAMES]
    page = ada.goto("/")
    page.get_by_role("button", name="Play now Manhattan").click()
    page.locator("[data-version] [data-site]").first.wait_for()
    here = page.url.rpartition("/")[2]
    ada.goto("/")
    for table in (*tables, here):
        page.locator(f'[data-position="{table}"]').wait_for()
    page.locator(f'[data-position="{tables[0]}"] .left').nth(2).wait_for()
    for title in ("Manhattan", "Hoch hinaus!", "Gratte-ciel"):
        for name in (f"Rules of {title}", f"Learn: {title}", f"With friends: {title}"):
            expect(page.get_by_role("link", name=name, exact=True)).to_have_count(1)
    names = page.evaluate(
        "[...document.querySelectorAll('main .games a')].map((a) => a.ariaLabel ?? a.textContent.trim())"
    )
    assert len({*names}) == len(names) == 9
    ada.check_access()


def test_ones_own_page_shows_results_lessons_and_leads_to_whom_one_met(visit):
    ada, grace = visit("Ada"), visit("Grace", screen=PHONE, theme="dark")
    for person in (ada, grace):
        login = f"{person.api('/api/me')['name']}-{time.time_ns()}"
        person.api("/api/account", {"login": login, "password": "correct horse"})
    table = ada.table("manhattan", ["me", "open"], options={"players": 2}, listed=True, rated=True)
    grace.api(f"/api/tables/{table}/do", {"do": "sit"})
    while ada.frame(table)["table"]["phase"] != "playing":
        time.sleep(0.05)
    for _ in range(12):  # so that the game is rated
        for person in (ada, grace):
            if (frame := person.frame(table))["legal"]:
                play = {"do": "play", "actions": [frame["legal"][0]["id"]], "version": frame["version"]}
                person.api(f"/api/tables/{table}/do", play)
    grace.api(f"/api/tables/{table}/do", {"do": "resign"})
    page = ada.goto("/")
    page.evaluate("localStorage.setItem('bauboom learnt manhattan', JSON.stringify(['turn/card']))")
    page.evaluate("(game) => localStorage.setItem(`bauboom game ${game.id}`, JSON.stringify(game))", LOST)
    page.get_by_role("link", name="Your page").click()
    page.get_by_text("1 of 1 won").first.wait_for()
    expect(page.locator("dd")).to_have_text(["2", "50 %", "1", "1"], use_inner_text=True)
    results = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Manhattan"))
    expect(results.get_by_text("Other people")).to_have_count(1)
    expect(results.get_by_text("0 of 1 won")).to_have_count(1)
    page.get_by_role("link", name="Hoch hinaus!", exact=True).wait_for()
    ada.check_access()
    ada.shoot("me-desk")
    page.get_by_role("link", name="Grace", exact=True).click()
    page.get_by_role("heading", name="Grace", level=1).wait_for()
    page.get_by_role("link", name="Manhattan Ada and Grace").wait_for()
    page.get_by_text("2 players · 1 rated game").wait_for()
    ada.check_access()
    # the same on her phone: the name in a line leads to the person, the line to the game
    page = grace.goto(f"/p/{grace.api('/api/me')['id']}")
    page.get_by_role("link", name="Ada", exact=True).tap()
    page.get_by_role("heading", name="Ada", level=1).wait_for()
    grace.check_access()
    page.locator(".line").tap(position={"x": 150, "y": 12})
    page.wait_for_url(f"**/replay/{table}")
    page = grace.goto("/me")
    page.get_by_text("0 of 1 won").first.wait_for()
    grace.check_access()
    grace.check_targets()
    grace.shoot("me-phone")


def test_a_profile_that_is_not_there_says_so(visit):
    ada = visit("Ada")
    ada.expected.append("404")
    page = ada.goto(f"/p/{ada.api('/api/me')['id']}")  # a guest
    page.get_by_role("heading", name="Nobody by this address").wait_for()
    page = visit().goto("/me")
    page.get_by_text("You have not finished a game yet").wait_for()


def test_an_account_sees_where_it_is_logged_in_and_ends_that(visit):
    ada, phone = visit("Ada"), visit("Phone")
    credentials = {"login": f"ada-{ada.api('/api/me')['id']}", "password": "correct horse battery"}
    ada.api("/api/account", credentials)
    phone.api("/api/login", credentials)
    page = ada.goto("/settings")
    places = page.get_by_role("region", name="Where you are logged in").get_by_role("listitem")
    places.nth(1).wait_for()
    page.get_by_role("button", name="Log out: Chrome, Linux").click()
    places.nth(1).wait_for(state="detached")
    assert phone.api("/api/me") is None
    page.get_by_role("button", name="Delete me").click()
    page.get_by_label("Your password").fill(credentials["password"])
    page.get_by_role("dialog").get_by_role("button", name="Delete me").click()
    page.get_by_text("Your data has been deleted.").wait_for()
    assert ada.api("/api/me") is None
