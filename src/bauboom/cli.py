"""The command line: play | serve | backup | simulate | arena | balance | check | verify | show | analyse | rules | …"""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stdout
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer
from typer.core import TyperCommand
from typer.exceptions import TyperException

from bauboom import __version__
from bauboom.core.errors import OptionError, UserError
from bauboom.games import GAMES, load, registered

if TYPE_CHECKING:
    from bauboom.core.game import Game
    from bauboom.core.record import Record, RecordError

app = typer.Typer(
    help="The skyscraper games: play, study and research.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")]
Players = Annotated[int | None, typer.Option(help="Number of players.")]
Edition = Annotated[str | None, typer.Option(help="Edition of the game, where it has several.")]
Deck = Annotated[
    str | None, typer.Option(metavar="FILE", help="Cards of your own, for games that can be played with them.")
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=VALUE", help="Any option of the game; can be repeated. A wrong one lists them."
    ),
]


def main() -> None:
    """Run a command; whatever a person did wrong is one line and exit status 2, never a trace-back."""
    sys.stdin, sys.stdout, sys.stderr = (
        open(os.devnull, mode) if stream is None else stream  # noqa: SIM115  # closed by whoever started us
        for stream, mode in ((sys.stdin, "r"), (sys.stdout, "w"), (sys.stderr, "w"))
    )
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a letter that cannot be shown or read must not end a game
    try:
        status = app(sys.argv[1:] or ["--help"], standalone_mode=False)
        sys.stdout.flush()
    except UserError as error:
        status = complain(str(error))
    except TyperException as error:
        status = complain(getattr(error, "format_message", error.__str__)() or "see bauboom --help")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except OSError as error:
        status = complain(f"{error.filename or 'cannot read or write'}: {error.strerror or error}")
    except MemoryError:
        status = complain("out of memory; with fewer --workers it takes less")
    except (KeyboardInterrupt, typer.Abort):
        status = 130
    sys.exit(status)


def complain(text: str) -> int:
    typer.echo("bauboom: " + " ".join(text.split()), err=True)
    return 2


def find_game(
    name: str, players: int | None, edition: str | None, options: list[str] | None, deck: str | None = None
) -> Game:
    """The game with the options that were typed."""
    texts: dict[str, str] = {} if deck is None else {"deck": deck}
    if edition is not None:
        texts["edition"] = edition
    if players is not None:
        texts["players"] = str(players)
    for text in options or []:
        key, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"--option takes NAME=VALUE, not {text[:40]!r}")
        if texts.get(key.strip(), value.strip()) != value.strip():
            raise OptionError(f"{key.strip()} is given twice, as {texts[key.strip()]} and as {value.strip()}")
        texts[key.strip()] = value.strip()
    return load(name).parse_options(texts)


def show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"bauboom {__version__}")
        raise typer.Exit


@app.callback()
def top(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


@app.command()
def play(
    game_name: GameName,
    players: Players = None,
    edition: Edition = None,
    option: Options = None,
    deck: Deck = None,
    seats: Annotated[
        str,
        typer.Option(
            help="Who sits where: names of people and of bots (level1 to level5, greedy, …), as in Ada,level2,Grace."
        ),
    ] = "",
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**62 - 1, help="Fix what chance brings; without it, nobody can know it.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game's record to a new file.")] = None,
    referee: Annotated[
        bool, typer.Option("--referee", help="Type in a game played at a real table, cards and all.")
    ] = False,
) -> None:
    """Play in the terminal, or referee a real table.

    Without --seats you play seat 0 against greedy bots. During the game, help lists what you can type.

    \b
    bauboom play GAME                              you against bots
    bauboom play GAME --seats Ada,Grace,greedy     two people at one keyboard, and a bot
    bauboom play GAME --referee --record game.json type in what happens at a real table
    bauboom play GAME --resume game.json           go on with a saved game
    """
    from bauboom.core.record import RecordError
    from bauboom.terminal import Player, Table, typed_names

    if record is not None and record.exists():
        raise OptionError(f"{record} exists already; name a new file, or go on with it by --resume {record}")
    names = typed_names(seats)
    if resume is not None:
        if players is not None or edition is not None or option or deck is not None:
            raise OptionError("--players, --edition, --option and --deck do not go with --resume: the file has its own")
        old = read_one(resume, 1)
        if old.game.name != game_name:
            raise OptionError(f"{resume} holds a game of {old.game.name}, not of {game_name}")
        try:
            state = old.replay()
        except RecordError as error:
            raise in_file(error, resume) from None
        file, extra, names = own_file(resume), old.extra, names or old.seats
    else:
        players = len(names) if players is None and names else players
        game = find_game(game_name, players, edition, option, deck)
        state, file, extra = game.root, None, {}
        names = names or (game.seat_names if referee else ["You"] + ["greedy"] * (game.seats - 1))
    game = state.game
    if len(names) != game.seats:
        raise OptionError(f"{len(names)} seats are named, but {game.seats} play")
    if referee or state.is_over:
        at_table = [Player(name) for name in names]
    else:
        at_table = [
            Player.called(name, None if seed is None else (seed + seat) % 2**62) for seat, name in enumerate(names)
        ]
        from bauboom.core.chance import Seeded, System

        state = state.with_chance(System() if seed is None else Seeded(seed))
    begin, state = state, state.after_chance()
    table = Table(state, at_table, referee, record or file, extra, told_until=begin)
    if record is not None:  # ours from now on; whether it can be written is known before the game, not after it
        record.open("xb").close()
        table.write(record)
    table.run()


