import subprocess
import sys

import pytest

from bauboom.cli import main

from .running import BAUBOOM, environment_of


@pytest.fixture
def home(tmp_path):
    """An empty home and working folder."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def bauboom(home):
    """A function: run a command; its exit status, output and complaints."""

    def run(*arguments, text="", **environment):
        done = subprocess.run(
            [*BAUBOOM, *map(str, arguments)],
            input=text.encode() if isinstance(text, str) else text,
            capture_output=True,
            cwd=home,
            env=environment_of(home, **environment),
            timeout=300,
            check=False,
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        return done.returncode, done.stdout.decode(), done.stderr.decode().splitlines()

    return run


@pytest.fixture
def in_process(home, monkeypatch, capsys):
    """The same without a process of its own: for what ends before anything is played."""

    def run(*arguments):
        monkeypatch.chdir(home)
        monkeypatch.setattr(sys, "argv", ["bauboom", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        output, complaints = capsys.readouterr()
        return ended.value.code or 0, output, complaints.splitlines()

    return run
