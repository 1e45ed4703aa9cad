"""A real server and a real Chromium for tests of the page. Whatever a page complains about fails its test."""

from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.server.nursery import Nursery, QuickServer
from tests.server.play import FAST

from .install import find
from .people import Visitor

# Chromium asks nobody else for anything
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--mute-audio",
]


@pytest.fixture(scope="session")
def nursery():
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture(scope="module")  # no longer: while Playwright is there, no other test of this process can use asyncio
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(nursery, tmp_path_factory):
    """A server whose bots do not think; one for all tests of a worker that do not stop it."""
    folder = tmp_path_factory.mktemp("site")
    with QuickServer(nursery, str(folder / "bauboom.db"), folder, **FAST) as server:
        yield server


@pytest.fixture
def visit(chromium, site):
    """A function: somebody with a browser of his own comes to the site, or to another server."""
    came = []

    def visit(name=None, server=site, **more):
        came.append(Visitor(chromium, server, name, **more))
        return came[-1]

    yield visit
    for visitor in came:
        visitor.leave()
    complaints = [complaint for visitor in came for complaint in visitor.complaints]
    assert not complaints, "\n".join(complaints)


def pytest_collection_modifyitems(items):
    """Whatever needs a browser is left out of `make quick`."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)
