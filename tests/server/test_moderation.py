"""Peace at tables: quick phrases, mutes, blocks and reports, and moderators who see to them."""

import contextlib
import sqlite3
import time

import pytest
from websockets.exceptions import ConnectionClosed

from bauboom.cli import run
from bauboom.server.commands import PHRASES

from .nursery import QuickServer
from .process import Client, heard, soon

PASSWORD = "correct horse battery"
PLENTY = {"logins_per_minute": 6000, "people_per_address": 10_000, "requests_per_second": 10_000, "recheck": 600}


@pytest.fixture(scope="module")
def server(tmp_path_factory, nursery):
    folder = tmp_path_factory.mktemp("moderation")
    with QuickServer(nursery, str(folder / "bauboom.db"), folder, **PLENTY, chats_per_minute=6000) as server:
        yield server


@pytest.fixture
def people(server):
    with Client(server, "Ada") as ada, Client(server, "Grace") as grace, Client(server, "Eve") as eve:
        yield ada, grace, eve


@pytest.fixture
def moderator(server):
    with Client(server, "Mary") as mary:
        login = f"mary-{time.time_ns()}"
        mary.post("/api/account", login=login, password=PASSWORD).raise_for_status()
        run(["admin", "promote", login, "--database", server.database])
        end = time.monotonic() + 60
        while mary.get("/api/me").json()["role"] != "moderator":
            assert time.monotonic() < end
            time.sleep(0.05)
        yield mary


def seated(*persons, **wishes):
    """A table at which some people sit and more could."""
    table = (
        persons[0].post("/api/tables", game="manhattan", options={"players": 4}, seats=["me"], **wishes).json()["id"]
    )
    for person in persons[1:]:
        person.do(table, "sit").raise_for_status()
    return table


def said(person, table):
    return [line["text"] for line in person.get(f"/api/tables/{table}/chat").json()]


def drop(person, path):
    return person.http.delete(person.server.url + path, headers={"Origin": person.server.url})


def until(socket, kind):
    while (message := heard(socket))["t"] != kind:
        pass
    return message


def test_where_there_is_no_free_chat_players_say_quick_phrases(people):
    ada, grace, eve = people
    table = seated(ada, grace, chat=False)
    assert ada.do(table, "chat", text="anything").json()["error"] == "not_now"
    assert ada.do(table, "say", phrase="anything").status_code == 400
    assert eve.do(table, "say", phrase="hello").json()["error"] == "not_yours"
    with grace.live(table) as socket:
        ada.do(table, "say", phrase="luck").raise_for_status()
        line = until(socket, "chat")
    assert (line["text"], line["phrase"], line["seat"]) == (PHRASES["luck"], "luck", 0)
    with grace.live(table) as socket:
        assert until(socket, "chat")["phrase"] == "luck", "it is told again"


def test_a_server_without_free_chat_has_phrases_at_every_table(tmp_path, nursery):
    with (
        QuickServer(nursery, str(tmp_path / "bauboom.db"), tmp_path, **PLENTY, chat="phrases") as server,
        Client(server, "Ada") as ada,
    ):
        table = seated(ada, chat=True)
        assert ada.get(f"/api/tables/{table}").json()["table"]["chat"] is False
        assert ada.do(table, "chat", text="anything").status_code == 409
        assert ada.do(table, "say", phrase="hello").status_code == 200


def test_a_muted_player_is_not_heard_by_the_one_who_muted_them(people):
    ada, grace, eve = people
    table = seated(ada, grace, eve)
    eve.do(table, "chat", text="before").raise_for_status()
    with ada.live(table) as hers, grace.live(table) as theirs:
        assert until(hers, "chat")["text"] == until(theirs, "chat")["text"] == "before"
        ada.post(f"/api/tables/{table}/shun", seat=2, kind="mute").raise_for_status()
        eve.do(table, "chat", text="noise").raise_for_status()
        grace.do(table, "chat", text="music").raise_for_status()
        assert until(hers, "chat")["text"] == "music"
        assert until(theirs, "chat")["text"] == "noise"
    assert said(ada, table) == ["music"]
    assert said(grace, table) == ["before", "noise", "music"]
    ((shun),) = ada.get("/api/shunned").json()
    assert (shun["name"], shun["kind"]) == ("Eve", "mute")
    assert drop(grace, f"/api/shunned/{shun['id']}").status_code == 404
    assert drop(ada, f"/api/shunned/{shun['id']}").status_code == 200
    assert said(ada, table) == ["before", "noise", "music"]


