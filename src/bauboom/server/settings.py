"""What can be set about a server: by options of `bauboom serve`, or in the environment as BAUBOOM_<NAME>."""

from __future__ import annotations

import dataclasses
import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bauboom.core.errors import OptionError

from .clock import DAY, SECOND, Terms


def default_database() -> str:
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(home) / "bauboom" / "bauboom.db")


@dataclass(frozen=True)
class Settings:
    """Numbers are seconds or counts."""

    database: str = dataclasses.field(default_factory=default_database)  # a file, or a postgresql:// address
    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""  # the address people use, where it is another: https://games.example
    proxies: str = ""  # addresses of proxies whose X-Forwarded-For is believed
    log: str = "text"  # or json
    log_level: str = "info"
    metrics_token: str = ""  # without one, only this machine may read /metrics

    bot_pace: float = 0.7  # every decision of a bot takes this long
    reveal: float = 10
    silence: float = 180
    waiting_days: float = 1
    abandoned_days: float = 14

    recheck: float = 30  # until an open socket whose cookie or token was withdrawn is closed

    connections: int = 10_000
    connections_per_person: int = 30
    connections_per_address: int = 300
    tables: int = 50_000  # that wait or are played
    tables_per_person: int = 50
    imports_per_day: int = 50  # records of one person
    people_per_address: int = 60  # new guests and accounts an hour
    requests_per_second: float = 20  # of a person; of an address four times as many
    messages_per_second: float = 8  # of a person over a socket
    chats_per_minute: float = 20
    logins_per_minute: float = 10  # of an address, and of a login name
    private_webhooks: bool = False  # whether notices may be sent into the own network

    @classmethod
    def read(cls, given: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
        """From options (None: not given) and the environment; OptionError says what is wrong."""
        values: dict[str, Any] = {}
        for field in dataclasses.fields(cls):
            name = f"BAUBOOM_{field.name.upper()}"
            if given.get(field.name) is not None:
                values[field.name] = given[field.name]
            elif name in environment:
                values[field.name] = _parse(name, environment[name], str(field.type))
        settings = cls(**values)
        settings._check()
        return settings

    def _check(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.type in ("int", "float") and not 0 <= value <= 1e9:
                raise OptionError(f"{field.name} is {value}; it must be between 0 and 1,000,000,000")
            if field.name.endswith(("_per_second", "_per_minute", "_per_address")) and value == 0:
                raise OptionError(f"{field.name} is 0; nobody could do anything")
        if not 0 <= self.port < 65_536:
            raise OptionError(f"{self.port} is no port; ports go from 1 to 65535")
        if self.log not in ("text", "json"):
            raise OptionError(f"logs are text or json, not {self.log!r}")
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise OptionError(f"the log level is debug, info, warning or error, not {self.log_level!r}")
        if self.url:
            try:
                parts = urlsplit(self.url)
                is_good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
            except ValueError:
                is_good = False
            if not is_good or parts.path.strip("/") or parts.query:
                raise OptionError(f"url is {self.url!r}; it should look like https://games.example")
        for proxy in filter(None, self.proxies.split(",")):
            try:
                ipaddress.ip_network(proxy.strip())
            except ValueError:
                raise OptionError(f"proxies: {proxy!r} is no address") from None
        _ = self.database_url

    @property
    def database_url(self) -> URL:
        """As SQLAlchemy wants it."""
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
            abandoned=int(self.abandoned_days * DAY),
        )


def _parse(name: str, text: str, kind: str) -> Any:
    if kind == "bool":
        if text.lower() in ("1", "true", "yes", "on"):
            return True
        if text.lower() in ("", "0", "false", "no", "off"):
            return False
        raise OptionError(f"{name} is {text!r}; it should be yes or no")
    try:
        return {"str": str, "int": int, "float": float}[kind](text)
    except ValueError:
        raise OptionError(f"{name} is {text!r}; it should be a number") from None
