"""An analysis in words: turning points, actions and the reasons for them, as sentences."""

from collections.abc import Sequence

from bauboom.core.game import Game, counted
from bauboom.core.state import State, View

from .game import TurningPoint


def sentences(end: State, turn: TurningPoint, names: Sequence[str]) -> list[str]:
    """A turning point in sentences."""
    name, share = names[turn.seat], f"{counted(round(100 * abs(turn.change)), 'point')} of win chance"
    if turn.kind == "luck":
        source = "chance and the hidden cards" if end.game.has_secrets else "chance"
        verb = "brought" if turn.change > 0 else "cost"
        return [f"{source.capitalize()} {verb} {name} {share}.", *_chance_told(end, turn, names)]
    before = next(state.previous for state in end.path() if state.step == turn.step + 1)
    assert before is not None
    assert turn.played is not None
    assert turn.better is not None
    view, better = before.view(turn.seat), before.game.space.encode(turn.better)
    return [
        f"{name} gave away {share} with {turn.played}: {told(view, turn.played, names)}",
        f"Better was {turn.better}: {told(view, turn.better, names)}",
        *in_words(view, better, names),
    ]


def _chance_told(end: State, turn: TurningPoint, names: Sequence[str]) -> list[str]:
    """What chance brought, where all could see it: hidden cards would not explain it."""
    if end.game.has_secrets:
        return []
    brought = (state for state in end.path() if turn.since < state.step <= turn.step)
    acts = (state for state in brought if state.previous is not None and state.previous.is_chance)
    return [" ".join(line.split()) for state in acts for line in state.whole_story(names, state.previous)][:3]


def told(view: View, notation: str, names: Sequence[str]) -> str:
    """An action of the seat on turn in words."""
    game: Game = view.game
    event = game.showing.event(view.rows, game.space.encode(notation), view.seat)
    assert event is not None  # a seat knows its own decisions
    return " ".join(game.face.tell(view.row, event, names, view.seat).split())


def in_words(view: View, action: int, names: Sequence[str]) -> list[str]:
    """The reasons for an action as sentences, where there is something to say."""
    said = (view.game.face.why(view.row, reason, names) for reason in view.reasons(action))
    return [f"It {why}." for why in said if why]
