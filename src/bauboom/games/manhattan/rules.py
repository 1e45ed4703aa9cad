"""The rules of Manhattan, in the order of the rule book; each function names the rules it keeps (`rules.*.md`)."""

from bauboom.core.cards import clear, insert, remove
from bauboom.core.engine import CHANCE, OVER, share_win
from bauboom.core.kernel import kernel

from .actions import BUILD0, DRAW0, PICK0, PICK_COUNTS, SKIP0, START0
from .components import (
    BLOCKS,
    BREAKS_TIES,
    BUILD,
    CARD_KINDS,
    CARDS_PER_KIND,
    CITIES,
    CITY,
    CITY_SITES,
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
    SIZES,
    START,
    TALLEST,
    TOWER,
)

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
        clear(s.hand[seat], EMPTY)
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
def play_card(s, seat, card):
    """M-turn: the card goes from the hand face up before its player."""
    remove(s.hand[seat], card, EMPTY)
    s.played[card] += 1


@kernel
def deal_card(s, card):
    """M-deal: four cards each, from the start player on; then the first picks."""
    s.pile[card] -= 1
    insert(s.hand[s.seat], card)
    if s.hand[s.seat, HAND - 1] != EMPTY:
        s.seat = next_seat(s, s.seat)
        if s.seat == s.starter:
            begin_picking(s)


@kernel
def draw_card(s, card):
    """M-draw: the turn ends with a card from the pile."""
    s.pile[card] -= 1
    insert(s.hand[s.seat], card)
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
    """M-tallest, M6: where the single tallest tower stands; −1 if two are equally tall, even of one owner."""
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
    """M-tower: how many towers each colour owns in a city, all in one number: a byte for every colour."""
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
    """M-two: every colour scores on its own; a player's score is the sum of their colours."""
    total = 0
    for colour in range(seat, colours_in_play(s), SEATS[s.variant]):
        total += int(s.score[colour])
    return total


@kernel
def tallest_of(s, seat):
    """M-tie-2017: how tall a player's tallest tower is, over all their colours."""
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


@kernel
def clock(s):
    """The round."""
    return s.round_no
