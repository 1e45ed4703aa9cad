"""Commands that make libraries of the rules: build, export."""

from pathlib import Path

from bauboom.games import load, registered

from .command import GAME_NAME, GAME_NAMES, command
from .options import file, flag, option
from .output import progress_bar, say


@command(
    option("games", metavar="[GAME…]", nargs="*", help=f"Any of: {GAME_NAMES}; all by default."),
    flag("--force", help="Make all of them again, even those that fit."),
)
def build(games: list[str], force: bool) -> None:
    """Make the libraries of the rules for this machine.

    A wheel of Bauboom brings them along. Make them on a kind of machine for which there is no wheel, and in a checkout
    after a change of the rules: half a minute a game. They go into the package or, where you may not write, into
    ~/.cache/bauboom (BAUBOOM_CACHE names another folder). It needs Numba and a linker, which come as packages:
    pip install 'bauboom[machines]'
    """
    from bauboom.machines.exports import doors_for_python
    from bauboom.machines.workshop import build as make
    from bauboom.machines.workshop import needing

    wanted = needing([load(name) for name in dict.fromkeys(games or registered())], force)
    with progress_bar("functions", sum(len(doors_for_python(game)) for game in wanted)) as advance:
        for path in make(wanted, lambda _: advance(1)):
            say(str(path))
    if not wanted:
        say("The libraries are as they should be.")


@command(
    GAME_NAME,
    file("--out", "FOLDER", required=True, help="A new folder for the library."),
    option("--target", default="wasm", help="wasm; c: a shared library with a header; or ptx, for GPUs."),
    option("--machine", help="With c: for another machine, as linux-arm64; a wrong one lists them."),
    flag("--force", help="Replace a library that is in the folder."),
)
def export(game: str, out: Path, target: str, machine: str | None, force: bool) -> None:
    """Make a library of a game's rules, for other languages.

    The folder gets the library, schema.json (rows, actions, functions) and a program that plays random games with it.
    docs/machines.md explains all of it. It needs the extra "machines" (pip install 'bauboom[machines]').

      bauboom export GAME --target wasm --out FOLDER     then: node FOLDER/play.mjs
      bauboom export GAME --target c --out FOLDER        then compile play.c as its first line says
      bauboom export GAME --target ptx --out FOLDER      then: python FOLDER/play.py, where CuPy is
    """
    from bauboom.machines.export import export as write
    from bauboom.machines.export import machine_of
    from bauboom.machines.exports import doors_for

    wanted, found = load(game), machine_of(target, machine)
    with progress_bar("functions", len(doors_for(found))) as advance:
        write(wanted, found, out, force, lambda _: advance(1))
    say(f"{out} has {wanted.title} for {found}; docs/machines.md tells how to use it")
