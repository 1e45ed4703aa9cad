"""Hoch hinaus! in plain Python: a second, independent reading of the rules.

It is the second opinion of the tests (perft counts, differential play, replay of records). It favours clarity over
speed: nothing that can be worked out from the plots (buildings, spires, what is closed) is ever stored.
"""

import copy
import random
from dataclasses import dataclass

STOREYS = 45
ROOFS = 20
ROADS = 30
TRACK = 32
CORNERS = (0, 8, 16, 24)
OFF = -1  # square of a figure off the board
STALEMATE = 150  # turns without a storey or a road, ruling H10
PLOTS = [(r, c) for r in range(1, 8) for c in range(1, 8)]
EDGES = [(-1, 0), (0, -1), (0, 1), (1, 0)]
DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]

Action = tuple  # a decision, ("storey", 3, 4) for example, or an outcome of chance
Spot = tuple[int, int]  # row and column of a plot
Building = frozenset[Spot]


@dataclass(slots=True)
class Stack:
    """The storeys on one plot."""

    owner: int | None  # of the building, None when it is ownerless
    height: int
    built: int  # when its top storey was built
    roof: bool = False


def beside(spot: Spot, steps: list[Spot]) -> list[Spot]:
    """The spots these steps away (they may lie outside the plots, where nothing is ever built)."""
    return [(spot[0] + r, spot[1] + c) for r, c in steps]


def destinations(square: int, pips: int) -> set[int]:
    """Where a figure can get with so many pips, in one direction; the corner of entry is its first step."""
    if square == OFF:
        return {(corner + way * (pips - 1)) % TRACK for corner in CORNERS for way in (1, -1)}
    return {(square + way * pips) % TRACK for way in (1, -1)}


def line(square: int) -> tuple[str, int] | None:
    """The column or the row of plots that a figure on this square looks along, if any."""
    if 0 < square < 8:
        return "column", square
    if 8 < square < 16:
        return "row", square - 8
    if 16 < square < 24:
        return "column", 24 - square
    if 24 < square < 32:
        return "row", 32 - square
    return None  # a corner, or off the board


def crossing(figures: list[int]) -> Spot | None:
    """The plot on which two figures cross, if any; on the same or on opposite sides there is none (H1)."""
    lines = dict(filter(None, map(line, figures)))
    return (lines["row"], lines["column"]) if len(lines) == 2 else None


