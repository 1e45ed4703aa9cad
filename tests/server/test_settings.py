"""What can be set about a server: wrong values are told in one line, and so is all that keeps it from starting."""

import os
import socket
import subprocess
import sys

import msgspec
import pytest

from bauboom.core.errors import OptionError
from bauboom.server.clock import DAY, SECOND
from bauboom.server.settings import Settings

from .process import SECONDS, Server


def read(environment=(), **given):
    return Settings.read({"database": "x.db", **given}, dict(environment))


def test_a_setting_is_an_option_or_stands_in_the_environment_or_has_a_default():
    environment = {"BAUBOOM_PORT": "81", "BAUBOOM_HOST": "::1", "BAUBOOM_PRIVATE_WEBHOOKS": "Yes", "PORT": "7"}
    settings = read(environment, port=82, host=None)
    assert (settings.port, settings.host, settings.private_webhooks) == (82, "::1", True)
    assert settings.tables_per_person == Settings(database="x.db").tables_per_person
    assert read({"BAUBOOM_BOT_PACE": "0.01", "BAUBOOM_WAITING_DAYS": "2"}).terms.bot_pace == 10
    assert read({"BAUBOOM_WAITING_DAYS": "2", "BAUBOOM_REVEAL": "1.5"}).terms.waiting == 2 * DAY
    assert read({"BAUBOOM_REVEAL": "1.5"}).terms.reveal == 1.5 * SECOND


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("port", "abc", "BAUBOOM_PORT is 'abc'; it should be a whole number from 0 to 65,535"),
        ("port", "", "BAUBOOM_PORT is ''; it should be a whole number"),
        ("port", "80.5", "BAUBOOM_PORT is '80.5'; it should be a whole number"),
        ("port", "70000", "BAUBOOM_PORT is '70000'; it should be a whole number from 0 to 65,535"),
        ("port", "-1", "BAUBOOM_PORT is '-1'; it should be a whole number from 0 to 65,535"),
        ("connections", "-1", "BAUBOOM_CONNECTIONS is '-1'; it should be a whole number from 1 to 1,000,000,000"),
        ("connections_per_person", "0", "BAUBOOM_CONNECTIONS_PER_PERSON is '0'; it should be a whole number from 1"),
        ("waiting_days", "0", "BAUBOOM_WAITING_DAYS is '0'; it should be a number above 0"),
        ("abandoned_days", "0.0", "BAUBOOM_ABANDONED_DAYS is '0.0'; it should be a number above 0"),
        ("hosts", "*", "hosts: '*' is no name of a host; it should look like games.example"),
        ("hosts", "*.games.example", "hosts: '*.games.example' is no name of a host"),
        ("hosts", "https://games.example", "hosts: 'https://games.example' is no name of a host"),
        ("url", "https://games.example#top", "it should look like https://games.example"),
        ("hosts", " , ", "hosts is ','; it should name hosts, as in games.example"),
        ("url", "https://ada:secret@games.example", "it should look like https://games.example"),
        ("database", " ", "database is empty; name a file, or a postgresql:// address"),
        ("bot_pace", "nan", "BAUBOOM_BOT_PACE is 'nan'; it should be a number from 0 to 1,000,000,000"),
        ("bot_pace", "inf", "BAUBOOM_BOT_PACE is 'inf'; it should be a number from 0 to"),
        ("bot_pace", "-0.1", "BAUBOOM_BOT_PACE is '-0.1'; it should be a number from 0 to"),
        ("requests_per_second", "0", "BAUBOOM_REQUESTS_PER_SECOND is '0'; it should be a number above 0"),
        ("messages_per_second", "0.0", "BAUBOOM_MESSAGES_PER_SECOND is '0.0'; it should be a number above 0"),
        ("chats_per_minute", "0", "BAUBOOM_CHATS_PER_MINUTE is '0'; it should be a number above 0"),
        ("logins_per_minute", "0", "BAUBOOM_LOGINS_PER_MINUTE is '0'; it should be a number above 0"),
        ("people_per_address", "0", "BAUBOOM_PEOPLE_PER_ADDRESS is '0'; it should be a whole number from 1 to"),
        ("connections_per_address", "0", "BAUBOOM_CONNECTIONS_PER_ADDRESS is '0'; it should be a whole number from 1"),
        ("private_webhooks", "maybe", "BAUBOOM_PRIVATE_WEBHOOKS is 'maybe'; it should be yes or no"),
        ("log", "xml", "BAUBOOM_LOG is 'xml'; it should be text or json"),
        ("log_level", "loud", "BAUBOOM_LOG_LEVEL is 'loud'; it should be debug, info, warning or error"),
        ("proxies", "10.0.0.1,here", "proxies: 'here' is no address"),
        ("url", "games.example", "it should look like https://games.example"),
        ("url", "ftp://games.example", "it should look like https://games.example"),
        ("url", "https://games.example/bauboom", "it should look like https://games.example"),
        ("url", "https://games.example:abc", "it should look like https://games.example"),
        ("url", "https://[games", "it should look like https://games.example"),
        ("database", "mysql://host/name", "the database is a file or a postgresql:// address, not mysql://"),
        ("database", "postgresql://host:port/name", "the database's address cannot be read"),
        ("database", "sqlite://", "the database is a file or a postgresql:// address, not sqlite://"),
    ],
)
def test_a_wrong_value_is_told_in_one_line(name, value, why):
    with pytest.raises(OptionError) as caught:
        read({f"BAUBOOM_{name.upper()}": value}, database=None if name == "database" else "x.db")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("text", "is_on"), [("yes", True), ("ON", True), ("1", True), ("true", True), ("No", False)])
