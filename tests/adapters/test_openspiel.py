"""OpenSpiel's own tests and bots on every game, and what seats know there."""

import pickle
import subprocess
import sys

import msgspec
import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import bauboom
from bauboom.adapters import openspiel, spiel_name
from bauboom.arena.match import plan, play
from bauboom.bots import agents
from bauboom.core.errors import OptionError

pytestmark = pytest.mark.slow
NAMES = [spiel_name(bauboom.load(name)) for name in bauboom.GAMES]


def spiel(game):
    return pyspiel.load_game(spiel_name(game), {k: _number(v) for k, v in game.options.items()})


def _number(value):
    return int(value) if str(value).isdigit() else value


def random_game(game, seed):
    """A state on its way through a random game, always the same object: copy what is to be kept."""
    rng, state = np.random.RandomState(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=shares)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    yield state


def some_states(game, seed, every=1):
    return [state.clone() for state in random_game(game, seed)][::every]


def test_every_variant_passes_openspiels_own_test_with_serialisation(variant):
    pyspiel.random_sim_test(spiel(variant), num_sims=1, serialize=True, verbose=False)


def test_the_game_is_the_one_that_the_parameters_name(variant):
    assert spiel(variant).game == variant
    assert spiel(variant).num_players() == variant.seats


def test_a_game_can_be_pickled_and_says_its_real_parameters(variant):
    game = pickle.loads(pickle.dumps(spiel(variant)))
    assert game.game == variant
    assert game.get_parameters()["players"] == variant.seats
    assert str(game) == str(spiel(variant))


def test_a_player_that_does_not_exist_is_refused():
    state = pyspiel.load_game("bauboom_manhattan").new_initial_state()
    with pytest.raises(ValueError, match="there is no seat 9"):
        state.resample_from_infostate(9, pyspiel.UniformProbabilitySampler(0.0, 1.0))


def test_parameters_not_given_are_the_games_own_defaults():
    assert pyspiel.load_game("bauboom_manhattan(players=2)").game == bauboom.load("manhattan", players=2)
    assert pyspiel.load_game("bauboom_manhattan(edition=2017)").game == bauboom.load("manhattan", edition="2017")
    assert not [v for name in bauboom.GAMES for o in bauboom.load(name).variants for v in o.values() if not v]


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("bauboom_manhattan(players=9)", OptionError),
        ("bauboom_manhattan(recall=-1)", OptionError),
        ("bauboom_manhattan(floors=9)", pyspiel.SpielError),
    ],
)
def test_a_wrong_parameter_says_what_is_possible(name, error):
    with pytest.raises(error, match=r"2, 3 or 4|number of steps|Available parameters are: .*players"):
        pyspiel.load_game(name)


def test_a_deck_of_ones_own_is_a_parameter(tmp_path):
    deck = bauboom.load("gratte-ciel").folder / "deck.csv"
    (tmp_path / "mine.csv").write_text(deck.read_text(encoding="utf-8"), encoding="utf-8")
    game = pyspiel.load_game("bauboom_gratte_ciel", {"deck": str(tmp_path / "mine.csv")})
    assert game.game.material is not None


@pytest.mark.parametrize("name", NAMES)
def test_observations_are_views_and_features_by_name(name):
    game = pyspiel.load_game(name)
    observer = game.make_py_observer()
    for state in some_states(game, 1, 7):
        for seat in range(game.num_players()):
            view = state.state.view(seat)
            observer.set_from(state, seat)
            for key, array in view.features.items():
                assert (observer.dict[key] == array).all()
            assert state.observation_tensor(seat) == view.observation().tolist()
            assert msgspec.json.decode(state.observation_string(seat)) == msgspec.json.decode(
                msgspec.json.encode(view.data)
            )


@pytest.mark.parametrize("name", NAMES)
def test_a_public_observer_sees_what_a_spectator_sees(name):
    game = pyspiel.load_game(name)
    kind = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    observer = game.make_py_observer(kind)
    *_, state = random_game(game, 2)
    texts = {observer.string_from(state, seat) for seat in range(game.num_players())}
    assert len(texts) == 1
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(kind, {"a": 1})


def observed(game, state, seat, **kind):
    """The tensor and the string of an observer."""
    observer = game.make_py_observer(pyspiel.IIGObservationType(**kind))
    observer.set_from(state, seat)
    return observer.tensor, observer.string_from(state, seat), observer.dict


