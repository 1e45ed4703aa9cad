"""What a planner may rely on (docs/planner.md), for every registered game with every set of options."""

import copy
import random
import tracemalloc

import numpy as np

from bauboom import State
from bauboom.core.chance import Seeded
from bauboom.core.engine import CHANCE, OVER

from .test_laws import at_random_step


def some_states(game, count=4):
    return [at_random_step(game, seed) for seed in range(count)]


def something(state, rng):
    """A legal action or a possible outcome, by id."""
    return rng.choice(state.legal_ids() or [number for number, _ in state.outcome_ids()])


def test_P1_a_copy_is_the_state_itself_because_it_never_changes(variant):
    for state in some_states(variant):
        assert copy.copy(state) is copy.deepcopy(state) is state
        row = state.row
        row["turn"] = 99  # whoever looks inside gets a row of his own
        assert state.row["turn"] != 99


def test_P1_a_step_takes_the_same_memory_however_long_the_game_has_been(variant, random_states):
    taken = []
    tracemalloc.start()
    try:
        for state in random_states(variant, 1):
            if not state.is_over:
                action = something(state, random.Random(1))
                child = state.play_one(action)  # what is made once and kept is made now
                tries = []
                for _ in range(3):  # another thread of the test runner may take memory meanwhile, but hardly twice
                    del child
                    before = tracemalloc.get_traced_memory()[0]
                    child = state.play_one(action)
                    tries.append(tracemalloc.get_traced_memory()[0] - before)
                taken.append(sorted(tries)[1])
                assert child.previous is state
    finally:
        tracemalloc.stop()
    assert max(taken) - min(taken) < 256
    assert variant.dtype.itemsize < max(taken) < variant.dtype.itemsize + 1024


def test_P2_a_state_that_was_kept_is_what_it_was_whatever_was_played_from_it(variant):
    rng = random.Random(2)
    for state in some_states(variant):
        before = state.row.tobytes(), state.legal_ids(), state.outcome_ids(), state.history
        for _ in range(3):
            child = state
            while not child.is_over:
                child = child.play_one(something(child, rng))
        assert (state.row.tobytes(), state.legal_ids(), state.outcome_ids(), state.history) == before


def test_P2_rows_of_a_batch_can_be_kept_and_put_back(variant):
    batch = variant.batch(4, seed=3)
    for _ in range(5):
        batch.play(batch.random_actions())
    kept, masks = batch.rows.copy(), batch.legal_mask()
    actions = batch.random_actions()
    batch.play(actions)
    batch.rows[:] = kept
    assert (batch.legal_mask() == masks).all()
    batch.play(actions)
    for row, before in zip(batch.rows, kept, strict=True):
        assert State(variant, np.array([row]), None, None, None).audit() == 0
        assert row.tobytes() != before.tobytes() or before["turn"] == OVER


def test_P3_the_state_before_is_undo_and_the_same_action_leads_back(variant):
    for state in some_states(variant):
        if state.previous is not None:
            assert state.previous.step == state.step - 1
            assert state.previous.play_one(state.action) == state


def test_P4_a_guess_fits_all_that_the_seat_saw(variant):
    for state in some_states(variant):
        for seat in range(variant.seats):
            view = state.view(seat)
            for seed in range(3):
                guess = view.determinize(seed)
                assert guess.audit() == 0
                assert guess.view(seat) == view
                if state.turn == seat:
                    assert guess.legal_ids() == state.legal_ids()
                assert guess == view.determinize(seed)


def test_P4_a_guess_can_be_played_to_its_end(variant):
    rng = random.Random(4)
    for state in some_states(variant, 3):
        world = state.view(0).determinize(1)
        while not world.is_over:
            world = world.play_one(something(world, rng))
        assert sum(world.returns) > 0.999


def test_P5_a_guess_has_no_source_of_chance_and_a_row_no_future(variant):
    for state in some_states(variant):
        assert state.with_chance(Seeded(1)).view(0).determinize(5).chance is None
        if not state.is_over and state.turn is not None:
            action = state.legal_ids()[0]
            one, two = (state.with_chance(Seeded(seed)) for seed in (1, 2))
            assert one == two  # a source of chance is no part of a position
            assert one.play_one(action).outcome_ids() == two.play_one(action).outcome_ids()


def test_P5_the_actor_of_a_row_is_a_seat_chance_or_nobody(variant, random_states):
    for state in random_states(variant, 6):
        turn = int(state.row["turn"])
        assert turn in (CHANCE, OVER) or 0 <= turn < variant.seats
