"""A game in the terminal: people and bots, hot-seat, or a referee who types in what happened at a real table."""

import os
import re
import shlex
import shutil
import signal
import sys
import textwrap
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bauboom.bots import BOTS, Bot, make_bot, parted
from bauboom.core.action import Action
from bauboom.core.errors import OptionError
from bauboom.core.event import joined
from bauboom.core.game import Game, Misread
from bauboom.core.record import save
from bauboom.core.state import IllegalAction, State
from bauboom.core.words import BOT, display_names, printable
from bauboom.study import ending_lines

COMMANDS = {
    "help": "this page",
    "rules": "all rules by id; rules ID for one of them; rules ID de, nl or fr in another language",
    "board": "show the table again",
    "moves": "list everything that is possible now",
    "hint": "what a simple bot would do in your place, and why",
    "undo": "take the last decision back, as long as chance and others have not acted on it",
    "save": "save FILE: write the game to a file, to go on with later",
    "quit": "leave; the game is saved",
}
ANSI = {
    "red": "91",
    "blue": "94",
    "green": "92",
    "black": "7",
    "orange": "38;5;208",
    "yellow": "93",
    "purple": "95",
    "bold": "1",
}


class Leave(Exception):
    """The person wants to stop, or nothing more can be read."""


@dataclass
class Player:
    """A person or a bot on a seat."""

    name: str
    bot: Bot | None = None

    @classmethod
    def called(cls, name: str, seed: int | None = None) -> "Player":
        """The bot of that name, or else a person."""
        kind = name.removeprefix(BOT).lower()
        if name.startswith(BOT) or parted(kind)[0].partition(":")[0] in BOTS:
            return cls(BOT + kind, make_bot(kind, seed))
        return cls(name)


def typed_names(text: str) -> list[str]:
    """The names of people and bots in a text that separates them by commas."""
    names = [name.strip() for name in text.split(",")] if text.strip() else []
    if not all(name and len(name) <= 24 and name.isprintable() for name in names):
        raise OptionError("a player is a bot or a person's name of 1 to 24 letters")
    return names


class Terminal:
    """Writing and asking; the same whether a person sits there or a pipe."""

    def __init__(self) -> None:
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.has_colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.readline: Any = None
        if self.is_interactive:
            try:
                import readline  # from now on, input() lets people edit their line

                self.readline = readline
            except ImportError:
                pass

    @property
    def width(self) -> int:
        return max(shutil.get_terminal_size((100, 40)).columns, 20)

    def say(self, text: str = "") -> None:
        print(text, flush=True)  # noqa: T201

    def say_part(self, text: str) -> None:
        print(text, end="", flush=True)  # noqa: T201

    def say_wrapped(self, text: str) -> None:
        """Paragraphs and headings, wrapped to the screen."""
        for block in text.strip().split("\n"):
            self.say(textwrap.fill(block, min(self.width, 100)))

    def paint(self, colour: str, text: str) -> str:
        return f"\x1b[{ANSI[colour]}m{text}\x1b[0m" if self.has_colour and colour in ANSI else text

    def ask(self, question: str) -> str:
        question = textwrap.fill(question, self.width - 3)
        try:
            if self.is_interactive:
                return input(self._prompt(question)).strip()
            self.say_part(question + " > ")
            line = sys.stdin.readline()
        except EOFError:
            line = ""
        if not line:
            raise Leave
        self.say(line.strip())  # what came through the pipe, so that the transcript can be read
        return line.strip()

    def _prompt(self, question: str) -> str:
        """Bold, with the marks that readline needs to know how wide it is."""
        if not self.has_colour:
            return question + " > "
        begin, end = ("\x01\x1b[1m\x02", "\x01\x1b[0m\x02") if self.readline else ("\x1b[1m", "\x1b[0m")
        *above, last = question.split("\n")
        if above:
            self.say(self.paint("bold", "\n".join(above)))
        return f"{begin}{last}{end} > "

    def hand_over(self) -> None:
        """Clear what one person saw and typed, from the screen and the history of lines, before the next one looks."""
        dumb = os.environ.get("TERM") == "dumb"
        self.say_part("\n" * shutil.get_terminal_size((80, 60)).lines if dumb else "\x1b[2J\x1b[3J\x1b[H")
        if self.readline is not None:
            self.readline.clear_history()


