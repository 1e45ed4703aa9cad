"""docs/server.md and docs/api.md name everything that there is, and nothing that there is not."""

import re
import typing
from pathlib import Path

import msgspec
import pytest

from bauboom import load
from bauboom.server import commands, entries
from bauboom.server.app import make_app
from bauboom.server.clock import Pace
from bauboom.server.problems import STATUS
from bauboom.server.settings import Settings
from bauboom.server.table import Info, Table

DOCS = Path(__file__).parents[2] / "docs"
SERVER = (DOCS / "server.md").read_text(encoding="utf-8")
API = (DOCS / "api.md").read_text(encoding="utf-8")


def section(page, title):
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(text):
    """Cells of the tables in a text, without their heads."""
    found, number = [], 0
    for line in text.splitlines():
        number = number + 1 if line.startswith("|") else 0
        if number > 2:
            found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def words(text):
    """What is set as code, outside of the examples."""
    return set(re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.S)))


def keys(value):
    """All keys in a JSON value."""
    if isinstance(value, dict):
        return {*value, *(key for part in value.values() for key in keys(part))}
    return {key for part in value for key in keys(part)} if isinstance(value, list) else set()


def test_every_setting_is_explained_with_its_default():
    told = {row[0].strip("`"): row for row in rows(section(SERVER, "Settings"))}
    assert list(told) == [field.name for field in msgspec.structs.fields(Settings)]
    for field in msgspec.structs.fields(Settings):
        default = told[field.name][2].strip("`")
        if field.name == "database":
            assert default == "~/.local/share/bauboom/bauboom.db"
        elif field.type is bool:
            assert default == {True: "yes", False: "no"}[field.default]
        else:
            assert default == str(field.default), field.name
        assert told[field.name][3]


def test_the_options_of_the_command_are_marked():
    from bauboom.cli.server import serve

    marked = {row[0].strip("`") for row in rows(section(SERVER, "Settings")) if row[1] == "✓"}
    assert marked == {*typing.get_type_hints(serve)} - {"return", "open_browser"}  # that is no setting of a server


def test_the_threat_model_names_tests_that_there_are():
    tests = DOCS.parent / "tests"
    page = (DOCS.parent / "SECURITY.md").read_text(encoding="utf-8")
    named = {word.removeprefix("tests/") for word in words(page) if word.startswith(("tests/", "test_"))}
    assert len(named) > 10
    for name in named:
        assert (tests / name).exists() or (tests / "server" / name).exists(), name


def test_every_task_of_an_operator_is_explained_in_docs_and_help():
    from bauboom.cli.admin import TASKS, admin

    told = {word.split()[0] for word in words(section(SERVER, "`bauboom admin`"))}
    listed = {
        name
        for line in admin.__doc__.splitlines()
        for name in re.findall(r"^ {6}(\S+)|, (\w+) WHO", line)
        for name in name
    }
    assert TASKS.keys() <= told
    assert TASKS.keys() <= listed


def test_every_kind_of_entry_is_named():
    kinds = {kind.__struct_config__.tag for kind in typing.get_args(entries.AnyEntry)}
    assert kinds <= words(section(SERVER, "What is kept, and how"))


def test_every_command_is_explained_with_its_fields_and_no_other_is():
    told = {}
    for name, fields, *_ in rows(section(API, "Commands")):
        told |= dict.fromkeys(words(name), words(fields))
    kinds = {kind.__struct_config__.tag: kind for kind in typing.get_args(commands.AnyCommand)}
    assert told.keys() == kinds.keys()
    for name, kind in kinds.items():
        assert told[name] - {"version"} == {*kind.__struct_fields__} - {"version", "tag"}, name


def test_every_problem_is_explained_with_its_status():
    told = {row[0].strip("`"): int(row[1]) for row in rows(section(API, "Errors"))}
    assert told == {**STATUS, "failed": 500}


def test_every_address_is_listed_and_no_other_is(tmp_path):
    told = set(re.findall(r"(?:GET|POST|PUT|DELETE) (/[^`?\s,|]+)", API))
    gate, _ = make_app(Settings(database=str(tmp_path / "bauboom.db")))
    paths = {re.sub(r":\w+}", "}", route.path) for route in gate.app.routes}
    assert {path for path in paths if path.startswith(("/api", "/health", "/ready"))} == told


def test_every_key_of_a_frame_is_named_and_the_example_has_no_other():
    game = load("manhattan", players=2)
    info = Info("table", "code", game.name, dict(game.options), Pace("live"), "ada", 0, bytes(32))
    table = Table(info, game)
    table = table.after(entries.Logged(1, 1, entries.Sat(0, "ada", "Ada")))
    table = table.after(entries.Logged(2, 2, entries.BotSat(1, "random")))
    table = table.after(entries.Logged(3, 3, table.happen(table.due)))
    frame = msgspec.json.decode(table.frame(["ada"], 0))
    example = msgspec.json.decode(section(API, "Frames").partition("```json\n")[2].partition("```")[0])
    assert frame["legal"]
    assert frame["told"]
    assert frame.keys() == example.keys()
    assert keys(frame["table"]) - keys(game.options) == keys(example["table"]) - {"players", "bankruptcy"}
    assert {"id", "text", "e"} <= example["legal"][0].keys()
    told = {part for word in words(section(API, "Frames")) for part in word.split(".")}
    table = table.after(entries.Logged(4, 4, entries.WentOut(0, "resigned", "greedy")))
    assert table.result.keys() | {"seat", "agreed"} <= told


@pytest.mark.parametrize("message", ["table", "ack", "error", "more", "chat", "hidden", "here", "bye"])
def test_every_message_of_the_socket_is_explained(message):
    assert f"| `{message}` |" in section(API, "Frames")
