"""The server as a process of its own, and people who come to it: for tests of what only real processes show."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time

import httpx
from websockets.sync.client import connect

SECONDS = 60  # for everything that takes one or two, on a machine that has much else to do


def soon(holds):
    """Servers follow within two seconds, on a machine that has nothing else to do."""
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


class Server:
    """`bauboom serve` on a port and a database; as a context it runs, and nothing of it is left afterwards."""

    command = (sys.executable, "-m", "bauboom", "serve")

    def __init__(self, database, folder, **settings):
        """A server whose BAUBOOM_* variables are these settings: `grace=1` is BAUBOOM_GRACE=1."""
        self.database, self.process = database, None
        self._hold = socket.socket()
        # bound, but not listening: on Linux this keeps the port for our server, between a kill and a restart as well
        self._hold.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._hold.bind(("127.0.0.1", 0))
        self.port = self._hold.getsockname()[1]
        if sys.platform != "linux":
            self._hold.close()
        self.log = folder / f"server-{self.port}.log"
        ours = {key: value for key, value in os.environ.items() if not key.startswith("BAUBOOM_")}
        if "BAUBOOM_CACHE" in os.environ:
            ours["BAUBOOM_CACHE"] = os.environ["BAUBOOM_CACHE"]
        self.environment = ours | {f"BAUBOOM_{key.upper()}": str(value) for key, value in settings.items()}

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self):
        return f"ws://127.0.0.1:{self.port}"

    def start(self):
        """Start it, without waiting for it."""
        arguments = ["--host", "127.0.0.1", "--port", str(self.port), "--database", self.database]
        with open(self.log, "ab") as log:
            # in a session of its own, so that it can be killed with everything it started
            self.process = subprocess.Popen(
                [*self.command, *arguments],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def wait_ready(self):
        """Wait until it answers that it is well."""
        end = time.monotonic() + SECONDS
        with httpx.Client(timeout=SECONDS, trust_env=False) as client:
            while time.monotonic() < end:
                if self.process.poll() is not None:
                    raise RuntimeError(
                        f"the server ended with {self.process.returncode} before it was ready:\n{self.said()}"
                    )
                with contextlib.suppress(httpx.TransportError):
                    if client.get(f"{self.url}/health").status_code == 200:
                        return
                time.sleep(0.02)
        raise RuntimeError(f"the server is not ready after {SECONDS} seconds:\n{self.said()}")

    def kill(self):
        """End it as a power cut would."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def stop(self):
        """Ask it to end, and see that it does so in good order."""
        self.process.terminate()
        try:
            code = self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            code = "nothing yet"
        self.kill()
        if code != 0:
            raise RuntimeError(f"the server was asked to end and gave {code}:\n{self.said()}")

    def restart(self):
        """Start it again after `kill` or `stop`, on the same port, and wait until it is ready."""
        self.kill()
        self.start()
        self.wait_ready()

    def said(self):
        """What it has written so far."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def __enter__(self):
        try:
            self.start()
            self.wait_ready()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(self, kind, error, trace):
        self._leave()
        if error is not None:
            error.add_note(f"The server at {self.url} said:\n{self.said()}")

    def _leave(self):
        self.kill()
        self._hold.close()


def heard(socket):
    """The next message, as far as it is not about who comes and goes."""
    while (message := json.loads(socket.recv(SECONDS)))["t"] == "here":
        pass
    return message


class Client:
    """A person with a browser's cookies; giving it another `server` takes the cookies along."""

    def __init__(self, server, name=None):
        self.server, self.name = server, name
        self.http = httpx.Client(timeout=SECONDS, trust_env=False)
        if name is not None:
            self.post("/api/me", name=name).raise_for_status()

    def get(self, path, **query):
        return self.http.get(self.server.url + path, params=query or None, headers={"Origin": self.server.url})

    def post(self, path, **body):
        return self.http.post(self.server.url + path, json=body, headers={"Origin": self.server.url})

    def do(self, table, do, **rest):
        """Send a command, as in `ada.do(table, "sit", seat=0)`; the response, whatever it is."""
        return self.post(f"/api/tables/{table}/do", do=do, **rest)

    def bot(self, name="Robot"):
        """A new bot of this account, which comes with a token."""
        made, bot = self.post("/api/bots", name=name).raise_for_status().json(), Client(self.server)
        bot.http.headers["Authorization"] = f"Bearer {made['token']}"
        return bot

    def live(self, table, since=None, rows=False):
        """A socket to the table, which begins with what happened since a version; with rows, as a page has it."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        return connect(
            f"{self.server.ws_url}/api/tables/{table}/live?rows={str(rows).lower()}"
            + ("" if since is None else f"&since={since}"),
            origin=self.server.url,
            additional_headers={"Cookie": cookies} if cookies else None,
            proxy=None,
            open_timeout=SECONDS,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.http.close()
