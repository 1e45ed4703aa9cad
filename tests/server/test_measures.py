"""Figures for Prometheus: each is measured, explained, and what the dashboard and the alerts ask for is there."""

import json
import re
import time
from pathlib import Path

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from .nursery import QuickServer
from .process import Client, heard

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"\bbauboom_[a-z_]+")


@pytest.fixture(scope="module")
def samples(tmp_path_factory, nursery):
    """What a server says after a bot has played, a person has watched, and something was refused."""
    folder = tmp_path_factory.mktemp("measures")
    with (
        QuickServer(nursery, str(folder / "bauboom.db"), folder, bot_pace=0) as server,
        Client(server, "Ada") as ada,
    ):
        table = ada.post("/api/tables", game="manhattan", options={"players": 2}, seats=["bot:level1", "me"]).json()[
            "id"
        ]
        with ada.live(table) as socket:
            for _ in range(2):  # whoever begins: the bot has decided before her second turn
                while (frame := heard(socket))["t"] != "table" or frame["table"]["turn"] != 1:
                    pass
                ada.do(table, "play", actions=[frame["legal"][0]["id"]], version=frame["version"]).raise_for_status()
            socket.send("nonsense")
            while heard(socket)["t"] != "error":
                pass
        while "bauboom_loop_lag_seconds_count 0.0" in (text := ada.get("/metrics").text):  # looked at twice a second
            time.sleep(0.05)
    families = text_string_to_metric_families(text)
    return {(s.name, *sorted(s.labels.items())): s.value for family in families for s in family.samples}


def test_everything_is_measured(samples):
    for name in ("commit", "frame", "loop_lag"):
        assert samples[f"bauboom_{name}_seconds_count",] > 0, name
        assert samples[f"bauboom_{name}_seconds_sum",] >= 0
    assert samples["bauboom_bot_wait_seconds_count", ("bots", "quick")] > 0
    assert samples["bauboom_request_seconds_count", ("status", "2xx")] >= 2
    assert samples["bauboom_refusals_total", ("error", "bad_message")] == 1
    assert samples["bauboom_memory_bytes",] > 10e6


@pytest.mark.parametrize("file", ["grafana.json", "alerts.yaml"])
def test_dashboard_and_alerts_ask_for_what_there_is(file, samples):
    path = ROOT / "deploy" / file
    text = path.read_text(encoding="utf-8")
    if file == "grafana.json":
        asked = [target["expr"] for panel in json.loads(text)["panels"] for target in panel["targets"]]
    else:
        asked = [rule["expr"] for group in yaml.safe_load(text)["groups"] for rule in group["rules"]]
    names, labels = {key[0] for key in samples}, {label for key in samples for label, _ in key[1:]}
    for expression in asked:
        assert set(NAME.findall(expression)) <= names, expression
        grouped = {label for part in re.findall(r"by \(([^)]*)\)", expression) for label in part.split(", ")}
        assert grouped <= labels | {"instance", "job"}, expression
        assert expression.count("(") == expression.count(")")
    assert len(asked) >= 8


def test_every_figure_is_explained_and_no_other_is(samples):
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    given = {re.sub("_(bucket|count|sum)$", "", key[0]) for key in samples}
    assert set(NAME.findall(page)) == given