def test_a_blocked_person_cannot_sit_down_where_the_other_is(people):
    ada, grace, eve = people
    table = seated(ada, eve)
    ada.post(f"/api/tables/{table}/shun", seat=1, kind="block").raise_for_status()
    hosted, joined, elsewhere = seated(ada), seated(grace, ada), seated(grace)
    assert eve.do(hosted, "sit").json()["error"] == "not_yours"
    assert eve.do(joined, "sit").json()["error"] == "not_yours"
    assert eve.do(elsewhere, "sit").status_code == 200
    for seat in (0, 3, 9):
        assert ada.post(f"/api/tables/{table}/shun", seat=seat, kind="block").status_code == 422


def test_a_report_comes_to_moderators_who_act_and_that_is_written_down(people, moderator):
    ada, _, eve = people
    table = seated(ada, eve)
    private = seated(ada)
    eve.do(table, "chat", text="an insult").raise_for_status()
    for text in ("one", "two"):
        ada.post(f"/api/tables/{table}/report", seat=1, reason="abuse", text=text).raise_for_status()
    (report,) = [one for one in moderator.get("/api/moderation/reports").json() if one["table_id"] == table]
    assert (report["person_name"], report["by_name"], report["text"]) == ("Eve", "Ada", "two")
    (line,) = report["chat"]
    at = f"/api/moderation/tables/{table}"
    assert moderator.post(f"/api/moderation/tables/{private}", do="close").status_code == 404, "nobody reported it"
    moderator.post(at, do="hide_chat", line=line["id"]).raise_for_status()
    assert said(ada, table) == []
    assert [one["hidden"] for one in moderator.get(at + "/chat").json()] == [True]
    with eve.live(table) as socket:
        until(socket, "table")
        moderator.post(
            f"/api/moderation/people/{report['person']}", do="ban", days=1, reason="insults"
        ).raise_for_status()
        with pytest.raises(ConnectionClosed):
            until(socket, "never")
    assert eve.post("/api/me", name="Eve").json()["why"].endswith("insults")
    moderator.post(at, do="close").raise_for_status()
    soon(lambda: ada.get(f"/api/tables/{table}").json()["table"]["phase"] == "closed")
    assert drop(moderator, f"/api/moderation/reports/{report['id']}").status_code == 200
    assert drop(moderator, f"/api/moderation/reports/{report['id']}").status_code == 404
    done = moderator.get("/api/moderation/log").json()[:4]
    assert [deed["what"] for deed in done] == ["settle", "close", "ban", "hide_chat"]
    assert {deed["by_name"] for deed in done} == {"Mary"}


def test_moderators_see_no_logins_and_leave_each_other_alone(server, moderator):
    mine = moderator.get("/api/me").json()
    (found,) = moderator.get("/api/moderation/people", text=mine["id"]).json()
    assert "login" not in found
    assert moderator.get("/api/moderation/people", text=mine["login"]).json() == []
    assert moderator.post(f"/api/moderation/people/{mine['id']}", do="ban").json()["error"] == "not_yours"


def test_moderators_do_not_judge_themselves(people, moderator):
    ada, _, _ = people
    table = seated(ada, moderator)
    ada.do(table, "chat", text="Hello").raise_for_status()
    ada.post(f"/api/tables/{table}/report", seat=1, reason="abuse", text="Mary shouts").raise_for_status()
    reports = moderator.get("/api/moderation/reports").json()
    assert not [report for report in reports if report["table_id"] == table]
    path = f"/api/moderation/tables/{table}"
    answers = [moderator.post(path, do="close"), moderator.post(path, do="hide_chat"), moderator.get(f"{path}/chat")]
    assert [answer.json()["error"] for answer in answers] == ["not_yours"] * 3
    with contextlib.closing(sqlite3.connect(ada.server.database)) as database:
        ((report,),) = database.execute("SELECT id FROM reports WHERE table_id = ?", (table,))
    assert drop(moderator, f"/api/moderation/reports/{report}").status_code == 404
    run(["admin", "settle", str(report), "--database", ada.server.database])  # the operator does


