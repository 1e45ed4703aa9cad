"""Studying a record: a game told in sentences."""

from collections.abc import Iterator

from bauboom.core.record import Record
from bauboom.terminal import display_names, result_line


def tell_record(record: Record, boards: bool = True) -> Iterator[str]:
    """A recorded game, event by event, with the table whenever points were given and at the end."""
    end = record.replay()
    game, names = record.game, display_names(record.seats)
    yield f"{game.title}: {', '.join(f'{k} {v}' for k, v in game.options.items())}"
    yield f"Seats: {', '.join(f'{seat} {name}' for seat, name in enumerate(names))}"
    told, number = None, 0
    for state in end.path():
        scored = state.previous is not None and state.scores != state.previous.scores
        if not scored and state is not end:
            continue
        for event in state.events(told):
            seen = event.seen_by(getattr(event, "seat", None))
            yield f"{number:4}  " + game.face.tell(state.row, seen, names, None).replace("\n", "\n      ")
            number += 1
        if boards and state is not end:
            yield state.text(names) + "\n"
        told = state
    yield end.text(names)
    yield result_line(end, names) if end.is_over else "The record ends here; the game is not over."
