"""The rules of Gratte-ciel; each function names the rules it keeps (`rules.*.md`).

What towers are and count is in towers.py; this is the course of the game, in the order of a turn, and the end.
"""

from bauboom.core.cards import clear, exchange, has_card, how_many, insert, is_new, remove
from bauboom.core.door import door
from bauboom.core.engine import CHANCE, OVER, share_win
from bauboom.core.kernel import kernel
from bauboom.core.kinds import OneRow

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
    ALL_FIVE,
    AT_ONCE,
    CARDS,
    CENTURY,
    CHOOSE,
    DEAL,
    DRAW,
    EMPTY,
    FINISHED,
    FIRST_DRAW,
    FIRST_REVEAL,
    FIRST_SITES,
    FOUNDATION_KINDS,
    HAND,
    INSURANCE,
    INSURE,
    KEEP,
    LOOK,
    MAX_SEATS,
    NOT_LAST,
    NOT_YET,
    NOTHING,
    OPEN,
    PLAY,
    PUT,
    QUAKE,
    REVEAL,
    ROB,
    ROOF0,
    SEATS,
    SITES,
    STANDARD_COUNT,
    STANDARD_FOUNDATIONS,
    STANDARD_HEIGHT,
    STANDARD_PRESTIGE,
    STANDARD_RESISTANCE,
    STANDARD_VALUES,
    STANDSTILL,
    START,
    STEAL,
    STUDY,
    TAKE,
    TO_THE_LEFT,
    TO_THE_RIGHT,
    TOILET,
    TORNADO,
    TOWER_CARDS,
    VALUES,
)
from .deck import FOUNDATIONS, KINDS
from .towers import collapse_if_due, height, is_standing, open_sites, score_of, threshold

# Cards


@kernel
def off_the_deck(s, card):
    """A card leaves the deck: one whose place on top is known, or else any of the rest."""
    known = how_many(s.top, EMPTY)
    if known > 0:
        s.top[known - 1] = EMPTY
    else:
        s.pile[card] -= 1
    s.deck_size -= 1


@kernel
def discards_left(s):
    cards = 0
    for card in range(CARDS):
        cards += int(s.discards[card])
    return cards


# Set-up


@kernel
def setup(s, variant):
    """G-setup, G-deck: the standard deck; chance names the start player."""
    for card in range(CARDS):
        s.card_height[card] = STANDARD_HEIGHT[card]
        s.card_prestige[card] = STANDARD_PRESTIGE[card]
        s.card_count[card] = STANDARD_COUNT[card]
    for kind in range(FOUNDATION_KINDS):
        s.resistance[kind] = STANDARD_RESISTANCE[kind]
        s.foundation_count[kind] = STANDARD_FOUNDATIONS[kind]
    for i in range(len(VALUES)):
        s.value[i] = STANDARD_VALUES[i]
    s.variant = variant
    lay_out(s)


def write_deck(rows, deck):
    """G-deck: make the first row a new game with cards of other values."""
    row = rows[0]
    for number, kind in enumerate(KINDS):
        row["card_count"][number] = deck[kind]["count"]
        row["card_height"][number] = deck[kind].get("height", 0)
        row["card_prestige"][number] = deck[kind].get("prestige", 0)
    for number, kind in enumerate(FOUNDATIONS):
        row["foundation_count"][number] = deck[kind]["count"]
        row["resistance"][number] = deck[kind]["resistance"]
    row["value"] = [deck[kind][name] for kind, name in VALUES]
    lay_out_first(rows)


@door
def lay_out_first(rows: OneRow) -> None:
    lay_out(rows[0])


