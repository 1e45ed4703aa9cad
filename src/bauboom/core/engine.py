"""The names of the kernels that every game has; generic code (batches, bots, simulation) calls them.

Pass a seat as a number of 64 bits, as in `observe(s, np.int64(s.turn), view)`: for another kind of number Numba would
compile the kernel once more.
"""

from .dice import below
from .kernel import dispatched, idx, kernel

CHANCE = -1  # s.turn when the next action is an outcome of chance
OVER = -2  # s.turn when the game is over
SPECTATOR = -1  # the seat of a viewer who only watches
SLACK = 8  # how much longer than the list an array must be: `legal` may write a few ids past the last one


@dispatched
def setup(s, variant):
    """Make row `s` a new game of this variant."""


@dispatched
def legal(s, out):
    """Write the ids of all legal decisions, ascending; return how many. The array needs SLACK more."""


@dispatched
def any_decision(s, rng, actions):
    """A legal decision, every one as likely. `actions` is scratch for games that list them."""


@dispatched
def apply(s, action):
    """Play a legal action or a possible outcome in place, unchecked. A seat's own decisions work on its view too."""


@dispatched
def chance(s, actions, weights):
    """Write the outcomes, ascending, with integer weights (0: not possible now); return how many.

    If all outcomes are equally likely and their ids follow each other, a game may write only the first and return
    −(how many), which is quicker. (`outcomes` writes the whole list in any case.)
    """


@dispatched
def sample(s, rng, actions, weights):
    """Draw one outcome by weight. The arrays are scratch for games that list them."""


@dispatched
def scores(s, out):
    """Write points by seat."""


@dispatched
def returns(s, out):
    """Write each seat's share of the win; they add up to 1."""


@dispatched
def observe(s, seat, view):
    """Write what a seat may see into another row, beginning with an empty one."""


@dispatched
def determinize(view, rng):
    """Fill what a view does not show, in place, with a random deal that fits it."""


@dispatched
def audit(s):
    """Return 0, or bits that say which invariant is broken."""


@dispatched
def encode(view, seat, out):
    """Write what a seat may see as numbers for learning; every place of the array is written."""


@dispatched
def evaluate(s, seat):
    """How good a position looks for a seat, without looking ahead: an integer, so that all machines agree."""


@dispatched
def clock(s):
    """How far the game has come, as a number that rises or falls with it, for figures by round."""


@dispatched
def traits(s, seat, out):
    """Write what a thoughtful player counts of a seat; return how far the game has come, from 0 to 1."""


@dispatched
def list_inputs(s, seat, seen):
    """List the inputs of a game's network that are not 0, as a seat sees them from its chair (inputs.py).

    Return how many. The row may be a view or a whole game: what the seat may not see is not read.
    """


@dispatched
def present(s, seat, sheet, spare):
    """Write all that a board shows to a seat, given its view; `spare` are scratch rows (sheet.py)."""


@dispatched
def event(s, action, seat, sheet):
    """Write what a seat learns of an action on this row; return whether it learns anything. A referee learns all."""


@dispatched
def consequences(before, after, sheet):
    """Write what followed by itself between a row and the next, for everybody; return how many events."""


@dispatched
def reasons(before, action, after, seat, found, spare):
    """Weigh the reasons for a decision that led from one of a seat's views to the next (sheet.py)."""


@dispatched
def meaning(before, action, after, seat, found, spare):
    """Weigh what a seat's decision changed, for everybody who sees these two views.

    Of `spare`, the last two rows hold the views.
    """


@dispatched
def is_secret(s):
    """Whether the others must not even learn that the seat on turn has something to decide.

    The seat then decides together with its action before, so that no pause gives it away.
    """


@kernel
def no_clock(s):
    """`clock` for games without one."""
    return 0


@kernel
def no_inputs(s, seat, seen):
    """`list_inputs` for games without a network."""
    return 0


@kernel
def never_secret(s):
    """`is_secret` for games in which everybody may know who decides."""
    return False


@kernel
def no_meaning(before, action, after, seat, found, spare):
    """`meaning` for games whose story is told as it happened."""


@kernel
def any_listed(s, rng, actions):
    """`any_decision` by its definition: one out of the list."""
    return actions[below(rng, legal(s, actions))]


@kernel
def outcomes(s, actions, weights):
    """Write all outcomes of chance with their weights; return how many."""
    count = chance(s, actions, weights)
    if count >= 0:
        return count
    for i in range(-count):
        actions[i] = actions[0] + i
        weights[i] = 1
    return -count


@kernel
def sample_listed(s, rng, actions, weights):
    """`sample` by its definition: one out of the list, by weight."""
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
    "list_inputs": no_inputs,
    "is_secret": never_secret,
    "meaning": no_meaning,
}  # for games that have no kernel of that name


@kernel
def share_win(out, seats):
    """Turn numbers that rank the seats, higher ones being better, into shares of the win: equal parts for the best."""
    best, winners = out[0], 0
    for seat in range(seats):
        best = max(best, out[seat])
    for seat in range(seats):
        winners += out[seat] == best
    for seat in range(seats):
        out[seat] = 1.0 / winners if out[seat] == best else 0.0
