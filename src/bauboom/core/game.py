"""Game: everything known about one game, as one frozen value."""

from __future__ import annotations

import dataclasses
import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache, cached_property, partial, reduce
from importlib import import_module
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_origin

import msgspec
import numpy as np

from .action import Action, ActionSpace
from .chance import Chance, Seeded, System
from .dice import check_seed
from .door import Bound
from .engine import SLACK, USUAL
from .errors import OptionError
from .event import Event
from .inputs import NO_INPUTS, Inputs
from .kernel import GAMES, register
from .schema import Sheets
from .sheet import FOUND, SHEET, SPARE
from .words import ENGLISH, LANGUAGES, Term, Words

if TYPE_CHECKING:
    from .batch import Batch
    from .record import Result
    from .showing import Showing
    from .state import State
    from .symmetry import Symmetries

Row = np.record  # one element of a NumPy array of the game's dtype
Lists = tuple[np.ndarray, np.ndarray, np.ndarray]  # for ids of actions, weights and probabilities
CHAIR, CHAIRS = "chair", "chairs"  # the feature that says where a viewer sits; the symmetries of seats
POINTS = "points"  # the trait that every game may have
ANY_THEME = "other"  # of a puzzle, where a game names none
Paint = Callable[[str, str], str]  # gives a text a named colour, where the screen can


class Refusal(Exception):
    """What is forbidden, as facts: by which rule, under which key the reason is found in words, and what is in it."""

    def __init__(self, rule: str, key: str, /, **facts: Any) -> None:
        super().__init__(rule, key, facts)
        self.rule, self.key, self.facts = rule, key, facts

    def __reduce__(self) -> tuple[Any, ...]:
        return _refusal, (self.rule, self.key, self.facts)  # errors travel between processes


class Misread(ValueError):
    """A typed text that cannot be understood, with advice."""


@dataclass(frozen=True)
class Feature:
    """One named array of what a seat sees."""

    name: str
    shape: tuple[int, ...]
    high: int
    meaning: str
    low: int = 0
    usual: float | tuple[float, ...] = 0  # a large value in most games, or one for each place of a row; 0: `high`

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def scale(self) -> np.ndarray:
        """What its numbers are divided by so that most of them lie between −1 and 1."""
        usual = np.asarray(self.usual or max(self.high, -self.low), np.float32)
        return np.broadcast_to(usual, self.shape).ravel()


@dataclass(frozen=True)
class Face:
    """How a game speaks with people. A row given to these functions is a view, or the whole table for a referee."""

    board: Callable[[Row, int | None, Sequence[str], Paint, int], str]  # a view as a text board of a width
    picture: Callable[[Row, int | None, Sequence[str]], str]  # a view as an SVG picture
    ask: Callable[[Row, Sequence[str]], str]  # what the actor has to decide, as a prompt
    read: Callable[[Row, str], list[Action]]  # what a person typed; raises Misread
    tell: Callable[[Row, Mapping[str, Any], Sequence[str], int | None], str]  # an event on a row, as a seat saw it
    is_milestone: Callable[[Row, Row], bool]  # whether the table is worth showing after this step of a told game
    usage: str  # how to type a decision, for the help
    why: Callable[[Row, Mapping[str, Any], Sequence[str]], str]  # a reason in words, going on from "this move …"
    ending: Callable[[Row, Sequence[str]], str] = lambda row, names: ""  # why the game is over, in a line
    held: Callable[[Row, int, Sequence[str]], str] = lambda row, seat, names: ""  # what a seat hides


@dataclass(frozen=True)
class Custom:
    """Material of their own that people may play a game with: under which key, how it is read, and put into a row."""

    key: str  # of a record, of `load` and of the command line
    read: Callable[[Any], Any]  # a file's name or JSON -> JSON in one canonical form; raises OptionError
    write: Callable[[np.ndarray, Any], None]  # into the first of some rows, that form


@dataclass(frozen=True)
class Clock:
    """What the kernel `clock` counts, for those who study games by round."""

    word: str  # as in "after round 3"
    step: int = 1  # after how many the table is looked at


