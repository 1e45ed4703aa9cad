"""What one seat may see, as a row (C-secret: the stones in other hands are hidden)."""

from bauboom.core.dice import below
from bauboom.core.kernel import kernel

from .components import CAIRNS, MOST, UNKNOWN, WEIGHTS
from .rules import bag_of


@kernel
def observe(s, seat, view):
    for cairn in range(CAIRNS):
        view.height[cairn], view.top[cairn] = s.height[cairn], s.top[cairn]
    for stone in range(WEIGHTS):
        view.gone[stone] = s.gone[stone]
    for other in range(MOST):
        view.score[other], view.held[other] = s.score[other], s.held[other]
        for stone in range(WEIGHTS):
            view.hand[other, stone] = s.hand[other, stone] if other == seat or s.held[other] == 0 else UNKNOWN
    view.seats, view.next_seat, view.turn = s.seats, s.next_seat, s.turn


@kernel
def determinize(view, rng):
    """Draw every unknown stone out of those that nobody has shown."""
    for seat in range(view.seats):
        if view.hand[seat, 0] == UNKNOWN:
            for stone in range(WEIGHTS):
                view.hand[seat, stone] = 0
            for _ in range(view.held[seat]):
                draw(view, seat, rng)


@kernel
def draw(view, seat, rng):
    unseen, stone = 0, 1
    for weight in range(1, WEIGHTS + 1):
        unseen += bag_of(view, weight)
    ticket = below(rng, unseen)
    while ticket >= bag_of(view, stone):
        ticket -= bag_of(view, stone)
        stone += 1
    view.hand[seat, stone - 1] += 1
