"""The laws that every registered game keeps, with every set of options (L9 is in test_compiled.py)."""

import ast
import importlib.util
import inspect
import random
import sys
from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bauboom import IllegalAction, Record, load
from bauboom.bots import make_bot
from bauboom.bots.simple import SIMPLE
from bauboom.core import doors
from bauboom.core.arrays import room
from bauboom.core.dice import below, seeded

from .games import ALL, PLAYED

games = st.sampled_from(ALL)
seeds = st.integers(0, 2**62 - 1)


def at_random_step(game, seed):
    """Some state of a random game, every step of it as likely."""
    rng = random.Random(seed)
    state = game.root
    while not state.is_over:
        ids = [game.space.encode(a) for a, _ in state.outcomes] if state.is_chance else state.legal_ids()
        state = state._after(rng.choice(ids))
    return rng.choice([game.root, *state.path()])


def test_L1_a_game_that_is_not_over_has_something_to_do(variant, random_states):
    for state in random_states(variant, 1):
        assert (len(state.legal) > 0) == (state.turn is not None)
        assert (len(state.outcomes) > 0) == state.is_chance
        assert state.is_over == (not state.legal and not state.outcomes)


def test_L1_legal_ids_and_outcomes_ascend_and_probabilities_add_up(variant, random_states):
    for state in random_states(variant, 2):
        ids = state.legal_ids() or [variant.space.encode(a) for a, _ in state.outcomes]
        assert ids == sorted(set(ids))
        if state.is_chance:
            assert sum(p for _, p in state.outcomes) == pytest.approx(1)
            assert min(ids) >= variant.space.decisions
        elif ids:
            assert max(ids) < variant.space.decisions


def test_L1_whatever_lists_what_may_be_done_lists_the_same(variant, random_states):
    """Decisions by their kernel, outcomes by theirs, without those of no weight, and in fractions of the whole."""
    first, lists = variant.space.decisions, room((2, variant.list_size), np.int32)
    for state in list(random_states(variant, 5))[::5]:
        count, (actions, weights) = doors.chance(state._rows, *lists) if state.is_chance else 0, lists.tolist()
        if count < 0:
            actions, weights, count = [actions[0] + i for i in range(-count)], [1] * -count, -count
        total = sum(weights[:count])
        outcomes = [(a, w / total) for a, w in zip(actions[:count], weights[:count], strict=True) if w]
        ids = [a for a, _ in outcomes] or state.legal_ids()
        assert state.outcome_ids() == outcomes
        assert [list(part) for part in state.possible()] == [ids, outcomes]
        if state.is_chance:
            shifted = [(a - first, share) for a, share in outcomes]
            assert [list(part) for part in state.possible(first)] == [[a for a, _ in shifted], shifted]
        if state.previous is not None:
            again, possible = state.previous.play_and_list(state.action)
            assert (again, possible) == (state, state.possible())
        some = {*ids, *range(-1, variant.space.size + 1, 31)}
        assert {number for number in some if state.allows(number)} == set(ids)
        assert not state.allows(2**64 + max(ids, default=0))


def test_L1_threads_list_side_by_side(random_states):
    """They share arrays for lists, but never at the same time."""
    states = [state for game in PLAYED[:2] for state in random_states(game, 6)][:200]
    expected = [state.possible() for state in states]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            listed = [pool.submit(lambda: [state.possible() for state in states * 5]) for _ in range(4)]
            assert all(one.result() == expected * 5 for one in listed)
    finally:
        sys.setswitchinterval(interval)


def test_L1_chance_brings_what_a_ticket_for_the_list_of_outcomes_says(variant, random_states):
    """Whether a game draws from the list or has a quicker way."""
    lists = room((2, variant.list_size), np.int32)
    for step, state in enumerate(random_states(variant, 3)):
        if state.is_chance:
            drawn = doors.sample(state._rows, seeded(5, step), *lists)
            count, (actions, weights) = doors.chance(state._rows, *lists), lists
            tickets = np.cumsum(weights[:count])
            ticket = below(seeded(5, step).tolist(), int(tickets[-1]))
            assert drawn == actions[:count][np.searchsorted(tickets, ticket, side="right")]


def test_L1_a_quick_list_of_decisions_is_the_one_by_the_definition(variant, random_states):
    """A game's legal.py defines what is legal; where fast.py has another way, it lists the same."""
    package, _, module = variant.kernels["legal"].__module__.rpartition(".")
    if module == "fast":
        definition = importlib.import_module(f"{package}.legal").legal
        defined = [0] * variant.list_size
        for seed in range(2):
            for state in random_states(variant, seed):
                count = definition(state.row, defined)
                assert defined[:count] == state.legal_ids()


def test_L1_a_quick_random_decision_is_a_legal_one(variant, random_states):
    actions = room(variant.list_size, np.int32)
    for step, state in enumerate(random_states(variant, 4)):
        if state.turn is not None:
            assert state.allows(doors.decide(state._rows, seeded(6, step), actions))