@dataclass(frozen=True, eq=False)
class Game:
    """A game with its options decided. `load` gives one; the folders under `games/` define them."""

    name: str
    title: str
    package: str  # where its modules are
    variants: tuple[Mapping[str, Any], ...]  # every legal set of options; the first that fits is the default
    dtype: np.dtype[Any]
    kernels: Mapping[str, Callable[..., Any]]
    space: ActionSpace
    sheets: Sheets  # what is shown and told
    event_types: tuple[type[Event], ...]
    actions_of: Callable[[Event], list[Action]]  # the actions that an event tells; none for what happens by itself
    # why an event may not come, or not where another is due, after these events, the latest first
    refuse: Callable[[Row, Event, Event | None, Iterable[Event]], Refusal]
    refuse_result: Callable[[Row, Result, Result], Refusal]  # why a game that is over has not this result, but that one
    features: tuple[Feature, ...]
    traits: tuple[str, ...]  # what a thoughtful player counts of a seat, in the order in which the kernel writes it
    face: Face
    max_steps: int  # no game has more actions than this, chance included
    max_decisions: int = 0  # of these, decisions of seats; 0 if only the sum is known
    max_outcomes: int = 0  # and outcomes of chance
    themes: tuple[str, ...] = (ANY_THEME,)  # what its puzzles are about
    # the theme of a puzzle: by the view, its seat, the best and the second-best action, and the reasons' names
    theme_of: Callable[[Row, int, Action, Action, AbstractSet[str]], str] = lambda *_: ANY_THEME
    search: Mapping[str, float] = field(default_factory=dict)  # how the search bot thinks of it, where that was tuned
    simulations: int = 100  # of level4 for a decision: as many as take some milliseconds
    inputs: Inputs = NO_INPUTS  # of its network, if `list_inputs` lists any
    lookahead: int = 0  # how many more decisions in a row a turn may have, for bots that think it to its end
    # what made results incomparable with earlier ones, oldest first. The number after the last belongs to the same game
    # with actions from the own chair (adapters): before the next change, add a line that says so
    versions: tuple[str, ...] = ("first version",)
    required: tuple[str, ...] = ()  # options that a record must name, because they have no default there
    custom: Custom | None = None
    clock: Clock | None = None
    # what orders seats with equal points, the most important first; more is better
    tie: Callable[[Row, int], tuple[int, ...]] = lambda row, seat: ()
    # an action in which seats are counted from 0, counted from another seat; by options
    turned: Callable[[Action, int, Mapping[str, Any]], Action] = lambda action, seat, options: action
    # other names for the same position, by kind and by options: symmetry.py
    symmetric: Callable[[Mapping[str, Any]], Symmetries] = lambda options: {}
    terms: Mapping[str, Term] = field(default_factory=dict)  # how to say what is not simply a name in refusals.*.json
    variant: int = 0
    material: Any = None  # people's own, in its canonical form

    def __post_init__(self) -> None:
        other = GAMES[self.dtype][0] if self.dtype in GAMES else self
        if other.package != self.package:  # or one of them would be played by the other's rules
            raise ValueError(f"{self.name} and {other.name} have rows of the same dtype; name a field differently")
        register(self, {**USUAL, **self.kernels})  # type: ignore[no-untyped-call]  # kernel.py is untyped

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple[str, int, bytes]:
        return self.name, self.variant, msgspec.json.encode(self.material)

    def __reduce__(self) -> tuple[Any, ...]:
        return _find, (self.package, self.variant, self.material)  # a copy is the same game; a pickle only names it

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{k}={v}' for k, v in self.options.items())})"

    @property
    def options(self) -> Mapping[str, Any]:
        return self.variants[self.variant]

    @property
    def version(self) -> int:
        return len(self.versions) - 1

    @property
    def seats(self) -> int:
        return int(self.options["players"])

    @cached_property
    def has_secrets(self) -> bool:
        """Whether there is anything that not everybody may know."""
        return any(name.endswith("?") for kind in self.sheets.event.kinds.values() for name in kind.fields)

    @property
    def seat_names(self) -> list[str]:
        """Names for those who gave none."""
        return [f"seat {seat}" for seat in range(self.seats)]

    @cached_property
    def showing(self) -> Showing:
        """What is shown and told of this game."""
        from .showing import Showing

        return Showing(self)

    def event_of(self, rows: np.ndarray, action: int) -> Event:
        """What an action is told as, be it legal or not; `rows` is one row in an array."""
        return self.typed_events([self.showing.event(rows, action) or {}])[0]

    def typed_events(self, told: Sequence[Mapping[str, Any]]) -> list[Event]:
        """Events by their types; all that they tell must be there."""
        return [_typed(self._event_kinds[event["e"]], event) for event in told]

    @cached_property
    def _event_kinds(self) -> dict[str, type[Event]]:
        return {str(kind.__struct_config__.tag): kind for kind in self.event_types}

    @cached_property
    def event_decoder(self) -> msgspec.json.Decoder[list[Event]]:
        return msgspec.json.Decoder(list[reduce(or_, self.event_types)])  # type: ignore[misc]  # a union made of data

    def with_options(self, asked: Mapping[str, Any]) -> Game:
        """The same game with these options, the others at their defaults; OptionError says what is possible instead."""
        names = list(self.variants[0])
        if self.custom is not None and self.custom.key in asked:
            rest = {name: value for name, value in asked.items() if name != self.custom.key}
            return self.with_material(asked[self.custom.key]).with_options(rest)
        fitting: Sequence[int] = range(len(self.variants))
        for name, value in asked.items():
            if name not in names:
                raise OptionError(f"{self.name} has no option {_short(name)}; it has {_listed(names)}")
            values = _distinct(v[name] for v in self.variants)
            if value not in values or isinstance(value, bool):
                raise OptionError(f"{name} cannot be {_short(value)} in {self.name}; it can be {_listed(values)}")
            still = [i for i in fitting if self.variants[i][name] == value]
            if not still:
                possible = _distinct(self.variants[i][name] for i in fitting)
                others = ", ".join(f"{k}={v}" for k, v in asked.items() if k != name)
                raise OptionError(f"{self.name} with {others} has {name}={_listed(possible)}, not {_short(value)}")
            fitting = still
        return self.of_variant(fitting[0])

    def of_variant(self, number: int) -> Game:
        """The same game in one of its variants."""
        return self if number == self.variant else _variant(self, number)

    def with_material(self, given: Any) -> Game:
        """The same game with material of one's own: a file's name, or what a record holds of it."""
        assert self.custom is not None
        return dataclasses.replace(self, material=self.custom.read(given))

    @cached_property
    def doors(self) -> Any:
        """What doors.py and possible.py have in this game's library, found without a look at the rows of each call."""
        from . import doors, possible

        return Bound(self.dtype, doors, possible)

    @cached_property
    def list_size(self) -> int:
        """How long an array for a list of actions must be."""
        return self.space.size + SLACK

    @cached_property
    def lists(self) -> list[Lists]:
        """Arrays for lists of actions that nobody uses just now."""
        return []

    @cached_property
    def lengths(self) -> dict[str, int]:
        """How much there is of what kinds of arrays name."""
        return {
            **{"list": self.list_size, "plan": self.list_size + 1, "lookahead": self.lookahead},
            "seats": max(int(variant["players"]) for variant in self.variants),
            **{"observation": self.observation_size, "traits": len(self.traits)},
            **{"sheet": SHEET, "found": FOUND, "spare": SPARE},
            **{"parts": self.inputs.parts, "inputs": self.inputs.size, "trials": self.lookahead + 1},
        }

    @cached_property
    def opening(self) -> np.ndarray:
        """The row that every game begins with, in an array of one: kernels copy it."""
        rows = np.zeros(1, self.dtype)
        self.doors.setup(rows, self.variant)
        if self.custom is not None and self.material is not None:
            self.custom.write(rows, self.material)
        rows.flags.writeable = False
        return rows

    @cached_property
    def observation_size(self) -> int:
        """How many numbers what a seat sees is, all features one after the other."""
        return sum(feature.size for feature in self.features)

    @cached_property
    def symmetries(self) -> Symmetries:
        """Changes of names that the rules do not notice, by kind; `chairs` among them if no chair is special."""
        return self.symmetric(self.options)

    @cached_property
    def table_actions(self) -> np.ndarray:
        """By seat and by the id of a decision as the seat counts from its own chair: its id at the table."""
        actions = self.space.actions[: self.space.decisions]
        ids = [
            [self.space.encode(self.turned(action, seat, self.options)) for action in actions]
            for seat in range(self.seats)
        ]
        return np.array(ids, np.int64)

    def factors(self, normalise: bool, is_relative: bool) -> np.ndarray:
        """What every number of an observation is multiplied by.

        Who counts from the own chair need not know which one that is, unless it makes a difference.
        """
        parts = [1 / feature.scale if normalise else np.ones(feature.size) for feature in self.features]
        if is_relative and CHAIRS in self.symmetries:
            parts = [part * (feature.name != CHAIR) for part, feature in zip(parts, self.features, strict=True)]
        return np.concatenate(parts).astype(np.float32)

    def named(self, observations: np.ndarray) -> dict[str, np.ndarray]:
        """Flat observations (one, or an array of them) by name and in shape; views, so nothing is copied."""
        arrays, start = {}, 0
        for feature in self.features:
            part = observations[..., start : start + feature.size]
            arrays[feature.name] = part.reshape(*observations.shape[:-1], *feature.shape)
            start += feature.size
        return arrays

    def parse_options(self, texts: Mapping[str, str]) -> Game:
        """`with_options` for values that were typed: "3" becomes 3 where the option's values are numbers."""
        asked: dict[str, Any] = {}
        for name, text in texts.items():
            values = {str(v.get(name)): v.get(name) for v in self.variants}
            asked[name] = values.get(text, text)
        return self.with_options(asked)

    @property
    def root(self) -> State:
        """The beginning, with chance as an actor like any other: play its outcomes yourself."""
        from .state import State

        return State.root_of(self, None)

    def start(self, seed: int | None = None, chance: Chance | None = None) -> State:
        """A new game at its first decision; chance acts by itself, from the seed or from the operating system."""
        from .state import State

        if seed is not None and chance is not None:
            raise ValueError("give a seed or a source of chance, not both")
        if seed is not None:
            check_seed(seed)  # type: ignore[no-untyped-call]  # dice.py is untyped
        if chance is None:
            chance = System() if seed is None else Seeded(seed)
        return State.root_of(self, chance).after_chance()

    def batch(self, count: int, seed: int = 0) -> Batch:
        """Many games side by side in one array, each at its first decision."""
        from .batch import Batch

        return Batch(self, count, seed)

    @cached_property
    def folder(self) -> Path:
        return Path(str(sys.modules[self.package].__file__)).parent

    def rules(self, language: str = "en", rule: str = "") -> str:
        """The rule help in a language, as Markdown; of one rule only, if its id is given."""
        if language not in LANGUAGES:
            raise OptionError(f"the rules are not written in {_short(language)}; try {_listed(self.languages)}")
        written = language if language in self.languages else ENGLISH
        text = (self.folder / f"rules.{written}.md").read_text(encoding="utf-8")
        if not rule:
            return text
        for section in text.split("\n## ")[1:]:
            if section.partition(":")[0].lower() == rule.lower():
                return "## " + section.split("\n# ")[0].strip() + "\n"
        raise OptionError(f"{self.name} has no rule {_short(rule)}; the ids are in the headings of its rules")

    def words(self, names: Sequence[str] = (), language: str = "en") -> Words:
        """What events are called, and why they are refused, in a language and with the players' names."""
        check_language(language)
        return Words(language, self.folder, names or self.seat_names, self.terms, self.opening[0])

    @property
    def rule_titles(self) -> list[tuple[str, str]]:
        """Every rule's id and title, in English."""
        headings = [line[3:].split(": ", 1) for line in self.rules().splitlines() if line.startswith("## ")]
        return [(rule, title) for rule, title in headings]

    @property
    def languages(self) -> list[str]:
        return sorted(path.name.split(".")[1] for path in self.folder.glob("rules.*.md"))


