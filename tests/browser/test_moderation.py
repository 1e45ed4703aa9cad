"""Peace at tables, as people see it: quick phrases, a report, a moderator who sees to it, and invitations."""

import subprocess
import sys

from tests.server.nursery import QuickServer

PASSWORD = "correct horse battery"


def admin(*words):
    """The operator's command; what it says."""
    command = [sys.executable, "-m", "bauboom", "admin", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def playing(host, guest, **wishes):
    """A table of two people whose game has begun; its address."""
    wished = {"game": "manhattan", "options": {"players": 2}, "seats": ["me"], **wishes}
    table = host.api("/api/tables", wished)["id"]
    guest.api(f"/api/tables/{table}/do", {"do": "sit"})
    return table


def test_a_phrase_is_read_in_ones_own_language_and_rudeness_is_seen_to(visit, site):
    ada, eve, mary = visit("Ada"), visit("Eve", language="de"), visit("Mary")
    mary.api("/api/account", {"login": "mary-browser", "password": PASSWORD})
    admin("promote", "mary-browser", "--database", site.database)
    table = playing(ada, eve, chat=False)
    page, hers = ada.goto(f"/t/{table}"), eve.goto(f"/t/{table}")
    page.get_by_role("tab", name="Chat").click()
    phrase = page.get_by_role("button", name="Well played!")
    phrase.wait_for()
    assert page.get_by_label("Say something friendly").count() == 0
    phrase.click()
    hers.get_by_role("tab", name="Chat").click()
    hers.get_by_role("log", name="Chat").get_by_text("Gut gespielt!").wait_for()

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Mute, block or report a player").click()
    page.get_by_role("button", name="Mute", exact=True).click()
    page.get_by_text("You no longer hear Eve.").wait_for()
    page.get_by_label("In a few words (optional)").fill("a rude name")
    page.get_by_role("button", name="Send report").click()
    page.get_by_text("The moderators will look into it.").wait_for()
    ada.shoot("conduct")

    desk = mary.goto("/moderation")
    desk.get_by_text("a rude name").wait_for()
    desk.get_by_label("Reason for a ban (the player is told)").fill("that name")
    report = desk.get_by_role("article").filter(has_text="Eve")
    report.get_by_role("button", name="Ban").click()
    desk.get_by_role("listitem").filter(has_text="banned Eve").first.wait_for()
    mary.shoot("moderation")
    report.get_by_role("button", name="Done").click()
    report.wait_for(state="detached")
    ada.goto("/moderation").get_by_role("heading", level=1).wait_for()
    assert ada.page.get_by_role("heading", name="Moderation").count() == 0

    settings = ada.goto("/settings")
    settings.get_by_role("heading", name="Muted and blocked players").wait_for()
    settings.get_by_role("button", name="Undo").click()
    settings.get_by_role("heading", name="Muted and blocked players").wait_for(state="detached")
    with settings.expect_download() as saved:
        settings.get_by_role("link", name="Download everything about me").click()
    assert saved.value.suggested_filename == "bauboom.json"
    eve.expected += ["403"]


def test_who_is_invited_comes_by_a_link_and_others_are_told(visit, tmp_path, nursery):
    place = str(tmp_path / "bauboom.db")
    with QuickServer(nursery, place, tmp_path, registration="invitation") as server:
        code = admin("invite", "--database", place)
        eve, ada = visit(server=server), visit(server=server)
        eve.expected += ["403"]
        page = eve.goto("/settings")
        page.get_by_label("Your name").fill("Eve")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("This server is for those who are invited.").wait_for()
        page.get_by_label("Invitation code").wait_for()
        ada.goto(f"/?invitation={code}")
        page = ada.goto("/settings")
        page.get_by_label("Your name").fill("Ada")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Saved.").wait_for()
        for visitor in (eve, ada):
            visitor.leave()
