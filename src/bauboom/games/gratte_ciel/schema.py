"""What the numbers mean that the kernels of sheet.py write, as data that Python and the page read."""

from bauboom.core.schema import FLAG, NUMBER, Case, Const, Many, Maybe, Named, Node, Object, Sheets, Tuple, Word

from .actions import DIRECTIONS, SOURCES
from .components import PHASES, STANDSTILL, VARIANTS
from .deck import CATEGORIES, FOUNDATIONS, KINDS
from .reasons import PRIZES, REASONS

FLAWS = ("toilet", "threshold", "lowest")
STATES = ("open", "finished", "collapsed")
CARD, GROUND = Word(KINDS, "Card"), Word(FOUNDATIONS, "Ground")
SITE = Object(
    "Site",
    {
        "foundation": GROUND,
        "state": Word(STATES),
        "owner": Maybe(NUMBER),
        "cards": Many(CARD),
        "height": NUMBER,
        "prestige": NUMBER,
        "resistance": NUMBER,
        "insurances": NUMBER,
        "quakes": NUMBER,
        "hits": NUMBER,
        "toilet": FLAG,
        "category": Maybe(Word(CATEGORIES, "Category")),
        "flawed": FLAG,
        "flaws": Many(Word(FLAWS)),
        "prizes": Many(Word(PRIZES, "Prize")),
        "points": Maybe(NUMBER),
    },
    {
        "cards": "floors first, the roof last",
        "resistance": "what is left",
        "hits": "of the century",
        "category": "of all its floors, if they are of one",
        "points": "for its owner",
    },
)
PLAYER = Object(
    "Player",
    {
        "cards": NUMBER,
        "hand": Maybe(Many(CARD)),
        "toilets": NUMBER,
        "threshold": NUMBER,
        "score": NUMBER,
        "points": Object("Points", {"prestige": NUMBER, "prizes": NUMBER, "flaws": NUMBER, "toilets": NUMBER}),
    },
    {"cards": "how many", "hand": "null: hidden", "points": "what the score is made of"},
)
VIEW = Object(
    "View",
    {
        "game": Const("gratte-ciel"),
        "options": Word(VARIANTS),
        "seat": Maybe(NUMBER),
        "phase": Word(PHASES),
        "turn": Maybe(NUMBER),
        "on_turn": NUMBER,
        "sites": Many(SITE),
        "players": Many(PLAYER),
        "deck": NUMBER,
        "top": Many(Maybe(CARD)),
        "foundations": NUMBER,
        "discards": Named(CARD, NUMBER),
        "aside": Maybe(Many(CARD)),
        "at_once": Maybe(CARD),
        "said": Word((None, "left", "right", "swap")),
        "quiet_turns": NUMBER,
        "victim": Maybe(NUMBER),
        "last_turns": Maybe(NUMBER),
        "cards": Named(CARD, Tuple([NUMBER, NUMBER, NUMBER])),
        "tornado": Object("TornadoHands", {"left": Many(Maybe(NUMBER)), "right": Many(Maybe(NUMBER))}),
        "levels": Object("Levels", {"mini": NUMBER, "lowest": NUMBER}),
        "worth": Object("Worth", dict.fromkeys(("mini", "unity", "record", "flaw", "toilet"), NUMBER)),
        "standstill": Const(STANDSTILL),
        "grounds": Named(GROUND, Tuple([NUMBER, NUMBER])),
    },
    {
        "on_turn": "whose turn it is, when chance acts, too",
        "top": "put back on the deck, the topmost first; null: not known to the viewer",
        "aside": "seen in a study, stolen, or a hand to be put back; null: hidden",
        "at_once": "a card to be played out of a study",
        "said": "what was said last and shows nowhere else",
        "quiet_turns": "in a row, without a card from the deck; standstill ends the game",
        "victim": "who is being stolen from",
        "last_turns": "of the last round, once it has begun",
        "cards": "height, prestige and how many there are",
        "tornado": "by seat, whose hand it would get",
        "grounds": "resistance and how many there are",
    },
)
SEAT: dict[str, Node] = {"seat": NUMBER}
CARD_OF_SEAT, SECRET, ON_SITE = SEAT | {"card": CARD}, SEAT | {"card?": CARD}, SEAT | {"site": NUMBER}
SOME_CARDS: dict[str, Node] = {"cards?": Many(CARD)}
EVENT_KINDS = {
    "start": Object("Started", SEAT),
    "foundation": Object("Founded", {"site": NUMBER, "kind": GROUND}),
    "deal": Object("Dealt", SEAT | SOME_CARDS),
    "build": Object("Built", CARD_OF_SEAT | {"site": NUMBER}),
    "steal": Object("Robbed", SEAT | {"from": NUMBER}),
    "stolen": Object("Stolen", SEAT | {"from": NUMBER} | SOME_CARDS),
    "keep": Object("Kept", SECRET),
    "roof": Object("Roofed", CARD_OF_SEAT | {"site": NUMBER}),
    "insure": Object("Insured", ON_SITE),
    "quake": Object("Quaked", ON_SITE),
    "century": Object("CenturyQuaked", SEAT),
    "study": Object("Studied", SEAT | {"from": Word(SOURCES)}),
    "seen": Object("Seen", SEAT | SOME_CARDS),
    "take": Object("Taken", SECRET),
    "play": Object("PlayedAtOnce", CARD_OF_SEAT),
    "swap": Object("Swapped", SEAT),
    "put": Object("PutBack", SECRET),
    "tornado": Object("Whirled", SEAT | {"to": Word(DIRECTIONS)}),
    "discard": Object("Discarded", CARD_OF_SEAT),
    "draw": Object("Drawn", SECRET),
    "collapse": Object("Collapsed", {"site": NUMBER}),
    "decline": Object("Declined", SEAT),
}
STARTED, FOUNDED, DEALT, BUILT, ROBBED, STOLEN, KEPT, ROOFED, INSURED, QUAKED, CENTURY_QUAKED = range(11)
STUDIED, SEEN, TAKEN, PLAYED_AT_ONCE, SWAPPED, PUT_BACK, WHIRLED, DISCARDED = range(11, 19)
DRAWN, COLLAPSE, DECLINED = range(19, len(EVENT_KINDS))
SHEETS = Sheets(view=VIEW, event=Case("Event", "e", EVENT_KINDS), reason=REASONS)
