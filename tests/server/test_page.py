"""The plain page comes whole, and keeps to what its Content-Security-Policy allows."""

import re
from html.parser import HTMLParser

import pytest

from .process import Client, Server

LINKS = {"src", "href", "action", "formaction", "poster", "data", "srcset"}


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


@pytest.mark.parametrize("path", ["/", "/t/55z2v92qp49a"])
def test_the_page_is_served_and_has_nothing_inline(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    page = Elements(answer.text)
    assert [tag for tag, _ in page.elements].count("script") == 1
    for tag, attributes in page.elements:
        assert tag not in ("style", "iframe", "object", "embed", "base", "form")
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        for name in LINKS & attributes.keys():
            assert attributes[name].startswith(("/", "data:image/svg+xml,"))
            assert not attributes[name].startswith("//")
    assert not [text for tag, text in page.texts if tag in ("script", "style") and text.strip()]


def test_every_file_of_the_page_is_there_with_its_type(client):
    files = {
        attributes[name]
        for _, attributes in Elements(client.get("/").text).elements
        for name in LINKS & attributes.keys()
        if attributes[name].startswith("/")
    }
    assert files == {"/page/page.js", "/page/page.css"}
    for file, kind in (("/page/page.js", "text/javascript"), ("/page/page.css", "text/css")):
        answer = client.get(file)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert len(answer.text) > 1000
    assert client.get("/page/other.js").status_code == 404
    assert client.get("/page/..%2Fapp.py").status_code == 404


def test_the_page_asks_nobody_else_and_does_nothing_that_its_policy_forbids(client):
    script, style = client.get("/page/page.js").text, client.get("/page/page.css").text
    for text in (script, style):
        assert not re.search(r"https?://|(?<![:\w])//[\w.-]+\.\w", text.replace("http://www.w3.org/", ""))
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\.style\b", script
    )
    assert not re.search(r"@import|url\(", style)


def test_every_address_in_the_script_exists(client):
    known = client.get("/schema/openapi.json").json()["paths"]
    patterns = [re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path) + "$") for path in known]
    patterns.append(re.compile("/api/tables/[^/]+/live$"))  # sockets are not in the schema
    used = set(re.findall(r"[`\"](/api/[^`\"?]*)", client.get("/page/page.js").text))
    assert len(used) > 8
    for address in used:
        path = re.sub(r"\$\{.*\}(?=/|$)", "x", address)
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
