"""The rules of Hoch hinaus!; each function names the rules it keeps (`rules.*.md`).

The building code has a file of its own, building.py; this is the course of the game, in the order of a turn.
"""

from bauboom.core.engine import CHANCE, OVER, share_win
from bauboom.core.kernel import kernel

from .actions import DECLINE, DEMAND0, DEMOLISH0, MOVE0, RAISE0, ROAD0, ROLL0, ROOF0, START0, STOREY0, WHERE
from .building import (
    add_road,
    add_storey,
    buildings,
    cornered_plots,
    empty_plots,
    free_tops,
    height,
    is_in_game,
    open_buildings,
    owned_by,
    players_left,
    plots_for_anybody,
    plots_for_storey,
    spire_plots,
    storeys_on,
)
from .components import (
    AUTOMATIC,
    CORNERS,
    CROSS,
    CROSSED,
    DEMAND,
    DICE,
    FIGURES,
    FINISHED,
    MAX_HEIGHT,
    MAX_SEATS,
    MOVE,
    OFF,
    PLOT,
    PLOTS,
    ROADS,
    ROLL,
    ROOFS,
    ROOFS_EACH,
    SEATS,
    SQUARES,
    STANDSTILL,
    START,
    STOREYS,
)
from .fast import are_all_safe

# Set-up


@kernel
def setup(s, variant):
    """H-board, H-material, H-setup: an empty board, figures off it, two roofs each; chance names who begins."""
    s.variant = variant
    seats = SEATS[variant]
    for level in range(MAX_HEIGHT):
        s.levels[level] = 0
    for plot in range(PLOTS):
        s.latest[plot] = 0
    s.roofs = 0
    s.roads = 0
    for seat in range(MAX_SEATS):
        s.spires[seat] = 0
        s.has_built[seat] = 0
        s.left[seat] = 0
        s.hand[seat] = ROOFS_EACH if seat < seats else 0
        for figure in range(FIGURES):
            s.figures[seat, figure] = OFF
    s.roof_supply = ROOFS - ROOFS_EACH * seats
    s.road_supply = ROADS
    s.storey_supply = STOREYS
    s.quiet = 0
    pick_up_dice(s)
    s.phase = START
    s.turn = CHANCE
    s.seat = 0
    for i in range(len(s.filler)):
        s.filler[i] = 0


@kernel
def start_with(s, seat):
    """H-start: nothing is built yet, so nothing can come before the roll."""
    s.seat = seat
    await_roll(s)


# Before the roll


@kernel
def next_seat(s, seat):
    """H-turn: round by seat number."""
    following = int(seat) + 1
    return following if following < SEATS[s.variant] else 0


@kernel
def begin_turn(s):
    """H-turn: the next player left in the game. H6: automatic bankruptcies come first, and may cost the turn."""
    pick_up_dice(s)
    pass_on_turn(s)
    if AUTOMATIC[s.variant]:
        seat = next_bankrupt(s)
        while seat >= 0:
            go_bankrupt(s, seat)
            if s.phase == FINISHED:
                return
            seat = next_bankrupt(s)
        if not is_in_game(s, s.seat):
            pass_on_turn(s)  # no bankrupt player is left, so none has to be looked for again
        await_roll(s)
    else:
        await_demand(s)


@kernel
def pick_up_dice(s):
    """H2: what was not used is lost."""
    s.dice[0] = 0
    s.dice[1] = 0
    s.ones = 0
    s.sixes = 0


@kernel
def pass_on_turn(s):
    s.seat = next_seat(s, s.seat)
    while not is_in_game(s, s.seat):
        s.seat = next_seat(s, s.seat)


@kernel
def await_demand(s):
    """H-demand: if the seat on turn can demand something, it decides about that first."""
    if seats_to_demand(s) != 0:
        s.phase = DEMAND
        s.turn = s.seat
    else:
        await_roll(s)


@kernel
def await_roll(s):
    s.phase = ROLL
    s.turn = CHANCE


@kernel
def is_bankrupt(s, seat, not_closed):
    """H-bankrupt: a player who has built and owns nothing but closed buildings; spare spires do not count."""
    return is_in_game(s, seat) and s.has_built[seat] == 1 and s.spires[seat] & not_closed == 0


@kernel
def seats_to_demand(s):
    """H-demand, H11: the opponents whose bankruptcy the seat on turn may demand, as bits; a bankrupt seat may not."""
    if s.spires[s.seat] == 0 or are_all_safe(s):
        return 0
    not_closed = open_buildings(s)
    return bankrupt_seats(s, not_closed) if s.spires[s.seat] & not_closed else 0


@kernel
def bankrupt_seats(s, not_closed):
    """H-bankrupt: all players who are bankrupt, whether it is demanded or not, as bits."""
    seats = 0
    for seat in range(SEATS[s.variant]):
        seats |= int(is_bankrupt(s, seat, not_closed)) << seat
    return seats


