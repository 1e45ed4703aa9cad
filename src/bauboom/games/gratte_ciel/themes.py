"""What a puzzle is about."""

from collections.abc import Set as AbstractSet

from bauboom.core.action import Action
from bauboom.core.game import Row

from .actions import Century, Insure, Keep, Quake, Roof, Steal, Tornado

THEMES = THEFT, THRESHOLD, DISASTER, CARDS = "theft", "threshold", "disaster", "cards"


def theme_of(view: Row, seat: int, best: Action, second: Action, reasons: AbstractSet[str]) -> str:
    """G-theft, G-flaw, G-quake: whom to rob, towers above the threshold, disasters, or what to do with the cards."""
    if isinstance(best, (Steal, Keep)):
        return THEFT
    if isinstance(best, (Quake, Century, Tornado, Insure)):
        return DISASTER
    if isinstance(best, Roof) or reasons & {"prepares", "closer"}:
        return THRESHOLD
    return CARDS