def own_file(path: Path) -> Path | None:
    """The file of a resumed game, to be written to; a file of many games is read from, never written to."""
    from bauboom.core.record import lines

    with path.open("rb") as content:
        return path if sum(1 for _ in islice(lines(content), 2)) == 1 else None


@app.command()
def simulate(
    game_name: GameName,
    games: Annotated[int, typer.Option(min=1, max=10**12, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=2**62 - 1, help="The same seed gives the same games.")] = 0,
    players: Players = None,
    edition: Edition = None,
    option: Options = None,
    deck: Deck = None,
    bots: Annotated[str, typer.Option(help="One simple bot for all seats, or one for each: greedy,random.")] = "random",
    records: Annotated[Path | None, typer.Option(metavar="FILE.jsonl", help="Write every game to a new file.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="Cores to use; all by default.")] = None,
) -> None:
    """Let bots play many games, and count.

    Gives mean scores and win shares by seat with 95 % intervals, and the length of games. The same seed gives the same
    games on any number of cores.

    \b
    bauboom simulate GAME --games 100000
    bauboom simulate GAME --players 2 --bots greedy,random --games 200
    bauboom simulate GAME --games 500 --records games.jsonl
    """
    from bauboom.arena.simulate import Tally
    from bauboom.arena.simulate import records as records_of
    from bauboom.arena.simulate import simulate as chunks_of
    from bauboom.bots.simple import seat_bots

    game = find_game(game_name, players, edition, option, deck)
    names = seat_bots([name.strip() for name in bots.split(",")], game.seats)
    if records is not None and records.exists():
        raise OptionError(f"{records} exists already; name a new file")
    tally = Tally(game, names)
    begun = time.perf_counter()
    with patient_interrupt() as interrupted, progress_bar("games", games) as advance:
        sink = records.open("xb", buffering=0) if records is not None else None
        try:
            for chunk in chunks_of(game, names, games, seed, workers, keep_moves=sink is not None):
                if sink is not None:
                    seats = [f"bot:{name}" for name in names]
                    write_whole(sink, b"".join(r.encode() + b"\n" for r in records_of(game, chunk, seats)))
                tally.add(chunk)
                advance(len(chunk.lengths))
                if interrupted():
                    break
        finally:
            if sink is not None:
                sink.close()
    print_tally(tally, time.perf_counter() - begun)
    if tally.games < games:
        typer.echo(f"Interrupted after {tally.games} of {games} games; the figures are of those.", err=True)
        raise typer.Exit(130)


def write_whole(file: BinaryIO, content: bytes) -> None:
    """Write all or nothing: a full disk leaves no half record behind."""
    before, rest = file.tell(), memoryview(content)
    try:
        while rest:
            rest = rest[file.write(rest) :]
    except OSError as error:
        file.truncate(before)
        raise OptionError(f"{file.name}: {error.strerror}; the games before are in it") from None


def print_tally(tally: Any, seconds: float) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{tally.games:,} games of {tally.game!r}", box=box.SIMPLE_HEAD, title_justify="left")
    for column in ("seat", "bot", "mean score", "± 95 %", "win share", "95 % interval"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for seat, bot in enumerate(tally.bots):
        points, half = tally.mean_points(seat)
        share, low, high = tally.win_share(seat)
        table.add_row(str(seat), bot, f"{points:.2f}", f"{half:.2f}", f"{share:.1%}", f"{low:.1%} – {high:.1%}")
    console = Console(width=None if sys.stdout.isatty() else 100)
    console.print(table)
    total, least, most = tally.lengths
    console.print(f"Game length: {total / tally.games:.1f} actions, chance included (from {least} to {most}).")
    if sys.stdout.isatty():
        console.print(f"{total / seconds:,.0f} actions per second.", style="dim")


@contextmanager
def patient_interrupt() -> Iterator[Any]:
    """Ctrl-C asks to stop at the next good moment; a second one stops at once."""
    asked: list[int] = []

    def remember(number: int, frame: Any) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Any]:
    """A bar on the terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda count: progress.advance(task, count)


RecordFiles = Annotated[list[Path], typer.Argument(metavar="FILE…", help="Records: .json or .jsonl.")]


@app.command()
def check(
    files: RecordFiles,
    lang: Annotated[str, typer.Option(help="Language of the explanations: en, de, nl or fr.")] = "en",
) -> None:
    """Say whether records keep to the rules.

    A record that breaks a rule is refused with its line, the first bad event (its number, from 1, and what it is), the
    reason and the rule. The exit status is 0 if all are good and 2 if not.
    """
    from bauboom.core.game import check_language
    from bauboom.core.words import Words

    check_language(lang)
    good, bad = judge_all(files, lambda record, _: record.replay(), lang)
    typer.echo(Words(lang).say("places", "tally", {"good": good, "bad": bad}))
    if bad:
        raise typer.Exit(2)


def judge_all(files: list[Path], judge: Callable[[Record, str], Any], language: str = "en") -> tuple[int, int]:
    """Judge the records of all files, each with the place where it stands; how many are good, how many refused."""
    from bauboom.core.record import Record, RecordError, lines

    good = bad = 0
    for path in files:
        if path.is_dir() or not path.exists():
            raise OptionError(f"{path}: {'is a folder' if path.is_dir() else 'there is no such file'}")
    for path in files:
        with path.open("rb") as file, progress_bar("bytes", path.stat().st_size) as advance:
            for number, line in lines(file):
                try:
                    if isinstance(line, RecordError):
                        raise line
                    advance(len(line))
                    judge(Record.decode(line, load), f"{path}:{number}")
                    good += 1
                except RecordError as error:
                    bad += 1
                    typer.echo(f"{path}:{number}: {error.explain(language)} ({error.rule})", err=True)
    if not good and not bad:
        raise OptionError(f"{', '.join(map(str, files))}: no records in there")
    return good, bad


@app.command()
def verify(
    files: RecordFiles,
    published: Annotated[
        str | None, typer.Option("--hash", metavar="HEX", help="The hash that the table showed before the game.")
    ] = None,
    table: Annotated[str | None, typer.Option(metavar="ID", help="The table's id, as it was before the game.")] = None,
    commit: Annotated[
        list[str] | None,
        typer.Option(metavar="HEX", help="A player's commitment shown before the game; repeat it for all of them."),
    ] = None,
    nonce: Annotated[
        str | None, typer.Option(metavar="HEX", help="Your own nonce, as you had it before the game.")
    ] = None,
    since: Annotated[
        int, typer.Option(min=0, metavar="STEP", help="For a game that was begun elsewhere: when it came to the table.")
    ] = 0,
) -> None:
    """Prove that nobody tampered with cards and dice.

    For games from a table server, whose records tell the server's seed and the players' nonces. It replays a record and
    draws every card and every roll of the dice again: they must be the very same. The exit status is 0 if all is proven
    and 2 if not.

    \b
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
    from bauboom.core.fair import COMMITMENT, HEX, Noted, verify
    from bauboom.study import proof_line

    for name, text in [("--hash", published), *(("--commit", text) for text in commit or [])]:
        if text is not None and not COMMITMENT.fullmatch(text.lower()):
            raise OptionError(f"{name} takes 64 of the digits 0 to 9 and a to f, not {text[:70]!r}")
    if nonce is not None and not HEX.fullmatch(nonce.lower()):
        raise OptionError(f"--nonce takes pairs of the digits 0 to 9 and a to f, not {nonce[:70]!r}")
    noted = Noted(
        *(published and published.lower(), table, tuple(text.lower() for text in commit or [])),
        *(nonce and nonce.lower(), since),
    )
    proven: list[str] = []
    good, bad = judge_all(
        files, lambda record, place: proven.append(f"{place}: {proof_line(verify(record, noted), noted)}")
    )
    for line in proven:  # not earlier: a progress bar takes standard output for itself
        typer.echo(line)
    typer.echo(f"{good} proven, {bad} refused")
    if bad:
        raise typer.Exit(2)


def in_file(error: RecordError, path: Path) -> OptionError:
    """The same complaint with the file's name; for those who call us it is a wrong argument."""
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


@app.command()
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, or a file of many.")],
    number: Annotated[int, typer.Option(min=1, help="Which record of the file.")] = 1,
    boards: Annotated[bool, typer.Option(help="Draw the table at the milestones of the game.")] = True,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Write the table at the end as a picture instead.")
    ] = None,
) -> None:
    """Tell a recorded game, with the table as it was."""
    from bauboom.core.record import RecordError
    from bauboom.core.words import display_names
    from bauboom.study import tell_record

    if picture is not None and picture.exists():
        raise OptionError(f"{picture} exists already; name a new file")
    try:
        if picture is not None:
            record = read_one(file, number)
            picture.write_text(record.replay().picture(display_names(record.seats)), encoding="utf-8")
            typer.echo(f"{picture} written")
            return
        for text in tell_record(read_one(file, number), boards):
            typer.echo(text)
    except RecordError as error:
        raise in_file(error, file) from None


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record, or a file of many.")],
    number: Annotated[int, typer.Option("--game", min=1, help="Which record of the file.")] = 1,
    budget: Annotated[
        str, typer.Option(help="Thought for each decision: simulations, as 2000, or a time, as 500ms.")
    ] = "2000",
    seat: Annotated[int | None, typer.Option(min=0, help="Tell only what this seat decided and met with.")] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Show every decision, what was better, and what it cost.")
    ] = False,
    at: Annotated[
        int | None, typer.Option(min=0, metavar="STEP", help="The best actions at this step instead.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**62 - 1, help="The same seed gives the same figures.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Everything as JSON.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the curve (.svg) or a page (.html) to a new file.")
    ] = None,
) -> None:
    """Show where a recorded game was won and lost.

    Every decision is searched from what the seat on turn knew then. That gives the win chances of all seats through the
    game, and its turning points: decisions that gave much away, with what was better and why, and strokes of luck.

    \b
    bauboom analyse game.json
    bauboom analyse game.json --seat 0 --all           every decision of seat 0
    bauboom analyse game.json --at 57 --budget 20000   what was best at step 57?
    bauboom analyse games.jsonl --game 3 --out curve.svg

    Steps count actions, chance included, as in replays. Ctrl-C shows what is known so far. With a time as budget no two
    runs are the same. More in docs/analysis.md.
    """
    from bauboom.arena.analyse import Paper, page, picture, tables
    from bauboom.arena.analyse import json as as_json
    from bauboom.bots import check_bot
    from bauboom.bots.analysis import analysed, deciding, judge
    from bauboom.core.record import RecordError
    from bauboom.core.words import display_names

    try:
        check_bot(f"search:{budget}")
    except OptionError:
        text = f"--budget takes simulations, as 2000, or a time, as 500ms or 1s; not {budget[:40]!r}"
        raise OptionError(text) from None
    check_picture(out)
    record = read_one(file, number)
    try:
        end = record.replay()
    except RecordError as error:
        raise in_file(error, file) from None
    if seat is not None and seat >= end.game.seats:
        raise OptionError(f"there is no seat {seat}; seats go from 0 to {end.game.seats - 1}")
    names = display_names(record.seats)
    if at is not None:
        if out is not None or every or seat is not None:
            raise OptionError("--at shows one position; --seat, --all and --out are for the whole game")
        show_advice(end, at, names, budget, seed, json)
        return
    states = deciding(end)
    if not states:
        raise OptionError(f"{file}: nobody has decided anything in this game yet")
    decisions = []
    with patient_interrupt() as interrupted, progress_bar("decisions", len(states)) as advance:
        for state in states:
            decisions.append(judge(state, budget, seed))
            advance(1)
            if interrupted():
                break
    paper = Paper(end, names, analysed(end, decisions, len(decisions) == len(states)), budget, seed, seat)
    if out is not None:
        with out.open("x", encoding="utf-8") as target:
            target.write(picture(paper) if out.suffix == ".svg" else page(paper))
    if json:
        typer.echo(as_json(paper).decode())
    else:
        print_all(tables(paper, every))
    if out is not None:
        typer.echo(f"{out} written", err=True)
    if len(decisions) < len(states):
        typer.echo(f"Interrupted after {len(decisions)} of {len(states)} decisions.", err=True)
        raise typer.Exit(130)
    if not end.is_over:
        typer.echo("The record ends before the game does.", err=True)


