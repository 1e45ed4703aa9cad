"""The server answers whatever its own description allows, and much that it does not, as the description says."""

from contextlib import suppress

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from bauboom import load
from bauboom.core.lesson import lessons

from .process import SECONDS, Client, Server

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
LEAVING = ("DELETE /api/me", "POST /api/logout")  # after these Ada would be nobody
EXAMPLES = 8  # of each operation, for each visitor and each kind of data


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("schema")
    plenty = {"requests_per_second": 100_000, "people_per_address": 100_000, "logins_per_minute": 100_000}
    with Server(str(folder / "bauboom.db"), folder, bot_pace=0.01, **plenty) as server:
        yield server


@pytest.fixture(scope="module")
def schema(server):
    described = httpx.get(f"{server.url}/schema/openapi.json", trust_env=False).json()
    return schemathesis.openapi.from_dict(described, config=SchemathesisConfig())


@pytest.fixture(scope="module")
def known(server):
    """A cookie, and what its owner has: a table that waits, one that is over, a code and a bot."""
    with Client(server, "Ada") as ada:
        ada.post("/api/account", login="ada", password="correct horse").raise_for_status()
        waiting = ada.post("/api/tables", game="manhattan", seats=["me"], options={"players": 2}).json()
        bots = ada.post("/api/tables", game="manhattan", seats=["bot:random"] * 2, options={"players": 2}).json()
        bot = ada.post("/api/bots", name="Ada's bot").json()
        with ada.live(bots["id"]) as socket:
            while '"phase":"over"' not in socket.recv(SECONDS):
                pass
        values = {"table_id": [waiting["id"], bots["id"]], "code": [waiting["code"]], "bot_id": [bot["id"]]}
        brought = ada.post("/api/imports", format="bauboom/1", game="gratte-ciel", seats=["Ada", "Grace"], events=[])
        values["import_id"] = [brought.json()["id"]]
        for kind, thing in (("tables", bots["id"]), ("imports", brought.json()["id"])):
            ada.http.get(f"{server.url}/api/{kind}/{thing}/analysis", timeout=60)  # takes some seconds, once
        lesson = next(iter(lessons(load("manhattan")).values()))
        yield (
            dict(ada.http.cookies),
            values
            | {"game": ["manhattan"], "step": [0, 1], "players": [2], "lesson": [lesson.id], "task": lesson.task_ids},
        )


@pytest.mark.slow
@pytest.mark.parametrize("visitor", ["nobody", "Ada"])
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.name.lower())
def test_every_operation_answers_as_described(server, schema, known, visitor, mode):
    cookies, there = known
    asked = []

    def ask(case, choice):
        """Ask for something made up, or else for something that is there."""
        for name in case.path_parameters or {}:
            values = there.get(name)
            if values and choice:
                case.path_parameters[name] = values[choice % len(values)]
        response = case.call(base_url=server.url, cookies=cookies if visitor == "Ada" else {})
        case.validate_response(response, checks=CHECKS)
        asked.append((case.operation.label, response.status_code))

    repeatable = settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    for operation in (found.ok() for found in schema.get_all_operations()):
        if visitor == "nobody" or operation.label not in LEAVING:
            cases = operation.as_strategy(generation_mode=mode)
            with suppress(Unsatisfiable):  # there is no wrong way to ask for something that takes any text, or nothing
                seed(0)(repeatable(given(cases, st.integers(0, 5))(ask)))()
    assert len({label for label, _ in asked}) >= 12
    assert len({status for _, status in asked}) > 3
    if visitor == "Ada":
        assert httpx.get(f"{server.url}/api/me", cookies=cookies, trust_env=False).json()["kind"] == "account"
    assert server.process.poll() is None
    assert "Traceback" not in server.said()
