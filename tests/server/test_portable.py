"""Where systems differ: a server without Unix's modules, and locks."""

import errno
import logging
import subprocess
import sys
import time

import httpx
import pytest

from bauboom.core import portable

from .process import SECONDS

WITHOUT = """
import sys
sys.modules["fcntl"] = sys.modules["resource"] = None
from bauboom.cli import main
sys.argv[1:] = ["serve", "--port", "0", "--database", {place!r}]
main()
"""


@pytest.mark.slow
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


def test_a_lock_that_another_has_is_refused_until_it_is_given_back(tmp_path):
    file = tmp_path / "lock"
    with file.open("a") as first, file.open("a") as second:
        assert portable.lock(first)
        assert not portable.lock(second)
    with file.open("a") as third:
        assert portable.lock(third)


@pytest.mark.parametrize("error", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def test_where_a_file_system_has_no_locks_nobody_has_one(tmp_path, monkeypatch, caplog, error):
    class NoLocks:
        LOCK_EX = LOCK_NB = 0

        def flock(self, *_):
            raise OSError(error, "no locks here")

    monkeypatch.setattr(portable, "fcntl", NoLocks())
    with caplog.at_level(logging.WARNING), (tmp_path / "lock").open("a") as file:
        assert portable.lock(file)
    assert "cannot be locked" in caplog.text