def check_picture(out: Path | None) -> None:
    """What is wrong with a file to be written is said now, not after all the work."""
    if out is None:
        return
    if out.suffix not in (".svg", ".html"):
        raise OptionError(f"{out}: name a file that ends in .svg or .html")
    if out.exists():
        raise OptionError(f"{out} exists already; name a new file")
    if not out.parent.is_dir():
        raise OptionError(f"{out.parent}: there is no such folder")


def show_advice(end: Any, step: int, names: list[str], budget: str, seed: int, json: bool) -> None:
    """The best actions at a step of a game."""
    import msgspec

    from bauboom.arena.analyse import advice_tables
    from bauboom.bots.analysis import advise

    if step > end.step:
        raise OptionError(f"there is no step {step}; steps go from 0 to {end.step}")
    states = [end.game.root, *end.path()]
    if states[step].turn is None:
        following = next((str(state.step) for state in states[step:] if state.turn is not None), "")
        why = f"the next decision is at step {following}" if following else "no decision follows"
        raise OptionError(f"nobody decides at step {step}; {why}")
    view = states[step].view(states[step].turn)
    advice = advise(view, budget, (seed + step) % 2**62)
    if json:
        typer.echo(msgspec.json.encode(advice).decode())
    else:
        print_all(advice_tables(view, advice, names))


