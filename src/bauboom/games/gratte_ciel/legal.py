"""The decisions that the player on turn may take, as lists of action ids."""

from bauboom.core.cards import how_many, is_new
from bauboom.core.kernel import kernel
from bauboom.core.lists import append_if

from .actions import (
    BUILD0,
    CENTURY0,
    DECLINE,
    DISCARD0,
    INSURE0,
    KEEP0,
    PLAY0,
    PUT0,
    QUAKE0,
    STEAL0,
    STUDY0,
    SWAP,
    TAKE0,
    TORNADO0,
)
from .components import (
    AT_ONCE,
    CARDS,
    CHOOSE,
    EMPTY,
    HAND,
    INSURANCE,
    INSURE,
    KEEP,
    OPEN,
    PLAY,
    PUT,
    QUAKE,
    ROOF0,
    SEATS,
    SITES,
    STEAL,
    STUDY,
    TAKE,
    TORNADO,
    TOWER_CARDS,
)
from .rules import discards_left
from .towers import can_be_finished, is_standing, open_sites


@kernel
def legal(s, out):
    """Write the ids of all legal decisions, ascending, and return how many there are."""
    count = 0
    if s.phase == PLAY:
        for place in range(HAND):
            card = int(s.hand[s.seat, place])
            if card < CARDS and is_new(s.hand[s.seat], place):
                count = list_plays(s, out, count, card)
        return list_cards(out, count, DISCARD0, s.hand[s.seat])
    if s.phase == AT_ONCE:
        return list_plays(s, out, 0, int(s.card))
    if s.phase == PUT:
        return list_cards(out, 0, PUT0, s.aside)
    if s.phase == CHOOSE:
        return legal_choices(s, out)
    if s.phase == TAKE:
        for card in range(CARDS):
            count = append_if(out, count, TAKE0 + card, s.discards[card] > 0)
        return count
    if s.phase == KEEP:
        return list_cards(out, 0, KEEP0, s.aside)
    if s.phase == STEAL:
        for seat in range(SEATS[s.variant]):
            count = append_if(out, count, STEAL0 + seat, seat != s.seat and s.hand[seat, 0] != EMPTY)
    elif s.phase == INSURE:
        count = append_if(out, count, INSURE0 + int(s.site), True)
    else:
        return 0
    return append_if(out, count, DECLINE, True)


@kernel
def list_plays(s, out, count, card):
    """G-turn: everything that can be done with a card but discarding it."""
    if card < TOWER_CARDS:
        return list_sites(s, out, count, BUILD0 + card * SITES, card >= ROOF0)
    if card == STUDY:  # G12
        count = append_if(out, count, STUDY0, s.deck_size > 0)
        return append_if(out, count, STUDY0 + 1, discards_left(s) > 0)
    if card == INSURANCE:
        return list_towers(s, out, count, INSURE0)
    if card == TORNADO:
        count = append_if(out, count, TORNADO0, True)
        return append_if(out, count, TORNADO0 + 1, True)
    if card == QUAKE:
        return list_towers(s, out, count, QUAKE0)
    return append_if(out, count, CENTURY0, True)


@kernel
def list_sites(s, out, count, first, for_roof):
    """List an action for every open site; for a roof, only for those that can be finished."""
    for site in range(SITES):
        is_fit = can_be_finished(s, site) if for_roof else s.owner[site] == OPEN
        count = append_if(out, count, first + site, is_fit)
    return count


@kernel
def list_towers(s, out, count, first):
    """List an action for every tower, open or finished."""
    for site in range(SITES):
        count = append_if(out, count, first + site, is_standing(s, site))
    return count


@kernel
def legal_choices(s, out):
    """G-study-deck, G-study-swap, G11: take one, play one that can be played, or take all five."""
    count = list_cards(out, 0, TAKE0, s.aside)
    for place in range(HAND):
        card = int(s.aside[place])
        if card < CARDS and is_new(s.aside, place):
            count = append_if(out, count, PLAY0 + card, has_play(s, card))
    return append_if(out, count, SWAP, how_many(s.aside, EMPTY) == HAND)


@kernel
def has_play(s, card):
    """G11: whether a card seen in a study could be played, once the others lie on the deck again."""
    if card < ROOF0:
        return open_sites(s) > 0
    if card < TOWER_CARDS:
        found = False
        for site in range(SITES):
            found |= can_be_finished(s, site)
        return found
    if card == STUDY:
        return s.deck_size + how_many(s.aside, EMPTY) > 1 or discards_left(s) > 0
    if card in (INSURANCE, QUAKE):
        found = False
        for site in range(SITES):
            found |= is_standing(s, site)
        return found
    return True


@kernel
def list_cards(out, count, first, cards):
    """List an action for each different card of a hand, or of what lies aside."""
    for place in range(HAND):
        card = int(cards[place])
        count = append_if(out, count, first + card, card < CARDS and is_new(cards, place))
    return count
