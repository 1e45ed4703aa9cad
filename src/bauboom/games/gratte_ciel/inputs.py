"""The inputs of the network: a position as a seat sees it, as a list.

The parts are the sites: all standing towers, open and finished. Chairs are counted from the seat: 0 is the seat itself.
Of the others' hands only the number of cards is listed (G-secret).
"""

from bauboom.core.arrays import constants
from bauboom.core.inputs import Inputs, aligned, begin_list, end_part, note
from bauboom.core.kernel import kernel

from .components import (
    CARDS,
    CENTURY,
    DRAW,
    EMPTY,
    HAND,
    INSURANCE,
    INSURE,
    LOWEST,
    MAX_SEATS,
    MINI_HEIGHT,
    OPEN,
    PHASES,
    QUAKE,
    REVEAL,
    ROOF0,
    SEATS,
    SITES,
    STANDSTILL,
    TOILET,
    TOILET_POINTS,
    TOILET_ROOF,
    TOWER_CARDS,
)
from .heuristic import TRAITS, earned, traits
from .rules import turns_left
from .towers import (
    can_be_finished,
    floors_of,
    has_toilet,
    height,
    is_flawed,
    is_standing,
    mini_site,
    only_category,
    open_sites,
    points_of,
    prestige,
    record_site,
    resistance_left,
    threshold,
)
from .view import chance_comes_next

CHAIRS = MAX_SEATS
HEIGHTS, STEP = 12, 20  # by 20 metres
MOST_LEFT = 6  # resistance: none, one, …
LEFT = MOST_LEFT + 1
WORTHS = 8  # points, by 3
STAGES = 5  # the game's quarters, and the last round
# of an open site
OPEN_SITE = 0  # by toilet and height
OPEN_GROUND = OPEN_SITE + 2 * HEIGHTS  # by resistance left
OPEN_WORTH = OPEN_GROUND + LEFT  # by prestige
ONE_KIND = OPEN_WORTH + WORTHS  # all floors of one category: by how many there are
CAN_FINISH = ONE_KIND + 6  # a roof could be put on it
TO_FINISH = CAN_FINISH + 1  # what the best roof in the hand would earn
ABOVE = TO_FINISH + WORTHS  # by chair and toilet: as tall as a tower must be for that chair, but for a roof
NEARLY = ABOVE + 2 * CHAIRS  # the same, but for 30 metres more
AS_TALL = NEARLY + 2 * CHAIRS  # as the tallest finished tower, but for a roof; but for 30 metres more
OPEN_INSURED = AS_TALL + 2
# of a finished tower
TOWER = OPEN_INSURED + 1  # by chair and resistance left: one, and its points
TOWER_POINTS = TOWER + CHAIRS * LEFT
WORTH = TOWER_POINTS + CHAIRS * LEFT  # by whether it is the seat's own, and points
FLAWED = WORTH + 2 * WORTHS  # by chair
INSURED = FLAWED + CHAIRS
RECORD = INSURED + CHAIRS
MINI = RECORD + CHAIRS
UNITY = MINI + CHAIRS
TALLNESS = UNITY + CHAIRS  # by chair, in units of 100 m
# what every standing tower is told of the whole
QUAKES_HELD = TALLNESS + CHAIRS  # by how many: none, one, two and more
CENTURY_HELD = QUAKES_HELD + 3
INSURANCES_HELD = CENTURY_HELD + 1
TOILETS_HELD = INSURANCES_HELD + 3
ROOFS_HELD = TOILETS_HELD + 2
STAGE = ROOFS_HELD + 2
TOWER_PLAYERS = STAGE + STAGES
EACH = aligned(TOWER_PLAYERS + CHAIRS - 1)
# of the whole: own cards
HELD = EACH  # by kind: one, then two or more
UNKNOWN_HELD = HELD + 2 * CARDS  # after a tornado
OWN_TRAIT = UNKNOWN_HELD + 1
PREY = OWN_TRAIT + len(TRAITS)  # the most points of a rival's tower that the earthquakes in the hand bring down
SAVED = PREY + 1  # own points that the insurances in the hand would make safe
OPEN_SITES = SAVED + 1  # how many
BEST_TO_FINISH = OPEN_SITES + 1  # what the best roof in the hand would earn on the two best sites
SECOND_TO_FINISH = BEST_TO_FINISH + WORTHS
# by chair
SCORE = SECOND_TO_FINISH + WORTHS
TOILETS = SCORE + CHAIRS
THRESHOLD = TOILETS + CHAIRS  # by height
CARDS_HELD = THRESHOLD + CHAIRS * HEIGHTS
LEAD, LEADS = CARDS_HELD + CHAIRS, 25  # points ahead, from −12 to 12
LATE_LEAD = LEAD + CHAIRS * LEADS  # with few sites or cards left
LAST_LEAD = LATE_LEAD + CHAIRS * LEADS  # in the last round
ON_TURN = LAST_LEAD + CHAIRS * LEADS
VICTIM = ON_TURN + CHAIRS
# of all
DISCARDED = VICTIM + CHAIRS  # by kind, from the toilet on
UNSEEN = DISCARDED + CARDS - TOILET
PHASE = UNSEEN + CARDS - TOILET
DECK = PHASE + len(PHASES)  # how much of it is left; nothing; little
FOUNDATIONS = DECK + 3  # not revealed yet: by number
TURNS_LEFT = FOUNDATIONS + 11  # in the last round
QUIET = TURNS_LEFT + CHAIRS + 1
PROGRESS = QUIET + 2
PLAYERS = PROGRESS + 2
WHOLE = aligned(PLAYERS + CHAIRS - 1 - EACH)
INPUTS = Inputs(SITES, EACH, WHOLE)