@kernel
def lay_out(s):
    """G-cards, G-setup: all cards of the deck face down, no site yet."""
    s.deck_size = 0
    for card in range(CARDS):
        s.pile[card] = s.card_count[card]
        s.discards[card] = 0
        s.deck_size += s.card_count[card]
    s.foundations_left = 0
    for kind in range(FOUNDATION_KINDS):
        s.foundations[kind] = s.foundation_count[kind]
        s.foundations_left += s.foundation_count[kind]
    for site in range(SITES):
        for card in range(TOWER_CARDS):
            s.tower[site, card] = 0
        s.ground[site] = 0
        s.owner[site] = NOT_YET
        s.above[site] = 0
        s.finished[site] = 0
        s.insurances[site] = 0
        s.quakes[site] = 0
        s.hits[site] = 0
    for seat in range(MAX_SEATS):
        clear(s.hand[seat], EMPTY)
        s.toilets[seat] = 0
    clear(s.top, EMPTY)
    clear(s.aside, EMPTY)
    s.quiet = 0
    s.top_owner = 0
    s.studies = 0
    s.card = EMPTY
    s.site = 0
    s.victim = 0
    s.stole = 0
    s.last_round = NOT_LAST
    s.starter = 0
    s.seat = 0
    s.said = NOTHING
    await_chance(s, START)


@kernel
def await_chance(s, phase):
    s.phase = phase
    s.turn = CHANCE


@kernel
def await_seat(s, phase):
    s.phase = phase
    s.turn = s.seat


@kernel
def start_with(s, seat):
    """G-start: this seat begins; then the first sites are revealed."""
    s.seat = seat
    s.starter = seat
    await_chance(s, FIRST_REVEAL)


@kernel
def reveal(s, kind):
    """G-setup, G2, G-study-site: a foundation is a new open site."""
    site = next_site(s)
    s.ground[site] = kind
    s.owner[site] = OPEN
    s.foundations[kind] -= 1
    s.foundations_left -= 1
    if s.phase == REVEAL:
        settle(s)
    elif site + 1 == FIRST_SITES[s.variant]:
        await_chance(s, DEAL)


@kernel
def next_site(s):
    """G-setup: sites are numbered in the order of revealing."""
    site = 0
    while site < SITES - 1 and s.owner[site] != NOT_YET:
        site += 1
    return site


@kernel
def deal(s, card):
    """G-setup: five cards each, beginning with the start player."""
    off_the_deck(s, card)
    insert(s.hand[s.seat], card)
    if how_many(s.hand[s.seat], EMPTY) == HAND:
        s.seat = next_seat(s, s.seat)
        if s.seat == s.starter:
            await_seat(s, PLAY)


@kernel
def next_seat(s, seat):
    """G-start: clockwise."""
    following = int(seat) + 1
    return following if following < SEATS[s.variant] else 0


# Playing a card


@kernel
def spend(s, card):
    """G-turn, G7: the card that is played comes out of the hand, or out of a study."""
    if s.phase == AT_ONCE:
        s.card = EMPTY
    else:
        remove(s.hand[s.seat], card, EMPTY)


@kernel
def build(s, card, site):
    """G-build, G-toilet, G17, G23: a toilet gives a point, and a theft if another player has cards."""
    spend(s, card)
    s.tower[site, card] += 1
    if card == TOILET:
        s.toilets[s.seat] += 1
        if others_with_cards(s):
            await_seat(s, STEAL)
            return
    settle(s)


@kernel
def others_with_cards(s):
    count = 0
    for seat in range(SEATS[s.variant]):
        count += seat != s.seat and s.hand[seat, 0] != EMPTY
    return count


@kernel
def steal(s, seat):
    """G-theft: two cards at random; the thief draws no card in this turn."""
    s.victim = seat
    s.stole = 1
    await_chance(s, ROB)


@kernel
def rob(s, card):
    """G-theft: if the victim has a single card, the thief keeps it."""
    remove(s.hand[s.victim], card, EMPTY)
    insert(s.aside, card)
    if how_many(s.aside, EMPTY) == 2:
        await_seat(s, KEEP)
    elif s.hand[s.victim, 0] == EMPTY:
        clear(s.aside, EMPTY)
        insert(s.hand[s.seat], card)
        settle(s)


@kernel
def keep(s, card):
    """G-theft: keep one, give one back."""
    remove(s.aside, card, EMPTY)
    insert(s.hand[s.seat], card)
    insert(s.hand[s.victim], s.aside[0])
    clear(s.aside, EMPTY)
    settle(s)