@kernel
def next_bankrupt(s):
    """H6, H11: from the seat after the one on turn round to itself, the first that is bankrupt; −1 if none."""
    if are_all_safe(s):
        return -1
    not_closed = open_buildings(s)
    if not_closed & spire_plots(s):
        seat = int(s.seat)
        for _ in range(SEATS[s.variant]):
            seat = next_seat(s, seat)
            if is_bankrupt(s, seat, not_closed):
                return seat
    return -1


@kernel
def go_bankrupt(s, seat):
    """H-bankrupt: figures and spires leave the game, roofs go back to the supply, buildings stay without an owner."""
    s.left[seat] = SEATS[s.variant] - players_left(s) + 1
    s.spires[seat] = 0
    s.roof_supply += s.hand[seat]
    s.hand[seat] = 0
    for figure in range(FIGURES):
        s.figures[seat, figure] = OFF
    end_if_over(s)


@kernel
def demand(s, seat):
    """H-demand: one opponent after the other."""
    go_bankrupt(s, seat)
    if s.phase != FINISHED:
        await_demand(s)


# Moving


@kernel
def roll(s, one, two):
    """H-roll, H-one, H-six: what the dice show decides about the move, and what may be done after it."""
    s.dice[0] = one
    s.dice[1] = two
    s.ones = int(one == 1) + int(two == 1)
    s.sixes = int(one == 6) + int(two == 6)
    s.phase = MOVE
    s.turn = s.seat


@kernel
def ways(square):
    """How many ways a figure can go: both directions, from where it stands or from any corner (H-enter)."""
    return 2 if square != OFF else 2 * len(CORNERS)


@kernel
def reached(square, steps, way):
    """H-move, H-enter: where a figure gets by a number of steps, at least one, on one of its ways."""
    if square == OFF:
        square = int(CORNERS[way >> 1])
        steps -= 1
    return (square + (steps if way & 1 else -steps)) % SQUARES


@kernel
def move(s, pair):
    """H-move: then the crossing, if it allows anything."""
    for figure in range(FIGURES):
        s.figures[s.seat, figure] = WHERE[pair, figure]
    if choices_at_crossing(s) != 0:
        s.phase = CROSS
    else:
        begin_dice(s)


# Crossing

CAN_STOREY, CAN_ROAD, CAN_DEMOLISH, CAN_RAISE = 1, 2, 4, 8


@kernel
def crossed_plot(s):
    """H-cross, H1: the plot on which the figures of the seat on turn cross, or −1."""
    return int(CROSSED[s.figures[s.seat, 0], s.figures[s.seat, 1]])


@kernel
def choices_at_crossing(s):
    """H-duty, H4, H-demolish, H-raise: what may be done where the figures cross, as bits."""
    plot = crossed_plot(s)
    if plot < 0:
        return 0
    site = PLOT[plot]
    if site & empty_plots(s):
        can_storey = site & plots_for_storey(s, s.seat, cornered_plots(s)) != 0
        return can_storey * CAN_STOREY | (s.road_supply > 0) * CAN_ROAD
    if site & s.roofs:
        return (site & open_buildings(s) != 0) * CAN_DEMOLISH
    if site & free_tops(s) & owned_by(s, s.seat):
        return (site & open_buildings(s) != 0) * CAN_RAISE
    return 0


@kernel
def build_storey(s, plot):
    """H-duty: a storey on the plot that is crossed, empty or not (H-raise)."""
    add_storey(s, plot)
    end_if_over(s)
    if s.phase != FINISHED:
        begin_dice(s)


@kernel
def build_road(s, plot):
    """H-duty, H4: a road instead."""
    add_road(s, plot)
    end_if_over(s)
    if s.phase != FINISHED:
        begin_dice(s)


@kernel
def demolish(s, plot):
    """H-demolish: the roof goes back to the supply."""
    s.roofs &= ~PLOT[plot]
    s.roof_supply += 1
    begin_dice(s)


# What the dice give


@kernel
def begin_dice(s):
    """H-double, H2: the roof for a double comes first."""
    if s.dice[0] == s.dice[1] and s.roof_supply > 0:
        s.roof_supply -= 1
        s.hand[s.seat] += 1
    go_on_with_dice(s)


@kernel
def go_on_with_dice(s):
    """H2: as long as a 1 or a 6 can be used, the seat on turn decides about it; what cannot be used is lost."""
    if plots_for_roof(s) | plots_to_raise(s):
        s.phase = DICE
    else:
        end_turn(s)


@kernel
def plots_for_roof(s):
    """H-one: with a 1 and a roof in the hand, any free top, of any owner, closed or not."""
    return free_tops(s) if s.ones > 0 and s.hand[s.seat] > 0 else 0


