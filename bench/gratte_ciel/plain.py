"""Gratte-ciel in plain Python: a second, independent reading of the rules.

It is the second opinion of the tests (perft counts, differential play, replay of records). It favours clarity over
speed: nothing that can be worked out from the towers (heights, flaws, thresholds, prizes) is ever stored.
"""

import copy
import random
from dataclasses import dataclass, field

HAND = 5  # cards in a full hand, and cards that a study of the deck looks at
STALEMATE = 100  # turns without a card leaving the deck, ruling G18
CATEGORIES = ("home", "office", "hotel", "restaurant", "shop")

Action = tuple  # a decision, ("build", "home-10", 3) for example, or an outcome of chance
Kinds = dict[str, dict[str, int]]


def _card(count: int, height: int = 0, prestige: int = 0) -> dict[str, int]:
    return {"count": count, "height": height, "prestige": prestige}


FLOORS = {
    f"{category}-{suffix}": _card(count, height, prestige)
    for category in CATEGORIES
    for suffix, count, height, prestige in (
        ("10", 1, 10, 2),
        ("15", 2, 15, 1),
        ("20p", 1, 20, 1),
        ("20", 1, 20, 0),
        ("25", 1, 25, 0),
        ("30", 1, 30, 0),
    )
}
SPECIALS = {
    "absorber": _card(2, 20, 0) | {"resistance": 1},
    "lookout": _card(2, 25, 3),
    "skylobby": _card(2, 35, 1),
    "plant": _card(1, 40, 0),
    "pool": _card(1, 20, 3),
    "garden": _card(1, 30, 2),
    "museum": _card(1, 30, 2),
}
TOILETS = {"toilet": _card(10, 5, 0)}
ROOFS = {
    "flat": _card(4, 5, 0),
    "terrace": _card(3, 10, 0),
    "dome": _card(1, 15, 0),
    "antenna": _card(2, 25, 0),
    "toilet-roof": _card(2, 5, 0),
}
EFFECTS = {
    "study": _card(10),
    "insurance": _card(10),
    "tornado": _card(6),
    "quake": _card(9),
    "century": _card(1),
}
FOUNDATIONS = {
    "clay": {"count": 2, "resistance": 1},
    "parking": {"count": 4, "resistance": 2},
    "piles": {"count": 3, "resistance": 3},
    "bedrock": {"count": 1, "resistance": 4},
}
PRIZES = {  # what they count; the height that makes a mini; the height below which a tower is flawed
    "mini": {"height": 60, "prestige": 3},
    "unity": {"prestige": 4},
    "record": {"prestige": 5},
    "flawed": {"height": 100, "prestige": -1},
    "specialist": {"prestige": 1},
}
CARDS = FLOORS | SPECIALS | TOILETS | ROOFS | EFFECTS  # all that can be in the deck, in the order of the rules page
DECK = CARDS | FOUNDATIONS | PRIZES
DETAILS = {  # of every decision, as its event names them
    "build": ("card", "site"),
    "roof": ("card", "site"),
    "quake": ("site",),
    "century": (),
    "insure": ("site",),
    "study": ("from",),
    "tornado": ("to",),
    "discard": ("card",),
    "steal": ("from",),
    "keep": ("card",),
    "take": ("card",),
    "play": ("card",),
    "swap": (),
    "put": ("card",),
    "decline": (),
}


def distinct(cards: list[str]) -> list[str]:
    """Every kind among these cards once, in the order of the rules page."""
    return [kind for kind in CARDS if kind in cards]


