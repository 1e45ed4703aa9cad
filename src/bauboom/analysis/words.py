"""An analysis in words: turning points, key moments, actions and the reasons for them, as sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from bauboom.core.game import Game, counted
from bauboom.core.state import State, View

from .game import TurningPoint
from .rate import Rate
from .review import Moment, Review

NO_REASON = "No single reason stands out: the search finds it better."


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
        f"{name} gave away {share} with {turn.played} ({told(view, turn.played, names)}).",
        f"Better was {turn.better} ({told(view, turn.better, names)}).",
        *in_words(view, view.reasons(better), names),
    ]


def _chance_told(end: State, turn: TurningPoint, names: Sequence[str]) -> list[str]:
    """What chance brought, where all could see it: hidden cards would not explain it."""
    if end.game.has_secrets:
        return []
    brought = (state for state in end.path() if turn.since < state.step <= turn.step)
    acts = (state for state in brought if state.previous is not None and state.previous.is_chance)
    return [" ".join(line.split()) for state in acts for line in state.whole_story(names, state.previous)][:3]


def told(view: View, notation: str, names: Sequence[str]) -> str:
    """An action of the seat on turn in words, with places as a spectator calls them."""
    game: Game = view.game
    event = game.showing.event(view.rows, game.space.encode(notation), view.seat)
    assert event is not None  # a seat knows its own decisions
    line = " ".join(game.face.tell(view.row, event, names, None).split())
    return line.removeprefix(f"{names[view.seat or 0]}: ")


def in_words(view: View, reasons: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """The reasons for an action as sentences, where there is something to say."""
    said = (view.game.face.why(view.row, reason, names) for reason in reasons)
    return [f"It {why}." for why in said if why]


def percent(number: float) -> str:
    """Points of win chance, with a sign."""
    return f"{100 * number:+.1f}".replace("-", "−")


def moment_told(end: State, seat: int, moment: Moment, names: Sequence[str]) -> list[str]:
    """A key moment of a seat in sentences."""
    name, by_step = names[seat], {state.step: state for state in (end.game.root, *end.path())}
    share = f"{counted(round(100 * abs(moment.change)), 'point')} of win chance"
    if moment.kind == "decision":
        assert moment.played is not None
        assert moment.better is not None
        view = by_step[moment.step].view(seat)
        return [
            f"{name} gave away {share} with {moment.played} ({told(view, moment.played, names)}).",
            f"Better was {moment.better} ({told(view, moment.better, names)}).",
            *(in_words(view, moment.reasons or [], names) or [NO_REASON]),
        ]
    verb = "brought" if moment.change > 0 else "cost"
    decider = by_step[moment.since].turn if moment.kind == "hidden" else None
    what = "Chance" if decider is None else f"What {names[decider]} could not see, when deciding this,"
    story = by_step[moment.step].whole_story(names, by_step[moment.since])
    if decider is not None:
        others = [other for other in range(end.game.seats) if other != decider]
        story += [end.game.face.held(by_step[moment.since].row, other, names) for other in others]
    return [f"{what} {verb} {name} {share}.", *(" ".join(line.split()) for line in story if line)]


def rate_told(found: Rate) -> str:
    """A rate of play in a sentence."""
    if found.lost is None:
        return f"None of {counted(found.decisions, 'decision')} mattered."
    accuracy = "too few for an accuracy" if found.accuracy is None else f"accuracy {round(100 * found.accuracy)} %"
    doubt = "" if found.error is None else f" ± {100 * 1.96 * found.error:.1f}"
    lost = f"{100 * found.lost:.1f}".replace("-", "−")
    return (
        f"{lost}{doubt} points of win chance given away per decision that mattered "
        f"({found.mattered} of {found.decisions}); {accuracy}."
    )


def extent_told(found: Review) -> list[str]:
    """What is to be said of a game that a review could not see whole."""
    notes = []
    if not found.ledger.is_over:
        notes.append(
            f"The record ends at step {found.ledger.end}, before the game does: "
            "in place of a result there is what the judge gives each seat then."
        )
    notes += [f"Seat {one.seat} has decided nothing yet." for one in found.seats if not one.decisions]
    return notes
