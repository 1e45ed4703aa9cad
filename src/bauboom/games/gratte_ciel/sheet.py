"""What people are shown and told of this game: kernels write the numbers, SHEETS says what they mean.

Numbers are as in a record: sites and seats from 0. Cards and foundations are told by the names of their kinds.
"""

from bauboom.core.kernel import kernel
from bauboom.core.schema import FLAG, NUMBER, Case, Const, Many, Maybe, Named, Node, Object, Sheets, Tuple, Word
from bauboom.core.sheet import NOTHING, count_one, may_know, put, put_list, put_or_nothing

from .actions import (
    BUILD0,
    CENTURY0,
    DECLINE,
    DIRECTIONS,
    DISCARD0,
    DRAW0,
    INSURE0,
    KEEP0,
    PLAY0,
    PUT0,
    QUAKE0,
    REVEAL0,
    SOURCES,
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
    PHASES,
    RECORD_POINTS,
    ROB,
    ROOF0,
    SEATS,
    SITES,
    STANDSTILL,
    TAKE,
    TOILET_POINTS,
    TOWER_CARDS,
    UNITY_POINTS,
    UNKNOWN,
    VARIANTS,
)
from .deck import CATEGORIES, FOUNDATIONS, KINDS
from .reasons import PRIZES, REASONS, prize_site
from .rules import (
    floors_of,
    has_toilet,
    height,
    how_many,
    is_flawed,
    mark_hands,
    mini_site,
    next_site,
    only_category,
    points_of,
    prestige,
    record_site,
    resistance_left,
    score_of,
    threshold,
    turns_left,
)

# What a board shows


@kernel
def present(s, seat, sheet, spare):
    put(sheet, s.variant)
    put_or_nothing(sheet, seat, seat >= 0)
    put(sheet, s.phase)
    put_or_nothing(sheet, s.turn, s.turn >= 0)
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
    put(sheet, how_many(s.hand[seat]))
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
    found = False
    for place in range(how_many(cards)):
        found |= cards[place] == UNKNOWN
    return found


@kernel
def put_cards(cards, sheet):
    if is_hidden(cards):
        put(sheet, NOTHING)
        return
    put(sheet, how_many(cards))
    for place in range(how_many(cards)):
        put(sheet, cards[place])


@kernel
def put_top(cards, sheet):
    """G-study-deck: what was put back on the deck, the topmost first."""
    count = how_many(cards)
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


FLAWS = ("toilet", "threshold", "lowest")
STATES = ("open", "finished", "collapsed")
CARD, GROUND = Word(KINDS, "Card"), Word(FOUNDATIONS, "Ground")
SITE = Object(
    "Site",
    {
        "foundation": GROUND,
        "state": Word(STATES),
        "owner": Maybe(NUMBER),
        "cards": Many(CARD),
        "height": NUMBER,
        "prestige": NUMBER,
        "resistance": NUMBER,
        "insurances": NUMBER,
        "quakes": NUMBER,
        "hits": NUMBER,
        "toilet": FLAG,
        "category": Maybe(Word(CATEGORIES, "Category")),
        "flawed": FLAG,
        "flaws": Many(Word(FLAWS)),
        "prizes": Many(Word(PRIZES, "Prize")),
        "points": Maybe(NUMBER),
    },
    {
        "cards": "floors first, the roof last",
        "resistance": "what is left",
        "hits": "of the century",
        "category": "of all its floors, if they are of one",
        "points": "for its owner",
    },
)
PLAYER = Object(
    "Player",
    {
        "cards": NUMBER,
        "hand": Maybe(Many(CARD)),
        "toilets": NUMBER,
        "threshold": NUMBER,
        "score": NUMBER,
        "points": Object("Points", {"prestige": NUMBER, "prizes": NUMBER, "flaws": NUMBER, "toilets": NUMBER}),
    },
    {"cards": "how many", "hand": "null: hidden", "points": "what the score is made of"},
)
VIEW = Object(
    "View",
    {
        "game": Const("gratte-ciel"),
        "options": Word(VARIANTS),
        "seat": Maybe(NUMBER),
        "phase": Word(PHASES),
        "turn": Maybe(NUMBER),
        "on_turn": NUMBER,
        "sites": Many(SITE),
        "players": Many(PLAYER),
        "deck": NUMBER,
        "top": Many(Maybe(CARD)),
        "foundations": NUMBER,
        "discards": Named(CARD, NUMBER),
        "aside": Maybe(Many(CARD)),
        "at_once": Maybe(CARD),
        "said": Word((None, "left", "right", "swap")),
        "quiet_turns": NUMBER,
        "victim": Maybe(NUMBER),
        "last_turns": Maybe(NUMBER),
        "cards": Named(CARD, Tuple([NUMBER, NUMBER, NUMBER])),
        "tornado": Object("TornadoHands", {"left": Many(Maybe(NUMBER)), "right": Many(Maybe(NUMBER))}),
        "levels": Object("Levels", {"mini": NUMBER, "lowest": NUMBER}),
        "worth": Object("Worth", dict.fromkeys(("mini", "unity", "record", "flaw", "toilet"), NUMBER)),
        "standstill": Const(STANDSTILL),
        "grounds": Named(GROUND, Tuple([NUMBER, NUMBER])),
    },
    {
        "on_turn": "whose turn it is, when chance acts, too",
        "top": "put back on the deck, the topmost first; null: not known to the viewer",
        "aside": "seen in a study, stolen, or a hand to be put back; null: hidden",
        "at_once": "a card to be played out of a study",
        "said": "what was said last and shows nowhere else",
        "quiet_turns": "in a row, without a card from the deck; standstill ends the game",
        "victim": "who is being stolen from",
        "last_turns": "of the last round, once it has begun",
        "cards": "height, prestige and how many there are",
        "tornado": "by seat, whose hand it would get",
        "grounds": "resistance and how many there are",
    },
)

