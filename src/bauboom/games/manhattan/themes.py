"""What a puzzle is about."""

from collections.abc import Set as AbstractSet

from bauboom.core.action import Action
from bauboom.core.game import Row

from .actions import Build, Pick
from .components import NOBODY
from .reasons import have_rivals_picked
from .rules import marked_site, seat_of

THEMES = TAKEOVER, ECONOMY, LAST, BUILDING = "takeover", "economy", "last", "building"


def theme_of(view: Row, seat: int, best: Action, second: Action, reasons: AbstractSet[str]) -> str:
    """M-pick, M-cap: which block to spend, the last word in a round, a tower that changes hands, or any other one."""
    if isinstance(best, Pick) or _differ_in_block(best, second):
        return ECONOMY
    if not have_rivals_picked(view, seat):
        return LAST
    if isinstance(best, Build):
        owner = int(view["owner"][marked_site(view, seat, best.card - 1, best.city)])
        if owner != NOBODY and seat_of(view, owner) != seat:
            return TAKEOVER
    return BUILDING


def _differ_in_block(best: Action, second: Action) -> bool:
    """Whether two actions build on the same site, with different blocks."""
    if not isinstance(best, Build) or not isinstance(second, Build):
        return False
    return (best.card, best.city) == (second.card, second.city)
