"""How fast our own games are played at random on one core, measured as the rivals are and in as many ways.

    python bench/peers/ours.py --list
    python bench/peers/ours.py bauboom-compiled-manhattan --seconds 3 --core 1

Chance is an actor with us as in OpenSpiel. Where the environment draws for it, as in Gymnasium and PettingZoo, its
outcomes are not counted; the compiled loop is given both ways, so that everybody can be compared with his like.
"""

from collections.abc import Callable
from functools import partial

from rivals import SEED, Played, Rival, agents_loop, main, openspiel_loop, timed

GAMES = ("manhattan", "hoch-hinaus", "gratte-ciel")
BATCH = 2048


def compiled(name: str, seconds: float) -> Played:
    """Whole games in one compiled loop, every legal action listed; outcomes of chance are counted."""
    from bauboom import load
    from bauboom.benchmark import Workbench

    bench, games = Workbench(load(name)), 0

    def play():
        nonlocal games
        games += 100
        return bench.random_games(games, 100, SEED)

    played = timed(play, seconds)
    return played._replace(games=100 * played.games)


def compiled_decisions(name: str, seconds: float) -> Played:
    """The same, but only decisions of seats are counted: their share is found in a batch of whole games."""
    from bauboom import load

    batch = load(name).batch(BATCH, seed=SEED)
    decisions = 0
    while not batch.is_over.all():
        decisions += int((~batch.is_over).sum())
        batch.play(batch.random_actions())
    played = compiled(name, seconds)
    return played._replace(actions=round(played.games * decisions / BATCH))


def many(step: Callable[[], int], seconds: float, note: str) -> Played:
    """Steps of many games at once, each telling how many games ended, until the time is up."""
    ended = []

    def play():
        ended.append(step())
        return BATCH

    return timed(play, seconds)._replace(games=sum(ended[1:]), note=note)


def batched(name: str, seconds: float) -> Played:
    """A batch stepped from Python: choose, check, play, begin anew. Chance is drawn inside and not counted."""
    from bauboom import load

    batch = load(name).batch(BATCH, seed=SEED)

    def step():
        batch.play(batch.random_actions())
        ended = batch.is_over
        batch.restart(ended)
        return int(ended.sum())

    return many(step, seconds, f"batch {BATCH}")


def vectored(name: str, seconds: float) -> Played:
    """The Gymnasium vector environment as every seat: observations, masks, rewards and autoreset at every step."""
    from gymnasium.vector import AutoresetMode

    from bauboom.adapters.gymnasium import GameVectorEnv

    mode = AutoresetMode.SAME_STEP
    games = GameVectorEnv(name, BATCH, opponents=None, copy=False, autoreset_mode=mode)
    games.reset(seed=SEED)
    return many(lambda: int(games.step(games.vector.random_actions())[2].sum()), seconds, f"batch {BATCH}")


def agents(name: str, seconds: float) -> Played:
    """The PettingZoo environment, in the loop of PettingZoo's own games."""
    from bauboom.adapters.pettingzoo import raw_env

    return agents_loop(raw_env(name), seconds)


def agents_env(name: str, seconds: float) -> Played:
    """The same with PettingZoo's wrappers, which check every call."""
    from bauboom.adapters.pettingzoo import env

    return agents_loop(env(name), seconds)


def spiel(name: str, seconds: float) -> Played:
    """The OpenSpiel game, in the loop of OpenSpiel's own games; outcomes of chance are counted."""
    import bauboom.adapters.openspiel  # noqa: F401  # registers the games
    from bauboom import load
    from bauboom.adapters import spiel_name

    return openspiel_loop(spiel_name(load(name)), seconds)


WAYS = (
    ("compiled", "compiled loop", compiled),
    ("decisions", "compiled loop, decisions only", compiled_decisions),
    ("batch", "batch from Python", batched),
    ("gymnasium", "Gymnasium vector", vectored),
    ("pettingzoo", "raw AEC loop", agents),
    ("pettingzoo-env", "AEC loop of env()", agents_env),
    ("openspiel", "OpenSpiel, Python loop", spiel),
)
OURS = [
    Rival(f"bauboom-{way}-{game}", "Bauboom", "bauboom", game, how, partial(measure, game))
    for way, how, measure in WAYS
    for game in GAMES
]


if __name__ == "__main__":
    main(OURS)
