"""The rules of Manhattan, in the order of the rule book. Each function names the rule it is; `rules.*.md` tell them."""

import numpy as np

from bauboom.core.arrays import table
from bauboom.core.dice import below
from bauboom.core.engine import CHANCE, OVER, share_win
from bauboom.core.kernel import idx, kernel

from .actions import BUILD0, DRAW0, FIRST_PICK, LAST_PICK, PICK0, PICK_COUNTS, SKIP0, START0
from .components import (
    BLOCKS,
    BREAKS_TIES,
    BUILD,
    CARD_KINDS,
    CARDS_PER_KIND,
    CITIES,
    CITY,
    CITY_SITES,
    COLOUR_OF,
    COLOURS,
    COLOURS_EACH,
    DEAL,
    DRAW,
    EMPTY,
    FINISHED,
    HAND,
    MARKED,
    NOBODY,
    PICK,
    ROUNDS,
    SEATS,
    SIDE_OF,
    SITES,
    START,
    STOREYS_PER_COLOUR,
    TALLEST,
    TOWER,
)

SIZES = len(BLOCKS)
# block sizes as bits: AT_LEAST[n] are those of n storeys or more; LISTED[bits] are their numbers (size − 1)
_sizes = range(SIZES)
AT_LEAST = table([sum(1 << i for i in _sizes if i + 1 >= n) for n in range(STOREYS_PER_COLOUR + 1)], np.uint8)
LISTED = table([([i for i in _sizes if bits >> i & 1] + [0] * SIZES)[:SIZES] for bits in range(1 << SIZES)])
PACKED_PICKS = table((PICK_COUNTS.astype(np.int64) << np.arange(0, 8 * SIZES, 8)).sum(axis=1))  # a byte for each size
GUARDS = 0x80808080
HOW_MANY = table([bits.bit_count() for bits in range(1 << SIZES)])


# Set-up


@kernel
def setup(s, variant):
    """M-board, M-blocks, M-cards: empty cities, full supplies, all cards face down; chance names the start player."""
    s.variant = variant
    for site in range(SITES):
        s.owner[site] = NOBODY
        for colour in range(COLOURS + 1):
            s.floors[site, colour] = 0
    for colour in range(COLOURS):
        s.score[colour] = 0
        for size in range(SIZES):
            in_play = colour < colours_in_play(s)
            s.supply[colour, size] = BLOCKS[size] if in_play else 0
            s.picked[colour, size] = 0
            s.removed[colour, size] = 0
        for kind in range(3):
            s.points[kind, colour] = 0
    for seat in range(4):
        for slot in range(HAND):
            s.hand[seat, slot] = EMPTY
    for card in range(CARD_KINDS):
        s.pile[card] = CARDS_PER_KIND
        s.played[card] = 0
    s.phase = START
    s.turn = CHANCE
    s.seat = 0
    s.starter = 0
    s.round_no = 1


@kernel
def colours_in_play(s):
    """M-colours: as many as players, or four in the two-colour game."""
    return SEATS[s.variant] * COLOURS_EACH[s.variant]


@kernel
def seat_of(s, colour):
    """M-colours: seat i has colour i; with two colours seat 0 has 0 and 2, seat 1 has 1 and 3."""
    return colour % SEATS[s.variant]


@kernel
def next_seat(s, seat):
    """M-turn: clockwise."""
    following = seat + 1
    return following if following < SEATS[s.variant] else 0


@kernel
def start_with(s, seat):
    """M-start: this seat gets the marker and, being the start player, the first cards."""
    s.starter = seat
    s.seat = seat
    s.phase = DEAL


# Cards


@kernel
def take_card(s, seat, card):
    """Put a card into a hand, which stays in ascending order: the higher card is carried on to the next slot."""
    carried = int(card)
    for slot in range(HAND):
        held = int(s.hand[seat, slot])
        s.hand[seat, slot] = min(held, carried)
        carried = max(held, carried)


@kernel
def play_card(s, seat, card):
    """M-turn: the card goes from the hand face up before its player."""
    found = 0
    for slot in range(HAND - 1):
        found |= s.hand[seat, slot] == card
        s.hand[seat, slot] = s.hand[seat, slot + found]  # from there on, cards move up
    s.hand[seat, HAND - 1] = EMPTY
    s.played[card] += 1