def test_L4_what_a_seat_sees_says_which_seat_it_is_as_actions_count_seats(variant):
    state = variant.start(seed=1)
    for seat in range(variant.seats):
        assert np.flatnonzero(state.view(seat).features["chair"]).tolist() == [seat]
    assert not state.view(None).features["chair"].any()


def test_L4_encoding_writes_every_number(variant):
    state = at_random_step(variant, 1)
    for seat in range(-1, variant.seats):
        view = state.view(None if seat < 0 else seat)
        out = np.full(variant.observation_size, np.nan, np.float32)
        doors.encode(view.rows, seat, out)
        assert (out == view.observation()).all()


def differences(one, two):
    """The pairs of values in which two JSON values of the same shape differ."""
    if isinstance(one, dict) and isinstance(two, dict):
        assert one.keys() == two.keys()
        return [pair for key in one for pair in differences(one[key], two[key])]
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return [pair for pair in zip(one, two, strict=True) for pair in differences(*pair)]
    return [] if one == two else [(one, two)]


@pytest.mark.slow
def test_L6_what_a_seat_tries_it_sees_as_it_would_come_or_not_at_all(variant, random_states):
    rng = random.Random(3)
    for state in random_states(variant, 3):
        view = state.view(state.turn)
        for number in rng.sample(legal := view.legal_ids(), min(2, len(legal))):
            after, tried = state.play_one(number), view.after(number)
            assert {mine for mine, _ in differences(tried.data, after.view(state.turn).data)} <= {None}
            assert view.told(number) == after.told(state.turn, state)
            assert tried.seat == state.turn


def test_L6_what_a_seat_tries_is_refused_as_it_would_be(variant, random_states):
    rng = random.Random(4)
    for state in random_states(variant, 4):
        for number in rng.sample(range(variant.space.size), 5) if state.turn is not None else ():
            view = state.view(state.turn)
            if not state.allows(number):
                with pytest.raises(IllegalAction) as tried:
                    view.after(number)
                with pytest.raises(IllegalAction) as played:
                    state.play_one(number)
                assert (tried.value.rule, tried.value.why) == (played.value.rule, played.value.why)
                with pytest.raises(IllegalAction):
                    view.told(number)
            elif variant.seats > 1:
                with pytest.raises(IllegalAction):
                    state.view((state.turn + 1) % variant.seats).after(number)
                with pytest.raises(IllegalAction):
                    state.view(None).after(number)


FORBIDDEN = {"random", "time", "os", "open", "print", "input", "secrets", "datetime"}


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.name)
def test_L2_kernels_use_no_global_variable_clock_or_hidden_randomness(game):
    modules = {inspect.getmodule(getattr(k, "py_func", k)) for k in game.kernels.values()}
    for module in modules:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            assert not isinstance(node, (ast.Global, ast.Nonlocal))
            if isinstance(node, ast.Name):
                assert node.id not in FORBIDDEN
            if isinstance(node, ast.Attribute):
                assert node.attr not in FORBIDDEN
        for name, value in vars(module).items():  # what kernels read from their module never changes
            assert name.startswith("__") or not isinstance(value, (list, set, bytearray)), name
            assert not isinstance(value, np.ndarray) or not value.flags.writeable, name


def test_L2_the_same_action_on_the_same_bytes_gives_the_same_bytes(variant, random_states):
    for state in random_states(variant, 3):
        if state.previous is not None:
            again = state.previous.play(state.action)
            assert again == state
            assert hash(again) == hash(state)


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.name)
def test_L2_every_byte_of_a_row_belongs_to_a_field(game):
    """Equality is bytes, so there must be none that nobody writes."""
    dtype = game.dtype
    assert sum(dtype[name].itemsize for name in dtype.names) == dtype.itemsize


def test_L3_replaying_a_record_gives_the_same_bytes(variant, random_states):
    *_, end = random_states(variant, 4)
    line = end.record().encode()
    record = Record.decode(line, load)
    assert record.replay() == end
    assert record.encode() == line


