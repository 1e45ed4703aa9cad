"""A table says when others may let a bot play for somebody who is silent, and keeps its word."""

import pytest

from bauboom import load
from bauboom.server import commands, entries
from bauboom.server.clock import Pace, Terms, replaceable
from bauboom.server.problems import Problem
from bauboom.server.table import Asker, Info, Table

NAMES = ("Ada", "Grace", "Mary")


def playing(pace, outages=()):
    """A table with three people; whoever begins is on turn since 10,000."""
    game = load("manhattan", players=3)
    info = Info("table", "code", game.name, dict(game.options), pace, "Ada", 0, bytes(32))
    table = Table(info, game, Terms(), outages)
    for seat, name in enumerate(NAMES):
        table = table.after(entries.Logged(seat + 1, 1, entries.Sat(seat, name, name)))
    return table.after(entries.Logged(4, 10_000, table.happen(table.due)))


def replaced(table, now):
    other = NAMES[(table.turn + 1) % 3]
    return table.decide(commands.Replace(seat=table.turn), Asker(other, other, frozenset({other})), now)


@pytest.mark.parametrize(("outages", "at"), [((), 190_000), (((50_000, 60_000),), 200_000)])
def test_who_is_silent_can_be_replaced_from_the_time_that_is_told(outages, at):
    table = playing(Pace("free"), outages)
    assert table.public["replaceable"] == replaceable(table) == at
    with pytest.raises(Problem, match="wait until nothing has come"):
        replaced(table, at - 1)
    assert replaced(table, at) == entries.WentOut(table.turn, "replaced", "greedy")


def test_nobody_can_be_replaced_where_there_is_a_clock_or_a_bot_or_nothing_to_wait_for():
    assert replaceable(playing(Pace("live"))) is None
    assert replaceable(playing(Pace("days"))) is None
    table = playing(Pace("free"))
    left = table.after(entries.Logged(5, 20_000, entries.WentOut(table.turn, "resigned", "greedy")))
    assert replaceable(left) is None
    assert replaceable(Table(table.info, table.game)) is None
