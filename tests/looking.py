"""What a network is shown of positions, and positions to show."""

import random

import numpy as np

from bauboom.bots import make_bot
from bauboom.core.inputs import MOST_SEEN, room_to_see
from bauboom.training.positions import look


class Looker:
    """The door that lists inputs, with its scratch memory."""

    def __init__(self, game):
        self.game, inputs, seats = game, game.inputs, game.lengths["seats"]
        self.seen = room_to_see(inputs, len(game.traits), seats)
        self.win, self.looks, self.over = np.zeros(seats), np.zeros(1, np.int64), np.zeros(1, np.float32)
        self.parts = np.zeros((1, inputs.parts * inputs.each), np.float32)
        self.whole = np.zeros((1, inputs.whole), np.float32)

    def __call__(self, rows, seat):
        """What is listed: numbers, amounts, and where each part's list ends."""
        self.seen.where[:], self.seen.what[:] = -1, np.nan
        self.parts[:], self.whole[:] = 0, 0
        arrays = (self.parts, self.whole, self.looks, self.over, self.seen, self.win)
        look(0, 1, rows, np.array([seat]), *arrays)
        n = int((self.seen.where == -1).argmax())
        assert 0 < n < MOST_SEEN
        return self.seen.where[:n].copy(), self.seen.what[:n].copy(), self.seen.ends.copy()

    def bytes(self, rows, seat):
        """The list as bytes."""
        return [array.tobytes() for array in self(rows, seat)]

    def spread(self, rows, seat):
        """The same side by side: [part, number], [number]."""
        self(rows, seat)
        return self.parts.reshape(self.game.inputs.parts, self.game.inputs.each).copy(), self.whole[0].copy()


def states(game, seed, most=40):
    """The end and some other states of a game, chance included; all players are greedy and often do just anything."""
    rng, bot, path = random.Random(seed), make_bot("greedy", seed), [game.root]
    while not (state := path[-1]).is_over:
        if state.is_chance:
            numbers, shares = zip(*state.outcome_ids(), strict=True)
            path.append(state.play_one(rng.choices(numbers, shares)[0]))
        elif rng.random() < 0.5:
            path.append(state.play_one(bot.choose(state.view(state.turn), state.legal)))
        else:
            path.append(state.play_one(rng.choice(state.legal_ids())))
    return [path[-1], *rng.sample(path[1:-1], min(most, len(path) - 2))]
