"""The page as files: built from `web/`, with what it needs of the games; read once, sent compressed where possible."""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "page"
# where browsers look for them
ROOT_FILES = ("icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest", "sw.js")
ADDRESSES = (
    "/",
    "/t/{table_id:str}",
    "/here/{table_id:str}",
    "/replay/{table_id:str}",
    "/replay/here/{table_id:str}",
    "/import/{import_id:str}",
    "/rules/{game:str}",
    "/learn/{game:str}",
    "/new/{game:str}",
    "/puzzles/{game:str}",
    "/p/{person_id:str}",
    *("/lobby", "/ratings", "/settings", "/games", "/puzzles", "/me", "/moderation"),
)
FOR_EVER = "public, max-age=31536000, immutable"
HASHED = re.compile(r"-([\w-]{8}\.(js|css)|[0-9a-f]{12}\.(json|wasm|bin|md))$")  # never changes under its name
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".md": "text/markdown",
}
MISSING = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Bauboom</title>
<p>The server runs, but its page has not been built. In a checkout of Bauboom: <code>make page</code>.
Programs find the API at <a href="/schema/openapi.json">/schema/openapi.json</a>.</p></html>
"""


@dataclass(frozen=True)
class File:
    data: bytes
    kind: str
    packed: dict[str, bytes]  # by coding, the best first
    lifetime: str
    tag: str

    def answer(self, accepted: str, known: str) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers for a client that accepts some codings and may have the file already."""
        headers = {"cache-control": self.lifetime, "etag": self.tag, "vary": "accept-encoding"}
        if known == self.tag:
            return 304, b"", headers
        for coding, data in self.packed.items():
            if re.search(rf"\b{coding}\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", accepted):
                return 200, data, {**headers, "content-encoding": coding}
        return 200, self.data, headers


@functools.cache
def files(folder: Path = FOLDER) -> dict[str, File]:
    """The files of the page by name."""
    found = {}
    for path in sorted([*folder.glob("*"), *folder.glob("page/*")]):
        if path.suffix in (".br", ".gz") or not path.is_file():
            continue
        packed = {
            coding: other.read_bytes()
            for coding, suffix in (("br", ".br"), ("gzip", ".gz"))
            if (other := path.with_name(path.name + suffix)).exists()
        }
        found[path.name] = _file(path.name, path.read_bytes(), packed)
    return found


@functools.cache
def game_files() -> dict[str, File]:
    """What the page needs of the games by name."""
    from bauboom.core import library
    from bauboom.games import playable
    from bauboom.machines import pages

    best = {file.name: file.with_name(f"{file.name}.br") for file in map(library.for_pages, playable())}
    found = {}
    for name, data in pages.files().items():
        packed = {"br": best[name].read_bytes()} if name in best and best[name].exists() else {}
        found[name] = _file(name, data, packed | {"gzip": gzip.compress(data, 9, mtime=0)})
    return found


def _file(name: str, data: bytes, packed: dict[str, bytes]) -> File:
    kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    lifetime = FOR_EVER if HASHED.search(name) else "no-cache"
    return File(data, kind, packed, lifetime, f'"{hashlib.blake2b(data, digest_size=9).hexdigest()}"')


def index() -> File:
    return files().get("index.html") or File(MISSING, "text/html", {}, "no-cache", '"missing"')
