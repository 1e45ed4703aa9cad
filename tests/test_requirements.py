"""The locks in requirements/: complete, of the versions that we name, and with a hash of everything."""

import importlib.metadata
import importlib.util
import json
import os
import re
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"


def write():
    spec = importlib.util.spec_from_file_location("write", FOLDER / "write.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


WANTED, BEYOND = write().wanted(), write().BEYOND
LOCKS = sorted(WANTED)


def pins(text):
    """The versions of packages, by name."""
    found = re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE)
    return {canonicalize_name(name): version for name, version in found}


def locked(name):
    """What is there once a lock is installed with those that it goes beyond."""
    files = [(FOLDER / f"{one}.txt").read_text(encoding="utf-8") for one in (*BEYOND[name], name)]
    return pins("".join(files))


def needed(requirements, python):
    """Everything that some requirements need here, by name, with the specifiers it has to meet."""
    environment = default_environment() | {"python_version": python, "python_full_version": f"{python}.0"}
    found, waiting = {}, [Requirement(one) for one in requirements]
    while waiting:
        wanted = waiting.pop()
        if wanted.marker and not wanted.marker.evaluate(environment | {"extra": ""}):
            continue
        name = canonicalize_name(wanted.name)
        known = found.setdefault(name, (set(), set()))
        known[0].add(wanted.specifier)
        if news := {"", *wanted.extras} - known[1]:
            known[1].update(news)
            for text in importlib.metadata.requires(name) or ():
                below = Requirement(text)
                markers = [environment | {"extra": extra} for extra in news]
                if below.marker is None or any(below.marker.evaluate(marker) for marker in markers):
                    below.marker = None
                    waiting.append(below)
    return {name: specifiers for name, (specifiers, _) in found.items()}


def test_there_is_a_file_for_each_lock_and_no_other():
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == LOCKS


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_has_hashes_and_comes_from_nowhere_in_particular(name):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    first, *blocks = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
    assert first == "# made by `make lock`\n"
    whole = re.compile(r"[a-z0-9.-]+==\S+( ; [^\n\\]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+\n")
    assert [block for block in blocks if not whole.fullmatch(block)] == []


@pytest.mark.parametrize("name", LOCKS)
def test_the_versions_are_those_of_the_constraints(name):
    constraints = pins((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    here = locked(name)
    assert here == {package: constraints.get(package) for package in here}


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_all_that_pyproject_asks_for_and_what_that_needs(name, python):
    here = locked(name)
    for package, specifiers in needed(WANTED[name], python).items():
        assert package in here, f"{package} is missing; run `make lock`"
        assert all(specifier.contains(here[package]) for specifier in specifiers), package


def test_the_page_is_made_with_what_its_lock_has_hashes_of():
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    asked = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    root = lock["packages"].pop("")
    assert {kind: root.get(kind) for kind in ("dependencies", "devDependencies")} == {
        kind: asked.get(kind) for kind in ("dependencies", "devDependencies")
    }
    assert all(one["integrity"].startswith("sha512-") and "resolved" not in one for one in lock["packages"].values())


# The audit, with services of advisories on this machine


@contextmanager
def advisories(python=(), page=()):
    """The address of a service that knows a hole in some packages."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            if self.path == "/v1/query":
                name = json.loads(body)["package"]["name"]
                self.answer({"vulns": [hole(name)]} if name in python else {})
            else:
                assert self.path == "/-/npm/v1/security/advisories/bulk"
                known = {"id": 1, "url": "https://x.example", "title": "a hole", "severity": "high"}
                self.answer({name: [known | {"vulnerable_versions": "*"}] for name in page})

        def do_GET(self):  # npm would like to know of versions that are mended
            self.send_error(404)

        def answer(self, what):
            data = json.dumps(what).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def hole(name):
    ranges = [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "9999"}]}]
    affected = [{"package": {"name": name, "ecosystem": "PyPI"}, "ranges": ranges}]
    return {"id": "TEST-1", "details": "a hole", "published": "2026-01-01T00:00:00Z", "affected": affected}


def audit(address):
    command = [sys.executable, FOLDER / "audit.py", "--osv-url", f"{address}/v1/query", "--registry", address]
    environment = {**os.environ, "NO_PROXY": "127.0.0.1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


@pytest.mark.slow
def test_an_audit_tells_of_holes_and_that_there_are_none():
    packages = len(pins((ROOT / "constraints.txt").read_text(encoding="utf-8")))
    with advisories() as address:
        status, said = audit(address)
    assert (status, said[0]) == (0, f"Python: nothing is known about {packages} packages")
    assert re.fullmatch(r"the page: nothing is known about [1-9]\d+ packages", said[1])
    with advisories(["urllib3"], ["svelte"]) as address:
        status, said = audit(address)
    assert status == 1
    assert re.fullmatch(r"Python: urllib3 \S+: TEST-1, mended in 9999", said[0])
    assert any(re.fullmatch(r"the page: svelte .*: high, .*mended.*", line) for line in said[1:])


@pytest.mark.slow
def test_an_audit_that_reaches_no_service_says_so_and_is_no_success():
    with advisories() as gone:
        pass
    status, (python, page) = audit(gone)
    assert status == 2
    assert python.startswith("Python: NOT AUDITED: ")
    assert page.startswith("the page: NOT AUDITED: ")
