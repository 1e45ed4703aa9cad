"""What people are shown and told of this game, as numbers; schema.py says what they mean.

Numbers are as in a record: sites and seats from 0. Cards and foundations are told by the names of their kinds.
"""

from bauboom.core.cards import has_card, how_many
from bauboom.core.kernel import kernel
from bauboom.core.sheet import NOTHING, count_one, may_know, put, put_all, put_head, put_list, put_or_nothing

from .actions import (
    BUILD0,
    CENTURY0,
    DECLINE,
    DISCARD0,
    DRAW0,
    INSURE0,
    KEEP0,
    PLAY0,
    PUT0,
    QUAKE0,
    REVEAL0,
    START0,
    STEAL0,
    STUDY0,
    SWAP,
    TAKE0,
    TORNADO0,
)
from .components import (
    CARDS,
    COLLAPSED,
    DEAL,
    EMPTY,
    FLAW_POINTS,
    FOUNDATION_KINDS,
    INSURE,
    KEEP,
    LOOK,
    LOWEST,
    MINI_HEIGHT,
    MINI_POINTS,
    NOT_YET,
    RECORD_POINTS,
    ROB,
    ROOF0,
    SEATS,
    SITES,
    TAKE,
    TOILET_POINTS,
    TOWER_CARDS,
    UNITY_POINTS,
    UNKNOWN,
)
from .reasons import PRIZES, prize_site
from .rules import mark_hands, next_site, turns_left
from .schema import (
    BUILT,
    CENTURY_QUAKED,
    COLLAPSE,
    DEALT,
    DECLINED,
    DISCARDED,
    DRAWN,
    FLAWS,
    FOUNDED,
    INSURED,
    KEPT,
    PLAYED_AT_ONCE,
    PUT_BACK,
    QUAKED,
    ROBBED,
    ROOFED,
    SEEN,
    STARTED,
    STOLEN,
    STUDIED,
    SWAPPED,
    TAKEN,
    WHIRLED,
)
from .towers import (
    floors_of,
    has_toilet,
    height,
    is_flawed,
    mini_site,
    only_category,
    points_of,
    prestige,
    record_site,
    resistance_left,
    score_of,
    threshold,
)

# What a board shows


@kernel
def present(s, seat, sheet, spare):
    put_head(s, seat, sheet)
    put(sheet, s.seat)
    put_sites(s, sheet)
    put(sheet, SEATS[s.variant])
    for other in range(SEATS[s.variant]):
        put_player(s, other, sheet)
    put(sheet, s.deck_size)
    put_top(s.top, sheet)
    put(sheet, s.foundations_left)
    put_discards(s, sheet)
    put_cards(s.aside, sheet)
    put_or_nothing(sheet, s.card, s.card < CARDS)
    put(sheet, s.said)
    put(sheet, max(s.quiet, 0))
    put_or_nothing(sheet, s.victim, s.phase in (ROB, KEEP))
    put_or_nothing(sheet, turns_left(s), turns_left(s) >= 0)
    put_deck(s, sheet)
    put_tornado(s, False, sheet, spare)
    put_tornado(s, True, sheet, spare)
    put_values(s, sheet)
    put(sheet, FOUNDATION_KINDS)
    for kind in range(FOUNDATION_KINDS):
        put(sheet, kind)
        put(sheet, s.resistance[kind])
        put(sheet, s.foundation_count[kind])


@kernel
def put_sites(s, sheet):
    """Those that are revealed, collapsed ones included."""
    mini = mini_site(s)
    record, at = record_site(s, mini), put_list(sheet)
    for site in range(SITES):
        if s.owner[site] != NOT_YET:
            count_one(sheet, at)
            put_site(s, site, mini, record, sheet)


