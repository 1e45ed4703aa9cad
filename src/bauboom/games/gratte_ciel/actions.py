"""The decisions and chance outcomes of this game. Cards are known by the names of their kinds."""

from collections.abc import Mapping
from typing import Any

from bauboom.core.action import Action, ActionSpace

from .components import MAX_SEATS, ROOF0, SITES, TOWER_CARDS
from .deck import FOUNDATIONS, KINDS


class Build(Action, frozen=True, tag="build"):
    """G-build, G-toilet: a floor, a special floor or a toilet on an open site."""

    card: str
    site: int

    def __str__(self) -> str:
        return f"{self.card}@{self.site}"


class Roof(Action, frozen=True, tag="roof"):
    """G-roof: finish a tower."""

    card: str
    site: int

    def __str__(self) -> str:
        return f"{self.card}@{self.site}"


class Study(Action, frozen=True, tag="study"):
    """G-study-deck, G-study-discard: look into the deck or the discard pile."""

    source: str

    def __str__(self) -> str:
        return f"study:{self.source}"


class Insure(Action, frozen=True, tag="insure"):
    """G-insurance, G-insure-roof: put an insurance on a tower."""

    site: int

    def __str__(self) -> str:
        return f"insure@{self.site}"


class Tornado(Action, frozen=True, tag="tornado"):
    """G-tornado: all hands move on."""

    to: str

    def __str__(self) -> str:
        return f"tornado:{self.to}"


class Quake(Action, frozen=True, tag="quake"):
    """G-quake: hit a tower."""

    site: int

    def __str__(self) -> str:
        return f"quake@{self.site}"


class Century(Action, frozen=True, tag="century"):
    """G-century: hit all towers."""

    def __str__(self) -> str:
        return "century"


class Discard(Action, frozen=True, tag="discard"):
    """G1: discard a card instead of playing one."""

    card: str

    def __str__(self) -> str:
        return f"discard:{self.card}"


class Steal(Action, frozen=True, tag="steal"):
    """G-theft: take two cards out of a hand."""

    seat: int

    def __str__(self) -> str:
        return f"steal{self.seat}"


class Keep(Action, frozen=True, tag="keep"):
    """G-theft: of the two, keep this one."""

    card: str

    def __str__(self) -> str:
        return f"keep:{self.card}"


class Take(Action, frozen=True, tag="take"):
    """G-study-deck, G-study-discard: take a card into the hand."""

    card: str

    def __str__(self) -> str:
        return f"take:{self.card}"


class Play(Action, frozen=True, tag="play"):
    """G-study-deck, G7: play a card at once out of a study, when the others are put back."""

    card: str

    def __str__(self) -> str:
        return f"play:{self.card}"


class Swap(Action, frozen=True, tag="swap"):
    """G-study-swap: the five cards seen are the new hand."""

    def __str__(self) -> str:
        return "swap"


class Put(Action, frozen=True, tag="put"):
    """G-study-deck: put a card back on the deck; the first one will lie deepest."""

    card: str

    def __str__(self) -> str:
        return f"put:{self.card}"


class Decline(Action, frozen=True, tag="decline"):
    """G-theft, G-insure-roof: do not steal, or do not insure."""

    def __str__(self) -> str:
        return "decline"


class Start(Action, frozen=True, tag="start"):
    """G-start: chance names who begins."""

    seat: int

    def __str__(self) -> str:
        return f"start{self.seat}"


class Reveal(Action, frozen=True, tag="foundation"):
    """G-setup, G2, G-study-site: chance turns up a foundation."""

    kind: str

    def __str__(self) -> str:
        return f"foundation:{self.kind}"


class Draw(Action, frozen=True, tag="draw"):
    """G-setup, G-turn, G-study-deck, G-theft: chance turns up a card for the seat that is due."""

    card: str

    def __str__(self) -> str:
        return f"draw:{self.card}"


SOURCES, DIRECTIONS = ("deck", "discard"), ("left", "right")
NUMBERS = range(SITES)
SPACE = ActionSpace(
    decisions={
        Build: {"card": KINDS[:ROOF0], "site": NUMBERS},
        Roof: {"card": KINDS[ROOF0:TOWER_CARDS], "site": NUMBERS},
        Study: {"source": SOURCES},
        Insure: {"site": NUMBERS},
        Tornado: {"to": DIRECTIONS},
        Quake: {"site": NUMBERS},
        Century: {},
        Discard: {"card": KINDS},
        Steal: {"seat": range(MAX_SEATS)},
        Keep: {"card": KINDS},
        Take: {"card": KINDS},
        Play: {"card": KINDS},
        Swap: {},
        Put: {"card": KINDS},
        Decline: {},
    },
    outcomes={Start: {"seat": range(MAX_SEATS)}, Reveal: {"kind": FOUNDATIONS}, Draw: {"card": KINDS}},
)
# Build and Roof follow each other: the id of a card on a site is BUILD0 + card * SITES + site for both
BUILD0, _, STUDY0, INSURE0, TORNADO0, QUAKE0, CENTURY0, DISCARD0, STEAL0, *_more = SPACE.first.values()
KEEP0, TAKE0, PLAY0, SWAP, PUT0, DECLINE, START0, REVEAL0, DRAW0 = _more


def turned(action: Action, seat: int, options: Mapping[str, Any]) -> Action:
    """G-theft: an action with opponents counted from a seat."""
    players = options["players"]
    if isinstance(action, Steal) and action.seat < players:
        return Steal((action.seat + seat) % players)
    return action
