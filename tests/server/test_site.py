"""The page comes whole, compressed and under its Content-Security-Policy."""

import gzip
import re
from html.parser import HTMLParser
from urllib.parse import urljoin

import pytest

from bauboom.server import site

from .process import Client, Server

LINKS = {"src", "href", "action", "formaction", "poster", "data", "srcset"}
ADDRESSES = [re.sub(r"\{\w+:str\}", "55z2v92qp49a", address) for address in site.ADDRESSES]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    with Server(str(folder / "bauboom.db"), folder, bot_pace=0.01) as server, Client(server) as client:
        yield client


class Elements(HTMLParser):
    """The elements of a page with their attributes, and what stands between them."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.texts = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.texts.append((self.elements[-1][0] if self.elements else "", data))


@pytest.mark.parametrize("path", ADDRESSES)
def test_the_page_is_served_and_has_nothing_inline(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert policy.count("unsafe") == 1
    page = Elements(answer.text)
    assert [tag for tag, _ in page.elements].count("script") == 1
    for tag, attributes in page.elements:
        assert tag not in ("style", "iframe", "object", "embed", "form")
        assert tag != "base" or attributes == {"href": "/"}
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        for name in LINKS & attributes.keys():
            assert not re.match(r"//|\w+:", attributes[name])
    assert not [text for tag, text in page.texts if tag in ("script", "style") and text.strip()]


def test_every_file_that_the_page_names_is_there_with_its_type(client):
    named = {
        urljoin("/", attributes[name])
        for tag, attributes in Elements(client.get("/").text).elements
        for name in LINKS & attributes.keys()
        if tag != "base"
    }
    assert len(named) > 3
    for file in named | {f"/{name}" for name in site.ROOT_FILES} | {f"/page/{name}" for name in site.game_files()}:
        answer = client.get(file)
        assert answer.status_code == 200, file
        assert (
            answer.headers["content-type"].split(";")[0]
            == (site.TYPES | {".png": "image/png", ".bin": "application/octet-stream"})[f".{file.rpartition('.')[2]}"]
        )
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.content
    for strange in ("other.js", "..%2Fapp.py", "index.html.br", ""):
        assert client.get(f"/page/{strange}").status_code == 404


def test_files_are_kept_for_ever_only_under_names_that_change_with_them(client):
    names = site.files() | site.game_files()
    of_puzzles = [name for name in names if ".puzzles-" in name][9:]  # all alike, and more than one may ask for at once
    for name, file in names.items():
        if name in of_puzzles:
            continue
        lifetime = client.get(f"/page/{name}").headers["cache-control"]
        has_hash = re.search(r"-[\w-]{8}\.(js|css)$|-[0-9a-f]{12}\.\w+$", name) is not None
        assert (lifetime == site.FOR_EVER) == has_hash, name
        assert file.data
    tag = client.get("/").headers["etag"]
    again = client.http.get(client.server.url + "/", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_who_went_astray_gets_the_whole_page_however_often(client):
    for known in ("", site.index().tag):
        headers = {"Accept": "text/html", "If-None-Match": known, "Accept-Encoding": "identity"}
        answer = client.http.get(client.server.url + "/nowhere", headers=headers)
        assert (answer.status_code, answer.content) == (404, site.index().data)
        assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_files_come_compressed_to_whoever_takes_them_so(client):
    name = next(name for name in site.files() if name.endswith(".js") and name.startswith("index"))
    whole = site.files()[name].data
    for accepted, coding in (("br", "br"), ("gzip", "gzip"), ("gzip, br", "br"), ("identity", None), ("br;q=0", None)):
        request = client.http.build_request(
            "GET", f"{client.server.url}/page/{name}", headers={"Accept-Encoding": accepted}
        )
        answer = client.http.send(request, stream=True)
        raw = b"".join(answer.iter_raw())
        answer.close()
        assert answer.headers.get("content-encoding") == coding
        if coding == "gzip":
            assert gzip.decompress(raw) == whole
        elif coding is None:
            assert raw == whole
        else:
            assert len(raw) < len(whole) / 2


def test_the_page_asks_nobody_else():
    for name, file in site.files().items():
        if name.endswith((".js", ".css", ".html", ".webmanifest")):
            text = re.sub(r"https?://(www\.w3\.org|svelte\.dev)/", "", file.data.decode())
            assert not re.search(r"https?://[\w-]+\.\w", text), name
            assert not re.search(r"\beval\(|new Function\(|document\.write\(", text), name


def test_every_address_in_the_sources_exists(client):
    known = client.get("/schema/openapi.json").json()["paths"]
    patterns = [re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path) + "$") for path in known]
    patterns.append(re.compile("/api/tables/[^/]+/live$"))  # sockets are not in the schema
    text = "".join(file.data.decode() for name, file in site.files().items() if name.endswith(".js"))
    used = set(re.findall(r"[`\"'](/api/(?:\$\{[^}]*\}|[^`\"'?])+)", text))
    assert len(used) > 5
    for address in used:
        path = re.sub(r"\$\{[^}]*\}", "x", address)
        assert any(pattern.match(path) for pattern in patterns), address


def test_a_picture_of_the_table_is_an_image_that_runs_nothing(client):
    client.post("/api/me", name="Ada").raise_for_status()
    table = client.post("/api/tables", game="manhattan", seats=["me", "bot:greedy", "bot:greedy", "bot:greedy"]).json()
    with client.live(table["id"]) as socket:
        while '"phase":"playing"' not in socket.recv(timeout=60):
            pass
    answer = client.get(f"/api/tables/{table['id']}/picture", v=5)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.startswith("<svg")
    assert not re.search(r"<script|<foreignObject|\son\w+=|style=|href=", answer.text)
