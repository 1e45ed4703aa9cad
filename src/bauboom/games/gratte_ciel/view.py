"""What one seat may see, as a row."""

from typing import Any

from bauboom.core.cards import guess, guess_unsorted, has_card, how_many, show
from bauboom.core.kernel import kernel

from .components import (
    CARDS,
    EMPTY,
    FOUNDATION_KINDS,
    HAND,
    HIDDEN,
    INSURANCE,
    INSURE,
    KEEP,
    MAX_SEATS,
    NOT_YET,
    QUAKE,
    ROB,
    SITES,
    STUDY,
    TOWER_CARDS,
    UNKNOWN,
    VALUES,
)
from .deck import KINDS
from .rules import close_site
from .towers import open_sites


@kernel
def observe(s, seat, view):
    """G-secret: own cards, how many the others have, and all that lies on the table."""
    for card in range(CARDS):
        view.card_height[card] = s.card_height[card]
        view.card_prestige[card] = s.card_prestige[card]
        view.card_count[card] = s.card_count[card]
        view.discards[card] = s.discards[card]
        view.pile[card] = HIDDEN
    for i in range(len(VALUES)):
        view.value[i] = s.value[i]
    for kind in range(FOUNDATION_KINDS):
        view.resistance[kind] = s.resistance[kind]
        view.foundation_count[kind] = s.foundation_count[kind]
        view.foundations[kind] = HIDDEN
    for other in range(MAX_SEATS):
        show(s.hand[other], view.hand[other], other == seat, EMPTY, UNKNOWN)
        view.toilets[other] = s.toilets[other]
    show(s.top, view.top, seat == s.top_owner, EMPTY, UNKNOWN)
    show(s.aside, view.aside, seat == s.seat or (seat == s.victim and s.phase in (ROB, KEEP)), EMPTY, UNKNOWN)
    for site in range(SITES):
        for card in range(TOWER_CARDS):
            view.tower[site, card] = s.tower[site, card]
        view.ground[site] = s.ground[site]
        view.owner[site] = s.owner[site]
        view.above[site] = s.above[site]
        view.finished[site] = s.finished[site]
        view.insurances[site] = s.insurances[site]
        view.quakes[site] = s.quakes[site]
        view.hits[site] = s.hits[site]
    view.deck_size = s.deck_size
    view.quiet = s.quiet
    view.top_owner = s.top_owner
    view.foundations_left = s.foundations_left
    view.studies = s.studies
    view.card = s.card
    view.site = s.site
    view.victim = s.victim
    view.stole = s.stole
    view.last_round = s.last_round
    view.variant = s.variant
    view.phase = s.phase
    view.turn = s.turn
    view.seat = s.seat
    view.starter = s.starter
    view.said = s.said
    if s.phase == INSURE and seat != s.seat and chance_comes_next(s):
        close_site(view)  # that there is something to decide would tell that an insurance is held


@kernel
def chance_comes_next(s):
    """Whether, without an insurance to decide about, chance would act after a roof: a foundation, or a card to draw."""
    is_revealing = s.foundations_left > 0 and (open_sites(s) == 0 or s.studies > 0)
    is_over = s.foundations_left == 0 and open_sites(s) == 0
    return (is_revealing or s.deck_size > 0) and not is_over


@kernel
def determinize(view, rng):
    """G-secret: deal the cards that the viewer has not seen to wherever one is unknown; the rest is the deck."""
    unseen = 0
    for card in range(CARDS):
        cards = int(view.card_count[card]) - int(view.discards[card])
        for place in range(HAND):
            for seat in range(MAX_SEATS):
                cards -= view.hand[seat, place] == card
            cards -= int(view.top[place] == card) + int(view.aside[place] == card)
        cards -= int(view.card == card) + (int(view.studies) if card == STUDY else 0)
        for site in range(SITES):
            if card < TOWER_CARDS:
                cards -= int(view.tower[site, card])
            elif card == INSURANCE:
                cards -= int(view.insurances[site])
            elif card == QUAKE:
                cards -= int(view.quakes[site])
        view.pile[card] = cards
        unseen += cards
    if view.phase == INSURE:
        unseen = fill_with_insurance(view, view.hand[view.seat], unseen, rng)
    for seat in range(MAX_SEATS):
        unseen = guess(view.hand[seat], view.pile, unseen, rng, UNKNOWN)
    unseen = guess(view.aside, view.pile, unseen, rng, UNKNOWN)
    guess_unsorted(view.top, view.pile, unseen, rng, UNKNOWN)
    for kind in range(FOUNDATION_KINDS):
        left = int(view.foundation_count[kind])
        for site in range(SITES):
            left -= int(view.owner[site] != NOT_YET and view.ground[site] == kind)
        view.foundations[kind] = left


@kernel
def fill_with_insurance(view, cards, unseen, rng):
    """G-insure-roof: a seat that decides about insuring holds an insurance; deal an unknown hand until it has one."""
    if cards[0] != UNKNOWN:
        return unseen
    held = how_many(cards, EMPTY)
    while True:
        left = guess_unsorted(cards, view.pile, unseen, rng, UNKNOWN)
        if has_card(cards, INSURANCE):
            return left
        for place in range(held):
            view.pile[cards[place]] += 1
            cards[place] = UNKNOWN


def cards_of(places: Any) -> tuple[int, list[str] | None]:
    """How many cards lie there and, where the viewer may know, which."""
    cards = [int(card) for card in places if card != EMPTY]
    return len(cards), None if UNKNOWN in cards else [KINDS[card] for card in cards]
