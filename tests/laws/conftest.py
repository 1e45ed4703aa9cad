"""The laws are kept by every registered game: by the examples, too, whose packages are as good as installed here."""

import pytest

from .. import example
from .games import ALL


@pytest.fixture(autouse=True, scope="package")
def outside():
    with example.installed(example.FOLDER, example.SMALL):
        yield


@pytest.fixture(params=ALL, ids=lambda game: f"{game.name}-{'-'.join(map(str, game.options.values()))}")
def variant(request):
    """Every registered game with every legal set of options."""
    return request.param