@app.command()
def rules(
    game_name: GameName,
    rule: Annotated[str, typer.Argument(metavar="[ID]", help="One rule only, by its id.")] = "",
    lang: Annotated[str, typer.Option(help="en, de, nl or fr.")] = "en",
) -> None:
    """Show the rules of a game, every rule with its id."""
    text = load(game_name).rules(lang, rule)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        typer.echo(text.rstrip())


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 0.0.0.0 for the whole network.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 8000 if none is named.")] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="A file, made if it is missing, or postgresql://user@host/name."),
    ] = None,
    url: Annotated[
        str | None, typer.Option(help="The address that people use, if it is another: https://games.example")
    ] = None,
    proxies: Annotated[
        str | None, typer.Option(metavar="ADDRESSES", help="Proxies before this server, whose X-Forwarded-For counts.")
    ] = None,
    log: Annotated[str | None, typer.Option(help="Logs as text, or as json for machines.")] = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in this machine's browser.")] = False,
) -> None:
    """Start a server for games in the browser, with friends or bots.

    Everything is kept in one file, so one command is enough at home. Several servers can share a PostgreSQL database.
    Everything that can be set is in docs/server.md; each setting can also stand in the environment, as BAUBOOM_PORT and
    so on. Ctrl-C stops the server; games go on when it is started again.
    """
    given = {name: value for name, value in locals().items() if name != "open_browser"}

    def say_where(server: Any) -> None:
        port = server.servers[0].sockets[0].getsockname()[1]
        place = own_address() if settings.host in ("0.0.0.0", "::", "") else settings.host
        where = settings.url or f"http://{f'[{place}]' if ':' in place else place}:{port}"
        typer.echo(f"Bauboom is at {where}  (Ctrl-C stops it)", err=True)
        typer.echo(f"Games are kept in {settings.database_name}", err=True)
        if open_browser:
            show_page(where)

    with server_libraries():
        from bauboom.server import logs
        from bauboom.server.serve import serve as serve_tables
        from bauboom.server.settings import Settings

        settings = Settings.read(given)
        logs.configure(settings.log, settings.log_level)
        if not serve_tables(settings, say_where):
            raise OptionError("the server could not be started; its log says why")


