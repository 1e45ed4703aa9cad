"""What a training may be told; a game's own choices are in `training.json` of its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from bauboom.core.errors import OptionError
from bauboom.core.game import Game

FILE = "training.json"
Count = Annotated[int, Meta(ge=1, le=1 << 24)]
Share = Annotated[float, Meta(ge=0, le=1)]
Weight = Annotated[float, Meta(ge=0)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of a training."""

    # the network: units of the layers for a part, for the whole, and of the layer above both
    of_part: Count = 64
    of_whole: Count = 128
    hidden: Count = 32
    # the games
    places: Count = 4096  # played side by side
    players: dict[str, Weight] = {}  # by number of players: how many of the places, beside 1 for each variant
    noise: Weight = 0.004  # of the win: decisions that are nearly as good are made, too
    blunders: Share = 0.01  # decisions that are made at random
    rivals: Share = 0.4  # games in which somebody else plays, too; in the others the network plays every seat
    # of these games: against an earlier self, against greedy bots, and those that casual bots have begun
    pool: Weight = 0.4
    greedy: Weight = 0.35
    casual: Weight = 0.25
    takeover: Share = 0.03  # the chance that the network takes over from a casual bot, at each of its decisions
    # learning
    steps: Count = 64  # decisions at each place between two lessons
    trace: Share = 0.8  # how far the end of a game is told to the positions before it (λ)
    batch: Count = 8192  # positions that are learnt from at a time
    epochs: Count = 1  # times that each is learnt from
    rate: Annotated[float, Meta(gt=0)] = 0.002  # of learning, in the beginning; nothing in the end
    smooth: Share = 0.995  # how much of what played so far goes on playing, at each step of learning
    snapshot: Count = 20  # lessons from one earlier self to the next
    selves: Count = 12  # earlier selves that are kept


def settings_of(game: Game, file: Path | None = None) -> Settings:
    """A game's settings, or those of a file."""
    path = file or game.folder / FILE
    if file is None and not path.exists():
        return Settings()
    try:
        settings = msgspec.json.decode(path.read_bytes(), type=Settings)
    except OSError as error:
        raise OptionError(f"{path} cannot be read: {error.strerror}") from None
    except msgspec.MsgspecError as error:
        raise OptionError(f"{path}: {error}") from None
    if wrong := _misfit(settings, game):
        raise OptionError(f"{path}: {wrong}")
    return settings


def _misfit(settings: Settings, game: Game) -> str:
    """What makes no sense together; empty if all does."""
    players = {str(variant["players"]) for variant in game.variants}
    if unknown := settings.players.keys() - players:
        return f"players: nobody plays {game.name} with {min(unknown)}; there are {', '.join(sorted(players))}"
    if not any(settings.players.get(number, 1.0) for number in players):
        return "players: there would be no games"
    if settings.rivals and not settings.pool + settings.greedy + settings.casual:
        return "pool, greedy, casual: rivals play, but none of them does"
    return ""
