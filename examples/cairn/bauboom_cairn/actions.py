"""The decisions and chance outcomes of this game."""

from bauboom.core.action import Action, ActionSpace

from .components import CAIRNS, WEIGHTS


class Lay(Action, frozen=True, tag="lay"):
    """C-lay: put a stone on a cairn."""

    stone: int
    cairn: int


class Drop(Action, frozen=True, tag="drop"):
    """C-drop: lose a stone that fits nowhere."""

    stone: int


class Draw(Action, frozen=True, tag="draw"):
    """C-draw: chance brings a stone out of the bag."""

    stone: int


STONE = range(1, WEIGHTS + 1)
SPACE = ActionSpace(
    decisions={Lay: {"stone": STONE, "cairn": range(1, CAIRNS + 1)}, Drop: {"stone": STONE}},
    outcomes={Draw: {"stone": STONE}},
)
DROP0, DRAW0 = SPACE.first[Drop], SPACE.first[Draw]
