"""What must hold in every state: tests ask."""

from bauboom.core.engine import CHANCE, OVER
from bauboom.core.kernel import kernel

from .building import buildings, built_plots, height, is_in_game, players_left, spire_plots, storeys_on
from .components import (
    ALL_PLOTS,
    FINISHED,
    MAX_HEIGHT,
    MAX_SEATS,
    OFF,
    PLOT,
    PLOTS,
    ROADS,
    ROLL,
    ROOFS,
    SEATS,
    SPIRES,
    STANDSTILL,
    START,
    STOREYS,
)
from .plots import around, how_many


@kernel
def audit(s):
    """Which promises are broken, as bits: 1 supplies, 2 storeys, 4 buildings and spires, 8 roofs and roads,
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
