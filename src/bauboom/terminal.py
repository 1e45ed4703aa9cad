"""A table in the terminal: people and bots, hot-seat, or a referee who types in what happened at a real table."""

import difflib
import os
import shutil
import sys
import textwrap
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from bauboom.bots import BOTS, Bot, make_bot
from bauboom.core.event import joined
from bauboom.core.game import Game, Misread, OptionError
from bauboom.core.record import save
from bauboom.core.state import IllegalAction, State

COMMANDS = {
    "help": "this page",
    "rules": "the rules; rules ID for one of them, as in rules M-cap",
    "board": "show the table again",
    "moves": "list everything you may do now",
    "hint": "what a simple bot would do in your place",
    "undo": "take your last decision back (never after a card was drawn or somebody else has acted)",
    "save": "save FILE: write the game to a file; play --resume FILE goes on from there",
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
    "dim": "2",
    "bold": "1",
}
BOT = "bot:"


class Leave(Exception):
    """The person wants to stop, or nothing more can be read."""


@dataclass
class Player:
    """Who sits on a seat: a person, or a bot."""

    name: str
    bot: Bot | None = None

    @classmethod
    def parse(cls, text: str, seed: int | None = None) -> "Player":
        name = text.strip()
        if name.startswith(BOT) or name in BOTS:
            kind = name.removeprefix(BOT)
            return cls(BOT + kind, make_bot(kind, seed))
        if not name or len(name) > 24 or not name.isprintable():
            raise OptionError("a player is a bot or a person's name of 1 to 24 letters")
        return cls(name)


class Terminal:
    """Writing and asking; the same whether a person sits there or a pipe."""

    def __init__(self) -> None:
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.has_colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        if self.is_interactive:
            with suppress(ImportError):  # its import is all it takes to edit lines
                import_module("readline")

    @property
    def width(self) -> int:
        return shutil.get_terminal_size((100, 40)).columns

    def say(self, text: str = "") -> None:
        print(text, flush=True)  # noqa: T201

    def paint(self, colour: str, text: str) -> str:
        return f"\x1b[{ANSI[colour]}m{text}\x1b[0m" if self.has_colour and colour in ANSI else text

    def ask(self, question: str) -> str:
        try:
            if self.is_interactive:
                return input(self.paint("bold", question) + " > ").strip()
            self.say_part(question + " > ")
            line = sys.stdin.readline()
        except EOFError:
            line = ""
        except UnicodeDecodeError:
            return ""
        if not line:
            raise Leave
        self.say(line.strip())  # what came through the pipe, so that the transcript can be read
        return line.strip()

    def say_part(self, text: str) -> None:
        print(text, end="", flush=True)  # noqa: T201

    def clear(self) -> None:
        if self.is_interactive:
            self.say_part("\x1b[2J\x1b[3J\x1b[H")


