"""Agents of one's own: a class in a Python file, a network, or a program in any language; docs/agents.md.

    module:Class, folder/file.py:Class     an object with choose(view, legal)
    network:training/network.npz           what `bauboom train` has learnt; network:FILE?1s searches with it
    onnx:net.onnx, torchscript:net.pt      a network of policies.py
    program:./bot --fast                   a program that reads a line and answers a line, both JSON

An agent that fails does not end a match. Where it crashes, answers too late or answers nonsense, a decision is drawn
for it at random, and the fault is counted.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
import os
import random
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import msgspec

from bauboom.core.action import Action
from bauboom.core.errors import OptionError
from bauboom.core.game import Game
from bauboom.core.state import View

from . import network, policies, roster
from .simple import Bot

FORMAT = "bauboom-agent/1"
PROGRAM, LEARNT = "program", "network"
LIMIT = 10.0  # seconds for a decision of an agent
START = 30.0  # seconds more for the first one of a game: there may be a network to load
LONGEST = 1 << 20  # bytes of an answer
UNASKED = 1000  # lines that a program may be ahead of the questions
FAULTS = ("crash", "late", "illegal")
OWN_ERRORS = (Exception, SystemExit)  # an agent's own code can fail in any way


def is_agent(name: str) -> bool:
    """Whether a name means an agent of one's own, not a bot of the house."""
    kind, colon, _ = name.partition(":")
    return bool(colon) and kind not in roster.BUDGETED


def check(name: str, game: Game | None = None) -> None:
    """Raise an OptionError if there is no such bot, of the house or of one's own, or if it cannot play a game."""
    if not is_agent(name):
        roster.check_bot(name)
    elif policies.is_network(name):
        policies.check_network(name, game)
    elif name.startswith(PROGRAM + ":"):
        _command(name)
    elif name.startswith(LEARNT + ":"):
        _learnt(name, 0, 1)
        if game is not None:
            network.read(_learnt_file(name)[0], game)
    else:
        _found(name)


def is_timed(name: str) -> bool:
    if name.startswith(LEARNT + ":"):
        return name.endswith("s") and "?" in name
    return not is_agent(name) and roster.is_timed(name)


def make(name: str, seed: int, threads: int | None = None, limit: float = LIMIT) -> Bot:
    """A bot by its name, of the house or of one's own."""
    if not is_agent(name):
        return roster.make_bot(name, seed, threads)
    if name.startswith(PROGRAM + ":"):
        return Guarded(Program(name, _command(name), seed, limit), seed)
    if name.startswith(LEARNT + ":"):
        return _learnt(name, seed, threads)
    if policies.is_network(name):
        return Guarded(policies.network_agent(name, threads or 1), seed, name, limit)
    made = _found(name)
    if inspect.isclass(made) or not hasattr(made, "choose"):
        try:
            made = made(seed=seed) if _takes_seed(made) else made()
        except OWN_ERRORS as error:
            raise OptionError(f"{name} cannot be made: {type(error).__name__}: {error}") from None
    if not callable(getattr(made, "choose", None)):
        raise OptionError(f"{name}: it has no method choose(view, legal)")
    return Guarded(made, seed, name, limit)


def faults_of(bot: Bot) -> dict[str, int]:
    """How often a bot failed, by kind."""
    return dict(bot.faults) if isinstance(bot, Guarded) else {}


def last_fault_of(bot: Bot) -> str:
    """What is known of the last one; nothing, if there was none."""
    return bot.last_fault if isinstance(bot, Guarded) else ""


def close(bot: Bot) -> None:
    """Let a program end."""
    if isinstance(bot, Guarded) and isinstance(bot.agent, Program):
        bot.agent.close()


class Failed(Exception):
    """An agent did not decide; one of FAULTS says how, and the message more."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind


class TooLate(BaseException):
    """An agent's time is up; no Exception, so that an agent does not take it for a fault of its own."""


