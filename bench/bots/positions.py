"""How well networks foresee: known positions of every game, with what came of each in many games played on from it.

    python bench/bots/positions.py manhattan                       the game's own network, in seconds
    python bench/bots/positions.py manhattan training/network.npz  another one beside it
    python bench/bots/positions.py manhattan --make --rollouts 64  positions anew (on a GPU: --library FOLDER)

The positions are decisions in games of all variants, between the network and simpler bots. From each, the game was
played on so many times by the game's own network on every seat, with new chance; the shares of the win were averaged.
They lie in data/GAME/positions.npz, and stay as they are unless the rules change: figures of networks compare only if
they are about the same positions. What is told: the squared error of the share that a network expects for the seat on
turn, less what is due to the number of games; the same for knowing nothing but the number of players.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from rich.console import Console
from rich.table import Table

from bauboom import GAMES, OptionError, load
from bauboom.bots.network import FILE, read
from bauboom.core.state import State
from bauboom.machines.tensors import machine_for
from bauboom.training.foresight import network_from
from bauboom.training.play import CASUAL, GREEDY, NETWORK, Games
from bauboom.training.positions import CHOICES, ENDED, SEAT

DATA = Path(__file__).parents[2] / "data"
NOISE, BLUNDERS = 0.01, 0.05  # of the network that plays the games from which positions are drawn
NETWORKS = 0.6  # seats that it has
AT_A_TIME = 256  # positions that are played on from side by side
LONGEST = 150  # decisions until a position is drawn; at a place one game follows the other


class Known(NamedTuple):
    """Positions and what came of them."""

    rules: np.ndarray  # the version of the rules
    rollouts: np.ndarray  # games played on from each
    rows: np.ndarray  # [position, byte]
    variants: np.ndarray
    shares: np.ndarray  # [position, seat]


def begun_at(game, machine, rows, variants, seed):
    """Games that begin at these positions."""
    games = Games(game, machine, torch.tensor(variants, dtype=torch.int64), seed)
    views, lists, told = (
        np.zeros_like(rows),
        np.zeros(games.lists.shape, np.int32),
        np.zeros(games.told.shape, np.int64),
    )
    for i, variant in enumerate(variants):
        state = State(game.of_variant(int(variant)), rows[i].copy().view(game.dtype), None, None, None)
        view, legal = state.view(state.turn), state.legal_ids()
        views[i], lists[i, : len(legal)] = view.rows.view("u1"), legal
        told[i, SEAT], told[i, CHOICES] = state.turn, len(legal)
    here = {"rows": rows, "views": views, "lists": lists, "told": told}
    for name, array in here.items():
        setattr(games, name, torch.tensor(array, device=machine.device))
    return games


def drawn(game, machine, network, count, seed):
    """Rows of so many decisions, and their variants."""
    luck = torch.Generator().manual_seed(seed)
    variants = torch.arange(count) % len(game.variants)
    games = Games(game, machine, variants, seed)
    simple = torch.where(torch.rand(games.who.shape, generator=luck) < 0.5, GREEDY, CASUAL)
    games.who = torch.where(torch.rand(games.who.shape, generator=luck) < NETWORKS, NETWORK, simple).to(machine.device)
    games.move_on()
    steps = torch.randint(1, LONGEST, (count,), generator=luck).to(
        machine.device
    )  # each is drawn after so many decisions
    rows = torch.zeros_like(games.rows)
    for step in range(1, LONGEST):
        games.decide(network, None, NOISE, BLUNDERS)
        games.move_on()
        now = (steps == step)[:, None]
        rows = torch.where(now, games.rows, rows)
    return rows.cpu().numpy(), variants.numpy()


def rolled_out(game, machine, network, rows, variants, rollouts, seed):
    """The mean share of the win of every seat in games played on by the network."""
    found = []
    for first in range(0, len(rows), AT_A_TIME):
        part = slice(first, first + AT_A_TIME)
        found.append(played_on(game, machine, network, rows[part], variants[part], rollouts, seed + first))
    return np.concatenate(found)


def played_on(game, machine, network, rows, variants, rollouts, seed):
    one = begun_at(game, machine, rows, variants, seed)
    count, seats = len(rows) * rollouts, game.lengths["seats"]
    number = torch.arange(count, device=machine.device)
    games = Games(game, machine, torch.tensor(variants, dtype=torch.int64).repeat_interleave(rollouts), seed)
    games.move_on()  # which gives each its own chance
    for name in ("rows", "views", "lists", "told"):
        setattr(games, name, getattr(one, name).repeat_interleave(rollouts, 0).contiguous())
    shares = torch.zeros(count, seats, dtype=torch.float64, device=machine.device)
    while len(number):
        games.decide(network, None, 0.0, 0.0)
        games.move_on()
        ended = games.told[:, ENDED] != 0
        shares[number[ended]] = games.shares[ended]
        games.keep(~ended)
        number = number[~ended]
    return shares.view(len(rows), rollouts, seats).mean(1).cpu().numpy().astype(np.float32)


def expected(game, machine, network, known):
    """What a network expects for the seat on turn, by position; and what came."""
    games = begun_at(game, machine, known.rows, known.variants, 0)
    said = games.decide(network, None, 0.0, 0.0).best[:, 0].cpu().numpy()
    seats = games.told[:, SEAT].cpu().numpy()
    return said, known.shares[np.arange(len(seats)), seats]


def error_of(said, truth, rollouts):
    """Mean squared error with its standard error, without what so few games cannot tell."""
    noise = truth * (1 - truth) / max(rollouts - 1, 1)
    errors = (said - truth) ** 2 - noise
    return errors.mean(), errors.std() / np.sqrt(len(errors))


def known_of(game):
    try:
        with np.load(DATA / game.name / "positions.npz") as arrays:
            known = Known(*(arrays[name] for name in Known._fields))
    except FileNotFoundError:
        raise SystemExit(f"{game.name} has no known positions; make them with --make") from None
    if int(known.rules) != game.version:
        raise SystemExit(
            f"the positions of {game.name} are of version {known.rules} of its rules; make them anew: --make"
        )
    return known


def compare(game, machine, files):
    known = known_of(game)
    rollouts = int(known.rollouts)
    table = Table(
        "network", "squared error", "± standard error", "of what is not known", title=f"{len(known.rows)} positions"
    )
    own = [game.folder / FILE, *files]
    fair, nothing = None, None
    for file in own:
        said, truth = expected(game, machine, network_from(read(file, game), game).to(machine.device), known)
        if fair is None:
            fair = 1 / np.array([game.variants[v]["players"] for v in known.variants], np.float64)
            nothing = error_of(fair, truth, rollouts)[0]
        error, spread = error_of(said, truth, rollouts)
        table.add_row(str(file), f"{error:.5f}", f"{spread:.5f}", f"{error / nothing:.1%}")
    table.add_row("knowing nothing", f"{nothing:.5f}", "", "100.0%")
    Console().print(table)


def make(game, machine, count, rollouts, seed):
    network = network_from(read(game.folder / FILE, game), game).to(machine.device)
    rows, variants = drawn(game, machine, network, count, seed)
    shares = rolled_out(game, machine, network, rows, variants, rollouts, seed + 1)
    file = DATA / game.name / "positions.npz"
    known = Known(np.array(game.version), np.array(rollouts), rows, variants.astype(np.int16), shares)
    np.savez_compressed(file, **known._asdict())
    Console().print(f"{file}: {count} positions, {rollouts} games from each")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("networks", nargs="*", type=Path, help="network files beside the game's own")
    parser.add_argument("--make", action="store_true", help="draw positions and play on from them")
    parser.add_argument("--positions", type=int, default=1024)
    parser.add_argument("--rollouts", type=int, default=64)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--library", type=Path, help="for a GPU: what `bauboom export GAME --target ptx` wrote")
    args = parser.parse_args()
    game = load(args.game)
    try:
        machine = machine_for(game, "auto", args.library, 2)
        if args.make:
            make(game, machine, args.positions, args.rollouts, args.seed)
        compare(game, machine, args.networks)
    except OptionError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
