"""play at a terminal: what is shown, and what keys do."""

import os
import pty
import select
import subprocess
import sys
import time

import pytest

from .running import BAUBOOM, environment_of, until_it_reads

# run first in the new process: the terminal becomes its own, so that Ctrl-C reaches it whoever started the tests
TAKE_TERMINAL = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""


class Screen:
    """A program in a pseudo-terminal: type, and read what it shows."""

    def __init__(self, command, home):
        self.process, self.shown = None, ""
        self.leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, *command],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            cwd=home,
            env=environment_of(home),
            start_new_session=True,
        )
        os.close(follower)

    def until(self, text, seconds=120):
        end = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < end, f"never shown: {text!r} in {self.shown[-2000:]!r}"
            if select.select([self.leader], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self.leader, 65536).decode(errors="replace")
                except OSError:
                    assert text in self.shown, f"ended without {text!r}: {self.shown[-2000:]!r}"
        shown, _, self.shown = self.shown.partition(text)
        return shown + text

    def type(self, text):
        os.write(self.leader, text.encode())

    def close(self):
        status = self.process.wait(timeout=60)
        os.close(self.leader)
        return status


@pytest.fixture
def screen(home):
    opened = []

    def open_screen(*arguments):
        opened.append(Screen([*BAUBOOM, *map(str, arguments)], home))
        return opened[-1]

    yield open_screen
    for one in opened:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


def test_at_a_terminal_a_decision_can_be_taken_back_before_the_card_is_drawn(screen):
    game = screen("play", "manhattan", "--players", 2, "--option", "colours=1", "--seed", 5)
    first = game.until("pick 6 blocks")
    assert "\x1b[91m" in first  # red is red
    game.type("111114\n")
    game.until("Enter to confirm")
    game.type("undo\n")
    game.until("Taken back.")
    game.until("pick 6 blocks")
    game.type("112234\n")
    game.until("Enter to confirm")
    game.type("save MyGame.json\n")
    game.until("MyGame.json")
    game.type("now\n")
    game.until("Enter confirms, undo takes it back")
    game.until("Enter to confirm")
    game.type("\n")
    game.until("build (card city block")
    game.type("quit\n")
    game.until("Go on with")
    assert game.close() == 0


@pytest.mark.slow
def test_people_at_one_keyboard_do_not_see_each_others_cards(screen):
    game = screen("play", "manhattan", "--seats", "Ada,Grace", "--option", "colours=1", "--seed", 5)
    shown = game.until("Press Enter when only")
    assert "your cards" not in shown
    game.type("\n")
    game.until("pick 6 blocks")
    game.type("111114\n")
    shown = game.until("Press Enter when only")
    assert "\x1b[2J" in shown
    assert "your cards" not in shown
    game.type("\n")
    shown = game.until("pick 6 blocks")
    assert shown.count("4 hidden") == 1
    game.type("quit\n")
    game.close()


@pytest.mark.slow
def test_ctrl_c_at_the_prompt_saves_the_game(screen):
    game = screen("play", "manhattan", "--players", 2, "--option", "colours=1", "--seed", 5)
    game.until("pick 6 blocks")
    game.type("111114\n")
    game.until("Enter to confirm")
    game.type("\n")
    game.until("build (card")
    game.until(" > ")
    until_it_reads(game.process)
    game.type("\x03")
    shown = game.until("--resume")
    assert "Traceback" not in shown
    assert game.close() == 130
