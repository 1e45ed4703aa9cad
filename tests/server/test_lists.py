"""No list goes through all games, or sorts them: what the databases say they would do."""

import json

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from bauboom.server import lists
from bauboom.server.people import households
from bauboom.server.serve import migrate
from bauboom.server.settings import Settings
from bauboom.server.store import chats, people, ratings, seats, sessions, shuns, tables

MANY = 20_000
PHASES = ("waiting", "playing", "over", "over", "over", "over", "over", "closed")
LISTS = {
    "lobby": lists.lobby(None),
    "lobby of a game": lists.lobby("manhattan"),
    "watch": lists.watchable(),
    "finished": lists.finished(None, None),
    "finished, the next page": lists.finished(None, MANY // 2),
    "finished of a game": lists.finished("gratte-ciel", None),
    "finished of a profile": lists.finished_of(["p7"], None, is_public=True),
    "finished of a profile and a game": lists.finished_of(["p7"], 9000, "manhattan", is_public=True),
    "finished of a person": lists.finished_of(["p7"], None),
    "ratings": lists.best("manhattan", 2),
    "chat": lists.last_chats("t7"),
    "lobby of a person": lists.lobby_of(["p8"]),
    "people": lists.newest_people().limit(50),
    "who is the same": households(["p7", "p8"]),
    "who is the same as whom somebody shuns": households(sa.select(shuns.c.other).where(shuns.c.person == "p7")),
    "who shuns somebody": sa.select(shuns.c.id).where(shuns.c.person.in_(households(["p7"]))),
}
# these sort what one person has: a page for each guest that the account has been, or games that are not over
SORTED = {
    "finished of a person who was a guest": lists.finished_of(["p7", "p8", "p9"], 15_000),
    "going on": lists.going_on(["p7", "p8"], None),
}


def filled(database):
    """An engine on a database with many games, people, ratings and lines of chat."""
    settings = Settings(database=database)
    migrate(settings)
    url = settings.database_url
    engine = sa.create_engine(url if settings.is_postgresql else url.set(drivername="sqlite"))
    games = ("manhattan", "hoch-hinaus", "gratte-ciel")
    with engine.begin() as connection:
        row = {"options": "{}", "players": 2, "pace": "{}", "chat": True, "rated": False, "hints": False, "rules": 0}
        rows = [
            row
            | {"id": f"t{n}", "code": f"c{n}", "game": games[n % 3], "host": f"p{n % 500}", "created": n, "seed": b""}
            | {"changed": n, "version": 1, "phase": PHASES[n % 8], "listed": n % 7 != 1, "spectators": n % 5 != 1}
            for n in range(MANY)
        ]
        connection.execute(sa.insert(tables), rows)
        ended = [n if PHASES[n % 8] in ("over", "closed") else None for n in range(MANY)]
        rows = [
            {"table_id": f"t{n}", "seat": seat, "person": f"p{(n + seat) % 500}", "ended": ended[n]}
            for n in range(MANY)
            for seat in range(2)
        ]
        connection.execute(sa.insert(seats), rows)
        rows = [{"id": f"p{n}", "kind": "account", "name": "Ada", "login": f"p{n}", "created": n} for n in range(5000)]
        connection.execute(sa.insert(people), rows)
        rows = [{"id": f"s{n}", "person": f"p{n}", "created": n, "seen": n, "device": ""} for n in range(5000)]
        connection.execute(sa.insert(sessions), rows)
        rows = [
            {"who": f"p{n % 5000}", "game": games[n // 5000], "players": 2, "mu": 0, "sigma": 0, "games": 3}
            | {"fitness": n % 77}
            for n in range(15_000)
        ]
        connection.execute(sa.insert(ratings), rows)
        rows = [{"id": f"x{n}", "person": f"p{n % 5000}", "other": f"p{n // 4}", "name": "Ada"} for n in range(MANY)]
        connection.execute(sa.insert(shuns), [row | {"kind": "mute", "created": 0} for row in rows])
        said = {"at": 0, "seat": 0, "name": "Ada", "text": "Hello"}
        connection.execute(sa.insert(chats), [{"table_id": f"t{n % 2000}", **said} for n in range(MANY)])
    if settings.is_postgresql:  # which does this by itself; SQLite does not
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(sa.text("ANALYZE"))
    return engine


def plan_of(connection, query):
    """What the database would do: its steps, as text."""
    if connection.dialect.name == "sqlite":
        text = query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
        return [row[3] for row in connection.execute(sa.text(f"EXPLAIN QUERY PLAN {escaped(text)}"))]
    text = query.compile(dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True})
    (plan,) = connection.execute(sa.text(f"EXPLAIN (FORMAT JSON) {escaped(text)}")).scalar_one()
    plan = plan if isinstance(plan, dict) else json.loads(plan)
    return list(nodes(plan["Plan"]))


def escaped(text):
    return str(text).replace(":", "\\:")


def nodes(plan):
    yield f"{plan['Node Type']} {plan.get('Relation Name', '')}".strip()
    for part in plan.get("Plans", ()):
        yield from nodes(part)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def connection(request, tmp_path_factory):
    if request.param == "sqlite":
        engine = filled(str(tmp_path_factory.mktemp("lists") / "bauboom.db"))
        with engine.connect() as connection:
            yield connection
    else:
        with request.getfixturevalue("postgres").database() as url:
            engine = filled(url)
            with engine.connect() as connection:
                for other in ("sort", "bitmapscan", "hashjoin"):  # of few rows, it would rather sort them
                    connection.execute(sa.text(f"SET enable_{other} = off"))
                yield connection
            engine.dispose()
    engine.dispose()


SCANS = ("SCAN tables", "SCAN seats", "SCAN ratings", "SCAN chats", "SCAN people", "SCAN shuns")


def goes_through_all(step):
    """Whether a step reads a whole table, in SQLite's words or in PostgreSQL's; an index in its order is none."""
    return (step.startswith(SCANS) and "USING" not in step) or step.startswith("Seq Scan")


def sorts(step):
    return "TEMP B-TREE FOR ORDER BY" in step or step in ("Sort", "Incremental Sort")


@pytest.mark.slow
@pytest.mark.parametrize("name", LISTS)
def test_a_list_follows_an_index(connection, name):
    steps = plan_of(connection, LISTS[name])
    assert not any(goes_through_all(step) or sorts(step) for step in steps), steps
    assert connection.execute(LISTS[name]).fetchall()


@pytest.mark.slow
@pytest.mark.parametrize("name", SORTED)
def test_what_is_sorted_is_one_persons(connection, name):
    steps = plan_of(connection, SORTED[name])
    assert not any(goes_through_all(step) for step in steps), steps
    found = connection.execute(SORTED[name]).mappings().all()
    times = [row["changed"] for row in found]
    assert times
    assert not any("unfinished" in step for step in steps), "those of all people"
    assert times == sorted(times, reverse=True)
    assert len({row["id"] for row in found}) == len(found)


@pytest.mark.slow
def test_the_plan_of_a_list_without_an_index_would_be_noticed(connection):
    query = sa.select(tables).where(tables.c.version == 1).order_by(tables.c.created.desc()).limit(50)
    steps = plan_of(connection, query)
    assert any(map(goes_through_all, steps)), steps
    assert any(map(sorts, steps)), steps
