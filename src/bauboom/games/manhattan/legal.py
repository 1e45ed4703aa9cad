"""The decisions that the player on turn may take, as lists of action ids."""

from bauboom.core.cards import is_new
from bauboom.core.kernel import kernel
from bauboom.core.lists import append_if

from .actions import BUILD0, FIRST_PICK, LAST_PICK, PICK0, PICK_COUNTS, SKIP0
from .components import BUILD, CITIES, COLOURS, HAND, PICK, SEATS, SIZES
from .rules import colours_in_play, marked_site, picking_colour, storeys_missing


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
    colour, count = picking_colour(s), 0
    for pick in range(FIRST_PICK[s.variant], LAST_PICK[s.variant]):
        count = append_if(out, count, PICK0 + pick, are_in_supply(s, colour, pick))
    return count


@kernel
def are_in_supply(s, colour, pick):
    """M-pick: whether all blocks of a pick are left."""
    enough = True
    for size in range(SIZES):
        enough &= s.supply[colour, size] >= PICK_COUNTS[pick, size]
    return enough


@kernel
def legal_builds(s, out):
    """M-build, M-cap: every card in hand, every city, every picked block that may go on the marked site."""
    count = 0
    for slot in range(HAND):
        card = int(s.hand[s.seat, slot])
        if not is_new(s.hand[s.seat], slot):
            continue
        for city in range(len(CITIES)):
            site = marked_site(s, s.seat, card, city)
            for colour in range(int(s.seat), colours_in_play(s), SEATS[s.variant]):
                for size in range(SIZES):
                    action = BUILD0 + ((card * len(CITIES) + city) * COLOURS + colour) * SIZES + size
                    count = append_if(out, count, action, may_build(s, site, colour, size))
    return count


@kernel
def may_build(s, site, colour, size):
    """M-build, M-cap: with a picked block that brings the storeys which are missing."""
    return s.picked[colour, size] > 0 and size + 1 >= storeys_missing(s, site, colour)


@kernel
def legal_skips(s, out):
    """M2: any card, any picked block."""
    count = 0
    for slot in range(HAND):
        card = int(s.hand[s.seat, slot])
        if not is_new(s.hand[s.seat], slot):
            continue
        for colour in range(int(s.seat), colours_in_play(s), SEATS[s.variant]):
            for size in range(SIZES):
                action = SKIP0 + (card * COLOURS + colour) * SIZES + size
                count = append_if(out, count, action, s.picked[colour, size] > 0)
    return count
