"""The rules of Hoch hinaus!, each function naming the rule it is; `rules.*.md` tell them.

First the building code, which is about sets of plots; then the course of the game, in the order of a turn.
"""

from bauboom.core.engine import CHANCE, OVER, share_win
from bauboom.core.kernel import idx, kernel

from .actions import DECLINE, DEMAND0, DEMOLISH0, MOVE0, NUMBER, RAISE0, ROAD0, ROLL0, ROOF0, START0, STOREY0, WHERE
from .components import (
    ALL_PLOTS,
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
    ROW,
    SEATS,
    SPIRES,
    SQUARES,
    STANDSTILL,
    START,
    STOREYS,
)

# Sets of plots


@kernel
def beside(plots):
    """The plots that share an edge with one of these; some of these may be among them."""
    return ((plots << 1) | (plots >> 1) | (plots << ROW) | (plots >> ROW)) & ALL_PLOTS


@kernel
def around(plots):
    """These plots and all that touch one of them by an edge or a corner."""
    wide = (plots | (plots << 1) | (plots >> 1)) & ALL_PLOTS
    return (wide | (wide << ROW) | (wide >> ROW)) & ALL_PLOTS


@kernel
def connected(plots, among):
    """These plots with all that hang together with them, edge by edge, among some."""
    while True:
        more = (plots | beside(plots)) & among
        if more == plots:
            return plots
        plots = more


@kernel
def how_many(plots):
    """The size of a set: bits are added in pairs, the sums in pairs, and so on."""
    sums = (plots & 0x5555555555555555) + ((plots >> 1) & 0x5555555555555555)
    sums = (sums & 0x3333333333333333) + ((sums >> 2) & 0x3333333333333333)
    sums = (sums & 0x0F0F0F0F0F0F0F0F) + ((sums >> 4) & 0x0F0F0F0F0F0F0F0F)
    sums += sums >> 8
    sums += sums >> 16
    sums += sums >> 32
    return sums & 0x7F


# The board


@kernel
def built_plots(s):
    """H-building: those with storeys; roads do not count."""
    return s.levels[0]


@kernel
def empty_plots(s):
    """Those with neither a storey nor a road."""
    return ALL_PLOTS & ~(built_plots(s) | s.roads)


@kernel
def buildings(s, plots):
    """H-building: all plots of the buildings that stand on some of these."""
    return connected(plots & built_plots(s), built_plots(s))


@kernel
def owned_by(s, seat):
    """H-spire: all plots of the buildings on which a seat's spire stands."""
    return buildings(s, s.spires[seat])


@kernel
def owner_of(s, plots):
    """H-spire: who owns the building on these plots, the first of those who own any of several; −1: nobody."""
    theirs = buildings(s, plots)
    for seat in range(SEATS[s.variant]):
        if s.spires[seat] & theirs:
            return seat
    return -1


@kernel
def spire_plots(s):
    plots = 0
    for seat in range(MAX_SEATS):
        plots |= s.spires[seat]
    return plots


@kernel
def free_tops(s):
    """H-free: the plots with storeys and nothing on them."""
    return built_plots(s) & ~s.roofs & ~spire_plots(s)


@kernel
def height(s, plots):
    """H-height: storeys of the tallest of these plots."""
    storeys = 0
    while storeys < MAX_HEIGHT and s.levels[storeys] & plots:
        storeys += 1
    return storeys


@kernel
def storeys_on(s, plots):
    """H-tie: storeys on these plots in all."""
    total = 0
    for level in range(height(s, plots)):
        total += how_many(s.levels[level] & plots)
    return total


@kernel
def is_in_game(s, seat):
    return s.left[seat] == 0


@kernel
def players_left(s):
    count = 0
    for seat in range(SEATS[s.variant]):
        count += is_in_game(s, seat)
    return count


@kernel
def spires_to_spare(s, seat):
    """H-two, H-spire: those that stand on no building."""
    return SPIRES[s.variant] - how_many(s.spires[seat])


# Building code


@kernel
def cornered_plots(s):
    """H-corner: those that some building touches by a corner only (and some that are not empty)."""
    found, rest = 0, built_plots(s)
    while rest:
        building = buildings(s, rest & -rest)
        found |= around(building) & ~beside(building)
        rest &= ~building
    return found


