"""The Python interface: states, views, options, batches."""

import copy
import pickle
from concurrent.futures import Future

import numpy as np
import pytest

import bauboom
from bauboom import IllegalAction, OptionError, load
from bauboom.arena.simulate import in_order
from bauboom.bots import make_bot
from bauboom.core.action import UnknownAction
from bauboom.core.chance import System
from bauboom.games.manhattan.actions import Build, Pick


def test_a_seed_fixes_the_game_and_the_system_does_not():
    game = load("manhattan")
    assert game.start(seed=7) == game.start(seed=7)
    assert len({game.start(seed=s) for s in range(20)}) == 20
    assert len({game.start() for _ in range(20)}) == 20


def test_playing_leaves_the_old_state_alone():
    state = load("manhattan").start(seed=1)
    before = state.row.tobytes()
    after = state.play(state.legal[0])
    assert state.row.tobytes() == before
    assert after != state
    assert after.previous is not None
    assert after.path(state)[0].previous is state


def test_rows_given_out_are_copies():
    state = load("manhattan").start(seed=1)
    state.row.score[0] = 99
    state.view(0).row.score[0] = 99
    state.view(0).rows["score"][:] = 99
    assert state.scores == (0, 0, 0, 0)


def test_actions_are_played_typed_by_notation_or_by_id():
    state = load("manhattan").start(seed=1)
    action = state.legal[5]
    number = state.game.space.encode(action)
    assert state.play(action) == state.play(str(action)) == state.play(number) == state.play(np.int64(number))


@pytest.mark.parametrize(
    "wrong", ["", "pick", "5Z9", "draw5", 10**9, -1, None, 2.5, Build(99, 0, 0, 1), Build(1, 9, 0, 1), Pick((4,) * 6)]
)
def test_what_is_no_action_or_not_legal_is_refused(wrong):
    with pytest.raises((IllegalAction, UnknownAction)):
        load("manhattan").start(seed=1).play(wrong)


def test_an_illegal_action_names_the_rule():
    with pytest.raises(IllegalAction) as caught:
        load("manhattan").start(seed=1).play("5A1.0")
    assert caught.value.rule == "M-pick"


def test_there_is_no_seat_outside_the_table():
    state = load("manhattan", players=2).start(seed=1)
    for seat in (-1, 2, 7):
        with pytest.raises(ValueError, match="there is no seat"):
            state.view(seat)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 7}, "players cannot be 7 in manhattan; it can be 2, 3 or 4"),
        ({"players": "4"}, "players cannot be '4'"),
        ({"players": True}, "players cannot be True"),
        ({"colour": 1}, "manhattan has no option 'colour'; it has edition, players, blocks_per_round or colours"),
        ({"players": 3, "colours": 2}, "manhattan with players=3 has colours=1, not 2"),
        ({"edition": "x" * 1000}, "edition cannot be 'xxx"),
    ],
)
def test_wrong_options_say_what_is_possible(options, message):
    with pytest.raises(OptionError, match="^" + message) as caught:
        load("manhattan", **options)
    assert len(str(caught.value)) < 200


def test_an_unknown_game_is_refused():
    with pytest.raises(OptionError, match="there is no game 'chess'; there is manhattan"):
        load("chess")


def test_chance_can_be_played_by_hand():
    state = bauboom.load("manhattan", players=2).root
    assert state.is_chance
    assert state.turn is None
    assert [str(a) for a, _ in state.outcomes] == ["start0", "start1"]
    state = state.play("start1")
    assert state.is_chance


def test_events_tell_what_happened_since():
    state = load("manhattan").start(seed=2)
    assert [e["e"] for e in state.told(None)] == ["start"] + ["deal"] * 4
    while len(state.legal) and state.row.phase == 2:
        state = state.play(state.legal[-1])
    after = state.play(state.legal[0])
    mine, others = (after.told(seat, state) for seat in (state.turn, None))
    assert [e["e"] for e in mine] == ["build", "draw"]
    assert "card" in mine[1]
    assert others[1] == {"e": "draw", "seat": state.turn}


def test_a_batch_plays_the_same_games_as_single_states():
    game = load("manhattan", players=3)
    batch = game.batch(50, seed=9)
    states = [bauboom.State(game, batch.rows[i : i + 1].copy(), None, None, None) for i in range(50)]
    for _ in range(20):
        mask = batch.legal_mask()
        for i, state in enumerate(states):
            assert np.flatnonzero(mask[i]).tolist() == state.legal_ids()
        chosen = batch.random_actions()
        before = batch.rows.copy()
        batch.play(chosen)
        for i, state in enumerate(states):
            after = state.play_one(int(chosen[i]))
            same = [n for n in game.dtype.names if n in ("floors", "owner", "supply", "picked")]
            assert all(np.array_equal(after.row[n], batch.rows[i][n]) for n in same)
            states[i] = bauboom.State(game, batch.rows[i : i + 1].copy(), None, None, None)
        assert not np.array_equal(before, batch.rows)


