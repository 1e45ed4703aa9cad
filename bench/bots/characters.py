"""How much each character shows in how a bot plays, and what that costs it.

    python bench/bots/characters.py manhattan --games 400
    python bench/bots/characters.py gratte-ciel --level level4 --games 100 --only otis,zora

Every character plays two-player games against the plain bot of its level, on both seats of each deal. Its share of the
win comes with a 95 % interval over deals. What it likes is counted at the end of its decisions, beside what the
plain bot has there on the same seats of the same deals, when two plain bots play; that comes with how many standard
errors lie between the two.
"""

import argparse
from functools import partial

import numpy as np

from bauboom import load
from bauboom.bots import CHARACTERS, make_bot
from bauboom.bots.taste import likings_of
from bauboom.core import doors

say = partial(print, flush=True)


def play(game, bots, seed):
    """The shares of the win, and by seat the means of its own and of its rival's traits after its decisions."""
    state, players = game.start(seed=seed), [make_bot(name, 2 * seed + seat) for seat, name in enumerate(bots)]
    sums, many, counts = np.zeros((2, 2, len(game.traits))), np.zeros(2), np.zeros(len(game.traits))
    while not state.is_over:
        seat = state.turn
        view = state.view(seat)
        state = state.play(players[seat].choose(view, view.legal))
        for whose, other in enumerate((seat, 1 - seat)):
            doors.traits(state._rows, other, counts)
            sums[seat, whose] += counts
        many[seat] += 1
    return np.array(state.returns), sums / np.maximum(many, 1)[:, None, None]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--level", default="level3")
    parser.add_argument("--games", type=int, default=400, help="of each character, on both seats together")
    parser.add_argument("--first", type=int, default=0, help="deal; others than those that weights were tuned on")
    parser.add_argument("--only", default=",".join(CHARACTERS))
    given = parser.parse_args()
    game, plain = load(given.game, players=2), given.level
    deals = range(given.first, given.first + given.games // 2)
    usual = {deal: play(game, (plain, plain), deal) for deal in deals}
    say(f"{game.title}, {plain}, {2 * len(deals)} games each")
    say("| character | win share | what it likes | the plain bot has | it has | standard errors |")
    say("| --- | --- | --- | ---: | ---: | ---: |")
    for character in given.only.split(","):
        named, shares, differences = f"{plain}/{character}", [], []
        for deal in deals:
            both = [play(game, (named, plain), deal), play(game, (plain, named), deal)]
            shares.append(np.mean([both[seat][0][seat] for seat in range(2)]))
            had = [usual[deal][1][seat] for seat in range(2)]
            differences.append([np.mean(had, 0), np.mean([both[seat][1][seat] for seat in range(2)], 0)])
        mean, error = np.mean(shares), np.std(shares) / np.sqrt(len(shares))
        seen = np.array(differences)  # [deal, plain or not, own or rival's, trait]
        taste = likings_of(game)[character]
        for whose, (word, weights) in enumerate((("", taste.own), ("rival's ", taste.rivals))):
            for trait, weight in weights.items():
                before, after = seen[:, 0, whose, game.traits.index(trait)], seen[:, 1, whose, game.traits.index(trait)]
                gap = after - before
                times = np.mean(gap) / max(np.std(gap) / np.sqrt(len(gap)), 1e-9)
                won = f"{mean:.1%} ({mean - 1.96 * error:.1%} – {mean + 1.96 * error:.1%})"
                had = f"{before.mean():.2f} | {after.mean():.2f} | {times:+.1f}"
                say(f"| {character} | {won} | {word}{trait} {weight:+} | {had} |")


if __name__ == "__main__":
    main()
