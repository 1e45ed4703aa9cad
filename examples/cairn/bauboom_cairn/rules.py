"""The rules, in the order of the rule book."""

from bauboom.core.engine import CHANCE, OVER
from bauboom.core.kernel import kernel

from .actions import DRAW0, DROP0
from .components import CAIRNS, COPIES, GROUND, HAND, MOST, SEATS, STONES, UNKNOWN, WEIGHTS


@kernel
def setup(s, variant):
    """C-stones: all stones are in the bag, and chance begins."""
    for cairn in range(CAIRNS):
        s.height[cairn], s.top[cairn] = 0, GROUND
    for stone in range(WEIGHTS):
        s.gone[stone] = 0
    for seat in range(MOST):
        s.score[seat], s.held[seat] = 0, 0
        for stone in range(WEIGHTS):
            s.hand[seat, stone] = 0
    s.seats, s.next_seat, s.turn = SEATS[variant], 0, CHANCE


@kernel
def in_bag(s):
    """How many stones are in the bag, which everybody may know."""
    count = STONES
    for stone in range(WEIGHTS):
        count -= int(s.gone[stone])
    for seat in range(s.seats):
        count -= int(s.held[seat])
    return count


@kernel
def bag_of(s, stone):
    """How many stones of a weight are in the bag, or in hands that the viewer does not know."""
    count = COPIES - int(s.gone[stone - 1])
    for seat in range(s.seats):
        count -= int(s.hand[seat, stone - 1]) if s.hand[seat, stone - 1] != UNKNOWN else 0
    return count


@kernel
def drawing(s):
    """C-draw: the first seat that holds fewer stones than it may; −1 if there is none."""
    for seat in range(s.seats):
        if s.held[seat] < HAND:
            return seat
    return -1


@kernel
def move(s, seat, stone, count):
    """Put stones of a weight into a hand, or take them out of it."""
    s.hand[seat, stone - 1] += count
    s.held[seat] += count


@kernel
def fits(s, stone, cairn):
    """C-lay: on the ground, or on a stone that is no lighter."""
    return s.top[cairn] == GROUND or stone <= s.top[cairn]


@kernel
def legal(s, out):
    """C-lay, C-drop: a stone is dropped only if none of the hand fits anywhere."""
    count = 0
    for action in range(DROP0 if s.turn >= 0 else 0):
        stone, cairn = action // CAIRNS + 1, action % CAIRNS
        if s.hand[s.turn, stone - 1] > 0 and fits(s, stone, cairn):
            out[count] = action
            count += 1
    for stone in range(WEIGHTS if s.turn >= 0 and count == 0 else 0):
        if s.hand[s.turn, stone] > 0:
            out[count] = DROP0 + stone
            count += 1
    return count


@kernel
def apply(s, action):
    if action >= DRAW0:
        move(s, drawing(s), action - DRAW0 + 1, 1)
    else:
        stone, cairn = action // CAIRNS + 1 if action < DROP0 else action - DROP0 + 1, action % CAIRNS
        move(s, s.turn, stone, -1)
        s.gone[stone - 1] += 1
        if action < DROP0:  # C-points: a stone is worth the height it brings a cairn to
            s.top[cairn] = stone
            s.height[cairn] += 1
            s.score[s.turn] += s.height[cairn]
        s.next_seat = (s.turn + 1) % s.seats
    if in_bag(s) > 0 and drawing(s) >= 0:
        s.turn = CHANCE
    else:  # C-end: nobody draws any more, and the next hand is empty
        s.turn = s.next_seat if s.held[s.next_seat] > 0 else OVER


@kernel
def chance(s, actions, weights):
    """C-draw: every stone in the bag is as likely."""
    for stone in range(WEIGHTS):
        actions[stone] = DRAW0 + stone
        weights[stone] = bag_of(s, stone + 1)
    return WEIGHTS


@kernel
def points(s, seat):
    """C-points: what the seat's stones were worth; most points win (C-end)."""
    return int(s.score[seat])


@kernel
def audit(s):
    """1: there are too many stones of a weight; 2: a hand has not as many stones as it says."""
    found = 0
    for stone in range(1, WEIGHTS + 1):
        found |= bag_of(s, stone) < 0
    for seat in range(s.seats):
        found |= 2 * (s.hand[seat].sum() != s.held[seat])
    return found
