"""Games from which a network learns, on any machine: what to decide, and how the positions look that can be reached.

These doors work on many games at a time, from number `first` on. A library for GPUs runs each of them with a thread for
every game, action or position. Their arrays have an entry for each, unless they say otherwise.
"""

from typing import Annotated, Any

import numpy as np

from bauboom.core.dice import reseed
from bauboom.core.door import busy_door
from bauboom.core.engine import CHANCE, OVER, apply, evaluate, legal, list_inputs, observe, returns, sample, setup
from bauboom.core.inputs import Seen
from bauboom.core.kernel import kernel
from bauboom.core.kinds import Kind, Numbers, Rngs, Rows, Scratch, SharesOfAll

NOTHING = -1  # in place of an action: begin a game
SEAT, CHOICES, ENDED = range(3)  # what is told of a game
Lists = Annotated[Any, Kind("int32", (None, None))]
Told = Annotated[Any, Kind("int64", (None, 3))]
Inputs = Annotated[Any, Kind("float32", (None, None))]  # [position, input]
Values = Annotated[Any, Kind("float32")]
Win = Annotated[Any, Kind("float64", ("seats",), is_scratch=True)]


@kernel
def go_on(row, rng, variant, actions, weights, shares):
    """Let chance act, and seats without a choice, until a seat has one; a game that ends is followed by the next.

    Return how many decisions there are, and whether a game ended; `shares` has its result.
    """
    has_ended, n = False, 0
    while n < 2:
        if row.turn == OVER:
            has_ended = True
            returns(row, shares)
            setup(row, variant)
        elif row.turn == CHANCE:
            apply(row, np.int64(sample(row, rng, actions, weights)))
        else:
            n = legal(row, actions)
            if n == 1:
                apply(row, np.int64(actions[0]))
    return n, has_ended


@busy_door
def move_on(
    first: int, count: int, rows: Rows, chosen: Numbers, variants: Numbers, rngs: Rngs, views: Rows, lists: Lists,
    told: Told, shares: SharesOfAll, seed: int, numbers: Numbers, actions: Scratch, weights: Scratch,
) -> None:  # fmt: skip
    """Play the chosen actions, or begin games; then show every game's next decision to the seat that has it.

    What chance brings at a place depends on the seed and on the number that the place's first game has.
    """
    for i in range(first, first + count):
        if chosen[i] == NOTHING:
            reseed(rngs[i], seed, numbers[i])
            setup(rows[i], variants[i])
        else:
            apply(rows[i], chosen[i])
        n, has_ended = go_on(rows[i], rngs[i], variants[i], actions, weights, shares[i])
        told[i, SEAT], told[i, CHOICES], told[i, ENDED] = rows[i].turn, n, has_ended
        observe(rows[i], np.int64(rows[i].turn), views[i])
        for k in range(n):
            lists[i, k] = actions[k]


@busy_door
def try_out(first: int, count: int, rows: Rows, which: Numbers, chosen: Numbers, tried: Rows) -> None:
    """Play an action on a copy of one of the rows."""
    for i in range(first, first + count):
        tried[i] = rows[which[i]]
        apply(tried[i], chosen[i])


@busy_door
def list_legal(first: int, count: int, rows: Rows, which: Numbers, lists: Lists, counts: Numbers) -> None:
    """List the decisions in some of the rows."""
    for i in range(first, first + count):
        counts[i] = legal(rows[which[i]], lists[i])


@kernel
def spread(seen, n, parts, whole):
    """Write a list of inputs side by side: those of all parts, and those of the whole."""
    begin, each = 0, len(seen.place) - len(whole)
    for part in range(len(seen.ends)):
        for i in range(begin, seen.ends[part]):
            parts[part * each + seen.where[i]] = seen.what[i]
        begin = seen.ends[part]
    for i in range(begin, n):
        whole[seen.where[i] - each] = seen.what[i]


@busy_door
def look(
    first: int, count: int, rows: Rows, seats: Numbers, parts: Inputs, whole: Inputs, looks: Numbers, over: Values,
    seen: Seen, win: Win,
) -> None:  # fmt: skip
    """How a position looks to a seat: the inputs of its network, and what greedy bots make of it.

    `parts` and `whole` must be zeros before. Where the game is over, `over` gets the seat's share of the win, else −1.
    """
    for i in range(first, first + count):
        seat = seats[i]
        looks[i] = evaluate(rows[i], seat)
        over[i] = np.float32(-1)
        if rows[i].turn == OVER:
            returns(rows[i], win)
            over[i] = np.float32(win[seat])
        spread(seen, list_inputs(rows[i], seat, seen), parts[i], whole[i])
