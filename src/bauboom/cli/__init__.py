"""The command line: one file per subject, imported only when one of its commands is called."""

import io
import os
import sys
from collections.abc import Callable
from importlib import import_module

from bauboom import __version__
from bauboom.core.errors import OptionError, UserError

from .output import complain, say

COMMANDS = {  # in which file each one is
    **{"play": "play", "serve": "server", "backup": "server", "admin": "admin", "site": "server"},
    **{"simulate": "research", "balance": "research", "arena": "arena", "bench": "research", "dataset": "research"},
    **{"check": "records", "verify": "records", "show": "records", "analyse": "analyse", "rules": "records"},
    **{"puzzles": "puzzles", "train": "train"},
    **{"build": "libraries", "export": "libraries"},
}


def main() -> None:
    """Run a command. A mistake of the person who typed it is one line and exit status 2, never a trace-back."""
    sys.stdin, sys.stdout, sys.stderr = (
        open(os.devnull, mode) if stream is None else stream  # noqa: SIM115  # closed by the program that started us
        for stream, mode in ((sys.stdin, "r"), (sys.stdout, "w"), (sys.stderr, "w"))
    )
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a letter that cannot be shown or read must not end a game
    try:
        status = run(sys.argv[1:])
        sys.stdout.flush()
    except UserError as error:
        status = complain(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except OSError as error:
        status = complain(f"{error.filename or 'cannot read or write'}: {error.strerror or error}")
    except MemoryError:
        status = complain("out of memory; with fewer --workers it takes less")
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


def run(typed: list[str]) -> int:
    """Run what was typed; the exit status."""
    name, *rest = typed or ["--help"]
    if name in ("--help", "-h"):
        say(overview())
    elif name == "--version":
        say(f"bauboom {__version__}")
    elif name in COMMANDS:
        from .command import call

        return call(_command(name), rest)
    else:
        raise OptionError(
            f"No such {'option' if name.startswith('-') else 'command'} {name[:40]!r}; see bauboom --help"
        )
    return 0


def overview() -> str:
    """All commands, each with the first line of what it says about itself."""
    texts = {name: _command(name).__doc__ or "" for name in COMMANDS}
    lines = [f"  {name:10}{text.splitlines()[0]}" for name, text in texts.items()]
    return "\n".join(
        [
            "Usage: bauboom [OPTIONS] COMMAND [ARGS]...\n",
            "The skyscraper games: play, study and research.\n",
            *("Options:", "  --version  Show the version and exit.", "  --help     Show this message and exit.\n"),
            *("Commands:", *lines),
            "\nbauboom COMMAND --help explains a command, and bauboom play GAME --help the options of a game.",
        ]
    )


def _command(name: str) -> Callable[..., int | None]:
    found: Callable[..., int | None] = getattr(import_module(f"bauboom.cli.{COMMANDS[name]}"), name)
    return found