class TerminalGame:
    """One game in the terminal."""

    def __init__(
        self,
        state: State,
        players: Sequence[Player],
        referee: bool = False,
        file: Path | None = None,
        extra: Mapping[str, Any] | None = None,
        told_until: State | None = None,
    ) -> None:
        self.game: Game = state.game
        self.state = self.begin = state
        self.players = list(players)
        self.names = display_names([player.name for player in players])
        self.referee = referee
        self.file = file  # where the record goes; known to be ours to write
        self.extra = dict(extra or {})  # what else stood in the record that is resumed
        self.terminal = Terminal()
        self.people = [seat for seat, player in enumerate(players) if player.bot is None]
        self.asked = questions(state) if referee else []  # the states in which a person decided, for undo
        self.last_person: int | None = None
        self.told_until: dict[int | None, State] = dict.fromkeys([*range(self.game.seats), None], told_until or state)

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        options = ", ".join(f"{k} {v}" for k, v in self.game.options.items())
        self.terminal.say(textwrap.fill(f"{self.game.title}: {options}", self.terminal.width))
        if self.people or self.referee:
            self.terminal.say("Type help at any time.")
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            signal.signal(number, stop)
        try:
            while not self.state.is_over:
                self.step()
        except Leave:
            self.leave()
            return
        except (KeyboardInterrupt, BrokenPipeError, SystemExit):
            self.leave()
            raise
        self.finish()

    def step(self) -> None:
        seat = self.state.turn
        player = None if seat is None else self.players[seat]
        if self.referee:
            self.ask_referee()
        elif player is not None and player.bot is not None:
            view = self.state.view(seat)
            self.state = self.state.play(player.bot.choose(view, view.legal))
        elif seat is not None:
            self.ask_person(seat)

    # People

    def ask_person(self, seat: int) -> None:
        if self.last_person != seat:
            self.hand_over(seat)
        self.news(seat)
        view = self.state.view(seat)
        self.terminal.say()
        self.terminal.say(view.text(self.names, self.terminal.paint, self.terminal.width))
        while True:
            text = self.terminal.ask(self.game.face.ask(view.row, self.names))
            before = self.state
            if not text or self.obey(text, seat):
                if self.state is not before:
                    return
                continue
            try:
                after = self.state
                for action in self.understand(view.row, text):
                    after = after.play_one(action)
            except (Misread, IllegalAction) as error:
                self.explain(text, error)
                continue
            if self.confirms(after, seat):
                self.asked.append(self.state)
                self.state = after.after_chance()
                return
            self.terminal.say("Taken back.")

    def hand_over(self, seat: int) -> None:
        """Where players have secrets from each other, keep the next one from seeing them by accident."""
        views = {self.state.view(person).rows.tobytes() for person in self.people}
        if len(views) > 1 and self.terminal.is_interactive:
            self.terminal.hand_over()
            who = self.names[seat]
            while answer := self.terminal.ask(f"{who} is next. Press Enter when only {who} looks").lower():
                if answer in ("quit", "exit"):
                    raise Leave
        self.last_person = seat

    def confirms(self, after: State, seat: int) -> bool:
        """Let a person at the keyboard think again before something happens that cannot be taken back."""
        if not self.terminal.is_interactive or after.turn in self.people:
            return True
        self.terminal.say(self.tell(self.state, after, seat))
        while answer := self.terminal.ask("Enter to confirm, undo to take it back"):
            if answer.lower() in ("undo", "no", "n"):
                return False
            if answer.lower() in ("yes", "y"):
                return True
            if not self.obey(answer, seat):
                self.terminal.say("? Enter confirms, undo takes it back")
        return True

    def explain(self, text: str, error: Exception) -> None:
        import difflib

        near = difflib.get_close_matches(text.lower(), COMMANDS, 1, 0.7) if text.isalpha() and len(text) < 20 else []
        if isinstance(error, IllegalAction):
            why = f"{error.explain(self.names)} ({error.rule})"
        else:
            why = re.sub(r"\bseat (\d)\b", lambda found: self.name_of(int(found[1])), str(error))
        self.terminal.say_wrapped(f"? {why}" + (f"; or did you mean {near[0]}?" if near else ""))

    def name_of(self, seat: int) -> str:
        """What people call a seat that a rule speaks of."""
        return self.names[seat] if seat < len(self.names) else f"seat {seat}"

    def understand(self, row: Any, text: str) -> list[Action]:
        """What was typed, as actions; a player's name stands for their seat."""
        try:
            return self.game.face.read(row, text)
        except Misread:
            seats = {name.lower(): seat for seat, name in enumerate(self.names)}
            known = "|".join(map(re.escape, sorted(seats, key=len, reverse=True)))
            other = re.sub(rf"\b({known})(?!\w)", lambda found: str(seats[found[1].lower()]), text, flags=re.I)
            if other == text:
                raise
            return self.game.face.read(row, other)

    def obey(self, text: str, seat: int | None) -> bool:
        """Carry out a command; False if the text is none."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "help" | "?" | "h":
                self.help()
            case "rules":
                self.rules(*rest.split()[:2])
            case "board":
                view = self.state if self.referee else self.state.view(seat)
                self.terminal.say(view.text(self.names, self.terminal.paint, self.terminal.width))
            case "moves":
                self.moves()
            case "hint":
                self.hint(seat)
            case "undo":
                self.undo()
            case "save":
                self.save_as(rest.strip())
            case "quit" | "exit":
                raise Leave
            case _:
                return False
        return True

    # Commands

    def help(self) -> None:
        self.terminal.say_wrapped(self.game.face.usage)
        if self.referee:
            self.terminal.say_wrapped("A referee sees everything, the board from the first seat's side.")
        for command, meaning in COMMANDS.items():
            self.terminal.say(
                textwrap.fill(f"  {command:6}  {meaning}", self.terminal.width, subsequent_indent=" " * 10)
            )

    def rules(self, rule: str = "", language: str = "en") -> None:
        if not rule:
            for known, title in self.game.rule_titles:
                self.terminal.say(f"  {known:12}  {title}")
            return
        try:
            heading, _, text = self.game.rules(language, rule).partition("\n")
        except OptionError as error:
            self.terminal.say(f"? {error}")
            return
        self.terminal.say(heading)
        self.terminal.say_wrapped(" ".join(text.split()))

    def moves(self) -> None:
        actions = [a for a, _ in self.state.outcomes] if self.state.is_chance else self.state.legal
        self.terminal.say(textwrap.fill("  ".join(map(str, actions)), self.terminal.width))

    def hint(self, seat: int | None) -> None:
        if seat is None or self.referee:
            self.terminal.say("? a hint is for a player who has to decide")
            return
        view = self.state.view(seat)
        action = make_bot("greedy").choose(view, view.legal)
        told = self.game.face.tell(view.row, view.told(action)[0], self.names, seat)
        self.terminal.say(f"Hint: {action}  {told}")
        from bauboom.analysis.words import in_words  # which loads the search: only a hint needs it

        for why in in_words(view, view.reasons(self.game.space.encode(action)), self.names):
            self.terminal.say(textwrap.fill(why, self.terminal.width, initial_indent="  ", subsequent_indent="  "))

    def undo(self) -> None:
        if not self.asked:
            self.terminal.say("? there is nothing to take back")
            return
        if not self.referee and self.asked[-1].turn != self.state.turn:
            self.terminal.say("? the last decision was not yours")
            return
        acted = [s.previous for s in self.state.path(self.asked[-1]) if s.previous is not None]
        stranger = next((state for state in acted if state.turn not in self.people), None)
        if not self.referee and stranger is not None:
            who = "chance" if stranger.turn is None else self.names[stranger.turn]
            self.terminal.say(f"? that cannot be taken back: {who} has acted since, and somebody saw it")
            return
        self.state = self.asked.pop()
        for seat, told in self.told_until.items():
            if told.step > self.state.step:
                self.told_until[seat] = self.state
        if self.file is not None:
            self.file = self.store()
        self.terminal.say("Taken back.")

    def save_as(self, name: str) -> None:
        if not name and self.file is None:
            self.terminal.say("? name the file, as in: save game.json")
            return
        try:
            path = Path(name).expanduser() if name else self.file
            assert path is not None
            if path.exists() and path != self.file:
                self.terminal.say(f"? {path} exists already; choose another name")
                return
            self.write(path)
        except (OSError, ValueError, RuntimeError) as error:
            self.terminal.say(f"? cannot write {printable(name, 60)}: {getattr(error, 'strerror', None) or error}")
            return
        self.file = path
        self.terminal.say(f"Saved. Go on later with: {self.resume_command(path)}")

    def write(self, path: Path) -> None:
        record = self.state.record([player.name for player in self.players])
        record.extra = self.extra
        save(path, record.encode() + b"\n")

    def resume_command(self, path: Path) -> str:
        referee = ["--referee"] if self.referee else []
        return shlex.join([*program(), "play", self.game.name, *referee, "--resume", str(path.resolve())])

    # A referee

    def ask_referee(self) -> None:
        row = self.state.row
        text = self.terminal.ask(self.game.face.ask(row, self.names))
        if not text or self.obey(text, self.state.turn):
            return
        try:
            state = self.state
            for action in self.understand(row, text):
                state = state.play_one(action)
            if len(joined(s.event for s in state.path(self.state))) > 1:
                raise Misread("that is too much at once")
        except (Misread, IllegalAction) as error:
            self.explain(text, error)
            return
        self.asked.append(self.state)
        self.state = state
        self.news(None)
        if self.file is not None:
            self.file = self.store()

    # Telling

    def news(self, seat: int | None) -> None:
        """Tell a seat what happened since it was last told, as far as it may know."""
        text = self.tell(self.told_until[seat], self.state, seat)
        self.told_until[seat] = self.state
        if text:
            self.terminal.say(text)

    def tell(self, since: State, until: State, seat: int | None) -> str:
        if until is since:
            return ""
        lines = until.whole_story(self.names, since) if self.referee else until.story(self.names, seat, since)
        return "\n".join(filter(None, lines))

    def finish(self) -> None:
        say = self.terminal.say
        one = self.people[0] if len(self.people) == 1 and not self.referee else None
        if len(self.people) > 1:  # all look at the screen now: go on from where the last of them was told
            self.told_until[None] = max(self.told_until.values(), key=lambda state: state.step)
        self.news(one)
        table = self.state if self.referee else self.state.view(one)
        say()
        say(table.text(self.names, self.terminal.paint, self.terminal.width))
        for line in ending_lines(self.state, self.names):
            self.terminal.say_wrapped(line)
        if self.file is not None and self.state is not self.begin:
            say(f"The record is in {self.store()}.")

    def leave(self) -> None:
        """Save an unfinished game that a person took part in, so that nothing is lost."""
        path = self.store() if self.asked or self.file is not None else None
        with suppress(BrokenPipeError):
            self.terminal.say(f"\nSaved. Go on with: {self.resume_command(path)}" if path else "")

    def store(self) -> Path:
        """Write the game to its file, or to the folder of saved games if it has none or that fails."""
        if self.file is not None:
            try:
                self.write(self.file)
                return self.file
            except OSError as error:
                with suppress(BrokenPipeError):
                    self.terminal.say(f"? cannot write {self.file}: {error.strerror}")
        path = saved_games() / f"{self.game.name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        self.write(path)
        return path


def stop(number: int, frame: Any) -> None:
    """Leave in good order when the window is closed or the machine goes down."""
    raise SystemExit(128 + number)


def questions(state: State) -> list[State]:
    """The states of a record's game in which something was told: before every event of it."""
    before: list[State] = []
    told: list[Any] = []
    for step in state.path():
        if step.previous is not None and len(joined([*told[-1:], step.event])) > len(told[-1:]):
            before.append(step.previous)
        told.append(step.event)
    return before


def saved_games() -> Path:
    """The folder of saved games, where each system keeps what belongs to a person's programs."""
    if sys.platform == "win32":
        home = os.environ.get("APPDATA") or Path.home()
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "bauboom" / "saved"


def program() -> list[str]:
    """How this program is called here."""
    if shutil.which("bauboom"):
        return ["bauboom"]
    called = Path(sys.argv[0])
    return [str(called)] if called.name == "bauboom" else [sys.executable, "-m", "bauboom"]