class Plain:
    """A game of Hoch hinaus!, changed in place by `apply`."""

    def __init__(self, players: int, bankruptcy: str = "demand") -> None:
        assert 2 <= players <= 6
        assert bankruptcy in ("demand", "automatic")
        self.players = players
        self.bankruptcy = bankruptcy
        self.phase = "start"  # then, in every turn, "demand", "roll", "move", "cross", "effects"; at last "over"
        self.seat = 0  # whose turn it is
        self.remaining = list(range(players))  # the seats that are not bankrupt
        self.figures = [[OFF, OFF] for _ in range(players)]
        self.hands = [2] * players  # roofs in hand
        self.has_built = [False] * players  # ever a storey
        self.storeys = STOREYS
        self.roofs = ROOFS - 2 * players
        self.roads_left = ROADS
        self.stacks: dict[Spot, Stack] = {}
        self.roads: set[Spot] = set()
        self.dice = (0, 0)
        self.ones = 0  # that can still be used this turn
        self.sixes = 0
        self.clock = 0  # counts the storeys built
        self.active = False  # whether this turn saw a storey or a road
        self.idle = 0  # turns in a row without one (H10)
        self.events: list[dict] = []

    def copy(self) -> "Plain":
        """An independent copy."""
        return copy.deepcopy(self)

    # What the board says

    def building(self, spot: Spot) -> Building:
        """The building that a built plot belongs to."""
        found = {spot}
        front = [spot]
        while front:
            for other in beside(front.pop(), EDGES):
                if other in self.stacks and other not in found:
                    found.add(other)
                    front.append(other)
        return frozenset(found)

    def buildings(self) -> set[Building]:
        """All buildings on the board."""
        return {self.building(spot) for spot in self.stacks}

    def owned(self, seat: int) -> list[Building]:
        """The buildings of a seat."""
        return [building for building in self.buildings() if self.owner(building) == seat]

    def owner(self, building: Building) -> int | None:
        """Whose spire stands on a building."""
        owners = {self.stacks[spot].owner for spot in building}
        assert len(owners) == 1
        return owners.pop()

    def height(self, building: Building) -> int:
        """Storeys of the tallest plot; a roof adds nothing."""
        return max(self.stacks[spot].height for spot in building)

    def spire(self, building: Building) -> Spot | None:
        """Where the spire stands: on the tallest plot, among equals on the top storey that was built last."""
        if self.owner(building) is None:
            return None
        return max(building, key=lambda spot: (self.stacks[spot].height, self.stacks[spot].built))

    def spare_spires(self, seat: int) -> int:
        """Spires in hand; a merger or a ruin gives them back by itself (H3)."""
        return (3 if self.players == 2 else 2) - len(self.owned(seat))

    def is_free(self, spot: Spot) -> bool:
        """Whether this is a plot with storeys and neither a roof nor a spire on top."""
        return spot in self.stacks and not self.stacks[spot].roof and self.spire(self.building(spot)) != spot

    def is_empty(self, spot: Spot) -> bool:
        """Whether this plot has neither storeys nor a road."""
        return spot in PLOTS and spot not in self.stacks and spot not in self.roads

    def allows_storey(self, seat: int, spot: Spot) -> bool:
        """The building code for a storey on an empty plot (H7: ownerless buildings are like foreign ones)."""
        if not self.is_empty(spot):
            return False
        adjoining = {self.building(other) for other in beside(spot, EDGES) if other in self.stacks}
        touching = {self.building(other) for other in beside(spot, EDGES + DIAGONALS) if other in self.stacks}
        if not touching:  # a new building
            return self.spare_spires(seat) > 0
        if touching != adjoining:  # a building touched by a corner only
            return False
        own = [self.height(building) for building in adjoining if self.owner(building) == seat]
        others = [self.height(building) for building in adjoining if self.owner(building) != seat]
        if not own:
            return False
        return not others or max(own) > max(others)  # an extension or a merger; a ruin

    def is_closed(self, building: Building) -> bool:
        """Whether no plot that shares an edge with a building can take a storey from any remaining player."""
        around = {other for spot in building for other in beside(spot, EDGES)}
        return not any(self.allows_storey(seat, spot) for spot in around for seat in self.remaining)

    def has_open_building(self, seat: int) -> bool:
        """Whether a seat owns a building that is not closed."""
        return any(not self.is_closed(building) for building in self.owned(seat))

    def is_insolvent(self, seat: int) -> bool:
        """Whether bankruptcy applies to a remaining seat."""
        return self.has_built[seat] and not self.has_open_building(seat)

    def is_dead(self) -> bool:
        """Whether no plot can take a storey from any remaining player (H5)."""
        return not any(self.allows_storey(seat, spot) for spot in PLOTS for seat in self.remaining)

    def can_raise(self, spot: Spot) -> bool:
        """Whether the player on turn may raise this plot: his own, its top free, the building not closed (H7)."""
        return self.is_free(spot) and self.stacks[spot].owner == self.seat and not self.is_closed(self.building(spot))

    # What can happen now

    @property
    def turn(self) -> int | str | None:
        """The seat that decides, None when chance acts, "over" at the end."""
        if self.phase == "over":
            return "over"
        return None if self.phase in ("start", "roll") else self.seat

    def chance(self) -> list[tuple[Action, int]]:
        """All outcomes of chance with their weights."""
        if self.phase == "start":
            return [(("start", seat), 1) for seat in range(self.players)]
        if self.phase == "roll":
            return [(("roll", a, b), 1) for a in range(1, 7) for b in range(1, 7)]
        return []

    def legal(self) -> list[Action]:
        """All decisions of the seat that decides, each once."""
        match self.phase:
            case "demand":
                return [*self._demands(), ("decline",)]
            case "move":
                return self._moves()
            case "cross":
                return self._crossings()
            case "effects":
                return [*self._effects(), ("decline",)]
        return []

    def _demands(self) -> list[Action]:
        """The opponents that can be driven into bankruptcy, by one who has an open building himself (H6, H11)."""
        if self.bankruptcy == "automatic" or not self.has_open_building(self.seat):
            return []
        return [("demand", seat) for seat in self.remaining if seat != self.seat and self.is_insolvent(seat)]

    def _moves(self) -> list[Action]:
        """All resulting pairs of squares, each once (H8)."""
        one, two = self.figures[self.seat]
        a, b = self.dice
        pairs = [(x, two) for x in destinations(one, a + b)] + [(one, y) for y in destinations(two, a + b)]
        for first, second in ((a, b), (b, a)):
            pairs += [(x, y) for x in destinations(one, first) for y in destinations(two, second)]
        return sorted({("move", min(pair), max(pair)) for pair in pairs})

    def _crossings(self) -> list[Action]:
        """What the crossing of the figures allows or forces (H1, H4); nothing when there is nothing to decide."""
        spot = crossing(self.figures[self.seat])
        if spot is None:
            return []
        if self.is_empty(spot):
            storey = [("storey", *spot)] if self.allows_storey(self.seat, spot) else []
            road = [("road", *spot)] if self.roads_left else []
            return storey + road
        if spot in self.stacks and self.stacks[spot].roof and not self.is_closed(self.building(spot)):
            return [("demolish", *spot), ("decline",)]
        if self.can_raise(spot):
            return [("raise", *spot), ("decline",)]
        return []

    def _effects(self) -> list[Action]:
        """What the 1s and 6s that are left can be used for (H2)."""
        roofs, raises = [], []
        if self.ones and self.hands[self.seat]:
            roofs = [("roof", *spot) for spot in PLOTS if self.is_free(spot)]
        if self.sixes:
            raises = [("raise", *spot) for spot in PLOTS if self.can_raise(spot)]
        return roofs + raises

    # Playing

    def apply(self, action: Action) -> None:
        """Carry out a decision or an outcome of chance, and all that follows from it by itself."""
        assert action in self.legal() or (action, 1) in self.chance(), f"{action} is not possible"
        match action:
            case "start", seat:
                self.seat = seat
                self._log("start", seat)
                self._begin_turn()
            case "demand", seat:
                self._log("demand", self.seat, of=seat)
                self._go_bankrupt(seat)
                self._continue("demand")
            case "roll", a, b:
                self.dice = (a, b)
                self._log("roll", self.seat, dice=[a, b])
                self.phase = "move"
            case "move", x, y:
                self.figures[self.seat] = [x, y]
                self._log("move", self.seat, figures=[x, y])
                self._continue("cross")
            case ("decline",):
                self._log("decline", self.seat)
                self._give_up()
            case kind, row, column:
                spot = (row, column)
                self._log(kind, self.seat, plot=[row, column])
                if self.phase == "effects":
                    self.ones -= kind == "roof"
                    self.sixes -= kind == "raise"
                self._change(kind, spot)
                self._continue("effects" if self.phase == "effects" else "after crossing")

    def _log(self, kind: str, seat: int, **more: object) -> None:
        self.events.append({"e": kind, "seat": seat, **more})

    def _change(self, kind: str, spot: Spot) -> None:
        """Change the board on one plot; storeys and roads may end the game at once (H5, H9)."""
        match kind:
            case "storey" | "raise":
                self._build(spot)
            case "road":
                self.roads.add(spot)
                self.roads_left -= 1
                self.active = True
            case "roof":
                self.stacks[spot].roof = True
                self.hands[self.seat] -= 1
            case "demolish":
                self.stacks[spot].roof = False
                self.roofs += 1
        if kind in ("storey", "raise", "road"):
            self._end_if_decided()

    def _build(self, spot: Spot) -> None:
        """Put a storey on a plot; all that is joined by it becomes one building of the player (H3)."""
        self.storeys -= 1
        self.clock += 1
        self.active = True
        self.has_built[self.seat] = True
        if spot in self.stacks:
            self.stacks[spot].height += 1
            self.stacks[spot].built = self.clock
        else:
            self.stacks[spot] = Stack(self.seat, height=1, built=self.clock)
            for other in self.building(spot):
                self.stacks[other].owner = self.seat

    def _go_bankrupt(self, seat: int) -> None:
        """Figures and spires leave the game, the roofs go back, the buildings become ownerless."""
        self._log("bankrupt", seat)
        self.remaining.remove(seat)
        self.figures[seat] = [OFF, OFF]
        self.roofs += self.hands[seat]
        self.hands[seat] = 0
        for stack in self.stacks.values():
            if stack.owner == seat:
                stack.owner = None
        self._end_if_decided()

    def _end_if_decided(self) -> None:
        """The ends of the game that come at once, in mid-turn too (H5, H9)."""
        if self.storeys == 0 or len(self.remaining) == 1 or self.is_dead():
            self.phase = "over"

    def _continue(self, step: str) -> None:
        """Go on with a step of the turn, and past every step in which there is nothing to decide."""
        if self.phase == "over":
            return
        if step == "demand":
            self.phase = "demand" if self._demands() else "roll"
            return
        if step == "cross":
            if self._crossings():
                self.phase = "cross"
                return
            step = "after crossing"
        if step == "after crossing":
            self._roll_effects()
        if self._effects():
            self.phase = "effects"
        else:
            self._end_turn()

    def _roll_effects(self) -> None:
        """A double gives a roof first (H2); then come the 1s and the 6s."""
        a, b = self.dice
        if a == b and self.roofs:
            self.roofs -= 1
            self.hands[self.seat] += 1
        self.ones = self.dice.count(1)
        self.sixes = self.dice.count(6)

    def _give_up(self) -> None:
        """Decline what the present step offers, all of it."""
        match self.phase:
            case "demand":
                self.phase = "roll"
            case "cross":
                self._continue("after crossing")
            case "effects":
                self._end_turn()

    def _end_turn(self) -> None:
        """The next remaining seat begins its turn, unless there is a stalemate (H10)."""
        self.idle = 0 if self.active else self.idle + 1
        if self.idle == STALEMATE:
            self.phase = "over"
            return
        self._pass_on()
        self._begin_turn()

    def _pass_on(self) -> None:
        """To the next remaining seat."""
        self.seat = self._round()[0]

    def _round(self) -> list[int]:
        """The remaining seats, from the one after the player on turn round to himself."""
        seats = [(self.seat + step) % self.players for step in range(1, self.players + 1)]
        return [seat for seat in seats if seat in self.remaining]

    def _begin_turn(self) -> None:
        """Start the turn of `seat`; whoever goes bankrupt himself loses it, uncounted (H6, H12)."""
        self.active = False
        if self.bankruptcy == "automatic":
            self._automatic_bankruptcies()
            while self.phase != "over" and self.seat not in self.remaining:
                self._pass_on()
                self._automatic_bankruptcies()
        self._continue("demand")

    def _automatic_bankruptcies(self) -> None:
        """One after the other, while some remaining player owns an open building (H6, H11)."""
        while self.phase != "over" and any(self.has_open_building(seat) for seat in self.remaining):
            insolvent = [seat for seat in self._round() if self.is_insolvent(seat)]
            if not insolvent:
                return
            self._go_bankrupt(insolvent[0])

    # The result

    def scores(self) -> list[int]:
        """Height of the tallest building, by seat; 0 for a bankrupt player or one without a building."""
        return [self._rank(seat)[0] for seat in range(self.players)]

    def winners(self) -> list[int]:
        """The remaining seats with the tallest building, of equals the one with more storeys; ascending."""
        best = max(self._rank(seat) for seat in self.remaining)
        return [seat for seat in self.remaining if self._rank(seat) == best]

    def _rank(self, seat: int) -> tuple[int, int]:
        """Height and storeys in all of the best building of a seat."""
        ranks = [(self.height(own), sum(self.stacks[spot].height for spot in own)) for own in self.owned(seat)]
        return max(ranks, default=(0, 0))


def play_random(game: Plain, rng: random.Random) -> int:
    """Play a game to its end at random; returns the number of actions, chance included."""
    actions = 0
    while game.turn != "over":
        if game.turn is None:
            outcomes, weights = zip(*game.chance(), strict=True)
            game.apply(rng.choices(outcomes, weights)[0])
        else:
            game.apply(rng.choice(game.legal()))
        actions += 1
    return actions


def perft(game: Plain, depth: int) -> int:
    """Number of sequences of `depth` decisions, where chance always yields its first outcome."""
    if depth == 0:
        return 1
    game = game.copy()
    while game.turn is None:
        game.apply(game.chance()[0][0])
    total = 0
    for action in game.legal():
        child = game.copy()
        child.apply(action)
        total += perft(child, depth - 1)
    return total
