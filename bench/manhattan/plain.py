"""Manhattan in plain Python: a second, independent reading of the rules.

It is the yardstick of the speed benchmark (how fast is a clear version without any tricks?) and the second opinion of
the tests (perft counts, differential play). It favours clarity, and it does not check what it is given.
"""

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

CITIES = 6
SITES = 9
KINDS = range(1, 10)
COPIES_OF_A_KIND = 5
HAND = 4
SIZES = (1, 2, 3, 4)
SUPPLY = (0, 11, 6, 4, 3)  # blocks of a colour, indexed by size
SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # sides of the board at which the seats sit, by number of players

Action = tuple  # ("pick", blocks), ("build", card, city, colour, block), ("skip", card, colour, block), or chance


def site_of(side: int, kind: int) -> int:
    """The site, 0 to 8 as seen from the south, that a card marks for a player at this side."""
    r, c = divmod(kind - 1, 3)
    row, column = ((r, c), (c, 2 - r), (2 - r, 2 - c), (2 - c, r))[side]
    return 3 * row + column


SITE = [[0, *(site_of(side, kind) for kind in KINDS)] for side in range(4)]  # by side and kind of card


@dataclass(slots=True)
class Tower:
    """One building site: the colour on top and the storeys of each colour in it."""

    owner: int | None = None
    storeys: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    def smallest_block(self, colour: int) -> int:
        """The least size of a block that this colour may build here (anything goes where it is 1 or less)."""
        return 0 if self.owner is None else self.storeys[self.owner] - self.storeys[colour]