@kernel
def plots_for_storey(s, seat, cornered):
    """The empty plots on which the building code lets a seat put a storey.

    H-new: with a spire to spare, wherever no building touches.
    H-extend, H-merge, H-ruin, H7: beside a building of his, if none that is not his, of those the plot shares an edge
    with, is as tall. That is: for some height, one of his reaches it there, and no other does. H-corner: nothing else
    may touch.
    """
    own = owned_by(s, seat)
    plots = 0
    for level in range(MAX_HEIGHT):
        tall = buildings(s, s.levels[level])
        if tall & own == 0:
            break
        plots |= beside(tall & own) & ~beside(tall & ~own)
    plots &= ~cornered
    if spires_to_spare(s, seat) > 0:
        plots |= ~around(built_plots(s))
    return plots & empty_plots(s)


BARS = ("H-new", "H-corner", "H-extend", "H7", "H-ruin")  # the rules that may bar a storey from an empty plot
NO_SPIRE, CORNER, NOT_OWN, OWNERLESS, TOO_TALL = range(len(BARS))


@kernel
def bar_to_storey(s, seat, plot):
    """What the building code has against a seat's storey on an empty plot where it may put none, as a place in BARS."""
    joined, touched = buildings(s, beside(plot)), buildings(s, around(plot))
    if touched == 0:
        return NO_SPIRE
    if touched != joined:
        return CORNER
    if joined & owned_by(s, seat) == 0:
        return OWNERLESS if joined & ~buildings(s, spire_plots(s)) else NOT_OWN
    return TOO_TALL


@kernel
def in_the_way(s, seat, plot):
    """All plots of the buildings because of which that is so: those at a corner or, if none are, those of others."""
    joined, touched = buildings(s, beside(plot)), buildings(s, around(plot))
    return touched & ~joined if touched != joined else joined & ~owned_by(s, seat)


@kernel
def plots_for_anybody(s):
    """Where somebody who is still in the game could put a storey."""
    cornered = cornered_plots(s)
    plots = 0
    for seat in range(SEATS[s.variant]):
        if is_in_game(s, seat):
            plots |= plots_for_storey(s, seat, cornered)
    return plots


@kernel
def open_buildings(s):
    """H-closed: all plots of the buildings that are not closed.

    Whoever puts a storey beside a building either owns it or ruins it: so it is enough to know that somebody could.
    """
    return buildings(s, beside(plots_for_anybody(s)))


@kernel
def add_storey(s, plot):
    """H-raise, H-new, H-extend, H-merge, H-ruin: a storey of the seat on turn, on whatever stands there."""
    s.levels[height(s, PLOT[plot])] |= PLOT[plot]
    s.storey_supply -= 1
    s.latest[plot] = STOREYS - int(s.storey_supply)
    s.has_built[s.seat] = 1
    s.quiet = -1
    move_spire(s, buildings(s, PLOT[plot]))


@kernel
def add_road(s, plot):
    """H-road: it stays for ever."""
    s.roads |= PLOT[plot]
    s.road_supply -= 1
    s.quiet = -1


@kernel
def move_spire(s, building):
    """H-spire, H3: the seat on turn owns this building now; of all spires in it, one of his remains, on the top."""
    for seat in range(MAX_SEATS):
        s.spires[seat] &= ~building
    tallest = s.levels[height(s, building) - 1] & building
    top, newest = 0, 0
    for plot in range(PLOTS):
        if tallest & PLOT[plot] and s.latest[plot] > newest:
            top, newest = plot, int(s.latest[plot])
    s.spires[s.seat] |= PLOT[top]


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
    """H-start: nobody has built yet, so nothing can come before the roll."""
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
    """H-turn: the next who is still in the game. H6: bankruptcies by themselves come first, and may cost the turn."""
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
            pass_on_turn(s)  # nobody bankrupt is left, so nobody has to be looked at again
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
    """H-bankrupt: he has built, and owns nothing that is not closed; spare spires do not count."""
    return is_in_game(s, seat) and s.has_built[seat] == 1 and s.spires[seat] & not_closed == 0


@kernel
def is_safe(s, seat):
    """H-bankrupt: somebody to whom it does not apply, seen at a glance; of those who are not, nothing is said.

    A building to which its owner can add where no other building is near is not closed, and that is much quicker to see
    than all that may be built by everybody.
    """
    if not is_in_game(s, seat) or s.has_built[seat] == 0:
        return True
    rest = s.spires[seat]
    while rest:
        building = buildings(s, rest & -rest)
        if beside(building) & empty_plots(s) & ~around(built_plots(s) & ~building):
            return True
        rest &= ~building
    return False


