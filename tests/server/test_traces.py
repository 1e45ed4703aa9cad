"""Traces: a real collector gets spans of all kinds that tell no secrets; one that is gone disturbs nobody."""

import gzip
import re
import socket
import subprocess
import sys
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

from bauboom.core.errors import OptionError
from bauboom.server.settings import Settings

from .nursery import QuickServer
from .process import SECONDS, Client, Server, heard, soon

EAGER = {"OTEL_BSP_SCHEDULE_DELAY": "50", "NO_PROXY": "*"}
NAME = "Ada of Lovelace"


class Collector:
    """Takes spans over OTLP on this machine, and remembers them."""

    def __init__(self, port=0):
        self.bodies = bodies = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                bodies.append(gzip.decompress(body) if self.headers["content-encoding"] == "gzip" else body)
                answer = ExportTraceServiceResponse().SerializeToString()
                self.send_response(200 if self.path == "/v1/traces" else 404)
                self.send_header("content-type", "application/x-protobuf")
                self.send_header("content-length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self.port = self._server.server_address[1]

    @property
    def requests(self):
        return [ExportTraceServiceRequest.FromString(body) for body in self.bodies]

    @property
    def spans(self):
        return [
            span
            for request in self.requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def attributes(span):
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in span.attributes}


def play_a_little(server, name=NAME):
    """A game against a bot, over a socket and by requests; everything that might give somebody away."""
    with Client(server, name) as ada:
        made = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["me", "bot:level1"]).json()
        with ada.live(made["id"]) as live:
            for turn in range(3):
                while (frame := heard(live))["t"] != "table" or frame["table"]["turn"] != 0:
                    pass
                actions, version = [frame["legal"][0]["id"]], frame["version"]
                if turn:
                    live.send(f'{{"do": "play", "actions": {actions}, "version": {version}}}')
                else:
                    ada.do(made["id"], "play", actions=actions, version=version).raise_for_status()
        assert ada.do(made["id"], "leave").status_code == 409
        assert ada.get(f"/api/codes/{made['code']}").status_code == 200
        return ada.get("/api/me").json()["id"], made["id"], made["code"], ada.http.cookies["bauboom"]


@pytest.fixture(scope="module")
def traced(tmp_path_factory, nursery):
    """What a collector heard of a server with a little game, and what it must not have heard."""
    folder = tmp_path_factory.mktemp("traces")
    with Collector() as collector:
        server = QuickServer(nursery, str(folder / "bauboom.db"), folder, bot_pace=0, port=0)
        server.environment |= {"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{collector.port}", **EAGER}
        with server:
            secrets = play_a_little(server)
            server.stop()  # what was left is sent now
        yield collector, secrets


def test_requests_commands_commits_frames_and_bots_have_spans(traced):
    collector, _ = traced
    spans = {span.span_id: span for span in collector.spans}
    names = Counter(span.name for span in spans.values())
    assert {"command", "commit", "frame", "bot", "POST /api/tables", "POST /api/tables/{table_id}/do"} <= set(names)
    assert not any("health" in name for name in names)
    bot = next(span for span in spans.values() if span.name == "bot")
    assert attributes(bot) == {"bauboom.level": "level1", "bauboom.game": "manhattan"}
    (resource,) = {str(one.resource) for request in collector.requests for one in request.resource_spans}
    assert 'string_value: "bauboom"' in resource


def test_a_span_belongs_to_what_was_asked_for_and_to_nothing_else(traced):
    collector, _ = traced
    spans = {span.span_id: span for span in collector.spans}

    def line(span):
        above = spans.get(span.parent_span_id)
        assert bool(span.parent_span_id) == (above is not None)
        return (line(above) if above else []) + [attributes(span).get("bauboom.command", span.name)]

    lines = [line(span) for span in spans.values()]
    assert ["POST /api/tables/{table_id}/do", "play", "commit"] in lines
    assert ["POST /api/tables/{table_id}/do", "play", "frame"] in lines
    assert lines.count(["play", "commit"]) == 2  # over the socket
    assert all(one == ["bot"] for one in lines if "bot" in one)
    assert ["commit"] in lines  # what a bot has decided
    (refused,) = [span for span in spans.values() if attributes(span).get("bauboom.command") == "leave"]
    assert attributes(refused)["error.type"] == "not_now"


def test_no_span_tells_who_where_which_table_or_what_somebody_holds(traced):
    collector, (person, table, code, cookie) = traced
    text = b"".join(collector.bodies)
    for secret in (NAME, person, table, table[:4], code, cookie, "127.0.0.1", "actions", "hand"):
        assert secret.encode() not in text, secret
    known = {
        *("http.request.method", "http.route", "http.response.status_code", "error.type"),
        *(f"bauboom.{name}" for name in ("command", "entry", "game", "level", "viewers")),
    }
    assert {key for span in collector.spans for key in attributes(span)} <= known
    assert not any(span.events or span.links or span.status.message for span in collector.spans)


def test_a_collector_that_never_answers_keeps_nobody_waiting(tmp_path, nursery):
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections, and never answers
        server = QuickServer(nursery, str(tmp_path / "bauboom.db"), tmp_path, bot_pace=0)
        server.environment |= {"BAUBOOM_TRACES": f"http://127.0.0.1:{silent.getsockname()[1]}", **EAGER}
        with server:
            play_a_little(server)
            server.stop()


def test_a_collector_that_is_gone_keeps_nobody_waiting_and_gets_traces_when_it_is_back(tmp_path, nursery):
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        server = QuickServer(nursery, str(tmp_path / "bauboom.db"), tmp_path, bot_pace=0)
        server.environment |= {"BAUBOOM_TRACES": f"http://127.0.0.1:{port}", "OTEL_EXPORTER_OTLP_TIMEOUT": "1", **EAGER}
        with server, Client(server, "Ada") as ada:
            play_a_little(server)
            soon(lambda: ada.get("/api/me").is_success and "they are lost" in server.said())
            with Collector(port) as collector:
                soon(lambda: ada.get("/api/me").is_success and collector.bodies)
                soon(lambda: "takes them again" in server.said())
            assert server.said().count("they are lost") == 1
            server.stop()


def test_without_a_collector_nothing_of_opentelemetry_is_imported(tmp_path):
    code = f"""
import sys
from bauboom.server.serve import serve
from bauboom.server.settings import Settings

def leave(server):
    server.should_exit = True

serve(Settings(database={str(tmp_path / "bauboom.db")!r}, port=0), leave)
ours = "opentelemetry.sdk", "opentelemetry.exporter", "opentelemetry.trace"  # a library knows names of other parts
print([name for name in sys.modules if name.startswith(ours)])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=SECONDS)
    assert done.stdout == "[]\n"


def test_what_is_missing_or_wrong_is_one_line(tmp_path):
    code = "import sys; sys.modules['opentelemetry'] = None; from bauboom.cli import main; main()"
    words = ["serve", "--port", "0", "--database", str(tmp_path / "bauboom.db")]
    server = Server("", tmp_path, traces="http://127.0.0.1:4318")
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        check=False,
        capture_output=True,
        text=True,
        env=server.environment,
        timeout=SECONDS,
    )
    server._leave()
    assert done.returncode == 2
    assert re.fullmatch(r"bauboom: traces need more: pip install 'bauboom\[traces\]' \(.*\)\n", done.stderr)
    with pytest.raises(OptionError, match=r"it should look like http://127\.0\.0\.1:4318"):
        Settings.read({"database": "x.db"}, {"OTEL_EXPORTER_OTLP_ENDPOINT": "127.0.0.1:4318"})
