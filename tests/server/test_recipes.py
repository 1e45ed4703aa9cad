"""What docs/server.md and deploy/ tell operators to write exists."""

import re
from pathlib import Path

import pytest
import yaml

from bauboom.server.settings import Settings

ROOT = Path(__file__).parents[2]
RECIPES = [ROOT / "docs" / "server.md", *(ROOT / "deploy").iterdir()]


@pytest.mark.parametrize("file", RECIPES, ids=lambda file: file.name)
def test_every_setting_in_a_recipe_is_one_of_the_server_s(file):
    named = set(re.findall(r"\bBAUBOOM_([A-Z_]+)", file.read_text(encoding="utf-8")))
    assert {name.lower() for name in named} <= set(Settings.__struct_fields__)


def test_the_services_of_the_compose_file_find_each_other():
    made = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
    database, server, proxy = (made["services"][name] for name in ("database", "bauboom", "proxy"))
    assert "@database/" in server["environment"]["BAUBOOM_DATABASE"]
    assert database["environment"]["POSTGRES_USER"] in server["environment"]["BAUBOOM_DATABASE"]
    Settings(proxies=server["environment"]["BAUBOOM_PROXIES"])
    build = server["build"]
    assert (ROOT / "deploy" / build["context"] / build["dockerfile"]).exists()
    own = [path.split(":")[0] for path in proxy["volumes"] if path.startswith("./")]
    assert own
    assert all((ROOT / "deploy" / path).exists() for path in own)
    assert {path.split(":")[0] for path in (*database["volumes"], proxy["volumes"][-1])} == set(made["volumes"])