@contextmanager
def server_libraries() -> Iterator[None]:
    """Tells whoever lacks the libraries for a server how to get them; some are looked for when it starts."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name == "bauboom":
            raise
        raise OptionError(f"a server needs more: pip install 'bauboom[server]' ({name} is missing)") from None


def show_page(address: str) -> None:
    """Open the page where there is a screen; a browser in the terminal would take it from the server."""
    import threading
    import webbrowser

    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        typer.echo("There is no screen here; open that address in a browser.", err=True)
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def own_address() -> str:
    """The address under which others on the network find this machine; nothing is sent to find it out."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that nobody has
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes; a new file.")],
    database: Annotated[str | None, typer.Option(metavar="FILE|URL", help="As for bauboom serve.")] = None,
) -> None:
    """Copy a server's database, while the server goes on.

    To use a copy, start a server with it: bauboom serve --database FILE. A copy of a PostgreSQL database is for
    pg_restore.
    """
    with server_libraries():
        from bauboom.server.serve import backup as copy
        from bauboom.server.settings import Settings

    typer.echo(f"{file}: {copy(Settings.read({'database': database}), file):,} bytes")


@app.command("export")
def export_library(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="A new folder for the library.")],
    target: Annotated[str, typer.Option(help="wasm; c: a shared library with a header; or ptx, for GPUs.")] = "wasm",
    machine: Annotated[
        str | None,
        typer.Option(help="With c: for another machine, as linux-arm64; a wrong one lists them."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a library that is in the folder.")] = False,
) -> None:
    """Make a library of a game's rules, for other languages.

    The folder gets the library, schema.json (rows, actions, functions) and a program that plays random games with it.
    docs/machines.md explains all of it. It needs the extra "machines" (pip install 'bauboom[machines]').

    \b
    bauboom export GAME --target wasm --out FOLDER     then: node FOLDER/play.mjs
    bauboom export GAME --target c --out FOLDER        then compile play.c as its first line says
    bauboom export GAME --target ptx --out FOLDER      then: python FOLDER/play.py, where CuPy is
    """
    from bauboom.machines.export import export, machine_of
    from bauboom.machines.exports import doors_for

    wanted, found = load(game), machine_of(target, machine)
    with progress_bar("functions", len(doors_for(found))) as advance:
        export(wanted, found, out, force, lambda _: advance(1))
    typer.echo(f"{out} has {wanted.title} for {found}; docs/machines.md tells how to use it")


@app.command()
def build(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME…", help=f"Any of: {', '.join(GAMES)}; all by default.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Make anew what is as it should be, too.")] = False,
) -> None:
    """Make the libraries of the rules for this machine.

    Whoever installed Bauboom from a wheel has them. Make them on a kind of machine for which there is no wheel, and in
    a checkout after a change of the rules: half a minute a game. They go into the package or, where you may not write,
    into ~/.cache/bauboom (BAUBOOM_CACHE names another folder). It needs Numba and a linker, which come as packages:
    pip install 'bauboom[machines]'
    """
    from bauboom.machines.exports import doors_for_python
    from bauboom.machines.workshop import build as make
    from bauboom.machines.workshop import needing

    wanted = needing([load(name) for name in dict.fromkeys(games or registered())], force)
    with progress_bar("functions", sum(len(doors_for_python(game)) for game in wanted)) as advance:
        for file in make(wanted, lambda _: advance(1)):
            typer.echo(file)
    if not wanted:
        typer.echo("The libraries are as they should be.")


@app.command()
def site(
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="A new folder.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a site that is in the folder.")] = False,
    serve: Annotated[bool, typer.Option("--serve", help="Show it on this machine, and open a browser.")] = False,
    port: Annotated[int, typer.Option(min=1, max=65535, help="With --serve.")] = 8124,
) -> None:
    """Write the page into a folder that any host of static files can show.

    People play there against bots or on one device, learn, and look through games; their games stay on their devices.
    It works under any address and, after the first visit, without a connection. What needs a server says so.

    \b
    bauboom site --out FOLDER             then put the folder wherever you like
    bauboom site --out FOLDER --serve     have a look at it first
    """
    from bauboom.site import show, write

    size = write(out, force)
    typer.echo(f"{out} has the page, {size / 1e6:.1f} MB; put it on any host of static files")
    if serve:
        show(out, port)