@kernel
def put_site(s, site, mini, record, sheet):
    is_finished, has_collapsed = s.owner[site] >= 0, s.owner[site] == COLLAPSED
    put(sheet, s.ground[site])
    put(sheet, 2 if has_collapsed else int(is_finished))
    put_or_nothing(sheet, s.owner[site], is_finished)
    put(sheet, floors_of(s, site, 0, TOWER_CARDS))
    for card in range(TOWER_CARDS):
        for _ in range(s.tower[site, card]):
            put(sheet, card)
    put(sheet, height(s, site))
    put(sheet, prestige(s, site))
    put(sheet, 0 if has_collapsed else resistance_left(s, site))
    put(sheet, s.insurances[site])
    put(sheet, s.quakes[site])
    put(sheet, s.hits[site])
    put(sheet, int(has_toilet(s, site)))
    put_or_nothing(sheet, only_category(s, site), only_category(s, site) >= 0)
    put_flaws(s, site, is_finished and is_flawed(s, site, mini), sheet)
    at = put_list(sheet)
    for prize in range(len(PRIZES)):
        if prize_site(s, prize, mini) == site:
            count_one(sheet, at)
            put(sheet, prize)
    put_or_nothing(sheet, points_of(s, site, mini, record), is_finished)


@kernel
def put_flaws(s, site, is_due, sheet):
    """G-flaw: whether a tower is flawed, and what it lacks then."""
    put(sheet, int(is_due))
    at = put_list(sheet)
    lacks = (not has_toilet(s, site), s.above[site] == 0, height(s, site) < s.value[LOWEST])
    for flaw in range(len(FLAWS)):
        if is_due and lacks[flaw]:
            count_one(sheet, at)
            put(sheet, flaw)


@kernel
def put_player(s, seat, sheet):
    put(sheet, how_many(s.hand[seat], EMPTY))
    put_cards(s.hand[seat], sheet)
    put(sheet, s.toilets[seat])
    put(sheet, threshold(s, seat))
    put(sheet, score_of(s, seat))
    put_points(s, seat, sheet)


@kernel
def put_points(s, seat, sheet):
    """G-score: where the points of a seat come from; together they are its score."""
    mini = mini_site(s)
    record = record_site(s, mini)
    stars, prizes, flaws = 0, 0, 0
    for site in range(SITES):
        if s.owner[site] == seat:
            points = points_of(s, site, mini, record)
            if is_flawed(s, site, mini):
                flaws += points
            else:
                stars += prestige(s, site)
                prizes += points - prestige(s, site)
    put(sheet, stars)
    put(sheet, prizes)
    put(sheet, flaws)
    put(sheet, int(s.toilets[seat]) * int(s.value[TOILET_POINTS]))


@kernel
def is_hidden(cards):
    """G-secret: whether the viewer may not know some of the cards that lie there."""
    return has_card(cards, UNKNOWN)


@kernel
def put_cards(cards, sheet):
    if is_hidden(cards):
        put(sheet, NOTHING)
        return
    put_all(sheet, cards, how_many(cards, EMPTY))


@kernel
def put_top(cards, sheet):
    """G-study-deck: what was put back on the deck, the topmost first."""
    count = how_many(cards, EMPTY)
    put(sheet, count)
    for place in range(count - 1, -1, -1):
        put_or_nothing(sheet, cards[place], not is_hidden(cards))


@kernel
def put_discards(s, sheet):
    at = put_list(sheet)
    for card in range(CARDS):
        if s.discards[card] > 0:
            count_one(sheet, at)
            put(sheet, card)
            put(sheet, s.discards[card])


@kernel
def put_deck(s, sheet):
    """G-deck: what the cards are, in this game."""
    put(sheet, CARDS)
    for card in range(CARDS):
        put(sheet, card)
        put(sheet, s.card_height[card])
        put(sheet, s.card_prestige[card])
        put(sheet, s.card_count[card])


@kernel
def put_tornado(s, to_the_right, sheet, spare):
    """G-tornado, G10, G15: by seat, whose hand it would hold after a tornado now; nothing where no hand goes."""
    spare[0] = s
    mark_hands(s, to_the_right, spare[0])
    put(sheet, SEATS[s.variant])
    for seat in range(SEATS[s.variant]):
        mark = spare[0].hand[seat, 0]
        put_or_nothing(sheet, mark, mark != EMPTY)


@kernel
def put_values(s, sheet):
    """G-mini, G-flaw, G-unity, G-record, G-toilet: the heights that are asked for, and what prizes and flaws count."""
    put(sheet, s.value[MINI_HEIGHT])
    put(sheet, s.value[LOWEST])
    put(sheet, s.value[MINI_POINTS])
    put(sheet, s.value[UNITY_POINTS])
    put(sheet, s.value[RECORD_POINTS])
    put(sheet, s.value[FLAW_POINTS])
    put(sheet, s.value[TOILET_POINTS])