@settings(deadline=None, max_examples=60)
@given(games, seeds)
@pytest.mark.slow
def test_L3_every_prefix_of_a_record_is_a_record(game, seed):
    state = at_random_step(game, seed)
    whole = state.record().events
    for length in {0, len(whole) // 2, max(len(whole) - 1, 0)}:
        part = Record(game, game.seat_names, whole[:length])
        again = Record.decode(part.encode(), load)
        assert again.replay().record().events[:length] == whole[:length]
    assert Record.decode(state.record().encode(), load).replay().record().events == whole


def test_L4_every_action_id_struct_and_notation_round_trips(variant):
    space = variant.space
    assert len(space.actions) == space.size == len({str(a) for a in space.actions})
    for number, action in enumerate(space.actions):
        assert space.encode(action) == number
        assert space.encode(str(action)) == number
        assert space.decode(number) == action
        assert msgspec.convert(msgspec.to_builtins(action), type(action)) == action


def test_L4_events_translate_back_into_the_actions_they_tell(variant, random_states):
    for state in random_states(variant, 5):
        if state.previous is not None:
            assert variant.actions_of(state.event) == [variant.space.actions[state.action]]


@settings(deadline=None, max_examples=150)
@given(games, seeds, st.integers(0, 2**31))
def test_L5_what_a_seat_sees_does_not_change_when_the_hidden_part_is_dealt_anew(game, seed, deal):
    state = at_random_step(game, seed)
    for seat in [*range(game.seats), None]:
        view = state.view(seat)
        other = view.determinize(deal)
        assert other.view(seat) == view
        assert other.audit() == 0


def everything_seen(view):
    """All that a seat ever receives of a state, as bytes."""
    features = b"".join(array.tobytes() for array in view.features.values())
    return view.rows.tobytes(), msgspec.json.encode(view.data), str(view), features, view.legal


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(games, seeds, st.integers(0, 2**31))
def test_L6_states_that_a_seat_cannot_tell_apart_give_it_the_same_bytes(game, seed, deal):
    state = at_random_step(game, seed)
    for seat in [*range(game.seats), None]:
        view = state.view(seat)
        other = view.determinize(deal)
        assert everything_seen(other.view(seat)) == everything_seen(view)
        if seat is not None and state.turn == seat:
            assert other.legal == state.legal == view.legal
        else:
            assert view.legal == ()


def secrets_of(game):
    """What the game's own tests say is hidden; of a game that has none, nothing but what its view leaves out."""
    name = f"tests.games.{game.package.rpartition('.')[2]}"
    return importlib.import_module(f"{name}.secrets" if importlib.util.find_spec(name) else "tests.secrets")


@pytest.mark.slow
@settings(deadline=None, max_examples=250)
@given(games, seeds)
def test_L6_what_the_rules_keep_secret_changes_nothing_that_a_seat_gets(game, seed):
    """Not through `determinize`, which knows only what `observe` hides: the game's tests say what must be hidden."""
    secrets = secrets_of(game)
    state = at_random_step(game, seed)
    for seat in [*range(game.seats), None]:
        other = secrets.redeal(state, seat, random.Random(seed))
        assert other.audit() == 0
        assert everything_seen(other.view(seat)) == everything_seen(state.view(seat))


@settings(deadline=None, max_examples=150)
@given(games, seeds)
def test_L6_what_a_seat_may_not_see_is_not_told_either(game, seed):
    """What may happen next falls into classes that a seat cannot tell apart; within one, it is told the same."""
    state = at_random_step(game, seed)
    event = game.showing.event
    numbers = [number for number, _ in state.outcome_ids()] or state.legal_ids()
    # of what everybody sees in full, two may lead to the same, as a tornado among empty hands, and are told apart
    hidden = [number for number in numbers if event(state.rows, number, None) != event(state.rows, number)]
    after = [state.play(number) for number in hidden]
    for seat in [*range(game.seats), None]:
        told = {}
        for s in after:
            events = msgspec.json.encode([s.told(seat, state), s.story(game.seat_names, seat, state)])
            told.setdefault(s.view(seat).rows.tobytes(), set()).add(events)
        assert all(len(events) == 1 for events in told.values())


@settings(deadline=None, max_examples=150)
@given(games, seeds)
def test_L6_a_seats_own_decision_works_on_its_view_as_on_the_state(game, seed):
    """Bots try things on what they see: that must show them what they would see, as far as they can know before."""
    state = at_random_step(game, seed)
    if state.turn is None:
        return
    action = random.Random(seed).choice(state.legal_ids())
    tried, seen = np.zeros(1, game.dtype), np.zeros(1, game.dtype)
    doors.after(state.view(state.turn).rows, action, tried)
    doors.observe(tried, state.turn, seen)
    after = state._after(action).view(state.turn).rows
    forget = getattr(secrets_of(game), "forget", lambda row, seat, action: None)
    for row in (seen[0], after[0]):
        forget(row, state.turn, game.space.actions[action])
    assert seen.tobytes() == after.tobytes()


def alike(game, seed):
    """A view, and that of another state which the seat on turn cannot tell from it; nothing if chance acts."""
    state = at_random_step(game, seed)
    if state.turn is None:
        return []
    view = state.view(state.turn)
    return [(view, view.determinize(seed % 1000).view(state.turn))]


@settings(deadline=None, max_examples=80)
@given(games, seeds)
def test_L6_bots_choose_the_same_in_states_they_cannot_tell_apart(game, seed):
    for view, other in alike(game, seed):
        for name in (*SIMPLE, "level2/mies", "level3/zora"):
            assert make_bot(name, 7).choose(view, view.legal) == make_bot(name, 7).choose(other, other.legal)


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(games, seeds)
def test_L6_searches_find_the_same_in_states_they_cannot_tell_apart(game, seed):
    for view, other in alike(game, seed):
        assert make_bot("search:40", 7).look(view) == make_bot("search:40", 7).look(other)


def test_L7_the_audit_finds_nothing(variant, random_states):
    for seed in range(3):
        for state in random_states(variant, seed):
            assert state.audit() == 0


def test_L8_games_end_within_the_declared_number_of_steps(variant, random_states):
    for seed in range(5):
        *_, end = random_states(variant, seed)
        assert end.step <= variant.max_steps
        assert sum(end.returns) == pytest.approx(1)