def test_moderators_do_not_judge_their_bots(people, moderator):
    ada, _, _ = people
    with moderator.bot() as robot:
        table = seated(ada, robot)
        robot.do(table, "chat", text="Hello").raise_for_status()
        ada.post(f"/api/tables/{table}/report", seat=1, reason="abuse", text="it shouts").raise_for_status()
        reports = moderator.get("/api/moderation/reports").json()
        assert not [report for report in reports if report["table_id"] == table]
        assert moderator.post(f"/api/moderation/tables/{table}", do="hide_chat").json()["error"] == "not_yours"


def test_what_a_person_may_not_do_their_bots_may_not_do_for_them(people, moderator):
    ada, grace, _ = people
    grace.post("/api/account", login=f"grace-{time.time_ns()}", password=PASSWORD).raise_for_status()
    with grace.bot() as old:
        talked = seated(ada, grace)
        ada.post(f"/api/tables/{talked}/shun", seat=1, kind="block").raise_for_status()
        assert old.do(seated(ada), "sit").json()["error"] == "not_yours"
        person = grace.get("/api/me").json()["id"]
        moderator.post(f"/api/moderation/people/{person}", do="mute", days=1).raise_for_status()
        with grace.bot() as new:
            for who in (grace, old, new):
                table = seated(who)
                soon(lambda who=who, table=table: who.do(table, "say", phrase="hello").status_code == 409)
            moderator.post(f"/api/moderation/people/{person}", do="unmute").raise_for_status()
            for who in (grace, old, new):
                table = seated(who)
                soon(lambda who=who, table=table: who.do(table, "say", phrase="hello").status_code == 200)


def test_bots_of_a_guest_who_was_sent_away_and_logs_in_are_not_welcome_either(people, server):
    ada, _, eve = people
    with Client(server, "Mallory") as owner:
        login = f"mallory-{time.time_ns()}"
        owner.post("/api/account", login=login, password=PASSWORD).raise_for_status()
        with owner.bot() as bot:
            cleared, met, elsewhere = seated(ada, eve), seated(ada, eve), seated(ada)
            ada.do(cleared, "clear", seat=1).raise_for_status()
            assert bot.do(seated(ada), "sit").status_code == 200  # nobody knows yet whose it is
            eve.post("/api/login", login=login, password=PASSWORD).raise_for_status()
            assert bot.do(cleared, "sit").json()["error"] == "not_yours"
            ada.post(f"/api/tables/{met}/shun", seat=1, kind="block").raise_for_status()
            assert bot.do(elsewhere, "sit").json()["error"] == "not_yours"


def account(client):
    """Make an account of a guest; its login."""
    login = f"somebody-{time.time_ns()}"
    client.post("/api/account", login=login, password=PASSWORD).raise_for_status()
    return login


def log_in(client, login=None):
    """The client becomes an account that somebody else has made."""
    if login is None:
        with Client(client.server, "Mallory") as owner:
            login = account(owner)
    client.post("/api/login", login=login, password=PASSWORD).raise_for_status()


def test_whom_a_guest_blocked_stays_blocked_when_the_guest_logs_in(people):
    ada, grace, eve = people
    before, joined = seated(ada, eve), seated(grace, ada)
    ada.post(f"/api/tables/{before}/shun", seat=1, kind="block").raise_for_status()
    hosted = seated(ada)
    log_in(ada)
    for table in (hosted, joined, seated(ada)):
        assert eve.do(table, "sit").json()["error"] == "not_yours"
    (shun,) = ada.get("/api/shunned").json()
    ada.post(f"/api/tables/{before}/shun", seat=1, kind="mute").raise_for_status()
    (other,) = ada.get("/api/shunned").json()
    assert (shun["kind"], other["kind"]) == ("block", "mute")
    assert drop(ada, f"/api/shunned/{other['id']}").status_code == 200
    assert eve.do(seated(ada), "sit").status_code == 200