class Guarded:
    """An agent whose faults are counted and replaced by a random decision. A program looks at the clock itself."""

    def __init__(self, agent: Any, seed: int, name: str | None = None, limit: float = float("inf")) -> None:
        self.agent, self._limit, self._grace = agent, limit, START
        self.name: str = name or agent.name
        self.faults: Counter[str] = Counter()
        self.last_fault = ""
        self._rng = random.Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        try:
            try:
                answer = self._answer(view, legal)
            except Failed:
                raise
            except OWN_ERRORS as error:  # whatever it is, the match goes on
                raise Failed("crash", f"{type(error).__name__}: {error}") from error
            return meant(answer, view, legal)
        except Failed as error:
            self.faults[error.kind] += 1
            self.last_fault = f"{self.name}: {error.kind}: {_line(str(error))}"
            return self._rng.choice(legal)

    def _answer(self, view: View, legal: Sequence[Action]) -> object:
        limit, self._grace = self._limit + self._grace, 0.0
        begun = time.perf_counter()
        late = Failed("late", f"no answer within {limit:g} seconds")
        try:
            with _ended_after(limit):
                answer = self.agent.choose(view, legal)
        except TooLate:
            raise late from None
        if time.perf_counter() - begun > limit:  # it could not be interrupted
            raise late
        return answer


def _line(text: str) -> str:
    """What an agent said of itself, as a short line that any screen can show."""
    return "".join(sign for sign in " ".join(text.split()) if sign.isprintable())[:200]


@contextmanager
def _ended_after(seconds: float) -> Iterator[None]:
    """Interrupt what takes longer, where that is possible: in the main thread, and not on Windows."""
    is_possible = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not is_possible or seconds == float("inf"):
        yield
        return

    def end(*_: Any) -> None:
        raise TooLate

    before = signal.signal(signal.SIGALRM, end)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)


def meant(answer: object, view: View, legal: Sequence[Action]) -> Action:
    """The legal action that an answer means: an action, its number, or its notation."""
    space = view.game.space
    if isinstance(answer, Action):
        found: Action | None = answer
    elif hasattr(answer, "__index__") and not isinstance(answer, bool) and 0 <= int(answer) < len(space.actions):
        found = space.actions[int(answer)]
    else:
        found = next((action for action in legal if str(action) == answer), None)
    if found is None or found not in legal:
        raise Failed("illegal", f"{str(answer)[:60]!r} is not legal here")
    return found


class Program:
    """A program that is asked by a line of JSON and answers by one."""

    def __init__(self, name: str, command: list[str], seed: int, limit: float = LIMIT) -> None:
        self.name, self._command, self._seed, self._limit = name, command, seed, limit
        self._process: subprocess.Popen[bytes] | None = None
        self._told: SimpleQueue[bytes] = SimpleQueue()
        self._lines: SimpleQueue[bytes] = SimpleQueue()

    def choose(self, view: View, legal: Sequence[Action]) -> object:
        is_new = self._process is None
        if is_new:
            self._start(view)
        space = view.game.space
        asked = {
            "ask": "decide",
            "view": view.data,
            "legal": [
                {"id": space.encode(action), "text": str(action), "action": msgspec.to_builtins(action)}
                for action in legal
            ],
        }
        answer = self._ask(asked, self._limit + (START if is_new else 0))
        if not isinstance(answer, dict) or ("id" not in answer and "text" not in answer):
            raise Failed("illegal", 'an answer is {"id": …} or {"text": …}')
        return answer["id"] if "id" in answer else answer["text"]

    def _start(self, view: View) -> None:
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                process_group=0,  # an interrupt is for us; we end it then
            )
        except OSError as error:
            raise Failed("crash", f"it cannot be started: {error.strerror}") from None
        self._told, self._lines = SimpleQueue(), SimpleQueue()
        for work, lines in (_read, self._lines), (_write, self._told):
            threading.Thread(target=work, args=(self._process, lines), daemon=True).start()
        game = view.game
        self._tell(
            {
                "tell": "game",
                "format": FORMAT,
                "game": game.name,
                "options": dict(game.options),
                "seat": view.seat,
                "seats": game.seats,
                "seed": self._seed,
                "limit": self._limit,
            }
        )

    def _tell(self, message: dict[str, Any]) -> None:
        self._told.put(json.dumps(message).encode() + b"\n")

    def _ask(self, message: dict[str, Any], limit: float) -> object:
        self._tell(message)
        try:
            line = self._lines.get(timeout=limit)
        except Empty:
            self.close()  # or its answer would be taken for one to the next question
            raise Failed("late", f"no answer within {limit:g} seconds") from None
        if not line:
            self.close()
            raise Failed("crash", "it has ended without an answer, or says too much")
        try:
            return json.loads(line)
        except ValueError:
            raise Failed("illegal", f"{line[:60]!r} is not JSON") from None

    def close(self) -> None:
        """End the program; the next question starts it anew."""
        process, self._process = self._process, None
        if process is None:
            return
        self._told.put(b"")  # most programs end by themselves now
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.5)
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)  # and what it started
        process.kill()
        process.wait()

    def __del__(self) -> None:
        self.close()