@pytest.mark.parametrize("recall", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_private_and_public_information_together_are_what_a_seat_sees(name, recall):
    game = pyspiel.load_game(name, {"players": 3})
    size, private, secrets = game.game.observation_size, pyspiel.PrivateInfoType, 0
    for state in some_states(game, 9, 90):
        everybody = observed(game, state, 0, perfect_recall=recall, private_info=private.ALL_PLAYERS)
        assert everybody[2]["chair"].shape == (3, *game.game.named(np.zeros(size))["chair"].shape)
        for seat in range(3):
            whole, text, _ = observed(game, state, seat, perfect_recall=recall)
            mine, hidden, _ = observed(game, state, seat, public_info=False, perfect_recall=recall)
            assert (everybody[0][seat * size : (seat + 1) * size] == whole[:size]).all()
            assert text in everybody[1]
            parts = msgspec.json.decode(hidden)
            assert parts["seat"] == seat
            changed = mine[:size] != 0
            assert (mine[:size][changed] == whole[:size][changed]).all()
            hand = state.state.view(seat).data["players"][seat].get("hand")
            if "players" in parts:
                assert list(parts["players"]) == [str(seat)]
                assert parts["players"][str(seat)]["hand"] == hand
                secrets += 1
            if recall:
                assert all(code in state.memory.of(seat, state.state)[1] for code in parts["history"])
    assert (secrets > 0) == game.game.has_secrets
    nothing = observed(game, state, 0, public_info=False, private_info=private.NONE, perfect_recall=recall)
    assert nothing[0].size == 0
    assert nothing[1] == ""


@pytest.mark.parametrize("name", NAMES)
def test_no_secret_of_others_is_private_information(name):
    """What a seat cannot see may change: its private information does not."""
    game = pyspiel.load_game(name)
    for state in some_states(game, 4, 20):
        for seat in range(game.num_players()):
            world = state.resample_from_infostate(seat, lambda: 0.3)
            for kind in ({"public_info": False, "perfect_recall": False}, {"perfect_recall": False}):
                one, two = observed(game, state, seat, **kind), observed(game, world, seat, **kind)
                assert (one[0] == two[0]).all()
                assert one[1] == two[1]


API = """
import sys, unittest
from absl import flags
import pyspiel
import bauboom.adapters.openspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough
flags.FLAGS(["api_test"])
some_states = api_test.sample_some_states.sample_some_states
api_test.sample_some_states.sample_some_states = lambda game, max_states: some_states(game, max_states=30)
# tensors are asked for, but not written out: that took most of the time
generate_playthrough._format_tensor = lambda tensor, name, max_cols=120: [f"{name}: {tensor.shape}"]
for name in sys.argv[1:]:
    asked = {"game": pyspiel.load_game(name), "game_name": name}
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), asked)
    result = unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    assert result.testsRun == 5 and result.wasSuccessful(), name
    told = generate_playthrough.playthrough(name, None, seed=1)
    assert "PublicObservationString" in told or "PrivateObservationString" in told, told[:2000]
    assert "IsTerminal() = True" in told, name
    print(name)
"""


@pytest.mark.parametrize("name", bauboom.GAMES)
def test_openspiels_api_test_and_playthroughs_of_every_variant(name):
    """In a process of its own: the module asks for all games when it is imported."""
    game = bauboom.load(name)
    names = [str(spiel(game.of_variant(number))) for number in range(len(game.variants))]
    ended = subprocess.run(
        [sys.executable, "-c", API, *names], capture_output=True, text=True, timeout=1800, check=False
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    assert ended.stdout.splitlines()[-len(names) :] == names


def test_bounds_count_as_openspiel_counts(variant):
    game = spiel(variant)
    for seed in range(3):
        *_, state = random_game(game, seed)
        chance = sum(step.player == openspiel.CHANCE for step in state.full_history())
        assert chance <= game.max_chance_nodes_in_history()
        assert len(state.history()) - chance <= game.max_game_length()
        assert len(state.history()) <= game.max_history_length()
    assert game.max_game_length() + game.max_chance_nodes_in_history() < 2 * variant.max_steps


@pytest.mark.parametrize("name", NAMES)
def test_what_may_be_done_is_listed_once(name, monkeypatch):
    """A step is one call of the library, and a copy or a question is none."""
    game, calls = pyspiel.load_game(name), []
    state = game.new_initial_state()
    for door in ("go_on", "possible", "legal", "chance", "allows", "after"):

        def counting(*given, real=getattr(game.game.doors, door), door=door):
            calls.append(door)
            return real(*given)

        monkeypatch.setattr(game.game.doors, door, counting)
    steps = 0
    while not state.is_terminal():
        listed = state.legal_actions()
        assert state.clone().legal_actions() == listed == state.legal_actions(state.current_player())
        if state.is_chance_node():
            assert [action for action, _ in state.chance_outcomes()] == listed
        state.apply_action(listed[len(listed) // 2])
        steps += 1
    assert calls == ["go_on"] * steps


@pytest.mark.parametrize("name", NAMES)
def test_what_this_class_answers_itself_is_what_openspiel_would(name):
    game, theirs = pyspiel.load_game(name), pyspiel.State
    for state in random_game(game, 5):
        assert state.is_chance_node() == theirs.is_chance_node(state)
        assert state.legal_actions() == theirs.legal_actions(state)
        for player in range(game.num_players()):
            assert state.legal_actions(player) == theirs.legal_actions(state, player)
        if state.is_chance_node():
            assert [action for action, _ in state.chance_outcomes()] == theirs.legal_actions(state)
        elif not state.is_terminal():
            with pytest.raises(pyspiel.SpielError, match="pseudo-player"):
                state.legal_actions(openspiel.CHANCE)


@pytest.mark.parametrize("name", NAMES)
def test_lists_are_the_callers_own(name):
    for state in random_game(pyspiel.load_game(name), 6):
        before = state.legal_actions(), state.is_chance_node() and state.chance_outcomes()
        state.legal_actions().clear()
        if state.is_chance_node():
            state.chance_outcomes().clear()
        assert (state.legal_actions(), state.is_chance_node() and state.chance_outcomes()) == before


@pytest.mark.parametrize("name", NAMES)
def test_an_information_state_remembers_all_a_seat_was_told(name):
    game = pyspiel.load_game(name)
    for seat in range(game.num_players()):
        before = ""
        for state in random_game(game, 3):
            told = state.memory.of(seat, state.state)[0]
            assert told.startswith(before)
            assert state.information_state_string(seat).startswith(told)
            before = told
        events = [line for step in state.state.path() for line in step.told(seat, step.previous)]
        assert len(told.splitlines()) == len(events)


@pytest.mark.parametrize("name", NAMES)
def test_information_state_tensors_differ_exactly_where_the_strings_do(name):
    game = pyspiel.load_game(name)
    tensors = {}
    for seed in range(2):
        for state in random_game(game, seed):
            for seat in range(game.num_players()):
                text, tensor = state.information_state_string(seat), tuple(state.information_state_tensor(seat))
                assert tensors.setdefault((seat, text), tensor) == tensor
    by_tensor = {(seat, tensor): text for (seat, text), tensor in tensors.items()}
    assert len(by_tensor) == len(tensors) > 100


def test_recall_says_how_many_steps_the_tensor_holds():
    size = bauboom.load("manhattan").observation_size
    short = pyspiel.load_game("bauboom_manhattan(recall=5)")
    assert short.information_state_tensor_shape() == [size + 5]
    assert pyspiel.load_game("bauboom_manhattan").information_state_tensor_shape() == [size + 225]
    *_, state = random_game(short, 1)
    *_, last = (code for code in state.memory.of(0, state.state)[1] if code)
    assert state.information_state_tensor(0)[-1] == last


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_looks_the_same_to_its_player_and_hides_the_rest(name):
    game = pyspiel.load_game(name)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    changed = 0
    for state in some_states(game, 4, 5):
        for player in range(game.num_players()):
            world = state.resample_from_infostate(player, sampler)
            assert world.state.audit() == 0
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            changed += world.state != state.state
            codes = state.memory.of(player, state.state)[1]
            assert [a for a in world.history() if a >= 0] == [
                a for a, code in zip(state.history(), codes, strict=True) if code > 0
            ]
            if state.current_player() == player:
                assert world.legal_actions() == state.legal_actions()
    assert changed > 0 or not game.game.has_secrets


def test_a_resampled_state_can_be_played_copied_stored_and_resampled_again():
    game = pyspiel.load_game("bauboom_manhattan(players=3)")
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state = some_states(game, 5)[60]
    world = state.resample_from_infostate(1, sampler)
    for again in (world.clone(), game.deserialize_state(world.serialize())):
        assert again.state == world.state
        assert again.history() == world.history()
        for seat in range(3):
            assert again.information_state_string(seat) == world.information_state_string(seat)
    third = world.resample_from_infostate(2, sampler)
    assert third.information_state_string(2) == world.information_state_string(2)
    while not third.is_terminal():
        third.apply_action(third.legal_actions()[0])
    assert sum(third.returns()) == pytest.approx(1)
    assert third.information_state_string(2).startswith(world.memory.of(2, world.state)[0])


def test_a_copy_goes_its_own_way():
    game = pyspiel.load_game("bauboom_manhattan")
    state = some_states(game, 6)[40]
    twin = state.clone()
    before = state.information_state_string(0), str(state), state.history()
    while not twin.is_terminal():
        twin.apply_action(twin.legal_actions()[0])
    assert (state.information_state_string(0), str(state), state.history()) == before


def test_an_illegal_action_is_refused_with_its_rule():
    game = pyspiel.load_game("bauboom_manhattan")
    state = some_states(game, 6)[40]
    illegal = next(a for a in range(game.num_distinct_actions()) if a not in state.legal_actions())
    with pytest.raises(bauboom.IllegalAction, match="M-"):
        state.apply_action(illegal)


def bots(game, rng):
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    return {
        "MCTS": lambda: mcts.MCTSBot(game, 1.4, 3, rollouts, random_state=rng),
        "IS-MCTS": lambda: ismcts.ISMCTSBot(game, rollouts, 1.4, 3, random_state=rng),
    }


@pytest.mark.parametrize("kind", ["MCTS", "IS-MCTS"])
@pytest.mark.parametrize("name", NAMES)
def test_openspiels_search_bots_play_a_whole_game(name, kind):
    game, rng = pyspiel.load_game(name, {"players": 2}), np.random.RandomState(7)
    bot, state, decisions = bots(game, rng)[kind](), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=shares)))
        elif state.current_player() == 0:
            state.apply_action(int(bot.step(state)))
            decisions += 1
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert decisions > 5
    assert sum(state.returns()) == pytest.approx(1)


def test_python_ends_in_peace_after_the_games_were_registered():
    script = "import pyspiel, bauboom.adapters.openspiel; pyspiel.load_game('bauboom_manhattan').new_initial_state()"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("name", NAMES)
def test_what_others_do_or_draw_in_secret_is_in_no_tensor_of_mine(name):
    """Two ways on that a seat is told in the same words give it the same numbers, too."""
    game = pyspiel.load_game(name)
    secrets = 0
    for state in some_states(game, 8, 12):
        if not state.is_terminal():
            ways = state.legal_actions()
            one, two = state.child(ways[0]), state.child(ways[-1])
            for seat in range(game.num_players()):
                if one.information_state_string(seat) == two.information_state_string(seat):
                    assert one.information_state_tensor(seat) == two.information_state_tensor(seat)
                    secrets += ways[0] != ways[-1]
    assert secrets > 0 or not game.game.has_secrets


def test_codes_tell_what_was_done_to_those_who_know_it():
    game = pyspiel.load_game("bauboom_manhattan")
    *_, state = random_game(game, 8)
    for seat in range(game.num_players()):
        own = [k for k, step in enumerate(state.full_history()) if step.player == seat]
        codes = state.memory.of(seat, state.state)[1]
        assert own
        assert [codes[k] - 1 for k in own] == [state.history()[k] for k in own]


@pytest.mark.parametrize("name", NAMES)
def test_the_tensor_of_a_public_observer_is_a_spectators(name):
    game = pyspiel.load_game(name)
    kind = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    observer, size = game.make_py_observer(kind), game.game.observation_size
    for state in some_states(game, 2, 9):
        for seat in range(game.num_players()):
            observer.set_from(state, seat)
            assert (observer.tensor[:size] == state.state.view(None).observation()).all()
            codes = [code for code in state.memory.of(None, state.state)[1] if code][-game.recall :]
            assert observer.dict["history"].tolist() == codes + [0] * (game.recall - len(codes))


@pytest.mark.parametrize("name", NAMES)
def test_in_a_resampled_state_the_others_remember_what_everybody_saw(name):
    game = pyspiel.load_game(name)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state = some_states(game, 4)[60]
    everybodys = state.memory.of(None, state.state)
    for player in range(game.num_players()):
        world = state.resample_from_infostate(player, sampler)
        for other in {*range(game.num_players()), None} - {player}:
            assert world.memory.of(other, world.state) == everybodys
        assert world.memory.of(player, world.state) == state.memory.of(player, state.state)


def test_resampling_follows_its_sampler():
    state = some_states(pyspiel.load_game("bauboom_manhattan"), 4)[60]
    low, high, again = (state.resample_from_infostate(0, lambda x=x: x).state for x in (0.1, 0.9, 0.1))
    assert low == again
    assert low != high


@pytest.mark.parametrize("name", NAMES)
def test_outcomes_of_chance_are_counted_from_0_and_named(name):
    game = pyspiel.load_game(name)
    space = game.game.space
    assert game.max_chance_outcomes() == space.size - space.decisions
    for state in some_states(game, 1, 3):
        if state.is_chance_node():
            outcomes = [action for action, _ in state.chance_outcomes()]
            assert all(0 <= action < game.max_chance_outcomes() for action in outcomes)
            names = [state.action_to_string(state.current_player(), action) for action in outcomes]
            assert names == [str(action) for action, _ in state.state.outcomes]
        elif not state.is_terminal():
            names = [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]
            assert names == list(map(str, state.state.legal))


def test_recall_has_an_upper_limit_unless_asked_for_more():
    for name in bauboom.GAMES:
        game = pyspiel.load_game(f"bauboom_{name.replace('-', '_')}")
        assert game.recall == min(game.game.max_steps, openspiel.LONGEST_RECALL)


def test_what_a_seat_does_not_even_know_of_leaves_no_trace_in_its_tensor():
    game = pyspiel.load_game("bauboom_manhattan(recall=4)")
    state = game.new_initial_state()
    state.memory = openspiel.Memory((("", (5, openspiel.UNSEEN, 7)),) * (game.num_players() + 1))
    assert state.information_state_tensor(0)[-4:] == [5, 7, 0, 0]


def test_a_resampled_state_does_not_even_have_the_steps_that_its_player_does_not_know_of():
    """G-secret: whether somebody had an insurance to decide about is nobody else's business."""
    *_, state = random_game(pyspiel.load_game("bauboom_gratte_ciel"), 1)
    codes = state.memory.of(0, state.state)[1]
    assert openspiel.UNSEEN in codes
    world = state.resample_from_infostate(0, lambda: 0.5)
    assert len(world.history()) == sum(code != openspiel.UNSEEN for code in codes)
    again = world.resample_from_infostate(1, lambda: 0.5)
    assert again.information_state_string(1) == world.information_state_string(1)


@pytest.mark.parametrize("name", bauboom.GAMES)
def test_a_bot_of_openspiel_plays_in_the_arena_without_a_look_at_what_is_hidden(name, tmp_path):
    (tmp_path / "spiel_bots.py").write_text(
        "import numpy as np, pyspiel\n"
        "from open_spiel.python.algorithms import ismcts, mcts\n"
        "from bauboom.adapters.openspiel import BotAgent\n"
        "def search(seed):\n"
        "    random = np.random.RandomState(seed % 2**32)\n"
        "    rollouts = mcts.RandomRolloutEvaluator(1, random)\n"
        "    return BotAgent(lambda game, _: ismcts.ISMCTSBot(game, rollouts, 1.4, 3, random_state=random), seed)\n"
        "def uniform(seed):\n"
        "    return BotAgent(lambda game, player: pyspiel.make_uniform_random_bot(player, seed % 2**31), seed)\n",
        encoding="utf-8",
    )
    game = bauboom.load(name, players=2)
    assert play(plan(game, [f"{tmp_path / 'spiel_bots.py'}:uniform", "random"], 1), 0).faults == {}
    bot = agents.make(f"{tmp_path / 'spiel_bots.py'}:search", 3)
    state = game.start(seed=3)
    for _ in range(3):
        view = state.view(state.turn)
        state = state.play(bot.choose(view, view.legal))
    assert bot.faults == {}
    seen = []
    spy = openspiel.BotAgent(lambda game, player: Spy(seen), 1)
    view = state.view(state.turn)
    for _ in range(8):
        spy.choose(view, view.legal)
    assert {text for text, _ in seen} == {msgspec.json.encode(view.data).decode()}
    assert (len({hidden for _, hidden in seen}) > 1) == game.has_secrets


class Spy:
    """A bot that keeps what it gets to see."""

    def __init__(self, seen):
        self.seen = seen

    def step(self, state):
        player = state.current_player()
        self.seen.append((state.observation_string(player), state.observation_string(1 - player)))
        return state.legal_actions()[0]
