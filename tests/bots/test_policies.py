"""Policies in the arena: functions, networks in ONNX files, bots of OpenSpiel, and what is said of those that fail."""

import re
import time

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from bauboom import GAMES, load
from bauboom.adapters.vector import Vector
from bauboom.arena.match import plan, play
from bauboom.bots import agents
from bauboom.bots.policies import PolicyAgent, network_agent, seen_by
from bauboom.core.errors import OptionError


def written(path, game, *, inputs=("observation",), outputs=None, kind=TensorProto.FLOAT):
    """A network of one layer with fixed random weights; with a mask as its second input, it says what is legal."""
    outputs = outputs or game.space.decisions
    weights = np.random.default_rng(1).normal(size=(game.observation_size, outputs)).astype(np.float32)
    nodes = [helper.make_node("MatMul", ["observation", "weights"], ["scores"])]
    given = [helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["games", game.observation_size])]
    if "mask" in inputs:
        given.append(helper.make_tensor_value_info("mask", kind, ["games", game.space.decisions]))
        nodes = [helper.make_node("Cast", ["mask"], ["scores"], to=TensorProto.FLOAT)]
    result = helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["games", outputs])
    graph = helper.make_graph(nodes, "net", given, [result], [numpy_helper.from_array(weights, "weights")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, path)
    return weights


def game_of(name, game):
    return play(plan(game, [name, "random"], 3), 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_network_in_a_file_plays_its_best_legal_action(game, tmp_path):
    played = load(game, players=2)
    weights = written(tmp_path / "net.onnx", played)
    assert game_of(f"onnx:{tmp_path / 'net.onnx'}", played).faults == {}
    state = played.start(seed=5)
    for name, normalise, from_chair in (("?normalise", True, True), ("?table", False, False)):
        view = state.view(state.turn)
        scores = (view.observation() * played.factors(normalise, from_chair)) @ weights
        own = np.argsort(played.table_actions[view.seat]) if from_chair else np.arange(played.space.decisions)
        best = max(view.legal_ids(), key=lambda action, own=own, scores=scores: scores[own[action]])
        assert network_agent(f"onnx:{tmp_path / 'net.onnx'}{name}").choose(view, view.legal) == best
        state = state.play(best)


@pytest.mark.parametrize("kind", [TensorProto.BOOL, TensorProto.INT8, TensorProto.FLOAT])
def test_a_network_may_ask_for_the_mask(kind, tmp_path):
    game = load("gratte-ciel", players=2)
    written(tmp_path / "net.onnx", game, inputs=("observation", "mask"), kind=kind)
    view = game.start(seed=1).view(0)
    chosen = network_agent(f"onnx:{tmp_path / 'net.onnx'}").choose(view, view.legal)
    assert chosen in view.legal_ids()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("onnx:{folder}/none.onnx", "there is no file"),
        ("onnx:{folder}/net.onnx?loud", "'loud' means nothing here; there is ?normalise and ?table"),
        ("onnx:{folder}/text.onnx", "cannot be read as onnx"),
        ("onnx:{folder}/net.onnx", "does not fit: manhattan(edition=1994, players=2"),
        ("onnx:{folder}/short.onnx", "gives numbers of shape (1, 7), not (1, 1112)"),
    ],
)
def test_what_is_wrong_with_a_network_is_told_before_the_match(name, why, tmp_path):
    game = load("manhattan", players=2)
    written(tmp_path / "net.onnx", load("gratte-ciel", players=2))
    written(tmp_path / "short.onnx", game, outputs=7)
    (tmp_path / "text.onnx").write_text("no network")
    with pytest.raises(OptionError, match=re.escape(why)) as caught:
        plan(game, [name.format(folder=tmp_path), "random"])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("from_chair", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_policy_sees_what_it_saw_in_its_environment(game, from_chair):
    played = load(game, players=2)
    vector = Vector(played, 1, None, is_relative=from_chair, normalise=True)
    vector.reset(seed=4)
    for _ in range(12):
        state = vector.state(0)
        view = state.view(state.turn)
        mine, theirs = seen_by(played, view, True, from_chair), vector.seen_by(np.array([0]))
        assert all((mine[name] == theirs[name]).all() for name in ("observation", "action_mask"))
        action = int(mine["action_mask"][0].nonzero()[0][-1])
        agent = PolicyAgent(lambda seen, action=action: np.array([action]), normalise=True, from_chair=from_chair)
        meant = agents.meant(agent.choose(view, view.legal), view, view.legal)
        assert vector.to_chair[view.seat, played.space.encode(meant)] == action
        vector.step(np.array([action]), np.ones(1, bool))


@pytest.mark.parametrize("answer", [5.0, [1, 2], 10**6, -1])
def test_a_policy_that_answers_nonsense_is_a_fault(answer):
    view = load("hoch-hinaus", players=2).start(seed=1).view(0)
    bot = agents.Guarded(PolicyAgent(lambda seen: answer), 1, "mine", 5.0)
    assert bot.choose(view, view.legal) in view.legal
    assert sum(bot.faults.values()) == 1


def test_an_agent_in_python_that_thinks_for_ever_is_interrupted(monkeypatch):
    monkeypatch.setattr(agents, "START", 0.0)
    view = load("manhattan", players=2).start(seed=1).view(0)

    class Thinker:
        def choose(self, view, legal):
            try:
                time.sleep(60)
            except Exception:
                return legal[0]
            raise AssertionError("a minute is over")

    bot = agents.Guarded(Thinker(), 1, "mine", 0.05)
    assert bot.choose(view, view.legal) in view.legal
    assert bot.faults == {"late": 1}
    assert bot.last_fault == "mine: late: no answer within 0.05 seconds"