@kernel
def are_all_safe(s):
    in_doubt = 0
    for seat in range(SEATS[s.variant]):
        in_doubt += not is_safe(s, seat)
    return in_doubt == 0


@kernel
def seats_to_demand(s):
    """H-demand, H11: the opponents whose bankruptcy the seat on turn may demand, as bits; who may, is not bankrupt."""
    if s.spires[s.seat] == 0 or are_all_safe(s):
        return 0
    not_closed = open_buildings(s)
    return bankrupt_seats(s, not_closed) if s.spires[s.seat] & not_closed else 0


@kernel
def bankrupt_seats(s, not_closed):
    """H-bankrupt: all to whom it applies, whether it is demanded or not, as bits."""
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
    """H-demand: of one after the other."""
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
def legal_moves(s, out):
    """H-move: one figure by both dice, or each by one of them. H8: equal positions are one move."""
    one, two = int(s.dice[0]), int(s.dice[1])
    figure, other = int(s.figures[s.seat, 0]), int(s.figures[s.seat, 1])
    count = 0
    for way in range(ways(figure)):
        out[count] = MOVE0 + NUMBER[reached(figure, one + two, way), other]
        count += 1
        for other_way in range(ways(other)):
            out[count] = MOVE0 + NUMBER[reached(figure, one, way), reached(other, two, other_way)]
            count += 1
            out[count] = MOVE0 + NUMBER[reached(figure, two, way), reached(other, one, other_way)]
            count += figure != other  # from one square it would be the same again
    for way in range(ways(other)):
        out[count] = MOVE0 + NUMBER[figure, reached(other, one + two, way)]
        count += figure != other
    if count == USUAL_MOVES:
        sort_usual(out)
    else:
        sort(out, count)
    return distinct(out, count)


USUAL_MOVES = 12  # with both figures on the board, on different squares


@kernel
def sort_usual(out):
    """Put a list of the usual length into ascending order: each number is carried past smaller ones, branch-free."""
    for i in range(1, USUAL_MOVES):
        carried = out[i]
        for place in range(i):
            held = out[place]
            out[place] = min(held, carried)
            carried = max(held, carried)
        out[i] = carried


@kernel
def sort(out, count):
    """Put a list into ascending order."""
    for i in range(1, count):
        number, place = out[i], i
        while place > 0 and out[place - 1] > number:
            out[place] = out[place - 1]
            place -= 1
        out[place] = number