@kernel
def plots_to_raise(s):
    """H-six, H13: with a 6, the free tops of one's own buildings that are not closed."""
    if s.sixes == 0:
        return 0
    plots = free_tops(s) & owned_by(s, s.seat)
    return plots & open_buildings(s) if plots else 0


@kernel
def put_roof(s, plot):
    """H-one: a roof from the hand."""
    s.roofs |= PLOT[plot]
    s.hand[s.seat] -= 1
    s.ones -= 1
    go_on_with_dice(s)


@kernel
def raise_by_six(s, plot):
    """H-six: one storey."""
    add_storey(s, plot)
    s.sixes -= 1
    end_if_over(s)
    if s.phase != FINISHED:
        go_on_with_dice(s)


# The end


@kernel
def end_turn(s):
    """H10: a standstill ends the game. H12: a turn that is lost to bankruptcy never comes here."""
    s.quiet += 1
    if s.quiet == STANDSTILL:
        finish(s)
    else:
        begin_turn(s)


@kernel
def end_if_over(s):
    """H-end, H5, H9: the game ends at once, even within a turn, when the last storey is built, no storey can be built
    any more, or one player is left.
    """
    if s.storey_supply == 0 or players_left(s) == 1 or plots_for_anybody(s) == 0:
        finish(s)


@kernel
def finish(s):
    s.phase = FINISHED
    s.turn = OVER


@kernel
def rank(s, seat):
    """H-win, H-tie: a number that orders the players, by their best building's height and storeys; −1: has left."""
    if not is_in_game(s, seat):
        return -1
    best, rest = 0, owned_by(s, seat)
    while rest:
        building = buildings(s, rest & -rest)
        best = max(best, height(s, building) * 100 + storeys_on(s, building))
        rest &= ~building
    return best


@kernel
def winners(s):
    """H-win: the winners, as bits; none before the end."""
    best, seats = -1, 0
    if s.phase == FINISHED:
        for seat in range(SEATS[s.variant]):
            best = max(best, rank(s, seat))
        for seat in range(SEATS[s.variant]):
            seats |= int(rank(s, seat) == best) << seat
    return seats


# Trying


@kernel
def bring_about(s, action):
    """Do what an action does on the board, and no more: the turn does not go on."""
    plot = (action - STOREY0) % PLOTS
    if action >= ROOF0:
        s.roofs |= PLOT[plot]
    elif action >= RAISE0 or STOREY0 <= action < ROAD0:
        add_storey(s, plot)
        end_if_over(s)
    elif action >= DEMOLISH0:
        s.roofs &= ~PLOT[plot]
    elif action >= ROAD0:
        add_road(s, plot)
        end_if_over(s)
    else:
        go_bankrupt(s, action - DEMAND0)


# What generic code asks every game


@kernel
def apply(s, action):
    """Play a legal action or a possible outcome, in place and unchecked."""
    if action >= ROLL0:
        roll(s, (action - ROLL0) // 6 + 1, (action - ROLL0) % 6 + 1)
    elif action >= START0:
        start_with(s, action - START0)
    elif action == DECLINE:
        decline(s)
    elif action >= ROOF0:
        put_roof(s, action - ROOF0)
    elif action >= RAISE0:
        if s.phase == CROSS:
            build_storey(s, action - RAISE0)
        else:
            raise_by_six(s, action - RAISE0)
    elif action >= DEMOLISH0:
        demolish(s, action - DEMOLISH0)
    elif action >= ROAD0:
        build_road(s, action - ROAD0)
    elif action >= STOREY0:
        build_storey(s, action - STOREY0)
    elif action >= MOVE0:
        move(s, action - MOVE0)
    else:
        demand(s, action - DEMAND0)


@kernel
def decline(s):
    """H-demand, H-demolish, H-raise, H2: one decline covers all that could still be demanded or used."""
    if s.phase == DEMAND:
        await_roll(s)
    elif s.phase == CROSS:
        begin_dice(s)
    else:
        end_turn(s)


@kernel
def chance(s, actions, weights):
    """H-start, H14: every seat alike. H-roll: every face of both dice alike."""
    first, count = (START0, SEATS[s.variant]) if s.phase == START else (ROLL0, 36)
    actions[0] = first
    return -count


@kernel
def scores(s, out):
    """H-height: by seat, how tall the tallest building is; 0 for a player who has none or has left."""
    for seat in range(SEATS[s.variant]):
        out[seat] = height(s, owned_by(s, seat))


@kernel
def returns(s, out):
    """H-win: 1 to the winner, equal parts to those who share it; all who are left, if none of them owns a building."""
    for seat in range(SEATS[s.variant]):
        out[seat] = rank(s, seat)
    share_win(out, SEATS[s.variant])


@kernel
def clock(s):
    """The storeys that are left."""
    return s.storey_supply
