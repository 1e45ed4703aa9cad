"""A server where Unix's modules are missing."""

import subprocess
import sys
import time

import httpx

from .process import SECONDS

WITHOUT = """
import sys
sys.modules["fcntl"] = sys.modules["resource"] = None
from bauboom.cli import main
sys.argv[1:] = ["serve", "--port", "0", "--database", {place!r}]
main()
"""


def test_a_server_starts_without_fcntl_and_resource_and_says_what_is_left_out(tmp_path):
    code = WITHOUT.format(place=str(tmp_path / "bauboom.db"))
    log = tmp_path / "log"
    with log.open("wb") as output:
        server = subprocess.Popen([sys.executable, "-c", code], stderr=output)
    try:
        end = time.monotonic() + SECONDS
        while "Bauboom is at " not in (said := log.read_text()):
            assert server.poll() is None, said
            assert time.monotonic() < end
            time.sleep(0.05)
        url = said.partition("Bauboom is at ")[2].split()[0]
        assert httpx.get(f"{url}/ready", trust_env=False, timeout=SECONDS).status_code == 200
        assert "cannot be locked" in said
        assert "how many connections" in said
    finally:
        server.terminate()
        assert server.wait(SECONDS) == 0