def test_a_switch_is_set_by_any_usual_word(text, is_on):
    assert read({"BAUBOOM_PRIVATE_WEBHOOKS": text}).private_webhooks is is_on


@pytest.mark.parametrize("value", [1, "1"])
def test_every_number_can_be_set_to_a_small_one(value):
    names = [field.name for field in msgspec.structs.fields(Settings) if type(field.default) in (int, float)]
    settings = read(**dict.fromkeys(names, value))
    assert len(names) >= 18
    assert {getattr(settings, name) for name in names} == {1}


def test_a_wrong_option_is_named_as_it_was_given():
    with pytest.raises(OptionError, match=r"^--log-level is 'loud'; it should be debug, info, warning or error$"):
        read(log_level="loud")


def test_a_variable_that_sets_nothing_is_refused_with_the_one_that_was_meant():
    with pytest.raises(OptionError, match=r"^there is no setting BAUBOOM_PROT; did you mean BAUBOOM_PORT\?$"):
        read({"BAUBOOM_PROT": "81"})
    with pytest.raises(OptionError, match=r"^there is no setting BAUBOOM_X; docs/server\.md lists all settings$"):
        read({"BAUBOOM_X": "81"})
    assert read({"BAUBOOM_CACHE": "/tmp", "BAUBOOMS": "2", "bauboom_x": "2"}).port == 8000


def test_a_database_is_shown_without_its_password():
    settings = read(database="postgresql://ada:secret@host/games")
    assert settings.is_postgresql
    assert settings.database_name == "postgresql://ada:***@host/games"
    assert read(database="games.db").database_name == os.path.abspath("games.db")


def bauboom(*arguments, before="pass", **environment):
    code = f"import sys; {before}; sys.argv = ['bauboom', *{arguments!r}]; from bauboom.cli import main; main()"
    ours = {key: value for key, value in os.environ.items() if not key.startswith("BAUBOOM_") or key == "BAUBOOM_CACHE"}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**ours, "COLUMNS": "80", **environment},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def complaint(done):
    """The one line of a command that cannot be carried out."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


def test_the_help_names_every_option_and_where_the_rest_is():
    text = bauboom("serve", "--help").stdout
    for name in ("--host", "--port", "--database", "--url", "--proxies", "--log", "--log-level", "BAUBOOM_PORT"):
        assert name in text
    assert "docs/server.md" in text
    assert max(map(len, text.splitlines())) <= 80


def test_what_is_wrong_on_the_command_line_is_one_line():
    assert complaint(bauboom("serve", BAUBOOM_PORT="abc")) == (
        "bauboom: BAUBOOM_PORT is 'abc'; it should be a whole number from 0 to 65,535"
    )
    assert "--port: 'abc' is not a whole number from 0 to 65535" in complaint(bauboom("serve", "--port", "abc"))


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = bauboom("serve", "--port", str(port), "--database", str(tmp_path / "x.db"))
    assert complaint(done).startswith(f"bauboom: cannot listen on 127.0.0.1:{port}: Address already in use")


@pytest.mark.slow
def test_a_database_that_cannot_be_used_is_told_in_one_line(tmp_path):
    (tmp_path / "file").write_text("not a database, but long enough to look like one" * 100)
    for database in (tmp_path / "file", tmp_path / "file" / "x.db"):
        line = complaint(bauboom("serve", "--port", "0", "--database", str(database)))
        assert line.startswith("bauboom: ")
    assert (tmp_path / "file").read_text().startswith("not a database")


@pytest.mark.slow
def test_a_database_that_another_server_uses_is_told_in_one_line(tmp_path):
    database = tmp_path / "x.db"
    with Server(str(database), tmp_path) as server:
        line = complaint(bauboom("serve", "--port", "0", "--database", str(database)))
        assert line == f"bauboom: another server uses {database}; PostgreSQL is for several"
        server.stop()
        assert "rror" not in server.said()


@pytest.mark.slow
@pytest.mark.parametrize("library", ["sqlalchemy", "litestar", "aiosqlite", "websockets"])
def test_a_library_that_is_missing_is_told_in_one_line(library, tmp_path):
    before = f"sys.modules[{library!r}] = None"
    line = complaint(bauboom("serve", "--port", "0", "--database", str(tmp_path / "x.db"), before=before))
    assert line == f"bauboom: a server needs more: pip install 'bauboom[server]' ({library} is missing)"


def test_a_backup_needs_the_libraries_too():
    line = complaint(bauboom("backup", "copy.db", before="sys.modules['alembic'] = None"))
    assert line.endswith("(alembic is missing)")
