"""Every game as a game of OpenSpiel: `pyspiel.load_game("bauboom_<game>(players=3)")` once this module is imported.

Chance is explicit, utilities are shares of the win (they add up to 1), and what seats know is what the game's views and
events say: the observation is the view, the information state the record of the game as the seat saw it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np

from bauboom.core.action import Action
from bauboom.core.engine import OVER
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.state import Possible, State, View
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
            for line in told:
                line.pop("means", None)  # it follows from the rest
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
        self._beginning: Position | None = None
        self.recall: int = recall or min(self.game.max_steps, LONGEST_RECALL)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.space.decisions,
            max_chance_outcomes=self.game.space.size - self.game.space.decisions,
            num_players=self.game.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.game.max_decisions or self.game.max_steps,
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

    def beginning(self) -> Position:
        """Where every state begins: OpenSpiel makes a new one for every copy."""
        if self._beginning is None or self._beginning.state.game is not self.game:
            self._beginning = Position(self.game.root, self.game.root.possible(self.game.space.decisions))
        return self._beginning

    def max_chance_nodes_in_history(self) -> int:
        return self.game.max_outcomes or self.game.max_steps

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver:
        if params:
            raise ValueError(f"observers here take no parameters, but {params} were given")
        return SpielObserver(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


class Position:
    """A state, and what may be done in it as OpenSpiel counts it. It never changes, so that copies share it."""

    __slots__ = ("actions", "outcomes", "player", "state")

    def __init__(self, state: State, possible: Possible) -> None:
        self.state = state
        self.player: int = state.actor if state.actor != OVER else TERMINAL
        self.actions, self.outcomes = possible  # outcomes count from 0 there; ours go on after the decisions

    def __deepcopy__(self, _: Any) -> Position:
        return self


class SpielState(pyspiel.State):
    """A state of ours, as OpenSpiel sees it. Copies are cheap: a position never changes, it is only exchanged.

    Some methods are OpenSpiel's own as well; from there each would ask this class several questions.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.memory = Memory((("", ()),) * (game.game.seats + 1))
        self._now = game.beginning()

    @property
    def state(self) -> State:
        return self._now.state

    def go_to(self, state: State) -> None:
        """Be this state from now on."""
        self._now = Position(state, state.possible(state.game.space.decisions))

    def current_player(self) -> int:
        return self._now.player

    def is_chance_node(self) -> bool:
        return self._now.player == CHANCE

    def is_terminal(self) -> bool:
        return self._now.player == TERMINAL

    def legal_actions(self, *player: int) -> list[int]:
        if player and player[0] != self._now.player:
            others: list[int] = super().legal_actions(*player)
            return others
        return list(self._now.actions)

    def _legal_actions(self, player: int) -> Sequence[int]:
        return self._now.actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self._now.outcomes)

    def _apply_action(self, action: int) -> None:
        now = self._now
        first = now.state.game.space.decisions
        number = action + first if now.player == CHANCE else action
        place = bisect_left(now.actions, action)  # they ascend
        if place == len(now.actions) or now.actions[place] != action:
            now.state.play_one(number)  # refuses it with its rule
        self._now = Position(*now.state.play_and_list(number, first))

    def _action_to_string(self, player: int, action: int) -> str:
        text: str = self.get_game().action_to_string(player, action)
        return text

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
        world.go_to(guess)
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
    """What a seat may see of a state, as OpenSpiel's observers give it: named arrays in one tensor, and a string.

    Public information is what everybody sees. Private information is what a seat sees beyond that: the parts of its
    view, and the numbers of its vector, that a spectator on the same chair would not have; 0 stands for all others. An
    observer of all players has the vectors of all seats, one after the other.
    """

    def __init__(self, game: SpielGame, kind: Any) -> None:
        private = pyspiel.PrivateInfoType
        self.is_public: bool = kind.public_info
        self.is_seat = kind.private_info == private.SINGLE_PLAYER
        self.is_everybody = kind.private_info == private.ALL_PLAYERS
        self.has_recall: bool = kind.perfect_recall
        self._recall, self._seats = game.recall, game.game.seats
        blocks = self._seats if self.is_everybody else int(self.is_public or self.is_seat)
        size = game.game.observation_size
        self.tensor = np.zeros(blocks * (size + self.has_recall * game.recall), np.float32)
        seen, self._history = np.split(self.tensor, [blocks * size])
        self._seen = seen.reshape(blocks, size)
        self._histories = self._history.reshape(blocks, -1) if self.has_recall and blocks else self._history[:0]
        self.dict: dict[str, np.ndarray] = {}
        if blocks:
            self.dict = game.game.named(self._seen if self.is_everybody else self._seen[0])
            if self.has_recall:
                self.dict["history"] = self._histories if self.is_everybody else self._history

    def _viewers(self, player: int) -> list[int | None]:
        """Whose views the blocks of the tensor are."""
        if self.is_everybody:
            return list(range(self._seats))
        return [player] if self.is_seat else [None] if self.is_public else []

    def set_from(self, state: SpielState, player: int) -> None:
        for block, seat in enumerate(self._viewers(player)):
            self._seen[block] = self._numbers(state, seat)
            if self.has_recall:
                codes = [code for code in self._codes(state, seat) if code != UNSEEN][-self._recall :]
                self._histories[block, : len(codes)] = codes
                self._histories[block, len(codes) :] = 0

    def _numbers(self, state: SpielState, seat: int | None) -> np.ndarray:
        seen = state.state.view(seat).observation()
        if not self.is_public:
            seen[seen == View(state.state.game, state.state.view(None).rows, seat).observation()] = 0
        return seen

    def _codes(self, state: SpielState, seat: int | None) -> tuple[int, ...]:
        codes = state.memory.of(seat, state.state)[1]
        if self.is_public:
            return codes
        everybodys = state.memory.of(None, state.state)[1]
        return tuple(
            UNSEEN if mine == theirs else mine
            for mine, theirs in zip(codes, (*everybodys, *[None] * len(codes)), strict=False)
        )

    def string_from(self, state: SpielState, player: int) -> str:
        texts = [self._text(state, seat) for seat in self._viewers(player)]
        return "\n".join(texts)

    def _text(self, state: SpielState, seat: int | None) -> str:
        view = state.state.view(seat).data
        if self.is_public:
            told = state.memory.of(seat, state.state)[0] if self.has_recall else ""
            return told + msgspec.json.encode(view).decode()
        hidden = {"seat": seat, **_beyond(view, state.state.view(None).data)}
        if self.has_recall:
            hidden["history"] = [code for code in self._codes(state, seat) if code != UNSEEN]
        return msgspec.json.encode(hidden).decode()