@kernel
def deal_card(s, card):
    """M-deal: four cards each, from the start player on; then the first picks."""
    s.pile[card] -= 1
    take_card(s, s.seat, card)
    if s.hand[s.seat, HAND - 1] != EMPTY:
        s.seat = next_seat(s, s.seat)
        if s.seat == s.starter:
            begin_picking(s)


@kernel
def draw_card(s, card):
    """M-draw: the turn ends with a card from the pile."""
    s.pile[card] -= 1
    take_card(s, s.seat, card)
    if is_pile_empty(s):
        reshuffle(s)
    end_turn(s)


@kernel
def is_pile_empty(s):
    cards = 0
    for card in range(CARD_KINDS):
        cards += int(s.pile[card])
    return cards == 0


@kernel
def reshuffle(s):
    """M1: the moment the pile is empty, all played cards become the new one."""
    for card in range(CARD_KINDS):
        s.pile[card] = s.played[card]
        s.played[card] = 0


# Rounds and turns


@kernel
def begin_picking(s):
    """M4: picking is open, and begins with the start player."""
    s.phase = PICK
    s.seat = s.starter
    s.turn = s.starter


@kernel
def picking_colour(s):
    """M-pick: of a seat's colours, the lower number first."""
    return int(s.seat) if blocks_picked(s, s.seat) == 0 else int(s.seat) + int(SEATS[s.variant])


@kernel
def blocks_picked(s, colour):
    blocks = 0
    for size in range(SIZES):
        blocks += int(s.picked[colour, size])
    return blocks


@kernel
def has_picked_blocks(s, seat):
    colour = int(seat)
    blocks = 0
    for _ in range(COLOURS_EACH[s.variant]):
        blocks += blocks_picked(s, colour)
        colour += SEATS[s.variant]
    return blocks > 0


@kernel
def pick_blocks(s, pick):
    """M-pick: out of the supply, before the player."""
    colour = picking_colour(s)
    for size in range(SIZES):
        s.picked[colour, size] = PICK_COUNTS[pick, size]
        s.supply[colour, size] -= PICK_COUNTS[pick, size]
    if colour + SEATS[s.variant] >= colours_in_play(s):
        s.seat = next_seat(s, s.seat)
        if s.seat == s.starter:
            s.phase = BUILD
    s.turn = s.seat


@kernel
def end_turn(s):
    """M-turn, M-score: single turns clockwise until all picked blocks are used; then the board is scored."""
    s.seat = next_seat(s, s.seat)
    if has_picked_blocks(s, s.seat):
        s.phase = BUILD
        s.turn = s.seat
    else:
        score_round(s)
        next_round(s)


@kernel
def next_round(s):
    """M-next: the start-player marker goes one seat to the left; M-end: after the last round the game is over."""
    if s.round_no == ROUNDS[s.variant]:
        s.phase = FINISHED
        s.turn = OVER
    else:
        s.round_no += 1
        s.starter = next_seat(s, s.starter)
        begin_picking(s)


# Building


@kernel
def marked_site(s, seat, card, city):
    """M-sides: the site a card marks in a city, read from the side where the seat sits."""
    return city * CITY_SITES + int(MARKED[SIDE_OF[s.variant, seat], card])


@kernel
def storeys_missing(s, site, colour):
    """M-cap: to cap a rival's tower you need, block included, no fewer storeys in it than its owner.

    M-free: on an empty site, or on a tower of the same colour, nothing is missing.
    M3: your own other colour is a rival too. So the owner always has the most storeys, and this is never negative.
    """
    return int(s.floors[site, s.owner[site]]) - int(s.floors[site, colour])


@kernel
def build(s, card, city, colour, size):
    """M-build, M-owner, M-height: play a card, put a block on the site it marks; the tower is the top block's."""
    site = marked_site(s, s.seat, card, city)
    s.floors[site, colour] += size + 1
    s.owner[site] = colour
    s.picked[colour, size] -= 1
    play_card(s, s.seat, card)
    s.phase = DRAW
    s.turn = CHANCE


@kernel
def skip(s, card, colour, size):
    """M2: with no legal build, a card is played and a block leaves the game."""
    s.picked[colour, size] -= 1
    s.removed[colour, size] += 1
    play_card(s, s.seat, card)
    s.phase = DRAW
    s.turn = CHANCE