@app.command()
def bench(
    game_name: GameName,
    players: Players = None,
    edition: Edition = None,
    option: Options = None,
    deck: Deck = None,
    json: Annotated[bool, typer.Option("--json", help="Figures only, as JSON.")] = False,
    start: Annotated[bool, typer.Option(help="Measure starting, too.")] = True,
) -> None:
    """Measure how fast a game is on this machine."""
    import msgspec

    from bauboom.benchmark import measure, print_figures

    figures = measure(find_game(game_name, players, edition, option, deck), start)
    if json:
        typer.echo(msgspec.json.encode(figures).decode())
    else:
        print_figures(figures)


@app.command()
def balance(
    game_name: GameName,
    players: Players = None,
    edition: Edition = None,
    option: Options = None,
    deck: Deck = None,
    games: Annotated[int, typer.Option(min=100, max=10**9, help="How many games for each set of options.")] = 4000,
    seed: Annotated[int, typer.Option(min=0, max=2**62 - 1, help="The same seed gives the same figures.")] = 0,
    bots: Annotated[str, typer.Option(help="The bot on every seat: greedy or random.")] = "greedy",
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="Cores to use; all by default.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write a page with plots to a new file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Figures only, as JSON.")] = False,
) -> None:
    """Study how fair and how exciting a game is.

    What is a seat worth, and beginning? What does each option change: length, points, ties, how early it is decided?
    How do points and chances spread during the game? The same bot plays on every seat, and every set of options that
    differs from yours by one thing is played too. Figures are of bots, not of people; docs/balance.md says more.

    \b
    bauboom balance GAME --players 3
    bauboom balance GAME --players 3 --games 20000 --out balance.html
    bauboom balance GAME --json > figures.json
    """
    import msgspec
    from rich.console import Console

    from bauboom.arena.balance import alternatives, check_balance_bot
    from bauboom.arena.balance import balance as study
    from bauboom.arena.balance_report import html, print_report

    game = find_game(game_name, players, edition, option, deck)
    check_balance_bot(bots)
    if out is not None and out.exists():
        raise OptionError(f"{out} exists already; name a new file")
    if out is not None and not out.parent.is_dir():  # known now, not after all the games
        raise OptionError(f"{out.parent}: there is no such folder")
    total = games * (1 + len(alternatives(game)))
    with patient_interrupt() as interrupted, progress_bar("games", total) as advance:
        report = study(game, bots, games, seed, workers, advance, interrupted)
    if out is not None:
        with out.open("x", encoding="utf-8") as file:
            file.write(html(report))
    if json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        print_report(report, Console(width=None if sys.stdout.isatty() else 120))
    if out is not None:
        typer.echo(f"{out} written", err=True)
    played = sum(variant.games for variant in report.variants)
    if played < total:
        typer.echo(f"Interrupted after {played} of {total} games; the figures are of those.", err=True)
        raise typer.Exit(130)


