"""Why a decision may be good, as a coach would say it: what counts before and after, compared.

Kernels weigh what speaks for it, by about as many points as it is about; `why` says it in words.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from bauboom.core.arrays import constants
from bauboom.core.game import Row, counted
from bauboom.core.kernel import kernel
from bauboom.core.schema import NUMBER, Case, Object
from bauboom.core.sheet import keep_only, speak_of, weigh

from .actions import BUILD0, SKIP0
from .components import CITIES, CITY_SITES, COLOUR_NAMES, COLOURS, NOBODY, ROUNDS, SITES, SIZES, VARIANTS
from .rules import (
    census,
    colours_in_play,
    height,
    majority,
    marked_site,
    picking_colour,
    seat_of,
    storeys_missing,
    tallest_site,
    towers_of,
)

SENTENCES = {
    "tallest": "makes the tower in {city} the single tallest of all, with {height}",
    "tallest_from": "has the tallest tower of all instead of {from}: {height} in {city}",
    "level": "draws level with {from}'s tallest tower, so that nobody scores for it",
    "stays": "keeps the tallest tower, now {ahead} ahead of any other",
    "city_from": "takes {city}'s majority from {from}",
    "city": "wins the majority in {city}",
    "breaks": "breaks {from}'s majority in {city}",
    "secures": "secures the majority in {city}, now {towers} ahead",
    "takes": "takes a tower of {height} in {city} from {from}",
    "founds": "adds a tower in {city}, a point in every scoring that it lasts",
    "safe": "makes the tower safe for good: no rival has a block that could take it over",
    "holds": "makes the tower safe for this round: no rival has picked a block that could take it over",
    "grows": "strengthens the tower in {city}, now {ahead} ahead of all rivals in it",
    "last": "has the last word in this round: nobody can answer",
    "spares": "spends the smallest block that is enough, and keeps larger ones",
    "gives": "gives away a block of {block}, because nothing can be built",
    "ration": "picks {storeys} and leaves {left} for {rounds}",
    "reach": "puts {towers} of others within reach of a block of {block}",
    "keeps": "keeps {blocks} of 4 storeys for later",
}
NOUNS = {
    **dict.fromkeys(("height", "ahead", "storeys", "left"), "storey"),
    "towers": "tower",
    "blocks": "block",
    "rounds": "round",
}


def why(row: Row, reason: Mapping[str, Any], names: Sequence[str]) -> str:
    """A reason in words that go on from "this move …"."""
    colours = COLOUR_NAMES[VARIANTS[row["variant"]]["edition"]]
    values = {key: counted(value, NOUNS[key]) if key in NOUNS else value for key, value in reason.items()}
    if "from" in reason:
        values["from"] = colours[reason["from"]]
    if "city" in reason:
        values["city"] = CITIES[reason["city"]]
    return SENTENCES[reason["why"]].format_map(values)


KINDS = tuple(SENTENCES)
TALLEST, TALLEST_FROM, LEVEL, STAYS, CITY_FROM, CITY, BREAKS, SECURES, TAKES, FOUNDS = range(10)
SAFE, HOLDS, GROWS, LAST, SPARES, GIVES, RATION, REACH, KEEPS = range(10, len(KINDS))
TOLD_KINDS = ("tallest", "tallest_from", "level", "city_from", "city", "breaks", "takes")
TOLD = constants([kind in TOLD_KINDS for kind in KINDS])
SPOKEN_OF = {  # in the order in which kernels speak of it
    "tallest": ("height", "city"),
    "tallest_from": ("from", "height", "city"),
    "level": ("from",),
    "stays": ("ahead",),
    "city_from": ("city", "from"),
    "city": ("city",),
    "breaks": ("city", "from"),
    "secures": ("city", "towers"),
    "takes": ("city", "from", "height"),
    "founds": ("city",),
    "grows": ("city", "ahead"),
    "gives": ("block",),
    "ration": ("storeys", "left", "rounds"),
    "reach": ("block", "towers"),
    "keeps": ("blocks",),
}


def _spoken(kind: str) -> Object:
    return Object(f"Why_{kind}", dict.fromkeys(SPOKEN_OF.get(kind, ()), NUMBER))


REASONS = Case("Reason", "why", {kind: _spoken(kind) for kind in KINDS})


@kernel
def reasons(before, action, after, seat, found, spare):
    if action < BUILD0:
        weigh_pick(before, after, seat, found)
    elif action < SKIP0:
        weigh_build(before, action, after, seat, found)
    else:
        weigh(found, 1, GIVES)
        speak_of(found, (action - SKIP0) % SIZES + 1)


@kernel
def meaning(before, action, after, seat, found, spare):
    """All of it lies on the table: hands are not looked at."""
    if BUILD0 <= action < SKIP0:
        weigh_build(before, action, after, seat, found)
        keep_only(found, TOLD)


@kernel
def weigh_build(before, action, after, seat, found):
    number = action - BUILD0
    block, colour = number % SIZES + 1, number // SIZES % COLOURS
    city = number // (SIZES * COLOURS) % len(CITIES)
    site = marked_site(before, seat, number // (SIZES * COLOURS * len(CITIES)), city)
    robbed = weigh_tallest(before, after, seat, found)
    weigh_majority(before, after, seat, city, found)
    weigh_tower(before, after, seat, site, robbed, found)
    smaller, larger = False, False
    for size in range(1, SIZES + 1):
        if before.picked[colour, size - 1] > 0:
            smaller |= storeys_missing(before, site, colour) <= size < block
            larger |= size > block
    if larger and not smaller:
        weigh(found, 0.1, SPARES)


@kernel
def owner_of_tallest(s):
    """M-tallest: whose the single tallest tower is."""
    site = tallest_site(s)
    return NOBODY if site < 0 else int(s.owner[site])


@kernel
def weigh_tallest(before, after, seat, found):
    """M-tallest: 3 points, for the single tallest tower only. Return whom the prize was taken from."""
    owner, site = owner_of_tallest(before), tallest_site(after)
    had = owner != NOBODY and seat_of(before, owner) == seat
    if site >= 0 and seat_of(after, int(after.owner[site])) == seat:
        if had:
            if height(after, site) > height(before, site):
                weigh(found, 0.7, STAYS)
                speak_of(found, height(after, site) - second_height(after, site))
            return NOBODY
        weigh(found, 3 if owner == NOBODY else 6, TALLEST if owner == NOBODY else TALLEST_FROM)
        if owner != NOBODY:
            speak_of(found, owner)
        speak_of(found, height(after, site))
        speak_of(found, site // CITY_SITES)
        return owner
    if owner != NOBODY and not had and site < 0:
        weigh(found, 3, LEVEL)
        speak_of(found, owner)
        return owner
    return NOBODY


@kernel
def second_height(s, tallest):
    best = 0
    for site in range(SITES):
        if site != tallest:
            best = max(best, height(s, site))
    return best


@kernel
def weigh_majority(before, after, seat, city, found):
    """M-majority: 2 points."""
    was, leader = majority(before, city), majority(after, city)
    was_rival = was != NOBODY and seat_of(before, was) != seat
    if leader == NOBODY:
        if was_rival:
            weigh(found, 2, BREAKS)
            speak_of(found, city)
            speak_of(found, was)
    elif seat_of(after, leader) == seat:
        if was_rival:
            weigh(found, 4, CITY_FROM)
            speak_of(found, city)
            speak_of(found, was)
        elif was == NOBODY:
            weigh(found, 2, CITY)
            speak_of(found, city)
        elif lead(after, city, leader) > max(lead(before, city, leader), 1):
            weigh(found, 0.8, SECURES)
            speak_of(found, city)
            speak_of(found, lead(after, city, leader))


@kernel
def lead(s, city, colour):
    """How many towers a colour has more than any other."""
    towers, most = census(s, city), 0
    for other in range(COLOURS):
        if other != colour:
            most = max(most, towers_of(towers, other))
    return towers_of(towers, colour) - most


@kernel
def weigh_tower(before, after, seat, site, robbed, found):
    """M-tower, M-cap: whose tower it was, and how easily others take it."""
    city, owner = site // CITY_SITES, int(before.owner[site])
    was_mine = owner != NOBODY and seat_of(before, owner) == seat
    if owner == NOBODY:
        weigh(found, 1, FOUNDS)
        speak_of(found, city)
    elif was_mine:
        weigh(found, 0.5, GROWS)
        speak_of(found, city)
        speak_of(found, ahead_of_rivals(after, site, seat))
    elif owner != robbed or site != tallest_site(before):  # that the tallest tower was taken needs no second mention
        weigh(found, 2, TAKES)
        speak_of(found, city)
        speak_of(found, owner)
        speak_of(found, height(before, site))
    if not have_rivals_picked(before, seat):
        weigh(found, 0.6, LAST)
        return
    now = safety(before, after, site, seat)
    if now > (safety(before, before, site, seat) if was_mine else 0):
        weigh(found, 0.8, SAFE if now == 2 else HOLDS)


@kernel
def ahead_of_rivals(s, site, seat):
    least = 1 << 30
    for colour in range(colours_in_play(s)):
        if seat_of(s, colour) != seat:
            least = min(least, storeys_missing(s, site, colour))
    return least


@kernel
def have_rivals_picked(s, seat):
    for colour in range(colours_in_play(s)):
        if seat_of(s, colour) != seat:
            for size in range(SIZES):
                if s.picked[colour, size] > 0:
                    return True
    return False


@kernel
def safety(blocks, s, site, seat):
    """M-cap: 2 if no rival has a block that is enough to take a tower, 1 if none has picked one."""
    in_supply = False
    for colour in range(colours_in_play(s)):
        if seat_of(s, colour) != seat:
            for size in range(max(storeys_missing(s, site, colour), 1) - 1, SIZES):
                if blocks.picked[colour, size] > 0:
                    return 0
                in_supply |= blocks.supply[colour, size] > 0
    return 1 if in_supply else 2


@kernel
def weigh_pick(before, after, seat, found):
    rounds = int(ROUNDS[before.variant]) - int(before.round_no)
    if rounds == 0:  # all that is left: there is nothing to choose
        return
    colour, picked, left, largest, towers = picking_colour(before), 0, 0, 0, 0
    for size in range(1, SIZES + 1):
        picked += size * int(after.picked[colour, size - 1])
        left += size * int(after.supply[colour, size - 1])
        if after.picked[colour, size - 1] > 0:
            largest = size
    weigh(found, 1, RATION)
    speak_of(found, picked)
    speak_of(found, left)
    speak_of(found, rounds)
    for site in range(SITES):
        owner = int(before.owner[site])
        if owner != NOBODY and seat_of(before, owner) != seat:
            towers += storeys_missing(before, site, colour) <= largest
    if towers > 0:
        weigh(found, 3, REACH)
        speak_of(found, largest)
        speak_of(found, towers)
    if after.supply[colour, SIZES - 1] > 0:
        weigh(found, 0.5, KEEPS)
        speak_of(found, int(after.supply[colour, SIZES - 1]))
