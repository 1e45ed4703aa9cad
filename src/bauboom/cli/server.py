"""Commands that put the page and its games where others can reach them: serve, backup, site."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bauboom.core.errors import OptionError

from .command import command
from .options import count, file, flag, option, whole
from .output import remark, say


@command(
    option("--host", help="Address to listen on; 0.0.0.0 for the whole network."),
    option("--port", type=whole(0, 65535), help="Port to listen on; 8000 if none is named."),
    option("--database", metavar="FILE|URL", help="A file, made if it is missing, or postgresql://user@host/name."),
    option("--url", help="The address that people use, if it is another: https://games.example"),
    option("--proxies", metavar="ADDRESSES", help="Proxies before this server, whose X-Forwarded-For counts."),
    option("--log", help="Logs as text, or as json for machines."),
    option("--log-level", help="debug, info, warning or error."),
    flag("--open", dest="open_browser", help="Open the page in this machine's browser."),
)
def serve(
    host: str | None,
    port: int | None,
    database: str | None,
    url: str | None,
    proxies: str | None,
    log: str | None,
    log_level: str | None,
    open_browser: bool,
) -> None:
    """Start a server for games in the browser, with friends or bots.

    Everything is kept in one file, so one command is enough at home. Several servers can share a PostgreSQL database.
    Everything that can be set is in docs/server.md; each setting can also stand in the environment, as BAUBOOM_PORT and
    so on. Ctrl-C stops the server; games go on when it is started again.
    """
    given = {name: value for name, value in locals().items() if name != "open_browser"}

    def say_where(server: Any) -> None:
        port = server.servers[0].sockets[0].getsockname()[1]
        place = own_address() if settings.host in ("0.0.0.0", "::", "") else settings.host
        where = settings.url or f"http://{f'[{place}]' if ':' in place else place}:{port}"
        remark(f"Bauboom is at {where}  (Ctrl-C stops it)")
        remark(f"Games are kept in {settings.database_name}")
        if open_browser:
            show_page(where)

    with server_libraries():
        from bauboom.server import logs
        from bauboom.server.serve import serve as serve_tables
        from bauboom.server.settings import Settings

        settings = Settings.read(given)
        logs.configure(settings.log, settings.log_level)
        if not serve_tables(settings, say_where):
            raise OptionError("the server could not be started; its log says why")


@contextmanager
def server_libraries() -> Iterator[None]:
    """Say how to get the libraries that a server needs, where they are missing; some are looked for when it starts."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name == "bauboom":
            raise
        raise OptionError(f"a server needs more: pip install 'bauboom[server]' ({name} is missing)") from None


def show_page(address: str) -> None:
    """Open the page where there is a screen; a browser in the terminal would take it from the server."""
    import threading
    import webbrowser

    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        remark("There is no screen here; open that address in a browser.")
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def own_address() -> str:
    """The address under which others on the network find this machine; nothing is sent to find it out."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that nobody has
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


@command(
    file("file", help="Where the copy goes; a new file."),
    option("--database", metavar="FILE|URL", help="As for bauboom serve."),
)
def backup(file: Path, database: str | None) -> None:
    """Copy a server's database, while the server goes on.

    To use a copy, start a server with it: bauboom serve --database FILE. A copy of a PostgreSQL database is for
    pg_restore.
    """
    with server_libraries():
        from bauboom.server.serve import backup as copy
        from bauboom.server.settings import Settings

    say(f"{file}: {copy(Settings.read({'database': database}), file):,} bytes")


@command(
    file("--out", "FOLDER", required=True, help="A new folder."),
    flag("--force", help="Replace a site that is in the folder."),
    flag("--serve", help="Show it on this machine, and open a browser."),
    count("--port", 1, 65535, default=8124, help="With --serve; %(default)s by default."),
)
def site(out: Path, force: bool, serve: bool, port: int) -> None:
    """Write the page into a folder that any host of static files can show.

    People play there against bots or on one device, learn, and look through games; their games stay on their devices.
    It works under any address and, after the first visit, without a connection. What needs a server says so.

      bauboom site --out FOLDER             then put the folder wherever you like
      bauboom site --out FOLDER --serve     have a look at it first
    """
    from bauboom.site import show, write

    size = write(out, force)
    say(f"{out} has the page, {size / 1e6:.1f} MB; put it on any host of static files")
    if serve:
        show(out, port)
