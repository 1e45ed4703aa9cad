"""What a network is shown: a short list of inputs that are not 0, which a game's kernel `list_inputs` writes.

A position may have *parts* that are alike, such as cities. Each part is listed under the same numbers, one part after
the other, and then what concerns the whole. A network looks at every part in the same way (bots/network.py).
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from .arrays import room
from .kernel import kernel
from .kinds import Kind

MOST_SEEN = 1000  # inputs that are listed at a time


def aligned(inputs: int) -> int:
    """So many inputs and up to seven that nothing uses: GPUs multiply such matrices faster."""
    return -(-inputs // 8) * 8


class Inputs(NamedTuple):
    """How many inputs a game's network has."""

    parts: int = 0
    each: int = 0  # of a part: the first numbers
    whole: int = 0  # of the whole: the numbers after those
    images: Any = ()  # [way, number]: the number of the same input with the board turned or mirrored

    @property
    def size(self) -> int:
        return self.each + self.whole

    @property
    def width(self) -> int:
        """Of all parts side by side, and the whole."""
        return self.parts * self.each + self.whole


NO_INPUTS = Inputs()


class Seen(NamedTuple):
    """Inputs by number, and how much of each there is."""

    where: Annotated[np.ndarray, Kind("int32", (MOST_SEEN,), is_scratch=True)]
    what: Annotated[np.ndarray, Kind("float32", (MOST_SEEN,), is_scratch=True)]
    begins: Annotated[np.ndarray, Kind("int64", (1,), is_scratch=True)]  # where the list of this part begins
    ends: Annotated[np.ndarray, Kind("int64", ("parts",), is_scratch=True)]  # where each part's list ends
    place: Annotated[np.ndarray, Kind("int32", ("inputs",), is_scratch=True)]  # by input: where it is listed, if it is
    traits: Annotated[np.ndarray, Kind("float64", ("traits",), is_scratch=True)]  # room for a game's kernels
    by_seat: Annotated[np.ndarray, Kind("int64", ("seats",), is_scratch=True)]  # likewise


def room_to_see(inputs: Inputs, traits: int, seats: int) -> Seen:
    """For the lists of a game with so many of each."""
    lists = room(MOST_SEEN, np.int32), room(MOST_SEEN, np.float32)
    return Seen(*lists, room(1), room(inputs.parts), room(inputs.size, np.int32), room(traits, np.float64), room(seats))


@kernel
def begin_list(seen):
    """Return how many inputs are listed: none yet."""
    seen.begins[0] = 0
    return 0


@kernel
def note(seen, n, number, amount):
    """Add to an input, where n are listed; return how many are listed then."""
    if amount == 0:
        return n
    place = seen.place[number]
    if seen.begins[0] <= place < n and seen.where[place] == number:
        seen.what[place] += np.float32(amount)
        return n
    seen.where[n] = number
    seen.what[n] = np.float32(amount)
    seen.place[number] = n
    return n + 1


@kernel
def end_part(seen, n, part):
    """A part's list is complete, where n inputs are listed."""
    seen.ends[part] = n
    seen.begins[0] = n