LATE = 0.7  # of a game
USUAL = constants((2, 10, 6, 6, 2, 1, 1, 2, 8, 8, 2, 1, 2, 2, 2, 1, 4, 5, 1))  # by trait
assert len(USUAL) == len(TRAITS)


@kernel
def tallness(metres):
    return max(0, min(metres // STEP, HEIGHTS - 1))


@kernel
def worth(points):
    return max(0, min((points + 2) // 3, WORTHS - 1))


@kernel
def cards_of(s, seat, card):
    """How many cards of a kind a seat holds."""
    count = 0
    for place in range(HAND):
        count += int(s.hand[seat, place] == card)
    return count


@kernel
def list_open(s, seat, site, tallest, seen, n):
    """An open site; return how many inputs are listed, and what the best roof in the hand would earn there."""
    metres, is_ready = height(s, site), int(has_toilet(s, site))
    n = note(seen, n, OPEN_SITE + is_ready * HEIGHTS + tallness(metres), 1.0)
    n = note(seen, n, OPEN_GROUND + max(0, min(resistance_left(s, site), MOST_LEFT)), 1.0)
    n = note(seen, n, OPEN_WORTH + worth(prestige(s, site)), 1.0)
    n = note(seen, n, OPEN_INSURED, s.insurances[site])
    n = note(seen, n, CAN_FINISH, can_be_finished(s, site))
    if only_category(s, site) >= 0:
        n = note(seen, n, ONE_KIND + min(floors_of(s, site, 0, TOILET), 5), 1.0)
    best, bar = 0, threshold(s, seat)
    if can_be_finished(s, site):
        for place in range(HAND):
            card = int(s.hand[seat, place])
            if ROOF0 <= card < TOWER_CARDS:
                best = max(best, earned(s, site, card, bar, tallest))
    n = note(seen, n, TO_FINISH + worth(best), 1.0)
    for chair in range(SEATS[s.variant]):
        other = (seat + chair) % SEATS[s.variant]
        wanted = max(threshold(s, other), int(s.value[LOWEST]) - 1)
        if metres + 10 > wanted or metres + 10 == s.value[MINI_HEIGHT]:
            n = note(seen, n, ABOVE + 2 * chair + is_ready, 1.0)
        elif metres + 40 > wanted:
            n = note(seen, n, NEARLY + 2 * chair + is_ready, 1.0)
    if metres + 10 > tallest:
        n = note(seen, n, AS_TALL, 1.0)
    elif metres + 40 > tallest:
        n = note(seen, n, AS_TALL + 1, 1.0)
    return n, best


@kernel
def list_finished(s, seat, site, mini, record, seen, n):
    """A finished tower."""
    chair = (int(s.owner[site]) - seat) % SEATS[s.variant]
    n = note(seen, n, TALLNESS + chair, height(s, site) / 100)
    n = note(seen, n, INSURED + chair, s.insurances[site])
    if is_flawed(s, site, mini):
        return note(seen, n, FLAWED + chair, 1.0)
    left, points = max(0, min(resistance_left(s, site), MOST_LEFT)), points_of(s, site, mini, record)
    n = note(seen, n, TOWER + chair * LEFT + left, 1.0)
    n = note(seen, n, TOWER_POINTS + chair * LEFT + left, points / 8)
    n = note(seen, n, WORTH + (chair == 0) * WORTHS + worth(points), 1.0)
    n = note(seen, n, RECORD + chair, site == record)
    n = note(seen, n, UNITY + chair, only_category(s, site) >= 0)
    return note(seen, n, MINI + chair, site == mini)


@kernel
def list_chairs(s, seat, come, seen, n):
    """What everybody knows of each player; `by_seat` has their points."""
    seats, is_last = SEATS[s.variant], turns_left(s) >= 0
    for chair in range(seats):
        other = (seat + chair) % seats
        n = note(seen, n, SCORE + chair, seen.by_seat[other] / 20)
        n = note(seen, n, TOILETS + chair, s.toilets[other] / 2)
        n = note(seen, n, THRESHOLD + chair * HEIGHTS + tallness(threshold(s, other)), 1.0)
        cards = 0
        for place in range(HAND):
            cards += int(s.hand[other, place] != EMPTY)
        n = note(seen, n, CARDS_HELD + chair, cards / HAND)
        n = note(seen, n, ON_TURN + chair, s.seat == other)
        n = note(seen, n, VICTIM + chair, s.stole == 1 and s.victim == other)
        if chair > 0:
            lead = max(-12, min(12, seen.by_seat[seat] - seen.by_seat[other])) + 12
            first = LAST_LEAD if is_last else LATE_LEAD if come > LATE else LEAD
            n = note(seen, n, first + chair * LEADS + lead, 1.0)
    return n


@kernel
def list_hand(s, seat, seen, n):
    for place in range(HAND):
        card = int(s.hand[seat, place])
        if card < CARDS:
            is_second = int(place > 0 and s.hand[seat, place - 1] == card)  # hands are sorted
            n = note(seen, n, HELD + 2 * card + is_second, 1.0)
        elif card != EMPTY:
            n = note(seen, n, UNKNOWN_HELD, 1.0)
    return n


@kernel
def phase_for(s, seat):
    """The phase as a seat sees it: that another one may insure its tower would tell what it holds (G-secret)."""
    if s.phase != INSURE or seat == s.seat or not chance_comes_next(s):
        return int(s.phase)
    return REVEAL if s.foundations_left > 0 and (open_sites(s) == 0 or s.studies > 0) else DRAW


@kernel
def list_table(s, seat, seen, n):
    """Cards that are gone and cards to come, the deck, and how long the game may still last."""
    cards = 0
    for card in range(CARDS):
        cards += int(s.card_count[card])
        if card >= TOILET:
            gone = int(s.discards[card])
            n = note(seen, n, DISCARDED + card - TOILET, gone / 3)
            unseen = int(s.card_count[card]) - gone - cards_of(s, seat, card)
            for site in range(SITES):
                if card < TOWER_CARDS:
                    unseen -= int(s.tower[site, card])
                elif card == QUAKE:
                    unseen -= int(s.quakes[site])
                elif card == INSURANCE:
                    unseen -= int(s.insurances[site])
            n = note(seen, n, UNSEEN + card - TOILET, unseen / 5)
    n = note(seen, n, PHASE + phase_for(s, seat), 1.0)
    n = note(seen, n, DECK, s.deck_size / max(cards, 1))
    n = note(seen, n, DECK + 1, s.deck_size == 0)
    n = note(seen, n, DECK + 2, s.deck_size < 3 * SEATS[s.variant])
    n = note(seen, n, FOUNDATIONS + max(0, min(int(s.foundations_left), 10)), 1.0)
    n = note(seen, n, TURNS_LEFT + max(turns_left(s), 0), 1.0)
    quiet = max(int(s.quiet), 0)
    n = note(seen, n, QUIET, quiet / STANDSTILL)
    n = note(seen, n, QUIET + 1, quiet > 10)
    return note(seen, n, PLAYERS + SEATS[s.variant] - 2, 1.0)


@kernel
def list_inputs(s, seat, seen):
    """List all inputs that are not 0; return how many there are."""
    mini = mini_site(s)
    record = record_site(s, mini)
    tallest = height(s, record) if record >= 0 else 0
    come, values = traits(s, seat, seen.traits), seen.traits
    centuries, insurances = cards_of(s, seat, CENTURY), cards_of(s, seat, INSURANCE)
    quakes, toilets = cards_of(s, seat, QUAKE), cards_of(s, seat, TOILET) + cards_of(s, seat, TOILET_ROOF)
    roofs = 0
    for place in range(HAND):
        roofs += int(ROOF0 <= s.hand[seat, place] < TOWER_CARDS)
    for other in range(SEATS[s.variant]):
        seen.by_seat[other] = int(s.toilets[other]) * int(s.value[TOILET_POINTS])
    stage = STAGES - 1 if turns_left(s) >= 0 else min(int(4 * come), STAGES - 2)
    best, second, prey, saved, is_open = 0, 0, 0, 0, 0
    n = begin_list(seen)
    for site in range(SITES):
        owner = int(s.owner[site])
        if is_standing(s, site):
            n = note(seen, n, QUAKES_HELD + min(quakes, 2), 1.0)
            n = note(seen, n, CENTURY_HELD, centuries)
            n = note(seen, n, INSURANCES_HELD + min(insurances, 2), 1.0)
            n = note(seen, n, TOILETS_HELD + min(toilets, 1), 1.0)
            n = note(seen, n, ROOFS_HELD + min(roofs, 1), 1.0)
            n = note(seen, n, STAGE + stage, 1.0)
            n = note(seen, n, TOWER_PLAYERS + SEATS[s.variant] - 2, 1.0)
        if owner == OPEN:
            is_open += 1
            n, points = list_open(s, seat, site, tallest, seen, n)
            if points > best:
                best, second = points, best
            else:
                second = max(second, points)
        elif owner >= 0:
            points = points_of(s, site, mini, record)
            seen.by_seat[owner] += points
            n = list_finished(s, seat, site, mini, record, seen, n)
            left = resistance_left(s, site)
            if owner != seat and left <= quakes + centuries:
                prey = max(prey, points)
            if owner == seat and insurances > 0 and left <= 2:
                saved = max(saved, points)
        end_part(seen, n, site)
    n = list_hand(s, seat, seen, n)
    for trait in range(len(TRAITS)):
        n = note(seen, n, OWN_TRAIT + trait, values[trait] / USUAL[trait])
    n = note(seen, n, PROGRESS, come)
    n = note(seen, n, PROGRESS + 1, come * come)
    n = note(seen, n, OPEN_SITES, is_open / 5)
    n = note(seen, n, BEST_TO_FINISH + worth(best), 1.0)
    n = note(seen, n, SECOND_TO_FINISH + worth(second), 1.0)
    n = note(seen, n, PREY, prey / 8)
    n = note(seen, n, SAVED, saved / 8)
    n = list_chairs(s, seat, come, seen, n)
    return list_table(s, seat, seen, n)