# What happened


@kernel
def is_secret(s):
    """G-insure-roof, G-secret: a player who thinks about insuring a roof gives away that they hold an insurance."""
    return s.phase == INSURE


@kernel
def event(s, action, seat, sheet):
    """G-secret: a card that comes into a hand or lies on the deck is named only to the seats that may see it."""
    if action >= START0:
        put_outcome(s, action, seat, sheet)
    elif action < STUDY0:
        card, site = divmod(action - BUILD0, SITES)
        put_deed(s, BUILT if card < ROOF0 else ROOFED, card, sheet)
        put(sheet, site)
    elif action < INSURE0:
        put_deed(s, STUDIED, action - STUDY0, sheet)
    elif action < TORNADO0:
        put_deed(s, INSURED, action - INSURE0, sheet)
    elif action < QUAKE0:
        put_deed(s, WHIRLED, action - TORNADO0, sheet)
    elif action < CENTURY0:
        put_deed(s, QUAKED, action - QUAKE0, sheet)
    elif action == CENTURY0:
        put_seat(s, CENTURY_QUAKED, sheet)
    elif action < STEAL0:
        put_deed(s, DISCARDED, action - DISCARD0, sheet)
    elif action < KEEP0:
        put_deed(s, ROBBED, action - STEAL0, sheet)
    elif action < DECLINE:
        put_choice(s, action, seat, sheet)
    elif is_secret(s) and not may_know(seat, s.seat):
        return False  # G-insure-roof: others do not learn that there was an insurance to decide about
    else:
        put_seat(s, DECLINED, sheet)
    return True


@kernel
def put_seat(s, kind, sheet):
    put(sheet, kind)
    put(sheet, s.seat)


@kernel
def put_deed(s, kind, number, sheet):
    put_seat(s, kind, sheet)
    put(sheet, number)


@kernel
def put_choice(s, action, seat, sheet):
    """Which of some cards: what is kept of two stolen ones, or done with those of a study.

    G-theft: the victim gets a card back and so knows which was kept. G-study-discard: everybody sees what is taken.
    """
    is_own = may_know(seat, s.seat)
    if action < TAKE0:
        put_seat(s, KEPT, sheet)
        put_or_nothing(sheet, action - KEEP0, is_own or seat == s.victim)
    elif action < PLAY0:
        put_seat(s, TAKEN, sheet)
        put_or_nothing(sheet, action - TAKE0, is_own or s.phase == TAKE)
    elif action < SWAP:
        put_deed(s, PLAYED_AT_ONCE, action - PLAY0, sheet)
    elif action == SWAP:
        put_seat(s, SWAPPED, sheet)
    else:
        put_seat(s, PUT_BACK, sheet)
        put_or_nothing(sheet, action - PUT0, is_own)


@kernel
def put_outcome(s, action, seat, sheet):
    """What chance brings. G-theft: the thief sees the cards, and their owner knows what is missing."""
    card, is_own = action - DRAW0, may_know(seat, s.seat)
    if action < REVEAL0:
        put(sheet, STARTED)
        put(sheet, action - START0)
    elif action < DRAW0:
        put(sheet, FOUNDED)
        put(sheet, next_site(s))
        put(sheet, action - REVEAL0)
    elif s.phase == DEAL:
        put_seat(s, DEALT, sheet)
        put_one_card(card, is_own, sheet)
    elif s.phase == LOOK:
        put_seat(s, SEEN, sheet)
        put_one_card(card, is_own, sheet)
    elif s.phase == ROB:
        put_deed(s, STOLEN, s.victim, sheet)
        put_one_card(card, is_own or seat == s.victim, sheet)
    else:
        put_seat(s, DRAWN, sheet)
        put_or_nothing(sheet, card, is_own)


@kernel
def put_one_card(card, is_known, sheet):
    """A list of cards, of which chance turns up one after the other."""
    put_or_nothing(sheet, 1, is_known)
    if is_known:
        put(sheet, card)


@kernel
def consequences(before, after, sheet):
    """G-collapse: the towers that fell, in the order of their sites."""
    fallen = 0
    for site in range(SITES):
        if after.owner[site] == COLLAPSED and before.owner[site] != COLLAPSED:
            put(sheet, COLLAPSE)
            put(sheet, site)
            fallen += 1
    return fallen