# Scoring


@kernel
def height(s, site):
    storeys = 0
    for colour in range(COLOURS):
        storeys += int(s.floors[site, colour])
    return storeys


@kernel
def tallest_site(s):
    """M-tallest, M6: where the single tallest tower stands; −1 if two are equally tall, whoever owns them."""
    best, site_of_best = 0, -1
    for site in range(SITES):
        storeys = height(s, site)
        if storeys > best:
            best, site_of_best = storeys, site
        elif storeys == best:
            site_of_best = -1
    return site_of_best


@kernel
def census(s, city):
    """How many towers each colour owns in a city, one byte per colour."""
    packed = 0
    for site in range(city * CITY_SITES, (city + 1) * CITY_SITES):
        packed += 1 << (8 * int(s.owner[site]))
    return packed


@kernel
def towers_of(packed, colour):
    """One colour's number in a census."""
    return (packed >> (8 * colour)) & 0xFF


@kernel
def majority(s, city):
    """M-majority: the colour with more towers in the city than any other single colour, else NOBODY."""
    towers = census(s, city)
    most, leader = 0, NOBODY
    for colour in range(COLOURS):
        mine = towers_of(towers, colour)
        if mine > most:
            most, leader = mine, colour
        elif mine == most:
            leader = NOBODY
    return leader


@kernel
def score_round(s):
    """M-score: tallest tower 3, city majorities 2 each, every tower 1 (M-tower); M5: nothing is ever taken away."""
    for colour in range(COLOURS):
        for kind in range(3):
            s.points[kind, colour] = 0
    site = tallest_site(s)
    if site >= 0:
        s.points[TALLEST, s.owner[site]] = 3
    for city in range(len(CITIES)):
        leader = majority(s, city)
        if leader != NOBODY:
            s.points[CITY, leader] += 2
        towers = census(s, city)
        for colour in range(COLOURS):
            s.points[TOWER, colour] += towers_of(towers, colour)
    for colour in range(COLOURS):
        for kind in range(3):
            s.score[colour] += s.points[kind, colour]


# The end


@kernel
def score_of(s, seat):
    """M-two: every colour scores on its own; a player's score is the sum of his colours."""
    total = 0
    for colour in range(seat, colours_in_play(s), SEATS[s.variant]):
        total += int(s.score[colour])
    return total


@kernel
def tallest_of(s, seat):
    """M-tie-2017: how tall a player's tallest tower is, over all his colours."""
    best = 0
    for site in range(SITES):
        if s.owner[site] != NOBODY and seat_of(s, s.owner[site]) == seat:
            best = max(best, height(s, site))
    return best


@kernel
def majorities_of(s, seat):
    """M-tie-2017: in how many cities one of a player's colours has the majority."""
    cities = 0
    for city in range(len(CITIES)):
        leader = majority(s, city)
        cities += leader != NOBODY and seat_of(s, leader) == seat
    return cities


@kernel
def rank(s, seat):
    """M-win, M-tie-1994, M-tie-2017: a number that orders the players; equal ones share the win."""
    place = score_of(s, seat) * 1000
    if BREAKS_TIES[s.variant]:
        place = (place + tallest_of(s, seat)) * 10 + majorities_of(s, seat)
    return place


# What generic code asks every game


@kernel
def legal(s, out):
    """Write the ids of all legal decisions, ascending, and return how many there are."""
    if s.phase == PICK:
        return legal_picks(s, out)
    if s.phase == BUILD:
        count = legal_builds(s, out)
        return count if count > 0 else legal_skips(s, out)
    return 0


@kernel
def legal_picks(s, out):
    """M-pick: any blocks of the supply, exactly as many as the variant says."""
    colour = picking_colour(s)
    supply = GUARDS
    for size in range(SIZES):
        supply += int(s.supply[colour, size]) << (8 * size)
    count = 0
    for pick in range(FIRST_PICK[s.variant], LAST_PICK[s.variant]):
        out[idx(count)] = PICK0 + pick
        # one byte per size: a size of which too few are left borrows its guard bit
        count += (supply - PACKED_PICKS[pick]) & GUARDS == GUARDS
    return count


