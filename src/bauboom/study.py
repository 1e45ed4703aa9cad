"""Studying a record: a game told line by line, and what is proven about its chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bauboom.core.record import Record, RecordError
from bauboom.core.state import State
from bauboom.core.words import display_names

if TYPE_CHECKING:
    from bauboom.core.fair import Noted, Verdict


def tell_record(record: Record, boards: bool = True) -> Iterator[str]:
    """A recorded game, event by event, with the table at its milestones and at the end.

    If an event breaks a rule, the game is told up to it, and then RecordError is raised.
    """
    error = None
    try:
        end = record.replay()
    except RecordError as caught:
        error = caught
        good = record.events if caught.event is None else record.events[: caught.event]
        end = Record(record.game, record.seats, good).play()
    game, names = record.game, display_names(record.seats)
    yield f"{game.title}: {', '.join(f'{k} {v}' for k, v in game.options.items())}"
    yield f"Seats: {', '.join(f'{seat} {name}' for seat, name in enumerate(names))}"
    told, number = None, 1
    for state in end.path():
        milestone = state.previous is not None and game.face.is_milestone(state.previous.row, state.row)
        if not milestone and state is not end:
            continue
        for line in state.whole_story(names, told):
            yield f"{number:4}  " + line.replace("\n", "\n      ")
            number += 1
        if boards and state is not end:
            yield state.text(names) + "\n"
        told = state
    yield end.text(names)
    if error is not None:
        raise error
    yield from ending_lines(end, names) if end.is_over else ["The record ends here; the game is not over."]


def ending_lines(state: State, names: Sequence[str]) -> list[str]:
    """Why the game is over, if the game can say so, and how it ended."""
    why = state.game.face.ending(state.row, names)
    return [*([why] if why else []), result_line(state, names)]


def result_line(state: State, names: Sequence[str]) -> str:
    points = ", ".join(f"{name} {score}" for name, score in zip(names, state.scores, strict=True))
    winners = [names[seat] for seat in state.winners]
    won = f"{winners[0]} win{'s' if winners[0] != 'You' else ''}."
    if len(winners) > 1:
        won = f"{' and '.join(winners)} share the win."
    return f"Final score: {points}. {won}"


def proof_line(verdict: Verdict, noted: Noted) -> str:
    """What is proven about a record, in words, for a person who noted something down before the game."""
    proof = verdict.proof
    count, seed = len(proof.revealed), f"seed {proof.seed[:8]}…"
    if count:
        source = f"{seed} and the nonces of {count} of {len(proof.nonces)} seats give"
    else:
        source = f"{seed} gives, which the server alone chose"
    parts = [
        f"table {proof.table}: all {verdict.draws} draws are what {source}",
        f"the seed fits the hash {proof.hash if noted.hash is None else 'noted before the game'}",
    ]
    if noted.nonce is not None:
        parts.append(f"your nonce took part, for seat {proof.nonces.index(noted.nonce)}")
    if verdict.earlier:
        parts.append(f"{verdict.earlier} draws before step {proof.since} are not proven: the game was begun elsewhere")
    parts += [f"seat {seat} never revealed its nonce" for seat in proof.withheld]
    given = {"--hash": noted.hash, "--table": noted.table, "--commit": noted.commits or not any(proof.commits)}
    if missing := [option for option, value in given.items() if not value]:
        parts.append(f"not compared with what was shown before the game: {', '.join(missing)}")
    if not verdict.is_over:
        parts.append("the record ends before the game does")
    return "; ".join(parts)
