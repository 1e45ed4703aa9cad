"""What a puzzle is about."""

from collections.abc import Set as AbstractSet

from bauboom.core.action import Action
from bauboom.core.game import Row

from .actions import Demand, Demolish, Roof

THEMES = BANKRUPTCY, RUIN, ROOF, HEIGHT, WAY = "bankruptcy", "ruin", "roof", "height", "way"
OF_REASONS = {  # the first that speaks for the best action
    **dict.fromkeys(("out", "corners", "rescues", "closes", "room"), BANKRUPTCY),
    "ruins": RUIN,
    **dict.fromkeys(("frees", "keeps_roofs"), ROOF),
    **dict.fromkeys(("wins", "leads", "taller", "equals", "tops", "body", "begins"), HEIGHT),
}


def theme_of(view: Row, seat: int, best: Action, second: Action, reasons: AbstractSet[str]) -> str:
    """H-bankrupt, H-ruin, H-one, H-win: rivals that cannot go on, ruins, roofs, height, or the figures' way."""
    if isinstance(best, Demand):
        return BANKRUPTCY
    if any(isinstance(action, (Roof, Demolish)) for action in (best, second)):
        return BANKRUPTCY if reasons & {"out", "corners"} else ROOF
    return next((theme for reason, theme in OF_REASONS.items() if reason in reasons), WAY)
