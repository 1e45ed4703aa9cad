"""Why a decision may be good, as a coach would say it: what counts before and after, compared.

Kernels weigh what speaks for it, by about as many points as it is about; `why` says it in words.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from bauboom.core.arrays import constants
from bauboom.core.cards import how_many
from bauboom.core.game import Row, counted
from bauboom.core.kernel import kernel
from bauboom.core.schema import NUMBER, Case, Node, Object, Word
from bauboom.core.sheet import keep_only, speak_of, weigh

from .actions import (
    BUILD0,
    CENTURY0,
    DISCARD0,
    INSURE0,
    KEEP0,
    PLAY0,
    QUAKE0,
    STEAL0,
    STUDY0,
    SWAP,
    TAKE0,
    TORNADO0,
)
from .components import (
    AT_ONCE,
    COLLAPSED,
    EMPTY,
    FINISHED,
    FLOORS_END,
    HAND,
    LOWEST,
    MAX_SEATS,
    MINI_POINTS,
    RECORD_POINTS,
    ROOF0,
    SEATS,
    SITES,
    TOILET,
    TOWER_CARDS,
    UNITY_POINTS,
)
from .deck import CATEGORIES, KINDS
from .rules import discards_left, mark_hands, put_roof
from .towers import (
    can_be_finished,
    floors_of,
    has_toilet,
    height,
    is_flawed,
    is_standing,
    mini_site,
    only_category,
    points_of,
    record_site,
    resistance_left,
    score_of,
    threshold,
    unity_site,
)

SENTENCES = {
    "wins": "ends the game and wins it",
    "crowns": "finishes the tower on site {site} for {points}",
    "flawed": "finishes the tower on site {site} although it is flawed, so that nobody else does",
    "prize_from": "takes {prize} from {of}",
    "prize": "wins {prize}",
    "topples": "brings down the tower of {of} on site {site}, {points}",
    "fells": "brings down the tower on site {site}",
    "uninsures": "costs the tower of {of} on site {site} an insurance",
    "shakes": "leaves the tower on site {site} with resistance {resistance}",
    "weakens": "hits {theirs} of others and {own} of its own",
    "saves": "saves {points} on site {site}: the next earthquake would have brought it down",
    "insures": "insures {points} on site {site}, now with resistance {resistance}",
    "firmer": "makes the tower on site {site} firmer, with resistance {resistance}",
    "prepares": "makes site {site} worth {points} with a roof that is in the hand",
    "toilet": "gives a point for good",
    "reaches": "makes the tower on site {site} tall enough to count, with {metres}",
    "needed": "gives the tower on site {site} the toilet without which it is flawed",
    "pure": "keeps site {site} to {category}, for order and unity",
    "closer": "needs {metres} more on site {site} until the roof in hand is tall enough",
    "grows": "lets site {site} grow to {metres}",
    "steals": "steals from {of}, who holds {cards}",
    "useful": "can finish a tower for {points} with {card}",
    "swaps": "takes a whole new hand, with {roofs} in it",
    "looks": "chooses out of {cards}",
    "hand_of": "gets the hand of {of}, {cards}",
    "withholds": "holds {card} back, which could help others first: there is no roof in the hand",
}
NOUNS = {"points": "point", "metres": "metre", "cards": "card", "theirs": "tower", "roofs": "roof"}
PRIZES = ("mini", "record", *(f"unity-{name}" for name in CATEGORIES))


def why(row: Row, reason: Mapping[str, Any], names: Sequence[str]) -> str:
    """A reason in words that go on from "this move …"; empty if there is nothing to say."""
    values = {key: counted(value, NOUNS[key]) if key in NOUNS else value for key, value in reason.items()}
    if "of" in reason:
        values["of"] = names[reason["of"]]
    if "category" in reason:
        values["category"] = f"{reason['category']}s"
    if "prize" in reason:
        prize, _, category = reason["prize"].partition("-")
        single = {"mini": "the mini skyscraper", "record": "the world record"}
        values["prize"] = single.get(prize, f"order and unity of {category}s")
    return SENTENCES[reason["why"]].format_map(values)


KINDS_OF_REASONS = tuple(SENTENCES)
WINS, CROWNS, FLAWED, PRIZE_FROM, PRIZE, TOPPLES, FELLS, UNINSURES, SHAKES, WEAKENS, SAVES, INSURES = range(12)
FIRMER, PREPARES, TOILET_POINT, REACHES, NEEDED, PURE, CLOSER, GROWS, STEALS, USEFUL = range(12, 22)
SWAPS, LOOKS, HAND_OF, WITHHOLDS = range(22, len(KINDS_OF_REASONS))
TOLD_KINDS = (
    *("wins", "crowns", "flawed", "prize_from", "prize", "topples", "uninsures", "shakes", "weakens"),
    *("saves", "insures", "firmer", "toilet", "reaches", "needed"),
)
TOLD = constants([kind in TOLD_KINDS for kind in KINDS_OF_REASONS])
SPOKEN_OF = {  # in the order in which kernels speak of it
    "crowns": ("site", "points"),
    "flawed": ("site",),
    "prize_from": ("prize", "of"),
    "prize": ("prize",),
    "topples": ("of", "site", "points"),
    "fells": ("site",),
    "uninsures": ("of", "site"),
    "shakes": ("site", "resistance"),
    "weakens": ("theirs", "own"),
    "saves": ("site", "points"),
    "insures": ("site", "points", "resistance"),
    "firmer": ("site", "resistance"),
    "prepares": ("site", "points"),
    "reaches": ("site", "metres"),
    "needed": ("site",),
    "pure": ("site", "category"),
    "closer": ("site", "metres"),
    "grows": ("site", "metres"),
    "steals": ("of", "cards"),
    "useful": ("card", "points"),
    "swaps": ("roofs",),
    "looks": ("cards",),
    "hand_of": ("of", "cards"),
    "withholds": ("card",),
}
WORDS: dict[str, Node] = {
    "card": Word(KINDS, "Card"),
    "prize": Word(PRIZES, "Prize"),
    "category": Word(CATEGORIES, "Category"),
}


def _spoken(kind: str) -> Object:
    return Object(f"Why_{kind}", {name: WORDS.get(name, NUMBER) for name in SPOKEN_OF.get(kind, ())})


REASONS = Case("Reason", "why", {kind: _spoken(kind) for kind in KINDS_OF_REASONS})


@kernel
def reasons(before, action, after, seat, found, spare):
    weigh_end(after, seat, found)
    weigh_prizes(before, after, seat, found)
    if action < STUDY0:
        card, site = divmod(action - BUILD0, SITES)
        if card < ROOF0:
            weigh_floor(before, after, seat, site, found)
            weigh_build(before, after, seat, site, found, spare)
        else:
            weigh_roof(after, site, found)
    elif action < INSURE0:
        weigh_study(before, action - STUDY0, found)
    elif action < TORNADO0:
        weigh_insurance(before, after, seat, action - INSURE0, found)
    elif action < QUAKE0:
        weigh_tornado(before, seat, action - TORNADO0, found, spare)
    elif action < CENTURY0:
        weigh_quake(before, after, seat, action - QUAKE0, action - QUAKE0 + 1, found)
    elif action == CENTURY0:
        weigh_quake(before, after, seat, 0, SITES, found)
    elif action < STEAL0:
        weigh_discard(before, seat, action - DISCARD0, found)
    elif action < KEEP0:
        weigh_theft(before, action - STEAL0, found)
    else:
        weigh_choice(action, after, seat, found, spare)


@kernel
def meaning(before, action, after, seat, found, spare):
    """G-secret: what towers, insurances and earthquakes show; hands are not looked at."""
    weigh_end(after, seat, found)
    weigh_prizes(before, after, seat, found)
    if action < STUDY0:
        card, site = divmod(action - BUILD0, SITES)
        if card < ROOF0:
            weigh_floor(before, after, seat, site, found)
        else:
            weigh_roof(after, site, found)
    elif INSURE0 <= action < TORNADO0:
        weigh_insurance(before, after, seat, action - INSURE0, found)
    elif QUAKE0 <= action < CENTURY0:
        weigh_quake(before, after, seat, action - QUAKE0, action - QUAKE0 + 1, found)
    elif action == CENTURY0:
        weigh_quake(before, after, seat, 0, SITES, found)
    keep_only(found, TOLD)


# What a score is made of


@kernel
def weigh_end(after, seat, found):
    """G-score: most points win."""
    if after.phase != FINISHED:
        return
    score, is_best = score_of(after, seat), True
    for other in range(SEATS[after.variant]):
        is_best &= other == seat or score_of(after, other) < score
    if is_best:
        weigh(found, 99, WINS)


@kernel
def weigh_prizes(before, after, seat, found):
    """G-mini, G-unity, G-record: prizes that change hands."""
    for prize in range(len(PRIZES)):
        was, now = holder(before, prize), holder(after, prize)
        if now == seat and was != seat:
            points = worth(after, prize)
            weigh(found, points if was < 0 else 2 * points, PRIZE if was < 0 else PRIZE_FROM)
            speak_of(found, prize)
            if was >= 0:
                speak_of(found, was)


@kernel
def prize_site(s, prize, mini):
    """The tower that has won one of PRIZES; −1 if none has."""
    if prize == 0:
        return mini
    return record_site(s, mini) if prize == 1 else unity_site(s, prize - 2, mini)


@kernel
def holder(s, prize):
    """The seat that has a prize; −1 if it is free."""
    site = prize_site(s, prize, mini_site(s))
    return int(s.owner[site]) if site >= 0 else -1


@kernel
def worth(s, prize):
    if prize == 0:
        return int(s.value[MINI_POINTS])
    return int(s.value[RECORD_POINTS]) if prize == 1 else int(s.value[UNITY_POINTS])


@kernel
def is_roof(card):
    return ROOF0 <= card < TOWER_CARDS


@kernel
def earned(s, seat, roof, site, spare):
    """G-roof: what a seat would earn by finishing a site with this card now; 0 if it cannot, or would lose by it."""
    if not is_roof(roof) or not can_be_finished(s, site):
        return 0
    spare[0] = s
    tried = spare[0]
    tried.seat = seat
    tried.phase = AT_ONCE
    put_roof(tried, roof, site)
    return max(score_of(tried, seat) - score_of(s, seat), 0)


@kernel
def most_earned(s, seat, hand, site, spare):
    """The same with the best roof of a hand."""
    best = 0
    for place in range(HAND):
        best = max(best, earned(s, seat, int(hand[place]), site, spare))
    return best


# Building and finishing


@kernel
def weigh_floor(before, after, seat, site, found):
    """G-build, G-toilet: what a card does for the tower, as everybody sees it."""
    resistance = resistance_left(after, site)
    if after.toilets[seat] > before.toilets[seat]:
        weigh(found, 1, TOILET_POINT)
    if height(before, site) < height_wanted(before, seat) <= height(after, site):
        weigh(found, 0.45, REACHES)
        speak_of(found, site)
        speak_of(found, height(after, site))
    if has_toilet(after, site) and not has_toilet(before, site):
        weigh(found, 0.5, NEEDED)
        speak_of(found, site)
    if resistance > resistance_left(before, site):
        weigh(found, 0.4, FIRMER)
        speak_of(found, site)
        speak_of(found, resistance)


@kernel
def weigh_build(before, after, seat, site, found, spare):
    """G-build, G-roof: what it does for the player, with the cards in the hand."""
    held, category = after.hand[seat], only_category(after, site)
    points = most_earned(after, seat, held, site, spare)
    if points > most_earned(before, seat, held, site, spare):
        weigh(found, points / 3 + 0.7, PREPARES)
        speak_of(found, site)
        speak_of(found, points)
    metres = metres_missing(after, seat, site)
    if points == 0 and metres > 0:
        weigh(found, 0.35, CLOSER)
        speak_of(found, site)
        speak_of(found, metres)
    if category >= 0 and category == only_category(before, site) and has_new_floor(before, after, site):
        weigh(found, 0.3, PURE)
        speak_of(found, site)
        speak_of(found, category)
    weigh(found, 0, GROWS)
    speak_of(found, site)
    speak_of(found, height(after, site))


@kernel
def has_new_floor(before, after, site):
    """G-unity: whether a floor of a category was added; other cards cannot spoil anything."""
    return floors_of(after, site, 0, FLOORS_END) > floors_of(before, site, 0, FLOORS_END)


@kernel
def metres_missing(s, seat, site):
    """G-flaw: how much a site needs until the tallest roof of a hand is enough; 0 also without a roof."""
    roof = -1
    for place in range(HAND):
        if is_roof(int(s.hand[seat, place])):
            roof = max(roof, int(s.card_height[s.hand[seat, place]]))
    return max(height_wanted(s, seat) - height(s, site) - roof, 0) if roof >= 0 else 0


@kernel
def height_wanted(s, seat):
    """G-flaw, G20: how tall a tower of a player must be, to count."""
    return max(int(s.value[LOWEST]), threshold(s, seat) + 1)


@kernel
def weigh_roof(after, site, found):
    """G-roof, G-flaw: what the tower counts."""
    mini = mini_site(after)
    if is_flawed(after, site, mini):
        if after.phase != FINISHED:  # then nobody else could have built on
            weigh(found, 0.5, FLAWED)
            speak_of(found, site)
    else:
        points = points_of(after, site, mini, record_site(after, mini))
        weigh(found, 20 + points, CROWNS)
        speak_of(found, site)
        speak_of(found, points)


# Earthquakes and insurances


@kernel
def weigh_insurance(before, after, seat, site, found):
    """G-insurance: what is protected, and from what."""
    mini = mini_site(after)
    points = points_of(after, site, mini, record_site(after, mini))
    if is_rival(before, site, seat):
        return  # whoever profits, it is not this seat
    if before.owner[site] != seat or points <= 0:
        weigh(found, 0.2, FIRMER)
        speak_of(found, site)
        speak_of(found, resistance_left(after, site))
    elif resistance_left(before, site) == 1:
        weigh(found, points, SAVES)
        speak_of(found, site)
        speak_of(found, points)
    else:
        weigh(found, points / 3, INSURES)
        speak_of(found, site)
        speak_of(found, points)
        speak_of(found, resistance_left(after, site))


@kernel
def weigh_quake(before, after, seat, first, end, found):
    """G-quake, G-century, G-collapse: who is hit, and how hard."""
    mini = mini_site(before)
    record = record_site(before, mini)
    hit, own, theirs = 0, 0, 0
    for site in range(first, end):
        if is_standing(before, site):
            hit += 1
            own += before.owner[site] == seat
            theirs += is_rival(before, site, seat)
            weigh_hit(before, after, seat, site, points_of(before, site, mini, record), found)
    if theirs > 0 and hit > 1:
        weigh(found, 0.1, WEAKENS)
        speak_of(found, theirs)
        speak_of(found, own)


@kernel
def is_rival(s, site, seat):
    """Whether a tower is another's."""
    return s.owner[site] >= 0 and s.owner[site] != seat