@cache
def _variant(game: Game, number: int) -> Game:
    return dataclasses.replace(game, variant=number)


def _typed(kind: type[msgspec.Struct], told: Mapping[str, Any]) -> Any:
    """What the rules tell is not looked at as if anybody had written it: an action that is not legal is told, too."""
    values = {}
    for name, encoded, made in _fields(kind):
        values[name] = made(told[encoded])
    return kind(**values)


@cache
def _fields(kind: type[msgspec.Struct]) -> list[tuple[str, str, Callable[[Any], Any]]]:
    """A struct's fields: their names in Python and in JSON, and how a value of JSON becomes one."""
    found: list[tuple[str, str, Callable[[Any], Any]]] = []
    for one in msgspec.structs.fields(kind):
        bare = one.type
        while get_origin(bare) is Annotated:
            bare = bare.__origin__
        is_struct = isinstance(bare, type) and issubclass(bare, msgspec.Struct)
        same: Callable[[Any], Any] = tuple if get_origin(bare) is tuple else lambda value: value
        found.append((one.name, one.encode_name, partial(_typed, bare) if is_struct else same))
    return found


def _find(package: str, variant: int, material: Any) -> Game:
    game: Game = import_module(package).GAME
    return (game if material is None else game.with_material(material)).of_variant(variant)


def _refusal(rule: str, key: str, facts: Mapping[str, Any]) -> Refusal:
    return Refusal(rule, key, **facts)


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise OptionError(f"explanations are not written in {_short(language)}; try {_listed(LANGUAGES)}")


def counted(number: int, noun: str) -> str:
    """A number with what it counts."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _distinct(values: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(values))


def _listed(values: Iterable[Any]) -> str:
    values = list(values)
    *most, last = map(str, sorted(values) if all(isinstance(value, int) for value in values) else values)
    return f"{', '.join(most)} or {last}" if most else last


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"
