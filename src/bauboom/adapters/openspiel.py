"""Every game as a game of OpenSpiel: `pyspiel.load_game("bauboom_<game>(players=3)")` once this module is imported.

Chance is explicit, utilities are shares of the win (they add up to 1), and what seats know is what the game's views and
events say: the observation is the view, the information state the record of the game as the seat saw it.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.state import State
from bauboom.games import load, load_all

from . import needs, spiel_name

with needs("openspiel"):
    import pyspiel

LONGEST_RECALL = 1024  # steps in an information-state tensor, unless asked for more
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
UNSEEN = 0  # the code of a step that a seat does not even know of


class Memory:
    """What every seat was told, brought up to date when it is asked for.

    A code for each step is the action's id + 1 for a seat that knows it, −(1 + the kind of event) for one that knows
    only part of it, and UNSEEN. A guessed world has no steps of its own before the guess: its `past` says what was told
    until then.
    """

    def __init__(self, past: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
        self.past = past
        self._latest: dict[int | None, tuple[State, str, tuple[int, ...]]] = {}

    def of(self, seat: int | None, state: State) -> tuple[str, tuple[int, ...]]:
        """All that a seat was told up to a state, line by line, and the codes of all steps."""
        known, (text, codes) = None, self.past[-1 if seat is None else seat]
        if seat in self._latest:
            known, text, codes = self._latest[seat]
        for step in state.path(known):
            assert step.previous is not None
            assert step.action is not None
            event, told = step.event, step.told(seat, step.previous)
            seen = state.game.showing.event(step.previous.rows, step.action, seat)
            if seen == msgspec.to_builtins(event):
                code = step.action + 1
            else:
                code = -1 - state.game.event_types.index(type(event)) if seen else UNSEEN
            text += "".join(f"{msgspec.json.encode(line).decode()}\n" for line in told)
            codes += (code,)
        self._latest[seat] = state, text, codes
        return text, codes

    def __deepcopy__(self, _: Any) -> Memory:
        twin = Memory(self.past)
        twin._latest = dict(self._latest)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return Memory, (self.past,)  # the rest can be told again


class SpielGame(pyspiel.Game):
    """A game of ours, as OpenSpiel sees it."""

    kind: pyspiel.GameType  # both are filled in by `register`
    name: str

    def __init__(self, parameters: dict[str, Any]) -> None:
        asked = {key: value for key, value in parameters.items() if value}
        recall = asked.pop("recall", 0)
        if recall < 0:
            raise OptionError("recall is a number of steps, or 0 for as many as are usual")
        self.game: Game = load(self.name).parse_options({key: str(value) for key, value in asked.items()})
        self.recall: int = recall or min(self.game.max_steps, LONGEST_RECALL)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.space.decisions,
            max_chance_outcomes=self.game.space.size - self.game.space.decisions,
            num_players=self.game.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.game.max_steps,
        )
        chosen = {key: _number(value) for key, value in self.game.options.items()}
        super().__init__(self.kind, info, {**parameters, **chosen, "recall": self.recall})

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (self.kind.short_name, self.get_parameters())

    def action_to_string(self, player: int, action: int) -> str:
        """The notation of a decision, or of an outcome of chance."""
        space = self.game.space
        return str(space.decode(action + space.decisions if player == CHANCE else action))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.game.max_steps

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver:
        if params:
            raise ValueError(f"observers here take no parameters, but {params} were given")
        return SpielObserver(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):
    """A state of ours, as OpenSpiel sees it. Copies are cheap: a state never changes, it is only exchanged."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.state = game.game.root
        self.memory = Memory((("", ()),) * (game.game.seats + 1))

    def current_player(self) -> int:
        turn = self.state.turn
        return turn if turn is not None else TERMINAL if self.state.is_over else CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_ids()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        first = self.state.game.space.decisions
        return [(number - first, share) for number, share in self.state.outcome_ids()]

    def _apply_action(self, action: int) -> None:
        self.state = self.state.play_one(self._number(action))

    def _number(self, action: int) -> int:
        """OpenSpiel counts outcomes of chance from 0, we go on after the decisions."""
        return action + self.state.game.space.decisions if self.state.is_chance else action

    def _action_to_string(self, player: int, action: int) -> str:
        text: str = self.get_game().action_to_string(player, action)
        return text

    def is_terminal(self) -> bool:
        return self.state.is_over

    def returns(self) -> list[float]:
        return list(self.state.returns)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Another state that looks the same to this player now; what the player does not see is dealt anew.

        What the player was told stays; of the others' past only what everybody saw is kept. In the history, an action
        that the player does not know is INVALID_ACTION, and one that the player did not notice is left out, so that the
        truth cannot be read there. The new deal fits the player's view, not all that a perfect memory could work out: a
        hand that the player once passed on is forgotten.
        """
        guess = self.state.view(player).determinize(int(sampler() * 2**53))
        mine, everybodys = self.memory.of(player, self.state), self.memory.of(None, self.state)
        steps = [k for k, code in enumerate(mine[1]) if code != UNSEEN]  # the player did not notice the others
        past = [(everybodys[0], tuple(everybodys[1][k] for k in steps))] * (self.num_players() + 1)
        past[player] = mine[0], tuple(mine[1][k] for k in steps)
        world: SpielState = self.clone()
        world.state = guess
        world.memory = Memory(tuple(past))
        history = self.full_history()
        known = (
            f"{history[k].player}:{history[k].action if mine[1][k] > 0 else pyspiel.INVALID_ACTION}" for k in steps
        )
        rest = world.serialize().partition("\n")[2]
        sampled: SpielState = self.get_game().deserialize_state(f"history={','.join(known)}\n{rest}")
        return sampled

    def __str__(self) -> str:
        return self.state.text()


class SpielObserver:
    """What a seat may see of a state, as OpenSpiel's observers give it: named arrays in one tensor, and a string."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observer here sees what a seat sees, or what everybody sees (private_info NONE)")
        self.is_seat = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.has_recall: bool = kind.perfect_recall
        size = game.game.observation_size
        self.tensor = np.zeros(size + self.has_recall * game.recall, np.float32)
        self._seen, self._history = self.tensor[:size], self.tensor[size:]
        self.dict = game.game.named(self._seen)
        if self.has_recall:
            self.dict["history"] = self._history

    def set_from(self, state: SpielState, player: int) -> None:
        seat = player if self.is_seat else None
        self._seen[:] = state.state.view(seat).observation()
        if self.has_recall:
            codes = [code for code in state.memory.of(seat, state.state)[1] if code != UNSEEN][-len(self._history) :]
            self._history[: len(codes)] = codes
            self._history[len(codes) :] = 0

    def string_from(self, state: SpielState, player: int) -> str:
        seat = player if self.is_seat else None
        told = state.memory.of(seat, state.state)[0] if self.has_recall else ""
        return told + msgspec.json.encode(state.state.view(seat).data).decode()


def _number(value: Any) -> int | str:
    """OpenSpiel reads whatever looks like a number as one, as in edition=2017."""
    return int(value) if str(value).isdigit() else str(value)


def register(name: str) -> None:
    """Make a game known to OpenSpiel. An option that is not given (0 or empty) is the game's own default."""
    game = load(name)
    options: dict[str, int | str] = {key: type(_number(value))() for key, value in game.options.items()}
    options |= {game.custom.key: ""} if game.custom else {}
    seats = [int(variant["players"]) for variant in game.variants]
    kind = pyspiel.GameType(
        short_name=spiel_name(game),
        long_name=f"{game.title} (Bauboom)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        # even of games without secrets, because OpenSpiel's IS-MCTS plays no others
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**options, "recall": 0},
    )
    # a class of its own, because OpenSpiel keeps it beyond Python's end, and no other callable survives that
    pyspiel.register_game(kind, type(game.title, (SpielGame,), {"kind": kind, "name": name}))


for _game in load_all():
    register(_game.name)
