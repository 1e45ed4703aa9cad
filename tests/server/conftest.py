"""What every test of the server may use: databases of both kinds, new and empty."""

import os
from pathlib import Path

import pytest

from .nursery import Nursery
from .postgres import shared_cluster


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    """A PostgreSQL server, one for all workers of a run."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with shared_cluster(folder) as cluster:
        yield cluster


@pytest.fixture
def postgres_url(postgres):
    """A new database of that server, for what only PostgreSQL can do."""
    with postgres.database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request, tmp_path):
    """A new database of each kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'bauboom.db'}"
    return request.getfixturevalue("postgres_url")


@pytest.fixture(scope="session")
def nursery():
    """Where servers come from that have to start often."""
    nursery = Nursery()
    yield nursery
    nursery.close()


def pytest_collection_modifyitems(items):
    """Whatever starts servers is left out of `make quick`."""
    for item in items:
        if Path(__file__).parent in item.path.parents and {"Server", "QuickServer"} & set(vars(item.module)):
            item.add_marker(pytest.mark.slow)