def test_a_batch_runs_to_the_end_and_starts_anew():
    game = load("manhattan", players=2, colours=1)
    batch = game.batch(200, seed=3)
    begin = batch.rows.copy()
    while not batch.is_over.all():
        batch.play(batch.random_actions())
    assert batch.returns().sum(axis=1) == pytest.approx(np.ones(200))
    assert (batch.scores() > 0).all()
    assert not batch.features().any()
    batch.restart(batch.is_over)
    assert (batch.turn >= 0).all()
    assert (batch.rows != begin).mean() > 0.9
    assert np.array_equal(game.batch(200, seed=3).rows, begin)


def test_a_batch_refuses_an_illegal_action_and_plays_nothing():
    batch = load("manhattan").batch(8, seed=1)
    before = batch.rows.copy()
    chosen = batch.random_actions()
    chosen[5] = 900
    with pytest.raises(ValueError, match="game 5: action 900 is not legal"):
        batch.play(chosen)
    with pytest.raises(ValueError, match="one action per game"):
        batch.play(chosen[:3])
    assert np.array_equal(batch.rows, before)


def test_a_batch_writes_only_into_arrays_that_fit():
    batch = load("manhattan").batch(4, seed=1)
    mask = np.ones((4, batch.game.space.decisions), np.bool_)
    assert batch.legal_mask(out=mask) is mask
    assert 0 < mask.sum() < mask.size
    for wrong in (mask[:3], mask[:, :-1], mask.astype(np.int8), mask.T, np.zeros(3)):
        with pytest.raises(ValueError, match="out must be"):
            batch.legal_mask(out=wrong)
        with pytest.raises(ValueError, match="out must be"):
            batch.features(out=wrong)


def test_what_is_chosen_at_random_does_not_change_what_chance_brings():
    first, second = load("manhattan").batch(6, seed=4), load("manhattan").batch(6, seed=4)
    for _ in range(40):
        chosen = first.random_actions()
        first.play(chosen)
        second.play(chosen)
    assert np.array_equal(first.rows, second.rows)
    before = first.turn
    before[:] = 9
    assert (first.turn != 9).all()


def test_states_views_and_games_can_be_copied_and_pickled():
    state = load("manhattan", players=3).start(seed=1)
    while not state.is_over:
        state = state.play(state.legal[0])
    for again in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert again == state
        assert again.history == state.history
        assert again.game == state.game
    assert pickle.loads(pickle.dumps(state.view(1))) == state.view(1)
    assert len(pickle.dumps(state.view(1))) < 2000
    assert load("manhattan", players=3) is load("manhattan", players=3)
    assert len({load("manhattan"), load("manhattan", players=3)}) == 2


def test_a_seed_and_a_source_together_are_refused():
    with pytest.raises(ValueError, match="not both"):
        load("manhattan").start(seed=1, chance=System())


def test_batch_features_are_those_of_the_seat_on_turn():
    game = load("manhattan")
    batch = game.batch(4, seed=2)
    flat = batch.features()
    for i in range(4):
        state = bauboom.State(game, batch.rows[i : i + 1].copy(), None, None, None)
        arrays = state.view(state.turn).features
        assert np.array_equal(flat[i], np.concatenate([a.ravel() for a in arrays.values()]))


def test_features_stay_within_their_declared_range(variant, random_states):
    for state in list(random_states(variant, 8))[::5]:
        for seat in [*range(variant.seats), None]:
            features = state.view(seat).features
            for feature in variant.features:
                array = features[feature.name]
                assert array.shape == feature.shape
                assert array.min() >= feature.low
                assert array.max() <= feature.high


def test_bots_need_a_seat_on_turn():
    state = load("manhattan").start(seed=1)
    bot = make_bot("greedy", 1)
    assert bot.choose(state.view(state.turn), state.legal) in state.legal
    with pytest.raises(ValueError, match="on turn"):
        bot.choose(state.view(None), state.legal)
    with pytest.raises(OptionError, match="there is no bot"):
        make_bot("deepthought")


def test_simulation_holds_only_a_few_chunks_at_a_time():
    class Pool:
        """Counts what is under way; does the work at once."""

        submitted = 0

        def submit(self, work, item):
            self.submitted += 1
            future = Future()
            future.set_result(work(item))
            return future

    pool = Pool()
    taken = 0
    for result in in_order(pool, lambda item: item, range(1000), 4):
        assert result == taken
        taken += 1
        assert pool.submitted <= taken + 4
    assert taken == 1000


@pytest.mark.parametrize("seed", [-1, 2**62, 1.5, True, "7", None])
def test_seeds_that_do_not_fit_are_refused(seed):
    game = load("manhattan")
    with pytest.raises(ValueError, match="a seed is a whole number"):
        game.batch(2, seed=seed)
    with pytest.raises(ValueError, match="a seed is a whole number"):
        game.start(seed=1).view(0).determinize(seed)
