"""The page as a folder for any host of static files: people play there by themselves, without a server of ours."""

import contextlib
import functools
import http.server
import os
import webbrowser
from collections.abc import Iterator
from pathlib import Path

from bauboom.core.errors import OptionError
from bauboom.core.folder import new_folder
from bauboom.machines import pages
from bauboom.server.gate import HEADERS
from bauboom.server.site import FOLDER

BASE = '<base href="/">'  # where the page is, on a server
# what a server would say in a header
POLICY = "; ".join(rule for rule in HEADERS["content-security-policy"].split("; ") if "frame-ancestors" not in rule)
ALONE = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
ALONE += '<base href="./"><meta name="bauboom" content="site">'  # wherever the folder is
MARK = 'content="site"'  # by which we know our own


def write(out: Path, force: bool = False) -> int:
    """Write the folder, all of it or nothing; return its bytes."""
    if not (FOLDER / "index.html").exists():
        raise OptionError("the page has not been built; in a checkout of Bauboom: make page")
    size = 0
    with new_folder(out, "site", is_site, force) as made:
        for name, data in contents():
            file = made / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            size += len(data)
    return size


def contents() -> Iterator[tuple[str, bytes]]:
    """The files of the folder."""
    for file in sorted(FOLDER.rglob("*")):
        if file.is_file() and file.suffix not in (".br", ".gz"):
            data = file.read_bytes()
            if file.name == "index.html":
                text = data.decode()
                if BASE not in text:
                    raise OptionError("the page was built by another version of Bauboom; build it anew: make page")
                data = text.replace(BASE, ALONE).encode()
            yield file.relative_to(FOLDER).as_posix(), data
    yield from ((f"page/{name}", data) for name, data in pages.files().items())
    yield ".nojekyll", b""  # some hosts leave out files that look special to them


def is_site(folder: Path) -> bool:
    """Whether a folder holds what was written earlier, and nothing that somebody put beside it."""
    try:
        is_marked = MARK in (folder / "index.html").read_text(encoding="utf-8")
        return is_marked and {p.name for p in folder.iterdir()} <= {Path(name).parts[0] for name, _ in contents()}
    except (OSError, ValueError):
        return False


class Host(http.server.SimpleHTTPRequestHandler):
    """A host of static files like any other."""

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return "application/wasm" if str(path).endswith(".wasm") else super().guess_type(path)

    def log_message(self, *_: object) -> None:
        """Say nothing: somebody looks at a page."""


def show(folder: Path, port: int) -> None:
    """Show a site on this machine until Ctrl-C."""
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Host, directory=str(folder)))
    except OSError as error:
        raise OptionError(f"cannot listen on port {port}: {error.strerror}; try another --port") from None
    address = f"http://127.0.0.1:{port}/"
    print(f"{address} shows it; Ctrl-C ends it", flush=True)  # noqa: T201
    webbrowser.open(address)
    with contextlib.suppress(KeyboardInterrupt), server:
        server.serve_forever()
