"""The worked scoring examples of the two rule books, on boards that match every sentence of them."""

from .table import BLACK, BLUE, GREEN, ORANGE, PURPLE, RED, YELLOW, end_round, lay


def scored(towers, edition):
    state = end_round(lay(towers=towers, phase="draw", turn=3, edition=edition))
    tallest, cities, each = state.row.points.tolist()
    return tallest, cities, each, state


def owners(towers, city):
    return [blocks[-1][0] for place, blocks in towers.items() if place[0] == city]


def test_M_score_the_example_of_1994():
    towers = {
        # Sydney: black has the majority
        **{"A1": [(BLACK, 1)], "A3": [(RED, 1), (BLACK, 2)], "A5": [(RED, 2)], "A8": [(GREEN, 3)]},
        # Manhattan: nobody has it
        **{"B2": [(RED, 1)], "B4": [(GREEN, 1), (GREEN, 2)], "B9": [(BLACK, 1)]},
        # Frankfurt: the tallest tower of the board is blue's, the majority black's
        **{"C1": [(RED, 2), (GREEN, 2), (BLUE, 3)], "C5": [(BLACK, 2)], "C6": [(BLACK, 3)], "C7": [(GREEN, 1)]},
        # Hong Kong and São Paulo: a single tower each, and with it the majority
        **{"D5": [(BLUE, 1)], "E5": [(RED, 2)]},
        # in Cairo nobody has it
        **{"F1": [(BLUE, 1)], "F2": [(RED, 1)], "F3": [(GREEN, 1)]},
    }
    assert [len(owners(towers, city)) for city in "DE"] == [1, 1]
    tallest, cities, each, state = scored(towers, "1994")
    assert tallest[BLUE] == 3
    assert state.row.owner[2 * 9] == BLUE  # in Frankfurt
    assert cities == [2, 2, 0, 4]
    assert each == [4, 3, 4, 5]
    by_name = dict(zip(("red", "blue", "green", "black"), state.scores, strict=True))
    assert by_name == {"blue": 8, "black": 9, "red": 6, "green": 4}


def test_M_score_the_example_of_2017():
    towers = {
        # A: yellow has the majority
        **{"A1": [(YELLOW, 1)], "A2": [(YELLOW, 2)], "A3": [(PURPLE, 1)]},
        # B and C: purple has it
        **{"B1": [(PURPLE, 1)], "B2": [(PURPLE, 1)], "B3": [(PURPLE, 2)], "B4": [(BLUE, 1)]},
        **{"C1": [(PURPLE, 1)], "C2": [(PURPLE, 3)], "C3": [(YELLOW, 1)]},
        # in D blue has it
        **{"D1": [(BLUE, 1)], "D2": [(BLUE, 1)], "D3": [(YELLOW, 1)]},
        # E and F: nobody alone; orange's only tower is the tallest of all
        **{"E1": [(PURPLE, 1)], "E2": [(PURPLE, 1)], "E3": [(BLUE, 2)], "E4": [(BLUE, 1)], "E5": [(ORANGE, 4)]},
        **{"F1": [(PURPLE, 2)], "F2": [(BLUE, 3)], "F3": [(YELLOW, 3)]},
    }
    tallest, cities, each, state = scored(towers, "2017")
    assert tallest[ORANGE] == 3
    majorities = {"A": YELLOW, "B": PURPLE, "C": PURPLE, "D": BLUE, "E": None, "F": None}
    for city, leader in majorities.items():
        counts = sorted((owners(towers, city).count(c) for c in range(4)), reverse=True)
        assert (counts[0] > counts[1]) == (leader is not None)
        assert leader is None or owners(towers, city).count(leader) == counts[0]
    assert cities == [0, 2, 2, 4]
    by_name = dict(zip(("orange", "blue", "yellow", "purple"), each, strict=True))
    assert by_name == {"purple": 9, "blue": 6, "yellow": 5, "orange": 1}
    by_name = dict(zip(("orange", "blue", "yellow", "purple"), state.scores, strict=True))
    assert by_name == {"purple": 13, "blue": 8, "yellow": 7, "orange": 4}