@kernel
def distinct(out, count):
    """Leave every number of an ascending list once; return how many there are then."""
    different, last = 0, -1
    for i in range(count):
        number = out[i]
        out[different] = number
        different += number != last
        last = number
    return different


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
    """H-one: with a 1 and a roof in the hand, any free top, whoever owns it, closed or not."""
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
    """H-end, H5, H9: at once, in the middle of a turn too, when the last storey is built, nobody can build any more, or
    one is left.
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
    """H-win: who has won, as bits; nobody before the end."""
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
    """What is done on a plot, now or at a crossing to come, or a demand, and no more: the turn does not go on."""
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
def list_plots(out, count, first, plots):
    """List an action for each of these plots."""
    for plot in range(PLOTS):
        out[idx(count)] = first + plot
        count += plots & PLOT[plot] != 0
    return count


@kernel
def legal(s, out):
    """Write the ids of all legal decisions, ascending, and return how many there are."""
    if s.phase == MOVE:
        return legal_moves(s, out)
    if s.phase == CROSS:
        return legal_at_crossing(s, out)
    if s.phase == DICE:
        count = list_plots(out, 0, RAISE0, plots_to_raise(s))
        count = list_plots(out, count, ROOF0, plots_for_roof(s))
        out[count] = DECLINE
        return count + 1
    if s.phase == DEMAND:
        return legal_demands(s, out)
    return 0


@kernel
def legal_at_crossing(s, out):
    """H-duty, H4: an empty plot must be built on; anything else may be declined."""
    plot, choices = crossed_plot(s), choices_at_crossing(s)
    count = 0
    out[count] = STOREY0 + plot
    count += choices & CAN_STOREY != 0
    out[count] = ROAD0 + plot
    count += choices & CAN_ROAD != 0
    out[count] = DEMOLISH0 + plot
    count += choices & CAN_DEMOLISH != 0
    out[count] = RAISE0 + plot
    count += choices & CAN_RAISE != 0
    out[count] = DECLINE
    count += choices & (CAN_DEMOLISH | CAN_RAISE) != 0
    return count


@kernel
def legal_demands(s, out):
    """H-demand: nobody has to."""
    seats = seats_to_demand(s)
    count = 0
    for seat in range(MAX_SEATS):
        out[count] = DEMAND0 + seat
        count += (seats >> seat) & 1
    out[count] = DECLINE
    return count + 1


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
    """H-demand, H-demolish, H-raise, H2: nobody has to; a decline covers all that could still be demanded or used."""
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
    """H-height: by seat, how tall the tallest building is; 0 for who has none or has left."""
    for seat in range(SEATS[s.variant]):
        out[seat] = height(s, owned_by(s, seat))


@kernel
def returns(s, out):
    """H-win: 1 to the winner, equal parts to those who share it; all who are left, if none of them owns a building."""
    for seat in range(SEATS[s.variant]):
        out[seat] = rank(s, seat)
    share_win(out, SEATS[s.variant])


# What must always hold


@kernel
def audit(s):
    """The numbers of the broken promises, as bits: 1 supplies, 2 storeys, 4 buildings and spires, 8 roofs and roads,
    16 who has left, 32 turn.
    """
    seats = SEATS[s.variant]
    bits, hands = 0, 0
    for seat in range(MAX_SEATS):
        hands += int(s.hand[seat])
        bits |= int(s.hand[seat] < 0)
        off = s.figures[seat, 0] == OFF and s.figures[seat, 1] == OFF
        gone = s.spires[seat] == 0 and s.hand[seat] == 0 and off
        bits |= int((s.left[seat] > 0 or seat >= seats) and not gone) << 4
        bits |= int(s.figures[seat, 0] > s.figures[seat, 1]) << 4
    bits |= int(s.roof_supply < 0 or s.road_supply < 0 or s.storey_supply < 0)
    bits |= int(how_many(s.roofs) + hands + s.roof_supply != ROOFS)
    bits |= int(how_many(s.roads) + s.road_supply != ROADS)
    bits |= int(storeys_on(s, ALL_PLOTS) + s.storey_supply != STOREYS)
    for level in range(1, MAX_HEIGHT):
        bits |= int(s.levels[level] & ~s.levels[level - 1] != 0) << 1
    for plot in range(PLOTS):
        bits |= int((s.latest[plot] > 0) != (built_plots(s) & PLOT[plot] != 0)) << 1
        bits |= int(s.latest[plot] > STOREYS - s.storey_supply) << 1
    bits |= audit_buildings(s) << 2
    bits |= int(s.roofs & ~built_plots(s) != 0 or s.roofs & spire_plots(s) != 0) << 3
    bits |= int(s.roads & built_plots(s) != 0 or (s.roads | built_plots(s)) & ~ALL_PLOTS != 0) << 3
    bits |= int(players_left(s) < 1 or (s.phase != FINISHED and not is_in_game(s, s.seat))) << 4
    actor = int(s.seat)
    if s.phase in (START, ROLL):
        actor = CHANCE
    elif s.phase == FINISHED:
        actor = OVER
    bits |= int(s.turn != actor or s.seat >= seats or s.quiet < -1 or s.quiet > STANDSTILL) << 5
    return bits


@kernel
def audit_buildings(s):
    """H-corner, H-spire: buildings stand free; on each there is one spire at most, and it is on the right plot."""
    wrong, rest = False, built_plots(s)
    for seat in range(MAX_SEATS):
        wrong |= s.spires[seat] & ~built_plots(s) != 0 or how_many(s.spires[seat]) > SPIRES[s.variant]
    while rest:
        building = buildings(s, rest & -rest)
        wrong |= around(building) & built_plots(s) & ~building != 0
        spires, count = 0, 0
        for seat in range(MAX_SEATS):
            spires |= s.spires[seat] & building
            count += how_many(s.spires[seat] & building)
        wrong |= count > 1
        tallest = s.levels[height(s, building) - 1] & building
        top = 0
        for plot in range(PLOTS):
            if tallest & PLOT[plot]:
                top = max(top, int(s.latest[plot]))
        for plot in range(PLOTS):
            wrong |= spires & PLOT[plot] != 0 and (tallest & PLOT[plot] == 0 or s.latest[plot] != top)
        rest &= ~building
    return int(wrong)


@kernel
def clock(s):
    """The storeys that are left."""
    return s.storey_supply