def test_a_guest_whom_somebody_muted_is_not_heard_after_logging_in_either(people):
    ada, grace, eve = people
    table = seated(ada, grace, eve)
    ada.post(f"/api/tables/{table}/shun", seat=2, kind="mute").raise_for_status()
    with ada.live(table) as hers, grace.live(table) as theirs:
        log_in(eve)
        eve.do(table, "chat", text="noise").raise_for_status()
        grace.do(table, "chat", text="music").raise_for_status()
        assert until(hers, "chat")["text"] == "music"
        assert until(theirs, "chat")["text"] == "noise"
    assert said(ada, table) == ["music"]
    assert said(grace, table) == ["noise", "music"]


def hears(listener, others, table):
    """The first line that a listener at a table hears when two others talk."""
    with listener.live(table) as socket:
        for other in others:
            other.do(table, "chat", text=str(other.name)).raise_for_status()
        return until(socket, "chat")["text"]


def test_who_was_not_there_when_a_muted_guest_logged_in_does_not_hear_them_later(people):
    ada, grace, eve = people
    table = seated(ada, grace, eve)
    ada.post(f"/api/tables/{table}/shun", seat=2, kind="mute").raise_for_status()
    ada.get("/api/me").raise_for_status()
    log_in(eve)
    assert hears(ada, [eve, grace], table) == grace.name


def test_whom_a_guest_muted_is_not_heard_on_other_devices_after_the_login(people, server):
    ada, grace, eve = people
    with Client(server, "Ada") as laptop:
        login = account(laptop)
        table = seated(grace, eve, ada)
        ada.post(f"/api/tables/{table}/shun", seat=1, kind="mute").raise_for_status()
        with laptop.live(table) as hers:
            log_in(ada, login)
            eve.do(table, "chat", text="noise").raise_for_status()
            grace.do(table, "chat", text="music").raise_for_status()
            assert until(hers, "chat")["text"] == "music"


@pytest.mark.parametrize("muted", [2, 3], ids=["person", "bot"])
def test_a_mute_holds_for_a_person_and_their_bots_whichever_was_meant(people, muted):
    ada, grace, eve = people
    account(eve)
    with eve.bot() as bot:
        table = seated(ada, grace, eve, bot)
        ada.post(f"/api/tables/{table}/shun", seat=muted, kind="mute").raise_for_status()
        assert hears(ada, [bot, eve, grace], table) == grace.name


def test_nobody_shuns_themselves(people, server):
    ada, grace, _ = people
    with Client(server, "Ada") as laptop:
        login = account(laptop)
        table = seated(grace, laptop, ada)
        ada.post(f"/api/tables/{table}/shun", seat=1, kind="block").raise_for_status()
        log_in(ada, login)
        own = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["open", "open"]).json()["id"]
        assert ada.do(own, "sit").status_code == 200
        assert hears(laptop, [ada, grace], table) == ada.name


def test_the_last_wish_about_a_person_counts(people):
    ada, _, eve = people
    ada.post(f"/api/tables/{seated(ada, eve)}/shun", seat=1, kind="block").raise_for_status()
    log_in(eve)
    table = seated(eve)
    ada.post(f"/api/tables/{table}/shun", seat=0, kind="mute").raise_for_status()
    assert [shun["kind"] for shun in ada.get("/api/shunned").json()] == ["mute"]
    assert eve.do(seated(ada), "sit").status_code == 200


def test_blocking_a_bot_blocks_who_sends_it_and_their_other_bots(people):
    ada, grace, _ = people
    grace.post("/api/account", login=f"grace-{time.time_ns()}", password=PASSWORD).raise_for_status()
    with grace.bot() as blocked, grace.bot("Other") as other:
        ada.post(f"/api/tables/{seated(ada, blocked)}/shun", seat=1, kind="block").raise_for_status()
        for who in (blocked, other, grace):
            assert who.do(seated(ada), "sit").json()["error"] == "not_yours"


def test_moderators_invite(moderator):
    made = moderator.post("/api/moderation/invitations", uses=3, note="class").json()
    assert made in moderator.get("/api/moderation/invitations").json()
    assert drop(moderator, f"/api/moderation/invitations/{made['code']}").status_code == 200
    assert made not in moderator.get("/api/moderation/invitations").json()
