"""The database is what it should be, and what happens to it costs nobody a move."""

import asyncio
import contextlib
import json
import os
import random
import resource
import subprocess
import sys

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from bauboom.core.errors import OptionError
from bauboom.games.gratte_ciel.deck import STANDARD
from bauboom.server import entries as log
from bauboom.server.clock import Pace
from bauboom.server.creation import game_of
from bauboom.server.projection import write_of
from bauboom.server.serve import backup, migrate
from bauboom.server.settings import Settings
from bauboom.server.store import metadata, people, seats, tables
from bauboom.server.table import Info, Table

from .nursery import QuickServer
from .play import FAST, Player, Witness, check, check_acks, run, series, store_of, together
from .postgres import binaries, plain
from .process import Client, heard


def sync_engine(url):
    return sa.create_engine(url.replace("sqlite+aiosqlite", "sqlite"))


def test_migrations_give_exactly_the_tables_that_the_server_uses(database_url):
    migrate(Settings(database=database_url))
    engine = sync_engine(database_url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_second_migration_changes_nothing(database_url):
    for _ in range(2):
        migrate(Settings(database=database_url))


def test_a_table_of_the_first_version_is_there_after_an_upgrade(database_url):
    settings = Settings(database=database_url)
    migrate(settings, "0001")
    engine = sync_engine(database_url)
    game = game_of("manhattan", {"players": 2}, None)
    info = Info("table", "code", game.name, dict(game.options), Pace(), "ada", 5, bytes(32), listed=True)
    row = {"id": info.id, "code": info.code, "game": info.game, "host": info.host, "created": 5, "seed": info.seed}
    row |= {"options": json.dumps(info.options), "pace": "{}", "players": 2, "listed": True, "spectators": True}
    row |= {"chat": True, "rated": False, "version": 0, "phase": "waiting", "changed": 5}
    old = sa.table("tables", *(sa.column(name) for name in row))
    with engine.begin() as connection:
        connection.execute(sa.insert(old).values(row))
    engine.dispose()
    migrate(settings)

    async def found():
        async with store_of(database_url) as store:
            return await store.info("table")

    assert run(found()) == info
    assert not info.hints


def test_a_database_of_a_newer_version_is_refused_in_one_line(database_url, tmp_path, nursery):
    migrate(Settings(database=database_url))
    engine = sync_engine(database_url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    for file in tmp_path.glob("bauboom.db"):
        file.chmod(0o600)  # as a server makes it
    assert refused(QuickServer(nursery, database_url, tmp_path)) == (
        "bauboom: the database was made by a newer Bauboom; install that one\n"
    )


def refused(server):
    """What a server says that does not start."""
    server.start()
    try:
        assert server.process.wait(60) == 2
    finally:
        server._leave()
    return server.said()


def test_sqlite_is_for_one_server(tmp_path, nursery):
    database = str(tmp_path / "bauboom.db")
    with QuickServer(nursery, database, tmp_path):
        second = refused(QuickServer(nursery, database, tmp_path))
    assert second == f"bauboom: another server uses {database}; PostgreSQL is for several\n"
    with QuickServer(nursery, database, tmp_path):
        pass  # and the next one may


@pytest.mark.parametrize("place", ["/proc/bauboom.db", "/dev/null/bauboom.db"])
def test_a_database_that_cannot_be_written_is_refused_in_one_line(place, tmp_path, nursery):
    said = refused(QuickServer(nursery, place, tmp_path))
    assert said.startswith("bauboom: ")
    assert said.count("\n") == 1


def test_two_processes_may_start_at_once_on_an_empty_database(postgres_url, tmp_path, nursery):
    servers = [QuickServer(nursery, postgres_url, tmp_path) for _ in range(3)]
    with contextlib.ExitStack() as afterwards:
        for server in servers:
            afterwards.callback(server._leave)
            server.start()
        for server in servers:
            server.wait_ready()


def test_a_commit_of_sqlite_is_on_the_disk(tmp_path):
    async def pragmas():
        async with store_of(str(tmp_path / "bauboom.db")) as store, store.engine.connect() as connection:
            names = ("journal_mode", "synchronous", "foreign_keys")
            return [(await connection.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in names]

    assert run(pragmas()) == ["wal", 2, 1]  # 2 is FULL


def new_table(number, pace=Pace()):
    info = Info(f"table{number}", f"code{number}", "manhattan", {"players": 2}, pace, "ada", 1000, bytes(32))
    return Table(info, game_of("manhattan", {"players": 2}, None))


async def at_new_tables(store, count):
    """Tables in the database, at which nobody sits yet."""
    new = [new_table(number) for number in range(count)]
    for table in new:
        await store.create(table.info, 2, None, [])
    return new


def first(table, person="ada"):
    logged = log.Logged(table.version + 1, 2000, log.Sat(0, person, person))
    return write_of(table, table.after(logged), logged)


def test_what_comes_in_while_a_commit_is_under_way_shares_the_next_one(database_url):
    migrate(Settings(database=database_url))

    async def append_at_once():
        async with store_of(database_url) as store:
            new = await at_new_tables(store, 60)
            writing = asyncio.create_task(store.write_groups())
            won = await asyncio.gather(*(store.append(first(table)) for table in new))
            writing.cancel()
            logs = [len(await store.log(table.info.id)) for table in new]
            return won, logs, store.commits, store.written

    won, logs, commits, written = run(append_at_once())
    assert won == [True] * 60
    assert logs == [1] * 60
    assert written == 60
    assert commits < 30


def test_a_version_is_won_once_and_the_loser_leaves_no_trace(database_url):
    migrate(Settings(database=database_url))

    async def append_twice():
        async with store_of(database_url) as one, store_of(database_url) as two:
            new = await at_new_tables(one, 20)
            writing = [asyncio.create_task(store.write_groups()) for store in (one, two)]
            tries = [(store, table, who) for table in new for store, who in ((one, "ada"), (two, "grace"))]
            won = await asyncio.gather(*(store.append(first(table, who)) for store, table, who in tries))
            for task in writing:
                task.cancel()
            winners = {table.info.id: who for (_, table, who), is_won in zip(tries, won, strict=True) if is_won}
            for table in new:
                (entry,) = await one.log(table.info.id)
                assert entry.entry.person == winners[table.info.id]
                query = sa.text("SELECT person FROM seats WHERE table_id = :id").bindparams(id=table.info.id)
                assert [row["person"] for row in await one.rows(query)] == [winners[table.info.id]]
            return won

    assert sum(run(append_twice())) == 20


@pytest.mark.slow
def test_a_table_at_which_nobody_ever_sat_goes_by_itself(database_url, tmp_path, nursery):
    async def story(server):
        ada = await Player(Witness(), lambda: server, "Ada", 1).introduce()
        table = await ada.create(game="manhattan", options={"players": 2})
        async with store_of(database_url) as store:
            while (await store.row(sa.select(tables).where(tables.c.id == table)))["phase"] != "closed":
                await asyncio.sleep(0.05)
        await ada.close()

    with QuickServer(nursery, database_url, tmp_path, waiting_days=1e-9) as server:
        run(story(server), 60)


@contextlib.asynccontextmanager
async def playing(witness, server, seed, until):
    """People at three tables, who go on until somebody says that it is enough."""
    names = ("Ada", "Grace", "Emmy", "Kurt", "Alan")
    ways = ("socket", "http", "socket", "socket", "socket")
    people = [Player(witness, server, name, seed, way) for name, way in zip(names, ways, strict=True)]
    for person in people:
        await person.introduce()
    async with asyncio.TaskGroup() as group:
        group.create_task(series(people[:2], "manhattan", until))
        group.create_task(series(people[2:4], "gratte-ciel", until))
        group.create_task(series(people[4:], "hoch-hinaus", until, bots=1))
        yield people
    for person in people:
        await person.close()


class Switch:
    """Whether it is enough."""

    is_on = False

    def __call__(self, game):
        return self.is_on


@pytest.mark.skipif(sys.platform != "linux", reason="the limits of another process can be changed on Linux only")
@pytest.mark.slow
def test_a_full_disk_refuses_moves_and_loses_none(tmp_path, nursery):
    database, witness, enough = str(tmp_path / "bauboom.db"), Witness(), Switch()

    async def story(server):
        async with playing(witness, lambda: server, 3, enough), store_of(database) as store:
            await witness.more(30)
            for _ in range(3):
                # no file may grow beyond its size now: that is what a full disk looks like to SQLite
                size = min(os.path.getsize(database), os.path.getsize(database + "-wal"))
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
                await refusal(server)
                await check_acks(store, witness, {})
                resource.prlimit(
                    server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
                )
                await witness.more(30)
            enough.is_on = True

    async def refusal(server):
        """Wait until somebody is told that nothing can be stored."""
        stranger = Player(witness, lambda: server, "Rózsa", 3)
        while True:
            url = server.url
            answer = await stranger.http.post(f"{url}/api/me", json={"name": "Rózsa"}, headers={"Origin": url})
            if answer.status_code >= 500:
                break
        await asyncio.sleep(1)  # and those who play as well
        await stranger.close()

    with QuickServer(nursery, database, tmp_path, **FAST) as server:
        run(story(server))
        assert server.process.poll() is None
        assert "a commit failed" in server.said()
    run(check(database, witness))


@pytest.mark.slow
def test_a_copy_of_a_server_at_work_is_one_with_which_all_games_go_on(database_url, postgres, tmp_path, nursery):
    witness, enough, copied, people = Witness(), Switch(), {}, []
    environment = {**os.environ, "PATH": f"{binaries()}:{os.environ['PATH']}"}
    target = tmp_path / "copy.db"

    async def story(server):
        async with playing(witness, lambda: server, 4, enough) as those:
            people.extend(those)
            await witness.more(40)
            copied.update({place: version for place, version in witness.sent.items() if version is not None})
            command = [sys.executable, "-m", "bauboom", "backup", str(target), "--database", database_url]
            done = await asyncio.to_thread(
                subprocess.run, command, env=environment, capture_output=True, text=True, check=False
            )
            assert (done.returncode, done.stderr) == (0, "")
            await witness.more(10)
            enough.is_on = True

    with QuickServer(nursery, database_url, tmp_path, **FAST) as server:
        run(story(server))
    assert not list(tmp_path.glob(".*.part"))
    with contextlib.ExitStack() as afterwards:
        place = str(target)
        if database_url.startswith("postgresql"):
            place = afterwards.enter_context(postgres.database())
            restore = [binaries() / "pg_restore", f"--dbname={plain(place)}", target]
            subprocess.run(restore, check=True, env=environment)
        before = run(histories(database_url))
        for table, entries in run(histories(place)).items():
            assert entries == before[table][: len(entries)]  # a moment of the whole, not a mixture

        with QuickServer(nursery, place, tmp_path, **FAST) as server:
            run(go_on(server, people, copied))


async def go_on(server, people, acknowledged):
    """All that was acknowledged is there, and people play the games to their ends that were being played."""
    async with store_of(server.database) as store:
        await check_acks(store, Witness(sent=acknowledged), {})
        there = await store.rows(
            sa.select(seats.c.table_id, seats.c.person).join(tables).where(tables.c.phase == "playing")
        )
    later = [person.again(Witness(), lambda: server) for person in people]
    seated = [(row["table_id"], one) for row in there for one in later if row["person"] == one.id]
    assert seated
    await together(person.play(table) for table, person in seated)
    assert all(table in person.witness.finished for table, person in seated)
    for person in later:
        await person.close()


async def ends(database):
    """When the games were over that are, by seat: an upgrade has to find that out."""
    async with store_of(database) as store:
        rows = await store.rows(sa.select(seats).where(seats.c.ended.is_not(None)))
        return {(row["table_id"], row["seat"]): row["ended"] for row in rows}


def make_older(new, old, revision):
    """What is in a database, in one as an earlier version made them: what that did not know is left out."""
    migrate(Settings(database=old), revision)
    known = sa.MetaData()
    source, target = sync_engine(new), sync_engine(old)
    known.reflect(target)
    with source.connect() as reading, target.begin() as writing:
        for table in known.sorted_tables:
            if table.name in metadata.tables:
                columns = [metadata.tables[table.name].c[column.name] for column in table.columns]
                rows = reading.execute(sa.select(*columns))
                if found := [dict(row) for row in rows.mappings()]:
                    writing.execute(sa.insert(table), found)
        if writing.dialect.name == "postgresql":  # where numbers are counted apart from the rows
            for name in ("chats", "notices"):
                writing.execute(
                    sa.text(f"SELECT setval('{name}_id_seq', (SELECT coalesce(max(id), 0) + 1 FROM {name}), false)")
                )
    source.dispose()
    target.dispose()


def test_bots_of_before_are_muted_with_their_owners(database_url):
    settings = Settings(database=database_url)
    migrate(settings, "0008watching")
    url = settings.database_url
    engine = sa.create_engine(url if settings.is_postgresql else url.set(drivername="sqlite"))
    bots = [("ada", None, 99), ("grace", None, None), ("of-ada", "ada", None), ("of-grace", "grace", None)]
    with engine.begin() as connection:
        for number, owner, muted in bots:
            values = {"id": number, "name": number, "kind": "bot" if owner else "account", "created": 1}
            connection.execute(sa.insert(people).values(**values, owner=owner, muted=muted))
    migrate(settings)
    with engine.connect() as connection:
        found = dict(connection.execute(sa.select(people.c.id, people.c.muted)).all())
    engine.dispose()
    assert found == {"ada": 99, "grace": None, "of-ada": 99, "of-grace": None}


@pytest.mark.slow
@pytest.mark.parametrize("revision", ["0003", "0004fair", "0005"])
def test_games_go_on_when_a_server_starts_with_an_older_database(revision, database_url, postgres, tmp_path, nursery):
    witness, enough, people, acknowledged = Witness(), Switch(), [], {}

    async def begin(server):
        async with playing(witness, lambda: server, 7, enough) as those:
            people.extend(those)
            await witness.more(60)
            enough.is_on = True

    with QuickServer(nursery, database_url, tmp_path, **FAST) as server, Client(server, "Emmy") as emmy:
        emmy.post("/api/account", login="emmy", password="correct horse").raise_for_status()
        bots = {"game": "manhattan", "options": {"players": 2}, "seats": ["me", "bot:random"]}
        over = emmy.post("/api/tables", **bots).json()["id"]
        run(begin(server))
        emmy.do(over, "resign").raise_for_status()
        server.stop()
    acknowledged |= {place: version for place, version in witness.sent.items() if version is not None}
    with contextlib.ExitStack() as afterwards:
        old = f"sqlite+aiosqlite:///{tmp_path / 'old.db'}"
        if database_url.startswith("postgresql"):
            old = afterwards.enter_context(postgres.database())
        make_older(database_url, old, revision)
        before, ended = run(histories(database_url)), run(ends(database_url))
        assert (over, 0) in ended
        with QuickServer(nursery, old, tmp_path, **FAST) as server, Client(server) as emmy:
            assert run(histories(old)) == before
            assert run(ends(old)).items() >= ended.items()
            run(go_on(server, people, acknowledged))
            emmy.post("/api/login", login="emmy", password="correct horse").raise_for_status()
        engine = sync_engine(old)
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        engine.dispose()


@pytest.mark.slow
def test_a_copy_takes_the_place_of_a_database_as_operators_are_told_to_do_it(database_url, postgres, tmp_path, nursery):
    witness, enough, copied, people, target = Witness(), Switch(), {}, [], tmp_path / "games.db"
    environment = {**os.environ, "PATH": f"{binaries()}:{os.environ['PATH']}"}

    async def story(server):
        async with playing(witness, lambda: server, 8, enough) as those:
            people.extend(those)
            await witness.more(40)
            copied.update({place: version for place, version in witness.sent.items() if version is not None})
            command = [sys.executable, "-m", "bauboom", "backup", str(target), "--database", database_url]
            await asyncio.to_thread(subprocess.run, command, env=environment, check=True, capture_output=True)
            await witness.more(40)
            enough.is_on = True

    with QuickServer(nursery, database_url, tmp_path, **FAST) as server:
        run(story(server))
        server.kill()  # whatever it was that made somebody want the copy
        if database_url.startswith("postgresql"):
            restore = ["pg_restore", "--clean", "--if-exists", "-d", plain(database_url), target]
            subprocess.run([binaries() / restore[0], *restore[1:]], check=True, env=environment)
        else:
            database = tmp_path / "bauboom.db"
            target.replace(database)
            for ending in ("-wal", "-shm"):
                database.with_name(database.name + ending).unlink()
        server.restart()
        run(go_on(server, people, copied))


def test_sqlite_is_for_one_server_by_whatever_name_it_is_reached(tmp_path, nursery):
    database, other = tmp_path / "bauboom.db", tmp_path / "other.db"
    other.symlink_to(database)
    with QuickServer(nursery, str(database), tmp_path):
        assert "another server uses" in refused(QuickServer(nursery, str(other), tmp_path))


def test_only_the_servers_user_may_read_what_it_keeps(tmp_path, nursery):
    database = tmp_path / "bauboom.db"
    with QuickServer(nursery, str(database), tmp_path):
        backup(Settings(database=str(database)), tmp_path / "copy.db")
        files = [file for file in tmp_path.iterdir() if ".db" in file.name]
        assert {"bauboom.db", "bauboom.db.lock", "bauboom.db-wal", "copy.db"} <= {file.name for file in files}
        assert {oct(file.stat().st_mode & 0o777) for file in files} == {"0o600"}


def test_files_of_older_versions_that_others_could_read_are_closed_to_them(tmp_path, nursery):
    database = tmp_path / "bauboom.db"
    with QuickServer(nursery, str(database), tmp_path, log_level="warning") as server, Client(server, "Ada") as ada:
        ada.post("/api/tables", game="manhattan", seats=["me"]).raise_for_status()
        backup(Settings(database=str(database)), tmp_path / "bauboom.db.bak")
        server.kill()  # so that what belongs to the database stays
        (tmp_path / "bauboom.db-wal.damaged-20260101-000000").touch()
        (tmp_path / "bauboom.db.txt").write_text("a note of the operator's")
        files = sorted(tmp_path.glob("bauboom.db*"))
        for file in files:
            file.chmod(0o644)
        server.restart()
        assert ada.get("/api/me").json()["name"] == "Ada"
        is_open = [file.name for file in files if file.exists() and file.stat().st_mode & 0o077]
        assert is_open == ["bauboom.db.txt"]
        told = [line for line in server.said().splitlines() if "others could read" in line]
        endings = ["", "-shm", "-wal", "-wal.damaged-20260101-000000", ".bak", ".lock"]
        assert [line.partition("others could read ")[2] for line in told] == [
            f"{database}{ending}; now only the user can who runs this server" for ending in endings
        ]
        server.stop()
        server.restart()
        assert server.said().count("others could read") == len(told)


async def histories(database):
    async with store_of(database) as store:
        rows = await store.rows(sa.text("SELECT id FROM tables"))
        return {row["id"]: await store.log(row["id"]) for row in rows}


def test_a_copy_goes_to_a_new_file_in_a_folder_that_is_there(tmp_path):
    settings = Settings(database=str(tmp_path / "a b?c#d%20.db"))
    with pytest.raises(OptionError, match="there is no database at"):
        backup(settings, tmp_path / "copy.db")
    migrate(settings)
    assert backup(settings, tmp_path / "copy.db") == (tmp_path / "copy.db").stat().st_size > 0
    with pytest.raises(OptionError, match="exists already"):
        backup(settings, tmp_path / "copy.db")
    with pytest.raises(OptionError, match="there is no folder"):
        backup(settings, tmp_path / "nowhere" / "copy.db")
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"this is no database" * 1000)
    with pytest.raises(OptionError, match=r"damaged\.db"):
        backup(Settings(database=str(damaged)), tmp_path / "second.db")
    assert not (tmp_path / "second.db").exists()
    assert not list(tmp_path.glob(".*.part"))


def test_pg_dump_says_what_is_wrong_and_leaves_nothing(postgres_url, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", f"{binaries()}:{os.environ['PATH']}")
    nowhere = postgres_url.rpartition("/")[0] + "/nowhere"
    with pytest.raises(OptionError, match=r"pg_dump: .*nowhere"):
        backup(Settings(database=nowhere), tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_connections_that_break_in_the_middle_cost_no_move_and_play_none_twice(postgres_url, tmp_path, nursery):
    witness, enough, rng = Witness(), Switch(), random.Random(6)
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> %s"
    )

    async def story(server):
        known = {}
        async with playing(witness, lambda: server, 6, enough), store_of(postgres_url) as store:
            address = plain(postgres_url)
            for _ in range(25):
                await asyncio.sleep(rng.uniform(0.0, 0.5))
                async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                    await connection.execute(cut, [store.session])
                await check_acks(store, witness, known)
                await witness.more(4)
            enough.is_on = True

    with QuickServer(nursery, postgres_url, tmp_path, **FAST) as server:
        run(story(server))
        assert server.process.poll() is None
    total = run(check(postgres_url, witness))
    assert total >= witness.acks > 100


def test_games_of_older_rules_are_closed_or_only_listed_and_waiting_tables_go_on(database_url, tmp_path, nursery):
    with QuickServer(nursery, database_url, tmp_path, **FAST) as server, Client(server, "Ada") as ada:
        bots = {"game": "manhattan", "options": {"players": 2}, "seats": ["me", "bot:random"]}
        playing, over = (ada.post("/api/tables", **bots).json()["id"] for _ in range(2))
        waiting = ada.post("/api/tables", **bots | {"seats": ["me", "open"]}).json()["id"]
        own = {"game": "gratte-ciel", "options": {"players": 2}, "seats": ["me", "open"], "material": STANDARD}
        with_deck = ada.post("/api/tables", **own).json()["id"]
        for table in (playing, over):
            with ada.live(table) as socket:
                while heard(socket)["table"]["phase"] != "playing":
                    pass
        assert ada.do(over, "resign").status_code == 200
        server.kill()
        engine = sync_engine(database_url)
        with engine.begin() as connection:  # as if a program with other rules had made them
            connection.execute(sa.update(tables).values(rules=7))
        engine.dispose()
        with QuickServer(nursery, database_url, tmp_path, **FAST) as ada.server:
            for table in (playing, over, with_deck):  # a deck of one's own may be of a form that is no longer read
                answer = ada.get(f"/api/tables/{table}")
                assert (answer.status_code, answer.json()["error"]) == (410, "outdated")
            assert ada.get(f"/api/tables/{waiting}").json()["table"]["phase"] == "waiting"
            assert [row["id"] for row in ada.get("/api/mine").json()] == [waiting]
            assert [row["id"] for row in ada.get("/api/mine", finished="true").json()] == [over]
            assert "the rules of manhattan have changed: 1 games in progress are closed" in ada.server.said()