@kernel
def weigh_hit(before, after, seat, site, points, found):
    owner, is_theirs = int(before.owner[site]), is_rival(before, site, seat)
    if after.owner[site] == COLLAPSED:
        if is_theirs and points > 0:
            weigh(found, 10 + points, TOPPLES)
            speak_of(found, owner)
            speak_of(found, site)
            speak_of(found, points)
        elif owner != seat or points < 0:
            weigh(found, 0.5, FELLS)
            speak_of(found, site)
    elif is_theirs and after.insurances[site] < before.insurances[site]:
        weigh(found, 0.8 + points / 10, UNINSURES)
        speak_of(found, owner)
        speak_of(found, site)
    elif owner != seat:
        weigh(found, 0.7 + points / 10 if is_theirs else 0.2, SHAKES)
        speak_of(found, site)
        speak_of(found, resistance_left(after, site))


# Cards that move


@kernel
def weigh_tornado(before, seat, to_the_right, found, spare):
    """G-tornado: whose hand comes, and what goes."""
    spare[0] = before
    mark_hands(before, to_the_right, spare[0])
    giver = int(spare[0].hand[seat, 0])
    if giver < MAX_SEATS and giver != seat:
        weigh(found, 1, HAND_OF)
        speak_of(found, giver)
        speak_of(found, how_many(before.hand[giver], EMPTY))