@kernel
def put_roof(s, card, site):
    """G-roof, G5, G20, G-insure-roof: the tower is the player's; it must exceed the threshold of this moment."""
    spend(s, card)
    before = threshold(s, s.seat)
    newest = 0
    for other in range(SITES):
        newest = max(newest, int(s.finished[other]))
    s.tower[site, card] += 1
    s.owner[site] = s.seat
    s.above[site] = height(s, site) > before
    s.finished[site] = newest + 1
    s.site = site
    if has_card(s.hand[s.seat], INSURANCE):
        await_seat(s, INSURE)
    else:
        close_site(s)


@kernel
def close_site(s):
    """G-end, G14: a tower is finished; if nothing is open and nothing can be opened, so is the game, and only then."""
    if open_sites(s) == 0 and s.foundations_left == 0:
        finish(s)
    else:
        settle(s)


@kernel
def put_insurance(s, site):
    """G-insurance: it cancels an earthquake, or stays."""
    if s.quakes[site] > 0:
        s.quakes[site] -= 1
        s.discards[QUAKE] += 1
        s.discards[INSURANCE] += 1
    else:
        s.insurances[site] += 1


@kernel
def insure(s, site):
    """G-insurance, G-insure-roof: as the card of the turn, or right after a roof."""
    after_roof = s.phase == INSURE
    spend(s, INSURANCE)
    put_insurance(s, site)
    if after_roof:
        close_site(s)
    else:
        settle(s)


@kernel
def quake(s, site):
    """G-quake: an insurance answers it, or it stays on the tower."""
    spend(s, QUAKE)
    if s.insurances[site] > 0:
        s.insurances[site] -= 1
        s.discards[INSURANCE] += 1
        s.discards[QUAKE] += 1
    else:
        s.quakes[site] += 1
        collapse_if_due(s, site)
    settle(s)


@kernel
def century(s):
    """G-century, G16: every tower loses an insurance, or else 1 resistance for good."""
    spend(s, CENTURY)
    s.discards[CENTURY] += 1
    for site in range(SITES):
        if is_standing(s, site):
            if s.insurances[site] > 0:
                s.insurances[site] -= 1
                s.discards[INSURANCE] += 1
            else:
                s.hits[site] += 1
                collapse_if_due(s, site)
    settle(s)


@kernel
def tornado(s, to_the_right):
    """G-tornado, G10, G15: hands move on by one seat; with the deck empty, among the players with cards."""
    spend(s, TORNADO)
    s.discards[TORNADO] += 1
    s.said = TO_THE_RIGHT if to_the_right else TO_THE_LEFT
    seats = SEATS[s.variant]
    first = -1
    for i in range(seats):
        seat = seats - 1 - i if to_the_right else i
        if s.deck_size > 0 or s.hand[seat, 0] != EMPTY:
            if first < 0:
                first = seat
            else:  # the hand that travels waits at the first seat
                exchange(s.hand[first], s.hand[seat])
    settle(s)


@kernel
def mark_hands(s, to_the_right, tried):
    """G-tornado, G10, G15: whose hand each seat would hold after a tornado now.

    On a row for trying: there each hand is its owner's number alone, and the rule itself sends it round. Where none
    goes, the first place is EMPTY. The tornado that is to be played is no longer in a hand then.
    """
    for seat in range(MAX_SEATS):
        cards = how_many(s.hand[seat], EMPTY) - int(s.phase == PLAY and seat == s.seat)
        clear(tried.hand[seat], EMPTY)
        if cards > 0:
            tried.hand[seat, 0] = seat
    for card in range(CARDS):
        tried.discards[card] = 0
    tried.phase = AT_ONCE
    tornado(tried, to_the_right)


@kernel
def discard(s, card):
    """G1: instead of playing."""
    spend(s, card)
    s.discards[card] += 1
    settle(s)


# Studies


@kernel
def study(s, of_discards):
    """G-study-deck, G-study-discard: the study lies there until it is used up."""
    spend(s, STUDY)
    s.studies += 1
    if of_discards:
        await_seat(s, TAKE)
    else:
        await_chance(s, LOOK)


