"""What the numbers mean that the kernels of sheet.py write, as data that Python and the page read."""

from bauboom.core.schema import NUMBER, Case, Const, Many, Maybe, Object, Sheets, Tuple, Word

from .components import CITIES, COLOUR_NAMES, MARKED, SIDE_NAMES, VARIANTS
from .reasons import REASONS

PHASES = ("start", "deal", "pick", "build", "draw", "over")
DYES = tuple(dict.fromkeys(name for names in COLOUR_NAMES.values() for name in names))
PLACE = Tuple([NUMBER, NUMBER])
NUMBERS = Many(NUMBER)
POINTS = Tuple([NUMBER, NUMBER, NUMBER])
SITE = Object(
    "Site",
    {"owner": Maybe(NUMBER), "height": NUMBER, "storeys": NUMBERS, "to_take": Many(Maybe(NUMBER))},
    {"owner": "a colour", "storeys": "by colour", "to_take": "by colour, the smallest block that takes the tower"},
)
VIEW = Object(
    "View",
    {
        "game": Const("manhattan"),
        "options": Word(VARIANTS),
        "seat": Maybe(NUMBER),
        "phase": Word(PHASES),
        "turn": Maybe(NUMBER),
        "picking": Maybe(NUMBER),
        "round": NUMBER,
        "rounds": NUMBER,
        "starter": NUMBER,
        "cities": Many(
            Object(
                "City",
                {"name": Word(CITIES, "CityName"), "majority": Maybe(NUMBER), "towers": NUMBERS, "sites": Many(SITE)},
                {"majority": "a colour", "towers": "by colour"},
            )
        ),
        "tallest": Maybe(PLACE),
        "highest": Many(PLACE),
        "players": Many(
            Object(
                "Player",
                {
                    "side": Word(SIDE_NAMES),
                    "colours": NUMBERS,
                    "cards": NUMBER,
                    "hand": Maybe(NUMBERS),
                    "marks": Word((MARKED + 1).tolist()),  # [side, card]
                },
                {"cards": "how many", "marks": "by card, the site it marks for this player"},
            )
        ),
        "colours": Many(
            Object(
                "Colour",
                {
                    "name": Word(DYES, "ColourName"),
                    "score": NUMBER,
                    "supply": NUMBERS,
                    "picked": NUMBERS,
                    "removed": NUMBERS,
                    "last_points": POINTS,
                    "points_now": POINTS,
                },
                {"supply": "by size − 1", "last_points": "for the tallest tower, cities and towers"},
            )
        ),
        "played": NUMBERS,
        "pile": NUMBER,
    },
    {
        "picking": "the colour of which blocks are picked",
        "tallest": "the single tallest tower: city and site",
        "highest": "all towers that are as tall as any",
        "played": "by card − 1, how many lie face up",
        "pile": "how many cards are face down",
    },
)
BLOCK = {"colour": NUMBER, "block": NUMBER}
EVENT_KINDS = {
    "start": Object("Started", {"seat": NUMBER}),
    "deal": Object("Dealt", {"seat": NUMBER, "cards?": NUMBERS}),
    "pick": Object("Picked", {"seat": NUMBER, "colour": NUMBER, "blocks": NUMBERS}),
    "build": Object("Built", {"seat": NUMBER, "card": NUMBER, "city": NUMBER, "site": NUMBER, **BLOCK}),
    "skip": Object("Skipped", {"seat": NUMBER, "card": NUMBER, **BLOCK}),
    "draw": Object("Drawn", {"seat": NUMBER, "card?": NUMBER}),
    "reshuffle": Object("Reshuffled", {}),
    "score": Object(
        "Scored",
        {
            "round": NUMBER,
            "points": Object("PointsOfRound", {"tallest": NUMBERS, "cities": NUMBERS, "towers": NUMBERS}),
            "total": NUMBERS,
        },
    ),
}
STARTED, DEALT, PICKED, BUILT, SKIPPED, DRAWN, RESHUFFLED, SCORED = range(len(EVENT_KINDS))
SHEETS = Sheets(view=VIEW, event=Case("Event", "e", EVENT_KINDS), reason=REASONS)