@kernel
def weigh_study(before, of_discards, found):
    """G-study-deck, G-study-discard: how much there is to choose from."""
    weigh(found, 1, LOOKS)
    speak_of(found, discards_left(before) if of_discards else min(int(before.deck_size), HAND))


@kernel
def weigh_discard(before, seat, card, found):
    """G1: why a card is not played."""
    if card < TOILET and roofs_held(before, seat) == 0:  # a toilet would bring a point
        weigh(found, 1, WITHHOLDS)
        speak_of(found, card)


@kernel
def roofs_held(s, seat):
    roofs = 0
    for place in range(HAND):
        roofs += is_roof(int(s.hand[seat, place]))
    return roofs


@kernel
def weigh_theft(before, victim, found):
    """G-theft: whom it hits."""
    weigh(found, 1, STEALS)
    speak_of(found, victim)
    speak_of(found, how_many(before.hand[victim], EMPTY))


@kernel
def weigh_choice(action, after, seat, found, spare):
    """G-theft, G-study-deck, G-study-swap, G-study-discard: which cards come into the hand."""
    if action < SWAP:
        first = KEEP0 if action < TAKE0 else TAKE0 if action < PLAY0 else PLAY0
        weigh_use(after, seat, action - first, found, spare)
    elif action == SWAP:
        weigh(found, 1, SWAPS)
        speak_of(found, roofs_held(after, seat))


@kernel
def weigh_use(after, seat, card, found, spare):
    """G-roof: the best that a card that was chosen can do."""
    points = 0
    for site in range(SITES):
        points = max(points, earned(after, seat, card, site, spare))
    if points > 0:
        weigh(found, 2, USEFUL)
        speak_of(found, card)
        speak_of(found, points)