@kernel
def look(s, card):
    """G-study-deck: five cards, or all if there are fewer."""
    off_the_deck(s, card)
    insert(s.aside, card)
    if how_many(s.aside, EMPTY) == HAND or s.deck_size == 0:
        await_seat(s, CHOOSE)


@kernel
def take(s, card):
    """G-study-deck, G-study-discard: into the hand."""
    insert(s.hand[s.seat], card)
    if s.phase == TAKE:
        s.discards[card] -= 1
        settle(s)
    else:
        remove(s.aside, card, EMPTY)
        s.quiet = -1
        s.said = NOTHING
        go_on_putting(s)


@kernel
def play_at_once(s, card):
    """G-study-deck, G11: the others are put back first."""
    remove(s.aside, card, EMPTY)
    s.card = card
    s.quiet = -1
    go_on_putting(s)


@kernel
def swap(s):
    """G-study-swap: the old hand is to be put back."""
    exchange(s.hand[s.seat], s.aside)
    s.quiet = -1
    s.said = ALL_FIVE
    go_on_putting(s)


@kernel
def put(s, card):
    """G-study-deck: the first one lies deepest."""
    remove(s.aside, card, EMPTY)
    s.top[how_many(s.top, EMPTY)] = card
    s.top_owner = s.seat
    s.deck_size += 1
    go_on_putting(s)


@kernel
def go_on_putting(s):
    """G11: when all are put back, the card to be played at once comes, or else the study is over."""
    if s.aside[0] != EMPTY:
        await_seat(s, PUT)
    elif s.card != EMPTY:
        await_seat(s, AT_ONCE)
    else:
        settle(s)


# The end of a turn


@kernel
def settle(s):
    """What follows by itself when a card has done its work.

    G2: with no site open, a foundation is revealed. G-study-site, G11: then studies are discarded, the inner one first,
    each with a foundation. Then cards are drawn.
    """
    if open_sites(s) == 0 and s.foundations_left > 0:
        await_chance(s, REVEAL)
        return
    while s.studies > 0:
        s.studies -= 1
        s.discards[STUDY] += 1
        if s.foundations_left > 0:
            await_chance(s, REVEAL)
            return
    draw_or_end_turn(s)


@kernel
def draw_or_end_turn(s):
    """G-turn, G8, G-theft: up to five cards, as long as the deck lasts; none for a thief."""
    if s.stole == 0 and s.deck_size > 0 and how_many(s.hand[s.seat], EMPTY) < HAND:
        await_chance(s, DRAW)
    else:
        end_turn(s)


@kernel
def draw(s, card):
    """G-turn: at the end of a turn, or five at its beginning."""
    off_the_deck(s, card)
    insert(s.hand[s.seat], card)
    s.quiet = -1
    if s.phase == DRAW:
        draw_or_end_turn(s)
    elif s.deck_size == 0 or how_many(s.hand[s.seat], EMPTY) == HAND:
        await_seat(s, PLAY)


@kernel
def end_turn(s):
    """G-turn: the next seat. G-last, G13, G18: or the end, after the last round or at a standstill."""
    s.quiet += 1
    if s.last_round != NOT_LAST:
        leave_last_round(s)
    elif s.deck_size == 0:
        begin_last_round(s)
    while s.last_round != 0 and s.quiet < STANDSTILL:
        s.seat = next_seat(s, s.seat)
        s.stole = 0
        if s.last_round == NOT_LAST or s.last_round >> s.seat & 1:
            if s.hand[s.seat, 0] != EMPTY:
                await_seat(s, PLAY)
                return
            if s.deck_size > 0:
                await_chance(s, FIRST_DRAW)
                return
            leave_last_round(s)  # this hand was emptied, by theft, after the last round had begun
    finish(s)


@kernel
def begin_last_round(s):
    """G-last, G13: once a hand is empty, for whatever reason, every player with cards has one more turn."""
    due, seats = 0, SEATS[s.variant]
    for seat in range(seats):
        due |= int(s.hand[seat, 0] != EMPTY) << seat
    if due != (1 << seats) - 1:
        s.last_round = due


