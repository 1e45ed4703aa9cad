"""Glicko-2: the example of the paper, and the numbers that the page finds, too (web/tests/puzzles.test.ts)."""

import pytest

from bauboom.arena.glicko import NEWCOMER, Glicko, rated


def test_the_example_of_the_paper():
    meetings = [(Glicko(1400, 30), 1), (Glicko(1550, 100), 0), (Glicko(1700, 300), 0)]
    after = rated(Glicko(1500, 200), meetings)
    assert after.rating == pytest.approx(1464.06, abs=0.05)
    assert after.deviation == pytest.approx(151.52, abs=0.05)
    assert after.volatility == pytest.approx(0.05999, abs=5e-5)


@pytest.mark.parametrize(
    ("before", "meetings", "after"),
    [
        (NEWCOMER, [(Glicko(1300, 150), 1)], (1425.1960, 262.8547, 0.0600)),
        (NEWCOMER, [(Glicko(1300, 150), 0)], (1066.0836, 262.8547, 0.0600)),
        (Glicko(1500, 50), [(Glicko(2300, 30), 1)] * 5, (1573.7072, 50.9774, 0.0603)),
        (Glicko(1500, 100), [], (1500, 100.5417, 0.06)),
    ],
)
def test_the_numbers_of_the_page(before, meetings, after):
    found = rated(before, meetings)
    assert (found.rating, found.deviation, found.volatility) == pytest.approx(after, abs=1e-4)
