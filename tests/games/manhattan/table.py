"""Positions for tests, laid out as on a table: towers block by block, hands, picked blocks, and whose turn it is."""

import numpy as np

from bauboom import State, load
from bauboom.core import doors, engine
from bauboom.games.manhattan.components import BUILD, DRAW, EMPTY, LETTERS, PICK

RED, BLUE, GREEN, BLACK = range(4)
ORANGE, _, YELLOW, PURPLE = range(4)
PHASES = {"pick": PICK, "build": BUILD, "draw": DRAW}


def lay(towers=(), hands=(), picked=(), turn=0, phase="build", scores=(), round_no=1, starter=0, pile=None, **options):
    """A state with this on the table.

    towers: {"C5": [(RED, 2), (BLUE, 3)]} — city C, site 5 as seen from the south, blocks from the bottom up.
    hands: {seat: [card kinds]}; seats without one hold four cards that are left. picked: {colour: [sizes]}.
    pile: the cards still face down; all others that nobody holds count as played.
    """
    game = load("manhattan", **options)
    rows = np.zeros(1, game.dtype)
    doors.setup(rows, game.variant)
    row = rows[0]
    for place, blocks in dict(towers).items():
        site = LETTERS.index(place[0]) * 9 + int(place[1]) - 1
        for colour, size in blocks:
            row.floors[site, colour] += size
            row.owner[site] = colour
            row.supply[colour, size - 1] -= 1
    for colour, sizes in dict(picked).items():
        for size in sizes:
            row.supply[colour, size - 1] -= 1
            row.picked[colour, size - 1] += 1
    hands = dict(hands)
    for seat in sorted(range(game.seats), key=lambda seat: seat not in hands):  # those with known cards first
        hand = hands.get(seat) or next([k + 1] * 4 for k in range(9) if row.pile[k] >= 4)
        for card in hand:
            row.pile[card - 1] -= 1
        row.hand[seat] = sorted(card - 1 for card in hand) + [EMPTY] * (4 - len(hand))
    if phase == "draw":  # the seat on turn has just played a card
        card = int(row.hand[turn, 3])
        row.hand[turn, 3] = EMPTY
        row.played[card] += 1
    if pile is not None:
        kept = np.bincount([card - 1 for card in pile], minlength=9)
        row.played += (row.pile - kept).astype(np.uint8)
        row.pile[:] = kept
    row.score[: len(scores)] = scores
    row.phase, row.seat, row.starter, row.round_no = PHASES[phase], turn, starter, round_no
    row.turn = engine.CHANCE if phase == "draw" else turn
    state = State(game, rows, None, None, None)
    assert state.audit() == 0, "this position cannot come about"
    return state


def builds(state, **fields):
    """The legal builds with these values, as (city letter + card, block, colour)."""
    found = [a for a in state.legal if type(a).__name__ == "Build"]
    return [a for a in found if all(getattr(a, name) == value for name, value in fields.items())]


def owner(state, place):
    value = int(state.row.owner[LETTERS.index(place[0]) * 9 + int(place[1]) - 1])
    return value if value < 4 else None


def end_round(state):
    """Let chance bring the last card of a round: any outcome will do."""
    return state.play(state.outcomes[0][0])