class Plain:
    """A game of Manhattan, changed in place by `apply`."""

    def __init__(self, edition: str = "1994", players: int = 4, blocks_per_round: int = 6, colours: int = 1) -> None:
        self.edition = edition
        self.players = players
        self.blocks_per_round = blocks_per_round
        self.colours = players * colours
        self.colours_of = [range(seat, self.colours, players) for seat in range(players)]
        self.rounds = sum(SUPPLY) // blocks_per_round
        self.phase = "start"  # then "deal", and in every round "pick", "turn" and "draw" by turns; at last "over"
        self.round = 1
        self.start = 0  # start player of this round
        self.seat = 0  # who picks, plays or draws
        self.colour = 0  # for which colour blocks are picked now
        self.towers = [[Tower() for _ in range(SITES)] for _ in range(CITIES)]
        self.supply = [list(SUPPLY) for _ in range(self.colours)]  # by colour and size
        self.picked = [[0] * len(SUPPLY) for _ in range(self.colours)]  # by colour and size
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.pile = [0] + [COPIES_OF_A_KIND] * len(KINDS)  # by kind of card
        self.played = [0] * len(self.pile)  # face up before the players, by kind of card
        self.totals = [0] * self.colours

    def copy(self) -> "Plain":
        """An independent copy."""
        other = copy.copy(self)
        other.towers = [[Tower(tower.owner, tower.storeys.copy()) for tower in city] for city in self.towers]
        other.supply = [blocks.copy() for blocks in self.supply]
        other.picked = [blocks.copy() for blocks in self.picked]
        other.hands = [hand.copy() for hand in self.hands]
        other.pile = self.pile.copy()
        other.played = self.played.copy()
        other.totals = self.totals.copy()
        return other

    @property
    def turn(self) -> int | str | None:
        """The seat that decides, None when chance acts, "over" at the end."""
        if self.phase == "over":
            return "over"
        return self.seat if self.phase in ("pick", "turn") else None

    def legal(self) -> list[Action]:
        """All decisions of the seat whose turn it is, each once."""
        if self.phase == "pick":
            return list(self._picks())
        if self.phase == "turn":
            return list(self._builds()) or list(self._skips())
        return []

    def chance(self) -> list[tuple[Action, int]]:
        """All outcomes of chance with their weights, the lowest number first."""
        if self.phase == "start":
            return [(("start", seat), 1) for seat in range(self.players)]
        if self.phase in ("deal", "draw"):
            return [(("draw", kind), self.pile[kind]) for kind in KINDS if self.pile[kind]]
        return []

    def _picks(self) -> Iterator[Action]:
        supply = self.supply[self.colour]
        for blocks in combinations_with_replacement(SIZES, self.blocks_per_round):
            if all(blocks.count(size) <= supply[size] for size in SIZES):
                yield "pick", blocks

    def _blocks(self) -> list[tuple[int, list[int]]]:
        """The colours of the seat, each with the sizes that it can still build this round."""
        return [(c, [size for size in SIZES if self.picked[c][size]]) for c in self.colours_of[self.seat]]

    def _builds(self) -> Iterator[Action]:
        blocks = self._blocks()
        sites = SITE[SIDES[self.players][self.seat]]
        for card in sorted(set(self.hands[self.seat])):
            for city, towers in enumerate(self.towers):
                tower = towers[sites[card]]
                for colour, sizes in blocks:
                    smallest = tower.smallest_block(colour)
                    for size in sizes:
                        if size >= smallest:
                            yield "build", card, city, colour, size

    def _skips(self) -> Iterator[Action]:
        """Ruling M2: only when nothing can be built, a card and a block are given away."""
        for card in sorted(set(self.hands[self.seat])):
            for colour, sizes in self._blocks():
                for size in sizes:
                    yield "skip", card, colour, size

    def apply(self, action: Action) -> None:
        """Carry out a decision or an outcome of chance, which must be possible now."""
        match action:
            case "start", seat:
                self.start = self.seat = seat
                self.phase = "deal"
            case "pick", blocks:
                self._pick(blocks)
            case "build", card, city, colour, block:
                tower = self.towers[city][SITE[SIDES[self.players][self.seat]][card]]
                tower.owner = colour
                tower.storeys[colour] += block
                self._use(card, colour, block)
            case "skip", card, colour, block:
                self._use(card, colour, block)
            case "draw", card:
                self._draw(card)

    def _pick(self, blocks: tuple[int, ...]) -> None:
        for size in blocks:
            self.supply[self.colour][size] -= 1
            self.picked[self.colour][size] += 1
        self.colour += self.players
        if self.colour >= self.colours:  # that was the last colour of this seat
            self._next_seat()
            self.colour = self.seat
            if self.seat == self.start:
                self.phase = "turn"

    def _use(self, card: int, colour: int, block: int) -> None:
        """The card lies face up now and the block is gone; a draw follows."""
        self.hands[self.seat].remove(card)
        self.played[card] += 1
        self.picked[colour][block] -= 1
        self.phase = "draw"

    def _draw(self, card: int) -> None:
        hand = self.hands[self.seat]
        hand.append(card)
        self.pile[card] -= 1
        if not any(self.pile):  # ruling M1
            self.pile, self.played = self.played, self.pile
        if self.phase == "draw":
            self._next_seat()
            self.phase = "turn"
            if not any(any(blocks) for blocks in self.picked):
                self._end_round()
        elif len(hand) == HAND:
            self._next_seat()
            if self.seat == self.start:
                self.colour = self.seat
                self.phase = "pick"

    def _next_seat(self) -> None:
        self.seat = (self.seat + 1) % self.players

    def _end_round(self) -> None:
        for points in self.points():
            self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        if self.round == self.rounds:
            self.phase = "over"
        else:
            self.round += 1
            self.start = self.seat = self.colour = (self.start + 1) % self.players
            self.phase = "pick"

    def points(self) -> tuple[list[int], list[int], list[int]]:
        """What the board scores as it stands, by colour: for the tallest tower, for cities, for towers."""
        tallest, cities, towers = ([0] * self.colours for _ in range(3))
        built = [tower for city in self.towers for tower in city if tower.owner is not None]
        heights = [sum(tower.storeys) for tower in built]
        top = max(heights, default=0)
        if heights.count(top) == 1:
            tallest[built[heights.index(top)].owner] = 3
        for city in self.towers:
            owned = [0] * self.colours
            for tower in city:
                if tower.owner is not None:
                    owned[tower.owner] += 1
                    towers[tower.owner] += 1
            most = max(owned)
            if owned.count(most) == 1:
                cities[owned.index(most)] += 2
        return tallest, cities, towers

    def scores(self) -> list[int]:
        """Points so far, by seat."""
        return [sum(self.totals[colour] for colour in own) for own in self.colours_of]

    def winners(self) -> list[int]:
        """The seats that share the win, ascending; the 2017 edition breaks ties."""
        ranks = [(score,) for score in self.scores()]
        if self.edition == "2017":
            ranks = [rank + self._tie_break(seat) for seat, rank in enumerate(ranks)]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    def _tie_break(self, seat: int) -> tuple[int, int]:
        """Height of the tallest tower of a seat, then the points for its city majorities as the board stands."""
        own = self.colours_of[seat]
        heights = [sum(tower.storeys) for city in self.towers for tower in city if tower.owner in own]
        cities = self.points()[1]
        return max(heights, default=0), sum(cities[colour] for colour in own)


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
    """Number of sequences of `depth` decisions, where chance always yields its lowest outcome."""
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