@kernel
def legal_builds(s, out):
    """M-build, M-cap: every card in hand, every city, every picked block that may go on the marked site."""
    seat = s.seat
    side = SIDE_OF[s.variant, seat]
    has_two = COLOURS_EACH[s.variant] == 2
    first, second = COLOUR_OF[s.variant, seat, 0], COLOUR_OF[s.variant, seat, 1]
    sizes, more_sizes = sizes_picked(s, first), sizes_picked(s, second)
    count = 0
    for slot in range(HAND):
        card = s.hand[seat, slot]
        if slot > 0 and card == s.hand[seat, slot - 1]:
            continue
        for city in range(len(CITIES)):
            site = city * CITY_SITES + MARKED[side, card]
            action = BUILD0 + (int(card) * len(CITIES) + city) * COLOURS * SIZES
            allowed = sizes & AT_LEAST[idx(storeys_missing(s, site, first))]
            count = list_sizes(out, count, action + int(first) * SIZES, allowed)
            if has_two:
                allowed = more_sizes & AT_LEAST[idx(storeys_missing(s, site, second))]
                count = list_sizes(out, count, action + int(second) * SIZES, allowed)
    return count


@kernel
def list_sizes(out, count, action, allowed):
    """List the allowed sizes. All four are written, only those counted: no branch to predict, one vector store."""
    for i in range(SIZES):
        out[idx(count + i)] = action + LISTED[allowed, i]
    return count + HOW_MANY[allowed]


@kernel
def sizes_picked(s, colour):
    """The sizes of picked blocks that are left, as bits."""
    bits = 0
    for size in range(SIZES):
        bits |= (s.picked[colour, size] > 0) << size
    return bits


@kernel
def legal_skips(s, out):
    """M2: any card, any picked block."""
    count = 0
    for slot in range(HAND):
        card = int(s.hand[s.seat, slot])
        if slot > 0 and card == s.hand[s.seat, slot - 1]:
            continue
        for colour in range(int(s.seat), colours_in_play(s), SEATS[s.variant]):
            for size in range(SIZES):
                out[count] = SKIP0 + (card * COLOURS + colour) * SIZES + size
                count += s.picked[colour, size] > 0
    return count


TRIES = 24  # until a build is legal; late in a game few are, and then the list is quicker


@kernel
def any_decision(s, rng, actions):
    """A legal decision, every one as likely: builds are guessed until one is legal, which is quicker than a list."""
    if s.phase == BUILD:
        first, second = COLOUR_OF[s.variant, s.seat, 0], COLOUR_OF[s.variant, s.seat, 1]
        sizes, more_sizes = sizes_picked(s, first), 0
        if COLOURS_EACH[s.variant] == 2:
            more_sizes = sizes_picked(s, second)
        blocks = HOW_MANY[sizes]
        guesses = HAND * len(CITIES) * (blocks + HOW_MANY[more_sizes])
        for _ in range(TRIES):
            guess = below(rng, guesses)
            slot, block = guess % HAND, guess // HAND // len(CITIES)
            city = guess // HAND - block * len(CITIES)
            is_first = block < blocks
            colour = first if is_first else second
            size = LISTED[sizes, idx(block)] if is_first else LISTED[more_sizes, idx(block - blocks)]
            card = s.hand[s.seat, slot]
            is_new = (slot == 0) | (card != s.hand[s.seat, max(slot - 1, 0)])
            missing = storeys_missing(s, marked_site(s, s.seat, card, city), colour)
            if is_new & (size >= missing - 1):
                return BUILD0 + ((int(card) * len(CITIES) + city) * COLOURS + int(colour)) * SIZES + size
    return actions[below(rng, legal(s, actions))]


@kernel
def apply(s, action):
    """Play a legal action or a possible outcome, in place and unchecked."""
    if s.phase == BUILD:
        if action < SKIP0:
            place, size = divmod(action - BUILD0, SIZES)
            place, colour = divmod(place, COLOURS)
            card, city = divmod(place, len(CITIES))
            build(s, card, city, colour, size)
        else:
            place, size = divmod(action - SKIP0, SIZES)
            card, colour = divmod(place, COLOURS)
            skip(s, card, colour, size)
    elif s.phase == DRAW:
        draw_card(s, action - DRAW0)
    elif s.phase == PICK:
        pick_blocks(s, action - PICK0)
    elif s.phase == DEAL:
        deal_card(s, action - DRAW0)
    else:
        start_with(s, action - START0)


