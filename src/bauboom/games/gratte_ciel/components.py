"""What is on the table: cards, options, and the row that holds one game."""

import numpy as np

from bauboom.core.arrays import constants

from .deck import ACTIONS, CATEGORIES, FLOORS, FOUNDATIONS, KINDS, ROOFS, SPECIALS, STANDARD, SUFFIXES

MAX_SEATS = 5
HAND = 5  # G-turn
SITES = 10  # as many as there are foundations

# G-cards: kinds of cards by number, in the order of the deck's file, foundations apart
CARDS = len(KINDS)
FLOORS_END = len(FLOORS)  # floors come first, category by category
SPECIALS_END = FLOORS_END + len(SPECIALS)
TOILET = SPECIALS_END
ROOF0 = TOILET + 1  # what is below goes on open sites
TOWER_CARDS = ROOF0 + len(ROOFS)  # the kinds that a tower is made of
STUDY, INSURANCE, TORNADO, QUAKE, CENTURY = range(TOWER_CARDS, CARDS)
assert tuple(KINDS[TOWER_CARDS:]) == ACTIONS
ABSORBER, TOILET_ROOF = KINDS.index("absorber"), KINDS.index("toilet-roof")
PER_CATEGORY, CATEGORY_COUNT, FOUNDATION_KINDS = len(SUFFIXES), len(CATEGORIES), len(FOUNDATIONS)
UNKNOWN = CARDS  # a card that the viewer may not see
EMPTY = CARDS + 1  # a free place for a card; sorts behind every card
HIDDEN = -1  # a number of cards that the viewer may not know

# numbers of single cards, in `value`: the absorber's bonus; the heights that G-mini and G-flaw ask for; points
VALUES = (
    *(("absorber", "resistance"), ("mini", "height"), ("flawed", "height")),
    *((prize, "prestige") for prize in ("mini", "unity", "record", "flawed", "specialist")),
)
ABSORBER_BONUS, MINI_HEIGHT, LOWEST, MINI_POINTS, UNITY_POINTS, RECORD_POINTS, FLAW_POINTS, TOILET_POINTS = range(8)
STANDSTILL = 100  # G18: turns
NOT_LAST = -1  # G13: the last round has not begun

VARIANTS = tuple({"players": players} for players in (4, 2, 3, 5))
SEATS = constants([v["players"] for v in VARIANTS])
FIRST_SITES = constants([min(v["players"] + 1, 5) for v in VARIANTS])  # G-setup

# a site's state, in `owner`: the seat that finished it, or
NOT_YET, OPEN, COLLAPSED = -1, -2, -3

# the phases of a game; chance acts in those of the second line
PLAY, STEAL, KEEP, INSURE, CHOOSE, PUT, AT_ONCE, TAKE, FINISHED = range(9)
START, FIRST_REVEAL, DEAL, FIRST_DRAW, DRAW, ROB, LOOK, REVEAL = range(FINISHED + 1, FINISHED + 9)
PHASES = (  # by name
    *("play", "steal", "keep", "insure", "choose", "put", "at_once", "take", "over"),
    *("start", "first_reveal", "deal", "first_draw", "draw", "rob", "look", "reveal"),
)

NOTHING, TO_THE_LEFT, TO_THE_RIGHT, ALL_FIVE = range(4)  # G-tornado, G-study-swap: said openly

STANDARD_HEIGHT = constants([STANDARD[kind].get("height", 0) for kind in KINDS], np.int16)
STANDARD_PRESTIGE = constants([STANDARD[kind].get("prestige", 0) for kind in KINDS], np.int8)
STANDARD_COUNT = constants([STANDARD[kind]["count"] for kind in KINDS], np.int8)
STANDARD_RESISTANCE = constants([STANDARD[kind]["resistance"] for kind in FOUNDATIONS], np.int8)
STANDARD_FOUNDATIONS = constants([STANDARD[kind]["count"] for kind in FOUNDATIONS], np.int8)
STANDARD_VALUES = constants([STANDARD[kind][name] for kind, name in VALUES], np.int16)

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("deck_size", np.int16),  # cards in the deck, `top` included
                ("quiet", np.int16),  # turns in a row in which no card left the deck; −1: one did in this turn
                ("last_round", np.int16),  # the seats that are due a turn in it, as bits, or NOT_LAST
                ("toilets", np.int16, MAX_SEATS),  # played, by seat; a toilet may come back (G-collapse)
                # G-deck: the values of the cards this game is played with
                ("value", np.int16, len(VALUES)),
                ("card_height", np.int16, CARDS),
                ("card_prestige", np.int8, CARDS),
                ("card_count", np.int8, CARDS),
                ("resistance", np.int8, len(FOUNDATIONS)),
                ("foundation_count", np.int8, len(FOUNDATIONS)),
                # the cards
                ("pile", np.int8, CARDS),  # face down in the deck, below those whose place is known; by kind
                ("top", np.int8, HAND),  # put back on the deck, the deepest first; EMPTY above
                ("discards", np.int8, CARDS),
                ("hand", np.int8, (MAX_SEATS, HAND)),  # kinds, ascending, EMPTY last
                ("aside", np.int8, HAND),  # seen in a study, stolen, or a hand to be put back; ascending, EMPTY last
                ("foundations", np.int8, len(FOUNDATIONS)),  # not revealed yet, by kind
                # the sites, in the order of revealing
                ("tower", np.int8, (SITES, TOWER_CARDS)),  # cards by kind
                ("ground", np.int8, SITES),  # the kind of foundation
                ("owner", np.int8, SITES),  # a seat, or NOT_YET, OPEN, COLLAPSED
                ("above", np.int8, SITES),  # whether it was taller than its builder's threshold when finished
                ("finished", np.int8, SITES),  # 1 for the first that was finished, and so on
                ("insurances", np.int8, SITES),
                ("quakes", np.int8, SITES),  # earthquakes that lie on it
                ("hits", np.int8, SITES),  # of the century
                # the turn
                ("top_owner", np.int8),  # who put back what lies on top
                ("foundations_left", np.int8),
                ("studies", np.int8),  # played and not discarded yet, one within the other
                ("card", np.int8),  # to be played at once out of a study, or EMPTY
                ("site", np.int8),  # just finished, while it may be insured
                ("victim", np.int8),  # the seat that is stolen from
                ("stole", np.int8),  # whether the seat on turn has stolen
                ("variant", np.int8),
                ("phase", np.int8),
                ("turn", np.int8),  # who acts: a seat, CHANCE or OVER
                ("seat", np.int8),  # whose turn it is
                ("starter", np.int8),
                ("said", np.int8),  # what was said last and shows nowhere else: one of the following
            ],
            align=True,
        ),
    )
)
