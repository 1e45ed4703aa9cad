"""What can be set about a server: by options of `bauboom serve`, or in the environment as BAUBOOM_<NAME>."""

from __future__ import annotations

import difflib
import ipaddress
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bauboom.core.errors import OptionError

from .clock import DAY, SECOND, Terms

PREFIX = "BAUBOOM_"
NOT_OURS = {"CACHE", "LIBRARIES", "SERVER"}  # variables that other parts of Bauboom read
COLLECTOR = "OTEL_EXPORTER_OTLP_ENDPOINT"  # what programs with traces call the address of their collector
HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")  # as browsers say it, with umlauts in their xn-- form
MOST = 10**9
YES_OR_NO = {"yes": True, "on": True, "no": False, "off": False, "": False}  # beside those that msgspec knows

Count = Annotated[int, Meta(ge=0, le=MOST)]
CountAboveZero = Annotated[int, Meta(ge=1, le=MOST)]
Duration = Annotated[float, Meta(ge=0, le=MOST)]
DurationAboveZero = Annotated[float, Meta(gt=0, le=MOST)]
Rate = Annotated[float, Meta(gt=0, le=MOST)]


def default_database() -> str:
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(home) / "bauboom" / "bauboom.db")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers are seconds or counts."""

    database: str = msgspec.field(default_factory=default_database)  # a file, or a postgresql:// address
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8000  # 0: any that is free
    url: str = ""  # the address people use, where it is another: https://games.example
    hosts: str = ""  # names under which requests may come, with commas; none: any
    proxies: str = ""  # addresses of proxies whose X-Forwarded-For is believed
    log: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    metrics_token: str = ""  # without one, only this machine may read /metrics
    traces: str = ""  # the address of an OpenTelemetry collector, as in http://127.0.0.1:4318

    registration: Literal["open", "invitation", "closed"] = "open"  # who may come that was not here before
    chat: Literal["free", "phrases"] = "free"  # what may be said at tables: anything, or quick phrases only
    bot_pace: Duration = 0.7  # every decision of a bot takes this long
    bot_tables: Literal["accounts", "everybody", "nobody"] = "accounts"  # who may let bots play among themselves
    reveal: Duration = 10
    silence: Duration = 180
    waiting_days: DurationAboveZero = 1
    idle_minutes: Duration = 15  # that a seat at a listed table is kept for a player who is not there
    abandoned_days: DurationAboveZero = 14
    finished_days: Duration = 0  # after which games that are over are deleted; 0: never
    chat_days: Duration = 0  # after which what was said at tables is deleted; 0: never

    recheck: Duration = 30  # until an open socket whose cookie or token was withdrawn is closed

    connections: CountAboveZero = 10_000
    connections_per_person: CountAboveZero = 30
    connections_per_address: CountAboveZero = 300
    tables: Count = 50_000  # that wait or are played
    tables_per_person: Count = 50
    imports_per_day: Count = 50  # records of one person
    people_per_address: CountAboveZero = 60  # new guests and accounts an hour
    requests_per_second: Rate = 20  # of a person; of an address four times as many
    messages_per_second: Rate = 8  # of a person over a socket
    chats_per_minute: Rate = 20
    logins_per_minute: Rate = 10  # of an address, and of a login name
    private_webhooks: bool = False  # whether notices may be sent into the server's own network

    @classmethod
    def read(cls, given: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
        """From options (None: not given) and the environment; OptionError says what is wrong."""
        fields = msgspec.structs.fields(cls)
        _refuse_unknown(environment, {field.name.upper() for field in fields})
        values: dict[str, Any] = {}
        for field in fields:
            if given.get(field.name) is not None:
                values[field.name] = _converted(f"--{field.name.replace('_', '-')}", given[field.name], field.type)
            elif (name := PREFIX + field.name.upper()) in environment:
                values[field.name] = _converted(name, environment[name], field.type)
        values.setdefault("traces", environment.get(COLLECTOR, ""))
        settings = cls(**values)
        settings._check()
        return settings

    def _check(self) -> None:
        """What the type of a field does not say."""
        _check_address("url", self.url, "https://games.example")
        _check_address("traces", self.traces, "http://127.0.0.1:4318", has_path=True)
        if self.hosts.strip() and not self.host_names:
            raise OptionError(f"hosts is {self.hosts!r}; it should name hosts, as in games.example")
        for name in self.host_names:
            if not HOST.fullmatch(name):
                raise OptionError(f"hosts: {name!r} is no name of a host; it should look like games.example")
        for proxy in filter(None, self.proxies.split(",")):
            try:
                ipaddress.ip_network(proxy.strip())
            except ValueError:
                raise OptionError(f"proxies: {proxy!r} is no address") from None
        _ = self.database_url

    @property
    def host_names(self) -> frozenset[str]:
        """The names under which this server may be asked, in small letters; none: under any."""
        names = {name.strip().lower() for name in self.hosts.split(",") if name.strip()}
        if names and self.url:
            names.add(urlsplit(self.url).hostname or "")
        return frozenset(names)

    @property
    def database_url(self) -> URL:
        """The database as SQLAlchemy wants it."""
        if not self.database.strip():
            raise OptionError("database is empty; name a file, or a postgresql:// address")
        if "://" not in self.database:
            return URL.create("sqlite+aiosqlite", database=str(Path(self.database).expanduser().absolute()))
        try:
            url = make_url(self.database)
        except (ArgumentError, ValueError):
            raise OptionError("the database's address cannot be read; try postgresql://user@host/name") from None
        kind = url.drivername.split("+")[0]
        if kind in ("postgresql", "postgres"):
            return url.set(drivername="postgresql+psycopg")
        if kind == "sqlite" and url.database:
            return url.set(drivername="sqlite+aiosqlite", database=str(Path(url.database).absolute()))
        raise OptionError(f"the database is a file or a postgresql:// address, not {kind}://")

    @property
    def is_postgresql(self) -> bool:
        return self.database_url.drivername.startswith("postgresql")

    @property
    def database_name(self) -> str:
        """The database as it may be shown: no password."""
        url = self.database_url
        return url.set(drivername="postgresql").render_as_string() if self.is_postgresql else str(url.database)

    @property
    def is_https(self) -> bool:
        return self.url.startswith("https:")

    @property
    def terms(self) -> Terms:
        return Terms(
            reveal=int(self.reveal * SECOND),
            bot_pace=int(self.bot_pace * SECOND),
            silence=int(self.silence * SECOND),
            waiting=int(self.waiting_days * DAY),
            idle=int(self.idle_minutes * 60 * SECOND),
            abandoned=int(self.abandoned_days * DAY),
            bot_tables=self.bot_tables,
        )


def _check_address(name: str, address: str, example: str, has_path: bool = False) -> None:
    if not address:
        return
    try:
        parts = urlsplit(address)
        is_good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        is_good = is_good and "@" not in parts.netloc
    except ValueError:
        is_good = False
    if not is_good or (parts.path.strip("/") and not has_path) or parts.query or "#" in address:
        raise OptionError(f"{name} is {address!r}; it should look like {example}")


def _refuse_unknown(environment: Mapping[str, str], known: set[str]) -> None:
    """A variable with a typing error would otherwise do nothing, and say nothing."""
    for name in environment:
        setting = name.removeprefix(PREFIX)
        if name.startswith(PREFIX) and setting not in known | NOT_OURS:
            close = difflib.get_close_matches(setting, known, 1)
            hint = f"did you mean {PREFIX}{close[0]}?" if close else "docs/server.md lists all settings"
            raise OptionError(f"there is no setting {name}; {hint}")


def _converted(name: str, value: Any, kind: Any) -> Any:
    value = value.strip() if isinstance(value, str) else value
    if kind is bool and isinstance(value, str):
        value = YES_OR_NO.get(value.lower(), value)
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        raise OptionError(f"{name} is {value!r}; it should be {_allowed(kind)}") from None


def _allowed(kind: Any) -> str:
    """The values that a type allows, in words."""
    match msgspec.inspect.type_info(kind):
        case msgspec.inspect.BoolType():
            return "yes or no"
        case msgspec.inspect.LiteralType():
            *others, last = kind.__args__
            return f"{', '.join(others)} or {last}"
        case msgspec.inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most:,}"
        case msgspec.inspect.FloatType(gt=0, le=most):
            return f"a number above 0, up to {most:,.0f}"
        case msgspec.inspect.FloatType(ge=least, le=most):
            return f"a number from {least:.0f} to {most:,.0f}"
        case _:
            return "text"
