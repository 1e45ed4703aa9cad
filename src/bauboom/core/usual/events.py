"""What a record tells of a game that says only what its sheets mean, and why it is refused."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Optional

import msgspec

from ..action import Action, ActionSpace
from ..engine import OVER
from ..event import Event
from ..game import Game, Refusal
from ..kernel import GAMES
from ..schema import Case, Const, Flag, Many, Maybe, Named, Node, Number, Object, Tuple, Word

if TYPE_CHECKING:
    from ..game import Row
    from ..record import Result


def types_of(told: Case) -> tuple[type[Event], ...]:
    """A struct for every kind of event; a record has all that a referee knows."""
    return tuple(_event(tag, kind) for tag, kind in told.kinds.items())


def _event(tag: str, kind: Object) -> type[Event]:
    made = msgspec.defstruct(kind.name, _fields(kind), bases=(Event,), frozen=True, tag=tag)
    assert issubclass(made, Event)
    return made


def _fields(kind: Object) -> list[tuple[str, Any]]:
    return [(name.removesuffix("?"), type_of(part)) for name, part in kind.fields.items()]


def type_of(node: Node) -> Any:
    """The Python type of what a reader makes of a part."""
    match node:
        case Number():
            return int
        case Flag():
            return bool
        case Word(words, _):
            return Literal[tuple(words)] if all(isinstance(word, (str, int)) for word in words) else Any
        case Const(value):
            return Literal[value]
        case Maybe(of):
            return Optional[type_of(of)]  # noqa: UP045  # of a type that is only known now
        case Many(of):
            return list[type_of(of)]  # type: ignore[misc]
        case Tuple(parts):
            return tuple[tuple(map(type_of, parts))]  # type: ignore[misc]
        case Named(_, of):
            return dict[str, type_of(of)]  # type: ignore[misc]
        case Object(name):
            return msgspec.defstruct(name, _fields(node), frozen=True, forbid_unknown_fields=True)
    raise TypeError(f"an event of this kind needs a type of its own: {node!r}")


def actions_of(space: ActionSpace) -> Callable[[Event], list[Action]]:
    """The function that finds the action of an event: the one of the same tag, with the fields of the same names."""
    kinds: Mapping[str, type[Action]] = {str(kind.__struct_config__.tag): kind for kind in space.fields}

    def found(event: Event) -> list[Action]:
        kind = kinds.get(str(event.__struct_config__.tag))
        return [] if kind is None else [kind(**{name: getattr(event, name) for name in space.fields[kind]})]

    return found


def refuse(row: "Row", event: Event, due: Event | None = None, past: Iterable[Event] = ()) -> Refusal:
    """Why an event may not come on this row, or not where another one is due by itself."""
    game: Game = GAMES[row.dtype][0]
    rule, turn = _rule(game, event), int(row["turn"])
    if due is not None:
        return Refusal(rule, "due-event", due=due)
    if turn == OVER:
        return Refusal(rule, "over")
    if turn >= 0 and getattr(event, "seat", turn) != turn:
        return Refusal(rule, "turn", seat=turn)
    return Refusal(rule, "illegal")


def _rule(game: Game, event: Event) -> str:
    """The rule that the action's docstring begins with; the game's first rule, where it names none."""
    known = [rule for rule, _ in game.rule_titles]
    tag = event.__struct_config__.tag
    about = next((kind.__doc__ or "" for kind in game.space.fields if kind.__struct_config__.tag == tag), "")
    named = about.partition(":")[0]
    return named if named in known else known[0]


def refuse_result(row: "Row", said: "Result", right: "Result") -> Refusal:
    """What is wrong with a result."""
    rule = next(iter(GAMES[row.dtype][0].rule_titles))[0]
    if said.scores != right.scores:
        return Refusal(rule, "scores", right=right.scores, said=said.scores)
    return Refusal(rule, "winners", right=right.winners, said=said.winners)
