"""What comes through every door that Python has, as a digest; as a program: through what Numba compiles, not libraries.

test_compiled.py compares the two, with Numba checking the bounds of all arrays.
"""

import hashlib
import json

import numpy as np
import torch

from bauboom.adapters.tensors import TensorVector
from bauboom.adapters.vector import Vector
from bauboom.arena.balance import watch
from bauboom.arena.fortune import fortune_of
from bauboom.arena.simulate import simulate
from bauboom.benchmark import Workbench, repeat_copy, repeat_copy_and_apply, repeat_legal, repeat_observe
from bauboom.bots import make_bot
from bauboom.bots.judge import read
from bauboom.bots.network import is_learnt
from bauboom.bots.simple import SIMPLE, room_to_think
from bauboom.bots.taste import bot_with_taste, liked
from bauboom.core import doors
from bauboom.core.dice import seeded
from bauboom.core.door import DOORS, Door
from bauboom.core.jit import compiled
from bauboom.core.perft import perft
from bauboom.machines.exports import doors_for_python
from bauboom.machines.tensors import Here
from bauboom.training import positions as reached
from bauboom.training.play import Games


def plain(value):
    return value.tolist() if hasattr(value, "tolist") else str(value)


def states_of(game):
    """Positions of a game between bots that know a little, and chance."""
    state, bot = game.start(seed=5), make_bot("level1", 5)
    while not state.is_over:
        yield state
        view = state.view(state.turn)
        state = state.play(bot.choose(view, view.legal))
    yield state


def facts(game):
    """Everything, in the order of the modules that have doors."""
    positions = list(states_of(game))
    for state in positions:
        seat = state.turn if state.turn is not None else 0
        yield state.scores, state.returns, state.audit(), state.view(seat).data, state.text()
        yield state.view(seat).observation(), state.view(None).rows.tobytes()
        yield game.face.picture(state.view(seat).row, seat, game.seat_names)
        yield state.possible(1), [state.play_and_list(number, 2)[1] for number in state.legal_ids()[:3]]
        for action in state.legal[:3]:
            yield state.view(seat).reasons(action), state.view(seat).told(action)
    row, rng, (actions, weights) = game.opening.copy(), seeded(1, 2), np.zeros((2, game.list_size), np.int32)
    points, totals, notes = *np.zeros((2, game.seats), np.int32), np.zeros(len(game.traits))
    yield doors.play(row, rng, actions, weights, points, totals, game.variant, 3), totals
    yield doors.turn(row), doors.traits(row, 0, notes), notes, doors.evaluate(row, 0)
    yield [perft(game.root, depth, with_chance) for depth in (0, 1, 2) for with_chance in (False, True)]
    batch = game.batch(5, seed=3)
    for _ in range(40):
        yield batch.legal_mask(), batch.features(), batch.turn
        batch.play(batch.random_actions())
        batch.restart(batch.is_over)
    yield batch.scores(), batch.returns(), batch.features(seat=1), batch.determinize(seed=4).rows
    for chunk in simulate(game, ["greedy"], 3, 1, 1, keep_moves=True):
        yield chunk.points, chunk.shares, chunk.lengths, chunk.moves
    for watched in watch(game, "level2", 0, 3, 1, 1):
        yield watched.points, watched.decisions, watched.starters, watched.stage_points, watched.stage_starters
    # by others, and as every seat in turn: as the table counts, and from the own chair with scaled numbers
    for opponents, illegal, is_new in (("level1", "terminate", False), (None, "random", True)):
        vector = Vector(game, 4, opponents, illegal=illegal, normalise=is_new, is_relative=is_new)
        vector.reset(2)
        for step in range(60):
            chosen = vector.random_actions() if step % 7 else np.full(4, -1)
            vector.step(chosen, ~vector.is_over)
            yield vector.observations, vector.masks, vector.rewards, vector.returns, vector.scores
            vector.restart(vector.is_over)
    for is_new in (False, True):
        tensors = TensorVector(game, 4, "random" if is_new else None, normalise=is_new, is_relative=is_new)
        tensors.reset(3)
        for step in range(60):
            tensors.step(tensors.random_actions() if step % 7 else torch.full((4,), -1))
            yield tensors.observations, tensors.masks, tensors.rewards, tensors.returns, tensors.scores
    yield from seen_by_learners(game)
    for state in [state for state in positions[-1].path() if state.is_chance][:3] if is_learnt(game) else []:
        yield fortune_of(state, state.outcome_ids()[0][0])
    for state in positions[:: max(1, len(positions) // 3)]:
        if state.turn is not None:
            view = state.view(state.turn)
            yield make_bot("search:20", 4).look(view, playouts=2)
            ids = np.array(view.legal_ids(), np.int32)
            taste = np.arange(2 * len(game.traits)).reshape(2, -1) - len(game.traits)  # not every game has characters
            tasting = *room_to_think(game), game.seats, taste, np.zeros(len(game.traits))
            yield bot_with_taste(SIMPLE["level2"], view.rows, view.seat, ids, seeded(4, 1), *tasting)
            yield liked(view.rows, view.seat, int(ids[0]), *tasting)
            yield read(game, state._rows, 8, 4, 0), read(game, view.rows, 8, 4, 0, int(ids[0]), guess=True)
    bench, rows = Workbench(game), np.concatenate([state._rows for state in positions[:-1]])
    yield bench.random_games(0, 2), repeat_legal(rows, bench.actions, 50)
    room, chosen = np.zeros(2, game.dtype), np.array([state.legal_ids()[0] for state in positions[:-1]])
    repeat_copy(rows, room, 50)
    repeat_copy_and_apply(rows, chosen, room, 50)
    repeat_observe(rows, room, 50)
    yield room.tobytes()


def seen_by_learners(game):
    """How positions look at which a turn can end, in games of decisions at random."""
    games = Games(game, Here(game, 1), torch.full((3,), game.variant), 4)
    games.move_on()
    for _ in range(20):
        found = games._reachable()
        parts, whole = games._room(len(found.game))
        looks, over = torch.zeros_like(found.game), torch.zeros(len(found.game))
        seats = games.told[:, reached.SEAT][found.game]
        games.machine.run(reached.look, len(found.game), found.rows, seats, parts, whole, looks, over)
        yield found.rows, found.action, parts, whole, looks, over
        lists, counts = torch.zeros_like(games.lists), torch.zeros(3, dtype=torch.int64)
        games.machine.run(reached.list_legal, 3, games.rows, torch.arange(3), lists, counts)
        yield lists, counts
        games.chosen = found.action[[int((found.game == i).nonzero()[0]) for i in range(3)]]
        games.move_on()


def digest(game):
    """Of all facts; and the doors that nothing went through."""
    used, native_for = set(), Door.native_for

    def noted(door, dtype):
        used.add(door.name)
        return native_for(door, dtype)

    Door.native_for = noted
    try:
        for door in DOORS:
            door._natives.clear()
        for name in ("doors", "showing"):  # what keeps functions that it has found
            vars(game).pop(name, None)
        found = hashlib.blake2b(digest_size=16)
        for fact in facts(game):
            found.update(json.dumps(fact, default=plain).encode())
    finally:
        Door.native_for = native_for
    return found.hexdigest(), sorted({door.name for door in doors_for_python(game)} - used)


def of_two():
    """Every game, with two players."""
    from tests.laws.games import DISTINCT

    return [game.with_options({"players": 2}) for game in DISTINCT]


if __name__ == "__main__":
    Door.native_for = lambda door, dtype: compiled(door)
    for game in of_two():
        print(digest(game)[0], flush=True)  # noqa: T201