class Table:
    """One game at the terminal."""

    def __init__(
        self,
        state: State,
        players: Sequence[Player],
        referee: bool = False,
        file: Path | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self.game: Game = state.game
        self.state = state
        self.players = list(players)
        self.names = display_names([player.name for player in players])
        self.referee = referee
        self.file = file  # where the record goes; known to be ours to write
        self.extra = dict(extra or {})  # what else stood in the record that is resumed
        self.terminal = Terminal()
        self.people = [seat for seat, player in enumerate(players) if player.bot is None]
        self.asked: list[State] = []  # the states in which a person decided, for undo
        self.last_person: int | None = None
        self.told_until = state

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        say = self.terminal.say
        say(f"{self.game.title}: {', '.join(f'{k} {v}' for k, v in self.game.options.items())}")
        say("Type help at any time." if self.people or self.referee else "")
        try:
            while not self.state.is_over:
                self.step()
        except (Leave, KeyboardInterrupt) as reason:
            self.leave()
            if isinstance(reason, KeyboardInterrupt):
                raise
            return
        self.news()
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
        view = self.state.view(seat)
        if self.last_person != seat:
            self.hand_over(seat)
        self.news()
        self.terminal.say()
        self.terminal.say(view.text(self.names, self.terminal.paint, self.terminal.width))
        while True:
            text = self.terminal.ask(self.game.face.ask(view.row, self.names))
            if not text:
                continue
            before = self.state
            if self.obey(text, seat):
                if self.state is not before:
                    return
                continue
            try:
                actions = self.game.face.read(view.row, text)
                after = self.state.play_one(actions[0])
            except (Misread, IllegalAction) as error:
                self.explain(text, error)
                continue
            if self.confirms(after):
                self.asked.append(self.state)
                self.state = after.after_chance()
                return
            self.terminal.say("Taken back.")

    def hand_over(self, seat: int) -> None:
        """In a game of several people nobody sees another's cards by accident."""
        if len(self.people) > 1 and self.terminal.is_interactive:
            self.terminal.clear()
            self.terminal.ask(f"{self.names[seat]} is next. Press Enter when only {self.names[seat]} looks")
        self.last_person = seat

    def confirms(self, after: State) -> bool:
        """Before something happens that cannot be taken back, a person at the keyboard may think again."""
        if not self.terminal.is_interactive or after.turn in self.people:
            return True
        self.terminal.say(self.tell(self.state, after, self.state.turn))
        answer = self.terminal.ask("Enter to confirm, undo to take it back").lower()
        return not answer or answer[0] in "yjo"

    def explain(self, text: str, error: Exception) -> None:
        near = difflib.get_close_matches(text.lower().split()[0], COMMANDS, 1, 0.7) if text.isalpha() else []
        self.terminal.say(f"? {error}" + (f"; or did you mean {near[0]}?" if near else ""))

    def obey(self, text: str, seat: int | None) -> bool:
        """Carry out a command; False if the text is none."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "help" | "?" | "h":
                self.help()
            case "rules":
                self.rules(rest.strip())
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
        self.terminal.say(self.game.face.usage)
        for command, meaning in COMMANDS.items():
            self.terminal.say(f"  {command:6}  {meaning}")

    def rules(self, rule: str) -> None:
        section = rule_section(self.game.rules(), rule)
        self.terminal.say(section or f"? there is no rule {rule!r}; the ids are in the headings of: rules")

    def moves(self) -> None:
        actions = [a for a, _ in self.state.outcomes] if self.state.is_chance else self.state.legal
        self.terminal.say(textwrap.fill("  ".join(map(str, actions)), self.terminal.width))

    def hint(self, seat: int | None) -> None:
        if seat is None or self.referee:
            self.terminal.say("? a hint is for a player who has to decide")
            return
        view = self.state.view(seat)
        action = make_bot("greedy").choose(view, view.legal)
        event = self.game.event_of(view.row, action).seen_by(seat)
        self.terminal.say(f"Hint: {action}  {self.game.face.tell(view.row, event, self.names, seat)}")

    def undo(self) -> None:
        if not self.asked:
            self.terminal.say("? there is nothing to take back")
            return
        before = self.asked[-1]
        since = self.state.path(before)
        if not self.referee and len(since) != 1:
            second = since[0]
            who = "chance" if second.is_chance else self.names[second.turn or 0]
            self.terminal.say(f"? that cannot be taken back: {who} has acted since, and somebody saw it")
            return
        self.state = self.asked.pop()
        self.told_until = self.state
        self.terminal.say("Taken back.")

    def save_as(self, name: str) -> None:
        if not name and self.file is None:
            self.terminal.say("? name the file, as in: save game.json")
            return
        path = Path(name).expanduser() if name else self.file
        assert path is not None
        if path.exists() and path != self.file:
            self.terminal.say(f"? {path} exists already; choose another name")
            return
        try:
            self.write(path)
        except OSError as error:
            self.terminal.say(f"? cannot write {path}: {error.strerror}")
            return
        self.file = path
        self.terminal.say(f"Saved as {path}. Go on later with: bauboom play {self.game.name} --resume {path}")

    def write(self, path: Path) -> None:
        record = self.state.record([player.name for player in self.players])
        record.extra = self.extra
        save(path, record.encode() + b"\n")

    # A referee

    def ask_referee(self) -> None:
        row = self.state.row
        text = self.terminal.ask(self.game.face.ask(row, self.names))
        if not text or self.obey(text, self.state.turn):
            return
        try:
            state = self.state
            for action in self.game.face.read(row, text):
                state = state.play_one(action)
            if len(joined(s.event for s in state.path(self.state))) > 1:
                raise Misread("that is too much at once")
        except (Misread, IllegalAction) as error:
            self.explain(text, error)
            return
        self.asked.append(self.state)
        self.state = state
        self.news()
        if self.file is not None:
            self.write(self.file)

    # Telling

    def news(self) -> None:
        """Tell what happened since it was last told, as far as those at the keyboard may know it."""
        audience = self.people[0] if len(self.people) == 1 else None
        text = self.tell(self.told_until, self.state, audience)
        self.told_until = self.state
        if text:
            self.terminal.say(text)

    def tell(self, since: State, until: State, seat: int | None) -> str:
        face, row = self.game.face, until.row
        events = until.events(since) if until is not since else []
        seen = [e.seen_by(getattr(e, "seat", seat) if self.referee else seat) for e in events]
        return "\n".join(face.tell(row, event, self.names, seat) for event in seen)

    def finish(self) -> None:
        say = self.terminal.say
        say()
        say(self.state.text(self.names, self.terminal.paint, self.terminal.width))
        say(result_line(self.state, self.names))
        if self.file is not None:
            self.write(self.file)
            say(f"The record is in {self.file}.")

    def leave(self) -> None:
        """Nothing is lost: an unfinished game that somebody took part in is saved."""
        self.terminal.say()
        if not self.asked:
            return
        path = self.file or saved_games() / f"{self.game.name}-{time.strftime('%Y%m%d-%H%M%S')}.json"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.write(path)
        except OSError as error:
            self.terminal.say(f"The game could not be saved as {path}: {error.strerror}")
            return
        referee = " --referee" if self.referee else ""
        self.terminal.say(f"Saved. Go on with: bauboom play {self.game.name}{referee} --resume {path}")


def display_names(names: Sequence[str]) -> list[str]:
    """Names to show: bots without their prefix, and with their seat where a name stands twice."""
    return [name.removeprefix(BOT) + (f" {seat}" if names.count(name) > 1 else "") for seat, name in enumerate(names)]


def saved_games() -> Path:
    import typer

    return Path(typer.get_app_dir("bauboom")) / "saved"


def result_line(state: State, names: Sequence[str]) -> str:
    points = ", ".join(f"{name} {score}" for name, score in zip(names, state.scores, strict=True))
    winners = [names[seat] for seat in state.winners]
    won = f"{winners[0]} wins." if len(winners) == 1 else f"{' and '.join(winners)} share the win."
    return f"Final score: {points}. {won}"


def rule_section(rules: str, rule: str) -> str:
    """One rule of a rule help, by its id; all of it if none is named; nothing if there is no such rule."""
    if not rule:
        return rules
    parts = rules.split("\n## ")[1:]
    return next(("## " + p.split("\n# ")[0].strip() for p in parts if p.partition(":")[0].lower() == rule.lower()), "")