@kernel
def chance(s, actions, weights):
    """M-start: every seat alike. M-deal, M-draw: every card of the pile alike."""
    if s.phase == START:
        for seat in range(SEATS[s.variant]):
            actions[seat] = START0 + seat
            weights[seat] = 1
        return SEATS[s.variant]
    for card in range(CARD_KINDS):
        actions[card] = DRAW0 + card
        weights[card] = s.pile[card]
    return CARD_KINDS


LANE = 7  # bits: nine numbers of so many fit into one, and none of them is ever above 63
LANES = sum(1 << (LANE * card) for card in range(CARD_KINDS))  # 1 in every lane
HIGHEST = LANES << (LANE - 1)


@kernel
def sample(s, rng, actions, weights):
    """Let chance decide. M-deal, M-draw: every card of the pile alike; all kinds are looked at together, one in a lane.

    The card drawn is of the first kind with which the number of cards so far is above a random one.
    """
    if s.phase == START:
        return START0 + below(rng, SEATS[s.variant])
    cards = 0
    for card in range(CARD_KINDS):
        cards |= int(s.pile[card]) << (LANE * card)
    ticket = int(below(rng, sum_of_lanes(cards)))
    for lanes in (1, 2, 4, 8):  # then every lane is the sum of all up to it
        cards += (cards & ((1 << (LANE * (CARD_KINDS - lanes))) - 1)) << (LANE * lanes)
    passed = ((ticket * LANES | HIGHEST) - cards & HIGHEST) >> (LANE - 1)
    return DRAW0 + sum_of_lanes(passed)


@kernel
def sum_of_lanes(lanes):
    """Digits of a number add up to what is left of it modulo the highest digit."""
    return lanes % ((1 << LANE) - 1)


@kernel
def scores(s, out):
    """Points by seat."""
    for seat in range(SEATS[s.variant]):
        out[seat] = score_of(s, seat)


@kernel
def returns(s, out):
    """Each seat's share of the win: 1 to the winner, equal parts to those who share it."""
    for seat in range(SEATS[s.variant]):
        out[seat] = rank(s, seat)
    share_win(out, SEATS[s.variant])


# What must always hold


@kernel
def audit(s):
    """The numbers of the broken promises, as bits: 1 cards, 2 blocks, 4 owners, 8 storeys (M3), 16 hands, 32 turn."""
    bits = 0
    for card in range(CARD_KINDS):
        cards = int(s.pile[card]) + int(s.played[card])
        for seat in range(4):
            for slot in range(HAND):
                cards += s.hand[seat, slot] == card
        bits |= int(cards != CARDS_PER_KIND)
    for colour in range(COLOURS):
        storeys = 0
        for site in range(SITES):
            storeys += int(s.floors[site, colour])
        for size in range(SIZES):
            blocks = int(s.supply[colour, size]) + int(s.picked[colour, size]) + int(s.removed[colour, size])
            storeys += blocks * (size + 1)
            bits |= int(blocks > BLOCKS[size] or s.supply[colour, size] < 0 or s.picked[colour, size] < 0) << 1
        bits |= int(storeys != (STOREYS_PER_COLOUR if colour < colours_in_play(s) else 0)) << 1
    for site in range(SITES):
        owner = s.owner[site]
        bits |= int((height(s, site) == 0) != (owner == NOBODY) or s.floors[site, NOBODY] != 0) << 2
        for colour in range(COLOURS):
            bits |= int(s.floors[site, colour] < 0 or s.floors[site, colour] > s.floors[site, owner]) << 3
    for seat in range(4):
        for slot in range(1, HAND):
            bits |= int(s.hand[seat, slot - 1] > s.hand[seat, slot]) << 4
        cards_due = s.phase in (PICK, BUILD, FINISHED)
        bits |= int(cards_due and seat < SEATS[s.variant] and s.hand[seat, HAND - 1] == EMPTY) << 4
    actor = int(s.seat)
    if s.phase in (START, DEAL, DRAW):
        actor = CHANCE
    elif s.phase == FINISHED:
        actor = OVER
    bits |= int(s.turn != actor or s.seat >= SEATS[s.variant] or s.round_no > ROUNDS[s.variant]) << 5
    return bits


@kernel
def clock(s):
    """The round."""
    return s.round_no
