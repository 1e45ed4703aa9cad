"""What people are shown and told: kernels write the numbers, SHEETS says what they mean."""

from bauboom.core.kernel import kernel
from bauboom.core.schema import NUMBER, Case, Const, Many, Maybe, Object, Sheets, Word
from bauboom.core.sheet import NOTHING, may_know, put, put_or_nothing

from .actions import DRAW0, DROP0
from .components import CAIRNS, GROUND, UNKNOWN, VARIANTS, WEIGHTS
from .rules import drawing, in_bag


@kernel
def present(s, seat, sheet, spare):
    put(sheet, s.seats - 2)
    put_or_nothing(sheet, seat, seat >= 0)
    put_or_nothing(sheet, s.turn, s.turn >= 0)
    put(sheet, in_bag(s))
    put(sheet, CAIRNS)
    for cairn in range(CAIRNS):
        put(sheet, s.height[cairn])
        put_or_nothing(sheet, s.top[cairn], s.top[cairn] != GROUND)
    put(sheet, s.seats)
    for other in range(s.seats):
        put(sheet, s.score[other])
        put(sheet, s.held[other])
        if s.hand[other, 0] == UNKNOWN:
            put(sheet, NOTHING)
        else:
            put(sheet, s.held[other])
            for stone in range(WEIGHTS):
                for _ in range(s.hand[other, stone]):
                    put(sheet, stone + 1)


@kernel
def event(s, action, seat, sheet):
    """C-secret: who draws a stone is alone in knowing it."""
    if action >= DRAW0:
        put(sheet, DRAWN)
        put(sheet, drawing(s))
        put_or_nothing(sheet, action - DRAW0 + 1, may_know(seat, drawing(s)))
    else:
        put(sheet, DROPPED if action >= DROP0 else LAID)
        put(sheet, s.turn)
        put(sheet, action - DROP0 + 1 if action >= DROP0 else action // CAIRNS + 1)
        if action < DROP0:
            put(sheet, action % CAIRNS + 1)
            put(sheet, s.height[action % CAIRNS] + 1)
    return True


VIEW = Object(
    "View",
    {
        "game": Const("cairn"),
        "options": Word(VARIANTS),
        "seat": Maybe(NUMBER),
        "turn": Maybe(NUMBER),
        "bag": NUMBER,
        "cairns": Many(Object("Pile", {"height": NUMBER, "top": Maybe(NUMBER)})),
        "players": Many(Object("Player", {"points": NUMBER, "stones": NUMBER, "hand": Maybe(Many(NUMBER))})),
    },
)
KINDS = {
    "lay": Object("Laid", {"seat": NUMBER, "stone": NUMBER, "cairn": NUMBER, "points": NUMBER}),
    "drop": Object("Dropped", {"seat": NUMBER, "stone": NUMBER}),
    "draw": Object("Drawn", {"seat": NUMBER, "stone?": NUMBER}),
}
LAID, DROPPED, DRAWN = range(len(KINDS))
SHEETS = Sheets(view=VIEW, event=Case("Event", "e", KINDS))
