"""A game that the page was not built with: played on a server and from a folder of files, by keyboard and by touch."""

import shutil

import pytest

from bauboom.site import write
from tests import example
from tests.server.play import FAST
from tests.server.process import Server

from .people import DESK, PHONE, SIDEWAYS
from .test_site import WHERE, Site, keep_all, leave_network

example.loaded()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server of its own, because those from the nursery know no packages that came later."""
    folder = tmp_path_factory.mktemp("example")
    with example.installed(), Server(str(folder / "bauboom.db"), folder, **FAST) as server:
        yield server


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    root = tmp_path_factory.mktemp("host")
    with example.installed():
        write(root / "made")
    shutil.copytree(root / "made", root / WHERE)
    site = Site(root)
    yield site
    site.close()


def play(page, press):
    """One decision, if there is one to make before the game is over; the first that is listed."""
    page.locator("[data-move]:enabled, dialog[open]").first.wait_for()
    if page.locator("dialog[open]").count():
        return False
    move = page.locator("[data-move]:enabled").first
    text = move.get_attribute("data-move")
    if move.get_attribute("aria-pressed") == "false":
        press(move)
    send = page.locator(".send .primary:enabled")
    assert text.startswith(send.inner_text().split()[0].lower())
    version = page.locator("[data-version]").get_attribute("data-version")
    press(send)
    page.wait_for_function("(old) => document.querySelector('[data-version]').dataset.version !== old", arg=version)
    return True


def by_key(button):
    button.focus()
    button.press("Enter")


def test_a_whole_game_on_a_server_by_keyboard(visit):
    ada = visit("Ada", speed=0)
    assert "cairn" in [line["game"] for line in ada.api("/api/games")]
    table = ada.table("cairn", ["me", "bot:level2"], options={"players": 2}, hints=True)
    page = ada.goto(f"/t/{table}")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    page.locator("[data-move].hinted[aria-pressed=true]").wait_for()
    ada.check_access()
    ada.shoot("cairn-desk")
    decisions = 0
    while play(page, by_key):
        decisions += 1
    assert decisions > 8
    frame = ada.frame(table)
    assert frame["table"]["phase"] == "over"
    assert [player["points"] for player in frame["view"]["players"]] == frame["table"]["result"]["scores"]


def test_a_spectator_sees_no_hand(visit):
    ada, joan = visit("Ada"), visit()
    page = joan.goto(f"/t/{ada.advanced('cairn', 2)}")
    rows = page.locator("table").last.locator("tbody tr")
    rows.nth(2).wait_for()
    assert {row.locator("td").last.inner_text() for row in rows.all()} == {"–"}


def test_a_whole_game_without_a_network_by_touch(visit, folder):
    ada = visit(server=folder, screen=PHONE, theme="dark", speed=0)
    page = keep_all(ada, folder)
    leave_network(ada)
    page.get_by_role("button", name="Play now Cairn").tap()
    page.locator("[data-move]").first.wait_for()
    ada.check_access()
    ada.check_targets()
    ada.shoot("cairn-phone")
    while play(page, lambda button: button.tap()):
        pass
    page.get_by_role("dialog").first.wait_for()
    page.goto("./#/rules/cairn")
    page.get_by_role("heading", name="laying a stone").wait_for()


@pytest.mark.parametrize("screen", [DESK, PHONE, SIDEWAYS])
def test_the_pages_of_a_game_from_elsewhere_are_there_in_every_language(visit, screen):
    ada = visit("Ada", screen=screen, language="fr")
    for address, text in (("/", "Cairn"), ("/new/cairn", "Cairn"), ("/rules/cairn", "Cairn"), ("/lobby", "Cairn")):
        page = ada.goto(address)
        page.get_by_text(text).first.wait_for()
        ada.check_access()
    page = ada.goto("/rules/no-such-game")
    page.get_by_text("Rien n’a été construit ici").wait_for()
