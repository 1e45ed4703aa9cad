"""The command for a server's operator: people, tables, invitations, the log of all that, and the key of cookies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bauboom.core.errors import OptionError

from .command import command
from .options import count, file, flag, option
from .output import check_new, print_all, say
from .server import server_libraries

if TYPE_CHECKING:
    from bauboom.server.moderation import Moderation


class Arguments(NamedTuple):
    """What was typed beside the task."""

    subject: str = ""
    days: int | None = None
    reason: str = ""
    note: str = ""
    uses: int = 1
    line: int | None = None
    last: int = 50
    out: Path | None = None
    url: str = ""


Result = dict[str, Any] | list[dict[str, Any]]


class Task(NamedTuple):
    """What an operator can do: whom it is about, which options it has, and the sentence that says it was done."""

    do: Callable[[Moderation, Arguments], Awaitable[Result]]
    subject: str = ""  # WHO, TABLE …; in brackets, if it can be left out
    options: tuple[str, ...] = ()
    said: str = ""  # filled with what the result has; lists are shown as tables


async def _people(house: Moderation, given: Arguments) -> Result:
    return await house.list_people(given.subject, given.last)


async def _reset(house: Moderation, given: Arguments) -> Result:
    person = await house.person(given.subject)
    return {**_named(person), "password": await house.reset_password(given.subject, None)}


async def _ban(house: Moderation, given: Arguments) -> Result:
    return _named(await house.ban(given.subject, None, given.days, given.reason))


async def _unban(house: Moderation, given: Arguments) -> Result:
    return _named(await house.unban(given.subject, None))


async def _mute(house: Moderation, given: Arguments) -> Result:
    return _named(await house.mute(given.subject, None, given.days))


async def _unmute(house: Moderation, given: Arguments) -> Result:
    return _named(await house.unmute(given.subject, None))


async def _promote(house: Moderation, given: Arguments) -> Result:
    return _named(await house.give_role(given.subject, None, "moderator"))


async def _demote(house: Moderation, given: Arguments) -> Result:
    return _named(await house.give_role(given.subject, None, None))


async def _delete(house: Moderation, given: Arguments) -> Result:
    return _named(await house.delete(given.subject, None))


async def _export(house: Moderation, given: Arguments) -> Result:
    import msgspec

    check_new(given.out, ".json")
    if given.out is None:
        raise OptionError("export needs --out FILE, a new file that ends in .json")
    person, data = await house.export(given.subject, None)
    given.out.touch(0o600)  # it is about a person
    given.out.write_bytes(msgspec.json.format(msgspec.json.encode(data)))
    return {**_named(person), "file": str(given.out)}


async def _tables(house: Moderation, given: Arguments) -> Result:
    return await house.list_tables(given.subject, given.last)


async def _close(house: Moderation, given: Arguments) -> Result:
    return {"table": await house.close_table(given.subject, None)}


async def _chat(house: Moderation, given: Arguments) -> Result:
    return (await house.list_chat(given.subject))[: given.last]


async def _hide_chat(house: Moderation, given: Arguments) -> Result:
    return {"lines": await house.hide_chat(given.subject, None, given.line)}


async def _reports(house: Moderation, given: Arguments) -> Result:
    return await house.list_reports()


async def _settle(house: Moderation, given: Arguments) -> Result:
    if not given.subject.isdecimal():
        raise OptionError(f"a report has a number, not {given.subject[:40]!r}; bauboom admin reports lists them")
    await house.settle(min(int(given.subject), 2**31 - 1), None)
    return {"report": given.subject}


async def _invite(house: Moderation, given: Arguments) -> Result:
    made = await house.invite(None, given.uses, 14 if given.days is None else given.days, given.note)
    link = f"{given.url.rstrip('/')}/?invitation={made['code']}" if given.url else ""
    return {**made, "link": link, "way": link or made["code"]}


async def _invitations(house: Moderation, given: Arguments) -> Result:
    return await house.list_invitations()


async def _withdraw(house: Moderation, given: Arguments) -> Result:
    await house.withdraw(given.subject, None)
    return {"code": given.subject}


async def _log(house: Moderation, given: Arguments) -> Result:
    return await house.list_deeds(given.last)


async def _rotate_key(house: Moderation, given: Arguments) -> Result:
    await house.rotate_key(None)
    return {}


TASKS = {
    "people": Task(_people, "[TEXT]", ("last",)),
    "reset-password": Task(_reset, "WHO", (), "{name} is logged out everywhere; the new password is {password}"),
    "ban": Task(_ban, "WHO", ("days", "reason"), "{name} is banned, with all bots of theirs"),
    "unban": Task(_unban, "WHO", (), "{name} is not banned any more"),
    "mute": Task(_mute, "WHO", ("days",), "{name} cannot talk at tables"),
    "unmute": Task(_unmute, "WHO", (), "{name} can talk again"),
    "promote": Task(_promote, "WHO", (), "{name} is a moderator now"),
    "demote": Task(_demote, "WHO", (), "{name} is no moderator any more"),
    "export": Task(_export, "WHO", ("out",), "Everything about {name} is in {file}; keep it safe"),
    "delete": Task(_delete, "WHO", ("yes",), "{name} is deleted; their games with others stay, without a name"),
    "tables": Task(_tables, "[TEXT]", ("last",)),
    "close": Task(_close, "TABLE", (), "Table {table} is closed"),
    "chat": Task(_chat, "TABLE", ("last",)),
    "hide-chat": Task(_hide_chat, "TABLE", ("line",), "{lines} lines are hidden"),
    "reports": Task(_reports),
    "settle": Task(_settle, "NUMBER", (), "Report {report} is seen to"),
    "invite": Task(_invite, "", ("uses", "days", "note"), "{way}"),
    "invitations": Task(_invitations),
    "withdraw": Task(_withdraw, "CODE", (), "Nobody can come with {code} any more"),
    "log": Task(_log, "", ("last",)),
    "rotate-key": Task(
        _rotate_key, said="The key is new. Running servers use it within seconds, and everybody is logged out."
    ),
}
TIMES = {"created", "changed", "seen", "banned", "muted", "until", "at"}
HIDDEN = {"ban_reason", "owner", "host", "by_name", "table_id"}  # in tables for people; JSON has them


@command(
    option("task", metavar="TASK", choices=list(TASKS), help=", ".join(TASKS)),
    option(
        "subject", metavar="WHO|TABLE|CODE|NUMBER|TEXT", nargs="?", help="An id or a login, an id or a code of a table."
    ),
    count("--days", 1, 36_500, help="How long a ban, a mute or an invitation (14) lasts; without it for ever."),
    option("--reason", metavar="TEXT", help="Of a ban; the person is told."),
    count("--uses", 1, 10_000, help="How many people can come with an invitation; one by default."),
    option("--note", metavar="TEXT", help="What an invitation is for; only you see it."),
    count("--line", 1, 2**31 - 1, help="The number of one line of chat; all by default."),
    count("--last", 1, 1000, help="How many lines of a list; 50 by default."),
    file("--out", help="Where an export goes; a new file that ends in .json."),
    flag("--yes", help="Delete without asking."),
    flag("--json", dest="as_json", help="The result as JSON."),
    option("--database", metavar="FILE|URL", help="As for bauboom serve."),
)
def admin(task: str, subject: str | None, yes: bool, as_json: bool, database: str | None, **typed: Any) -> None:
    """Do for a server what only its operator may, while the server goes on.

      people [TEXT]          who is here; by name, login or id
      reset-password WHO     a new password, shown once; all sessions end
      ban WHO                nothing works for a person any more; --days, --reason
      unban WHO              take that back
      mute WHO, unmute WHO   take the chat from a person; --days
      promote WHO, demote WHO  make an account a moderator, or not any more
      export WHO --out FILE  everything that is kept about a person
      delete WHO             delete all of that; games with others stay, without a name
      tables [TEXT]          tables that are not over; or by id, code, game or player
      close TABLE            end a table; its game has no winner
      chat TABLE             what was said, also what is hidden
      hide-chat TABLE        hide it from everybody; --line hides one line
      reports                what people have told about others, with the last lines of chat
      settle NUMBER          a report was seen to
      invite                 a code for people who want to come; --uses, --days, --note
      invitations            those that are still good
      withdraw CODE          make one worthless
      log                    what operators and moderators have done
      rotate-key             a new key signs cookies: everybody is logged out. Accounts log in again; guests
                             cannot, and lose their seats. For when the database got into other hands

    WHO is an id or a login. Running servers follow within two seconds; with PostgreSQL at once. All of it but
    lists is written into a log in the database.
    """
    given = _checked(task, subject, typed, yes)
    with server_libraries():
        from bauboom.server.serve import operate
        from bauboom.server.settings import Settings

        settings = Settings.read({"database": database})
        if task == "delete" and not yes:
            _ask_before(operate(settings, lambda house: house.person(given.subject)))
        result = operate(settings, lambda house: TASKS[task].do(house, given._replace(url=settings.url)))
    if as_json:
        import msgspec

        say(msgspec.json.encode(result).decode())
    elif isinstance(result, list):
        _show(result)
    else:
        say(TASKS[task].said.format(**result))


def _checked(task: str, subject: str | None, typed: dict[str, Any], yes: bool) -> Arguments:
    """What was typed, if it goes together."""
    wanted = TASKS[task].subject
    if wanted and not wanted.startswith("[") and not subject:
        raise OptionError(f"{task} needs {wanted}: bauboom admin {task} {wanted}")
    if subject and not wanted:
        raise OptionError(f"{task} takes no name; {subject[:40]!r} is one word too many")
    given = {name: value for name, value in typed.items() if value is not None}
    for name in [*given, *(["yes"] if yes else [])]:
        if name not in TASKS[task].options:
            takes = ", ".join(f"--{one}" for one in TASKS[task].options) or "no such options"
            raise OptionError(f"{task} does not go with --{name}; it takes {takes}")
    return Arguments(subject or "", **given)


def _ask_before(person: Any) -> None:
    import sys

    who = f"{person.name} ({person.kind} {person.login or person.id})"
    if not sys.stdin.isatty():
        raise OptionError(f"this deletes {who} for good; say --yes if you mean it")
    if input(f"Delete {who} for good? Type yes: ").strip().lower() != "yes":
        raise OptionError("nothing was deleted")


def _named(person: Any) -> dict[str, Any]:
    return {"id": person.id, "kind": person.kind, "name": person.name, "login": person.login}


def _show(rows: list[dict[str, Any]]) -> None:
    """A list as a table for people: without columns that are empty."""
    from rich.box import SIMPLE
    from rich.table import Table
    from rich.text import Text

    rows = [{**row, "by": row.get("by_name") or row["by"] or "operator"} if "what" in row else row for row in rows]
    columns = [name for name in (rows[0] if rows else {}) if name not in HIDDEN and any(row[name] for row in rows)]
    if not columns:
        say("nothing")
        return
    shown = Table(*columns, box=SIMPLE, pad_edge=False)
    for row in rows:
        shown.add_row(*(Text(_cell(name, row[name])) for name in columns))
    print_all([shown])


def _cell(name: str, value: Any) -> str:
    if value is None or value is False:
        return ""
    if name in TIMES and isinstance(value, int):
        try:
            return f"{datetime.fromtimestamp(value / 1000, UTC):%Y-%m-%d %H:%M}"
        except (ValueError, OverflowError):
            return "for ever"
    if name == "chat" and isinstance(value, list):
        return "\n".join(f"{line['name']}: {line['text']}" for line in value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_cell(key, part)}" for key, part in value.items())
    return "yes" if value is True else str(value)