@dataclass(slots=True)
class Tower:
    """A standing tower, from its bare foundation on (G4)."""

    foundation: str
    cards: list[str] = field(default_factory=list)  # floors, special floors, toilets, at last the roof
    insurances: int = 0
    quakes: int = 0  # earthquake cards that lie on it
    hits: int = 0  # of the century
    owner: int | None = None  # of a finished tower
    finished: int = 0  # when it was finished: 1 for the first tower, and so on
    tall_enough: bool = False  # whether it was taller than its builder's threshold at that moment (G5)

    def has_storey(self) -> bool:
        """Whether it has a floor or a special floor."""
        return any(card in FLOORS or card in SPECIALS for card in self.cards)

    def has_toilet(self) -> bool:
        """A toilet roof counts, too."""
        return "toilet" in self.cards or "toilet-roof" in self.cards

    def category(self) -> str | None:
        """The one category of all its floors, if it has floors and they agree."""
        categories = {card.split("-")[0] for card in self.cards if card in FLOORS}
        return categories.pop() if len(categories) == 1 else None


class Plain:
    """A game of Gratte-ciel, changed in place by `apply`.

    The deck is `top`, the cards that were put back, above `hidden`, the others, of which only the numbers are known.
    """

    def __init__(self, players: int, deck: Kinds | None = None) -> None:
        assert 2 <= players <= 5
        self.players = players
        self.kinds = DECK if deck is None else deck
        assert set(self.kinds) <= set(DECK)
        self.phase = "start"  # see `turn`, `chance` and `legal`
        self.seat = 0  # whose turn it is (while dealing: who gets cards)
        self.first = 0  # the start player
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.toilets = [0] * players  # toilets played, by seat
        self.top: list[str] = []  # the topmost first
        self.hidden = {kind: self._value(kind, "count") for kind in CARDS}
        self.foundations = {kind: self._value(kind, "count") for kind in FOUNDATIONS}  # face down
        assert self.deck_size()
        assert self.foundations_left()
        self.pile: list[str] = []  # the discard pile
        self.towers: dict[int, Tower] = {}  # the standing ones by site, in ascending order
        self.sites = 0  # revealed so far
        self.finished = 0  # towers finished so far
        # Within a turn:
        self.studies = 0  # being carried out, not yet discarded (G11)
        self.seen: list[str] = []  # by a study, off the deck for the moment
        self.to_put: list[str] = []  # back on top of the deck
        self.chosen: str | None = None  # the card to be played at once from a study
        self.roofed = 0  # the site that was just finished
        self.victim = 0  # of a theft
        self.loot: list[str] = []  # taken from him so far
        self.stole = False  # this turn
        self.active = False  # whether a card left the deck this turn
        # From turn to turn:
        self.idle = 0  # turns in a row in which no card left the deck (G18)
        self.last_players: list[int] | None = None  # those who still have a turn, once somebody is out of cards (G13)
        self.events: list[dict] = []

    def copy(self) -> "Plain":
        """An independent copy (it shares the card values, which never change)."""
        return copy.deepcopy(self, {id(self.kinds): self.kinds})

    def _value(self, kind: str, name: str) -> int:
        """A number on a card, or the count of a kind; 0 if the deck does not give it."""
        return self.kinds.get(kind, {}).get(name, 0)

    # What the table says

    @property
    def hand(self) -> list[str]:
        """The hand of the player on turn."""
        return self.hands[self.seat]

    def deck_size(self) -> int:
        """Number of cards in the deck."""
        return len(self.top) + sum(self.hidden.values())

    def foundations_left(self) -> int:
        """Number of foundations still face down."""
        return sum(self.foundations.values())

    def open_sites(self) -> list[int]:
        """The sites with a tower that is not finished."""
        return [site for site, tower in self.towers.items() if tower.owner is None]

    def resistance(self, tower: Tower) -> int:
        """What is left of it; at 0 the tower collapses (G3, G6)."""
        absorbers = tower.cards.count("absorber") * self._value("absorber", "resistance")
        strength = self._value(tower.foundation, "resistance") + absorbers + tower.insurances
        return strength - tower.quakes - tower.hits

    def height(self, tower: Tower) -> int:
        """In metres."""
        return sum(self._value(card, "height") for card in tower.cards)

    def completed(self) -> list[Tower]:
        """The finished towers that stand, in the order in which they were finished."""
        return sorted((t for t in self.towers.values() if t.owner is not None), key=lambda tower: tower.finished)

    def mini(self) -> Tower | None:
        """The holder of the mini prize: the newest standing tower that ever won it."""
        wanted = self._value("mini", "height")
        minis = [t for t in self.completed() if self.height(t) == wanted and t.has_toilet() and t.tall_enough]
        return minis[-1] if minis else None

    def is_flawed(self, tower: Tower) -> bool:
        """Whether a finished tower is flawed; that can change for one that once was the mini only (G5)."""
        if not tower.has_toilet() or not tower.tall_enough:
            return True
        return self.height(tower) < self._value("flawed", "height") and tower is not self.mini()

    def unflawed(self) -> list[Tower]:
        """The finished towers that stand and have no flaw, in the order in which they were finished."""
        return [tower for tower in self.completed() if not self.is_flawed(tower)]

    def threshold(self, seat: int) -> int:
        """The height of the tallest standing tower of a seat, flawed ones too (G19)."""
        return max((self.height(tower) for tower in self.completed() if tower.owner == seat), default=0)

    def unity(self, category: str) -> Tower | None:
        """The holder of the order-and-unity prize of a category: the newest standing tower that ever won it."""
        towers = [t for t in self.unflawed() if t.category() == category and t is not self.mini()]
        return towers[-1] if towers else None

    def record(self) -> Tower | None:
        """The holder of the world record, nobody if there is a tie."""
        towers = self.unflawed()
        tallest = max(map(self.height, towers), default=0)
        best = [tower for tower in towers if self.height(tower) == tallest]
        return best[0] if len(best) == 1 else None

    # What can happen now

    @property
    def turn(self) -> int | str | None:
        """The seat that decides, None when chance acts, "over" at the end."""
        if self.phase == "over":
            return "over"
        return None if self.chance() else self.seat

    def chance(self) -> list[tuple[Action, int]]:
        """All outcomes of chance with their weights."""
        match self.phase:
            case "start":
                return [(("start", seat), 1) for seat in range(self.players)]
            case "set up" | "reveal":
                return [(("foundation", kind), count) for kind, count in self.foundations.items() if count]
            case "deal" | "draw first" | "draw" | "look":
                if self.top:
                    return [(("draw", self.top[0]), 1)]
                return [(("draw", kind), count) for kind, count in self.hidden.items() if count]
            case "rob":
                hand = self.hands[self.victim]
                return [(("draw", kind), hand.count(kind)) for kind in distinct(hand)]
        return []

    def legal(self) -> list[Action]:
        """All decisions of the seat that decides, each once."""
        match self.phase:
            case "main":  # every card may be discarded instead (G1)
                hand = distinct(self.hand)
                plays = [play for card in hand for play in self._plays(card, self.deck_size())]
                return plays + [("discard", card) for card in hand]
            case "play chosen":
                return self._plays(self.chosen, self.deck_size())
            case "insure":
                return [("insure", self.roofed), ("decline",)]
            case "steal":
                return [*[("steal", seat) for seat in self._victims()], ("decline",)]
            case "keep":
                return [("keep", card) for card in distinct(self.loot)]
            case "study discard":
                return [("take", card) for card in distinct(self.pile)]
            case "study deck":
                return self._study_choices()
            case "put":
                return [("put", card) for card in distinct(self.to_put)]
        return []

    def _plays(self, card: str, deck_size: int) -> list[Action]:
        """All ways to play a card when the deck has so many cards."""
        match card:
            case "quake":
                return [("quake", site) for site in self.towers]
            case "century":
                return [("century",)]
            case "insurance":
                return [("insure", site) for site in self.towers]
            case "tornado":
                return [("tornado", "left"), ("tornado", "right")]
            case "study":  # into what is not empty (G12)
                sources = [("deck", deck_size), ("discard", len(self.pile))]
                return [("study", source) for source, cards in sources if cards]
        if card in ROOFS:
            return [("roof", card, site) for site in self.open_sites() if self.towers[site].has_storey()]
        return [("build", card, site) for site in self.open_sites()]

    def _study_choices(self) -> list[Action]:
        """Take or play one of the cards seen, or take them all; a card to play must have a legal play (G11)."""
        seen = distinct(self.seen)
        deck_size = self.deck_size() + len(self.seen) - 1  # once the others are put back
        takes = [("take", card) for card in seen]
        plays = [("play", card) for card in seen if self._plays(card, deck_size)]
        swap = [("swap",)] if len(self.seen) == HAND else []
        return takes + plays + swap

    def _victims(self) -> list[int]:
        """The other seats that have cards (G17)."""
        return [seat for seat in range(self.players) if seat != self.seat and self.hands[seat]]

    # Playing

    def apply(self, action: Action) -> None:
        """Carry out a decision or an outcome of chance, and all that follows from it by itself."""
        outcomes = [outcome for outcome, _ in self.chance()]
        assert action in self.legal() + outcomes, f"{action} is not possible"
        kind, *rest = action
        if kind in DETAILS:
            self._log(kind, seat=self.seat, **dict(zip(DETAILS[kind], rest, strict=True)))
        match action:
            case "start", seat:
                self._log("start", seat=seat)
                self.seat = self.first = seat
                self.phase = "set up"
            case "foundation", kind:
                self._reveal(kind)
            case "draw", card:
                self._draw(card)
            case "build", card, site:
                self._build(card, site)
            case "roof", card, site:
                self._roof(card, site)
            case "quake", site:
                self._quake(site)
            case ("century",):
                self._century()
            case "insure", site:
                self._insure(site)
            case "study", source:
                self._study(source)
            case "tornado", way:
                self._tornado(way)
            case "discard", card:
                self._discard(card)
            case "steal", victim:
                self._steal(victim)
            case "keep", card:
                self._keep(card)
            case "take", card:
                self._take(card)
            case "play", card:
                self._choose(card)
            case ("swap",):
                self._swap()
            case "put", card:
                self._put(card)
            case ("decline",):
                self._decline()

    def _log(self, event: str, **more: object) -> None:
        self.events.append({"e": event, **more})

    def _spend(self, card: str) -> None:
        """Take the card that is played or discarded from where it is: chosen in a study, or in the hand."""
        if self.chosen is not None:
            assert self.chosen == card
            self.chosen = None
        else:
            self.hand.remove(card)

    # Outcomes of chance

    def _reveal(self, kind: str) -> None:
        """A foundation becomes the next site."""
        self._log("foundation", site=self.sites, kind=kind)
        self.foundations[kind] -= 1
        self.towers[self.sites] = Tower(kind)
        self.sites += 1
        if self.phase == "reveal":
            self._card_done()
        elif self.sites == min(self.players + 1, 5) or not self.foundations_left():
            self.phase = "deal"

    def _draw(self, card: str) -> None:
        """A card comes from the top of the deck, or from the hand of the victim of a theft."""
        if self.phase == "rob":
            self._rob(card)
            return
        if self.top:
            self.top.pop(0)
        else:
            self.hidden[card] -= 1
        match self.phase:
            case "deal":
                self._deal(card)
            case "look":
                self.seen.append(card)
                if len(self.seen) == HAND or not self.deck_size():
                    self._log("seen", seat=self.seat, cards=list(self.seen))
                    self.phase = "study deck"
            case "draw first" | "draw":
                self._log("draw", seat=self.seat, card=card)
                self.hand.append(card)
                self.active = True
                if len(self.hand) == HAND or not self.deck_size():
                    if self.phase == "draw first":
                        self.phase = "main"
                    else:
                        self._end_turn()

    def _deal(self, card: str) -> None:
        """Five cards for everyone, from the start player clockwise (fewer if a deck of one's own is too small)."""
        self.hand.append(card)
        if len(self.hand) < HAND and self.deck_size():
            return
        self._log("deal", seat=self.seat, cards=list(self.hand))
        self.seat = (self.seat + 1) % self.players
        if self.seat == self.first or not self.deck_size():
            self.seat = self.first
            self._begin_turn()

    def _rob(self, card: str) -> None:
        """Take a card from the victim; a second one, if he has it, and then one of them goes back."""
        self.hands[self.victim].remove(card)
        self.loot.append(card)
        if len(self.loot) == 1 and self.hands[self.victim]:
            return
        self._log("stolen", seat=self.seat, **{"from": self.victim}, cards=list(self.loot))
        if len(self.loot) == 2:
            self.phase = "keep"
        else:
            self._keep(card)

    # Cards

    def _build(self, card: str, site: int) -> None:
        """A floor, a special floor or a toilet; only a toilet allows a theft, from a player with cards (G17)."""
        self._spend(card)
        self.towers[site].cards.append(card)
        if card == "toilet":
            self.toilets[self.seat] += 1
            if self._victims():
                self.phase = "steal"
                return
        self._card_done()

    def _steal(self, victim: int) -> None:
        """Begin a theft; there is no draw this turn."""
        self.victim = victim
        self.stole = True
        self.phase = "rob"

    def _keep(self, card: str) -> None:
        """Keep one stolen card and give the other one back."""
        self.loot.remove(card)
        self.hand.append(card)
        self.hands[self.victim] += self.loot
        self.loot = []
        self._card_done()

    def _roof(self, card: str, site: int) -> None:
        """Finish a tower; its builder's threshold is that of the other towers as they are now (G5)."""
        self._spend(card)
        tower = self.towers[site]
        tower.cards.append(card)
        tower.tall_enough = self.height(tower) > self.threshold(self.seat)
        tower.owner = self.seat
        self.finished += 1
        tower.finished = self.finished
        self.roofed = site
        if "insurance" in self.hand:
            self.phase = "insure"
        else:
            self._tower_done()

    def _insure(self, site: int) -> None:
        """An insurance removes an earthquake card, otherwise it stays; a century hit is not repaired (G6)."""
        self._spend("insurance")
        tower = self.towers[site]
        if tower.quakes:
            tower.quakes -= 1
            self.pile += ["insurance", "quake"]
        else:
            tower.insurances += 1
        if self.phase == "insure":
            self._tower_done()
        else:
            self._card_done()

    def _quake(self, site: int) -> None:
        """An earthquake removes an insurance, otherwise it stays."""
        self._spend("quake")
        tower = self.towers[site]
        if tower.insurances:
            tower.insurances -= 1
            self.pile += ["insurance", "quake"]
        else:
            tower.quakes += 1
        self._collapses()
        self._card_done()

    def _century(self) -> None:
        """Every tower loses an insurance (G16) or, without one, 1 resistance."""
        self._spend("century")
        for tower in self.towers.values():
            if tower.insurances:
                tower.insurances -= 1
                self.pile.append("insurance")
            else:
                tower.hits += 1
        self.pile.append("century")
        self._collapses()
        self._card_done()

    def _collapses(self) -> None:
        """Remove the towers without resistance; their foundations leave the game (G9)."""
        for site, tower in list(self.towers.items()):
            if self.resistance(tower) <= 0:
                self._log("collapse", site=site)
                self.pile += tower.cards + ["insurance"] * tower.insurances + ["quake"] * tower.quakes
                del self.towers[site]

    def _tornado(self, way: str) -> None:
        """All hands move on; with the deck empty, those without cards are left out (G15; G10 needs no rule)."""
        self._spend("tornado")
        seats = [seat for seat in range(self.players) if self.hands[seat] or self.deck_size()]
        hands = [self.hands[seat] for seat in seats]
        step = 1 if way == "left" else -1
        for place, hand in enumerate(hands):
            self.hands[seats[(place + step) % len(seats)]] = hand
        self.pile.append("tornado")
        self._card_done()

    def _discard(self, card: str) -> None:
        """Discard a card instead of playing one (G1)."""
        self._spend(card)
        self.pile.append(card)
        self._card_done()

    def _study(self, source: str) -> None:
        """Look into the deck or the discard pile; the study itself is discarded in the end (G11)."""
        self._spend("study")
        self.studies += 1
        self.phase = "look" if source == "deck" else "study discard"

    def _take(self, card: str) -> None:
        """Take a card into the hand, from the discard pile or from the cards seen."""
        self.hand.append(card)
        if self.phase == "study discard":
            self.pile.remove(card)
            self._card_done()
        else:
            self.seen.remove(card)
            self._leave(self.seen)

    def _choose(self, card: str) -> None:
        """Set a card seen aside, to be played when the others are back on the deck (G11)."""
        self.seen.remove(card)
        self.chosen = card
        self._leave(self.seen)

    def _swap(self) -> None:
        """The cards seen become the hand, the old hand goes to the deck."""
        old = self.hand
        self.hands[self.seat] = self.seen
        self._leave(old)

    def _leave(self, cards: list[str]) -> None:
        """After the choice of a study of the deck: these cards go back on top, others have left the deck."""
        self.seen = []
        self.to_put = cards
        self.active = True
        self._put_back()

    def _put(self, card: str) -> None:
        """Put one card back on top of the deck."""
        self.to_put.remove(card)
        self.top.insert(0, card)
        self._put_back()

    def _put_back(self) -> None:
        """Go on with the cards to be put back, then with the card to be played at once, if there is one."""
        if self.to_put:
            self.phase = "put"
        elif self.chosen is not None:
            self.phase = "play chosen"
        else:
            self._card_done()

    def _decline(self) -> None:
        """Do without the theft, or without the insurance."""
        if self.phase == "insure":
            self._tower_done()
        else:
            self._card_done()

    # The course of a turn

    def _begin_turn(self) -> None:
        """Start the turn of `seat`, who draws first if his hand is empty."""
        self.stole = False
        self.active = False
        self.phase = "main" if self.hand else "draw first"

    def _tower_done(self) -> None:
        """A tower is finished, and insured or not: the last one ends the game at once."""
        if not self.open_sites() and not self.foundations_left():
            self.phase = "over"
        else:
            self._card_done()

    def _card_done(self) -> None:
        """A card has had its effect: now new sites (G2, then those of the studies, G11), at last the draw (G7)."""
        if not self.open_sites() and self.foundations_left():
            self.phase = "reveal"
        elif self.studies:
            self.studies -= 1
            self.pile.append("study")
            if self.foundations_left():
                self.phase = "reveal"
            else:
                self._card_done()
        elif len(self.hand) < HAND and self.deck_size() and not self.stole:  # G8
            self.phase = "draw"
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        """On to the next seat, unless this was the last turn (G13) or there is a stalemate (G18)."""
        self.idle = 0 if self.active else self.idle + 1
        following = [(self.seat + step) % self.players for step in range(1, self.players + 1)]
        if self.last_players is None and not self.deck_size() and not all(self.hands):
            self.last_players = following
        if self.last_players is not None:
            following = [seat for seat in self.last_players if self.hands[seat]]  # a theft may have emptied a hand
            self.last_players = following[1:]
        if not following or self.idle == STALEMATE:
            self.phase = "over"
            return
        self.seat = following[0]
        self._begin_turn()

    # The result

    def scores(self) -> list[int]:
        """Towers, prizes and toilets, by seat, as if the game ended now."""
        scores = [toilets * self._value("specialist", "prestige") for toilets in self.toilets]
        for tower in self.completed():
            scores[tower.owner] += self._worth(tower)
        return scores

    def _worth(self, tower: Tower) -> int:
        """What a finished tower counts, its prizes included."""
        if self.is_flawed(tower):
            return self._value("flawed", "prestige")
        worth = sum(self._value(card, "prestige") for card in tower.cards)
        if tower is self.mini():
            worth += self._value("mini", "prestige")
        if any(tower is self.unity(category) for category in CATEGORIES):
            worth += self._value("unity", "prestige")
        if tower is self.record():
            worth += self._value("record", "prestige")
        return worth

    def winners(self) -> list[int]:
        """The seats with the highest score; ascending."""
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]


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
