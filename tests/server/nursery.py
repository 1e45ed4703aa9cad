"""Servers that start at once: a process that has imported everything beforehand forks them.

What runs is `bauboom serve`, in a process of its own that can be killed like any other; only its imports are done.
"""

import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from .process import Server

ROOT = str(Path(__file__).parents[2])


class Nursery:
    """The process that forks; with it go all servers that are left."""

    def __init__(self):
        self._talking = threading.Lock()
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                f"import sys; sys.path[:] = {[ROOT, *sys.path]!r}; from {__name__} import tend; tend()",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # a signal to the tests is not for it: it ends when they have ended
        )

    def ask(self, *question):
        with self._talking:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


class Child:
    """A process of the nursery, in the words of subprocess.Popen."""

    def __init__(self, nursery, pid):
        self._nursery, self.pid, self.returncode = nursery, pid, None

    def poll(self):
        if self.returncode is None:
            self.returncode = self._nursery.ask("poll", self.pid)
        return self.returncode

    def wait(self, timeout=None):
        end = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("bauboom serve", timeout)
            time.sleep(0.005)
        return self.returncode

    def send_signal(self, number):
        os.kill(self.pid, number)

    def terminate(self):
        self.send_signal(signal.SIGTERM)


class QuickServer(Server):
    """A server from the nursery. `inside` is what to install in it: a module of the tests and what that is told."""

    def __init__(self, nursery, database, folder, inside=None, **settings):
        super().__init__(database, folder, **settings)
        self.nursery, self.inside = nursery, inside

    def start(self):
        arguments = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--database", self.database]
        pid = self.nursery.ask("start", arguments, self.environment, str(self.log), self.inside)
        self.process = Child(self.nursery, pid)


def tend():
    """Fork servers as asked for on standard input."""
    rehearse()
    children = set()
    try:
        answer_all(children)
    finally:
        for pid in children:
            os.kill(pid, signal.SIGKILL)


def answer_all(children):
    for line in sys.stdin:
        what, *rest = json.loads(line)
        if what == "start":
            answer = os.fork()
            if answer == 0:
                try:
                    be_server(*rest)
                finally:
                    os._exit(1)  # what follows is not for it
            os.setpgid(answer, answer)  # now, so that it can be killed at any time
            children.add(answer)
        else:
            answer = None
            pid, status = os.waitpid(rest[0], os.WNOHANG)
            if pid:
                answer = os.waitstatus_to_exitcode(status)
                children.discard(pid)
        print(json.dumps(answer), flush=True)  # noqa: T201


def rehearse():
    """Serve once, so that everything is imported."""
    from bauboom.server.serve import serve
    from bauboom.server.settings import Settings

    def leave(server):
        server.should_exit = True

    with tempfile.TemporaryDirectory() as folder:
        serve(Settings(database=f"{folder}/bauboom.db", port=0), leave)


def be_server(arguments, environment, log, inside):
    os.setpgid(0, 0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115  # the other one has read what was for the nursery
    os.environ.clear()
    os.environ.update(environment)
    if inside is not None:
        module, *told = inside
        importlib.import_module(f".{module}", __package__).install(*told)
    from bauboom.cli import main

    sys.argv[1:] = arguments
    try:
        main()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        status = 1
    threading._shutdown()  # as at the end of a program: wait for threads
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