class ArenaCommand(TyperCommand):
    """Lets --ray stand alone as well as before an address, which is auto or has a colon."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for i in [i for i, text in enumerate(args) if text == "--ray"][::-1]:
            following = args[i + 1] if i + 1 < len(args) else ""
            if following != "auto" and (":" not in following or following.startswith("-")):
                args = [*args[: i + 1], os.environ.get("RAY_ADDRESS") or "local", *args[i + 1 :]]
        return super().parse_args(ctx, args)


@app.command(cls=ArenaCommand)
def arena(
    game_name: GameName,
    bots: Annotated[str, typer.Option(help="Who plays: two bots or more, as in greedy,random.")],
    games: Annotated[
        int, typer.Option(min=1, max=10**9, help="How many games at most; rounded up to whole deals.")
    ] = 400,
    players: Annotated[int | None, typer.Option(help="Number of seats; as many as bots, if the game allows.")] = None,
    edition: Edition = None,
    option: Options = None,
    deck: Deck = None,
    seed: Annotated[int, typer.Option(min=0, max=2**62 - 1, help="The same seed gives the same deals.")] = 0,
    play_all: Annotated[
        bool, typer.Option("--all", help="Play all games, even when it is settled who is better.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep every game and the report here; the same again goes on from there."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Show the result as JSON.")] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Games at the same time; one where bots think for a time.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Cores that a bot may think with; all, if it thinks for a time.")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="[ADDRESS]", help="Play on a Ray cluster; without an address, one of this machine."),
    ] = None,
) -> None:
    """Let bots play each other, and say which one is better.

    Everybody gets the same luck: each deal is played with every bot on every seat. As many bots as seats are one
    line-up; of more bots, all combinations play; with fewer, each plays alone against every other on all other seats.
    A bot may be named several times if exactly the seats of a table are named.

    \b
    bauboom arena GAME --bots greedy,random                      two at a table
    bauboom arena GAME --bots greedy,random --players 4          one against three, both ways
    bauboom arena GAME --bots greedy,random,random,random        one against three
    bauboom arena GAME --bots greedy,random --out match --all    keep it: match/report.html

    It stops when it is settled of every two bots which one wins more (95 % sure of all of it together, however often
    one looks). For exact win shares play on with --all. Ctrl-C stops at once; with --out, the same command goes on
    later, also with more --games.

    The same seed gives the same result on any number of cores and machines; but bots that think for a time (as in 1s)
    play better on faster machines, and never twice the same. More in docs/arena.md.
    """
    from bauboom.arena.match import Ledger, plan
    from bauboom.arena.report import page, report_of, tables
    from bauboom.arena.tally import Course

    names = [name.strip() for name in bots.split(",")]
    if players is None and any(variant["players"] == len(names) for variant in load(game_name).variants):
        players = len(names)
    game = find_game(game_name, players, edition, option, deck)
    workers, threads = shared_cores(names, workers, threads, ray is not None)
    match = plan(game, names, seed, threads)
    deals = -(-games // len(match.seatings))
    ledger = None if out is None else Ledger(out / "games.jsonl", match)
    course = Course(match, deals, not play_all, ledger.results.values() if ledger else ())
    interrupted = False
    try:
        play_course(course, ledger, workers, ray)
    except KeyboardInterrupt:
        interrupted = True
        course.break_off()
    finally:
        if ledger is not None:
            ledger.close()
    if course.tally.deals:
        report = report_of(course)
        if out is not None:
            write_anew(out / "result.json", report.json())
            write_anew(out / "report.html", page(report, course).encode())
        if json:
            typer.echo(report.json().decode(), nl=False)
        else:
            print_all(tables(report))
            if out is not None:
                typer.echo(f"Games, figures and plots: {out / 'report.html'}")
    if interrupted:
        kept = (
            f"; the same command goes on from there ({out} keeps all games)"
            if out
            else "; --out FOLDER would keep them"
        )
        typer.echo(f"Interrupted after {course.tally.deals} of {deals} deals{kept}.", err=True)
        raise typer.Exit(130)


def shared_cores(bots: list[str], workers: int | None, threads: int | None, on_cluster: bool) -> tuple[int | None, int]:
    """How many games at the same time, and how many threads for each: bots that think for a time share with nobody."""
    from bauboom.bots.roster import is_timed

    cores = os.cpu_count() or 1
    if threads is None:
        threads = max(1, cores // (workers or 1)) if any(map(is_timed, bots)) and not on_cluster else 1
    if workers is None and not on_cluster:
        workers = max(1, cores // threads)
    return workers, threads


def play_course(course: Any, ledger: Any, workers: int | None, address: str | None) -> None:
    """Play what is missing of a match, until it is finished."""
    from bauboom.arena.cluster import play_on_ray
    from bauboom.arena.match import play_here, play_in_processes

    match, done = course.match, set(ledger.results) if ledger else set()
    missing = course.missing(done)
    if course.is_finished:
        return
    if address is not None:
        results = play_on_ray(match, missing, address, workers)
    elif workers == 1:
        results = play_here(match, missing)
    else:
        results = play_in_processes(match, missing, workers or 1)
    # Ray tells of lost workers on standard output, where only the result belongs
    quiet = redirect_stdout(sys.stderr)
    with quiet, closing(results), progress_bar("games", course.deals * len(match.seatings)) as advance:
        advance(sum(number < course.deals * len(match.seatings) for number in done))
        for result in results:
            if ledger is not None:
                ledger.add(result)
            course.add(result)
            advance(1)
            if course.is_finished:
                return


def write_anew(path: Path, content: bytes) -> None:
    """Write a file that may be there already; whoever reads it meanwhile sees the old one or the new one."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(content)
    fresh.replace(path)


def print_all(parts: list[Any]) -> None:
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 120, highlight=False)
    for part in parts:
        console.print(part)