# What happened


@kernel
def is_secret(s):
    """G-insure-roof, G-secret: that somebody thinks about insuring a roof tells that there is an insurance."""
    return s.phase == INSURE


@kernel
def event(s, action, seat, sheet):
    """G-secret: what comes into a hand or lies on the deck is known to those who may see it, and else a card."""
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

    G-theft: who got a card back knows which was kept. G-study-discard: everybody sees what is taken from that pile.
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


SEAT: dict[str, Node] = {"seat": NUMBER}
CARD_OF_SEAT, SECRET, ON_SITE = SEAT | {"card": CARD}, SEAT | {"card?": CARD}, SEAT | {"site": NUMBER}
SOME_CARDS: dict[str, Node] = {"cards?": Many(CARD)}
EVENT_KINDS = {
    "start": Object("Started", SEAT),
    "foundation": Object("Founded", {"site": NUMBER, "kind": GROUND}),
    "deal": Object("Dealt", SEAT | SOME_CARDS),
    "build": Object("Built", CARD_OF_SEAT | {"site": NUMBER}),
    "steal": Object("Robbed", SEAT | {"from": NUMBER}),
    "stolen": Object("Stolen", SEAT | {"from": NUMBER} | SOME_CARDS),
    "keep": Object("Kept", SECRET),
    "roof": Object("Roofed", CARD_OF_SEAT | {"site": NUMBER}),
    "insure": Object("Insured", ON_SITE),
    "quake": Object("Quaked", ON_SITE),
    "century": Object("CenturyQuaked", SEAT),
    "study": Object("Studied", SEAT | {"from": Word(SOURCES)}),
    "seen": Object("Seen", SEAT | SOME_CARDS),
    "take": Object("Taken", SECRET),
    "play": Object("PlayedAtOnce", CARD_OF_SEAT),
    "swap": Object("Swapped", SEAT),
    "put": Object("PutBack", SECRET),
    "tornado": Object("Whirled", SEAT | {"to": Word(DIRECTIONS)}),
    "discard": Object("Discarded", CARD_OF_SEAT),
    "draw": Object("Drawn", SECRET),
    "collapse": Object("Collapsed", {"site": NUMBER}),
    "decline": Object("Declined", SEAT),
}
STARTED, FOUNDED, DEALT, BUILT, ROBBED, STOLEN, KEPT, ROOFED, INSURED, QUAKED, CENTURY_QUAKED = range(11)
STUDIED, SEEN, TAKEN, PLAYED_AT_ONCE, SWAPPED, PUT_BACK, WHIRLED, DISCARDED = range(11, 19)
DRAWN, COLLAPSE, DECLINED = range(19, len(EVENT_KINDS))

SHEETS = Sheets(view=VIEW, event=Case("Event", "e", EVENT_KINDS), reason=REASONS)
