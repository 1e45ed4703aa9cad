"""Commands about records, and about the rules they keep to: check, verify, show, rules."""

from __future__ import annotations

import sys
from argparse import BooleanOptionalAction
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauboom.core.errors import OptionError
from bauboom.games import load

from .command import GAME_NAME, command
from .options import count, file, option
from .output import Advance, check_new, progress_bar, remark, say, write_new

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from bauboom.core.record import Record, RecordError

FILES = file("files", "FILE…", nargs="+", help="Records: .json or .jsonl.")
ONE_FILE = file("file", help="A record, or a file of many.")
LARGE = 2**20  # bytes; reading fewer takes no longer than drawing a progress bar


@command(
    FILES, option("--lang", default="en", metavar="LANGUAGE", help="Language of the explanations: en, de, nl or fr.")
)
def check(files: list[Path], lang: str) -> int:
    """Say whether records keep to the rules.

    A record that breaks a rule is refused with its line, the first bad event (its number, from 1, and what it is), the
    reason and the rule. The exit status is 0 if all are good and 2 if not.
    """
    from bauboom.core.game import check_language
    from bauboom.core.words import Words

    check_language(lang)
    good, bad = check_each(files, lambda record, _: record.replay(), lang)
    say(Words(lang).say("places", "tally", {"good": good, "bad": bad}))
    return 2 if bad else 0


def check_each(files: list[Path], check: Callable[[Record, str], Any], language: str = "en") -> tuple[int, int]:
    """Check the records of all files, each with the place where it stands; how many are good, how many refused."""
    from bauboom.core.record import Record, RecordError, lines

    good = bad = 0
    for path in files:
        if path.is_dir() or not path.exists():
            raise OptionError(f"{path}: {'is a folder' if path.is_dir() else 'there is no such file'}")
    for path in files:
        with path.open("rb") as file, _bar(path) as advance:
            for number, line in lines(file):
                try:
                    if isinstance(line, RecordError):
                        raise line
                    advance(len(line))
                    check(Record.decode(line, load), f"{path}:{number}")
                    good += 1
                except RecordError as error:
                    bad += 1
                    remark(f"{path}:{number}: {error.explain(language)} ({error.rule})")
    if not good and not bad:
        raise OptionError(f"{', '.join(map(str, files))}: no records in there")
    return good, bad


def _bar(path: Path) -> AbstractContextManager[Advance]:
    size = path.stat().st_size
    return progress_bar("bytes", size) if size > LARGE else nullcontext(lambda count: None)


@command(
    FILES,
    option("--hash", dest="published", metavar="HEX", help="The hash that the table showed before the game."),
    option("--table", metavar="ID", help="The table's id, as it was before the game."),
    option(
        *("--commit",), action="append", default=[], metavar="HEX",
        help="A player's commitment shown before the game; repeat it for all of them.",
    ),
    option("--nonce", metavar="HEX", help="Your own nonce, as you had it before the game."),
    count("--since", 0, 2**62, metavar="STEP", default=0, help="When a game begun elsewhere came to the table."),
)  # fmt: skip
def verify(
    files: list[Path], published: str | None, table: str | None, commit: list[str], nonce: str | None, since: int
) -> int:
    """Prove that nobody tampered with cards and dice.

    For games from a table server, whose records tell the server's seed and the players' nonces. It replays a record and
    draws every card and every roll of the dice again: they must be the very same. The exit status is 0 if all is proven
    and 2 if not.

      bauboom verify game.json                           is it what seed and nonces give?
      bauboom verify game.json --hash HEX --nonce HEX    and are they those of before the game?

    A record alone cannot show when its seed was chosen. Note down the hash before the game and give it here; without
    it, a server might have looked for a seed that suits it afterwards. The same goes for the table's id and the
    players' commitments: a server that could change one of them later could try until it likes the cards.

    With your own nonce you know that the server could not foresee the cards when it chose the seed. A seat without a
    nonce relies on those of the others, and if there are none, on the server. If a seat never revealed its nonce, its
    player and the server together could choose between two games.

    It does not prove that nobody looked: from the first card on, the server could know all of them, hidden ones too.
    Nor does it prove who made the decisions. More in docs/fair.md.
    """
    from bauboom.core.fair import COMMITMENT, HEX, Noted
    from bauboom.core.fair import verify as proved
    from bauboom.study import proof_line

    for name, text in [("--hash", published), *(("--commit", text) for text in commit)]:
        if text is not None and not COMMITMENT.fullmatch(text.lower()):
            raise OptionError(f"{name} takes 64 of the digits 0 to 9 and a to f, not {text[:70]!r}")
    if nonce is not None and not HEX.fullmatch(nonce.lower()):
        raise OptionError(f"--nonce takes pairs of the digits 0 to 9 and a to f, not {nonce[:70]!r}")
    noted = Noted(
        *(published and published.lower(), table, tuple(text.lower() for text in commit)),
        *(nonce and nonce.lower(), since),
    )
    lines: list[str] = []
    good, bad = check_each(
        files, lambda record, place: lines.append(f"{place}: {proof_line(proved(record, noted), noted)}")
    )
    for line in lines:  # not earlier: a progress bar takes standard output for itself
        say(line)
    say(f"{good} proven, {bad} refused")
    return 2 if bad else 0


def in_file(error: RecordError, path: Path) -> OptionError:
    """The same error with the file's name; for the person who typed it, the file is a wrong argument."""
    return OptionError(str(error) if str(error).startswith(str(path)) else f"{path}: {error}")


def read_one(path: Path, wanted: int) -> Record:
    """Record number `wanted` of a file, from 1."""
    from bauboom.core.record import Record, RecordError, lines

    found = 0
    with path.open("rb") as file:
        for _, line in lines(file):
            found += 1
            if found == wanted:
                try:
                    if isinstance(line, RecordError):
                        raise line
                    return Record.decode(line, load)
                except RecordError as error:
                    raise in_file(error, path) from None
    raise OptionError(f"{path} holds {found} record{'s' if found != 1 else ''}; there is no number {wanted}")


@command(
    ONE_FILE,
    count("--number", 1, 2**62, default=1, help="Which record of the file."),
    option("--boards", action=BooleanOptionalAction, default=True, help="Draw the table at the game's milestones."),
    file("--picture", "FILE.svg", help="Write the table at the end as a picture instead."),
)
def show(file: Path, number: int, boards: bool, picture: Path | None) -> None:
    """Tell a recorded game, with the table as it was."""
    from bauboom.core.record import RecordError
    from bauboom.core.words import display_names
    from bauboom.study import tell_record

    check_new(picture, ".svg")
    record = read_one(file, number)
    try:
        if picture is not None:
            write_new(picture, record.replay().picture(display_names(record.seats)))
            say(f"{picture} written")
            return
        for text in tell_record(record, boards):
            say(text)
    except RecordError as error:
        raise in_file(error, file) from None


@command(
    GAME_NAME,
    option("rule", metavar="[ID]", nargs="?", default="", help="One rule only, by its id."),
    option("--lang", default="en", metavar="LANGUAGE", help="en, de, nl or fr."),
)
def rules(game: str, rule: str, lang: str) -> None:
    """Show the rules of a game, every rule with its id."""
    text = load(game).rules(lang, rule)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        say(text.rstrip())
