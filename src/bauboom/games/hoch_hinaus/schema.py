"""What the numbers mean that the kernels of sheet.py write, as data that Python and the page read."""

from bauboom.core.schema import FLAG, NUMBER, Case, Const, Many, Maybe, Object, Sheets, Tuple, Word

from .building import BARS
from .components import COLOURS, PHASES, STANDSTILL, VARIANTS
from .reasons import DEEDS, PLACE, REASONS

DONE = (*DEEDS, "roof", "demand")  # all that can be brought about; those on a plot in the order of the actions
ENDS = ("storeys", "last", "standstill", "dead")
PAIR = Tuple([NUMBER, NUMBER])
SEAT_LIST = Many(NUMBER)
OWNER = Maybe(NUMBER)
CHOICES = Many(Word(DEEDS, "Choice"))
TOWER_FIELDS = {"storeys": NUMBER, "owner": OWNER, "spire": FLAG, "roof": FLAG, "closed": FLAG}
PLOT_KINDS = {
    "tower": Object("Tower", TOWER_FIELDS),
    "empty": Object(
        "Empty",
        {"storeys": Const(0), "road": FLAG, "sites": SEAT_LIST, "bar?": Word(BARS)},
        {"sites": "who could put a storey there", "bar": "the rule that keeps this seat from it"},
    ),
}
TOWER, EMPTY = range(len(PLOT_KINDS))
BUILDING = Object(
    "Building",
    {
        "plots": Many(PLACE),
        "owner": OWNER,
        "height": NUMBER,
        "storeys": NUMBER,
        "closed": FLAG,
        "sites": Many(PLACE),
        "barred": Many(PLACE),
        "roads": Many(PLACE),
    },
    {
        "sites": "empty plots along its edges on which a player could put a storey",
        "barred": "the other empty plots along its edges",
        "roads": "along its edges",
    },
)
PLAYER = Object(
    "Player",
    {
        "colour": Word(COLOURS),
        "figures": PAIR,
        "roofs": NUMBER,
        "spires": NUMBER,
        "height": NUMBER,
        "storeys": NUMBER,
        "has_built": FLAG,
        "bankrupt": FLAG,
        "left": Maybe(NUMBER),
    },
    {
        "figures": "squares of the track; −1: off the board",
        "spires": "to spare",
        "storeys": "of the building that counts",
        "bankrupt": "bankruptcy applies to the player, whether it is demanded or not",
        "left": "as the first, second …",
    },
)
POSSIBLE_MOVE = Object(
    "Move",
    {
        "figures": PAIR,
        "ways": Many(Object("Way", {"to": PAIR, "steps": PAIR}, {"to": "where the first and the second figure go"})),
        "plot": Maybe(PLACE),
        "choices": CHOICES,
    },
    {"plot": "that is crossed then", "choices": "what may be done there"},
)
OUTCOME = Object(
    "Outcome",
    {
        "e": Word(DONE, "Deed"),
        "plot": Maybe(PLACE),
        "of": Maybe(NUMBER),
        "plots": Many(Object("Changed", {"plot": PLACE, **TOWER_FIELDS})),
        "height": NUMBER,
        "joined": NUMBER,
        "ruined": Many(Object("Ruined", {"owner": OWNER, "height": NUMBER})),
        "closed": Many(OWNER),
        "opened": Many(OWNER),
        "spires": NUMBER,
        "bankrupt": SEAT_LIST,
        "ends": FLAG,
    },
    {
        "plots": "as they are then, if anything about them changes",
        "height": "of the building that grows",
        "joined": "how many of one's own buildings it was before",
        "closed": "whose buildings are closed then",
        "opened": "and whose are not any more",
    },
)
VIEW = Object(
    "View",
    {
        "game": Const("hoch-hinaus"),
        "options": Word(VARIANTS),
        "seat": Maybe(NUMBER),
        "phase": Word(PHASES),
        "turn": Maybe(NUMBER),
        "on_turn": Maybe(NUMBER),
        "dice": Maybe(PAIR),
        "ones": NUMBER,
        "sixes": NUMBER,
        "crossing": Maybe(Object("Crossing", {"plot": PLACE, "choices": CHOICES})),
        "plots": Many(Many(Case("Plot", "", PLOT_KINDS))),
        "buildings": Many(BUILDING),
        "supply": Object("Supply", {"storey": NUMBER, "roof": NUMBER, "road": NUMBER}),
        "players": Many(PLAYER),
        "quiet_turns": NUMBER,
        "standstill": Const(STANDSTILL),
        "moves": Many(POSSIBLE_MOVE),
        "outcomes": Many(OUTCOME),
        "threats": Many(PLACE),
        "end": Maybe(Object("End", {"how": Word(ENDS), "winners": SEAT_LIST})),
    },
    {
        "ones": "that are not used yet",
        "plots": "by row",
        "quiet_turns": "in a row, without a storey or a road",
        "standstill": "so many of them end the game",
        "moves": "for whoever has to decide, as outcomes",
        "outcomes": "what can be done now, or at the crossings that can be reached",
        "threats": "empty plots where a road, or another player's storey, would make bankruptcy apply to this seat",
    },
)
ON_PLOT = {"seat": NUMBER, "plot": PLACE}
EVENT_KINDS = {
    "start": Object("Started", {"seat": NUMBER}),
    "demand": Object("Demanded", {"seat": NUMBER, "of": NUMBER}),
    "roll": Object("Rolled", {"seat": NUMBER, "dice": PAIR}),
    "move": Object("Moved", {"seat": NUMBER, "figures": PAIR}),
    "storey": Object("Built", ON_PLOT),
    "road": Object("Paved", ON_PLOT),
    "demolish": Object("Demolished", ON_PLOT),
    "raise": Object("Raised", ON_PLOT),
    "roof": Object("Roofed", ON_PLOT),
    "bankrupt": Object("Bankrupt", {"seat": NUMBER}),
    "decline": Object("Declined", {"seat": NUMBER}),
}
STARTED, DEMANDED, ROLLED, MOVED, BUILT, _, _, _, _, BANKRUPT, DECLINED = range(len(EVENT_KINDS))
SHEETS = Sheets(view=VIEW, event=Case("Event", "e", EVENT_KINDS), reason=REASONS)
STOREY_DONE, RAISE_DONE, DEMAND_DONE = (DONE.index(name) for name in ("storey", "raise", "demand"))
BY_STOREYS, BY_LAST, BY_STANDSTILL, BY_DEAD = range(len(ENDS))
