"""What can be set about a server: wrong values are told in one line, and so is all that keeps it from starting."""

import dataclasses
import os
import socket
import subprocess
import sys

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
        ("port", "abc", "BAUBOOM_PORT is 'abc'; it should be a number"),
        ("port", "", "BAUBOOM_PORT is ''; it should be a number"),
        ("port", "80.5", "BAUBOOM_PORT is '80.5'; it should be a number"),
        ("port", "70000", "70000 is no port; ports go from 1 to 65535"),
        ("port", "-1", "port is -1; it must be between 0 and 1,000,000,000"),
        ("bot_pace", "nan", "bot_pace is nan; it must be between"),
        ("bot_pace", "inf", "bot_pace is inf; it must be between"),
        ("requests_per_second", "0", "requests_per_second is 0"),
        ("messages_per_second", "0.0", "messages_per_second is 0"),
        ("chats_per_minute", "0", "chats_per_minute is 0"),
        ("logins_per_minute", "0", "logins_per_minute is 0"),
        ("people_per_address", "0", "people_per_address is 0"),
        ("private_webhooks", "maybe", "BAUBOOM_PRIVATE_WEBHOOKS is 'maybe'; it should be yes or no"),
        ("log", "xml", "logs are text or json, not 'xml'"),
        ("log_level", "loud", "the log level is debug, info, warning or error, not 'loud'"),
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


def test_every_number_can_be_set_to_a_small_one():
    numbers = {field.name: 1 for field in dataclasses.fields(Settings) if field.type in ("int", "float")}
    assert read(**numbers).connections == 1


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
    assert complaint(bauboom("serve", BAUBOOM_PORT="abc")) == "bauboom: BAUBOOM_PORT is 'abc'; it should be a number"
    assert "Invalid value for '--port'" in complaint(bauboom("serve", "--port", "abc"))


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