@kernel
def leave_last_round(s):
    s.last_round &= ~(1 << int(s.seat))


@kernel
def turns_left(s):
    """G13: how many turns the last round still has, the one being played included; −1 before it."""
    if s.last_round == NOT_LAST:
        return -1
    turns = 0
    for seat in range(SEATS[s.variant]):
        turns += s.last_round >> seat & 1
    return turns


@kernel
def finish(s):
    s.phase = FINISHED
    s.turn = OVER


# What generic code asks every game


@kernel
def apply(s, action):
    """Play a legal action or a possible outcome, in place and unchecked."""
    if action >= START0:
        apply_outcome(s, action)
    elif action < STUDY0:
        card, site = divmod(action - BUILD0, SITES)
        if card < ROOF0:
            build(s, card, site)
        else:
            put_roof(s, card, site)
    elif action < INSURE0:
        study(s, action - STUDY0)
    elif action < TORNADO0:
        insure(s, action - INSURE0)
    elif action < QUAKE0:
        tornado(s, action - TORNADO0)
    elif action < CENTURY0:
        quake(s, action - QUAKE0)
    elif action == CENTURY0:
        century(s)
    elif action < STEAL0:
        discard(s, action - DISCARD0)
    elif action < KEEP0:
        steal(s, action - STEAL0)
    elif action < TAKE0:
        keep(s, action - KEEP0)
    elif action < PLAY0:
        take(s, action - TAKE0)
    elif action < SWAP:
        play_at_once(s, action - PLAY0)
    elif action == SWAP:
        swap(s)
    elif action < DECLINE:
        put(s, action - PUT0)
    elif s.phase == INSURE:
        close_site(s)
    else:
        settle(s)


@kernel
def apply_outcome(s, action):
    if action < REVEAL0:
        start_with(s, action - START0)
    elif action < DRAW0:
        reveal(s, action - REVEAL0)
    elif s.phase == DEAL:
        deal(s, action - DRAW0)
    elif s.phase == ROB:
        rob(s, action - DRAW0)
    elif s.phase == LOOK:
        look(s, action - DRAW0)
    else:
        draw(s, action - DRAW0)


@kernel
def chance(s, actions, weights):
    """G-start, G-setup, G-turn, G-theft: every seat, foundation or card alike; a card known on top is certain."""
    if s.phase == START:
        for seat in range(SEATS[s.variant]):
            actions[seat] = START0 + seat
            weights[seat] = 1
        return SEATS[s.variant]
    if s.phase in (FIRST_REVEAL, REVEAL):
        for kind in range(FOUNDATION_KINDS):
            actions[kind] = REVEAL0 + kind
            weights[kind] = s.foundations[kind]
        return FOUNDATION_KINDS
    if s.phase == ROB:
        count = 0
        for place in range(HAND):
            card = int(s.hand[s.victim, place])
            is_first = is_new(s.hand[s.victim], place)
            count += card != EMPTY and is_first
            if card != EMPTY:
                actions[count - 1] = DRAW0 + card
                weights[count - 1] = 1 if is_first else weights[count - 1] + 1
        return count
    known = how_many(s.top, EMPTY)
    if known > 0:
        actions[0] = DRAW0 + int(s.top[known - 1])
        weights[0] = 1
        return 1
    for card in range(CARDS):
        actions[card] = DRAW0 + card
        weights[card] = s.pile[card]
    return CARDS


@kernel
def scores(s, out):
    """G-score: points by seat, had the game ended now."""
    for seat in range(SEATS[s.variant]):
        out[seat] = score_of(s, seat)


@kernel
def returns(s, out):
    """G-score: 1 to the winner, equal parts to those who share the win."""
    for seat in range(SEATS[s.variant]):
        out[seat] = score_of(s, seat)
    share_win(out, SEATS[s.variant])


@kernel
def clock(s):
    """The cards that are left in the deck."""
    return s.deck_size
