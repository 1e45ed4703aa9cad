"""What every game's kernels are called: generic code (batches, bots, simulation) is written against these names.

A seat is passed as a number of 64 bits, as in `observe(s, np.int64(s.turn), view)`: Numba would compile a kernel again
for another kind of number.
"""

from .dice import below
from .kernel import dispatched, idx, kernel

CHANCE = -1  # s.turn when the next action is an outcome of chance
OVER = -2  # s.turn when the game is over
SPECTATOR = -1  # the seat of somebody who only watches
ROOM = 8  # `legal` may write a few ids past the last one, which saves it a branch: arrays need this much more


@dispatched
def setup(s, variant):
    """Make row `s` a new game of this variant."""


@dispatched
def legal(s, out):
    """Write the ids of all legal decisions, ascending; return how many. The array needs ROOM to spare."""


@dispatched
def any_decision(s, rng, actions):
    """A legal decision, every one as likely; `actions` is room for a list, where there is no quicker way."""


@dispatched
def apply(s, action):
    """Play a legal action or a possible outcome in place, unchecked. A seat's own decisions work on its view too."""


@dispatched
def chance(s, actions, weights):
    """Write the outcomes, ascending, with integer weights (0: not possible now); return how many.

    Of outcomes that are equally likely and whose ids follow each other it is enough to write the first, and to return
    their number as a negative one: that is quicker than a list. (`outcomes` gives the list all the same.)
    """


@dispatched
def sample(s, rng, actions, weights):
    """Let chance decide: one outcome, by weight; the arrays are room for lists, where there is no quicker way."""


@dispatched
def scores(s, out):
    """Write points by seat."""


@dispatched
def returns(s, out):
    """Write each seat's share of the win; the shares add up to 1."""


@dispatched
def observe(s, seat, view):
    """Write what a seat may see into another row, beginning with nothing."""


@dispatched
def determinize(view, rng):
    """Fill what a view does not know, in place, with a random deal that fits it."""


@dispatched
def audit(s):
    """Return 0, or the bits of what should never happen."""


@dispatched
def encode(view, seat, out):
    """Write what a seat may see as numbers for learning, every one of them."""


@dispatched
def evaluate(s, seat):
    """How good a position looks for a seat, without looking ahead: an integer, to be the same everywhere."""


@dispatched
def clock(s):
    """How far the game is, as a number that goes up or down with it, for those who study games by round."""


@dispatched
def traits(s, seat, out):
    """Write what a thoughtful player counts of a seat; return how far the game has come, from 0 to 1."""


@dispatched
def sights(s, where, what, notes):
    """List what a network sees, for games that have one: an input, and how much of it; `notes` is room for traits.

    Return how many inputs are listed, and the seat whose chances they are about.
    """


@dispatched
def present(s, seat, sheet, spare):
    """Write all that a board shows to a seat, on its view; `spare` are rows to try things on (sheet.py)."""


@dispatched
def event(s, action, seat, sheet):
    """Write what a seat learns of an action on this row; return whether it learns anything. The referee learns all."""


@dispatched
def consequences(before, after, sheet):
    """Write what happened by itself between a row and the next, for everybody; return how many events that were."""


@dispatched
def reasons(before, action, after, seat, found, spare):
    """Weigh what speaks for a decision of a seat that led from one of its views to the next (sheet.py)."""


@dispatched
def is_secret(s):
    """Whether others may not even know that there is something to decide now.

    The seat then decides together with what it did just before, so that no pause gives it away.
    """


@kernel
def no_clock(s):
    """What `clock` is for games without one."""
    return 0


@kernel
def no_sights(s, where, what, notes):
    """What `sights` is for games without a network."""
    return 0, 0


@kernel
def never_secret(s):
    """What `is_secret` is for games in which everybody may know who decides."""
    return False


@kernel
def any_listed(s, rng, actions):
    """What `any_decision` is for games that know no quicker way."""
    return actions[below(rng, legal(s, actions))]


@kernel
def outcomes(s, actions, weights):
    """Write what chance may bring, with weights; return how many."""
    count = chance(s, actions, weights)
    if count >= 0:
        return count
    for i in range(-count):
        actions[i] = actions[0] + i
        weights[i] = 1
    return -count


@kernel
def sample_listed(s, rng, actions, weights):
    """What `sample` is for games that know no quicker way."""
    count = chance(s, actions, weights)
    if count < 0:
        return actions[0] + below(rng, -count)
    total = 0
    for i in range(count):
        total += weights[i]
    ticket = below(rng, total)
    chosen, passed = 0, 0
    for i in range(count):  # without a branch: where a ticket falls cannot be predicted
        passed += weights[i]
        chosen += passed <= ticket
    return actions[idx(chosen)]


USUAL = {
    "any_decision": any_listed,
    "sample": sample_listed,
    "clock": no_clock,
    "sights": no_sights,
    "is_secret": never_secret,
}  # for games that have no kernels of these names


@kernel
def share_win(out, seats):
    """Turn what orders the seats, the more the better, into shares of the win: equal parts for the best."""
    best, winners = out[0], 0
    for seat in range(seats):
        best = max(best, out[seat])
    for seat in range(seats):
        winners += out[seat] == best
    for seat in range(seats):
        out[seat] = 1.0 / winners if out[seat] == best else 0.0
