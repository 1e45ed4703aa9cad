"""Bots: they get a view and the legal actions, and choose one."""

from .roster import BOTS, LEVELS, check_bot, make_bot, parted
from .simple import Bot
from .taste import CHARACTERS

__all__ = ["BOTS", "CHARACTERS", "LEVELS", "Bot", "check_bot", "make_bot", "parted"]