class BotAgent:
    """A bot of OpenSpiel as an agent with choose(view, legal), which the arena and environments take.

    `make(game, player)` gives the bot. Its `step` gets a state that looks to its player as the true one does; whatever
    the player does not see is guessed, anew for each decision, so that no bot can look. What was told before is not
    known there: observations are those of the view, information states and histories begin with it.
    """

    def __init__(self, make: Callable[[Any, int], Any], seed: int = 0) -> None:
        self._make, self._random = make, np.random.default_rng(seed)
        self._made: tuple[Game, int, Any, Any] | None = None

    def choose(self, view: View, legal: Sequence[Action]) -> int:
        assert view.seat is not None
        if self._made is None or self._made[:2] != (view.game, view.seat):
            game = pyspiel.load_game(spiel_name(view.game), {k: _number(v) for k, v in view.game.options.items()})
            game.game = view.game  # people's own material travels with it
            self._made = view.game, view.seat, game, self._make(game, view.seat)
        _, _, game, bot = self._made
        state = game.new_initial_state()
        state.go_to(view.determinize(int(self._random.integers(1 << 62))))
        return int(bot.step(state))


def _beyond(mine: Any, everybodys: Any) -> Any:
    """The parts of a view that are not in everybody's."""
    if isinstance(mine, dict) and isinstance(everybodys, dict):
        parts = {key: _beyond(value, everybodys.get(key)) for key, value in mine.items()}
        return {key: part for key, part in parts.items() if part is not None and part not in ({}, [])}
    if isinstance(mine, list) and isinstance(everybodys, list) and len(mine) == len(everybodys):
        parts = {str(i): _beyond(one, other) for i, (one, other) in enumerate(zip(mine, everybodys, strict=True))}
        return {key: part for key, part in parts.items() if part is not None and part not in ({}, [])}
    return None if mine == everybodys else mine


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