def _read(process: subprocess.Popen[bytes], lines: SimpleQueue[bytes]) -> None:
    """Read a program's answers, until it ends, one is too long, or there are too many that nobody asked for."""
    assert process.stdout is not None
    with process.stdout as answers:
        while lines.qsize() < UNASKED and (line := answers.readline(LONGEST)).endswith(b"\n"):
            lines.put(line)
    lines.put(b"")


def _write(process: subprocess.Popen[bytes], lines: SimpleQueue[bytes]) -> None:
    """Write what a program is told, until there is no more: it may never read, and a match must not wait for that."""
    assert process.stdin is not None
    with suppress(OSError), process.stdin as asked:  # whoever waits for an answer learns if it has ended
        while line := lines.get():
            asked.write(line)
            asked.flush()


def _learnt_file(name: str) -> tuple[Path, str]:
    """The file of a network that `bauboom train` wrote, and how long to search with it: "" for not at all."""
    path, mark, budget = name.partition(":")[2].partition("?")
    if not Path(path).is_file():
        raise OptionError(f"{name}: there is no file {path!r}")
    if mark:
        try:
            roster.check_bot(f"search:{budget}")
        except OptionError:
            raise OptionError(
                f"{name}: {budget!r} is no time to think; write ?200ms, ?1s or ?500 (simulations)"
            ) from None
    return Path(path).resolve(), budget


def _learnt(name: str, seed: int, threads: int | None) -> Bot:
    path, budget = _learnt_file(name)
    return roster.search_bot(budget, seed, threads, name, network=path)


def _command(name: str) -> list[str]:
    try:
        command = shlex.split(name.partition(":")[2])
    except ValueError as error:
        raise OptionError(f"{name}: the command cannot be read: {error}") from None
    if not command:
        raise OptionError(f"{name}: no program is named; write {PROGRAM}:./my-bot")
    return command


@cache
def _found(name: str) -> Any:
    """What a name such as my_bots:Careful or bots/mine.py:Careful means."""
    place, _, attribute = name.rpartition(":")
    try:
        module = _from_file(Path(place)) if place.endswith(".py") else _from_module(place)
    except OptionError:
        raise
    except OWN_ERRORS as error:
        raise OptionError(f"{name}: {place} cannot be imported: {type(error).__name__}: {error}") from None
    if not attribute.isidentifier() or not hasattr(module, attribute):
        raise OptionError(f"{name}: there is no {attribute[:40]!r} in {place}")
    return getattr(module, attribute)


def _from_file(path: Path) -> Any:
    path = path.resolve()
    if not path.is_file():
        raise OptionError(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    is_new = sys.modules.setdefault(path.stem, module) is module  # classes in it may want to be found by name
    try:
        spec.loader.exec_module(module)
    except BaseException:
        if is_new:  # half a module would be found instead of a whole one of that name
            del sys.modules[path.stem]
        raise
    return module


def _from_module(name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # as python -m would
    return importlib.import_module(name)


def _takes_seed(made: Any) -> bool:
    with suppress(TypeError, ValueError):
        parameters = inspect.signature(made).parameters.values()
        return any(one.name == "seed" or one.kind is one.VAR_KEYWORD for one in parameters)
    return False
